"""Positions in a short notation, and shared decks and boards.

A position need not have all 52 cards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from game.core.cards import Card, Suit, cards_text
from game.core.moves import Move, Refusal, Step
from game.core.state import CELLS, FOUNDATIONS, RESERVE, STOCK, WASTE, Pile, PileId, Role, State
from game.rules.canfield import RULE_SETS, Canfield
from game.rules.counting import account
from game.rules.registry import CANFIELD, KINDS, VIERFREI, Deal, GameKind, Rules, numbered
from game.rules.vierfrei import Vierfrei
from tests.game.reading import parse_move

LOST_DEAL = numbered("vierfrei", 21)
LOSING = "1a 2b 3c 4d"
"""Moves that fill all the cells; the third makes ``LOST_DEAL`` unwinnable."""
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


@dataclass(frozen=True)
class Table:
    """A position and the rules by which it is played."""

    rules: Rules
    state: State

    def play(self, moves: str) -> Table:
        """Return the table after ``moves``, each of which must be legal."""
        table = self
        for token in moves.split():
            table = Table(self.rules, table.steps(token)[-1].after)
        return table

    def steps(self, token: str) -> tuple[Step, ...]:
        """Return the steps of one legal move."""
        found = self.judge(token)
        assert isinstance(found, Move), f"{token}: {found}"
        return self.rules.expand(self.state, found)

    def judge(self, token: str) -> Move | Refusal:
        game = VIERFREI if isinstance(self.rules, Vierfrei) else CANFIELD
        return self.rules.resolve(self.state, parse_move(token, game))

    def refusal(self, token: str) -> str:
        """Return the key of the refusal if ``token`` is an illegal move, or an empty string if it
        is legal."""
        found = self.judge(token)
        return found.key if isinstance(found, Refusal) else ""

    def answers(self, tokens: str) -> str:
        """Return ``ok`` for each legal move and the refusal's key for others, joined by spaces."""
        return " ".join(self.refusal(token) or "ok" for token in tokens.split())

    def legal(self, *tokens: str) -> list[str]:
        return [token for token in tokens if not self.refusal(token)]

    def safe(self) -> Table:
        """Return the table after all safe cards have gone home."""
        table, count = self, 0
        while (move := table.rules.home_move(table.state, safe=True)) is not None:
            found = table.rules.resolve(table.state, move)
            assert isinstance(found, Move)
            table = Table(self.rules, self.rules.expand(table.state, found)[-1].after)
            count += 1
            assert count <= 52
        return table

    def column(self, number: int) -> str:
        return cards_text(self.state[PileId(Role.COLUMN, number - 1)])

    @property
    def cells(self) -> list[str]:
        return [cards_text(self.state[cell]) for cell in CELLS]

    @property
    def home(self) -> dict[str, int]:
        """The number of cards on each foundation, keyed by its letter."""
        return {pile.letter: len(self.state[pile]) for pile in FOUNDATIONS}

    @property
    def reserve(self) -> str:
        return cards_text(self.state[RESERVE])

    @property
    def waste(self) -> str:
        return cards_text(self.state[WASTE])

    @property
    def stock(self) -> str:
        """The cards of the stock, in the order of dealing."""
        return cards_text(self.state[STOCK][::-1])

    @property
    def account(self) -> int:
        assert isinstance(self.rules, Canfield)
        return account(self.rules.rule_set, self.state)

    @property
    def stuck(self) -> bool:
        return self.rules.stuck(self.state)


def dealt(game: str, number: int, rules: str | None = None) -> Table:
    deal: Deal = numbered(game, number, rules)
    return Table(deal.engine, deal.layout())


def vierfrei(text: str) -> Table:
    """Return a table from lines such as ``Foundations: C-3``, ``Freecells: KS - 4C`` and
    ``Columns: 9S 8D | | QH``. Piles that aren't given are empty."""
    piles: dict[PileId, Pile] = dict.fromkeys(Vierfrei.piles, ())
    lines = _labelled(text)
    piles |= _heights(lines.pop("Foundations", ""), base=1)
    for cell, card in zip(CELLS, lines.pop("Freecells", "").split(), strict=False):
        piles[cell] = _cards(card)
    return Table(Vierfrei(), State(piles | _columns(lines)))


