"""Opens panels, lessons, reviews and puzzles, and returns from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.core.cards import MAX_DEAL, PACK
from game.play.game_text import to_text
from game.play.history import MAX_BOOKMARK_LENGTH, MAX_REMARK_LENGTH
from game.play.session import Session
from game.record.entries import Entry
from game.rules.registry import KINDS, Deal, GameKind, kinds_of, numbered
from game.support.texts import tr
from game.teach.lessons import LESSONS, Course
from game.teach.puzzles import FindPuzzles, Puzzle, shipped_puzzles
from game.words.names import full_title, near_date
from scenes.kit.commands import Command
from scenes.kit.window import Form
from scenes.pages.deal_number import NumberPage
from scenes.pages.help import help_page
from scenes.pages.menu import menu_page
from scenes.pages.options import Part, options_page
from scenes.pages.second_chances import second_chances_page
from scenes.pages.statistics_panel import Statistics
from scenes.review.review_scene import ReviewScene
from scenes.table.exercise_scenes import ExerciseScene, LessonScene, PuzzleScene
from scenes.table.table_scene import TableScene
from scenes.widgets.controls import Control
from scenes.widgets.items import Item, Paragraph, Row, TextField
from scenes.widgets.panel import Sheet

if TYPE_CHECKING:
    from scenes.app.director import Director

_DIGITS: Final = 6
_MOST_GAMES: Final = 60
"""The maximum number of lost games that are searched for puzzles."""


class Navigation:
    """Opens panels, lessons and reviews. ``chances`` opens puzzles."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self.chances = SecondChances(director, self.return_path)
        self._part: Part | None = None
        """The part of the options that was shown last."""
        self._left_for_past: TableScene | None = None
        """The table to return to after reviewing a past game."""

    def return_path(self) -> Callable[[], None]:
        """Return a function that goes back to the review, table or start screen shown now.

        If a lesson or puzzle is shown, the function goes back to where the player was before.
        """
        director = self._director
        scene = director.scene
        if isinstance(scene, ExerciseScene):
            return scene.back  # to where the lesson or puzzle was begun
        if isinstance(scene, ReviewScene):
            return partial(self._resume, scene)
        if isinstance(scene, TableScene):
            return partial(director.play, scene.deal.game)
        return lambda: director.enter(director.new_menu())

    def _resume(self, review: ReviewScene) -> None:
        self._director.enter(review)
        self._director.review = review
        review.resume()

    # -- panels --------------------------------------------------------------------------------

    def number(self, game: str) -> None:
        """Ask for the number of a deal of ``game``."""
        director = self._director
        field = TextField(_DIGITS, tr("0 to {most}", most=MAX_DEAL), numeric=True)

        def deal() -> None:
            if not field.text:
                panel.refuse(field, tr("Type a number first."))
                return
            director.close_panel()
            rules = director.kit.settings.rules_for(game)
            director.play_session(Session(Deal(game, int(field.text), rules)))

        def build() -> Sequence[Item]:
            return page.build(deal, director.leave_panel)

        page = NumberPage(director.kit, game, field)
        panel = director.open_panel(Sheet(Command.NUMBER, tr("A game by number")), build, deal)
        page.changed, panel.poll = panel.rebuild, page.poll

    def annotate(self, command: Command) -> None:
        """In a review, open the panel for a remark or for the name of a bookmark."""
        director, review = self._director, self._director.review
        if review is None:
            return
        node = review.node
        if command is Command.NAME:
            asked = tr("Name this bookmark, or leave it blank.")
            text, most = node.bookmark or "", MAX_BOOKMARK_LENGTH
        else:
            asked = tr("A remark on this position. It's copied with the game.")
            text, most = node.remark, MAX_REMARK_LENGTH
        field = TextField(most, "", text, len(text))

        def accept() -> None:
            director.close_panel()
            history = review.session.history
            write = history.set_bookmark if command is Command.NAME else history.set_remark
            review.write(lambda: write(node, field.text))

        def build() -> Sequence[Item]:
            ok = Control(tr("Keep it"), accept, strong=True)
            row = Row("", [ok, Control(tr("Cancel"), director.leave_panel)])
            return [Paragraph(asked), *field.gamepad_notes, field, row]

        director.open_panel(Sheet(command, command.label), build, accept)

    def menu(self) -> None:
        """Open the menu; do nothing if no table is shown."""
        director, table = self._director, self._director.table
        if table is None:
            return
        keyed = table.keys.focused is not None

        def build() -> Sequence[Item]:
            options = partial(self.options, Part.PLAY)
            full = director.window.form is Form.FULLSCREEN
            return menu_page(table, director.run, director.show_start, options, fullscreen=full)

        # A command chosen in the menu applies to the table, not to the button that opened the menu.
        table.keys.drop_focus()
        panel = director.open_panel(Sheet(Command.MENU, tr("Menu"), width=640), build)
        if keyed:
            panel.focus_on(panel.page.controls.items[0])

    def options(self, part: Part | None = None) -> None:
        """Open the options at ``part``, or at the part shown last."""
        kit = self._director.kit
        self._part = part or self._part

        def changed() -> None:
            kit.apply_settings()
            kit.sounds.start()
            kit.storage.save_settings(kit.settings)
            self._director.scene.restyle()
            self._director.invalidate()
            panel.title = tr("Options")
            panel.rebuild()
            # The choice may have changed the language.
            self._director.retitle()

        def turn_to(part: Part) -> None:
            self._part = part
            panel.show_page()

        panel = self._director.open_panel(
            # The table shows each change at once.
            Sheet(Command.OPTIONS, tr("Options"), shows_table=True),
            lambda: options_page(kit.settings, changed, self._part or Part.LOOK, turn_to),
        )

    def statistics(self) -> None:
        page = Statistics(self._director, self._director.session)
        sheet = Sheet(Command.STATISTICS, tr("Statistics"), width=500)
        panel = self._director.open_panel(sheet, page.build)
        page.turned, page.changed = panel.show_page, panel.rebuild
        panel.poll = page.poll

    def help(self) -> None:
        """Open the help for the game shown or played last."""
        director = self._director
        told = director.session.deal.kind if director.session else None
        told = told or director.kit.settings.next_kind(director.game)

        def turn_to(kind: GameKind) -> None:
            nonlocal told
            told = kind
            panel.title = full_title(told)
            panel.show_page()

        def build() -> Sequence[Item]:
            return help_page(director, told, turn_to)

        panel = director.open_panel(Sheet(Command.HELP, full_title(told), width=560), build)

    # -- lessons -------------------------------------------------------------------------------

    def learn(self, game: str) -> None:
        """Begin the lesson of ``game``, which must have one."""
        director = self._director
        kind = kinds_of(game)[0]
        course = Course(kind, LESSONS[kind.lesson or ""])
        play = partial(self._play_on, course)
        director.enter(LessonScene(director, course, self.return_path(), play))

    def _play_on(self, course: Course) -> None:
        """Continue the game in hand if it has begun. If not, begin the lesson's first unplayed
        deal. If all of its deals were played, begin a new game."""
        director, game = self._director, course.kind.game
        played = director.kit.storage.log.has_played
        deals = (numbered(game, number) for number in course.lesson.deals)
        first = next((deal for deal in deals if not played(deal)), None)
        in_hand = director.in_hand(game)
        if in_hand is not None and in_hand.begun:
            director.play(game)
        elif first is not None:
            director.play_again(first)
        else:
            director.play_new(game)

    # -- reviews -------------------------------------------------------------------------------

    def review(self) -> None:
        """Review the current or last game. If a review is open, close it instead."""
        director = self._director
        if director.review:
            self.end_review()
            return
        if director.table is None:
            if director.desks.find(director.game) is None:
                director.refuse(tr("There's no game to review yet."))
                return
            director.play(director.game)
        table = director.table
        assert table is not None
        self._begin(table.session, table).keep = table.session.save

    def _begin(self, session: Session, table: TableScene | None) -> ReviewScene:
        review = ReviewScene(self._director, session, table)
        self._director.enter(review, aloud=table is None)
        self._director.review = review
        review.begin()
        return review

    def try_again(self) -> None:
        """Go to the reviewed game's last winnable position; if possible, begin a puzzle there."""
        director, review = self._director, self._director.review
        if review is None:
            director.kit.sounds.refuse()
        else:
            review.try_again(lambda one: self.chances.begin(one, self.return_path()))

    def review_past(
        self, session: Session, keep: Callable[[], None] | None = None, *, watch: bool = False
    ) -> None:
        """Review a finished game. If ``watch`` is True, play it back. ``keep`` saves the notes."""
        shown = self._director.review
        if shown is None or shown.table is not None:
            self._left_for_past = shown.table if shown else self._director.table
        review = self._begin(session, None)
        review.keep = keep
        if watch:
            review.go(0)
            review.play_back()

    def end_review(self, position: int | None = None) -> None:
        """Close the review; with a ``position``, play on from there."""
        review = self._director.review
        if review is None:
            return
        table = review.table
        if table is None:
            self._end_past(review, position)
            return
        branch = position if position != review.game.here else None
        if branch is not None:
            table.session.go(review.game.nodes[branch])
        self._back_to(table)
        if branch is not None:
            self._director.tell(tr("Playing on from here. Your old moves become a branch."))

    def _back_to(self, table: TableScene) -> None:
        self._director.enter(table, aloud=False)
        session = table.desk.session if table.desk else table.session
        table.new_session(session, deal_out=False)
        # The look may have changed during the review.
        table.restyle()

    def _end_past(self, review: ReviewScene, position: int | None) -> None:
        """Leave the review of a past game; with a ``position``, play on from there."""
        director = self._director
        if position is None:
            if self._left_for_past is not None:
                self._back_to(self._left_for_past)
            else:
                director.enter(director.new_menu())
            return
        session = review.session
        # The finished game stays in the record; the continued game is recorded separately.
        session.info = replace(session.info, entry="")
        if position != review.game.here:
            session.go(review.game.nodes[position])
        desk = director.desks.take(session)
        director.play(session.deal.game)
        director.tell_of(tr("Playing on from here."), desk)


