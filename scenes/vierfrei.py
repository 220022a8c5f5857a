"""The table of Vierfrei."""

from __future__ import annotations

from game.texts import tr
from scenes.commands import Command
from scenes.standing import deal_name
from scenes.table import TableScene


class VierfreiScene(TableScene):
    """Vierfrei on the table: it has no stock, so the space bar is silent."""

    without = (Command.DEAL,)

    @property
    def short_title(self) -> str:
        return tr("Vierfrei {deal}", deal=deal_name(self.deal))

    def use_stock(self) -> None:
        """There is none: the key for it means nothing here."""
