"""A game as text to be copied, and such texts, numbers, boards and decks read back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from game.core.cards import MAX_DEAL, Card, cards_text
from game.core.moves import Action
from game.play.history import History, Node, action_text, begins
from game.play.session import Session
from game.play.variations import IllegalMoveError, grow, longer, tree_lines, unrolled
from game.rules.notation import CardsMissingError, CardTwiceError, NotationError, board_text
from game.rules.registry import (
    KINDS,
    Deal,
    GameKind,
    NumberError,
    Start,
    deal_named,
    games,
    kinds_of,
    own_deal,
    rule_sets,
)
from game.rules.replay import written
from game.support.errors import GivenError, why
from game.support.texts import texts, tr, tr_later, trn
from game.words.names import account_text, card_name, duration, game_name

_HEADER_FORMAT: Final = 1
HEADER: Final = f"# Vierfeld {_HEADER_FORMAT}"
_ANY_HEADER: Final = re.compile(r"# Vierfeld ([0-9]{1,9})\b")
LARGEST: Final = 1 << 20
"""Bytes of a text beyond which it can hold no game."""
MOST_MOVES: Final = 20_000
"""Moves of a text, with those of its branches, beyond which it is no game to play: reading it would
take a second, and keeping it at each move."""
_NAMED: Final = 3
"""At most this many missing cards are named."""
_SHOWN: Final = 24
"""At most this many characters of a word are shown."""
_KIND_NOTE: Final = re.compile(r"#\s*(\w+)(?:\s+(\w+))?\s*$")


class NoGameError(NotationError):
    """The text is no game at all."""


class NewerTextError(NotationError):
    """The text is from a newer version of the program."""


def to_text(session: Session, end: Node | None = None, *, as_kept: bool = False) -> str:
    """Return the deal of ``session`` and the moves since it last began, one action a line: those to
    ``end``, or to where it stands. ``as_kept`` is the form in which the program keeps it, which
    ``from_text`` reads if it is told so."""
    if end is None:
        actions = session.since_restart
    else:
        done = [node.action for node in end.up()]
        to_begin = (at for at, action in enumerate(done) if not action or begins(action))
        actions = done[: next(to_begin, len(done))][::-1]
    if as_kept:
        return _text(session.deal, map(action_text, actions))
    return line_text(session.deal, actions)


def line_text(deal: Deal, actions: Sequence[Action]) -> str:
    """Return ``deal`` and the ``actions`` of a line of it, each on a line of its own."""
    states = [deal.layout(), *(action[-1].after for action in actions)]
    lines = (written(deal, state, one) for state, one in zip(states, actions, strict=False))
    return _text(deal, lines)


def tree_text(session: Session) -> str:
    """Return the deal of ``session`` and all that was ever played of it, with its branches,
    bookmarks and remarks (``game.play.variations``)."""
    return whole_text(session.deal, unrolled(session.history))


def whole_text(deal: Deal, tree: History) -> str:
    """Return ``deal`` and all that is in a ``tree`` of it, in which no restart is."""
    return _text(deal, tree_lines(deal, tree.root))


def _text(deal: Deal, lines: Iterable[str]) -> str:
    """Return ``deal``, and below it the ``lines``."""
    if deal.board is not None:
        first = board_text(deal.board)
        if deal.kind is not _usual(Start.BOARD):
            first = first.replace("\n", f"  # {_note(deal)}\n", 1)
    elif deal.deck is not None:
        first = f"{cards_text(deal.deck)}  # {_note(deal)}"
    else:
        first = " ".join([HEADER, deal.game, str(deal.number), *filter(None, [deal.rules])])
    return "\n".join([first, *lines, ""])


def _note(deal: Deal) -> str:
    """Return the comment that names the kind of an own deal."""
    return " ".join(filter(None, deal.kind.key))


def _usual(own: Start) -> GameKind:
    """Return the kind of an own deal of this form if nothing names one."""
    return next(kind for kind in KINDS.values() if kind.own is own)


def _kind_of_own(own: Start, first: str, game: str, rules: str | None) -> GameKind:
    """Return the kind of an own deal: the one noted in its ``first`` line, else the one asked
    for."""
    note = _KIND_NOTE.search(first)
    noted = KINDS.get((note[1], note[2])) if note else None
    asked = KINDS.get((game, rules)) or kinds_of(game)[0]
    by_rules = (kind for kind in KINDS.values() if kind.rules == rules)
    found = (noted, asked, *by_rules, _usual(own))
    return next(kind for kind in found if kind is not None and kind.own is own)


def text_of_file(path: str) -> str:
    """Return the text of the file at ``path``; raise ``ValueError`` if it cannot be a game, and
    ``OSError`` if it cannot be read."""
    try:
        if not Path(path).is_file():
            # A pipe or a device may never end, or never begin.
            raise GivenError(tr_later("That isn't a file."))
        with Path(path).open("rb") as file:
            found = file.read(LARGEST + 1)
        if len(found) > LARGEST:
            raise GivenError(tr_later("That file is too large to be a game."))
        return found.decode("utf-8")
    except UnicodeDecodeError:
        raise GivenError(tr_later("That file contains no text.")) from None


def from_text(text: str, game: str, rules: str | None, *, as_kept: bool = False) -> Session:
    """Return the game that ``text`` describes, recognised by its form.

    Each of its lines is an action where it was kept by the program itself (``as_kept``); else
    those are that can be one (``game.rules.replay``), and of the others each token is. It may
    have branches, and stands at the end of its line.

    A bare number is a deal of ``game``, 52 cards in one line are a deck, columns are a board: of
    ``game`` and ``rules`` where the text names no others and these take such. A text with a header
    is a game of its own. Raises ``NotationError`` or ``ValueError`` for anything else, and for an
    illegal move.
    """
    lines = text.removeprefix("\ufeff").strip().splitlines()
    if not lines:
        nothing = tr_later("There's nothing to paste.")
        raise NoGameError(1, "", nothing, nothing)
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
    return _play(Session(deal), lines, start, as_kept)


def _play(session: Session, lines: list[str], start: int, as_kept: bool) -> Session:
    """Play the moves of ``lines`` from line ``start`` on, and return ``session``."""
    history, text = session.history, "\n".join(lines[start:])
    if not as_kept and longer(text, MOST_MOVES):
        raise GivenError(tr_later("That game is too long: {most} moves at most."), most=MOST_MOVES)
    history.here = grow(session, history.root, text, start + 1, as_kept=as_kept)
    shown = (step.after for node in history.root.below() for step in node.action)
    session.looked = session.looked.through(shown)
    history.thin_out()
    return session


def _numbered(game: str, text: str, rules: str | None) -> Deal:
    """Return the deal with the number in ``text``."""
    try:
        return deal_named(game, text, rules)
    except NumberError:
        message = tr_later("Deal numbers go from 0 to {most}.")
        raise NumberError(message, most=MAX_DEAL) from None


def _deal_of_header(line: str) -> Deal:
    words = line[len(HEADER) :].split()
    # The game and the number, and the rule set in a game that has several.
    whole = bool(words) and len(words) == (3 if rule_sets(words[0]) else 2)
    wrong = NotationError(
        1,
        line,
        tr_later("not the first line of a copied game"),
        tr_later("its first line doesn't name a deal."),
    )
    if not whole or words[0] not in games() or not (words[1].isascii() and words[1].isdigit()):
        raise wrong
    try:
        return _numbered(words[0], words[1], words[2] if len(words) == 3 else None)
    except NumberError:
        raise
    except GivenError:
        raise wrong from None


def _must_name_cards(lines: list[str]) -> None:
    """Raise ``NotationError`` unless at least half of the words in ``lines``, a supposed board or
    deck, are cards; prose has words that look like cards too, such as ``as``."""
    bodies = [line.partition("#")[0].strip() for line in lines]
    if any(body.lower().startswith(("foundations:", "freecells:")) for body in bodies):
        return
    words = [word for body in bodies for word in body.replace(":", " ").split()]
    cards = sum(map(Card.named, words))
    if 2 * cards < max(1, len(words)):
        number = next((number for number, body in enumerate(bodies, 1) if body), 1)
        sentence = tr_later("The copied text is neither a game nor a deal number.")
        raise NoGameError(number, words[0] if words else "", tr_later("not a card"), sentence)


def _end_of_board(lines: list[str]) -> int:
    """Return how many of the lines are the board: those up to the eighth column."""
    columns = 0
    for number, line in enumerate(lines):
        body = line.partition("#")[0].strip()
        label = body.partition(":")[0].strip().lower() if ":" in body else ""
        columns += bool(body) and label not in ("foundations", "freecells")
        if columns == 8:
            return number + 1
    return len(lines)


def why_no_game(error: ValueError | OSError, file: str = "") -> str:
    """Return a sentence saying what is wrong with the copied text, or with the text in ``file``."""
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
    word, line = _shown(error.token), error.line
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


def _shown(token: str) -> str:
    """Return ``token`` made safe to display: shortened, without control characters."""
    shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in token[: _SHOWN + 1])
    return shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"


def share_line(session: Session, day: str = "") -> str:
    """Return a line that tells how a game went without giving its solution away; ``day`` is the ISO
    8601 date of a deal of the day, empty for any other."""
    deal, kind = session.deal, session.deal.kind
    named = tr("own deal") if deal.number is None else str(deal.number)
    words = [f"{game_name(kind)} {named}" + (f" ({kind.rules_name})" if kind.rules_name else "")]
    home = session.state.cards_home
    book = session.book
    if book.replay:
        words.append(tr("replay"))
    if book.shown:
        words.append(tr("solution shown"))
    else:
        words.append(tr("won") if session.won else trn("{n} card home", "{n} cards home", home))
    if kind.payment is not None and session.counted is not None:
        words.append(account_text(session.counted, kind.payment.in_dollars))
    words += [trn("{n} move", "{n} moves", session.moves), duration(session.book.seconds)]
    words.append(trn("{n} hint", "{n} hints", book.hints))
    words.append(trn("{n} undo", "{n} undos", book.undos))
    return " · ".join([*filter(None, ["Vierfeld", day]), *words])
