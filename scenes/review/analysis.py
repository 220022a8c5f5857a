"""Everything that a review asks the solver, in order of importance.

``Answers`` serves the player's requests. When there are none, ``Analysis`` has the solver judge
three things in turn: the moves of the current position, all positions without a verdict (bisecting
the gaps between judged ones), and the moves of the other positions. Branches and ``luck`` come
last. The order changes as the player moves through the review.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.core.moves import Move
from game.play.review import GameEnd
from game.solver.answer import Known, Margin, Verdict
from game.support.texts import tr
from game.teach.difficulty import Graded, request_grade
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
    """Return a sentence saying how to leave the review."""
    return tr("Enter plays on from here, Esc goes back.")


class Analysis:
    """Asks the solver, and works through its answers a little at a time, so that no frame has to
    wait."""

    def __init__(self, shown: ReviewScene) -> None:
        self._shown = shown
        self._weighing: list[int] = []
        """The positions whose moves the solver was last told to judge, in that order."""
        self._told = ""
        """The last announcement of the game's result."""
        self._graded: Graded | None = None
        """The deal's grade and par, measured once everything else is known."""
        self.done = False
        """Whether everything except par, branches and luck has been worked out."""

    def ask_again(self) -> None:
        """Make ``tick`` ask the solver again, because another question may have interrupted what
        the solver was doing for the analysis."""
        self._weighing = []
        self.done = False

    def tick(self, *, news: bool) -> None:
        """Use the answers that have arrived, and ask the next question; ``news`` says whether the
        solver has answered anything."""
        if news:
            self._take_margins()
        elif self.done:
            return
        shown, solver = self._shown, self._shown.kit.solver
        game, at, in_game = shown.game, shown.at, shown.walk is shown.game
        if in_game and self._is_weighing(at):
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

    def _is_weighing(self, at: int) -> bool:
        """Have the moves of the current position ``at`` judged, unless they have been; return
        whether that is being done."""
        solver = self._shown.kit.solver
        if at in self._shown.game.margins or not self._wanted(at):
            return False
        if self._weighing[:1] != [at]:
            # The current position comes first, so end any other search.
            solver.cancel()
            self._weigh([at])
        return solver.does_other_work

    def _tell_news(self, before: Light) -> None:
        """Show what has been learned, and announce what is new about the whole game and about the
        current position, whose light was ``before``."""
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
        """Return whether the solver may still find out more about the moves of a position.

        Those of a lost position aren't judged, because none of them wins. After the end of a game
        there are no moves.
        """
        game, margin = self._shown.game, self._shown.game.margins.get(at)
        if margin is not None:
            return margin.is_open
        return game.review.verdicts[at] is not Verdict.LOST and not game.review.is_over(at)

    def _weigh(self, numbers: list[int]) -> None:
        self._weighing = numbers
        positions = self._shown.game.positions
        self._shown.kit.solver.weigh(self._shown.deal, [positions[at] for at in numbers])

    def _weigh_rest(self) -> None:
        """Have the moves of all other positions judged, starting with those that matter most for
        the story."""
        shown, review = self._shown, self._shown.game.review
        # Some answers may have arrived while something else was asked.
        self._take_margins()
        here = shown.at_in_game
        lost = review.losing_action_of(here)
        first = [here if lost is None else lost, review.game_of(here).start]
        order = dict.fromkeys([here, *first, *range(len(review.positions))])
        wanted = list(filter(self._wanted, order))
        # To ask the same again would be in vain.
        if wanted != self._weighing:
            self._weigh(wanted)
        self.done = not shown.kit.solver.does_other_work
        if self.done and self._graded is None and review.deal.engine.won(review.positions[-1]):
            # The deal of a won game is graded, because the game's story ends with par.
            self._graded = request_grade(shown.kit.solver, shown.deal)
            if self._graded is not None:
                shown.game.retell()
                shown.changed()

    def _take_margins(self) -> None:
        """Use all answers about moves."""
        shown, game, solver = self._shown, self._shown.game, self._shown.kit.solver
        before, found = shown.walk.light(shown.at), dict[int, Margin]()
        for at, state in enumerate(game.positions):
            margin = solver.margin(shown.deal, state)
            if margin is not None and margin is not game.margins.get(at):
                found[at] = game.margins[at] = margin
                # If a short search left moves undecided, a longer one is still to come.
                if margin.verdict is not Verdict.UNDECIDED and not game.review.is_decided(at):
                    game.review.add_verdict(at, margin.verdict, margin.line)
        if found:
            self._tell_news(before)
        if shown.walk is game and shown.at in found and not found[shown.at].is_open:
            shown.announcer.say(game.margin_words(shown.at))


