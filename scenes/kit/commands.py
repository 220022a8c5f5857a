"""The table of all commands with their keys, and the buttons of game controllers.

Controller buttons have the names that their makers give them. Where SDL swaps a maker's letters,
the name here is the one printed on the button.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Final

import pygame

from game.core.state import Role
from game.rules.registry import GameKind
from game.support.texts import tr


class Command(Enum):
    """Something the player can tell the program to do."""

    NEW = auto()
    NUMBER = auto()
    RESTART = auto()
    QUIT = auto()
    SAFE = auto()
    UNDO = auto()
    REDO = auto()
    UNDO_ACTION = auto()
    REDO_ACTION = auto()
    TO_CELLS = auto()
    TO_HOME = auto()
    FIND = auto()
    ASK_MOVES = auto()
    ASK_STANDING = auto()
    ASK_PILE = auto()
    BACK = auto()
    NEXT_BRANCH = auto()
    FORMER_BRANCH = auto()
    BOOKMARK = auto()
    NEXT_BOOKMARK = auto()
    FORMER_BOOKMARK = auto()
    DEAL = auto()
    COMPACT = auto()
    FULLSCREEN = auto()
    HINT = auto()
    SOLUTION = auto()
    PLAY_FAIRLY = auto()
    STATISTICS = auto()
    REVIEW = auto()
    OPTIONS = auto()
    HELP = auto()
    COPY = auto()
    COPY_LINK = auto()
    EXPORT = auto()
    PAGE = auto()
    ANIMATION = auto()
    PASTE = auto()
    START = auto()
    MENU = auto()
    CHANCES = auto()
    AGAIN = auto()
    NAME = auto()
    REMARK = auto()


ASKED: Final = (Command.FIND, Command.ASK_MOVES, Command.ASK_STANDING, Command.ASK_PILE)
"""The commands that only ask about the position."""
CTRL: Final = pygame.KMOD_CTRL | pygame.KMOD_META
"""The modifier Ctrl, or Cmd, which replaces it on macOS."""
SHIFT: Final = pygame.KMOD_SHIFT
ALT: Final = pygame.KMOD_ALT
_HELD: Final = (CTRL, SHIFT, ALT)

ARROWS: Final = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
"""The arrow keys, with their steps in columns and rows."""
ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)

GAMEPAD_NAMES: Final[dict[Command | str, str]] = {}
"""The button names of the controller in use, keyed by what each button stands for: a command, or
the name of a key. Empty while no controller is in use."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key with exactly the modifiers it needs, and its name."""

    code: int
    name: str
    modifiers: tuple[int, ...] = ()

    def matches(self, code: int, modifiers: int) -> bool:
        return code == self.code and all(
            bool(modifiers & held) == (held in self.modifiers) for held in _HELD
        )


# SDL has no constant for the Undo key; its code is scancode 122 with the scancode mask.
UNDO_KEY: Final = 122 | 1 << 30
_CODES: Final = {"Enter": pygame.K_RETURN, "Esc": pygame.K_ESCAPE, "Undo": UNDO_KEY}
_MODIFIERS: Final = {"Ctrl": CTRL, "Shift": SHIFT, "Alt": ALT}


@cache
def keys_named(names: str) -> tuple[Key, ...]:
    """Return the keys with these names, such as ``Ctrl+Y Ctrl+Shift+Z``."""
    found = []
    for name in names.split():
        *held, key = name.split("+")
        constant = "K_" + (key.lower() if len(key) == 1 else key.upper())
        code = _CODES[key] if key in _CODES else getattr(pygame, constant)
        found.append(Key(code, name, tuple(_MODIFIERS[one] for one in held)))
    return tuple(found)


