"""Has the positions of a reviewed game judged by the solver, one after the other."""

from __future__ import annotations

from scenes.review.context import Reviewed
from scenes.review.words import searching


class Judging:
    """Asks about one position at a time: what a winning line tells of the others takes some
    milliseconds."""

    def __init__(self, shown: Reviewed) -> None:
        self._shown = shown
        self._asked: int | None = None
        self._told = ""
        """What was announced last of the game's result."""

    @property
    def done(self) -> bool:
        """Whether there is nothing left to be judged."""
        return self._shown.review.next() is None

    def ask_again(self) -> None:
        """The solver was asked for something else, which gave up the question."""
        self._asked = None

    def tick(self) -> None:
        """Take in one verdict, if there is one, and ask for the next."""
        shown, review, solver = self._shown, self._shown.review, self._shown.kit.solver
        at = review.next()
        if at is None:
            return
        known = solver.known(review.deal, review.positions[at])
        if known is not None:
            self._asked = None
            words = shown.walk.words
            before = words.light(shown.at)
            review.learn(at, known.verdict, known.moves)
            shown.changed()
            self._announce(of_this=before is not words.light(shown.at))
        elif self._asked != at or not solver.busy():
            self._asked = at
            solver.ask(review.deal, review.positions[at])

    def _announce(self, *, of_this: bool) -> None:
        """Tell what is new of the position that is shown, and of the whole game."""
        shown, words = self._shown, self._shown.walk.words
        if of_this:
            shown.announcer.say(words.known(shown.at))
        result = words.result(shown.at)
        if result not in (self._told, searching()):
            self._told = result
            shown.announcer.say(result)
