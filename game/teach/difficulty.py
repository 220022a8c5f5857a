"""How hard a deal is, its par, and words for both.

Only games without hidden cards are graded. The grades of the first 32,000 deals are shipped; others
are measured.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Final, NamedTuple

from game.core.moves import Move
from game.rules.counting import is_counted, player_moves
from game.rules.registry import Deal
from game.solver.answer import Margin, Verdict, decide, least_moves, never_cancelled
from game.solver.margin import Weigher
from game.solver.short_lines import KnownLine, known_line
from game.support.assets import assets_folder
from game.support.texts import texts, tr, tr_later, trn
from game.teach.reasons import legs
from game.words.names import account_text


class Par(NamedTuple):
    """How many moves the shortest known solution takes. ``proven`` means that none is shorter."""

    moves: int
    proven: bool = False


if TYPE_CHECKING:
    from game.play.session import Session
    from game.solver.service import SolverService

FILE: Final = assets_folder() / "grades.json"
LOST: Final = "--"
"""The table's entry for a deal that isn't known to be winnable."""
LEAST_PAR: Final = 8
"""The par that the first character of ``DIGITS`` stands for."""
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
GRADES: Final = 5
GRADE_SIGNS: Final = "12345abcde"
"""The characters that stand for the grades: digits, or letters if the par is proven."""

_LOOKS: Final = (1000, 4000, 16_000)
"""How many times each search may read its clock. The first search finds a winning line, and the
others look for shorter lines."""
_LOOKS_A_MOVE: Final = 100
"""The search for the verdict on a move gives up after it has read its clock this many times."""
_A_MOVE: Final = 0.01  # so that deals without losing moves still differ
"""The risk added for each player move."""
_UP_TO: Final = (0.25, 0.388, 0.695, 1.385)
"""The maximum risk for each of the grades 1 to 4, found by ``tools.make_grades``."""


_NUMBERS: Final = (
    tr_later("one"), tr_later("two"), tr_later("three"), tr_later("four"), tr_later("five"),
    tr_later("six"), tr_later("seven"), tr_later("eight"), tr_later("nine"), tr_later("ten"),
    tr_later("eleven"), tr_later("twelve"),
)  # fmt: skip


class Graded(NamedTuple):
    """The par and grade of a deal that can be won."""

    par: Par
    grade: int  # from 1 (very easy) to 5 (very hard)


class Grading(NamedTuple):
    """The job of measuring the par and grade of ``deal``."""

    deal: Deal

    def run(self, cancelled: Callable[[], bool]) -> Iterator[Graded]:
        """Yield the par and grade if a win is found, and again if the par improves or is proven."""
        deal = self.deal
        line = short_line(deal, cancelled)
        risk = None if line is None else risk_along(deal, line.moves, cancelled)
        if line is None or risk is None:
            return
        graded = Graded(line_par(line), grade_of(risk))
        yield graded
        for looks in _LOOKS[1:]:
            longer = None if graded.par.proven else short_line(deal, cancelled, looks, line.moves)
            if longer is None:
                return
            line = longer
            if line_par(line) != graded.par:
                graded = Graded(line_par(line), graded.grade)
                yield graded


def _clock() -> Callable[[], float]:
    # It counts its readings, so that a search limited by it finds the same on every machine.
    passed = count()
    return lambda: float(next(passed))


def short_line(
    deal: Deal,
    cancelled: Callable[[], bool] = never_cancelled,
    looks: int | None = None,  # how often the search may read its clock
    known: Sequence[Move] = (),  # a winning line for it to shorten
) -> KnownLine | None:
    """Return the shipped winning line, or search for one. If the search fails, return None."""
    if (shipped := known_line(deal)) is not None:
        return shipped
    found = decide(
        deal,
        deal.layout(),
        time_limit=looks or _LOOKS[0],
        shortest=True,
        known=known,
        cancelled=cancelled,
        clock=_clock(),
    )
    if cancelled() or found.verdict is not Verdict.WINNABLE:
        return None
    return KnownLine(found.moves, player_moves(found.moves) == found.least_moves)


def line_par(line: KnownLine) -> Par:
    """Return the par of a deal whose shortest known line is ``line``."""
    return Par(player_moves(line.moves), line.proven)


def risk_along(
    deal: Deal, line: Sequence[Move], cancelled: Callable[[], bool] = never_cancelled
) -> float | None:
    """Return the risk of losing by random moves along ``line``; None if cancelled.

    A position adds 1 to the risk if half of its moves lose, 2 if three quarters do, and so on.
    """
    weigher = Weigher(_clock())
    risk = _A_MOVE * player_moves(line)
    for leg in legs(deal.engine, deal.layout(), line):
        if is_counted(leg.move):
            margin = weigher.weigh(deal, leg.before, _LOOKS_A_MOVE, cancelled=cancelled)
            if margin is None:
                return None
            risk += _bits(margin)
    return risk


def _bits(margin: Margin) -> float:
    """Return -log2 of the share of moves that win or are undecided; 0 if all moves lose."""
    fine = margin.winning_count + margin.undecided_count
    return math.log2(len(margin) / fine) if fine else 0.0


def grade_of(risk: float) -> int:
    """Return the grade, from 1 to 5, for this risk."""
    return 1 + sum(risk > most for most in _UP_TO)


def grade(deal: Deal) -> Graded | None:
    """Return the par and grade of ``deal``, if it has them.

    A deal outside the table takes about a second.
    """
    if not deal.kind.graded or entry_of(deal) is not None:
        return graded_at_once(deal)
    return next(Grading(deal).run(never_cancelled), None)


def graded_at_once(deal: Deal) -> Graded | None:
    """Return the par and grade of ``deal`` from the table, if any."""
    entry = entry_of(deal)
    if entry is None or entry == LOST:
        return None
    proven, grade = divmod(GRADE_SIGNS.index(entry[1]), GRADES)
    return Graded(Par(LEAST_PAR + DIGITS.index(entry[0]), bool(proven)), grade + 1)


def numbers_of(game: str, grade: int) -> Sequence[int]:
    """Return the numbers of deals with this grade in the table."""
    grades = table().get(game, "")[1::2]
    wanted = GRADE_SIGNS[grade - 1 :: GRADES]
    return [number for number, found in enumerate(grades, 1) if found in wanted]


def par_of(deal: Deal, line: Sequence[Move], measured: Graded | None = None) -> Par | None:
    """Return the known par, or the length of ``line`` if it is lower. None if both are missing."""
    found = measured or graded_at_once(deal)
    known = [found.par] if found is not None else []
    if line:
        moves = player_moves(line)
        known.append(Par(moves, moves == least_moves(deal.kind, deal.layout())))
    return min(known, key=lambda par: par.moves, default=None)


def entry_of(deal: Deal) -> str | None:
    """Return the two characters for ``deal`` in ``table``, if any."""
    if deal.number is None or not deal.kind.graded:
        return None
    row = table().get(deal.game, "")
    at = 2 * (deal.number - 1)
    return row[at : at + 2] or None if at >= 0 else None


@lru_cache(maxsize=1)
def table() -> Mapping[str, str]:
    """Return the table: for each game, two characters per deal."""
    games = json.loads(FILE.read_text("utf-8"))["games"]
    return {game: "".join(parts) for game, parts in games.items()}


# -- in words --------------------------------------------------------------------------------------


def grade_names() -> tuple[str, ...]:
    """Return the names of the grades, the easiest first."""
    return tr("very easy"), tr("easy"), tr("medium"), tr("hard"), tr("very hard")


def grade_text(graded: Graded) -> str:
    """Return the grade and par, such as ``medium, par 31``."""
    return tr("{grade}, par {n}", grade=grade_names()[graded.grade - 1], n=graded.par.moves)


def grade_text_in_full(graded: Graded) -> str:
    """Return the grade and par, and whether the par is proven."""
    how = tr("(proven shortest)") if graded.par.proven else tr("(best known)")
    return f"{grade_text(graded)} {how}"


def won_sentence(moves: int, par: Par | None) -> str:
    """Return a sentence on a won game: its number of moves, and how that compares with ``par``."""
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
    if over == 0:
        return trn("Won in {n} move, exactly par.", "Won in {n} moves, exactly par.", moves)
    if over == -1:
        return tr("Won in {n} moves: one better than the best line known!", n=moves)
    return tr(
        "Won in {n} moves: {under} better than the best line known!", n=moves, under=_number(-over)
    )


def record_sentence(moves: int, par: Par | None) -> str:
    """Return a sentence on the player's shortest win and on any lead over ``par``."""
    better = 0 if par is None else par.moves - moves
    if better <= 0:
        return trn("Your record: {n} move.", "Your record: {n} moves.", moves)
    if better == 1:
        return tr("Your record: {n} moves, one better than the best line known.", n=moves)
    return tr(
        "Your record: {n} moves, {better} better than the best line known.",
        n=moves,
        better=_number(better),
    )


