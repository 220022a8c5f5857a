"""Tells a player why a text or file that was pasted, dropped or opened is not a game."""

from __future__ import annotations

from typing import Final

from game.rules.notation import NotationError
from game.support.texts import tr, trn
from game.words.names import card_name

_NAMED: Final = 3
"""At most this many missing cards are named."""
_SHOWN: Final = 24
"""At most this many characters of a word are shown."""


def told(error: ValueError, file: str = "") -> str:
    """One sentence saying what is wrong with the copied text, or with the text in ``file``."""
    if not isinstance(error, NotationError):
        return f"{file}: {error}" if file else str(error)
    if error.key == "nothing" and not file:
        return error.reason
    if error.key in ("no-game", "nothing"):
        return _no_game(file)
    why = _why(error)
    if file:
        return tr("{file} holds no game: {why}", file=file, why=why)
    return tr("What was copied is no game: {why}", why=why)


def _no_game(file: str) -> str:
    if file:
        return tr("{file} holds no game.", file=file)
    return tr("What was copied is neither a game nor the number of a deal.")


def _why(error: NotationError) -> str:
    word, line = _shown(error.token), error.line
    if error.key == "missing":
        names, n = ", ".join(map(card_name, error.cards[:_NAMED])), len(error.cards)
        if n > _NAMED:
            return tr("cards are missing, among them {cards}.", cards=names)
        return trn(
            "a card is missing ({cards}).", "{n} cards are missing ({cards}).", n, cards=names
        )
    if error.key == "twice":
        return tr("the {card} is there twice.", card=card_name(error.cards[0]))
    if error.key == "illegal":
        return tr(
            "move {number}, “{move}”, breaks the rules. {why}",
            number=error.number,
            move=word,
            why=error.reason,
        )
    if error.key == "no-card":
        return tr("“{word}” in line {line} is no card.", word=word, line=line)
    if error.key == "no-move":
        return tr("“{word}” in line {line} is no move.", word=word, line=line)
    if error.key == "header":
        return tr("its first line names no deal.")
    if not word:
        return tr("{reason}.", reason=error.reason)
    return tr("{reason} (line {line}).", reason=error.reason, line=line)


def _shown(token: str) -> str:
    """``token`` made safe to display: shortened, without control characters."""
    shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in token[: _SHOWN + 1])
    return shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"
