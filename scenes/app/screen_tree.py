"""Describes the window to screen readers as a tree of nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import accesskit  # an optional dependency
from accesskit import Action, ActionRequest, Live, Toggled
from accesskit import Role as Kind
from pygame import Rect

from game.core.cards import Card
from game.core.state import PileId, Role, State, visible_count
from game.rules.registry import kinds_of
from game.support.texts import tr, trn
from game.teach.standing import waiting_rank
from game.teach.story import Fact
from game.words.names import card_name, full_title, pile_name
from game.words.summary import empty_text
from scenes.board.layout import TableLayout
from scenes.widgets.controls import Control, Controls, Shape
from scenes.widgets.items import Item, MenuLines, Paragraph, Row, Tabs, Term, TextField

if TYPE_CHECKING:
    from pygame.typing import RectLike

    # Imported for types only, so that a start screen or a review is loaded only when it is shown.
    from scenes.app.app import App
    from scenes.pages.start_screen import StartScreen
    from scenes.review.review_scene import ReviewScene
    from scenes.table.table_scene import TableScene
    from scenes.widgets.panel import Panel

NEWS: Final = "news"
WINDOW: Final = "window"


class ScreenNode(NamedTuple):
    """A thing on the screen, such as a card or button."""

    key: str  # stays the same as long as the thing exists
    kind: Kind
    name: str
    bounds: RectLike = (0, 0, 0, 0)  # in pixels
    children: tuple[ScreenNode, ...] = ()
    description: str = ""
    text: str = ""  # what a label or field contains
    chosen: bool | None = None  # None if it can't be chosen
    enabled: bool = True
    slider: tuple[int, int] | None = None  # a slider's value and its maximum
    # What a screen reader may call: ``fill`` for a field, and ``move`` for a slider.
    press: Callable[[], object] | None = None
    focus: Callable[[], object] | None = None
    fill: Callable[[str], None] | None = None
    move: Callable[[int], None] | None = None

    def walk(self) -> Iterator[ScreenNode]:
        """Yield this node and all nodes below it."""
        yield self
        for child in self.children:
            yield from child.walk()


class Tree(NamedTuple):
    """What the window shows, and which node has the focus."""

    root: ScreenNode
    focus: str  # the key of the focused node
    spoken: str = ""  # what a screen reader says about that node anyway

    def with_announcement(self, number: int, words: str) -> Tree:
        """Return the tree with ``words`` added as announcement number ``number``."""
        # A reader may not notice that the same words are announced again, so consecutive
        # announcements have different nodes.
        said = ScreenNode(f"{NEWS}:{number % 2}", Kind.LABEL, "", text=words)
        return self._replace(root=self.root._replace(children=(*self.root.children, said)))


Part = tuple[tuple[ScreenNode, ...], str, str]
"""What a ``Tree`` is made from: its root's children, its focus and its spoken text."""


def describe(app: App) -> Tree:
    """Return the tree of the window as it is now."""
    shown = app.director
    nodes: tuple[ScreenNode, ...]
    if app.resting:
        whole = (0, 0, *app.window.size)
        back = ScreenNode("small", Kind.BUTTON, app.resting, whole, press=app.toggle_compact)
        nodes, focus, spoken = (back,), back.key, app.resting
    elif shown.panel:
        nodes, focus, spoken = dialog(shown.panel)
    elif shown.table:
        nodes, focus, spoken = _table(shown.table)
    elif shown.review:
        nodes, focus, spoken = _review(shown.review)
    else:
        nodes, focus, spoken = _start_screen(cast("StartScreen", shown.scene))
    root = ScreenNode(WINDOW, Kind.WINDOW, shown.scene.title, (0, 0, *app.window.size), nodes)
    return Tree(root, focus, spoken)


# -- controls --------------------------------------------------------------------------------------


_KINDS: Final = {
    Shape.SEGMENT: Kind.RADIO_BUTTON,
    Shape.PICTURE: Kind.RADIO_BUTTON,
    Shape.TAB: Kind.TAB,
    Shape.SWITCH: Kind.SWITCH,
}


