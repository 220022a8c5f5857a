"""All commands, their keys, and the names of keys and buttons."""

from __future__ import annotations

import os
import re
import sys
from enum import Enum
from functools import cache
from typing import Final

import pygame

from game.support.texts import texts, tr, tr_later


class Command(Enum):
    """A command with its keys, icon and names."""

    # A single character among the keys, such as ``?``, works wherever it is on the keyboard.
    NEW = "F1", "new", tr_later("A new random game"), tr_later("New game")
    NUMBER = "F2", "number", tr_later("A game by number"), tr_later("By number…")
    RESTART = "F3", "restart", tr_later("Restart this game"), tr_later("Restart")
    UNDO = "Backspace Undo", "", tr_later("Undo one step")
    REDO = "Shift+Backspace", "", tr_later("Redo one step")
    UNDO_ACTION = "Ctrl+Z", "undo", tr_later("Undo the whole move"), tr_later("Undo")
    REDO_ACTION = "Ctrl+Y Ctrl+Shift+Z", "redo", tr_later("Redo the whole move"), tr_later("Redo")
    NEXT_BRANCH = "Ctrl+Down", "branch", tr_later("Next branch: what you did here instead")
    FORMER_BRANCH = "Ctrl+Up", "", tr_later("Previous branch")
    BOOKMARK = "Ctrl+B", "bookmark", tr_later("Add or remove a bookmark")
    NEXT_BOOKMARK = "Ctrl+Right", "", tr_later("Next bookmark")
    FORMER_BOOKMARK = "Ctrl+Left", "", tr_later("Previous bookmark")
    SAFE = "Delete", "safe", tr_later("Send all safe cards home"), tr_later("Send home")
    TO_CELLS = "Insert", "", tr_later("Move the selected cards to free cells")
    ASK_MOVES = "Ctrl+L", "", tr_later("Read aloud what can be moved")
    ASK_STANDING = "Ctrl+I", "", tr_later("Read the game's status aloud")
    ASK_PILE = "Ctrl+P", "", tr_later("Read the pile under the cursor aloud; again: all piles")
    FIND = "/", "", tr_later("Find a card: then type its name, like 7h")
    TO_HOME = "", "", tr_later("Send the selected card home")
    BACK = "", "", tr_later("Put back what you hold; otherwise undo the whole move")
    DEAL = "Space", "deal", tr_later("Deal three cards, or turn the waste over"), tr_later("Deal")
    HINT = "F4", "hint", tr_later("A hint"), tr_later("Hint")
    SOLUTION = "F5", "play", tr_later("Show the solution from here"), tr_later("Show the solution")
    PLAY_FAIRLY = (
        "Shift+F5",
        "fair",
        tr_later("Play on automatically, from the cards you've seen"),
        tr_later("Play for me"),
    )
    STATISTICS = "F6", "statistics", tr_later("Statistics and balance"), tr_later("Statistics")
    REVIEW = "F7", "review", tr_later("Review: where the game was won or lost"), tr_later("Review")
    OPTIONS = "F8", "options", tr_later("Options")
    HELP = "? Shift+F1", "help", tr_later("Help")
    FULLSCREEN = (
        "F11 Alt+Enter",
        "fullscreen",
        tr_later("Full screen on or off"),
        tr_later("Full screen"),
    )
    COMPACT = (
        "F9",
        "compact",
        tr_later("Tiny window on or off; the game pauses"),
        tr_later("Shrink"),
    )
    COPY = "Ctrl+C", "copy", tr_later("Copy the deal and moves as text"), tr_later("Copy the game")
    COPY_LINK = (
        "Ctrl+Shift+L",
        "link",
        tr_later("Copy a link that opens this game in a browser"),
        tr_later("Copy a link"),
    )
    EXPORT = (
        "Ctrl+S",
        "export",
        tr_later("Save the game to a file that others can open"),
        tr_later("Save as a file"),
    )
    PAGE = (
        "Ctrl+Shift+S",
        "page",
        tr_later("Save the game as a web page"),
        tr_later("Save as a web page"),
    )
    ANIMATION = (
        "Ctrl+Alt+S",
        "film",
        tr_later("Save the game as an animated picture"),
        tr_later("Save as an animation"),
    )
    PASTE = (
        "Ctrl+V",
        "paste",
        tr_later("Paste a number, a board, a deck or a game"),
        tr_later("Paste"),
    )
    START = "Esc", "start", tr_later("Start screen")
    MENU = "", "menu", tr_later("Menu")
    CHANCES = "", "chances", tr_later("Second chances")
    NAME = "", "bookmark", tr_later("Name the bookmark")
    REMARK = "", "number", tr_later("Write a remark")
    AGAIN = "", "chances", tr_later("Try again")
    QUIT = "F10", "quit", tr_later("Quit; your game is kept"), tr_later("Quit")

    def __init__(self, keys: str, icon: str, label: str, word: str = "") -> None:
        self.keys = tuple(keys.split())
        self.icon = icon
        self._label = label
        self._word = word or label

    @property
    def label(self) -> str:
        """The command's name in the player's language."""
        return texts.one(self._label)

    @property
    def word(self) -> str:
        """The command's name on a button or in the menu."""
        return texts.one(self._word)

    @property
    def everywhere(self) -> bool:
        """Whether the command also works while a panel is open."""
        return any(re.search(r"F\d", key) for key in self.keys)

    @property
    def key_names(self) -> str:
        """The names of the command's keys or controller button."""
        return GAMEPAD_NAMES.get(self) or " / ".join(map(key_words, self.keys))

    @property
    def first_key(self) -> str:
        """The name of the command's first key or controller button."""
        return GAMEPAD_NAMES.get(self) or " ".join(map(key_words, self.keys[:1]))

    @property
    def tip(self) -> str:
        """The tip for a button: the command's name and keys."""
        return f"{self.label} – {self.key_names}" if self.key_names else self.label


