"""``python -m game solve``: whether deals can be won, and how."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from game.cli import batch, proof
from game.cli.arguments import (
    ANY_GAME,
    OF_BOARDS,
    OF_DECKS,
    PROGRAM,
    Parser,
    SearchOptions,
    SpreadOptions,
    Task,
    add_search,
    add_spread,
    parse,
    tasks,
)
from game.cli.inputs import BadInput
from game.cli.pool import Progress, Workers, spread, workers_of
from game.cli.report import Object, deal_object, dollars, grade_object
from game.core.moves import Move
from game.rules.registry import KINDS, games, kinds_of
from game.rules.replay import replay
from game.rules.which_deal import quoted
from game.solver.answer import Solved, Solving, Verdict, solver_of, work
from game.support.texts import texts, tr, trn
from game.teach.difficulty import graded_at_once
from game.words.refusals import message

DECIDED, LOST, BAD, UNDECIDED = 0, 1, 2, 3
_WIDTH: Final = 78


class SolveOptions(SearchOptions, SpreadOptions):
    """The options of ``solve``."""

    batch: str | None = None
    shorter: bool = False
    account: bool = False
    certificate: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to be answered: the ``head`` of its object, and the deal, unless it has an error.

    ``before`` are moves that lead to the position in question.
    """

    head: Object
    task: Task | None
    before: tuple[Move, ...] = ()
    error: str = ""


def summary() -> str:
    return tr("say whether deals can be won, and how")


def run(words: Sequence[str], workers: Workers | None = None) -> int:
    """Answer what ``words`` ask, by ``workers`` or by as many processes as ``words`` name."""
    options = SolveOptions()
    parse(_parser(), words, options)
    workers = workers or workers_of(options.jobs)
    if options.batch is not None:
        return _solve_batch(options, workers)
    found = tasks(options)
    options.account = options.account or len(found) == 1
    if options.certificate is not None:
        if len(found) > 1:
            raise BadInput(tr("--certificate takes one deal only"))
        proof.must_be_writable(options.certificate)
        (task,) = found
        status = _solve_tasks([task], 1, options, workers)
        return _certified(task, options.certificate, options, status)
    return _solve_tasks(found, len(found), options, workers)


def _solve_tasks(
    found: Iterable[Task], count: int, options: SolveOptions, workers: Workers | None
) -> int:
    """Answer ``count`` tasks; return the exit status."""
    with Progress(count) as progress:
        answers = _Answers(options, progress)
        _answer_all(map(_question, found), options, answers, workers)
    return answers.status()


def _certified(task: Task, name: str, options: SolveOptions, status: int) -> int:
    """Write the certificate of ``task`` if it is lost, and tell on the standard error; returns
    the exit status, ``status`` unless the certificate of a lost deal could not be had."""
    if status == LOST:
        sys.stdout.flush()
        try:
            told = proof.write(task, name, options.limit(task.deal.kind))
        except proof.NoProof as reason:
            told, status = str(reason), UNDECIDED
    elif status == DECIDED:
        told = tr("{file} was not written: the deal can be won", file=name)
    else:
        told = tr("{file} was not written: the deal is undecided", file=name)
    print(told, file=sys.stderr)
    return status


def _question(task: Task) -> Question:
    return Question({} if task.index is None else {"index": task.index}, task)


def _solve_batch(options: SolveOptions, workers: Workers | None) -> int:
    assert options.batch is not None
    alone = (options.board, options.deck, options.rules)
    if options.words or any(option is not None for option in alone):
        raise BadInput(tr("--batch takes deals and moves from its own lines only"))
    if options.certificate is not None:
        raise BadInput(tr("--certificate takes one deal only"))
    options.json = True
    with Progress(None) as progress:
        answers = _Answers(options, progress)
        _answer_all(_of_batch(options.batch), options, answers, workers)
    if answers.bad:
        answers.bad.tell(options.batch)
        return BAD
    return answers.status()


def _of_batch(name: str) -> Iterator[Question]:
    """Yield the questions of a batch, each about the position after the moves of its line."""
    for entry in batch.entries(name):
        head: Object = {"id": entry.id}
        if isinstance(entry, batch.BadEntry):
            yield Question(head, None, error=entry.error)
            continue
        played = replay(entry.task.deal, entry.line.moves)
        if played.refusal is None or played.at is None:
            yield Question(head, entry.task, entry.line.moves)
            continue
        where = tr("line {line}", line=entry.number)
        token = quoted(entry.line.tokens[played.at])
        error = f"{where}: moves[{played.at}]: {token}: {message(played.refusal)}"
        yield Question(head, None, error=error)


def _answer_all(
    questions: Iterable[Question],
    options: SolveOptions,
    answers: _Answers,
    workers: Workers | None,
) -> None:
    """Have every question answered, in their order."""
    spread(
        questions,
        lambda question: _solving(question, options) if question.task else None,
        work,
        answers.take,
        workers=workers,
    )


def _solving(question: Question, options: SolveOptions) -> Solving:
    assert question.task is not None
    deal = question.task.deal
    return Solving(
        deal, question.before, options.limit(deal.kind), options.shorter, options.account
    )


