"""Checks the solvers' verdicts on random positions against simple, independent solvers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from game.core.cards import PACK, Card, Suit
from game.core.moves import Move, Refusal, Verb
from game.core.state import CELLS, FOUNDATIONS, HOME, RESERVE, STOCK, WASTE, Pile, PileId, State
from game.rules import canfield
from game.rules.canfield import RULE_SETS, RuleSet
from game.rules.registry import CANFIELD, VIERFREI, Deal, Rules, kinds_of
from game.rules.replay import position_after, steps_of
from game.rules.vierfrei import COLUMNS, PILES, Vierfrei
from game.solver import canfield_solver
from game.solver.answer import Answer, Verdict, decide, solver_of
from game.solver.packed import pack, unpack
from tests.truth import near, vierfrei
from tests.truth.canfield import Twin
from tests.truth.plain import Plain
from tests.truth.vierfrei import HOSTS

SOLVED: Final = tuple(str(kind.rules) for kind in kinds_of(CANFIELD) if solver_of(kind).knows(kind))
"""The rule sets of Canfield that the solver knows."""

KINDS: Final = (*SOLVED, VIERFREI)
"""The rule sets in ``SOLVED``, and Vierfrei."""

PARTS: Final = "parts"
"""The AisleRiot rules without moves from foundations. Such moves would hide many errors."""

ENDS_A_UNIT: Final = 150
STRAYS_A_UNIT: Final = 60
WALKS_A_GAME: Final = 8


def any_deal(kind: str) -> Deal:
    if kind == VIERFREI:
        return Deal(VIERFREI, 1)
    return Deal(CANFIELD, 1, "aisleriot" if kind == PARTS else kind)


def unit(kind: str, seed: str) -> Iterator[tuple[State, bool]]:
    """Yield random positions of ``kind``, and whether each is known to be winnable."""
    rng = Random(f"{seed} {kind}")
    for _ in range(ENDS_A_UNIT):
        yield _end(kind, rng), False
    if kind == VIERFREI:
        # Random play soon leads to lost positions that can be searched quickly.
        rules = any_deal(kind).engine
        for _ in range(STRAYS_A_UNIT):
            yield walk(rules, rules.deal(rng.sample(PACK, 52)), rng, rng.randint(8, 60)), False
    yield from _amid(kind, rng)


def _end(kind: str, rng: Random) -> State:
    if kind == VIERFREI:
        free = rng.choice((0, 0, 0, 0, 0, 1, 1, 2))
        cells = rng.choice((4, 4, 4, 4, 3, 2))
        return end_position(rng, rng.randint(cells + 8 - free, 26), cells, free)
    rule_set = RULE_SETS[kind]
    # If parts of columns may move, there is more to search, so fewer cards are left.
    return random_end(rng, rule_set, rng.randint(8, 22 if rule_set.parts_may_move else 38))


def _amid(kind: str, rng: Random) -> Iterator[tuple[State, bool]]:
    deal = any_deal(kind)
    rules = deal.engine
    state = rules.deal(rng.sample(PACK, 52))
    answer = decide(deal, state, time_limit=0.5, clock=time.process_time)
    yield state, answer.verdict is Verdict.WINNABLE
    steps = steps_of(rules, state, answer.moves)
    assert not isinstance(steps, Refusal)
    line = [state, *(step.after for step in steps)]
    for _ in range(WALKS_A_GAME):
        # Prefer late positions, since only these can be searched exhaustively.
        begin = line[int((len(line) - 1) * rng.random() ** 0.5)]
        if len(line) > 1:
            yield begin, True
        yield walk(rules, begin, rng, rng.randint(1, 12) if len(line) > 1 else 60), False


def walk(rules: Rules, state: State, rng: Random, moves: int) -> State:
    """Return the position after ``moves`` random moves.

    If the walk ends in a dead end, returns a position shortly before that."""
    states = [state]
    for _ in range(moves):
        here = states[-1]
        legal = [m for m in tokens(rules, here) if not isinstance(rules.resolve(here, m), Refusal)]
        if not legal:
            return states[max(0, len(states) - rng.randint(2, 9))]
        cards = [move for move in legal if move.verb is Verb.CARRY]
        home = [move for move in cards if move.target == HOME]
        chance = rng.random()
        chosen = home if home and chance < 0.3 else cards if cards and chance < 0.7 else legal
        resolved = rules.resolve(here, rng.choice(chosen))
        assert not isinstance(resolved, Refusal)
        states.append(rules.expand(here, resolved)[-1].after)
    return states[-1]


def tokens(rules: Rules, state: State) -> list[Move]:
    """Return all moves that might be legal, except stopping."""
    if not isinstance(rules, Vierfrei):
        return [*all_moves(state), Move(Verb.INSPECT), Move(Verb.PAY)]
    piles = (*COLUMNS, *CELLS)
    return [Move.carry(a, b) for a in piles if state[a] for b in (*piles, HOME) if a != b]


# -- late positions of Canfield --------------------------------------------------------------------


def random_end(rng: Random, rule_set: RuleSet, cards_left: int) -> State:
    """Return a random position with ``cards_left`` cards not home.

    In half of these positions, one suit has far fewer cards home than the others. Columns then
    often contain sequences that wrap around from ace to king.
    """
    base = rng.randint(1, 13)
    heights = [13] * 4
    first = rng.randrange(4)
    uneven = rng.random() < 0.5
    for _ in range(cards_left):
        suits = [suit for suit in range(4) if heights[suit] > (suit == first)]
        lowest = min(suits, key=lambda suit: heights[suit] + rng.random() * 20)
        heights[lowest if uneven else rng.choice(suits)] -= 1
    piles: dict[PileId, Pile] = dict.fromkeys(canfield.PILES, ())
    left = []
    for suit in Suit:
        pile = [Card((base - 1 + place) % 13 + 1, suit) for place in range(13)]
        piles[FOUNDATIONS[suit]] = tuple(pile[: heights[suit]])
        left += pile[heights[suit] :]
    rng.shuffle(left)
    buried = rng.random() < (0.8 if rule_set.parts_may_move else 0.33)
    if buried:
        left.sort(key=lambda card: (card.rank - base) % 13 + rng.random() * 3)
    for column in canfield.COLUMNS:
        if left and rng.random() < 0.9:
            piles[column] = _run(rng, left)
    in_reserve = rng.randint(0, min(13, len(left))) if rng.random() < 0.8 else 0
    if buried and rng.random() < 0.7:
        in_reserve = min(13, len(left))
    reserve, pack = left[:in_reserve], left[in_reserve:]
    for column in canfield.COLUMNS:
        if reserve and not piles[column] and (rule_set.fills_itself or rng.random() < 0.5):
            piles[column] = (reserve.pop(),)
    in_waste = rng.randint(0, len(pack))
    piles[RESERVE] = tuple(reserve)
    piles[WASTE] = tuple(pack[:in_waste])
    piles[STOCK] = tuple(reversed(pack[in_waste:]))
    return State(piles)


def _run(rng: Random, left: list[Card]) -> tuple[Card, ...]:
    cards = [left.pop()]
    while rng.random() < 0.7:
        fitting = [card for card in left if canfield.fits(card, cards[-1])]
        if not fitting:
            break
        cards.append(rng.choice(fitting))
        left.remove(cards[-1])
    return tuple(cards)


def all_moves(state: State) -> list[Move]:
    """Return the moves that deal and redeal, and all moves of cards, legal or not."""
    moves = [Move(Verb.DEAL), Move(Verb.TURN)]
    for source in (*canfield.COLUMNS, RESERVE, WASTE, *FOUNDATIONS):
        if not state[source]:
            continue
        deep = len(state[source]) if source in canfield.COLUMNS else 0
        counts = range(1, deep + 1) if deep else (None,)
        moves += [Move.carry(source, target, n) for target in canfield.COLUMNS for n in counts]
    return moves + [Move.carry(source, HOME) for source in (*canfield.COLUMNS, RESERVE, WASTE)]


# -- late positions of Vierfrei --------------------------------------------------------------------


def end_position(random: Random, in_play: int, cells: int, open_columns: int) -> State:
    """Return a random position near the end of a game.

    ``in_play`` is the number of cards that aren't home, and ``cells`` the number of cards in cells.
    Cards that could go home are covered, since otherwise few positions would be lost.
    """
    heights = [13, 13, 13, 13]
    suits = random.sample(range(4), random.randint(in_play // 13 + 1, 4))
    while sum(heights) > 52 - in_play:
        suit = random.choice(suits)
        heights[suit] -= heights[suit] > 0
    cards = [card for card in PACK if card.rank > heights[card.suit]]
    piles: dict[PileId, tuple[Card, ...]] = dict.fromkeys(PILES, ())
    for suit in Suit:
        piles[FOUNDATIONS[suit]] = tuple(Card(rank + 1, suit) for rank in range(heights[suit]))
    random.shuffle(cards)
    used = random.sample(COLUMNS, 8 - open_columns)
    deep = random.sample(used, random.randint(1, min(3, len(used))))
    piles |= zip(random.sample(CELLS, cells), ((card,) for card in cards), strict=False)
    for number, card in enumerate(cards[cells:]):
        piles[used[number] if number < len(used) else random.choice(deep)] += (card,)
    for _ in range(12):
        move = Vierfrei().home_move(State(piles))
        covered = [(pile, place) for pile in COLUMNS for place in range(len(piles[pile]) - 1)]
        if move is None or not covered:
            break
        pile, place = random.choice(covered)
        going, staying = piles[move.source][-1], piles[pile][place]
        piles[move.source] = (*piles[move.source][:-1], staying)
        piles[pile] = (*piles[pile][:place], going, *piles[pile][place + 1 :])
    return State(piles)


# -- positions of Vierfrei with little room --------------------------------------------------------


def tight(rng: Random) -> State:
    """Return a random position with long columns and few free places.

    The last cards of columns seldom fit on each other, so there are few moves. The cards that can
    go home first are at the bottoms of the columns.
    """
    heights = [rng.choice((0, 0, 1, 2, 3)) for _ in Suit]
    cards = [card for card in PACK if card.rank > heights[card.suit]]
    free, alone, short = rng.choice((1, 2, 2, 3)), rng.choice((0, 0, 0, 1, 2)), rng.randint(0, 3)
    columns = COLUMNS[alone:]
    wanted = 4 - free + alone + 2 * len(columns)
    few = rng.choice((0.05, 0.2, 0.4))
    rng.shuffle(cards)
    above: Pile = ()
    below = []
    for card in cards:
        here = card.rank * 4 - 4 + card.suit
        numbers = [other.rank * 4 - 4 + other.suit for other in above]
        fits = sum(HOSTS[here][other] or HOSTS[other][here] for other in numbers)
        homes = card.rank <= heights[card.suit] + 2
        if len(above) < wanted and rng.random() < few ** (fits + homes):
            above += (card,)
        else:
            below.append(card)
    above += tuple(below[: wanted - len(above)])
    below = [card for card in below if card not in above]
    below.sort(key=lambda card: card.rank + 3 * rng.random())
    piles: dict[PileId, Pile] = dict.fromkeys(PILES, ())
    for suit in Suit:
        home = [card for card in PACK if card.suit == suit and card.rank <= heights[suit]]
        piles[FOUNDATIONS[suit]] = tuple(home)
    deep = columns[short:]
    for number, card in enumerate(below):
        piles[deep[number % len(deep)]] += (card,)
    places = (*columns, *columns, *COLUMNS[:alone], *CELLS[free:])
    for pile, card in zip(places, above, strict=True):
        piles[pile] += (card,)
    return State(piles)


# -- checking verdicts by the plain twins or by the rules ------------------------------------------


KEPT: Final = Path(__file__).parents[1] / "data" / "truth.txt"
"""A file of positions that a solver once got wrong, with their kinds and the right answers."""

PRUNINGS: Final = KEPT.with_name("prunings.txt")
AT_SIGHT: Final = KEPT.with_name("lost_at_sight.txt")
NEVER_WON: Final = KEPT.with_name("never_won.txt")
NEAR: Final = KEPT.with_name("near.txt")
BEST_RESULTS: Final = KEPT.with_name("best_results.txt")

TWIN_AT_MOST: Final = 20_000
"""An exhaustive search gives up after this many positions."""

TWIN_USUALLY: Final = 3_000
"""Three of every four searches give up this early, because longer searches seldom finish."""

SECONDS: Final = 0.2
"""The solver's time limit for a position, in CPU seconds."""

