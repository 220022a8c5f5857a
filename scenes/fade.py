"""The table as it was before its cards had another size, giving way to the table as it is."""

from __future__ import annotations

from typing import Final

import pygame
from pygame import Rect

_SECONDS: Final = 0.2
"""How long the former picture is still seen, less and less."""


class Fade:
    """One change of size. ``former`` is the picture of what rested on the table before."""

    def __init__(self, former: pygame.Surface) -> None:
        self._former = former
        self._past = 0.0

    def tick(self, seconds: float) -> bool:
        """Let time pass; False once nothing of the former picture is seen any more."""
        self._past += seconds
        return self._past < _SECONDS

    def paint(self, target: pygame.Surface, table: Rect) -> None:
        """Draw what is still seen of it over ``table``."""
        share = 1 - self._past / _SECONDS
        self._former.set_alpha(round(255 * share * share * (3 - 2 * share)))
        target.blit(self._former, table.topleft, table)
