"""Finds the files shipped with the program."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path


@cache
def assets_folder() -> Path:
    """Return the folder of the shipped files. Works for the source and for packaged executables."""
    bundle = getattr(sys, "_MEIPASS", None)
    return (Path(bundle) if bundle else Path(__file__).resolve().parents[2]) / "assets"


def asset_text(name: str) -> str:
    """Return the text of a file, named relative to ``assets_folder()``."""
    return (assets_folder() / name).read_text("utf-8")
