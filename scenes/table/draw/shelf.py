"""Keeps the card faces of a table at the few sizes that its cards have had or are to have."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence

from game.art.decks import DeckStyle
from game.core.cards import Card
from scenes.cards.faces import BACK, Faces
from scenes.cards.kept import KeptFaces

_KEPT = 2
"""How many sizes of faces are kept besides the one in use."""


def render_together(faces: Faces, cards: Sequence[Card]) -> None:
    """Render the faces of ``cards`` on two cores: the renderer lets other threads run."""
    if not cards:
        return
    left = deque(cards)

    def work() -> None:
        while True:
            try:
                card = left.popleft()
            except IndexError:
                return
            faces.put(card, faces.render(card))

    helper = threading.Thread(target=work, name="faces")
    helper.start()
    work()
    helper.join()


class Shelf:
    """The faces in use, ``now``, and those of other sizes: cards that shrink for a long column and
    grow back come in the same few sizes."""

    def __init__(self, style: DeckStyle, kept: KeptFaces | None = None) -> None:
        self._style = style
        self._from = kept or KeptFaces()
        """Where faces are of the table that was left last, or of another run."""
        self.now: Faces | None = None
        self._kept: list[Faces] = []
        self._own: Faces | None = None
        """The faces of the size from which the cards glide."""
        self._coming: Faces | None = None
        """The faces of the next size, while they are being rendered."""

    def take(self, width: int, seen: Sequence[Card]) -> None:
        """Use faces of this width from now on; ``seen`` are the cards whose faces are visible."""
        if self._own:
            self.now, self._own = self._own, None
        self._coming = None
        if self.now is None:
            self.now = Faces(self._style, width)
            self._from.fill(self.now)
            render_together(self.now, [card for card in seen if not self.now.holds(card)])
        elif self.now.width != width:
            self._keep(self.now)
            self.now = self._kept_at(width) or Faces.scaled_from(self.now, width)

    def let_go(self) -> None:
        """Release all faces."""
        self.now = self._own = self._coming = None
        self._kept = []

    def _keep(self, faces: Faces) -> None:
        others = (kept for kept in self._kept if kept.width != faces.width)
        self._kept = [*others, faces][-_KEPT:]

    def _kept_at(self, width: int) -> Faces | None:
        return next((kept for kept in self._kept if kept.width == width), None)

    def sharp_for(self, width: int, seen: Sequence[Card], seconds: float) -> Faces | None:
        """Return crisp faces of the cards that are ``seen`` for a glide to ``width``: those of the
        larger size, or those of the later one where the deck cannot be scaled. Where they have to
        be rendered first, render as many as ``seconds`` allow, and return None until all are
        there."""
        assert self.now is not None
        crisp_later = self.now.style.one_bit and width != self.now.width
        if width <= self.now.width and not crisp_later:
            return self.now
        if self._coming is None or self._coming.width != width:
            self._coming = self._kept_at(width) or Faces(self._style, width)
        if not self._coming.complete([*seen, BACK], seconds):
            return None
        found, self._coming = self._coming, None
        self._keep(found)
        return found

    def lend(self, faces: Faces) -> None:
        """Use ``faces`` for one frame, on the way to another size."""
        self._own = self._own or self.now
        self.now = faces
