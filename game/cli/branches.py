"""The branches beside a line of moves that a command was given."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from game.cli.inputs import BadInput, Line, shown
from game.cli.report import Object
from game.core.moves import Move
from game.core.state import State
from game.play.history import begins
from game.play.review import Branch, branches_of
from game.play.session import Session
from game.play.variations import IllegalMoveError, grow
from game.rules.counting import moves_shown
from game.rules.notation import NotationError
from game.rules.registry import Deal
from game.solver.answer import Verdict
from game.support.texts import tr
from game.words.names import action_text

Judge = Callable[[State], tuple[Verdict, tuple[Move, ...]]]


class Beside:
    """The whole tree of a line, which is legal itself. ``wrong`` is the first illegal move of a
    branch, None if there is none."""

    def __init__(self, deal: Deal, line: Line, name: str) -> None:
        self.session = Session(deal)
        self.wrong: IllegalMoveError | None = None
        history = self.session.history
        try:
            history.here = grow(self.session, history.root, line.text, as_kept=False)
        except IllegalMoveError as error:
            self.wrong = error
        except NotationError as error:
            raise BadInput(f"{shown(name)}: {error}") from None

    @property
    def count(self) -> int:
        """How many branches there are, those of branches too."""
        nodes = self.session.history.root.below()
        return sum(max(0, len(node.children) - 1) for node in nodes)

    def answer(self) -> Object:
        """What an answer as an object says of it."""
        found: Object = {"branches": self.count}
        if self.wrong is not None:
            found["legal"] = False
            found["branch"] = {
                "line": self.wrong.line,
                "token": self.wrong.token,
                "reason": self.wrong.refusal.key,
                "message": self.wrong.reason,
            }
        return found

    def words(self) -> str:
        """What is wrong with a branch, for a reader."""
        assert self.wrong is not None
        where = tr("in the branch on line {line}", line=self.wrong.line)
        return f"{tr('illegal')}, {where}: {self.wrong.token}: {self.wrong.reason}"


def form_of_moves() -> str:
    """Say how moves are written with what was played beside them."""
    told = tr(
        "Each action stands on its own line, or ends with a semicolon. Parentheses after an\n"
        "action hold what was played instead. Braces hold a remark; one that begins with !\n"
        "names a bookmark: {example}\n"
        "Inside a remark, put a backslash before a brace or a backslash. # starts a comment.",
        example="58; 8a (1a; 2b {!try} {too early}); 82",
    )
    return f"{told}\n{tr('Moves joined by + are made at once: {example}', example='47+b7')}"


def judged(beside: Beside, judge: Judge) -> list[Branch]:
    """Return the branches of a line, after ``judge`` has decided of each where it leads."""
    found = branches_of(beside.session, beside.session.history.line())
    for branch in found:
        while (at := branch.review.next()) is not None:
            branch.review.learn(at, *judge(branch.review.positions[at]))
    return found


def branch_object(branch: Branch) -> Object:
    """Return a branch as an object: where it leaves the line, its first move, where it leads."""
    lead = branch.lead()
    first = " ".join(step.text for step in branch.head.action)
    return {"at": branch.at, "action": first, "leads": lead.end.value, "moves": lead.moves}


def branch_words(branch: Branch) -> str:
    """Return a branch as a line for a reader."""
    first = action_text(branch.head.action)
    line = takewhile(lambda node: node.action and not begins(node.action), branch.head.up())
    done = [node.action for node in line]
    return tr(
        "instead of move {number}: {move}: {leads}",
        number=max(1, moves_shown(branch.review.deal.engine, done)),
        move=first,
        leads=branch.lead_text(),
    )
