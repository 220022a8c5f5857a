"""Translates input from game controllers into commands and keys."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

import pygame
from pygame._sdl2 import controller

from game.core.state import Role
from game.support.texts import tr
from scenes.kit.commands import GAMEPAD_NAMES, Command, gamepad_names
from scenes.widgets.items import TextField

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller

    from game.rules.registry import GameKind
    from scenes.app.app import Keystrokes
    from scenes.app.director import Director

_A: Final = pygame.CONTROLLER_BUTTON_A
_B: Final = pygame.CONTROLLER_BUTTON_B
_X: Final = pygame.CONTROLLER_BUTTON_X
_Y: Final = pygame.CONTROLLER_BUTTON_Y
_BACK: Final = pygame.CONTROLLER_BUTTON_BACK
_START: Final = pygame.CONTROLLER_BUTTON_START
_SHOULDERS: Final = {
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: Command.UNDO_ACTION,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: Command.REDO_ACTION,
}
_DPAD: Final = {
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: pygame.K_LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: pygame.K_RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_UP: pygame.K_UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: pygame.K_DOWN,
}
# SDL also reports each press as a joystick event; those are ignored.
GAMEPAD_EVENTS: Final = (
    pygame.CONTROLLERBUTTONDOWN,
    pygame.CONTROLLERBUTTONUP,
    pygame.CONTROLLERAXISMOTION,
    pygame.CONTROLLERDEVICEADDED,
    pygame.CONTROLLERDEVICEREMOVED,
    pygame.JOYDEVICEADDED,
)
LEAVE_COMPACT_WINDOW: Final = (_A, _START)
_USED_BUTTONS: Final = (_A, _B, _X, _Y, _BACK, _START, *_SHOULDERS, *_DPAD)
_STICK: Final = {
    pygame.CONTROLLER_AXIS_LEFTX: (pygame.K_LEFT, pygame.K_RIGHT),
    pygame.CONTROLLER_AXIS_LEFTY: (pygame.K_UP, pygame.K_DOWN),
}
_FULL: Final = 32767
_PUSHED: Final = 0.55
"""How far the stick must be pushed to press an arrow key, from 0 to 1."""
_STILL_PUSHED: Final = 0.35
"""Below this, the stick releases the arrow key. It is less than ``_PUSHED`` to prevent flicker."""


class Gamepads:
    """All connected controllers; the player can use any of them."""

    def __init__(self, director: Director, keystrokes: Keystrokes) -> None:
        self._director = director
        self._keystrokes = keystrokes
        self._open: dict[int, tuple[str, Controller]] = {}
        """The connected controllers with their names, by SDL's instance id."""
        self._stick: dict[int, float] = {}
        """How far the stick is pushed along each axis, from −1 to 1."""
        self._pushed = 0
        """The arrow key that the stick is pressing; 0 for none."""
        self._in_use: str | None = None
        """The controller whose button names are shown; None for key names."""
        self._explained = False

    # -- on the screen -------------------------------------------------------------------------

    def show_names(self, controller: str | None) -> None:
        """Show the button names of ``controller``; None shows key names."""
        if controller == self._in_use:
            return
        self._in_use = controller
        GAMEPAD_NAMES.clear()
        if controller is not None:
            GAMEPAD_NAMES.update(gamepad_names(controller))
        director = self._director
        director.scene.rename()
        if director.panel is not None:
            director.panel.rebuild()
        director.invalidate()

    def _used(self, event: pygame.Event) -> None:
        name, _ = self._open.get(event.instance_id, ("", None))
        self.show_names(name)
        self._director.scene.player_acted()

    def _explain(self) -> None:
        """Explain the controller's buttons at a table, but only once."""
        table = self._director.table
        if table is not None and self._director.panel is None and not self._explained:
            self._explained = True
            self._director.tell(_meanings(table.deal.kind))

    # -- events --------------------------------------------------------------------------------

    def take(self, event: pygame.Event, *, ignore_presses: bool) -> bool:
        """Handle a controller event; return whether a press was acted on."""
        if event.type == pygame.CONTROLLERAXISMOTION:
            return self._push(event, ignore_presses)
        if event.type == pygame.CONTROLLERBUTTONUP:
            self._keystrokes.release(_DPAD.get(event.button, 0))
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            if ignore_presses or not is_press(event):
                return False
            self._used(event)
            if event.button in _DPAD:
                self._arrow(_DPAD[event.button])
            else:
                self._press(event.button)
            self._explain()
            return True
        elif event.type == pygame.JOYDEVICEADDED:
            # From now on SDL also reports, as a controller, each joystick whose buttons it knows.
            if not controller.get_init():
                controller.init()
        elif event.type == pygame.CONTROLLERDEVICEADDED:
            self._plug_in(event.device_index)
        else:
            self._unplug(event.instance_id)
        return False

    # -- plugged in and out --------------------------------------------------------------------

    def _plug_in(self, device: int) -> None:
        found = opened(device)
        if found is not None and found[0] not in self._open:
            number, name, controller = found
            self._open[number] = name, controller
            self._director.tell(tr("{controller} connected.", controller=name))

    def _unplug(self, number: int) -> None:
        gone = self._open.pop(number, None)
        self._stick.clear()
        self._pushed = 0
        self._keystrokes.release()
        if gone is not None:
            gone[1].quit()
            self._director.scene.finish_motion()
            self._director.tell(tr("Controller disconnected."))
        if not self._open:
            self.show_names(None)

    # -- the stick and the buttons -------------------------------------------------------------

    def _push(self, event: pygame.Event, ignore_presses: bool) -> bool:
        """Handle a stick's movement; return whether it pressed an arrow key."""
        if event.axis not in _STICK:
            return False
        self._stick[event.axis] = event.value / _FULL
        axis = max(self._stick, key=lambda one: abs(self._stick[one]))
        far = self._stick[axis]
        least = _STILL_PUSHED if self._pushed in _STICK[axis] else _PUSHED
        arrow = _STICK[axis][far > 0] if abs(far) >= least else 0
        if arrow == self._pushed:
            return False
        self._keystrokes.release(self._pushed)
        self._pushed = arrow
        if not arrow or ignore_presses:
            return False
        self._used(event)
        self._arrow(arrow)
        self._explain()
        return True

    def _key(self, key: int, typed: str = "") -> None:
        """Act as if ``key`` had been pressed on the keyboard, typing ``typed``."""
        self._keystrokes.press(
            pygame.Event(pygame.KEYDOWN, key=key, unicode=typed, mod=0, scancode=0, window=None)
        )

    @property
    def _field(self) -> TextField | None:
        """The text field that the arrow keys edit, if any."""
        page = self._director.panel.page if self._director.panel else None
        return None if page is None or page.controls.focus else page.field

    def _arrow(self, arrow: int) -> None:
        """Press an arrow key; at the end of a text field, Right adds a character instead."""
        field = self._field
        if field is not None and arrow == pygame.K_RIGHT and field.caret == len(field.text):
            self._key(pygame.K_0, field.signs[0])
        else:
            self._key(arrow)

    def _press(self, button: int) -> None:
        """Handle a button press in the open panel. If no panel is open, handle it in the scene."""
        director = self._director
        self._keystrokes.release()
        commands = {} if director.panel else self._commands
        if button == _A:
            self._key(pygame.K_RETURN, "\r")
        elif button == _BACK:
            self._key(pygame.K_TAB, "\t")
        elif button == _START:
            self._start()
        elif button in commands:
            director.run(commands[button])
        elif button == _B:
            self._key(pygame.K_ESCAPE)
        elif button == _X and self._field is not None:
            self._key(pygame.K_BACKSPACE)

    @property
    def _commands(self) -> dict[int, Command]:
        """The commands that buttons stand for in the scene."""
        table = self._director.table
        if table is not None:
            y = Command.DEAL if table.deal.kind.has(Role.STOCK) else Command.TO_CELLS
            return {_B: Command.BACK, _X: Command.TO_HOME, _Y: y, **_SHOULDERS}
        if self._director.review:
            return {_X: Command.DEAL, _Y: Command.HINT, **_SHOULDERS}
        return {}

    def _start(self) -> None:
        """Handle the Start button: act as Esc or Enter, or leave the table."""
        director = self._director
        if director.panel is not None or director.review:
            self._key(pygame.K_ESCAPE)
        elif director.table is None:
            self._key(pygame.K_RETURN, "\r")
        else:
            # If cards are held or something is being shown, the first command only ends that.
            scene = director.scene
            director.run(Command.START)
            if director.scene is scene:
                director.run(Command.START)


