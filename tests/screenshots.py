"""Makes the pictures for README and the manual: ``python -m tests.screenshots [FOLDER]``.

Runs the real program on SDL's dummy video driver, so it needs no display.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.player.settings import Settings, Speed
from game.rules.notation import split_tokens
from game.rules.registry import numbered
from game.store.store import PlayerStore
from scenes.app.app import App
from scenes.kit.announce import Announcer
from scenes.kit.commands import Command
from scenes.kit.services import Kit
from scenes.kit.sound import Sounds
from scenes.kit.window import COMPACT_WIDTH, GameWindow
from tests.game.reading import parse_moves

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "screenshots"
# The opening of a published solution of deal 10913, up to its most open moment.
OPENING = "4h 8h 26 76 72 7h 72 5a 27 2h 57 5h 67 6h 1b 1h 61 41 4h 4h 41 4h 45 34"


@dataclass(frozen=True)
class Shot:
    """One picture: the window's size, the deal, the moves, the settings, and a command to run."""

    size: tuple[int, int]
    game: str | None
    number: int = 0
    rules: str | None = None
    line: str = ""
    settings: Settings = field(default_factory=Settings)
    command: Command | None = None
    expected: tuple[int, int] | None = None

    @property
    def golden(self) -> tuple[int, int]:
        """The size that the picture must have, in pixels."""
        return self.expected or self.size


_WIDE = (1280, 800)
SHOTS = {
    "vierfrei": Shot(_WIDE, "vierfrei", 10913, None, OPENING),
    "canfield": Shot(_WIDE, "canfield", 42, "casino", "i p d d d"),
    "menu": Shot(_WIDE, None),
    "1993": Shot((960, 600), "vierfrei", 10913, None, OPENING, Settings(look="1993")),
    "four-colours": Shot(
        (960, 600),
        "vierfrei",
        10913,
        None,
        OPENING,
        Settings(look="dark", four_colours=True, deck="emblem"),
    ),
    "tall": Shot((480, 900), "canfield", 42, "hoyle", "d d d"),
    "compact": Shot(
        _WIDE,
        "vierfrei",
        10913,
        None,
        OPENING,
        command=Command.COMPACT,
        expected=(COMPACT_WIDTH, COMPACT_WIDTH * 800 // 1280),
    ),
}


def take(shot: Shot) -> pygame.Surface:
    """Return the picture of ``shot`` as the program draws it."""
    with tempfile.TemporaryDirectory() as home:
        settings = replace(shot.settings, speed=Speed.OFF, sound=False, light=False)
        storage = PlayerStore(Path(home))
        kit = Kit(settings, storage, Sounds(), Announcer())
        app = App(kit, GameWindow(shot.size, None))
        if shot.game is None:
            app.director.start(None)
        else:
            app.director.start(shot.game, numbered(shot.game, shot.number, shot.rules))
            table = app.director.table
            assert table is not None
            for move in parse_moves(split_tokens(shot.line), shot.game):
                assert table.play(move), f"{move.text} is illegal in this picture"
        if shot.command is not None:
            app.director.run(shot.command)
        for _ in range(20):
            app.advance(0.05)
        app.paint()
        picture = app.window.surface.copy()
        app.close()
    return picture


def main(folder: Path) -> None:
    """Save all pictures in ``folder``."""
    pygame.display.init()
    pygame.font.init()
    folder.mkdir(parents=True, exist_ok=True)
    for name, shot in SHOTS.items():
        pygame.image.save(take(shot), folder / f"{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
