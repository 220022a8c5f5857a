"""The start screen: a tile for each game, and other buttons."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.play.session import Session
from game.record.daily import days_played
from game.rules.registry import GameKind, games, kinds_of
from game.support.texts import tr, trn
from game.teach.difficulty import Graded, grade_text, known_grade, request_grade
from game.teach.standing import account_line, move_count
from game.words.names import duration, full_title, game_name, kind_name
from game.words.rule_sets import kind_sentence
from scenes.kit.commands import ARROWS, ENTER, Command
from scenes.pages.options import rule_choice
from scenes.pages.thumbnails import hand, table, table_height
from scenes.style.felt import felt
from scenes.style.shapes import ground, rounded
from scenes.style.theme import LARGE, NORMAL, unit
from scenes.widgets.controls import Canvas, Control, Controls, Shape
from scenes.widgets.items import Item, Paragraph, Picture, Row
from scenes.widgets.notice import EdgeMessage, Tip
from scenes.widgets.panel import Page
from scenes.widgets.sheet import ScrollBar

if TYPE_CHECKING:
    from scenes.kit.services import Host, MessageButton

_RECENT: Final = 300
"""How many recent games are searched for today's deal."""


class Tile:
    """One game on the start screen."""

    def __init__(self, host: Host, game: str, rules_chosen: Callable[[], None]) -> None:
        self._host, self._game, self._rules_chosen = host, game, rules_chosen
        self._graded: Graded | None = None
        """The grade of the game in hand, if known."""
        self.terse = False
        """Whether the tile leaves out details."""
        self.page = Page(host.kit.text, self._items)
        self.rect = Rect(0, 0, 0, 0)
        self.picture = self._new_picture()

    def _new_picture(self) -> Picture:
        kit, session = self._host.kit, self._session
        if session is None:
            return Picture(table_height, hand(kit, kinds_of(self._game)[0].sample))
        return Picture(table_height, table(kit, session.deal, session.state))

    def refresh(self) -> None:
        """Rebuild the tile, because the game may have changed."""
        self.picture = self._new_picture()
        self.page.rebuild()

    def shorten(self, *, terse: bool) -> None:
        """Show less in the tile if ``terse``, otherwise everything."""
        if terse != self.terse:
            self.terse = terse
            self.page.rebuild()

    @property
    def primary(self) -> Control:
        """The button that resumes or begins a game."""
        return next(one for one in self.page.controls.items if one.strong)

    @property
    def _session(self) -> Session | None:
        return self._host.in_hand(self._game)

    @property
    def _kind(self) -> GameKind:
        """The kind that is chosen for new games."""
        return self._host.kit.settings.next_kind(self._game)

    def _items(self) -> Sequence[Item]:
        kind = self._kind
        told = kind_sentence(kind)
        items: list[Item] = [Paragraph(full_title(kind), LARGE, bold=True)]
        if kind.rules_name:
            settings = self._host.kit.settings
            row = rule_choice(settings, self._game, self._rules_chosen, game_name(kind))
            row.large = True
            items = [row]
            if self._session is not None:
                # The game in hand keeps its own rule set.
                told = tr(
                    "New games use the {rules} rules. {sentence}",
                    rules=kind.rules_name,
                    sentence=told,
                )
        stands, upper, lower = self._standing(), self._others(), self._start_buttons()
        if not self.terse:
            items.append(Paragraph(told, least=2))
            if stands:
                items.append(Paragraph(stands, faint=True))
            items.append(Row("", upper, terse=True))
        elif stands:
            # Even the narrowest tile has room for this line beside an icon.
            upper[0].named = False
            items.append(Row(stands, upper[:1]))
        else:
            lower += upper[:1]
        return [*items, Row("", lower, terse=True, lead=0 if self.terse else 4)]

    def _others(self) -> list[Control]:
        """Return the buttons for the deal of the day and the lesson."""
        host, kind, log = self._host, self._kind, self._host.kit.storage.log.games()
        labels = {None: tr("Today's deal"), True: tr("Today's deal: won")}
        labels[False] = tr("Today's deal: played")
        won = days_played(log[-_RECENT:], *kind.key).get(host.kit.today)

        def play_day() -> None:
            host.play_day(host.kit.today, *kind.key)

        name = game_name(kind)
        day = self._button(name, labels[won], play_day, "day")
        day.flat = True
        if kinds_of(self._game)[0].lesson is None:
            return [day]
        played = any(entry.game == self._game for entry in log)
        learn = self._button(name, tr("Learn to play"), partial(host.learn, self._game), "learn")
        learn.flat = played
        # The lesson comes first for new players; a terse tile shows only the first button.
        return [day, learn] if played else [learn, day]

    @staticmethod
    def _button(game: str, label: str, act: Callable[[], None], icon: str) -> Control:
        """Return a button. It is the primary button if ``icon`` is empty."""
        # Other tiles have buttons with the same label.
        tip = f"{game}: {label}"
        return Control(label, act, icon=icon, strong=not icon, named=bool(icon), tip=tip)

    def _standing(self) -> str:
        """Return a line of text about the game in hand; may be empty."""
        host, session = self._host, self._session
        self._graded = None if session is None else known_grade(host.kit.solver, session.deal)
        if session is None:
            return tr("No game in progress") if any(map(host.in_hand, games())) else ""
        home = trn("{n} card home", "{n} cards home", session.state.cards_home)
        parts = [move_count(session), duration(session.info.seconds), account_line(session) or home]
        if self.terse:
            parts = parts[:2]
        elif self._graded:
            parts.append(grade_text(self._graded))
        return "  ·  ".join(parts)

    def learn_grade(self) -> bool:
        """Ask for the grade of the game in hand. Return True if it has just become known."""
        session = self._session
        if self._graded or session is None:
            return False
        return request_grade(self._host.kit.solver, session.deal) is not None

    def _start_buttons(self) -> list[Control]:
        host, game, session = self._host, self._game, self._session
        begin, ask = partial(host.play_new, game), partial(host.ask_number, game)
        # These two use the rule set chosen for new games.
        kind = self._kind
        new = self._button(kind_name(kind), tr("New game"), begin, "new" if session else "")
        number = self._button(kind_name(kind), tr("By number…"), ask, "number")
        if session is None:
            return [new, number]
        deal = tr("own deal") if session.deal.number is None else str(session.deal.number)
        if session.deal.kind.rules_name:
            deal = f"{deal}, {session.deal.kind.rules_name}"
        label = tr("Resume") if self.terse else tr("Resume {deal}", deal=deal)
        return [self._button(game_name(kind), label, partial(host.play, game), ""), new, number]

    def measure(self, width: int, pad: int, unit: float) -> int:
        """Return the height of a tile ``width`` pixels wide, without its picture."""
        self.page.lay_out(0, 0, width - 2 * pad, unit)
        return self.page.height + 2 * pad

    def place(self, rect: Rect, picture_height: int, pad: int, unit: float) -> None:
        """Lay out the tile in ``rect`` with its picture at the top."""
        self.rect = rect
        area = self.picture.rect = Rect(
            rect.left + pad, rect.top + pad, rect.width - 2 * pad, picture_height
        )
        top = area.bottom + pad if picture_height else area.top
        self.page.lay_out(area.left, top, area.width, unit)
        buttons, text = self.page.items[-1], self._host.kit.text
        low = rect.bottom - pad - buttons.rect.height
        buttons.lay_out(area.left, low, area.width, unit, text)

    def paint(self, canvas: Canvas) -> None:
        """Draw the tile; its picture stands out while the primary button is hovered or focused."""
        theme, px, controls = canvas.theme, canvas.px, canvas.controls
        ground(canvas.target, theme, self.rect, canvas.unit)
        if self.picture.rect.height:
            self.picture.paint(canvas)
            edge, width = theme.ink if theme.grain else theme.slot, max(1, px(1))
            if any(one is self.primary for one in (controls.hover, controls.focus)):
                edge, width = theme.accent, max(2, px(2))
            rounded(canvas.target, edge, self.picture.rect, width)
        self.page.paint(canvas)


