"""The par of the casino's deals: the most that can be made of each, by sight of all cards.

It takes the solver a second or two for a deal, so another process does it, one deal at a time and
only as long as somebody looks; what was found out once is kept.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from game.rules.canfield import RULE_SETS
from game.rules.registry import CANFIELD, numbered
from game.support.helper import Helper
from game.support.processes import leave_ctrl_c_to_the_parent
from game.support.texts import tr

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    Pipe = Connection["tuple[int, int]", int]

RULES: Final = "casino"
_SECONDS: Final = 2.0
"""How long the solver may search for the par of one deal; then it is the most that was found."""
_IDLE: Final = 20.0
"""Seconds after which the process ends where nothing more is wanted."""
_NICE: Final = 10


class Pars:
    """Pars by the numbers of deals. ``read`` gives those known from before, when the first one is
    asked for, ``keep`` has all of them kept."""

    def __init__(
        self,
        read: Callable[[], Mapping[int, int]],
        keep: Callable[[Mapping[int, int]], None],
    ) -> None:
        self._read = read
        self._keep = keep
        self._found: dict[int, int] | None = None
        self._asked: int | None = None
        self._helper: Helper[int, tuple[int, int]] | None = None
        self._failed = False
        self._problem = ""

    @property
    def found(self) -> Mapping[int, int]:
        """All pars, in dollars, that are known."""
        return self._known()

    def _known(self) -> dict[int, int]:
        if self._found is None:
            self._found = dict(self._read())
        return self._found

    def seek(self, deals: Sequence[int]) -> bool:
        """Have the par of the first of ``deals`` found out that is not known, if none is on its
        way; whether another one has become known since the last time."""
        news = self._take()
        wanted = next((deal for deal in deals if deal not in self._known()), None)
        if wanted is not None and self._asked is None and not self._failed:
            self._ask(wanted)
        return news

    def take_problem(self) -> str:
        """What the player is to be told, once: that no more pars will come; else empty."""
        problem, self._problem = self._problem, ""
        return problem

    def _take(self) -> bool:
        if self._helper is None:
            return False
        try:
            found = dict(self._helper.receive())
        except EOFError:
            # It has ended: if it was not for want of questions, it shall not be tried again.
            if self._asked is not None:
                self._fail()
            self.close()
            return False
        if not found:
            return False
        self._asked = None
        self._known().update(found)
        self._keep(self._known())
        return True

    def _fail(self) -> None:
        self._failed = True
        self._problem = tr("The par of the casino's deals cannot be found out: its process ends.")

    def _ask(self, deal: int) -> None:
        if self._helper is None:
            try:
                self._helper = Helper(serve)
            except OSError:
                # There can be no process, and there will be none at the next look either.
                self._fail()
                return
        self._helper.send(deal)
        self._asked = deal

    def close(self) -> None:
        """End the process, if there is one."""
        if self._helper is not None:
            self._helper.end()
        self._helper = self._asked = None


def serve(pipe: Pipe) -> None:
    """Answer each number of a deal with itself and its par, until nothing is asked any more."""
    leave_ctrl_c_to_the_parent()
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICE)
    with contextlib.suppress(EOFError, OSError):
        while pipe.poll(_IDLE):
            deal = pipe.recv()
            # One question at a time: all that can come meanwhile is the game's end.
            pipe.send((deal, par(deal, cancelled=pipe.poll)))


def par(deal: int, *, cancelled: Callable[[], bool] | None = None) -> int:
    """The most dollars that the casino's deal of that number can bring."""
    from game.solver.canfield import best_account

    layout = numbered(CANFIELD, deal, RULES).layout()
    rules = RULE_SETS[RULES]
    return best_account(layout, rules, time_limit=_SECONDS, cancelled=cancelled).account
