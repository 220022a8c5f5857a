"""The version of Vierfeld; ``pyproject.toml`` and the packages read it here."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
