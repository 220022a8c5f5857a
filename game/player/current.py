"""Which game is in hand, its saving, and its entry in the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from random import randint
from typing import TYPE_CHECKING, Final

from game.core.cards import MAX_DEAL
from game.play.history import Node
from game.play.saved_game import deal_from_data
from game.play.session import Session
from game.player.settings import Settings
from game.player.storage import Storage
from game.record import entries
from game.record.entries import Entry, Record
from game.record.transcripts import Played
from game.rules.registry import Deal, numbered
from game.teach.difficulty import numbers_of

if TYPE_CHECKING:
    from datetime import datetime

_DRAWS: Final = 20
"""How often at most another number is drawn because the deal was played before."""


def draw_deal(settings: Settings, record: Record, game: str, draw: Callable[[], int]) -> Deal:
    """Return a random numbered deal of ``game``, under the rule set of the next game, that was not
    played yet if there is one: of the grade that the player wants, where deals have one."""
    rules = settings.rules_for(game)
    if graded := numbers_wanted(settings, game):
        played = {entry.deal for entry in record.entries if entry.game == game}
        left = [number for number in graded if number not in played] or graded
        return numbered(game, left[draw() % len(left)], rules)
    deal = numbered(game, draw(), rules)
    for _ in range(_DRAWS):
        if not record.knows(deal):
            break
        deal = numbered(game, draw(), rules)
    return deal


def numbers_wanted(settings: Settings, game: str) -> Sequence[int]:
    """Return the numbers of the deals of ``game`` that have the grade that the player wants; none
    if any will do."""
    if not settings.grade:
        return ()
    return numbers_of(game, settings.grade)


Now = Callable[[], "datetime"]


def draw_number() -> int:
    """Return the number of a random deal."""
    return randint(0, MAX_DEAL)


class Desk:
    """Holds the game in hand of one game, under whichever rule set. It is told what changes there,
    saves that, and records what ends. ``draw`` gives the number of a random game."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        record: Record,
        session: Session,
        *,
        now: Now = entries.now,
        draw: Callable[[], int] = draw_number,
    ) -> None:
        self._storage = storage
        self._settings = settings
        self._record = record
        self._now = now
        self._draw = draw
        self._former: tuple[Session, Entry | None] | None = None
        self._met_stuck: set[object] = set()
        self._written: tuple[Session, Node, Played] | None = None
        """The game that was written down last, where it has ended, and what was kept of it."""
        self.session = session
        session.store = self

    # -- which game ----------------------------------------------------------------------------

    def random_deal(self) -> Deal:
        """Return a random numbered deal of this game, as ``draw_deal`` draws it."""
        return draw_deal(self._settings, self._record, self.session.deal.game, self._draw)

    @property
    def draws_graded(self) -> bool:
        """Whether random deals come from those of a grade, all of which can be won."""
        return bool(numbers_wanted(self._settings, self.session.deal.game))

    def begin(self, deal: Deal) -> None:
        """Lay out ``deal`` in place of the game in hand, which is given up if it was begun."""
        self.take(Session(deal))

    def take(self, session: Session) -> None:
        """Go on with ``session`` in place of the game in hand, which is given up if begun."""
        with self._storage.together():
            self._keep_aside()
            self._former = (self.session, self._give_up())
            self.lay(session)

    def lay(self, session: Session) -> None:
        """Put ``session`` in hand, whatever was there before."""
        self._hold(session)
        self.mark_known()
        if session.deal.rules:
            waited = self._settings.rules_chosen
            self._settings.begin_rules(session.deal.rules)
            if waited and not self._settings.rules_chosen:
                self._storage.save_settings(self._settings)
        session.save()

    def _hold(self, session: Session) -> None:
        self.session.store, self.session = None, session
        session.store = self

    def mark_known(self) -> None:
        """Mark the game as a replay if its deal was played before, or if it comes with moves that
        were made elsewhere."""
        session = self.session
        if session.can_undo or self._record.knows(session.deal):
            session.book.replay = True

    @property
    def gave_up(self) -> Entry | None:
        """The former game's entry, if laying out this one has given it up."""
        return self._former[1] if self._former else None

    def _give_up(self) -> Entry | None:
        """Record the game in hand as it is left; return its entry, or None if it does not count."""
        session = self.session
        # Under the casino's payment a layout once seen is paid for: leaving it is stopping.
        paid = session.deal.kind.in_stages and session.state.stage < 3
        if session.book.recorded or not (session.begun or paid):
            return None
        return self._write_down()

    def _write_down(self) -> Entry:
        session = self.session
        entry = Entry.of(session, self._now())
        self._record.entries.append(entry)
        session.book.recorded, session.book.entry = True, entry.ended
        played = Played.of(session, entry)
        self._written = session, session.here, played
        self._storage.keep_played(played)
        self._storage.save_record(self._record)
        return entry

    def _keep_aside(self) -> None:
        """Keep with the game in hand, if it is written down already, what was tried and noted in it
        since it has ended.

        Its line can have changed meanwhile, in the review of past games: then it keeps both.
        """
        session = self.session
        entry = self._entry_of(session) if session.book.recorded else None
        if entry is None:
            return
        end, before = session.here, None
        if self._written is not None and self._written[0] is session:
            _, end, before = self._written
        elif not session.ended:
            return
        if not any(node is end for node in session.history.root.below()):
            # A game too long has forgotten it.
            return
        now = Played.of(session, entry, end)
        if before is not None and (now.line != before.line or now.aside == before.aside):
            return
        there = next((one for one in self._storage.played() if one.line == now.line), None)
        if there is None:
            return
        both = there.aside and (before is None or there.aside != before.aside)
        self._storage.keep_aside(there.joined(now) if both else now)
        self._written = session, end, now

    @property
    def can_bring_back(self) -> bool:
        """Whether the deal is untouched and there was a game before it."""
        return self._former is not None and not self.session.history.root.children

    def bring_back(self) -> bool:
        """Return to the former game, as if it was never left; False if the new deal was touched."""
        if self._former is None or not self.can_bring_back:
            return False
        former, entry = self._former
        with self._storage.together():
            if entry is not None:
                self._take_entry_back(former, entry)
            self._former = None
            self._hold(former)
            former.save()
        return True

    def _take_entry_back(self, session: Session, entry: Entry) -> None:
        """Remove ``entry`` from the record, since ``session`` goes on after all."""
        if entry in self._record.entries:
            self._record.entries.remove(entry)
            session.book.recorded, session.book.entry = False, ""
            self._storage.drop_played(entry)
            self._storage.save_record(self._record)

    # -- what the game tells -------------------------------------------------------------------

    def together(self) -> AbstractContextManager[None]:
        return self._storage.together()

    def changed(self, session: Session) -> None:
        self._storage.save_game(session)

    def ended(self, session: Session) -> None:
        self._write_down()

    def goes_on(self, session: Session) -> None:
        entry = self._entry_of(session)
        if entry is not None and not entry.won:
            self._take_entry_back(session, entry)

    def leaves(self, session: Session) -> None:
        self._keep_aside()

    def _entry_of(self, session: Session) -> Entry | None:
        """Return the entry of ``session`` in the record; None if there is none."""
        deal, ended = session.deal, session.book.entry
        named = deal.game, deal.rules, deal.number, ended
        for entry in reversed(self._record.entries):
            if (entry.game, entry.rules, entry.deal, entry.ended) == named:
                return entry
        return None

    def rate(self, par: int) -> None:
        """Write into the record what the ``par`` of the deal that was won is; the line by which it
        was won first is what counts."""
        entry, session = self._entry_of(self.session), self.session
        if entry is None or not entry.won or entry.par is not None:
            return
        if entry.actions == len(session.since_restart):
            rated = replace(entry, par=par, player_moves=session.moves)
            self._record.entries[self._record.entries.index(entry)] = rated
            self._storage.save_record(self._record)

    def take_over(self) -> None:
        """This window saves from now on. What another one has left in hand is gone on with where
        nothing was done here; else this game takes its place, as if it was begun after it."""
        game, mine = self.session.deal.game, self.session
        was = self._storage.borrowed(game)
        left = self._storage.game(game)
        if left is not None and was is not None and not _changed(mine, was):
            self._former = None
            self._hold(left)
            return
        if left is not None and left.deal == mine.deal:
            if left.book.recorded and not mine.book.recorded:
                mine.book.recorded, mine.book.entry = True, left.book.entry
        elif left is not None and (was is None or left.deal != deal_from_data(was)):
            self.session = left
            self._give_up()
            self.session = mine
        mine.save()

    def newly_stuck(self) -> bool:
        """Return whether no move is left, but True only once for each position."""
        session = self.session
        if session.ended or not session.rules.stuck(session.state):
            return False
        if session.state in self._met_stuck:
            return False
        self._met_stuck.add(session.state)
        return True


def _changed(session: Session, before: Mapping[str, object]) -> bool:
    """Return whether anything was done in ``session`` since it was saved as ``before``."""
    now, names = session.to_data(), ("actions", "undone", "branches", "notes")
    other = session.deal != deal_from_data(before)
    return other or any(now.get(name) != before.get(name) for name in names)


def open_desk(
    storage: Storage,
    settings: Settings,
    record: Record,
    game: str,
    in_hand: Session | None,
    wanted: Deal | None = None,
    *,
    now: Now = entries.now,
    draw: Callable[[], int] = draw_number,
) -> Desk:
    """Return the desk of ``game`` with ``wanted``, the game ``in_hand``, or a random deal.

    If ``wanted`` is the very deal in hand, it is gone on with, unless it has ended.
    """
    session = in_hand
    if session is None and wanted is not None:
        session = Session(wanted)
    elif session is None:
        session = Session(draw_deal(settings, record, game, draw))
    desk = Desk(storage, settings, record, session, now=now, draw=draw)
    if wanted is not None and (session.deal != wanted or session.ended):
        desk.begin(wanted)
    elif in_hand is None:
        desk.mark_known()
        desk.session.save()
    return desk
