"""Everything that a review asks the solver, in order of importance.

``Answers`` and ``Loss`` serve the player's requests. When there are none, ``Analysis`` has the
solver judge three things in turn: the moves of the current position, all positions without a
verdict (bisecting the gaps between judged ones), and the moves of the other positions. ``Luck``
comes last: in a game with hidden cards it has the solver judge each move, telling it only what a
player could know. The order changes as the player moves through the review.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from game.core.moves import Action, Move, Refusal, Verb
from game.core.state import State
from game.fair.advice import Candidate
from game.fair.knowledge import Knowledge
from game.fair.skill import (
    Choice,
    Hindsight,
    Skill,
    WeighedMove,
    game_skill,
    played_plan,
    seen_at_each,
)
from game.play.review import Review
from game.rules.registry import GameKind
from game.solver.answer import Known, Verdict
from game.solver.service import SolverService
from game.support.texts import texts, tr, trn
from game.teach.difficulty import Graded, request_grade
from game.teach.hints import hint_of_line
from game.teach.puzzles import Puzzle, puzzle_at
from game.teach.reasons import Leg, legs
from game.teach.standing import lost_deal_text, unknown_text
from game.words.chances import advice_sentences, no_move_text, worth_text
from game.words.names import money
from game.words.summary import move_phrase as move_text
from scenes.kit.commands import Command
from scenes.review.walks import LineWalk, searching

if TYPE_CHECKING:
    from scenes.review.review_scene import ReviewScene

_TRIES: Final = 2
"""How many times to ask about the moves of a position before giving up."""


def ways_out() -> str:
    """Return a sentence saying how to leave the review."""
    return tr("Enter plays on from here, Esc goes back.")


class Analysis:
    """Asks the solver, and works through its answers a little at a time, so that no frame has to
    wait."""

    def __init__(self, shown: ReviewScene) -> None:
        self._shown = shown
        self._storyteller = shown.storyteller
        self._weighing: list[int] = []
        """The positions whose moves the solver is judging, in the order in which it will answer."""
        self._unanswered: Counter[int] = Counter()
        """For each position, how many questions about its moves have gone unanswered."""
        self._told = ""
        """The last announcement of the game's result."""
        self._graded: Graded | None = None
        """The deal's grade and par, measured once everything else is known."""
        self.done = False
        """Whether everything except par has been worked out."""

    def ask_again(self) -> None:
        """Make ``tick`` ask the solver again, because another question may have interrupted what
        the solver was doing for the analysis."""
        self._weighing = []
        self.done = False

    def tick(self, *, news: bool) -> None:
        """Use the answers that have arrived, and ask the next question; ``news`` says whether the
        solver has answered anything."""
        if self.done and not news:
            return
        self._take_margins()
        shown, solver = self._shown, self._shown.kit.solver
        if shown.walk is shown.game and self._wanted(shown.at):
            if self._weighing[:1] != [shown.at]:
                # The current position comes first, so end any other search.
                solver.cancel()
                self._weigh([shown.at])
            if solver.is_looking_ahead:
                return
        following = shown.review.next_to_judge()
        if following is not None:
            self._judge(following)
        elif shown.walk is shown.game and shown.branches.open_at(shown.at):
            self._look_beside()
        elif not solver.is_looking_ahead:
            self._weigh_rest()

    # -- verdicts ------------------------------------------------------------------------------

    def _judge(self, at: int) -> None:
        """Use the verdict on position ``at`` if the solver has one; otherwise ask for it.

        Only one verdict is used at a time, because working out what a winning line implies for
        other positions takes several milliseconds.
        """
        review, solver = self._shown.review, self._shown.kit.solver
        known = solver.known(review.deal, review.positions[at])
        if known is not None:
            self._learn(at, known.verdict, known.moves)
        else:
            # The question interrupts any judging of moves, which starts again once the question is
            # answered.
            margins = self._storyteller.margins
            self._weighing = [one for one in self._weighing if one not in margins]
            solver.ask(review.deal, review.positions[at])

    def _learn(self, at: int, verdict: Verdict, moves: Sequence[Move]) -> None:
        walk = self._shown.walk
        before = walk.light(self._shown.at)
        self._shown.review.add_verdict(at, verdict, moves)
        self._storyteller.learned()
        self._shown.changed()
        self._announce(of_this=before is not walk.light(self._shown.at))

    def _announce(self, *, of_this: bool) -> None:
        """Announce what is new about the whole game and, if ``of_this``, about the current
        position."""
        shown, walk = self._shown, self._shown.walk
        result = walk.result(shown.at)
        news = result not in (self._told, searching())
        if of_this and not (news and shown.at == shown.length):
            # At the last position, the result of the game already says this.
            shown.announcer.say(walk.verdict_words(shown.at))
        if news:
            self._told = result
            shown.announcer.say(result)

    def _look_beside(self) -> None:
        """Find out where the branches mentioned at the current position lead."""
        shown = self._shown
        if self._weighing:
            shown.kit.solver.cancel()
            self._weighing = []
        if shown.branches.tick(shown.kit.solver, shown.at):
            shown.changed()

    # -- moves ---------------------------------------------------------------------------------

    def _wanted(self, at: int) -> bool:
        """Return whether the moves of a position still have to be judged.

        Those of a lost position don't, because none of them wins. After the end of a game there are
        no moves.
        """
        review = self._shown.review
        state = review.positions[at]
        if at in self._storyteller.margins or review.verdicts[at] is Verdict.LOST:
            return False
        if self._unanswered[at] >= _TRIES:
            return False
        return not (state.stopped or review.deal.engine.won(state))

    def _weigh(self, numbers: list[int]) -> None:
        review = self._shown.review
        self._weighing = list(numbers)
        self._shown.kit.solver.weigh(review.deal, [review.positions[at] for at in numbers])

    def _weigh_rest(self) -> None:
        """Have the moves of all other positions judged, starting with those that matter most for
        the story."""
        review = self._shown.review
        self._take_late()
        self._unanswered.update(self._weighing)
        here = self._in_the_game()
        lost = review.losing_action_of(here)
        first = [] if lost is None else [lost]
        first.append(review.game_of(here).start)
        order = dict.fromkeys([here, *first, *range(len(review.positions))])
        numbers = [at for at in order if self._wanted(at) or self._open(at)]
        self._weigh(numbers)
        # Everything may be known already, or the solver may have given up.
        self.done = not self._shown.kit.solver.is_looking_ahead
        if self.done and self._graded is None and review.deal.engine.won(review.positions[-1]):
            self._grade()

    def _grade(self) -> None:
        """Have the deal of a won game graded, because the game's story ends with par.

        This is left until everything else is known.
        """
        self._graded = request_grade(self._shown.kit.solver, self._shown.deal)
        if self._graded is not None:
            self._storyteller.learned()

    def _in_the_game(self) -> int:
        """The current position of the game; while a line is shown, the position where the line
        leaves the game."""
        walk = self._shown.walk
        return walk.origin if isinstance(walk, LineWalk) else self._shown.at

    def _take_margins(self) -> None:
        """Use the answers about moves.

        The answers come in the order of the questions. For positions with undecided moves, answers
        from a longer search follow, in the same order.
        """
        while self._weighing and self._take(self._weighing[0]):
            at = self._weighing.pop(0)
            if self._open(at):
                self._weighing.append(at)

    def _open(self, at: int) -> bool:
        """Return whether a longer search could say more about the moves of a position."""
        margin = self._storyteller.margins.get(at)
        return margin is not None and margin.is_open and self._unanswered[at] < _TRIES

    def _take_late(self) -> None:
        """Use answers that came out of order or too late."""
        margins, verdicts = self._storyteller.margins, self._shown.review.verdicts
        for at, verdict in enumerate(verdicts):
            if (at not in margins and verdict is not Verdict.LOST) or (
                at in margins and margins[at].is_open
            ):
                self._take(at)

    def _take(self, at: int) -> bool:
        """Use what the solver knows about the moves of a position; return False if a better answer
        is still to come."""
        review, margins = self._shown.review, self._storyteller.margins
        margin = self._shown.kit.solver.margin(review.deal, review.positions[at])
        if margin is None:
            return False
        if margin is margins.get(at):
            return not margin.is_open
        margins[at] = margin
        # If a short search left moves undecided, a longer one is still to come.
        if margin.verdict is not Verdict.UNDECIDED and not review.is_decided(at):
            self._learn(at, margin.verdict, margin.line)
        self._storyteller.learned()
        if at == self._shown.at and self._shown.walk is self._shown.game:
            self._shown.changed()
            if not margin.is_open:
                self._shown.announcer.say(self._storyteller.margin_words(at))
        return True


