"""The program as a tree of plain nodes for screen readers: windows, piles, cards and controls.

How the nodes reach a reader is left to ``bridge``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from game.core.cards import Card
from game.core.piles import PileId, Role
from game.core.state import State
from game.rules.registry import kinds_of
from game.support.texts import tr, trn
from game.words.ear import empty_text
from game.words.names import card_name, full_title, pile_name
from scenes.access.node import WINDOW, Kind, Node, Stage, Tree, box, control_key, control_node
from scenes.access.panels import dialog, item_nodes
from scenes.review.scene import ReviewScene
from scenes.review.telling import Told
from scenes.table.draw.places import TableLayout, seen
from scenes.table.scene import TableScene
from scenes.table.status import waiting_rank
from scenes.widgets.buttons import Control
from scenes.widgets.controls import Controls

if TYPE_CHECKING:
    from scenes.pages.start_screen import StartScreen

# -- controls --------------------------------------------------------------------------------------


def _set_focus(controls: Controls, control: Control) -> None:
    controls.focus = control
    controls.invalidate()


def _buttons(owner: str, controls: Controls, items: Sequence[Control]) -> tuple[Node, ...]:
    """Return those ``items`` of ``controls`` as nodes that act as the keyboard would."""

    def node(control: Control) -> Node:
        def focus() -> None:
            _set_focus(controls, control)

        def press() -> None:
            focus()
            controls.activate()

        return control_node(control_key(owner, controls, control), control, press, focus)

    return tuple(node(control) for control in items)


# -- piles and cards -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards on a table or in a review; ``rank`` is what empty foundations wait for, ``held``
    the pile and the number of the cards in hand, ``under`` the key of what is under the cursor and
    what is said about it. ``press`` and ``focus`` take a pile and a number of cards from its
    end."""

    piles: Sequence[PileId]
    state: State
    layout: TableLayout
    rank: int | None
    held: tuple[PileId, int] | None = None
    under: tuple[str, str] = ("", "")
    press: Callable[[PileId, int], None] | None = None
    focus: Callable[[PileId, int], None] | None = None

    def said(self, key: str) -> str:
        """Return what is said about a pile or card besides its name."""
        return self.under[1] if key == self.under[0] else ""


def pile_key(pile: PileId) -> str:
    return f"{pile.role.name.lower()}:{pile.number}"


def card_key(pile: PileId, card: Card) -> str:
    return f"{pile_key(pile)}:{card}"


def _pile_words(pile: PileId, count: int, rank: int | None) -> str:
    name = pile_name(pile)
    if not count:
        return empty_text(pile, rank)
    if pile.role in (Role.STOCK, Role.RESERVE):
        return trn("{pile}, {n} card", "{pile}, {n} cards", count, pile=name)
    return name


def _pile(cards: Cards, pile: PileId) -> Node:
    held = cards.state[pile]
    count = len(held)

    def doing(act: Callable[[PileId, int], None] | None, depth: int) -> Callable[[], None] | None:
        return None if act is None else lambda: act(pile, depth)

    def item(place: int) -> Node:
        depth = count - place
        at = Rect(cards.layout.place(pile, place, count), cards.layout.card)
        taken = cards.held is not None and cards.held[0] == pile and depth <= cards.held[1]
        key = card_key(pile, held[place])
        return Node(
            key,
            Kind.LIST_ITEM,
            card_name(held[place]),
            box(at),
            description=cards.said(key),
            chosen=taken,
            press=doing(cards.press, depth),
            focus=doing(cards.focus, depth),
        )

    return Node(
        pile_key(pile),
        Kind.LIST,
        _pile_words(pile, count, cards.rank),
        box(cards.layout.region(pile)),
        tuple(item(place) for place in range(count - seen(pile, count), count)),
        description=cards.said(pile_key(pile)),
        press=doing(cards.press, 1),
        focus=doing(cards.focus, 1),
    )


def _piles(cards: Cards) -> tuple[Node, ...]:
    """Return all piles, row by row from left to right."""
    order = [pile for row in cards.layout.rows for pile in row]
    return tuple(_pile(cards, pile) for pile in order)


# -- scenes ----------------------------------------------------------------------------------------


