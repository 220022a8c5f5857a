"""A node of the tree for screen readers: what it is, where it is, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, Protocol

from pygame import Rect

from scenes.kit.services import Scene
from scenes.widgets.controls import Control, Controls, Shape

if TYPE_CHECKING:
    from scenes.widgets.panel import Panel

NEWS: Final = "news"
WINDOW: Final = "window"


class Kind(Enum):
    """What a node is; the names are AccessKit's roles."""

    WINDOW = auto()
    TOOLBAR = auto()
    GROUP = auto()
    DIALOG = auto()
    LIST = auto()
    LIST_ITEM = auto()
    LABEL = auto()
    HEADING = auto()
    BUTTON = auto()
    RADIO_BUTTON = auto()
    SWITCH = auto()
    TAB_LIST = auto()
    TAB = auto()
    SLIDER = auto()
    NUMBER_INPUT = auto()
    TEXT_INPUT = auto()


@dataclass(frozen=True, slots=True)
class Node:
    """One thing that is shown. ``key`` stays the same as long as the thing does.

    ``text`` is its content, ``bounds`` its rectangle in the window, in pixels. ``chosen`` is None
    if it cannot be chosen. A ``slider`` is its position and the last position; ``move`` goes to
    one. A reader may do whatever there is a function for.
    """

    key: str
    kind: Kind
    name: str
    bounds: tuple[int, int, int, int] = (0, 0, 0, 0)
    children: tuple[Node, ...] = ()
    description: str = ""
    text: str = ""
    chosen: bool | None = None
    enabled: bool = True
    slider: tuple[int, int] | None = None
    press: Callable[[], object] | None = field(default=None, compare=False)
    focus: Callable[[], object] | None = field(default=None, compare=False)
    fill: Callable[[str], None] | None = field(default=None, compare=False)
    move: Callable[[int], None] | None = field(default=None, compare=False)

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Tree:
    """The tree of the whole window; ``focus`` is the key of the focused node, ``spoken`` what is
    announced about it, which a reader need not repeat."""

    root: Node
    focus: str
    spoken: str = ""

    def telling(self, number: int, words: str) -> Tree:
        """Return the tree with the latest announcement; ``number`` counts the announcements."""
        # The same words twice are two events, so each has its own node.
        said = Node(f"{NEWS}:{number % 2}", Kind.LABEL, "", text=words)
        return replace(self, root=replace(self.root, children=(*self.root.children, said)))


def box(rect: Rect) -> tuple[int, int, int, int]:
    """Return left, top, width and height."""
    return rect.left, rect.top, rect.width, rect.height


_KINDS: Final = {
    Shape.SEGMENT: Kind.RADIO_BUTTON,
    Shape.PICTURE: Kind.RADIO_BUTTON,
    Shape.TAB: Kind.TAB,
    Shape.SWITCH: Kind.SWITCH,
}


def control_node(
    key: str,
    control: Control,
    press: Callable[[], object],
    focus: Callable[[], object] | None = None,
    name: str = "",
) -> Node:
    """Return the node of a button or similar control; ``name`` replaces a label that says too
    little."""
    kind = _KINDS.get(control.shape, Kind.BUTTON)
    name = name or control.label
    return Node(
        key,
        kind,
        name,
        box(control.rect),
        description=control.tip if control.tip != name else "",
        chosen=None if kind is Kind.BUTTON else control.chosen,
        enabled=control.enabled,
        press=press if control.enabled else None,
        focus=focus if control.enabled else None,
    )


def control_key(owner: str, controls: Controls, control: Control) -> str:
    """Return the key of one of the controls of ``owner``."""
    place = next(n for n, item in enumerate(controls.items) if item is control)
    # A switch's label shows its state.
    label = "" if control.shape is Shape.SWITCH else control.label
    return f"{owner}:{place}:{label}"


class Stage(Protocol):
    """What is shown: a scene, perhaps with a panel above it, in a window of ``size`` pixels."""

    scene: Scene
    panel: Panel | None

    @property
    def size(self) -> tuple[int, int]: ...
