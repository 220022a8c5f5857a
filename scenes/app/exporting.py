"""Exports a game for people who don't have the program: as a page, or as an animated GIF.

An animation takes seconds, so a separate process draws and writes it.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.core.cards import PACK, Card
from game.core.state import State, longest_column
from game.export.html import ENDING, PageGame, page, page_game
from game.play.review import Review
from game.play.session import Session
from game.play.sharing import from_text, line_text
from game.player.settings import Settings, Speed
from game.record.export import export_folder, file_name, new_file, write_new
from game.record.reviews import recall
from game.rules.registry import Deal, games
from game.store.folder import data_folder
from game.store.store import PlayerStore
from game.support.errors import why
from game.support.processes import starting_processes
from game.support.terminal import BAD_INPUT, print_error, write_line
from game.support.texts import texts, tr
from scenes.board.faces import BACK, Faces
from scenes.board.layout import table_layout
from scenes.board.painter import TablePainter
from scenes.board.sprites import SpriteGroups
from scenes.kit.services import (
    Tell,
    call_in_loop,
    can_animate,
    file_buttons,
    style_of,
    theme_of,
    write_and_tell,
)
from scenes.style.text import TextPainter

if TYPE_CHECKING:
    from PIL.Image import Image

    from scenes.app.director import Director

_CARD: Final = 126
"""The width, in pixels, of a bitmap deck's cards on a page."""
_PAUSES: Final = {Speed.SLOW: 1500, Speed.NORMAL: 800, Speed.FAST: 400}
_LAST: Final = 4000
"""How long an animation shows its last position, in milliseconds; ``_PAUSES`` has the time for each
of the other positions, keyed by the speed of the cards."""
_COLOURS: Final = 192
"""The number of colours in an animation; more colours would make the file larger but hardly
better."""
_SIZE: Final = (640, 520)
"""The size of the window that an animation shows."""
_UNWRITTEN: Final = 1
"""The exit status of the process if the file could not be written."""
_ROOT: Final = Path(__file__).resolve().parents[__name__.count(".")]
_CODE: Final = (
    f"import sys; sys.path.insert(0, {str(_ROOT)!r})\nfrom {__name__} import export_from_stdin"
)
_WITHOUT_SCREEN: Final = {
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}


class Exporter:
    """Exports games.

    ``tell`` is called with a message saying where the file is, or ``refuse`` with the reason for a
    failure.
    """

    def __init__(self, director: Director, tell: Tell, refuse: Tell) -> None:
        self._director = director
        self._tell = tell
        self._refuse = refuse

    def page(self, session: Session | None = None) -> None:
        """Write the game of ``session``, or else the game on the screen, as a page."""
        played = self._played(session)
        if played is None:
            return
        text = page(played, self._director.kit.style, self._pictures(played))
        folder, called = self._folder, file_name(played.deal)
        write_and_tell(lambda: write_new(folder, ENDING, text, called), self._tell, self._refuse)

    def animation(self, session: Session | None = None) -> None:
        """Write the game of ``session``, or else the game on the screen, as an animated GIF."""
        played = self._played(session)
        if played is None:
            return
        if lack := lacking():
            self._refuse(lack)
            return
        try:
            begin_animation(self._director.kit.settings, played, self._folder, self._drawn)
        except OSError as error:
            self._refuse(tr("Can't write it: {reason}.", reason=why(error)))
        else:
            self._tell(tr("Drawing the animation …"))

    @property
    def _folder(self) -> Path:
        return export_folder(self._director.kit.storage.folder)

    def _played(self, session: Session | None) -> PageGame | None:
        """Return the game of ``session``, or else the game on the screen, with all its moves and
        notes.

        The result includes everything that reviews have found out about the game.
        """
        played = self._game_for_page(session)
        if played is None:
            return None
        known = recall(self._director.kit.storage.folder, played.review)
        return replace(played, margins={**known, **played.margins})

    def _game_for_page(self, session: Session | None) -> PageGame | None:
        """Return the game of ``session``, or else the game on the screen.

        For a game under review, the result includes what that review has found out.
        """
        review = self._director.review
        if session is None and review is not None:
            nodes = review.game.nodes
            game = review.game.review.game_of(review.at_in_game)
            tree = review.session.history.game_without_restarts(nodes[game.stop - 1])
            assert tree is not None, "it is of the game that is shown"
            return page_game(review.game.review, tree, review.game.margins, game)
        session = session or self._director.session
        if session is None:
            return None
        tree = session.history.game_without_restarts(session.here)
        assert tree is not None, "it stands in its own tree"
        return PageGame(session.deal, tree, Review(session.deal, session.positions))

    def _pictures(self, played: PageGame) -> dict[Card | None, bytes] | None:
        """Return the card faces as PNG images if the deck is a bitmap deck; otherwise None."""
        style = self._director.kit.style
        if not style.one_bit:
            return None
        faces = Faces(style, _CARD)
        found: dict[Card | None, bytes] = {card: _png(faces.face(card)) for card in PACK}
        if played.deal.kind.hides_cards:
            found[BACK] = _png(faces.back())
        return found

    def _drawn(self, words: str, path: str = "") -> None:
        """Report the outcome of writing an animation to ``path``."""
        self._tell(words, file_buttons(Path(path), self._refuse) if path else ())


