"""The ways to a file that was just written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from game.support.opening import open_file
from game.support.texts import tr
from scenes.kit.services import call_in_loop


class Way(NamedTuple):
    """What can be done about something that is told, as the label of a button."""

    label: str
    act: Callable[[], object]


class Tell(Protocol):
    """Tells the player something, with buttons for what can be done about it."""

    def __call__(self, words: str, ways: Sequence[Way] = ()) -> None: ...


def ways_to(path: Path, refuse: Tell) -> Sequence[Way]:
    """Return the buttons that open the file at ``path`` and show it in its folder; ``refuse`` says
    what cannot be done, with what is left to try."""

    def act(words: str, left: Sequence[Way], *, in_folder: bool) -> None:
        if path.exists():
            told = partial(call_in_loop, partial(refuse, words, left))
            open_file(path, told, in_folder=in_folder)
        else:
            refuse(tr("{path} is no longer there.", path=path))

    found = tr("No program can show {path}'s folder.", path=path)
    show = Way(tr("Show in folder"), partial(act, found, (), in_folder=True))
    opened = tr("No program can open {path}.", path=path)
    return Way(tr("Open"), partial(act, opened, (show,), in_folder=False)), show
