"""The text of a game, with its branches, bookmarks and remarks.

The text names its deal in the first line, or begins with a board or a deck. Then each action has a
line of its own, or ends with a ``;``::

    # Vierfeld 1 vierfrei 617
    26
    5a
    5h {!before the risk} (54; 3a {too early} (3b; 37) )
    37

A branch in parentheses was played instead of the action before it. Braces contain a remark on the
position. If they begin with ``!``, they contain the name of a bookmark. In braces, a ``\\`` makes
the next character literal. A comment begins with ``#`` and ends with the line.

Moves on one line are one action if a player can make them in one go. Moves joined by ``+`` are
always one action. In the file of a game in hand, moves with only spaces between them are one
action as well. That file can also contain ``restart``. The info of a restarted game is in
``{@…}``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from game.core.cards import MAX_DEAL, Card, cards_text
from game.core.moves import Action, Refusal, Verb
from game.play.history import GameInfo, History, Node, action_text, add_notes, restart_action
from game.play.session import Session
from game.rules.notation import (
    CardsMissingError,
    CardTwiceError,
    NotAMoveError,
    NotationError,
    Token,
    board_text,
    parse_moves,
)
from game.rules.registry import (
    KINDS,
    Deal,
    GameKind,
    NumberError,
    Start,
    deal_named,
    kinds_of,
    own_deal,
)
from game.rules.replay import JOINT, action_line, actions_in, steps_of
from game.support.errors import GivenError, why
from game.support.json_values import parse_object
from game.support.texts import texts, tr, tr_later, trn
from game.words.names import account_text, card_name, duration, game_name
from game.words.names import refusal_text as refusal_text

_HEADER_FORMAT: Final = 1
HEADER: Final = f"# Vierfeld {_HEADER_FORMAT}"
_ANY_HEADER: Final = re.compile(r"# Vierfeld ([0-9]{1,9})\b")
MAX_MOVES: Final = 20_000
"""The maximum number of moves in a copied game."""
MAX_BYTES: Final = 1 << 20
"""The maximum size of a game's text in bytes."""
_NAMED: Final = 3
_SHOWN: Final = 24
_KIND_NOTE: Final = re.compile(r"#\s*(\w+)(?:\s+(\w+))?\s*$")

