"""Games whose files the tests examine, and the messages for the player."""

from __future__ import annotations

from game.player.current import Desk, open_desk
from game.player.storage import Storage

from game.core.moves import Refusal
from game.play.session import Session
from game.player.settings import Settings
from game.rules.registry import numbered
from tests.game.reading import parse_move


def played(line: str = "58 82", game: str = "vierfrei", rules: str | None = None) -> Session:
    session = Session(numbered(game, 617, rules))
    for token in line.split():
        assert not isinstance(session.do(parse_move(token, game)), Refusal)
    return session


def desk_of(storage: Storage, session: Session | None = None) -> Desk:
    return open_desk(storage, Settings(), storage.record(), "vierfrei", session or played())


def told_once(storage: Storage) -> str:
    """Return the one line that the player is told."""
    problems = storage.take_problems()
    assert len(problems) == 1 and storage.take_problems() == []
    line = problems[0]
    assert line.isprintable() and 10 < len(line) < 250
    return line


def marked(storage: Storage) -> str:
    """Return what is said as long as something is unsaved."""
    return storage.mark
