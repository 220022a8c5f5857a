"""The first lesson of each game, and the player's progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from game.core.cards import Card
from game.core.moves import Action, Move, Refusal
from game.core.state import STOCK, Pile, PileId, State
from game.play.history import Node
from game.play.session import Session
from game.rules.choices import Automatic
from game.rules.notation import parse_move
from game.rules.registry import Deal, GameKind
from game.support.texts import tr_later

UNDO: Final = "undo"
HINT: Final = "hint"
SAFE: Final = "safe"
"""The task of sending safe cards home. Like ``UNDO`` and ``HINT``, it is not a move."""


class LessonTask(NamedTuple):
    """One thing that the player is asked to do."""

    todo: str  # ``UNDO``, ``HINT``, ``SAFE``, or moves in notation, any of which will do
    words: str  # what the player is told, not yet translated


class LessonStep(NamedTuple):
    """A position, and what the player is asked to do in it."""

    board: Mapping[str, str]  # cards by the letters of piles in notation (``s`` for the stock)
    tasks: tuple[LessonTask, ...]
    before: str = ""  # a move made just before the step begins


class Lesson(NamedTuple):
    """The steps of a lesson, what the player is told at the end, and the deals to play next."""

    steps: tuple[LessonStep, ...]
    farewell: str  # shown at the end
    deals: tuple[int, ...] = ()  # very easy deals to play next; if empty, any deal will do


_VIERFREI: Final = Lesson(
    (
        LessonStep(
            {"3": "QC 8H", "4": "7S", "5": "6S", "6": "6D"},
            (
                LessonTask("43", tr_later(
                    "Columns build down in alternating colours. Drag the black 7 onto the red 8."
                )),
                LessonTask("63", tr_later(
                    "Now the red 6 onto the black 7. You can also click the card, then where it "
                    "goes."
                )),
            ),
        ),
        LessonStep(
            {"3": "TC KD", "5": "9D", "6": "4S"},
            (
                LessonTask("3a 3b 3c 3d", tr_later(
                    "The king is in the way. Put it in one of the four free cells at the top; each "
                    "holds one card."
                )),
                LessonTask("53", tr_later("The black 10 is free. Put the red 9 on it.")),
            ),
        ),
        LessonStep(
            {"3": "JC 2H AH", "5": "9S 3H"},
            (
                LessonTask("3h", tr_later(
                    "The goal: build each suit on its foundation, from the ace up. Double-click "
                    "the ace, or drag it there."
                )),
                LessonTask("3h", tr_later("The 2 of the same suit goes on the ace.")),
                LessonTask("5h", tr_later("Then the 3. Bring all four suits home and you win.")),
            ),
        ),
        LessonStep(
            {
                "a": "6H", "b": "2S", "c": "TD", "d": "JC", "1": "9S", "2": "3C", "3": "4D KH",
                "5": "QC", "6": "7D", "7": "JS", "8": "8C",
            },
            (
                LessonTask("34", tr_later(
                    "The free cells are full, but an empty column takes any card. Move the king "
                    "there."
                )),
                LessonTask("54", tr_later(
                    "Good start. Put the black queen on the red king to empty another column."
                )),
            ),
        ),
        LessonStep(
            {
                "a": "KC", "b": "2D", "1": "5H", "2": "QH 9S 8D 7C", "3": "KS", "4": "4C",
                "5": "JD", "6": "TD", "7": "JC", "8": "6S",
            },
            (
                LessonTask("26", tr_later(
                    "You can move a run using free cells: two free cells let you move three cards. "
                    "Drag the black 9 onto the red 10."
                )),
                LessonTask("23", tr_later(
                    "An empty column doubles that. Make one: put the red queen on the black king."
                )),
                LessonTask("67", tr_later(
                    "Now up to six cards can move at once. Drag the red 10, with the run below it, "
                    "onto the black jack."
                )),
            ),
        ),
        LessonStep(
            {
                "C": "AC 2C 3C 4C", "H": "AH 2H 3H", "S": "AS 2S 3S", "D": "AD 2D 3D",
                "2": "6H 5C", "3": "5D 4D", "4": "5S 4H", "5": "5H 4S 9H", "7": "TC",
            },
            (
                LessonTask(UNDO, tr_later(
                    "You can take back any move. The last one was made for you: undo it with the "
                    "arrow in the bar or Ctrl+Z."
                )),
                LessonTask(HINT, tr_later(
                    "Not sure what to do? The lamp in the bar (Hint, or F4) shows a move."
                )),
                LessonTask("57", tr_later("There it is: the red 9 onto the black 10.")),
                LessonTask(SAFE, tr_later(
                    "The house in the bar (Send home, or Delete) sends home every card you no "
                    "longer need. Options (F8) can make that automatic."
                )),
            ),
            before="42",
        ),
    ),
    tr_later("That's all you need. Now for a real game: an easy one."),
    deals=(46, 346, 852, 620, 426, 862),
)  # fmt: skip

_CANFIELD: Final = Lesson(
    (
        LessonStep(
            {
                "s": "KC 6S 3D TC 8C 4D", "r": "5C 2D 4S", "H": "7H",
                "1": "JC 7S", "2": "QD", "3": "9C 8H", "4": "2S",
            },
            (
                LessonTask("1h", tr_later(
                    "The first foundation card is a 7, so every foundation starts with a 7. "
                    "Double-click the 7 of spades, or drag it up."
                )),
                LessonTask("3h", tr_later(
                    "Suits build up from there, and the ace follows the king. The 8 of hearts fits "
                    "too."
                )),
            ),
        ),
        LessonStep(
            {
                "s": "3S 5H JD 2C 6D TH", "r": "KC QS 8S 9D", "H": "7H", "S": "7S",
                "1": "4H", "2": "TC", "3": "AD", "4": "6C",
            },
            (
                LessonTask("r2", tr_later(
                    "Columns build down in alternating colours. Put the 9 from the reserve on the "
                    "black 10."
                )),
                LessonTask("rh", tr_later(
                    "That turned up the next card of the reserve. Send it home: the reserve comes "
                    "first."
                )),
            ),
        ),
        LessonStep(
            {
                "s": "2C KD 9S TH 6D 4S", "r": "TD KS QH", "H": "7H",
                "1": "AD", "2": "JS", "3": "3C", "4": "5C",
            },
            (
                LessonTask("d", tr_later(
                    "Nothing fits now. Click the stock or press Space to deal three cards to the "
                    "waste."
                )),
                LessonTask("w2", tr_later(
                    "Only the top card of the waste can be played. Put the red 10 on the black "
                    "jack."
                )),
            ),
        ),
        LessonStep(
            {
                "s": "3H JD 6S", "w": "4C 8H 9D", "r": "QC 5S 2D", "H": "7H",
                "1": "TS", "2": "KC", "3": "5D", "4": "JS",
            },
            (
                LessonTask("w1", tr_later(
                    "Playing a card from the waste frees the one below. First, the red 9 onto the "
                    "black 10."
                )),
                LessonTask("wh", tr_later("There's the 8 of hearts. Send it home.")),
                LessonTask("w3", tr_later("Now the black 4 onto the red 5.")),
            ),
        ),
        LessonStep(
            {
                "s": "4H 6C AS", "r": "3H 5S 9S", "H": "7H",
                "1": "JS TD", "2": "QD", "3": "KH", "4": "2C",
            },
            (
                LessonTask("12", tr_later(
                    "Columns move as a whole. Drag this one by its jack onto the red queen."
                )),
                LessonTask("12", tr_later(
                    "The reserve filled the gap by itself. Put the new black 9 on the red 10."
                )),
            ),
        ),
        LessonStep(
            {
                "w": "KC 4D 8H 2S 5D JC", "r": "TD 3D 6H", "H": "7H",
                "1": "TS", "2": "3S", "3": "9C", "4": "AH",
            },
            (
                LessonTask("t", tr_later(
                    "The stock is empty. Click its place or press Space to turn the waste over, as "
                    "often as you like."
                )),
                LessonTask("d", tr_later("Now deal again.")),
                LessonTask("wh", tr_later(
                    "The 8 of hearts is back. Send it home. Options (F8) can send safe cards home "
                    "for you."
                )),
            ),
        ),
    ),
    tr_later("That's all you need. Now for a real game, and a little luck."),
)  # fmt: skip

LESSONS: Final[Mapping[str, Lesson]] = {"vierfrei": _VIERFREI, "canfield": _CANFIELD}
"""The lessons by their keys (``GameKind.lesson``)."""


NO_MOVES = frozenset({UNDO, HINT, SAFE})


NOT_ASKED: Final = "not-asked"
"""The key of a ``Refusal``: the player did something that the task doesn't ask for."""


