"""What the games and their rule sets are called."""

from __future__ import annotations

from game.rules.registry import GameKind
from game.support.texts import texts, tr


def game_name(kind: GameKind) -> str:
    """As ``Canfield``, whatever the rule set."""
    return texts.one(kind.title)


def kind_name(kind: GameKind) -> str:
    """As ``Vierfrei`` or ``Canfield, Hoyle``."""
    if not kind.rules_name:
        return game_name(kind)
    return tr("{game}, {rules}", game=game_name(kind), rules=kind.rules_name)


def short_name(kind: GameKind) -> str:
    """What a tab has room for: the name of the rule set, or of a game that has but one."""
    return kind.rules_name or game_name(kind)
