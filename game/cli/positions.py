"""The commands ``deal``, ``puzzles`` and ``record``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from game.cli import inputs
from game.cli.arguments import ANY_GAME, PROGRAM, BadInput, CommandParser, Options
from game.cli.report import (
    Object,
    deal_object,
    grade_object,
    piles_object,
    piles_text,
    position_object,
    show,
    standing_lines,
)
from game.core.cards import cards_text, deck_order
from game.play.game_text import from_text
from game.play.saved_games import join_games
from game.play.session import Session
from game.rules.registry import KINDS, Deal
from game.store.folder import data_folder
from game.store.log import GameLog, merge, text_of
from game.support.lock import ElsewhereError
from game.support.terminal import write_line
from game.support.texts import tr, trn
from game.teach.difficulty import grade, graded_at_once
from game.teach.puzzles import Puzzle, best_first, lost_moments, shipped_puzzles

FOUND, NONE = 0, 1


def deal(options: Options) -> int:
    """Print the deals that ``options`` name; return the exit status."""
    if options.json and options.in_order:
        raise BadInput(tr("use --json or --deck, not both"))
    for number, question in enumerate(inputs.questions(options)[0]):
        deal = question.deal
        show(_deal_object(deal, options) if options.json else _deal_text(deal, options, number))
    return FOUND


def _deal_object(shown: Deal, options: Options) -> Object:
    found = grade(shown) if options.grade else graded_at_once(shown)
    values = position_object(shown, shown.layout(), 0) | grade_object(shown, found)
    return deal_object(shown) | values


def _deal_text(shown: Deal, options: Options, number: int) -> str:
    if options.in_order and shown.number is not None:
        return cards_text(deck_order(shown.number))
    layout = shown.layout()
    lines = [piles_text(shown, layout), *standing_lines(shown, layout)]
    if options.grade:
        lines.append(_grade_text(shown))
    return ("\n" if number else "") + "\n".join(lines)


def _grade_text(shown: Deal) -> str:
    found = grade(shown)
    if found is None:
        return tr("Grade: unknown")
    return trn(
        "Grade: {grade} of 5, can be won in {n} move",
        "Grade: {grade} of 5, can be won in {n} moves",
        found.par.moves,
        grade=found.grade,
    )


def deal_parser() -> CommandParser:
    parser = CommandParser(
        "deal",
        tr("show the layout of numbered deals"),
        deal,
        [f"{ANY_GAME} N|FIRST-LAST … [--rules R] [--deck | --json]"],
        description=tr("Shows the layout of one or more numbered deals (0 to 999999)."),
        epilog=f"  {PROGRAM} deal vierfrei 617\n"
        f"  {PROGRAM} deal vierfrei 1-10 42 --json\n"
        f"  {PROGRAM} deal canfield 42 --rules xpat2",
    )
    parser.add_shared("--rules")
    parser.flag("--deck", tr("print the 52 cards in deal order on one line"), dest="in_order")
    help_text = tr(
        "print how hard each deal is and how few moves it takes; measured now if the table lacks it"
    )
    parser.flag("--grade", help_text)
    parser.add_shared("--json")
    return parser


def puzzles(options: Options) -> int:
    """Print puzzles found in games, or the shipped ones; return the exit status."""
    if options.first and options.words:
        raise BadInput(tr("use --first or files, not both"))
    if options.first:
        found: Sequence[Puzzle] = shipped_puzzles()
    else:
        games = list(map(_of_file, options.words) if options.words else _recorded_games())
        found = best_first(
            puzzle for game in games for puzzle in lost_moments(game.deal, game.actions)
        )
    for at, puzzle in enumerate(found, 1):
        show(_puzzle_object(puzzle) if options.json else _puzzle_text(at, puzzle))
    return FOUND if found else NONE


def _recorded_games() -> Iterator[Session]:
    """Yield the recorded games whose moves can be read."""
    log = GameLog(data_folder())
    log.read(log.data())
    for one in log.games():
        session = join_games([*map(text_of, log.heads(one.id))], one.game, one.rules)
        if session is not None:
            yield session


def _of_file(name: str) -> Session:
    try:
        return from_text(inputs.read_text(name), *next(iter(KINDS)))
    except ValueError as error:
        raise BadInput(f"{inputs.display_name(name)}: {error}") from None


def _puzzle_object(puzzle: Puzzle) -> Object:
    return deal_object(puzzle.deal) | {
        "before": " ".join(puzzle.before).split(),
        "lost_by": puzzle.lost_by,
        "kept": puzzle.kept,
        "of": puzzle.of,
        "depth": puzzle.depth,
        "level": puzzle.level,
        "piles": piles_object(puzzle.deal, puzzle.state()),
    }


def _puzzle_text(at: int, puzzle: Puzzle) -> str:
    of = puzzle.deal
    told = tr(
        "{at}. {deal}, after {moves} moves: {kept} of {n} moves win, {depth} moves to the "
        "win, not counting cards sent home; level {level} of 5",
        at=at,
        deal=of.game if of.number is None else f"{of.game} {of.number}",
        moves=len(puzzle.before),
        kept=puzzle.kept,
        n=puzzle.of,
        depth=puzzle.depth,
        level=puzzle.level,
    )
    return f"{told}\n{piles_text(of, puzzle.state())}\n"


def puzzles_parser() -> CommandParser:
    parser = CommandParser(
        "puzzles",
        tr("turn lost games into positions to win"),
        puzzles,
        ["[FILE …] [--json]", "--first [--json]"],
        description=tr(
            "Finds where lost games could still be won and prints those positions, the "
            "narrowest\n"
            "first. Without a FILE it uses your saved games; a FILE is a copied game, or - "
            "for\n"
            "standard input."
        ),
        epilog=tr("exit status: 0 done, 1 no position found, 2 bad input"),
    )
    parser.flag("--first", tr("print the ones that come with the program instead"))
    parser.add_shared("--json")
    return parser


def record(options: Options) -> int:
    """Add another folder's games to the record; return the exit status."""
    if len(options.words) != 2 or options.words[0] != "merge":
        raise BadInput(tr("expected: {program} record merge FOLDER", program=PROGRAM))
    folder = options.words[1]
    try:
        added = merge(data_folder(), Path(folder))
    except ElsewhereError:
        raise BadInput(tr("Vierfeld is open. Close it first.")) from None
    except OSError as error:
        raise inputs.unreadable(folder, error) from None
    write_line(trn("Added {n} entry.", "Added {n} entries.", added))
    return FOUND


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