NEAR_AT_MOST: Final = 1000
"""``near`` skips a position if more than this many others can be reached from it."""

NEAR_A_UNIT: Final = 25


@dataclass(slots=True)
class Count:
    """The results of many checks: losses confirmed by exhaustive search, and wins confirmed by
    playing the line. ``wrong`` lists the errors in the format of ``KEPT``."""

    lost: int = 0
    won: int = 0
    near_met: int = 0
    wrong: list[str] = field(default_factory=list)


def twin(kind: str, state: State) -> Plain[Any]:
    return vierfrei.Twin(state) if kind == VIERFREI else Twin(RULE_SETS[kind], state)


def run_unit(kind: str, seed: str, count: Count, end: float, limit: int = TWIN_AT_MOST) -> None:
    for number, (state, on_line) in enumerate(unit(kind, seed)):
        if time.process_time() >= end:
            return
        turn = number % 4
        most = limit if turn == 1 else min(limit, TWIN_USUALLY)
        check(kind, state, count, on_line=on_line, best=turn == 0, limit=most)


def run_near(seed: str, count: Count, positions: int = NEAR_A_UNIT) -> None:
    rng = Random(f"{seed} near")
    for _ in range(positions):
        check_near(tight(rng), count)


def check_near(state: State, count: Count) -> None:
    found = near.gap(state, NEAR_AT_MOST, (None, Random(1)))
    if isinstance(found, str):
        count.wrong.append(case(VIERFREI, "near", state))
    else:
        count.near_met += found