def deal_sentence(grade: int) -> str:
    """Return a sentence saying how hard a deal is."""
    return (
        tr("A very easy deal."),
        tr("An easy deal."),
        tr("A deal of medium difficulty."),
        tr("A hard deal."),
        tr("A very hard deal."),
    )[grade - 1]


def ending_texts(session: Session, graded: Graded | None = None) -> tuple[str, str]:
    """Return the headline and text for a game that has ended."""
    headline, told = tr("Stopped."), list[str]()
    if session.won_unaided:
        headline = won_sentence(session.moves, graded.par if graded else None)
        told = [deal_sentence(graded.grade)] if graded else []
    elif session.won:
        headline = trn("Solved in {n} move.", "Solved in {n} moves.", session.moves)
    if session.info.shown:
        told.append(tr("Not counted as a win: the program showed the way."))
    elif session.won and session.info.replay:
        told.append(tr("This replay isn't counted."))
    payment, counted = session.deal.kind.payment, session.credited_account
    if payment is not None and counted is not None:
        amount = account_text(counted, payment)
        text = tr("Balance: {amount}.") if payment.in_dollars else tr("Score: {amount}.")
        told.append(text.format(amount=amount))
    return headline, " ".join(told)


def _number(number: int) -> str:
    return texts.one(_NUMBERS[number - 1]) if 0 < number <= len(_NUMBERS) else str(number)


