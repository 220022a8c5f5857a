"""Converts nodes to AccessKit's, and carries out its requests.

The module ``accesskit`` is passed in: it is an optional requirement, and untyped.
"""

from __future__ import annotations

from typing import Any, Final

from game.support.records import dataclass
from scenes.access.node import NEWS, Kind, Node

_FACTS: Final = ("kind", "name", "bounds", "description", "text", "chosen", "enabled", "slider")
_WAYS: Final = ("press", "focus", "fill", "move")


@dataclass(frozen=True, slots=True)
class Told:
    """A node that was told, and the numbers of its children."""

    node: Node
    children: tuple[int, ...]

    def like(self, other: Told | None) -> bool:
        """Return whether it equals ``other``, apart from changes inside the children."""
        if other is None or other.children != self.children:
            return False
        one, two = self.node, other.node
        return all(getattr(one, fact) == getattr(two, fact) for fact in _FACTS) and all(
            (getattr(one, way) is None) == (getattr(two, way) is None) for way in _WAYS
        )


def made(kit: Any, told: Told) -> Any:
    """Return the node as AccessKit's."""
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
    """Set whether the node is chosen, where it is in a range, and whether it is disabled."""
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
    """Return the actions that a reader can ask for."""
    known = (
        (actions.CLICK, node.press),
        (actions.FOCUS, node.focus),
        (actions.SET_VALUE, node.fill or node.move),
        (actions.INCREMENT, node.move),
        (actions.DECREMENT, node.move),
    )
    return [action for action, means in known if means]


def carry_out(kit: Any, request: Any, node: Node) -> None:
    """Carry out a request; ignore what ``node`` cannot do."""
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
