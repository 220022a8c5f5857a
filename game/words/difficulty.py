"""How hard a deal is, and its par, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.support.texts import texts, tr, tr_later, trn
from game.teach.difficulty import Grade, Graded
from game.teach.story import Par

_NUMBERS: Final = (
    tr_later("one"),
    tr_later("two"),
    tr_later("three"),
    tr_later("four"),
    tr_later("five"),
    tr_later("six"),
    tr_later("seven"),
    tr_later("eight"),
    tr_later("nine"),
    tr_later("ten"),
    tr_later("eleven"),
    tr_later("twelve"),
)
"""Numbers that are written as words, from 1 on."""


def grade_names() -> Mapping[Grade, str]:
    """What the grades are called, from the easiest on."""
    return {
        Grade.VERY_EASY: tr("very easy"),
        Grade.EASY: tr("easy"),
        Grade.MEDIUM: tr("medium"),
        Grade.HARD: tr("hard"),
        Grade.VERY_HARD: tr("very hard"),
    }


def brief(graded: Graded) -> str:
    """Return grade and par in few words, as ``medium, par 31``."""
    return tr("{grade}, par {n}", grade=grade_names()[graded.grade], n=graded.par.moves)


def in_full(graded: Graded) -> str:
    """Return grade and par with what is known of the par: it is the length of a line, and says
    that none is shorter only where that is proven."""
    return f"{brief(graded)} {par_told(graded.par)}"


def par_told(par: Par) -> str:
    """Return whether a par is more than the shortest line known."""
    return tr("(proven shortest)") if par.proven else tr("(best known)")


def won_sentence(moves: int, par: Par | None) -> str:
    """Return in how many moves a game was won, and how that compares with ``par``, if known."""
    if par is None:
        return trn("Won in {n} move.", "Won in {n} moves.", moves)
    over = moves - par.moves
    if over > 0:
        return trn(
            "Won in {n} move, {over} over par.",
            "Won in {n} moves, {over} over par.",
            moves,
            over=over,
        )
    if over < 0:
        return trn(
            "Won in {n} move, {under} under par.",
            "Won in {n} moves, {under} under par.",
            moves,
            under=-over,
        )
    return trn("Won in {n} move, exactly par.", "Won in {n} moves, exactly par.", moves)


def deal_sentence(grade: Grade) -> str:
    """Return how hard a deal is, as a sentence."""
    return {
        Grade.VERY_EASY: tr("A very easy deal."),
        Grade.EASY: tr("An easy deal."),
        Grade.MEDIUM: tr("A deal of medium difficulty."),
        Grade.HARD: tr("A hard deal."),
        Grade.VERY_HARD: tr("A very hard deal."),
    }[grade]


def _number(number: int) -> str:
    """Return a number as a word if it is small, else in digits."""
    return texts.one(_NUMBERS[number - 1]) if 0 < number <= len(_NUMBERS) else str(number)


def narrowness(kept: int, of: int) -> str:
    """Return how many of a position's moves win, as ``one winning move of twelve``."""
    return trn(
        "one winning move of {of}",
        "{kept} winning moves of {of}",
        kept,
        kept=_number(kept),
        of=_number(of),
    )
