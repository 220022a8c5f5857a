"""``python -m tools.make_fair_odds RULES FIRST-LAST SAMPLES FILE``: measures how often Canfield is
won by a fair player, and how accurate the forecasts are.

The adviser plays the deals FIRST to LAST, and a line for each is added to FILE. Deals already in
FILE are skipped. FILE contains the forecasts before the adviser corrects them.

``python -m tools.make_fair_odds FILE …`` prints a summary. With ``--write``, it also stores the
summary for the game's help pages.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import timeit
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

from game.core.moves import Move
from game.core.state import SeenSoFar
from game.fair.adviser import calibration_of, play_on
from game.record.odds import FILE, FairOdds
from game.rules.canfield import RULE_SETS
from game.rules.counting import amount
from game.rules.registry import CANFIELD, KINDS, numbered
from game.rules.replay import replay
from game.solver.answer import solver_of
from tools.make_calibration import Game, deviations, forecasts, grouped
from tools.measuring import lines_of

REFERENCE_SECONDS: Final = 0.071
"""How long ``sum(i*i for i in range(10**6))`` takes on the reference machine, in CPU seconds."""
_Z: Final = 1.96
"""Half the width of a 95% confidence interval, in standard errors."""


def played(rules: str, number: int, samples: int, seed: int) -> Game:
    """Play one deal with the adviser; return the game with forecasts."""
    deal = numbered(CANFIELD, number, rules)
    now, moves, decisions = deal.layout(), list[Move](), []
    payment = RULE_SETS[rules].payment
    began = time.process_time()
    for decision in play_on(deal.kind, deal.layout(), SeenSoFar(), samples=samples, seed=seed):
        took = time.process_time() - began
        moves += decision.moves
        if decision.advice is not None and not decision.advice.exact:
            expected = decision.advice.sampled
            forecast = (expected.chance, expected.account) if expected else (0.0, None)
            had = amount(payment, now.cards_home, now.turns)
            decisions.append((*forecast, round(1000 * took, 2), decision.unseen, had))
        now = (now, *decision.positions)[-1]
        began = time.process_time()
    end = replay(deal, moves).last
    return {
        "rules": rules,
        "deal": number,
        "samples": samples,
        "seed": seed,
        "won": deal.engine.won(end),
        "cards": end.cards_home,
        "turns": end.turns,
        "account": deal.account(end),
        "decisions": decisions,
        "moves": " ".join([move.text for move in moves]),
    }


def measure(rules: str, numbers: range, samples: int, file: Path) -> None:
    """Play the deals that ``file`` lacks, and add them to it."""
    had = {(game["rules"], game["deal"], game["samples"]) for game in lines_of(file)}
    with file.open("a", encoding="utf-8") as out:
        for number in numbers:
            if (rules, number, samples) not in had:
                # Other programs slow down the game and this loop equally.
                loop = "sum(i*i for i in range(10**6))"
                taken = timeit.repeat(loop, number=1, repeat=2, timer=time.process_time)
                slow = min(taken) / REFERENCE_SECONDS
                game = {**played(rules, number, samples, 1), "slow": round(slow, 3)}
                print(json.dumps(game), file=out, flush=True)


def around(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and half the width of its 95% confidence interval."""
    if len(values) < 2:
        return fmean(values), 0.0
    return fmean(values), _Z * stdev(values) / sqrt(len(values))


def told(name: str, values: Sequence[float], unit: str = "") -> str:
    mean, half = around(values)
    return f"  {name:<12} {mean:8.1f} ± {half:.1f}{unit}"


def report(games: Sequence[Game]) -> list[str]:
    """Summarise ``games`` in lines of text. Their rules and numbers of samples must be the same."""
    first = games[0]
    times = sorted(one[2] / game["slow"] for game in games for one in game["decisions"])
    lines = [
        f"{first['rules']}, {first['samples']} samples, {len(games)} deals",
        told("won", [100.0 * game["won"] for game in games], " %"),
        *(told(name, [game[name] for game in games]) for name in ("cards", "turns", "account")),
        told("decisions", [len(game["decisions"]) for game in games]),
        f"  a decision   {fmean(times):8.1f} ms mean, {times[len(times) // 2]:.1f} p50, "
        f"{times[len(times) * 95 // 100]:.1f} p95, on the reference machine",
    ]
    made = forecasts(games)
    curves = calibration_of(first["rules"], first["samples"])
    chances = [(curves.chance(one.share), float(one.won)) for one in made]
    accounts = [(curves.account(one.account, one.now), one.came_to) for one in made]
    lines += deviations("chance, won by decile", chances, 10, 100.0)
    lines += deviations("account by quintile", accounts, 5, 1.0)
    return lines


def odds(games: Sequence[Game]) -> FairOdds:
    """Return the odds to show in the help.

    All ``games`` must have the same rules and the same number of samples.
    """
    won, cards, turns, account = (
        around([game[name] for game in games]) for name in ("won", "cards", "turns", "account")
    )
    first = games[0]
    return FairOdds(
        CANFIELD,
        first["rules"],
        first["samples"],
        len(games),
        *(round(value, 4) for pair in (won, cards, turns, account) for value in pair),
    )


def main(arguments: list[str]) -> int:
    """Play deals or summarise files of them; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_fair_odds", description=__doc__)
    parser.add_argument("words", nargs="+", metavar="WORD")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    if len(given.words) == 4 and given.words[2].isdigit():
        rules, span, samples, file = given.words
        kind = KINDS.get((CANFIELD, rules))
        if kind is None:
            sys.exit(f"no such rule set: {rules} (there are: {', '.join(RULE_SETS)})")
        if not solver_of(kind).knows(kind):
            sys.exit(f"no solver knows the rules of {rules}, so nobody can play them fairly")
        first, _, last = span.partition("-")
        measure(rules, range(int(first), int(last or first) + 1), int(samples), Path(file))
        return 0
    groups = grouped(given.words)
    for games in groups:
        print("\n".join(report(games)))
    if given.write:
        data = json.loads(FILE.read_text("utf-8"))
        rows = {(row["rules"], row["samples"]): row for row in data["fair"]}
        for games in groups:
            rows[games[0]["rules"], games[0]["samples"]] = odds(games)._asdict()
        order = list(RULE_SETS)
        data["fair"] = sorted(rows.values(), key=lambda r: (order.index(r["rules"]), r["samples"]))
        FILE.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
