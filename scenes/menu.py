"""The menu: both games, how to begin them, and the way out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import pygame
from pygame import Rect

from game.cards import Card
from game.games import CANFIELD, VIERFREI
from game.session import Session
from game.texts import tr
from scenes.clock import LONGEST_REST
from scenes.commands import BY_COMMAND, Command
from scenes.controls import Control, Controls
from scenes.faces import Faces
from scenes.felt import felt
from scenes.host import Host
from scenes.keyboard import ARROWS, ENTER
from scenes.notice import EdgeLine
from scenes.options import rule_choice
from scenes.page import Item, Page, Row, Words
from scenes.shadows import paint_lying
from scenes.shapes import ground, rounded
from scenes.theme import LARGE, NORMAL, unit

_SHOWN: Final = {
    VIERFREI: ("KS", "QH", "JC", "TD"),
    CANFIELD: ("AD", "KC", "QD", "JS"),
}
"""The cards beside each game's name: a run of Vierfrei, and one around Canfield's corner."""


class MenuHost(Host, Protocol):
    """What the menu asks of the program besides."""

    def in_hand(self, game: str) -> Session | None:
        """The game of that kind that was last played, if it can still be played on."""

    def play(self, game: str) -> None:
        """To the table of ``game``: its game in hand, or else a random one."""

    def play_new(self, game: str) -> None:
        """To the table of ``game`` with a new random game."""

    def ask_number(self, game: str) -> None:
        """Ask for the number of a deal of ``game``."""


class MenuScene:
    """The first picture."""

    def __init__(self, host: MenuHost) -> None:
        self.host = host
        self.dirty = True
        self._faces: Faces | None = None
        text = host.kit.text
        self._pages = {
            VIERFREI: Page(text, self._vierfrei),
            CANFIELD: Page(text, self._canfield),
        }
        self._foot = Page(text, self._buttons)
        self._scroll = 0
        self._lowered = 0
        self._depth = 0
        self._controls = Controls()
        self._line = EdgeLine()
        self.resize(host.size)

    title = "Vierfeld"
    moving = False
    patience = LONGEST_REST

    # -- what stands in it ---------------------------------------------------------------------

    def _vierfrei(self) -> Sequence[Item]:
        return [
            Words(tr("Vierfrei"), LARGE, bold=True),
            Words(tr("FreeCell, as on the Atari in 1993: all cards lie open, only skill counts.")),
            self._ways(VIERFREI),
        ]

    def _canfield(self) -> Sequence[Item]:
        return [
            Words(tr("Canfield"), LARGE, bold=True),
            Words(
                tr("The casino's game: thirteen in reserve, and a house that pays for each card.")
            ),
            *rule_choice(self.host.kit.settings, self._changed),
            self._ways(CANFIELD),
        ]

    def _ways(self, game: str) -> Row:
        host = self.host
        session = host.in_hand(game)
        controls = [
            Control(tr("New game"), lambda: host.play_new(game), strong=session is None),
            Control(tr("By number…"), lambda: host.ask_number(game)),
        ]
        if session is not None:
            number = session.deal.number
            rules = session.deal.rule_set
            name = tr("own deal") if number is None else str(number)
            if rules is not None:
                name = f"{name}, {rules.name}"
            label = tr("Resume {deal}", deal=name)
            controls.insert(0, Control(label, lambda: host.play(game), strong=True))
        return Row("", controls)

    def _buttons(self) -> Sequence[Item]:
        commands = (
            (Command.FULLSCREEN, tr("Full screen")),
            (Command.STATISTICS, tr("Statistics")),
            (Command.OPTIONS, tr("Options")),
            (Command.HELP, tr("Help")),
            (Command.QUIT, tr("Quit")),
        )

        def button(command: Command, label: str) -> Control:
            tip = f"{label}, {BY_COMMAND[command].key_names}"
            return Control(label, lambda: self.host.run(command), tip=tip)

        return [Row("", [button(command, label) for command, label in commands])]

    def _changed(self) -> None:
        self.host.kit.storage.save_settings(self.host.kit.settings)
        self.refresh()

    def restyle(self) -> None:
        """Theme, deck or options have changed."""
        self._faces = None
        self.refresh()

    def refresh(self) -> None:
        """What stands in it may have changed."""
        for page in (*self._pages.values(), self._foot):
            page.rebuild()
        self.resize(self.host.size)

    # -- size and picture ----------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Lie anew: side by side where there is room, else below one another."""
        self._size = size
        scale = unit(size)
        pad = round(20 * scale)
        beside = size[0] >= 760 * scale
        across = 2 if beside else 1
        width = min((size[0] - pad * (across + 1)) // across, round(520 * scale))
        card = min(round(96 * scale), width // 5, round(size[1] / 7))
        if self._faces is None or self._faces.width != card:
            self._faces = Faces(self.host.kit.style, card)
        head = round(70 * scale) if size[1] >= 420 else round(46 * scale)
        left = (size[0] - width * across - pad * (across - 1)) // 2
        fan = self._faces.size[1] + pad
        self._tiles: dict[str, Rect] = {}
        top = head + self._lowered - self._scroll
        for index, (game, page) in enumerate(self._pages.items()):
            x = left + (width + pad) * index if beside else left
            page.flow(x + pad, top + fan + pad // 2, width - 2 * pad, scale)
            self._tiles[game] = Rect(x, top, width, fan + page.height + pad)
            if not beside:
                top = self._tiles[game].bottom + pad
        tallest = max(tile.height for tile in self._tiles.values())
        if beside:
            for tile in self._tiles.values():
                tile.height = tallest
            top += tallest + pad
        self._foot.flow(left, top, width * across + pad * (across - 1), scale)
        spare = size[1] - (top + self._scroll + self._foot.height + pad // 2)
        if spare > pad and not self._lowered:
            # All of it fits: it lies somewhat above the middle.
            self._lowered = round(spare * 0.4)
            self.resize(size)
            self._lowered = 0
            return
        self._depth = max(0, -spare)
        self._head = head
        self._top = self._lowered
        self._gather()
        self.dirty = True

    def _gather(self) -> None:
        """All controls of all pages as one set, with the focus where it was."""
        focused = self._controls.focus.label if self._controls.focus else None
        pages = (*self._pages.values(), self._foot)
        self._controls = Controls([c for page in pages for c in page.controls.items])
        found = [c for c in self._controls.items if c.label == focused]
        self._controls.focus = found[0] if found else None

    def _scroll_by(self, pixels: int) -> None:
        before = self._scroll
        self._scroll = max(0, min(self._scroll + pixels, self._depth))
        if self._scroll != before:
            self.resize(self._size)

    def paint(self, target: pygame.Surface, *, whole: bool) -> None:
        """Draw the menu."""
        theme, text = self.host.kit.theme, self.host.kit.text
        scale = unit(self._size)
        felt(target, theme, target.get_rect())
        for page in (*self._pages.values(), self._foot):
            page.controls.hover, page.controls.focus = self._controls.hover, self._controls.focus
        for game, tile in self._tiles.items():
            ground(target, theme, tile, scale)
            self._paint_fan(target, game, tile, scale)
            self._pages[game].paint(target, theme, scale)
        self._foot.paint(target, theme, scale)
        size = round(LARGE * scale * (1.25 if self._head > 50 * scale else 1))
        name = text.line(tr("Vierfeld"), size, theme.title, True)
        said = text.line(tr("Two patiences, played well"), round(NORMAL * scale), theme.motto)
        middle = self._top + self._head // 2 - self._scroll
        left = min(tile.left for tile in self._tiles.values())
        if theme.grain:
            across = name.get_width() + said.get_width() + round(14 * scale)
            board = Rect(left, 0, across, name.get_height()).inflate(20, 8)
            board.centery = middle
            ground(target, theme, board, scale)
        place = target.blit(name, name.get_rect(midleft=(left, middle)))
        target.blit(said, said.get_rect(bottomleft=place.move(round(14 * scale), -4).bottomright))
        if self._depth:
            share = self._size[1] / (self._size[1] + self._depth)
            thumb = Rect(0, 0, max(4, round(5 * scale)), round(self._size[1] * share))
            free = self._size[1] - thumb.height
            thumb.topright = self._size[0] - 3, round(free * self._scroll / self._depth)
            rounded(target, theme.slot, thumb, radius=thumb.width // 2)
        self._line.paint(target, self._size[1], theme, text)
        self._controls.changed = False
        self.dirty = False

    def _paint_fan(self, target: pygame.Surface, game: str, tile: Rect, scale: float) -> None:
        assert self._faces is not None
        x, y = tile.left + round(20 * scale), tile.top + round(20 * scale)
        for name in _SHOWN[game]:
            paint_lying(target, self._faces.face(Card.parse(name)), (x, y), self.host.kit.theme)
            x += round(self._faces.width * 0.62)

    # -- input ---------------------------------------------------------------------------------

    def command(self, command: Command) -> bool:
        """F1 and F2 mean the game that was played last."""
        last = self.host.kit.settings.last_game
        if command is Command.NEW:
            self.host.play_new(last)
        elif command is Command.NUMBER:
            self.host.ask_number(last)
        else:
            return False
        return True

    def type_key(self, event: pygame.Event) -> None:
        """The keyboard's focus."""
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
                controls.focus = next((c for c in controls.items if c.strong), None)
            controls.activate()
            return
        else:
            return
        if controls.focus:
            rect = controls.focus.rect
            if rect.bottom > self._size[1] - 8 or rect.top < 8:
                self._scroll_by(rect.centery - self._size[1] // 2)
            self.host.kit.announcer.say(controls.focus.spoken)
        self.dirty = True

    def pointer_event(self, event: pygame.Event) -> None:
        """A mouse event."""
        controls = self._controls
        if event.type == pygame.MOUSEMOTION:
            controls.point(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            controls.drop_focus()
            controls.press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            controls.release(event.pos)
        self.dirty = self.dirty or controls.changed

    def wheel(self, steps: float) -> None:
        """Scroll, where the window is too low for all."""
        self._scroll_by(round(-steps * 60 * unit(self._size)))

    def steady(self) -> None:
        """Nothing moves here."""

    def tick(self, seconds: float, *, playing: bool) -> None:
        """A passing line goes."""
        self.dirty = self._line.tick(seconds) or self.dirty

    def notice(self, words: str) -> None:
        """Show a line that concerns the whole program."""
        self._line.show(words)
        self.dirty = True

    def idle(self) -> None:
        """Nothing waits to be done here."""

    def leave(self) -> None:
        """Nothing is lost here."""
