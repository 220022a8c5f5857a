"""Puzzles: winnable positions just before a game was lost.

Games with hidden cards have none: nobody could know which moves win.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

from game.core.moves import Action, Refusal, Verb
from game.core.state import State
from game.play.game_text import deal_text, from_text
from game.play.history import GameInfo
from game.play.review import Review
from game.play.session import Session
from game.rules.counting import moves_in, player_moves
from game.rules.registry import Deal
from game.solver.answer import Margin, decide, never_cancelled
from game.solver.margin import Weigher
from game.support.assets import assets_folder

FILE: Final = assets_folder() / "puzzles.json"
SECONDS: Final = 5.0
"""The time limit for one verdict, in seconds."""
_LEVELS: Final = (1.1, 1.4, 1.75, 2.4)
"""The highest difficulty of each level except the last."""
_DEEP: Final = 40.0
"""``depth`` is divided by this number before it is added to the difficulty."""


class Puzzle(NamedTuple):
    """A winnable position from which a player lost the game."""

    deal: Deal
    before: tuple[str, ...]  # the actions that lead to the position, as tokens
    lost_by: str  # the action that lost, as tokens
    kept: int  # the number of legal moves that are proven to keep the win
    of: int  # the number of legal moves
    depth: int  # the number of player moves in the shortest known line
    undecided: int = 0  # the number of moves without a verdict; 0 except in a game under review

    @property
    def difficulty(self) -> float:
        """How hard the puzzle is; higher is harder."""
        return math.log2(self.of / self.kept) + self.depth / _DEEP

    @property
    def level(self) -> int:
        """The level of difficulty, from 1 (easiest) to 5."""
        return 1 + sum(self.difficulty > most for most in _LEVELS)

    @property
    def key(self) -> str:
        """A hash that identifies the position, however it was reached."""
        piles = sorted(
            f"{pile.role.name}{pile.number} {' '.join(map(str, cards))}"
            for pile, cards in self.state().piles.items()
        )
        text = "\n".join([self.deal.game, self.deal.rules or "", *piles])
        return blake2b(text.encode(), digest_size=6).hexdigest()

    def state(self) -> State:
        """Return the position; raises ``ValueError`` if ``before`` contains an illegal move."""
        return _last(self.deal, self.before)


class PuzzleSession(Session):
    """A game that starts from a puzzle. Each restart begins another try."""

    def __init__(self, puzzle: Puzzle) -> None:
        deal = puzzle.deal
        super().__init__(Deal(deal.game, rules=deal.rules, board=puzzle.state()))
        self.puzzle = puzzle
        self.info.recorded = True

    def restart(self) -> Action | Refusal:
        result = super().restart()
        if not isinstance(result, Refusal):
            self.info = GameInfo(recorded=True)
        return result

    def is_solution(self, *, winnable: bool) -> bool:
        """Return whether this try is won, or still ``winnable`` after ``puzzle.depth`` moves.

        A try doesn't count if the solution was shown.
        """
        if self.info.shown:
            return False
        return self.won or (winnable and self._moves_made() >= self.puzzle.depth)

    def _moves_made(self) -> int:
        """Return how many moves of this try reached a new position."""
        met, gone = {self.layout}, 0
        for action in self.since_restart:
            # Otherwise, moving a card back and forth could solve a puzzle.
            if action[-1].after not in met:
                met.add(action[-1].after)
                gone += moves_in(action)
        return gone


@lru_cache(maxsize=128)
def _last(deal: Deal, actions: tuple[str, ...]) -> State:
    return from_text(deal_text(deal, actions), *deal.kind.key, as_saved=True).state


def lost_moments(
    deal: Deal, actions: Sequence[Action], cancelled: Callable[[], bool] = never_cancelled
) -> Iterator[Puzzle]:
    """Yield a puzzle for each lost game in ``actions``. Every restart begins another game.

    If an undecided verdict makes a puzzle uncertain, the puzzle is left out.
    """
    if not deal.kind.puzzles:
        return
    positions = [deal.layout(), *(action[-1].after for action in actions)]
    begins = [at for at, action in enumerate(actions, 1) if action[0].move.verb is Verb.RESTART]
    review = Review(deal, positions, begins)
    while (at := review.next_to_judge()) is not None:
        answer = decide(deal, positions[at], time_limit=SECONDS, cancelled=cancelled)
        review.add_verdict(at, answer.verdict, answer.moves)
    for game in review.games:
        lost = review.losing_action_of(game.start)
        if lost is None:
            continue
        margin = Weigher().weigh(deal, positions[lost], SECONDS, cancelled=cancelled)
        found = None if margin is None else puzzle_at(deal, actions, lost, margin)
        if found and not found.undecided:
            yield found


def puzzle_at(deal: Deal, actions: Sequence[Action], lost: int, margin: Margin) -> Puzzle | None:
    """Return the position before ``actions[lost]`` as a puzzle.

    Returns None if no move is known to win, or if every move is.
    """
    if not margin.line or not 0 < margin.winning_count < len(margin):
        return None
    begins = [at for at, one in enumerate(actions, 1) if one[0].move.verb is Verb.RESTART]
    first = max((begin for begin in begins if begin <= lost), default=0)
    texts = [" ".join(step.text for step in action) for action in actions[first : lost + 1]]
    depth = player_moves(margin.line)
    before, kept, of = tuple(texts[:-1]), margin.winning_count, len(margin)
    return Puzzle(deal, before, texts[-1], kept, of, depth, margin.undecided_count)


def best_first(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return each puzzle once. Puzzles with a smaller share of winning moves come first."""
    found: dict[tuple[object, ...], Puzzle] = {}
    for puzzle in puzzles:
        found.setdefault((puzzle.deal.game, puzzle.state()), puzzle)
    return sorted(found.values(), key=lambda puzzle: (puzzle.kept / puzzle.of, puzzle.depth))


@lru_cache(maxsize=1)
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles shipped with the program, easiest first."""
    found = []
    for row in json.loads(FILE.read_text("utf-8"))["puzzles"]:
        deal = Deal(row.pop("game"), row.pop("deal"), row.pop("rules"))
        found.append(Puzzle(deal, tuple(row.pop("before")), **row))
    return tuple(sorted(found, key=lambda puzzle: puzzle.difficulty))


class FindPuzzles(NamedTuple):
    """The job of finding the puzzles in a game. ``moves`` is the text of the game."""

    game: str
    rules: str | None
    moves: str

    def run(self, cancelled: Callable[[], bool]) -> Iterator[tuple[Puzzle, ...]]:
        """Yield all puzzles in one tuple; nothing if ``cancelled``."""
        session = from_text(self.moves, self.game, self.rules)
        found = tuple(lost_moments(session.deal, session.actions, cancelled))
        if not cancelled():
            yield found
