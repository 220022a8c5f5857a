"""``python -m game check``: replays lines of moves by the rules and says whether they are legal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from game.cli import batch, inputs
from game.cli.arguments import (
    ANY_GAME,
    OF_BOARDS,
    OF_DECKS,
    PROGRAM,
    Options,
    Parser,
    Task,
    add_json,
    add_own_deals,
    add_rules,
    parse,
    tasks,
)
from game.cli.branches import Beside, form_of_moves
from game.cli.inputs import STDIN, BadInput, Line
from game.cli.report import (
    Object,
    account_text,
    deal_object,
    piles_text,
    position_object,
    standing_lines,
)
from game.play.session import Session
from game.play.sharing import tree_text
from game.rules.counting import player_moves
from game.rules.registry import kinds_of
from game.rules.replay import Replay, actions_in, replay
from game.support.terminal import write_line
from game.support.texts import tr
from game.words.names import moves_text
from game.words.refusals import message

LEGAL, ILLEGAL, BAD = 0, 1, 2


class CheckOptions(Options):
    """The options of ``check``."""

    moves: str | None = None
    follow_safe: bool = False
    batch: str | None = None
    text: bool = False


def summary() -> str:
    return tr("replay a list of moves and say whether they are legal")


def run(words: Sequence[str]) -> int:
    options = CheckOptions()
    parse(_parser(), words, options)
    if options.batch is not None:
        return _check_batch(options)
    if (options.moves, options.board, options.deck).count(STDIN) > 1:
        raise BadInput(tr("only one file can be read from standard input"))
    found = tasks(options)
    line = Line()
    if options.moves is not None:
        line = inputs.moves(options.moves, kinds_of(options.words[0])[0])
    status = LEGAL
    for number, task in enumerate(found):
        played = replay(task.deal, line.moves, follow_safe=options.follow_safe)
        if played.refusal is not None:
            status = ILLEGAL
        beside = None
        if line.text and played.refusal is None and options.moves is not None:
            beside = Beside(task.deal, line, options.moves)
            status = ILLEGAL if beside.wrong else status
        if options.json:
            index: Object = {} if task.index is None else {"index": task.index}
            more = beside.answer() if beside else {}
            write_line(json.dumps(index | _answer(task, line, played) | more))
        elif options.text and played.refusal is None and not (beside and beside.wrong):
            write_line(tree_text(_tree(task, line, beside)).rstrip())
        elif beside and beside.wrong:
            write_line(f"{task.name}: {beside.words()}")
        else:
            write_line(("\n" if number else "") + _words(task, line, played))
    return status


def _tree(task: Task, line: Line, beside: Beside | None) -> Session:
    """Return the game of a legal line, with its branches."""
    if beside is not None:
        return beside.session
    session = Session(task.deal)
    for move in line.moves:
        session.do(move)
    return session


def _check_batch(options: CheckOptions) -> int:
    """Answer each line of the batch as soon as it is read."""
    assert options.batch is not None
    alone = (options.moves, options.board, options.deck, options.rules)
    if options.words or any(option is not None for option in alone):
        raise BadInput(tr("--batch takes deals and moves from its own lines only"))
    status = LEGAL
    bad = batch.BadLines()
    for entry in batch.entries(options.batch):
        answer: Object = {"id": entry.id}
        if isinstance(entry, batch.BadEntry):
            answer["error"] = entry.error
            bad.add(entry.error)
        else:
            played = replay(entry.task.deal, entry.line.moves, follow_safe=options.follow_safe)
            try:
                answer |= _answer(entry.task, entry.line, played)
                answer |= _beside(entry.task, entry.line, played)
            except BadInput as error:
                answer = {"id": entry.id, "error": str(error)}
                bad.add(str(error))
            else:
                status = status if answer["legal"] else ILLEGAL
        write_line(json.dumps(answer))
    if not bad:
        return status
    bad.tell(options.batch)
    return BAD


def _beside(task: Task, line: Line, played: Replay) -> Object:
    """Return what is to be said of the branches of a batch's line."""
    if not line.text or played.refusal is not None:
        return {}
    return Beside(task.deal, line, "moves").answer()


def _answer(task: Task, line: Line, played: Replay) -> Object:
    """Return the answer as an object; after an illegal move its position is the one before that."""
    answer = deal_object(task.deal)
    answer |= position_object(task.deal, played.last, len(played.actions))
    answer["actions"] = _actions(task, line, played)
    answer["player_moves"] = player_moves(line.moves[: played.at])
    answer["steps"] = played.steps
    answer["legal"] = played.refusal is None
    if played.refusal is not None and played.at is not None:
        answer["at"] = played.at
        answer["token"] = line.tokens[played.at]
        answer["reason"] = played.refusal.key
        answer["message"] = message(played.refusal)
    return answer


def _actions(task: Task, line: Line, played: Replay) -> int:
    """Return how many moves the player made, not counting safe cards that went home by
    themselves."""
    moves = line.moves[: played.at]
    if not line.copied or len(played.actions) != len(moves):
        return len(moves)
    count = done = 0
    for _, found in groupby(line.copied, key=attrgetter("line")):
        tokens = list(found)
        at_once = moves[done : done + len(tokens)]
        count += len(actions_in(task.deal.engine, played.states[done], at_once, tokens))
        done += len(tokens)
    return count


def _words(task: Task, line: Line, played: Replay) -> str:
    """Return the answer as text: one line, then the piles unless all cards are home."""
    state = played.last
    parts: list[str] = []
    beside = standing_lines(task.deal, state)
    if played.refusal is not None and played.at is not None:
        token, why = line.tokens[played.at], message(played.refusal)
        move = tr('move {number} "{token}"', number=played.at + 1, token=token)
        parts.append(f"{tr('illegal')}: {move}: {why}")
    else:
        parts += [tr("legal"), moves_text(_actions(task, line, played), played.steps)]
        if task.deal.engine.won(state):
            parts.append(tr("won"))
        account = account_text(task.deal, state)
        if account is not None:
            parts.append(account)
            beside = beside[1:]
    verdict = f"{task.name}: {', '.join(parts)}"
    if task.deal.engine.won(state):
        return verdict
    return "\n".join([verdict, piles_text(task.deal, state), *beside])


def _parser() -> Parser:
    parser = Parser(
        usage=f"{PROGRAM} check {ANY_GAME} N [--moves FILE] [--rules R] …\n"
        f"       {PROGRAM} check {OF_BOARDS} --board FILE [--moves FILE] …\n"
        f"       {PROGRAM} check {OF_DECKS} --deck FILE [--moves FILE] [--rules R] …\n"
        f"       {PROGRAM} check --batch FILE",
        description=tr("Replays a list of moves. FILE may be - for standard input.")
        + "\n\n"
        + form_of_moves(),
        epilog=tr("exit status: 0 legal, 1 an illegal move, 2 bad input"),
    )
    parser.add_argument("--moves", metavar="FILE", help=tr("the moves, separated by white space"))
    add_own_deals(parser)
    add_rules(parser)
    parser.add_argument(
        "--text",
        action="store_true",
        help=tr("print the game with its branches, as the review copies it"),
    )
    parser.add_argument(
        "--follow-safe",
        action="store_true",
        help=tr("after each move, send the safe cards home (for move lists that leave them out)"),
    )
    parser.add_argument(
        "--batch",
        metavar="FILE",
        help=tr(
            "read one JSON object per line with game, rules, deal, board or deck, moves and "
            "id; print one JSON object per line"
        ),
    )
    add_json(parser)
    return parser
