"""The program's loop, which passes each event on and lets time pass."""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING, Final

import pygame

from scenes.desktop.monitors import screen_set
from scenes.desktop.wakeup import Doorbell
from scenes.desktop.window import Form, GameWindow, events
from scenes.kit.clock import ANSWERS, LONGEST_REST, STEP, Ticker, short_rest
from scenes.kit.commands import ENTER, PAD_NAMES, Command, find_binding, unmodified
from scenes.kit.services import Kit
from scenes.shell.director import Director
from scenes.shell.keys import Strokes
from scenes.shell.saving import Saving
from scenes.table.input.keyboard import is_table_key

if TYPE_CHECKING:
    from scenes.access.bridge import Access
    from scenes.shell.compact import Miniature
    from scenes.shell.pads import Pads

_MOUSE: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
_INPUT: Final = (*_MOUSE, pygame.KEYDOWN, pygame.MOUSEWHEEL)
_PADS: Final = (
    pygame.CONTROLLERBUTTONDOWN,
    pygame.CONTROLLERBUTTONUP,
    pygame.CONTROLLERAXISMOTION,
    pygame.CONTROLLERDEVICEADDED,
    pygame.CONTROLLERDEVICEREMOVED,
    pygame.JOYDEVICEADDED,
)
_GONE: Final = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
_BACK: Final = (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWMAXIMIZED)
_AFTER_PICTURE: Final = 0.004
_ANSWERS_INPUT: Final = 1.0  # seconds in which a picture may be an answer
_RESTS_WITHOUT_FOCUS: Final = 60.0
"""Seconds without focus after which the game's clock stands."""


