"""The questions that a review asks the solver."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.core.moves import Move
from game.core.state import State
from game.play.review import GameEnd
from game.solver.answer import Known, Margin, Verdict
from game.support.texts import tr
from game.teach.difficulty import request_grade
from game.teach.hints import hint_of_line
from game.teach.puzzles import Puzzle, puzzle_at
from game.teach.reasons import Leg, legs
from game.teach.standing import Light, lost_deal_text, unknown_text
from game.words.chances import advice_sentences, no_move_text
from scenes.kit.commands import Command
from scenes.review.walks import LineWalk, judge_next, searching

if TYPE_CHECKING:
    from scenes.review.review_scene import ReviewScene


def ways_out() -> str:
    """Return the sentence that names the keys for leaving the review."""
    return tr("Enter plays on from here, Esc goes back.")


class Analysis:
    """Asks the solver about every position and move of the game."""

    def __init__(self, shown: ReviewScene) -> None:
        self._shown = shown
        self._weighing: list[int] = []
        """The numbers of the positions whose moves the solver was last asked to judge."""
        self._told = ""
        """The game's result as last announced."""
        self.done = False
        """Whether nothing is left to ask about the game's positions and moves."""

    def ask_again(self) -> None:
        """Let ``tick`` ask the solver again, even if the question is the same as before."""
        self._weighing = []
        self.done = False

    def tick(self, *, news: bool) -> None:
        """If ``news`` is true, use the solver's new answers. Then ask it the next question."""
        # In this order: the moves of the current position, all positions without a verdict, the
        # branches here, the moves of other positions, par, other branches, and finally luck.
        self._judge(news)
        shown, solver, game = self._shown, self._shown.kit.solver, self._shown.game
        if self.done and game.branches.tick(solver, shown.at):
            shown.changed()
        # The move that led here comes first, then the one made from here.
        free = self.done and game.branches.done
        weighed = game.luck.tick(solver, shown.at - 1, shown.at, free=free)
        if weighed is not None:
            if weighed + 1 == shown.at and shown.walk is game:
                shown.announcer.say(game.luck.words(shown.at))
            shown.changed()

    def _judge(self, news: bool) -> None:
        """Take the next step in judging positions, moves and branches."""
        if news:
            self._take_margins()
        elif self.done:
            return
        shown, solver = self._shown, self._shown.kit.solver
        game, at, in_game = shown.game, shown.at, shown.walk is shown.game
        if in_game and self._weigh_here(at):
            return
        if game.review.next_to_judge() is not None:
            before = shown.walk.light(at)
            if judge_next(game.review, solver):
                self._tell_news(before)
        elif in_game and game.branches.open_at(at):
            self._weighing = []
            if game.branches.tick(solver, at):
                shown.changed()
        elif not solver.does_other_work:
            self._weigh_rest()

    def _weigh_here(self, at: int) -> bool:
        """Ask for the current position's margin if it is missing. Return whether to wait for it."""
        solver = self._shown.kit.solver
        if at in self._shown.game.margins or not self._wanted(at):
            return False
        if self._weighing[:1] != [at]:
            # The current position comes first, so end any other search.
            solver.cancel()
            self._weigh([at])
        return solver.does_other_work

    def _tell_news(self, before: Light) -> None:
        """Show and announce new verdicts. ``before`` is what the light showed until now."""
        shown, walk = self._shown, self._shown.walk
        shown.game.retell()
        shown.changed()
        result = walk.result(shown.at)
        news = result not in (self._told, searching())
        if walk.light(shown.at) is not before and not (news and shown.at == shown.length):
            # At the last position, the result of the game already says this.
            shown.announcer.say(walk.verdict_words(shown.at))
        if news:
            self._told = result
            shown.announcer.say(result)

    # -- moves ---------------------------------------------------------------------------------

    def _wanted(self, at: int) -> bool:
        """Return whether the moves of a position must still be judged."""
        game, margin = self._shown.game, self._shown.game.margins.get(at)
        if margin is not None:
            return margin.is_open
        # In a lost position, no move wins.
        return game.review.verdicts[at] is not Verdict.LOST and not game.review.is_over(at)

    def _weigh(self, numbers: list[int]) -> None:
        self._weighing = numbers
        positions = self._shown.game.positions
        self._shown.kit.solver.weigh(self._shown.deal, [positions[at] for at in numbers])

    def _weigh_rest(self) -> None:
        """Ask the solver to judge the remaining moves. Then ask for the par if the game was won."""
        shown, game, review = self._shown, self._shown.game, self._shown.game.review
        # Some answers may have arrived while something else was asked.
        self._take_margins()
        here = shown.at_in_game
        lost = review.losing_action_of(here)
        first = [here if lost is None else lost, review.game_of(here).start]
        order = dict.fromkeys([here, *first, *range(len(review.positions))])
        wanted = list(filter(self._wanted, order))
        # Asking the same again would find nothing new.
        if wanted != self._weighing:
            self._weigh(wanted)
        self.done = not shown.kit.solver.does_other_work
        if self.done and game.graded is None and review.deal.engine.won(review.positions[-1]):
            # The story of a won game ends with par.
            game.graded = request_grade(shown.kit.solver, shown.deal)
            if game.graded is not None:
                game.retell()
                shown.changed()

    def _take_margins(self) -> None:
        """Store new margins, and announce the current position's margin once it is final."""
        shown, game, solver = self._shown, self._shown.game, self._shown.kit.solver
        before, found = shown.walk.light(shown.at), dict[int, Margin]()
        for at, state in enumerate(game.positions):
            margin = solver.margin(shown.deal, state)
            if margin is not None and margin is not game.margins.get(at):
                found[at] = game.margins[at] = margin
                # If a short search left moves undecided, a longer one will follow.
                if margin.verdict is not Verdict.UNDECIDED and not game.review.is_decided(at):
                    game.review.add_verdict(at, margin.verdict, margin.line)
        if found:
            self._tell_news(before)
        if shown.walk is game and shown.at in found and not found[shown.at].is_open:
            shown.announcer.say(game.margin_words(shown.at))


