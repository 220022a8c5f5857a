"""What stands in a player's files, read anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from game.play.history import action_text
from game.play.session import Session
from game.record.entries import Entry
from game.store.game_text import read_saved
from game.store.log import GameLog
from game.store.store import SETTINGS, hand_file


def in_hand(home: Path, game: str) -> Session:
    """Return the game in hand as its file has it."""
    found, whole = read_saved((home / hand_file(game)).read_text("utf-8"), game)
    assert whole and not found.unreadable_branches
    return found


def saved(home: Path, name: str) -> dict[str, Any]:
    """Return what the file of the settings, of the record or of a game in hand holds."""
    if name == "settings":
        return dict(json.loads((home / SETTINGS).read_text("utf-8")))
    if name == "record":
        file = GameLog(home)
        file.read()
        return {"games": [_known(one) for one in file.games()]}
    found = in_hand(home, name)
    return {
        "deal": found.deal.number,
        "rules": found.deal.rules,
        "actions": [*map(action_text, found.actions)],
        "undone": [*map(action_text, found.undone)],
        **found.info.to_data(),
    }


def _known(entry: Entry) -> dict[str, Any]:
    """What an entry of the record says."""
    return {name: value for name, value in entry._asdict().items() if value is not None}
