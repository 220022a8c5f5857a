"""The positions that one action of the player can lead to, to be judged while he thinks."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.moves import Move, Refusal, Verb
from game.core.state import PileId, Role, State
from game.play.session import Automatic, Session
from game.rules.choices import laid


def positions_ahead(session: Session, automatic: Automatic) -> Iterator[State]:
    """Yield the position after each possible action, with the automatic moves it causes.

    First the moves home, then those between columns, then the others; in the end the positions
    within the last action, to which single steps back lead. Of several free cells or empty columns
    one stands for all. Each position is worked out only when it is asked for.
    """
    actions = session.actions
    for moves in ways_ahead(session):
        after = session.outcome(*moves, automatic=automatic)
        if not isinstance(after, Refusal):
            yield after
    if actions:
        yield from (step.after for step in actions[-1][:-1])


def ways_ahead(session: Session) -> Iterator[tuple[Move, ...]]:
    """Yield the moves of each action that is to be judged, the most promising first; some are
    illegal."""
    rules, state = session.rules, session.state
    for target in sorted(_targets(session), key=_rank):
        for source in rules.piles:
            if source == target or (source.role is target.role is Role.CELL):
                continue
            for count in rules.counts(state, source):
                if target.role is Role.FOUNDATION and target.number != state[source][-1].suit:
                    break
                found = laid(rules, state, source, count, target)
                if not isinstance(found, Refusal):
                    yield found
    for verb in (Verb.DEAL, Verb.TURN, Verb.INSPECT, Verb.PAY):
        yield (Move(verb),)


def _targets(session: Session) -> Iterator[PileId]:
    """Yield all piles, but only one of several empty cells or of several empty columns."""
    seen: set[Role] = set()
    for pile in session.rules.piles:
        if pile.role in (Role.CELL, Role.COLUMN) and not session.state[pile]:
            if pile.role in seen:
                continue
            seen.add(pile.role)
        yield pile


def _rank(target: PileId) -> int:
    order = (Role.FOUNDATION, Role.COLUMN)
    return order.index(target.role) if target.role in order else len(order)
