"""The version of Vierfeld; read by ``pyproject.toml`` and the packages."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
