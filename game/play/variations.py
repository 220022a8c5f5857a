"""A game with its branches, as text.

An action stands on a line of its own, or up to a ``;``. What stands in parentheses after it was
played in its place; what stands in braces is a remark on the position it led to, and with ``!`` at
its front the name of a bookmark there. ``#`` begins a comment, up to the end of the line::

    26
    5a 5h {!before the risk}
    (54; 3a {too early}
      (3b; 37)
    )
    37

Within braces ``\\`` takes its meaning from the sign that follows. A saved branch is of the same
form, with what no other program needs to know: ``restart``, and ``{@…}`` for the book of a game
that was begun again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from game.core.moves import Action, Refusal
from game.core.reasons import Reason
from game.play.book import Book
from game.play.history import History
from game.play.nodes import Node, action_text, begins
from game.play.saved_deal import read_action
from game.rules.grouping import actions_in
from game.rules.notation import NotationError, Token, parse_moves
from game.support.json_values import parse_object

if TYPE_CHECKING:
    from game.play.session import Session

_ITEM: Final = re.compile(
    r"(?P<gap>[^\S\n\r]+|#[^\n\r]*)|(?P<end>\r\n|\r|\n|;)|(?P<open>\()|(?P<close>\))"
    r"|\{(?P<note>(?:[^\\}]|\\.)*)\}|(?P<word>[^\s#;(){}]+)|(?P<wrong>[{}])",
    re.DOTALL,
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_TO_ESCAPE: Final = re.compile(r"[\\}]|^[!@]")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_BOOK: Final = "@"
_BOOKMARK: Final = "!"


# -- writing ---------------------------------------------------------------------------------------


def _escaped(text: str) -> str:
    return _TO_ESCAPE.sub(lambda found: "\\" + found[0], text)


def notes_text(node: Node, *, as_saved: bool = False) -> str:
    """Return the notes at a position, each after a space."""
    found = []
    if as_saved and node.book is not None and node.action and begins(node.action):
        found.append(_BOOK + _escaped(json.dumps(node.book.to_data(), ensure_ascii=False)))
    if node.bookmark is not None:
        found.append(_BOOKMARK + _escaped(node.bookmark))
    if node.remark:
        found.append(_escaped(node.remark))
    return "".join(f" {{{note}}}" for note in found)


def branch_text(head: Node) -> str:
    """Return the branch that begins with ``head``, on one line; it is kept until the player has
    been in it."""
    if head.frozen is None:
        head.frozen = "; ".join(_parts(head, as_saved=True))
    return head.frozen


def _parts(head: Node, *, as_saved: bool = False) -> list[str]:
    """Return the actions from ``head`` on along what was left last, each with its notes, and the
    branches beside them."""
    parts = [_node_text(head, as_saved=as_saved)]
    left: list[Node | None] = [head]
    while left:
        node = left.pop()
        if node is None:
            parts[-1] += ")"
            continue
        if node.parent is not None and node is not node.parent.main and node is not head:
            if as_saved and node.frozen is not None:
                parts.append(f"({node.frozen}")
                continue
            parts.append("(" + _node_text(node, as_saved=as_saved))
        if node.main is not None:
            parts.append(_node_text(node.main, as_saved=as_saved))
            left.append(node.main)
            for child in reversed(node.children):
                if child is not node.main:
                    left += (None, child)
    return parts


def _node_text(node: Node, *, as_saved: bool = False) -> str:
    return action_text(node.action) + notes_text(node, as_saved=as_saved)


def tree_lines(root: Node) -> Iterator[str]:
    """Yield the lines of the text of a whole tree, which no restart is in."""
    if notes := notes_text(root):
        yield notes.strip()
    for node in root.along():
        yield _node_text(node)
        assert node.parent is not None
        for child in node.parent.children:
            if child is not node:
                yield f"({'; '.join(_parts(child))})"


def unrolled(history: History) -> History:
    """Return the tree without its restarts: what was played after one began where all began."""
    found = History()
    same = _grown(found, history.root.below())
    found.go(same[id(history.line()[-1])])
    found.go(same[id(history.here)])
    return found


def unrolled_game(history: History, end: Node) -> History | None:
    """Return the tree, without its restarts, of the one game to which ``end`` belongs, standing
    there: what was begun after the end of a game is another. None if ``end`` has left the tree."""
    if not any(node is end for node in history.root.below()):
        return None
    top = next(one for one in end.up() if one.parent is None or one.book is not None)
    found = History()
    same = _grown(found, _of_one_game(top))
    onward = [same[id(one)] for one in end.along() if id(one) in same]
    found.go(onward[-1] if onward else same[id(end)])
    found.go(same[id(end)])
    return found


def add(history: History, other: History) -> None:
    """Add to ``history`` what was played and written in ``other``, a tree of the same deal."""
    _grown(history, other.root.below())


def _of_one_game(top: Node) -> Iterator[Node]:
    left = [top]
    while left:
        node = left.pop()
        yield node
        left += (child for child in reversed(node.children) if child.book is None)


def _grown(found: History, nodes: Iterable[Node]) -> dict[int, Node]:
    """Add ``nodes``, each after the one that it follows, to a tree, without their restarts; return
    where each of them is in it."""
    same = dict[int, Node]()
    for node in nodes:
        before = same.get(id(node.parent))
        if before is None or begins(node.action):
            same[id(node)] = found.root
        else:
            same[id(node)] = found.grow(before, node.action)
        mine = same[id(node)]
        # They are as old as they were.
        mine.number = node.number
        if mine.bookmark is None and node.bookmark is not None:
            found.mark(mine, node.bookmark)
        if node.remark and node.remark not in mine.remark:
            found.remark(mine, f"{mine.remark} {node.remark}")
    return same


# -- reading ---------------------------------------------------------------------------------------


def grow(
    session: Session,
    start: Node,
    text: str,
    first_line: int = 1,
    *,
    as_kept: bool = False,
    as_saved: bool = False,
) -> Node:
    """Add what ``text`` tells of to the tree of ``session``, from ``start`` on, and return the end
    of its line.

    Where it was ``as_kept`` or ``as_saved`` by the program, each of its parts is an action; else
    those are that can be one (``game.rules.grouping``). Raises ``NotationError`` at what cannot be
    read or breaks the rules; what stands before that is there by then.
    """
    reader = _Reader(session, start, as_kept=as_kept or as_saved, as_saved=as_saved)
    line, at = first_line, 0
    while at < len(text):
        found = _ITEM.match(text, at)
        assert found is not None, "every sign has a meaning, if only a wrong one"
        reader.take(str(found.lastgroup), found[str(found.lastgroup)], line)
        line += len(_LINE_END.findall(found[0]))
        at = found.end()
    return reader.close()


def line_tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of the line alone; raise ``NotationError`` where a remark or a parenthesis
    has no end or no beginning."""
    opened, line = list[int](), 1
    for found in _ITEM.finditer(text):
        if found.lastgroup == "word" and not opened:
            yield Token(found[0], line)
        elif found.lastgroup == "open":
            opened.append(line)
        elif found.lastgroup == "close":
            if not opened:
                raise NotationError(line, ")", Reason.BRANCH_CLOSED)
            opened.pop()
        elif found.lastgroup == "wrong":
            reason = Reason.REMARK_OPEN if found[0] == "{" else Reason.REMARK_CLOSED
            raise NotationError(line, found[0], reason)
        line += len(_LINE_END.findall(found[0]))
    if opened:
        raise NotationError(opened[-1], "(", Reason.BRANCH_OPEN)


