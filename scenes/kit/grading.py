"""Par and grade of a deal: from the table at once, of others once they have been measured in the
solver's process, which does so while nothing else is asked of it."""

from __future__ import annotations

from game.rules.registry import Deal
from game.solver.service import SolverService
from game.teach.difficulty import Graded, Grading, entry_of, graded_at_once


def known(solver: SolverService, deal: Deal) -> Graded | None:
    """Return what is known of ``deal`` by now."""
    job = _job(deal)
    return graded_at_once(deal) if job is None else solver.result(job)


def seek(solver: SolverService, deal: Deal, *, first: bool = False) -> Graded | None:
    """Return what is known of ``deal``, and have it measured if that is nothing; to be called again
    until it is known or not wanted any more.

    It waits for whatever else the solver does by itself, unless it is to be ``first``: if two were
    sought at a time, each would end the other.
    """
    job = _job(deal)
    if job is not None and solver.result(job) is None and (first or not solver.looking_ahead):
        solver.run(job)
    return known(solver, deal)


def _job(deal: Deal) -> Grading | None:
    """Return how ``deal`` is measured; None if it cannot be, or need not."""
    kind = deal.kind
    if deal.number is None or deal.number in kind.lost or entry_of(deal) is not None:
        return None
    return Grading(kind.key, deal.number) if kind.graded and kind.solver is not None else None
