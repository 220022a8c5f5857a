"""What both tables share: the game's clock, the picture, and what keys and buttons do."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence

import pygame
from pygame import Rect

from game.core.cards import Card
from game.core.moves import Action, Refusal, Verb
from game.core.piles import Role
from game.core.state import State
from game.player.current import Desk
from game.rules.registry import Deal
from game.support.texts import tr
from game.words.names import action_text
from game.words.refusals import message
from scenes.kit.announce import Announcer
from scenes.kit.commands import ENTER, Command
from scenes.kit.services import Host, Kit
from scenes.style.heights import bar_height
from scenes.style.theme import unit
from scenes.table.adviser import Guide, light_words
from scenes.table.draw.animator import Animator
from scenes.table.draw.celebration import Celebration
from scenes.table.draw.fit import SHARPENING, Fit
from scenes.table.draw.layout import TableLayout, table_layout
from scenes.table.draw.painter import TablePainter
from scenes.table.draw.sprites import CardSprite, Groups
from scenes.table.input.hand import TableHand
from scenes.table.input.keyboard import TableKeys
from scenes.table.input.mouse import TableMouse
from scenes.table.orders import Orders
from scenes.table.overlay import Above
from scenes.table.prompt import Verdict
from scenes.table.status import (
    beginning_words,
    deal_title,
    resting_words,
    ring_words,
    standings,
    waiting_rank,
)
from scenes.table.strip import Decision, Strip
from scenes.widgets.bar import Bar, BarTexts
from scenes.widgets.controls import Control, Controls
from scenes.widgets.notice import EdgeLine


class TableScene(ABC):
    """One game on the table. The scenes of the two games say what is particular to each."""

    without: Sequence[Command] = ()
    """Commands that have no button on this table."""

    def __init__(self, host: Host, desk: Desk) -> None:
        kit = host.kit
        self.host = host
        self.desk = desk
        self.rules = desk.session.rules
        self.strip = Strip(kit.text)
        self.layout = self.make_layout(host.size)
        self.groups = Groups(self.rules.piles, self.layout)
        self.animator = Animator(self.groups, lambda pile: kit.sounds.land())
        self.painter = TablePainter(kit.style, kit.theme, kit.text)
        self.hand = TableHand(self)
        self.keys = TableKeys(self)
        self.mouse = TableMouse(self)
        self.bar = Bar(
            host.run,
            self.without,
            self._bar_texts,
            lambda: self.next_rules,
            kit.storage.try_again,
            kit.text,
        )
        self.verdict = Verdict(self)
        self.guide = Guide(self)
        self.above = Above(self)
        self.line = EdgeLine()
        self.dirty = True
        self.celebration: Celebration | None = None
        self._just_won = False
        self.fit = Fit(self)
        self.orders = Orders(self)
        self.resize(host.size)
        self._position_changed()

    # -- what is particular to a game ----------------------------------------------------------

    @abstractmethod
    def use_stock(self) -> None:
        """Deal, or turn the waste over."""

    def stage_strip(self) -> Decision | None:
        """The decision that is due, if one is."""
        return None

    @property
    def next_rules(self) -> str:
        """The name of the rule set that the next game here goes by, where there are several."""
        return ""

    @property
    def in_stages(self) -> bool:
        """Whether decisions need room at the foot of the table."""
        return False

    def make_layout(self, size: tuple[int, int], now: TableLayout | None = None) -> TableLayout:
        """The layout of this table in a window of ``size``; ``now`` is the one that it has."""
        state = self.state
        return table_layout(
            self.deal.game,
            size,
            longest=max(len(state[p]) for p in self.rules.piles if p.role is Role.COLUMN),
            now=now,
            strip=self.in_stages,
            passing=self.strip.height(size),
            mirrored=self.kit.settings.mirrored,
            large_index=self.kit.style.large_index,
        )

    # -- what it shows -------------------------------------------------------------------------

    @property
    def deal(self) -> Deal:
        return self.desk.session.deal

    @property
    def state(self) -> State:
        return self.desk.session.state

    @property
    def kit(self) -> Kit:
        return self.host.kit

    @property
    def announcer(self) -> Announcer:
        return self.host.kit.announcer

    @property
    def focus_ring(self) -> tuple[Controls, ...]:
        """The controls that Tab goes to behind the piles, in its order."""
        return self.bar.controls, self.strip.controls

    @property
    def moving(self) -> bool:
        return self.animator.busy or self.celebration is not None or self.gliding

    @property
    def gliding(self) -> bool:
        """Whether the cards are on their way to another size."""
        return self.fit.gliding

    @property
    def patience(self) -> float:
        """Seconds for which nothing will change of itself: the clock's next second is due then."""
        if self.guide.playing or self.painter.blurred or self.fit.preparing:
            return 0.0
        seconds = self.desk.session.seconds
        return int(seconds) + 1 - seconds if self._clock_runs else math.inf

    @property
    def _clock_runs(self) -> bool:
        """Whether the game's clock runs: from the first action until the end."""
        session = self.desk.session
        begun = bool(session.seconds or session.undone or session.since_restart)
        return begun and not session.ended

    @property
    def short_title(self) -> str:
        """As ``Vierfrei 617``."""
        return deal_title(self.deal)

    @property
    def title(self) -> str:
        return tr("{game} – Vierfeld", game=self.short_title)

    def _bar_texts(self) -> BarTexts:
        typed = self.keys.typed.text
        before = f"[{typed}]   " if typed else ""
        session, light = self.desk.session, self.guide.light
        off = set() if session.actions or self.desk.can_bring_back else {Command.UNDO_ACTION}
        if not session.undone:
            off.add(Command.REDO_ACTION)
        return BarTexts(
            self.short_title,
            tuple(before + stands for stands in standings(session)),
            light.name.lower() if light else "",
            light_words(light, begun=bool(session.since_restart)) if light else "",
            frozenset(off),
            self.kit.storage.mark,
        )

    # -- size and picture ----------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """The window has another size: everything lies anew, nothing is lost."""
        self.steady()
        self.bar.resize(Rect(0, 0, size[0], bar_height(size)), size)
        self.mouse.tip.show(self.bar.controls.focus if self.mouse.tip.seen else None)
        self.mouse.pointer.unit = unit(size)
        self.mouse.pointer.double_click = self.kit.settings.double_click / 1000
        self.lie(self.make_layout(size))

    def lie(self, layout: TableLayout) -> None:
        """Lay everything anew, at once."""
        self.fit.drop()
        self.groups.layout = layout
        self.painter.resize(layout, self.seen())
        self.animator.settle(self.state)
        self.lie_later(layout)

    def lie_later(self, layout: TableLayout) -> None:
        """This is the layout from now on, to which the cards are on their way."""
        self.layout = layout
        self.mouse.traced = None
        self.verdict.lie(layout.size)
        self.dirty = True

    def restyle(self) -> None:
        """Theme, deck or options have changed."""
        self.painter = TablePainter(self.kit.style, self.kit.theme, self.kit.text)
        self.resize(self.host.size)
        self.guide.position_changed()
        self.verdict.update()

    def seen(self) -> list[Card]:
        """The cards whose faces are to be seen."""
        state = self.state
        whole = [p for p in self.rules.piles if p.role in (Role.COLUMN, Role.CELL, Role.WASTE)]
        tops = [p for p in self.rules.piles if p.role in (Role.FOUNDATION, Role.RESERVE)]
        return [card for pile in whole for card in state[pile]] + [
            state[pile][-1] for pile in tops if state[pile]
        ]

    def paint(self, target: pygame.Surface, *, whole: bool) -> None:
        """Bring the picture up to date."""
        theme, held = self.kit.theme, self.hand.held
        self.fit.show()
        self.painter.paint(
            target,
            self.groups,
            self._flying(),
            [sprite for sprite in held.sprites if sprite.aloft] if held else [],
            glowing=held.targets if held else frozenset(),
            aimed=self.hand.aimed,
            waiting_rank=waiting_rank(self.deal, self.state),
            ring=ring_words(self.deal, self.state),
            whole=whole,
        )
        if whole or self.bar.stale():
            self.bar.paint(target, theme)
        self.above.paint(target)
        self.dirty = False

    def _flying(self) -> list[CardSprite]:
        """The sprites above the table but for those in the hand, the highest last."""
        if self.celebration:
            return self.celebration.sprites
        flying = self.animator.aloft
        elsewhere = {*flying, *(self.hand.held.sprites if self.hand.held else ())}
        waiting = [s for s in self.groups.sprites.values() if s.aloft and s not in elsewhere]
        return [*waiting, *flying]

    # -- time ----------------------------------------------------------------------------------

    def tick(self, seconds: float, *, playing: bool) -> None:
        """Time has passed; while ``playing``, the game's clock runs with it."""
        if playing and self._clock_runs:
            self.desk.session.seconds += seconds
        self.mouse.pointer.tick(seconds)
        if self.animator.busy:
            self.animator.tick(seconds)
            self.dirty = True
            if not self.animator.busy and self._just_won:
                self._celebrate()
        elif self.celebration:
            if not self.celebration.tick(seconds):
                self.end_motion()
            self.dirty = True
        self.fit.tick(seconds)
        self.guide.tick(seconds)
        if self.line.tick(seconds) or self.mouse.tip.tick(seconds) or self.bar.stale():
            self.dirty = True

    def idle(self) -> None:
        """Nothing else is to be done: make scaled faces crisp, a few at a time."""
        if self.painter.sharpen(SHARPENING):
            self.groups.stale.update(self.rules.piles)
            self.dirty = True

    # -- doing ---------------------------------------------------------------------------------

    def steady(self) -> None:
        """End what moves, and put down what is held."""
        self.mouse.pointer.cancel()
        self.hand.put_down()
        self.end_motion()
        self.keys.typed.clear()
        self.dirty = True

    def end_motion(self) -> None:
        """End what flies: all cards lie where they belong."""
        self.fit.end()
        if self.moving:
            self.celebration = None
            self._just_won = False
            self.animator.settle(self.state)
            self.dirty = True

    def show_tip(self, control: Control | None) -> None:
        """Show what a button in focus is for; those below the bar have it written on them."""
        self.mouse.tip.show(control if control in self.bar.controls.items else None)
        self.dirty = True

    def _celebrate(self) -> None:
        self._just_won = False
        self.celebration = Celebration(self.groups)
        self.groups.stale.update(self.rules.piles)

    def held_changed(self) -> None:
        """Something was taken up or put down: show where it may go."""
        held = self.hand.held
        if held:
            self.groups.stale.add(held.source)
        self.dirty = True

    def held_moved(self) -> None:
        """What is held has followed the pointer."""
        self.dirty = True

    def show(self, result: Action | Refusal) -> bool:
        """Show what was done, step by step, or refuse it with the pling; whether it was done."""
        if isinstance(result, Refusal):
            self.refuse(message(result))
            return False
        self.announcer.say(action_text(result))
        self.end_motion()
        self.animator.play(result, self.kit.speed, self.state)
        self._just_won = self.desk.session.won_alone
        self._position_changed()
        return True

    def refuse(self, words: str = "") -> None:
        """The pling, and a short line at the edge where there is something to say."""
        self.host.kit.sounds.refuse()
        self.announcer.say(words)
        if words:
            self.line.show(words)
        self.dirty = True

    def go(self, action: Action) -> None:
        """Show steps that undo or redo something; nothing to undo plings."""
        if action:
            if any(step.move.verb is not Verb.CARRY for step in action):
                # What is taken back or done again may be no moving of cards.
                self.announcer.say(standings(self.desk.session)[0])
            else:
                self.announcer.say(action_text(action))
            self.end_motion()
            self.animator.play(action, self.kit.speed, self.state)
            self._position_changed()
        else:
            self.refuse()

    def new_session(self, *, deal_out: bool = True) -> None:
        """The desk has another game in hand."""
        # What was shown or waited for was about the former one.
        self.guide.interrupt()
        self.steady()
        self.rules = self.desk.session.rules
        self.keys.new_rules()
        self.resize(self.host.size)
        if deal_out:
            self.animator.deal_out(self.state, self.kit.speed)
        self.host.retitle()
        self.announcer.say(self.short_title)
        self._position_changed()
        if deal_out and (words := beginning_words(self.desk)):
            self.tell(words)

    def tell(self, words: str) -> None:
        """A line at the edge, for eye and ear."""
        self.line.show(words)
        self.announcer.say(words)
        self.dirty = True

    def _position_changed(self) -> None:
        """After every action, forwards or backwards."""
        self.mouse.traced = None
        self.line.keep("")
        self.keys.cursor.clamp(self.state)
        self.groups.stale |= {pile for pile in self.rules.piles if pile.role is Role.FOUNDATION}
        self.guide.position_changed()
        self.verdict.update()
        session = self.desk.session
        if words := resting_words(session.deal, session, stuck=self.desk.newly_stuck()):
            self.line.keep(words)
            self.announcer.say(words)
        self.dirty = True

    # -- orders --------------------------------------------------------------------------------

    def go_back(self, actions: int) -> None:
        """Take back as many actions, one after the other, and show where they lead."""
        for _ in range(actions):
            self.desk.undo_action()
        self.animator.settle(self.state)
        self._position_changed()

    def offers_changed(self) -> None:
        """There is something else to be decided."""
        self.verdict.update()
        self.dirty = True

    def begin(self, deal: Deal) -> None:
        """Lay out another deal."""
        self.desk.begin(deal)
        self.new_session()

    def command(self, command: Command) -> bool:
        """Do a command; False if it means nothing here."""
        return self.orders.carry_out(command)

    def type_key(self, event: pygame.Event) -> None:
        """A key that is no command: the walk over the piles, or a move in notation."""
        if event.key not in ENTER and event.key != pygame.K_TAB:
            self.guide.interrupt()
        self.keys.type_key(event)

    # -- mouse ---------------------------------------------------------------------------------

    def pointer_event(self, event: pygame.Event) -> None:
        """A mouse event: the buttons above the cards first, then the cards."""
        if event.type == pygame.MOUSEBUTTONDOWN and not self.strip.controls.at(event.pos):
            self.guide.interrupt()
        self.mouse.take(event)

    def wheel(self, steps: float) -> None:  # noqa: B027 -- there is nothing to scroll
        """Nothing."""

    def notice(self, words: str) -> None:
        """Show a line that concerns the whole program."""
        self.line.show(words)
        self.dirty = True

    def leave(self) -> None:
        """The table is left, or the program ends: everything is kept."""
        self.steady()
        self.desk.save()
