"""A plain solver for Canfield, which tries every reachable position.

It shares no code with ``game.solver``. A card is ``4 * place + suit``, with its place counted from
the base rank. A column is a byte string of cards.
"""

from __future__ import annotations

from typing import Final

from game.core.state import FOUNDATIONS, RESERVE, STOCK, WASTE, Pile, Role, State
from game.core.state import columns as columns_of
from game.rules.canfield import RULE_SETS, RuleSet
from tests.plain_rules import plain_rules
from tests.truth.plain import Plain

Columns = tuple[bytes, ...]
Heights = tuple[int, ...]
Place = tuple[Columns, Heights, int, bytes, int, int]
"""A position: the columns, the foundations' heights, the size of the reserve, the pack (waste and
stock together, in dealing order), the size of the waste, and the stage of a Casino game. Under
other rules, the stage is 3."""

_RED: Final = (1, 2)
FITS: Final = tuple(
    tuple(
        (card // 4 + 1) % 13 == on // 4 and (card % 4 in _RED) != (on % 4 in _RED)
        for card in range(52)
    )
    for on in range(52)
)
"""``FITS[on][card]``: whether ``card`` may lie on ``on`` in a column."""
_ANY: Final = (True,) * 52
_NONE: Final = (False,) * 52
"""The two possible rows of ``FITS`` for an empty column: it takes any card, or no card at all."""


class Twin(Plain[Place]):
    """The game under ``rule_set``, played on from ``state``."""

    def __init__(self, rule_set: RuleSet, state: State) -> None:
        base = next(state[pile][0].rank for pile in FOUNDATIONS if state[pile])

        def cards(pile: Pile) -> bytes:
            return bytes((card.rank - base) % 13 * 4 + card.suit for card in pile)

        self.reserve = cards(state[RESERVE])
        self.by_hand = not rule_set.fills_itself
        self.parts, self.returns = rule_set.parts_may_move, rule_set.foundations_give_back
        self.opening = rule_set.open_without_reserve, rule_set.open_with_reserve
        self.first_stock = 34 - rule_set.initial_waste
        self.start: Place = (
            self.told([cards(state[pile]) for pile in columns_of(4)]),
            tuple(len(state[pile]) for pile in FOUNDATIONS),
            len(self.reserve),
            cards(state[WASTE] + state[STOCK][::-1]),
            len(state[WASTE]),
            state.stage if rule_set.in_stages else 3,
        )

    def opens(self, role: Role, reserve: int) -> bool:
        return role in self.opening[reserve > 0]

    def told(self, columns: list[bytes]) -> Columns:
        return tuple(sorted(columns))

    def home(self, place: Place) -> int:
        return sum(place[1])

    def after(self, place: Place) -> list[Place]:
        columns, heights, reserve, pack, waste, stage = place
        if stage == 1:
            return [(columns, heights, reserve, pack, waste, 2)]
        found = self._from_columns(place) + self._from_the_pack(place)
        if stage == 2:
            found.append((columns, heights, reserve, pack, waste, 3))
        if reserve:
            top = self.reserve[reserve - 1]
            opens = self.opens(Role.RESERVE, reserve)
            for now, up in self._laid(top, columns, heights, opens=opens):
                found.append((now, up, reserve - 1, pack, waste, stage))
        if self.returns:
            found += self._from_foundations(place)
        return found

    def _from_the_pack(self, place: Place) -> list[Place]:
        columns, heights, reserve, pack, waste, stage = place
        found = []
        if waste < len(pack):
            # Before the casino's last payment, dealing once is free, when the first three cards
            # are used up.
            if stage == 3 or (waste == 0 and len(pack) == self.first_stock):
                found.append((columns, heights, reserve, pack, min(waste + 3, len(pack)), stage))
        elif waste and stage == 3:
            found.append((columns, heights, reserve, pack, 0, stage))
        if waste:
            rest = pack[: waste - 1] + pack[waste:]
            opens = self.opens(Role.WASTE, reserve)
            for now, up in self._laid(pack[waste - 1], columns, heights, opens=opens):
                found.append((now, up, reserve, rest, waste - 1, stage))
        return found

    def _from_foundations(self, place: Place) -> list[Place]:
        columns, heights, reserve, pack, waste, stage = place
        found = []
        for suit, height in enumerate(heights):
            if height > 1:
                down = (*heights[:suit], height - 1, *heights[suit + 1 :])
                opens = self.opens(Role.FOUNDATION, reserve)
                for now in self._onto((height - 1) * 4 + suit, columns, opens=opens):
                    found.append((now, down, reserve, pack, waste, stage))
        return found

    def _laid(
        self, card: int, columns: Columns, heights: Heights, *, opens: bool
    ) -> list[tuple[Columns, Heights]]:
        found = [(now, heights) for now in self._onto(card, columns, opens=opens)]
        suit = card % 4
        if heights[suit] == card // 4:
            found.append((columns, (*heights[:suit], heights[suit] + 1, *heights[suit + 1 :])))
        return found

    def _onto(self, card: int, columns: Columns, *, opens: bool) -> list[Columns]:
        found = []
        for at, column in enumerate(columns):
            if FITS[column[-1]][card] if column else opens:
                now = list(columns)
                now[at] = column + bytes((card,))
                found.append(self.told(now))
        return found

    def _from_columns(self, place: Place) -> list[Place]:
        columns, heights, reserve, pack, waste, stage = place
        found = []
        opens = _ANY if self.opens(Role.COLUMN, reserve) else _NONE
        taken = [FITS[cards[-1]] if cards else opens for cards in columns]
        for source, cards in enumerate(columns):
            if not cards:
                continue
            suit = cards[-1] % 4
            if heights[suit] == cards[-1] // 4:
                now = list(columns)
                now[source] = cards[:-1]
                up = (*heights[:suit], heights[suit] + 1, *heights[suit + 1 :])
                found.append((*self._filled(now, source, up, reserve), pack, waste, stage))
            for first, card in enumerate(cards if self.parts else cards[:1]):
                for target, takes in enumerate(taken):
                    if takes[card] and target != source:
                        now = list(columns)
                        now[source], now[target] = cards[:first], columns[target] + cards[first:]
                        filled = self._filled(now, source, heights, reserve)
                        found.append((*filled, pack, waste, stage))
        return found

    def _filled(
        self, columns: list[bytes], source: int, heights: Heights, reserve: int
    ) -> tuple[Columns, Heights, int]:
        if not columns[source] and reserve and not self.by_hand:
            columns[source] = self.reserve[reserve - 1 : reserve]
            reserve -= 1
        return self.told(columns), heights, reserve


def turned(before: Place, after: Place) -> bool:
    """Return whether a move turned the waste over."""
    return before[3] == after[3] and before[4] == len(before[3]) > 0 == after[4]


def highest_account(key: str, state: State, limit: int) -> int | None:
    """Return the highest balance possible; None if the search exceeds ``limit`` positions."""
    rules, twin = plain_rules(key), Twin(RULE_SETS[key], state)
    # Places with few redeals come first, so the first balance found for a place is its highest.
    seen, now, turns, highest = {twin.start}, [twin.start], 0, -1000
    while now:
        later = set[Place]()
        while now:
            place = now.pop()
            highest = max(highest, rules.account(twin.home(place), turns))
            for after in twin.after(place):
                if turned(place, after):
                    later.add(after)
                elif after not in seen:
                    seen.add(after)
                    now.append(after)
            if len(seen) > limit:
                return None
        now = [place for place in later if place not in seen]
        seen |= later
        turns += 1
    return highest
