"""Card faces that the stages of a run share.

Rendering has its own tests; at the start of each stage it would be most of what a stage costs.
"""

from __future__ import annotations

from game.art.decks import DeckStyle
from scenes.cards.faces import Faces
from scenes.cards.kept import KeptFaces

_SIZES = 8
"""The most sizes and styles of faces that are shared."""


class SharedFaces(KeptFaces):
    """The faces that earlier stages have rendered."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[tuple[DeckStyle, int], Faces] = {}

    def fill(self, faces: Faces) -> None:
        known = self._known.pop((faces.style, faces.width), None)
        if known is not None:
            for face, surface in known.crisp.items():
                faces.put(face, surface)
            for (suit, height), surface in known.signs.items():
                faces.put_sign(suit, height, surface)
        self._known[faces.style, faces.width] = faces
        if len(self._known) > _SIZES:
            del self._known[next(iter(self._known))]


FACES = SharedFaces()