def check(
    kind: str,
    state: State,
    count: Count,
    *,
    on_line: bool = False,
    best: bool = False,
    limit: int = TWIN_AT_MOST,
) -> None:
    """Check the solver's verdict. With ``on_line``, ``state`` is known to be winnable."""
    deal = any_deal(kind)
    answer = decide(deal, state, time_limit=SECONDS, clock=time.process_time)
    if answer.verdict is Verdict.WINNABLE:
        if wins(deal, state, answer):
            count.won += 1
        else:
            count.wrong.append(case(kind, "lost", state))
    elif answer.verdict is Verdict.LOST and on_line:
        count.wrong.append(case(kind, "winnable", state))
    elif answer.verdict is Verdict.LOST and not state.stopped:
        _check_lost(kind, state, count, best, limit)


def _check_lost(kind: str, state: State, count: Count, best: bool, limit: int) -> None:
    truth = twin(kind, state).exhaust(limit)
    if truth == 52:
        count.wrong.append(case(kind, "winnable", state))
    elif truth is not None:
        count.lost += 1
        if best and kind != VIERFREI:
            found = canfield_solver.solve(
                state, RULE_SETS[kind], time_limit=SECONDS, clock=time.process_time
            )
            cards = found.best_cards or 0
            if cards > truth or (found.best_exact and cards < truth):
                count.wrong.append(case(kind, f"{truth} cards", state))


def wins(deal: Deal, state: State, answer: Answer) -> bool:
    after = position_after(deal.engine, state, answer.moves)
    return not isinstance(after, Refusal) and deal.engine.won(after)


def case(kind: str, truth: str, state: State) -> str:
    return f"{kind} {pack(any_deal(kind).engine, state).hex()} {truth}"


def kept(file: Path | None = None) -> list[tuple[str, State, str]]:
    """Return the kind, position and right answer in each line of ``file``, by default ``KEPT``."""
    found = []
    for line in (file or KEPT).read_text("ascii").splitlines():
        if line and not line.startswith("#"):
            kind, packed, truth = line.split(" ", 2)
            found.append((kind, unpack(any_deal(kind).engine, bytes.fromhex(packed)), truth))
    return found
