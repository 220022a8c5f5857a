"""The scenes of the table, by the key that a kind of game has for its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.player.current import Desk
from scenes.kit.services import Host
from scenes.table.canfield import CanfieldScene
from scenes.table.scene import TableScene
from scenes.table.vierfrei import VierfreiScene

SCENES: Final[dict[str, Callable[[Host, Desk], TableScene]]] = {
    "vierfrei": VierfreiScene,
    "canfield": CanfieldScene,
}
