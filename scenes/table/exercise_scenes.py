"""Tables for practice, whose games aren't recorded: lessons and puzzles."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.core.moves import Move, Verb
from game.core.state import STOCK, PileId
from game.support.texts import texts, tr, trn
from game.teach.lessons import HINT, SAFE, UNDO
from game.teach.puzzles import PuzzleSession
from game.teach.standing import Light
from game.words.names import deal_name, game_name
from scenes.kit.commands import ASKED, ENTER, Command
from scenes.kit.services import Host
from scenes.table.keyboard import notation_letter
from scenes.table.strip import Decision, keyed
from scenes.table.table_scene import COMMANDS, FOR_CARDS, TableScene
from scenes.widgets.bar import BarTexts
from scenes.widgets.controls import Control
from scenes.widgets.notice import Anchor

if TYPE_CHECKING:
    from game.play.session import Session
    from game.teach.lessons import Course
    from game.teach.puzzles import Puzzle

_NEXT: Final = "n"
"""The key that moves on to the next step or puzzle."""
ELSEWHERE: Final = frozenset(
    {Command.QUIT, Command.FULLSCREEN, Command.COMPACT, Command.OPTIONS, Command.HELP, Command.MENU}
)
"""The commands that exercises leave to the rest of the program."""


class ExerciseScene(TableScene):
    """A table with a lesson or puzzle. ``back`` is called to leave the table."""

    def __init__(self, host: Host, session: Session, back: Callable[[], None]) -> None:
        self.back = back
        super().__init__(host, session)

    @property
    def unavailable(self) -> Sequence[Command]:
        here = {*ELSEWHERE, Command.START, *self.usual_commands}
        return *(one for one in Command if one not in here), *super().unavailable

    asks_decisions = True
    usual_commands: Collection[Command]
    """The commands of a ``TableScene`` that are allowed in this exercise."""

    @abstractmethod
    def go_next(self) -> None:
        """Go on to the next step or puzzle."""

    def leave_button(self) -> Control:
        return keyed(tr("Leave"), Command.START.key_names, self.back)

    def next_button(self, name: str, *, strong: bool = False) -> Control:
        """Return the button that moves on to the next step or puzzle, labelled ``name``."""
        return keyed(name, _NEXT.upper(), self.go_next, strong=strong)

    def command(self, command: Command) -> bool:
        """Carry out or refuse a command; return False if it's in ``ELSEWHERE``."""
        if command in ELSEWHERE:
            return False
        if command is Command.START:
            # Escape leaves the exercise unless it ends something else.
            if not super().command(command):
                self.back()
        elif command in self.usual_commands:
            super().command(command)
        else:
            self.finish_motion()
            self.refuse(tr("That does nothing here."))
        return True

    def type_key(self, event: pygame.Event) -> None:
        if notation_letter(event).lower() == _NEXT:
            self.finish_motion()
            self.go_next()
        else:
            super().type_key(event)


_PAUSE: Final = 1.0
"""The pause after each step of a lesson, in seconds."""
_IN_LESSONS: Final = {
    Command.UNDO_ACTION: UNDO,
    Command.UNDO: UNDO,
    Command.HINT: HINT,
    Command.SAFE: SAFE,
    Command.TO_CELLS: "",
    Command.TO_HOME: "",
    Command.BACK: "",
    **dict.fromkeys(ASKED, ""),
    Command.DEAL: "d t",
}
"""The commands that work in lessons, with the tasks they fulfil."""


