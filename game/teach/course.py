"""A walk through a lesson: which step it is at, what is asked for, and what answers that."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.cards import Card
from game.core.moves import Move, Refusal
from game.core.state import STOCK, Pile, PileId, State
from game.play.session import Session
from game.rules.notation import parse_move
from game.rules.registry import Deal, GameKind
from game.teach.lessons import HINT, SAFE, UNDO, Lesson, Step, Task

NO_MOVES = frozenset({UNDO, HINT, SAFE})


def lay(kind: GameKind, step: Step) -> Session:
    """Return the position with which ``step`` begins, as a game of ``kind``."""
    letters = {pile.letter: pile for pile in kind.engine.piles} | {"s": STOCK}
    piles: dict[PileId, Pile] = dict.fromkeys(kind.engine.piles, ())
    for letter, cards in step.board.items():
        piles[letters[letter]] = tuple(map(Card.parse, cards.split()))
    session = Session(Deal(kind.game, rules=kind.rules, board=State(piles)))
    if step.before:
        session.do(parse_move(step.before, kind.notation))
    return session


class Course:
    """Where a player is in ``lesson``, which is played by the rules of ``kind``.

    ``at`` is the number of the step, from 0.
    """

    def __init__(self, kind: GameKind, lesson: Lesson) -> None:
        self.kind = kind
        self.lesson = lesson
        self.at = 0
        self._done = 0

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.at]

    @property
    def task(self) -> Task | None:
        """What is asked for now; None once the step is done."""
        tasks = self.step.tasks
        return tasks[self._done] if self._done < len(tasks) else None

    @property
    def last(self) -> bool:
        """Whether this is the last step."""
        return self.at == len(self.lesson.steps) - 1

    @property
    def over(self) -> bool:
        """Whether nothing of the lesson is left."""
        return self.last and self.task is None

    def begin(self) -> Session:
        """Return the position with which the step begins."""
        return lay(self.kind, self.step)

    def go_on(self) -> Session:
        """Turn to the next step; return the position with which it begins."""
        self.at += 1
        self._done = 0
        return self.begin()

    def end(self) -> None:
        """Pass over all that is left."""
        self.at = len(self.lesson.steps) - 1
        self._done = len(self.step.tasks)

    def asks(self, todo: str) -> bool:
        """Return whether just this is asked for."""
        return self.task is not None and self.task.todo == todo

    def tick_off(self, tasks: int = 1) -> None:
        """Count that many tasks of the step as done."""
        self._done += tasks

    def ways(self, state: State, ahead: int = 0) -> tuple[Move, ...]:
        """Return the moves in ``state`` that do what is asked for, or what is asked for as many
        tasks ``ahead``; none if that is no move."""
        tasks = self.step.tasks[self._done + ahead :]
        if not tasks or tasks[0].todo in NO_MOVES:
            return ()
        kind = self.kind
        moves = [parse_move(token, kind.notation) for token in tasks[0].todo.split()]
        found = [kind.engine.resolve(state, move) for move in moves]
        return tuple(move for move in found if not isinstance(move, Refusal))

    def answered(self, state: State, moves: Sequence[Move]) -> int:
        """Return how many tasks ``moves``, which are legal one after the other, do in ``state``; 0
        if any of them was not asked for."""
        engine = self.kind.engine
        for number, move in enumerate(moves):
            found = engine.resolve(state, move)
            if isinstance(found, Refusal) or found not in self.ways(state, number):
                return 0
            state = engine.expand(state, found)[-1].after
        return len(moves)
