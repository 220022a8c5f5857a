"""The program's loop, which handles events and lets time pass."""

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
from scenes.app.gamepads import GAMEPAD_EVENTS, Gamepads, watch_for_gamepads
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
from scenes.kit.window import Form, GameWindow, events, screen_set
from scenes.style.shapes import rounded
from scenes.style.theme import Theme
from scenes.table.keyboard import is_table_key

if TYPE_CHECKING:
    from scenes.app.access import Access
    from scenes.app.director import Scene
    from scenes.widgets.panel import Panel

_MOUSE: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
_INPUT: Final = (*_MOUSE, pygame.KEYDOWN, pygame.MOUSEWHEEL)
_GONE: Final = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
_BACK: Final = (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWMAXIMIZED)
STEP: Final = 1 / 120
"""The fixed time step for all motion, in seconds."""
_TINY: Final = 1e-6
"""A difference of up to this many seconds is only a rounding error."""
_MOST: Final = 0.6
"""The maximum number of seconds to catch up on after a gap, such as when the machine has been
asleep."""
_LONGEST_REST: Final = 0.5
"""The longest time without a step, in seconds; less than ``_MOST``."""
_FILES: Final = 0.25
"""The interval between checks of the files, in seconds."""
_LOOK: Final = 1 / 30
"""The interval between checks for input while nothing is moving, in seconds."""
_ATTENTIVE: Final = 2.0
"""How long after an input the loop stays alert for more, in seconds."""
_ATTENTIVE_LOOK: Final = 1 / 240
_RESTS_WITHOUT_FOCUS: Final = 60.0
"""The number of seconds without focus after which the game's clock stops."""


_REPEATED: Final = (*ARROWS, pygame.K_BACKSPACE)
"""The keys that repeat while they are held."""
_RELEASES: Final = (pygame.KEYUP, pygame.CONTROLLERBUTTONUP)
_FIRST_REPEAT: Final = 0.4
_NEXT_REPEAT: Final = 0.06
_SURE: Final = 0.1
"""The most that one call of ``tick`` can add to the time for which a key has been held, in seconds.
After a longer stall, nobody can tell whether the key is still down."""