class _Reader:
    """Builds the tree, an item of the text after the other."""

    def __init__(self, session: Session, start: Node, *, as_kept: bool, as_saved: bool) -> None:
        self._session = session
        self._start = self._at = start
        self._as_kept = as_kept
        self._as_saved = as_saved
        self._tokens: list[Token] = []
        self._opened: list[tuple[Node, int]] = []
        self._bare = True
        """Whether nothing was played yet since the last parenthesis was opened."""

    def take(self, kind: str, text: str, line: int) -> None:
        """Take in one item that stands on ``line``."""
        if kind == "word":
            self._tokens.append(Token(text, line))
        elif kind == "wrong":
            reason = Reason.REMARK_OPEN if text == "{" else Reason.REMARK_CLOSED
            raise NotationError(line, text, reason)
        elif kind != "gap":
            self._play()
            if kind == "open":
                self._open(line)
            elif kind == "close":
                self._close(line)
            elif kind == "note":
                self._note(_ESCAPED.sub(r"\1", text), text, line)

    def close(self) -> Node:
        """Return the end of the line."""
        self._play()
        if self._opened:
            raise NotationError(self._opened[-1][1], "(", Reason.BRANCH_OPEN)
        return self._at

    def _open(self, line: int) -> None:
        if self._bare or self._at.parent is None:
            raise NotationError(line, "(", Reason.BRANCH_OF_NOTHING)
        self._opened.append((self._at, line))
        self._at = self._at.parent
        self._bare = True

    def _close(self, line: int) -> None:
        if self._bare or not self._opened:
            reason = Reason.BRANCH_EMPTY if self._opened else Reason.BRANCH_CLOSED
            raise NotationError(line, ")", reason)
        self._at, _ = self._opened.pop()

    def _note(self, text: str, written: str, line: int) -> None:
        history = self._session.history
        if written.startswith(_BOOKMARK):
            history.mark(self._at, self._at.bookmark or text[1:])
        elif written.startswith(_BOOK) and self._as_saved:
            try:
                self._at.book = Book.from_data(parse_object(text[1:]))
            except ValueError:
                raise NotationError(line, text, Reason.NO_MOVE) from None
        else:
            history.remark(self._at, " ".join(filter(None, [self._at.remark, text])))

    def _play(self) -> None:
        """Play the tokens that were taken in."""
        tokens, self._tokens = self._tokens, []
        if not tokens:
            return
        session = self._session
        if self._as_saved:
            text = " ".join(token.text for token in tokens)
            state = session.state_at(self._at)
            self._add(read_action(text, session.deal, session.layout, state))
            return
        moves = parse_moves(tokens, session.deal.kind.notation)
        groups = [tuple(moves)]
        if not self._as_kept:
            groups = actions_in(session.rules, session.state_at(self._at), moves)
        for group in groups:
            played = session.steps(session.state_at(self._at), group)
            if isinstance(played, Refusal):
                number = sum(1 for _ in self._at.up())
                line, token = tokens[0].line, group[0].text
                raise NotationError(line, token, Reason.ILLEGAL, number=number, refusal=played)
            self._add(played)

    def _add(self, action: Action) -> None:
        self._at = self._session.history.grow(self._at, action)
        self._bare = False