def is_press(event: pygame.Event) -> bool:
    """Return whether ``event`` is the press of a button that the program uses."""
    return event.type == pygame.CONTROLLERBUTTONDOWN and event.button in _USED_BUTTONS


def _meanings(kind: GameKind) -> str:
    a, b, x = (GAMEPAD_NAMES[key] for key in ("Enter", "Esc", "Space"))
    y = GAMEPAD_NAMES[Command.DEAL]
    if kind.has(Role.CELL):
        return tr(
            "{a}: pick up, put down · {b}: back · {x}: home · {y}: free cell", a=a, b=b, x=x, y=y
        )
    return tr("{a}: pick up, put down · {b}: back · {x}: home · {y}: deal", a=a, b=b, x=x, y=y)


# -- through SDL ----------------------------------------------------------------------------------


def watch_for_gamepads() -> None:
    """Have SDL report all controllers, including those connected later."""
    if sys.platform == "linux":
        # With the kernel's own drivers a controller sends nothing until a button is pressed, so a
        # table at rest stays at rest.
        os.environ.setdefault("SDL_JOYSTICK_HIDAPI", "0")
    pygame.joystick.init()


def opened(device: int) -> tuple[int, str, Controller] | None:
    """Open a controller. Return its instance id, name and object; None if that fails."""
    try:
        found = controller.Controller(device)
        return found.as_joystick().get_instance_id(), found.name, found
    except pygame.error:  # for example, it has been unplugged again
        return None
