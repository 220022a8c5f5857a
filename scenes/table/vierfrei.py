"""The table of Vierfrei."""

from __future__ import annotations

from scenes.kit.commands import Command
from scenes.table.scene import TableScene


class VierfreiScene(TableScene):
    """Vierfrei on the table: it has no stock, so the space bar is silent, and hides nothing."""

    without = (Command.DEAL, Command.PLAY_FAIRLY)
