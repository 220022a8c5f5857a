"""The table of Canfield: the stock, and the casino's stages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.core.moves import Move, Verb
from game.rules.canfield import Canfield, RuleSet
from game.rules.counting import account
from game.support.texts import tr
from game.words.names import money
from scenes.kit.services import Host
from scenes.table.strip import Decision
from scenes.table.table_scene import TableScene
from scenes.widgets.controls import Control

if TYPE_CHECKING:
    from game.play.session import Session
    from game.player.settings import Settings
    from game.store.current import Desk


class CanfieldScene(TableScene):
    """Canfield on the table, under any of its rule sets."""

    def __init__(self, host: Host, session: Session, desk: Desk | None = None) -> None:
        _follow(host.kit.settings, session)
        super().__init__(host, session, desk)

    def new_session(self, session: Session, *, deal_out: bool = True) -> None:
        _follow(self.kit.settings, session)
        super().new_session(session, deal_out=deal_out)

    @property
    def next_rules(self) -> str:
        return self.kit.settings.next_kind(self.deal.game).rules_name

    @property
    def rule_set(self) -> RuleSet:
        """The rule set that this deal is played by."""
        rule_set = self.deal.rule_set
        assert rule_set is not None
        return rule_set

    def stage_strip(self) -> Decision | None:
        """The casino's decision: what was paid, what each way on costs or pays, and what it is
        expected to bring, if the player wants to be told."""
        due = self._due()
        return replace(due, weighed=self.guide.weighed) if due else None

    def _due(self) -> Decision | None:
        """The decision without what it is expected to bring."""
        rules, state = self.rule_set, self.state
        if not rules.in_stages or state.stopped:
            return None
        paid = [*rules.payment.stages, rules.payment.deck]
        so_far = money(paid[state.stage - 1])
        brief = tr("Stage {stage} of 3: {paid} paid", stage=state.stage, paid=so_far)
        now = account(rules, state)
        stop = self._pay_button(tr("Stop at {money}", money=money(now)), Verb.STOP)
        if state.stage == 3:
            words = tr("Stage 3 of 3: each card home pays $5; each redeal costs $5.")
            return Decision(words, brief, [stop])
        cost = money(paid[state.stage] - paid[state.stage - 1])
        if state.stage == 1:
            words = tr(
                "Stage 1 of 3: you've paid {paid} to see the cards. For {cost} more you may "
                "move them.",
                paid=so_far,
                cost=cost,
            )
            label, verb = tr("Inspect for {money}", money=cost), Verb.INSPECT
        else:
            return self._inspection(brief, stop, cost)
        return Decision(words, brief, [stop, self._pay_button(label, verb, strong=True)])

    def _inspection(self, brief: str, stop: Control, cost: str) -> Decision:
        """The decision of stage 2, in which three cards are free once the first are used up."""
        up, free = self.state.cards_home, Canfield(self.rule_set).free_deal(self.state)
        play = self._pay_button(tr("Play for {money}", money=cost), Verb.PAY, strong=not free)
        if not free:
            words = tr(
                "Stage 2 of 3: you may move cards but not deal. For {cost} more you may deal "
                "and get $5 for each card home, {n} so far.",
                cost=cost,
                n=up,
            )
            return Decision(words, brief, [stop, play])
        words = tr(
            "Stage 2 of 3: the waste is used up. Three cards are free, once. For {cost} more "
            "you may deal on and get $5 for each card home, {n} so far.",
            cost=cost,
            n=up,
        )
        deal = self._pay_button(tr("Deal three free cards"), Verb.DEAL, strong=True)
        return Decision(words, tr("Three free cards."), [stop, play, deal])

    def _pay_button(self, label: str, verb: Verb, *, strong: bool = False) -> Control:
        def act() -> None:
            self.steady()
            self.play(Move(verb))

        named = tr("{label} ({key})", label=label, key=verb.value)
        return Control(named, act, strong=strong)


def _follow(settings: Settings, session: Session) -> None:
    """New games go by the rules of the one on the table, unless others are chosen for them."""
    rules = session.deal.rules
    if rules:
        settings.follow_rules(rules)