class LessonSession(Session):
    """A game that accepts only what the current task asks for."""

    def __init__(self, course: Course) -> None:
        super().__init__(_deal_of(course.kind, course.step))
        self.course = course
        self.info.recorded = True
        if course.step.before:
            super().do(parse_move(course.step.before, course.kind.notation))

    # -- what is asked for ---------------------------------------------------------------------

    def do(self, *moves: Move, automatic: Automatic = Automatic.OFF) -> Action | Refusal:
        judged = self.outcome(*moves)
        if isinstance(judged, Refusal):
            return judged
        answered = self.course.tasks_done(self.state, moves)
        if not answered:
            return Refusal(NOT_ASKED)
        self.course.tick_off(answered)
        # In a lesson, cards never go home automatically.
        return super().do(*moves)

    def send_safe_home(self) -> Action | Refusal:
        if not self.course.is_asked(SAFE):
            return Refusal(NOT_ASKED)
        self.course.tick_off()
        return super().send_safe_home()

    def _undo(self, count: int) -> Action:
        if not self.course.is_asked(UNDO):
            return ()
        self.course.tick_off()
        return super()._undo(count)

    # -- what a lesson does not have -----------------------------------------------------------

    def replace_last(self, move: Move, automatic: Automatic = Automatic.OFF) -> Action | Refusal:
        return Refusal(NOT_ASKED)

    def show_move(self, move: Move) -> Action | Refusal:
        return Refusal(NOT_ASKED)

    def restart(self) -> Action | Refusal:
        return Refusal(NOT_ASKED)

    def go(self, node: Node) -> Action:
        return ()

    def _redo(self, steps: Action) -> Action:
        return ()


