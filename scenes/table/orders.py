"""What each command means on a table, and what is answered to those that ask something of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from game.core.moves import Move, Refusal, Verb
from game.core.state import STOCK, PileId, Role
from game.rules.choices import targets
from game.support.texts import tr, trn
from game.words.names import card_name, duration, pile_name
from game.words.summary import empty_text, pile_text, targets_text
from scenes.board.layout import seen
from scenes.kit.commands import BY_COMMAND, Command
from scenes.table.context import (
    AskHint,
    Bookmark,
    DealOn,
    Intent,
    NewDeal,
    PlayFairly,
    Redo,
    Restart,
    SafeHome,
    SendHome,
    Solution,
    Table,
    ToBookmark,
    ToCells,
    ToSibling,
    Undo,
    WayBack,
)
from scenes.table.guide import Guide
from scenes.table.input.gestures import TableMouse
from scenes.table.input.hand import TableHand
from scenes.table.input.keyboard import TableKeys
from scenes.table.status import account_line, move_count, turn_count, waiting_rank
from scenes.widgets.controls import Control


def lying(table: Table, pile: PileId) -> str:
    """Return what lies on a pile, as far as it can be seen."""
    state = table.state
    rank = waiting_rank(table.deal, state)
    return pile_text(pile, state, seen(pile, len(state[pile])), rank)


def piles_lying(table: Table) -> list[str]:
    """Return what lies on all piles, row by row: a line for each column, and one for the others of
    a row."""
    lines = []
    for row in table.layout.rows:
        lines.append("; ".join(_others(table, row)))
        lines += [lying(table, pile) for pile in row if pile.role is Role.COLUMN]
    return [line for line in lines if line]


def _others(table: Table, row: Sequence[PileId]) -> Iterator[str]:
    """Tell the piles of a row that are no columns; those that are empty, and nothing else, only by
    their number."""
    cells = empty = 0
    for pile in row:
        if pile.role is Role.COLUMN:
            continue
        if pile.role is Role.CELL and not table.state[pile]:
            cells += 1
        elif pile.role is Role.FOUNDATION and lying(table, pile) == empty_text(pile, None):
            empty += 1
        else:
            yield lying(table, pile)
    if cells:
        yield trn("{n} cell free", "{n} cells free", cells)
    if empty:
        yield trn("{n} foundation empty", "{n} foundations empty", empty)


def _ways(table: Table) -> Iterator[str]:
    """Yield what can be moved, pile by pile, and to where, at last what can come back from the
    foundations. Of several cards only that is told which a column or foundation has room for; what
    goes into cells is said once."""
    state, rules = table.state, table.rules
    for pile in sorted(rules.piles, key=lambda pile: pile.role is Role.FOUNDATION):
        if pile.role is Role.STOCK:
            continue
        for count in rules.counts(state, pile):
            found = targets(rules, state, pile, count)
            others = {one for one in found if one.role is not Role.CELL}
            if others:
                cards = ", ".join(map(card_name, state[pile][-count:]))
                said = tr("{pile}, {cards}", pile=pile_name(pile), cards=cards)
                yield said + "; " + targets_text(others, state)


def movable(table: Table) -> list[str]:
    """Return all that can be done on the table, one sentence each; empty where nothing can."""
    state, rules = table.state, table.rules
    told = list(_ways(table))
    lie = any(state[pile] for pile in rules.piles if pile.role is Role.COLUMN)
    if lie and any(pile.role is Role.CELL and not state[pile] for pile in rules.piles):
        told.append(tr("The last card of any column can go to a free cell"))
    if table.deal.kind.in_stages and (decision := table.stage_strip()):
        told += [button.spoken for button in decision.buttons]
    if STOCK in state and state.stage == 3:
        for verb, words in ((Verb.DEAL, tr("Deal")), (Verb.TURN, tr("Turn the waste over"))):
            if not isinstance(rules.resolve(state, Move(verb)), Refusal):
                told.append(words)
    return told


def standing(table: Table, light: str) -> str:
    """Return how the game stands, whatever of it the bar shows; ``light`` is what the light
    says."""
    session, state = table.desk.session, table.state
    piles = {role: [p for p in table.rules.piles if p.role is role] for role in Role}
    home = sum(len(state[pile]) for pile in piles[Role.FOUNDATION])
    cells = sum(not state[pile] for pile in piles[Role.CELL])
    columns = sum(not state[pile] for pile in piles[Role.COLUMN])
    told = [
        light,
        account_line(session),
        turn_count(session),
        move_count(session),
        duration(session.book.seconds),
        trn("{n} card home", "{n} cards home", home),
        trn("{n} cell free", "{n} cells free", cells) if piles[Role.CELL] else "",
        trn("{n} column empty", "{n} columns empty", columns),
    ]
    if STOCK in state:
        told.append(trn("{n} card in the stock", "{n} cards in the stock", len(state[STOCK])))
    return ", ".join(filter(None, told))


MEANT: Final[dict[Command, Intent]] = {
    Command.NEW: NewDeal(),
    Command.HINT: AskHint(),
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
    Command.AGAIN: WayBack(),
    Command.SAFE: SafeHome(),
    Command.DEAL: DealOn(),
}
FOR_CARDS: Final[dict[Command, type[ToCells] | type[SendHome]]] = {
    Command.TO_CELLS: ToCells,
    Command.TO_HOME: SendHome,
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
        if command is Command.START:
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
            about = cards.pile if self._keys.cursor.visible else None
            self._table.refuse(tr("No card is selected."), about)
        else:
            self._table.do(meant)
        return True

    def find(self) -> None:
        """Ask for the card that is to be found."""
        self._table.steady()
        self._keys.find()

    def tell_standing(self) -> None:
        """Tell how the game stands."""
        words = self._guide.light_words
        self._table.tell(standing(self._table, words[0] if words else ""))

    def tell_moves(self) -> None:
        """Tell what can be moved."""
        table = self._table
        if ways := movable(table):
            # All of it would cover the table.
            words = trn("{n} possible move here.", "{n} possible moves here.", len(ways))
            table.tell(words, ". ".join(ways))
        else:
            table.tell(tr("Nothing can be moved."))

    def read_out(self) -> None:
        """Read out the pile under the cursor; all of them where there is none, or asked again."""
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
        Return whether it was one. What is chosen in the menu also comes here, as the command."""
        if self._keys.takes_gap():
            return True
        focused = self._keys.focused
        if not focused:
            return False
        self._keys.press_focus()
        return True

    def _escape(self) -> bool:
        """Put down what is held, forget what is half typed, end what is shown; return False if
        there was nothing."""
        keys = self._keys
        held = self._hand.held or keys.typed.text or keys.focused or keys.finding
        keys.finding = None
        busy = bool(held or self._guide.interrupted) or self._table.line.dismiss()
        self._table.steady()
        self._keys.drop_focus()
        return busy

    def _chosen(self, command: Command) -> ToCells | SendHome | None:
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
    return control is not None and control.label == BY_COMMAND[command].word
