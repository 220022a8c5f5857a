"""Tries what ``.ci/package`` has made, as friends would."""
