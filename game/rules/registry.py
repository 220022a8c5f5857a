"""The games and their deals; each kind (a game under one rule set) is a row of a table.

Code that differs between games reads a field of that row instead of comparing names.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from game.core.cards import MAX_DEAL, Card, deck_order
from game.core.moves import Move, Refusal, Step
from game.core.state import PileId, Role, State
from game.rules.canfield import RULE_SETS, Canfield, RuleSet
from game.rules.counting import Payment, account
from game.rules.notation import IN_CANFIELD, IN_FREECELL, Notation, parse_board, parse_deck
from game.rules.vierfrei import Vierfrei
from game.support.errors import GivenError
from game.support.texts import tr_later

VIERFREI: Final = "vierfrei"
CANFIELD: Final = "canfield"


class Rules(Protocol):
    """What the rules of every game provide: pure functions of a state."""

    @property
    def piles(self) -> tuple[PileId, ...]:
        """Every pile of the game."""

    @property
    def counts_home(self) -> bool:
        """Whether sending a card home counts as a move."""

    @property
    def deals_base(self) -> bool:
        """Whether a card dealt to a foundation decides the base rank."""

    def deal(self, deck: Sequence[Card]) -> State:
        """Return the layout that results from dealing the cards of ``deck`` in order."""

    def won(self, state: State) -> bool:
        """Return whether all cards are home."""

    def counts(self, state: State, pile: PileId) -> Sequence[int]:
        """Return how many cards can be picked up from the end of ``pile``. The numbers ascend."""

    def resolve(self, state: State, move: Move) -> Move | Refusal:
        """Return ``move`` with target and count filled in, or a refusal."""

    def expand(self, state: State, resolved: Move) -> tuple[Step, ...]:
        """Return the steps of a move that ``resolve`` returned."""

    def to_cells(self, state: State, source: PileId, count: int) -> tuple[Move, ...] | Refusal:
        """Return moves of the last ``count`` cards into cells, or a refusal."""

    def home_move(
        self, state: State, stay: Collection[Card] = (), *, safe: bool = False
    ) -> Move | None:
        """Return a move that sends a card home, or None. Cards in ``stay`` are left where they are.

        With ``safe``, only a safe card is sent home.
        """

    def finish_move(self, state: State) -> Move | None:
        """Return the next move towards sending all cards home, or None.

        The move costs nothing and reveals no hidden card.
        """

    def stuck(self, state: State) -> bool:
        """Return whether no useful move is left in an unfinished game."""


KindKey = tuple[str, str | None]
"""The key of a kind: its game and its rule set, which is None if the game has only one."""


class Start(Enum):
    """The forms in which players can supply their own deals."""

    BOARD = "board"
    DECK = "deck"


@dataclass(frozen=True, slots=True, eq=False)
class GameKind:
    """A game under one rule set, and everything that depends on it."""

    game: str
    rules: str | None  # the key of ``rule_set``; None if the game has only one rule set
    title: str  # translated when shown, like ``full_title`` and ``sentence``
    engine: Rules
    notation: Notation
    own: Start  # the form in which players give their own deals
    table: str  # the key of the arrangement on the screen (``board/layout``)
    solver: str | None  # the key of the solver (``solver/answer``)
    # The key of the game's help (``pages/help_games``), or its rules as sentences to translate.
    help: str | tuple[str, ...]
    sample: tuple[Card, ...]  # a run that pictures the game where there is no table to show
    full_title: str = ""  # the title with the name by which others know the game
    sentence: str = ""  # for the start screen; if it is empty, ``words/rule_sets`` may have one
    rule_set: RuleSet | None = None
    lost: frozenset[int] = frozenset()  # the deals proven lost, if there are only a few
    days: str | None = None  # the key of a row in the table of winnable deals of the day
    lesson: str | None = None  # the key of the game's first lesson (``teach/lessons``)
    graded: bool = False  # whether deals have a par and a grade
    puzzles: bool = False  # whether lost games become puzzles

    @property
    def key(self) -> KindKey:
        return self.game, self.rules

    @property
    def rules_name(self) -> str:
        """The name of the rule set; empty if there is only one."""
        return "" if self.rule_set is None else self.rule_set.name

    @property
    def payment(self) -> Payment | None:
        """How the game is scored; None in games without money or points."""
        return None if self.rule_set is None else self.rule_set.payment

    @property
    def in_stages(self) -> bool:
        """Whether the player pays for the deck in several stages."""
        return self.rule_set is not None and self.rule_set.in_stages

    @property
    def turn_cost(self) -> int:
        """What a redeal costs in dollars; 0 if it is free."""
        return 0 if self.payment is None else self.payment.per_turn

    def has(self, role: Role) -> bool:
        """Return whether the game has piles of the given role."""
        return role in [pile.role for pile in self.engine.piles]

    @property
    def hides_cards(self) -> bool:
        """Whether some cards lie face down."""
        return self.has(Role.STOCK)


def _run(cards: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, cards.split()))


_ROWS: Final = (
    GameKind(
        VIERFREI,
        None,
        tr_later("Vierfrei"),
        Vierfrei(),
        IN_FREECELL,
        Start.BOARD,
        table="vierfrei",
        solver="vierfrei",
        help="vierfrei",
        sample=_run("KS QH JC TD 9S"),
        full_title=tr_later("Vierfrei (FreeCell)"),
        sentence=tr_later(
            "FreeCell as on the Atari in 1993. Every card is face up, so it's pure skill."
        ),
        lost=frozenset({11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948}),
        lesson="vierfrei",
        graded=True,
        puzzles=True,
    ),
    *(
        GameKind(
            CANFIELD,
            rule_set.key,
            tr_later("Canfield"),
            Canfield(rule_set),
            IN_CANFIELD,
            Start.DECK,
            table="canfield",
            solver="canfield",
            help="canfield",
            sample=_run("2H AS KD QC JH"),
            rule_set=rule_set,
            days=rule_set.key,
            lesson="canfield",
        )
        for rule_set in RULE_SETS.values()
    ),
)
KINDS: Final[dict[KindKey, GameKind]] = {row.key: row for row in _ROWS}
"""All kinds in display order, each game's default first."""


