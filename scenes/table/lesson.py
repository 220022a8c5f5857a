"""The table of a lesson: it asks for one thing after the other, and does nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

import pygame
from pygame import Rect

from game.core.moves import Move, Verb
from game.core.state import STOCK, PileId
from game.player.apart import PracticeDesk
from game.support.texts import texts, tr
from game.teach.lessons import HINT, SAFE, UNDO
from game.words.names import game_name
from scenes.kit.commands import ENTER, Command
from scenes.kit.services import Host
from scenes.table.apart import SceneApart
from scenes.table.intents import (
    Hint,
    Intent,
    NewDeal,
    PlayFairly,
    Solution,
    SolutionMove,
    WayBack,
)
from scenes.table.orders import ASKED
from scenes.table.strip import Decision
from scenes.widgets.bar import BarTexts
from scenes.widgets.controls import Control
from scenes.widgets.notice import Spot

_PAUSE: Final = 1.0
"""Seconds between the end of a step and the next one."""
_PIECES: Final = 12
"""The number of pieces of an arrow that are kept clear of words."""
_HERE: Final = {
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
"""The commands that a lesson has a use for, with what they do of what can be asked for."""
_WITHOUT: Final = (
    Command.RESTART,
    Command.REDO_ACTION,
    Command.SOLUTION,
    Command.PLAY_FAIRLY,
)


class LessonScene(SceneApart):
    """One lesson, step by step. ``back`` leaves it, ``play`` leads from its end to a game."""

    def __init__(
        self,
        host: Host,
        desk: PracticeDesk,
        back: Callable[[], None],
        play: Callable[[], None],
    ) -> None:
        self._practice = desk
        self.course = desk.course
        self._play = play
        self._waits = 0.0
        """Seconds until the next step, once one is done."""
        super().__init__(host, desk, back)
        self.do = self._meet

    # -- what it shows -------------------------------------------------------------------------

    @property
    def without(self) -> Sequence[Command]:
        return *_WITHOUT, *super().without

    @property
    def judged(self) -> bool:
        return False

    @property
    def short_title(self) -> str:
        return tr("First steps: {game}", game=game_name(self.course.kind))

    @property
    def progress(self) -> str:
        """As ``2 of 6``."""
        return tr("{n} of {all}", n=self.course.at + 1, all=len(self.course.lesson.steps))

    @property
    def stands(self) -> tuple[str, ...]:
        return (self.progress,)

    @property
    def pointed_out(self) -> Move | None:
        return None if self.hand.held else next(iter(self.course.ways(self.state)), None)

    @property
    def bar_texts(self) -> BarTexts:
        todo = self.course.task.todo if self.course.task else None
        asked = {one for one, does in _HERE.items() if todo in does.split()}
        # What a narrow bar has no room for is in the menu.
        hidden = asked & {*self.bar.without}
        meant = asked | ({Command.MENU} if hidden else set())
        off = {Command.UNDO_ACTION, Command.SAFE, Command.HINT} - asked
        told = super().bar_texts
        return replace(told, standings=self.stands, off=frozenset(off), meant=frozenset(meant))

    def stage_strip(self) -> Decision:
        """The sentence that says what is to be done, and the ways out."""
        course, task = self.course, self.course.task
        leave = self.leave_button()
        if course.over:
            play = Control(tr("Play now"), self._play, strong=True)
            words = texts.one(course.lesson.farewell)
            return Decision(words, "", [leave, play], near=self._marked)
        words = texts.one(task.words) if task else tr("Well done!")
        skip = self.next_button(tr("Skip"))
        return Decision(words, "", [leave, skip], near=self._marked)

    def _marked(self) -> Spot:
        """Return where the sentence belongs: beside the cards or the button that are marked; below
        all cards where nothing is."""
        state, layout = self.state, self.layout
        move = next(iter(self.course.ways(state)), None)
        if move is not None and move.verb is Verb.CARRY:
            return self._beside_way(move)
        if move is not None:
            return self.spot(STOCK)
        pointed = [control.rect for control in self.bar.controls.items if control.strong]
        if pointed:
            return Spot(pointed[0], pointed)
        lying = [layout.covered(pile, len(state[pile])) for pile in self.rules.piles if state[pile]]
        whole = lying[0].unionall(lying) if lying else layout.bar
        return Spot(whole, [whole])

    def _beside_way(self, move: Move) -> Spot:
        """Return where words about the cards of ``move`` belong: beside those that are taken, clear
        of them, of their target, and of the way between."""
        state, layout = self.state, self.layout
        count, goal = len(state[move.source]), len(state[move.target])
        first = layout.place(move.source, count - (move.count or 1), count)
        last = layout.place(move.source, count - 1, count)
        taken = Rect(first, layout.card).union(Rect(last, layout.card))
        target = Rect(layout.place(move.target, max(0, goal - 1), goal), layout.card)
        start, way = pygame.Vector2(taken.center), pygame.Vector2(target.center)
        side = layout.card[0] // 2
        path = [Rect(0, 0, side, side) for _ in range(_PIECES)]
        for number, piece in enumerate(path):
            point = start.lerp(way, number / (_PIECES - 1))
            piece.center = round(point.x), round(point.y)
        return Spot(taken.union(target), [taken, target, *path])

    def refuse(self, words: str = "", about: PileId | None = None) -> None:
        """Refuse, and say once more what is to be done."""
        super().refuse(words, about)
        self.announcer.say(self.strip.words)

    # -- step by step --------------------------------------------------------------------------

    def go_next(self) -> None:
        """Go on to the next step, or to the end."""
        if self.course.over:
            self.refuse()
        elif self.course.last:
            self.course.end()
            self.verdict.update()
        else:
            self._go_on()

    def _go_on(self) -> None:
        self._waits = 0.0
        self._practice.next_step()
        self.announcer.say(self.progress)
        self.new_session()

    def _meet(self, intent: Intent) -> bool:
        """Carry out what the lesson asks for. All else is refused, and changes nothing."""
        if self._waits:
            # Whoever plays on already need not wait.
            self._go_on()
            return False
        if isinstance(intent, Hint):
            return self._hint()
        if isinstance(intent, NewDeal | Solution | PlayFairly | SolutionMove | WayBack):
            self.refuse()
            return False
        done = self.door.do(intent)
        if self.course.task is None and not self.course.over:
            self._waits = _PAUSE
        return done

    def _hint(self) -> bool:
        """Show the next move, if a hint is what is asked for."""
        if not self.course.asks(HINT):
            self.refuse()
            return False
        self.course.tick_off()
        self.verdict.update()
        return True

    # -- time ----------------------------------------------------------------------------------

    @property
    def next_change(self) -> float:
        return min(super().next_change, self._waits or math.inf)

    def tick(self, seconds: float, *, playing: bool) -> None:
        super().tick(seconds, playing=playing)
        if self._waits and not self.animator.busy:
            self._waits = max(0.0, self._waits - seconds)
            if not self._waits:
                self._go_on()

    # -- input ---------------------------------------------------------------------------------

    @property
    def known(self) -> Collection[Command]:
        return _HERE

    def type_key(self, event: pygame.Event) -> None:
        if event.key in ENTER and self.course.over and not self.keys.focused:
            self._play()
        else:
            super().type_key(event)