class Answers:
    """Asks the solver on behalf of the player, and shows its answers.

    ``request`` is the command that is waiting for an answer, and ``way`` holds the moves that are
    drawn.
    """

    def __init__(self, shown: ReviewScene) -> None:
        self._shown = shown
        self.request: Command | None = None
        self.way: Sequence[Leg] = ()
        self._last: tuple[int, Move] | None = None
        """The position and the move of the last hint; None once its second step has been shown."""
        self._begin: Callable[[Puzzle], None] = lambda puzzle: None
        """The function that begins the last winnable position as a puzzle."""

    def answer(self, request: Command) -> None:
        """Answer the command ``request`` at the current position as soon as the answer is known."""
        shown, solver = self._shown, self._shown.kit.solver
        if shown.refuses_as_over():
            return
        if request is Command.PLAY_FAIRLY:
            if refused := self._without_chance():
                shown.refuse(refused)
                return
            solver.cancel()
        elif self._line_of_story() is None:
            solver.ask(shown.deal, shown.state, again=True)
        self._wait_for(request, tr("Thinking …"))

    def try_again(self, begin: Callable[[Puzzle], None]) -> None:
        """Go to the last winnable position once it is known, and call ``begin`` to start it as a
        puzzle; if cards are hidden, only show it."""
        if refused := self._without_loss():
            self._shown.refuse(refused)
            return
        self._begin = begin
        self._wait_for(Command.AGAIN, tr("Lost. Looking for the last winnable position …"))

    def _wait_for(self, request: Command, words: str) -> None:
        self.request = request
        self._shown.tell(words, "", stays=True)
        self.tick()

    def end(self) -> None:
        """Stop showing or waiting for answers, because the player is doing something else."""
        if self.request is not None or self.way:
            self._shown.message.clear()
        self.request, self.way = None, ()
        self._shown.invalidate()

    def tick(self) -> None:
        """Check whether the answer has arrived."""
        shown, solver = self._shown, self._shown.kit.solver
        if self.request is Command.AGAIN:
            self._go_to_loss()
        elif self.request is Command.PLAY_FAIRLY:
            self._tell_fair()
        elif self.request is not None and not solver.is_busy():
            known = self._line_of_story() or solver.known(shown.deal, shown.state)
            self._answer(known or Known(Verdict.UNDECIDED))

    # -- hints and solutions -------------------------------------------------------------------

    def _without_chance(self) -> str:
        """Return a sentence saying why no fair answer can be given; empty if one can."""
        shown = self._shown
        if not shown.deal.kind.hides_cards:
            return tr("No card is hidden here: the solution is all you need.")
        if shown.walk is not shown.game:
            return tr("Esc returns to the game.")
        if not shown.kit.solver.is_available:
            return tr("No more answers: the solver has failed.")
        return ""

    def _tell_fair(self) -> None:
        """Once the solver has answered, show the best move given what the player could know."""
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
        """Return the winning line that the story knows from the current position; None if it knows
        none.

        This line is preferred to the solver's, because it is the shortest found.
        """
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
        """Show the move to make; when asked again in the same position, show the next step of the
        hint."""
        shown = self._shown
        margin = shown.kit.solver.margin(shown.deal, shown.state)
        hint = hint_of_line(shown.deal.engine, shown.state, line, margin)
        if hint is None:
            shown.refuse(tr("No hint was found here."))
            return
        deeper = bool(hint.further) and self._last == (shown.at, hint.move)
        self._last = None if deeper else (shown.at, hint.move)
        self.way = hint.legs if deeper else hint.legs[:1]
        if shown.table and not deeper:
            shown.table.session.count_hint()
        shown.tell(hint.further if deeper else hint.first, stays=True)
        if deeper:
            shown.announcer.say(hint.rest_of_line)

    def _play(self, moves: tuple[Move, ...]) -> None:
        """Play back the winning line ``moves``, which leaves the game here, and count the solution
        as shown."""
        shown = self._shown
        if shown.table:
            shown.table.session.count_solution()
        shown.take(LineWalk(shown.game, shown.at, moves), 0)
        shown.play_back()

    # -- trying again --------------------------------------------------------------------------

    def _go_to_loss(self) -> None:
        """Go to the last winnable position if it is known by now, and begin it as a puzzle once its
        moves have been judged."""
        shown, game = self._shown, self._shown.game
        lost = game.lost(shown.at)
        if lost is None:
            if refused := self._without_loss():
                self.end()
                shown.refuse(refused)
            return
        # The moves of the current position are judged first.
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

    def _without_loss(self) -> str:
        """Return a sentence saying why the player can't try again; empty if that may be
        possible."""
        shown = self._shown
        end, _ = shown.game.review.end(shown.at)
        if end in (GameEnd.WON, GameEnd.CAN_WIN):
            return tr("This game was not lost.")
        if end is GameEnd.LOST_BEFORE:
            return lost_deal_text(shown.deal)
        if end is not GameEnd.LOST and shown.analysis.done:
            return tr("It's unknown which move lost this game.")
        return ""
