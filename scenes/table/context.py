"""What all parts of one table share: the game, where its cards lie, what moves, what is told, and
what can be meant.

Each part is handed this and the other parts that it needs. Mouse, finger, keys, notation and screen
readers all come to one of the intents, and the table has one door for them, ``Table.do``. What an
intent means in moves is decided behind the door. Nothing here knows any of the parts.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

from pygame import Rect

from game.core.moves import Move
from game.core.state import PileId, Role, State
from game.player.current import Desk
from game.rules.registry import Deal, Rules
from scenes.board.layout import TableLayout, longest_column, table_layout
from scenes.board.sprites import Celebration
from scenes.kit.services import Host
from scenes.table.card_scene import CardScene
from scenes.table.strip import Decision, Strip
from scenes.widgets.bar import Bar
from scenes.widgets.controls import Controls
from scenes.widgets.notice import Tip
from scenes.widgets.sheet import at_foot


@dataclass(frozen=True, slots=True)
class Take:
    """Take up the last ``count`` cards of ``pile``, or the next larger number that may be.

    With a ``grip``, the pixel at which the pointer has them, they follow it; the meaning is the
    same.
    """

    pile: PileId
    count: int
    grip: tuple[int, int] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Drop:
    """Lay what is held on ``pile``; where it came from, if it is that one."""

    pile: PileId


@dataclass(frozen=True, slots=True)
class PutBack:
    """Lay what is held back where it came from."""


@dataclass(frozen=True, slots=True)
class SendHome:
    """Send the last card of ``pile`` home; if it cannot go, or ``count`` is more than one, send the
    last ``count`` cards to the best place."""

    pile: PileId
    count: int


@dataclass(frozen=True, slots=True)
class ToCells:
    """Send the last ``count`` cards of ``pile`` into free cells."""

    pile: PileId
    count: int


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move that was written or chosen in full, as one of the notation."""

    move: Move


@dataclass(frozen=True, slots=True)
class Instead:
    """Make ``move`` in the place of the last action."""

    move: Move


@dataclass(frozen=True, slots=True)
class DealOn:
    """Deal from the stock, or turn the waste over, whichever is possible."""


@dataclass(frozen=True, slots=True)
class SafeHome:
    """Send all safe cards home, or all cards where the rest goes by itself."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last action if ``whole``, else its last step; on an untouched deal, bring the
    former game back."""

    whole: bool


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again the action that was undone last if ``whole``, else one step of it."""

    whole: bool


@dataclass(frozen=True, slots=True)
class ToSibling:
    """Go to what was done here instead: so many branches on, or back where it is negative."""

    by: int


@dataclass(frozen=True, slots=True)
class Bookmark:
    """Set a bookmark at the position on the table, or remove it."""


@dataclass(frozen=True, slots=True)
class ToBookmark:
    """Go to the next bookmark in the order of the tree, or the one before it."""

    by: int


@dataclass(frozen=True, slots=True)
class WayBack:
    """Take back all actions since the last position that could be won."""


@dataclass(frozen=True, slots=True)
class Restart:
    """Play this deal again from its start; it can be undone."""


@dataclass(frozen=True, slots=True)
class NewDeal:
    """Lay out ``deal`` in the place of the game in hand; None: a random one."""

    deal: Deal | None = None


@dataclass(frozen=True, slots=True)
class AskHint:
    """Show the next move of a line that wins, or the next best that is known."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Play the line that wins from here."""


@dataclass(frozen=True, slots=True)
class PlayFairly:
    """Play on by itself, by nothing but what can be seen."""


@dataclass(frozen=True, slots=True)
class SolutionMove:
    """The next move of the solution, or of the game that plays on by itself, that the player has
    asked to see."""

    move: Move


Intent = (
    Take
    | Drop
    | PutBack
    | SendHome
    | ToCells
    | Play
    | Instead
    | DealOn
    | SafeHome
    | Undo
    | Redo
    | ToSibling
    | Bookmark
    | ToBookmark
    | WayBack
    | Restart
    | NewDeal
    | AskHint
    | Solution
    | PlayFairly
    | SolutionMove
)


