"""``python -m game solve``: solves deals and proves losses."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from game.cli import inputs
from game.cli.arguments import ANY_GAME, BOARD_GAMES, DECK_GAMES, BadInput, CommandParser, Options
from game.cli.inputs import BadLine, Question
from game.cli.pool import Workers, spread, workers_of
from game.cli.report import (
    Object,
    Printer,
    amount_text,
    deal_object,
    grade_object,
    sum_text,
    with_moves,
)
from game.rules.registry import KINDS, Deal, games, kinds_of, quoted
from game.rules.replay import replay
from game.solver import certificate
from game.solver.answer import Answer, Solving, Verdict, solver_of, work
from game.support.texts import texts, tr, trn
from game.teach.difficulty import graded_at_once
from game.words.names import refusal_text

DECIDED, LOST, BAD, UNDECIDED = 0, 1, 2, 3
# A proof may prune only what a short checker can verify. For the lost deals among Canfield's first
# 140 under Hoyle's rules, it takes 6 times as long as the search on average, and 23 times at most.
PATIENCE: Final = 30
"""A proof may take this many times the solver's time limit."""


def solve(options: Options, workers: Workers | None = None) -> int:
    """Solve the deals that ``options`` name, and print the answers; return the exit status."""
    asked, count = inputs.asked(options)
    found: Iterable[Question | BadLine] = map(_checked, asked)
    options.account = options.account or count == 1
    certified = None
    if options.certificate is not None:
        if count != 1:
            raise BadInput(tr("--certificate takes one deal only"))
        _must_be_writable(options.certificate)
        found = [certified] = list(found)
    verdicts = Counter[Verdict]()

    def take(question: Question | BadLine, solved: Answer | None) -> None:
        if isinstance(question, BadLine):
            printer.show_error(*question)
            return
        assert solved is not None, "every question has an answer"
        verdicts[solved.verdict] += 1
        as_json = options.json or options.batch is not None
        printer.show((_object if as_json else text)(question, solved))

    with closing(Printer(count)) as printer:
        spread(
            ((question, _solving(question, options)) for question in found),
            _answer,
            take,
            workers=workers or workers_of(options.jobs),
        )
    if printer.tell_errors(options.batch):
        return BAD
    if isinstance(certified, Question) and options.certificate is not None:
        return _certified(certified.deal, options.certificate, options, _status(verdicts))
    return _status(verdicts)


def _status(verdicts: Counter[Verdict]) -> int:
    if verdicts[Verdict.UNDECIDED]:
        return UNDECIDED
    return LOST if verdicts == {Verdict.LOST: 1} else DECIDED


def _checked(question: Question | BadLine) -> Question | BadLine:
    """Return ``question``, or a ``BadLine`` if a move is illegal."""
    if isinstance(question, BadLine) or not question.line.moves:
        return question
    played = replay(question.deal, question.line.moves)
    if played.refusal is None or played.at is None:
        return question
    where = tr("line {line}", line=question.number)
    token = quoted(question.line.tokens[played.at].text)
    error = f"{where}: moves[{played.at}]: {token}: {refusal_text(played.refusal)}"
    return BadLine(question.head, error)


def _solving(question: Question | BadLine, options: Options) -> Solving | None:
    if isinstance(question, BadLine):
        return None
    deal, before = question.deal, question.line.moves
    return Solving(deal, before, _limit(deal, options), options.shorter, options.account)


def _answer(asked: Solving | None) -> Answer | None:
    return None if asked is None else work(asked)


def _limit(deal: Deal, options: Options) -> float:
    return options.time_limit or solver_of(deal.kind).batch_seconds


def _object(question: Question, solved: Answer) -> Object:
    deal = question.deal
    answer = deal_object(deal) | {
        "verdict": solved.verdict.value,
        "moves": [move.text for move in solved.moves],
        "player_moves": solved.player_moves,
        "steps": solved.steps,
        "positions": solved.positions,
        "seconds": round(solved.seconds, 6),
    }
    line, least = (0, 0) if question.line.moves else (solved.player_moves, solved.least_moves)
    answer |= grade_object(deal, graded_at_once(deal), line, least)
    if solved.best_cards is not None:
        answer["best"] = {"cards": solved.best_cards, "exact": solved.best_exact}
    if deal.kind.payment is not None:
        answer["account"] = solved.account
    if solved.best_account is not None:
        amount, exact = solved.best_account
        answer["best_account"] = {"amount": amount, "exact": exact}
    return question.head | answer


def text(question: Question, solved: Answer) -> str:
    """Return the answer as text. If the answer includes moves, they follow in indented lines."""
    if solved.verdict is Verdict.WINNABLE:
        verdict = _length(question.deal, solved)
    elif solved.verdict is Verdict.LOST:
        verdict = tr("lost")
    elif solved.rules_known:
        verdict = tr("undecided")
    else:
        verdict = tr("undecided: there is no solver for these rules")
    cards = solved.best_cards
    if cards is not None:
        if solved.best_exact:
            verdict += ", " + trn("{n} card home at best", "{n} cards home at best", cards)
        else:
            verdict += ", " + trn(
                "at least {n} card can go home", "at least {n} cards can go home", cards
            )
    if solved.account is not None and question.deal.kind.turn_cost:
        verdict += ", " + amount_text(question.deal, solved.account)
    if solved.best_account is not None:
        amount, exact = solved.best_account
        most = tr("{amount} at best") if exact else tr("at least {amount} possible")
        verdict += ", " + most.format(amount=sum_text(question.deal, amount))
    effort = trn("{n} position", "{n} positions", solved.positions)
    line = f"{question.name}: {verdict} ({effort}, {texts.decimal(solved.seconds, 2)} s)"
    return with_moves(line, [move.text for move in solved.moves])


