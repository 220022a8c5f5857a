"""Which deal is meant: the words and texts that name a deal become a ``Deal``, or one error.

The window's command line, the commands, copied games and saved games all read deals here. What
they are given has other forms (arguments, JSON, lines of text); what it means is decided once.
"""

from __future__ import annotations

from typing import Final

from game.core.cards import MAX_DEAL
from game.rules.notation import parse_board, parse_deck
from game.rules.registry import Deal, Start, games, kinds_of, rule_sets, taking, with_rule_sets
from game.support.errors import GivenError
from game.support.texts import tr_later

_LONGEST: Final = 12
"""A number may have leading zeros, up to so many digits in all."""
_SHOWN: Final = 40
"""At most this many characters of a word are shown in an error."""


class NumberError(GivenError):
    """No deal has that number."""


def quoted(word: str) -> str:
    """Return ``word`` as an error shows it: in quotes, shortened to what a line can bear."""
    return repr(word if len(word) <= _SHOWN else word[:_SHOWN] + "…")


def game_named(word: str) -> str:
    """Return the game called ``word``."""
    if word not in games():
        there = ", ".join(games())
        raise GivenError(
            tr_later("unknown game: {word} (choose from: {games})"),
            word=quoted(word),
            games=there,
        )
    return word


def rules_named(game: str, word: str | None) -> str | None:
    """Return the rule set of ``game`` called ``word``, or the default one if there is no word."""
    known = rule_sets(game)
    if word is None:
        return next(iter(known), None)
    if not known:
        message = tr_later("a rule set goes with {games} only")
        raise GivenError(message, games=", ".join(with_rule_sets()))
    if word not in known:
        names = ", ".join(known)
        raise GivenError(
            tr_later("unknown rule set: {word} (choose from: {names})"),
            word=quoted(word),
            names=names,
        )
    return word


def number_named(word: str | int) -> int:
    """Return the number of a deal, written in ASCII digits or read from JSON."""
    digits = str(word) if isinstance(word, int) else word
    if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST:
        found = int(digits)
        if found <= MAX_DEAL:
            return found
    raise NumberError(
        tr_later("a deal is a number from 0 to {last}, not {word}"),
        last=MAX_DEAL,
        word=quoted(digits),
    )


def must_take(game: str, start: Start) -> None:
    """Raise ``GivenError`` unless own deals of ``game`` have the form ``start``."""
    own = kinds_of(game)[0].own
    if start is own:
        return
    if own is Start.DECK:
        boards = ", ".join(taking(Start.BOARD))
        message = tr_later("{boards} takes a board; {game} takes a deck")
        raise GivenError(message, boards=boards, game=game)
    decks = ", ".join(taking(Start.DECK))
    message = tr_later("{decks} takes a deck; {game} takes a board")
    raise GivenError(message, decks=decks, game=game)


def deal_named(game: str, number: str | int, rules: str | None = None) -> Deal:
    """Return the deal of a number; ``rules`` is the word for the rule set, None the default."""
    game = game_named(game)
    return Deal(game, number_named(number), rules_named(game, rules))


def own_deal(game: str, rules: str | None, start: Start, text: str, line: int = 1) -> Deal:
    """Return the deal whose board or deck is written in ``text``, which begins at ``line``.

    Raises ``GivenError``; for a text that is no board or deck that is a ``NotationError``.
    """
    game = game_named(game)
    rules = rules_named(game, rules)
    must_take(game, start)
    if start is Start.BOARD:
        return Deal(game, rules=rules, board=parse_board(text, line))
    return Deal(game, rules=rules, deck=parse_deck(text, line))