def _control(
    key: str,
    control: Control,
    press: Callable[[], object],
    focus: Callable[[], object] | None = None,
    name: str = "",
) -> ScreenNode:
    """Return the node of a control; ``name`` replaces an unclear label."""
    kind = _KINDS.get(control.shape, Kind.BUTTON)
    name = name or control.label
    return ScreenNode(
        key,
        kind,
        name,
        control.rect,
        description=control.tip if control.tip != name else "",
        chosen=None if kind is Kind.BUTTON else control.chosen,
        enabled=control.enabled,
        press=press if control.enabled else None,
        focus=focus if control.enabled else None,
    )


def _key(owner: str, controls: Controls, control: Control) -> str:
    place = next(n for n, item in enumerate(controls.items) if item is control)
    # A switch's label shows its state.
    label = "" if control.shape is Shape.SWITCH else control.label
    return f"{owner}:{place}:{label}"


def _button(owner: str, controls: Controls, control: Control, name: str = "") -> ScreenNode:
    def focus() -> None:
        controls.focus = control
        controls.invalidate()

    def press() -> None:
        focus()
        controls.activate()

    return _control(_key(owner, controls, control), control, press, focus, name)


def _buttons(owner: str, controls: Controls) -> tuple[ScreenNode, ...]:
    return tuple(_button(owner, controls, control) for control in controls.items)


# -- pages -----------------------------------------------------------------------------------------


def dialog(panel: Panel) -> Part:
    """Return the part of the tree for an open panel."""
    page, controls = panel.page, panel.page.controls

    def button(control: Control, name: str = "") -> ScreenNode:
        press, focus = partial(panel.use, control), partial(panel.focus_on, control)
        return _control(_key("p", controls, control), control, press, focus, name)

    nodes = []
    for number, item in enumerate(page.items):
        if isinstance(item, TextField):
            nodes.append(_field(panel, item))
        else:
            nodes += _item(f"item:{number}", item, button)
    closer = _control("close", panel.closer, panel.closer.action, name=tr("Close"))
    children = (*nodes, closer)
    whole = ScreenNode("dialog", Kind.DIALOG, panel.title, panel.rect, children)
    if controls.focus:
        return (whole,), _key("p", controls, controls.focus), controls.focus.announced
    if page.field:
        # What is typed, and why it was refused, is announced anyway.
        return (whole,), "field", ""
    return (whole,), whole.key, panel.title


def _field(panel: Panel, field: TextField) -> ScreenNode:
    return ScreenNode(
        "field",
        Kind.NUMBER_INPUT if field.numeric else Kind.TEXT_INPUT,
        panel.title,
        field.rect,
        text=field.text,
        description=field.complaint or field.hint,
        focus=panel.page.controls.drop_focus,
        fill=panel.fill,
    )


def _item(
    key: str, item: Item, button: Callable[[Control, str], ScreenNode]
) -> tuple[ScreenNode, ...]:
    """Return the nodes of an item. ``button`` makes a node from a control and the node's name."""

    def buttons(name: str = "") -> tuple[ScreenNode, ...]:
        return tuple(button(control, name) for control in item.controls)

    if isinstance(item, Paragraph) and item.bold:
        return (ScreenNode(key, Kind.HEADING, item.text, item.rect),)
    if isinstance(item, Tabs):
        return (ScreenNode(key, Kind.TAB_LIST, "", item.rect, buttons()),)
    if isinstance(item, Term) and item.control:
        return buttons(item.spoken[0])
    if isinstance(item, Row) and item.controls[0].shape is Shape.SWITCH:
        # A switch's own label only shows its state; the row's label says what the switch is for.
        return buttons(item.label)
    if isinstance(item, Row) and item.label:
        return (ScreenNode(key, Kind.GROUP, item.label, item.rect, buttons()),)
    if isinstance(item, Row | MenuLines):
        return buttons()
    lines = tuple(
        ScreenNode(f"{key}:{number}", Kind.LABEL, "", item.rect, text=line)
        for number, line in enumerate(item.spoken)
    )
    # Beside a picture the label may be just a number; the tips are complete.
    return *lines, *(button(control, control.spoken) for control in item.controls)


# -- piles and cards -------------------------------------------------------------------------------


def _pile_key(pile: PileId) -> str:
    return f"{pile.role.name.lower()}:{pile.number}"


def _card_key(pile: PileId, card: Card) -> str:
    return f"{_pile_key(pile)}:{card}"


