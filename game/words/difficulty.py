"""How hard a deal is, and its par, in words."""

from __future__ import annotations

from collections.abc import Mapping

from game.support.texts import tr
from game.teach.difficulty import Grade, Graded
from game.teach.story import Par


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


def against_par(played: int, par: Par) -> str:
    """Return how many moves a game took, as par counts them, beside the par."""
    if played < par.moves:
        return tr(
            "{n} not counting cards sent home: better than par ({par})", n=played, par=par.moves
        )
    return tr("{n} not counting cards sent home, par {par}", n=played, par=par.moves)
