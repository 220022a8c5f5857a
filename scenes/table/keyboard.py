"""The keyboard at a table: cursor, typed moves, card search and button focus."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.core.cards import RANKS, SUITS, Card, Suit
from game.core.moves import Move
from game.core.state import PileId, Role, State
from game.rules import choices
from game.rules.notation import Notation, TypedMove
from game.rules.registry import Rules
from game.support.texts import tr, trn
from game.teach.standing import waiting_rank
from game.words.names import card_name, pile_name, suit_name
from game.words.summary import empty_text, targets_text
from scenes.board.layout import TableLayout
from scenes.kit.commands import ALT, ARROWS, CTRL, ENTER, SHIFT, unmodified
from scenes.kit.services import letters_of
from scenes.widgets.controls import Control, Controls

if TYPE_CHECKING:
    from scenes.table.table import Table

_DIGIT_PLACES: Final = {
    scancode: str((place + 1) % 10)
    for place, scancode in enumerate(range(pygame.KSCAN_1, pygame.KSCAN_0 + 1))
}
_KEYPAD: Final = {
    code: str((n + 1) % 10) for n, code in enumerate(range(pygame.K_KP_1, pygame.K_KP_0 + 1))
}


def notation_letter(event: pygame.Event) -> str:
    """Return the letter (A to Z) or digit that was typed; empty if it was neither."""
    # Shift counts, Caps Lock doesn't. On keyboards without Latin letters, or on which digits need
    # Shift, the key's position decides.
    if event.mod & (CTRL | ALT):
        return ""
    typed: str = event.unicode
    if len(typed) == 1 and typed in "0123456789":
        return typed
    if event.key in _KEYPAD:
        return _KEYPAD[event.key]
    shifted = bool(event.mod & SHIFT)
    letter = ""
    if pygame.K_a <= event.key <= pygame.K_z:
        letter = chr(event.key)
    elif event.key > 127 and pygame.KSCAN_A <= event.scancode <= pygame.KSCAN_Z:
        letter = chr(ord("a") + event.scancode - pygame.KSCAN_A)
    elif not shifted and event.scancode in _DIGIT_PLACES:
        return _DIGIT_PLACES[event.scancode]
    return letter.upper() if shifted else letter


def is_try_again_key(event: pygame.Event, notation: Notation) -> bool:
    """Return whether a key press asks to go back to the last winnable position."""
    letter = notation_letter(event)
    # The key is T, or Shift+T in a game whose notation uses the letter t.
    return letter in ("t", "T") and letter not in notation.alone


_SIGNS: Final = "♣♦♥♠"
_ACE_AND_COURT: Final = (1, 11, 12, 13)


def _plain(text: str) -> str:
    """Return ``text`` in lower case, with digits of other scripts replaced by 0 to 9."""
    digits = (str(unicodedata.digit(one, "")) or one for one in text)
    return "".join(digits).lower()


def _ranks(letters: str) -> dict[str, int]:
    ranks = {str(rank): rank for rank in range(2, 11)}
    ranks |= {letter.lower(): rank for rank, letter in enumerate(RANKS, 1)}
    return ranks | {letter.lower(): r for letter, r in zip(letters, _ACE_AND_COURT, strict=True)}


def _is(suit: Suit, typed: str) -> bool:
    names = SUITS[suit].lower(), _SIGNS[suit], suit_name(suit).lower()
    return any(name.startswith(typed) for name in names)


def cards_named(typed: str, letters: str) -> list[Card] | None:
    """Return the cards that ``typed`` may mean. If no card's name begins like this, return None.

    The list is empty until a suit is typed, as in ``7h``. ``letters`` are the letters for ace,
    jack, queen and king.
    """
    text, ranks = _plain(typed), _ranks(letters)
    found = [
        Card(ranks[text[:length]], suit)
        for length in (2, 1)
        if text[:length] in ranks and len(text) > length
        for suit in Suit
        if _is(suit, text[length:])
    ]
    if found:
        return found
    return [] if any(rank.startswith(text) for rank in ranks) else None


class CardSearch:
    """A search for a card by name."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.text = ""
        self.found: list[Card] = []
        table.tell(tr("Which card? Type it like 7h for the 7 of hearts. Esc ends."))

    def take(self, event: pygame.Event) -> bool:
        """Handle a KEYDOWN event; return whether the search goes on."""
        typed = [event.unicode, notation_letter(event)]
        written = [one for one in typed if one.strip() and one.isprintable()]
        if not written or not unmodified(event):
            return False
        letters = letters_of(self._table.kit.settings)
        for text in (self.text, ""):
            for letter in written:
                found = cards_named(text + letter, letters)
                if found is not None:
                    self._show(text + letter, found)
                    return True
        self._table.refuse(tr("{text} isn't a card.", text=self.text + written[0]))
        self.text, self.found = "", []
        return True

    def _show(self, text: str, found: list[Card]) -> None:
        self.text, self.found = text, found
        if found:
            self._table.tell("; ".join(map(self._where, found)))
        self._table.invalidate()

    def _place(self, card: Card) -> tuple[PileId, int]:
        piles = self._table.state.piles.items()
        return next((p, len(cards) - 1 - cards.index(card)) for p, cards in piles if card in cards)

    def _is_face_up(self, card: Card) -> bool:
        return self._table.groups.sprites[card].face_up

    def _where(self, card: Card) -> str:
        """Describe where a card lies. For a face-down card, say only that it is face down."""
        name = card_name(card)
        if not self._is_face_up(card):
            return tr("{card}: face down", card=name)
        pile, above = self._place(card)
        if not above:
            return tr("{card}: {pile}, on top", card=name, pile=pile_name(pile))
        return trn(
            "{card}: {pile}, under {n} card",
            "{card}: {pile}, under {n} cards",
            above,
            card=name,
            pile=pile_name(pile),
        )

    def paint(self, target: pygame.Surface) -> None:
        """Draw a frame around each card found, except face-down ones."""
        table = self._table
        for card in filter(self._is_face_up, self.found):
            pile, above = self._place(card)
            count = len(table.state[pile])
            frame = Rect(table.layout.place(pile, count - 1 - above, count), table.layout.card)
            if above and pile.role is Role.COLUMN:
                # Enclose only the visible part of the card.
                frame.height = table.layout.place(pile, count - above, count)[1] - frame.top
            table.painter.paint_frame(target, frame)


