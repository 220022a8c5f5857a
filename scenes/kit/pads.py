"""The names that makers have given to the buttons of their controllers.

Where SDL swaps the letters of a maker, a name here is what stands on the button that it reports.
"""

from __future__ import annotations

import os
import re
from enum import Enum, auto
from typing import Final

from game.core.state import Role
from game.rules.registry import GameKind
from game.support.texts import tr
from scenes.kit.commands import PAD_NAMES, Command


class Button(Enum):
    """The buttons that mean something here, by their places on most controllers."""

    A = auto()
    B = auto()
    X = auto()
    Y = auto()
    LEFT_SHOULDER = auto()
    RIGHT_SHOULDER = auto()
    BACK = auto()
    START = auto()


class Maker(Enum):
    """Whose names the buttons bear."""

    XBOX = auto()
    PLAYSTATION = auto()
    NINTENDO = auto()


_PLAYSTATION: Final = re.compile(r"sony|play ?station|dual ?(shock|sense)|\bps[2-5]\b", re.I)
_NINTENDO: Final = re.compile(r"nintendo|switch|joy-?con|\bpro controller|\bs?nes\b", re.I)
_PLAIN: Final = ("wireless controller",)
"""What a PlayStation's controller calls itself by radio, with no maker."""


def maker_of(name: str) -> Maker:
    """Return the maker whose button names a controller of that ``name`` bears; most bear Xbox's."""
    if _PLAYSTATION.search(name) or name.lower() in _PLAIN:
        return Maker.PLAYSTATION
    return Maker.NINTENDO if _NINTENDO.search(name) else Maker.XBOX


def button_names(maker: Maker) -> dict[Button, str]:
    """Return what stands on each button."""
    if maker is Maker.PLAYSTATION:
        four = tr("Cross"), tr("Circle"), tr("Square"), tr("Triangle")
        others = "L1", "R1", tr("Create"), tr("Options")
    elif maker is Maker.NINTENDO:
        four = "A", "B", "X", "Y"
        if os.environ.get("SDL_GAMECONTROLLER_USE_BUTTON_LABELS") == "0":
            # Asked to go by places, SDL calls the lower button A, on which Nintendo has B.
            four = "B", "A", "Y", "X"
        others = "L", "R", "−", "+"
    else:
        four = "A", "B", "X", "Y"
        others = "LB", "RB", tr("View"), tr("Menu")
    return dict(zip(Button, (*four, *others), strict=True))


def named_commands(maker: Maker) -> dict[Command | str, str]:
    """Return the buttons' names by what they stand for: a command, or a key by its name."""
    names = button_names(maker)
    return {
        "Enter": names[Button.A],
        "Esc": names[Button.B],
        "Space": names[Button.X],
        Command.TO_CELLS: names[Button.Y],
        Command.DEAL: names[Button.Y],
        Command.UNDO_ACTION: names[Button.LEFT_SHOULDER],
        Command.REDO_ACTION: names[Button.RIGHT_SHOULDER],
        Command.START: names[Button.START],
    }


def maker_in_use() -> Maker:
    """Return whose names are on the screen; while no controller is used, those most have."""
    return next((one for one in Maker if named_commands(one) == PAD_NAMES), Maker.XBOX)


def told(maker: Maker, kind: GameKind) -> str:
    """What the buttons mean on a table, in one line."""
    names = button_names(maker)
    a, b, x, y = (names[button] for button in (Button.A, Button.B, Button.X, Button.Y))
    if kind.has(Role.CELL):
        return tr(
            "{a}: pick up, put down · {b}: back · {x}: home · {y}: free cell", a=a, b=b, x=x, y=y
        )
    return tr("{a}: pick up, put down · {b}: back · {x}: home · {y}: deal", a=a, b=b, x=x, y=y)
