"""``python -m game check``: checks whether moves are legal."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from game.cli import inputs
from game.cli.arguments import ANY_GAME, BOARD_GAMES, DECK_GAMES, BadInput, CommandParser, Options
from game.cli.inputs import BadLine, Question
from game.cli.report import (
    Object,
    Printer,
    account_text,
    deal_object,
    piles_text,
    position_object,
    standing_lines,
)
from game.play.game_text import HEADER, IllegalMoveError, read_moves, tree_text
from game.play.session import Session
from game.rules.counting import player_moves
from game.rules.notation import NotationError
from game.rules.registry import quoted
from game.rules.replay import Replay, actions_in, replay
from game.support.texts import tr
from game.words.names import moves_text, refusal_text

DONE, ILLEGAL, BAD = 0, 1, 2
WITH_MOVES: Final = (
    f"{ANY_GAME} N [--moves FILE] [--rules R] …",
    f"{BOARD_GAMES} --board FILE [--moves FILE] …",
    f"{DECK_GAMES} --deck FILE [--moves FILE] [--rules R] …",
)
"""The usage of commands that take a deal and moves."""


class ReplayedGame(NamedTuple):
    """A deal with its moves replayed."""

    question: Question
    played: Replay
    tree: Session | None = None
    """The game with its branches, or None if they weren't replayed."""
    wrong: IllegalMoveError | None = None
    """The error if a move in a branch is illegal."""

    @classmethod
    def of(cls, question: Question, *, follow_safe: bool = False) -> ReplayedGame:
        """Replay the moves of ``question``; raise ``BadInput`` if its branches can't be read."""
        deal, line = question.deal, question.line
        played = replay(deal, line.moves, follow_safe=follow_safe)
        if follow_safe or not line.has_more or played.refusal is not None:
            return cls(question, played)
        tree, wrong = Session(deal), None
        try:
            history = tree.history
            history.go(read_moves(deal, history, history.root, line.text))
        except IllegalMoveError as error:
            wrong = error
        except NotationError as error:
            raise BadInput(f"{line.source}: {error}") from None
        return cls(question, played, tree, wrong)

    @property
    def legal(self) -> bool:
        """Whether all moves are legal, including those in branches if branches were read."""
        return self.played.refusal is None and self.wrong is None

    @property
    def token(self) -> str:
        """The illegal move of the main line, as it was written. Fails if there is none."""
        assert self.played.at is not None
        return self.question.line.tokens[self.played.at].text

    @property
    def illegal(self) -> str | None:
        """A sentence that names the illegal move outside of branches; None if there is none."""
        refusal, at = self.played.refusal, self.played.at
        if refusal is None or at is None:
            return None
        told = tr("illegal: move {number} {token}", number=at + 1, token=quoted(self.token))
        return f"{told}: {refusal_text(refusal)}"

    @property
    def illegal_branch(self) -> str | None:
        """A sentence that names the illegal move in a branch; None if there is none."""
        if self.wrong is None:
            return None
        where = tr("in the branch on line {line}", line=self.wrong.line)
        return f"{tr('illegal')}, {where}: {self.wrong.token}: {self.wrong.reason}"

    def session(self) -> Session:
        """Return the game as a session. Its moves must be legal."""
        if self.tree is not None:
            return self.tree
        session = Session(self.question.deal)
        for action in self.played.actions:
            session.do(*(step.move for step in action))
        return session


def read_one(options: Options, refusal: str) -> ReplayedGame:
    """Return the only deal in ``options``, with its moves replayed.

    Raises ``BadInput`` if the input can't be read or a branch is illegal. If there are several
    deals, the error's message is ``refusal``.
    """
    given = ReplayedGame.of(inputs.one_question(options, refusal))
    if given.illegal_branch is not None:
        raise BadInput(given.illegal_branch)
    return given


def check(options: Options) -> int:
    """Check the given games and print the results; return the exit status."""
    found, _ = inputs.asked(options)
    printer = Printer()
    status = DONE
    for number, question in enumerate(found):
        try:
            if isinstance(question, BadLine):
                raise BadInput(question.error)
            given = ReplayedGame.of(question, follow_safe=options.follow_safe)
        except BadInput as error:
            if options.batch is None:
                raise
            printer.show_error(question.head, str(error))
            continue
        status = status if given.legal else ILLEGAL
        as_json = options.json or options.batch is not None
        printer.show(_object(given) if as_json else _text(given, options, number))
    return BAD if printer.tell_errors(options.batch) else status