class Cursor:
    """The keyboard cursor: a pile, and how many cards are selected.

    After an arrow key, the opposite one takes the cursor back to where it was.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.pile: PileId = next(pile for pile in rules.piles if pile.role is Role.COLUMN)
        self.depth = 1
        self.visible = False
        self._aim = self.pile, self.pile
        """Where the latest series of steps up or down ended, and where it began."""
        self._left: dict[PileId, int] = {}
        """How many cards were selected in each pile when the cursor last left it."""

    def hide(self) -> None:
        """Hide the cursor, and forget the selections in other piles."""
        self.visible = False
        self._left.clear()

    def clamp(self, state: State) -> None:
        """Make the selection fit ``state``, and forget the selections in other piles."""
        self._left.clear()
        counts = self._rules.counts(state, self.pile)
        if self.depth not in counts:
            self.depth = 1

    def walk(self, dx: int, dy: int, state: State, layout: TableLayout, holding: bool) -> None:
        """Go to the next pile. If the cursor is hidden, only show it.

        In a column, steps up and down first select more or fewer cards, unless the player is
        ``holding`` cards.
        """
        if not self.visible:
            self.visible = True
            self.clamp(state)
            return
        if dx:
            row = next(row for row in layout.rows if self.pile in row)
            self._go(row[(row.index(self.pile) + dx) % len(row)])
        elif dy:
            self._climb(dy, state, layout, holding)

    def _go(self, pile: PileId) -> None:
        self._left[self.pile] = self.depth
        self.pile, self.depth = pile, self._left.get(pile, 1)

    def _climb(self, dy: int, state: State, layout: TableLayout, holding: bool) -> None:
        counts = list(self._rules.counts(state, self.pile))
        if self.pile.role is Role.COLUMN and self.depth in counts and not holding:
            place = counts.index(self.depth) - dy
            if 0 <= place < len(counts):
                self.depth = counts[place]
                return
        met = self._next_pile(dy, layout)
        if met is None:
            return
        if not holding:
            self._left.clear()
        self._go(met)
        deepest = max(self._rules.counts(state, met), default=1)
        if dy > 0 and met.role is Role.COLUMN and not holding:
            self.depth = deepest

    def _next_pile(self, dy: int, layout: TableLayout) -> PileId | None:
        """Return the next pile above or below, if one is close."""
        at, begun = self._aim
        if at != self.pile:
            begun = self.pile
        # A series of steps goes as straight up or down as it can.
        rows, x = layout.rows, layout.slots[begun][0]
        place = next(i for i, row in enumerate(rows) if self.pile in row) + dy
        if not 0 <= place < len(rows):
            return None
        met = min(rows[place], key=lambda pile: abs(layout.slots[pile][0] - x))
        if abs(layout.slots[met][0] - x) > 2 * layout.card[0]:
            return None
        self._aim = met, begun
        return met

    def rect(self, state: State, layout: TableLayout) -> Rect:
        """Return the rectangle around the selected cards, in pixels."""
        return layout.last(self.pile, self.depth, len(state[self.pile]))


_LETTERS: Final = frozenset("12345678abcdrwhvtipxCDHS")
"""The characters of typed moves, except digits that occur only in card counts."""


def is_table_key(event: pygame.Event) -> bool:
    """Return whether a table uses this key, for example as part of a typed move."""
    if not unmodified(event):
        return False
    return event.key in (*ARROWS, *ENTER, pygame.K_TAB) or notation_letter(event) in _LETTERS


class TableKeys:
    """Handles the keys of a table that aren't commands."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._hand = table.hand
        self.active = False
        """Whether the keyboard was used more recently than a mouse button."""
        self.card_search: CardSearch | None = None
        """The current search for a card; None if there is none."""
        self.typed = TypedMove(table.session.deal.kind.notation)
        self.new_rules()

    def new_rules(self) -> None:
        """Adapt to the table's new rules, and discard what was typed."""
        self.cursor = Cursor(self._table.rules)
        self.typed.clear()
        self.card_search = None

    def find(self) -> None:
        """Start a search for a card."""
        self.active = True
        self.typed.clear()
        self.card_search = CardSearch(self._table)

    @property
    def is_typing(self) -> bool:
        """Whether the next letter continues a move or a card's name."""
        return bool(self.typed.text or self.card_search)

    def interrupted(self) -> None:
        """Hide the cursor, and discard what was typed."""
        self.active = False
        self.typed.clear()
        self.card_search = None
        self.cursor.hide()

    def type_key(self, event: pygame.Event) -> None:
        table = self._table
        self.active = True
        if self.card_search and self.card_search.take(event):
            return
        self.card_search = None
        if event.key in ARROWS:
            self._arrow(*ARROWS[event.key])
        elif event.key == pygame.K_TAB:
            self._tab(not event.mod & pygame.KMOD_SHIFT)
        elif event.key in ENTER:
            self._enter()
        elif letter := notation_letter(event):
            self._type(letter)
        else:
            return
        table.invalidate()

    def _type(self, letter: str) -> None:
        table, before = self._table, self.typed.text
        self._hand.put_down()
        table.end_motion()
        found = self.typed.feed(letter)
        if isinstance(found, Move):
            smaller = found.count is not None
            if not (table.play_instead if smaller else table.play)(found):
                # A refused move can't be followed by a number of cards.
                self.typed.clear()
            elif not smaller:
                self._expect_count(found)
        elif found is not None:
            table.refuse(tr("{text} isn't a move.", text=before + letter))

    def _expect_count(self, move: Move) -> None:
        """Let the player type a smaller number of cards, if allowed."""
        session = self._table.session
        kind = session.deal.kind
        if (move.source.role, move.target.role) != (Role.COLUMN, Role.COLUMN):
            return
        held = len(session.before_last[move.source])
        if kind.has(Role.CELL):
            # No run moved through cells is long enough to need a two-digit number.
            self.typed.leave_open(0)
        elif kind.rule_set is not None and kind.rule_set.parts_may_move and held > 1:
            self.typed.leave_open(held)

    def handle_space(self) -> bool:
        """Handle a space in a typed move; return whether it was handled."""
        begun = bool(self.typed.text)
        if not self.typed.takes_gap():
            return False
        if not begun and self._table.session.deal.kind.has(Role.STOCK):
            self._table.tell(tr("Space deals again; v and a number moves fewer cards."))
        return True

    # -- the cursor ----------------------------------------------------------------------------

    def _arrow(self, dx: int, dy: int) -> None:
        focused = self.focused
        if focused:
            focused.move_focus(dx, dy)
            self._say_focus()
        else:
            self._walk(dx, dy)

    def _walk(self, dx: int, dy: int) -> None:
        table = self._table
        table.end_motion()
        table.message.clear_temporary()
        self.typed.clear()
        self.cursor.walk(dx, dy, table.state, table.layout, self._hand.held is not None)
        if table.announcer.heard:
            table.announcer.say(self.spoken())

    def spoken(self) -> str:
        """Return a sentence saying which cards are selected and where they can go."""
        table, cursor, name = self._table, self.cursor, pile_name(self.cursor.pile)
        pile = table.state[cursor.pile]
        if not pile:
            return empty_text(cursor.pile, waiting_rank(table.deal, table.state))
        if cursor.pile.role is Role.STOCK:
            return trn("{pile}, {n} card", "{pile}, {n} cards", len(pile), pile=name)
        cards = ", ".join(card_name(card) for card in pile[-cursor.depth :])
        said = tr("{pile}, {cards}", pile=name, cards=cards)
        if cursor.pile.role in (Role.COLUMN, Role.RESERVE):
            said += ", " + trn("{n} card in all", "{n} cards in all", len(pile))
        if targets := self._targets():
            said += "; " + targets_text(targets, table.state)
        return said

    def _targets(self) -> frozenset[PileId]:
        table, cursor = self._table, self.cursor
        if self._hand.held or cursor.depth not in table.rules.counts(table.state, cursor.pile):
            return frozenset()
        return choices.targets(table.rules, table.state, cursor.pile, cursor.depth)

    def _enter(self) -> None:
        table, cursor = self._table, self.cursor
        if self.focused:
            self.press_focus()
            return
        if table.session.ended:
            self._press_first()
            return
        if not cursor.visible:
            self._walk(0, 0)
            return
        self.act()

    def stand(self, pile: PileId, depth: int) -> None:
        """Show the cursor, with the last ``depth`` cards of ``pile`` selected."""
        self.active = True
        self.drop_focus()
        self.typed.clear()
        self.cursor.visible = True
        self.cursor.pile, self.cursor.depth = pile, depth
        self._table.invalidate()

    def act(self) -> None:
        """Put cards down, pick them up, or use the stock."""
        table, cursor = self._table, self.cursor
        self.typed.clear()
        table.end_motion()
        if self._hand.held:
            table.drop(cursor.pile)
        elif cursor.pile.role is Role.STOCK:
            table.deal_or_turn()
        elif table.state[cursor.pile]:
            table.take(cursor.pile, cursor.depth)
            if held := self._hand.held:
                taken = ", ".join(card_name(sprite.card) for sprite in held.sprites)
                table.announcer.say(tr("picked up: {cards}", cards=taken))

    def _press_first(self) -> None:
        """Press the default button, if there is one."""
        controls = (one for ring in self._table.focus_ring for one in ring.items)
        if default := next((one for one in controls if one.strong), None):
            default.action()

    # -- the focus: the piles, then the message, the bar, the strip --------------------------------

    @property
    def focused(self) -> Controls | None:
        """The set of controls that has the focus, if any."""
        return next((ring for ring in self._table.focus_ring if ring.focus), None)

    def press_focus(self) -> None:
        self._show_tip(None)
        if focused := self.focused:
            focused.activate()

    def drop_focus(self) -> None:
        """Give the focus back to the piles."""
        self._show_tip(None)
        for controls in self._table.focus_ring:
            controls.drop_focus()

    def _tab(self, forward: bool) -> None:
        stops = list(self._table.focus_ring)
        if not forward:
            stops.reverse()
        now = self.focused
        if now:
            stops = [] if now.step_focus(forward) else stops[stops.index(now) + 1 :]
        for controls in stops:
            if controls.step_focus(forward):
                break
        self._say_focus()

    def _say_focus(self) -> None:
        focused = self.focused
        control = focused.focus if focused else None
        self._show_tip(control)
        if control:
            self._table.announcer.say(control.spoken)

    def _show_tip(self, control: Control | None) -> None:
        """Show the tip of ``control`` if it is in the bar; otherwise hide the tip."""
        table = self._table
        # The labels of other controls say enough.
        table.tip.show(control if control in table.bar.controls.items else None)
        table.invalidate()
