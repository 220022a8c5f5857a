"""One player's settings, games in hand and finished games.

Failures become messages for the player. ``docs/files.md`` describes the files.
"""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from time import time_ns
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from game.play.history import Node
from game.play.saved_games import finished_text, join_games, read_saved, saved_text
from game.play.session import Session
from game.player.settings import Settings
from game.record.entries import Entry, time_text
from game.rules.registry import games
from game.store.folder import PlayerFolder
from game.store.importing import RECORD, file_of, old_files, read_old
from game.store.log import LOG, OPEN, TEXT, GameLog, LogLine, digest, entry_data, text_of
from game.support.json_values import DataError, check_format, parse_object
from game.support.lock import ElsewhereError
from game.support.texts import tr, tr_later, trn

SETTINGS: Final = "settings.json"
IMPORTED: Final = "imported.json"
"""The file with a digest of each file imported from an older version."""
_MOST_NAMES: Final = 6
"""A message names at most this many lost options. If there are more, it says only how many."""


def hand_file(game: str) -> str:
    """Return the name of the file that holds the game in hand."""
    return f"{game}.game"


class _Ended(NamedTuple):
    """An ended game whose branches and notes may still change."""

    end: Node  # the node at which it ended
    text: str  # once the game's text differs from this, it is logged again
    lines: Sequence[str]  # the digests of the log's lines that the new one replaces


