"""Exports a game as a web page or an animated GIF."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.art.decks import DeckStyle
from game.core.cards import PACK, Card
from game.core.state import State, longest_column
from game.export.html import ENDING, PageGame, page, page_game
from game.play.game_text import from_text, line_text
from game.play.review import Review
from game.play.session import Session
from game.player.settings import Settings, Speed
from game.record.export import export_folder, file_name, new_file, write_new
from game.record.reviews import recall
from game.rules.registry import Deal, games
from game.store.folder import data_folder
from game.store.store import PlayerStore
from game.support.errors import GivenError, why
from game.support.processes import starting_processes
from game.support.terminal import BAD_INPUT, print_error, write_line
from game.support.texts import texts, tr, tr_later
from scenes.board.faces import BACK, Faces
from scenes.board.layout import table_layout
from scenes.board.painter import TablePainter
from scenes.board.sprites import SpriteGroups
from scenes.kit.services import (
    MessageButton,
    Tell,
    call_in_loop,
    can_animate,
    style_of,
    theme_of,
    write_and_tell,
)
from scenes.style.text import TextPainter

if TYPE_CHECKING:
    from PIL.Image import Image

    from scenes.app.director import Director

_CARD_WIDTH: Final = 126
"""The width of a bitmap deck's cards on a page, in pixels."""
_PAUSES: Final = {Speed.SLOW: 1500, Speed.NORMAL: 800, Speed.FAST: 400}
"""How long an animation shows each position, in milliseconds."""
_LAST_PAUSE: Final = 4000
# More colours would make the file larger but hardly better.
_COLOURS: Final = 192
_SIZE: Final = (640, 520)
_FAILED: Final = 1
"""The exit status after a failure without an error number."""
_ROOT: Final = Path(__file__).resolve().parents[__name__.count(".")]
_CODE: Final = (
    f"import sys; sys.path.insert(0, {str(_ROOT)!r})\nfrom {__name__} import draw_from_stdin"
)


def export(
    director: Director, session: Session | None, told: Tell | None, *, animated: bool
) -> None:
    """Write a game as a web page or an animation, and say where it was saved.

    If ``session`` is None, the game on the screen is written. Messages go to ``told`` as long as
    the same panel stays open.
    """
    played = _played(director, session)
    if played is None:
        return
    panel = director.panel

    def or_told(on_scene: Tell) -> Tell:
        def tell(words: str, buttons: Sequence[MessageButton] = ()) -> None:
            # ``told`` belongs to the panel that was open when the export began.
            (told if told and director.panel is panel else on_scene)(words, buttons)

        return tell

    tell, refuse = or_told(director.tell), or_told(director.refuse)
    folder, called = export_folder(director.kit.storage.folder), file_name(played.review.deal)
    if not animated:
        text = page(played, director.kit.style, _pictures(director.kit.style, played))
        write_and_tell(lambda: write_new(folder, ENDING, text, called), tell, refuse)
    elif lack := lacking():
        refuse(lack)
    else:
        tell(tr("Drawing the animation …"))
        # This takes seconds, so another process does it.
        order = {
            "settings": director.kit.settings.to_data(),
            "language": texts.language,
            "game": line_text(played.review.deal, played.tree.actions),
        }
        write = partial(draw_in_process, order, folder, called)
        given = write, partial(call_in_loop, tell), partial(call_in_loop, refuse)
        threading.Thread(target=write_and_tell, args=given, name="animation", daemon=True).start()


def _played(director: Director, session: Session | None) -> PageGame | None:
    """Return the game to write; None if no game is shown."""
    review = director.review
    if session is None and review is not None:
        nodes = review.game.nodes
        game = review.game.review.game_of(review.at_in_game)
        tree = review.session.history.game_without_restarts(nodes[game.stop - 1])
        assert tree is not None, "it is of the game that is shown"
        played = page_game(review.game.review, tree, review.game.margins, game)
    else:
        session = session or director.session
        if session is None:
            return None
        tree = session.history.game_without_restarts(session.here)
        assert tree is not None, "it stands in its own tree"
        played = PageGame(tree, Review(session.deal, session.positions))
    known = recall(director.kit.storage.folder, played.review)
    return replace(played, margins={**known, **played.margins})


