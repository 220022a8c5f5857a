"""``python -m tools.cluster ADDRESS solve|play …``: runs ``python -m game`` on a cluster.

ADDRESS is the address of a ``dask.distributed`` scheduler. Its workers need this program.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import logging
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from typing import Final

from game.cli import hidden_cards, solve
from game.support.errors import GivenError
from game.support.terminal import exit_status

COMMANDS: Final = {
    "solve": (solve.parser, solve.solve),
    "play": (hidden_cards.play_parser, hidden_cards.play),
}
_SECONDS: Final = 10
"""How long to wait for the scheduler, in seconds."""


@contextlib.contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Provide an executor for the cluster whose scheduler is at ``address``.

    Raises ``GivenError`` if there is no cluster or the package ``distributed`` is missing.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise GivenError("a cluster needs the package distributed") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=_SECONDS, set_as_default=False)
    except Exception as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise GivenError(f"no cluster at {address!r}: {reason}") from None
    executor: Executor = client.get_executor()
    try:
        yield executor
    finally:
        # Don't wait: unfinished tasks are cancelled.
        executor.shutdown(wait=False)
        client.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.cluster")
    parser.add_argument("address", metavar="ADDRESS")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("words", nargs=argparse.REMAINDER)
    given = parser.parse_args(arguments)

    read, run = COMMANDS[given.command]
    return exit_status(lambda: run(read().read(given.words), cluster(given.address)))


if __name__ == "__main__":
    sys.exit(main())
