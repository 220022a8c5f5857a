"""Builds the wheel; its metadata is in ``pyproject.toml``.

By default, it fits any system. ``VIERFELD_COMPILED=1`` compiles the solver, for this system and
Python version only.
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

from compiling import build, is_wanted  # noqa: E402 (found by the path)
from licences import NAME, of_compiled  # noqa: E402 (found by the path)
from program import TOP, commit_time, lay  # noqa: E402 (found by the path)


class Lay(build_py):
    """Puts the program into the package ``vierfeld``."""

    def run(self) -> None:
        if self.editable_mode:
            raise SystemExit("A checkout runs as it lies: python main.py, python -m game")
        lay(ROOT, Path(self.build_lib) / TOP)


class Compile(build_ext):
    """Compiles the solver's hot modules."""

    def run(self) -> None:
        target = Path(self.build_lib)
        build(Path(self.build_temp).absolute(), target, TOP)
        (target / TOP / "game" / "solver" / NAME).write_text(of_compiled(), "utf-8")


class Pack(bdist_wheel):
    """Packs the wheel with the highest compression."""

    def run(self) -> None:
        super().run()
        wheel = Path(self.distribution.dist_files[-1][2])
        whole = wheel.with_suffix(".tmp")
        with ZipFile(wheel) as old, ZipFile(whole, "w", ZIP_DEFLATED) as new:
            for one in old.infolist():
                new.writestr(one, old.read(one), compresslevel=9)
        whole.replace(wheel)


# Two builds of one commit must have the same bytes.
os.environ.setdefault("SOURCE_DATE_EPOCH", str(commit_time(ROOT)))
# The extension modules are known only after copying; this entry merely marks the wheel as one for
# this system.
compiled = [Extension(f"{TOP}.game.solver", [])] if is_wanted() else []
# Cython is fetched only for compiling.
needed = (
    (ROOT / "packaging/extras/compiling.txt").read_text("utf-8").splitlines() if compiled else []
)
commands = {"build_py": Lay, "build_ext": Compile, "bdist_wheel": Pack}
setup(cmdclass=commands, ext_modules=compiled, setup_requires=needed)