class Luck:
    """Judges the moves of ``review`` given what the player could know.

    ``actions`` are the actions that lead from each position to the next. ``weighed`` holds the
    moves judged so far, and ``chances`` the chances of winning; where a game has ended, the chance
    is 0 or 1. Both are keyed by the number of the position, and both stay empty if no cards are
    hidden. If an answer says that the solver doesn't know the rules, there are no chances, and
    nothing more is asked.
    """

    def __init__(self, review: Review, actions: Sequence[Action]) -> None:
        self._review = review
        self._actions = actions
        self._looked = tuple(seen_at_each(review.positions))
        self.weighed: dict[int, WeighedMove] = {}
        self.chances: dict[int, float] = {}
        self._left: dict[int, None] = {}
        """The positions still to be judged, in order."""
        self._job: tuple[int, Hindsight] | None = None
        """The number of the position being judged, and the job that judges it; None if there is
        none."""
        if review.deal.kind.hides_cards:
            for at, state in enumerate(review.positions):
                if state.stopped or review.deal.engine.won(state):
                    self.chances[at] = float(not state.stopped)
                else:
                    self._left[at] = None

    @property
    def done(self) -> bool:
        """Whether everything that can be judged has been judged."""
        return not self._left

    def tick(self, solver: SolverService, at: int, *, free: bool) -> int | None:
        """Take in the solver's answer if it has arrived; while the solver is ``free``, have the
        next position judged.

        The positions just before and after the move to ``at`` come first. Returns the number of the
        position that was judged, if any.
        """
        if self.done:
            return None
        if not solver.is_available:
            self._left.clear()
            return None
        found = self._take_in(solver)
        if free and self._left and not solver.is_busy() and not solver.is_looking_ahead:
            first = (one for one in (at - 1, at, *self._left) if one in self._left)
            self._weigh(solver, next(first))
        return found

    def seek(self, solver: SolverService, at: int) -> WeighedMove | None:
        """Return the judgement of the move made at position ``at``, given what the player could
        know.

        If it isn't known yet, have the position judged at once and return None; call again until
        there is an answer.
        """
        if self._job is not None and self._job[0] == at:
            self._take_in(solver)
        if at in self._left and not solver.is_busy():
            self._weigh(solver, at)
        return self.weighed.get(at)

    def _take_in(self, solver: SolverService) -> int | None:
        """Use the answer about the position that is being judged; return the number of the
        position, or None if there is no answer yet."""
        if self._job is None or (found := solver.result(self._job[1])) is None:
            return None
        number, self._job = self._job[0], None
        self._left.pop(number, None)
        self.weighed[number] = found
        if found.advice.rules_known:
            self.chances = dict(sorted({**self.chances, number: found.chance}.items()))
        else:
            self.weighed |= dict.fromkeys(self._left, found)
            self._left.clear()
            self.chances.clear()
        return number

    def _weigh(self, solver: SolverService, number: int) -> None:
        """Have a position judged by the solver's process."""
        if self._job is None or self._job[0] != number:
            review, seen = self._review, self._looked[number]
            knowledge = Knowledge.of(review.deal.kind, review.positions[number], seen)
            self._job = number, Hindsight(knowledge, played_plan(seen, self._actions[number:]))
        solver.run(self._job[1])

    # -- words ---------------------------------------------------------------------------------

    def words(self, at: int) -> str:
        """Return a message judging the move that led to position ``at``; empty until the judgement
        is known, or if there was no choice."""
        found = self.weighed.get(at - 1)
        if found is None:
            return ""
        review = self._review
        kind, start = review.deal.kind, review.game_of(at).start
        unlucky = review.verdicts[at - 1 : at + 1] == [Verdict.WINNABLE, Verdict.LOST]
        return luck_words(kind, review.positions[at - 1], at - start, found, unlucky=unlucky)

    def mark_words(self, at: int) -> str:
        """Return a sentence on the skill shown in the game to which position ``at`` belongs; empty
        until all of that game has been judged."""
        game = self._review.game_of(at)
        if any(one in self._left for one in game):
            return ""
        mark = game_skill(self.weighed, game)
        return "" if mark is None else mark_words(self._review.deal.kind, mark)

    @property
    def legend(self) -> str:
        """Return a sentence saying what the two curves mean; empty while only one is shown."""
        if not self.weighed or not self.chances:
            return ""
        return tr("The thick curve knows every card, the thin one only those you'd seen.")


