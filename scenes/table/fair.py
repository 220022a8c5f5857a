"""What a fair adviser says of the position on a table: the chance, the hint, what going on brings;
and the game that plays on by its advice alone.

It is asked in the solver's process, which is sent nothing but what the player can know: the hidden
cards sorted by elimination. It answers several times, better each time, until the next action.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from game.core.moves import Verb
from game.core.state import State
from game.fair.advice import followed
from game.fair.knowledge import Knowledge
from game.player.settings import HiddenLight
from game.support.texts import tr
from game.words.chances import facts_of_advice, light_text, nothing_further, weighing
from scenes.kit.commands import BY_COMMAND, Command
from scenes.table.status import Light

if TYPE_CHECKING:
    from game.fair.advice import Advice
    from game.fair.adviser import FairAdvice
    from game.words.chances import Advised
    from scenes.table.guide import Hints
    from scenes.table.table import Table


_ENOUGH: Final = 16
"""Samples that a decision needs."""
_PATIENCE: Final = 0.3
"""Seconds that a hint waits for the adviser before it tells the rule of thumb."""


class Fair:
    """Asks the adviser and tells what it answers, where cards are hidden.

    ``advice`` is the best answer on this position so far. ``watched`` has every position asked
    about, as the light does.
    """

    def __init__(self, table: Table, hints: Hints) -> None:
        self._table = table
        self._hints = hints
        self.advice: Advice | None = None
        self.watched = False
        self._at: State | None = None
        """The position that ``advice`` is on."""
        self._job: FairAdvice | None = None
        self._follows = False
        """Whether ``advice`` is what is left of a plan on an earlier position."""
        self._waited: float | None = None
        """Seconds for which the player has waited for a hint; None if he does not."""
        self._due = False
        """Whether the position is still to be asked about."""
        self._under_way = False
        """Whether an answer was on its way at the last tick."""
        self._told: list[Advised] = []
        """What hints have told of this position."""

    # -- the light -----------------------------------------------------------------------------

    @property
    def lit(self) -> bool:
        """Whether the player wants the light to tell the fair chance."""
        return (
            self._table.judged
            and self._table.deal.kind.hides_cards
            and self._table.kit.settings.hidden_light is HiddenLight.FAIR
        )

    @property
    def light(self) -> Light | None:
        """What the light shows; None once the game has ended. With no card left unknown it tells
        what is proven."""
        table, advice = self._table, self.advice
        if table.session.ended:
            return None
        if advice is None:
            works = not table.kit.solver_made or table.kit.solver.works
            return Light.THINKING if works else Light.NOT_KNOWN
        if not advice.rules_known:
            return Light.NOT_KNOWN
        if advice.exact and advice.chance:
            return Light.CAN_WIN
        # Where turning over costs money the best account is proven, and no more than that.
        free = not table.deal.kind.turn_cost
        return Light.LOST if advice.exact and free else Light.CHANCE

    @property
    def words(self) -> tuple[str, ...]:
        """The chance in words, from its longest wording to its shortest."""
        if self.advice is None:
            return ()
        return light_text(self._table.deal.kind, self.advice)

    @property
    def weighed(self) -> str:
        """What stopping and going on are expected to bring, if the player wants to be told, and not
        before that can be relied on."""
        advice = self.advice
        if advice is None or not (self.lit or self.watched or self._told):
            return ""
        if advice.samples < _ENOUGH and self.waiting:
            return ""
        return weighing(self._table.deal.kind, advice)

    # -- asking --------------------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        """Whether an answer is on its way, or is waited for."""
        solver = self._table.kit.solver
        return self.awaited or self._due or (self._job is not None and solver.looking_ahead)

    def position_changed(self) -> None:
        """Have the position that is on the table now judged, if that is wanted.

        As long as a plan is followed, nothing is learned: then what was said of it still holds.
        """
        state = self._table.state
        if state is not self._at:
            self.advice = self._rest(state)
            self._follows = self.advice is not None
            self._at = state
            self._told.clear()
            self._waited = None
            self._call_off()
        self._due = (self.lit or self.watched) and not self._table.session.ended
        if self._due:
            if self._table.kit.solver_made:
                # Else the first picture would wait for it.
                self._ask()
        elif not (self._told or self.awaited):
            self._call_off()

    def _rest(self, state: State) -> Advice | None:
        """Return what is left of the last advice in ``state``; None if it was not followed."""
        if self.advice is None or self._at is None:
            return None
        return followed(self._table.deal.kind, self._at, self.advice, state)

    def _call_off(self) -> None:
        if self._job is not None:
            solver = self._table.kit.solver
            if solver.looking_ahead and not solver.busy():
                solver.cancel()
        self._job = None

    def _ask(self) -> None:
        self._due = False
        if self._job is not None:
            return
        # A start does without these.
        from game.fair.adviser import FairAdvice

        table, session = self._table, self._table.session
        self._job = FairAdvice(Knowledge.of(table.deal.kind, table.state, session.looked))
        self._take()
        table.invalidate()

    def tick(self, seconds: float) -> None:
        """Let time pass: have the question answered while the solver is not asked anything else."""
        if self._due:
            self._ask()
        if self._job is None:
            return
        solver = self._table.kit.solver
        if not solver.busy():
            solver.run(self._job)
        self._take()
        if self._waited is not None:
            self._wait(seconds)
        was, self._under_way = self._under_way, solver.looking_ahead
        if was and not self._under_way:
            # No better answer comes: what there is has to do.
            self._table.prompt.update()

    def _take(self) -> None:
        """Take an answer in if it is a better one."""
        assert self._job is not None
        found, had = self._table.kit.solver.result(self._job), self.advice
        if found is None or found is had:
            return
        more = had is None or found.samples >= had.samples + self._follows
        if more or found.exact:
            self.advice, self._follows = found, False
            self._refine()
            self._table.prompt.update()

    # -- hints ---------------------------------------------------------------------------------

    def hint(self) -> None:
        """Tell the best move; asked again in the same position, the next best, and at last offer
        the best to be played. Where the adviser takes long, the rule of thumb helps out."""
        if not self._table.kit.solver.works:
            self._hints.by_thumb()
            return
        self._ask()
        if self.advice is None:
            self._waited = 0.0
        else:
            self._tell(self.advice)

    @property
    def awaited(self) -> bool:
        """Whether the player waits for a hint."""
        return self._waited is not None

    def interrupt(self) -> None:
        """Tell nothing that is waited for, as the player does something."""
        self._waited = None

    def _wait(self, seconds: float) -> None:
        assert self._waited is not None
        before, self._waited = self._waited, self._waited + seconds
        solver = self._table.kit.solver
        comes = solver.busy() or solver.looking_ahead
        if self.advice is not None:
            self._waited = None
            self._tell(self.advice, counts=before < _PATIENCE)
        elif before < _PATIENCE and (self._waited >= _PATIENCE or not comes):
            self._hints.by_thumb()
            self._waited = max(self._waited, _PATIENCE)
        elif not comes:
            self._waited = None

    def _facts(self, advice: Advice) -> list[Advised]:
        return facts_of_advice(self._table.deal.kind, self._table.state, advice)

    def _tell(self, advice: Advice, *, counts: bool = True) -> None:
        """Tell what comes next of an advice, from the best to the last; then the best is offered.
        Its beginning ``counts`` as a hint unless it takes the place of another one."""
        if not advice.rules_known:
            if counts:
                self._hints.by_thumb()
            return
        facts = self._facts(advice)
        if not facts:
            self._table.tell(nothing_further(advice))
            return
        if len(self._told) >= len(facts):
            self._told.clear()
            if facts[0].move.verb is not Verb.STOP:
                self._hints.offer(facts[0].move)
                return
        if counts and not self._told:
            self._table.session.hint_given()
        fact = facts[len(self._told)]
        self._told.append(fact)
        self._hints.show(fact)
        self._table.prompt.update()

    def _refine(self) -> None:
        """Tell the best again, better, while it is shown; aloud only if it is another move."""
        if self.advice is None or len(self._told) != 1 or self._hints.shown is None:
            return
        (told,), facts = self._told, self._facts(self.advice)
        if facts and facts[0] != told and self._table.line.text == told.words:
            self._told[:] = facts[:1]
            self._hints.show(facts[0], aloud=facts[0].move != told.move)


_PAUSE: Final = 0.5
"""Seconds between two moves, beside their flight."""
_GRACE: Final = 1.5
"""Seconds before the first move in a game that counts."""


class Demonstration:
    """The adviser's moves, one after the other, while this is ticked. The game counts as shown."""

    def __init__(self, table: Table, fair: Fair, *, costs: bool) -> None:
        """``costs`` tells that a win that is still possible would not count any more."""
        self._table = table
        self._fair = fair
        self._wait = _GRACE if costs else 0.0
        self._met: set[Hashable] = set()
        """What was known where something was decided, however often the waste was turned over."""
        fair.watched = True
        fair.position_changed()
        key = BY_COMMAND[Command.PLAY_FAIRLY].key_names
        words = (
            tr(
                "Playing on from the cards you've seen; this won't count as a win. Any key "
                "or click pauses, {key} continues."
            )
            if costs
            else tr(
                "Playing on from the cards you've seen. Any key or click pauses, {key} continues."
            )
        )
        table.tell(words.format(key=key), stays=True)

    def end(self) -> None:
        """Pause, or come to the end: positions are asked about no more for its sake."""
        self._fair.watched = False

    def tick(self, seconds: float) -> bool:
        """Let time pass: make the next move once it is due and known. Return whether it goes on."""
        if self._table.animator.busy:
            return True
        self._wait -= seconds
        advice = self._fair.advice
        if self._wait > 0 or not self._enough(advice):
            return True
        if advice is None:
            self._table.refuse(tr("No more answers: the solver has failed."))
            return False
        return self._follow(advice)

    def _enough(self, advice: Advice | None) -> bool:
        """Whether no better answer is worth waiting for."""
        if not (self._fair.waiting or self._table.kit.solver.busy()):
            return True
        if advice is None:
            return False
        return advice.exact or advice.samples >= _ENOUGH

    def _follow(self, advice: Advice) -> bool:
        table = self._table
        state = table.state
        known = tuple(state.piles.items()), state.stage, table.session.looked
        if not advice.moves or known in self._met:
            table.tell(nothing_further(advice), stays=True)
            return False
        self._met.add(known)
        done = table.play_shown(advice.moves[0])
        self._wait = _PAUSE
        if table.session.ended:
            table.tell(tr("The program played on, so this won't count as a win."), stays=True)
            return False
        words = tr(
            "Chance of winning: {chance}. Any key or click pauses, {key} continues.",
            chance=light_text(table.deal.kind, advice)[0],
            key=BY_COMMAND[Command.PLAY_FAIRLY].key_names,
        )
        table.tell(words, "", stays=True)
        return done
