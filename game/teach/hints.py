"""What a hint says: a move with its main reason, then more if the player asks.

A hint says only what is proven so far, or that it follows a rule of thumb. What is proven later is
added; nothing already said changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final, NamedTuple

from game.core.moves import Action, Move
from game.core.state import RESERVE, STOCK, State
from game.play.thumb import rules_of_thumb
from game.rules.registry import Rules
from game.solver.answer import Margin
from game.support.texts import tr
from game.teach.reasons import Leg, Reason, Why, legs, reasons_for
from game.words.summary import move_phrase, summary

_DRAWN: Final = 2
"""The maximum number of moves drawn as arrows; more would be confusing."""
_MORE: Final = 3
"""The maximum number of further reasons that the player can ask for."""
_VISIBLE: Final = (Why.RESERVE, Why.RESERVE_ENDS, Why.FREES, Why.EMPTIES, Why.RUN)
"""The kinds of reason told with a rule of thumb; none depends on hidden cards."""


class Hint(NamedTuple):
    """A hint's moves and sentences; the sentences are shown one after another."""

    legs: tuple[Leg, ...]  # the moves that it shows; the first is the one to play
    move_words: str  # the move to play
    first: str  # told at once
    further: str = ""  # told when the player asks for more
    rest_of_line: str = ""  # told last

    @property
    def move(self) -> Move:
        return self.legs[0].move


def hint_of_line(
    rules: Rules,
    state: State,
    line: Sequence[Move],
    margin: Margin | None = None,
    *,
    late: bool = False,  # whether the margin became known only after the hint was shown
) -> Hint | None:
    """Return a hint for the first move of a winning ``line``; None if that move is illegal."""
    main, further = reasons_for_line(rules, state, line, margin, late=late)
    way = _shown_legs(rules, state, line)
    if not way:
        return None
    named = _sentence(move_phrase(way[0].move, state))
    first = tr("{move}.", move=named)
    if main:
        first = tr("{move}: {reasons}.", move=named, reasons=_joined(main))
    rest = "; ".join(move_phrase(leg.move, leg.before) for leg in way[1:])
    ahead = tr("Then {moves}.", moves=rest) if rest else ""
    deeper = tr("Also: {reasons}.", reasons=_joined(further)) if further else ""
    return Hint(way, named, first, deeper or ahead, ahead if deeper else "")


def reasons_for_line(
    rules: Rules,
    state: State,
    line: Sequence[Move],
    margin: Margin | None = None,
    *,
    late: bool = False,
) -> tuple[Sequence[Reason], Sequence[Reason]]:
    """Return the reasons to show at first, and the reasons to show if the player asks for more."""
    found = reasons_for(rules, state, line, margin)
    kinds = {reason.kind for reason in found}
    own = [reason for reason in found if reason.kind is not Why.ONLY]
    if Why.WINS in kinds:
        own = [reason for reason in own if reason.kind is Why.WINS]
    elif Why.FINISHES in kinds:
        # If all other cards can go home at once, it is obvious that the line wins.
        own = [reason for reason in own if reason.kind is not Why.LEADS]
    only = [reason for reason in found if reason.kind is Why.ONLY]
    main, further = own[:1], own[1 : 1 + _MORE]
    # What the player has already been told mustn't change.
    return (main, further + only) if late else (main + only, further)


def hint_of_thumb(rules: Rules, state: State) -> Hint | None:
    """Return a hint by rule of thumb, or None if no rule applies."""
    moves = list(islice(rules_of_thumb(rules, state), 2))
    if not moves:
        return None
    best, others = moves[0], moves[1:]
    way, named = tuple(legs(rules, state, [best])), move_phrase(best, state)
    reasons = visible_reasons(rules, state, best)
    first = tr("Rule of thumb: {move}.", move=named)
    if reasons:
        why = _joined(reasons[:1])
        first = tr("Rule of thumb: {move} – {reasons}.", move=named, reasons=why)
    further = [tr("Also: {reasons}.", reasons=_joined(reasons[1:]))] if reasons[1:] else []
    for other in others:
        further.append(tr("Next by rule of thumb: {move}.", move=move_phrase(other, state)))
    return Hint(way, _sentence(named), first, " ".join(further))


def hint_at(rules: Rules, state: State, move: Move) -> Hint:
    """Return a hint that shows the legal ``move`` without a reason."""
    named = _sentence(move_phrase(move, state))
    return Hint(tuple(legs(rules, state, [move])), named, tr("{move}.", move=named))


def visible_reasons(rules: Rules, state: State, move: Move) -> Sequence[Reason]:
    """Return the reasons for ``move`` that don't depend on hidden cards."""
    return [reason for reason in reasons_for(rules, state, [move]) if reason.kind in _VISIBLE]


def losing_move_text(action: Action, before: State) -> str:
    """Return a sentence saying that ``action`` lost the game."""
    return tr("This move lost the game: {move}", move=summary(action, before))


def _shown_legs(rules: Rules, state: State, line: Sequence[Move]) -> tuple[Leg, ...]:
    """Choose which moves of ``line`` to draw. Only the first may involve a hidden card."""
    hidden = {*state.piles.get(STOCK, ()), *state.piles.get(RESERVE, ())[:-1]}
    way: list[Leg] = []
    for leg in islice(legs(rules, state, line), _DRAWN):
        named = {*leg.cards, *(leg.before[leg.move.target][-1:] if leg.cards else ())}
        if way and not hidden.isdisjoint(named):
            break
        way.append(leg)
    return tuple(way)


def _joined(reasons: Sequence[Reason]) -> str:
    return "; ".join(reason.words for reason in reasons)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
