"""The margin of a position: a verdict on each move."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from game.core.state import State
from game.rules.choices import choices, in_notation
from game.rules.counting import player_moves
from game.rules.registry import Deal
from game.rules.replay import position_after
from game.solver.answer import (
    FIRST_LOOK,
    JudgedMove,
    Known,
    Margin,
    Verdict,
    never_cancelled,
    search,
)
from game.solver.packed import Key, LatestCache, key_of

_CACHE_SIZE: Final = 20_000  # positions


def _without_win(judged: Sequence[JudgedMove]) -> Verdict:
    """Return the verdict on a position without a known winning move."""
    some_open = any(one.verdict is Verdict.UNDECIDED for one in judged)
    return Verdict.UNDECIDED if some_open else Verdict.LOST


class Weigher:
    """Judges each move of a position, and remembers the verdicts."""

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self._clock = clock
        self._known = LatestCache[Key, Known](_CACHE_SIZE)

    def weigh(
        self,
        deal: Deal,
        state: State,
        seconds: float,
        *,
        known: Known | None = None,
        cancelled: Callable[[], bool] = never_cancelled,
    ) -> Margin | None:
        """Return the margin of ``state``; None if cancelled.

        ``seconds`` is roughly the time limit for each move.
        """
        rules = deal.engine
        if known is not None:
            self._remember(deal, state, known)
        ways = list(choices(rules, state))
        longest = min(max(seconds, FIRST_LOOK), seconds * len(ways))
        known = self._judge(deal, state, longest, cancelled)
        if known is None:
            return None
        best = known.moves
        if best:
            # The first move of a winning line needs no search.
            after = position_after(rules, state, best[:1])
            assert isinstance(after, State), "the line is legal"
            self._remember(deal, after, Known(Verdict.WINNABLE, best[1:]))
        judged: list[JudgedMove] = []
        for move in ways:
            if known.verdict is Verdict.LOST:
                judged.append(JudgedMove(move, Verdict.LOST))
                continue
            after = rules.expand(state, move)[-1].after
            found = self._judge(deal, after, seconds, cancelled)
            if found is None:
                return None
            if found.verdict is not Verdict.WINNABLE:
                judged.append(JudgedMove(move, found.verdict))
                continue
            way = (in_notation(rules, state, move), *found.moves)
            judged.append(JudgedMove(move, found.verdict, player_moves(way)))
            if not best or player_moves(way) < player_moves(best):
                best = way
        verdict = Verdict.WINNABLE if best or rules.won(state) else _without_win(judged)
        if verdict is not Verdict.UNDECIDED:
            self._remember(deal, state, Known(verdict, best))
        return Margin(verdict, tuple(judged), best, seconds)

    def _judge(
        self, deal: Deal, state: State, seconds: float, cancelled: Callable[[], bool]
    ) -> Known | None:
        """Return what is known or found about ``state``; None if cancelled."""
        found = self._known.get(key_of(deal, state))
        if found is not None and (
            found.verdict is not Verdict.UNDECIDED or found.seconds >= seconds
        ):
            return found
        answer = search(deal, state, seconds, cancelled, self._clock)
        if answer is None:
            return None
        found = Known(answer.verdict, answer.moves, seconds=seconds)
        self._remember(deal, state, found)
        return found

    def _remember(self, deal: Deal, state: State, found: Known) -> None:
        key = key_of(deal, state)
        had = self._known.get(key)
        shorter = had is None or player_moves(found.moves) < player_moves(had.moves)
        if had is None or not had.moves or (found.moves and shorter):
            self._known[key] = found
