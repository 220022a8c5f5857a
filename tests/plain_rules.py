"""A second definition of Canfield's rule sets and of numbered deals.

It checks the tables in ``game/rules``, so it must not use them. A new rule set needs a row here as
well, written from its description.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class PlainRules(NamedTuple):
    """A rule set of Canfield.

    ``waste`` is the number of cards dealt to the waste at first. With ``by_hand``, the player fills
    empty columns from the reserve. With ``runs``, parts of columns can be moved. With ``back``,
    cards can come back from foundations. With ``anything``, any movable card may fill an empty
    column once the reserve is empty. Without it, only cards from the waste may do so.

    ``deck`` is the whole price of the deck. If it is paid in stages, ``parts`` are the prices of
    the first stages. ``card`` is the reward for each card home, and ``all_up`` the whole reward for
    52 cards. ``turn`` is the price of a redeal. ``dollars`` says whether the balance is in dollars
    or in points. ``lost`` is the number of a deal that is quickly proven lost.
    """

    waste: int = 0
    by_hand: bool = False
    runs: bool = False
    back: bool = False
    anything: bool = False
    deck: int = 0
    card: int = 1
    turn: int = 0
    all_up: int | None = None
    parts: tuple[int, ...] = ()
    dollars: bool = True
    lost: int | None = None

    def account(self, home: int, turns: int, stage: int = 3) -> int:
        """Return the balance. ``home`` counts the cards home, and ``turns`` counts the redeals."""
        if stage <= len(self.parts):
            return -sum(self.parts[:stage])
        brought = self.card * home if home < 52 or self.all_up is None else self.all_up
        return brought - self.turn * turns - self.deck


_ROWS: Final = {
    "hoyle": PlainRules(deck=50, card=5, all_up=500, lost=17),
    "xpat2": PlainRules(waste=3, by_hand=True, deck=52, card=5, turn=5, lost=17),
    "casino": PlainRules(waste=3, by_hand=True, deck=52, card=5, turn=5, parts=(13, 13), lost=7),
    "aisleriot": PlainRules(runs=True, back=True, anything=True, dollars=False, lost=5),
}


def plain_rules(key: str) -> PlainRules:
    assert key in _ROWS, (
        f"write the rule set {key} into tests/plain_rules, from its description; what no field "
        "there can say is a rule for tests/truth/canfield"
    )
    return _ROWS[key]


def plain_deck(number: int) -> list[int]:
    """Return the cards of a numbered deal as ``rank * 4 + suit``. Aces have rank 0."""
    left, dealt, seed = list(range(52)), [], number
    while left:
        seed = (seed * 214013 + 2531011) % 2**31
        place = (seed // 65536) % len(left)
        left[place], left[-1] = left[-1], left[place]
        dealt.append(left.pop())
    return dealt
