"""The version of Vierfeld, which ``pyproject.toml`` and the packages read."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
