"""Which games there are, and how each of them begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from game.core.cards import Card
from game.core.deals import deck_order
from game.core.moves import Move, Refusal, Step
from game.core.piles import PileId
from game.core.state import State
from game.rules.account import account
from game.rules.canfield import DEFAULT_RULES, RULE_SETS, Canfield, RuleSet
from game.rules.vierfrei import Vierfrei
from game.support.texts import tr

VIERFREI: Final = "vierfrei"
CANFIELD: Final = "canfield"
GAMES: Final = (VIERFREI, CANFIELD)


class Rules(Protocol):
    """The interface of every game's rules: pure functions of a state."""

    @property
    def key(self) -> str:
        """The game's name in commands and files."""

    @property
    def piles(self) -> tuple[PileId, ...]:
        """Every pile of the game."""

    def deal(self, deck: Sequence[Card]) -> State:
        """Return the layout of ``deck``, 52 cards in the order in which they are dealt."""

    def won(self, state: State) -> bool:
        """Return whether all cards are home."""

    def counts(self, state: State, pile: PileId) -> Sequence[int]:
        """Return the numbers of cards, ascending, that can be picked up from the end of
        ``pile``."""

    def resolve(self, state: State, move: Move) -> Move | Refusal:
        """Return ``move`` made definite, or why it is refused; the only judgement on a move."""

    def expand(self, state: State, resolved: Move) -> tuple[Step, ...]:
        """Return the steps of a move that ``resolve`` has returned."""

    def to_cells(self, state: State, source: PileId, count: int) -> tuple[Move, ...] | Refusal:
        """Return the moves of the last ``count`` cards of ``source`` into free cells, or why
        not."""

    def safe_move(self, state: State) -> Move | None:
        """Return a move home of a card that cannot be needed any more, if there is one."""

    def home_move(self, state: State) -> Move | None:
        """Return a move home, safe or not, if there is one."""

    def finish_move(self, state: State) -> Move | None:
        """Return the next move of a player who only brings the rest home, if it costs nothing and
        reveals nothing hidden."""

    def stuck(self, state: State) -> bool:
        """Return whether no move is left."""


_VIERFREI: Final = Vierfrei()
_CANFIELD: Final = {key: Canfield(rule_set) for key, rule_set in RULE_SETS.items()}


@dataclass(frozen=True, slots=True)
class Deal:
    """What a game begins from: a number, or the player's own board (Vierfrei) or deck (Canfield).

    ``rules`` is the key of Canfield's rule set, None for Vierfrei. Exactly one of ``number``,
    ``board`` and ``deck`` is given. Raises ``ValueError`` for what cannot be a deal.
    """

    game: str
    number: int | None = None
    rules: str | None = None
    board: State | None = None
    deck: tuple[Card, ...] | None = field(default=None)

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise ValueError(tr("no such game: {game}", game=self.game))
        if (self.rules is None) != (self.game == VIERFREI):
            raise ValueError(tr("a rule set goes with canfield, and only with canfield"))
        if self.rules is not None and self.rules not in RULE_SETS:
            raise ValueError(tr("no such rule set: {rules}", rules=self.rules))
        if sum(start is not None for start in (self.number, self.board, self.deck)) != 1:
            raise ValueError("a deal has a number, a board or a deck, and only one of them")
        if self.number is not None:
            deck_order(self.number)

    @property
    def engine(self) -> Rules:
        """The rules by which this deal is played."""
        return _VIERFREI if self.rules is None else _CANFIELD[self.rules]

    @property
    def rule_set(self) -> RuleSet | None:
        """Canfield's rule set; None for Vierfrei."""
        return None if self.rules is None else RULE_SETS[self.rules]

    def layout(self) -> State:
        """Return the position at the start."""
        if self.board is not None:
            return self.board
        if self.deck is not None:
            return self.engine.deal(self.deck)
        assert self.number is not None
        return self.engine.deal(deck_order(self.number))

    def account(self, state: State) -> int | None:
        """Return the money or points of a position of this deal; None for Vierfrei."""
        return None if self.rule_set is None else account(self.rule_set, state)


def numbered(game: str, number: int, rules: str | None = None) -> Deal:
    """Return deal ``number`` of ``game``; Canfield without a rule set is played by Hoyle's."""
    if game == CANFIELD and rules is None:
        rules = DEFAULT_RULES
    return Deal(game, number, rules)
