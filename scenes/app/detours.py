"""Leads from what is shown to a lesson, a review, or a puzzle, and back again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final

from game.core.cards import PACK
from game.play.session import Session
from game.player.exercise_desks import PracticeDesk, PuzzleDesk, is_solved
from game.record.transcripts import Played
from game.rules.registry import KINDS, kinds_of, numbered
from game.support.texts import tr
from game.teach.lessons import LESSONS, Course
from game.teach.puzzles import Looking, Puzzle, first_set
from game.words.names import near_date
from scenes.kit.commands import Command
from scenes.pages.second_chances import Gallery, chances_page
from scenes.review.review_scene import ReviewScene
from scenes.table.exercise_scenes import ExerciseScene, LessonScene, PuzzleScene
from scenes.table.table_scene import TableScene
from scenes.widgets.items import Item
from scenes.widgets.panel import Sheet

if TYPE_CHECKING:
    from scenes.app.director import Director

_GAMES: Final = 60
"""How many lost games are looked through, the latest first."""


def way_back(director: Director) -> Callable[[], None]:
    """Return what leads back to what is shown now: a review, the game in hand on its table, or the
    menu."""
    scene = director.scene
    if isinstance(scene, ExerciseScene):
        return scene.back
    if isinstance(scene, ReviewScene):
        return partial(_resume, director, scene)
    if isinstance(scene, TableScene):
        return partial(director.play, scene.deal.game)
    return lambda: director.enter(director.new_menu())


def _resume(director: Director, review: ReviewScene) -> None:
    director.enter(review)
    director.review = review
    review.resume()


# -- lessons ---------------------------------------------------------------------------------------


def begin_lesson(director: Director, game: str) -> None:
    """Begin the lesson of ``game``; raise ``KeyError`` if it has none."""
    kind, kit = kinds_of(game)[0], director.kit
    course = Course(kind, LESSONS[kind.lesson or ""])
    desk = PracticeDesk(kit.storage, kit.settings, kit.record, course)
    director.enter(
        LessonScene(director, desk, way_back(director), partial(_play_on, director, course))
    )


def _play_on(director: Director, course: Course) -> None:
    """Go on with the game in hand if it is begun, or else with a deal for beginners."""
    game, record = course.kind.game, director.kit.record
    deals = (numbered(game, number) for number in course.lesson.deals)
    first = next((deal for deal in deals if not record.knows(deal)), None)
    in_hand = director.in_hand(game)
    if in_hand is not None and in_hand.begun:
        director.play(game)
    elif first is not None:
        director.play_again(first)
    else:
        director.play_new(game)


# -- reviews ---------------------------------------------------------------------------------------


class Reviews:
    """Opens reviews and closes them."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._left_for_past: TableScene | None = None
        """The table from which the review of a finished game was opened; None for the menu."""

    def toggle(self) -> None:
        """Open the review of the game on the table, in the menu of the last one played, or close
        it."""
        director = self._director
        if director.review:
            self.end()
            return
        if director.table is None:
            if not director.desks.any_of(director.game):
                director.kit.sounds.refuse()
                director.tell(tr("There's no game to review yet."))
                return
            director.play(director.game)
        table = director.table
        assert table is not None
        self._begin(table.desk.session, table).keep = table.desk.save

    def _begin(self, session: Session, table: TableScene | None) -> ReviewScene:
        review = ReviewScene(self._director, session, table)
        self._director.enter(review, aloud=table is None)
        self._director.review = review
        review.begin()
        return review

    def try_again(self) -> None:
        """Show the position before the move that lost the reviewed game, as a puzzle that leads
        back to the review."""
        director, review = self._director, self._director.review
        if review is None:
            director.kit.sounds.refuse()
        else:
            review.try_again(lambda one: director.panels.chances.begin(one, way_back(director)))

    def begin_past(
        self, session: Session, keep: Callable[[], None] | None = None, *, watch: bool = False
    ) -> None:
        """Review a finished game; ``watch`` walks through it by itself from the start. ``keep``
        keeps what is written there, if that can be kept."""
        shown = self._director.review
        if shown is None or shown.table is not None:
            self._left_for_past = shown.table if shown else self._director.table
        review = self._begin(session, None)
        review.keep = keep
        if watch:
            review.play_through()

    def end(self, position: int | None = None) -> None:
        """Return from the review to its table; with a ``position``, to play on from there."""
        review = self._director.review
        if review is None:
            return
        table = review.table
        if table is None:
            self._end_past(review, position)
            return
        branch = position if position != review.game.here else None
        if branch is not None:
            table.desk.go(review.game.nodes[branch])
        self._back_to(table, restyled=review.restyled)
        if branch is not None:
            self._director.tell(tr("Playing on from here. Your old moves become a branch."))

    def _back_to(self, table: TableScene, *, restyled: bool) -> None:
        """Return from a review to a table, which shows the game on its desk."""
        self._director.enter(table, aloud=False)
        if restyled:
            table.restyle()
        table.new_session(deal_out=False)

    def _end_past(self, review: ReviewScene, position: int | None) -> None:
        """Return from the review of a finished game to where it was opened; with a ``position``,
        put it in place of the game in hand, to be played on."""
        director = self._director
        if position is None:
            if self._left_for_past is not None:
                self._back_to(self._left_for_past, restyled=review.restyled)
            else:
                director.enter(director.new_menu())
            return
        session = review.session
        if position != review.game.here:
            session.go(review.game.nodes[position])
        desk = director.desks.take(session)
        director.play(session.deal.game)
        director.tell_of(tr("Playing on from here."), desk)


# -- puzzles ---------------------------------------------------------------------------------------


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
    """Return whether a finished game was lost and can become a puzzle."""
    kind = KINDS.get((played.game, played.rules))
    return kind is not None and kind.puzzles and played.home < len(PACK)
