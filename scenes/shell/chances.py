"""To the page *Second chances*, from it to a puzzle on the table, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from game.player.chances import PuzzleDesk, is_solved
from game.support.texts import tr
from game.teach.puzzles import Puzzle, first_set
from scenes.kit.commands import Command
from scenes.kit.services import Host
from scenes.pages.chances import chances_page
from scenes.shell.ways_back import Shown, way_back
from scenes.table.puzzle import PuzzleScene
from scenes.widgets.items import Item
from scenes.widgets.panel import Panel, Sheet


class Stage(Host, Shown, Protocol):
    """What is shown, and the games that can be."""

    def open_panel(
        self,
        sheet: Sheet,
        build: Callable[[], Sequence[Item]],
        accept: Callable[[], None] | None = None,
    ) -> Panel:
        """Open a panel with that page."""


class Chances:
    """The puzzles of one run of the program."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def show(self) -> None:
        """Open the page."""
        choose = partial(self._choose, way_back(self._stage))
        sheet = Sheet(Command.CHANCES, tr("Second chances"), width=520)
        self._stage.open_panel(sheet, partial(self._page, choose))

    def _page(self, choose: Callable[[Puzzle], None]) -> Sequence[Item]:
        return chances_page(self._stage.kit.settings, (), "", first_set(), choose)

    def _puzzles(self) -> Sequence[Puzzle]:
        """All puzzles of the page, in its order."""
        return first_set()

    def _choose(self, back: Callable[[], None], puzzle: Puzzle) -> None:
        """To a puzzle of the page; whoever leaves it comes back to the page."""

        def to_page() -> None:
            back()
            self.show()

        self.begin(puzzle, to_page, partial(self._next, back, puzzle))

    def _next(self, back: Callable[[], None], puzzle: Puzzle) -> None:
        """To the next puzzle of the page that is not solved, or around to the first one."""
        settings, all_of_them = self._stage.kit.settings, list(self._puzzles())
        at = all_of_them.index(puzzle) + 1
        order = [*all_of_them[at:], *all_of_them[:at]]
        self._choose(back, next((one for one in order if not is_solved(settings, one)), order[0]))

    def begin(
        self,
        puzzle: Puzzle,
        back: Callable[[], None],
        following: Callable[[], None] | None = None,
    ) -> None:
        """Lay ``puzzle`` on the table. ``back`` leads from there to where it was begun."""
        kit = self._stage.kit
        desk = PuzzleDesk(kit.storage, kit.settings, kit.record, puzzle)
        self._stage.enter(PuzzleScene(self._stage, desk, back, following))
