"""What the games and their rule sets are called."""

from __future__ import annotations

from game.rules.registry import GameKind
from game.support.texts import texts, tr
from game.words.rule_sets import rule_texts


def game_name(kind: GameKind) -> str:
    """Return the game's name, as ``Canfield``, whatever the rule set."""
    return texts.one(kind.title)


def kind_name(kind: GameKind) -> str:
    """Return the full name, as ``Vierfrei`` or ``Canfield, Hoyle``."""
    if not kind.rules_name:
        return game_name(kind)
    return tr("{game}, {rules}", game=game_name(kind), rules=kind.rules_name)


def short_name(kind: GameKind) -> str:
    """Return a name for a tab: of the rule set, or of the game if it has only one."""
    return kind.rules_name or game_name(kind)


def kind_sentence(kind: GameKind) -> str:
    """Return what sets a kind apart, in a sentence for the menu; empty if nothing is said."""
    sentence = kind.sentence or rule_texts(kind).sentence
    return texts.one(sentence) if sentence else ""
