"""``python -m game review``: the verdict on every position of a played game."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from typing import Final

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
from game.cli.branches import Beside, branch_object, branch_words, form_of_moves, judged
from game.cli.inputs import STDIN, BadInput, Line
from game.cli.report import Object, deal_object
from game.core.moves import Move
from game.core.state import State
from game.play.review import Review
from game.rules.counting import moves_shown
from game.rules.replay import Replay, replay
from game.rules.which_deal import quoted
from game.solver.answer import Margin, Verdict, decide, solver_of
from game.solver.margin import Weigher
from game.support.terminal import tell, write_line
from game.support.texts import tr
from game.teach.difficulty import par_of
from game.teach.story import Story, margin_text
from game.words.names import action_text
from game.words.refusals import message

DONE, ILLEGAL, UNDECIDED = 0, 1, 3
_WIDTH: Final = 98
_SAID: Final = 12
"""Characters for a verdict in words."""


class ReviewOptions(SearchOptions):
    """The options of ``review``."""

    moves: str | None = None
    story: bool = False


def summary() -> str:
    return tr("say for every position of a game whether it could be won")


def run(words: Sequence[str]) -> int:
    options = ReviewOptions()
    parse(_parser(), words, options)
    if (options.moves, options.board, options.deck).count(STDIN) > 1:
        raise BadInput(tr("only one file can be read from standard input"))
    found = tasks(options)
    if len(found) != 1:
        raise BadInput(tr("review takes one deal only"))
    (task,) = found
    line = Line()
    if options.moves is not None:
        line = inputs.moves(options.moves, task.deal.kind)
    played = replay(task.deal, line.moves)
    told = _Told(task, line, played, options)
    beside = None
    if line.text and played.refusal is None and options.moves is not None:
        beside = Beside(task.deal, line, options.moves)
        if beside.wrong is not None:
            raise BadInput(beside.words())
    limit = options.limit(task.deal.kind)
    _judge_all(told, limit)
    told.end()
    if beside is not None:
        _tell_branches(beside, limit, as_json=options.json)
    if played.refusal is not None:
        return ILLEGAL
    return UNDECIDED if Verdict.UNDECIDED in told.review.verdicts else DONE


def _judge_all(told: _Told, time_limit: float) -> None:
    review = told.review
    while (at := review.next()) is not None:
        answer = decide(review.deal, review.positions[at], time_limit=time_limit)
        review.learn(at, answer.verdict, answer.moves)
        told.go_on()


def _tell_branches(beside: Beside, time_limit: float, *, as_json: bool) -> None:
    """Print where the branches beside the line lead."""
    deal = beside.session.deal

    def judge(state: State) -> tuple[Verdict, tuple[Move, ...]]:
        answer = decide(deal, state, time_limit=time_limit)
        return answer.verdict, answer.moves

    found = judged(beside, judge)
    if as_json:
        write_line(json.dumps(deal_object(deal) | {"branches": list(map(branch_object, found))}))
        return
    for branch in found:
        write_line(f"  {branch_words(branch)}")


class _Told:
    """Prints the verdicts in the order of the positions, each as soon as it is certain."""

    def __init__(self, task: Task, line: Line, played: Replay, options: ReviewOptions) -> None:
        self.review = Review(task.deal, played.states)
        self._task = task
        self._line = line
        self._played = played
        self._json = options.json
        self._with_story = options.story or not options.json
        longest = solver_of(task.deal.kind).longest_look
        self._seconds = options.time_limit or longest
        self._weigher = Weigher()
        self._margins: dict[int, Margin] = {}
        self._next = 0

    def go_on(self, *, to_the_end: bool = False) -> None:
        """Print what is certain, up to the first position that is not."""
        verdicts = self.review.verdicts
        while self._next < len(verdicts):
            verdict = verdicts[self._next]
            # What is undecided may still follow from a later verdict.
            if verdict is None or (verdict is Verdict.UNDECIDED and not to_the_end):
                return
            margin = self._weigh(self._next, verdict)
            write_line(self._text(self._next, margin.verdict, margin))
            self._next += 1

    def _weigh(self, at: int, verdict: Verdict) -> Margin:
        """Judge every move of a position whose verdict is known, or undecided; its moves may tell
        more."""
        review = self.review
        margin = self._weigher.weigh(
            review.deal, review.positions[at], self._seconds, lost=verdict is Verdict.LOST
        )
        assert margin is not None, "nobody cancels it"
        if verdict is not Verdict.UNDECIDED and margin.verdict is not verdict:
            margin = Margin(verdict, margin.moves, margin.line, margin.seconds)
        elif margin.verdict is not verdict:
            review.learn(at, margin.verdict, margin.line)
        self._margins[at] = margin
        return margin

    def _text(self, at: int, verdict: Verdict, margin: Margin) -> str:
        token = self._line.tokens[at - 1] if at else None
        if self._json:
            answer: Object = deal_object(self._task.deal)
            room = {"kept": margin.kept, "of": len(margin), "undecided": margin.undecided}
            return json.dumps(answer | {"at": at, "token": token, "verdict": verdict.value} | room)
        said = {
            Verdict.WINNABLE: tr("can be won"),
            Verdict.LOST: tr("lost"),
            Verdict.UNDECIDED: tr("undecided"),
        }
        return f"{at:>4} {token or '':<6} {said[verdict]:<{_SAID}} {_room(margin)}".rstrip()

    def end(self) -> None:
        """Print the rest, and for a reader what it comes to."""
        self.go_on(to_the_end=True)
        if not self._json:
            write_line(f"{self._task.name}: {self._sum()}")
        if self._with_story:
            self._tell_story()
        refusal = self._played.refusal
        if refusal is not None and self._played.at is not None:
            token = quoted(self._line.tokens[self._played.at])
            illegal = tr("illegal: move {number} {token}", number=self._played.at + 1, token=token)
            tell(f"{self._task.name}: {illegal}: {message(refusal)}")

    def _tell_story(self) -> None:
        """Print what can be told of the game, a sentence a line; as JSON one object at the end."""
        deal = self.review.deal
        first = self._margins.get(0)
        par = par_of(deal, first.line if first is not None else ())
        story = Story(self.review, self._played.actions, self._margins, par=par)
        facts = story.facts()
        if self._json:
            told = [{"kind": fact.kind, "at": fact.at, "text": fact.words} for fact in facts]
            write_line(json.dumps(deal_object(deal) | {"story": told}))
            return
        for fact in facts:
            write_line(
                textwrap.fill(fact.words, _WIDTH, initial_indent="  ", subsequent_indent="    ")
            )

    def _sum(self) -> str:
        review = self.review
        last = review.verdicts[-1]
        if review.deal.engine.won(review.positions[-1]):
            return tr("won")
        if last is Verdict.WINNABLE:
            return tr("it can still be won")
        if review.verdicts[0] is Verdict.LOST:
            return tr("this deal can't be won")
        if last is Verdict.UNDECIDED:
            return tr("undecided")
        lost_by = review.lost_by
        if lost_by is None:
            return tr("lost, but the losing move is unknown")
        done = self._played.actions[: lost_by + 1]
        number = max(1, moves_shown(review.deal.engine, done))
        words = action_text(done[-1])
        return tr("move {number} lost the game: {words}", number=number, words=words)


def _room(margin: Margin) -> str:
    """Return how many of the moves keep the win; nothing where there is none to keep."""
    return margin_text(margin) if margin.verdict is Verdict.WINNABLE and len(margin) else ""


def _parser() -> Parser:
    parser = Parser(
        usage=f"{PROGRAM} review {ANY_GAME} N [--moves FILE] [--rules R] …\n"
        f"       {PROGRAM} review {OF_BOARDS} --board FILE [--moves FILE] …\n"
        f"       {PROGRAM} review {OF_DECKS} --deck FILE [--moves FILE] [--rules R] …",
        description=tr(
            "Says for every position, from before the first move, whether the game could be "
            "won, and\n"
            "by how many moves; then tells the game in a few sentences.\n"
            "FILE may be - for standard input."
        )
        + "\n\n"
        + form_of_moves(),
        epilog=tr(
            "exit status: 0 every position decided, 1 an illegal move, 2 bad input,\n"
            "3 a position is undecided"
        ),
    )
    parser.add_argument("--moves", metavar="FILE", help=tr("the moves, separated by white space"))
    parser.add_argument(
        "--story",
        action="store_true",
        help=tr("with --json: end with an object that tells the game"),
    )
    add_search(parser)
    return parser