def _pile_words(pile: PileId, count: int, rank: int | None) -> str:
    name = pile_name(pile)
    if not count:
        return empty_text(pile, rank)
    if pile.role in (Role.STOCK, Role.RESERVE):
        return trn("{pile}, {n} card", "{pile}, {n} cards", count, pile=name)
    return name


CardAction = Callable[[PileId, int], None]
"""A function that acts on the given number of cards at the end of a pile."""


def _piles(
    state: State,
    layout: TableLayout,
    rank: int | None,  # shown by empty foundations
    held: tuple[PileId, int] | None = None,  # the pile and number of the held cards
    under: tuple[str, str] = ("", ""),  # key and announcement of the node under the cursor
    press: CardAction | None = None,
    focus: CardAction | None = None,
) -> tuple[ScreenNode, ...]:
    """Return the nodes of all piles, row by row from left to right."""
    described = dict([under])

    def item(pile: PileId, place: int) -> ScreenNode:
        card, count = state[pile][place], len(state[pile])
        depth, key = count - place, _card_key(pile, card)
        return ScreenNode(
            key,
            Kind.LIST_ITEM,
            card_name(card),
            Rect(layout.place(pile, place, count), layout.card),
            description=described.get(key, ""),
            chosen=held is not None and held[0] == pile and depth <= held[1],
            press=press and partial(press, pile, depth),
            focus=focus and partial(focus, pile, depth),
        )

    def whole(pile: PileId) -> ScreenNode:
        count, key = len(state[pile]), _pile_key(pile)
        return ScreenNode(
            key,
            Kind.LIST,
            _pile_words(pile, count, rank),
            layout.region(pile),
            tuple(item(pile, place) for place in range(count - visible_count(pile, count), count)),
            description=described.get(key, ""),
            press=press and partial(press, pile, 1),
            focus=focus and partial(focus, pile, 1),
        )

    return tuple(whole(pile) for row in layout.rows for pile in row)


# -- scenes ----------------------------------------------------------------------------------------


def _table(table: TableScene) -> Part:
    held, keys = table.hand.held, table.keys

    def press(pile: PileId, depth: int) -> None:
        table.guide.interrupt()
        keys.stand(pile, depth)
        keys.act()

    under = _under(table)
    in_hand = (held.source, held.count) if held else None
    rank = waiting_rank(table.deal, table.state)
    piles = _piles(table.state, table.layout, rank, in_hand, under, press, keys.stand)
    size = table.layout.size
    area = (0, table.layout.top, size[0], size[1] - table.layout.top)
    status = ", ".join(filter(None, (*table.status_parts, *table.guide.light_texts[:1])))
    bar, strip, line = table.bar, table.strip, table.message
    stand = ScreenNode("standing", Kind.LABEL, "", bar.rect, text=status)
    nodes = [
        ScreenNode("table", Kind.GROUP, table.short_title, area, piles, focus=keys.drop_focus),
        ScreenNode("bar", Kind.TOOLBAR, "", bar.rect, (stand, *_buttons("b", bar.controls))),
    ]
    if strip.is_visible:
        shown = strip.decision
        words = " ".join(filter(None, (shown.headline, shown.words, shown.weighed)))
        nodes.insert(1, _message("strip", words, strip.rect, strip.controls))
    if line.controls.items:
        nodes.insert(1, _message("line", line.text, line.rect, line.controls))
    if keys.focused and keys.focused.focus:
        owner = {id(bar.controls): "b", id(line.controls): "l"}.get(id(keys.focused), "s")
        control = keys.focused.focus
        return tuple(nodes), _key(owner, keys.focused, control), control.spoken
    return tuple(nodes), under[0] or "table", under[1]


def _message(key: str, words: str, rect: Rect, controls: Controls) -> ScreenNode:
    label = ScreenNode(f"{key}:words", Kind.LABEL, "", rect, text=words)
    return ScreenNode(key, Kind.GROUP, words, rect, (label, *_buttons(key[0], controls)))


def _under(table: TableScene) -> tuple[str, str]:
    """Return the key and announcement of the node under the cursor. Both are empty if the cursor
    isn't visible."""
    cursor = table.keys.cursor
    if not cursor.visible:
        return "", ""
    pile = table.state[cursor.pile]
    there = 0 < cursor.depth <= visible_count(cursor.pile, len(pile))
    key = _card_key(cursor.pile, pile[-cursor.depth]) if there else _pile_key(cursor.pile)
    return key, table.keys.spoken()