ASKED: Final = (Command.FIND, Command.ASK_MOVES, Command.ASK_STANDING, Command.ASK_PILE)
"""The commands that describe the position or find a card."""
CTRL: Final = pygame.KMOD_CTRL | pygame.KMOD_META
"""Ctrl and Cmd, which SDL calls Meta."""
SHIFT: Final = pygame.KMOD_SHIFT
ALT: Final = pygame.KMOD_ALT
_MODIFIERS: Final = {"Ctrl": CTRL, "Shift": SHIFT, "Alt": ALT}

ARROWS: Final = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
"""The arrow keys with their steps, in columns and rows."""
ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)

GAMEPAD_NAMES: Final[dict[Command | str, str]] = {}
"""The ``gamepad_names`` of the controller in use; empty without one."""


def key_words(name: str) -> str:
    """Return a key's translated name, or the name of the controller button that replaces it."""
    if name in GAMEPAD_NAMES:
        return GAMEPAD_NAMES[name]
    if sys.platform == "darwin":
        # On a Mac, Ctrl and Cmd do the same here, but Cmd is usual.
        name = name.replace("Ctrl", "Cmd")
    return "+".join(texts.one(part) if part in _WORDS else part for part in name.split("+"))


_WORDS: Final = (
    tr_later("Alt"),
    tr_later("Backspace"),
    tr_later("Ctrl"),
    tr_later("Delete"),
    tr_later("Down"),
    tr_later("Enter"),
    tr_later("Esc"),
    tr_later("Insert"),
    tr_later("Left"),
    tr_later("Right"),
    tr_later("Shift"),
    tr_later("Space"),
    tr_later("Up"),
)
"""The key names that are translated."""

BY_STEP: Final = {Command.UNDO_ACTION: Command.UNDO, Command.REDO_ACTION: Command.REDO}
"""The single-step command for each command that undoes or redoes a whole action."""
_IN_SDL: Final = {"Enter": "return", "Esc": "escape"}
"""SDL's names for the keys that are called something else here."""


@cache
def _by_key() -> dict[str | tuple[int, frozenset[str]], Command]:
    """Return all commands, keyed by character or by key code and modifiers."""
    found: dict[str | tuple[int, frozenset[str]], Command] = {}
    for command in Command:
        for key in command.keys:
            *held, name = key.split("+")
            code = pygame.key.key_code(_IN_SDL.get(name, name))
            found[key if len(key) == 1 else (code, frozenset(held))] = command
    return found


def command_of(event: pygame.Event) -> Command | None:
    """Return the command that a KEYDOWN event stands for, if any."""
    held = frozenset(name for name, modifier in _MODIFIERS.items() if event.mod & modifier)
    typed = "" if held & {"Ctrl", "Alt"} else event.unicode
    return _by_key().get(typed) or _by_key().get((event.key, held))


def unmodified(event: pygame.Event) -> bool:
    """Return whether no modifier is held; Shift is allowed with Tab or a visible character."""
    if event.mod & (CTRL | ALT):
        return False
    character = event.unicode.isprintable() and bool(event.unicode.strip())
    return not event.mod & SHIFT or event.key == pygame.K_TAB or character


MODIFIERS: Final = (*range(pygame.K_LCTRL, pygame.K_RMETA + 1), pygame.K_CAPSLOCK, pygame.K_MODE)
"""The modifier keys, which do nothing by themselves."""

_PLAYSTATION: Final = (
    r"sony|play ?station|dual ?(shock|sense)|\bps[2-5]\b"
    # the name over Bluetooth
    r"|^wireless controller$"
)
_NINTENDO: Final = r"nintendo|switch|joy-?con|\bpro controller|\bs?nes\b"


def gamepad_names(controller: str = "") -> dict[Command | str, str]:
    """For each command or key that a controller button replaces, return the button's name."""
    # Unless the name shows another maker, it is taken for an Xbox controller.
    names = "A", "B", "X", "Y", "LB", "RB", tr("View"), tr("Menu")
    if re.search(_PLAYSTATION, controller, re.I):
        four = tr("Cross"), tr("Circle"), tr("Square"), tr("Triangle")
        names = *four, "L1", "R1", tr("Create"), tr("Options")
    elif re.search(_NINTENDO, controller, re.I):
        names = "A", "B", "X", "Y", "L", "R", "−", "+"
        if os.environ.get("SDL_GAMECONTROLLER_USE_BUTTON_LABELS") == "0":
            # If SDL names buttons by position, it calls the lower one A, where Nintendo has B.
            names = "B", "A", "Y", "X", *names[4:]
    a, b, x, y, left, right, back, start = names
    return {
        "Enter": a,
        "Esc": b,
        "Space": x,
        Command.TO_CELLS: y,
        Command.DEAL: y,
        Command.UNDO_ACTION: left,
        Command.REDO_ACTION: right,
        "Tab": back,
        Command.START: start,
    }
