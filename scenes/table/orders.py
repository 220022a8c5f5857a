"""What each command means on a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.support.texts import tr, trn
from scenes.kit.commands import BY_COMMAND, Command
from scenes.table.adviser import Guide
from scenes.table.context import Table
from scenes.table.input.gestures import TableMouse
from scenes.table.input.hand import TableHand
from scenes.table.input.keyboard import TableKeys
from scenes.table.intents import (
    Bookmark,
    DealOn,
    Hint,
    Home,
    Intent,
    NewDeal,
    PlayFairly,
    Redo,
    Restart,
    SafeHome,
    Solution,
    ToBookmark,
    ToCells,
    ToSibling,
    Undo,
)
from scenes.widgets.controls import Control

MEANT: Final[dict[Command, Intent]] = {
    Command.NEW: NewDeal(),
    Command.HINT: Hint(),
    Command.SOLUTION: Solution(),
    Command.PLAY_FAIRLY: PlayFairly(),
    Command.RESTART: Restart(),
    Command.UNDO: Undo(whole=False),
    Command.UNDO_ACTION: Undo(whole=True),
    Command.BACK: Undo(whole=True),
    Command.REDO: Redo(whole=False),
    Command.REDO_ACTION: Redo(whole=True),
    Command.NEXT_BRANCH: ToSibling(1),
    Command.FORMER_BRANCH: ToSibling(-1),
    Command.BOOKMARK: Bookmark(),
    Command.NEXT_BOOKMARK: ToBookmark(1),
    Command.FORMER_BOOKMARK: ToBookmark(-1),
    Command.SAFE: SafeHome(),
    Command.DEAL: DealOn(),
}
FOR_CARDS: Final[dict[Command, type[ToCells] | type[Home]]] = {
    Command.TO_CELLS: ToCells,
    Command.TO_HOME: Home,
}
"""What commands for the chosen cards mean of them."""


class Orders:
    """Carries out the player's commands on one table."""

    def __init__(
        self, table: Table, hand: TableHand, keys: TableKeys, mouse: TableMouse, guide: Guide
    ) -> None:
        self._table = table
        self._hand = hand
        self._keys = keys
        self._mouse = mouse
        self._guide = guide
        self._read: object = None
        """The pile that was read out last, in which position."""

    def carry_out(self, command: Command) -> bool:
        """Carry out a command; return False if it means nothing here."""
        if command in ASKED:
            ASKED[command](self)
            return True
        if command is Command.DEAL and self._space():
            return True
        was_playing = self._guide.playing
        if not (command is Command.HINT and self._guide.hints.steps):
            self._guide.interrupt()
        if command in (Command.SOLUTION, Command.PLAY_FAIRLY) and was_playing:
            return True
        if command is Command.MENU:
            return self._escape()
        self._keys.finding = None
        if command is Command.BACK and self._escape():
            return True
        # Which cards are meant has to be read before everything is put down.
        cards = self._chosen(command)
        meant = MEANT.get(command, cards)
        if meant is None:
            return False
        self._table.steady()
        if cards is not None and not cards.count:
            self._table.refuse(tr("No card is selected."))
        else:
            self._table.do(meant)
        return True

    def find(self) -> None:
        """Ask for the card that is to be found."""
        self._table.steady()
        self._keys.find()

    def tell_standing(self) -> None:
        """Tell how the game stands."""
        from scenes.table.asked import standing  # a start does without it

        words = self._guide.light_words
        self._table.tell(standing(self._table, words[0] if words else ""))

    def tell_moves(self) -> None:
        """Tell what can be moved."""
        from scenes.table.asked import movable  # a start does without it

        table = self._table
        if ways := movable(table):
            # All of it would cover the table.
            table.notice(trn("{n} possible move here.", "{n} possible moves here.", len(ways)))
            table.announcer.say(". ".join(ways))
        else:
            table.tell(tr("Nothing can be moved."))

    def read_out(self) -> None:
        """Read out the pile under the cursor; all of them where there is none, or asked again."""
        from scenes.table.asked import lying, piles_lying  # a start does without it

        table, cursor = self._table, self._keys.cursor
        asked = cursor.pile, table.desk.session.here
        if cursor.visible and asked != self._read:
            self._read = asked
            table.tell(lying(table, cursor.pile))
            return
        self._read = None
        table.notice(tr("Those were all the piles."))
        for line in piles_lying(table):
            table.announcer.say(line)

    def _space(self) -> bool:
        """Handle a space that does not deal: between typed characters, or on a control in focus.
        Return whether it was one. The button that deals also comes here, as the command."""
        if self._keys.takes_gap():
            return True
        focused = self._keys.focused
        pressed = focused.focus if focused else None
        if not pressed or is_button(pressed, Command.DEAL):
            return False
        self._keys.press_focus()
        return True

    def _escape(self) -> bool:
        """Put down what is held, forget what is half typed, end what is shown; return False if
        there was nothing."""
        keys = self._keys
        held = self._hand.held or keys.typed.text or keys.focused or keys.finding
        keys.finding = None
        busy = bool(held or self._guide.interrupted)
        self._table.steady()
        self._keys.drop_focus()
        return busy

    def _chosen(self, command: Command) -> ToCells | Home | None:
        """Return what is meant by a command for the chosen cards: those held, else those under the
        cursor, else those under the mouse. None for all other commands."""
        kind = FOR_CARDS.get(command)
        if kind is None:
            return None
        held, cursor = self._hand.held, self._keys.cursor
        if held:
            return kind(held.source, held.count)
        if cursor.visible and not self._table.celebration:
            return kind(cursor.pile, cursor.depth)
        return kind(*(self._hand.pile_at(self._mouse.at) or (cursor.pile, 0)))


ASKED: Final[dict[Command, Callable[[Orders], None]]] = {
    Command.FIND: Orders.find,
    Command.ASK_MOVES: Orders.tell_moves,
    Command.ASK_STANDING: Orders.tell_standing,
    Command.ASK_PILE: Orders.read_out,
}
"""The commands that ask something of the position, and do nothing."""


def is_button(control: Control | None, command: Command) -> bool:
    """Return whether ``control`` is the bar's button for ``command``."""
    return control is not None and control.label == BY_COMMAND[command].label()