def _review(review: ReviewScene) -> Part:
    piles = _piles(review.state, review.layout, waiting_rank(review.deal, review.state))
    frame, controls = review.frame, review.frame.controls
    slider = ScreenNode(
        "position",
        Kind.SLIDER,
        tr("Review."),
        frame.grip,
        description=review.spoken,
        slider=(review.at, review.length),
        focus=controls.drop_focus,
        move=review.go,
    )
    nodes = (
        slider,
        _story(review),
        ScreenNode("table", Kind.GROUP, review.title, (0, 0, *review.layout.size), piles),
        ScreenNode("bar", Kind.TOOLBAR, "", frame.bar, _buttons("r", controls)),
    )
    if controls.focus:
        return nodes, _key("r", controls, controls.focus), controls.focus.spoken
    return nodes, slider.key, ""


def _story(review: ReviewScene) -> ScreenNode:
    view = review.frame.story_view
    story = [fact for fact in view.facts if fact.at >= 0]

    def item(number: int, fact: Fact) -> ScreenNode:
        places = (row.rect for row in view.rows if row.fact is fact)
        place = next(places, Rect(0, 0, 0, 0))
        visit = partial(review.follow, fact)
        return ScreenNode(f"story:{number}", Kind.LIST_ITEM, fact.words, place, press=visit)

    sentences = tuple(map(item, range(len(story)), story))
    return ScreenNode("story", Kind.LIST, tr("The story of the game"), view.area, sentences)


def _start_screen(screen: StartScreen) -> Part:
    controls = screen.controls
    button = partial(_button, "m", controls)

    def tile(game: str) -> ScreenNode:
        key, shown = f"tile:{game}", screen.tiles[game]
        items = enumerate(shown.page.items)
        nodes = tuple(node for n, item in items for node in _item(f"{key}:{n}", item, button))
        return ScreenNode(key, Kind.GROUP, full_title(kinds_of(game)[0]), shown.rect, nodes)

    foot = tuple(map(button, (*screen.message.controls.items, *screen.foot)))
    nodes = (*map(tile, screen.tiles), ScreenNode("bar", Kind.TOOLBAR, "", (0, 0, 0, 0), foot))
    if controls.focus:
        return nodes, _key("m", controls, controls.focus), controls.focus.spoken
    return nodes, WINDOW, ""


# -- AccessKit's nodes and requests ----------------------------------------------------------------


def made(node: ScreenNode, children: Sequence[int]) -> accesskit.Node:
    """Return an AccessKit node, given the ids of its children."""
    result = accesskit.Node(node.kind)
    for text, put in (
        (node.name, result.set_label),
        (node.text, result.set_value),
        (node.description, result.set_description),
    ):
        if text:
            put(text)
    x, y, width, height = Rect(node.bounds)
    result.set_bounds(accesskit.Rect(x, y, x + width, y + height))
    result.set_children(list(children))
    if node.kind is Kind.DIALOG:
        result.set_modal()
    if node.key.startswith(NEWS):
        result.set_live(Live.POLITE)
    _set_state(node, result)
    for action, means in (
        (Action.CLICK, node.press),
        (Action.FOCUS, node.focus),
        (Action.SET_VALUE, node.fill or node.move),
        (Action.INCREMENT, node.move),
        (Action.DECREMENT, node.move),
    ):
        if means:
            result.add_action(action)
    return result


def _set_state(node: ScreenNode, result: accesskit.Node) -> None:
    if not node.enabled:
        result.set_disabled()
    if node.chosen is not None and node.kind in (Kind.LIST_ITEM, Kind.TAB):
        result.set_selected(node.chosen)
    elif node.chosen is not None:
        result.set_toggled(Toggled.TRUE if node.chosen else Toggled.FALSE)
    if node.slider:
        result.set_numeric_value(node.slider[0])
        result.set_min_numeric_value(0)
        result.set_max_numeric_value(node.slider[1])
        result.set_numeric_value_step(1)


def carry_out(request: ActionRequest, node: ScreenNode) -> None:
    """Carry out a screen reader's request if ``node`` allows it."""
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
