"""``python -m game page``: a played game as one HTML file, for whoever has a browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from game.art.decks import BACKS, DeckStyle, usual_letters
from game.cli import inputs
from game.cli.arguments import (
    ANY_GAME,
    OF_BOARDS,
    OF_DECKS,
    PROGRAM,
    Options,
    Parser,
    add_own_deals,
    add_rules,
    parse,
    seconds,
    tasks,
)
from game.cli.branches import Beside, form_of_moves
from game.cli.inputs import STDIN, BadInput, shown, unreadable
from game.core.moves import Move, Refusal
from game.page.html import page
from game.page.played import Played
from game.play.history import History
from game.play.review import Review
from game.rules.registry import Deal
from game.rules.replay import replay
from game.rules.which_deal import quoted
from game.solver.answer import Margin, Verdict, decide
from game.solver.margin import Weigher
from game.support.terminal import write_line
from game.support.texts import texts, tr
from game.words.refusals import message

DONE: Final = 0


class PageOptions(Options):
    """The options of ``page``."""

    moves: str | None = None
    output: str | None = None
    cards: str = next(iter(BACKS))
    four_colours: bool = False
    large_index: bool = False
    time_limit: float | None = None


def summary() -> str:
    return tr("write a game as a web page")


def run(words: Sequence[str]) -> int:
    options = PageOptions()
    parse(_parser(), words, options)
    if (options.moves, options.board, options.deck).count(STDIN) > 1:
        raise BadInput(tr("only one file can be read from standard input"))
    if options.output is None:
        raise BadInput(tr("say where to write the page: --output FILE"))
    if options.cards not in BACKS:
        raise BadInput(
            tr(
                "unknown deck: {word} (choose from: {names})",
                word=quoted(options.cards),
                names=", ".join(BACKS),
            )
        )
    found = tasks(options)
    if len(found) != 1:
        raise BadInput(tr("page takes one game only"))
    (task,) = found
    line = inputs.Line() if options.moves is None else inputs.moves(options.moves, task.deal.kind)
    played = played_by(task.deal, line.moves, options.time_limit, _beside(task.deal, line, options))
    if isinstance(played, tuple):
        at, refusal = played
        token = quoted(line.tokens[at])
        illegal = tr("illegal: move {number} {token}", number=at + 1, token=token)
        raise BadInput(f"{shown(options.moves or STDIN)}: {illegal}: {message(refusal)}")
    letters = usual_letters(texts.language)
    style = DeckStyle(options.cards, options.four_colours, options.large_index, letters=letters)
    text = page(played, style)
    try:
        Path(options.output).write_text(text, "utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise unreadable(options.output, error) from None
    write_line(tr("Saved to {path}", path=options.output))
    return DONE


def _beside(deal: Deal, line: inputs.Line, options: PageOptions) -> History | None:
    """Return the game with what is written beside the line; None where nothing is."""
    if not line.text or options.moves is None or replay(deal, line.moves).refusal is not None:
        return None
    beside = Beside(deal, line, options.moves)
    if beside.wrong is not None:
        raise BadInput(beside.words())
    return beside.session.history


def played_by(
    deal: Deal, moves: Sequence[Move], time_limit: float | None, tree: History | None = None
) -> Played | tuple[int, Refusal]:
    """Return the game of these ``moves``, judged where a search may take so many seconds; or the
    number of the move that is refused, and why. With a ``tree`` it is the game of that."""
    if tree is None:
        line = replay(deal, moves)
        if line.refusal is not None and line.at is not None:
            return line.at, line.refusal
        tree = History()
        for action in line.actions:
            tree.do(action)
    states = [deal.layout(), *(action[-1].after for action in tree.actions)]
    review = Review(deal, states)
    margins = {} if time_limit is None else _judged(review, time_limit)
    return Played(deal, tree, review, margins)


def _judged(review: Review, time_limit: float) -> dict[int, Margin]:
    """Judge every position of a game and each of its moves."""
    deal, weigher, found = review.deal, Weigher(), dict[int, Margin]()
    while (at := review.next()) is not None:
        answer = decide(deal, review.positions[at], time_limit=time_limit)
        review.learn(at, answer.verdict, answer.moves)
    for at, state in enumerate(review.positions):
        lost = review.verdicts[at] is Verdict.LOST
        margin = weigher.weigh(deal, state, time_limit, lost=lost)
        assert margin is not None, "nobody cancels it"
        found[at] = margin
        if review.verdicts[at] is Verdict.UNDECIDED:
            review.learn(at, margin.verdict, margin.line)
    return found


def _parser() -> Parser:
    parser = Parser(
        usage=f"{PROGRAM} page {ANY_GAME} N --moves FILE --output FILE [--rules R] …\n"
        f"       {PROGRAM} page {OF_BOARDS} --board FILE --moves FILE --output FILE …\n"
        f"       {PROGRAM} page {OF_DECKS} --deck FILE --moves FILE --output FILE …",
        description=tr(
            "Writes a game as one HTML file that needs nothing else: it shows the cards, "
            "plays the\n"
            "moves, and prints as a board with its moves."
        )
        + "\n\n"
        + form_of_moves(),
        epilog=tr("exit status: 0 done, 2 bad input"),
    )
    parser.add_argument("--moves", metavar="FILE", help=tr("the moves, separated by white space"))
    parser.add_argument("--output", metavar="FILE", help=tr("where to write the page"))
    parser.add_argument(
        "--cards",
        metavar="NAME",
        help=tr(
            "deck: {names} (default: {default})",
            names=", ".join(BACKS),
            default=next(iter(BACKS)),
        ),
    )
    parser.add_argument(
        "--four-colours", action="store_true", help=tr("green clubs and blue diamonds")
    )
    parser.add_argument("--large-index", action="store_true", help=tr("large-print cards"))
    parser.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=seconds,
        help=tr(
            "judge every move for this long, for the curve and the story (default: not at all)"
        ),
    )
    add_own_deals(parser)
    add_rules(parser)
    return parser