def paint_miniature(target: pygame.Surface, shot: pygame.Surface, theme: Theme) -> None:
    """Draw what the compact window shows: ``shot``, the picture of the window before it shrank,
    with a pause symbol in its bottom right corner."""
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
    """Handles the window's keys, except while the window is compact."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self.held: tuple[pygame.Event, Panel | Scene] | None = None
        """The KEYDOWN event of the key that repeats because it is held, and the panel or scene that
        received it; None if there is none."""
        self._due = 0.0
        """The time until the next repetition, in seconds."""

    @property
    def _receiver(self) -> Panel | Scene:
        return self._director.panel or self._director.scene

    def press(self, event: pygame.Event) -> None:
        """Handle a KEYDOWN event."""
        self.release()
        receiver = self._receiver
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
        """Let ``seconds`` pass. Then repeat the held key once if its next repetition is due and no
        key release is waiting to be handled; but do so only where the key was pressed."""
        if self.held is None:
            return
        self._due -= min(seconds, _SURE)
        if self._due <= 0 and not pygame.event.peek(_RELEASES):
            self._due += _NEXT_REPEAT
            event, receiver = self.held
            if receiver is self._receiver:
                self._act(event)

    def release(self, key: int | None = None) -> None:
        """Record that ``key`` was released; None means all keys."""
        if self.held is not None and key in (None, self.held[0].key):
            self.held = None


class App:
    """The running program.

    Time passes only in ``advance``, and input arrives only through ``handle``.
    """

    def __init__(
        self,
        kit: Kit,
        window: GameWindow,
        *,
        keeps_place: bool = True,
    ) -> None:
        self.kit = kit
        self.window = window
        self._keeps_place = keeps_place
        self.running = True
        self._hidden = False
        self._unfocused = -1.0
        self._left = 0.0
        """The time since the last step, in seconds; less than a step."""
        self._since_input = 0.0
        self._shot: pygame.Surface | None = None
        """The picture of the window before it became compact; None if it isn't compact."""
        kit.text.density = window.density
        self._fitted = window.size, window.density
        """The size and density for which everything is laid out."""
        self.director = Director(kit, self)
        self._keystrokes = Keystrokes(self.director)
        self._gamepads = Gamepads(self.director, self._keystrokes)
        self._files_in = 0.0
        """The time until the next check of the files, in seconds."""
        self._mark = ""
        """The message about unsaved files, as of the last check."""
        self._warned = False
        """Whether the player has been warned that quitting now would lose something."""
        self.access: Access | None = None
        """The connection to screen readers; None if AccessKit isn't installed, or before
        ``connect_readers``."""

    def connect_readers(self) -> None:
        """Let screen readers read the program, if AccessKit is installed."""
        with suppress(ImportError):
            # AccessKit is an optional package, and not needed for the first frame.
            from scenes.app.access import Access

            self.access = self.access or Access(self)

    # -- the frame around the scenes -----------------------------------------------------------

    @property
    def resting(self) -> str:
        """The text of the compact window; empty while it is not shown."""
        if self._shot is None:
            return ""
        return tr("The game is paused in a small window. Enter brings it back.")

    def quit(self) -> None:
        """Save the game in hand and end the program.

        If saving fails, only warn the player; quitting again then ends the program.
        """
        if self._warned or self.kit.storage.settle():
            self.end()
            return
        kit = self.kit
        self._warned = True
        if self._shot is not None:
            self.toggle_compact()
        self.director.close_panel()
        # Problems reported a moment ago are part of the message below.
        kit.take_problems()
        self.director.tell(
            tr(
                "Not everything could be saved: {reason}. Quit again to leave anyway.",
                reason=why(kit.storage.reason or ElsewhereError()),
            )
        )

    def _check_files(self) -> None:
        """Report problems with the files, and redraw if the message about unsaved files has
        changed. If another window was using the files and has closed, take them over."""
        if self.kit.storage.came_late:
            self.director.take_over()
        for problem in self.kit.take_problems():
            self.director.tell(problem)
        if self.kit.storage.unsaved_text != self._mark:
            self._mark = self.kit.storage.unsaved_text
            self.director.invalidate()
        self._warned = self._warned and bool(self.kit.storage.unsaved_text)

    def end(self) -> None:
        """End the program at once."""
        self.running = False

    def toggle_fullscreen(self) -> None:
        full = self.window.form is not Form.FULLSCREEN
        self.window.set_fullscreen(full)
        self.kit.settings.fullscreen = full
        self._fit()

    def toggle_compact(self) -> None:
        """Shrink the window to a small picture in which nothing can be played, or restore it."""
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
        """Adapt everything to the window as it is now."""
        size, density = self.window.size, self.window.density
        if self._shot is None and (size, density) != self._fitted:
            self._fitted = size, density
            self.kit.text.density = density
            self.director.resize(size)
        self.director.invalidate()

    # -- events --------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> None:
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
        elif event.type in _MOUSE:
            event.pos = self.window.pixel(event.pos)
            (self.director.panel or self.director.scene).pointer_event(event)
        else:
            self._other_input(event)

    def _attend(self, event: pygame.Event) -> None:
        """Note keyboard or mouse input, so that the loop checks for more at short intervals for a
        while.

        Any input except a mouse movement also switches from the names of controller buttons back to
        those of keys.
        """
        self._since_input = 0.0
        if GAMEPAD_NAMES and event.type != pygame.MOUSEMOTION:
            self._gamepads.forget()
        pressed = event.type == pygame.KEYDOWN and event.key not in MODIFIERS
        if pressed or event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL):
            self.director.scene.player_acted()

    def _gamepad_event(self, event: pygame.Event) -> None:
        """Handle a controller event.

        Button presses arrive even while another program has the keyboard; they are meant for that
        program, so they are ignored.
        """
        gamepads = self._gamepads
        elsewhere = self._unfocused >= 0 or self._shot is not None
        if self._shot is not None and gamepads.presses(event):
            if gamepads.returns(event):
                self.toggle_compact()
            else:
                self.kit.sounds.refuse()
        elif gamepads.take(event, ignore_presses=elsewhere):
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
        """Handle a window event or an event from another thread; return False for any other
        event."""
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
            # News from other threads is handled whatever the window shows.
            event.act()
        else:
            return False
        if kind in (*_GONE, pygame.WINDOWFOCUSLOST):
            self._keystrokes.release()
            self.director.scene.finish_motion()
        return True

    def _handle_small(self, event: pygame.Event) -> None:
        """Handle an event in the compact window: return from it, quit, or refuse the input."""
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
        """Let ``seconds`` pass, in equal steps."""
        self._since_input += seconds
        if self._unfocused >= 0:
            self._unfocused += seconds
        if self._shot is not None:
            return
        self._left += min(seconds, _MOST)
        # Unless every step is needed, one long step will do.
        step = self._left if self._next_change else STEP
        while self._left >= STEP - _TINY:
            self._left -= step
            self._step(step)
        # Called once, not in each step, so that a held key repeats only once after a stall.
        self._keystrokes.tick(seconds)
        if self.director.panel is not None:
            self.director.panel.poll()
        self._files_in -= seconds
        if self._files_in <= 0:
            self._files_in = _FILES
            self._check_files()

    def _step(self, seconds: float) -> None:
        director = self.director
        playing = (
            not self._hidden and director.panel is None and self._unfocused < _RESTS_WITHOUT_FOCUS
        )
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
        """Run until the program ends."""
        self.connect_readers()
        watch_for_gamepads()
        threading.Thread(target=self.kit.ask_desktop, name="desktop", daemon=True).start()
        before = time.perf_counter()
        while self.running:
            # Catch up before handling input, because input is meant for what the screen shows now.
            now = time.perf_counter()
            self.advance(now - before)
            before = now
            for event in events():
                self.handle(event)
            if self.access is not None:
                self.access.serve()
            shows = self.dirty
            if shows:
                self.paint()
                self.window.flip()
                if self._since_input < _ATTENTIVE:
                    self.kit.sounds.start()
            if self.access is not None:
                self.access.show(changed=shows)
            self._rest()

    def _rest(self) -> None:
        """Sleep until the next step is due.

        If no step is needed, sleep until something changes by itself or an event arrives.
        """
        if self._since_input < _ATTENTIVE:
            time.sleep(_ATTENTIVE_LOOK)
            return
        until = max(STEP, min(_LONGEST_REST, self._next_change)) - self._left
        if until <= STEP:
            time.sleep(until)
            return
        self.kit.sounds.rest()
        end = time.perf_counter() + until
        while self.running and not pygame.event.peek() and (left := end - time.perf_counter()) > 0:
            time.sleep(min(_LOOK, left))

    @property
    def _next_change(self) -> float:
        """The time until something changes by itself, in seconds; 0 if no step may be skipped."""
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
