"""The table of Canfield: the stock, and the casino's stages."""

from __future__ import annotations

from game.account import account
from game.canfield import RuleSet, base_rank
from game.moves import Move, Verb
from game.names import money
from game.piles import STOCK
from game.state import State
from game.texts import tr
from scenes.controls import Control
from scenes.standing import deal_name
from scenes.strip import Decision
from scenes.table import TableScene


class CanfieldScene(TableScene):
    """Canfield on the table, under any of its rule sets."""

    @property
    def rule_set(self) -> RuleSet:
        """The rule set that this deal is played by."""
        rules = self.deal.rule_set
        assert rules is not None
        return rules

    @property
    def short_title(self) -> str:
        return tr("Canfield {deal} ({rules})", deal=deal_name(self.deal), rules=self.rule_set.name)

    @property
    def waiting_rank(self) -> int | None:
        return base_rank(self.state)

    @property
    def in_stages(self) -> bool:
        return self.rule_set.in_stages

    def use_stock(self) -> None:
        """Deal, or turn the waste over, whichever is possible."""
        self.show(self.desk.do(Move(Verb.DEAL if self.state[STOCK] else Verb.TURN)))

    def stage_strip(self) -> Decision | None:
        """The casino's decision: what was paid, and what each way on costs or pays."""
        rules, state = self.rule_set, self.state
        if not rules.in_stages or state.stopped:
            return None
        paid = money(-account(rules, state))
        brief = tr("Stage {stage} of 3", stage=state.stage)
        stop = self._pay_button(tr("Stop: {money}", money=money(account(rules, state))), Verb.STOP)
        if state.stage == 1:
            words = tr("Stage 1 of 3: you see the layout, {money} is paid.", money=paid)
            more = _cost(rules, state, 2)
            inspect = tr("Inspect: {money} more", money=money(more))
            return Decision(
                words, brief, [stop, self._pay_button(inspect, Verb.INSPECT, strong=True)]
            )
        if state.stage == 2:
            words = tr(
                "Stage 2 of 3: move cards without dealing; {money} is paid.", money=money(26)
            )
            then = money(account(rules, state.apply((), stage=3)))
            pay = tr(
                "Pay {money} and play on at {account}",
                money=money(rules.payment.deck - rules.payment.stages[-1]),
                account=then,
            )
            return Decision(words, brief, [stop, self._pay_button(pay, Verb.PAY, strong=True)])
        words = tr("Stage 3 of 3: $5 for each card up, −$5 for each turning over.")
        return Decision(words, brief, [stop])

    def _pay_button(self, label: str, verb: Verb, *, strong: bool = False) -> Control:
        def act() -> None:
            self.steady()
            self.show(self.desk.do(Move(verb)))

        tip = tr("{label} – {key}", label=label, key=verb.value)
        return Control(label, act, tip=tip, strong=strong)


def _cost(rules: RuleSet, state: State, stage: int) -> int:
    """What going on to ``stage`` costs, in dollars."""
    return account(rules, state) - account(rules, state.apply((), stage=stage))
