"""What each reason means, written a second time on games that share nothing with ``game``.

Cards are numbers as in ``tests.game.brute``, moves are tokens. Definitions here may be slow and
have no order: they only decide whether a statement is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain

from game.core.cards import Card
from game.core.state import CELLS, FOUNDATIONS, State, columns
from game.teach.reasons import Cost, Price, Reason, Why
from tests.game.brute import Brute


def number(card: Card) -> int:
    return (card.rank - 1) * 4 + card.suit


def is_red(card: int) -> bool:
    return card % 4 in (1, 2)


@dataclass
class Freecell:
    """A board of Vierfrei; ``do`` carries out a token, or returns False."""

    columns: list[list[int]]
    cells: dict[str, list[int]]
    home: list[list[int]]
    reserve: list[int] = field(default_factory=list)
    sources = "12345678abcd"
    base = 0

    @classmethod
    def of(cls, state: State) -> Freecell:
        """The board that a position of the program shows."""
        return cls(
            [list(map(number, state[pile])) for pile in columns(8)],
            {pile.letter: list(map(number, state[pile])) for pile in CELLS},
            [list(map(number, state[pile])) for pile in FOUNDATIONS],
        )

    def pile(self, letter: str) -> list[int]:
        return self.cells[letter] if letter in self.cells else self.columns[int(letter) - 1]

    def do(self, token: str) -> bool:
        move, _, written = token.partition("v")
        cards = self.pile(move[0])
        if not cards:
            return False
        if move[1] == "h":
            home = self.home[cards[-1] % 4]
            if cards[-1] // 4 != len(home):
                return False
            home.append(cards.pop())
            return True
        onto = self.pile(move[1])
        if move[1] in self.cells or move[0] in self.cells:
            if onto and (move[1] in self.cells or not fits(cards[-1], onto[-1])):
                return False
            onto.append(cards.pop())
            return True
        count = int(written, 16) if written else self._most(cards, onto)
        if not 1 <= count <= min(run(cards), self._room(onto)):
            return False
        if onto and not fits(cards[-count], onto[-1]):
            return False
        onto += cards[-count:]
        del cards[-count:]
        return True

    def _most(self, cards: list[int], onto: list[int]) -> int:
        """How many cards go where no count is written."""
        if not onto:
            return min(run(cards), self._room(onto))
        fitting = (n for n in range(1, run(cards) + 1) if fits(cards[-n], onto[-1]))
        return next(fitting, 0)

    def _room(self, onto: list[int]) -> int:
        """How many cards can go by single ones."""
        empty = sum(not column for column in self.columns) - (not onto)
        return (sum(not cell for cell in self.cells.values()) + 1) << empty


def fits(card: int, on: int) -> bool:
    """Whether a card may lie on another one; only Canfield goes around the corner."""
    return is_red(card) != is_red(on) and card // 4 + 1 == on // 4


def around(card: int, on: int) -> bool:
    return is_red(card) != is_red(on) and (card // 4 + 1) % 13 == on // 4


def run(cards: list[int], follows: Callable[[int, int], bool] = fits) -> int:
    length = 1
    while length < len(cards) and follows(cards[-length], cards[-length - 1]):
        length += 1
    return length


Game = Freecell | Brute


def sources(game: Game) -> str:
    return game.sources if isinstance(game, Freecell) else "1234rw"


def pile(game: Game, letter: str) -> list[int]:
    return game.pile(letter) if isinstance(game, Freecell) else game._pile(letter)


def up(game: Game) -> int:
    return sum(map(len, game.home))


def after(game: Game, *tokens: str) -> Game:
    """The game after ``tokens``, all of them legal."""
    game = deepcopy(game)
    for token in tokens:
        assert game.do(token), token
    return game


def all_home(game: Game) -> Game:
    """The game after each card that can go home has gone, and nothing else."""
    game = deepcopy(game)
    while any(game.do(letter + "h") for letter in sources(game)):
        pass
    return game


def can_go_home(game: Game, card: int) -> bool:
    return any(
        cards and cards[-1] == card and deepcopy(game).do(letter + "h")
        for letter in sources(game)
        for cards in [pile(game, letter)]
    )


def along(game: Game, tokens: Sequence[str]) -> Iterator[tuple[int, Game]]:
    """The game after each token, and how many those were."""
    for done, token in enumerate(tokens, 1):
        game = after(game, token)
        yield done, game


def unneeded(game: Game, card: int) -> bool:
    """Whether ``card`` goes home if every card goes that nothing can be laid on any more."""
    game = deepcopy(game)
    loose = "12345678abcd" if isinstance(game, Freecell) else "1234r"

    def is_free(one: int) -> bool:
        low = isinstance(game, Freecell) and one // 4 <= 1
        follows = fits if isinstance(game, Freecell) else around
        below = [other for other in range(52) if follows(other, one)]
        return low or all(any(other in home for home in game.home) for other in below)

    moved = True
    while moved:
        moved = False
        for letter in loose:
            cards = pile(game, letter)
            if cards and is_free(cards[-1]):
                top = cards[-1]
                if game.do(letter + "h"):
                    if top == card:
                        return True
                    moved = True
    return False


# -- reasons ---------------------------------------------------------------------------------------


@dataclass
class Told:
    """What a reason is told of: the game before, the tokens of the line, and how many moves other
    than its first one are known to lose (None if that was not asked), of how many."""

    game: Game
    tokens: Sequence[str]
    losing: int | None = None
    others: int | None = None

    @property
    def then(self) -> Game:
        return after(self.game, self.tokens[0])

    @property
    def source(self) -> str:
        return self.tokens[0][0]


def _moves(told: Told, reason: Reason) -> bool:
    """Whether its moves are those of the player: in Vierfrei without the cards sent home, but for
    the one that is shown."""
    way = told.tokens[: reason.count]
    own = [token for token in way if isinstance(told.game, Brute) or not token.endswith("h")]
    return reason.moves == (len(own) or 1)


def _first(told: Told, holds: Callable[[Game], bool]) -> int:
    """How many moves of the line it takes until that ``holds``; 0 if it never does."""
    return next((done for done, game in along(told.game, told.tokens) if holds(game)), 0)


def _safe_home(told: Told, reason: Reason) -> bool:
    card = number(reason.card)
    goes = told.tokens[0].endswith("h") and pile(told.game, told.source)[-1] == card
    return goes and unneeded(told.game, card)


def _frees(told: Told, reason: Reason) -> bool:
    card = number(reason.card)
    held = pile(told.game, told.source)
    if card not in held[:-1] or len(pile(told.then, told.source)) >= len(held):
        return False
    first = _first(told, lambda game: can_go_home(game, card))
    return first == reason.count and _moves(told, reason)


def _reaches(told: Told, reason: Reason) -> bool:
    card = number(reason.card)
    first = _first(told, lambda game: card in game.home[card % 4])
    hidden = told.game.reserve[:-1] + (told.game.stock if isinstance(told.game, Brute) else [])
    could = card in hidden or can_go_home(told.game, card)
    return not could and first == reason.count > 1 and _moves(told, reason)


def _empties(told: Told, reason: Reason) -> bool:
    if reason.pile.letter != told.source or not pile(told.game, told.source):
        return False
    first = _first(told, lambda game: not pile(game, told.source))
    return first == reason.count and _moves(told, reason)


def _homeward(told: Told, reason: Reason) -> bool:
    before, after = all_home(told.game), all_home(told.then)
    return 0 < reason.count == len({*chain(*after.home)} - {*chain(*before.home)})


def _cells(game: Game) -> int:
    return sum(not cell for cell in game.cells.values()) if isinstance(game, Freecell) else 0


def _run(told: Told, reason: Reason) -> bool:
    target = told.tokens[0][1]
    before, now = pile(told.game, target), pile(told.then, target)
    moved = len(now) - len(before)
    whole = run(now, fits if isinstance(told.game, Freecell) else around)
    return bool(before) and moved < reason.count == whole


def _leads(told: Told, reason: Reason) -> bool:
    won = up(after(told.game, *told.tokens)) == 52
    return won and len(told.tokens) == reason.count and _moves(told, reason)


REASONS: dict[Why, Callable[[Told, Reason], bool]] = {
    Why.WINS: lambda told, _: up(told.then) == 52,
    Why.FINISHES: lambda told, _: up(told.then) < 52 == up(all_home(told.then)),
    Why.SAFE_HOME: _safe_home,
    Why.FREES: _frees,
    Why.EMPTIES: _empties,
    Why.RESERVE: lambda told, _: 0 < len(told.then.reserve) < len(told.game.reserve),
    Why.RESERVE_ENDS: lambda told, _: len(told.game.reserve) == 1 and not told.then.reserve,
    Why.ONLY: lambda told, reason: told.losing == told.others == reason.count > 0,
    Why.HOMEWARD: _homeward,
    Why.KEEPS_CELL: lambda told, _: _cells(told.game) == _cells(told.then) == 1,
    Why.FREES_CELL: lambda told, _: _cells(told.then) > _cells(told.game),
    Why.RUN: _run,
    Why.REACHES: _reaches,
    Why.LEADS: _leads,
}


def holds(reason: Reason, told: Told) -> bool:
    """Whether a reason is true."""
    return REASONS[reason.kind](told, reason)


# -- costs -----------------------------------------------------------------------------------------


def costs(price: Price, game: Game, token: str) -> bool:
    """Whether a move costs that."""
    then, source = after(game, token), pile(game, token[0])
    if price.card is not None:
        card = number(price.card)
        if price.kind is Cost.SENDS_NEEDED:
            return token.endswith("h") and source[-1] == card and not unneeded(game, card)
        home = game.home[card % 4]
        waits = card // 4 == (game.base + len(home)) % 13 and len(home) < 13
        column = pile(game, token[1])
        return waits and card in column and len(pile(then, token[1])) > len(column)
    if price.kind is Cost.LAST_CELL:
        return _cells(game) > 0 and _cells(then) == 0
    return not all(game.columns) and all(then.columns)
