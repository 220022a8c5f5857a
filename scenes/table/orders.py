"""What each command does on a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.core.moves import Action, Refusal
from game.player.current import Desk
from game.rules.registry import Deal
from game.support.texts import tr
from scenes.kit.commands import BY_COMMAND, Command
from scenes.kit.services import Kit
from scenes.table.adviser import Guide
from scenes.table.draw.celebration import Celebration
from scenes.table.input.hand import TableHand
from scenes.table.input.keyboard import TableKeys
from scenes.table.input.mouse import TableMouse
from scenes.widgets.controls import Control


class Table(Protocol):
    """What is commanded."""

    desk: Desk
    hand: TableHand
    keys: TableKeys
    mouse: TableMouse
    guide: Guide
    celebration: Celebration | None

    @property
    def kit(self) -> Kit: ...

    def steady(self) -> None:
        """End what moves, and put down what is held."""

    def show(self, result: Action | Refusal) -> bool:
        """Show what was done, or that it was refused."""

    def go(self, action: Action) -> None:
        """Show steps that undo or redo something."""

    def refuse(self, words: str = "") -> None:
        """The pling, with a line at the edge."""

    def tell(self, words: str) -> None:
        """A line at the edge."""

    def begin(self, deal: Deal) -> None:
        """Lay out another deal."""

    def new_session(self, *, deal_out: bool = True) -> None:
        """The desk has another game in hand."""

    def use_stock(self) -> None:
        """Deal, or turn the waste over."""


class Orders:
    """Carries out the player's commands at one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        desk, guide = table.desk, table.guide
        self._orders: dict[Command, Callable[[], object]] = {
            Command.NEW: self._new_deal,
            Command.HINT: guide.hint,
            Command.SOLUTION: guide.solution,
            Command.RESTART: self._restart,
            Command.UNDO: lambda: self._undo(desk.undo_step),
            Command.UNDO_ACTION: lambda: self._undo(desk.undo_action),
            Command.REDO: lambda: table.go(desk.redo_step()),
            Command.REDO_ACTION: lambda: table.go(desk.redo_action()),
            Command.SAFE: lambda: table.show(desk.safe_cards()),
            Command.DEAL: table.use_stock,
        }

    def carry_out(self, command: Command) -> bool:
        """Do a command; False if it means nothing here."""
        if command is Command.DEAL and self._table.keys.takes_gap():
            return True
        guide, focused = self._table.guide, self._table.keys.focused
        pressed = focused.focus if focused else None
        if command is Command.DEAL and focused and pressed and not _deals(pressed):
            # The space bar presses what is in focus, as everywhere; the button that deals comes
            # here itself.
            self._table.keys.press_focus()
            return True
        was_playing = guide.playing
        guide.interrupt()
        if command is Command.SOLUTION and was_playing:
            return True
        if command is Command.TO_CELLS:
            self._to_cells()
        elif command is Command.MENU:
            return self._escape()
        elif command in self._orders:
            self._table.steady()
            self._orders[command]()
        else:
            return False
        return True

    def _new_deal(self) -> None:
        table = self._table
        if table.kit.settings.winnable_only:
            table.guide.seek_deal()
        else:
            table.begin(table.desk.random_deal())

    def _restart(self) -> None:
        table = self._table
        ended = table.desk.session.ended
        if table.show(table.desk.restart()):
            if ended:
                table.tell(tr("A replay, which stands apart in the record. Undo leads back."))
            else:
                table.tell(tr("Begun again; undo brings back what was played."))

    def _undo(self, take_back: Callable[[], Action]) -> None:
        desk = self._table.desk
        if not desk.session.actions and desk.bring_back():
            self._table.new_session(deal_out=False)
        else:
            self._table.go(take_back())

    def _escape(self) -> bool:
        """Put down what is held, forget what is half typed, end what is shown; False if there was
        nothing."""
        table = self._table
        held = table.hand.held or table.keys.typed.text or table.keys.focused
        busy = bool(held or table.guide.interrupted)
        table.steady()
        table.keys.drop_focus()
        return busy

    def _to_cells(self) -> None:
        table = self._table
        held, cursor = table.hand.held, table.keys.cursor
        if held:
            meant = held.source, held.count
        elif cursor.visible and not table.celebration:
            meant = cursor.pile, cursor.depth
        else:
            meant = table.hand.pile_at(table.mouse.at) or (cursor.pile, 0)
        table.steady()
        if meant[1]:
            table.hand.to_cells(*meant)
        else:
            table.refuse()


def _deals(control: Control) -> bool:
    """Whether it is the bar's own button for that."""
    return control.label == BY_COMMAND[Command.DEAL].label()
