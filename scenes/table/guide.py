"""What the game knows about the position on a table: the hint, the solution, the way back.

The searching is done by the solver's own process; here it is only asked, now and then looked
after, and shown. Any input of the player ends whatever is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from game.core.moves import Move
from game.player.settings import HiddenLight
from game.rules.registry import Deal
from game.solver.answer import Verdict
from game.support.texts import tr
from scenes.table.context import NewDeal, SolutionMove, Table, WayBack
from scenes.table.fair import Demonstration, Fair
from scenes.table.hint_steps import Hints
from scenes.table.status import LIGHTS, Light, light_words, lost_words

if TYPE_CHECKING:
    from game.solver.answer import Known


_PAUSE: Final = 0.3
"""Seconds between the moves of a solution that is shown without animation."""
_OPEN: Final = 20
"""How many deals in a row may be left undecided before one of them is taken: a solver that does not
know the rules decides none."""
_GRACE: Final = 1.5
"""Seconds before the first move of a solution in a game that counts: who has pressed the key by
mistake can still stop it."""


class Wish(Enum):
    """What the player has asked for and waits to see."""

    HINT = auto()
    SOLUTION = auto()
    AGAIN = auto()
    """To go to the last position that could be won."""
    WAY_BACK = auto()
    DEAL = auto()


class Guide:
    """Asks the solver about the position on the table, and shows what it answers.

    ``offers_changed`` is called when there is something else to be decided.
    """

    def __init__(self, table: Table, offers_changed: Callable[[], None]) -> None:
        self._table = table
        self._offers_changed = offers_changed
        self._lamp = Lamp(table)
        self.hints = Hints(table)
        self.fair = Fair(table, self.hints, offers_changed)
        self._demonstration: Demonstration | None = None
        """The game that plays on by itself, while it does."""
        self._wish: Wish | None = None
        self._line: list[Move] = []
        self._wait = 0.0
        self._reach = (-1, 0)
        self._goes = False
        """Whether the way back is gone as soon as it is found, and not offered."""
        self.way_back = 0
        """How many actions back the last position lies that could be won; 0: none is offered."""
        self.interrupted = False
        """Whether the last input has ended something."""
        self._wanted: Deal | None = None
        self._tried = 0
        self._open = 0
        """How many of these were left undecided since the last that was not."""
        self._told = 0
        """How often a hint has found this position lost."""

    # -- the light -----------------------------------------------------------------------------

    @property
    def light(self) -> Light | None:
        """What the light shows; None while it is off or the game has ended."""
        return self.fair.light if self.fair.lit else self._lamp.light

    @property
    def light_words(self) -> tuple[str, ...]:
        """What the light says, from its longest wording to its shortest; nothing while it is
        off."""
        if self.light is Light.CHANCE:
            return self.fair.words
        begun = bool(self._table.desk.session.since_restart)
        return (light_words(self.light, begun=begun),) if self.light else ()

    def position_changed(self) -> None:
        """Drop all that was shown of the former position, and have the new one judged."""
        self.hints.end()
        self.fair.position_changed()
        self.way_back = 0
        self._told = 0
        self._ask()

    def _ask(self) -> None:
        """Have the position judged, if the light is to tell of it."""
        self._lamp.ask(free=self._wish is not Wish.DEAL)

    # -- wishes --------------------------------------------------------------------------------

    def interrupt(self) -> None:
        """End whatever is shown or waited for, as the player does something."""
        self.interrupted = self.shows
        if not self.interrupted:
            return
        self.fair.interrupt()
        if self.playing or self.hints.shown:
            self._line.clear()
            self._end_demonstration()
            self.hints.end()
            self._table.line.clear()
            self._table.invalidate()
        if self.way_back:
            self.way_back = 0
            self._offers_changed()
        if self._wish is not None:
            self._wish = None
            self._table.line.clear()
            self._table.kit.solver.cancel()
            self._table.invalidate()
            # The light still needs the verdict that the player no longer waits for.
            self._ask()

    @property
    def shows(self) -> bool:
        """Whether anything is shown or waited for that an input ends."""
        shown = self.playing or self.hints.shown or self.way_back
        return bool(shown or self._wish or self.fair.awaited)

    @property
    def awaits(self) -> bool:
        """Whether something is being shown, waited for, or still to be asked."""
        return bool(self.playing or self._wish or self._lamp.due or self.fair.waiting)

    @property
    def playing(self) -> bool:
        """Whether a solution is being shown, or the game plays on by itself."""
        return bool(self._line or self._demonstration)

    def hint(self) -> None:
        """Show the next move: of a line that wins, or the best by what can be seen where cards are
        hidden. Asked while a hint is shown that has steps, go a step deeper."""
        table = self._table
        if self.hints.steps:
            self.hints.deeper()
        elif table.deal.kind.hides_cards and not table.kit.settings.hidden_hints:
            self.fair.hint()
        else:
            self._want(Wish.HINT)

    def solution(self) -> None:
        """Show the whole line that wins from here."""
        self._want(Wish.SOLUTION)

    def try_again(self) -> None:
        """Go back to the last position that could be won."""
        table = self._table
        if table.desk.session.won:
            table.refuse(tr("The game is over."))
        elif table.state.stopped:
            self._look_back(go=True)
        else:
            self._want(Wish.AGAIN)

    def play_fairly(self) -> None:
        """Have the game play on by itself, by nothing but what can be seen."""
        if not self._table.deal.kind.hides_cards:
            self._table.refuse(tr("No card is hidden here: the solution is all you need."))
            return
        self._demonstration = Demonstration(self._table, self.fair, costs=self._costs)

    def _end_demonstration(self) -> None:
        if self._demonstration is not None:
            self._demonstration.end()
            self._demonstration = None

    def seek_deal(self) -> None:
        """Draw numbers until one is proven to be winnable, and lay that one out."""
        self._tried = self._open = 0
        self._wish = Wish.DEAL
        self._next_deal()

    def _next_deal(self) -> None:
        table = self._table
        self._wanted = table.desk.random_deal()
        self._tried += 1
        table.tell(tr("Looking for a winnable deal: {n} …", n=self._tried), "", stays=True)
        table.kit.solver.ask(self._wanted, self._wanted.layout(), one_of_many=True)

    def _take_or_draw(self, deal: Deal, verdict: Verdict) -> None:
        """Lay out the deal that was drawn if it can be won, and draw another if not."""
        undecided = verdict is Verdict.UNDECIDED
        self._open = self._open + 1 if undecided else 0
        hopes = self._table.kit.solver.works and self._open < _OPEN
        if verdict is Verdict.LOST or (undecided and hopes):
            self._next_deal()
            return
        self._wish = None
        self._table.do(NewDeal(deal))
        if undecided:
            self._table.refuse(tr("It's unknown whether this can be won."))

    def _want(self, wish: Wish) -> None:
        table = self._table
        self._wish = wish
        known = table.kit.solver.known(table.deal, table.state)
        if known is None or known.verdict is Verdict.UNDECIDED:
            if not table.kit.solver.works:
                self._wish = None
                table.refuse(tr("No more answers: the solver has failed."))
                return
            words = tr("Thinking …")
            if wish is Wish.SOLUTION and self._costs:
                rule = tr("If you see the solution, this game won't count as a win.")
                words = f"{words} {rule}"
            table.tell(words, stays=True)
            table.kit.solver.ask(table.deal, table.state, again=True)
        else:
            self._answer(known)

    @property
    def _costs(self) -> bool:
        """Whether a win that is still possible would not count once the solution is shown."""
        session = self._table.desk.session
        return not (session.book.recorded or session.book.shown)

    # -- answers -------------------------------------------------------------------------------

    def tick(self, seconds: float) -> None:
        """Let time pass: ask the solver for news, and play on the solution that is being shown."""
        table = self._table
        if table.kit.solver.poll():
            table.invalidate()
            self._lamp.refresh()
            self._look()
            self.hints.news()
        elif self._wish is Wish.DEAL and not table.kit.solver.busy():
            # A verdict that was known already is not reported as news.
            self._look()
        if not self.hints.waits:
            self._lamp.tick()
        self.fair.tick(seconds)
        if self._demonstration is not None and not self._demonstration.tick(seconds):
            self._end_demonstration()
        if self._line and not table.animator.busy:
            self._wait -= seconds
            if self._wait <= 0:
                self._play_next()

    def _look(self) -> None:
        """Check whether the solver's news is what is waited for."""
        table = self._table
        if self._wish is Wish.DEAL and self._wanted is not None:
            known = table.kit.solver.known(self._wanted, self._wanted.layout())
            if known is None:
                return
            self._take_or_draw(self._wanted, known.verdict)
        elif self._wish is Wish.WAY_BACK:
            self._search_back()
        elif self._wish is not None:
            known = table.kit.solver.known(table.deal, table.state)
            # What was left undecided may be searched once more at this moment.
            again = table.kit.solver.busy()
            if known is not None and not (again and known.verdict is Verdict.UNDECIDED):
                self._answer(known)

    def _answer(self, known: Known) -> None:
        table = self._table
        wish, self._wish = self._wish, None
        table.line.clear()
        table.invalidate()
        if wish is Wish.HINT and known.verdict is not Verdict.UNDECIDED:
            table.desk.hint_given()
        if known.verdict is Verdict.UNDECIDED:
            table.refuse(tr("It's unknown whether this can be won."))
        elif known.verdict is Verdict.LOST:
            self._told += wish is Wish.HINT
            self._look_back(go=wish is Wish.AGAIN)
        elif wish is Wish.AGAIN:
            table.refuse(tr("It can still be won."))
        elif wish is Wish.HINT:
            self.hints.of_line(known.moves)
            self._lamp.again()
        else:
            self._line = list(known.moves)
            self._wait = _GRACE if self._costs else 0.0
            self._tell_what_is_shown(costs=self._costs)

    def _tell_what_is_shown(self, *, costs: bool) -> None:
        """Tell that the solution is being shown, and what that means for the game."""
        words = tr("Showing the solution. Any key or click stops it.")
        if costs:
            words = tr(
                "Showing the solution: this game won't count as a win. Any key or click stops it."
            )
        self._table.tell(words, None if costs else "", stays=True)

    def _play_next(self) -> None:
        table, move = self._table, self._line.pop(0)
        rest = self._line
        if not table.do(SolutionMove(move)):
            rest = []
        self._line = rest
        self._wait = _PAUSE
        if table.desk.session.ended and table.counts:
            words = tr("You saw the solution, so this game won't count as a win.")
            table.tell(words, stays=True)
        elif rest:
            self._tell_what_is_shown(costs=False)

    def _look_back(self, *, go: bool) -> None:
        """Look for the last position that could be won, to ``go`` there or to offer that."""
        self._wish, self._goes = Wish.WAY_BACK, go
        self._reach = (-1, len(self._table.desk.session.since_restart))
        self._search_back()

    def _search_back(self) -> None:
        """Find the last position known to be winnable by halving: once lost, a game stays lost."""
        table = self._table
        session = table.desk.session
        states = [session.layout, *(action[-1].after for action in session.since_restart)]
        won, lost = self._reach
        while lost - won > 1:
            middle = (won + lost) // 2
            known = table.kit.solver.known(table.deal, states[middle])
            if known is None:
                words = tr("Lost. Looking for the last winnable position …")
                table.tell(words, "", stays=True)
                table.kit.solver.ask(table.deal, states[middle])
                self._reach = won, lost
                return
            if known.verdict is Verdict.WINNABLE:
                won = middle
            else:
                lost = middle
        self._wish = None
        if won < 0:
            first = table.kit.solver.known(table.deal, states[0])
            if first is not None and first.verdict is Verdict.LOST:
                table.refuse(lost_words(table.deal))
            else:
                table.refuse(tr("This is lost, and no earlier position is known to be winnable."))
            return
        self.way_back = len(states) - 1 - won
        table.line.clear()
        if self._goes:
            table.do(WayBack())
            return
        self._offers_changed()
        proven = table.kit.solver.verdict(table.deal, states[lost]) is Verdict.LOST
        if proven and self._told and self._told % 2 == 0:
            # The way back has been told already: what else is known is where it went wrong.
            self.hints.lost_by(session.since_restart[won], states[won])