def canfield(rules: str, text: str, *, stage: int = 3, turns: int = 0) -> Table:
    """Return a table from lines such as ``Base: 8``, ``Foundations: H-2`` and
    ``Columns: 9S 8D | | QH``. The first card of ``Stock`` is dealt next. Lines from ``1:``
    to ``4:`` give one column each. Only ``Base`` and ``Foundations`` are required."""
    piles: dict[PileId, Pile] = dict.fromkeys(Canfield.piles, ())
    lines = _labelled(text)
    base = Card.parse(lines.pop("Base") + "S").rank
    piles |= _heights(lines.pop("Foundations"), base)
    piles[STOCK] = _cards(lines.pop("Stock", ""))[::-1]
    piles[WASTE] = _cards(lines.pop("Waste", ""))
    piles[RESERVE] = _cards(lines.pop("Reserve", ""))
    piles |= _columns(lines)
    return Table(Canfield(RULE_SETS[rules]), State(piles, stage=stage, turns=turns))


def with_home(rules: str, cards: int, *, turns: int = 0, stage: int = 3) -> Table:
    """Return a Canfield table with this many ``cards`` on the foundations and none elsewhere."""
    heights = [max(0, min(13, cards - 13 * suit)) for suit in range(4)]
    home = " ".join(f"{suit}-{height}" for suit, height in zip("CDHS", heights, strict=True))
    return canfield(rules, f"Base: 5\nFoundations: {home}", turns=turns, stage=stage)


def _labelled(text: str) -> dict[str, str]:
    """Return the text after each label; semicolons also end lines."""
    parts = (part.partition(":") for part in re.split("[;\n]", text) if part.strip())
    return {label.strip(): rest.strip() for label, _, rest in parts}


def _columns(lines: dict[str, str]) -> dict[PileId, Pile]:
    if (all_of_them := lines.pop("Columns", None)) is not None:
        lines |= {str(number): cards for number, cards in enumerate(all_of_them.split("|"), 1)}
    return {PileId(Role.COLUMN, int(label) - 1): _cards(rest) for label, rest in lines.items()}


def _cards(text: str) -> Pile:
    return tuple(Card.parse(card) for card in text.split() if card != "-")


def _heights(text: str, base: int) -> dict[PileId, Pile]:
    piles: dict[PileId, Pile] = {}
    for token in text.split():
        letter, height = token.split("-")
        suit = Suit("CDHS".index(letter))
        ranks = [(base - 1 + place) % 13 + 1 for place in range(int(height))]
        piles[FOUNDATIONS[suit]] = tuple(Card(rank, suit) for rank in ranks)
    return piles


def alternating(length: int, first: str) -> str:
    """Return ``length`` different cards, descending from ``first`` in alternating colours."""
    start = Card.parse(first)
    red = start.is_red
    cards = []
    for place in range(length):
        rank = (start.rank - 1 - place) % 13 + 1
        pair = "SH" if place < 26 else "CD"
        cards.append(Card(rank, Suit("CDHS".index(pair[red]))))
        red = not red
    return cards_text(cards)


def unsolved_kind() -> GameKind:
    """Return a kind of Canfield that no solver knows."""
    hoyle = KINDS[CANFIELD, "hoyle"]
    assert hoyle.rule_set is not None
    row = replace(hoyle.rule_set, key="unsolved", name="Unsolved", parts_may_move=True)
    return replace(hoyle, rules=row.key, rule_set=row, engine=Canfield(row), days=row.key)


def easy_deck(*, king_lies: bool = False, waste: int = 0) -> str:
    """Return a deck of Canfield that is won just by dealing and sending cards home.

    ``waste`` is the number of cards on the waste at first. With ``king_lies``, a king in a
    column is the last card to go home.
    """
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