_ITEM: Final = re.compile(
    r"(?P<gap>[^\S\n\r]+|#[^\n\r]*)|(?P<end>\r\n|\r|\n|;)|(?P<open>\()|(?P<close>\))"
    r"|\{(?P<note>(?:[^\\}]|\\.)*)\}|(?P<word>[^\s#;(){}+]+)|(?P<joint>\+)|(?P<wrong>[{}])",
    re.DOTALL,
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_TO_ESCAPE: Final = re.compile(r"[\\}]|^[!@]")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_INFO: Final = "@"
_BOOKMARK: Final = "!"
_NEVER_ENDS: Final = tr_later("a branch begins here but never ends")
_NEVER_BEGAN: Final = tr_later("a branch ends here but never began")


class NoGameError(NotationError):
    """Raised for text that is not a game at all."""


class NewerTextError(NotationError):
    """Raised for a game written by a newer version of the program."""


class IllegalMoveError(NotationError):
    """Raised for an illegal move.

    The move belongs to action ``number`` of the game. The first action is number 1.
    """

    def __init__(self, line: int, token: str, number: int, refusal: Refusal) -> None:
        super().__init__(line, token, "")
        self.number = number
        self.refusal = refusal

    @property
    def reason(self) -> str:
        """A sentence saying why the rules refuse the move."""
        return refusal_text(self.refusal)


# -- writing ---------------------------------------------------------------------------------------


def to_text(session: Session) -> str:
    """Return the text of the deal and the actions from the last restart to the cursor."""
    return line_text(session.deal, session.since_restart)


def line_text(deal: Deal, actions: Sequence[Action]) -> str:
    """Return the text of ``deal`` and ``actions``, with each action on a line of its own."""
    states = [deal.layout(), *(action[-1].after for action in actions)]
    lines = (action_line(deal, state, one) for state, one in zip(states, actions, strict=False))
    return deal_text(deal, lines)


def tree_text(session: Session) -> str:
    """Return the text of the deal and the whole tree, with bookmarks and remarks."""
    return history_text(session.deal, session.history.without_restarts())


def history_text(deal: Deal, tree: History) -> str:
    """Return the text of ``deal`` and ``tree``, which must have no restarts."""
    return deal_text(deal, [branch_text(tree.root, deal, "\n").strip()])


def deal_text(deal: Deal, lines: Iterable[str] = ()) -> str:
    """Return ``deal`` as text, followed by the ``lines`` of a game."""
    if deal.board is not None:
        first = board_text(deal.board)
        if deal.kind is not _default_kind(Start.BOARD):
            first = first.replace("\n", f"  # {_note(deal)}\n", 1)
    elif deal.deck is not None:
        first = f"{cards_text(deal.deck)}  # {_note(deal)}"
    else:
        first = " ".join([HEADER, deal.game, str(deal.number), *filter(None, [deal.rules])])
    return "\n".join([*filter(None, [first, *lines]), ""])


def _note(deal: Deal) -> str:
    return " ".join(filter(None, deal.kind.key))


def escaped(text: str) -> str:
    """Return ``text`` escaped for use within braces."""
    return _TO_ESCAPE.sub(lambda found: "\\" + found[0], text)


def notes_text(node: Node, *, as_saved: bool = False) -> str:
    """Return the bookmark and the remark of a position, in braces.

    If a restart began a game there, ``as_saved`` adds the game info.
    """
    found = []
    if as_saved and node.parent is not None and node.begins_game:
        found.append(_INFO + escaped(json.dumps(node.info.to_data(), ensure_ascii=False)))
    if node.bookmark is not None:
        found.append(_BOOKMARK + escaped(node.bookmark))
    if node.remark:
        found.append(escaped(node.remark))
    return "".join(f" {{{note}}}" for note in found)


def branch_text(head: Node, deal: Deal | None = None, between: str = "; ") -> str:
    """Return the text of ``head`` and of everything played after it.

    Without ``deal``, the format is that of a saved game in hand.
    """
    parts = [_node_text(head, deal)]
    left: list[Node | None] = [head]
    depth = 0
    while left:
        node = left.pop()
        if node is None:
            parts.append(")")
            depth -= 1
            continue
        if node.parent is not None and node is not node.parent.main and node is not head:
            parts.append(f"{between if depth == 0 else '; '}(")
            depth += 1
            parts.append(_node_text(node, deal))
        if node.main is not None:
            parts += (between if depth == 0 else "; ", _node_text(node.main, deal))
            left.append(node.main)
            for child in reversed(node.children):
                if child is not node.main:
                    left += (None, child)
    return "".join(parts)


def _node_text(node: Node, deal: Deal | None) -> str:
    if deal is None:
        return action_text(node.action) + notes_text(node, as_saved=True)
    if node.parent is None:
        return notes_text(node)
    before = node.parent.action
    state = before[-1].after if before else deal.layout()
    return action_line(deal, state, node.action) + notes_text(node)


# -- reading a whole game --------------------------------------------------------------------------


def from_text(text: str, game: str, rules: str | None, *, as_saved: bool = False) -> Session:
    """Return the game that ``text`` describes.

    ``game`` and ``rules`` are used if the text doesn't name its kind. ``as_saved`` says that the
    text is a saved game in hand. Raises ``ValueError``, usually a ``NotationError``.
    """
    lines = text.removeprefix("\ufeff").strip().splitlines()
    if not lines:
        raise NoGameError(1, "", tr_later("no game"), tr_later("There's nothing to paste."))
    first = lines[0].strip()
    if (header := _ANY_HEADER.match(first)) and int(header[1]) > _HEADER_FORMAT:
        raise NewerTextError(1, first, tr_later("from a newer version of Vierfeld"))
    if len(lines) == 1 and first.isascii() and first.isdigit():
        return Session(_numbered(game, first, rules))
    if first.startswith(HEADER):
        deal, start = _deal_of_header(first), 1
    elif len(first.partition("#")[0].split()) > 40:
        _must_name_cards(lines[:1])
        kind = _kind_of_own(Start.DECK, first, game, rules)
        deal, start = own_deal(kind.game, kind.rules, Start.DECK, first), 1
    else:
        kind = _kind_of_own(Start.BOARD, first, game, rules)
        start = _end_of_board(lines)
        _must_name_cards(lines[:start])
        deal = own_deal(kind.game, kind.rules, Start.BOARD, "\n".join(lines[:start]))
    session, moves = Session(deal), "\n".join(lines[start:])
    if not as_saved and _longer(moves, MAX_MOVES):
        raise GivenError(tr_later("That game is too long: {most} moves at most."), most=MAX_MOVES)
    history = session.history
    history.go(read_moves(deal, history, history.root, moves, start + 1, as_saved=as_saved))
    session.mark_all_seen()
    history.limit_size()
    return session


def _default_kind(own: Start) -> GameKind:
    return next(kind for kind in KINDS.values() if kind.own is own)


def _kind_of_own(own: Start, first: str, game: str, rules: str | None) -> GameKind:
    """Return a kind that can start from a board or deck.

    If the line ``first`` names such a kind, return that kind."""
    # If neither takes such a deal, a kind with the same rules does, or the default.
    note = _KIND_NOTE.search(first)
    noted = KINDS.get((note[1], note[2])) if note else None
    asked = KINDS.get((game, rules)) or kinds_of(game)[0]
    by_rules = (kind for kind in KINDS.values() if kind.rules == rules)
    found = (noted, asked, *by_rules, _default_kind(own))
    return next(kind for kind in found if kind is not None and kind.own is own)


def _numbered(game: str, text: str, rules: str | None) -> Deal:
    try:
        return deal_named(game, text, rules)
    except NumberError:
        message = tr_later("Deal numbers go from 0 to {most}.")
        raise NumberError(message, most=MAX_DEAL) from None


def _deal_of_header(line: str) -> Deal:
    # The game and the number, and the rule set in a game that has several.
    game, number, rules, *more = [*line[len(HEADER) :].split(), "", "", ""]
    known = (game, rules or None) in KINDS and not any(more)
    if not known or not (number.isascii() and number.isdigit()):
        raise NotationError(
            1,
            line,
            tr_later("not the first line of a copied game"),
            tr_later("its first line doesn't name a deal."),
        )
    return _numbered(game, number, rules or None)


def _must_name_cards(lines: list[str]) -> None:
    """Raise ``NoGameError`` unless ``lines`` look like a board or a deck."""
    bodies = [line.partition("#")[0].strip() for line in lines]
    if any(body.lower().startswith(("foundations:", "freecells:")) for body in bodies):
        return
    words = [word for body in bodies for word in body.replace(":", " ").split()]
    cards = sum(map(Card.is_card_name, words))
    # A few cards prove nothing, because words such as "as" also read as cards.
    if 2 * cards < max(1, len(words)):
        number = next((number for number, body in enumerate(bodies, 1) if body), 1)
        sentence = tr_later("The copied text is neither a game nor a deal number.")
        raise NoGameError(number, words[0] if words else "", tr_later("not a card"), sentence)


def _end_of_board(lines: list[str]) -> int:
    columns = 0
    for number, line in enumerate(lines):
        body = line.partition("#")[0].strip()
        label = body.partition(":")[0].strip().lower() if ":" in body else ""
        columns += bool(body) and label not in ("foundations", "freecells")
        if columns == 8:
            return number + 1
    return len(lines)


# -- reading moves ---------------------------------------------------------------------------------


def read_moves(
    deal: Deal,
    history: History,
    start: Node,
    text: str,
    first_line: int = 1,
    *,
    as_saved: bool = False,
) -> Node:
    """Add the moves in ``text`` after ``start``; return the main line's last node.

    Raises ``NotationError`` if a part is unreadable or illegal. Earlier moves stay in ``history``.
    """
    reader = _Reader(deal, history, start, as_saved=as_saved)
    for kind, token in _items(text, first_line):
        reader.take(kind, token)
    return reader.close()


def _items(text: str, line: int = 1) -> Iterator[tuple[str, Token]]:
    """Yield the kind and token of each part of ``text``, except spaces, comments and ``+``."""
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


def _longer(text: str, most: int) -> bool:
    words = (found for found in _ITEM.finditer(text) if found.lastgroup == "word")
    return any(islice(words, most, None))


def line_tokens(text: str) -> tuple[list[Token], bool]:
    """Return the main line's tokens, and whether there are branches, notes, ``+`` or ``;``.

    Raises ``NotationError`` for an unmatched bracket or a misplaced ``+``.
    """
    found, opened, more = list[Token](), list[int](), False
    for kind, token in _items(text):
        more = more or token.joined or kind in ("open", "note") or token.text == ";"
        if kind == "word" and not opened:
            found.append(token)
        elif kind == "open":
            opened.append(token.line)
        elif kind == "close":
            if not opened:
                raise NotationError(token.line, ")", _NEVER_BEGAN)
            opened.pop()
    if opened:
        raise NotationError(opened[-1], "(", _NEVER_ENDS)
    return found, more


class _Reader:
    def __init__(self, deal: Deal, history: History, start: Node, *, as_saved: bool) -> None:
        self._deal, self._layout = deal, deal.layout()
        self._history = history
        self._at = start
        self._as_saved = as_saved
        self._tokens: list[Token] = []
        self._opened: list[tuple[Node, int]] = []
        self._bare = True
        """Whether the current branch has no moves yet."""

    def take(self, kind: str, token: Token) -> None:
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
        elif written.startswith(_INFO) and self._as_saved:
            try:
                info = GameInfo.from_data(parse_object(text[1:]))
            except ValueError:
                raise NotAMoveError(line, text) from None
            for node in self._at.subtree():
                node.info = info
        else:
            add_notes(self._at, None, text)

    def _play(self) -> None:
        tokens, self._tokens = self._tokens, []
        if not tokens:
            return
        state = self._at.action[-1].after if self._at.action else self._layout
        if self._as_saved and [token.text for token in tokens] == [Verb.RESTART.value]:
            self._add(restart_action(state, self._layout))
            return
        moves = parse_moves(tokens, self._deal.kind.notation)
        groups = [tuple(moves)]
        if not self._as_saved:
            groups = actions_in(self._deal.engine, state, moves, tokens)
        for group in groups:
            played = steps_of(self._deal.engine, state, group)
            if isinstance(played, Refusal):
                number = sum(1 for _ in self._at.path_to_root())
                raise IllegalMoveError(tokens[0].line, group[0].text, number, played)
            self._add(played)
            state = played[-1].after

    def _add(self, action: Action) -> None:
        self._at = self._history.add_child(self._at, action)
        self._bare = False


# -- telling ---------------------------------------------------------------------------------------


def read_game_file(path: str) -> str:
    """Return a file's text. Raises ``OSError``, or ``ValueError`` if it can't be a game."""
    try:
        if not Path(path).is_file():
            # Reading from a pipe or a device may never end, or never begin.
            raise GivenError(tr_later("That isn't a file."))
        with Path(path).open("rb") as file:
            found = file.read(MAX_BYTES + 1)
        if len(found) > MAX_BYTES:
            raise GivenError(tr_later("That file is too large to be a game."))
        return found.decode("utf-8")
    except UnicodeDecodeError:
        raise GivenError(tr_later("That file contains no text.")) from None


def why_no_game(error: ValueError | OSError, file: str = "") -> str:
    """Return a message saying what is wrong with ``file`` or the copied text."""
    if not isinstance(error, NotationError):
        return f"{file}: {why(error)}" if file else why(error)
    if isinstance(error, NoGameError):
        return tr("{file} contains no game.", file=file) if file else texts.one(error.sentence)
    if isinstance(error, NewerTextError):
        if file:
            return tr("{file} is from a newer version of Vierfeld.", file=file)
        return tr("The copied text is from a newer version of Vierfeld.")
    wrong = _what_is_wrong(error)
    if file:
        return tr("{file} isn't a game: {why}", file=file, why=wrong)
    return tr("The copied text isn't a game: {why}", why=wrong)


def _what_is_wrong(error: NotationError) -> str:
    word, line = _printable(error.token), error.line
    if isinstance(error, CardsMissingError):
        names, n = ", ".join(map(card_name, error.cards[:_NAMED])), len(error.cards)
        if n > _NAMED:
            return tr("cards are missing, including {cards}.", cards=names)
        return trn(
            "a card is missing ({cards}).", "{n} cards are missing ({cards}).", n, cards=names
        )
    if isinstance(error, CardTwiceError):
        return tr("the {card} appears twice.", card=card_name(error.card))
    if isinstance(error, IllegalMoveError):
        return tr(
            "move {number}, “{move}”, is illegal. {why}",
            number=error.number,
            move=word,
            why=error.reason,
        )
    if error.sentence:
        return texts.one(error.sentence, word=word, line=line)
    if not word:
        return tr("{reason}.", reason=error.reason)
    return tr("{reason} (line {line}).", reason=error.reason, line=line)


def _printable(token: str) -> str:
    shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in token[: _SHOWN + 1])
    return shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"


def share_line(session: Session, day: str = "") -> str:
    """Return a line that says how a game went, without spoilers.

    ``day`` is the date of a deal of the day, in ISO 8601.
    """
    deal, kind = session.deal, session.deal.kind
    named = tr("own deal") if deal.number is None else str(deal.number)
    words = [f"{game_name(kind)} {named}" + (f" ({kind.rules_name})" if kind.rules_name else "")]
    home = session.state.cards_home
    info = session.info
    if info.replay:
        words.append(tr("replay"))
    if info.shown:
        words.append(tr("solution shown"))
    else:
        words.append(tr("won") if session.won else trn("{n} card home", "{n} cards home", home))
    words.append(account_text(session.credited_account, kind.payment))
    words += [trn("{n} move", "{n} moves", session.moves), duration(session.info.seconds)]
    words.append(trn("{n} hint", "{n} hints", info.hints))
    words.append(trn("{n} undo", "{n} undos", info.undos))
    return " · ".join(filter(None, ["Vierfeld", day, *words]))
