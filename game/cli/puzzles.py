"""``python -m game puzzles``: positions to be won, from the games that were lost."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from game.cli import inputs
from game.cli.arguments import PROGRAM, Options, Parser, add_json, parse
from game.cli.inputs import BadInput
from game.cli.report import deal_object, piles_object, piles_text
from game.play.session import Session
from game.play.sharing import from_text
from game.player.home import PLAYED, data_folder
from game.record.transcripts import Played
from game.rules.registry import KINDS
from game.support.terminal import write_line
from game.support.texts import tr
from game.teach.puzzles import Puzzle, best_first, first_set, lost_moments

FOUND, NONE = 0, 1


class PuzzleOptions(Options):
    """The options of ``puzzles``."""

    first: bool = False


def summary() -> str:
    """Return what the command does, in one line."""
    return tr("turn lost games into positions to win")


def run(words: Sequence[str]) -> int:
    """Print the puzzles of the games that ``words`` name, the narrowest first."""
    options = PuzzleOptions()
    parse(_parser(), words, options)
    if options.first and options.words:
        raise BadInput(tr("use --first or files, not both"))
    if options.first:
        puzzles: Sequence[Puzzle] = first_set()
    else:
        games = list(_of_files(options.words) if options.words else _kept())
        puzzles = best_first(
            puzzle for game in games for puzzle in lost_moments(game.deal, game.actions)
        )
    for at, puzzle in enumerate(puzzles, 1):
        write_line(_object(puzzle) if options.json else _words(at, puzzle))
    return FOUND if puzzles else NONE


def _kept() -> Iterator[Session]:
    """Yield the finished games that are kept with their moves; what cannot be read is passed
    over."""
    path = data_folder() / PLAYED
    if path.exists():
        yield from _of_lines(path.read_text("utf-8", errors="replace").splitlines())


def _of_lines(lines: Sequence[str]) -> Iterator[Session]:
    for line in lines:
        played = Played.from_text(line)
        try:
            if played is not None:
                yield played.session()
        except ValueError:
            continue


def _of_files(names: Sequence[str]) -> Iterator[Session]:
    """Yield the games in files: copied ones, one in each, or the kept ones of a data folder."""
    game, rules = next(iter(KINDS))
    for name in names:
        text = inputs.read_text(name)
        if Path(name).suffix == Path(PLAYED).suffix:
            yield from _of_lines(text.splitlines())
            continue
        try:
            yield from_text(text, game, rules)
        except ValueError as error:
            raise BadInput(f"{inputs.shown(name)}: {error}") from None


def _object(puzzle: Puzzle) -> str:
    tokens = " ".join(puzzle.before).split()
    deal, values = puzzle.deal, {"kept": puzzle.kept, "of": puzzle.of, "depth": puzzle.depth}
    answer = deal_object(deal) | {"before": tokens, "lost_by": puzzle.lost_by} | values
    answer |= {"level": puzzle.level, "piles": piles_object(deal, puzzle.state())}
    return json.dumps(answer)


def _words(at: int, puzzle: Puzzle) -> str:
    deal = puzzle.deal
    name = deal.game if deal.number is None else f"{deal.game} {deal.number}"
    told = tr(
        "{at}. {deal}, after {moves} moves: {kept} of {n} moves win, {depth} moves to the "
        "win, not counting cards sent home; level {level} of 5",
        at=at,
        deal=name,
        moves=len(puzzle.before),
        kept=puzzle.kept,
        n=puzzle.of,
        depth=puzzle.depth,
        level=puzzle.level,
    )
    return f"{told}\n{piles_text(deal, puzzle.state())}\n"


def _parser() -> Parser:
    parser = Parser(
        usage=f"{PROGRAM} puzzles [FILE …] [--json]\n       {PROGRAM} puzzles --first [--json]",
        description=tr(
            "Finds where lost games could still be won and prints those positions, the "
            "narrowest\n"
            "first. Without a FILE it uses your saved games; a FILE is a copied game, or - "
            "for\n"
            "standard input."
        ),
        epilog=tr("exit status: 0 done, 1 no position found, 2 bad input"),
    )
    parser.add_argument(
        "--first", action="store_true", help=tr("print the ones that come with the program instead")
    )
    add_json(parser)
    return parser
