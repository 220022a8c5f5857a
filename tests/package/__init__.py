"""Tries the builds of ``.ci/package`` as players would."""