class _Answers:
    """Prints the answers one by one, and keeps count of them for the exit status."""

    def __init__(self, options: SolveOptions, progress: Progress) -> None:
        self._json = options.json
        self._print = progress.print
        self._verdicts = dict.fromkeys(Verdict, 0)
        self.bad = batch.BadLines()

    def take(self, question: Question, solved: Solved | None) -> None:
        if question.task is None or solved is None:
            self.bad.add(question.error)
            self._print(json.dumps(question.head | {"error": question.error}))
            return
        self._verdicts[solved.verdict] += 1
        if self._json:
            self._print(json.dumps(question.head | _object(question, question.task, solved)))
        else:
            self._print(_words(question.task, solved))

    def status(self) -> int:
        """Return the exit status for all answers together."""
        if self._verdicts[Verdict.UNDECIDED]:
            return UNDECIDED
        alone = sum(self._verdicts.values()) == 1
        return LOST if alone and self._verdicts[Verdict.LOST] else DECIDED


def _object(question: Question, task: Task, solved: Solved) -> Object:
    answer = deal_object(task.deal) | {
        "verdict": solved.verdict.value,
        "moves": list(solved.moves),
        "player_moves": solved.player_moves,
        "steps": solved.steps,
        "positions": solved.positions,
        "seconds": round(solved.seconds, 6),
    }
    line, least = (0, 0) if question.before else (solved.player_moves, solved.least_moves)
    answer |= grade_object(task.deal, graded_at_once(task.deal), line, least)
    if solved.best is not None:
        cards, exact = solved.best
        answer["best"] = {"cards": cards, "exact": exact}
    if task.deal.kind.payment is not None:
        answer["account"] = solved.account
    if solved.best_account is not None:
        amount, exact = solved.best_account
        answer["best_account"] = {"amount": amount, "exact": exact}
    return answer


def _words(task: Task, solved: Solved) -> str:
    """Return the answer as text: one line, and the moves below it."""
    if solved.verdict is Verdict.WINNABLE:
        verdict = _length(task, solved)
    elif solved.verdict is Verdict.LOST:
        verdict = tr("lost")
    elif solved.rules_known:
        verdict = tr("undecided")
    else:
        verdict = tr("undecided: there is no solver for these rules")
    if solved.best is not None:
        cards, exact = solved.best
        if exact:
            verdict += ", " + trn("{n} card home at best", "{n} cards home at best", cards)
        else:
            verdict += ", " + trn(
                "at least {n} card can go home", "at least {n} cards can go home", cards
            )
    if solved.account is not None and task.deal.kind.turn_cost:
        verdict += ", " + tr("balance {amount}", amount=dollars(solved.account))
    if solved.best_account is not None:
        amount, exact = solved.best_account
        most = tr("{amount} at best") if exact else tr("at least {amount} possible")
        verdict += ", " + most.format(amount=dollars(amount))
    effort = trn("{n} position", "{n} positions", solved.positions)
    line = f"{task.name}: {verdict} ({effort}, {texts.decimal(solved.seconds, 2)} s)"
    moves = textwrap.wrap(
        " ".join(solved.moves), _WIDTH, initial_indent="  ", subsequent_indent="  "
    )
    return "\n".join([line, *moves])


def _length(task: Task, solved: Solved) -> str:
    """Return the length of the winning line in moves and, where it differs, in steps."""
    moves = len(solved.moves)
    told = trn("winnable in {n} move", "winnable in {n} moves", moves)
    counts = []
    if solved.player_moves != moves:
        counts.append(
            tr("{n} not counting payments and cards sent home", n=solved.player_moves)
            if task.deal.kind.in_stages
            else tr("{n} not counting cards sent home", n=solved.player_moves)
        )
    if solved.steps != moves:
        counts.append(trn("{n} step", "{n} steps", solved.steps))
    if counts:
        told += f" ({', '.join(counts)})"
    if solved.player_moves == solved.least_moves > 0:
        told += " " + tr("(proven shortest)")
    return told


def _shortened() -> Iterator[str]:
    """The games whose solver can look for lines with fewer moves."""
    return (game for game in games() if solver_of(kinds_of(game)[0]).shortens)


def _with_best_accounts() -> Iterator[str]:
    """The rule sets under which turning over the waste costs money, so that the best account is not
    that of any line that wins."""
    paid = (kind for kind in KINDS.values() if kind.turn_cost)
    return (kind.rules or kind.game for kind in paid)


def _parser() -> Parser:
    parser = Parser(
        usage=f"{PROGRAM} solve {ANY_GAME} N|FIRST-LAST … [--rules R] …\n"
        f"       {PROGRAM} solve {OF_BOARDS} --board FILE …\n"
        f"       {PROGRAM} solve {OF_DECKS} --deck FILE [--rules R] …\n"
        f"       {PROGRAM} solve --batch FILE …",
        description=tr(
            "Says whether deals can be won, and how. Only a proven loss is called lost.\n"
            "FILE may be - for standard input."
        ),
        epilog=tr(
            "exit status: 0 winnable, 1 lost, 3 undecided, 2 bad input;\n"
            "for several deals 0 if all are decided, else 3"
        ),
    )
    add_search(parser)
    parser.add_argument(
        "--batch",
        metavar="FILE",
        help=tr(
            "read one JSON object per line with game, rules, deal, board or deck, moves that "
            "lead to the position, and id; print one JSON object per line"
        ),
    )
    parser.add_argument(
        "--shorter",
        action="store_true",
        help=tr(
            "use the whole time limit to look for fewer moves ({games})",
            games=", ".join(_shortened()),
        ),
    )
    parser.add_argument(
        "--account",
        action="store_true",
        help=tr(
            "also search for the best balance, for two seconds at most ({rules}; always done "
            "for a single deal)",
            rules=", ".join(_with_best_accounts()),
        ),
    )
    parser.add_argument(
        "--certificate",
        metavar="FILE",
        help=tr(
            "for one lost deal: write the proof to FILE (compressed if it ends in .gz); "
            "python -m tests.certificate FILE checks it"
        ),
    )
    add_spread(parser)
    return parser
