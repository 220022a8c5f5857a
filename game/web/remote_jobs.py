"""Jobs on the web page, done by a second worker."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from game.support.jobs import Found, Job

Post = Callable[..., object]
"""A function that sends a message to the page. It takes the message's name, then its values."""


class RemoteJobs:
    """Gives jobs to another worker; answers arrive through ``take``."""

    is_available = True

    def __init__(self, post: Post) -> None:
        self._post = post
        self._number = 0
        self._running: tuple[Callable[[Any], None], Callable[[bool], None]] | None = None
        """The function that receives the running job's answers, and the function to call when it
        ends."""

    def submit(
        self, job: Job[Found], found: Callable[[Found], None], ended: Callable[[bool], None]
    ) -> int:
        """Start ``job``, replacing any current job. Return the number of the new job."""
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
        """Receive an answer to the job ``number``, unless that job is no longer running.

        If ``packed`` is None, the job has ended. If ``lost`` is True as well, it has failed.
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
        """Do nothing: answers are received as they arrive."""

    def take_messages(self) -> list[str]:
        """Return no messages: the page itself reports problems."""
        return []

    def close(self) -> None:
        self.cancel(self._number)


def connect(post: Post) -> Callable[[str, int, bytes], None]:
    """Return the function that does a job in the second worker and posts the answers."""

    def take(_: str, number: int, packed: bytes) -> None:
        for found in pickle.loads(packed).run(lambda: False):
            post("answer", number, pickle.dumps(found))
        post("answer", number, None)

    return take
