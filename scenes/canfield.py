"""The table of Canfield: the stock, and the casino's stages."""

from __future__ import annotations

from game.account import account
from game.canfield import RULE_SETS, RuleSet
from game.desk import Desk
from game.moves import Move, Verb
from game.names import money
from game.piles import STOCK
from game.settings import Settings
from game.texts import tr
from scenes.controls import Control
from scenes.host import Host
from scenes.strip import Decision
from scenes.table import TableScene


class CanfieldScene(TableScene):
    """Canfield on the table, under any of its rule sets."""

    def __init__(self, host: Host, desk: Desk) -> None:
        _follow(host.kit.settings, desk)
        super().__init__(host, desk)

    def new_session(self, *, deal_out: bool = True) -> None:
        _follow(self.kit.settings, self.desk)
        super().new_session(deal_out=deal_out)

    @property
    def next_rules(self) -> str:
        return RULE_SETS[self.kit.settings.next_rules].name

    @property
    def rule_set(self) -> RuleSet:
        """The rule set that this deal is played by."""
        rules = self.deal.rule_set
        assert rules is not None
        return rules

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
        brief = tr("Stage {stage} of 3", stage=state.stage)
        now = account(rules, state)
        stop = self._pay_button(tr("Stop at {money}", money=money(now)), Verb.STOP)
        if state.stage == 1:
            words = tr(
                "Stage 1 of 3: you see the layout for {paid}. You may inspect it, or stop.",
                paid=money(-now),
            )
            cost = money(now - account(rules, state.apply((), stage=2)))
            inspect = self._pay_button(
                tr("Inspect for {money}", money=cost), Verb.INSPECT, strong=True
            )
            return Decision(words, brief, [stop, inspect])
        if state.stage == 2:
            words = tr(
                "Stage 2 of 3: move cards, but deal none. Play pays $5 a card, {n} up now: {then}.",
                n=state.cards_home,
                then=money(account(rules, state.apply((), stage=3))),
            )
            cost = money(rules.payment.deck - rules.payment.stages[-1])
            pay = self._pay_button(tr("Play for {money}", money=cost), Verb.PAY, strong=True)
            return Decision(words, brief, [stop, pay])
        words = tr("Stage 3 of 3: $5 for each card up, −$5 for each turning over.")
        return Decision(words, brief, [stop])

    def _pay_button(self, label: str, verb: Verb, *, strong: bool = False) -> Control:
        def act() -> None:
            self.steady()
            self.show(self.desk.do(Move(verb)))

        named = tr("{label} ({key})", label=label, key=verb.value)
        return Control(named, act, strong=strong)


def _follow(settings: Settings, desk: Desk) -> None:
    """New games go by the rules of the one on the table."""
    rules = desk.session.deal.rules
    assert rules is not None
    settings.follow_rules(rules)
