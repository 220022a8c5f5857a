"""``python -m tools.make_odds FILE``: measures how many deals can be won when every card is known.

    --deals FIRST-LAST  tries to decide these deals, except those already decided in FILE
    --rules KEY,KEY     tries only these rule sets of Canfield
    --seconds N         spends at most N seconds of CPU time on a deal (60)
    --jobs N            uses N processes; --cluster ADDRESS uses a cluster instead
    --write             updates the shipped odds from deal 1 to the first gap in FILE. They include
                        the list of lost deals that F2 warns about
    --pack              shrinks FILE to about 2 % of its size; lines can still be added

Each line of FILE is a JSON object for one deal or a row of consecutive deals. It contains the
verdicts as letters, the total CPU seconds and the time limit for each deal. Lines are only
appended, so an interrupted run can be resumed. A run with a longer time limit tries the undecided
deals again. Rule sets under which the same deals can be won are treated as one. The tool prints
what is known so far, and how much time a million deals would take.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from game.cli.pool import spread
from game.record.odds import FILE, WinnableShare
from game.rules.canfield import CARDS_A_DEAL, RuleSet
from game.rules.registry import KINDS, GameKind, numbered
from game.solver import is_compiled
from game.solver.answer import Verdict, decide, solver_of
from game.solver.canfield_solver import knows
from game.support.disk import write_whole
from tools.measuring import appended, lines_of, measuring_parser, workers

MILLION: Final = 1_000_000
_BY_LETTER: Final = {verdict.value[0]: verdict for verdict in Verdict}
_ROW: Final = 1000
"""The maximum number of deals in one row of a packed file."""

Key = tuple[str, int]
"""A rule set, and the number of a deal."""


class Tried(NamedTuple):
    """The result of one or more tries at a deal.

    ``seconds`` is the CPU time of all tries, and ``limit`` the longest time limit of any try.
    """

    verdict: Verdict
    seconds: float
    limit: float


def line_of(key: Key, *tries: Tried) -> str:
    """Return a line of the file for consecutive deals; ``key`` is the first deal's key."""
    rules, first = key
    return json.dumps(
        {
            "rules": rules,
            "deal": first,
            "verdicts": "".join(tried.verdict.value[0] for tried in tries),
            "seconds": round(sum(tried.seconds for tried in tries), 3),
            "limit": shortest(tries),
        }
    )


def read(path: Path) -> dict[Key, Tried]:
    """Return the combined result for each deal in the file."""
    found: dict[Key, Tried] = {}
    for line in lines_of(path):
        seconds = line["seconds"] / len(line["verdicts"])
        for number, letter in enumerate(line["verdicts"], line["deal"]):
            key, tried = (line["rules"], number), Tried(_BY_LETTER[letter], seconds, line["limit"])
            found[key] = _both(found[key], tried) if key in found else tried
    return found


def _both(before: Tried, tried: Tried) -> Tried:
    """Return the combined result of two tries at the same deal."""
    verdict = tried.verdict if before.verdict is Verdict.UNDECIDED else before.verdict
    return Tried(verdict, before.seconds + tried.seconds, max(before.limit, tried.limit))


def rows(found: dict[Key, Tried]) -> Iterator[str]:
    """Yield the lines of a packed file that contains all results in ``found``."""
    keys = sorted(found)
    for _, run in groupby(enumerate(keys), lambda item: (item[1][0], item[1][1] - item[0])):
        deals = [key for _, key in run]
        for at in range(0, len(deals), _ROW):
            yield line_of(deals[at], *(found[one] for one in deals[at : at + _ROW]))


def shortest(tries: Sequence[Tried]) -> float:
    """Return the shortest time limit of the undecided tries. If every try was decided, return the
    longest limit."""
    limits = [tried.limit for tried in tries if tried.verdict is Verdict.UNDECIDED]
    return min(limits or [max(tried.limit for tried in tries)])


class Asked(NamedTuple):
    """A deal to be decided.

    ``rules`` is the first rule set of a group from ``groups``, and stands for the whole group.
    """

    rules: str
    number: int
    limit: float


def _kinds() -> dict[str, GameKind]:
    """Return the kinds whose odds are measured, keyed by rule set."""
    return {
        kind.rules: kind
        for kind in KINDS.values()
        if kind.days and kind.rules and solver_of(kind).knows(kind)
    }


def groups() -> list[tuple[str, ...]]:
    """Return all rule sets in groups. Within a group, the same deals are winnable."""
    kinds = _kinds()
    found: list[list[str]] = []
    for key, kind in kinds.items():
        for group in found:
            one, other = kind.rule_set, kinds[group[0]].rule_set
            if one is not None and other is not None and wins_alike(one, other):
                group.append(key)
                break
        else:
            found.append([key])
    return [tuple(group) for group in found]


