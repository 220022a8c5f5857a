"""``python -m tools.make_grades FILE``: measures how hard deals are, and makes the table of grades.

    --deals FIRST-LAST  measures these deals, except those in FILE or in the table
    --calibrate         prints the risks that divide the deals in FILE into five equal shares
    --write             writes the table, up to the first deal that hasn't been measured
    --anew              ignores the existing table
    --jobs N            uses N processes; --cluster ADDRESS uses a cluster instead

FILE has a line of JSON for each deal. Its par and risk are null unless the deal is known to be
winnable. Lines are only appended, so an interrupted run can be resumed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from game.cli.pool import Workers, spread
from game.rules.registry import KINDS, Deal, numbered
from game.teach.difficulty import (
    DIGITS,
    FILE,
    GRADE_SIGNS,
    GRADES,
    LEAST_PAR,
    LOST,
    Par,
    grade_of,
    line_par,
    risk_along,
    short_line,
    table,
)
from tools.measuring import appended, lines_of, measuring_parser, workers

_ROW: Final = 100
"""The number of deals on each line of the table."""


def _game() -> str:
    """Return the game whose deals are graded."""
    return next(kind.game for kind in KINDS.values() if kind.graded)


Measured = tuple[Par, float]
"""The par and the risk of a deal."""


def measure(deal: Deal) -> Measured | None:
    """Return the par and risk of ``deal``; None if it is not known to be winnable."""
    line = short_line(deal)
    risk = None if line is None else risk_along(deal, line.moves)
    return None if line is None or risk is None else (line_par(line), risk)


def _measured(number: int) -> Measured | None:
    return measure(numbered(_game(), number))


def line_of(number: int, measured: Measured | None) -> str:
    """Return a deal's measurement as a line of the measurements file."""
    if measured is None:
        return json.dumps({"deal": number, "par": None, "proven": False, "risk": None})
    par, risk = measured
    return json.dumps(
        {"deal": number, "par": par.moves, "proven": par.proven, "risk": round(risk, 4)}
    )


def read(path: Path) -> dict[int, Measured | None]:
    """Return the measurements in a file, keyed by deal number."""
    found: dict[int, Measured | None] = {}
    for data in lines_of(path):
        par = None if data["par"] is None else Par(data["par"], data["proven"])
        found[data["deal"]] = (par, data["risk"]) if par else None
    return found


def _tabled() -> dict[int, str]:
    """Return the entries of the table, keyed by deal number."""
    row = table().get(_game(), "")
    return {at // 2 + 1: row[at : at + 2] for at in range(0, len(row), 2)}


def _measure_all(
    path: Path, numbers: range, known: Container[int], workers: Workers | None
) -> None:
    there = read(path)
    missing = [number for number in numbers if number not in there and number not in known]
    with appended(path) as add:
        spread(
            ((number, number) for number in missing),
            _measured,
            lambda number, measured: add(line_of(number, measured)),
            workers=workers,
        )


def shares(risks: Sequence[float]) -> list[float]:
    """Return the cut-off values that divide ``risks`` into groups of equal size."""
    ordered = sorted(risks)
    return [ordered[len(ordered) * part // GRADES - 1] for part in range(1, GRADES)]


def entry(measured: Measured | None) -> str:
    """Return the table's entry for a deal.

    ``measured`` is None for a deal not known to be winnable.
    """
    if measured is None:
        return LOST
    par, risk = measured
    return _entry(par, grade_of(risk))


def with_par(entry: str, par: Par) -> str:
    """Return a winnable deal's ``entry`` with its par replaced."""
    return _entry(par, 1 + GRADE_SIGNS.index(entry[1]) % GRADES)


def _entry(par: Par, grade: int) -> str:
    at = min(max(par.moves - LEAST_PAR, 0), len(DIGITS) - 1)
    return DIGITS[at] + GRADE_SIGNS[par.proven * GRADES + grade - 1]


def rows(entries: Mapping[int, str]) -> Iterator[str]:
    """Yield the lines of the table, which ends before the first deal without an entry."""
    last = next((number for number in range(1, len(entries) + 2) if number not in entries), 1) - 1
    for first in range(1, last + 1, _ROW):
        numbers = range(first, min(first + _ROW, last + 1))
        yield "".join([entries[number] for number in numbers])


def write_table(pars: Mapping[int, Par]) -> None:
    """Write ``pars`` to the table, except for deals that have no grade there."""
    entries = _tabled()
    for number, par in pars.items():
        if entries.get(number, LOST) != LOST:
            entries[number] = with_par(entries[number], par)
    _write(entries)


def _write(entries: Mapping[int, str]) -> None:
    data = {"games": {_game(): list(rows(entries))}}
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    table.cache_clear()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = measuring_parser("tools.make_grades")
    parser.add_argument("--calibrate", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--anew", action="store_true")
    given = parser.parse_args(arguments)
    known = {} if given.anew else _tabled()
    _measure_all(given.file, given.deals, known, workers(given))
    found = read(given.file)
    if given.calibrate:
        risks = [measured[1] for measured in found.values() if measured is not None]
        if not risks:
            parser.error(f"{given.file} has no winnable deals: measure some, with --anew")
        print(*shares(risks))
    if given.write:
        _write(known | {number: entry(measured) for number, measured in found.items()})
        print(f"{FILE.name}: {len(_tabled())} deals")
    return 0


if __name__ == "__main__":
    sys.exit(main())
