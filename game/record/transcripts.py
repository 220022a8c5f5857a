"""What was played in a finished game: its moves, kept so that it can be looked at again.

The record itself holds only how games ended. What stands here is a line for each of them, in a
file that is only ever added to.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

from game.play.session import Session
from game.play.sharing import from_text, to_text
from game.record.entries import Entry

_WRITTEN: Final = re.compile(
    r'\{"game": "(\w+)", "rules": (?:null|"(\w+)"), "ended": "([^"\\]+)", '
    r'"home": ([0-9]{1,2}), "stage": ([0-9]{1,2}), "moves": "([^"]*)"\}'
)


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game. ``ended`` is the moment as the record has it, ``home`` how many cards
    lay on the foundations, ``stage`` the casino's stage from 1 to 3 (3 in every other game);
    ``moves`` is the deal with all its moves, as it would be copied."""

    game: str
    rules: str | None
    ended: str
    home: int
    stage: int
    moves: str

    @classmethod
    def of(cls, session: Session, entry: Entry) -> Played:
        """What was played in ``session``, which stands in the record as ``entry``."""
        state = session.state
        home, stage = state.cards_home, state.stage
        return cls(entry.game, entry.rules, entry.ended, home, stage, to_text(session))

    def is_of(self, entry: Entry) -> bool:
        """Whether it is what was played in the game that stands in the record as ``entry``."""
        return (self.game, self.rules, self.ended) == (entry.game, entry.rules, entry.ended)

    @property
    def text(self) -> str:
        """The game as a line of the file."""
        data = {name: getattr(self, name) for name in Played.__slots__}
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_text(cls, line: str) -> Played | None:
        """The game that a line of the file holds; None if it is damaged."""
        # As it was written here it need not be taken apart, which is slow for thousands.
        if written := _WRITTEN.fullmatch(line):
            game, rules, ended, home, stage, moves = written.groups()
            if moves.count("\\") == moves.count("\\n"):
                text = moves.replace("\\n", "\n")
                return cls(game, rules, ended, int(home), int(stage), text)
        try:
            data = json.loads(line)
            found = cls(**{name: data[name] for name in cls.__slots__})
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
        words = (found.game, found.ended, found.moves)
        numbers = (found.home, found.stage)
        sound = all(isinstance(word, str) for word in words) and (
            all(type(number) is int for number in numbers) and isinstance(found.rules, str | None)
        )
        return found if sound else None

    def session(self) -> Session:
        """The game as it stood at its end. Raises ``ValueError`` where it cannot be replayed."""
        session = from_text(self.moves, self.game, self.rules, as_kept=True)
        session.recorded = True
        return session
