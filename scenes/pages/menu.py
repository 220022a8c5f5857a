"""The menu of commands with their keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from game.support.texts import tr
from scenes.kit.commands import Command
from scenes.kit.services import can_animate
from scenes.pages.options import automatic_words
from scenes.widgets.controls import Control, Shape
from scenes.widgets.items import Item, MenuLines

if TYPE_CHECKING:
    from scenes.table.table_scene import TableScene

_COLUMNS: Final = (
    (
        (Command.NEW, Command.NUMBER, Command.RESTART),
        (Command.UNDO_ACTION, Command.REDO_ACTION, Command.SAFE, Command.DEAL),
        (Command.HINT, Command.SOLUTION, Command.PLAY_FAIRLY),
        (Command.REVIEW, Command.STATISTICS, Command.CHANCES),
    ),
    (
        (Command.OPTIONS, Command.HELP),
        (Command.FULLSCREEN, Command.COMPACT),
        (
            *(Command.COPY, Command.COPY_LINK, Command.PASTE),
            *(Command.EXPORT, Command.PAGE, Command.ANIMATION),
        ),
        (Command.START, Command.QUIT),
    ),
)
"""The commands in each column of the menu, grouped by purpose."""


def menu_page(
    table: TableScene,
    run: Callable[[Command], None],
    open_start: Callable[[], None],
    open_options: Callable[[], None],
    *,
    fullscreen: bool,
) -> list[Item]:
    """Return the lines of the menu, without commands that are unavailable."""
    told = table.bar_texts

    def line(command: Command) -> Control:
        label = command.word
        if command is Command.FULLSCREEN:
            state = tr("on") if fullscreen else tr("off")
            label = tr("{option}: {chosen}", option=label, chosen=state)
        return Control(
            label,
            open_start if command is Command.START else partial(run, command),
            icon=command.icon,
            key=command.first_key,
            tip=f"{label} – {command.key_names}" if command.key_names else label,
            enabled=command not in told.off,
            strong=command in told.meant,
            shape=Shape.LINE,
        )

    def offered(command: Command) -> bool:
        return command not in table.unavailable and (
            command is not Command.ANIMATION or can_animate()
        )

    first, second = (
        [lines for group in column if (lines := list(map(line, filter(offered, group))))]
        for column in _COLUMNS
    )
    home, _ = automatic_words()[table.kit.settings.automatic]
    label = tr("{option}: {chosen}", option=tr("Cards go home"), chosen=home)
    second[0].append(Control(label, open_options, icon="safe", tip=label, shape=Shape.LINE))
    return [MenuLines([first, second])]
