"""How often the games can be won: with sight of all cards, and by a fixed way of playing.

``python -m tests.bench.odds [SECONDS [DEALS [RULES …]]]`` measures the first deals, those of
Canfield with so many seconds of the solver each, and writes the file that the game's help reads: of
these rule sets, or of those that the file does not have yet (``all``: of every game once more). As
a part of all benchmarks it only measures a few.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Container, Iterator, Sequence
from dataclasses import fields
from datetime import date

from game.core.moves import Move
from game.core.piles import HOME, PileId, Role
from game.core.state import State
from game.fair.calibration import Calibration
from game.play.careful import by_thumb, careful
from game.record.odds import FILE, FairOdds, Odds
from game.rules.canfield import RULE_SETS
from game.rules.registry import CANFIELD, VIERFREI, KindKey, Rules, numbered
from game.solver.answer import Verdict, decide
from tests.bench.figures import Figure

KINDS = ((VIERFREI, None), *((CANFIELD, rules) for rules in RULE_SETS))
SAMPLE, SAMPLE_SECONDS = 20, 0.2
VIERFREI_SECONDS = 10.0
"""Enough to decide every deal of Vierfrei, which takes a hundredth of that."""


def run() -> list[Figure]:
    """Return the odds of a few deals of each kind."""
    figures = []
    for game, rules in KINDS:
        odds = measure(game, rules, SAMPLE, SAMPLE_SECONDS)
        name = rules or game
        figures.append(
            Figure(f"{name}: can be won", 100 * odds.winnable / SAMPLE, "%", None, False)
        )
        figures.append(
            Figure(f"{name}: careful play", 100 * odds.careful / SAMPLE, "%", None, False)
        )
    return figures


def measure(game: str, rules: str | None, deals: int, seconds: float) -> Odds:
    """Return the odds of deals 1 to ``deals``, with ``seconds`` of the solver for each."""
    verdicts = dict.fromkeys(Verdict, 0)
    won = home = account = 0
    for number in range(1, deals + 1):
        deal = numbered(game, number, rules)
        verdicts[decide(deal, deal.layout(), time_limit=seconds).verdict] += 1
        session = careful(deal, careful_vierfrei if game == VIERFREI else by_thumb)
        won += session.won
        home += session.state.cards_home
        account += session.account or 0
    return Odds(
        game,
        rules,
        verdicts[Verdict.WINNABLE],
        verdicts[Verdict.LOST],
        verdicts[Verdict.UNDECIDED],
        won,
        home / deals,
        None if rules is None else account / deals,
        seconds,
        date.today().isoformat(),
    )


def careful_vierfrei(rules: Rules, state: State) -> Iterator[Move]:
    """What a careful player of Vierfrei would do: a card home, a run onto a column with cards, a
    column into an empty one, a card into a cell; the shortest column first."""
    columns = [pile for pile in rules.piles if pile.role is Role.COLUMN]
    cells = [pile for pile in rules.piles if pile.role is Role.CELL]
    for pile in (*cells, *columns):
        yield Move.carry(pile, HOME)

    def size(pile: PileId) -> int:
        return len(state[pile])

    filled = [pile for pile in columns if state[pile]]
    for source in (*cells, *sorted(filled, key=size)):
        for target in filled:
            if source != target:
                yield Move.carry(source, target)
    empty = [pile for pile in columns if not state[pile]]
    for source in sorted(filled, key=size):
        for target in empty[:1]:
            yield Move.carry(source, target)
        for cell in cells:
            yield Move.carry(source, cell)


def as_data(row: Odds | FairOdds | Calibration) -> dict[str, object]:
    """A row as it stands in the file."""
    return {one.name: getattr(row, one.name) for one in fields(row)}


def wanted(named: Sequence[str], had: Container[KindKey]) -> list[KindKey]:
    """Return the kinds to measure: of the rule sets ``named``, or those that nobody has ``had``."""
    if "all" in named:
        return [*KINDS]
    if unknown := {*named} - {*RULE_SETS}:
        there = ", ".join(["all", *RULE_SETS])
        sys.exit(f"no such rule set: {', '.join(sorted(unknown))} (there are: {there})")
    return [kind for kind in KINDS if (kind[1] in named if named else kind not in had)]


def main(arguments: list[str]) -> int:
    """Measure the kinds that are asked for and write the file."""
    seconds = float(arguments[0]) if arguments else 1.0
    deals = int(arguments[1]) if len(arguments) > 1 else 1000
    data = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    rows = {(row["game"], row["rules"]): row for row in data.get("odds", ())}
    for game, rules in wanted(arguments[2:], rows):
        limit = VIERFREI_SECONDS if game == VIERFREI else seconds
        found = measure(game, rules, deals, limit)
        print(found, flush=True)
        rows[game, rules] = as_data(found)
    ordered = [rows[kind] for kind in KINDS if kind in rows]
    data = {"date": date.today().isoformat(), **data, "odds": ordered}
    FILE.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
