"""The running program: its main loop, time and events."""

from __future__ import annotations

import math
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import pygame

from game.support.errors import why
from game.support.lock import ElsewhereError
from game.support.texts import tr
from scenes.app import exchange
from scenes.app.director import Director
from scenes.app.gamepads import (
    GAMEPAD_EVENTS,
    LEAVE_COMPACT_WINDOW,
    Gamepads,
    is_press,
    watch_for_gamepads,
)
from scenes.kit.commands import (
    ALT,
    ARROWS,
    CTRL,
    ENTER,
    GAMEPAD_NAMES,
    MODIFIERS,
    Command,
    command_of,
    unmodified,
)
from scenes.kit.services import NEWS, Kit
from scenes.kit.window import POINTER, Form, GameWindow, screen_set
from scenes.style.shapes import rounded
from scenes.style.theme import Theme
from scenes.table.keyboard import is_table_key

if TYPE_CHECKING:
    from scenes.app.access import Access
    from scenes.app.director import Scene
    from scenes.widgets.panel import Panel

_INPUT: Final = (*POINTER, pygame.KEYDOWN, pygame.MOUSEWHEEL)
_GONE: Final = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
_BACK: Final = (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWMAXIMIZED)

# All times are in seconds.
STEP: Final = 1 / 120
"""The length of a time step. Steps may be longer while nothing changes."""
_ROUNDING: Final = 1e-6
_MOST_CAUGHT_UP: Final = 0.6
"""The maximum number of seconds to catch up on, for example after the computer was suspended."""
_LONGEST_REST: Final = 0.5
"""The loop's longest sleep, in seconds. It has to be shorter than ``_MOST_CAUGHT_UP``."""
_FILE_CHECKS: Final = 0.25
"""The seconds between checks for problems with the player's files or the solver."""
_INPUT_CHECKS: Final = 1 / 30
"""The seconds between checks for input while the loop sleeps."""
_ALERT: Final = 2.0
"""The number of seconds after an input during which the loop sleeps only briefly."""
_ALERT_INPUT_CHECKS: Final = 1 / 240
_CLOCK_STOPS: Final = 60.0
"""The game's clock stops when the window has been without the focus for this many seconds."""

_REPEATED: Final = (*ARROWS, pygame.K_BACKSPACE)
"""The keys that repeat while held without Ctrl or Alt."""
_RELEASES: Final = (pygame.KEYUP, pygame.CONTROLLERBUTTONUP)
_FIRST_REPEAT: Final = 0.4
_NEXT_REPEAT: Final = 0.06
# After a longer stall, the key may no longer be down.
_MOST_HELD: Final = 0.1
"""The longest time, in seconds, that one ``tick`` counts for repeating a held key."""


