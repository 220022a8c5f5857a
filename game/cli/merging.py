"""``python -m game record merge``: adds the finished games in another folder to the player's
record."""

from __future__ import annotations

from pathlib import Path

from game.cli import inputs
from game.cli.arguments import PROGRAM, BadInput, CommandParser, Options
from game.store.folder import data_folder
from game.store.log import merge
from game.support.errors import why
from game.support.lock import ElsewhereError
from game.support.terminal import write_line
from game.support.texts import tr, trn


def record(options: Options) -> int:
    """Merge the finished games from the folder that ``options`` name into the player's record;
    return the exit status."""
    match options.words:
        case ["merge", folder]:
            return _merge(folder)
    raise BadInput(tr("expected: {program} record merge FOLDER", program=PROGRAM))


def _merge(folder: str) -> int:
    try:
        added = merge(data_folder(), Path(folder))
    except ElsewhereError:
        raise BadInput(tr("Vierfeld is open. Close it first.")) from None
    except OSError as error:
        raise BadInput(f"{inputs.display_name(folder)}: {why(error)}") from None
    write_line(trn("Added {n} entry.", "Added {n} entries.", added))
    return 0


def record_parser() -> CommandParser:
    return CommandParser(
        "record",
        tr("add the finished games of another folder to yours"),
        record,
        ["merge FOLDER"],
        description=tr(
            "Adds the finished games in FOLDER, a copy of the folder of your files on another\n"
            "computer, to your own. Close Vierfeld first. Doing it again adds nothing twice."
        ),
        epilog=tr("exit status: 0 done, 2 bad input"),
    )
