"""How often the games can be won, as measured by benchmarks."""

from __future__ import annotations

import json
from base64 import b64decode
from datetime import date
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from game.rules.registry import Deal
from game.support.assets import assets_folder

FILE: Final = assets_folder() / "odds.json"
"""The file of odds; ``tools.make_odds`` adds the shares of winnable deals."""

_NORMAL_95: Final = 1.959964
"""The 97.5% quantile of the standard normal distribution."""


class Odds(NamedTuple):
    """The odds of one game under one rule set."""

    game: str
    rules: str | None
    winnable: int  # this and the next two: verdicts of the solver, which sees all cards
    lost: int
    undecided: int
    careful: int  # deals won by a fixed strategy that doesn't see the hidden cards
    home: float  # the average number of cards that this strategy brings home
    account: float | None  # the strategy's average balance in dollars or points; None for Vierfrei
    seconds: float  # the solver's time limit for a deal
    measured_on: str | None = None  # an ISO date; None: that of the file

    @property
    def deals(self) -> int:
        return self.winnable + self.lost + self.undecided


class FairOdds(NamedTuple):
    """The results of games played by the fair adviser."""

    game: str
    rules: str | None
    samples: int  # completions drawn for each decision
    deals: int
    won: float  # the share of the deals
    won_error: float  # half the width of the 95% confidence interval, as in the other errors
    cards: float  # the average number of cards home
    cards_error: float
    turns: float  # the average number of redeals
    turns_error: float
    account: float  # the average balance in dollars or points
    account_error: float


class WinnableShare(NamedTuple):
    """How many deals of a game can be won. Only the first deals, from number 1 on, were tried."""

    game: str
    rules: tuple[str, ...]
    winnable: int
    lost: int
    undecided: int
    seconds: float  # the solver's limit of CPU time for a deal
    mean_seconds: float  # the CPU time that the solver took for a deal on average
    machine: str
    measured_on: str  # an ISO date
    # A bit for each deal, set if it is proven lost; in base 64, the lowest bit of each byte first.
    lost_ones: str = ""

    @property
    def deals(self) -> int:
        return self.winnable + self.lost + self.undecided

    def loses(self, number: int) -> bool:
        """Return whether deal ``number`` is proven lost."""
        bits = b64decode(self.lost_ones)
        place, bit = divmod(number - 1, 8)
        return 0 <= place < len(bits) and bool(bits[place] >> bit & 1)

    def bounds(self) -> tuple[float, float]:
        """Return a 95% confidence interval for the share of winnable deals."""
        # Undecided deals count as lost for the lower limit, and as winnable for the upper one.
        low, _ = wilson(self.winnable, self.deals)
        _, high = wilson(self.winnable + self.undecided, self.deals)
        return low, high


def wilson(count: int, of: int) -> tuple[float, float]:
    """Return Wilson's 95% confidence interval for a rate of success. There were ``count`` successes
    in ``of`` trials."""
    seen, spread = count / of, _NORMAL_95**2 / of
    half = _NORMAL_95 * sqrt(seen * (1 - seen) / of + spread / (4 * of))
    low, high = ((seen + spread / 2 + side) / (1 + spread) for side in (-half, half))
    # Rounding may put a limit slightly below 0 or above 1.
    return max(0.0, low), min(1.0, high)


class Measured(NamedTuple):
    """The contents of the file of odds."""

    date: date
    rows: tuple[Odds, ...]
    fair: tuple[FairOdds, ...] = ()
    shares: tuple[WinnableShare, ...] = ()

    def of(self, game: str, rules: str | None) -> Odds | None:
        """Return the odds of a game; None if not measured."""
        return next((row for row in self.rows if (row.game, row.rules) == (game, rules)), None)

    def fair_of(self, game: str, rules: str | None) -> tuple[FairOdds, ...]:
        """Return the fair adviser's results for a game. Results with fewer samples come first."""
        return tuple(row for row in self.fair if (row.game, row.rules) == (game, rules))

    def share_of(self, game: str, rules: str | None) -> WinnableShare | None:
        """Return the share of winnable deals; None if not measured."""
        return next((row for row in self.shares if row.game == game and rules in row.rules), None)


@lru_cache(maxsize=1)
def measured() -> Measured | None:
    """Return the measured odds; None if the file can't be read."""
    try:
        data = json.loads(FILE.read_text("utf-8"))
        rows = tuple(Odds(**row) for row in data["odds"])
        fair = tuple(FairOdds(**row) for row in data.get("fair", ()))
        shares = tuple(
            WinnableShare(**{**row, "rules": tuple(row["rules"])}) for row in data.get("shares", ())
        )
        return Measured(date.fromisoformat(data["date"]), rows, fair, shares)
    except (OSError, ValueError, TypeError, KeyError):
        return None


def proven_lost(deal: Deal) -> bool:
    """Return whether ``deal`` is recorded as proven lost."""
    if deal.number is None or deal.number in deal.kind.lost:
        return deal.number is not None
    found = measured() if deal.kind.days else None
    share = found.share_of(*deal.kind.key) if found else None
    return share is not None and share.loses(deal.number)
