"""The table for Canfield, with the decisions about paying the casino."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.core.moves import Move, Verb
from game.rules.canfield import RuleSet
from game.support.texts import tr
from game.teach.standing import stage_of
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
        rule_set = self.deal.rule_set
        assert rule_set is not None
        return rule_set

    def due_decision(self) -> Decision | None:
        """Return the decision about paying the casino; None if none is due.

        It says what has been paid and what each choice costs or pays. If the player wants to know,
        it also says what each choice is expected to earn.
        """
        due = self._due()
        return replace(due, weighed=self.guide.weighed) if due else None

    def _due(self) -> Decision | None:
        """Return the decision, leaving out what each choice is expected to earn."""
        stage = stage_of(self.deal, self.state)
        if stage is None:
            return None
        buttons = [
            self._pay_button(name, verb, strong=verb is stage.best) for verb, name in stage.moves
        ]
        return Decision(stage.words, stage.brief, buttons)

    def _pay_button(self, label: str, verb: Verb, *, strong: bool = False) -> Control:
        def act() -> None:
            self.finish_motion()
            self.play(Move(verb))

        named = tr("{label} ({key})", label=label, key=verb.value)
        return Control(named, act, strong=strong)


def _follow(settings: Settings, session: Session) -> None:
    """Make new games use the rule set of the game on the table, unless the player has chosen
    another for them."""
    rules = session.deal.rules
    if rules:
        settings.follow_rules(rules)
