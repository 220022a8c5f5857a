"""The first lessons, as data: small positions, what is to be done in each, and the words for it.

Nothing here is played by the solver; ``game.teach.course`` walks through a lesson.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.support.marks import tr_later
from game.support.records import dataclass

UNDO: Final = "undo"
HINT: Final = "hint"
SAFE: Final = "safe"
"""What is to be done where it is no move: take back, ask for a hint, send safe cards home."""


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to be done: ``todo`` names the moves of which any will do, in notation, or is one
    of ``UNDO``, ``HINT`` and ``SAFE``. ``words`` ask for it, and are translated when shown."""

    todo: str
    words: str


@dataclass(frozen=True, slots=True)
class Step:
    """A position and what is to be done in it, in order.

    ``board`` has the cards of each pile by its letter in notation, ``s`` being the stock; piles
    without cards are left out. ``before`` is a move that was made just before the step begins.
    """

    board: Mapping[str, str]
    tasks: tuple[Task, ...]
    before: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is learned by doing, step by step.

    ``farewell`` is said at its end; ``deals`` are numbers to begin with, none where any will do:
    very easy ones, with the lowest pars of the first thousand.
    """

    steps: tuple[Step, ...]
    farewell: str
    deals: tuple[int, ...] = ()


_VIERFREI: Final = Lesson(
    (
        Step(
            {"3": "QC 8H", "4": "7S", "5": "6S", "6": "6D"},
            (
                Task(
                    "43",
                    tr_later(
                        "In the columns cards go down, red and black in turn: drag the black 7 "
                        "onto the red 8."
                    ),
                ),
                Task(
                    "63",
                    tr_later(
                        "And now the red 6 onto the black 7. Clicking the card and then its goal "
                        "does the same."
                    ),
                ),
            ),
        ),
        Step(
            {"3": "TC KD", "5": "9D", "6": "4S"},
            (
                Task(
                    "3a 3b 3c 3d",
                    tr_later(
                        "The king is in the way. Put it into one of the four cells at the top: "
                        "each holds any one card."
                    ),
                ),
                Task("53", tr_later("The black 10 is free: lay the red 9 on it.")),
            ),
        ),
        Step(
            {"3": "JC 2H AH", "5": "9S 3H"},
            (
                Task(
                    "3h",
                    tr_later(
                        "The goal: each suit home on its foundation, from the ace up. "
                        "Double-click the ace, or drag it there."
                    ),
                ),
                Task("3h", tr_later("On the ace goes the 2 of the same suit.")),
                Task(
                    "5h",
                    tr_later("Then the 3. When all four suits are home, the game is won."),
                ),
            ),
        ),
        Step(
            {
                "a": "6H", "b": "2S", "c": "TD", "d": "JC", "1": "9S", "2": "3C", "3": "4D KH",
                "5": "QC", "6": "7D", "7": "JS", "8": "8C",
            },
            (
                Task(
                    "34",
                    tr_later(
                        "All cells are taken, but any card may go into an empty column: move the "
                        "king there."
                    ),
                ),
                Task(
                    "54",
                    tr_later(
                        "A good beginning. Lay the black queen on the red king, and another "
                        "column is empty."
                    ),
                ),
            ),
        ),
        Step(
            {
                "a": "KC", "b": "2D", "1": "5H", "2": "QH 9S 8D 7C", "3": "KS", "4": "4C",
                "5": "JD", "6": "TD", "7": "JC", "8": "6S",
            },
            (
                Task(
                    "26",
                    tr_later(
                        "Whole runs move by way of free cells: two of those allow three cards. "
                        "Drag the black 9 onto the red 10."
                    ),
                ),
                Task(
                    "23",
                    tr_later(
                        "An empty column doubles that number. Make one: lay the red queen on the "
                        "black king."
                    ),
                ),
                Task(
                    "67",
                    tr_later("Now four may go at once: drag the red 10 onto the black jack."),
                ),
            ),
        ),
        Step(
            {
                "C": "AC 2C 3C 4C", "H": "AH 2H 3H", "S": "AS 2S 3S", "D": "AD 2D 3D",
                "2": "6H 5C", "3": "5D 4D", "4": "5S 4H", "5": "5H 4S 9H", "7": "TC",
            },
            (
                Task(
                    UNDO,
                    tr_later(
                        "The 4 of hearts has gone astray. Undo it: the arrow in the bar, or "
                        "Ctrl+Z, as often as you like."
                    ),
                ),
                Task(
                    HINT,
                    tr_later("Not sure how to go on? The lamp in the bar, or F4, shows a move."),
                ),
                Task("57", tr_later("There it is: the red 9 onto the black 10.")),
                Task(
                    SAFE,
                    tr_later(
                        "And last: the house in the bar, or Delete, sends home all cards that "
                        "are no longer needed. Options (F8) can make that automatic."
                    ),
                ),
            ),
            before="42",
        ),
    ),
    tr_later("That is all it takes! Now for a real game, and one that is easy to win."),
    deals=(46, 346, 852, 240, 426, 862),
)  # fmt: skip

_CANFIELD: Final = Lesson(
    (
        Step(
            {
                "s": "KC 6S 3D TC 8C 4D", "r": "5C 2D 4S", "H": "7H",
                "1": "JC 7S", "2": "QD", "3": "9C 8H", "4": "2S",
            },
            (
                Task(
                    "1h",
                    tr_later(
                        "A 7 lies up there, so each foundation begins with a 7. Double-click the "
                        "7 of spades, or drag it up."
                    ),
                ),
                Task(
                    "3h",
                    tr_later(
                        "From there each suit goes up, after the king with the ace. The 8 of "
                        "hearts fits, too."
                    ),
                ),
            ),
        ),
        Step(
            {
                "s": "3S 5H JD 2C 6D TH", "r": "KC QS 8S 9D", "H": "7H", "S": "7S",
                "1": "4H", "2": "TC", "3": "AD", "4": "6C",
            },
            (
                Task(
                    "r2",
                    tr_later(
                        "In the columns cards go down, red and black in turn: lay the open 9 of "
                        "the reserve on the black 10."
                    ),
                ),
                Task(
                    "rh",
                    tr_later(
                        "So the next card of the reserve is open. Up with it: the reserve is to "
                        "be emptied first."
                    ),
                ),
            ),
        ),
        Step(
            {
                "s": "2C KD 9S TH 6D 4S", "r": "TD KS QH", "H": "7H",
                "1": "AD", "2": "JS", "3": "3C", "4": "5C",
            },
            (
                Task(
                    "d",
                    tr_later(
                        "Nothing fits any more. Then click the stock, or press Space: it deals "
                        "three cards onto the waste."
                    ),
                ),
                Task(
                    "w2",
                    tr_later(
                        "Of the three only the top one can be played: lay the red 10 on the "
                        "black jack."
                    ),
                ),
            ),
        ),
        Step(
            {
                "s": "3H JD 6S", "w": "4C 8H 9D", "r": "QC 5S 2D", "H": "7H",
                "1": "TS", "2": "KC", "3": "5D", "4": "JS",
            },
            (
                Task(
                    "w1",
                    tr_later(
                        "Each card that is played from the waste frees the one below. First the "
                        "red 9 onto the black 10."
                    ),
                ),
                Task("wh", tr_later("There is the 8 of hearts: up with it.")),
                Task("w3", tr_later("And the black 4 onto the red 5.")),
            ),
        ),
        Step(
            {
                "s": "4H 6C AS", "r": "3H 5S 9S", "H": "7H",
                "1": "JS TD", "2": "QD", "3": "KH", "4": "2C",
            },
            (
                Task(
                    "12",
                    tr_later(
                        "Columns move as a whole: take this one by its jack, and lay it on the "
                        "red queen."
                    ),
                ),
                Task(
                    "12",
                    tr_later(
                        "The gap has filled itself from the reserve. The new black 9 goes onto "
                        "the red 10."
                    ),
                ),
            ),
        ),
        Step(
            {
                "w": "KC 4D 8H 2S 5D JC", "r": "TD 3D 6H", "H": "7H",
                "1": "TS", "2": "3S", "3": "9C", "4": "AH",
            },
            (
                Task(
                    "t",
                    tr_later(
                        "The stock is empty. A click on its place, or Space, turns the waste "
                        "over; you may do so again and again."
                    ),
                ),
                Task("d", tr_later("Now deal once more.")),
                Task(
                    "wh",
                    tr_later(
                        "The 8 of hearts has come round: up with it. Options (F8) can send safe "
                        "cards home for you."
                    ),
                ),
            ),
        ),
    ),
    tr_later("That is all it takes! Now for a real game: luck has its share in it."),
)  # fmt: skip

LESSONS: Final[Mapping[str, Lesson]] = {"vierfrei": _VIERFREI, "canfield": _CANFIELD}
"""The lessons, by the key that a kind of game has for its own."""