def paint_miniature(target: pygame.Surface, shot: pygame.Surface, theme: Theme) -> None:
    """Draw the compact window: ``shot``, the window's last full picture, and a pause symbol."""
    size = target.get_size()
    target.blit(pygame.transform.smoothscale(shot, size), (0, 0))
    side = max(14, size[1] // 5)
    mark = pygame.Rect(0, 0, side, side)
    mark.bottomright = (size[0] - 4, size[1] - 4)
    rounded(target, theme.accent, mark, radius=side // 4)
    bar = pygame.Rect(0, 0, max(2, side // 6), side // 2)
    for offset in (-side // 6, side // 6):
        bar.center = (mark.centerx + offset, mark.centery)
        pygame.draw.rect(target, theme.on_accent, bar)


class Keystrokes:
    """Handles keys, except in the compact window."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self.held: tuple[pygame.Event, Panel | Scene] | None = None
        """The event of the key that is held down, and the panel or scene that received it."""
        self._due = 0.0
        """The seconds until the held key repeats."""

    def press(self, event: pygame.Event) -> None:
        """Handle a KEYDOWN event, and start repeating it if its key repeats."""
        self.release()
        receiver = self._director.panel or self._director.scene
        self._act(event)
        if event.key in _REPEATED and not event.mod & (CTRL | ALT):
            self.held, self._due = (event, receiver), _FIRST_REPEAT

    def _act(self, event: pygame.Event) -> None:
        director, panel = self._director, self._director.panel
        command = command_of(event)
        # In a text field a question mark is a character like any other.
        in_field = panel is not None and panel.page.field and event.unicode == "?"
        if command and (command.everywhere or panel is None) and not in_field:
            director.run(command)
        elif panel is not None:
            panel.type_key(event)
        elif unmodified(event):
            director.scene.type_key(event)

    def tick(self, seconds: float) -> None:
        """Let ``seconds`` pass, and repeat the held key if a repeat is due."""
        if self.held is None:
            return
        self._due -= min(seconds, _MOST_HELD)
        if self._due <= 0 and not pygame.event.peek(_RELEASES):
            self._due += _NEXT_REPEAT
            event, receiver = self.held
            if receiver is (self._director.panel or self._director.scene):
                self._act(event)

    def release(self, key: int | None = None) -> None:
        """Stop repeating ``key``. If it is None, stop repeating any key."""
        if self.held is not None and key in (None, self.held[0].key):
            self.held = None


class App:
    """The running program: ``advance`` passes time, ``handle`` takes input."""

    def __init__(self, kit: Kit, window: GameWindow, *, keeps_place: bool = True) -> None:
        self.kit = kit
        self.window = window
        self._keeps_place = keeps_place
        self.running = True
        self._hidden = False
        self._unfocused = -1.0
        self._left = 0.0
        """The seconds since the end of the last time step."""
        self._since_input = 0.0
        self._shot: pygame.Surface | None = None
        """The window's last full picture while the window is compact, otherwise None."""
        kit.text.density = window.density
        self._fitted = window.size, window.density
        """The size and density for which everything is laid out."""
        self.director = Director(kit, self)
        self._keystrokes = Keystrokes(self.director)
        self._gamepads = Gamepads(self.director, self._keystrokes)
        self._until_file_check = 0.0
        self._unsaved = ""
        """The message about unsaved files, as of the last check."""
        self._warned = False
        """Whether the player was warned that quitting would lose something."""
        self.access: Access | None = None
        """The connection to screen readers, if AccessKit is installed."""

    def connect_readers(self) -> None:
        """Let screen readers read the program, if AccessKit is installed."""
        with suppress(ImportError):
            # AccessKit is an optional package, and not needed for the first frame.
            from scenes.app.access import Access

            self.access = self.access or Access(self)

    # -- the frame around the scenes -----------------------------------------------------------

    @property
    def resting(self) -> str:
        """The description of the compact window; empty while it is not shown."""
        if self._shot is None:
            return ""
        return tr("The game is paused in a small window. Enter brings it back.")

    def quit(self) -> None:
        """Save everything and end the program; if saving fails, the first call only warns."""
        if self._warned or self.kit.storage.settle():
            self.end()
            return
        kit = self.kit
        self._warned = True
        if self._shot is not None:
            self.toggle_compact()
        self.director.close_panel()
        # The message below covers the problems that saving has just reported.
        kit.take_problems()
        self.director.tell(
            tr(
                "Not everything could be saved: {reason}. Quit again to leave anyway.",
                reason=why(kit.storage.reason or ElsewhereError()),
            )
        )

    def _check_files(self) -> None:
        """Report new problems with the player's files or the solver."""
        storage = self.kit.storage
        for problem in self.kit.take_problems():
            self.director.tell(problem)
        if storage.unsaved_text != self._unsaved:
            self._unsaved = storage.unsaved_text
            self.director.invalidate()
        self._warned = self._warned and bool(storage.unsaved_text)

    def end(self) -> None:
        """End the main loop, without the checks of ``quit``."""
        self.running = False

    def toggle_fullscreen(self) -> None:
        """Switch full screen on or off, and note that in the settings."""
        full = self.window.form is not Form.FULLSCREEN
        self.window.set_fullscreen(full)
        self.kit.settings.fullscreen = full
        self._fit()

    def toggle_compact(self) -> None:
        """Shrink the window and pause the game, or restore the window."""
        if self._shot is not None:
            self._shot = None
            self.window.restore()
            self._fit()
            self.kit.announcer.say(self.director.scene.title)
            return
        self.director.scene.finish_motion()
        self.paint()
        self._shot = self.window.surface.copy()
        self.window.shrink()
        self.director.invalidate()
        self.kit.announcer.say(self.resting)

    def _fit(self) -> None:
        """Lay everything out again if necessary; ask for a new frame."""
        size, density = self.window.size, self.window.density
        if self._shot is None and (size, density) != self._fitted:
            self._fitted = size, density
            self.kit.text.density = density
            self.director.resize(size)
        self.director.invalidate()

    # -- events --------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> None:
        """Act on ``event``, or pass it to the panel or scene."""
        if event.type in _INPUT:
            self._attend(event)
        if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            self.quit()
        elif event.type == pygame.KEYUP:
            self._keystrokes.release(event.key)
        elif self._window_event(event):
            pass
        elif event.type in GAMEPAD_EVENTS:
            self._gamepad_event(event)
        elif self._shot is not None:
            self._handle_small(event)
        elif event.type == pygame.KEYDOWN:
            self._keystrokes.press(event)
        elif event.type in POINTER:
            (self.director.panel or self.director.scene).pointer_event(event)
        else:
            self._other_input(event)

    def _attend(self, event: pygame.Event) -> None:
        """Take note of input from the mouse or the keyboard."""
        self._since_input = 0.0
        if GAMEPAD_NAMES and event.type != pygame.MOUSEMOTION:
            self._gamepads.show_names(None)
        pressed = event.type == pygame.KEYDOWN and event.key not in MODIFIERS
        if pressed or event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL):
            self.director.scene.player_acted()

    def _gamepad_event(self, event: pygame.Event) -> None:
        compact = self._shot is not None
        if compact and is_press(event):
            if event.button in LEAVE_COMPACT_WINDOW:
                self.toggle_compact()
            else:
                self.kit.sounds.refuse()
        # Presses also arrive while another program has the focus; those are not meant for this one.
        elif self._gamepads.take(event, ignore_presses=compact or self._unfocused >= 0):
            self._since_input = 0.0

    def _other_input(self, event: pygame.Event) -> None:
        """Handle the mouse wheel, and files dropped on the window."""
        panel, scene = self.director.panel, self.director.scene
        if event.type == pygame.MOUSEWHEEL:
            if panel:
                panel.scroll(-event.y)
            else:
                scene.wheel(event.y)
        elif event.type == pygame.DROPFILE:
            self.director.close_panel()
            exchange.drop(self.director, event.file)

    def _window_event(self, event: pygame.Event) -> bool:
        """Handle a window event or a call by ``call_in_loop``; return False for any other event."""
        kind = event.type
        if kind in _GONE:
            self._hidden = True
        elif kind in _BACK:
            self._hidden = False
            if kind == pygame.WINDOWMAXIMIZED:
                self.window.note_maximised()
            elif kind == pygame.WINDOWRESTORED:
                self.window.note_restored()
            self.director.invalidate()
        elif kind in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            self._unfocused = -1.0 if kind == pygame.WINDOWFOCUSGAINED else 0.0
        elif kind in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED, pygame.WINDOWMOVED):
            self.window.moved()
            self._fit()
        elif kind == pygame.WINDOWEXPOSED:
            self.director.invalidate()
        elif kind == NEWS:
            event.act()
        else:
            return False
        if kind in (*_GONE, pygame.WINDOWFOCUSLOST):
            self._keystrokes.release()
            self.director.scene.finish_motion()
        return True

    def _handle_small(self, event: pygame.Event) -> None:
        """Handle an event in the compact window."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.toggle_compact()
        elif event.type == pygame.KEYDOWN:
            command = command_of(event)
            if command is Command.QUIT:
                self.quit()
            elif command is Command.COMPACT or (event.key in ENTER and unmodified(event)):
                self.toggle_compact()
            elif command or is_table_key(event):
                self.kit.sounds.refuse()

    # -- time ----------------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Let ``seconds`` pass: run the time steps that are due, and check panel, files and solver.

        In the compact window, none of this happens.
        """
        self._since_input += seconds
        if self._unfocused >= 0:
            self._unfocused += seconds
        if self._shot is not None:
            return
        self._left += min(seconds, _MOST_CAUGHT_UP)
        # If nothing changes for a while, one long step will do.
        step = self._left if self._next_change else STEP
        while self._left >= STEP - _ROUNDING:
            self._left -= step
            self._step(step)
        # Called once, not in each step, so that a held key repeats only once after a stall.
        self._keystrokes.tick(seconds)
        if self.director.panel is not None:
            self.director.panel.poll()
        self._until_file_check -= seconds
        if self._until_file_check <= 0:
            self._until_file_check = _FILE_CHECKS
            self._check_files()

    def _step(self, seconds: float) -> None:
        director = self.director
        playing = not self._hidden and director.panel is None and self._unfocused < _CLOCK_STOPS
        if director.panel is not None:
            director.panel.tick(seconds)
        director.scene.tick(seconds, playing=playing)

    # -- picture -------------------------------------------------------------------------------

    @property
    def dirty(self) -> bool:
        """Whether a new frame is needed."""
        if self._hidden:
            return False
        director = self.director
        if director.scene.dirty or self._shot is not None:
            return director.scene.dirty
        return director.panel is not None and director.panel.dirty

    def paint(self) -> None:
        """Draw a frame without presenting it."""
        if self._shot is None and self.window.size != self._fitted[0]:
            # The window has changed size since its last event.
            self._fit()
        director, surface = self.director, self.window.surface
        if self._shot is not None:
            paint_miniature(surface, self._shot, self.kit.theme)
            director.scene.dirty = False
            return
        director.scene.paint(surface)
        if director.panel is not None:
            director.panel.paint(surface, self.kit.theme)

    # -- the loop ------------------------------------------------------------------------------

    def loop(self) -> None:
        """Run the main loop until ``end`` is called."""
        self.connect_readers()
        watch_for_gamepads()
        threading.Thread(target=self.kit.ask_desktop, name="desktop", daemon=True).start()
        before = time.perf_counter()
        while self.running:
            # Catch up before handling input, because input is meant for what the screen shows now.
            now = time.perf_counter()
            self.advance(now - before)
            before = now
            for event in self.window.events():
                self.handle(event)
            if self.access is not None:
                self.access.serve()
            shows = self.dirty
            if shows:
                self.paint()
                self.window.flip()
                if self._since_input < _ALERT:
                    self.kit.sounds.start()
            if self.access is not None:
                self.access.show(changed=shows)
            self._rest()

    def _rest(self) -> None:
        """Sleep until the next time step or event, but only briefly if there was input just now."""
        if self._since_input < _ALERT:
            time.sleep(_ALERT_INPUT_CHECKS)
            return
        until = max(STEP, min(_LONGEST_REST, self._next_change)) - self._left
        if until <= STEP:
            time.sleep(until)
            return
        self.kit.sounds.rest()
        end = time.perf_counter() + until
        while self.running and not pygame.event.peek() and (left := end - time.perf_counter()) > 0:
            time.sleep(min(_INPUT_CHECKS, left))

    @property
    def _next_change(self) -> float:
        """The seconds until something changes without input; infinite if nothing will change."""
        if self._shot is not None:
            return math.inf
        director, kit = self.director, self.kit
        sliding = director.panel is not None and director.panel.moving
        busy = sliding or kit.solver.job is not None or self._keystrokes.held is not None
        return 0.0 if busy else director.scene.seconds_until_change

    def close(self) -> None:
        """Save everything and close the window."""
        if self.access is not None:
            self.access.close()
        self.director.scene.leave()
        settings, storage = self.kit.settings, self.kit.storage
        if self._keeps_place:
            settings.remember_window(screen_set(), self.window.place, self.window.maximised)
        storage.save_settings(settings)
        storage.close()
        self.kit.sounds.stop()
        self.kit.solver.close()
        self.kit.announcer.close()
        self.window.close()