def luck_words(
    kind: GameKind, before: State, number: int, weighed: WeighedMove, *, unlucky: bool
) -> str:
    """Return a message saying how good move ``number`` from the position ``before`` was; empty if
    there was no choice.

    ``unlucky`` says that the move lost the game because of where the hidden cards were.
    """
    mine, other = weighed.mine, weighed.other
    if mine is None or other is None:
        return ""

    def value_of(plan: Candidate) -> str:
        if plan.moves[0].verb is Verb.STOP:
            return money(weighed.advice.stopping)
        return worth_text(kind, weighed.advice, plan)

    if weighed.choice is Choice.WORSE:
        better = kind.engine.resolve(before, other.moves[0])
        assert not isinstance(better, Refusal), "a plan holds in every completion"
        return tr(
            "Move {n}: from the cards you'd seen, this was better: {move} ({other} against "
            "{mine}).",
            n=number,
            move=move_text(better, before),
            other=value_of(other),
            mine=value_of(mine),
        )
    here, there = value_of(mine), value_of(other)
    if weighed.choice is Choice.BEST:
        text = (
            tr("Move {n}: right from the cards you'd seen ({mine} against {other}), but unlucky.")
            if unlucky
            else tr("Move {n}: right from the cards you'd seen ({mine} against {other}).")
        )
    elif here == there:
        text = (
            tr("Move {n}: as good as any from the cards you'd seen ({mine}), but unlucky.")
            if unlucky
            else tr("Move {n}: as good as any from the cards you'd seen ({mine}).")
        )
    else:
        text = (
            tr("Move {n}: too close to call ({mine} against {other}), and unlucky.")
            if unlucky
            else tr("Move {n}: too close to call ({mine} against {other}).")
        )
    return text.format(n=number, mine=here, other=there)


