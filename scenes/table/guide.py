"""The help at a table: the light, hints, the solution and automatic play.

The light shows whether the game can be won. The solver knows every card. The fair adviser
knows only what the player can know.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from game.core.moves import Move, Verb
from game.core.state import State
from game.fair.advice import advice_after
from game.fair.knowledge import Knowledge
from game.player.settings import HiddenLight
from game.rules.registry import Deal
from game.solver.answer import Verdict
from game.support.texts import tr
from game.teach.difficulty import known_grade, request_grade
from game.teach.hints import losing_move_text
from game.teach.standing import LIGHTS, Light, light_label, lost_deal_text, unknown_text
from game.words.chances import advice_sentences, light_text, no_move_text, stop_or_play_text
from scenes.kit.commands import Command
from scenes.table.hint_steps import Hints

if TYPE_CHECKING:
    from game.fair.advice import Advice
    from game.fair.adviser import FairAdvice
    from game.solver.answer import Known
    from game.solver.service import SolverService
    from game.teach.difficulty import Graded
    from game.words.chances import Advised
    from scenes.table.table import Table

_PAUSE: Final = 0.3
"""The pause between two moves of a solution, in seconds."""
_FAIR_PAUSE: Final = 0.5
"""The pause between two moves of automatic play, in seconds."""
_GRACE: Final = 1.5
"""The delay before the program makes its first move, in seconds. A player who stops it in time can
still win unaided."""
_MIN_SAMPLES: Final = 16
"""Advice from fewer samples isn't used while the adviser is still working."""
_MOST_UNDECIDED: Final = 20
"""After this many undecided random deals in a row, the last one is dealt anyway."""


class Request(Enum):
    """What the player has asked for."""

    HINT = auto()
    SOLUTION = auto()
    AGAIN = auto()
    """Check whether the position is lost. If so, continue with ``GO_BACK``."""
    WAY_BACK = auto()
    """Find the last winnable position, and offer to go back."""
    GO_BACK = auto()
    """Find the last winnable position, and go back to it."""
    DEAL = auto()
    FAIR_HINT = auto()
    LINE = auto()
    """The solution has been found. Show its moves."""
    FAIR_PLAY = auto()
    """Show automatic play, one move after another."""


