"""Reads moves in the notation of a game given by its key."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.moves import Move
from game.play.session import Session
from game.rules import notation
from game.rules.notation import Token
from game.rules.registry import kinds_of
from game.store.game_text import kept_game, kept_text


def parse_move(token: str, game: str) -> Move:
    """Return the move that ``token`` means in the notation of ``game``."""
    return notation.parse_move(token, kinds_of(game)[0].notation)


def parse_moves(tokens: Iterable[Token], game: str) -> list[Move]:
    """Return the moves of ``tokens`` in the notation of ``game``."""
    return notation.parse_moves(tokens, kinds_of(game)[0].notation)


def reread(session: Session) -> Session:
    """Return the game as it comes back from its file."""
    found, whole = kept_game(kept_text(session), session.deal.game)
    assert whole
    return found
