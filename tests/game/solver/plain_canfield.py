"""Another plain implementation of Canfield, and an exhaustive search over it.

It shares nothing with the solver, and plays by ``tests.plain_rules``. A card is a pair of its rank
above the base, 0 to 12, and its suit, so that a card's rank is the number of cards that its
foundation holds before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.core.state import FOUNDATIONS, RESERVE, STOCK, WASTE, Pile, State
from game.core.state import columns as columns_of
from tests.plain_rules import PlainRules, plain_rules

Card = tuple[int, int]
Cards = tuple[Card, ...]
Place = tuple[tuple[Cards, ...], tuple[int, ...], Cards, Cards, int]
"""The columns in order of their cards, the foundations' heights, the reserve, its top last, the
pack from the first card dealt, and how many of its cards are in the waste."""


def place_of(state: State) -> Place:
    base = next(state[pile][0].rank for pile in FOUNDATIONS if state[pile])

    def cards(pile: Pile) -> Cards:
        return tuple(((card.rank - base) % 13, int(card.suit)) for card in pile)

    return (
        tuple(sorted(cards(state[pile]) for pile in columns_of(4))),
        tuple(len(state[pile]) for pile in FOUNDATIONS),
        cards(state[RESERVE]),
        cards(state[WASTE] + state[STOCK][::-1]),
        len(state[WASTE]),
    )


def reached(place: Place, rules: PlainRules, *, returns: bool = True) -> Iterator[Place]:
    """Yield every position one move away, except after a redeal.

    Without ``returns`` no card comes back from a foundation, even under rules that allow it.
    """
    columns, heights, reserve, pack, waste = place
    if waste < len(pack):
        yield columns, heights, reserve, pack, min(waste + 3, len(pack))
    yield from _from_reserve(place, rules)
    yield from _from_waste(place)
    yield from _from_columns(place, rules)
    if rules.back and returns:
        yield from _from_foundations(place)


def _from_reserve(place: Place, rules: PlainRules) -> Iterator[Place]:
    columns, heights, reserve, pack, waste = place
    for top in reserve[-1:]:
        if heights[top[1]] == top[0]:
            yield columns, _up(heights, top), reserve[:-1], pack, waste
        for at, column in enumerate(columns):
            if _fits(top, column) if column else rules.by_hand:
                yield _with(columns, {at: (*column, top)}), heights, reserve[:-1], pack, waste


def _from_waste(place: Place) -> Iterator[Place]:
    columns, heights, reserve, pack, waste = place
    for top in pack[:waste][-1:]:
        rest = pack[: waste - 1] + pack[waste:]
        if heights[top[1]] == top[0]:
            yield columns, _up(heights, top), reserve, rest, waste - 1
        for at, column in enumerate(columns):
            if _fits(top, column) if column else not reserve:
                yield _with(columns, {at: (*column, top)}), heights, reserve, rest, waste - 1


def _from_columns(place: Place, rules: PlainRules) -> Iterator[Place]:
    columns, heights, reserve, pack, waste = place
    for source, cards in enumerate(columns):
        if cards and heights[cards[-1][1]] == cards[-1][0]:
            now, then = _filled(columns, {source: cards[:-1]}, reserve, rules)
            yield now, _up(heights, cards[-1]), then, pack, waste
        for first in range(len(cards) if rules.runs else len(cards[:1])):
            for at, column in enumerate(columns):
                open_to_it = rules.anything and not reserve
                if at != source and (_fits(cards[first], column) if column else open_to_it):
                    moved = {source: cards[:first], at: column + cards[first:]}
                    now, then = _filled(columns, moved, reserve, rules)
                    yield now, heights, then, pack, waste


def _from_foundations(place: Place) -> Iterator[Place]:
    columns, heights, reserve, pack, waste = place
    for suit, height in enumerate(heights):
        back = height - 1, suit
        down = (*heights[:suit], height - 1, *heights[suit + 1 :])
        for at, column in enumerate(columns):
            if height > 1 and (_fits(back, column) if column else not reserve):
                yield _with(columns, {at: (*column, back)}), down, reserve, pack, waste


def _fits(card: Card, column: Cards) -> bool:
    on = column[-1]
    return (card[0] + 1) % 13 == on[0] and (card[1] in (1, 2)) != (on[1] in (1, 2))


def _up(heights: tuple[int, ...], card: Card) -> tuple[int, ...]:
    return (*heights[: card[1]], heights[card[1]] + 1, *heights[card[1] + 1 :])


def _with(columns: tuple[Cards, ...], changed: dict[int, Cards]) -> tuple[Cards, ...]:
    return tuple(sorted(changed.get(at, column) for at, column in enumerate(columns)))


def _filled(
    columns: tuple[Cards, ...], changed: dict[int, Cards], reserve: Cards, rules: PlainRules
) -> tuple[tuple[Cards, ...], Cards]:
    """Return columns and reserve after cards have left a column: some rules fill it at once."""
    if not rules.by_hand and reserve:
        for at, column in changed.items():
            if not column:
                return _with(columns, {**changed, at: reserve[-1:]}), reserve[:-1]
    return _with(columns, changed), reserve


def plain_search(
    key: str, state: State, limit: int, *, par: bool = False, returns: bool = True
) -> tuple[int, int] | None:
    """Return the most cards that can come home and the highest account, by trying everything.

    Without ``par`` a won position ends the search, and the account is meaningless. None if there
    are more than ``limit`` positions. Positions with few redeals come first, so that the first
    account of each is its highest.
    """
    rules = plain_rules(key)
    start = place_of(state)
    seen, now, later, turns = {start}, [start], set[Place](), 0
    cards, highest = 0, -1000
    while now:
        while now:
            place = now.pop()
            home = sum(place[1])
            cards = max(cards, home)
            highest = max(highest, rules.account(home, turns))
            if home == 52 and not par:
                return cards, highest
            if place[4] == len(place[3]) > 0:
                later.add((*place[:4], 0))
            after = reached(place, rules, returns=returns)
            following = [one for one in after if one not in seen]
            seen.update(following)
            now += sorted(following, key=lambda one: sum(one[1]))
            if len(seen) > limit:
                return None
        now = [place for place in later if place not in seen]
        seen |= later
        later, turns = set(), turns + 1
    return cards, highest
