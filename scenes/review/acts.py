"""What the buttons of a review do, as those who show the buttons see it."""

from __future__ import annotations

from typing import Protocol


class Acts(Protocol):
    """What the buttons do."""

    @property
    def walking(self) -> bool:
        """Whether it walks by itself."""

    def back(self) -> None:
        """Show the position before."""

    def forth(self) -> None:
        """Show the position after."""

    def walk_or_stop(self) -> None:
        """Walk by itself, or stop."""

    def to_the_loss(self) -> None:
        """Show the position before the move that lost the game."""

    def confirm(self) -> None:
        """Play on from the position that is shown, or return from a line to the game."""

    def close(self) -> None:
        """Return to where the review was opened."""