def _pictures(style: DeckStyle, played: PageGame) -> dict[Card | None, bytes] | None:
    """Return a bitmap deck's pictures as PNGs; None for other decks."""
    if not style.one_bit:
        return None
    faces = Faces(style, _CARD_WIDTH)
    found: dict[Card | None, bytes] = {card: _png(faces.face(card)) for card in PACK}
    if played.review.deal.kind.hides_cards:
        found[BACK] = _png(faces.back())
    return found


def _png(surface: pygame.Surface) -> bytes:
    file = io.BytesIO()
    pygame.image.save(surface, file, "face.png")
    return file.getvalue()


# -- an animation ----------------------------------------------------------------------------------


def lacking() -> str:
    """Return why animations can't be made; empty if they can."""
    if can_animate():
        return ""
    if getattr(sys, "frozen", False):
        return tr(
            "An animation needs Pillow, which this packaged Vierfeld doesn't include. Save a "
            "web page instead."
        )
    return tr("An animation needs Pillow: pip install pillow")


def draw(settings: Settings, session: Session, path: Path) -> None:
    """Write the animation of a game to ``path``.

    Call this only in a process without a window. Raises ``OSError`` if writing fails.
    """
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    positions = session.positions
    frames = _frames(settings, session.deal, positions)
    pause = _PAUSES.get(settings.speed, _PAUSES[Speed.NORMAL])
    first, pauses = next(frames), [pause] * (len(positions) - 1) + [_LAST_PAUSE]
    with path.open("wb") as file:
        first.save(file, "GIF", save_all=True, append_images=frames, duration=pauses, loop=0)


def _frames(settings: Settings, deal: Deal, positions: Sequence[State]) -> Iterator[Image]:
    # Pillow is optional: it is installed by an extra.
    from PIL import Image

    style = style_of(settings)
    layout = table_layout(
        deal.kind.table,
        _SIZE,
        1.0,
        style,
        longest=max(map(longest_column, positions)),
        mirrored=settings.mirrored,
    )
    painter = TablePainter(style, theme_of(settings), TextPainter())
    groups = SpriteGroups(deal.engine.piles, layout)
    whole = pygame.Surface(_SIZE).convert()
    top = layout.top
    table = whole.subsurface(Rect(0, top, _SIZE[0], _SIZE[1] - top))
    painter.resize(layout)
    first: Image.Image | None = None
    for state in positions:
        groups.show(state)
        painter.paint(whole, groups, deal, state)
        pixels = pygame.image.tobytes(table, "RGB")
        frame = Image.frombytes("RGB", table.get_size(), pixels)
        # All frames use the palette of the first one.
        first = first or frame.quantize(_COLOURS)
        yield frame.quantize(palette=first, dither=Image.Dither.NONE)


# -- the process ---------------------------------------------------------------------------------


def draw_in_process(order: Mapping[str, object], folder: Path, called: str) -> Path:
    """Write an animation in another process, and return the new file's path.

    Raises ``OSError`` or ``GivenError`` if that fails.
    """
    with new_file(folder, "gif", called) as path:
        with starting_processes():
            process = subprocess.Popen(
                [sys.executable, "-c", f"{_CODE}\ndraw_from_stdin()"], stdin=subprocess.PIPE
            )
        process.communicate(json.dumps({**order, "path": os.fspath(path)}).encode("ascii"))
        if process.returncode > _FAILED:
            raise OSError(process.returncode, os.strerror(process.returncode))
        if process.returncode:
            raise GivenError(tr_later("the drawing process ended unexpectedly"))
    return path


def draw_from_stdin() -> None:
    """Write the animation described on standard input."""
    order = json.loads(sys.stdin.buffer.read())
    texts.use(order["language"])
    session = from_text(order["game"], games()[0], None)
    try:
        draw(Settings.from_data(order["settings"]), session, Path(order["path"]))
    except OSError as error:
        sys.exit(error.errno or _FAILED)


def command(session: Session, path: str, language: str | None) -> int:
    """Write the animation of a game to ``path``; return the exit status."""
    storage = PlayerStore(data_folder())
    settings = storage.settings()
    storage.close()
    texts.use(language or settings.language)
    if lack := lacking():
        print_error(f"vierfeld: {lack}")
        return _FAILED
    try:
        draw(settings, session, Path(path))
    except (OSError, ValueError) as error:
        print_error(f"vierfeld: {path}: {why(error)}")
        return BAD_INPUT
    write_line(tr("Saved to {path}", path=path))
    return 0
