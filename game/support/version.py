"""The version of Vierfeld, for ``pyproject.toml`` and the packages too."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
