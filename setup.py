"""Builds the wheel; what is told of it stands in ``pyproject.toml``.

The solver's hot modules are compiled where that can be done; then the wheel is for one system and
one Python. With ``VIERFELD_PURE=1``, or without a C compiler, it is for all.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "packaging"))

from compiling import bundle, impediment  # noqa: E402 (found by the path)
from licences import NAME, of_compiled  # noqa: E402 (found by the path)
from program import TOP, lay  # noqa: E402 (found by the path)


class Lay(build_py):
    """Lays the program below the package ``vierfeld``."""

    def run(self) -> None:
        if self.editable_mode:
            raise SystemExit("A checkout runs as it lies: python main.py, python -m game")
        lay(ROOT, Path(self.build_lib) / TOP)


class Compile(build_ext):
    """Compiles the solver's hot modules."""

    def run(self) -> None:
        target = Path(self.build_lib)
        if bundle(Path(self.build_temp).absolute(), target, TOP):
            (target / TOP / "game" / "solver" / NAME).write_text(of_compiled(), "utf-8")


class Pack(bdist_wheel):
    """Packs the wheel with all the effort that there is, in a second more."""

    def run(self) -> None:
        super().run()
        wheel = Path(self.distribution.dist_files[-1][2])
        whole = wheel.with_suffix(".tmp")
        with ZipFile(wheel) as old, ZipFile(whole, "w", ZIP_DEFLATED) as new:
            for one in old.infolist():
                new.writestr(one, old.read(one), compresslevel=9)
        whole.replace(wheel)


why = "it is not wanted" if os.environ.get("VIERFELD_PURE") else impediment()
if why:
    print(f"The solver is not compiled: {why}", file=sys.stderr)
# What they are is known once they are laid; that there are any makes the wheel one for this system.
compiled = [] if why else [Extension(f"{TOP}.game.solver", [])]
commands = {"build_py": Lay, "build_ext": Compile, "bdist_wheel": Pack}
setup(cmdclass=commands, ext_modules=compiled)