def wins_alike(one: RuleSet, other: RuleSet) -> bool:
    """Return whether the same deals are known to be winnable under both rule sets.

    Some differences don't matter. Payments only cost money or delay moves. Starting with three
    cards on the waste is like starting with none and dealing at once. Leaving a column empty is
    never better than filling it (*Filling* in ``game.solver.canfield_moves`` explains why).
    """

    def what_counts(rule_set: RuleSet) -> tuple[object, ...]:
        dealt = rule_set.initial_waste % CARDS_A_DEAL
        runs, back = rule_set.parts_may_move, rule_set.foundations_give_back
        return dealt, runs, back, rule_set.open_without_reserve

    return one == other or (knows(one) and knows(other) and what_counts(one) == what_counts(other))


def attempt(asked: Asked) -> Tried:
    """Try to decide a deal within its time limit."""
    began = time.process_time()
    deal = numbered(_kinds()[asked.rules].game, asked.number, asked.rules)
    answer = decide(deal, deal.layout(), time_limit=asked.limit, clock=time.process_time)
    return Tried(answer.verdict, time.process_time() - began, asked.limit)


def missing(
    found: dict[Key, Tried], keys: Iterable[str], numbers: range, limit: float
) -> Iterator[Asked]:
    """Yield untried deals, and undecided deals whose time limit was below ``limit``."""
    for number in numbers:
        for key in keys:
            tried = found.get((key, number))
            if tried is None or (tried.verdict is Verdict.UNDECIDED and tried.limit < limit):
                yield Asked(key, number, limit)


def as_bits(lost: Sequence[bool]) -> str:
    """Return a base64 bit mask of the lost deals, from deal 1 on."""
    bits = sum(1 << place for place, one in enumerate(lost) if one)
    return b64encode(bits.to_bytes((len(lost) + 7) // 8, "little")).decode("ascii")


def share(found: dict[Key, Tried], rules: tuple[str, ...], machine: str) -> WinnableShare | None:
    """Return the share of winnable deals from deal 1 to the first gap in ``found``.

    Returns None if deal 1 is missing.
    """
    tries: list[Tried] = []
    while (tried := found.get((rules[0], len(tries) + 1))) is not None:
        tries.append(tried)
    if not tries:
        return None
    verdicts = [tried.verdict for tried in tries]
    return WinnableShare(
        _kinds()[rules[0]].game,
        rules,
        verdicts.count(Verdict.WINNABLE),
        verdicts.count(Verdict.LOST),
        verdicts.count(Verdict.UNDECIDED),
        shortest(tries),
        round(sum(tried.seconds for tried in tries) / len(tries), 3),
        machine,
        date.today().isoformat(),
        as_bits([verdict is Verdict.LOST for verdict in verdicts]),
    )


def machine() -> str:
    """Return a description of this machine and its Python."""
    name = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        name = next(iter(names), name)
    form = ", solver compiled" if is_compiled() else ""
    return f"{name}, {platform.python_implementation()} {platform.python_version()}{form}"


def text(found: WinnableShare) -> str:
    """Return a line about the share of winnable deals."""
    least, most = found.bounds()
    hours = found.mean_seconds * MILLION / 3600
    return (
        f"{'+'.join(found.rules)}: deals 1-{found.deals}: {found.winnable} winnable, "
        f"{found.lost} lost, {found.undecided} undecided; {100 * least:.2f} to {100 * most:.2f} % "
        f"can be won; {found.mean_seconds:.2f} s a deal, {hours:.0f} core hours for a million"
    )


def written(data: dict[str, object], shares: Sequence[WinnableShare]) -> dict[str, object]:
    """Return the odds file's content, updated with ``shares``. ``data`` is the content so far.

    Each share was measured under one rule set. In the file, it counts for every rule set of the
    same group (see ``groups``).
    """
    had = data.get("shares")
    rows = {row["rules"][0]: row for row in had} if isinstance(had, list) else {}
    rows |= {share.rules[0]: share._asdict() for share in shares}
    kept = [{**rows[group[0]], "rules": group} for group in groups() if group[0] in rows]
    return {**data, "shares": kept}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure deals and print how many can be won. ``--write`` also updates the shipped odds."""
    alike = {group[0]: group for group in groups()}
    parser = measuring_parser("tools.make_odds")
    parser.add_argument(
        "--rules", default=",".join(alike), metavar="KEY,KEY", help=", ".join(alike)
    )
    parser.add_argument("--seconds", type=float, default=60.0, metavar="N")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--pack", action="store_true")
    given = parser.parse_args(arguments)
    keys = given.rules.split(",")
    if wrong := [key for key in keys if key not in alike]:
        parser.error(f"no such rule set: {wrong[0]} (there are: {', '.join(alike)})")
    asked = list(missing(read(given.file), keys, given.deals, given.seconds))
    with appended(given.file) as add:

        def take(one: Asked, tried: Tried) -> None:
            add(line_of((one.rules, one.number), tried))

        spread(((one, one) for one in asked), attempt, take, workers=workers(given))
    found = read(given.file)
    if given.pack:
        write_whole(given.file, "".join(f"{row}\n" for row in rows(found)).encode())
    shares = [row for group in alike.values() if (row := share(found, group, machine()))]
    for row in shares:
        print(text(row))
    if given.write:
        data = json.loads(FILE.read_text("utf-8"))
        FILE.write_text(json.dumps(written(data, shares), indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
