"""``python -m game deal``: shows the layouts of numbered deals."""

from __future__ import annotations

import json
from collections.abc import Sequence

from game.cli.arguments import ANY_GAME, PROGRAM, Options, Parser, add_json, add_rules, parse, tasks
from game.cli.inputs import BadInput
from game.cli.report import deal_object, grade_object, piles_text, position_object, standing_lines
from game.core.cards import cards_text, deck_order
from game.rules.registry import Deal
from game.support.terminal import write_line
from game.support.texts import tr, trn
from game.teach.difficulty import grade, graded_at_once


class DealOptions(Options):
    """The options of ``deal``; its ``--deck`` names no file."""

    in_order: bool = False
    grade: bool = False


def summary() -> str:
    return tr("show the layout of numbered deals")


def run(words: Sequence[str]) -> int:
    options = DealOptions()
    parse(_parser(), words, options)
    if options.json and options.in_order:
        raise BadInput(tr("use --json or --deck, not both"))
    first = True
    for task in tasks(options):
        if options.json:
            write_line(_json(task.deal, measured=options.grade))
        elif options.in_order:
            assert task.deal.number is not None
            write_line(cards_text(deck_order(task.deal.number)))
        else:
            write_line(("" if first else "\n") + _words(task.deal, graded=options.grade))
        first = False
    return 0


def _words(deal: Deal, *, graded: bool) -> str:
    layout = deal.layout()
    lines = [piles_text(deal, layout), *standing_lines(deal, layout)]
    found = grade(deal) if graded else None
    if found is not None:
        n = found.par.moves
        told = trn(
            "Grade: {grade} of 5, can be won in {n} move",
            "Grade: {grade} of 5, can be won in {n} moves",
            n,
            grade=int(found.grade),
        )
        lines.append(told)
    elif graded:
        lines.append(tr("Grade: unknown"))
    return "\n".join(lines)


def _json(deal: Deal, *, measured: bool) -> str:
    found = grade(deal) if measured else graded_at_once(deal)
    values = position_object(deal, deal.layout(), 0) | grade_object(deal, found)
    return json.dumps(deal_object(deal) | values)


def _parser() -> Parser:
    parser = Parser(
        usage=f"{PROGRAM} deal {ANY_GAME} N|FIRST-LAST … [--rules R] [--deck | --json]",
        description=tr("Shows the layout of one or more numbered deals (0 to 999999)."),
        epilog=f"  {PROGRAM} deal vierfrei 617\n"
        f"  {PROGRAM} deal vierfrei 1-10 42 --json\n"
        f"  {PROGRAM} deal canfield 42 --rules xpat2",
    )
    add_rules(parser)
    parser.add_argument(
        "--deck",
        dest="in_order",
        action="store_true",
        help=tr("print the 52 cards in deal order on one line"),
    )
    parser.add_argument(
        "--grade",
        action="store_true",
        help=tr(
            "print how hard each deal is and how few moves it takes; measured now if the "
            "table lacks it"
        ),
    )
    add_json(parser)
    return parser
