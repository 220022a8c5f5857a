"""What came of deals that were tried to be decided, as it stands in a file that grows.

The file has a line of JSON for each deal and try, or for a whole row of deals: with their verdicts
as letters, the seconds of working time for all of them, and the limit of each.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.solver.answer import Verdict

_BY_LETTER: Final = {verdict.value[0]: verdict for verdict in Verdict}
_ROW: Final = 1000
"""The most deals in a row."""

Key = tuple[str, int]
"""A rule set, and the number of a deal."""


class Tried(NamedTuple):
    """What came of a deal: the verdict, the seconds of working time for all tries together, and the
    limit of the longest."""

    verdict: Verdict
    seconds: float
    limit: float


def line_of(key: Key, tried: Tried) -> str:
    """Return the line for a deal and a try."""
    rules, number = key
    return json.dumps(
        {
            "rules": rules,
            "deal": number,
            "verdict": tried.verdict.value,
            "seconds": round(tried.seconds, 3),
            "limit": tried.limit,
        }
    )


def read(path: Path) -> dict[Key, Tried]:
    """Return what is in the file at ``path``; a line broken off or damaged is passed over."""
    found: dict[Key, Tried] = {}
    for line in path.read_text("utf-8", "replace").splitlines() if path.exists() else ():
        try:
            told = list(_told(json.loads(line)))
        except (ValueError, KeyError, TypeError):
            continue
        for key, tried in told:
            found[key] = _both(found[key], tried) if key in found else tried
    return found


def _told(data: Any) -> Iterator[tuple[Key, Tried]]:
    """Yield what one line tells."""
    rules, number = data["rules"], data["deal"]
    if not (isinstance(rules, str) and isinstance(number, int)):
        raise TypeError(data)
    seconds, limit = float(data["seconds"]), float(data["limit"])
    if "verdicts" not in data:
        yield (rules, number), Tried(Verdict(data["verdict"]), seconds, limit)
        return
    verdicts = [_BY_LETTER[letter] for letter in data["verdicts"]]
    for at, verdict in enumerate(verdicts, number):
        yield (rules, at), Tried(verdict, seconds / len(verdicts), limit)


def _both(before: Tried, tried: Tried) -> Tried:
    """Return what two tries come to: what was decided stays so."""
    verdict = tried.verdict if before.verdict is Verdict.UNDECIDED else before.verdict
    return Tried(verdict, before.seconds + tried.seconds, max(before.limit, tried.limit))


def rows(found: dict[Key, Tried]) -> Iterator[str]:
    """Yield the same in rows of deals, as few as there can be: some hundred bytes for a hundred
    deals. Each keeps the shortest limit after which one of it was left undecided."""
    keys = sorted(found)
    runs = groupby(enumerate(keys), lambda item: (item[1][0], item[1][1] - item[0]))
    for (rules, _), run in runs:
        numbers = [number for _, (_, number) in run]
        for at in range(0, len(numbers), _ROW):
            yield _row(rules, numbers[at], [found[rules, one] for one in numbers[at : at + _ROW]])


def _row(rules: str, first: int, tries: list[Tried]) -> str:
    return json.dumps(
        {
            "rules": rules,
            "deal": first,
            "verdicts": "".join(tried.verdict.value[0] for tried in tries),
            "seconds": round(sum(tried.seconds for tried in tries), 3),
            "limit": shortest(tries),
        }
    )


def shortest(tries: Iterable[Tried]) -> float:
    """Return the shortest limit after which a deal was left undecided; the longest if none was."""
    tries = list(tries)
    limits = [tried.limit for tried in tries if tried.verdict is Verdict.UNDECIDED]
    return min(limits or [max(tried.limit for tried in tries)])