def _deal_of(kind: GameKind, step: LessonStep) -> Deal:
    letters = {pile.letter: pile for pile in kind.engine.piles} | {"s": STOCK}
    piles: dict[PileId, Pile] = dict.fromkeys(kind.engine.piles, ())
    for letter, cards in step.board.items():
        piles[letters[letter]] = tuple(map(Card.parse, cards.split()))
    return Deal(kind.game, rules=kind.rules, board=State(piles))


class Course:
    """The player's progress through ``lesson``; ``at`` is the index of the current step."""

    def __init__(self, kind: GameKind, lesson: Lesson) -> None:
        self.kind = kind
        self.lesson = lesson
        self.at = 0
        self._done = 0

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.at]

    @property
    def task(self) -> LessonTask | None:
        """The current task; None once the step is done."""
        tasks = self.step.tasks
        return tasks[self._done] if self._done < len(tasks) else None

    @property
    def is_last_step(self) -> bool:
        return self.at == len(self.lesson.steps) - 1

    @property
    def is_over(self) -> bool:
        return self.is_last_step and self.task is None

    def begin(self) -> LessonSession:
        """Return a session at the beginning of the current step."""
        return LessonSession(self)

    def go_on(self) -> LessonSession:
        """Go to the next step; return a session for it."""
        self.at += 1
        self._done = 0
        return self.begin()

    def end(self) -> None:
        """Skip the rest of the lesson."""
        self.at = len(self.lesson.steps) - 1
        self._done = len(self.step.tasks)

    def is_asked(self, todo: str) -> bool:
        """Return whether ``todo`` is the current task."""
        return self.task is not None and self.task.todo == todo

    def tick_off(self, tasks: int = 1) -> None:
        """Mark the next ``tasks`` tasks as done."""
        self._done += tasks

    def moves_asked(self, state: State, ahead: int = 0) -> tuple[Move, ...]:
        """Return the legal moves that the task ``ahead`` places after the current one asks for."""
        tasks = self.step.tasks[self._done + ahead :]
        if not tasks or tasks[0].todo in NO_MOVES:
            return ()
        kind = self.kind
        moves = [parse_move(token, kind.notation) for token in tasks[0].todo.split()]
        found = [kind.engine.resolve(state, move) for move in moves]
        return tuple(move for move in found if not isinstance(move, Refusal))

    def tasks_done(self, state: State, moves: Sequence[Move]) -> int:
        """Return how many tasks ``moves`` complete. If a move isn't asked for, return 0."""
        engine = self.kind.engine
        for number, move in enumerate(moves):
            found = engine.resolve(state, move)
            if isinstance(found, Refusal) or found not in self.moves_asked(state, number):
                return 0
            state = engine.expand(state, found)[-1].after
        return len(moves)