def _table(table: TableScene) -> tuple[tuple[Node, ...], str, str]:
    """Return the table's nodes, the key of the focused one, and what is said about it."""
    held, keys = table.hand.held, table.keys

    def press(pile: PileId, depth: int) -> None:
        table.guide.interrupt()
        keys.stand(pile, depth)
        keys.act()

    under = _under(table)
    cards = Cards(
        table.rules.piles,
        table.state,
        table.layout,
        waiting_rank(table.deal, table.state),
        (held.source, held.count) if held else None,
        under,
        press,
        keys.stand,
    )
    size = table.layout.size
    area = (0, table.layout.top, size[0], size[1] - table.layout.top)
    stands = ", ".join(filter(None, (*table.stands, *table.guide.light_words[:1])))
    stand = Node("standing", Kind.LABEL, "", box(table.bar.rect), text=stands)
    bar = table.bar.controls
    nodes = [
        Node("table", Kind.GROUP, table.short_title, area, _piles(cards), focus=keys.drop_focus),
        Node("bar", Kind.TOOLBAR, "", box(table.bar.rect), (stand, *_buttons("b", bar, bar.items))),
    ]
    strip, row = table.strip, table.strip.controls
    if strip.shown:
        words = " ".join(filter(None, (strip.headline, strip.words, strip.weighed)))
        label = Node("strip:words", Kind.LABEL, "", box(strip.rect), text=words)
        children = (label, *_buttons("s", row, row.items))
        nodes.insert(1, Node("strip", Kind.GROUP, words, box(strip.rect), children))
    line = table.line.controls
    if line.items:
        label = Node("line:words", Kind.LABEL, "", box(table.line.rect), text=table.line.text)
        children = (label, *_buttons("l", line, line.items))
        nodes.insert(1, Node("line", Kind.GROUP, table.line.text, box(table.line.rect), children))
    if keys.focused and keys.focused.focus:
        owner = {id(bar): "b", id(line): "l"}.get(id(keys.focused), "s")
        control = keys.focused.focus
        return tuple(nodes), control_key(owner, keys.focused, control), control.spoken
    return tuple(nodes), under[0] or "table", under[1]


def _under(table: TableScene) -> tuple[str, str]:
    """Return the key of what is under the keyboard's cursor, and what is said about it."""
    cursor = table.keys.cursor
    if not cursor.visible:
        return "", ""
    pile = table.state[cursor.pile]
    there = 0 < cursor.depth <= seen(cursor.pile, len(pile))
    key = card_key(cursor.pile, pile[-cursor.depth]) if there else pile_key(cursor.pile)
    return key, table.keys.spoken()


def _review(review: ReviewScene) -> tuple[tuple[Node, ...], str, str]:
    piles = review.session.deal.engine.piles
    rank = waiting_rank(review.deal, review.state)
    cards = Cards(piles, review.state, review.layout, rank)
    frame, last = review.frame, review.length
    slider = Node(
        "position",
        Kind.SLIDER,
        tr("Review."),
        box(frame.grip),
        description=review.spoken,
        slider=(review.at, last),
        focus=frame.controls.drop_focus,
        move=review.go,
    )
    buttons = _buttons("r", frame.controls, frame.controls.items)
    nodes = (
        slider,
        _story(review),
        Node("table", Kind.GROUP, review.title, (0, 0, *review.layout.size), _piles(cards)),
        Node(
            "bar",
            Kind.TOOLBAR,
            "",
            box(frame.bar),
            buttons,
        ),
    )
    control = frame.controls.focus
    if control:
        return nodes, control_key("r", frame.controls, control), control.spoken
    return nodes, slider.key, ""


def _story(review: ReviewScene) -> Node:
    """Return the sentences that tell the game, or the line, that is walked along."""

    def item(number: int, told: Told) -> Node:
        def visit() -> None:
            review.follow(told)

        places = (row.rect for row in board.rows if row.told is told)
        place = box(next(places, Rect(0, 0, 0, 0)))
        return Node(f"story:{number}", Kind.LIST_ITEM, told.text, place, press=visit)

    told, board = review.frame.story, review.frame.board
    area = box(board.area)
    return Node(
        "story",
        Kind.LIST,
        tr("The story of the game"),
        area,
        tuple(map(item, range(len(told)), told)),
    )


def _menu(menu: StartScreen) -> tuple[tuple[Node, ...], str, str]:

    controls = menu.controls

    def button(control: Control, name: str = "") -> Node:
        (node,) = _buttons("m", controls, [control])
        return node

    nodes = [
        Node(
            f"tile:{game}",
            Kind.GROUP,
            full_title(kinds_of(game)[0]),
            box(tile.rect),
            item_nodes(f"tile:{game}", tile.page.items, button),
        )
        for game, tile in menu.tiles.items()
    ]
    foot = tuple(map(button, (*menu.line.controls.items, *menu.foot.items)))
    nodes.append(Node("bar", Kind.TOOLBAR, "", (0, 0, 0, 0), foot))
    control = controls.focus
    if control:
        return tuple(nodes), control_key("m", controls, control), control.spoken
    return tuple(nodes), WINDOW, ""


def describe(stage: Stage, small: tuple[str, Callable[[], None]] | None = None) -> Tree:
    """Return the tree of the window as it is now.

    ``small`` is given while the window is compact: what it says, and the function that leaves it.
    """
    scene, panel = stage.scene, stage.panel
    nodes: tuple[Node, ...]
    if small:
        words, restore = small
        back = Node("small", Kind.BUTTON, words, (0, 0, *stage.size), press=restore)
        nodes, focus, spoken = (back,), back.key, words
    elif panel:
        nodes, focus, spoken = dialog(panel)
    elif isinstance(scene, TableScene):
        nodes, focus, spoken = _table(scene)
    elif isinstance(scene, ReviewScene):
        nodes, focus, spoken = _review(scene)
    else:
        # Loaded by the first menu that is shown.
        from scenes.pages.start_screen import StartScreen

        assert isinstance(scene, StartScreen)
        nodes, focus, spoken = _menu(scene)
    root = Node(WINDOW, Kind.WINDOW, scene.title, (0, 0, *stage.size), nodes)
    return Tree(root, focus, spoken)
