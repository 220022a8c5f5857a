"""Sounds that are counted instead of heard."""

from __future__ import annotations

from scenes.kit.sound import Sounds


class CountingSounds(Sounds):
    """Counts the sounds that would be heard."""

    def __init__(self) -> None:
        super().__init__(False)
        self.plings = 0
        self.landings = 0

    def start(self) -> None:
        """Do nothing: there is no device to open."""

    def refuse(self) -> None:
        self.plings += 1

    def land(self) -> None:
        self.landings += 1
