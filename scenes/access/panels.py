"""A panel and its page as nodes for a screen reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.support.texts import tr
from scenes.access.node import Kind, Node, box, control_key, control_node
from scenes.widgets.controls import Control, Shape
from scenes.widgets.field import DigitField, TextField
from scenes.widgets.items import Item, Lines, Row, Tabs, Term, Words
from scenes.widgets.panel import Panel


def dialog(panel: Panel) -> tuple[tuple[Node, ...], str, str]:
    """Return the panel's node, the key of the focused node, and what is said about it."""
    page, controls = panel.page, panel.page.controls

    def button(control: Control, name: str = "") -> Node:
        key = control_key("p", controls, control)
        press, focus = partial(panel.use, control), partial(panel.attend, control)
        return control_node(key, control, press, focus, name)

    nodes = []
    for number, item in enumerate(page.items):
        if isinstance(item, DigitField):
            nodes.append(_field(panel, item))
        else:
            nodes += item_nodes(f"item:{number}", [item], button)
    closer = control_node("close", panel.closer, panel.closer.action, name=tr("Close"))
    children = (*nodes, closer)
    whole = Node("dialog", Kind.DIALOG, panel.title, box(panel.rect), children)
    if controls.focus:
        control = controls.focus
        return (whole,), control_key("p", controls, control), control.announced
    if page.field:
        # What is typed, and why it was refused, is news.
        return (whole,), "field", ""
    return (whole,), whole.key, panel.title


def _field(panel: Panel, field: DigitField) -> Node:
    return Node(
        "field",
        Kind.TEXT_INPUT if isinstance(field, TextField) else Kind.NUMBER_INPUT,
        panel.title,
        box(field.rect),
        text=field.text,
        description=field.complaint or field.hint,
        focus=panel.page.controls.drop_focus,
        fill=panel.fill,
    )


def item_nodes(
    owner: str, items: Sequence[Item], button: Callable[[Control, str], Node]
) -> tuple[Node, ...]:
    """Return the nodes of a page's items; ``button`` makes the node of a control, with a name if
    one is given."""
    return tuple(
        node
        for number, item in enumerate(items)
        for node in _item(f"{owner}:{number}", item, button)
    )


def _item(key: str, item: Item, button: Callable[[Control, str], Node]) -> tuple[Node, ...]:
    if isinstance(item, Words) and item.bold:
        return (Node(key, Kind.HEADING, item.text, box(item.rect)),)
    if isinstance(item, Tabs):
        tabs = tuple(button(control, "") for control in item.controls)
        return (Node(key, Kind.TAB_LIST, "", box(item.rect), tabs),)
    if isinstance(item, Term) and item.control:
        return (button(item.control, item.spoken[0]),)
    if isinstance(item, Row):
        return _row(key, item, button)
    if isinstance(item, Lines):
        return tuple(button(control, "") for control in item.controls)
    lines = tuple(
        Node(f"{key}:{number}", Kind.LABEL, "", box(item.rect), text=line)
        for number, line in enumerate(item.spoken)
    )
    # Next to a picture the label may be just a number; the tips are complete.
    return *lines, *(button(control, control.spoken) for control in item.controls)


def _row(key: str, row: Row, button: Callable[[Control, str], Node]) -> tuple[Node, ...]:
    if row.controls[0].shape is Shape.SWITCH:
        # A switch shows its state; the label before it says what it is for.
        return (button(row.controls[0], row.label),)
    nodes = tuple(button(control, "") for control in row.controls)
    return (Node(key, Kind.GROUP, row.label, box(row.rect), nodes),) if row.label else nodes
