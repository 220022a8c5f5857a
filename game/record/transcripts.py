"""The moves of finished games, kept so that they can be reviewed.

The record itself holds only how games ended. Here each game has one line, in a file that is only
ever appended to.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

from game.play.session import Session
from game.record.entries import Entry
from game.rules.notation import NotationError
from game.support.records import dataclass, replace

_WRITTEN: Final = re.compile(
    r'\{"game": "(\w+)", "rules": (?:null|"(\w+)"), "ended": "([^"\\]+)", '
    r'"home": ([0-9]{1,2}), "stage": ([0-9]{1,2}), "moves": "([^"]*)"\}'
)


_TORN: Final = re.compile(_WRITTEN.pattern.removesuffix(r'"\}'))
"""The beginning of such a line, up to where its moves break off."""


@dataclass(frozen=True, slots=True)
class Played:
    """The moves of one finished game. ``ended`` is the time as the record has it, ``home`` the
    number of cards on the foundations, ``stage`` the casino's stage from 1 to 3 (3 in every other
    game); ``moves`` is the deal with all its moves, in the form in which a game is copied."""

    game: str
    rules: str | None
    ended: str
    home: int
    stage: int
    moves: str

    @classmethod
    def of(cls, session: Session, entry: Entry) -> Played:
        """Return the moves of ``session``, whose entry in the record is ``entry``."""
        from game.play.sharing import to_text  # no game has ended at the start

        state = session.state
        home, stage = state.cards_home, state.stage
        return cls(entry.game, entry.rules, entry.ended, home, stage, to_text(session))

    def is_of(self, entry: Entry) -> bool:
        """Return whether these are the moves of the game recorded as ``entry``."""
        return (self.game, self.rules, self.ended) == (entry.game, entry.rules, entry.ended)

    @property
    def text(self) -> str:
        """The game as a line of the file."""
        data = {name: getattr(self, name) for name in Played.__slots__}
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_text(cls, line: str) -> Played | None:
        """Return the game on a line of the file; None if the line is damaged."""
        # A line in the form written here need not be parsed, which is slow for thousands.
        if (written := _WRITTEN.fullmatch(line)) and (found := cls._of_groups(written.groups())):
            return found
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

    @classmethod
    def _of_groups(cls, groups: Sequence[str]) -> Played | None:
        game, rules, ended, home, stage, moves = groups
        if moves.count("\\") != moves.count("\\n"):
            return None
        return cls(game, rules, ended, int(home), int(stage), moves.replace("\\n", "\n"))

    @classmethod
    def from_damaged(cls, line: str) -> Played | None:
        """Return the game on a damaged line, with the moves before the damage; None if not even
        its deal can be read."""
        torn = _TORN.match(line)
        found = cls._of_groups(torn.groups()) if torn else None
        # The last move may be only the beginning of another one.
        moves = found.moves.rpartition("\n")[0] if found else ""
        return replace(found, moves=moves + "\n") if found and moves else None

    def session(self) -> Session:
        """Return the game as it stood at its end. Raises ``ValueError`` if it cannot be
        replayed."""
        return self._replayed(self.moves)

    def readable(self) -> Session:
        """Return the game up to the first move that is damaged. Raises ``ValueError`` if not even
        its deal can be read."""
        try:
            return self.session()
        except NotationError as error:
            sound = "\n".join(self.moves.strip().splitlines()[: error.line - 1])
        return self._replayed(sound)

    def _replayed(self, moves: str) -> Session:
        from game.play.sharing import from_text  # no finished game is looked at at the start

        session = from_text(moves, self.game, self.rules, as_kept=True)
        session.recorded = True
        return session
