"""The one door of a table: carries out what the player means, and shows the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from game.core.moves import Action, Move, Refusal, Verb
from game.core.state import HOME, STOCK, PileId, Role
from game.play.history import Node
from game.play.review import place_text
from game.rules.choices import best_place, laid
from game.support.texts import tr
from game.words.names import message
from game.words.summary import back_text, done_text
from scenes.board.sprites import CardSprite
from scenes.kit.commands import BY_COMMAND, Command
from scenes.table.context import (
    AskHint,
    Bookmark,
    DealOn,
    Drop,
    Instead,
    Intent,
    NewDeal,
    Play,
    PlayFairly,
    PutBack,
    Redo,
    Restart,
    SafeHome,
    SendHome,
    Solution,
    SolutionMove,
    Table,
    Take,
    ToBookmark,
    ToCells,
    ToSibling,
    Undo,
    WayBack,
)
from scenes.table.guide import Guide
from scenes.table.input.hand import TableHand
from scenes.table.input.keyboard import TableKeys
from scenes.table.prompt import Prompt
from scenes.table.status import resting_words

_SHOWN: Final = 24
"""The most steps of a way between two positions that are shown."""


class Door:
    """Carries out intents at the desk. Held cards are put back first, except for a ``Drop``."""

    def __init__(
        self, table: Table, hand: TableHand, keys: TableKeys, guide: Guide, prompt: Prompt
    ) -> None:
        self._table = table
        self._hand = hand
        self._keys = keys
        self._guide = guide
        self._prompt = prompt
        self._about: PileId | None = None
        """The pile at which the player has aimed last."""
        desk = table.desk
        self._ways: dict[type, Callable[[Any], bool]] = {
            Take: self._take,
            Drop: self._drop,
            SendHome: self._home,
            ToCells: lambda one: self.show(desk.to_cells(one.pile, one.count)),
            Play: lambda one: self.show(desk.do(one.move)),
            Instead: self._instead,
            DealOn: self._deal_on,
            SafeHome: lambda _: self.show(desk.safe_cards()),
            Undo: self._undo,
            Redo: self._redo,
            ToSibling: self._to_sibling,
            Bookmark: self._bookmark,
            ToBookmark: self._to_bookmark,
            WayBack: self._way_back,
            Restart: self._restart,
            NewDeal: self._new_deal,
            AskHint: lambda _: self._ask(guide.hint),
            Solution: lambda _: self._ask(guide.solution),
            PlayFairly: lambda _: self._ask(guide.play_fairly),
            SolutionMove: self._solution_move,
        }

    def do(self, intent: Intent) -> bool:
        """Carry out what the player means; return whether it was done."""
        self._about = self._aimed_at(intent)
        if isinstance(intent, PutBack):
            return self._hand.put_down()
        if not isinstance(intent, Drop):
            self._hand.put_down()
            self._table.end_motion()
        return self._ways[type(intent)](intent)

    def _aimed_at(self, intent: Intent) -> PileId | None:
        """Return the pile that an intent is about, beside which its refusal is told."""
        if isinstance(intent, Take | Drop | SendHome | ToCells):
            return intent.pile
        if isinstance(intent, DealOn):
            return STOCK
        if not isinstance(intent, Play | Instead) or intent.move.verb is not Verb.CARRY:
            return None
        move = intent.move
        return move.source if move.target.role is Role.FOUNDATION else move.target

    # -- the hand ------------------------------------------------------------------------------

    def _take(self, meant: Take) -> bool:
        if not meant.count:
            return False
        refusal = self._hand.take(meant.pile, meant.count, meant.grip)
        return refusal is None or self.show(refusal)

    def _drop(self, meant: Drop) -> bool:
        table, held = self._table, self._hand.held
        if held is None or meant.pile == held.source:
            return self._hand.put_down()
        self._hand.release()
        result = table.desk.do(Move(Verb.CARRY, held.source, meant.pile, held.count))
        if isinstance(result, Refusal):
            # Just these cards cannot go just there, but they may mean more.
            found = laid(table.rules, table.state, held.source, held.count, meant.pile)
            result = found if isinstance(found, Refusal) else table.desk.do(*found)
        moved: set[CardSprite] = set()
        if not isinstance(result, Refusal):
            moved = {table.groups.sprites[t.card] for step in result for t in step.transfers}
        kept = [sprite for sprite in held.sprites if sprite not in moved]
        done = self.show(result)
        self._hand.give_back(held, kept)
        return done

    def _home(self, meant: SendHome) -> bool:
        table, pile = self._table, meant.pile
        rules, state = table.rules, table.state
        found: Sequence[Move] | Refusal = (Move.carry(pile, HOME),)
        at_home = pile.role is Role.FOUNDATION
        if meant.count > 1 or isinstance(rules.resolve(state, Move.carry(pile, HOME)), Refusal):
            able = [number for number in rules.counts(state, pile) if number >= meant.count]
            if able and table.kit.settings.double_click_moves and not at_home:
                found = best_place(rules, state, pile, able[0])
        return self.show(found if isinstance(found, Refusal) else table.desk.do(*found))

    # -- moves ---------------------------------------------------------------------------------

    def _instead(self, meant: Instead) -> bool:
        table = self._table
        result = table.desk.replace_last(meant.move)
        if not isinstance(result, Refusal):
            # Show it from the position before the action that it replaces.
            table.animator.settle(table.desk.session.before_last)
        return self.show(result)

    def _deal_on(self, _: DealOn) -> bool:
        table = self._table
        if STOCK not in table.state:
            # A game without a stock ignores the key.
            return False
        return self.show(table.desk.do(Move(Verb.DEAL if table.state[STOCK] else Verb.TURN)))

    # -- back and forth ------------------------------------------------------------------------

    def _undo(self, meant: Undo) -> bool:
        desk = self._table.desk
        if not desk.session.can_undo and desk.bring_back():
            self._table.new_session(deal_out=False)
            return True
        action = desk.undo_action() if meant.whole else desk.undo_step()
        return self.go(action, tr("There's nothing to undo."), back=True)

    def _redo(self, meant: Redo) -> bool:
        desk = self._table.desk
        action = desk.redo_action() if meant.whole else desk.redo_step()
        return self.go(action, tr("There's nothing to redo."))

    def _way_back(self, _meant: WayBack) -> bool:
        """Take back as many actions as it takes, once that is known, and show the position."""
        table, count = self._table, self._guide.way_back
        if not count:
            self._guide.try_again()
            return True
        for _ in range(count):
            table.desk.undo_action()
        table.animator.settle(table.state)
        self.position_changed()
        table.tell(tr("Here it could still be won."))
        return True

    def _to_sibling(self, meant: ToSibling) -> bool:
        there = self._table.desk.session.history.sibling(meant.by)
        if there is None:
            self._table.refuse(tr("Nothing else has been tried here yet."))
            return False
        return self._visit(there)

    def _to_bookmark(self, meant: ToBookmark) -> bool:
        there = self._table.desk.session.history.bookmark(meant.by)
        if there is None:
            key = BY_COMMAND[Command.BOOKMARK].key_names
            self._table.refuse(tr("There's no other bookmark; {key} adds one.", key=key))
            return False
        return self._visit(there)

    def _visit(self, node: Node) -> bool:
        """Go to ``node``, and say which branch and bookmark that is; a long way is not shown."""
        table = self._table
        action = table.desk.go(node)
        if len(action) > _SHOWN:
            table.animator.settle(table.state)
            self.position_changed()
        elif not self.go(action):
            return False
        table.tell(place_text(table.desk.session))
        return True

    def _bookmark(self, _: Bookmark) -> bool:
        table = self._table
        node = table.desk.session.here
        table.desk.mark(node, "" if node.bookmark is None else None)
        set_now = node.bookmark is not None
        table.tell(tr("Bookmark added.") if set_now else tr("Bookmark removed."))
        return True

    def _solution_move(self, meant: SolutionMove) -> bool:
        # No automatic moves: the line includes every move home.
        return self.show(self._table.desk.show_move(meant.move))

    def _ask(self, look: Callable[[], None]) -> bool:
        """Look for something that only a game still in play has."""
        if self._table.desk.session.ended:
            self._table.refuse(tr("The game is over."))
            return False
        look()
        return True

    # -- another game --------------------------------------------------------------------------

    def _restart(self, _: Restart) -> bool:
        table = self._table
        ended = table.desk.session.ended
        if not self.show(table.desk.restart()):
            return False
        if ended and table.counts:
            table.tell(
                tr("This is a replay and doesn't count in your statistics. Undo to go back.")
            )
        else:
            table.tell(tr("Restarted. Undo to get your moves back."))
        return True

    def _new_deal(self, meant: NewDeal) -> bool:
        table, deal = self._table, meant.deal
        if deal is None and table.kit.settings.winnable_only and not table.desk.draws_graded:
            self._guide.seek_deal()
            return True
        table.desk.begin(deal or table.desk.random_deal())
        table.new_session()
        return True

    # -- results -------------------------------------------------------------------------------

    def show(self, result: Action | Refusal) -> bool:
        """Show an action step by step, or refuse with the pling; return whether it was done."""
        table = self._table
        if isinstance(result, Refusal):
            table.refuse(message(result), self._about)
            return False
        if table.announcer.heard:
            table.announcer.say(done_text(result, table.state))
        table.end_motion()
        table.animator.play(result, table.kit.speed, table.state)
        table.just_won = table.desk.session.won_alone
        self.position_changed()
        return True

    def go(self, action: Action, none: str = "", *, back: bool = False) -> bool:
        """Show the steps of a redo or, ``back``, of an undo; if there are none, refuse with the
        pling and with the words for that."""
        table = self._table
        if not action:
            table.refuse(none)
            return False
        if table.announcer.heard:
            tell = back_text if back else done_text
            table.announcer.say(tell(action, table.state))
        table.end_motion()
        table.animator.play(action, table.kit.speed, table.state)
        self.position_changed()
        return True

    def position_changed(self) -> None:
        """Update all parts for the position that is on the table now."""
        table = self._table
        table.kit.storage.catch_up()
        table.traced = None
        table.line.keep("")
        self._keys.cursor.clamp(table.state)
        self._guide.position_changed()
        self._prompt.update()
        session = table.desk.session
        words = resting_words(session.deal, session, stuck=table.desk.newly_stuck())
        if words and not table.strip.apart:
            table.line.keep(words)
            table.announcer.say(words)
        table.invalidate()
