"""How often the games can be won, as measured by benchmarks and stored in a file."""

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
"""The file of odds, to which ``tools.make_odds`` adds the shares of winnable deals."""

_NORMAL_95: Final = 1.959964
"""The half-width of the central 95 % of a normal distribution, in standard deviations."""


class Odds(NamedTuple):
    """The odds of one game under one rule set, measured on its first deals.

    ``winnable``, ``lost`` and ``undecided`` count the verdicts of the solver, which sees all
    cards. ``seconds`` is its time limit for a deal.

    The other results are those of a fixed strategy that doesn't see the hidden cards. ``careful``
    counts the deals it won. ``home`` is its average number of cards home, and ``account`` its
    average balance in dollars or points, None for Vierfrei.

    ``measured_on`` is a date such as 2026-11-22. None means that the date of the file applies.
    """

    game: str
    rules: str | None
    winnable: int
    lost: int
    undecided: int
    careful: int
    home: float
    account: float | None
    seconds: float
    measured_on: str | None = None

    @property
    def deals(self) -> int:
        return self.winnable + self.lost + self.undecided


class FairOdds(NamedTuple):
    """The results of the fair adviser, which knows only what a player can see.

    ``deals`` is how many deals it played, and ``samples`` how many completions it drew for each
    decision. ``won`` is the share of deals won. ``cards``, ``turns`` and ``account`` are the
    average number of cards home, number of redeals, and balance in dollars or points. Each
    ``…_error`` is half the width of the 95 % confidence interval of the field before it.
    """

    game: str
    rules: str | None
    samples: int
    deals: int
    won: float
    won_error: float
    cards: float
    cards_error: float
    turns: float
    turns_error: float
    account: float
    account_error: float


class WinnableShare(NamedTuple):
    """How many of the first deals can be won; the numbers hold for all of ``rules``.

    ``winnable``, ``lost`` and ``undecided`` count the verdicts of the solver. ``seconds`` is its
    limit of CPU time for a deal, and ``mean_seconds`` the average that it took. ``measured_on`` is
    an ISO date. ``lost_ones`` has one bit for each deal, set if the deal is proven lost. The bits
    are encoded in base 64, the lowest bit of each byte first.
    """

    game: str
    rules: tuple[str, ...]
    winnable: int
    lost: int
    undecided: int
    seconds: float
    mean_seconds: float
    machine: str
    measured_on: str
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
        """Return the limits of a 95 % confidence interval for the share of winnable deals.

        Both are by Wilson's method. The lower limit counts the undecided deals as lost, the upper
        one counts them as winnable.
        """
        low, _ = wilson(self.winnable, self.deals)
        _, high = wilson(self.winnable + self.undecided, self.deals)
        return low, high


def wilson(count: int, of: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval for ``count`` successes in ``of`` trials."""
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
        """Return the odds of a game under a rule set; None if they were not measured."""
        return next((row for row in self.rows if (row.game, row.rules) == (game, rules)), None)

    def fair_of(self, game: str, rules: str | None) -> tuple[FairOdds, ...]:
        """Return the fair adviser's results in the order of the file, fewest samples first."""
        return tuple(row for row in self.fair if (row.game, row.rules) == (game, rules))

    def share_of(self, game: str, rules: str | None) -> WinnableShare | None:
        """Return the share of winnable deals; None if it was not measured."""
        return next((row for row in self.shares if row.game == game and rules in row.rules), None)


@lru_cache(maxsize=1)
def measured() -> Measured | None:
    """Return the contents of the file of odds; None if it can't be read."""
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
    """Return whether ``deal`` is proven lost, according to its kind or the file of odds."""
    if deal.number is None or deal.number in deal.kind.lost:
        return deal.number is not None
    found = measured() if deal.kind.days else None
    share = found.share_of(*deal.kind.key) if found else None
    return share is not None and share.loses(deal.number)
