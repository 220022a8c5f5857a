"""Canfield written a second time from the rules alone, to compare the engine with.

It shares nothing with ``game``: cards are numbers from 0 to 51 (``rank * 4 + suit``, suits in the
order C D H S), piles are lists, and the rule sets are those of ``tests.plain_rules``.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from tests.plain_rules import plain_rules

RANKS = "A23456789TJQK"


class Brute:
    """A game of Canfield under ``rules``; ``do`` carries out a token, or returns False."""

    def __init__(self, rules: str, number: int) -> None:
        deck = self.deck(number)
        self.rules = plain_rules(rules)
        self.reserve = deck[:13]
        self.base = deck[13] // 4
        self.home: list[list[int]] = [[], [], [], []]
        self.home[deck[13] % 4].append(deck[13])
        self.columns = [[card] for card in deck[14:18]]
        waste = self.rules.waste
        self.waste = deck[18 : 18 + waste]
        self.stock = deck[18 + waste :]
        self.first_stock = len(self.stock)
        self.turns = 0
        self.stage = 1 if self.rules.parts else 3
        self.over = False

    @classmethod
    def at(cls, rules: str, piles: dict[str, Any], stage: int) -> Brute:
        """Return a game that has come to ``piles``, which are in the form of ``piles()``."""

        def cards(text: str) -> list[int]:
            return [RANKS.index(card[0]) * 4 + "CDHS".index(card[1]) for card in text.split()]

        game = cls(rules, 0)
        game.stage, game.base = stage, RANKS.index(piles["base"])
        heights = [piles["foundations"][suit] for suit in "CDHS"]
        for suit, height in enumerate(heights):
            game.home[suit] = [(game.base + up) % 13 * 4 + suit for up in range(height)]
        game.reserve, game.waste = cards(piles["reserve"]), cards(piles["waste"])
        game.stock, game.columns = cards(piles["stock"])[::-1], [*map(cards, piles["columns"])]
        return game

    @staticmethod
    def deck(number: int) -> list[int]:
        left, dealt, seed = list(range(52)), [], number
        while left:
            seed = (seed * 214013 + 2531011) % 2**31
            place = (seed // 65536) % len(left)
            left[place], left[-1] = left[-1], left[place]
            dealt.append(left.pop())
        return dealt

    def do(self, token: str) -> bool:
        """Carry ``token`` out if it is legal."""
        trial = self._copy()
        if not trial._try(token):
            return False
        self.__dict__ = trial.__dict__
        return True

    def allows(self, token: str) -> bool:
        """Return whether ``token`` is legal, without moving anything."""
        return self._copy()._try(token)

    def stuck(self, tokens: list[str]) -> bool:
        """Return whether none of ``tokens`` except ``d`` and ``t`` is legal, now and at every point
        of one full pass through the stock; returns from the foundations and moves of whole columns
        into empty ones do not count."""
        if self.over or sum(map(len, self.home)) == 52:
            return False
        game = self._copy()
        game.stage = 3
        for _ in range(len(self.stock) + len(self.waste) + 3):
            if any(game.counts_as_move(token) for token in tokens):
                return False
            if not game.do("d") and not game.do("t"):
                return True
        return True

    def counts_as_move(self, token: str) -> bool:
        if token in "dtipx" or token[0] in "CDHS" or not self.allows(token):
            return False
        if token[0] in "1234" and token[1] in "1234" and not self._pile(token[1]):
            held = len(self._pile(token[0]))
            return "v" in token and int(token[3:], 16) < held
        return True

    def _copy(self) -> Brute:
        other = copy(self)
        other.reserve, other.waste, other.stock = self.reserve[:], self.waste[:], self.stock[:]
        other.home = [cards[:] for cards in self.home]
        other.columns = [cards[:] for cards in self.columns]
        return other

    def _try(self, token: str) -> bool:
        if self.over:
            return False
        if token in "ipx":
            return self._pay(token)
        if self.stage == 1:
            return False
        if token == "d":
            return self._deal()
        if token == "t":
            self.stock, self.waste, was = self.waste, [], self.stock
            self.turns += 1
            return not was and bool(self.stock)
        token, _, count = token.partition("v")
        return self._card(token[0], token[1], int(count, 16) if count else None)

    def _pay(self, token: str) -> bool:
        if not self.rules.parts:
            return False
        if token == "x":
            self.over = True
            return True
        self.stage += 1
        return self.stage == {"i": 2, "p": 3}[token]

    def _deal(self) -> bool:
        if not self.stock:
            return False
        if self.stage == 2 and (self.waste or len(self.stock) != self.first_stock):
            return False
        self.waste += self.stock[:3]
        self.stock = self.stock[3:]
        return True

    def _card(self, source: str, target: str, count: int | None) -> bool:
        pile = self._pile(source)
        if not pile:
            return False
        if target == "h":
            return count is None and self._home(pile) and self._fill(source)
        onto = self._pile(target)
        if onto is pile:
            return False
        if source in "CDHS" and (not self.rules.back or len(pile) == 1):
            return False
        if not onto and not self._may_open(source):
            return False
        counts = [1]
        if source in "1234":
            whole = len(pile)
            counts = list(range(whole, 0, -1)) if self.rules.runs else [whole]
            if count is not None:
                counts = [count] if count in counts else []
        for number in counts:
            if not onto or self._fits(pile[-number], onto[-1]):
                onto += pile[-number:]
                del pile[-number:]
                return self._fill(source)
        return False

    def _pile(self, letter: str) -> list[int]:
        if letter in "1234":
            return self.columns[int(letter) - 1]
        if letter in "CDHS":
            return self.home["CDHS".index(letter)]
        return {"r": self.reserve, "w": self.waste}[letter]

    def _home(self, pile: list[int]) -> bool:
        home = self.home[pile[-1] % 4]
        if len(home) == 13 or pile[-1] // 4 != (self.base + len(home)) % 13:
            return False
        home.append(pile.pop())
        return True

    @staticmethod
    def _fits(card: int, on: int) -> bool:
        red, on_red = card % 4 in (1, 2), on % 4 in (1, 2)
        return red != on_red and (card // 4 + 1) % 13 == on // 4

    def _may_open(self, source: str) -> bool:
        if self.reserve:
            return source == "r" and self.rules.by_hand
        return source == "w" or self.rules.anything

    def _fill(self, source: str) -> bool:
        if not self.rules.by_hand and source in "1234":
            column = self._pile(source)
            if not column and self.reserve:
                column.append(self.reserve.pop())
        return True

    @property
    def account(self) -> int:
        return self.rules.account(sum(map(len, self.home)), self.turns, self.stage)

    def piles(self) -> dict[str, object]:
        """Return the piles in the form of ``game.cli.report``."""

        def text(cards: list[int]) -> str:
            return " ".join(RANKS[card // 4] + "CDHS"[card % 4] for card in cards)

        return {
            "stock": text(self.stock[::-1]),
            "waste": text(self.waste),
            "reserve": text(self.reserve),
            "base": RANKS[self.base],
            "foundations": {suit: len(self.home["CDHS".index(suit)]) for suit in "CDHS"},
            "columns": [text(column) for column in self.columns],
        }
