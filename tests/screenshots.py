"""Makes the pictures for the README and the manual.

``python -m tests.screenshots [FOLDER]`` needs no display.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from game.player.settings import Settings
from game.store.store import PlayerStore
from scenes.kit.commands import Command
from tests.scenes.stage import staged

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "screenshots"
# The beginning of a published solution of deal 10913, up to a very open position.
OPENING = "4h 8h 26 76 72 7h 72 5a 27 2h 57 5h 67 6h 1b 1h 61 41 4h 4h 41 4h 45 34"


@dataclass(frozen=True)
class Shot:
    size: tuple[int, int]
    game: str | None
    number: int = 0
    rules: str | None = None
    line: str = ""
    settings: Settings = field(default_factory=Settings)
    command: Command | None = None


_WIDE = (1280, 800)
_FOUR_COLOURS = Settings(look="dark", four_colours=True, deck="emblem")
SHOTS = {
    "vierfrei": Shot(_WIDE, "vierfrei", 10913, None, OPENING),
    "canfield": Shot(_WIDE, "canfield", 42, "casino", "i p d d d"),
    "menu": Shot(_WIDE, None),
    "1993": Shot((960, 600), "vierfrei", 10913, None, OPENING, Settings(look="1993")),
    "four-colours": Shot((960, 600), "vierfrei", 10913, None, OPENING, _FOUR_COLOURS),
    "tall": Shot((480, 900), "canfield", 42, "hoyle", "d d d"),
    "compact": Shot(_WIDE, "vierfrei", 10913, None, OPENING, command=Command.COMPACT),
}


def take(shot: Shot) -> pygame.Surface:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        store = PlayerStore(home)
        store.save_settings(shot.settings)
        store.close()
        game = {"game": shot.game, "deal": shot.number, "rules": shot.rules}
        with staged(home, **game, size=shot.size) as on:
            on.play(shot.line)
            if shot.command is not None:
                on.app.director.run(shot.command)
            on.wait(1.01)
            on.app.paint()
            return on.window.surface.copy()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, shot in SHOTS.items():
        pygame.image.save(take(shot), folder / f"{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
