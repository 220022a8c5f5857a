"""The panel with the commands for which a narrow bar has no button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.support.texts import tr
from scenes.kit.commands import BY_COMMAND, Command
from scenes.widgets.buttons import Control
from scenes.widgets.items import Item, Row


def more_page(commands: Sequence[Command], run: Callable[[Command], None]) -> list[Item]:
    """Return a button for each of ``commands``, with its icon, a short name and its key."""
    names = {
        Command.NEW: tr("New game"),
        Command.NUMBER: tr("By number…"),
        Command.RESTART: tr("Restart"),
        Command.REDO_ACTION: tr("Redo"),
        Command.DEAL: tr("Deal"),
        Command.HINT: tr("Hint"),
        Command.SOLUTION: tr("Solution"),
        Command.PLAY_FAIRLY: tr("Autoplay"),
        Command.REVIEW: tr("Review"),
        Command.STATISTICS: tr("Statistics"),
        Command.OPTIONS: tr("Options"),
        Command.HELP: tr("Help"),
        Command.FULLSCREEN: tr("Full screen"),
    }

    def button(command: Command) -> Control:
        binding = BY_COMMAND[command]
        return Control(
            names[command],
            partial(run, command),
            icon=binding.icon,
            named=True,
            key=binding.first_key,
            tip=binding.tip,
        )

    return [Row("", [button(command) for command in commands])]
