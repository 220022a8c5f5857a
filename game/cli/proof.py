"""``solve --certificate FILE``: the proof that a deal is lost, written to a file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from game.cli.arguments import Task
from game.cli.inputs import BadInput, unreadable
from game.support.texts import tr, trn

PATIENCE: Final = 30
"""How many times as long as the solver the search for a proof may take.

It leaves out only what a short checker can verify: among the lost deals of Canfield's first 140
under Hoyle's rules it takes 6 times as long as the solver, 23 times at most.
"""


class NoProof(Exception):
    """No proof was found; the message is one line for the user."""


def must_be_writable(name: str) -> None:
    """See to it, before the search, that the file ``name`` can most likely be written.

    Nothing is made or changed; ``BadInput`` says why it cannot.
    """
    path = Path(name)
    try:
        if path.is_dir():
            raise BadInput(f"{name}: {tr('this is a folder')}")
        there = path if path.exists() else path.absolute().parent
        if not path.exists() and not there.is_dir():
            raise BadInput(f"{name}: {tr('no such folder')}")
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None
    if not os.access(there, os.W_OK):
        raise BadInput(f"{name}: {tr('this cannot be written')}")


def write(
    task: Task, name: str, time_limit: float, clock: Callable[[], float] = time.perf_counter
) -> str:
    """Prove ``task``'s deal lost, write the certificate to the file ``name``, and say so.

    The solver has ``time_limit`` seconds of ``clock``. ``NoProof`` if this takes more than
    ``PATIENCE`` times as long; nothing is written then. ``BadInput`` if the file cannot be written.
    """
    # The other commands start without it.
    from game.solver import certificate

    last = clock() + PATIENCE * time_limit
    deal = task.deal
    if not certificate.proves(deal.kind):
        raise NoProof(
            tr("{file} was not written: {game} has no certificates", file=name, game=deal.game)
        )
    try:
        lines = list(certificate.certificate(deal, deal.layout(), lambda: clock() >= last))
    except certificate.GaveUp:
        raise NoProof(
            tr(
                "{file} was not written: the certificate takes longer than {seconds:g} "
                "seconds (raise --time-limit)",
                file=name,
                seconds=PATIENCE * time_limit,
            )
        ) from None
    except certificate.NotLost:
        # One of the two searches is wrong; the proof's leaves out far less.
        raise NoProof(
            tr("{file} was not written: the search for a proof found a win", file=name)
        ) from None
    try:
        Path(name).write_bytes(certificate.packed(name, lines))
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None
    count = len(lines) - certificate.HEAD
    return trn(
        "{file}: the proof, with {n} position",
        "{file}: the proof, with {n} positions",
        count,
        file=name,
    )
