"""``python packaging/compiling.py [FOLDER]``: compiles the solver's hot modules, by Cython.

The modules in Python are the one source. A file ``.pxd`` beside one says that it is compiled, and
which of its numbers are C's: with that, and nothing else, Cython makes C of the module as it
stands. ``bits.pxd`` is not of that kind: it has in C what ``bits.py`` has from Python.

The wheel (``setup.py``) and the executables (``vierfeld.spec``) have the compiled modules inside if
``VIERFELD_COMPILED=1`` asks for them; all works without. Run by hand, this makes
``build/compiled``, which ``python -m tests.compiled`` runs things with.

In the executables each is a file of its own. The wheel has all in one library: most of what
Cython writes for a module it writes for each of them, and the compiler, looking at all at once,
keeps one of many. (A module with what they share, which Cython could make, holds little of that:
all were no smaller with it.) In the place of each module there is then a line that takes it from
there.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any, Final

from program import TOP, bare, below

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "build" / "compiled"
KEY: Final = "key"
"""The file in the folder that tells what was compiled."""
_NO_MODULE: Final = "bits"
LIBRARY: Final = "game.solver.compiled"
"""The module that is all of them in a wheel; ``game.solver.form`` takes them from there."""
_DIRECTIVES: Final = {
    "language_level": 3,
    "annotation_typing": False,
    "auto_pickle": False,
    "binding": False,
    "boundscheck": False,
    "always_allow_keywords": False,
}
"""Types come from the ``.pxd`` alone: to mypy an ``int`` is any number, and a bound on it is for
the ``.pxd`` to give. Nobody asks for a compiled function's signature, nor copies a searcher; what
that takes is a fifth of a module. Nobody gives the one argument of a function by its name. That no
index goes past an end is tried in Python, by the same tests: to look again at each takes a
twentieth of a search, and room."""
_NO_LINE: Final = (re.escape("__pyx_lineno = lineno; "), "")
"""What each place that could fail does to tell its line in a traceback, which without it tells the
function only. So most of these places are one to the compiler."""
_LET_GO: Final = (
    r"__Pyx_XDECREF\((\(\(PyObject \*\)__pyx_t_\d+\)|__pyx_t_\d+)\);",
    r"Py_DecRef((PyObject *)\1);",
)
"""What lets go of an interim result where it cannot be known that there is one: only after errors.
There a call does, rather than all that it does."""
_SMALL: Final = [
    "-flto=auto",
    "-fno-tree-pre",
    "-fno-tree-vectorize",
    "-fno-ipa-cp-clone",
    "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables",
    "-fno-unwind-tables",
    # Where Cython says that something is unlikely, it is an error.
    "--param=builtin-expect-probability=100",
    *(f"-fno-align-{what}" for what in ("functions", "jumps", "labels", "loops")),
]
"""What makes a library smaller, and no slower: a search runs as many instructions."""


def modules(root: Path = ROOT) -> list[Path]:
    """Return the modules that are compiled, in the source at ``root``."""
    found = sorted((root / "game").rglob("*.pxd"))
    return [path.with_suffix(".py") for path in found if path.stem != _NO_MODULE]


def key(root: Path = ROOT) -> str:
    """Return what tells one state of these sources, on one Python, from others."""
    told = hashlib.sha256(sysconfig.get_config_var("EXT_SUFFIX").encode())
    for path in sorted((root / "game").rglob("*.pxd")):
        source = path.with_suffix(".py")
        told.update(path.read_bytes() + source.read_bytes())
    return told.hexdigest()


def is_wanted() -> bool:
    """Return whether whoever builds a package asks for the compiled modules."""
    return os.environ.get("VIERFELD_COMPILED", "0") not in ("", "0")


def impediment() -> str | None:
    """Return why nothing can be compiled here; None if it can."""
    try:
        import Cython  # noqa: F401 (only whether it is there)
        from setuptools._distutils.ccompiler import new_compiler
        from setuptools._distutils.sysconfig import customize_compiler
    except ImportError as error:
        return f"{error.name} is not installed"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "there.c"
        source.write_text("#include <Python.h>\n", "utf-8")
        compiler = new_compiler()
        try:
            customize_compiler(compiler)
            headers = [sysconfig.get_paths()["include"]]
            compiler.compile([str(source)], output_dir=folder, include_dirs=headers)
        except Exception as error:  # each system's compiler fails in its own way
            return f"there is no C compiler ({error})"
    return None


def _laid(root: Path, folder: Path, top: str) -> list[tuple[str, Path]]:
    """Lay what is compiled below ``folder``; return each module's name and place."""
    found = []
    for source in [*modules(root), *(root / "game").rglob(f"{_NO_MODULE}.py")]:
        inner = source.relative_to(root).with_suffix("")
        place = folder / top / inner
        place.parent.mkdir(parents=True, exist_ok=True)
        text, told = bare(source.read_bytes()), source.with_suffix(".pxd").read_bytes()
        if top:
            text = below(text)
            told = re.sub(rb"(?m)^from (?=game\b)", f"from {top}.".encode(), told)
        place.with_suffix(".py").write_bytes(text)
        place.with_suffix(".pxd").write_bytes(told)
        if inner.name != _NO_MODULE:
            name = ".".join([*([top] if top else []), *inner.parts])
            found.append((name, place.with_suffix(".py")))
    for path in {place.parent for _, place in found}:
        while path != folder:
            (path / "__init__.py").touch()
            path = path.parent
    return found


