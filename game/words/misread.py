"""Tells a player why a text or file that was pasted, dropped or opened is not a game."""

from __future__ import annotations

from typing import Final

from game.core.cards import cards_text
from game.core.reasons import GivenError, Reason
from game.rules.notation import NotationError
from game.support.texts import texts, tr, tr_later, trn
from game.words.causes import system_reason
from game.words.names import card_name
from game.words.refusals import message

_NAMED: Final = 3
"""At most this many missing cards are named."""
_SHOWN: Final = 24
"""At most this many characters of a word are shown."""


def told(error: ValueError | OSError, file: str = "") -> str:
    """Return a sentence saying what is wrong with the copied text, or with the text in ``file``."""
    if not isinstance(error, NotationError):
        return f"{file}: {why(error)}" if file else why(error)
    if error.reason is Reason.NOTHING and not file:
        return reason_text(error)
    if error.reason in (Reason.NOT_CARDS, Reason.NOTHING):
        return _no_game(file)
    if error.reason is Reason.NEWER:
        if file:
            return tr("{file} is from a newer version of Vierfeld.", file=file)
        return tr("The copied text is from a newer version of Vierfeld.")
    found = _why(error)
    if file:
        return tr("{file} isn't a game: {why}", file=file, why=found)
    return tr("The copied text isn't a game: {why}", why=found)


def why(error: Exception) -> str:
    """Return what is wrong as the command line says it: the line, the token and the reason."""
    if isinstance(error, NotationError):
        token = error.token
        shown = token if len(token) <= 40 else token[:40] + "…"
        where = tr("line {line}", line=error.line)
        told = reason_text(error)
        return f"{where}: {shown!r}: {told}" if shown else f"{where}: {told}"
    if isinstance(error, OSError):
        return system_reason(error)
    return reason_text(error) if isinstance(error, GivenError) else str(error)


def reason_text(error: NotationError | GivenError) -> str:
    """Return the reason alone, as a phrase."""
    if isinstance(error, GivenError):
        return _given(error)
    if error.refusal is not None:
        return message(error.refusal)
    if error.reason is Reason.CARD_TWICE:
        return tr("{card} appears twice", card=error.cards[0])
    if error.reason is Reason.CARDS_MISSING:
        names = cards_text(error.cards[:5]) + (" …" if len(error.cards) > 5 else "")
        return tr("missing cards: {cards}", cards=names)
    if error.reason is Reason.COLUMNS_HERE:
        return tr("a board has 8 columns, not {count}", count=error.number)
    return _plain(error.reason)


_WITH_VALUES: Final = {
    Reason.NO_GAME: tr_later("unknown game: {game}"),
    Reason.NO_RULE_SET: tr_later("unknown rule set: {rules}"),
    Reason.TOO_LONG: tr_later("That game is too long: {most} moves at most."),
    Reason.DEAL_RANGE: tr_later("Deal numbers go from 0 to {most}."),
    Reason.GAME_UNKNOWN: tr_later("unknown game: {word} (choose from: {games})"),
    Reason.RULES_UNKNOWN: tr_later("unknown rule set: {word} (choose from: {names})"),
    Reason.NO_NUMBER: tr_later("a deal is a number from 0 to {last}, not {word}"),
    Reason.RULE_SET_MISPLACED: tr_later("a rule set goes with {games}, and only there"),
    Reason.RULES_UNASKED: tr_later("a rule set goes with {games} only"),
    Reason.TAKES_A_DECK: tr_later("{boards} takes a board; {game} takes a deck"),
    Reason.TAKES_A_BOARD: tr_later("{decks} takes a deck; {game} takes a board"),
}


def _given(error: GivenError) -> str:
    named = _WITH_VALUES.get(error.reason)
    return _plain(error.reason) if named is None else texts.one(named, **error.values)


def _plain(reason: Reason) -> str:
    """Return the phrase of a reason that names no values."""
    return {
        Reason.NO_MOVE: tr("not a move"),
        Reason.NO_CARD: tr("not a card"),
        Reason.NOT_CARDS: tr("not a card"),
        Reason.LINE_NOT_EXPECTED: tr("this line doesn't belong here"),
        Reason.NO_SUCH_LINE: tr("not a line of a board"),
        Reason.COLUMNS: tr("a board has 8 columns"),
        Reason.FOUNDATION_FORM: tr("write a foundation as H-6"),
        Reason.FOUNDATION_TWICE: tr("this foundation appears twice"),
        Reason.CELLS: tr("there are only 4 free cells"),
        Reason.NOTHING: tr("There's nothing to paste."),
        Reason.HEADER: tr("not the first line of a copied game"),
        Reason.NEWER: tr("from a newer version of Vierfeld"),
        Reason.NO_FILE: tr("That isn't a file."),
        Reason.FILE_TOO_LARGE: tr("That file is too large to be a game."),
        Reason.NO_TEXT: tr("That file contains no text."),
        Reason.COPIED_TOO_LONG: tr("The copied text is too long."),
        Reason.COPIED_NO_TEXT: tr("The copied text can't be read."),
        Reason.REMARK_OPEN: tr("a remark begins here but never ends"),
        Reason.REMARK_CLOSED: tr("a remark ends here but never began"),
        Reason.BRANCH_OPEN: tr("a branch begins here but never ends"),
        Reason.BRANCH_CLOSED: tr("a branch ends here but never began"),
        Reason.BRANCH_EMPTY: tr("this branch has no moves"),
        Reason.BRANCH_OF_NOTHING: tr("no move comes before this branch"),
    }[reason]


def _no_game(file: str) -> str:
    if file:
        return tr("{file} contains no game.", file=file)
    return tr("The copied text is neither a game nor a deal number.")


def _why(error: NotationError) -> str:
    word, line = _shown(error.token), error.line
    if error.reason is Reason.CARDS_MISSING:
        names, n = ", ".join(map(card_name, error.cards[:_NAMED])), len(error.cards)
        if n > _NAMED:
            return tr("cards are missing, including {cards}.", cards=names)
        return trn(
            "a card is missing ({cards}).", "{n} cards are missing ({cards}).", n, cards=names
        )
    if error.reason is Reason.CARD_TWICE:
        return tr("the {card} appears twice.", card=card_name(error.cards[0]))
    if error.reason is Reason.ILLEGAL:
        return tr(
            "move {number}, “{move}”, is illegal. {why}",
            number=error.number,
            move=word,
            why=reason_text(error),
        )
    if error.reason is Reason.NO_CARD:
        return tr("“{word}” in line {line} isn't a card.", word=word, line=line)
    if error.reason is Reason.NO_MOVE:
        return tr("“{word}” in line {line} isn't a move.", word=word, line=line)
    if error.reason is Reason.HEADER:
        return tr("its first line doesn't name a deal.")
    if not word:
        return tr("{reason}.", reason=reason_text(error))
    return tr("{reason} (line {line}).", reason=reason_text(error), line=line)


def _shown(token: str) -> str:
    """Return ``token`` made safe to display: shortened, without control characters."""
    shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in token[: _SHOWN + 1])
    return shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"