# -- puzzles -------------------------------------------------------------------------------------


class SecondChances:
    """The page *Second chances*: puzzles, both shipped and from the player's lost games."""

    def __init__(self, director: Director, return_path: Callable[[], Callable[[], None]]) -> None:
        self._director = director
        self._return_path = return_path
        self._found: dict[str, Sequence[Puzzle]] = {}
        """The puzzles found in each game searched, by the game's id."""
        self._games: Sequence[Entry] = ()
        """The lost games to search for puzzles, latest first."""
        self._pictures: dict[str, pygame.Surface] = {}
        """The pictures on the page, by their puzzles' keys."""

    # -- the page ------------------------------------------------------------------------------

    def show(self) -> None:
        """Open the page, and begin to search lost games for puzzles."""
        director = self._director
        lost = [one for one in director.kit.storage.log.games() if _may_have_puzzles(one)]
        self._games = lost[: -_MOST_GAMES - 1 : -1]
        self._pictures.clear()
        sheet = Sheet(Command.CHANCES, tr("Second chances"), width=740)
        panel = director.open_panel(sheet, partial(self._page, self._return_path()))
        panel.poll = partial(self._search_next, panel.rebuild)
        # Enter begins the next puzzle.
        panel.focus_on(panel.page.controls.items[0])

    def _page(self, back: Callable[[], None]) -> Sequence[Item]:
        at, count = sum(one.id in self._found for one in self._games), len(self._games)
        words = tr("Checking lost games: {n} of {all} …", n=at + 1, all=count)
        searching = words if at < count else ""
        today = self._director.kit.today
        own = [(near_date(day, today), puzzle) for day, puzzle in self._own()]
        choose, play_next = partial(self._choose, back), partial(self._next, back)
        kit = self._director.kit
        return second_chances_page(kit, self._pictures, own, searching, choose, play_next)

    def _own(self) -> list[tuple[date, Puzzle]]:
        """Return the puzzles from lost games with the dates of those games, latest first."""
        found: dict[str, tuple[date, Puzzle]] = {}
        for game in self._games:
            for puzzle in self._found.get(game.id, ()):
                found.setdefault(puzzle.key, (date.fromisoformat(game.ended[:10]), puzzle))
        return sorted(
            found.values(), key=lambda one: (-one[0].toordinal(), one[1].kept / one[1].of)
        )

    def _search_next(self, changed: Callable[[], None]) -> None:
        """Have the solver search the next lost game; call ``changed`` once that is done."""
        game = next((one for one in self._games if one.id not in self._found), None)
        if game is None:
            return
        kit = self._director.kit
        solver, session = kit.solver, kit.storage.finished_game(game.id)
        text = to_text(session) if session is not None else ""
        job = FindPuzzles(game.game, game.rules, text)
        solver.run(job)
        found = solver.result(job)
        if found is None and (solver.is_busy() or solver.does_other_work):
            return
        self._found[game.id] = found or ()
        changed()

    # -- a puzzle ------------------------------------------------------------------------------

    def _choose(self, back: Callable[[], None], puzzle: Puzzle) -> None:
        """Begin a puzzle. Leaving the puzzle reopens the page *Second chances*."""

        def to_page() -> None:
            back()
            self.show()

        self.begin(puzzle, to_page, partial(self._next, back, puzzle))

    def _next(self, back: Callable[[], None], puzzle: Puzzle | None = None) -> None:
        """Begin the next unsolved puzzle after ``puzzle``. If it is None, search from the start."""
        settings = self._director.kit.settings
        puzzles = [*(one for _, one in self._own()), *shipped_puzzles()]
        at = 0 if puzzle is None else puzzles.index(puzzle) + 1
        order = [*puzzles[at:], *puzzles[:at]]
        # If all are solved, begin the next one again.
        self._choose(back, next((one for one in order if one.key not in settings.solved), order[0]))

    def begin(
        self, puzzle: Puzzle, back: Callable[[], None], following: Callable[[], None] | None = None
    ) -> None:
        """Show a puzzle. ``back`` is called to leave it, ``following`` to begin the next puzzle."""
        self._director.enter(PuzzleScene(self._director, puzzle, back, following))


def _may_have_puzzles(entry: Entry) -> bool:
    lost = entry.home is not None and entry.home < len(PACK)
    return lost and KINDS[entry.game, entry.rules].puzzles
