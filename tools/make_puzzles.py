"""``python -m tools.make_puzzles``: makes the puzzles that are shipped with the program.

A simulated player plays random deals. When a move makes a game lost, the position before that
move becomes a puzzle. A second search checks each puzzle. ``--count N`` makes N puzzles, not 40.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from game.core.cards import MAX_DEAL
from game.core.moves import Action, Move
from game.core.state import Role, State
from game.rules.choices import choices
from game.rules.registry import KINDS, Deal, Rules, numbered
from game.solver.answer import Verdict, decide
from game.solver.margin import Weigher
from game.teach.puzzles import FILE, SECONDS, Puzzle, lost_moments

COUNT: Final = 40
LEVELS: Final = 5
_SEED: Final = "second chances"
_LONGEST: Final = 80
"""The number of moves after which a game is given up."""
_LIKES: Final = {Role.FOUNDATION: 30, Role.COLUMN: 6, Role.CELL: 2}
"""The weight of a move to each kind of pile. The simulated player prefers high weights."""
_EMPTY: Final = 2
"""The weight of a move to an empty column."""


def played(deal: Deal, random: Random) -> list[Action]:
    """Play ``deal`` as the simulated player; return the actions."""
    rules, state = deal.engine, deal.layout()
    actions: list[Action] = []
    while len(actions) < _LONGEST and not rules.won(state):
        ways = list(choices(rules, state))
        if not ways:
            break
        likes = [_likes(rules, state, move) for move in ways]
        (move,) = random.choices(ways, likes)
        actions.append(rules.expand(state, move))
        state = actions[-1][-1].after
    return actions


def _likes(rules: Rules, state: State, move: Move) -> int:
    if move.target.role is Role.COLUMN and not state[move.target]:
        return _EMPTY
    return _LIKES.get(move.target.role, 1)


def candidates(random: Random) -> Iterator[Puzzle]:
    """Play random deals endlessly, and yield the puzzles found in them."""
    kind = next(kind for kind in KINDS.values() if kind.puzzles)
    while True:
        deal = numbered(kind.game, random.randrange(MAX_DEAL + 1), kind.rules)
        yield from lost_moments(deal, played(deal, random))


def proven(puzzle: Puzzle) -> bool:
    """Return whether a second search confirms the puzzle."""
    margin = Weigher().weigh(puzzle.deal, puzzle.state(), SECONDS)
    after = puzzle._replace(before=(*puzzle.before, puzzle.lost_by)).state()
    lost = decide(puzzle.deal, after, time_limit=SECONDS).verdict is Verdict.LOST
    assert margin is not None
    return lost and (margin.winning_count, len(margin)) == (puzzle.kept, puzzle.of)


def row_of(puzzle: Puzzle) -> dict[str, object]:
    """Return the puzzle in the format of the file; its deal must have a number."""
    deal = puzzle.deal
    return {
        **{"game": deal.game, "deal": deal.number, "rules": deal.rules},
        **{"before": list(puzzle.before), "lost_by": puzzle.lost_by},
        **{"kept": puzzle.kept, "of": puzzle.of, "depth": puzzle.depth},
    }


def chosen(random: Random, count: int) -> list[Puzzle]:
    """Return ``count`` puzzles, the same number for each level."""
    found: list[list[Puzzle]] = [[] for _ in range(LEVELS)]
    for puzzle in candidates(random):
        level = found[puzzle.level - 1]
        if len(level) < count // LEVELS and proven(puzzle):
            level.append(puzzle)
            print(*map(len, found), flush=True)
        if all(len(level) == count // LEVELS for level in found):
            break
    return [puzzle for level in found for puzzle in level]


def main(arguments: Sequence[str] | None = None) -> int:
    """Choose puzzles and write the file; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_puzzles")
    parser.add_argument("--count", type=int, default=COUNT, metavar="N")
    given = parser.parse_args(arguments)
    puzzles = chosen(Random(_SEED), given.count)
    lines = ",\n".join("  " + json.dumps(row_of(puzzle)) for puzzle in puzzles)
    FILE.write_text(f'{{"puzzles": [\n{lines}\n]}}\n', encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
