"""``python -m tools.make_calibration FILE … [--against FILE …] [--write]``: fits the curves that
correct the forecasts of fair play.

Each FILE was written by ``tools.make_fair_odds``. ``--against`` compares forecasts with outcomes in
other files. ``--write`` makes the game use the new curves.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from math import exp, log
from operator import itemgetter
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

from game.fair.adviser import EFFORTS, FILE, Calibration, calibration_of, fitted
from game.rules.canfield import RULE_SETS
from tools.measuring import lines_of

AS_FORECAST: Final = 60
"""Each fit includes this many made-up games. Their outcomes are exactly as forecast."""
LEAST: Final = 100
"""The minimum number of games needed to correct forecasts."""

Game = dict[str, Any]
"""A game as stored by ``tools.make_fair_odds``."""


class Forecast(NamedTuple):
    """A decision's uncorrected forecast, and the game's outcome.

    ``share`` is the fraction of samples that were won. ``account`` is the forecast balance.
    ``now`` is the balance at the decision. ``came_to`` is the balance at the end of the game.
    """

    share: float
    account: float
    now: float
    won: bool
    came_to: float


def grouped(files: Sequence[str]) -> list[list[Game]]:
    """Group the games in ``files`` by rule set and sample count."""
    groups: dict[tuple[str, int], list[Game]] = {}
    for file in files:
        for game in lines_of(Path(file)):
            groups.setdefault((game["rules"], game["samples"]), []).append(game)
    return list(groups.values())


def forecasts(games: Sequence[Game]) -> list[Forecast]:
    """Return all forecasts that have a balance, and a share strictly between 0 and 1."""
    return [
        Forecast(share, account, now, game["won"], game["account"])
        for game in games
        for share, account, _, _, now in game["decisions"]
        if account is not None and 0 < share < 1
    ]


def tier(samples: int) -> int:
    """Find the row of ``EFFORTS`` that applies to ``samples``. Return its lowest sample count."""
    return max(row.samples for row in EFFORTS if row.samples <= samples)


def fit(rules: str, samples: int, games: Sequence[Game]) -> Calibration:
    """Return the curves that fit ``games`` best.

    Odds are fitted by maximum likelihood, balances by least squares. ``AS_FORECAST`` made-up games,
    which match their forecasts, keep the corrections small if there are few real games.
    """
    told = forecasts(games)
    if len(games) < LEAST:
        return Calibration(rules, samples, games=len(games), decisions=len(told))
    few = AS_FORECAST / len(games)

    def blended(came: float, forecast: float) -> float:
        return (came + few * forecast) / (1 + few)

    shift, slope = _logistic(
        [(log(one.share / (1 - one.share)), blended(one.won, one.share)) for one in told]
    )
    gains = [(one.account - one.now, one.came_to - one.now) for one in told]
    gain, power = _power([(x, blended(y, x)) for x, y in gains if x > 0])
    return Calibration(
        rules,
        samples,
        odds=round(exp(shift), 4),
        slope=round(slope, 4),
        gain=round(gain, 4),
        power=power,
        games=len(games),
        decisions=len(told),
    )


def _logistic(points: Sequence[tuple[float, float]], rounds: int = 50) -> tuple[float, float]:
    """Return the intercept and slope of the logistic curve with maximum likelihood."""
    # Newton's method.
    shift, slope = 0.0, 1.0
    for _ in range(rounds):
        g0 = g1 = h01 = 0.0
        h00 = h11 = 1e-9
        for x, won in points:
            p = 1 / (1 + exp(-shift - slope * x))
            weight = p * (1 - p)
            g0 += won - p
            g1 += (won - p) * x
            h00 += weight
            h01 += weight * x
            h11 += weight * x * x
        size = h00 * h11 - h01 * h01
        shift += (h11 * g0 - h01 * g1) / size
        slope += (h00 * g1 - h01 * g0) / size
    return shift, max(slope, 0.05)


def _power(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the factor and exponent of the power curve that fits best."""
    best = (float("inf"), 1.0, 1.0)
    for step in range(4, 41):
        power = step / 20
        bent = [(x**power, y) for x, y in points]
        gain = sum(x * y for x, y in bent) / (sum(x * x for x, _ in bent) or 1.0)
        rest = sum((y - gain * x) ** 2 for x, y in bent)
        if gain > 0:
            best = min(best, (rest, gain, power))
    return best[1:]


def deviations(
    name: str, pairs: Sequence[tuple[float, float]], parts: int, scale: float
) -> list[str]:
    """Return a line that compares forecasts with outcomes, or nothing if there are few ``pairs``.

    The sorted pairs are divided into ``parts`` equal groups. The line shows the mean forecast and
    the mean outcome of each group, multiplied by ``scale``.
    """
    if len(pairs) < parts:
        return []
    ordered = sorted(pairs, key=itemgetter(0))
    rows, apart = [], 0.0
    for part in range(parts):
        some = ordered[part * len(ordered) // parts : (part + 1) * len(ordered) // parts]
        forecast, came = (scale * fmean(pair[side] for pair in some) for side in (0, 1))
        apart += abs(forecast - came) * len(some)
        rows.append(f"{forecast:.0f}→{came:.0f}")
    mean = apart / len(ordered)
    return [f"  {name}: {' '.join(rows)}; off by {mean:.1f} of {len(ordered)}"]


def report(games: Sequence[Game], curves: Calibration) -> list[str]:
    """Return lines that compare forecasts with outcomes, with and without the correction."""
    told = forecasts(games)
    chances = [
        ("plain", [(one.share, float(one.won)) for one in told]),
        ("corrected", [(curves.chance(one.share), float(one.won)) for one in told]),
    ]
    accounts = [
        ("plain", [(one.account, one.came_to) for one in told]),
        ("corrected", [(curves.account(one.account, one.now), one.came_to) for one in told]),
    ]
    lines = [f"{curves.rules}, {games[0]['samples']} samples, {len(games)} deals"]
    for name, pairs in chances:
        lines += deviations(f"chance, won by decile, {name}", pairs, 10, 100.0)
    for name, pairs in accounts:
        lines += deviations(f"account by quintile, {name}", pairs, 5, 1.0)
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit the curves and report on them; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_calibration")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--against", nargs="+", default=[], metavar="FILE")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    rows = {(row.rules, row.samples): row for row in fitted()}
    for games in grouped(given.files):
        rules, samples = games[0]["rules"], tier(games[0]["samples"])
        rows[rules, samples] = fit(rules, samples, games)
        print(rows[rules, samples])
    for games in grouped(given.against):
        rules, samples = games[0]["rules"], tier(games[0]["samples"])
        curves = rows.get((rules, samples)) or calibration_of(rules, samples)
        print("\n".join(report(games, curves)))
    if given.write:
        order = list(RULE_SETS)
        found = sorted(rows.values(), key=lambda row: (order.index(row.rules), row.samples))
        FILE.write_text(json.dumps([row._asdict() for row in found], indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
