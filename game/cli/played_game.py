"""``python -m game review``, ``page`` and ``play-page``: reviews and web pages."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from game.art.decks import BACKS, DeckStyle, usual_letters
from game.cli import inputs
from game.cli.arguments import (
    ANY_GAME,
    BOARD_GAMES,
    DECK_GAMES,
    STDIN,
    BadInput,
    CommandParser,
    Options,
    seconds,
)
from game.cli.check import DONE, ILLEGAL, WITH_MOVES, ReplayedGame, form_of_moves, read_one
from game.cli.report import Object, deal_object, show
from game.export.html import PageGame
from game.export.html import page as html_page
from game.play.review import Branch, GameEnd, Review, branches_of, moves_to
from game.play.session import Session
from game.rules.counting import moves_shown
from game.rules.registry import quoted
from game.solver.answer import Known, Margin, Verdict, decide, solver_of
from game.solver.margin import Weigher
from game.support.terminal import print_error, write_line
from game.support.texts import texts, tr
from game.teach.story import Fact, Story, margin_text
from game.words.names import action_text

UNDECIDED: Final = 3
_WIDTH: Final = 98
_SAID: Final = 12


def review(options: Options) -> int:
    """Judge every position of a game; return the exit status."""
    given = read_one(options, tr("review takes one deal only"))
    name, deal = given.question.name, given.question.deal
    found = Review(deal, given.played.states)
    solver = solver_of(deal.kind)
    limit = options.time_limit or solver.batch_seconds
    margins = dict[int, Margin]()
    for at, margin in _judge_all(found, limit, options.time_limit or solver.move_seconds):
        margins[at] = margin
        token = given.question.line.tokens[at - 1].text if at else None
        if options.json:
            show(_position_object(given, at, token, margin))
        else:
            show(_position_text(at, token, margin))
    if options.story or not options.json:
        facts = Story(found, given.played.actions, margins).facts
        story = [{"kind": fact.kind, "at": fact.at, "text": fact.words} for fact in facts]
        if options.json:
            show(deal_object(deal) | {"story": story})
        else:
            show("\n".join([f"{name}: {_conclusion(given, found)}", *map(_fact_text, facts)]))
    if given.illegal is not None:
        print_error(f"{name}: {given.illegal}")
        return ILLEGAL
    if given.tree is not None:
        _show_branches(given.tree, limit, options)
    return UNDECIDED if Verdict.UNDECIDED in found.verdicts else DONE


def _decide_next(review: Review, time_limit: float) -> bool:
    """Judge one more position of ``review``; return False if none is left."""
    at = review.next_to_judge()
    if at is None:
        return False
    answer = decide(review.deal, review.positions[at], time_limit=time_limit)
    review.add_verdict(at, answer.verdict, answer.moves)
    return True


def _judge_all(review: Review, time_limit: float, weighing: float) -> Iterator[tuple[int, Margin]]:
    """Yield each position's index and margin; add the verdicts to ``review``.

    ``time_limit`` is the time limit for each position, in seconds. ``weighing`` is the time limit
    for each legal move.
    """
    weigher, left = Weigher(), True
    for at, state in enumerate(review.positions):
        # The verdict on a later position may still decide this one.
        while left and not review.is_decided(at):
            left = _decide_next(review, time_limit)
        verdict = review.verdicts[at]
        known = Known(Verdict.LOST) if verdict is Verdict.LOST else None
        margin = weigher.weigh(review.deal, state, weighing, known=known)
        assert margin is not None, "nobody cancels it"
        if verdict is None or verdict is Verdict.UNDECIDED:
            review.add_verdict(at, margin.verdict, margin.line)
        elif margin.verdict is not verdict:
            margin = Margin(verdict, margin.moves, margin.line, margin.seconds)
        yield at, margin


def _position_object(given: ReplayedGame, at: int, token: str | None, margin: Margin) -> Object:
    return deal_object(given.question.deal) | {
        "at": at,
        "token": token,
        "verdict": margin.verdict.value,
        "kept": margin.winning_count,
        "of": len(margin),
        "undecided": margin.undecided_count,
    }


def _position_text(at: int, token: str | None, margin: Margin) -> str:
    said = {
        Verdict.WINNABLE: tr("can be won"),
        Verdict.LOST: tr("lost"),
        Verdict.UNDECIDED: tr("undecided"),
    }[margin.verdict]
    kept = margin_text(margin) if margin.verdict is Verdict.WINNABLE and len(margin) else ""
    return f"{at:>4} {token or '':<6} {said:<{_SAID}} {kept}".rstrip()


def _conclusion(given: ReplayedGame, review: Review) -> str:
    end, number = review.end(0)
    if end is GameEnd.LOST:
        done = given.played.actions[:number]
        n = max(1, moves_shown(review.deal.engine, done))
        return tr("move {number} lost the game: {words}", number=n, words=action_text(done[-1]))
    return {
        GameEnd.WON: tr("won"),
        GameEnd.CAN_WIN: tr("it can still be won"),
        GameEnd.LOST_BEFORE: tr("this deal can't be won"),
        GameEnd.LOST_SOMEWHERE: tr("lost, but the losing move is unknown"),
        GameEnd.UNKNOWN: tr("undecided"),
    }[end]


def _fact_text(fact: Fact) -> str:
    return textwrap.fill(fact.words, _WIDTH, initial_indent="  ", subsequent_indent="    ")


def _show_branches(session: Session, time_limit: float, options: Options) -> None:
    found = branches_of(session, session.history.line())
    for branch in found:
        while _decide_next(branch.review, time_limit):
            pass
    if options.json:
        show(deal_object(session.deal) | {"branches": list(map(_branch_object, found))})
    elif found:
        show("\n".join(map(_branch_text, found)))


def _branch_object(branch: Branch) -> Object:
    end, actions = branch.result()
    first = " ".join(step.text for step in branch.head.action)
    return {"at": branch.at, "action": first, "leads": end.value, "moves": actions}


def _branch_text(branch: Branch) -> str:
    told = tr(
        "instead of move {number}: {move}: {leads}",
        number=max(1, moves_to(branch.head, branch.review.deal.engine)),
        move=action_text(branch.head.action),
        leads=branch.result_text(),
    )
    return f"  {told}"


def review_parser() -> CommandParser:
    parser = CommandParser(
        "review",
        tr("say for every position of a game whether it could be won"),
        review,
        WITH_MOVES,
        description=tr(
            "Says for every position, from before the first move, whether the game could be "
            "won, and\n"
            "by how many moves; then tells the game in a few sentences.\n"
            "FILE may be - for standard input."
        )
        + "\n\n"
        + form_of_moves(),
        epilog=tr(
            "exit status: 0 every position decided, 1 an illegal move, 2 bad input,\n"
            "3 a position is undecided"
        ),
    )
    parser.add_shared("--moves")
    parser.flag("--story", tr("with --json: add an object with the story of the game"))
    parser.add_shared("--board", "--deck", "--rules", "--json", "--time-limit")
    return parser


def page(options: Options) -> int:
    """Write a game as an HTML page; return the exit status."""
    if options.output is None:
        raise BadInput(tr("say where to write the page: --output FILE"))
    cards = next(iter(BACKS)) if options.cards is None else options.cards
    if cards not in BACKS:
        word, names = quoted(cards), ", ".join(BACKS)
        raise BadInput(tr("unknown deck: {word} (choose from: {names})", word=word, names=names))
    given = read_one(options, tr("page takes one game only"))
    if given.illegal is not None:
        raise BadInput(f"{inputs.display_name(options.moves or STDIN)}: {given.illegal}")
    letters = usual_letters(texts.language)
    style = DeckStyle(cards, options.four_colours, options.large_index, letters=letters)
    text, path = html_page(game_of(given, options.time_limit), style), Path(options.output)
    return _save(path, lambda: path.write_text(text, "utf-8", newline="\n"))


def _save(path: Path, write: Callable[[], object]) -> int:
    try:
        write()
    except (OSError, ValueError) as error:
        raise inputs.unreadable(str(path), error) from None
    write_line(tr("Saved to {path}", path=str(path)))
    return DONE


def game_of(given: ReplayedGame, time_limit: float | None) -> PageGame:
    """Return a replayed game in the form that a page shows.

    The moves must be legal. Without ``time_limit``, in seconds per search, nothing is judged.
    """
    session = given.session()
    review = Review(session.deal, session.positions)
    margins = {} if time_limit is None else dict(_judge_all(review, time_limit, time_limit))
    return PageGame(session.history, review, margins)


def page_parser() -> CommandParser:
    parser = CommandParser(
        "page",
        tr("write a game as a web page"),
        page,
        [
            f"{ANY_GAME} N --moves FILE --output FILE [--rules R] …",
            f"{BOARD_GAMES} --board FILE --moves FILE --output FILE …",
            f"{DECK_GAMES} --deck FILE --moves FILE --output FILE …",
        ],
        description=tr(
            "Writes a game as one HTML file that needs nothing else: it shows the cards, "
            "plays the\n"
            "moves, and prints as a board with its moves."
        )
        + "\n\n"
        + form_of_moves(),
        epilog=tr("exit status: 0 done, 2 bad input"),
    )
    parser.add_shared("--moves")
    parser.value("--output", "FILE", tr("where to write the page"))
    names = ", ".join(BACKS)
    help_text = tr("deck: {names} (default: {default})", names=names, default=next(iter(BACKS)))
    parser.value("--cards", "NAME", help_text)
    parser.flag("--four-colours", tr("green clubs and blue diamonds"))
    parser.flag("--large-index", tr("large-print cards"))
    help_text = tr(
        "judge every move for this long, for the curve and the story (default: not at all)"
    )
    parser.value("--time-limit", "SECONDS", help_text, seconds)
    parser.add_shared("--board", "--deck", "--rules")
    return parser


def play_page(options: Options) -> int:
    """Write the page that plays the whole game in a browser; return the exit status."""
    # Imported here because no other command needs it.
    from game.web import building

    if options.words:
        raise BadInput(tr("play-page takes no game"))
    if (options.output is None) == (options.folder is None):
        raise BadInput(tr("give --output FILE or --folder FOLDER"))
    path = Path(options.output or options.folder or "")
    parts = building.core()
    if options.output is not None:
        text = building.play_page(parts)
        return _save(path, lambda: path.write_text(text, "utf-8", newline="\n"))
    return _save(path, lambda: building.write_site(parts, path))


def play_page_parser() -> CommandParser:
    parser = CommandParser(
        "play-page",
        tr("make the page on which the game is played in a browser"),
        play_page,
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
