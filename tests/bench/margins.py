"""How long it takes to judge every move of a position of Vierfrei, and of a whole game.

The games are of a player who follows a line that wins, but for a stray move now and then; those
that are told as a review tells them are of one who does not look ahead, half of them of deals of
the hardest grade.
"""

from __future__ import annotations

import time
from random import Random

from game.core.moves import Move, Refusal
from game.core.state import State
from game.play.review import Review
from game.rules.choices import choices
from game.rules.registry import Deal, numbered
from game.solver.answer import FIRST_LOOK, GLANCE, LONGER_LOOK, SECOND_LOOK, Verdict, decide
from game.solver.margin import Weigher
from game.teach.difficulty import Grade, numbers_of
from tests.bench.figures import Figure
from tools import make_puzzles

GAMES = 60
POSITIONS = 100
"""The most positions taken from a game; a shorter one is scaled to as many."""
STRAY = 0.1
"""The share of moves that are drawn at random."""
TOLD = 40
"""How many games are told."""


def run() -> list[Figure]:
    """The median and the 95th percentile, by the first look; what it has left open besides."""
    random = Random(13)
    single: list[float] = []
    whole: list[float] = []
    moves = still_open = 0
    for _ in range(GAMES):
        deal = numbered("vierfrei", random.randrange(1, 32001))
        states = played(deal, random)
        weigher, begun = Weigher(), time.process_time()
        for state in states:
            before = time.process_time()
            margin = weigher.weigh(deal, state, FIRST_LOOK)
            single.append(time.process_time() - before)
            assert margin is not None
            moves += len(margin)
            still_open += margin.undecided
        whole.append((time.process_time() - begun) / len(states) * POSITIONS)
    single.sort()
    whole.sort()
    late = len(single) * 95 // 100
    return [
        Figure("margin of a position, p50", single[len(single) // 2] * 1000, "ms"),
        Figure("margin of a position, p95", single[late] * 1000, "ms", 100.0),
        Figure("a game of 100 positions, p95", whole[len(whole) * 95 // 100], "s", 10.0),
        Figure("moves left open by the first look", 100 * still_open / moves, "%", None, False),
        *_openings(random),
        *_told(random),
    ]


def _deals(random: Random, number: int) -> list[Deal]:
    """Return so many deals, half of them of the hardest grade."""
    hard = random.sample(numbers_of("vierfrei", Grade.VERY_HARD), number // 2)
    others = [random.randrange(1, 32001) for _ in range(number - len(hard))]
    return [numbered("vierfrei", one) for one in (*hard, *others)]


def _openings(random: Random) -> list[Figure]:
    """How long the first answer takes on a deal of which nothing is known."""
    taken: list[float] = []
    for deal in _deals(random, 2 * GAMES):
        before = time.process_time()
        Weigher().weigh(deal, deal.layout(), GLANCE)
        taken.append(time.process_time() - before)
    late = sorted(taken)[len(taken) * 95 // 100]
    return [Figure("the first glance at an opening, p95", late * 1000, "ms", 100.0)]


def _told(random: Random) -> list[Figure]:
    """How long it takes until something is known of every move of a game, and all that there is."""
    first, whole = [], []
    for deal in _deals(random, TOLD):
        begun = time.process_time()
        review = _reviewed(deal, random)
        wanted = [
            state
            for state, verdict in zip(review.positions, review.verdicts, strict=True)
            if verdict is not Verdict.LOST
        ]
        weigher, looks = Weigher(), [0.0]
        for seconds in (GLANCE, FIRST_LOOK, SECOND_LOOK, LONGER_LOOK):
            weighed = [(state, weigher.weigh(deal, state, seconds)) for state in wanted]
            wanted = [state for state, margin in weighed if margin is None or margin.open]
            looks.append(time.process_time() - begun)
        share = POSITIONS / max(POSITIONS, len(review.positions))
        first.append(looks[1] * share)
        whole.append(looks[-1] * share)
    late = TOLD * 95 // 100
    return [
        Figure("a lost game told by a glance, p95", sorted(first)[late], "s", 10.0),
        Figure("and all of it settled, p95", sorted(whole)[late], "s", 10.0),
    ]


def _reviewed(deal: Deal, random: Random) -> Review:
    """Return a game of a player who does not look ahead, with all that is known of its positions;
    what finds that out is a part of the telling, the playing takes next to no time."""
    actions = make_puzzles.played(deal, random)
    review = Review(deal, [deal.layout(), *(action[-1].after for action in actions)])
    while (at := review.next()) is not None:
        answer = decide(deal, review.positions[at], time_limit=5.0)
        review.learn(at, answer.verdict, answer.moves)
    return review


def played(deal: Deal, random: Random) -> list[State]:
    """Return the positions of one game."""
    rules, state = deal.engine, deal.layout()
    found, line = [state], list[Move]()
    while len(found) < POSITIONS and not rules.won(state):
        line = line or list(decide(deal, state, time_limit=1.0).moves)
        move = rules.resolve(state, line.pop(0)) if line and random.random() >= STRAY else None
        if move is None or isinstance(move, Refusal):
            ways = list(choices(rules, state))
            if not ways:
                break
            move, line = random.choice(ways), []
        state = rules.expand(state, move)[-1].after
        found.append(state)
    return found
