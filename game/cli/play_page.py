"""``python -m game play-page``: makes the web page on which the game can be played."""

from __future__ import annotations

from pathlib import Path

from game.cli import inputs
from game.cli.arguments import BadInput, CommandParser, Options
from game.cli.check import DONE
from game.support.errors import GivenError
from game.support.terminal import write_line
from game.support.texts import tr


def run(options: Options) -> int:
    """Make the page, as one file or as a folder for a web server; return the exit status."""
    # Imported here because no other command needs it.
    from game.web.building import core, fetched, play_page, write_site

    if options.words:
        raise BadInput(tr("play-page takes no game"))
    if (options.output is None) == (options.folder is None):
        raise BadInput(tr("give --output FILE or --folder FOLDER"))
    path = Path(options.output or options.folder or "")
    try:
        parts = core(fetched())
    except GivenError as error:
        raise BadInput(str(error)) from None
    try:
        if options.output is not None:
            path.write_text(play_page(parts), "utf-8", newline="\n")
        else:
            write_site(parts, path)
    except (OSError, ValueError) as error:
        raise inputs.unreadable(str(path), error) from None
    write_line(tr("Saved to {path}", path=str(path)))
    return DONE


def play_page_parser() -> CommandParser:
    parser = CommandParser(
        "play-page",
        tr("make the page on which the game is played in a browser"),
        run,
        ["--output FILE", "--folder FOLDER"],
        description=tr(
            "Makes the whole game as one HTML file that plays in every current browser, without a\n"
            "network; or as a folder for a web server, from where it can be installed as an app.\n"
            "It is made from the source; npm fetches Pyodide, which is Python for browsers."
        ),
        epilog=tr("exit status: 0 done, 2 bad input"),
    )
    parser.value("--output", "FILE", tr("where to write the page"))
    parser.value("--folder", "FOLDER", tr("write a folder for a web server instead"))
    return parser
