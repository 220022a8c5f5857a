"""The start screen: the games as they stand, how to begin or go on, and the way out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame
from pygame import Rect

from game.rules.registry import games
from game.support.texts import tr
from game.words.rule_sets import kind_sentence
from scenes.kit.commands import ARROWS, BY_COMMAND, ENTER, Command
from scenes.kit.services import Way
from scenes.menu.contents import Contents, MenuHost
from scenes.menu.layout import Lay, lay_menu
from scenes.menu.tiles import Tile
from scenes.style.felt import felt
from scenes.style.shapes import ground
from scenes.style.theme import LARGE, NORMAL, unit
from scenes.widgets.controls import Control, Controls, Shape
from scenes.widgets.notice import EdgeLine, Tip
from scenes.widgets.sheet import ScrollBar

_SETTLED: Final = 0.15
"""Seconds without a change of size after which soft pictures are made anew."""


class MenuScene:
    """The start screen, which is the first picture unless a game was asked for."""

    title = "Vierfeld"
    moving = False
    next_change = math.inf

    def __init__(self, host: MenuHost) -> None:
        self.host = host
        self._today = host.kit.today
        self.dirty = True
        text = host.kit.text
        self._contents = contents = Contents(host, self._changed)
        self._tiles = {
            game: Tile(text, partial(contents.items, game), partial(contents.picture, game))
            for game in games()
        }
        self._bar = ScrollBar()
        self._controls = Controls()
        self._tip = Tip(text)
        self._line = EdgeLine(lambda: host.kit.settings.lines_wait, self._line_changed)
        self._unsettled = 0.0
        self.resize(host.size)
        self._unsettled = 0.0

    def _buttons(self) -> list[Control]:
        commands = (
            (Command.OPTIONS, tr("Options")),
            (Command.HELP, tr("Help")),
            (Command.STATISTICS, tr("Statistics")),
            (Command.CHANCES, tr("Second chances")),
            (Command.FULLSCREEN, tr("Full screen")),
            (Command.QUIT, tr("Quit")),
        )

        def button(command: Command, label: str) -> Control:
            binding = BY_COMMAND[command]
            key = binding.first_key
            tip = f"{label} – {key}" if key else label
            run = partial(self.host.run, command)
            return Control(label, run, icon=binding.icon, tip=tip, flat=True, key=key)

        return [button(command, label) for command, label in commands]

    def _changed(self, game: str) -> None:
        """Take on the rule set that was chosen for ``game``, and announce it."""
        kit = self.host.kit
        kit.storage.save_settings(kit.settings)
        self.refresh()
        kind = kit.settings.next_kind(game)
        told = tr("{control}, selected", control=kind.rules_name)
        kit.announcer.say(f"{told}: {kind_sentence(kind)}")

    def restyle(self) -> None:
        """Adapt to another theme, deck or option."""
        self.refresh()

    def rename(self) -> None:
        """Name keys or buttons anew, as another device is used now."""
        self.resize(self._size)

    def refresh(self) -> None:
        """Fill the tiles again, as the games or the record may have changed."""
        self._today = self.host.kit.today
        for tile in self._tiles.values():
            tile.refresh()
        self.resize(self.host.size)

    # -- size and picture ----------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out again, as much as there is room for."""
        self._size, self._unit = size, unit(size, self.host.kit.text.density)
        tiles = list(self._tiles.values())
        # Made anew: a narrower window may have taken their keys and signs away.
        self._foot = Controls(self._buttons())
        self._lay: Lay = lay_menu(size, tiles, self._foot.items, self.host.kit.text, self._bar)
        self._gather()
        self._unsettled = _SETTLED
        self.invalidate()

    def _gather(self) -> None:
        """Put all controls into one set, with the focus where it was."""
        before = self._controls.focus.spoken if self._controls.focus else None
        pages = [tile.page.controls.items for tile in self._tiles.values()]
        line = self._line.controls.items
        every = [control for items in (line, *pages, self._foot.items) for control in items]
        self._controls = Controls(every, self.invalidate)
        self._controls.focus = next((c for c in every if c.spoken == before), None)
        self._tip.show(_terse(self._controls.focus) if self._tip.seen else None)

    @property
    def tiles(self) -> dict[str, Tile]:
        """The tile of each game."""
        return self._tiles

    @property
    def foot(self) -> Controls:
        """The buttons at the foot."""
        return self._foot

    @property
    def controls(self) -> Controls:
        """All buttons, of which one may be in focus."""
        return self._controls

    def _scroll_by(self, pixels: int) -> None:
        before = self._bar.at
        self._bar.to(before + pixels)
        if self._bar.at != before:
            self.resize(self._size)

    def paint(self, target: pygame.Surface) -> None:
        """Draw the menu."""
        kit, lay = self.host.kit, self._lay
        felt(target, kit.theme, target.get_rect())
        self._paint_head(target)
        for game, tile in self._tiles.items():
            tile.page.controls = self._controls
            tile.paint(target, kit.theme, self._unit, lit=self._primary(game) in self._pointed)
        target.fill(kit.theme.bar, lay.foot)
        edge = kit.theme.ink if kit.theme.grain else kit.theme.slot
        target.fill(edge, (0, lay.foot.top, lay.foot.width, 1))
        self._foot.hover, self._foot.focus = self._controls.hover, self._controls.focus
        self._foot.paint(target, kit.theme, kit.text, round(NORMAL * self._unit), self._unit)
        self._bar.paint(target, kit.theme)
        line = self._line.controls
        line.hover, line.focus = self._controls.hover, self._controls.focus
        self._line.paint(target, lay.foot.top, kit.theme, kit.text)
        if told := self._tip.control:
            self._tip.paint(target, told.rect.bottom, kit.theme)
        self.dirty = False

    def _paint_head(self, target: pygame.Surface) -> None:
        """Draw the program's name and what it is."""
        theme, text, place = self.host.kit.theme, self.host.kit.text, self._lay.head
        if not place.height:
            return
        name = text.line(tr("Vierfeld"), round(LARGE * 1.5 * self._unit), theme.title, True)
        said = text.line(
            tr("Two classic solitaires, done properly"), round(NORMAL * self._unit), theme.motto
        )
        gap = round(16 * self._unit)
        if theme.grain:
            board = Rect(place.left, 0, name.get_width() + gap + said.get_width(), 0)
            board.height = name.get_height()
            board.centery = place.centery
            ground(target, theme, board.inflate(20, 4).move(10, 0), self._unit)
            place = place.move(10, 0)
        at = target.blit(name, name.get_rect(midleft=place.midleft))
        # Both stand on one line.
        low = at.bottom - round(8 * self._unit)
        target.blit(said, said.get_rect(bottomleft=(at.right + gap, low)))

    def _primary(self, game: str) -> Control | None:
        """Return the button that a press on the picture of ``game`` means."""
        items = self._tiles[game].page.items
        return next((c for item in items for c in item.controls if c.strong), None)

    @property
    def _pointed(self) -> tuple[Control | None, ...]:
        return tuple(c for c in (self._controls.hover, self._controls.focus) if c)

    # -- input ---------------------------------------------------------------------------------

    def command(self, command: Command) -> bool:
        """Carry out a command; F1 and F2 mean the game that was played last, and Esc leads back to
        it."""
        last = self.host.kit.settings.last_game
        if command is Command.NEW:
            self.host.play_new(last)
        elif command is Command.NUMBER:
            self.host.ask_number(last)
        elif command is not Command.START:
            return False
        elif not self._line.dismiss():
            if not self.host.in_hand(last):
                return False
            self.host.play(last)
        return True

    def type_key(self, event: pygame.Event) -> None:
        """Move or use the keyboard's focus."""
        controls = self._controls
        if event.key in ARROWS:
            controls.move_focus(*ARROWS[event.key])
        elif event.key == pygame.K_TAB:
            forward = not event.mod & pygame.KMOD_SHIFT
            if not controls.step_focus(forward):
                controls.step_focus(forward)
        elif event.key in (*ENTER, pygame.K_SPACE):
            if controls.focus is None:
                # The button that stands out is the one that Enter means.
                controls.focus = self._primary(self.host.kit.settings.last_game)
            controls.activate()
            return
        else:
            return
        if controls.focus:
            rect, lay = controls.focus.rect, self._lay
            if controls.focus not in self._foot.items and not lay.view.contains(rect):
                self._scroll_by(rect.centery - lay.view.centery)
                controls = self._controls
            if controls.focus:
                self.host.kit.announcer.say(controls.focus.spoken)
        self._tip.show(_terse(controls.focus))
        self.invalidate()

    def pointer_event(self, event: pygame.Event) -> None:
        """Handle a mouse event; on a picture it means the button that goes with it."""
        controls, at = self._controls, self._aim(event.pos)
        if event.type == pygame.MOUSEMOTION:
            if self._bar.grabbed and event.buttons[0]:
                self._bar.drag(event.pos)
                self.resize(self._size)
                return
            self._bar.release()
            controls.point(at)
            seen = self._tip.watch(_terse(controls.hover))
            if self._bar.point(event.pos) or seen:
                self.invalidate()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            controls.drop_focus()
            self._tip.show(None)
            if self._bar.press(event.pos):
                self.resize(self._size)
            else:
                controls.press(at)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._bar.release()
            controls.release(at)

    def _aim(self, at: tuple[int, int]) -> tuple[int, int]:
        """Return the point that the mouse means; nothing under the foot can be meant."""
        if self._line.controls.at(at):
            return at
        if self._lay.foot.collidepoint(at):
            found = self._foot.at(at)
            return at if found else (-1, -1)
        for game, tile in self._tiles.items():
            primary = self._primary(game)
            if primary and tile.window.height and tile.window.collidepoint(at):
                return primary.rect.center
        return at

    def wheel(self, steps: float) -> None:
        """Scroll if the window is too low for everything."""
        self._scroll_by(round(-steps * 60 * self._unit))

    def steady(self) -> None:
        """Do nothing: nothing moves here."""

    def tick(self, seconds: float, *, playing: bool) -> None:
        """A passing line goes, a tip comes; when the window keeps its size, pictures are sharp."""
        changed = self._line.tick(seconds)
        changed = self._tip.tick(seconds) or changed
        if self._unsettled > 0:
            self._unsettled -= seconds
            if self._unsettled <= 0:
                soft = [tile for tile in self._tiles.values() if tile.soft]
                for tile in soft:
                    tile.sharpen()
                changed = changed or bool(soft)
        if changed:
            self.invalidate()

    def invalidate(self) -> None:
        """Ask for another picture."""
        self.dirty = True

    def attend(self) -> None:
        """Have a line go that has waited until the player does something."""
        if self._line.answer():
            self.invalidate()

    def notice(self, words: str, ways: Sequence[Way] = ()) -> None:
        """Show a line that concerns the whole program, with buttons if there are ``ways`` on."""
        self._line.show(words, ways=ways)
        self._line_changed()

    @property
    def line(self) -> EdgeLine:
        """The line at the edge."""
        return self._line

    def _line_changed(self) -> None:
        """Have the line's buttons, or have them no more."""
        self._gather()
        self.invalidate()

    def idle(self) -> None:
        """Fill the tiles again once more is known of the deals in hand, or a new day has begun."""
        if self._contents.learn_grades() or self.host.kit.today != self._today:
            self.refresh()

    def leave(self) -> None:
        """Release the pictures; there is nothing to save."""
        for tile in self._tiles.values():
            tile.let_go()


def _terse(control: Control | None) -> Control | None:
    """Return ``control`` if it says too little by itself: a sign, or the name of a rule set."""
    if control is None or control.named:
        return None
    return control if control.icon or control.key or control.shape is Shape.SEGMENT else None
