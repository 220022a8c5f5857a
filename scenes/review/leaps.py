"""From branch to branch and from bookmark to bookmark of the game that is reviewed."""

from __future__ import annotations

from collections.abc import Callable

from game.play.history import Node
from game.support.texts import tr
from scenes.kit.commands import BY_COMMAND, Command
from scenes.review.context import Reviewed


class Leaps:
    """Carries out what concerns the tree of the game. ``show`` shows any of its nodes, ``calm``
    ends what goes on by itself."""

    def __init__(
        self, shown: Reviewed, show: Callable[[Node], None], calm: Callable[[], None]
    ) -> None:
        self._shown = shown
        self._show = show
        self._calm = calm

    def to_branch(self, by: int) -> None:
        """Show what was done here instead, so many branches on."""
        shown, nodes = self._shown, self._shown.game.nodes
        there = shown.node.beside(by, shown.onward)
        if there is None:
            # Nothing else was done here or before: what comes next is meant.
            ahead = (at for at in sorted(shown.branches.forks) if at + 1 < len(nodes))
            there = next((nodes[at + 1].sibling(by) for at in ahead), None)
        self._leap(there, tr("Nothing else has been tried here yet."))

    def to_bookmark(self, by: int) -> None:
        """Show the next bookmark, or the one before."""
        shown, key = self._shown, BY_COMMAND[Command.BOOKMARK].key_names
        there = shown.session.history.bookmark(by, shown.node)
        self._leap(there, tr("There's no other bookmark; {key} adds one.", key=key))

    def _leap(self, there: Node | None, otherwise: str) -> None:
        self._calm()
        if there is None:
            self._shown.refuse(otherwise)
        else:
            self._show(there)

    def bookmark(self) -> None:
        """Set a bookmark at the position that is shown, or remove it."""
        self._calm()
        shown, node = self._shown, self._shown.node
        name = "" if node.bookmark is None else None
        self.write(lambda: shown.session.history.mark(node, name))
        words = tr("Bookmark removed.") if name is None else tr("Bookmark added; N names it.")
        shown.announcer.say(words)
        shown.notice(words if shown.keep else f"{words} {_not_kept()}")

    def write(self, do: Callable[[], None]) -> None:
        """Write something at the position that is shown."""
        do()
        if self._shown.keep is not None:
            self._shown.keep()
        else:
            self._shown.notice(_not_kept())
            self._shown.announcer.say(_not_kept())
        self._shown.changed()


def _not_kept() -> str:
    return tr("Not kept, because part of this game is damaged. Copy it, or play on.")