class LessonScene(ExerciseScene):
    """A table with a lesson. ``play`` is called to begin a game after the lesson."""

    judged = False
    usual_commands = _IN_LESSONS

    def __init__(
        self, host: Host, course: Course, back: Callable[[], None], play: Callable[[], None]
    ) -> None:
        self.course = course
        self._play = play
        self._waits = 0.0
        """The seconds until the next step begins; 0 if none is about to."""
        super().__init__(host, course.begin(), back)

    # -- what it shows -------------------------------------------------------------------------

    @property
    def short_title(self) -> str:
        return tr("First steps: {game}", game=game_name(self.course.kind))

    @property
    def progress(self) -> str:
        """The progress in words, such as ``2 of 6``."""
        return tr("{n} of {all}", n=self.course.at + 1, all=len(self.course.lesson.steps))

    @property
    def status_parts(self) -> tuple[str, ...]:
        return (self.progress,)

    @property
    def marked_move(self) -> Move | None:
        return None if self.hand.held else next(iter(self.course.moves_asked(self.state)), None)

    @property
    def bar_texts(self) -> BarTexts:
        todo = self.course.task.todo if self.course.task else None
        asked = {one for one, does in _IN_LESSONS.items() if todo in does.split()}
        # If a narrow bar has no room for the command asked for, point out the menu instead.
        hidden = asked & {*self.bar.hidden}
        meant = asked | ({Command.MENU} if hidden else set())
        off = {Command.UNDO_ACTION, Command.SAFE, Command.HINT} - asked
        return super().bar_texts._replace(
            status_wordings=self.status_parts, off=frozenset(off), meant=frozenset(meant)
        )

    def due_decision(self) -> Decision:
        """Return what the lesson says now, with its buttons."""
        course, task = self.course, self.course.task
        leave = self.leave_button()
        if course.is_over:
            play = Control(tr("Play now"), self._play, strong=True)
            words = texts.one(course.lesson.farewell)
            return Decision(words, "", [leave, play], near=self._marked)
        words = texts.one(task.words) if task else tr("Well done!")
        skip = self.next_button(tr("Skip"))
        return Decision(words, "", [leave, skip], near=self._marked)

    def _marked(self) -> Anchor:
        """Return the cards or the button that the lesson's text is placed next to."""
        state, layout = self.state, self.layout
        move = next(iter(self.course.moves_asked(state)), None)
        if move is not None and move.verb is not Verb.CARRY:
            return self.anchor(STOCK)
        if move is not None:
            # Near the cards and their target, but not between them.
            taken = layout.last(move.source, move.count or 1, len(state[move.source]))
            clear = [taken.union(layout.last(move.target, 1, len(state[move.target])))]
        else:
            clear = [control.rect for control in self.bar.controls.items if control.strong]
        piles = [pile for pile in self.rules.piles if state[pile]]
        lying = [layout.covered(pile, len(state[pile])) for pile in piles]
        clear = clear or [lying[0].unionall(lying)]
        return Anchor(clear[0], clear)

    def refuse(self, words: str = "", about: PileId | None = None) -> None:
        """Refuse what the player wants to do, and repeat what the lesson asks for."""
        super().refuse(words, about)
        self.announcer.say(self.strip.decision.words)

    # -- step by step --------------------------------------------------------------------------

    def go_next(self) -> None:
        """Go on to the next step or to the end."""
        if self.course.is_over:
            self.refuse()
        elif self.course.is_last_step:
            self.course.end()
            self.prompt.update()
        else:
            self._go_on()

    def _go_on(self) -> None:
        self._waits = 0.0
        session = self.course.go_on()
        self.announcer.say(self.progress)
        self.new_session(session)

    def position_changed(self) -> None:
        super().position_changed()
        if self.course.task is None and not (self.course.is_over or self._waits):
            self._waits = _PAUSE

    def hint(self) -> None:
        """If the current task is to ask for a hint, tick it off. Refuse in any other case."""
        if not self.course.is_asked(HINT):
            self.refuse()
            return
        self.course.tick_off()
        self.prompt.update()

    # -- time ----------------------------------------------------------------------------------

    @property
    def seconds_until_change(self) -> float:
        return min(super().seconds_until_change, self._waits or math.inf)

    def tick(self, seconds: float, *, playing: bool) -> None:
        super().tick(seconds, playing=playing)
        if self._waits and not self.animator.busy:
            self._waits = max(0.0, self._waits - seconds)
            if not self._waits:
                self._go_on()

    # -- input ---------------------------------------------------------------------------------

    def type_key(self, event: pygame.Event) -> None:
        if event.key in ENTER and self.course.is_over and not self.keys.focused:
            self._play()
        else:
            super().type_key(event)