def games() -> tuple[str, ...]:
    """Return the names of all games, as used in commands and files."""
    return tuple(dict.fromkeys(game for game, _ in KINDS))


def kinds_of(game: str) -> tuple[GameKind, ...]:
    """Return the kinds of ``game``, starting with the default."""
    return tuple(kind for kind in KINDS.values() if kind.game == game)


def rule_sets(game: str) -> tuple[str, ...]:
    """Return the keys of a game's rule sets, default first; empty if it has only one."""
    return tuple(kind.rules for kind in kinds_of(game) if kind.rules is not None)


def games_taking(start: Start) -> tuple[str, ...]:
    """Return the games that accept players' own deals in this form."""
    return tuple(game for game in games() if kinds_of(game)[0].own is start)


def with_rule_sets() -> tuple[str, ...]:
    """Return the games with several rule sets."""
    return tuple(filter(rule_sets, games()))


def every_rule_set() -> tuple[str, ...]:
    """Return the keys of all rule sets."""
    return tuple(kind.rules for kind in KINDS.values() if kind.rules is not None)


@dataclass(frozen=True, slots=True)
class Deal:
    """What a game starts from: exactly one of a number, a board or a deck.

    Raises ``ValueError`` for none or several of these, or an unknown game, rule set or number.
    """

    game: str
    number: int | None = None
    rules: str | None = None
    board: State | None = None
    deck: tuple[Card, ...] | None = None

    def __post_init__(self) -> None:
        if (self.game, self.rules) not in KINDS:
            raise ValueError(f"no such game: {self.game} {self.rules}")
        if sum(start is not None for start in (self.number, self.board, self.deck)) != 1:
            raise ValueError("a deal has a number, a board or a deck, and only one of them")
        if self.number is not None and not 0 <= self.number <= MAX_DEAL:
            raise ValueError(f"no such deal: {self.number}")

    @property
    def kind(self) -> GameKind:
        return KINDS[self.game, self.rules]

    @property
    def engine(self) -> Rules:
        return self.kind.engine

    @property
    def rule_set(self) -> RuleSet | None:
        """The deal's rule set; None if the game has only one."""
        return self.kind.rule_set

    def layout(self) -> State:
        """Return the position right after dealing."""
        if self.board is not None:
            return self.board
        if self.deck is not None:
            return self.engine.deal(self.deck)
        assert self.number is not None
        return self.engine.deal(deck_order(self.number))

    def account(self, state: State) -> int | None:
        """Return the balance in dollars or points; None in games without either."""
        return None if self.rule_set is None else account(self.rule_set, state)

    def is_over(self, state: State) -> bool:
        """Return whether the game is won or stopped at ``state``."""
        return state.stopped or self.engine.won(state)


