"""What a player means: one frozen value for each thing that can be asked of a table.

Mouse, finger, keys, notation and screen readers all come to one of these, and the table has one
door for them, ``Table.do``. What a value means in moves is decided behind the door.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from game.core.moves import Move
from game.core.state import PileId
from game.rules.registry import Deal


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
class Home:
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
class Hint:
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
    | Home
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
    | Hint
    | Solution
    | PlayFairly
    | SolutionMove
)
