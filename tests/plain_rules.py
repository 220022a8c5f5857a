"""Canfield's rule sets written out a second time: what the plain programs of the tests play by.

They are there to find what is wrong with the rules' own table, so none of them may read it. A new
rule set is a row here as well, written from its description and not from that table.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class PlainRules(NamedTuple):
    """A rule set. ``waste`` cards lie open at first; ``by_hand``: the player fills empty columns
    from the reserve; ``runs``: parts of columns move; ``back``: cards come back from foundations.

    ``anything`` that may be moved fills a column once the reserve is empty, not the waste alone.
    ``deck`` is paid at first, unless ``parts`` of it are, ``card`` is what a card brings, ``turn``
    what a redeal costs, ``all_up`` what all cards bring together. ``lost`` is a deal that cannot be
    won, which is shown by few positions; ``dollars``: not points.
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
        """Return the account with so many cards ``home`` after so many redeals."""
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
    """Return the rule set ``key``."""
    assert key in _ROWS, (
        f"write the rule set {key} into tests/plain_rules, from its description; what no field "
        "there can say is a rule for tests/game/brute and tests/truth/canfield"
    )
    return _ROWS[key]
