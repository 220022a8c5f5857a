"""How moves are typed: the part of the help that all games share."""

from __future__ import annotations

from collections.abc import Sequence

from game.support.texts import tr
from scenes.widgets.items import Item, Term, Words, heading


def typing_help(places: str, tokens: Sequence[tuple[str, str]]) -> list[Item]:
    """Return the help on typing; ``places`` names the piles, ``tokens`` are examples with their
    meanings."""
    told = tr("You can type every move: first from where, then to where.")
    lines = [Term(token, words) for token, words in tokens]
    return [heading(tr("Typing moves")), Words(f"{told} {places}"), *lines]
