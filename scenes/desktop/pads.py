"""Controllers as SDL has them: looked out for, opened and closed.

Of each button that is pressed SDL tells twice, as of a joystick and as of a controller; only the
second is listened to.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller


def look_out() -> None:
    """Have SDL tell of controllers that are there, and of those that come; none is open yet."""
    if sys.platform == "linux":
        # By way of the kernel's own drivers a controller is silent until something is pressed, so
        # that a table at rest is left in peace.
        os.environ.setdefault("SDL_JOYSTICK_HIDAPI", "0")
    pygame.joystick.init()


def tell_of_all() -> None:
    """Have SDL tell of each joystick whose buttons it knows by name as a controller."""
    from pygame._sdl2 import controller  # brings much of SDL along, and few have a controller

    if not controller.get_init():
        controller.init()


def opened(device: int) -> tuple[int, str, Controller] | None:
    """Open the controller of that index; return by which number its events name it, what it is
    called, and itself. None if it has gone again."""
    from pygame._sdl2 import controller  # brings much of SDL along, and few have a controller

    try:
        found = controller.Controller(device)
        return found.as_joystick().get_instance_id(), found.name, found
    except pygame.error:
        return None
