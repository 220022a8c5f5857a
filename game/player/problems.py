"""What has gone wrong with the player's files, until it has been told."""

from __future__ import annotations

from game.player.writer import kind_of
from game.support.notices import News, Notice


class Problems:
    """Collects notices. ``reason`` is why saving failed the last time; None if it did not."""

    def __init__(self) -> None:
        self._notices: list[Notice] = []
        self.reason: Exception | None = None

    def take(self) -> list[Notice]:
        """Return what the player is to be told; each notice is returned once."""
        told, self._notices = self._notices, []
        return told

    def tell(
        self, news: News, file: str = "", *, count: int = 0, cause: Exception | None = None
    ) -> None:
        """Have the player told of what has happened to ``file``."""
        self.add(Notice(news, file, count=count, cause=cause))

    def add(self, notice: Notice) -> None:
        """Have ``notice`` told to the player."""
        self._notices.append(notice)

    def unwritable(self, error: Exception) -> None:
        """Note that something could not be saved; it is told when it begins, and when another kind
        of error follows."""
        before, self.reason = self.reason, error
        if before is None or kind_of(before) != kind_of(error):
            self.tell(News.CANNOT_SAVE, cause=error)

    def saved(self) -> None:
        """Note that everything is saved; that is told where something was not."""
        if self.reason is not None:
            self.tell(News.SAVED_AGAIN)
        self.reason = None

    @property
    def mark(self) -> Notice:
        """What is to be said as long as something is unsaved."""
        if self.reason is None:
            return Notice(News.ELSEWHERE)
        return Notice(News.NOT_SAVED_YET, cause=self.reason)