def _length(deal: Deal, solved: Answer) -> str:
    moves = len(solved.moves)
    told = trn("winnable in {n} move", "winnable in {n} moves", moves)
    counts = []
    if solved.player_moves != moves:
        counts.append(
            tr("{n} not counting payments and cards sent home", n=solved.player_moves)
            if deal.kind.in_stages
            else tr("{n} not counting cards sent home", n=solved.player_moves)
        )
    if solved.steps != moves:
        counts.append(trn("{n} step", "{n} steps", solved.steps))
    if counts:
        told += f" ({', '.join(counts)})"
    if solved.player_moves == solved.least_moves > 0:
        told += " " + tr("(proven shortest)")
    return told


def _must_be_writable(name: str) -> None:
    path = Path(name)
    there = path.exists()
    try:
        path.open("ab").close()
    except (OSError, ValueError) as error:
        raise inputs.unreadable(name, error) from None
    if not there:
        path.unlink()


def _certified(deal: Deal, name: str, options: Options, status: int) -> int:
    """Write a certificate for a lost deal, or say why there is none. Return the exit status.

    The exit status is ``status``, or ``UNDECIDED`` if a lost deal gets no certificate.
    """
    if status == LOST:
        told, written = certify(deal, name, _limit(deal, options))
        status = status if written else UNDECIDED
    elif status == DECIDED:
        told = tr("{file} was not written: the deal can be won", file=name)
    else:
        told = tr("{file} was not written: the deal is undecided", file=name)
    print(told, file=sys.stderr)
    return status


def certify(
    deal: Deal, name: str, time_limit: float, clock: Callable[[], float] = time.perf_counter
) -> tuple[str, bool]:
    """Try to prove that ``deal`` is lost, and write the proof to the file ``name``.

    Returns the outcome as text and whether a file was written. Raises ``BadInput`` if writing
    fails.
    """
    last = clock() + PATIENCE * time_limit
    if not certificate.proves(deal.kind):
        told = tr("{file} was not written: {game} has no certificates", file=name, game=deal.game)
        return told, False
    try:
        lines = list(certificate.certificate(deal, deal.layout(), lambda: clock() >= last))
    except certificate.GaveUp:
        told = tr(
            "{file} was not written: the certificate takes longer than {seconds:g} "
            "seconds (raise --time-limit)",
            file=name,
            seconds=PATIENCE * time_limit,
        )
        return told, False
    except certificate.NotLost:
        # One of the two searches must be wrong; the search for the proof prunes far less.
        return tr("{file} was not written: the search for a proof found a win", file=name), False
    try:
        Path(name).write_bytes(certificate.packed(name, lines))
    except (OSError, ValueError) as error:
        raise inputs.unreadable(name, error) from None
    count = len(lines) - certificate.HEAD
    told = trn(
        "{file}: the proof, with {n} position",
        "{file}: the proof, with {n} positions",
        count,
        file=name,
    )
    return told, True


def parser() -> CommandParser:
    found = CommandParser(
        "solve",
        tr("say whether deals can be won, and how"),
        solve,
        [
            f"{ANY_GAME} N|FIRST-LAST … [--rules R] …",
            f"{BOARD_GAMES} --board FILE …",
            f"{DECK_GAMES} --deck FILE [--rules R] …",
            "--batch FILE …",
        ],
        description=tr(
            "Says whether deals can be won, and how. Only a proven loss is called lost.\n"
            "FILE may be - for standard input."
        ),
        epilog=tr(
            "exit status: 0 winnable, 1 lost, 3 undecided, 2 bad input;\n"
            "for several deals 0 if all are decided, else 3"
        ),
    )
    found.add_shared("--board", "--deck", "--rules", "--json", "--time-limit")
    found.value(
        "--batch",
        "FILE",
        tr(
            "read one JSON object per line with game, rules, deal, board or deck, moves that "
            "lead to the position, and id; print one JSON object per line"
        ),
    )
    shortened = ", ".join(game for game in games() if solver_of(kinds_of(game)[0]).least_moves)
    help_text = tr("use the whole time limit to look for fewer moves ({games})", games=shortened)
    found.flag("--shorter", help_text)
    help_text = tr(
        "also search for the best balance, for two seconds at most ({rules}; always done "
        "for a single deal)",
        rules=", ".join(kind.rules or kind.game for kind in KINDS.values() if kind.turn_cost),
    )
    found.flag("--account", help_text)
    help_text = tr(
        "for one lost deal: write the proof to FILE (compressed if it ends in .gz); "
        "python -m tests.certificate FILE checks it"
    )
    found.value("--certificate", "FILE", help_text)
    found.add_shared("--jobs")
    return found
