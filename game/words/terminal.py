"""What every command line of the program says, the window's and the commands'."""

from __future__ import annotations

from game.support.texts import tr
from game.words.causes import system_reason


def no_value(option: str) -> str:
    """Return what is wrong where ``option`` is given two dashes as its value."""
    return tr("-- can't be a value for {option}", option=repr(option))


def unwritten(error: OSError) -> str:
    """Return that the output cannot be written, and why."""
    return tr("can't write: {reason}", reason=system_reason(error))
