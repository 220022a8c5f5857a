"""Writes a game out for people who do not have the program: as a page, or as an animation."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from game.core.cards import PACK, Card
from game.page.html import ENDING, page
from game.page.played import Played, part_of
from game.play.review import Review
from game.play.session import Session
from game.record.export import export_folder, file_name, write_new
from game.support.texts import tr
from game.words.causes import system_reason
from scenes.cards.faces import BACK, Faces
from scenes.shell.filming import begin, lacking, positions_of

if TYPE_CHECKING:
    from scenes.shell.clipboard import Shown

_CARD: Final = 126
"""The width, in pixels, at which a deck of bitmaps stands on a page."""


class Showing:
    """Writes games out for whatever is shown; ``tell`` says where to, ``refuse`` why not."""

    def __init__(
        self, shown: Shown, tell: Callable[[str], None], refuse: Callable[[str], None]
    ) -> None:
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
            begin(self._shown.kit.settings, played, self._folder, self._tell)
        except OSError as error:
            self._refuse(tr("Can't write it: {reason}.", reason=system_reason(error)))
        else:
            self._tell(tr("Drawing the animation …"))

    @property
    def _folder(self) -> Path:
        return export_folder(self._shown.kit.storage.folder)

    def _played(self, session: Session | None) -> Played | None:
        """Return the game of ``session``, or the one that is shown, with what a review knows."""
        review = self._shown.review
        if session is None and review is not None:
            margins = review.telling.margins
            return part_of(review.review, review.game.actions, margins, review.at)
        session = session or self._shown.session
        if session is None:
            return None
        actions, positions = session.since_restart, positions_of(session)
        return Played(session.deal, positions, actions, Review(session.deal, positions))

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
            self._tell(tr("Saved to {path}", path=path))


def _png(surface: pygame.Surface) -> bytes:
    file = io.BytesIO()
    pygame.image.save(surface, file, "face.png")
    return file.getvalue()
