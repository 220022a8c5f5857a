"""Tries the packages that ``.ci/package`` builds, as players would."""