class Answers:
    """Passes the player's questions to the solver, and shows the answers."""

    def __init__(self, shown: ReviewScene) -> None:
        self._shown = shown
        self.request: Command | None = None
        """The player's command that is waiting for an answer, or None."""
        self.way: Sequence[Leg] = ()
        """The moves drawn over the cards as arrows."""
        self._last: tuple[State, Move] | None = None
        """The position and move of the last hint; None once the whole hint has been shown."""
        self._begin: Callable[[Puzzle], None] = lambda puzzle: None

    def answer(self, request: Command) -> None:
        """Start answering ``request``, or show a message saying why that isn't possible."""
        shown, solver = self._shown, self._shown.kit.solver
        if shown.refuses_as_over():
            return
        if request is Command.PLAY_FAIRLY:
            if refused := self._why_no_advice():
                shown.refuse(refused)
                return
            solver.cancel()
        elif self._line_of_story() is None:
            solver.ask(shown.deal, shown.state, again=True)
        self._wait_for(request, tr("Thinking …"))

    def try_again(self, begin: Callable[[Puzzle], None]) -> None:
        """Find the last winnable position and go there. If it can be a puzzle, call ``begin``."""
        self._begin = begin
        self._wait_for(Command.AGAIN, tr("Lost. Looking for the last winnable position …"))

    def _wait_for(self, request: Command, words: str) -> None:
        self.request = request
        self._shown.tell(words, "", stays=True)
        self.tick()

    def end(self) -> None:
        """Drop the shown answer and any waiting request."""
        if self.request is not None or self.way:
            self._shown.message.clear()
        self.request, self.way = None, ()
        self._shown.invalidate()

    def tick(self) -> None:
        """Show the answer to the player's request if it has arrived."""
        shown, solver = self._shown, self._shown.kit.solver
        if self.request is Command.AGAIN:
            self._go_to_loss()
        elif self.request is Command.PLAY_FAIRLY:
            self._tell_fair()
        elif self.request is not None and not solver.is_busy():
            known = self._line_of_story() or solver.known(shown.deal, shown.state)
            self._answer(known or Known(Verdict.UNDECIDED))

    # -- hints and solutions -------------------------------------------------------------------

    def _why_no_advice(self) -> str:
        """Return why no fair advice can be given; empty if it can."""
        shown = self._shown
        if not shown.deal.kind.hides_cards:
            return tr("No card is hidden here: the solution is all you need.")
        if shown.walk is not shown.game:
            return tr("Esc returns to the game.")
        if not shown.kit.solver.is_available:
            return tr("No more answers: the solver has failed.")
        return ""

    def _tell_fair(self) -> None:
        """Show the fair adviser's best move here. If it isn't known yet, ask for it."""
        shown, at = self._shown, self._shown.at
        if at not in shown.game.luck.weighed:
            shown.game.luck.tick(shown.kit.solver, at)
        weighed = shown.game.luck.weighed.get(at)
        if weighed is None:
            if not shown.kit.solver.is_available:
                self.end()
            return
        kind, state = shown.deal.kind, shown.state
        self.request = None
        facts = advice_sentences(kind, state, weighed.advice)
        self.way = tuple(legs(kind.engine, state, [facts[0].move])) if facts else ()
        words = facts[0].words if facts else no_move_text(weighed.advice)
        shown.tell(words, stays=True)

    def _line_of_story(self) -> Known | None:
        """Return the winning line from the current position's margin, if there is one."""
        shown = self._shown
        margin = shown.game.margins.get(shown.at) if shown.walk is shown.game else None
        return Known(Verdict.WINNABLE, margin.line) if margin and margin.line else None

    def _answer(self, known: Known) -> None:
        shown, request, self.request = self._shown, self.request, None
        shown.message.clear()
        shown.invalidate()
        if known.verdict is Verdict.UNDECIDED:
            shown.refuse(unknown_text(shown.deal))
        elif known.verdict is Verdict.LOST:
            begun = shown.walk.number(shown.at) > 0
            shown.refuse(tr("This position is lost.") if begun else lost_deal_text(shown.deal))
        elif request is Command.HINT:
            self._tell_hint(known.moves)
        else:
            self._play(known.moves)

    def _tell_hint(self, line: tuple[Move, ...]) -> None:
        """Show the first part of a hint. If the player asks again, show the whole hint."""
        shown = self._shown
        margin = shown.kit.solver.margin(shown.deal, shown.state)
        hint = hint_of_line(shown.deal.engine, shown.state, line, margin)
        if hint is None:
            shown.refuse(tr("No hint was found here."))
            return
        deeper = bool(hint.further) and self._last == (shown.state, hint.move)
        self._last = None if deeper else (shown.state, hint.move)
        self.way = hint.legs if deeper else hint.legs[:1]
        if shown.table and not deeper:
            shown.table.session.count_hint()
        shown.tell(hint.further if deeper else hint.first, stays=True)
        if deeper:
            shown.announcer.say(hint.rest_of_line)

    def _play(self, moves: tuple[Move, ...]) -> None:
        """Play back a winning line. In a game on a table, this counts as showing the solution."""
        shown = self._shown
        if shown.table:
            shown.table.session.count_solution()
        shown.take(LineWalk(shown.game, shown.at, moves), 0)
        shown.play_back()

    # -- trying again --------------------------------------------------------------------------

    def _go_to_loss(self) -> None:
        """Go to the last winnable position, if known, and start the puzzle made from it, if any."""
        shown, game = self._shown, self._shown.game
        lost = game.lost(shown.at)
        if lost is None:
            if refused := self._why_no_retry():
                self.end()
                shown.refuse(refused)
            return
        # Going there has its moves judged before all others.
        shown.go(lost)
        puzzle, margin = None, game.margins.get(lost)
        if shown.deal.kind.puzzles and margin is not None:
            puzzle = puzzle_at(shown.deal, game.actions, lost, margin)
        elif shown.deal.kind.puzzles and not shown.analysis.done:
            return
        self.end()
        if puzzle is None:
            shown.tell(ways_out())
        else:
            self._begin(puzzle)

    def _why_no_retry(self) -> str:
        """Return why the player can't try again. Empty if nothing is known to prevent it."""
        shown = self._shown
        end, _ = shown.game.review.end(shown.at)
        if end in (GameEnd.WON, GameEnd.CAN_WIN):
            return tr("This game was not lost.")
        if end is GameEnd.LOST_BEFORE:
            return lost_deal_text(shown.deal)
        if end is not GameEnd.LOST and shown.analysis.done:
            return tr("It's unknown which move lost this game.")
        return ""
