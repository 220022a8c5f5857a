"""Writes a game out for people who do not have the program: as a page, or as an animation."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from game.core.cards import PACK, Card
from game.page.html import ENDING, page
from game.page.played import Played, part_of
from game.play.review import Review
from game.play.session import Session
from game.play.variations import unrolled_game
from game.record.export import export_folder, file_name, write_new
from game.record.reviews import recall
from game.support.texts import tr
from game.words.causes import system_reason
from scenes.cards.faces import BACK, Faces
from scenes.kit.written import Tell, ways_to
from scenes.shell.filming import begin, lacking, positions_of

if TYPE_CHECKING:
    from scenes.shell.director import Director

_CARD: Final = 126
"""The width, in pixels, at which a deck of bitmaps stands on a page."""


class Showing:
    """Writes games out for whatever is shown; ``tell`` says where to, ``refuse`` why not."""

    def __init__(self, shown: Director, tell: Tell, refuse: Tell) -> None:
        self._shown = shown
        self._tell = tell
        self._refuse = refuse

    def page(self, session: Session | None = None) -> None:
        """Write the game that is shown, or that of ``session``, as a page."""
        played = self._played(session)
        if played is None:
            return
        text = page(played, self._shown.kit.style, self._pictures(played))
        folder, called = self._folder, file_name(played.deal)
        self._write(lambda: write_new(folder, ENDING, text, called))

    def animation(self, session: Session | None = None) -> None:
        """Write the game that is shown, or that of ``session``, as an animated GIF."""
        played = self._played(session)
        if played is None:
            return
        if lack := lacking():
            self._refuse(lack)
            return
        try:
            begin(self._shown.kit.settings, played, self._folder, self._drawn)
        except OSError as error:
            self._refuse(tr("Can't write it: {reason}.", reason=system_reason(error)))
        else:
            self._tell(tr("Drawing the animation …"))

    @property
    def _folder(self) -> Path:
        return export_folder(self._shown.kit.storage.folder)

    def _played(self, session: Session | None) -> Played | None:
        """Return the game of ``session``, or the one that is shown, with what any review of it has
        found out, and with all that was ever played and written beside it."""
        played = self._told(session)
        if played is None:
            return None
        known = recall(self._shown.kit.storage.folder, played.review)
        return replace(played, margins={**known, **played.margins})

    def _told(self, session: Session | None) -> Played | None:
        """Return that game with what the review knows that is shown."""
        review = self._shown.review
        if session is None and review is not None:
            nodes = review.game.nodes
            game = review.review.game_of(nodes.index(review.node))
            tree = unrolled_game(review.session.history, nodes[game.stop - 1])
            assert tree is not None, "it is of the game that is shown"
            return part_of(review.review, tree, review.telling.margins, game)
        session = session or self._shown.session
        if session is None:
            return None
        tree = unrolled_game(session.history, session.here)
        assert tree is not None, "it stands in its own tree"
        return Played(session.deal, tree, Review(session.deal, positions_of(session)))

    def _pictures(self, played: Played) -> dict[Card | None, bytes] | None:
        """Return the faces of a deck that is drawn in pixels; None for one that has drawings."""
        style = self._shown.kit.style
        if not style.one_bit:
            return None
        faces = Faces(style, _CARD)
        found: dict[Card | None, bytes] = {card: _png(faces.face(card)) for card in PACK}
        if played.deal.kind.hides_cards:
            found[BACK] = _png(faces.back())
        return found

    def _write(self, write: Callable[[], Path]) -> None:
        try:
            path = write()
        except OSError as error:
            self._refuse(tr("Can't write it: {reason}.", reason=system_reason(error)))
        else:
            self._tell(tr("Saved to {path}", path=path), ways_to(path, self._refuse))

    def _drawn(self, words: str, path: str = "") -> None:
        """Tell what has come of an animation, which was written to ``path``."""
        self._tell(words, ways_to(Path(path), self._refuse) if path else ())


def _png(surface: pygame.Surface) -> bytes:
    file = io.BytesIO()
    pygame.image.save(surface, file, "face.png")
    return file.getvalue()