(PASTE,) = keys_named("Ctrl+V")
BY_STEP: Final = {Command.UNDO_ACTION: Command.UNDO, Command.REDO_ACTION: Command.REDO}
"""For each command that undoes or redoes a whole action, the command for a single step."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A command with its icon, its name, and the names of its keys.

    Commands that only lead to others have no key. ``short`` is the name on a button or in the menu,
    if it is different. ``character`` also triggers the command, wherever it is on the keyboard.
    """

    command: Command
    names: str
    icon: str
    label: Callable[[], str]
    short: Callable[[], str] | None = None
    character: str = ""

    @property
    def keys(self) -> tuple[Key, ...]:
        return keys_named(self.names)

    @property
    def everywhere(self) -> bool:
        """Whether the command also works while a panel is open: true if one of its keys is a
        function key."""
        return any(pygame.K_F1 <= key.code <= pygame.K_F12 for key in self.keys)

    @property
    def word(self) -> str:
        """The command's name on a button or in the menu."""
        return (self.short or self.label)()

    @property
    def key_names(self) -> str:
        """The names of all keys for the command or, if the controller in use has a button for it,
        the name of that button."""
        if self.command in GAMEPAD_NAMES:
            return GAMEPAD_NAMES[self.command]
        return " / ".join(filter(None, [self.character, *(key_words(k.name) for k in self.keys)]))

    @property
    def first_key(self) -> str:
        """The key to show where there is little room; empty if there is none."""
        if self.command in GAMEPAD_NAMES:
            return GAMEPAD_NAMES[self.command]
        if self.character:
            return self.character
        return key_words(self.keys[0].name) if self.keys else ""

    @property
    def tip(self) -> str:
        """The tip for a button: what the command does, and its keys."""
        label = self.label()
        return f"{label} – {self.key_names}" if self.key_names else label


def key_words(name: str) -> str:
    """Return a key's name as printed on keyboards for the player's language.

    While a controller is used, return the name of the button that stands for the key.
    """
    if name in GAMEPAD_NAMES:
        return GAMEPAD_NAMES[name]
    return "+".join(_WORDS[part]() if part in _WORDS else part for part in name.split("+"))


_WORDS: Final[dict[str, Callable[[], str]]] = {
    "Alt": lambda: tr("Alt"),
    "Backspace": lambda: tr("Backspace"),
    # On macOS Ctrl and Cmd do the same; Cmd is the one that players look for.
    "Ctrl": lambda: "Cmd" if sys.platform == "darwin" else tr("Ctrl"),
    "Delete": lambda: tr("Delete"),
    "Down": lambda: tr("Down"),
    "Enter": lambda: tr("Enter"),
    "Esc": lambda: tr("Esc"),
    "Insert": lambda: tr("Insert"),
    "Left": lambda: tr("Left"),
    "Right": lambda: tr("Right"),
    "Shift": lambda: tr("Shift"),
    "Space": lambda: tr("Space"),
    "Up": lambda: tr("Up"),
}
"""The names of keys that differ between languages."""

