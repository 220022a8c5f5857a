"""``python -m game review``: the verdict on every position of a played game."""

from __future__ import annotations

import json
from collections.abc import Sequence

from game.cli import inputs
from game.cli.arguments import (
    ANY_GAME,
    OF_BOARDS,
    OF_DECKS,
    PROGRAM,
    Parser,
    SearchOptions,
    Task,
    add_search,
    parse,
    tasks,
)
from game.cli.inputs import STDIN, BadInput, Line
from game.cli.report import Object, deal_object
from game.core.moves import Refusal
from game.play.review import Review
from game.rules.replay import Replay, replay
from game.rules.which_deal import quoted
from game.solver.answer import Verdict
from game.solver.decide import decide
from game.support.terminal import tell, write_line
from game.support.texts import tr
from game.words.names import action_text
from game.words.refusals import message

DONE, ILLEGAL, UNDECIDED = 0, 1, 3


class ReviewOptions(SearchOptions):
    """The options of ``review``."""

    moves: str | None = None


def summary() -> str:
    return tr("say of every position of a game whether it could be won")


def run(words: Sequence[str]) -> int:
    options = ReviewOptions()
    parse(_parser(), words, options)
    if (options.moves, options.board, options.deck).count(STDIN) > 1:
        raise BadInput(tr("only one of the files can be standard input"))
    found = tasks(options)
    if len(found) != 1:
        raise BadInput(tr("a review is of one deal"))
    (task,) = found
    line = Line()
    if options.moves is not None:
        line = inputs.moves(options.moves, task.deal.kind)
    played = replay(task.deal, line.moves)
    told = _Told(task, line, played, options)
    _judge_all(told, options.limit(task.deal.kind))
    told.end()
    if played.refusal is not None:
        return ILLEGAL
    return UNDECIDED if Verdict.UNDECIDED in told.review.verdicts else DONE


def _judge_all(told: _Told, time_limit: float) -> None:
    review = told.review
    while (at := review.next()) is not None:
        answer = decide(review.deal, review.positions[at], time_limit=time_limit)
        review.learn(at, answer.verdict, answer.moves)
        told.go_on()


class _Told:
    """Prints the verdicts in the order of the positions, each as soon as it is certain."""

    def __init__(self, task: Task, line: Line, played: Replay, options: ReviewOptions) -> None:
        self.review = Review(task.deal, played.states)
        self._task = task
        self._line = line
        self._played = played
        self._json = options.json
        self._next = 0

    def go_on(self, *, to_the_end: bool = False) -> None:
        """Print what is certain, up to the first position that is not."""
        verdicts = self.review.verdicts
        while self._next < len(verdicts):
            verdict = verdicts[self._next]
            # What is undecided may still follow from a later verdict.
            if verdict is None or (verdict is Verdict.UNDECIDED and not to_the_end):
                return
            write_line(self._text(self._next, verdict))
            self._next += 1

    def _text(self, at: int, verdict: Verdict) -> str:
        token = self._line.tokens[at - 1] if at else None
        if self._json:
            answer: Object = deal_object(self._task.deal)
            return json.dumps(answer | {"at": at, "token": token, "verdict": verdict.value})
        said = {
            Verdict.WINNABLE: tr("can be won"),
            Verdict.LOST: tr("lost"),
            Verdict.UNDECIDED: tr("undecided"),
        }
        return f"{at:>4} {token or '':<6} {said[verdict]}"

    def end(self) -> None:
        """Print the rest, and for a reader what it comes to."""
        self.go_on(to_the_end=True)
        if not self._json:
            write_line(f"{self._task.name}: {self._sum()}")
        refusal = self._played.refusal
        if refusal is not None and self._played.at is not None:
            token = quoted(self._line.tokens[self._played.at])
            illegal = tr("illegal: move {number} {token}", number=self._played.at + 1, token=token)
            tell(f"{self._task.name}: {illegal}: {message(refusal)}")

    def _sum(self) -> str:
        review = self.review
        last = review.verdicts[-1]
        if review.deal.engine.won(review.positions[-1]):
            return tr("won")
        if last is Verdict.WINNABLE:
            return tr("it can still be won")
        if review.verdicts[0] is Verdict.LOST:
            return tr("this deal cannot be won")
        if last is Verdict.UNDECIDED:
            return tr("undecided")
        lost_by = review.lost_by
        if lost_by is None:
            return tr("lost, but it is not known by which move")
        rules, state = review.deal.engine, review.positions[lost_by]
        resolved = rules.resolve(state, self._line.moves[lost_by])
        assert not isinstance(resolved, Refusal)
        words = action_text(rules.expand(state, resolved))
        return tr("lost by move {number}: {words}", number=lost_by + 1, words=words)


def _parser() -> Parser:
    parser = Parser(
        usage=f"{PROGRAM} review {ANY_GAME} N [--moves FILE] [--rules R] …\n"
        f"       {PROGRAM} review {OF_BOARDS} --board FILE [--moves FILE] …\n"
        f"       {PROGRAM} review {OF_DECKS} --deck FILE [--moves FILE] [--rules R] …",
        description=tr(
            "Says of every position, from before the first move, whether the game could be won.\n"
            "FILE can be - for standard input."
        ),
        epilog=tr(
            "exit status: 0 all positions are decided, 1 an illegal move, 2 bad input,\n"
            "3 a position is undecided"
        ),
    )
    parser.add_argument("--moves", metavar="FILE", help=tr("the moves, parted by white space"))
    add_search(parser)
    return parser
