"""``python packaging/compiling.py [FOLDER]``: compiles the solver's hot modules with Cython.

A ``.pxd`` file beside a module marks it for compilation. Packages contain the compiled modules if
``VIERFELD_COMPILED=1`` is set.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import sysconfig
from pathlib import Path
from typing import Any, Final

from program import TOP, below

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "build" / "compiled"
KEY: Final = "key"
"""The name of the file that holds the ``key``."""
_DIRECTIVES: Final = {
    "language_level": 3,
    # Take types only from the .pxd: the annotation ``int`` allows any number, however large.
    "annotation_typing": False,
    # The same tests also run in plain Python, where an index out of range raises an error.
    "boundscheck": False,
}


def modules() -> list[Path]:
    """Return the modules that are compiled."""
    return [path.with_suffix(".py") for path in sorted((ROOT / "game").rglob("*.pxd"))]


def key() -> str:
    """Return a hash of the compiled modules' sources, the Python version and the system."""
    told = hashlib.sha256(sysconfig.get_config_var("EXT_SUFFIX").encode())
    for path in modules():
        told.update(path.read_bytes() + path.with_suffix(".pxd").read_bytes())
    return told.hexdigest()


def is_wanted() -> bool:
    """Return whether the packages should contain the compiled modules."""
    return os.environ.get("VIERFELD_COMPILED", "0") not in ("", "0")


def build(folder: Path = FOLDER, target: Path | None = None, top: str = "") -> dict[str, Path]:
    """Compile the modules. Return the compiled files, keyed by full module name.

    The files go to ``target``, which is ``folder`` by default. ``top`` can name a package to put
    the modules into.
    """
    print("Compiling the solver, which takes about a minute …", file=sys.stderr, flush=True)
    try:
        made = _compiled(folder, target or folder, top)
    except Exception as error:  # each system's compiler fails in its own way
        raise SystemExit(f"The solver cannot be compiled: {error}") from error
    (folder / KEY).write_text(key(), "utf-8")
    return made


def _compiled(folder: Path, target: Path, top: str) -> dict[str, Path]:
    from Cython.Build import cythonize
    from Cython.Compiler.Options import get_directive_defaults
    from setuptools import Distribution, Extension

    # Positions form long chains, each referring to the one before, and freeing a chain recursively
    # may overflow the stack. (Cython takes this setting for a single class or as a default, but not
    # from a .pxd.)
    get_directive_defaults()["trashcan"] = True
    # Debug information would make up three quarters of a module's size.
    options = [] if sys.platform == "win32" else ["-O2", "-g0"]
    # Remove old files, in case a module is no longer compiled.
    for old in target.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
        old.unlink()
    wanted = [
        Extension(name, [str(path)], extra_compile_args=options)
        for name, path in _laid(folder / "source", top)
    ]
    made = cythonize(
        wanted,
        include_path=[str(folder / "source")],
        build_dir=str(folder / "c"),
        compiler_directives=_DIRECTIVES,
        quiet=True,
    )
    told = {"name": TOP, "ext_modules": made}
    command: Any = Distribution(told).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(target), str(folder / "objects")
    command.ensure_finalized()
    command.run()
    return {one.name: Path(command.get_ext_fullpath(one.name)) for one in made}


def _laid(folder: Path, top: str) -> list[tuple[str, Path]]:
    """Copy the modules to be compiled into ``folder``; return their names and paths there."""
    found = []
    for source in modules():
        inner = source.relative_to(ROOT).with_suffix("")
        place = (folder / top / inner).with_suffix(".py")
        place.parent.mkdir(parents=True, exist_ok=True)
        text, types = source.read_bytes(), source.with_suffix(".pxd").read_bytes()
        if top:
            text = below(text)
            types = re.sub(rb"(?m)^from (?=game\b)", f"from {top}.".encode(), types)
        place.write_bytes(text)
        place.with_suffix(".pxd").write_bytes(types)
        found.append((".".join(filter(None, (top, *inner.parts))), place))
    for path in {place.parent for _, place in found}:
        while path != folder:
            (path / "__init__.py").touch()
            path = path.parent
    return found


if __name__ == "__main__":
    sys.exit(not build(*map(Path, sys.argv[1:2])))