def _png(surface: pygame.Surface) -> bytes:
    file = io.BytesIO()
    pygame.image.save(surface, file, "face.png")
    return file.getvalue()


# -- an animation ----------------------------------------------------------------------------------


def lacking() -> str:
    """Return the message to show if animations can't be made; empty if they can."""
    if can_animate():
        return ""
    if getattr(sys, "frozen", False):
        return tr(
            "An animation needs Pillow, which this packaged Vierfeld doesn't include. Save a "
            "web page instead."
        )
    return tr("An animation needs Pillow: pip install pillow")


def write_animation(settings: Settings, deal: Deal, positions: Sequence[State], path: Path) -> None:
    """Write the animation with the look chosen in ``settings``.

    Raises ``OSError`` if it can't be written.
    """
    frames = _frames(settings, deal, positions)
    pause = _PAUSES.get(settings.speed, _PAUSES[Speed.NORMAL])
    first, pauses = next(frames), [pause] * (len(positions) - 1) + [_LAST]
    with path.open("wb") as file:
        first.save(file, "GIF", save_all=True, append_images=frames, duration=pauses, loop=0)


def _frames(settings: Settings, deal: Deal, positions: Sequence[State]) -> Iterator[Image]:
    # Pillow is optional: it is installed by an extra.
    from PIL import Image

    first: Image.Image | None = None
    for surface in _tables(settings, deal, positions):
        pixels = pygame.image.tobytes(surface, "RGB")
        frame = Image.frombytes("RGB", surface.get_size(), pixels)
        # All frames use the colours of the first one, which shows the most cards.
        first = first or frame.quantize(_COLOURS)
        yield frame.quantize(palette=first, dither=Image.Dither.NONE)


def _tables(settings: Settings, deal: Deal, positions: Sequence[State]) -> Iterator[pygame.Surface]:
    """Yield a picture of the table at each position, with the look chosen in ``settings``.

    The surface is reused, so copy it to keep it.
    """
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
    for state in positions:
        groups.show(state)
        painter.paint(whole, groups, deal, state)
        yield table


# -- the process ---------------------------------------------------------------------------------


def begin_animation(
    settings: Settings, played: PageGame, folder: Path, told: Callable[[str, str], None]
) -> None:
    """Start a process that writes the animation of a game to a new file in ``folder``.

    ``told`` is called in the program's loop with the outcome and the file's path; the path is empty
    if writing failed.
    """
    order = {
        "settings": settings.to_data(),
        "language": texts.language,
        "game": line_text(played.deal, played.actions),
        "folder": os.fspath(folder),
    }
    with starting_processes():
        process = subprocess.Popen(
            [sys.executable, "-c", f"{_CODE}\nexport_from_stdin()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **_WITHOUT_SCREEN},
        )

    def wait() -> None:
        written = process.communicate(json.dumps(order).encode("ascii"))[0]
        said = written.decode("utf-8", "surrogateescape")
        words, path = outcome(process.returncode, said), "" if process.returncode else said
        call_in_loop(lambda: told(words, path))

    threading.Thread(target=wait, name="animation", daemon=True).start()


def outcome(status: int, said: str) -> str:
    """Return the message that says how the drawing process ended, given its exit status and what it
    ``said`` on standard output."""
    if status == 0:
        return tr("Saved to {path}", path=said)
    reason = said if status == _UNWRITTEN and said else tr("the drawing process ended unexpectedly")
    return tr("Can't write it: {reason}.", reason=reason)


def export_from_stdin() -> None:
    """Write the animation described on standard input, report where the file is or what went wrong,
    and exit.

    This runs in the separate process.
    """
    order = json.loads(sys.stdin.buffer.read())
    texts.use(order["language"])
    session = from_text(order["game"], games()[0], None)
    settings, status = Settings.from_data(order["settings"]), 0
    try:
        with new_file(Path(order["folder"]), "gif", file_name(session.deal)) as path:
            _draw(settings, session, path)
        said = os.fspath(path)
    except OSError as error:
        said, status = why(error), _UNWRITTEN
    sys.stdout.buffer.write(said.encode("utf-8", "surrogateescape"))
    sys.exit(status)


def command(session: Session, path: str, language: str | None) -> int:
    """Write the animation of a game to ``path`` for the command line; return the exit status."""
    storage = PlayerStore(data_folder())
    settings = storage.settings()
    storage.close()
    texts.use(language or settings.language)
    if lack := lacking():
        print_error(f"vierfeld: {lack}")
        return _UNWRITTEN
    try:
        _draw(settings, session, Path(path))
    except (OSError, ValueError) as error:
        print_error(f"vierfeld: {path}: {why(error)}")
        return BAD_INPUT
    write_line(tr("Saved to {path}", path=path))
    return 0


def _draw(settings: Settings, session: Session, path: Path) -> None:
    """Write an animation without opening a window on the screen."""
    os.environ.update(_WITHOUT_SCREEN)
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    write_animation(settings, session.deal, session.positions, path)
