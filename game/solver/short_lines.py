"""The shortest known solutions, from the file that ``tools.make_lines`` writes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.core.moves import Move, Refusal
from game.rules.notation import parse_move
from game.rules.registry import Deal
from game.rules.replay import homeward_moves, position_after
from game.support.assets import assets_folder
from game.support.errors import GivenError

# In the file, each deal has a line of text: the player moves in notation, without spaces. It is
# empty if no solution is known. At the beginning and after each player move, all cards that can go
# home do so, unless there is a ``HELD``. Then only the moves home that follow it are made.
FILE: Final = assets_folder() / "lines.zip"
IN_A_MEMBER: Final = 1000  # deals whose lines are in one member of the archive
PROVEN: Final = "="  # at the beginning of a line: no line has fewer player moves
HELD: Final = "-"
_TOKEN: Final = re.compile(r"([1-8a-d][1-8a-dh](?:v[1-9a-d])?)(-?)")


class KnownLine(NamedTuple):
    """A winning line of a deal, including all moves home."""

    moves: tuple[Move, ...]
    proven: bool  # whether no line can have fewer player moves


@lru_cache(maxsize=64)
def known_line(deal: Deal) -> KnownLine | None:
    """Return the winning line shipped for ``deal``; None if there is none."""
    if not deal.number or not deal.kind.graded:
        return None
    name, at = member_name(deal.game, deal.number)
    text = "".join(_member(name)[at : at + 1])
    moves = read_line(deal, text.lstrip(PROVEN)) if text else None
    return None if moves is None else KnownLine(moves, text.startswith(PROVEN))


def member_name(game: str, number: int) -> tuple[str, int]:
    """Return the archive member with a deal's line, and the line's index there."""
    member, at = divmod(number - 1, IN_A_MEMBER)
    return f"{game}/{member}", at


@lru_cache(maxsize=4)
def _member(name: str) -> Sequence[str]:
    # Imported here because starting the program doesn't need it, and the import takes a few
    # milliseconds.
    import zipfile

    try:
        with zipfile.ZipFile(FILE) as file:
            return file.read(name).decode("ascii").split("\n")
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        return ()


def read_line(deal: Deal, text: str) -> tuple[Move, ...] | None:
    """Return the moves in ``text``, completed with the moves home. None if they don't win.

    ``text`` is a deal's line in the file, without the sign ``PROVEN``.
    """
    rules, state = deal.engine, deal.layout()
    moves: list[Move] = []

    def play(move: Move) -> bool:
        nonlocal state
        found = position_after(rules, state, [move])
        if isinstance(found, Refusal):
            return False
        state = found
        moves.append(move)
        return True

    if not text.startswith(HELD):
        for move, _ in homeward_moves(rules, state):
            play(move)
    for token, held in _TOKEN.findall(text):
        try:
            move = parse_move(token, deal.kind.notation)
        except GivenError:
            return None
        if not play(move):
            return None
        if not held and not move.goes_home:
            for home, _ in homeward_moves(rules, state):
                play(home)
    return tuple(moves) if rules.won(state) else None
