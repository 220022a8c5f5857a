"""Plans: what to do until the next hidden card shows.

Between two of them nothing is uncertain, so the unit of decision is not a move but a line that ends
with the first card not seen before.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import length_hint
from typing import Final

from game.core.moves import Move, Refusal, Verb
from game.core.piles import RESERVE, STOCK, WASTE
from game.core.state import Pile, State
from game.fair.knowledge import Knowledge
from game.rules.canfield import Canfield
from game.solver.canfield import Line
from game.solver.canfield_board import Board, Columns, Packs
from game.solver.packed import pack, worth

_PAYMENTS: Final = {"inspect-first": Move(Verb.INSPECT), "pay-first": Move(Verb.PAY)}
"""The payment that answers each refusal which asks for money."""


@dataclass(slots=True)
class Plan:
    """Moves up to the next hidden card, and the position after them, as its player knows it.

    ``votes`` counts the completions whose best line begins so.
    """

    moves: tuple[Move, ...]
    end: State
    board: Board
    votes: int = 0

    @property
    def waste(self) -> int:
        return len(self.end[WASTE])


class Plans:
    """The plans from what is known of one position, each once."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._rules = Canfield(knowledge.rule_set)
        self._paid = knowledge.rule_set.payment.per_turn > 0
        self._columns, self._packs = Columns(), Packs()
        self._by_moves: dict[tuple[Move, ...], Plan] = {}
        self._by_end: dict[tuple[bytes, int], Plan] = {}
        # By the packed moves that led to a hidden card: what follows them makes no difference.
        self._by_packed: dict[tuple[int, ...], Plan] = {}
        self.start = self._sketch(knowledge.state)

    def _sketch(self, state: State) -> Board:
        """Return ``state`` packed, with the tables that all positions of this question share."""
        return Board(state, lambda: self._packs, lambda: self._columns)

    def found(self) -> list[Plan]:
        """Return all plans, those first that most completions have voted for."""
        return sorted(self._by_end.values(), key=lambda plan: -plan.votes)

    def of_line(self, cards: Pile, board: Board, packed: list[int]) -> Plan | None:
        """Return the plan with which the line of ``packed`` moves begins if ``cards`` are in the
        hidden places, with one more vote; None if the line is empty."""
        for known, plan in self._by_packed.items():
            if known == tuple(packed[: len(known)]):
                plan.votes += 1
                return plan
        line = _Until(self._rules, self._knowledge.completed(cards), self._knowledge)
        left = iter(packed)
        shown = False
        try:
            line.follow(board, left)
        except _Shown:
            shown = True
        if not line.moves:
            return None
        plan = self.with_moves(tuple(line.moves))
        if shown:
            self._by_packed[tuple(packed[: len(packed) - length_hint(left)])] = plan
        return plan

    def with_moves(self, moves: tuple[Move, ...]) -> Plan:
        """Return the plan with these moves, or the one that ends in the same position, with one
        more vote."""
        plan = self._by_moves.get(moves)
        if plan is None:
            line = Line(self._rules, self._knowledge.state)
            for move in moves:
                line.play(move)
            end = line.state
            key = (worth(self._rules, pack(self._rules, end)), end.turns * self._paid)
            plan = self._by_end.setdefault(key, Plan(moves, end, self._sketch(end)))
            self._by_moves[moves] = plan
        plan.votes += 1
        return plan


class _Shown(Exception):
    """A hidden card has come to light."""


class _Until(Line):
    """A line that goes on until a card shows that was hidden, and pays only when it has to."""

    def __init__(self, rules: Canfield, state: State, knowledge: Knowledge) -> None:
        super().__init__(rules, state)
        self._judge = rules
        self._reserve, self._stock = knowledge.reserve, knowledge.stock

    def play(self, move: Move) -> None:
        for _ in _PAYMENTS:
            found = self._judge.resolve(self.state, move)
            if isinstance(found, Refusal) and found.key in _PAYMENTS:
                super().play(_PAYMENTS[found.key])
        super().play(move)
        after = self.state
        if 0 < len(after[RESERVE]) <= self._reserve or len(after[STOCK]) < self._stock:
            raise _Shown
