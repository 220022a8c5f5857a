"""The scene of a table, with its commands and keys."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.core.moves import Move, Verb
from game.core.state import PileId, Role
from game.support.texts import tr, trn
from game.teach.standing import stage_of
from scenes.kit.commands import ASKED, ENTER, Command
from scenes.kit.services import Host
from scenes.style.theme import bar_height
from scenes.table.keyboard import is_try_again_key
from scenes.table.overlay import paint_over
from scenes.table.status import (
    beginning_words,
    movable_words,
    pile_words,
    piles_in_words,
    status_parts,
    status_wordings,
    status_words,
)
from scenes.table.strip import Decision, keyed
from scenes.table.table import Table
from scenes.widgets.bar import Bar, BarTexts
from scenes.widgets.controls import Control

if TYPE_CHECKING:
    from game.play.session import Session
    from game.store.current import Desk


class TableScene(Table):
    """A table with the bar, the game's clock and the commands."""

    _clock_runs = False
    """Whether the clock runs. It starts with the first action and stops at the end."""

    def __init__(self, host: Host, session: Session, desk: Desk | None = None) -> None:
        super().__init__(host, session, desk)
        self._follow_rules()
        self._read: object = None
        """The pile that was read out last, and the position at that time."""
        self.bar = Bar(
            host, self.unavailable, lambda: self.bar_texts, lambda: self.next_rules, self.invalidate
        )
        self.resize(host.size)
        self.position_changed()

    # -- what is particular to a game ----------------------------------------------------------

    @property
    def next_rules(self) -> str:
        """The name of the rule set for the next deal; empty if the game has only one."""
        return self.kit.settings.next_kind(self.deal.game).rules_name

    def _follow_rules(self) -> None:
        """Use a recorded game's rules for new games, unless the player has chosen others."""
        if self.counts and self.deal.rules:
            self.kit.settings.follow_rules(self.deal.rules)

    def due_decision(self) -> Decision | None:
        """Return the decision between stopping and going on; None if none is due."""
        stage = stage_of(self.deal, self.state) if self.asks_decisions else None
        if stage is None:
            return None
        buttons = [
            self._pay_button(name, verb, strong=verb is stage.best) for verb, name in stage.moves
        ]
        return Decision(stage.words, stage.brief, buttons, weighed=self.guide.weighed)

    def _pay_button(self, label: str, verb: Verb, *, strong: bool) -> Control:
        def act() -> None:
            self.finish_motion()
            self.play(Move(verb))

        return keyed(label, verb.value, act, strong=strong)

    @property
    def unavailable(self) -> Sequence[Command]:
        """The commands that do nothing on this table."""
        kind = self.deal.kind
        deals = () if kind.has(Role.STOCK) else (Command.DEAL,)
        return deals if kind.hides_cards else (*deals, Command.PLAY_FAIRLY)

    # -- what it shows -------------------------------------------------------------------------

    @property
    def seconds_until_change(self) -> float:
        """The number of seconds until the screen may change; infinity if nothing will change it."""
        if self.moving or self.guide.is_waiting:
            return 0.0
        if not (self._clock_runs and self.kit.settings.clock):
            return math.inf
        seconds = self.session.info.seconds
        return int(seconds) + 1 - seconds

    @property
    def status_parts(self) -> tuple[str, ...]:
        """How the game stands, in short phrases for screen readers."""
        return status_parts(self.session, self.kit.settings)

    @property
    def bar_texts(self) -> BarTexts:
        typed, card_search = self.keys.typed.text, self.keys.card_search
        typed = f"/{card_search.text}" if card_search else typed
        before = f"[{typed}]   " if typed else ""
        session, light, known = self.session, self.guide.light, self.guide.light_texts
        back = session.can_undo or (self.desk is not None and self.desk.can_bring_back)
        off = set() if back else {Command.UNDO_ACTION}
        if not session.can_redo:
            off.add(Command.REDO_ACTION)
        return BarTexts(
            self.short_title,
            tuple(before + told for told in status_wordings(session, self.kit.settings)),
            light.name.lower() if light else "",
            known,
            frozenset(off),
            self.kit.storage.unsaved_text,
        )

    # -- size and picture ----------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        self.finish_motion()
        self.bar.resize(Rect(0, 0, size[0], bar_height(size, self.kit.text.density)), size)
        self.tip.show(self.bar.controls.focus if self.tip.is_visible else None)
        self.adopt_layout(self.make_layout(size))
        self.settle()

    def restyle(self) -> None:
        """Adapt to a change of theme, deck or other options."""
        self.painter = self.make_painter()
        # Update the light before ``resize``, because the bar makes room for it.
        self.guide.position_changed()
        self.resize(self.host.size)
        self.prompt.update()

    def rename(self) -> None:
        """Update the names of keys or buttons after a switch to another input device."""
        self.bar.resize(self.bar.rect, self.host.size)
        self.tip.show(None)
        self.prompt.update()

    def paint(self, target: pygame.Surface) -> None:
        held = self.hand.held
        in_hand = held.sprites if held else []
        self.painter.paint(
            target,
            self.groups,
            self.deal,
            self.state,
            self.in_flight(in_hand),
            [sprite for sprite in in_hand if sprite.in_flight],
            glowing=self.hand.targets,
            aimed=self.hand.aimed,
        )
        paint_over(target, self)
        self.dirty = False

    # -- time ----------------------------------------------------------------------------------

    def tick(self, seconds: float, *, playing: bool) -> None:
        """Let time pass; while ``playing``, the game's clock runs too."""
        if playing and self._clock_runs:
            info = self.session.info
            shown, info.seconds = int(info.seconds), info.seconds + seconds
            if self.kit.settings.clock and int(info.seconds) != shown:
                self.invalidate()
        self.mouse.tick(seconds)
        if self.animator.busy:
            self.animator.tick(seconds)
            self.invalidate()
            if not self.animator.busy and self.just_won:
                self.just_won = False
                self.animator.celebrate()
        self.refit(held=self.hand.held is not None or self.mouse.pressing)
        self.guide.tick(seconds)
        if self.message.text and self.message.tick(seconds):
            self.invalidate()
        if self.tip.control and self.tip.tick(seconds):
            self.invalidate()

    # -- changes of the game -------------------------------------------------------------------

    def position_changed(self) -> None:
        super().position_changed()
        session = self.session
        begun = session.info.seconds or session.can_redo or session.since_restart
        self._clock_runs = bool(begun) and not session.ended

    def new_session(self, session: Session, *, deal_out: bool = True) -> None:
        self.session, self.state = session, session.state
        self._follow_rules()
        # Any hint or solution shown belongs to the previous game.
        self.guide.interrupt()
        self.finish_motion()
        self.keys.new_rules()
        self.guide.position_changed()
        self.resize(self.host.size)
        if deal_out:
            self.animator.deal_out(self.state, self.kit.speed)
        self.host.retitle()
        self.announcer.say(self.short_title)
        self.position_changed()
        if deal_out and self.desk and (words := beginning_words(self.desk)):
            self.tell(words)

    # -- input ---------------------------------------------------------------------------------

    def command(self, command: Command) -> bool:
        """Carry out a command; return False to leave it to the director."""
        if command in ASKED:
            COMMANDS[command](self)
            return True
        if command is Command.DEAL and self._space():
            return True
        was_playing = self.guide.playing
        goes_deeper = command is Command.HINT and self.guide.hints.has_steps
        ended = not goes_deeper and self.guide.interrupt()
        if command in (Command.SOLUTION, Command.PLAY_FAIRLY) and was_playing:
            return True
        if command is Command.START:
            return self._escape(ended)
        self.keys.card_search = None
        if command is Command.BACK and self._escape(ended):
            return True
        if command in FOR_CARDS:
            self._do_with_cards(FOR_CARDS[command])
        elif command in COMMANDS:
            self.finish_motion()
            COMMANDS[command](self)
        else:
            return False
        return True

    def _space(self) -> bool:
        """Handle Space; return whether it had an effect."""
        if self.keys.handle_space():
            return True
        if not self.keys.focused:
            return False
        self.keys.press_focus()
        return True

    def _escape(self, ended: bool) -> bool:
        """Cancel what the player has begun, such as a drag; return whether anything ended.

        ``ended`` says whether the same key press already ended something else.
        """
        keys = self.keys
        held = self.hand.held or keys.typed.text or keys.focused or keys.card_search
        keys.card_search = None
        busy = bool(held or ended) or self.message.dismiss()
        self.finish_motion()
        keys.drop_focus()
        return busy

    def _do_with_cards(self, act: Callable[[TableScene, PileId, int], object]) -> None:
        """Call ``act`` with the cards that are held, selected or under the mouse, if any."""
        held, cursor = self.hand.held, self.keys.cursor
        if held:
            pile, count = held.source, held.count
        elif cursor.visible and not self.animator.celebrates:
            pile, count = cursor.pile, cursor.depth
        else:
            pile, count = self.hand.pile_at(self.mouse.at) or (cursor.pile, 0)
        self.finish_motion()
        if count:
            act(self, pile, count)
        else:
            self.refuse(tr("No card is selected."), pile if cursor.visible else None)

    def find(self) -> None:
        """Ask which card to find."""
        self.finish_motion()
        self.keys.find()

    def tell_status(self) -> None:
        """Show and announce how the game stands."""
        words = self.guide.light_texts
        self.tell(status_words(self, words[0] if words else ""))

    def tell_moves(self) -> None:
        """Announce all possible moves, and show how many there are."""
        if ways := movable_words(self):
            # The complete text would cover the table.
            words = trn("{n} possible move here.", "{n} possible moves here.", len(ways))
            self.tell(words, ". ".join(ways))
        else:
            self.tell(tr("Nothing can be moved."))

    def read_out(self) -> None:
        """Read out the selected pile. If it was just read out, or if no pile is selected, read out
        all piles instead."""
        cursor = self.keys.cursor
        asked = cursor.pile, self.state
        if cursor.visible and asked != self._read:
            self._read = asked
            self.tell(pile_words(self, cursor.pile))
            return
        self._read = None
        self.notice(tr("Those were all the piles."))
        for line in piles_in_words(self):
            self.announcer.say(line)

    def type_key(self, event: pygame.Event) -> None:
        """Handle a key that isn't a command."""
        hints = self.guide.hints
        if event.key in ENTER and (hints.offered or self._asks_on):
            # Enter shows the next step of the hint, like the key that asked for it.
            self.command(Command.HINT)
            return
        if event.key not in ENTER and event.key != pygame.K_TAB:
            if is_try_again_key(event, self.deal.kind.notation) and not self.keys.is_typing:
                self.command(Command.AGAIN)
                return
            self.guide.interrupt()
        elif hints.offered:
            self.guide.interrupt()
        self.keys.type_key(event)

    @property
    def _asks_on(self) -> bool:
        """Whether Enter asks for the hint's next step."""
        busy = self.keys.cursor.visible or self.keys.focused
        return self.guide.hints.shown is not None and not busy

    def pointer_event(self, event: pygame.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self.mouse.motion(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            if self.guide.is_active and not self._keeps_hint(event.pos):
                self.guide.interrupt()
            self.mouse.button_down(event)
        else:
            self.mouse.button_up(event)

    def _keeps_hint(self, point: tuple[int, int]) -> bool:
        """Return whether a press at ``point`` keeps the hint visible."""
        button = self.bar.controls.at(point)
        again = button is not None and button.label == Command.HINT.word
        # A button of the strip may need the hint.
        return again or self.strip.controls.at(point) is not None

    def wheel(self, steps: float) -> None:
        """Ignore the wheel, because a table doesn't scroll."""

    def leave(self) -> None:
        """Save the game and free the pictures."""
        self.session.save()
        self.finish_motion()
        self.painter.free_pictures()


COMMANDS: Final[dict[Command, Callable[[TableScene], object]]] = {
    Command.NEW: lambda table: table.new_deal(),
    Command.RESTART: lambda table: table.restart(),
    Command.UNDO: lambda table: table.undo(whole=False),
    Command.UNDO_ACTION: lambda table: table.undo(whole=True),
    Command.BACK: lambda table: table.undo(whole=True),
    Command.REDO: lambda table: table.redo(whole=False),
    Command.REDO_ACTION: lambda table: table.redo(whole=True),
    Command.NEXT_BRANCH: lambda table: table.to_branch(1),
    Command.FORMER_BRANCH: lambda table: table.to_branch(-1),
    Command.BOOKMARK: lambda table: table.bookmark(),
    Command.NEXT_BOOKMARK: lambda table: table.to_bookmark(1),
    Command.FORMER_BOOKMARK: lambda table: table.to_bookmark(-1),
    Command.AGAIN: lambda table: table.undo_to_winnable(),
    Command.SAFE: lambda table: table.send_safe(),
    Command.DEAL: lambda table: table.deal_or_turn(),
    Command.HINT: lambda table: table.hint(),
    Command.SOLUTION: lambda table: table.solution(),
    Command.PLAY_FAIRLY: lambda table: table.play_fairly(),
    Command.FIND: lambda table: table.find(),
    Command.ASK_MOVES: lambda table: table.tell_moves(),
    Command.ASK_STANDING: lambda table: table.tell_status(),
    Command.ASK_PILE: lambda table: table.read_out(),
}
"""What the table does for each command that doesn't act on chosen cards."""
FOR_CARDS: Final[dict[Command, Callable[[TableScene, PileId, int], object]]] = {
    Command.TO_CELLS: lambda table, pile, count: table.to_cells(pile, count),
    Command.TO_HOME: lambda table, pile, count: table.send_home(pile, count),
}
"""What the table does for each command that acts on the last cards of a pile."""