BINDINGS: Final[tuple[Binding, ...]] = (
    Binding(Command.NEW, "F1", "new", lambda: tr("A new random game"), lambda: tr("New game")),
    Binding(
        Command.NUMBER, "F2", "number", lambda: tr("A game by number"), lambda: tr("By number…")
    ),
    Binding(
        Command.RESTART, "F3", "restart", lambda: tr("Restart this game"), lambda: tr("Restart")
    ),
    Binding(Command.UNDO, "Backspace Undo", "", lambda: tr("Undo one step")),
    Binding(Command.REDO, "Shift+Backspace", "", lambda: tr("Redo one step")),
    Binding(
        Command.UNDO_ACTION, "Ctrl+Z", "undo", lambda: tr("Undo the whole move"), lambda: tr("Undo")
    ),
    Binding(
        Command.REDO_ACTION,
        "Ctrl+Y Ctrl+Shift+Z",
        "redo",
        lambda: tr("Redo the whole move"),
        lambda: tr("Redo"),
    ),
    Binding(
        Command.NEXT_BRANCH, "Ctrl+Down", "", lambda: tr("Next branch: what you did here instead")
    ),
    Binding(Command.FORMER_BRANCH, "Ctrl+Up", "", lambda: tr("Previous branch")),
    Binding(Command.BOOKMARK, "Ctrl+B", "", lambda: tr("Add or remove a bookmark")),
    Binding(Command.NEXT_BOOKMARK, "Ctrl+Right", "", lambda: tr("Next bookmark")),
    Binding(Command.FORMER_BOOKMARK, "Ctrl+Left", "", lambda: tr("Previous bookmark")),
    Binding(
        Command.SAFE,
        "Delete",
        "safe",
        lambda: tr("Send all safe cards home"),
        lambda: tr("Send home"),
    ),
    Binding(Command.TO_CELLS, "Insert", "", lambda: tr("Move the selected cards to free cells")),
    Binding(Command.ASK_MOVES, "Ctrl+L", "", lambda: tr("Read aloud what can be moved")),
    Binding(Command.ASK_STANDING, "Ctrl+I", "", lambda: tr("Read the game's status aloud")),
    Binding(
        Command.ASK_PILE,
        "Ctrl+P",
        "",
        lambda: tr("Read the pile under the cursor aloud; again: all piles"),
    ),
    Binding(
        Command.FIND, "", "", lambda: tr("Find a card: then type its name, like 7h"), character="/"
    ),
    Binding(Command.TO_HOME, "", "", lambda: tr("Send the selected card home")),
    Binding(
        Command.BACK, "", "", lambda: tr("Put back what you hold; otherwise undo the whole move")
    ),
    Binding(
        Command.DEAL,
        "Space",
        "deal",
        lambda: tr("Deal three cards, or turn the waste over"),
        lambda: tr("Deal"),
    ),
    Binding(Command.HINT, "F4", "hint", lambda: tr("A hint"), lambda: tr("Hint")),
    Binding(
        Command.SOLUTION,
        "F5",
        "play",
        lambda: tr("Show the solution from here"),
        lambda: tr("Show the solution"),
    ),
    Binding(
        Command.PLAY_FAIRLY,
        "Shift+F5",
        "fair",
        lambda: tr("Play on automatically, from the cards you've seen"),
        lambda: tr("Play for me"),
    ),
    Binding(
        Command.STATISTICS,
        "F6",
        "statistics",
        lambda: tr("Statistics and balance"),
        lambda: tr("Statistics"),
    ),
    Binding(
        Command.REVIEW,
        "F7",
        "review",
        lambda: tr("Review: where the game was won or lost"),
        lambda: tr("Review"),
    ),
    Binding(Command.OPTIONS, "F8", "options", lambda: tr("Options")),
    Binding(Command.HELP, "Shift+F1", "help", lambda: tr("Help"), character="?"),
    Binding(
        Command.FULLSCREEN,
        "F11 Alt+Enter",
        "fullscreen",
        lambda: tr("Full screen on or off"),
        lambda: tr("Full screen"),
    ),
    Binding(
        Command.COMPACT,
        "F9",
        "compact",
        lambda: tr("Tiny window on or off; the game pauses"),
        lambda: tr("Shrink"),
    ),
    Binding(
        Command.COPY,
        "Ctrl+C",
        "copy",
        lambda: tr("Copy the deal and moves as text"),
        lambda: tr("Copy the game"),
    ),
    Binding(
        Command.COPY_LINK,
        "Ctrl+Shift+L",
        "link",
        lambda: tr("Copy a link that opens this game in a browser"),
        lambda: tr("Copy a link"),
    ),
    Binding(
        Command.EXPORT,
        "Ctrl+S",
        "export",
        lambda: tr("Save the game to a file that others can open"),
        lambda: tr("Save as a file"),
    ),
    Binding(
        Command.PAGE,
        "Ctrl+Shift+S",
        "page",
        lambda: tr("Save the game as a web page"),
        lambda: tr("Save as a web page"),
    ),
    Binding(
        Command.ANIMATION,
        "Ctrl+Alt+S",
        "film",
        lambda: tr("Save the game as an animated picture"),
        lambda: tr("Save as an animation"),
    ),
    Binding(
        Command.PASTE,
        "Ctrl+V",
        "paste",
        lambda: tr("Paste a number, a board, a deck or a game"),
        lambda: tr("Paste"),
    ),
    Binding(Command.START, "Esc", "start", lambda: tr("Start screen")),
    Binding(Command.MENU, "", "menu", lambda: tr("Menu")),
    Binding(Command.CHANCES, "", "chances", lambda: tr("Second chances")),
    Binding(Command.NAME, "", "bookmark", lambda: tr("Name the bookmark")),
    Binding(Command.REMARK, "", "number", lambda: tr("Write a remark")),
    Binding(Command.AGAIN, "", "chances", lambda: tr("Try again")),
    Binding(Command.QUIT, "F10", "quit", lambda: tr("Quit; your game is kept"), lambda: tr("Quit")),
)
BY_COMMAND: Final = {binding.command: binding for binding in BINDINGS}