class App:
    """The program. Time enters through ``advance`` alone, and input through ``handle``."""

    def __init__(
        self,
        kit: Kit,
        window: GameWindow,
        *,
        keeps_place: bool = True,
        doorbell: Doorbell | None = None,
    ) -> None:
        self.kit = kit
        self.window = window
        self._doorbell = doorbell or Doorbell()
        self._keeps_place = keeps_place
        self.running = True
        self._hidden = False
        self._unfocused = -1.0
        self._ticker = Ticker()
        self._since_input = 0.0
        self._miniature: Miniature | None = None
        kit.text.density = window.density
        self._fitted = window.size, window.density
        """The size and density for which everything is laid out."""
        self.director = Director(kit, self)
        self._strokes = Strokes(self.director)
        self._saving = Saving(kit, self.director)
        self._listens = False
        """Whether controllers are looked out for."""
        self._access: Access | None = None

    @cached_property
    def pads(self) -> Pads:
        """The controllers; made when there is one."""
        from scenes.shell.pads import Pads  # most games go by without one

        return Pads(self.director, self._strokes, self._doorbell)

    @property
    def access(self) -> Access:
        """What screen readers are told by."""
        if self._access is None:
            from scenes.access.bridge import Access  # the first picture does not wait for it

            self._access = Access(self, self._doorbell)
        return self._access

    # -- the frame around the scenes -----------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        return self.window.size

    @property
    def resting(self) -> str:
        """The text of the compact window; empty while it is not shown."""
        return self._miniature.spoken if self._miniature else ""

    def set_title(self, title: str) -> None:
        self.window.set_title(title)

    def quit(self) -> None:
        """End the program; the game in hand is kept. Where it cannot be saved, say so first."""
        if self._saving.may_end():
            self.end()
        elif self._miniature is not None:
            self._restore()

    def end(self) -> None:
        """End the program at once."""
        self.running = False

    @property
    def full(self) -> bool:
        """Whether the window fills the screen."""
        return self.window.form is Form.FULLSCREEN

    def toggle_fullscreen(self) -> None:
        full = not self.full
        self.window.set_fullscreen(full)
        self.kit.settings.fullscreen = full
        self._fit()

    def toggle_compact(self) -> None:
        """Shrink to a small picture in which nothing can be played, or come back from it."""
        if self._miniature is not None:
            self._restore()
            return
        # A start does without it.
        from scenes.shell.compact import Miniature

        self.director.scene.steady()
        self.director.leaving = None
        self.paint()
        shot = self.window.surface.copy()
        self._miniature = Miniature(shot, self.kit.theme, self.kit.text)
        self.window.shrink()
        self.director.invalidate()
        self.kit.announcer.say(self._miniature.spoken)

    def _restore(self) -> None:
        self._miniature = None
        self.window.restore()
        self._fit()
        self.kit.announcer.say(self.director.scene.title)

    def _fit(self) -> None:
        """Adapt to the window as it is now."""
        size, density = self.window.size, self.window.density
        if self._miniature is None and (size, density) != self._fitted:
            self._fitted = size, density
            self.kit.text.density = density
            self.director.resize(size)
        self.director.invalidate()

    # -- events --------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> None:
        """Handle one event."""
        if event.type in _INPUT:
            self._attend(event)
        if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            self.quit()
        elif event.type == pygame.KEYUP:
            self._strokes.release(event.key)
        elif self._window_event(event):
            pass
        elif event.type in _PADS:
            self._pad_event(event)
        elif self._miniature is not None:
            self._handle_small(event)
        elif event.type == pygame.KEYDOWN:
            self._strokes.press(event)
        elif event.type in _MOUSE:
            if self.window.coarse:
                event.pos = self.window.pixel(event.pos)
            (self.director.panel or self.director.scene).pointer_event(event)
        else:
            self._other_input(event)

    def _attend(self, event: pygame.Event) -> None:
        """Expect more input at any moment, and from the device that was used last."""
        self._since_input = 0.0
        if PAD_NAMES and event.type != pygame.MOUSEMOTION:
            self.pads.forget()
        if event.type == pygame.KEYDOWN:
            self._strokes.attend(event)
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL):
            self.director.scene.attend()

    def _pad_event(self, event: pygame.Event) -> None:
        """Handle an event of a controller. Its buttons also arrive while another program has the
        keyboard, for which they are meant then."""
        pads = self.pads
        if self._miniature is not None and pads.presses(event):
            if pads.returns(event):
                self._restore()
            else:
                self.kit.sounds.refuse()
        elif pads.take(event, deaf=self._unfocused >= 0 or self._miniature is not None):
            self._since_input = 0.0

    def _other_input(self, event: pygame.Event) -> None:
        """Handle the wheel, and files dropped on the window."""
        panel, scene = self.director.panel, self.director.scene
        if event.type == pygame.MOUSEWHEEL:
            if panel:
                panel.scroll(-event.y)
            else:
                scene.wheel(event.y)
        elif event.type == pygame.DROPFILE:
            self.director.close_panel()
            self.director.exchange.drop(event.file)

    def _window_event(self, event: pygame.Event) -> bool:
        """Handle an event of the window or of another thread; return False if it is none."""
        kind = event.type
        if kind in _GONE:
            self._hidden = True
        elif kind in _BACK:
            self._hidden = False
            if kind == pygame.WINDOWMAXIMIZED:
                self.window.told_maximised()
            elif kind == pygame.WINDOWRESTORED:
                self.window.told_restored()
            self.director.invalidate()
        elif kind in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            self._unfocused = -1.0 if kind == pygame.WINDOWFOCUSGAINED else 0.0
        elif kind in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED, pygame.WINDOWMOVED):
            self.window.moved()
            self._fit()
        elif kind == pygame.WINDOWEXPOSED:
            self.director.invalidate()
        elif kind == pygame.USEREVENT:
            # What another thread has found out is told whatever the window shows.
            event.tell()
        else:
            return False
        if kind in (*_GONE, pygame.WINDOWFOCUSLOST):
            self._strokes.release()
            self.director.scene.steady()
        return True

    def _handle_small(self, event: pygame.Event) -> None:
        """Handle an event of the compact window: return from it, quit, or refuse."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._restore()
        elif event.type == pygame.KEYDOWN:
            binding = find_binding(event)
            command = binding.command if binding else None
            if command is Command.QUIT:
                self.quit()
            elif command is Command.COMPACT or (event.key in ENTER and unmodified(event)):
                self._restore()
            elif binding is not None or is_table_key(event):
                self.kit.sounds.refuse()

    # -- time ----------------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Let ``seconds`` pass, in steps of equal length."""
        self._since_input += seconds
        if self._unfocused >= 0:
            self._unfocused += seconds
        if self._miniature is not None:
            return
        director = self.director
        playing = (
            not self._hidden and director.panel is None and self._unfocused < _RESTS_WITHOUT_FOCUS
        )
        if director.panel is not None:
            director.panel.tick(seconds)
        if director.leaving is not None and not director.leaving.tick(seconds):
            director.leaving = None
            director.invalidate()
        self._strokes.tick(seconds)
        due = self._ticker.steps(seconds)
        if director.scene.rests(due * STEP, playing=playing):
            return
        if due and not director.scene.moving:
            # Nothing moves: one step as long as all that are due does the same.
            director.scene.tick(due * STEP, playing=playing)
            due = 0
        for _ in range(due):
            director.scene.tick(STEP, playing=playing)
        if not director.scene.moving:
            director.scene.idle()
        self._saving.tend()

    # -- picture -------------------------------------------------------------------------------

    @property
    def dirty(self) -> bool:
        """Whether the window's picture is out of date."""
        if self._hidden:
            return False
        director = self.director
        if director.scene.dirty or self._miniature is not None:
            return director.scene.dirty
        return director.leaving is not None or bool(director.panel and director.panel.dirty)

    def paint(self) -> None:
        """Draw the window's picture, without presenting it."""
        if self._miniature is None and self.window.size != self._fitted[0]:
            # The window has changed since the last of its events.
            self._fit()
        director, surface = self.director, self.window.surface
        if self._miniature is not None:
            self._miniature.paint(surface)
            director.scene.dirty = False
            return
        director.scene.paint(surface)
        for sheet in (director.leaving, director.panel):
            if sheet is not None:
                sheet.paint(surface, self.kit.theme)

    def present(self) -> None:
        """Show what was drawn."""
        self.window.flip()

    # -- the loop ------------------------------------------------------------------------------

    def loop(self) -> None:
        """Run until the program is to end."""
        before, access = time.perf_counter(), self.access
        while self.running:
            for event in events():
                self.handle(event)
            access.serve()
            now = time.perf_counter()
            self.advance(now - before)
            before = now
            shows = self.dirty
            if shows:
                self.paint()
                self.present()
                if self._since_input < _ANSWERS_INPUT:
                    self.kit.sounds.start()
                self.kit.stillness.ask()
            elif not self._listens:
                self._look_out()
            access.show(changed=shows)
            self._rest(after_picture=shows)

    def _look_out(self) -> None:
        """Look out for controllers, once the first picture is seen and nothing moves."""
        if not self.director.scene.moving:
            from scenes.desktop.pads import look_out  # the first picture does not wait for it

            self._listens = True
            self._doorbell.hear(look_out)

    def _rest(self, *, after_picture: bool) -> None:
        """Sleep until the loop is needed again."""
        scene = self.director.scene
        small = self._miniature is not None
        panel, leaving = self.director.panel, self.director.leaving
        sliding = leaving is not None or (panel is not None and panel.moving)
        moving = not small and (scene.moving or self._strokes.repeating or sliding)
        short = short_rest(self._since_input, moving=moving)
        if short is None and after_picture:
            # Presenting may have read events from the socket: they wait within, and do not ring.
            short = _AFTER_PICTURE
        if short is not None:
            time.sleep(short)
        else:
            self.kit.sounds.rest()
            self._doorbell.sleep(LONGEST_REST if small else self._patience)

    @property
    def _patience(self) -> float:
        """Seconds for which nothing will change by itself on the scene."""
        patience = self._ticker.until(min(LONGEST_REST, self.director.scene.patience))
        return min(patience, ANSWERS) if self.kit.solver.busy() else patience

    def close(self) -> None:
        """Save everything, and close the window."""
        if self._access is not None:
            self._access.close()
        self.director.scene.leave()
        settings, storage = self.kit.settings, self.kit.storage
        if self._keeps_place:
            settings.keep_place(screen_set(), self.window.place, self.window.maximised)
        storage.save_settings(settings)
        storage.close()
        self.kit.sounds.stop()
        if self.kit.solver_made:
            self.kit.solver.close()
        self.kit.announcer.close()
        self.window.close()
