"""The sentences of a game's story, one for each fact that ``game.teach.story`` has proven."""

from __future__ import annotations

from collections.abc import Iterable

from game.support.texts import tr, trn
from game.teach.reasons import Cost, Why
from game.teach.story import (
    Aftermath,
    AgainstPar,
    Closest,
    Detour,
    Fact,
    Instead,
    Mistake,
    Narrow,
    NeverClose,
    NeverWinnable,
    NotKnown,
    Opening,
    Outcome,
    StillOpen,
)
from game.words.reasons import price_text, reason_text
from game.words.summary import advice, summary

_SAID_BY_THE_MOVE = (Cost.LAST_CELL, Cost.LAST_COLUMN)
"""Costs that the words for the move name already."""


def sentences(facts: Iterable[Fact]) -> list[str]:
    """Return a story, one sentence for each of its facts."""
    return [sentence(fact) for fact in facts]


def sentence(fact: Fact) -> str:
    """Return a fact of a story in the player's language."""
    match fact:
        case Outcome():
            return _outcome(fact)
        case NeverWinnable():
            return tr("This deal can't be won.")
        case Opening() | StillOpen():
            return _room(fact)
        case Narrow():
            return _narrow(fact)
        case Mistake():
            return _mistake(fact)
        case Instead():
            return _instead(fact)
        case _:
            return _more(fact)


def _more(fact: Fact) -> str:
    match fact:
        case Aftermath():
            n = fact.moves
            return trn(
                "You played {n} more move after that.", "You played {n} more moves after that.", n
            )
        case Closest():
            return tr(
                "It came closest to being lost at move {number}: {kept} of {n} moves still won.",
                number=fact.number,
                kept=fact.kept,
                n=fact.of,
            )
        case NeverClose():
            return tr("No single move could have lost it.")
        case Detour():
            return trn(
                "You could have saved {n} move from move {number} on.",
                "You could have saved {n} moves from move {number} on.",
                fact.saved,
                number=fact.number,
            )
        case AgainstPar():
            return _against_par(fact)
        case NotKnown():
            return trn(
                "For {n} position it's unknown whether it can be won.",
                "For {n} positions it's unknown whether they can be won.",
                fact.positions,
            )
    raise ValueError(f"no sentence for {fact}")


def _outcome(fact: Outcome) -> str:
    n, home = fact.moves, fact.home
    if fact.won:
        return trn("Won in {n} move.", "Won in {n} moves.", n)
    if fact.stopped:
        return trn(
            "Stopped after {n} move with {home} of 52 cards home.",
            "Stopped after {n} moves with {home} of 52 cards home.",
            n,
            home=home,
        )
    return trn(
        "After {n} move, {home} of 52 cards are home.",
        "After {n} moves, {home} of 52 cards are home.",
        n,
        home=home,
    )


def _room(fact: Opening | StillOpen) -> str:
    """How many moves keep the win; with some undecided, a lower limit."""
    kept, n = fact.kept, fact.of
    if isinstance(fact, Opening):
        if fact.undecided:
            return tr("At the start, at least {kept} of {n} moves were winning.", kept=kept, n=n)
        if kept == n:
            return trn(
                "At the start, the only legal move was winning.",
                "At the start, all {n} moves were winning.",
                n,
            )
        return tr("At the start, {kept} of {n} moves were winning.", kept=kept, n=n)
    if not kept:
        return tr("This game can still be won.")
    if fact.undecided:
        return trn(
            "It can still be won: at least {n} of {of} moves wins.",
            "It can still be won: at least {n} of {of} moves win.",
            kept,
            of=n,
        )
    if kept == n:
        return trn(
            "It can still be won: the only legal move wins.",
            "It can still be won: all {n} moves win.",
            n,
        )
    return trn(
        "It can still be won: {n} of {of} moves wins.",
        "It can still be won: {n} of {of} moves win.",
        kept,
        of=n,
    )


def _narrow(fact: Narrow) -> str:
    if fact.number == fact.last:
        return tr(
            "It was close at move {number}: only {kept} of {n} moves won.",
            number=fact.number,
            kept=fact.most,
            n=fact.of,
        )
    if fact.least == fact.most:
        return tr(
            "It was close from move {first} to {last}: only {kept} of up to {n} moves won.",
            first=fact.number,
            last=fact.last,
            kept=fact.most,
            n=fact.of,
        )
    return tr(
        "It was close from move {first} to {last}: only {least} to {most} of up to {n} moves won.",
        first=fact.number,
        last=fact.last,
        least=fact.least,
        most=fact.most,
        n=fact.of,
    )


def _mistake(fact: Mistake) -> str:
    move = summary(fact.action, fact.before)
    if not fact.kept:
        told = tr("Move {n} lost the game ({move}).", n=fact.number, move=move)
    elif fact.undecided:
        told = tr(
            "Move {number} lost the game ({move}). At least {kept} of the {n} moves still won.",
            number=fact.number,
            move=move,
            kept=fact.kept,
            n=fact.of,
        )
    elif fact.kept == fact.of:
        # Who stops does none of them.
        told = trn(
            "Move {number} lost the game ({move}). The only legal move still won.",
            "Move {number} lost the game ({move}). Any of the {n} legal moves would have won.",
            fact.of,
            number=fact.number,
            move=move,
        )
    else:
        told = tr(
            "Move {number} lost the game ({move}). {kept} of the {n} moves still won.",
            number=fact.number,
            move=move,
            kept=fact.kept,
            n=fact.of,
        )
    costs = [price_text(cost) for cost in fact.costs if cost.kind not in _SAID_BY_THE_MOVE]
    return " ".join([told, *costs[:1]])


def _instead(fact: Instead) -> str:
    move = advice(fact.move, fact.before)
    if not fact.reasons:
        return tr("This would have won: {move}.", move=move)
    # How many others lose is told of the move that was played.
    telling = [one for one in fact.reasons if one.kind is not Why.ONLY] or fact.reasons
    reason = reason_text(telling[0])
    return tr("This would have won: {move} – {reason}.", move=move, reason=reason)


def _against_par(fact: AgainstPar) -> str:
    par = fact.par.moves
    if fact.par.proven:
        return trn(
            "{n} move is proven to be the fewest possible.",
            "{n} moves are proven to be the fewest possible.",
            par,
        )
    if fact.played == par:
        return tr("No shorter way is known.")
    return trn(
        "Par is {n} move, the shortest solution known.",
        "Par is {n} moves, the shortest solution known.",
        par,
    )
