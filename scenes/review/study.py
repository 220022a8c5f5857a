"""Finds out all that a review tells, by the solver's process and in the order of its use.

First the moves of the position that is looked at; then which positions could be won, half way
between what is known; then the moves of all others. A player who walks on changes the order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from game.core.moves import Move
from game.solver.answer import Verdict
from game.teach.difficulty import Graded, seek_grade
from scenes.review.walks import LineWalk, searching

if TYPE_CHECKING:
    from scenes.review.review_scene import ReviewScene

_TRIES: Final = 2
"""How often the moves of a position are asked about if no answer comes."""


class Study:
    """Asks the solver, and takes in its answers a little at a time, so that no picture waits."""

    def __init__(self, shown: ReviewScene) -> None:
        self._shown = shown
        self._telling = shown.telling
        self._weighing: list[int] = []
        """The positions whose moves it judges at the moment, in the order of its next answers."""
        self._unanswered: Counter[int] = Counter()
        """How often no answer came for the moves of a position."""
        self._told = ""
        """The last announcement of the game's result."""
        self._graded: Graded | None = None
        """The deal's grade and par, measured once all else is known."""
        self.done = False
        """Whether everything but the par has been found out about the position that is shown and
        all others."""

    def ask_again(self) -> None:
        """Note that the solver was asked something else, which ended what it had to do."""
        self._weighing = []
        self.done = False

    def tick(self, *, news: bool) -> None:
        """Take in what is there, and have the next thing found out; ``news`` says whether the
        solver has answered anything."""
        if self.done and not news:
            return
        self._take_margins()
        shown, solver = self._shown, self._shown.kit.solver
        if shown.walk is shown.game and self._wanted(shown.at):
            if self._weighing[:1] != [shown.at]:
                # Whatever is searched now waits: what is looked at comes first.
                solver.cancel()
                self._weigh([shown.at])
            if solver.looking_ahead:
                return
        following = shown.review.next()
        if following is not None:
            self._judge(following)
        elif shown.walk is shown.game and shown.branches.open_at(shown.at):
            self._look_beside()
        elif not solver.looking_ahead:
            self._weigh_rest()

    # -- verdicts ------------------------------------------------------------------------------

    def _judge(self, at: int) -> None:
        """Take in one verdict, if there is one, or ask for it. One at a time: what a line that wins
        tells of the other positions takes some milliseconds."""
        review, solver = self._shown.review, self._shown.kit.solver
        known = solver.known(review.deal, review.positions[at])
        if known is not None:
            self._learn(at, known.verdict, known.moves)
        else:
            # That ends the longer looks; they are begun anew thereafter.
            margins = self._telling.margins
            self._weighing = [one for one in self._weighing if one not in margins]
            solver.ask(review.deal, review.positions[at])

    def _learn(self, at: int, verdict: Verdict, moves: Sequence[Move]) -> None:
        walk = self._shown.walk
        before = walk.light(self._shown.at)
        self._shown.review.learn(at, verdict, moves)
        self._telling.learned()
        self._shown.changed()
        self._announce(of_this=before is not walk.light(self._shown.at))

    def _announce(self, *, of_this: bool) -> None:
        """Announce what is new about the position that is shown, and about the whole game."""
        shown, walk = self._shown, self._shown.walk
        result = walk.result(shown.at)
        news = result not in (self._told, searching())
        if of_this and not (news and shown.at == shown.length):
            # Of its end the result says as much.
            shown.announcer.say(walk.known(shown.at))
        if news:
            self._told = result
            shown.announcer.say(result)

    def _look_beside(self) -> None:
        """Find out where the branches lead that are told of at the position that is shown."""
        shown = self._shown
        if self._weighing:
            shown.kit.solver.cancel()
            self._weighing = []
        if shown.branches.tick(shown.kit.solver, shown.at):
            shown.changed()

    # -- moves ---------------------------------------------------------------------------------

    def _wanted(self, at: int) -> bool:
        """Whether the moves of a position are still to be judged: of one that is lost none wins,
        and one that has ended has none."""
        review = self._shown.review
        state = review.positions[at]
        if at in self._telling.margins or review.verdicts[at] is Verdict.LOST:
            return False
        if self._unanswered[at] >= _TRIES:
            return False
        return not (state.stopped or review.deal.engine.won(state))

    def _weigh(self, numbers: list[int]) -> None:
        review = self._shown.review
        self._weighing = list(numbers)
        self._shown.kit.solver.weigh(review.deal, [review.positions[at] for at in numbers])

    def _weigh_rest(self) -> None:
        """Have the moves of all other positions judged, those first that the story needs most."""
        review = self._shown.review
        self._take_late()
        self._unanswered.update(self._weighing)
        here = self._in_the_game()
        lost = review.lost_within(here)
        first = [] if lost is None else [lost]
        first.append(review.game_of(here).start)
        order = dict.fromkeys([here, *first, *range(len(review.positions))])
        numbers = [at for at in order if self._wanted(at) or self._open(at)]
        self._weigh(numbers)
        # What is known already is not asked for; the solver may also have given up.
        self.done = not self._shown.kit.solver.looking_ahead
        if self.done and self._graded is None and review.deal.engine.won(review.positions[-1]):
            self._grade()

    def _grade(self) -> None:
        """Have the deal of a game that was won measured, now that all else is known: its story ends
        with the par."""
        self._graded = seek_grade(self._shown.kit.solver, self._shown.deal)
        if self._graded is not None:
            self._telling.learned()

    def _in_the_game(self) -> int:
        """The position of the game that is looked at; along a line the one that it begins at."""
        walk = self._shown.walk
        return walk.origin if isinstance(walk, LineWalk) else self._shown.at

    def _take_margins(self) -> None:
        """Take in what has been answered of the moves: the answers come in the order of the
        questions, then those of a longer look at what was left open, in the same order."""
        while self._weighing and self._take(self._weighing[0]):
            at = self._weighing.pop(0)
            if self._open(at):
                self._weighing.append(at)

    def _open(self, at: int) -> bool:
        """Whether a longer look could tell more of the moves of a position."""
        margin = self._telling.margins.get(at)
        return margin is not None and margin.open and self._unanswered[at] < _TRIES

    def _take_late(self) -> None:
        """Take in what was answered out of order, or too late."""
        margins, verdicts = self._telling.margins, self._shown.review.verdicts
        for at, verdict in enumerate(verdicts):
            if (at not in margins and verdict is not Verdict.LOST) or (
                at in margins and margins[at].open
            ):
                self._take(at)

    def _take(self, at: int) -> bool:
        """Take in what is known of the moves of a position; False if more is to come first."""
        review, margins = self._shown.review, self._telling.margins
        margin = self._shown.kit.solver.margin(review.deal, review.positions[at])
        if margin is None:
            return False
        if margin is margins.get(at):
            return not margin.open
        margins[at] = margin
        # What a short look has left open is still to be searched for longer.
        if margin.verdict is not Verdict.UNDECIDED and not review.decided(at):
            self._learn(at, margin.verdict, margin.line)
        self._telling.learned()
        if at == self._shown.at and self._shown.walk is self._shown.game:
            self._shown.changed()
            if not margin.open:
                self._shown.announcer.say(self._telling.margin_words(at))
        return True
