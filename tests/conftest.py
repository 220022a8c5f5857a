"""What holds for all tests: they read English, whatever the desktop speaks."""

from __future__ import annotations

import os

os.environ["LANGUAGE"] = "en"
