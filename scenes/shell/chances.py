"""Opens the page *Second chances* and its puzzles on the table, and leads back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final

from game.core.cards import PACK
from game.player.chances import PuzzleDesk, is_solved
from game.record.transcripts import Played
from game.rules.registry import KINDS
from game.support.texts import tr
from game.teach.looking import Looking
from game.teach.puzzles import Puzzle, first_set
from game.words.dates import near_date
from scenes.kit.commands import Command
from scenes.pages.chances import Gallery, chances_page
from scenes.shell.ways_back import way_back
from scenes.table.puzzle import PuzzleScene
from scenes.widgets.items import Item
from scenes.widgets.panel import Sheet

if TYPE_CHECKING:
    from scenes.shell.director import Director

_GAMES: Final = 60
"""How many lost games are looked through, the latest first."""


class Chances:
    """The puzzles of one run of the program.

    Those of the player's own games are looked for while the page is open, one game after the other,
    and kept until the program ends.
    """

    def __init__(self, director: Director) -> None:
        self._director = director
        self._found: dict[Played, Sequence[Puzzle]] = {}
        self._games: Sequence[Played] = ()
        """The lost games, latest first."""

    # -- the page ------------------------------------------------------------------------------

    def show(self) -> None:
        """Open the page."""
        director = self._director
        lost = [one for one in director.kit.storage.played() if _can_be_asked(one)]
        self._games = lost[: -_GAMES - 1 : -1]
        back, kit = way_back(director), director.kit
        gallery = Gallery(kit)
        sheet = Sheet(Command.CHANCES, tr("Second chances"), width=740)
        panel = director.open_panel(sheet, partial(self._page, gallery, back))

        def look() -> None:
            gallery.allow()
            self._look(panel.rebuild)

        panel.look = look
        # Enter begins the next one.
        panel.attend(panel.page.controls.items[0])

    def _page(self, gallery: Gallery, back: Callable[[], None]) -> Sequence[Item]:
        at, count = self._looked_through, len(self._games)
        words = tr("Checking lost games: {n} of {all} …", n=at + 1, all=count)
        searching = words if at < count else ""
        today = self._director.kit.today
        own = [(near_date(day, today), puzzle) for day, puzzle in self._own()]
        choose, play_next = partial(self._choose, back), partial(self._next, back)
        return chances_page(gallery, own, searching, choose, play_next)

    @property
    def _looked_through(self) -> int:
        """The number of games that have been looked through."""
        return sum(game in self._found for game in self._games)

    def _own(self) -> list[tuple[date, Puzzle]]:
        """Return the puzzles of the player's own games with their days: the latest day first, on
        each day those with the fewest winning moves first, and each position once."""
        found: dict[str, tuple[date, Puzzle]] = {}
        for game in self._games:
            for puzzle in self._found.get(game, ()):
                found.setdefault(puzzle.key, (date.fromisoformat(game.ended[:10]), puzzle))
        narrow = sorted(found.values(), key=lambda one: one[1].kept / one[1].of)
        return sorted(narrow, key=lambda one: one[0], reverse=True)

    def _look(self, changed: Callable[[], None]) -> None:
        """Have the next game looked through, or note what was found in it."""
        game = next((one for one in self._games if one not in self._found), None)
        if game is None:
            return
        solver, job = self._director.kit.solver, Looking(game.game, game.rules, game.moves)
        solver.run(job)
        found = solver.result(job)
        if found is None and (solver.busy() or solver.looking_ahead):
            return
        self._found[game] = found or ()
        changed()

    # -- a puzzle ------------------------------------------------------------------------------

    def _choose(self, back: Callable[[], None], puzzle: Puzzle) -> None:
        """Begin a puzzle of the page; leaving it leads back to the page."""

        def to_page() -> None:
            back()
            self.show()

        self.begin(puzzle, to_page, partial(self._next, back, puzzle))

    def _next(self, back: Callable[[], None], puzzle: Puzzle | None = None) -> None:
        """Begin the puzzle of the page that comes next after ``puzzle``, or first, of those that
        are not solved; after the last comes the first."""
        settings = self._director.kit.settings
        puzzles = [*(one for _, one in self._own()), *first_set()]
        at = 0 if puzzle is None else puzzles.index(puzzle) + 1
        order = [*puzzles[at:], *puzzles[:at]]
        self._choose(back, next((one for one in order if not is_solved(settings, one)), order[0]))

    def begin(
        self,
        puzzle: Puzzle,
        back: Callable[[], None],
        following: Callable[[], None] | None = None,
    ) -> None:
        """Show ``puzzle`` on the table. ``back`` returns to where it was begun."""
        kit = self._director.kit
        desk = PuzzleDesk(kit.storage, kit.settings, kit.record, puzzle)
        self._director.enter(PuzzleScene(self._director, desk, back, following))


def _can_be_asked(played: Played) -> bool:
    """Return whether a finished game was lost and can be looked through, as it hid no cards."""
    kind = KINDS.get((played.game, played.rules))
    return kind is not None and not kind.hides_cards and played.home < len(PACK)
