"""Routes what is done with controllers: to the same commands and keys as a keyboard's.

Each button is a command or a key, whichever the scene or panel has for it; the stick and the cross
are the arrows, and repeat as they do. Of each button that is pressed SDL tells twice, as of a
joystick and as of a controller; only the second is listened to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame
from pygame._sdl2 import controller

from game.core.state import Role
from game.support.texts import tr
from scenes.kit.commands import (
    GAMEPAD_NAMES,
    Button,
    Command,
    Maker,
    gamepad_words,
    maker_of,
    named_commands,
)
from scenes.widgets.items import DigitField

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller

    from scenes.app.app import Keystrokes
    from scenes.app.director import Director

_BUTTONS: Final = {
    pygame.CONTROLLER_BUTTON_A: Button.A,
    pygame.CONTROLLER_BUTTON_B: Button.B,
    pygame.CONTROLLER_BUTTON_X: Button.X,
    pygame.CONTROLLER_BUTTON_Y: Button.Y,
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: Button.LEFT_SHOULDER,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: Button.RIGHT_SHOULDER,
    pygame.CONTROLLER_BUTTON_BACK: Button.BACK,
    pygame.CONTROLLER_BUTTON_START: Button.START,
}
_CROSS: Final = {
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: pygame.K_LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: pygame.K_RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_UP: pygame.K_UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: pygame.K_DOWN,
}
_STICK: Final = {
    pygame.CONTROLLER_AXIS_LEFTX: (pygame.K_LEFT, pygame.K_RIGHT),
    pygame.CONTROLLER_AXIS_LEFTY: (pygame.K_UP, pygame.K_DOWN),
}
_FULL: Final = 32767
_PUSHED: Final = 0.55
"""How far the stick has to be pushed before it is an arrow, of its whole way."""
_LET_GO: Final = 0.35
"""How far it may still be pushed when it is none any more; between the two it does not flicker."""


class Gamepads:
    """All controllers; any of them plays."""

    def __init__(self, director: Director, strokes: Keystrokes) -> None:
        self._director = director
        self._keystrokes = strokes
        self._open: dict[int, tuple[Maker, Controller]] = {}
        """The controllers that are plugged in, by the numbers that their events bear."""
        self._stick: dict[int, float] = {}
        """How far the stick is pushed along each axis."""
        self._pushed = 0
        """The arrow that the stick is; 0 while it is none."""
        self._maker: Maker | None = None
        """Whose names are on the screen."""
        self._explained = False

    # -- on the screen -------------------------------------------------------------------------

    def forget(self) -> None:
        """Name keys again, as another device is used."""
        self._name(None)

    def _name(self, maker: Maker | None) -> None:
        """Name the buttons on the screen as ``maker`` does; None names keys."""
        if maker is self._maker:
            return
        self._maker = maker
        GAMEPAD_NAMES.clear()
        if maker is not None:
            GAMEPAD_NAMES.update(named_commands(maker))
        director = self._director
        director.scene.rename()
        if director.panel is not None:
            director.panel.rebuild()
        director.invalidate()

    def _used(self, event: pygame.Event) -> None:
        maker, _ = self._open.get(event.instance_id, (Maker.XBOX, None))
        self._name(maker)
        self._director.scene.player_acted()

    def _explain(self) -> None:
        """Say what the buttons mean, the first time that one is pressed on a table."""
        table = self._director.table
        if table is not None and self._director.panel is None and not self._explained:
            self._explained = True
            self._director.tell(gamepad_words(self._maker or Maker.XBOX, table.deal.kind))

    # -- events --------------------------------------------------------------------------------

    @staticmethod
    def presses(event: pygame.Event) -> bool:
        """Whether ``event`` is a press of a button that means something."""
        pressed = event.type == pygame.CONTROLLERBUTTONDOWN
        return pressed and event.button in (*_BUTTONS, *_CROSS)

    @staticmethod
    def returns(event: pygame.Event) -> bool:
        """Whether a press leads back from the compact window."""
        return _BUTTONS.get(event.button) in (Button.A, Button.START)

    def take(self, event: pygame.Event, *, ignore_presses: bool) -> bool:
        """Handle an event of a controller; return whether the player did something;
        with ``ignore_presses``, nothing that is pressed means anything."""
        if event.type == pygame.CONTROLLERAXISMOTION:
            return self._push(event, ignore_presses)
        if event.type == pygame.CONTROLLERBUTTONUP:
            self._keystrokes.release(_CROSS.get(event.button, 0))
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            if ignore_presses or not self.presses(event):
                return False
            self._used(event)
            if event.button in _CROSS:
                self._arrow(_CROSS[event.button])
            else:
                self._press(_BUTTONS[event.button])
            self._explain()
            return True
        elif event.type == pygame.JOYDEVICEADDED:
            report_controllers()
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
            self._open[number] = maker_of(name), controller
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
            self._name(None)

    # -- the stick and the buttons -------------------------------------------------------------

    def _push(self, event: pygame.Event, ignore_presses: bool) -> bool:
        """Handle a movement of the left stick; return whether it is another arrow now."""
        if event.axis not in _STICK:
            return False
        self._stick[event.axis] = event.value / _FULL
        axis = max(self._stick, key=lambda one: abs(self._stick[one]))
        far = self._stick[axis]
        least = _LET_GO if self._pushed in _STICK[axis] else _PUSHED
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
        """Do what a key of the keyboard does."""
        self._keystrokes.press(
            pygame.Event(pygame.KEYDOWN, key=key, unicode=typed, mod=0, scancode=0, window=None)
        )

    @property
    def _field(self) -> DigitField | None:
        """The field that the arrows mean, if there is one."""
        page = self._director.panel.page if self._director.panel else None
        return None if page is None or page.controls.focus else page.field

    def _arrow(self, arrow: int) -> None:
        """Do what an arrow of the keyboard does; at the end of a field one adds a sign."""
        field = self._field
        if field is not None and arrow == pygame.K_RIGHT and field.caret == len(field.text):
            self._key(pygame.K_0, field.signs[0])
        else:
            self._key(arrow)

    def _press(self, button: Button) -> None:
        """Do what a button means on the scene, or on the panel over it."""
        director = self._director
        table = None if director.panel else director.table
        self._keystrokes.release()
        if button is Button.A:
            self._key(pygame.K_RETURN, "\r")
        elif button is Button.BACK:
            self._key(pygame.K_TAB, "\t")
        elif button is Button.START:
            self._start()
        elif table is not None:
            deals = table.deal.kind.has(Role.STOCK)
            commands = {
                Button.B: Command.BACK,
                Button.X: Command.TO_HOME,
                Button.Y: Command.DEAL if deals else Command.TO_CELLS,
                Button.LEFT_SHOULDER: Command.UNDO_ACTION,
                Button.RIGHT_SHOULDER: Command.REDO_ACTION,
            }
            director.run(commands[button])
        elif button is Button.B:
            self._key(pygame.K_ESCAPE)
        elif button is Button.X and self._field is not None:
            self._key(pygame.K_BACKSPACE)
        elif director.review and director.panel is None:
            self._press_in_review(button)

    def _press_in_review(self, button: Button) -> None:
        commands = {
            Button.X: Command.DEAL,
            Button.Y: Command.HINT,
            Button.LEFT_SHOULDER: Command.UNDO_ACTION,
            Button.RIGHT_SHOULDER: Command.REDO_ACTION,
        }
        self._director.run(commands[button])

    def _start(self) -> None:
        """Show the menu from any table, whatever is held or told there; go on from the menu."""
        director = self._director
        if director.panel is not None or director.review:
            self._key(pygame.K_ESCAPE)
        elif director.table is None:
            self._key(pygame.K_RETURN, "\r")
        else:
            scene = director.scene
            director.run(Command.START)
            if director.scene is scene:
                director.run(Command.START)


# -- as SDL has them ------------------------------------------------------------------------------


def report_controllers() -> None:
    """Have SDL tell of each joystick whose buttons it knows by name as a controller."""
    if not controller.get_init():
        controller.init()


def opened(device: int) -> tuple[int, str, Controller] | None:
    """Open the controller of that index; return by which number its events name it, what it is
    called, and itself. None if it has gone again."""
    try:
        found = controller.Controller(device)
        return found.as_joystick().get_instance_id(), found.name, found
    except pygame.error:
        return None
