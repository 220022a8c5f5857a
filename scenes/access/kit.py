"""Converts nodes to AccessKit's, and carries out its requests.

Loaded once a screen reader listens, as AccessKit is an optional requirement.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accesskit import Action, ActionRequest, Live, Rect, Role, Toggled
from accesskit import Node as Made

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


def made(told: Told) -> Made:
    """Return the node as AccessKit's."""
    node = told.node
    result = Made(getattr(Role, node.kind.name))
    for text, put in (
        (node.name, result.set_label),
        (node.text, result.set_value),
        (node.description, result.set_description),
    ):
        if text:
            put(text)
    x, y, width, height = node.bounds
    result.set_bounds(Rect(x, y, x + width, y + height))
    result.set_children(list(told.children))
    if node.kind is Kind.DIALOG:
        result.set_modal()
    if node.key.startswith(NEWS):
        result.set_live(Live.POLITE)
    _set_state(node, result)
    for action in _actions(node):
        result.add_action(action)
    return result


def _set_state(node: Node, result: Made) -> None:
    """Set whether the node is chosen, where it is in a range, and whether it is disabled."""
    if not node.enabled:
        result.set_disabled()
    if node.chosen is not None:
        if node.kind in (Kind.LIST_ITEM, Kind.TAB):
            result.set_selected(node.chosen)
        else:
            result.set_toggled(Toggled.TRUE if node.chosen else Toggled.FALSE)
    if node.slider:
        result.set_numeric_value(node.slider[0])
        result.set_min_numeric_value(0)
        result.set_max_numeric_value(node.slider[1])
        result.set_numeric_value_step(1)


def _actions(node: Node) -> list[Action]:
    """Return the actions that a reader can ask for."""
    known = (
        (Action.CLICK, node.press),
        (Action.FOCUS, node.focus),
        (Action.SET_VALUE, node.fill or node.move),
        (Action.INCREMENT, node.move),
        (Action.DECREMENT, node.move),
    )
    return [action for action, means in known if means]


def carry_out(request: ActionRequest, node: Node) -> None:
    """Carry out a request; ignore what ``node`` cannot do."""
    value = request.data[1] if request.data else None
    if request.action == Action.CLICK and node.press:
        node.press()
    elif request.action == Action.FOCUS and node.focus:
        node.focus()
    elif request.action == Action.SET_VALUE and node.fill and isinstance(value, str):
        node.fill(value)
    elif node.move and node.slider:
        places = {Action.INCREMENT: node.slider[0] + 1, Action.DECREMENT: node.slider[0] - 1}
        if isinstance(value, float):
            places[Action.SET_VALUE] = round(value)
        if request.action in places:
            node.move(places[request.action])