class Guide:
    """Asks the solver and the fair adviser, and shows their answers."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.hints = Hints(table)
        self._request: Request | None = None
        self._wait = 0.0
        """The time left before the next move is shown, in seconds."""
        self._line: list[Move] = []
        """The rest of the solution that is being played."""
        self._positions_played: set[Hashable] = set()
        """Automatic play has already made a move in these positions. It stops when one recurs."""
        self.actions_to_undo = 0
        """How many actions to undo to reach the last winnable position; 0 if unknown."""
        self._found_lost = 0
        """How many hints have been answered by saying that this position is lost."""
        self._wanted: Deal | None = None
        self._tried = 0
        self._undecided_in_a_row = 0
        self.advice: Advice | None = None
        """The best answer so far from the fair adviser."""
        self._advised_state: State | None = None
        """The position to which ``advice`` applies."""
        self._job: FairAdvice | None = None
        self._under_way = False
        """Whether the solver was doing background work when ``_poll_adviser`` last checked."""
        self._facts_told: list[Advised] = []
        """The sentences from the fair adviser that hints have shown so far."""
        self._must_grade = False
        """Whether the won deal's par still has to be measured."""

    # -- the light -----------------------------------------------------------------------------

    @property
    def _view(self) -> HiddenLight:
        """Whether the light uses all cards, uses only what the player can know, or is off."""
        table, settings = self._table, self._table.kit.settings
        if not table.judged:
            return HiddenLight.OFF
        if table.deal.kind.hides_cards:
            return settings.hidden_light
        return HiddenLight.ALL if settings.light or table.always_lit else HiddenLight.OFF

    @property
    def light(self) -> Light | None:
        """What the light shows; None while it is off or after the game has ended."""
        table, view = self._table, self._view
        if view is HiddenLight.OFF or table.session.ended:
            return None
        if view is HiddenLight.FAIR:
            return self._chance()
        if verdict := table.kit.solver.verdict(table.deal, table.state):
            return LIGHTS[verdict]
        return Light.THINKING if table.kit.solver.is_busy() else Light.NOT_KNOWN

    def _chance(self) -> Light:
        table, advice = self._table, self.advice
        if advice is None:
            return Light.THINKING if table.kit.solver.is_available else Light.NOT_KNOWN
        if not advice.rules_known:
            return Light.NOT_KNOWN
        if advice.exact and advice.chance:
            return Light.CAN_WIN
        # Where redeals cost money, an exact answer is about the best balance, so it doesn't prove a
        # loss.
        free = not table.deal.kind.turn_cost
        return Light.LOST if advice.exact and free else Light.CHANCE

    @property
    def light_texts(self) -> tuple[str, ...]:
        """The light's wordings, from longest to shortest; empty while there is no light."""
        light, table = self.light, self._table
        if light is Light.CHANCE and self.advice is not None:
            return light_text(table.deal.kind, self.advice)
        begun = bool(table.session.since_restart)
        return (light_label(light, begun=begun),) if light else ()

    @property
    def weighed(self) -> str:
        """A text about how much stopping or playing on is likely to earn. It may be empty."""
        advice = self.advice
        if advice is None or not (self._fair or self._facts_told):
            return ""
        if advice.samples < _MIN_SAMPLES and self._improves:
            return ""
        return stop_or_play_text(self._table.deal.kind, advice)

    # -- asking --------------------------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        """Whether the player's request is unfinished, or the fair adviser is still working."""
        return bool(self._request or self._improves)

    @property
    def _improves(self) -> bool:
        """Whether the fair adviser is still working on its answer."""
        return self._job is not None and self._table.kit.solver.does_other_work

    def position_changed(self) -> None:
        """Discard what no longer applies, and have the new position judged if needed."""
        if self.hints.shown is not None:
            self.hints.end()
        self.actions_to_undo = self._found_lost = 0
        self._must_grade = False
        state, advice = self._table.state, self.advice
        if state is not self._advised_state:
            if advice is not None and self._advised_state is not None:
                # A plan stays valid while the player follows it and learns nothing new.
                self.advice = advice_after(
                    self._table.deal.kind, self._advised_state, advice, state
                )
            self._advised_state = state
            self._facts_told.clear()
            self._cancel_adviser()
        self._have_judged()

    @property
    def _fair(self) -> bool:
        """Whether the light or the player's request needs the fair adviser."""
        playing = self._request in (Request.FAIR_HINT, Request.FAIR_PLAY)
        return playing or self._view is HiddenLight.FAIR

    def _have_judged(self) -> None:
        table, session = self._table, self._table.session
        if (
            not session.ended
            and self._view is HiddenLight.ALL
            and self._request is not Request.DEAL
        ):
            before = session.before_last if session.since_restart else None
            table.kit.solver.ask(table.deal, table.state, after=before)
        if not session.ended and self._fair:
            self._ask_adviser()
        elif not self._facts_told:
            self._cancel_adviser()

    def _ask_adviser(self) -> None:
        if self._job is not None:
            return
        # Imported late, because it isn't needed to start the program.
        from game.fair.adviser import FairAdvice

        table, session = self._table, self._table.session
        self._job = FairAdvice(Knowledge.of(table.deal.kind, table.state, session.seen))
        self._take_advice(self._job)
        table.invalidate()

    def _cancel_adviser(self) -> None:
        if self._job is not None:
            solver = self._table.kit.solver
            if solver.does_other_work:
                solver.cancel()
        self._job = None

    # -- requests ------------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        """Whether there is anything that ``interrupt`` would cancel."""
        return bool(self._request or self.hints.shown or self.actions_to_undo)

    def interrupt(self) -> bool:
        """Cancel the request, hint or offer to go back; return whether there was one."""
        if not self.is_active:
            return False
        request, shown, back = self._request, self.hints.shown, self.actions_to_undo
        table = self._table
        self._request, self.actions_to_undo = None, 0
        self.hints.end()
        if request or shown:
            table.message.clear()
        if back:
            table.prompt.update()
        if request:
            table.kit.solver.cancel()
            # The light still needs the verdict, even though the player no longer waits for it.
            self._have_judged()
        table.invalidate()
        return True

    @property
    def playing(self) -> bool:
        """Whether moves are being shown one by one."""
        return self._request in (Request.LINE, Request.FAIR_PLAY)

    def hint(self) -> None:
        """Show the next step of the current hint, or ask for a new one."""
        table = self._table
        if self.hints.has_steps:
            self.hints.next_step()
        elif table.deal.kind.hides_cards and not table.kit.settings.hidden_hints:
            self._fair_hint()
        else:
            self._ask_for(Request.HINT)

    def solution(self) -> None:
        self._ask_for(Request.SOLUTION)

    def try_again(self) -> None:
        table = self._table
        if table.session.won:
            table.refuse(tr("The game is over."))
        elif table.state.stopped:
            self._find_last_winnable(Request.GO_BACK)
        else:
            self._ask_for(Request.AGAIN)

    def play_fairly(self) -> None:
        """Start automatic play. In a game without hidden cards, show a message instead."""
        table, key = self._table, Command.PLAY_FAIRLY.key_names
        if not table.deal.kind.hides_cards:
            table.refuse(tr("No card is hidden here: the solution is all you need."))
            return
        self._request = Request.FAIR_PLAY
        self._wait = _GRACE if self._forfeits_win else 0.0
        self._positions_played.clear()
        self._have_judged()
        words = (
            tr(
                "Playing on from the cards you've seen; this won't count as a win. Any key "
                "or click pauses, {key} continues."
            )
            if self._forfeits_win
            else tr(
                "Playing on from the cards you've seen. Any key or click pauses, {key} continues."
            )
        )
        table.tell(words.format(key=key), stays=True)

    def seek_deal(self) -> None:
        self._tried = self._undecided_in_a_row = 0
        self._request = Request.DEAL
        self._next_deal()

    def _next_deal(self) -> None:
        table = self._table
        assert table.desk is not None
        self._wanted = table.desk.random_deal()
        self._tried += 1
        table.tell(tr("Looking for a winnable deal: {n} …", n=self._tried), "", stays=True)
        table.kit.solver.ask(self._wanted, self._wanted.layout(), one_of_many=True)

    def _take_or_draw(self, deal: Deal, verdict: Verdict) -> None:
        """Begin ``deal`` if it is winnable. If not, try another or settle for an undecided deal."""
        undecided = verdict is Verdict.UNDECIDED
        self._undecided_in_a_row = self._undecided_in_a_row + 1 if undecided else 0
        hopes = self._table.kit.solver.is_available and self._undecided_in_a_row < _MOST_UNDECIDED
        if verdict is Verdict.LOST or (undecided and hopes):
            self._next_deal()
            return
        self._request = None
        self._table.new_deal(deal)
        if undecided:
            self._table.refuse(unknown_text(deal))

    def _ask_for(self, request: Request) -> None:
        table = self._table
        self._request = request
        known = table.kit.solver.known(table.deal, table.state)
        if known is None or known.verdict is Verdict.UNDECIDED:
            if not table.kit.solver.is_available:
                self._request = None
                table.refuse(tr("No more answers: the solver has failed."))
                return
            words = tr("Thinking …")
            if request is Request.SOLUTION and self._forfeits_win:
                rule = tr("If you see the solution, this game won't count as a win.")
                words = f"{words} {rule}"
            table.tell(words, stays=True)
            table.kit.solver.ask(table.deal, table.state, again=True)
        else:
            self._answer(known)

    @property
    def _forfeits_win(self) -> bool:
        session = self._table.session
        return not (session.info.recorded or session.info.shown)

    # -- answers -------------------------------------------------------------------------------

    def tick(self, seconds: float) -> None:
        """Act on new answers, and play the next move if it is due."""
        table = self._table
        solver = table.kit.solver
        if self._request is not None or solver.job is not None:
            self._poll_solver(solver)
        if self._job is not None:
            self._poll_adviser(self._job)
        if self._request is Request.FAIR_HINT:
            self._await_hint()
        elif self.playing and not table.animator.busy:
            self._wait -= seconds
            if self._wait <= 0:
                self._play_line() if self._request is Request.LINE else self._play_advised()
        if self._must_grade and not table.moving:
            self._must_grade = request_grade(table.kit.solver, table.deal) is None
            if not self._must_grade:
                table.prompt.update()

    def _poll_solver(self, solver: SolverService) -> None:
        if solver.poll():
            self._table.invalidate()
            self._check_answer()
            self.hints.poll()
        elif self._request is Request.DEAL and not solver.is_busy():
            # The solver doesn't report a verdict that it already knew.
            self._check_answer()

    def grade(self) -> Graded | None:
        """Return the won deal's par and grade. If they aren't known yet, have them measured."""
        graded = known_grade(self._table.kit.solver, self._table.deal)
        self._must_grade = graded is None
        return graded

    def _check_answer(self) -> None:
        table = self._table
        if self._request is Request.DEAL and self._wanted is not None:
            known = table.kit.solver.known(self._wanted, self._wanted.layout())
            if known is not None:
                self._take_or_draw(self._wanted, known.verdict)
        elif self._request in (Request.WAY_BACK, Request.GO_BACK):
            self._find_last_winnable(self._request)
        elif self._request in (Request.HINT, Request.SOLUTION, Request.AGAIN):
            known = table.kit.solver.known(table.deal, table.state)
            # The solver may be searching an undecided position again.
            again = table.kit.solver.is_busy()
            if known is not None and not (again and known.verdict is Verdict.UNDECIDED):
                self._answer(known)

    def _answer(self, known: Known) -> None:
        table = self._table
        request, self._request = self._request, None
        table.message.clear()
        table.invalidate()
        if request is Request.HINT and known.verdict is not Verdict.UNDECIDED:
            table.session.count_hint()
        if known.verdict is Verdict.UNDECIDED:
            table.refuse(unknown_text(table.deal))
        elif known.verdict is Verdict.LOST:
            self._found_lost += request is Request.HINT
            self._find_last_winnable(
                Request.GO_BACK if request is Request.AGAIN else Request.WAY_BACK
            )
        elif request is Request.AGAIN:
            table.refuse(tr("It can still be won."))
        elif request is Request.HINT:
            self.hints.show_line(known.moves)
        elif known.moves:
            self._request, self._line = Request.LINE, list(known.moves)
            self._wait = _GRACE if self._forfeits_win else 0.0
            words = tr("Showing the solution. Any key or click stops it.")
            if self._forfeits_win:
                words = tr(
                    "Showing the solution: this game won't count as a win. Any key or click stops "
                    "it."
                )
            table.tell(words, None if self._forfeits_win else "", stays=True)

    def _find_last_winnable(self, request: Request) -> None:
        """Depending on ``request``, go back to the last winnable position or offer to do so.

        If a verdict is missing, ask the solver; ``tick`` calls this again with the answer.
        """
        table = self._table
        session = table.session
        states = session.positions
        won, lost = -1, len(states) - 1
        # Bisection works, because a lost game stays lost.
        while lost - won > 1:
            middle = (won + lost) // 2
            known = table.kit.solver.known(table.deal, states[middle])
            if known is None:
                words = tr("Lost. Looking for the last winnable position …")
                table.tell(words, "", stays=True)
                table.kit.solver.ask(table.deal, states[middle])
                self._request = request
                return
            if known.verdict is Verdict.WINNABLE:
                won = middle
            else:
                lost = middle
        self._request = None
        if won < 0:
            first = table.kit.solver.known(table.deal, states[0])
            if first is not None and first.verdict is Verdict.LOST:
                table.refuse(lost_deal_text(table.deal))
            else:
                table.refuse(tr("This is lost, and no earlier position is known to be winnable."))
            return
        self.actions_to_undo = len(states) - 1 - won
        table.message.clear()
        if request is Request.GO_BACK:
            table.undo_to_winnable()
            return
        table.prompt.update()
        proven = table.kit.solver.verdict(table.deal, states[lost]) is Verdict.LOST
        if proven and self._found_lost and self._found_lost % 2 == 0:
            # The way back has already been offered; now say where the game went wrong.
            table.tell(losing_move_text(session.since_restart[won], states[won]))

    # -- what the fair adviser answers ---------------------------------------------------------

    def _poll_adviser(self, job: FairAdvice) -> None:
        solver = self._table.kit.solver
        if not solver.is_busy():
            solver.run(job)
        self._take_advice(job)
        was, self._under_way = self._under_way, solver.does_other_work
        if was and not self._under_way:
            # No better answer will come, so this one has to do.
            self._table.prompt.update()

    def _take_advice(self, job: FairAdvice) -> None:
        found, had = self._table.kit.solver.result(job), self.advice
        if found is None or found is had:
            return
        if had is None or found.samples > had.samples or found.exact:
            self.advice = found
            self._refine(found)
            self._table.prompt.update()

    def _fair_hint(self) -> None:
        """Show the fair adviser's next piece of advice, or a rule of thumb if the solver failed."""
        if not self._table.kit.solver.is_available:
            self.hints.show_rule_of_thumb()
            return
        self._ask_adviser()
        if self.advice is None:
            self._request = Request.FAIR_HINT
            self._table.tell(tr("Thinking …"), stays=True)
        else:
            self._tell(self.advice)

    def _await_hint(self) -> None:
        solver = self._table.kit.solver
        if self.advice is not None:
            self._request = None
            self._tell(self.advice)
        elif not (solver.is_busy() or solver.does_other_work):
            self._request = None
            self.hints.show_rule_of_thumb()

    def _tell(self, advice: Advice) -> None:
        if not advice.rules_known:
            self.hints.show_rule_of_thumb()
            return
        facts = advice_sentences(self._table.deal.kind, self._table.state, advice)
        if not facts:
            self._table.tell(no_move_text(advice))
            return
        if len(self._facts_told) >= len(facts):
            self._facts_told.clear()
            if facts[0].move.verb is not Verb.STOP:
                self.hints.offer(facts[0].move)
                return
        if not self._facts_told:
            self._table.session.count_hint()
        fact = facts[len(self._facts_told)]
        self._facts_told.append(fact)
        self.hints.show(fact)
        self._table.prompt.update()

    def _refine(self, advice: Advice) -> None:
        """If a hint shows only its first part, update it to the better ``advice``."""
        if len(self._facts_told) != 1 or self.hints.shown is None:
            return
        told, table = self._facts_told[0], self._table
        facts = advice_sentences(table.deal.kind, table.state, advice)
        if facts and facts[0] != told and table.message.text == told.words:
            self._facts_told[:] = facts[:1]
            self.hints.show(facts[0], aloud=facts[0].move != told.move)

    # -- what is shown move by move ------------------------------------------------------------

    def _play_line(self) -> None:
        move = self._line.pop(0)
        words = tr("Showing the solution. Any key or click stops it.")
        self._play(move, words, last=not self._line)
        self._wait = _PAUSE

    def _play_advised(self) -> None:
        table, advice, state = self._table, self.advice, self._table.state
        enough = advice is not None and (advice.exact or advice.samples >= _MIN_SAMPLES)
        if not enough and (self._improves or table.kit.solver.is_busy()):
            return
        # This leaves out the number of redeals, which would make every round look new.
        known = tuple(state.piles.items()), state.stage, table.session.seen
        if advice is None or not advice.moves or known in self._positions_played:
            self._request = None
            if advice is None:
                table.refuse(tr("No more answers: the solver has failed."))
            else:
                table.tell(no_move_text(advice), stays=True)
            return
        self._positions_played.add(known)
        words = tr(
            "Chance of winning: {chance}. Any key or click pauses, {key} continues.",
            chance=light_text(table.deal.kind, advice)[0],
            key=Command.PLAY_FAIRLY.key_names,
        )
        self._play(advice.moves[0], words)
        self._wait = _FAIR_PAUSE

    def _play(self, move: Move, words: str, *, last: bool = False) -> None:
        """Make ``move`` for the player to watch, and show ``words`` if more moves will follow."""
        table = self._table
        done, ended = table.play_shown(move), table.session.ended
        if ended or last or not done:
            self._request = None
        if ended:
            # The strip says how the game ended, and that it doesn't count as a win.
            table.message.clear()
        elif self._request:
            table.tell(words, "", stays=True)
