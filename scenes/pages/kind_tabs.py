"""Tabs for the kinds of game, in the help and in the statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.rules.registry import GameKind
from game.words.names import game_name
from scenes.widgets.controls import Control
from scenes.widgets.items import Tabs


def kind_tabs(kinds: Iterable[GameKind], tab: Callable[[GameKind], Control]) -> Tabs:
    """Return a tab for each kind; those that are rule sets of a game come last, under its name."""
    ordered = sorted(kinds, key=lambda kind: bool(kind.rules_name))
    several = [kind for kind in ordered if kind.rules_name]
    group = ", ".join(dict.fromkeys(map(game_name, several)))
    return Tabs([tab(kind) for kind in ordered], group, len(several))