def mark_words(kind: GameKind, mark: Skill) -> str:
    """Return a sentence on the skill shown in a game, with the number of decisions behind it."""
    if not mark.given_away:
        return trn(
            "Skill: no measurable mistake in {n} decision with hidden cards.",
            "Skill: no measurable mistake in {n} decisions with hidden cards.",
            mark.decisions,
        )
    if kind.turn_cost:
        return trn(
            "Skill: you gave away ${lost} in {n} decision with hidden cards.",
            "Skill: you gave away ${lost} per decision, over {n} decisions with hidden cards.",
            mark.decisions,
            lost=texts.decimal(mark.given_away, 2),
        )
    return trn(
        "Skill: {n} decision with hidden cards cost {lost}% chance of winning.",
        "Skill: {n} decisions with hidden cards cost {lost}% chance of winning each, on average.",
        mark.decisions,
        lost=texts.decimal(100 * mark.given_away, 1),
    )


class Answers:
    """Asks the solver on behalf of the player, and shows its answers.

    ``request`` is the command that is waiting for an answer, and ``way`` holds the moves that are
    drawn.
    """

    def __init__(self, shown: ReviewScene) -> None:
        self._shown = shown
        self._asked = False
        self.request: Command | None = None
        self.way: Sequence[Leg] = ()
        self._last: tuple[int, Move] | None = None
        """The position and the move of the last hint; None once its second step has been shown."""

    def answer(self, request: Command) -> None:
        """Answer the command ``request`` at the current position as soon as the answer is known."""
        shown = self._shown
        if shown.refuses_as_over():
            return
        if request is Command.PLAY_FAIRLY and (refused := self._without_chance()):
            shown.refuse(refused)
            return
        self.request, self._asked = request, False
        shown.tell(tr("Thinking …"), "", stays=True)
        self.tick()

    def end(self) -> None:
        """Stop showing or waiting for answers, because the player is doing something else."""
        if self.request is not None or self.way:
            self._shown.message.clear()
        self.request, self.way = None, ()
        self._shown.invalidate()

    def tick(self) -> None:
        """Check whether the answer has arrived."""
        if self.request is None:
            return
        shown, solver = self._shown, self._shown.kit.solver
        if self.request is Command.PLAY_FAIRLY:
            self._tell_fair()
            return
        known = self._answer_of_story() or solver.known(shown.deal, shown.state)
        again = known is None or known.verdict is Verdict.UNDECIDED
        if again and not self._asked:
            self._asked = True
            solver.ask(shown.deal, shown.state, again=True)
        elif known is not None and not (again and solver.is_busy()):
            self._answer(known)

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
        shown = self._shown
        weighed = shown.luck.seek(shown.kit.solver, shown.at)
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

    def _answer_of_story(self) -> Known | None:
        """Return the winning line that the story knows from the current position; None if it knows
        none.

        This line is preferred to the solver's, because it is the shortest found.
        """
        shown = self._shown
        margin = shown.storyteller.margins.get(shown.at) if shown.walk is shown.game else None
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
        shown.take(LineWalk(shown.game, shown.at, moves, shown.review), 0)
        shown.play_back()


