"""Jobs on the web page, which are done by a second worker; to cancel a job, that worker is
terminated.

The two workers share no memory, so jobs and answers are sent as bytes. The page passes them on. It
starts the second worker when the first job is submitted, and a new worker after a job has been
cancelled.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from game.support.jobs import Found, Job

Post = Callable[..., object]
"""A function that sends a message to the page.

Its arguments are the message's name, and values that are numbers, strings or bytes.
"""


class RemoteJobs:
    """Gives jobs to another worker; the answers are passed to ``take``."""

    is_available = True

    def __init__(self, post: Post) -> None:
        self._post = post
        self._number = 0
        self._running: tuple[Callable[[Any], None], Callable[[bool], None]] | None = None
        """What to call with the answers to the running job, and when it has ended."""

    def submit(
        self, job: Job[Found], found: Callable[[Found], None], ended: Callable[[bool], None]
    ) -> int:
        """Start ``job`` in place of any other, and return its number.

        ``found`` is called with each answer. ``ended`` is called when the job has ended, with True
        if it ended early.
        """
        self._number += 1
        self._running = found, ended
        self._post("job", self._number, pickle.dumps(job))
        return self._number

    def cancel(self, number: int) -> None:
        """End the job with this number, if it is still running."""
        if number == self._number:
            self._running = None
            self._post("cancel", number)

    def take(self, number: int, packed: bytes | None, *, lost: bool = False) -> None:
        """Receive an answer to job ``number``.

        ``packed`` is None once the job has ended; ``lost`` then says whether it ended early.
        """
        if number != self._number or self._running is None:
            return
        found, ended = self._running
        if packed is not None:
            found(pickle.loads(packed))
        else:
            self._running = None
            ended(lost)

    def poll(self) -> None:
        """Do nothing, because answers are received as soon as they arrive."""

    def take_messages(self) -> list[str]:
        """Return nothing, because the page itself reports problems with its workers."""
        return []

    def close(self) -> None:
        self.cancel(self._number)


def connect(post: Post) -> Callable[[str, int, bytes], None]:
    """Return the function that does a job in the second worker; it sends the answers through
    ``post``."""

    def take(_: str, number: int, packed: bytes) -> None:
        for found in pickle.loads(packed).run(lambda: False):
            post("answer", number, pickle.dumps(found))
        post("answer", number, None)

    return take
