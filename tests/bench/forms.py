"""The startup time, memory use and idle load of each distributed form of the program.

Measures the packages that ``.ci/package`` has left in ``dist``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from tests.bench.figures import Figure, fixed
from tests.bench.screen import Screen, at_rest, start
from tests.house import ROOT
from tests.package.wheel import installed

SIZE: Final = (1400, 900)
GAME: Final = ("vierfrei", "--deal", "617")
LIMITS: Final = {"single file": 1200.0, "folder, .deb": 400.0}
"""The longest times allowed from the start to the complete table, in milliseconds."""


def run() -> list[Figure]:
    with closing(Screen(SIZE)) as shown, forms(ROOT / "dist") as there:
        return [figure for form, command in there.items() for figure in _of(form, command, shown)]


@contextmanager
def forms(dist: Path) -> Iterator[dict[str, list[str]]]:
    """Yield the commands that start the program, keyed by the form of the program.

    These are the forms found in ``dist``. If a wheel is among them, the source code is another
    form, and the wheel stays installed until the ``with`` block ends.
    """
    found = [("single file", dist / "vierfeld")]
    found += [("folder, .deb", path) for path in dist.glob("vierfeld-*/vierfeld")]
    commands = {form: [str(path)] for form, path in found if path.is_file()}
    # The wheel with the compiled solver sorts before the wheel for any system.
    wheels = sorted(dist.glob("vierfeld-*.whl"))
    if not wheels:
        yield commands
        return
    with tempfile.TemporaryDirectory() as folder, installed(wheels[0], Path(folder)) as scripts:
        commands["wheel"] = [str(scripts / "vierfeld")]
        # This Python has only the packages that the program needs.
        commands["source"] = [str(scripts / "python"), str(ROOT / "main.py")]
        yield commands


def _of(form: str, command: list[str], shown: Screen) -> Iterator[Figure]:
    begun = start(shown, [*command, *GAME])
    yield Figure(f"{form}: to the complete table", begun, "ms", LIMITS.get(form))
    memory, share = at_rest(shown, [*command, *GAME])
    yield fixed(f"{form}: memory", memory, "MB")
    yield fixed(f"{form}: of a core at rest", share, "%")
