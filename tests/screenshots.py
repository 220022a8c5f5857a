"""Makes the README's pictures: ``python -m tests.screenshots [FOLDER]``.

Runs the real program on SDL's dummy video driver, so it needs no display.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.games import numbered
from game.notation import parse_moves, split_tokens
from game.settings import Settings, Speed
from game.storage import Storage
from scenes.announce import Announcer
from scenes.app import App
from scenes.host import Kit
from scenes.looks import style_of, theme_of
from scenes.sound import Sounds
from scenes.text import TextPainter
from scenes.window import GameWindow

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "screenshots"
# The opening of a published solution of deal 10913, up to its most open moment.
VIERFREI = "4h 8h 26 76 72 7h 72 5a 27 2h 57 5h 67 6h 1b 1h 61 41 4h 4h 41 4h 45 34"
CASINO = "i p d d d"


def app_at(folder: Path, size: tuple[int, int]) -> App:
    """The program in a window of ``size`` whose files lie in ``folder``."""
    settings = Settings(speed=Speed.OFF, sound=False)
    storage = Storage(folder)
    kit = Kit(
        settings,
        storage,
        storage.record(),
        Sounds(False),
        TextPainter(),
        theme_of(settings),
        style_of(settings),
        Announcer(),
    )
    return App(kit, GameWindow(size, None))


def shoot(app: App, path: Path) -> None:
    """Save what the window shows."""
    for _ in range(30):
        app.advance(0.05)
    app.paint()
    pygame.image.save(app.window.surface, path)


def main(folder: Path) -> None:
    """Make all pictures in ``folder``."""
    pygame.display.init()
    pygame.font.init()
    folder.mkdir(parents=True, exist_ok=True)
    for name, game, number, rules, line in (
        ("vierfrei", "vierfrei", 10913, None, VIERFREI),
        ("canfield", "canfield", 42, "casino", CASINO),
    ):
        with tempfile.TemporaryDirectory() as home:
            app = app_at(Path(home), (1280, 800))
            app.director.start(game, numbered(game, number, rules))
            table = app.director.table
            assert table is not None
            for move in parse_moves(split_tokens(line), game):
                table.show(table.desk.do(move))
            table.notice("")
            shoot(app, folder / f"{name}.png")
            app.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
