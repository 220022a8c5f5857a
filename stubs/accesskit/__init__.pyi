"""What of AccessKit is used here; the library brings no types of its own.

``unix``, ``windows`` and ``macos`` are written down side by side, though a system has but one of
them. ``tests/scenes/test_access_adapters`` compares what is here with what is installed.
"""

from typing import Any, ClassVar

from . import macos as macos
from . import unix as unix
from . import windows as windows

class Role:
    BUTTON: ClassVar[Role]
    DIALOG: ClassVar[Role]
    GROUP: ClassVar[Role]
    HEADING: ClassVar[Role]
    LABEL: ClassVar[Role]
    LIST: ClassVar[Role]
    LIST_ITEM: ClassVar[Role]
    NUMBER_INPUT: ClassVar[Role]
    RADIO_BUTTON: ClassVar[Role]
    SLIDER: ClassVar[Role]
    SWITCH: ClassVar[Role]
    TAB: ClassVar[Role]
    TAB_LIST: ClassVar[Role]
    TEXT_INPUT: ClassVar[Role]
    TOOLBAR: ClassVar[Role]
    WINDOW: ClassVar[Role]

class Action:
    CLICK: ClassVar[Action]
    DECREMENT: ClassVar[Action]
    FOCUS: ClassVar[Action]
    INCREMENT: ClassVar[Action]
    SET_VALUE: ClassVar[Action]

class Live:
    POLITE: ClassVar[Live]

class Toggled:
    FALSE: ClassVar[Toggled]
    TRUE: ClassVar[Toggled]

class Rect:
    def __new__(cls, x0: float, y0: float, x1: float, y1: float) -> Rect: ...

class Node:
    def __new__(cls, role: Role) -> Node: ...
    @property
    def children(self) -> list[int]: ...
    def add_action(self, action: Action) -> None: ...
    def set_bounds(self, value: Rect) -> None: ...
    def set_children(self, values: list[int]) -> None: ...
    def set_description(self, value: str) -> None: ...
    def set_disabled(self) -> None: ...
    def set_label(self, value: str) -> None: ...
    def set_live(self, value: Live) -> None: ...
    def set_max_numeric_value(self, value: float) -> None: ...
    def set_min_numeric_value(self, value: float) -> None: ...
    def set_modal(self) -> None: ...
    def set_numeric_value(self, value: float) -> None: ...
    def set_numeric_value_step(self, value: float) -> None: ...
    def set_selected(self, value: bool) -> None: ...
    def set_toggled(self, value: Toggled) -> None: ...
    def set_value(self, value: str) -> None: ...

class Tree:
    def __new__(cls, root: int) -> Tree: ...

class TreeUpdate:
    nodes: list[tuple[int, Node]]
    tree: Tree | None
    focus: int
    def __new__(cls, focus: int) -> TreeUpdate: ...

class ActionRequest:
    @property
    def action(self) -> Action: ...
    @property
    def target(self) -> int: ...
    @property
    def data(self) -> tuple[Any, Any] | None:
        """The kind of the value, and the value; None where the action has none."""