class Loss:
    """Takes the player to the last position from which a lost game could still be won, as soon as
    that position is known.

    It does so when the review opens, and when the player wants to try again. ``opening`` is True
    until the player has done something in the review.
    """

    def __init__(self, shown: ReviewScene) -> None:
        self._shown = shown
        self.opening = True
        self._begin: Callable[[Puzzle], None] | None = None
        """The function that begins the last winnable position as a puzzle; None unless the player
        is waiting to try again."""

    def try_again(self, begin: Callable[[Puzzle], None]) -> None:
        """Go to the last winnable position once it is known, and call ``begin`` to start it as a
        puzzle; if cards are hidden, only show it."""
        shown = self._shown
        if refused := self._refused():
            shown.refuse(refused)
            return
        self._begin = begin
        shown.tell(tr("Lost. Looking for the last winnable position …"), "", stays=True)
        self.tick()

    def end(self) -> None:
        """Stop waiting, because the player is doing something else."""
        if self._begin is not None:
            self._begin = None
            self._shown.message.clear()

    def tick(self) -> None:
        """Go to the last winnable position if it is known by now."""
        shown, begin = self._shown, self._begin
        if shown.walk is not shown.game or not (self.opening or begin):
            return
        lost = shown.walk.lost(shown.at)
        if lost is None:
            if begin and (refused := self._refused()):
                self.end()
                shown.refuse(refused)
        elif begin is None:
            self.opening = False
            if shown.at > lost:
                shown.go(lost)
        else:
            # The moves of the current position are judged first.
            shown.go(lost)
            self._try(lost, begin)

    def _try(self, lost: int, begin: Callable[[Puzzle], None]) -> None:
        shown = self._shown
        margin = shown.storyteller.margins.get(lost)
        puzzle: Puzzle | None = None
        if shown.deal.kind.puzzles:
            if margin is not None:
                puzzle = puzzle_at(shown.deal, shown.game.actions, lost, margin)
            elif not shown.analysis.done:
                return
        self.end()
        if puzzle is None:
            shown.tell(ways_out())
        else:
            begin(puzzle)

    def _refused(self) -> str:
        """Return a sentence saying why the player can't try again; empty if that may be
        possible."""
        shown = self._shown
        review, game = shown.review, shown.review.game_of(shown.at)
        first, last = review.verdicts[game.start], review.verdicts[game.stop - 1]
        if last is Verdict.WINNABLE:
            return tr("This game was not lost.")
        if first is Verdict.LOST:
            return lost_deal_text(shown.deal)
        if review.losing_action_of(shown.at) is None and shown.analysis.done:
            return tr("It's unknown which move lost this game.")
        return ""
