"""The mouse in a review: on the buttons, and on the marks, along which it can be dragged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame

from scenes.review.context import Reviewed
from scenes.review.frame import ReviewFrame
from scenes.review.telling import Told
from scenes.table.input.gestures import LEFT


class Walker(Protocol):
    """What the mouse asks of the review besides showing a position."""

    def calm(self) -> None:
        """End what goes on by itself."""

    def follow(self, told: Told) -> None:
        """Go where a sentence leads."""


class Pointing:
    """Handles mouse events. ``missed`` is called for a press on the cards."""

    def __init__(
        self,
        shown: Reviewed,
        frame: ReviewFrame,
        walker: Walker,
        missed: Callable[[], None],
    ) -> None:
        self._shown = shown
        self._frame = frame
        self._walker = walker
        self._missed = missed
        self.dragging = False
        """Whether the mouse is being dragged along the marks."""

    def take(self, event: pygame.Event) -> None:
        """Handle a mouse event."""
        frame, shown = self._frame, self._shown
        if event.type == pygame.MOUSEMOTION:
            self.dragging = self.dragging and bool(event.buttons[0])
            if self.dragging:
                shown.go(frame.strip.position_at(event.pos[0]))
            frame.point(None if self.dragging else event.pos)
        elif event.button != LEFT:
            return
        elif event.type == pygame.MOUSEBUTTONUP:
            self.dragging = False
            frame.controls.release(event.pos)
        else:
            self._press(event.pos)

    def _press(self, at: tuple[int, int]) -> None:
        frame, shown = self._frame, self._shown
        frame.drop_focus()
        if frame.controls.press(at):
            return
        self._walker.calm()
        if told := frame.board.told_at(at):
            self._walker.follow(told)
        elif frame.grip.collidepoint(at):
            self.dragging = True
            shown.go(frame.strip.position_at(at[0]))
        elif shown.layout.pile_at(at) is not None:
            self._missed()