def numbered(game: str, number: int, rules: str | None = None) -> Deal:
    """Return deal ``number`` of ``game``. Without ``rules``, the default ones apply."""
    return Deal(game, number, rules or next(iter(rule_sets(game)), None))


_MAX_DIGITS: Final = 12
_SHOWN: Final = 40


class NumberError(GivenError):
    """Raised for a string or number that isn't the number of a deal."""


def quoted(word: str) -> str:
    """Return ``word`` in quotes, shortened if it is long."""
    return repr(word if len(word) <= _SHOWN else word[:_SHOWN] + "…")


def game_named(word: str) -> str:
    """Return ``word`` if it names a game. Otherwise raise ``GivenError``."""
    if word not in games():
        there = ", ".join(games())
        raise GivenError(
            tr_later("unknown game: {word} (choose from: {games})"), word=quoted(word), games=there
        )
    return word


def rules_named(game: str, word: str | None) -> str | None:
    """Return ``word``, or the default rule set of ``game`` if ``word`` is None.

    The default is None for a game with only one rule set. Unknown rule sets raise ``GivenError``.
    """
    known = rule_sets(game)
    if word is None:
        return next(iter(known), None)
    if not known:
        message = tr_later("a rule set goes with {games} only")
        raise GivenError(message, games=", ".join(with_rule_sets()))
    if word not in known:
        names = ", ".join(known)
        raise GivenError(
            tr_later("unknown rule set: {word} (choose from: {names})"),
            word=quoted(word),
            names=names,
        )
    return word


def number_named(word: str | int) -> int:
    """Return ``word`` as a deal number; raise ``NumberError`` if it isn't one."""
    digits = str(word) if isinstance(word, int) else word
    if digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS:
        found = int(digits)
        if found <= MAX_DEAL:
            return found
    raise NumberError(
        tr_later("a deal is a number from 0 to {last}, not {word}"),
        last=MAX_DEAL,
        word=quoted(digits),
    )


def check_takes(game: str, start: Start) -> None:
    """Raise ``GivenError`` unless ``game`` accepts players' own deals in this form."""
    own = kinds_of(game)[0].own
    if start is own:
        return
    if own is Start.DECK:
        boards = ", ".join(games_taking(Start.BOARD))
        message = tr_later("a board goes with {boards}; {game} takes a deck")
        raise GivenError(message, boards=boards, game=game)
    decks = ", ".join(games_taking(Start.DECK))
    message = tr_later("a deck goes with {decks}; {game} takes a board")
    raise GivenError(message, decks=decks, game=game)


def deal_named(game: str, number: str | int, rules: str | None = None) -> Deal:
    """Return deal ``number`` of ``game``. Without ``rules``, the default ones apply.

    Raises ``GivenError`` if there is no such deal.
    """
    game = game_named(game)
    return Deal(game, number_named(number), rules_named(game, rules))


def own_deal(game: str, rules: str | None, start: Start, text: str, line: int = 1) -> Deal:
    """Return the deal whose board or deck is ``text``.

    Raises ``GivenError`` for an unsuitable game or rule set, ``NotationError`` for unreadable text.
    ``line`` is where the text begins in its file.
    """
    game = game_named(game)
    rules = rules_named(game, rules)
    check_takes(game, start)
    if start is Start.BOARD:
        return Deal(game, rules=rules, board=parse_board(text, line))
    return Deal(game, rules=rules, deck=parse_deck(text, line))