_MOST: Final = 2000
"""The maximum number of solved puzzles to remember."""
_IN_PUZZLES: Final = {*COMMANDS, *FOR_CARDS} - {Command.NEW, Command.PLAY_FAIRLY}


class PuzzleScene(ExerciseScene):
    """A table with one puzzle. ``following`` begins the next puzzle; it is None if no puzzle
    follows."""

    always_lit = True
    usual_commands = _IN_PUZZLES

    def __init__(
        self,
        host: Host,
        puzzle: Puzzle,
        back: Callable[[], None],
        following: Callable[[], None] | None = None,
    ) -> None:
        self.puzzle = puzzle
        self._try = PuzzleSession(puzzle)
        self.following = following
        self._told: Light | None = None
        """What the light showed when the strip was last updated."""
        super().__init__(host, self._try, back)

    # -- what it shows -------------------------------------------------------------------------

    @property
    def short_title(self) -> str:
        return tr("Second chance {deal}", deal=deal_name(self.puzzle.deal))

    def due_decision(self) -> Decision:
        """Return a sentence on how this attempt is going, and the buttons to go with it."""
        self._told = self.guide.light
        buttons, begun = [self.leave_button()], bool(self.session.since_restart)
        if begun:
            restart = partial(self.host.run, Command.RESTART)
            buttons.append(keyed(tr("Try again"), Command.RESTART.key_names, restart))
        if self.following and (self._solved or self.session.won or not begun):
            buttons.append(self.next_button(tr("Next"), strong=self._solved))
        return Decision(self._words(), "", buttons, firm=True)

    def _words(self) -> str:
        session = self.session
        if self._solved and session.won:
            return tr("Solved: the game is won.")
        if self._solved:
            return tr(
                "Solved: you've played as many moves as the shortest solution takes "
                "and can still win."
            )
        if session.won:
            return tr("That was the solution. Now try it yourself.")
        if self._told is Light.LOST:
            return tr("This position is lost. Undo, or try again.")
        if not session.since_restart:
            return self._task()
        return tr("It can still be won.") if self._told is Light.CAN_WIN else tr("Your move.")

    def _task(self) -> str:
        puzzle = self.puzzle
        kept = trn(
            "Your move: it can still be won. {n} of {of} moves wins.",
            "Your move: it can still be won. {n} of {of} moves win.",
            puzzle.kept,
            of=puzzle.of,
        )
        if puzzle.undecided:
            kept = tr(
                "Your move: it can still be won. At least {n} of {of} moves win.",
                n=puzzle.kept,
                of=puzzle.of,
            )
        way = trn(
            "The shortest solution known takes {n} move.",
            "The shortest solution known takes {n} moves.",
            puzzle.depth,
        )
        return f"{kept} {way}"

    # -- doing ---------------------------------------------------------------------------------

    def go_next(self) -> None:
        if self.following is None:
            self.refuse()
        else:
            self.following()

    # -- whether it is solved ------------------------------------------------------------------

    @property
    def _solved(self) -> bool:
        return self._try.is_solution(winnable=self.guide.light is Light.CAN_WIN)

    def tick(self, seconds: float, *, playing: bool) -> None:
        super().tick(seconds, playing=playing)
        if self.guide.light is not self._told:
            self.prompt.update()
        self._note()

    def leave(self) -> None:
        super().leave()
        self._note()

    def _note(self) -> None:
        key, settings = self.puzzle.key, self.kit.settings
        if self._solved and key not in settings.solved:
            settings.solved = (*settings.solved, key)[-_MOST:]
            self.kit.storage.save_settings(settings)
