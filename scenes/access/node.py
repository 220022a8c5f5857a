"""A node of what a screen reader is told: what it is, where, and what may be done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, Protocol

from pygame import Rect

from scenes.widgets.buttons import Control, Shape
from scenes.widgets.controls import Controls

if TYPE_CHECKING:
    from scenes.kit.services import Scene
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


@dataclass(frozen=True, slots=True)
class Node:
    """One thing that is shown. ``key`` is its own as long as it is the same thing.

    ``text`` is what stands in it, ``bounds`` where it is in the window, in pixels. ``chosen`` is
    None where nothing can be chosen; a ``slider`` is the place, the last one, and each of them is
    gone to by ``move``. What a reader may do is what there is a function for.
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
        """This node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Tree:
    """The whole window; ``focus`` is the key of the node in focus, ``spoken`` what an announcer
    says of that one, which a reader need not be told twice."""

    root: Node
    focus: str
    spoken: str = ""

    def telling(self, number: int, words: str) -> Tree:
        """The same with what was announced last; ``number`` counts the announcements."""
        # The same words twice are two events: each has a node of its own.
        said = Node(f"{NEWS}:{number % 2}", Kind.LABEL, "", text=words)
        return replace(self, root=replace(self.root, children=(*self.root.children, said)))


def box(rect: Rect) -> tuple[int, int, int, int]:
    """Left, top, width and height."""
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
    """A button or its like; ``name`` where its label is none."""
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
    """The key of one of the controls of ``owner``."""
    place = next(n for n, item in enumerate(controls.items) if item is control)
    # What a switch is labelled with is its state.
    label = "" if control.shape is Shape.SWITCH else control.label
    return f"{owner}:{place}:{label}"


class Stage(Protocol):
    """What is shown: a scene and perhaps a panel above it, in a window of ``size`` pixels."""

    scene: Scene
    panel: Panel | None

    @property
    def size(self) -> tuple[int, int]: ...