_COMMANDS: Final = (
    Command.OPTIONS,
    Command.HELP,
    Command.STATISTICS,
    Command.CHANCES,
    Command.FULLSCREEN,
    Command.QUIT,
)
"""The commands at the bottom of the start screen."""
_WIDEST: Final = 600
"""The maximum width of a tile, in pixels, before scaling."""
_PICTURE: Final = 96
"""Pictures need this much free height, in pixels before scaling. Otherwise they are hidden."""
_ASPECT: Final = 0.6
"""The maximum height of a picture, as a fraction of its width."""
_TALL: Final = 1.3
"""Tiles are stacked if the window's height is at least this many times its width."""
_NARROW: Final = 130
"""The minimum width of tiles that are side by side, in pixels, before scaling."""


class StartScreen:
    """The scene that is shown first, unless the program is started with a game."""

    title = "Vierfeld"
    moving = False
    seconds_until_change = math.inf

    def __init__(self, host: Host) -> None:
        self.host = host
        self._today = host.kit.today
        self.dirty = True
        self.tiles = {game: Tile(host, game, partial(self._changed, game)) for game in games()}
        self._bar = ScrollBar()
        self.controls = Controls()
        self._tip = Tip(host.kit.text)
        self.message = EdgeMessage(lambda: host.kit.settings.lines_wait, self._controls_changed)
        self.foot: list[Control] = []
        self.resize(host.size)

    def _button(self, command: Command) -> Control:
        label, key, icon = command.word, command.first_key, command.icon
        tip = f"{label} – {key}" if key else label
        run = partial(self.host.run, command)
        return Control(label, run, icon=icon, tip=tip, flat=True, key=key, named=True)

    def _changed(self, game: str) -> None:
        kit = self.host.kit
        kit.storage.save_settings(kit.settings)
        self.refresh()
        kind = kit.settings.next_kind(game)
        told = tr("{control}, selected", control=kind.rules_name)
        kit.announcer.say(f"{told}: {kind_sentence(kind)}")

    def rename(self) -> None:
        self.resize(self._size)

    def refresh(self) -> None:
        """Fill the tiles again, because the games, the record or the look may have changed."""
        self._today = self.host.kit.today
        for tile in self.tiles.values():
            tile.refresh()
        self.resize(self.host.size)

    restyle = refresh

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out for a window of ``size``."""
        self._size, self._unit = size, unit(size, self.host.kit.text.density)
        self._lay()
        self._controls_changed()

    def _lay(self) -> None:
        size, scale, tiles = self._size, self._unit, list(self.tiles.values())
        gap = round((20 if min(size) >= 420 else 10) * scale)
        pad = round((16 if min(size) >= 420 else 9) * scale)
        low = round(48 * scale)
        under = self._under = Rect(0, size[1] - low, size[0], low)
        below = size[1] >= size[0] * _TALL or size[0] < _NARROW * scale * len(tiles)
        across, rows = (1, len(tiles)) if below else (len(tiles), 1)
        width = min((size[0] - gap * (across + 1)) // across, round(_WIDEST * scale))
        # Choose the fullest of three layouts that fits, or else the last one, which then scrolls.
        for terse, pictured in ((False, True), (True, True), (True, False)):
            head = gap if terse else round(84 * scale)
            for tile in tiles:
                tile.shorten(terse=terse)
            bare = [tile.measure(width, pad, scale) for tile in tiles]
            if not below:
                bare = [max(bare)] * len(bare)
            room = under.top - head - gap
            spare = (room - sum(bare[:rows]) - gap * (rows - 1)) // rows
            least = round(_PICTURE * scale) + pad if pictured else 0
            if spare >= least:
                break
        picture = min(spare - pad, round((width - 2 * pad) * _ASPECT)) if pictured else 0
        heights = [high + picture + (pad if pictured else 0) for high in bare]
        total = sum(heights[:rows]) + gap * (rows - 1)
        # The tiles are in the middle or, below a heading, a little above it.
        top = max(0, round((room - total) * (0.5 if terse else 0.4)))
        left = (size[0] - width * across - gap * (across - 1)) // 2
        block = Rect(left, top + head, width * across + gap * (across - 1), total)
        self._bar.place(Rect(size[0] - gap, 0, gap, under.top), head + total + gap, scale)
        y = block.top - self._bar.at
        for place, tile in enumerate(tiles):
            x = left if below else left + place * (width + gap)
            tile.place(Rect(x, y, width, heights[place]), picture, pad, scale)
            y += heights[place] + gap if below else 0
        self._lay_foot(block)
        self._head = Rect(left, top - self._bar.at, block.width, 0 if terse else head)
        self._view = Rect(0, 0, size[0], under.top)

    def _lay_foot(self, block: Rect) -> None:
        """Lay out the buttons at the bottom. Their row is at least as wide as the tiles.

        ``block`` is the area of the tiles."""
        scale, under = self._unit, self._under
        width = max(block.width, (under.width - round(12 * scale)) * 3 // 4)
        left = block.centerx - width // 2
        row = Row("", [self._button(command) for command in _COMMANDS], terse=True)
        row.lay_out(left, under.top + round(6 * scale), width, scale, self.host.kit.text)
        self.foot = list(row.controls)
        over = left - self.foot[0].rect.left
        self.foot[-1].rect.right = min(left + width + over, under.width)

    def _gather(self) -> None:
        before = self.controls.focus.spoken if self.controls.focus else None
        pages = [tile.page.controls.items for tile in self.tiles.values()]
        line = self.message.controls.items
        every = [control for items in (line, *pages, self.foot) for control in items]
        self.controls = Controls(every, self.invalidate)
        self.controls.focus = next((c for c in every if c.spoken == before), None)
        self._tip.show(_needs_tip(self.controls.focus) if self._tip.is_visible else None)

    def _scroll_by(self, pixels: int) -> None:
        before = self._bar.at
        self._bar.to(before + pixels)
        if self._bar.at != before:
            self.resize(self._size)

    def paint(self, target: pygame.Surface) -> None:
        kit, under = self.host.kit, self._under
        felt(target, kit.theme, target.get_rect())
        self._paint_head(target)
        canvas = Canvas(target, kit.theme, kit.text, self._unit, self.controls)
        for tile in self.tiles.values():
            tile.paint(canvas)
        target.fill(kit.theme.bar, under)
        edge = kit.theme.ink if kit.theme.grain else kit.theme.slot
        target.fill(edge, (0, under.top, under.width, 1))
        canvas.paint_controls(self.foot)
        self._bar.paint(target, kit.theme)
        line = self.message.controls
        line.hover, line.focus = self.controls.hover, self.controls.focus
        self.message.paint(target, under.top, kit.theme, kit.text)
        self._tip.paint(target, kit.theme, self._view)
        self.dirty = False

    def _paint_head(self, target: pygame.Surface) -> None:
        theme, text, place = self.host.kit.theme, self.host.kit.text, self._head
        if not place.height:
            return
        name = text.line(tr("Vierfeld"), round(LARGE * 1.5 * self._unit), theme.ink, True)
        motto = tr("Two classic solitaire games, done properly")
        said = text.line(motto, round(NORMAL * self._unit), theme.faint)
        gap = round(16 * self._unit)
        if theme.grain:
            board = Rect(place.left, 0, name.get_width() + gap + said.get_width(), 0)
            board.height = name.get_height()
            board.centery = place.centery
            ground(target, theme, board.inflate(20, 4).move(10, 0), self._unit)
            place = place.move(10, 0)
        at = target.blit(name, name.get_rect(midleft=place.midleft))
        # Put the motto on the baseline of the name.
        low = at.bottom - round(8 * self._unit)
        target.blit(said, said.get_rect(bottomleft=(at.right + gap, low)))

    def command(self, command: Command) -> bool:
        """Carry out a command; return False if it does nothing here.

        ``DEAL`` (Space) presses the focused control. ``START`` dismisses a message. Without a
        message, it resumes the game played last; ``NEW`` and ``NUMBER`` deal such a game.
        """
        last = self.host.kit.settings.last_game
        if command is Command.NEW:
            self.host.play_new(last)
        elif command is Command.NUMBER:
            self.host.ask_number(last)
        elif command is Command.DEAL:
            self._press()
        elif command is not Command.START:
            return False
        elif not self.message.dismiss():
            if not self.host.in_hand(last):
                return False
            self.host.play(last)
        return True

    def type_key(self, event: pygame.Event) -> None:
        """Handle a KEYDOWN event: move the focus or press a control."""
        controls = self.controls
        if event.key in ARROWS:
            controls.move_focus(*ARROWS[event.key])
        elif event.key == pygame.K_TAB:
            controls.step_focus(not event.mod & pygame.KMOD_SHIFT, wraps=True)
        elif event.key in ENTER:
            self._press()
            return
        else:
            return
        if focus := controls.focus:
            if focus not in self.foot and not self._view.contains(focus.rect):
                self._scroll_by(focus.rect.centery - self._view.centery)
            self.host.kit.announcer.say(focus.spoken)
        self._tip.show(_needs_tip(focus))
        self.invalidate()

    def _press(self) -> None:
        """Press the focused control, or the last game's primary button."""
        if self.controls.focus is None:
            self.controls.focus = self.tiles[self.host.kit.settings.last_game].primary
        self.controls.activate()

    def pointer_event(self, event: pygame.Event) -> None:
        """Handle a mouse event; clicking a picture presses the tile's primary button."""
        controls, at = self.controls, self._aim(event.pos)
        if self._bar.pointer_event(event):
            self.resize(self._size)
        elif event.type == pygame.MOUSEMOTION:
            controls.point(at)
            if self._tip.watch(_needs_tip(controls.hover)):
                self.invalidate()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            controls.drop_focus()
            self._tip.show(None)
            controls.press(at)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            controls.release(at)

    def _aim(self, at: tuple[int, int]) -> tuple[int, int]:
        """Return the point that the controls treat as the position of the mouse.

        Over a picture, that point is on the primary button of its tile.
        """
        if self.message.controls.at(at):
            return at
        if self._under.collidepoint(at):
            # Tiles may be scrolled under the buttons at the bottom.
            return at if any(one.rect.collidepoint(at) for one in self.foot) else (-1, -1)
        for tile in self.tiles.values():
            if tile.picture.rect.collidepoint(at):
                return tile.primary.rect.center
        return at

    def wheel(self, steps: float) -> None:
        """Scroll by ``steps`` steps of the wheel; up if positive."""
        self._scroll_by(round(-steps * 60 * self._unit))

    def finish_motion(self) -> None:
        """Do nothing, because nothing moves here."""

    def tick(self, seconds: float, *, playing: bool) -> None:
        """Hide messages, show tips and refresh the tiles when due."""
        self.host.kit.solver.poll()
        learned = [tile.learn_grade() for tile in self.tiles.values()]
        if any(learned) or self.host.kit.today != self._today:
            self.refresh()
        changed = self.message.tick(seconds)
        if self._tip.tick(seconds) or changed:
            self.invalidate()

    def invalidate(self) -> None:
        self.dirty = True

    def player_acted(self) -> None:
        if self.message.answer():
            self.invalidate()

    def notice(self, words: str, buttons: Sequence[MessageButton] = ()) -> None:
        self.message.show(words, buttons=buttons)
        self._controls_changed()

    def _controls_changed(self) -> None:
        self._gather()
        self.invalidate()

    def leave(self) -> None:
        """Free the memory that the pictures of the tiles take."""
        for tile in self.tiles.values():
            tile.picture.free()


def _needs_tip(control: Control | None) -> Control | None:
    """Return ``control`` if its label is hidden or says too little, otherwise None."""
    if control is None or control.named:
        return None
    return control if control.icon or control.key or control.shape is Shape.SEGMENT else None
