"""The story of a reviewed game in sentences, as far as it is known by now.

What is told is proven by ``game.teach.story``, and kept here until more is known. A review of
several games, begun again one after the other, has a story for each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from game.core.moves import Action, Move
from game.play.history import Node
from game.play.review import Review
from game.solver.answer import Margin
from game.teach.difficulty import Graded, par_of
from game.teach.story import Story, margin_text, turning_points
from scenes.table.status import Light

_NEWS: Final = 0.25
"""Seconds between two tellings while more and more becomes known."""


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence about position ``at``, or about none where that is negative; ``move`` is what it
    would have had played there. One about a branch has its first ``node``, and the ``light`` of
    where it leads."""

    at: int
    text: str
    move: Move | None = None
    node: Node | None = field(default=None, compare=False)
    light: Light | None = None


@dataclass(frozen=True, slots=True)
class Tale:
    """All that is told of one game: its sentences, the positions that they name, and the first and
    the last position of each passage in which few moves kept the win."""

    told: tuple[Told, ...]
    turns: tuple[int, ...]
    narrow: tuple[tuple[int, int], ...]

    def about(self, at: int) -> tuple[Told, ...]:
        """The sentences about the last turning point that is not after position ``at``, or about
        the first one."""
        before = [turn for turn in self.turns if turn <= at]
        turn = before[-1] if before else min(self.turns)
        return tuple(one for one in self.told if one.at == turn)


class Telling:
    """Tells the games of ``review``, whose ``actions`` led from position to position. ``margins``
    are filled in by whoever has the moves judged; ``graded`` returns what is known of the deal."""

    def __init__(
        self,
        review: Review,
        actions: Sequence[Action],
        graded: Callable[[], Graded | None],
    ) -> None:
        self._review = review
        self._graded = graded
        self._actions = actions
        self.margins: dict[int, Margin] = {}
        self._tales: dict[int, Tale] = {}
        self._stale = False
        self._waited = 0.0

    def learned(self) -> None:
        """Note that more is known than when the story was last told."""
        self._stale = True

    def retell(self) -> None:
        """Have all words made again, as the language may have changed."""
        self._tales.clear()

    def tick(self, seconds: float, *, settled: bool) -> bool:
        """Let time pass; return True when the story is to be told again: now and then while more
        becomes known, and at once when all of it is ``settled``."""
        self._waited += seconds
        if not self._stale or (self._waited < _NEWS and not settled):
            return False
        self._stale, self._waited = False, 0.0
        self.retell()
        return True

    def tale(self, at: int) -> Tale:
        """Return what is told of the game to which position ``at`` belongs."""
        first = self._review.game_of(at).start
        if first not in self._tales:
            self._tales[first] = self._tell(first)
        return self._tales[first]

    def _tell(self, first: int) -> Tale:
        margin = self.margins.get(first)
        line = margin.line if margin is not None else ()
        par = par_of(self._review.deal, line, self._graded())
        story = Story(self._review, self._actions, self.margins, first, par)
        facts = story.facts()
        told = tuple(Told(fact.at, fact.words, fact.move) for fact in facts)
        return Tale(told, turning_points(facts), tuple(story.passages()))

    def margin_words(self, at: int) -> str:
        """Return how many moves keep the win at a position, in words; empty where that says
        nothing."""
        margin = self.margins.get(at)
        if (
            margin is None
            or not margin.kept
            or self._review.deal.engine.won(self._review.positions[at])
        ):
            return ""
        return margin_text(margin)