def _extension(name: str, sources: list[str], *more: str) -> Any:
    from setuptools import Extension

    # What a debugger wants is three quarters of a module.
    options = [] if sys.platform == "win32" else ["-O2", "-g0", "-Wno-unused-function"]
    stripped = ["-Wl,-s"] if sys.platform == "linux" else []
    return Extension(
        name,
        sources,
        extra_compile_args=[*options, *more],
        extra_link_args=[*stripped, *options, *more],
        # What of Cython's own is worth a copy at each call the compiler knows better; and a method
        # in Python need not be taken apart for a call.
        define_macros=[("CYTHON_INLINE", ""), ("CYTHON_UNPACK_METHODS", "0")],
        # Without one of them that module runs as it is in Python.
        optional=True,
    )


def extensions(folder: Path, top: str = "", **directives: Any) -> list[Any]:
    """Return the modules as setuptools compiles them, in C below ``folder``; below the package
    ``top``, where there is one."""
    from Cython.Build import cythonize
    from Cython.Compiler.Options import get_directive_defaults

    # A line of positions, each of which holds the one before, may be too long for one to be freed
    # within the other. (Cython knows this for a class alone, where no ``.pxd`` can say it.)
    get_directive_defaults()["trashcan"] = True
    wanted = [_extension(name, [str(path)]) for name, path in _laid(ROOT, folder / "source", top)]
    made: list[Any] = cythonize(
        wanted,
        include_path=[str(folder / "source")],
        build_dir=str(folder / "c"),
        compiler_directives={**_DIRECTIVES, **directives},
        quiet=True,
    )
    for extension in made:
        extension.optional = True
        for source in map(Path, extension.sources):
            text = source.read_text("utf-8")
            for what, instead in (_NO_LINE, _LET_GO):
                text = re.sub(what, instead, text)
            source.write_text(text, "utf-8")
    return made


def _begin() -> None:
    """Say what is going to happen, or end with a message if it cannot."""
    if why := impediment():
        raise SystemExit(f"The solver cannot be compiled: {why}")
    print("Compiling the solver, which takes about a minute …", file=sys.stderr, flush=True)


def build(
    folder: Path = FOLDER, target: Path | None = None, top: str = "", **directives: Any
) -> dict[str, Path]:
    """Compile in ``folder``, into ``target`` or else the same; return the modules' names and
    files."""
    _begin()
    wanted = extensions(folder, top, **directives)
    made = _compiled(wanted, folder, target or folder)
    if len(made) == len(wanted):
        (folder / KEY).write_text(key(), "utf-8")
    return made


def _compiled(wanted: list[Any], folder: Path, target: Path) -> dict[str, Path]:
    """Compile into ``target``; return what has come of it."""
    from setuptools import Distribution

    told = {"name": TOP, "ext_modules": wanted}
    command: Any = Distribution(told).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(target), str(folder / "objects")
    # Each module names its own beginning; the library of a wheel has none by its name.
    command.get_export_symbols = lambda extension: []
    command.ensure_finalized()
    command.run()
    made = {one.name: Path(command.get_ext_fullpath(one.name)) for one in command.extensions}
    return {name: path for name, path in made.items() if path.exists()}


def bundle(folder: Path, target: Path, top: str) -> None:
    """Compile in ``folder`` all modules into one library in ``target``, and have each module that
    lies there below the package ``top`` taken from it."""
    _begin()
    apart = extensions(folder, top)
    sources = [source for extension in apart for source in extension.sources]
    small = _SMALL if sys.platform == "linux" else []
    if not _compiled([_extension(f"{top}.{LIBRARY}", sources, *small)], folder, target):
        raise SystemExit("The solver cannot be compiled: see above")
    for extension in apart:
        place = target.joinpath(*extension.name.split(".")).with_suffix(".py")
        package = extension.name.rpartition(".")[0]
        place.write_text(f"from {package}.form import take\n\ntake(__name__)\n", "utf-8")


if __name__ == "__main__":
    sys.exit(not build(*map(Path, sys.argv[1:2])))
