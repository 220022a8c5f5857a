"""``python -m tools.make_lines FILE``: finds shorter lines for numbered deals, and ships them.

    --deals FIRST-LAST  searches these deals, except those whose line is proven shortest,
                        and those that FILE says were searched for S seconds or longer
    --seconds S         searches each deal for S seconds (2)
    --write             ships the best line of each deal, from the shipped file or from FILE, and
                        writes the pars into the table of grades
    --jobs N            uses N processes; --cluster ADDRESS uses a cluster instead

FILE has a line of JSON for each deal searched. Lines are only appended, so an interrupted run can
be resumed.
"""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from game.cli.pool import spread
from game.core.moves import Move, Refusal
from game.rules.counting import player_moves
from game.rules.registry import VIERFREI, Deal, numbered
from game.rules.replay import homeward_moves, position_after
from game.solver.answer import Verdict, decide
from game.solver.short_lines import (
    FILE,
    HELD,
    IN_A_MEMBER,
    PROVEN,
    KnownLine,
    known_line,
    member_name,
    read_line,
)
from game.teach import difficulty
from tools.make_grades import write_table
from tools.measuring import appended, lines_of, measuring_parser, workers

_LONGEST_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""The time that is given to every file in the shipped ZIP file. It is fixed, so that the same lines
always produce the same bytes."""


class Searched(NamedTuple):
    """The result of searching a deal.

    ``line`` is empty if no winning line was found; ``seconds`` is the search's time limit.
    """

    line: str
    proven: bool
    seconds: float


def _search(seconds: float, number: int, known: str) -> Searched:
    """Search a deal for a line shorter than ``known``. If ``known`` is empty, any line will do."""
    deal = numbered(VIERFREI, number)
    moves = (read_line(deal, known) if known else None) or ()
    found = decide(deal, deal.layout(), time_limit=seconds, shortest=True, known=moves)
    if found.verdict is not Verdict.WINNABLE:
        return Searched("", False, seconds)
    proven = found.least_moves == player_moves(found.moves)
    return Searched(write_line(deal, found.moves), proven, seconds)


def write_line(deal: Deal, moves: Iterable[Move]) -> str:
    """Return ``moves`` as text. They must win ``deal``, and include all moves home."""
    state, parts = deal.layout(), list[str]()
    homeward: list[Move] = []
    waiting = list(homeward_moves(deal.engine, state))

    def homes() -> None:
        # The order in which cards went home makes no difference.
        if len(homeward) < len(waiting):
            parts.append(HELD)
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


def _searched(seconds: float, given: tuple[int, str]) -> Searched:
    return _search(seconds, *given)


def _json(number: int, found: Searched) -> str:
    return json.dumps({"deal": number, **found._asdict()})


def read(path: Path) -> dict[int, Searched]:
    """Return the latest result for each deal, keyed by deal number."""
    return {data.pop("deal"): Searched(**data) for data in lines_of(path)}


def _missing(numbers: range, there: Mapping[int, Searched], seconds: float) -> Iterator[int]:
    """Yield the deals that a search of ``seconds`` seconds might improve.

    Skips deals whose line is proven shortest, and those already searched for that long.
    """
    for number in numbers:
        searched = there.get(number)
        if searched is not None and (searched.proven or searched.seconds >= seconds):
            continue
        shipped = known_line(numbered(VIERFREI, number))
        if shipped is None or not shipped.proven:
            yield number


def best_lines(there: Mapping[int, Searched]) -> dict[int, KnownLine]:
    """Return the best line known for each deal, shipped or in ``there``.

    Raises ``ValueError`` if a line in ``there`` doesn't win.
    """
    found: dict[int, KnownLine] = {}
    last = max([*there, len(difficulty.table().get(VIERFREI, "")) // 2])
    for number in range(1, last + 1):
        deal = numbered(VIERFREI, number)
        best = known_line(deal)
        searched = there.get(number)
        if searched is not None and searched.line:
            moves = read_line(deal, searched.line)
            if moves is None:
                raise ValueError(f"deal {number}: {searched.line} does not win")
            length = player_moves(moves)
            if (
                best is None
                or length < player_moves(best.moves)
                or (length == player_moves(best.moves) and searched.proven)
            ):
                best = KnownLine(moves, searched.proven)
        if best is not None:
            found[number] = best
    return found


def write(lines: Mapping[int, KnownLine]) -> None:
    """Write ``lines`` to the shipped file."""
    with zipfile.ZipFile(FILE, "w") as file:
        for first in range(1, max(lines) + 1, IN_A_MEMBER):
            texts = []
            for number in range(first, min(first + IN_A_MEMBER, max(lines) + 1)):
                line = lines.get(number)
                text = write_line(numbered(VIERFREI, number), line.moves) if line else ""
                texts.append(PROVEN + text if line and line.proven else text)
            member = zipfile.ZipInfo(member_name(VIERFREI, first)[0], _LONGEST_AGO)
            file.writestr(member, "\n".join(texts), zipfile.ZIP_DEFLATED, 9)


def main(arguments: Sequence[str] | None = None) -> int:
    """Search deals, and ship the best lines if asked; return the exit status."""
    parser = measuring_parser("tools.make_lines")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    there = read(given.file)
    with appended(given.file) as add:
        spread(
            [
                (number, (number, there[number].line if number in there else ""))
                for number in _missing(given.deals, there, given.seconds)
            ],
            partial(_searched, given.seconds),
            lambda number, found: add(_json(number, found)),
            workers=workers(given),
        )
    if given.write:
        lines = best_lines(read(given.file))
        write(lines)
        pars = {
            number: difficulty.Par(player_moves(line.moves), line.proven)
            for number, line in lines.items()
        }
        write_table(pars)
        print(
            f"{FILE.name}: {len(lines)} lines, {sum(line.proven for line in lines.values())} "
            f"proven shortest, mean {sum(par.moves for par in pars.values()) / len(pars):.3f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
