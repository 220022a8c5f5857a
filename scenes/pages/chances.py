"""The page *Second chances*: positions at which it can still be won, one row each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.player.chances import is_solved
from game.player.settings import Settings
from game.support.texts import tr, trn
from game.teach.puzzles import Puzzle
from game.words.names import deal_name
from scenes.pages.past import Columns, PastGame, PastHead, PastRow
from scenes.style.theme import SMALL
from scenes.widgets.items import Item, Words, heading

Own = Sequence[tuple[str, Puzzle]]
"""Puzzles of the player's own games, each with the date of its game in words."""


def chances_page(
    settings: Settings,
    own: Own,
    searching: str,
    first: Sequence[Puzzle],
    choose: Callable[[Puzzle], None],
) -> list[Item]:
    """Return the items of the page. ``searching`` says what is still looked for among the player's
    own games, if anything is; ``choose`` begins a puzzle."""
    told = tr(
        "Each of these positions can still be won. Try as often as you like; nothing here "
        "counts. To solve one, win it, or keep it winnable for as many moves as the shortest "
        "solution takes."
    )
    items: list[Item] = [Words(told)]
    if own or searching:
        items.append(heading(tr("From your own games")))
    if searching:
        items.append(Words(searching, SMALL, faint=True))
    items += _rows(settings, own, tr("date"), choose)
    items.append(heading(tr("To start with, easiest first")))
    levelled = [(tr("{n} of {all}", n=puzzle.level, all=5), puzzle) for puzzle in first]
    items += _rows(settings, levelled, tr("level"), choose)
    return items


def _rows(
    settings: Settings, puzzles: Own, head: str, choose: Callable[[Puzzle], None]
) -> list[Item]:
    if not puzzles:
        return []
    rows = [_row(puzzle, lead, head, settings) for lead, puzzle in puzzles]
    columns = Columns((head, tr("deal"), tr("winning moves"), tr("shortest solution"), ""), rows)
    items: list[Item] = [PastHead(columns)]
    for (_, puzzle), row in zip(puzzles, rows, strict=True):
        items.append(PastRow(columns, row, partial(choose, puzzle)))
    return items


def _row(puzzle: Puzzle, lead: str, head: str, settings: Settings) -> PastGame:
    """Return the row of a puzzle; one that is solved has a tick."""
    solved = is_solved(settings, puzzle)
    kept = tr("{n} of {all}", n=puzzle.kept, all=puzzle.of)
    depth = trn("shortest solution: {n} move", "shortest solution: {n} moves", puzzle.depth)
    told = [f"{head} {lead}", deal_name(puzzle.deal), tr("winning moves: {kept}", kept=kept)]
    told += [depth, tr("solved") if solved else tr("not solved")]
    cells = (lead, deal_name(puzzle.deal), kept, str(puzzle.depth), "")
    return PastGame(cells, solved, ", ".join(told))