def winning_moves_text(kept: int, of: int) -> str:
    """Return a phrase such as ``one winning move of twelve`` (``kept`` is 1 and ``of`` is 12)."""
    return trn(
        "one winning move of {of}",
        "{kept} winning moves of {of}",
        kept,
        kept=_number(kept),
        of=_number(of),
    )


# -- at the table ----------------------------------------------------------------------------------


def known_grade(solver: SolverService, deal: Deal) -> Graded | None:
    """Return the par and grade of ``deal``, if already known."""
    job = _job(deal)
    return graded_at_once(deal) if job is None else solver.result(job)


def request_grade(solver: SolverService, deal: Deal, *, first: bool = False) -> Graded | None:
    """Return the par and grade of ``deal``, or None if they aren't known yet.

    Keep calling this until they are known. The search begins when the solver has no other work. If
    ``first`` is true, it begins at once.
    """
    job = _job(deal)
    # Without the wait, the searches for two deals would keep interrupting each other.
    if job is not None and solver.result(job) is None and (first or not solver.does_other_work):
        solver.run(job)
    return known_grade(solver, deal)


def _job(deal: Deal) -> Grading | None:
    kind = deal.kind
    if deal.number is None or deal.number in kind.lost or entry_of(deal) is not None:
        return None
    return Grading(deal) if kind.graded and kind.solver is not None else None