def find_binding(event: pygame.Event) -> Binding | None:
    """Return the binding of a KEYDOWN event, if it has one."""
    typed = event.unicode and not event.mod & (CTRL | ALT)
    for binding in BINDINGS:
        if typed and event.unicode == binding.character:
            return binding
    for binding in BINDINGS:
        if any(key.matches(event.key, event.mod) for key in binding.keys):
            return binding
    return None


def unmodified(event: pygame.Event) -> bool:
    """Return whether to handle a key that isn't a command; the modifiers held with it decide.

    Shift is allowed for characters and for Tab, which need it; ``CTRL`` and ``ALT`` are not
    allowed.
    """
    if event.mod & (CTRL | ALT):
        return False
    character = event.unicode.isprintable() and bool(event.unicode.strip())
    return not event.mod & SHIFT or event.key == pygame.K_TAB or character


MODIFIERS: Final = (
    *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT),
    *(pygame.K_RALT, pygame.K_LMETA, pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_MODE),
)
"""The keys that do nothing by themselves."""


# -- controllers ----------------------------------------------------------------------------------


class Button(Enum):
    """The buttons that are used, identified by their positions on most controllers."""

    A = auto()
    B = auto()
    X = auto()
    Y = auto()
    LEFT_SHOULDER = auto()
    RIGHT_SHOULDER = auto()
    BACK = auto()
    START = auto()


class Maker(Enum):
    """The makers of controllers whose button names can be shown."""

    XBOX = auto()
    PLAYSTATION = auto()
    NINTENDO = auto()


_PLAYSTATION: Final = r"sony|play ?station|dual ?(shock|sense)|\bps[2-5]\b"
_NINTENDO: Final = r"nintendo|switch|joy-?con|\bpro controller|\bs?nes\b"
_PLAIN: Final = ("wireless controller",)
"""The name that a PlayStation controller reports over Bluetooth; it doesn't mention the maker."""


def maker_of(name: str) -> Maker:
    """Return the maker whose button names to show for a controller called ``name``; Xbox if the
    maker is not known."""
    if re.search(_PLAYSTATION, name, re.I) or name.lower() in _PLAIN:
        return Maker.PLAYSTATION
    return Maker.NINTENDO if re.search(_NINTENDO, name, re.I) else Maker.XBOX


def button_names(maker: Maker) -> dict[Button, str]:
    """Return the name printed on each button."""
    if maker is Maker.PLAYSTATION:
        four = tr("Cross"), tr("Circle"), tr("Square"), tr("Triangle")
        others = "L1", "R1", tr("Create"), tr("Options")
    elif maker is Maker.NINTENDO:
        four = "A", "B", "X", "Y"
        if os.environ.get("SDL_GAMECONTROLLER_USE_BUTTON_LABELS") == "0":
            # If SDL names buttons by position, it calls the lower one A, where Nintendo has B.
            four = "B", "A", "Y", "X"
        others = "L", "R", "−", "+"
    else:
        four = "A", "B", "X", "Y"
        others = "LB", "RB", tr("View"), tr("Menu")
    return dict(zip(Button, (*four, *others), strict=True))


def named_commands(maker: Maker) -> dict[Command | str, str]:
    """Return the button names, keyed by what each button stands for: a command, or the name of a
    key."""
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
    """Return the maker whose button names are shown; Xbox while no controller is in use."""
    return next((one for one in Maker if named_commands(one) == GAMEPAD_NAMES), Maker.XBOX)


def gamepad_words(maker: Maker, kind: GameKind) -> str:
    """Return one line saying what the buttons do at a table."""
    names = button_names(maker)
    a, b, x, y = (names[button] for button in (Button.A, Button.B, Button.X, Button.Y))
    if kind.has(Role.CELL):
        return tr(
            "{a}: pick up, put down · {b}: back · {x}: home · {y}: free cell", a=a, b=b, x=x, y=y
        )
    return tr("{a}: pick up, put down · {b}: back · {x}: home · {y}: deal", a=a, b=b, x=x, y=y)
