"""What the game knows about the position on a table: light, hint, solution, and the way back.

The searching is done by the solver's own process; here it is only asked, now and then looked
after, and shown. Any input of the player ends whatever is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntEnum, auto
from typing import TYPE_CHECKING, Final

from game.core.moves import Action, Move
from game.core.state import State
from game.player.settings import HiddenLight
from game.rules.registry import Deal
from game.solver.answer import Verdict
from game.support.texts import tr
from game.teach.hints import hint_at, hint_of_line, hint_of_thumb, lost_by
from scenes.kit.commands import BY_COMMAND, Command, key_words
from scenes.table.fair import Demonstration, Fair
from scenes.table.status import LIGHTS, Light, light_words, lost_words

if TYPE_CHECKING:
    from game.solver.answer import Known, Margin
    from game.teach.hints import Hint
    from game.teach.reasons import Leg
    from game.words.chances import Advised
    from scenes.table.table import Table

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
    """Asks the solver about the position on the table, and shows what it answers."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lamp = Lamp(table)
        self.hints = Hints(table)
        self.fair = Fair(table, self.hints)
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
        begun = bool(self._table.session.since_restart)
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
            self._table.prompt.update()
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
        if table.session.won:
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
        assert table.desk is not None
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
        self._table.new_deal(deal)
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
        session = self._table.session
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
            table.session.hint_given()
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
        if not table.play_shown(move):
            rest = []
        self._line = rest
        self._wait = _PAUSE
        if table.session.ended and table.counts:
            words = tr("You saw the solution, so this game won't count as a win.")
            table.tell(words, stays=True)
        elif rest:
            self._tell_what_is_shown(costs=False)

    def _look_back(self, *, go: bool) -> None:
        """Look for the last position that could be won, to ``go`` there or to offer that."""
        self._wish, self._goes = Wish.WAY_BACK, go
        self._reach = (-1, len(self._table.session.since_restart))
        self._search_back()

    def _search_back(self) -> None:
        """Find the last position known to be winnable by halving: once lost, a game stays lost."""
        table = self._table
        session = table.session
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
            table.go_way_back()
            return
        self._table.prompt.update()
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
        if not self.lit or table.session.ended:
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
        table, session = self._table, self._table.session
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
            table, session = self._table, self._table.session
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
            solver.look_ahead(table.deal, table.session.ahead(automatic))


class HintStep(IntEnum):
    """How far a hint was asked."""

    NAMED = 1
    """The move is shown, with its shortest reason."""
    DEEPER = 2
    """Its further reasons and the next moves are shown."""
    OFFERED = 3
    """The move is offered: asked once more, it is played."""


class Hints:
    """Shows one hint, and goes a step deeper each time it is asked again.

    It counts as one hint, however far it is asked. Other input ends it, and the next hint begins
    anew.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._hint: Hint | None = None
        self._fact: Advised | None = None
        """What is shown without steps, in place of a hint."""
        self._step = HintStep.NAMED
        self._line: Sequence[Move] = ()
        """The line that wins, if what is shown is its first move."""
        self._margin: Margin | None = None
        """What was known of the other moves when the sentences were made."""

    @property
    def shown(self) -> Move | None:
        """The move that is shown; None while there is no hint."""
        told = self._hint or self._fact
        return told.move if told else None

    @property
    def steps(self) -> bool:
        """Whether asking again goes a step deeper."""
        return self._hint is not None

    @property
    def way(self) -> Sequence[Leg]:
        """The moves of a hint that are drawn on the cards."""
        if self._hint is None:
            return ()
        return self._hint.way if self._step is HintStep.DEEPER else self._hint.way[:1]

    @property
    def offered(self) -> bool:
        """Whether the move is offered to be played."""
        return self._hint is not None and self._step is HintStep.OFFERED

    @property
    def waits(self) -> bool:
        """Whether the other moves are being judged, to tell more."""
        return bool(self._line) and self._table.kit.solver.looking_ahead

    def end(self) -> None:
        """Show nothing any more."""
        self._hint, self._fact, self._line, self._margin = None, None, (), None

    # -- where hints come from -----------------------------------------------------------------

    def by_thumb(self) -> None:
        """Show what a rule of thumb says, which needs no waiting."""
        table = self._table
        hint = hint_of_thumb(table.rules, table.state)
        if hint:
            table.session.hint_given()
            self.begin(hint)
        else:
            table.refuse(tr("No rule of thumb helps here."))

    def of_line(self, line: Sequence[Move]) -> None:
        """Show the first move of ``line``, which wins, and have the other moves judged."""
        table = self._table
        hint = self._make(line)
        if hint is None:
            table.refuse(tr("No hint was found here."))
            return
        self.begin(hint)
        self._line = line
        table.kit.solver.weigh(table.deal, [table.state])

    def _make(self, line: Sequence[Move], *, late: bool = False) -> Hint | None:
        table = self._table
        self._margin = table.kit.solver.margin(table.deal, table.state)
        return hint_of_line(table.rules, table.state, line, self._margin, late=late)

    def lost_by(self, action: Action, before: State) -> None:
        """Tell which action lost a game that could still be won ``before`` it."""
        self._table.tell(lost_by(action, before))

    # -- its steps -----------------------------------------------------------------------------

    def show(self, fact: Advised, *, aloud: bool = True) -> None:
        """Show a fact with its move, and announce it if it is to be said ``aloud``."""
        self.end()
        self._fact = fact
        self._table.tell(fact.words, None if aloud else "", stays=True)

    def begin(self, hint: Hint, step: HintStep = HintStep.NAMED) -> None:
        """Begin ``hint`` with its first step, or a later one."""
        self.end()
        self._hint, self._step = hint, step
        self._tell()

    def offer(self, move: Move) -> None:
        """Offer ``move`` to be played; all that is known of it was told."""
        self.begin(hint_at(self._table.rules, self._table.state, move), HintStep.OFFERED)

    def deeper(self) -> None:
        """Go on to the next step: tell more, offer the move, or play it."""
        hint = self._hint
        if hint is None:
            return
        if self._step is HintStep.OFFERED:
            self.play()
            return
        self._step = HintStep(self._step + 1)
        if self._step is HintStep.DEEPER and not hint.further:
            self._step = HintStep.OFFERED
        self._tell()

    def play(self) -> None:
        """Play the move, as if the player had."""
        move = self.shown
        self.end()
        self._table.line.clear()
        if move is not None:
            self._table.steady()
            self._table.play(move)

    def news(self) -> None:
        """See whether the other moves are judged now: then what is said may grow."""
        table = self._table
        if not self._line or table.kit.solver.margin(table.deal, table.state) is self._margin:
            return
        before = self._words
        self._hint = self._make(self._line, late=self._step is not HintStep.NAMED)
        if self._words != before:
            # What is new comes before the full stop, and the ear hears only that.
            new = self._words.removeprefix(before[:-1]).lstrip("; ")
            table.tell(self._words, new, stays=True)

    @property
    def _words(self) -> str:
        hint = self._hint
        if hint is None:
            return ""
        if self._step is HintStep.OFFERED:
            key, enter = BY_COMMAND[Command.HINT].first_key, key_words("Enter")
            return tr("{move}? {key} or {enter} plays it.", move=hint.named, key=key, enter=enter)
        return hint.first if self._step is HintStep.NAMED else hint.further

    def _tell(self) -> None:
        """Show and announce what belongs to this step; the ear is told of the way that is drawn."""
        ahead = self._hint.ahead if self._hint and self._step is HintStep.DEEPER else ""
        self._table.tell(self._words, f"{self._words} {ahead}".strip(), stays=True)
