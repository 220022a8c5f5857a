"""Builds the wheel; what is told of it stands in ``pyproject.toml``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "packaging"))

from program import TOP, lay  # noqa: E402


class Lay(build_py):
    """Lays the program below the package ``vierfeld``."""

    def run(self) -> None:
        if self.editable_mode:
            raise SystemExit("A checkout runs as it lies: python main.py, python -m game")
        lay(ROOT, Path(self.build_lib) / TOP)


setup(cmdclass={"build_py": Lay})
