"""``python -m tools.make_thumb_odds [SECONDS [DEALS [RULES …]]]``: measures rules of thumb.

Counts how many of deals 1 to DEALS (default 1000) are won by playing according to a rule of thumb,
and how many can be won at all. The solver has SECONDS (default 1) for each deal of Canfield.
Without RULES, this measures the games that the file doesn't have yet; ``all`` measures every game
again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Container, Iterator, Sequence
from datetime import date

from game.core.moves import Move
from game.core.state import HOME, PileId, Role, State
from game.play.session import Session
from game.play.thumb import by_thumb, play_carefully
from game.record.odds import FILE, Odds
from game.rules.canfield import RULE_SETS
from game.rules.registry import CANFIELD, VIERFREI, KindKey, Rules, numbered
from game.solver.answer import Verdict, decide

KINDS = ((VIERFREI, None), *((CANFIELD, rules) for rules in RULE_SETS))
VIERFREI_SECONDS = 10.0
"""The solver's time limit for a deal of Vierfrei."""


def measure(game: str, rules: str | None, deals: int, seconds: float) -> Odds:
    """Measure the odds of deals 1 to ``deals``, giving the solver ``seconds`` for each."""
    verdicts = dict.fromkeys(Verdict, 0)
    won = home = account = 0
    for number in range(1, deals + 1):
        deal = numbered(game, number, rules)
        verdicts[decide(deal, deal.layout(), time_limit=seconds).verdict] += 1
        session = play_carefully(Session(deal), careful_vierfrei if game == VIERFREI else by_thumb)
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
    """Yield moves in a careful player's order of preference.

    Moves home come first, then moves onto columns with cards, then into empty columns and cells.
    """
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


def wanted(named: Sequence[str], had: Container[KindKey]) -> list[KindKey]:
    """Return the kinds in ``named``. If it is empty, return all kinds that aren't in ``had``.

    ``all`` names every kind. An unknown name ends the program.
    """
    if "all" in named:
        return [*KINDS]
    if unknown := {*named} - {*RULE_SETS}:
        there = ", ".join(["all", *RULE_SETS])
        sys.exit(f"no such rule set: {', '.join(sorted(unknown))} (there are: {there})")
    return [kind for kind in KINDS if (kind[1] in named if named else kind not in had)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the kinds that ``arguments`` ask for, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_thumb_odds")
    parser.add_argument("seconds", nargs="?", type=float, default=1.0)
    parser.add_argument("deals", nargs="?", type=int, default=1000)
    parser.add_argument("rules", nargs="*")
    given = parser.parse_args(arguments)
    data = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    rows = {(row["game"], row["rules"]): row for row in data.get("odds", ())}
    for game, rules in wanted(given.rules, rows):
        limit = VIERFREI_SECONDS if game == VIERFREI else given.seconds
        found = measure(game, rules, given.deals, limit)
        print(found, flush=True)
        rows[game, rules] = found._asdict()
    ordered = [rows[kind] for kind in KINDS if kind in rows]
    data = {"date": date.today().isoformat(), **data, "odds": ordered}
    FILE.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