class Table(CardScene):
    """One table, as its parts see it.

    ``do`` is its one door: it carries out what the player means, and says whether it was done.
    ``traced`` is what is marked under the mouse: what a press would take, or what moved last.
    """

    bar: Bar
    do: Callable[[Intent], bool]
    judged = True
    """Whether the solver may be asked about the positions on this table."""
    counts = True
    """Whether the game on this table is one of the record, which can be reviewed."""
    always_lit = False
    """Whether the light tells the truth here even where the player has it off."""

    def __init__(self, host: Host, desk: Desk) -> None:
        self.host = host
        self.desk = desk
        self.tip = Tip(host.kit.text)
        self.strip = Strip(host.kit.text, self.invalidate)
        super().__init__(host, self.rules.piles)
        self.celebration: Celebration | None = None
        self.just_won = False
        """Whether the game is celebrated once the last card has landed."""
        self.traced: Rect | None = None

    # -- the game ------------------------------------------------------------------------------

    @property
    def deal(self) -> Deal:
        return self.desk.session.deal

    @property
    def rules(self) -> Rules:
        return self.desk.session.rules

    @property
    def state(self) -> State:
        return self.desk.session.state

    @property
    def pointed_out(self) -> Move | None:
        """The move that is marked although no hint was asked for, if there is one."""
        return None

    def stage_strip(self) -> Decision | None:
        """Return the decision that is due, if there is one."""
        return None

    @property
    def in_stages(self) -> bool:
        """Whether decisions need room at the foot of the table."""
        return self.deal.kind.in_stages

    @abstractmethod
    def new_session(self, *, deal_out: bool = True) -> None:
        """Show the game that the desk has in hand now."""

    # -- where everything lies -----------------------------------------------------------------

    def make_layout(self, size: tuple[int, int], now: TableLayout | None = None) -> TableLayout:
        """Return the layout for a window of ``size``; ``now`` is the current one."""
        return table_layout(
            self.deal.kind.table,
            size,
            self.kit.text.density,
            self.kit.style,
            longest=longest_column(self.state),
            now=now,
            strip=self.in_stages,
            passing=self.strip.height(size),
            mirrored=self.kit.settings.mirrored,
        )

    def laid_out(self) -> None:
        """Update what depends on the layout."""
        self.traced = None
        self.lie_strip()
        self.invalidate()

    def lie_strip(self) -> None:
        """Place the strip at the foot, or in the middle of the columns when the game is won and no
        cards are left in them."""
        strip, layout = self.strip, self.layout
        if strip.at_foot:
            strip.lie_at_foot(layout.size, self._strip_foot())
        elif strip.shown:
            columns = [pile for pile in self.rules.piles if pile.role is Role.COLUMN]
            area = layout.region(columns[0]).unionall([layout.region(pile) for pile in columns])
            area.height = min(area.height, round(layout.card[1] * 1.6))
            strip.lie_in(area, layout.size)

    def _strip_foot(self) -> int:
        """Return the row at which the strip ends: the window's last one, but in a tall window not
        far below the cards. It stays where it was as long as that is neither too near nor too
        far."""
        layout, state = self.layout, self.state
        if not at_foot(layout.size):
            return layout.size[1]
        covered = [layout.covered(pile, len(state[pile])) for pile in self.rules.piles]
        high = layout.card[1]
        least = max(rect.bottom for rect in covered) + high // 4 + self.strip.height(layout.size)
        now = self.strip.rect.bottom if self.strip.rect.width == layout.size[0] else 0
        foot = now if least <= now <= least + 3 * high else least + high
        return min(foot, layout.size[1])

    @property
    def focus_ring(self) -> tuple[Controls, ...]:
        """The controls above the cards, in the order in which Tab goes through them."""
        return self.line.controls, self.bar.controls, self.strip.controls

    # -- what moves ----------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether cards are in flight, or celebrate, so that the next frame is needed."""
        return self.animator.busy or self.celebration is not None

    def end_motion(self) -> None:
        """Finish all movement: every card lies where it belongs."""
        if self.moving:
            self.celebration = None
            self.just_won = False
            self.settle()
            self.invalidate()

    @abstractmethod
    def steady(self) -> None:
        """Finish all movement, put down what is held, and forget what is half typed."""
