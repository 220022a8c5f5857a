"""What the service remembers: verdicts, lines, margins, and the answers of jobs."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final, TypeVar

from game.core.state import State
from game.rules.registry import KINDS, Deal, KindKey
from game.solver.answer import Margin, Verdict
from game.solver.known import Kept, Key, Line
from game.solver.packed import Along, pack, worth
from game.solver.worker import Job

_Name = TypeVar("_Name")
_Value = TypeVar("_Value")
_KEPT: Final = 5000
"""How much of each kind is remembered."""


class Memory:
    """All answers so far, but for those that have not been wanted for long."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self.kept: OrderedDict[Key, Kept] = OrderedDict()
        self._foreseen: OrderedDict[Key, Verdict] = OrderedDict()
        """Verdicts by equivalent position, also for positions that nobody has asked about."""
        self._margins: OrderedDict[Key, Margin] = OrderedDict()
        self._found: OrderedDict[Job[Any], Any] = OrderedDict()
        self._last: tuple[Deal, State, Key] | None = None
        self.news = False
        """Whether there is something since this was last set to False that was asked for."""

    def key(self, deal: Deal, state: State) -> Key:
        """Return what names a position here."""
        last = self._last
        # The table asks about the same position again and again.
        if last is None or last[1] is not state or last[0] is not deal:
            last = self._last = (deal, state, (deal.kind.key, pack(deal.engine, state)))
        return last[2]

    def worth(self, key: Key) -> Key:
        """Return what names all positions that are won or lost together with that one."""
        return key[0], worth(KINDS[key[0]].engine, key[1])

    # -- verdicts ------------------------------------------------------------------------------

    def look_up(self, key: Key, *, after: Key | None = None) -> Kept | None:
        """Return what is known of a position, also since it follows the one ``after`` or is worth
        the same as another; None if nothing is."""
        kept = self.kept.get(key)
        if kept is None and after is not None:
            before = self.kept.get(after)
            if before is not None and before.verdict is Verdict.LOST:
                kept = self.keep(key, Kept(Verdict.LOST))
        if kept is None and self._foreseen.get(self.worth(key)) is Verdict.LOST:
            kept = self.keep(key, Kept(Verdict.LOST))
        return kept

    def verdict(self, key: Key) -> Verdict | None:
        """Return the verdict on a position, even if no line is known; None as long as there is
        none."""
        kept = self.kept.get(key)
        return self._foreseen.get(self.worth(key)) if kept is None else kept.verdict

    def keep(self, key: Key, kept: Kept) -> Kept:
        """Remember what is known of a position that was asked about, and return it."""
        if kept.verdict is not Verdict.UNDECIDED:
            self.foresee(self.worth(key), kept.verdict)
        self.news = True
        return _put(self.kept, key, kept)

    def keep_line(self, along: Along, kind: KindKey) -> None:
        """Remember every position along a line, those near its beginning as the newest."""
        line = Line(along.line, kind)
        for rest, (packed, first, then) in enumerate(reversed(along.places)):
            key = (kind, packed)
            had = self.kept.get(key)
            if had is None or had.rest > rest:
                self.keep(key, Kept(Verdict.WINNABLE, line, first, then, rest))

    def foresee(self, worth: Key, verdict: Verdict) -> None:
        """Remember the verdict on all positions of that worth."""
        _put(self._foreseen, worth, verdict)

    # -- margins and jobs ----------------------------------------------------------------------

    def margin(self, key: Key) -> Margin | None:
        """Return what is known of the moves of a position; None if nothing is."""
        return self._margins.get(key)

    def keep_margin(self, key: Key, margin: Margin) -> None:
        """Remember the margin of a position, and what it says of the position itself."""
        _put(self._margins, key, margin)
        self.news = True
        had = self.kept.get(key)
        if margin.verdict is not Verdict.UNDECIDED and (
            had is None or had.verdict is Verdict.UNDECIDED
        ):
            tokens = " ".join([move.text for move in margin.line])
            self.keep(key, Kept(margin.verdict, Line(tokens, key[0]) if tokens else None))

    def found(self, job: Job[_Value]) -> _Value | None:
        """Return the latest answer of a job; None if there is none."""
        found: _Value | None = self._found.get(job)
        return found

    def keep_found(self, job: Job[Any], found: object) -> None:
        """Remember an answer of a job."""
        _put(self._found, job, found)
        self.news = True


def _put(among: OrderedDict[_Name, _Value], name: _Name, value: _Value) -> _Value:
    """Put a value among others as the newest of them, and forget the oldest if they are too
    many."""
    among[name] = value
    among.move_to_end(name)
    if len(among) > _KEPT:
        among.popitem(last=False)
    return value
