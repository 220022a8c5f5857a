"""How much room for error each position of a game left, as a share of its moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.solver.answer import Margin, Verdict


@dataclass(frozen=True, slots=True)
class Share:
    """The share of a position's moves that keep the win: at least ``kept``, at most ``most``."""

    at: int
    kept: float
    most: float


def shares(
    verdicts: Sequence[Verdict | None], margins: Mapping[int, Margin]
) -> Iterator[Share | None]:
    """Return the share of each position; None where it is not known, or there are no moves."""
    for at, verdict in enumerate(verdicts):
        margin = margins.get(at)
        if verdict is Verdict.LOST:
            yield Share(at, 0.0, 0.0)
        elif margin is None or not len(margin):
            yield None
        else:
            kept = margin.kept / len(margin)
            yield Share(at, kept, kept + margin.undecided / len(margin))
