"""The moves of finished games, kept so that they can be reviewed.

The record itself holds only how games ended. Here each game has one line, in a file that grows at
its end. A line is taken out when its game goes on after all, and written anew when the player has
written something on a past game: both by the journal (``game.player.lines``), which is as safe as
what is added, and leaves one line for each game, as every older program expects it. A line of notes
that is joined to that of its game would have cost less to write, but older programs would have told
it as damage, and so rare a thing need not be fast.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.play.history import Node
from game.play.saved_game import NAMES_ASIDE, aside_text, grow_aside, members
from game.play.session import Session
from game.play.sharing import from_text, to_text
from game.record.entries import Entry
from game.rules.notation import NotationError

_TORN: Final = (
    r'\{"game": "(\w+)", "rules": (?:null|"(\w+)"), "ended": "([^"\\]+)", '
    r'"home": ([0-9]{1,2}), "stage": ([0-9]{1,2}), "moves": "([^"]*)'
)
"""The beginning of a line, up to where its moves end or break off."""
_WRITTEN: Final = _TORN + r'"(?:\}|, ("(?:branches|notes)": .*))'
"""A line. Damage behind the moves is left to whoever asks for what stands there."""
_ACTION: Final = re.compile(r"[1-8a-d][1-8a-dh](v[0-9a-f])?( [1-8a-d][1-8a-dh](v[0-9a-f])?)*")
"""An action of a game that can have a par, as it is written here; never a line of a board."""
_NAMES: Final = ("game", "rules", "ended", "home", "stage", "moves")
"""What each line has, in the order in which it is written."""


@dataclass(frozen=True, slots=True)
class Played:
    """The moves of one finished game. ``ended`` is the time as the record has it, ``home`` the
    number of cards on the foundations, ``stage`` the casino's stage from 1 to 3 (3 in every other
    game); ``moves`` is the deal with all its moves, in the form in which a game is copied.
    ``aside`` is what was played and written beside them (``game.play.saved_game``); few ask for
    it."""

    game: str
    rules: str | None
    ended: str
    home: int
    stage: int
    moves: str
    aside: str = ""

    @classmethod
    def of(cls, session: Session, entry: Entry, end: Node | None = None) -> Played:
        """Return the moves of ``session``, whose entry in the record is ``entry``; it has ended at
        ``end``, or where it stands."""
        end = end or session.here
        state = session.state_at(end)
        text, aside = to_text(session, end, as_kept=True), aside_text(session, end)
        home, stage = state.cards_home, state.stage
        return cls(entry.game, entry.rules, entry.ended, home, stage, text, aside)

    @property
    def line(self) -> tuple[object, ...]:
        """All but what stands beside it."""
        return tuple(getattr(self, name) for name in _NAMES)

    def with_aside(self, session: Session) -> Played:
        """Return the same moves, with what is beside them in ``session`` by now, which stands at
        their end."""
        return replace(self, aside=aside_text(session, session.here))

    def joined(self, other: Played) -> Played:
        """Return the same moves, with what is beside them here and in ``other``; as it is here if
        not all of that can be read."""
        session, more = self.readable(), other.readable()
        if session.lost or more.lost:
            return self
        session.history.add(more.history.root.below())
        return self.with_aside(session)

    def amended(self, line: str) -> str | None:
        """Return ``line``, in which these very moves stand, with what is beside them here; None if
        it is another line. What a newer program has written there stays."""
        if (found := Played.from_text(line)) is None or found.line != self.line:
            return None
        if found.aside == self.aside:
            return line
        data = {name: value for name, value in json.loads(line).items() if name not in NAMES_ASIDE}
        return _joined(json.dumps(data, ensure_ascii=False), self.aside)

    def is_of(self, entry: Entry) -> bool:
        """Return whether these are the moves of the game recorded as ``entry``."""
        return (self.game, self.rules, self.ended) == (entry.game, entry.rules, entry.ended)

    @property
    def text(self) -> str:
        """The game as a line of the file."""
        data = dict(zip(_NAMES, self.line, strict=True))
        return _joined(json.dumps(data, ensure_ascii=False), self.aside)

    @classmethod
    def from_text(cls, line: str) -> Played | None:
        """Return the game on a line of the file; None if the line is damaged."""
        # A line in the form written here need not be parsed, which is slow for thousands.
        written = re.fullmatch(_WRITTEN, line)
        if written and (found := cls._of_groups(written.groups())):
            return found
        try:
            data = json.loads(line)
            found = cls(**{name: data[name] for name in _NAMES}, aside=_aside_of(data))
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
        game, rules, ended, home, stage, moves, *more = groups
        if moves.count("\\") != moves.count("\\n"):
            return None
        aside = (more[0] or "").removesuffix("}") if more else ""
        return cls(game, rules, ended, int(home), int(stage), moves.replace("\\n", "\n"), aside)

    @classmethod
    def from_damaged(cls, line: str) -> Played | None:
        """Return the game on a damaged line, with the moves before the damage; None if not even
        its deal can be read."""
        torn = re.match(_TORN, line)
        found = cls._of_groups(torn.groups()) if torn else None
        # The last move may be only the beginning of another one.
        moves = found.moves.rpartition("\n")[0] if found else ""
        return replace(found, moves=moves + "\n") if found and moves else None

    def moves_of(self, actions: int) -> int | None:
        """Return how many moves, as par counts them, the ``actions`` of the game were; None unless
        the text has just as many. Thousands of games are counted so: none is replayed."""
        lines = self.moves.splitlines()
        last = len(lines) - actions
        whole = last > 0 and not _ACTION.fullmatch(lines[last - 1])
        if not whole or not all(map(_ACTION.fullmatch, lines[last:])):
            return None
        return sum(map(_moves_on, lines[last:]))

    def session(self) -> Session:
        """Return the game as it stood at its end, its line alone. Raises ``ValueError`` if it
        cannot be replayed."""
        return self._replayed(self.moves)

    def readable(self) -> Session:
        """Return the game with its branches, up to the first move that is damaged. Raises
        ``ValueError`` if not even its deal can be read."""
        try:
            session = self.session()
        except NotationError as error:
            sound = "\n".join(self.moves.strip().splitlines()[: error.line - 1])
            session = self._replayed(sound)
        if self.aside:
            grow_aside(session, self.aside)
        return session

    def _replayed(self, moves: str) -> Session:
        session = from_text(moves, self.game, self.rules, as_kept=True)
        session.book.recorded = True
        return session


def _moves_on(line: str) -> int:
    """Return how many player moves an action is, as ``game.rules.counting`` has it."""
    targets = [token[1] for token in line.split() if token[1] != "h"]
    return len(targets) if set(targets) <= set("abcd") else 1


def _joined(text: str, aside: str) -> str:
    return f"{text[:-1]}, {aside}}}" if aside else text


def _aside_of(data: Mapping[str, object]) -> str:
    return members({name: data[name] for name in NAMES_ASIDE if name in data})