def _object(given: ReplayedGame) -> Object:
    deal, played = given.question.deal, given.played
    answer = given.question.head | deal_object(deal)
    answer |= position_object(deal, played.last, len(played.actions))
    answer["actions"] = _count_actions(given)
    answer["player_moves"] = player_moves(given.question.line.moves[: played.at])
    answer["steps"] = played.steps
    answer["legal"] = played.refusal is None
    if played.refusal is not None:
        answer["at"] = played.at
        answer["token"] = given.token
        answer["reason"] = played.refusal.key
        answer["message"] = refusal_text(played.refusal)
    if given.tree is not None:
        nodes = given.tree.history.root.subtree()
        answer["branches"] = sum(max(0, len(node.children) - 1) for node in nodes)
    if given.wrong is not None:
        answer["legal"] = False
        answer["branch"] = {
            "line": given.wrong.line,
            "token": given.wrong.token,
            "reason": given.wrong.refusal.key,
            "message": given.wrong.reason,
        }
    return answer


def _count_actions(given: ReplayedGame) -> int:
    """Return the number of actions. If the text has no groups of moves, each move is an action."""
    line, played = given.question.line, given.played
    moves = line.moves[: played.at]
    if given.tree is not None and line.text.lstrip().startswith(HEADER):
        return len(given.tree.since_restart)
    if not line.text.lstrip().startswith(HEADER) or len(played.actions) != len(moves):
        return len(moves)
    count = done = 0
    for _, found in groupby(line.tokens, key=attrgetter("line")):
        tokens = list(found)
        at_once = moves[done : done + len(tokens)]
        if not at_once:
            break
        count += len(actions_in(given.question.deal.engine, played.states[done], at_once, tokens))
        done += len(tokens)
    return count


def _text(given: ReplayedGame, options: Options, number: int) -> str:
    if given.illegal_branch is not None:
        return f"{given.question.name}: {given.illegal_branch}"
    if options.text and given.legal:
        return tree_text(given.session()).rstrip()
    return ("\n" if number else "") + _words(given)


def _words(given: ReplayedGame) -> str:
    deal, played = given.question.deal, given.played
    state = played.last
    parts: list[str] = []
    beside = standing_lines(deal, state)
    if played.refusal is not None and played.at is not None:
        move = tr('move {number} "{token}"', number=played.at + 1, token=given.token)
        parts.append(f"{tr('illegal')}: {move}: {refusal_text(played.refusal)}")
    else:
        parts += [tr("legal"), moves_text(_count_actions(given), played.steps)]
        if deal.engine.won(state):
            parts.append(tr("won"))
        account = account_text(deal, state)
        if account is not None:
            parts.append(account)
            beside = beside[1:]
    verdict = f"{given.question.name}: {', '.join(parts)}"
    if deal.engine.won(state):
        return verdict
    return "\n".join([verdict, piles_text(deal, state), *beside])


def form_of_moves() -> str:
    """Return the help text on how moves and branches are written."""
    told = tr(
        "Each action goes on a line of its own, or ends with a semicolon. Parentheses after an\n"
        "action hold what was played instead. Braces hold a remark; one that begins with !\n"
        "names a bookmark: {example}\n"
        "Inside a remark, put a backslash before a brace or a backslash. # starts a comment.",
        example="58; 8a (1a; 2b {!try} {too early}); 82",
    )
    return f"{told}\n{tr('Moves joined by + are made at once: {example}', example='47+b7')}"


def parser() -> CommandParser:
    found = CommandParser(
        "check",
        tr("replay a list of moves and say whether they are legal"),
        check,
        [*WITH_MOVES, "--batch FILE"],
        description=tr("Replays a list of moves. FILE may be - for standard input.")
        + "\n\n"
        + form_of_moves(),
        epilog=tr("exit status: 0 legal, 1 an illegal move, 2 bad input"),
    )
    found.add_shared("--moves", "--board", "--deck", "--rules")
    found.flag("--text", tr("print the game with its branches, as the review copies it"))
    found.flag(
        "--follow-safe",
        tr("after each move, send the safe cards home (for move lists that leave them out)"),
    )
    found.value(
        "--batch",
        "FILE",
        tr(
            "read one JSON object per line with game, rules, deal, board or deck, moves and "
            "id; print one JSON object per line"
        ),
    )
    found.add_shared("--json")
    return found
