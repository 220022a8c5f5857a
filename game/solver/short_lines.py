"""The shortest known solutions of numbered deals, from a file shipped with the game.

``lines.zip`` has one member per thousand deals of a game, with one line of text per deal: the
player moves of its solution, in notation, without spaces. At the beginning and after each player
move, every card that can go home does so, and these moves are left out. Where the solution holds
back some of these cards, there is a ``-``, followed by the moves home that it does make. If the
line of text begins with ``=``, the solution is proven to be a shortest one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.core.moves import Move, Refusal
from game.rules.notation import parse_move
from game.rules.registry import Deal
from game.rules.replay import homeward_moves, position_after
from game.support.assets import assets_folder
from game.support.errors import GivenError

FILE: Final = assets_folder() / "lines.zip"
IN_A_MEMBER: Final = 1000
"""The number of deals in each member of the file."""
PROVEN: Final = "="
_HELD: Final = "-"
_TOKEN: Final = re.compile(r"([1-8a-d][1-8a-dh](?:v[1-9a-d])?)(-?)")


class KnownLine(NamedTuple):
    """A winning line of a deal, including all moves home; ``proven`` says that no line has fewer
    player moves."""

    moves: tuple[Move, ...]
    proven: bool


@lru_cache(maxsize=64)
def known_line(deal: Deal) -> KnownLine | None:
    """Return the shortest known line for ``deal``; None if the file has none that wins."""
    if not deal.number or not deal.kind.graded:
        return None
    name, at = member_name(deal.game, deal.number)
    text = "".join(_member(name)[at : at + 1])
    moves = read_line(deal, text.lstrip(PROVEN)) if text else None
    return None if moves is None else KnownLine(moves, text.startswith(PROVEN))


def member_name(game: str, number: int) -> tuple[str, int]:
    """Return the name of the member that contains a deal, and the index (from 0) of its line in
    that member."""
    member, at = divmod(number - 1, IN_A_MEMBER)
    return f"{game}/{member}", at


@lru_cache(maxsize=4)
def _member(name: str) -> Sequence[str]:
    """Return the lines of a member; none if it can't be read."""
    # Imported here because starting the program doesn't need it, and the import takes a few
    # milliseconds.
    import zipfile

    try:
        with zipfile.ZipFile(FILE) as file:
            return file.read(name).decode("ascii").split("\n")
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        return ()


def read_line(deal: Deal, text: str) -> tuple[Move, ...] | None:
    """Return the moves that a line of text stands for, including all moves home; None if they don't
    win."""
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

    if not text.startswith(_HELD):
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


def write_line(deal: Deal, moves: Iterable[Move]) -> str:
    """Return the line of text for ``moves``, a winning line of ``deal`` including all moves
    home."""
    state, parts = deal.layout(), list[str]()
    homeward: list[Move] = []
    waiting = list(homeward_moves(deal.engine, state))

    def homes() -> None:
        # The order in which cards went home makes no difference.
        if len(homeward) < len(waiting):
            parts.append(_HELD)
            parts.extend(move.text for move in homeward)

    for move in moves:
        found = position_after(deal.engine, state, [move])
        if isinstance(found, Refusal):
            raise ValueError(f"illegal: {move.text}")
        state = found
        if move.goes_home:
            homeward.append(move)
            continue
        homes()
        parts.append(move.text)
        homeward, waiting = [], list(homeward_moves(deal.engine, state))
    homes()
    return "".join(parts)
