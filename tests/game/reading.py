"""Helpers for reading and playing moves, and for running commands."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from game.core.cards import cards_text
from game.core.moves import Move, Refusal
from game.core.state import State
from game.play.history import action_text
from game.play.saved_games import read_saved, saved_text
from game.play.session import Session
from game.rules import notation
from game.rules.choices import Automatic
from game.rules.registry import Deal, Rules, kinds_of
from game.rules.replay import position_after, replay
from game.store.importing import file_of, read_old


def parse_move(token: str, game: str) -> Move:
    return notation.parse_move(token, kinds_of(game)[0].notation)


def reread(session: Session) -> Session:
    """Return ``session`` as read from its saved text."""
    found, whole = read_saved(saved_text(session), session.deal.game)
    assert whole
    return found


def line(text: str, game: str) -> list[Move]:
    return [parse_move(token, game) for token in text.split()]


def position(rules: Rules, state: State, moves: Iterable[Move]) -> State:
    """Return the position after ``moves``, each of which must be legal."""
    found = position_after(rules, state, moves)
    assert not isinstance(found, Refusal), found
    return found


def play(session: Session, text: str, automatic: Automatic = Automatic.OFF) -> Session:
    """Play ``text``, whose moves must be legal; return the session."""
    for move in line(text, session.deal.game):
        done = session.do(move, automatic=automatic)
        assert not isinstance(done, Refusal), f"{move.text}: {done}"
    return session


def played(deal: Deal, text: str) -> Session:
    return play(Session(deal), text)


def older(session: Session) -> dict[str, Any]:
    """Return what an older version would have saved, without the branches."""
    deal = session.deal
    data: dict[str, Any] = {"game": deal.game, "deal": deal.number, "rules": deal.rules}
    if deal.board is not None:
        data["board"] = notation.board_text(deal.board).splitlines()
    if deal.deck is not None:
        data["deck"] = cards_text(deal.deck)
    return {
        **{"format": 1, **data, **session.info.to_data()},
        "actions": [*map(action_text, session.actions)],
        "undone": [*map(action_text, session.undone)],
        "looked": list(session.seen),
    }


def imported(data: dict[str, Any]) -> Session:
    """Import ``data`` from an older version, and return the game in hand."""
    game = str(data["game"])
    return read_old({file_of(game): json.dumps(data).encode()}).in_hand[game]


# -- commands --------------------------------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[2]


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def record(**keys: object) -> str:
    """Return a line for ``--batch`` about deal 617 of Vierfrei, with ``keys`` added or changed."""
    return json.dumps({"id": "x", "game": "vierfrei", "deal": 617} | keys)


def assert_wins(found: dict[str, Any], deal: Deal, before: str = "") -> None:
    assert found["verdict"] == "winnable"
    tokens = [*before.split(), *found["moves"]]
    played = replay(deal, [parse_move(token, deal.game) for token in tokens])
    assert played.refusal is None
    assert deal.engine.won(played.last)


def process(*words: str, **more: Any) -> subprocess.Popen[bytes]:
    """Start ``python -m game`` with pipes to its streams."""
    return subprocess.Popen(
        [sys.executable, "-m", "game", *words],
        **{"cwd": ROOT, **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE), **more},
    )
