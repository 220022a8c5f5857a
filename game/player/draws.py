"""Which deal a random game is of: one that was not played yet, of the grade that is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from game.player.settings import Settings
from game.record.entries import Record
from game.rules.registry import Deal, numbered

_DRAWS: Final = 20
"""How often at most another number is drawn because the deal was played before."""


def draw_deal(settings: Settings, record: Record, game: str, draw: Callable[[], int]) -> Deal:
    """Return a random numbered deal of ``game``, under the rule set of the next game, that was not
    played yet if there is one: of the grade that the player wants, where deals have one."""
    rules = settings.rules_for(game)
    if graded := numbers_wanted(settings, game):
        played = {entry.deal for entry in record.entries if entry.game == game}
        left = [number for number in graded if number not in played] or graded
        return numbered(game, left[draw() % len(left)], rules)
    deal = numbered(game, draw(), rules)
    for _ in range(_DRAWS):
        if not record.knows(deal):
            break
        deal = numbered(game, draw(), rules)
    return deal


def numbers_wanted(settings: Settings, game: str) -> Sequence[int]:
    """Return the numbers of the deals of ``game`` that have the grade that the player wants; none
    if any will do."""
    if not settings.grade:
        return ()
    from game.teach.difficulty import numbers_of  # a start with a game in hand does without it

    return numbers_of(game, settings.grade)