class Lamp:
    """Has the solver judge the position on the table, and then those that may come next."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._stale = True
        self._light: Light | None = None
        self.due = False
        """Whether the positions that may come next are still to be judged."""
        self._asks = False
        """Whether the position itself is still to be judged."""

    @property
    def lit(self) -> bool:
        """Whether the player wants the light for this game, from all cards."""
        settings = self._table.kit.settings
        if not self._table.judged:
            return False
        if self._table.deal.kind.hides_cards:
            return settings.hidden_light is HiddenLight.ALL
        return settings.light or self._table.always_lit

    @property
    def light(self) -> Light | None:
        """What the light shows; None while it is off or the game has ended."""
        if self._stale:
            self._stale, self._light = False, self._look_up()
        return self._light

    def _look_up(self) -> Light | None:
        table = self._table
        if not self.lit or table.desk.session.ended:
            return None
        if self._asks or not table.kit.solver_made:
            return Light.THINKING
        verdict = table.kit.solver.verdict(table.deal, table.state)
        if verdict is None:
            return Light.THINKING if table.kit.solver.busy() else Light.NOT_KNOWN
        return LIGHTS[verdict]

    def refresh(self) -> None:
        """See anew what is known, as the solver has news."""
        self._stale = True

    def ask(self, *, free: bool) -> None:
        """Have the position judged, if the light is to tell of it and the solver is ``free``."""
        table, session = self._table, self._table.desk.session
        self._stale = True
        self.due = self.lit and free and not session.ended
        self._asks = self.due
        if table.kit.solver_made:
            # Else the first picture would wait for it.
            self._put()

    def _put(self) -> None:
        """Ask the solver about the position, if that is still to be done."""
        if self._asks:
            self._asks, self._stale = False, True
            table, session = self._table, self._table.desk.session
            before = session.before_last if session.since_restart else None
            table.kit.solver.ask(table.deal, table.state, after=before)

    def again(self) -> None:
        """Have the next positions judged once more: something else took their place."""
        self.due = self.lit

    def tick(self) -> None:
        """Have the next positions judged while the player thinks, so that the light answers at
        once."""
        self._put()
        table, solver = self._table, self._table.kit.solver
        if not self.due or table.animator.busy or solver.busy():
            return
        self.due = False
        if solver.verdict(table.deal, table.state) is Verdict.WINNABLE:
            automatic = table.kit.settings.automatic
            solver.look_ahead(table.deal, table.desk.session.ahead(automatic))
