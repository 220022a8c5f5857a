"""Decks and boards for the games of the tests."""

from __future__ import annotations

from game.rules.registry import numbered

LOST_DEAL = numbered("vierfrei", 21)
LOSING = "1a 2b 3c 4d"
"""This deal until all cells are full; the third move loses it."""
STUCK = """\
Freecells: KC KD KH -
: 2C 3C 4C 5C 6C QS KS
: 7C 8C 9C AC AD QC
: JC 2D 3D 4D 5D QD
: 6D 7D 8D 9D AH QH
: JD 2H 3H 4H 5H TC
: 6H 7H 8H 9H AS TD
: JH 2S 3S 4S 5S TH
: 6S 7S 8S 9S JS TS
"""
OPEN_BOARD = """\
: TC 9D 8C
:
: KC KH KS KD QC QH QS QD JC JH JS JD TD TH
: TS 9C 9H 9S 8D 8H 8S
: 7C 7D 7H 7S 6C 6D 6H 6S
: 5C 5D 5H 5S 4C 4D 4H 4S
: 3C 3D 3H 3S 2C 2D 2H 2S
: AS AC AD AH
"""


def easy_deck(*, king_lies: bool = False, waste: int = 0) -> str:
    """Return a deck of Canfield that wins itself: all face-up cards go home, and so does every
    triple of the stock, its last card first; before them the ``waste`` that lies open at first. If
    the ``king_lies`` in a column, it goes home last, after the last card of the stock."""
    order = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS"]
    if king_lies:
        order.insert(4, order.pop())
        order.append(order.pop(order.index("QS")))
    base, aces, two, reserve, stock = order[0], order[1:4], order[4], order[5:18], order[18:]
    stock, up = stock[waste:], stock[:waste]
    pack = up[::-1]
    for at in range(0, len(stock), 3):
        pack += stock[at : at + 3][::-1]
    return " ".join([*reserve[::-1], base, *aces, two, *pack])
