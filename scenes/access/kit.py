"""Nodes as AccessKit has them, and what it asks to be done with one.

The module ``accesskit`` is handed in: it is an optional requirement, and has no types.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from scenes.access.node import NEWS, Kind, Node

_FACTS: Final = ("kind", "name", "bounds", "description", "text", "chosen", "enabled", "slider")
_WAYS: Final = ("press", "focus", "fill", "move")


@dataclass(frozen=True, slots=True)
class Told:
    """A node that was told, and the numbers of those in it."""

    node: Node
    children: tuple[int, ...]

    def like(self, other: Told | None) -> bool:
        """Whether it is as ``other``, whatever has become of those in it."""
        if other is None or other.children != self.children:
            return False
        one, two = self.node, other.node
        return all(getattr(one, fact) == getattr(two, fact) for fact in _FACTS) and all(
            (getattr(one, way) is None) == (getattr(two, way) is None) for way in _WAYS
        )


def made(kit: Any, told: Told) -> Any:
    """A node as AccessKit has it."""
    node = told.node
    result = kit.Node(getattr(kit.Role, node.kind.name))
    for text, put in (
        (node.name, result.set_label),
        (node.text, result.set_value),
        (node.description, result.set_description),
    ):
        if text:
            put(text)
    x, y, width, height = node.bounds
    result.set_bounds(kit.Rect(x, y, x + width, y + height))
    result.set_children(list(told.children))
    if node.kind is Kind.DIALOG:
        result.set_modal()
    if node.key.startswith(NEWS):
        result.set_live(kit.Live.POLITE)
    _set_state(kit, node, result)
    for action in _actions(kit.Action, node):
        result.add_action(action)
    return result


def _set_state(kit: Any, node: Node, result: Any) -> None:
    """What can be chosen, moved, or not be used."""
    if not node.enabled:
        result.set_disabled()
    if node.chosen is not None:
        if node.kind in (Kind.LIST_ITEM, Kind.TAB):
            result.set_selected(node.chosen)
        else:
            result.set_toggled(kit.Toggled.TRUE if node.chosen else kit.Toggled.FALSE)
    if node.slider:
        result.set_numeric_value(node.slider[0])
        result.set_min_numeric_value(0)
        result.set_max_numeric_value(node.slider[1])
        result.set_numeric_value_step(1)


def _actions(actions: Any, node: Node) -> list[Any]:
    """What can be asked for."""
    known = (
        (actions.CLICK, node.press),
        (actions.FOCUS, node.focus),
        (actions.SET_VALUE, node.fill or node.move),
        (actions.INCREMENT, node.move),
        (actions.DECREMENT, node.move),
    )
    return [action for action, means in known if means]


def carry_out(kit: Any, request: Any, node: Node) -> None:
    """Do what is asked for; what ``node`` cannot do is passed over."""
    actions = kit.Action
    value = request.data[1] if request.data else None
    if request.action == actions.CLICK and node.press:
        node.press()
    elif request.action == actions.FOCUS and node.focus:
        node.focus()
    elif request.action == actions.SET_VALUE and node.fill and isinstance(value, str):
        node.fill(value)
    elif node.move and node.slider:
        places = {actions.INCREMENT: node.slider[0] + 1, actions.DECREMENT: node.slider[0] - 1}
        if isinstance(value, float):
            places[actions.SET_VALUE] = round(value)
        if request.action in places:
            node.move(places[request.action])
