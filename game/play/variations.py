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

Moves on one line that a player does at once, such as the single cards of a run, are one action; so
are, whatever they do, moves with a ``+`` between them (``game.rules.replay``).

Within braces ``\\`` takes its meaning from the sign that follows. A saved branch is of the same
form, with what no other program needs to know: ``restart``, and ``{@…}`` for the book of a game
that was begun again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from game.core.moves import Action, Move, Refusal, Step, Verb
from game.core.state import State, differences
from game.play.history import Book, History, Node, action_text, add_notes, begins
from game.rules.notation import NotAMoveError, NotationError, Token, parse_move, parse_moves
from game.rules.registry import Deal
from game.rules.replay import JOINT, actions_in, steps_of, written
from game.support.json_values import DataError, Flaw, parse_object
from game.support.texts import tr_later
from game.words.names import message as refusal_text

if TYPE_CHECKING:
    from game.play.session import Session
    from game.rules.registry import Deal

_ITEM: Final = re.compile(
    r"(?P<gap>[^\S\n\r]+|#[^\n\r]*)|(?P<end>\r\n|\r|\n|;)|(?P<open>\()|(?P<close>\))"
    r"|\{(?P<note>(?:[^\\}]|\\.)*)\}|(?P<word>[^\s#;(){}+]+)|(?P<joint>\+)|(?P<wrong>[{}])",
    re.DOTALL,
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_TO_ESCAPE: Final = re.compile(r"[\\}]|^[!@]")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_BOOK: Final = "@"
_BOOKMARK: Final = "!"
_NEVER_ENDS: Final = tr_later("a branch begins here but never ends")
_NEVER_BEGAN: Final = tr_later("a branch ends here but never began")


class IllegalMoveError(NotationError):
    """The rules refuse the move with this ``number``, from 1."""

    def __init__(self, line: int, token: str, number: int, refusal: Refusal) -> None:
        super().__init__(line, token, "")
        self.number = number
        self.refusal = refusal

    @property
    def reason(self) -> str:
        """Why the rules refuse it, as a sentence."""
        return refusal_text(self.refusal)


# -- writing ---------------------------------------------------------------------------------------


def read_action(text: str, deal: Deal, layout: State, state: State) -> Action:
    """Return the action that ``text`` writes, done from ``state``; ``DataError`` if none.

    ``layout`` is the position at the start of ``deal``.
    """
    if text == Verb.RESTART.value:
        return (Step(Move(Verb.RESTART), differences(state, layout), layout),)
    steps: list[Step] = []
    for token in text.split():
        before = steps[-1].after if steps else state
        try:
            move = parse_move(token, deal.kind.notation)
        except ValueError:
            raise DataError(Flaw.ACTION, token) from None
        found = steps_of(deal.engine, before, [move])
        if isinstance(found, Refusal):
            raise DataError(Flaw.ACTION, token)
        steps += found
    if not steps:
        raise DataError(Flaw.ACTION, text)
    return tuple(steps)


def read_actions(texts: Iterable[str], deal: Deal, state: State) -> list[Action]:
    """Return the actions that ``texts`` write, done one after the other from ``state``."""
    actions, layout = list[Action](), deal.layout()
    for text in texts:
        actions.append(read_action(text, deal, layout, state))
        state = actions[-1][-1].after
    return actions


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
        head.frozen = _on_one_line(head)
    return head.frozen


def _on_one_line(head: Node, deal: Deal | None = None) -> str:
    """Return the actions from ``head`` on along what was left last, each with its notes, and the
    branches beside them: as they are saved, or those of a ``deal`` as others read them."""
    parts = [_node_text(head, deal)]
    left: list[Node | None] = [head]
    while left:
        node = left.pop()
        if node is None:
            parts.append(")")
            continue
        if node.parent is not None and node is not node.parent.main and node is not head:
            if deal is None and node.frozen is not None:
                parts += ("; (", node.frozen)
                continue
            parts += ("; (", _node_text(node, deal))
        if node.main is not None:
            parts += ("; ", _node_text(node.main, deal))
            left.append(node.main)
            for child in reversed(node.children):
                if child is not node.main:
                    left += (None, child)
    return "".join(parts)


def _node_text(node: Node, deal: Deal | None) -> str:
    if deal is None:
        return action_text(node.action) + notes_text(node, as_saved=True)
    assert node.parent is not None
    before = node.parent.action
    state = before[-1].after if before else deal.layout()
    return written(deal, state, node.action) + notes_text(node)


def tree_lines(deal: Deal, root: Node) -> Iterator[str]:
    """Yield the lines of the text of a whole tree of ``deal``, which no restart is in."""
    if notes := notes_text(root):
        yield notes.strip()
    for node in root.along():
        yield _node_text(node, deal)
        assert node.parent is not None
        for child in node.parent.children:
            if child is not node:
                yield f"({_on_one_line(child, deal)})"


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
        add_notes(mine, node.bookmark, node.remark)
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
    those are that can be one (``game.rules.replay``). Raises ``NotationError`` at what cannot be
    read or breaks the rules; what stands before that is there by then.
    """
    reader = _Reader(session, start, as_kept=as_kept or as_saved, as_saved=as_saved)
    for kind, token in _items(text, first_line):
        reader.take(kind, token)
    return reader.close()


def _items(text: str, line: int = 1) -> Iterator[tuple[str, Token]]:
    """Yield what ``text`` consists of, each with its kind, but neither gaps nor comments, nor the
    joints between tokens; raise ``NotationError`` where a remark has no end or no beginning, or a
    joint nothing to join."""
    before, joint = "", None
    for found in _ITEM.finditer(text):
        kind = str(found.lastgroup)
        token = Token(found[kind], line, joined=joint is not None)
        line += len(_LINE_END.findall(found[0]))
        if kind == "gap":
            continue
        if kind == "wrong":
            message = tr_later("a remark ends here but never began")
            if token.text == "{":
                message = tr_later("a remark begins here but never ends")
            raise NotationError(token.line, token.text, message)
        if joint is not None and kind != "word":
            raise NotAMoveError(joint.line, JOINT)
        if kind != "joint":
            joint = None
            yield kind, token
        elif before == "word":
            joint = token
        else:
            raise NotAMoveError(token.line, JOINT)
        before = kind
    if joint is not None:
        raise NotAMoveError(joint.line, JOINT)


def longer(text: str, most: int) -> bool:
    """Return whether ``text`` has more than so many moves, with those of its branches."""
    words = (found for found in _ITEM.finditer(text) if found.lastgroup == "word")
    return any(islice(words, most, None))


def line_tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of the line alone; raise ``NotationError`` where a remark or a parenthesis
    has no end or no beginning."""
    opened = list[int]()
    for kind, token in _items(text):
        if kind == "word" and not opened:
            yield token
        elif kind == "open":
            opened.append(token.line)
        elif kind == "close":
            if not opened:
                raise NotationError(token.line, ")", _NEVER_BEGAN)
            opened.pop()
    if opened:
        raise NotationError(opened[-1], "(", _NEVER_ENDS)


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

    def take(self, kind: str, token: Token) -> None:
        """Take in one item of the text."""
        if kind == "word":
            self._tokens.append(token)
            return
        self._play()
        if kind == "open":
            self._open(token.line)
        elif kind == "close":
            self._close(token.line)
        elif kind == "note":
            self._note(_ESCAPED.sub(r"\1", token.text), token.text, token.line)

    def close(self) -> Node:
        """Return the end of the line."""
        self._play()
        if self._opened:
            raise NotationError(self._opened[-1][1], "(", _NEVER_ENDS)
        return self._at

    def _open(self, line: int) -> None:
        if self._bare or self._at.parent is None:
            raise NotationError(line, "(", tr_later("no move comes before this branch"))
        self._opened.append((self._at, line))
        self._at = self._at.parent
        self._bare = True

    def _close(self, line: int) -> None:
        if self._bare or not self._opened:
            message = tr_later("this branch has no moves") if self._opened else _NEVER_BEGAN
            raise NotationError(line, ")", message)
        self._at, _ = self._opened.pop()

    def _note(self, text: str, written: str, line: int) -> None:
        if written.startswith(_BOOKMARK):
            add_notes(self._at, text[1:], "")
        elif written.startswith(_BOOK) and self._as_saved:
            try:
                self._at.book = Book.from_data(parse_object(text[1:]))
            except ValueError:
                raise NotAMoveError(line, text) from None
        else:
            add_notes(self._at, None, text)

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
            groups = actions_in(session.rules, session.state_at(self._at), moves, tokens)
        for group in groups:
            played = session.steps(session.state_at(self._at), group)
            if isinstance(played, Refusal):
                number = sum(1 for _ in self._at.up())
                line, token = tokens[0].line, group[0].text
                raise IllegalMoveError(line, token, number, played)
            self._add(played)

    def _add(self, action: Action) -> None:
        self._at = self._session.history.grow(self._at, action)
        self._bare = False