class PlayerStore(PlayerFolder):
    """Keeps one player's settings and games in a folder."""

    def __init__(self, folder: Path, *, now: Callable[[], datetime] = datetime.now) -> None:
        super().__init__(folder)
        self._now = now
        self._log = GameLog(folder)
        self._in_hand: dict[str, Session] = {}
        self._ended: WeakKeyDictionary[Session, dict[str, _Ended]] = WeakKeyDictionary()
        """For each session, the games in its tree that have ended, keyed by id."""
        self._loaded, self._loading = False, threading.RLock()

    # -- reading -------------------------------------------------------------------------------

    def settings(self) -> Settings:
        """Return the settings, with defaults for those that can't be read."""
        return self._read(SETTINGS, self._read_settings) or Settings()

    def _read_settings(self, data: bytes) -> Settings:
        """Return the settings that can be read from ``data``."""
        text, lost = data.decode("utf-8", "replace"), list[str]()
        try:
            options = dict(parse_object(text))
        except DataError:
            options = {}
            for line in text.split("\n"):
                with suppress(DataError):
                    options |= parse_object(f"{{{line.strip().removesuffix(',')}}}")
            if not options:
                raise
            there = re.findall(r'"(\w{1,40})"\s*:', text)
            lost = [name for name in (*Settings().to_data(), *there) if name not in options]
        else:
            # In a damaged file, even the format number may be damaged.
            check_format(options)
        found = Settings.from_data(options)
        if lost := [*dict.fromkeys([*found.unread, *lost])]:
            self._keep_damaged(SETTINGS, data, partial(_options_lost, lost))
        return found

    def game_in_hand(self, game: str) -> Session | None:
        """Return the saved session of ``game``, if any. It may have ended."""
        self.load()
        return self._in_hand.get(game)

    @property
    def log(self) -> GameLog:
        self.load()
        return self._log

    def load(self) -> None:
        """Read the player's games, unless that has been done."""
        # The program loads in a thread, so that the window can open meanwhile.
        with self._loading:
            if not self._loaded:
                self._loaded = True
                self._read(LOG, self._read_log)
                self._latest.pop(LOG, None)
                for game in games():
                    if session := self._read(hand_file(game), partial(self._read_game, game)):
                        self._in_hand[game] = session
                self._import()
                for session in self._in_hand.values():
                    best = self._log.best(session.info.entry)
                    if best and len(session.since_restart) > best.game.actions:
                        self.resumed(session)

    def _read_log(self, data: bytes) -> None:
        if damaged := self._log.read(data):
            self._keep_damaged(LOG, b"\n".join([*damaged, b""]), partial(_games_lost, len(damaged)))
            self._do_later(self._log.drop_damaged)

    def _read_game(self, game: str, data: bytes) -> Session:
        session, whole = read_saved(data.decode("utf-8", "replace"), game)
        if not whole or session.unreadable_branches:
            branches = session.unreadable_branches if whole else 0
            self._keep_damaged(hand_file(game), data, partial(_moves_lost, session.moves, branches))
            self._replace(hand_file(game), saved_text(session))
        self._compare_with_log(session)
        return session

    def _compare_with_log(self, session: Session) -> None:
        """Find out from the log which games of ``session`` are recorded, and which have ended."""
        for node in session.history.root.subtree():
            if (best := self._log.best(node.info.entry)) is not None:
                node.info.recorded = best.in_record
                over = node.action and session.deal.is_over(node.action[-1].after)
                if over and best.in_record and node.game_length == best.game.actions:
                    # The log may lack what was done last, or have what another computer added.
                    text = text_of(self._log.heads(best.game.id)[0])
                    self._ended.setdefault(session, {})[best.game.id] = _Ended(node, text, ())

    # -- the game in play ----------------------------------------------------------------------

    def changed(self, session: Session) -> None:
        """Save ``session`` as the game in hand."""
        _name(session)
        if n := session.history.branches_dropped:
            self._tell("{told}", told=partial(_forgotten, n))
            session.history.branches_dropped = 0
        self._in_hand[session.deal.game] = session
        self._replace(hand_file(session.deal.game), saved_text(session))

    def resumed(self, session: Session) -> None:
        """Remove a game from the record if it is in play again, unless it has ever been won."""
        best = self.log.best(session.info.entry)
        if best and best.in_record and not (best.won or session.ended):
            session.info.recorded = False
            # This comes first, so that being killed in between loses nothing.
            self.changed(session)
            self._append(session.info.entry, {"result": OPEN, TEXT: ""})

    def ended(self, session: Session) -> Entry:
        """Record a finished game, unless it is in the record as won. Return its entry."""
        name = _name(session)
        best = self.log.best(name)
        if best is None or not best.won:
            entry = Entry.of(session, self._now())
            entry = entry._replace(replay=entry.replay or self.log.has_played(session.deal, name))
            best = self._append(name, {**entry_data(entry), TEXT: finished_text(session)})
        session.info.recorded = True
        self._note_end(session)
        if session.ended:
            self.changed(session)
        return best.game

    def _note_end(self, session: Session) -> None:
        lines = [*map(digest, self._log.heads(session.info.entry))]
        ended = _Ended(session.here, finished_text(session), lines)
        self._ended.setdefault(session, {})[session.info.entry] = ended

    def _append(
        self, name: str, new: Mapping[str, object], over: Sequence[str] | None = None
    ) -> LogLine:
        added = self._log.append(name, time_text(self._now()), new, over)
        self._do_later(lambda: self._log.write([added]))
        return added

    # -- finished games ------------------------------------------------------------------------

    def finished_game(self, name: str) -> Session | None:
        """Return what can be read of the finished game with id ``name``; None if nothing can."""
        best = self.log.best(name)
        if best is None:
            return None
        game = best.game
        session = join_games([*map(text_of, self._log.heads(name))], game.game, game.rules)
        if session is None:
            return None
        line = session.history.line()
        session.history.go(line[min(game.actions, len(line) - 1)])
        info = session.info
        info.seconds, info.replay, info.account = game.seconds, game.replay, game.account
        info.hints, info.shown, info.undos = game.hints or 0, game.shown or 0, game.undos or 0
        info.entry, info.recorded = name, best.in_record
        # Logging a damaged game again would lose what can't be read.
        if len(line) > game.actions and not session.unreadable_branches:
            self._note_end(session)
        return session

    def leaving(self, session: Session) -> None:
        """Log what was added to the ended games of ``session``."""
        for name, before in self._ended.get(session, {}).items():
            text = finished_text(session, before.end)
            best = self.log.best(name)
            if text and text != before.text and best is not None and best.in_record:
                self._append(name, {TEXT: text}, before.lines)
                lines = [digest(self._log.heads(name)[0])]
                self._ended[session][name] = _Ended(before.end, text, lines)

    def record_par(self, session: Session, par: int) -> None:
        """Add ``par`` to this win's entry, unless it has one."""
        best = self.log.best(session.info.entry)
        game = best.game if best else None
        # The entry may be of an earlier win, with other moves.
        if game and game.won and game.par is None and game.actions == len(session.since_restart):
            self._append(game.id, {"par": par, "player_moves": session.moves})

    def merge(self, data: bytes) -> int:
        """Add the new lines of another log to this log, and return how many were added."""
        self.flush()
        return self.log.merge(data)

    def clear(self) -> Path:
        """Clear the record by renaming the log; return its new path.

        Raises ``OSError`` if renaming fails or this window of the program can't save.
        """
        self.flush()
        if not self.saves or self.unsaved_text:
            raise ElsewhereError
        kept = self._log.clear()
        self._ended.clear()
        return kept

    def close(self) -> None:
        """Log what was added to ended games, and close the folder."""
        for session in [*self._in_hand.values()]:
            self.leaving(session)
        super().close()

    # -- older versions ------------------------------------------------------------------------

    def _import(self) -> None:
        """Import older versions' files if they changed since the last import."""
        there = old_files(self.folder)
        known = self._read(IMPORTED, lambda data: parse_object(data.decode())) or {}
        seen = {name: digest(data) for name, data in there.items()}
        if seen == known:
            return
        old = read_old(there)
        new = list[LogLine]()
        for name, fields in old.finished.items():
            if self._log.best(name) is None:
                try:
                    new.append(self._log.append(name, str(fields["ended"]), fields))
                except ValueError:
                    old.damaged[RECORD] += 1
        self._do_later(lambda: self._log.write(new))
        for game, theirs in old.in_hand.items():
            if known.get(file_of(game)) != seen[file_of(game)]:
                self._take_old(theirs)
        for name, n in (+old.damaged).items():
            damage = tr_later("{file} is damaged: {what}.")
            self._tell(damage, file=name, what=partial(_games_lost, n))
        self._replace(IMPORTED, json.dumps(seen, indent=1) + "\n")

    def _take_old(self, theirs: Session) -> None:
        """Replace the game in hand with ``theirs``, which an older version of the program saved.

        If both have the same deal, the moves of the replaced game become branches. Otherwise the
        replaced game is recorded.
        """
        mine = self._in_hand.get(theirs.deal.game)
        if mine is not None and mine.info.entry == theirs.info.entry:
            return
        if mine is not None and mine.deal == theirs.deal:
            theirs.history.add_nodes(mine.history.root.subtree())
            if not (mine.info.recorded or theirs.info.recorded):
                theirs.info.entry = mine.info.entry
        elif mine is not None and mine.begun and not mine.info.recorded:
            self.ended(mine)
        self.changed(theirs)
        self._compare_with_log(theirs)

    def save_settings(self, settings: Settings) -> None:
        """Save ``settings``, one on each line, so that damage to a line loses only that setting."""
        options = (
            f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
            for name, value in settings.to_data().items()
        )
        self._replace(SETTINGS, "{\n" + ",\n".join(options) + "\n}\n")


def _name(session: Session) -> str:
    """Return the id of a game in play, giving it one if it has none."""
    # Games that end in the same second are ordered by id, so ids begin with the time.
    info = session.info
    info.entry = info.entry or f"{time_ns():016x}{secrets.token_hex(4)}"
    return info.entry


def _options_lost(names: Sequence[str]) -> str:
    if len(names) <= _MOST_NAMES:
        return tr("some options were reset: {names}", names=", ".join(names))
    return tr("{n} options were reset", n=len(names))


def _games_lost(n: int) -> str:
    return trn("{n} game can't be read", "{n} games can't be read", n)


def _moves_lost(moves: int, branches: int) -> str:
    if branches:
        return trn(
            "{n} branch of the game can't be read to the end",
            "{n} branches of the game can't be read to the end",
            branches,
        )
    return trn(
        "only {n} move of the game can be read", "only {n} moves of the game can be read", moves
    )


def _forgotten(n: int) -> str:
    return trn(
        "This game has too many branches, so the oldest was dropped.",
        "This game has too many branches, so the {n} oldest were dropped.",
        n,
    )
