"""The statistics panel: for one game and rule set at a time, the totals, the deal of the day, and
the list of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING

from game.play.session import Session
from game.record.daily import days_in_a_row
from game.record.entries import Entry
from game.record.export import export_folder, write_new
from game.record.statistics import as_csv, as_json
from game.record.tally import Tally
from game.rules.registry import KINDS, GameKind, KindKey, games, kinds_of, numbered
from game.support.texts import tr, trn
from game.teach.difficulty import Graded
from game.words.causes import system_reason
from game.words.names import account_text, game_name, kind_name, short_name
from scenes.kit.extras import animates
from scenes.kit.grading import known, seek
from scenes.kit.services import Kit
from scenes.kit.written import Tell, Way, ways_to
from scenes.pages.kind_tabs import kind_tabs
from scenes.pages.past import PastHead, PastRow, help_words, past_columns, past_game
from scenes.pages.thumbnails import hand
from scenes.pages.totals import in_hand, summary_items
from scenes.style.theme import SMALL
from scenes.widgets.buttons import Control, Shape
from scenes.widgets.calendar import Calendar
from scenes.widgets.items import Item, Picture, Row, Words, heading

if TYPE_CHECKING:
    from scenes.kit.services import PageHost

_FIRST = 8
"""How many past games are shown at first."""
_MORE = 50
"""How many are added each time."""


@dataclass(slots=True)
class Shown:
    """The view that the player has chosen: the kind of game, the calendar's month, how many past
    games, which one is open, whether clearing waits for confirmation, and a message with the
    ``ways`` on from there, about the open game or about the whole record."""

    kind: KindKey
    month: date
    count: int = _FIRST
    opened: Entry | None = None
    asked: bool = False
    told: str = ""
    ways: Sequence[Way] = ()
    about: Entry | None = None


class Statistics:
    """The panel's pages. ``turned`` shows the page from its beginning, ``changed`` at its current
    position."""

    turned: Callable[[], None]
    changed: Callable[[], None]

    def __init__(self, kit: Kit, tally: Tally, session: Session | None, ways: PageHost) -> None:
        self._kit = kit
        self._tally = tally
        self._session = session
        self._ways = ways
        self._today = kit.today
        self._graded: Graded | None = None
        """What was known of the deal on the table when its figures were last shown."""
        self._now = self._kind_in_hand()
        self.shown = Shown(self._now, self._today.replace(day=1))
        self.turned = self.changed = lambda: None

    def _kind_in_hand(self) -> KindKey:
        """Return the kind of the game on the table, or of the last one."""
        if self._session is not None:
            return self._session.deal.game, self._session.deal.rules
        settings = self._kit.settings
        return settings.next_kind(settings.last_game).key

    # -- the page ------------------------------------------------------------------------------

    def build(self) -> Sequence[Item]:
        """Return all items of the page."""
        kind = self.shown.kind
        items: list[Item] = self._tabs()
        if self._session is not None and kind == self._now:
            self._graded = known(self._kit.solver, self._session.deal)
            items += in_hand(self._session, self._graded)
        if self._tally.entries(kind):
            items += summary_items(self._tally.summary(kind), kind)
        else:
            items += self._nothing_yet(kind)
        items += self._day(kind)
        if self._tally.entries(kind):
            items += self._past(kind)
        if self._kit.record.entries or self.shown.told:
            items += self._keeping()
        return items

    def _tabs(self) -> list[Item]:
        there = {*self._tally.kinds(), self._now}
        kinds = [row for key, row in KINDS.items() if key in there]
        return [] if len(kinds) < 2 else [kind_tabs(kinds, self._tab)]

    def _tab(self, row: GameKind) -> Control:
        kind = row.key
        played = len(self._tally.entries(kind))
        played_games = trn("{n} game", "{n} games", played)
        tip = tr("{name}: {games}", name=kind_name(row), games=played_games)
        chosen = kind == self.shown.kind

        def turn() -> None:
            self.shown = Shown(kind, self._today.replace(day=1))
            self.turned()

        return Control(short_name(row), turn, chosen=chosen, shape=Shape.TAB, tip=tip)

    def _nothing_yet(self, kind: KindKey) -> list[Item]:
        """Return what is shown before the first game has ended: a hand that waits to be played."""
        told = tr("Your first game will appear here once it's won or abandoned.")
        kit, game = self._kit, kind[0]
        items: list[Item] = [
            heading(tr("All games")),
            Words(told),
            Picture(
                lambda width, _: round(width * 0.45),
                hand(kit.style, kit.theme, KINDS[kind].sample),
            ),
        ]
        if self._session is None:

            def play(one: str) -> Control:
                label = tr("Play {game}", game=game_name(kinds_of(one)[0]))
                return Control(label, lambda: self._ways.play_new(one), strong=one == game)

            items.append(Row("", [play(one) for one in games()]))
        return items

    # -- the deal of the day -------------------------------------------------------------------

    def look(self) -> None:
        """Update the page if a new day has begun, or once grade and par of the deal on the table
        are known."""
        if self._session is not None and self._graded is None:
            self._graded = seek(self._kit.solver, self._session.deal)
            if self._graded is not None:
                self.changed()
        if self._kit.today != self._today:
            self._today = self._kit.today
            self.changed()

    def _day(self, kind: KindKey) -> list[Item]:
        days = self._tally.days(kind)
        row = days_in_a_row(days, self._today)
        count, won = len(row), sum(days[day] for day in row)
        told = trn("You've played {n} day in a row.", "You've played {n} days in a row.", count)
        told += " " + trn("You won {n} of these deals.", "You won {n} of these deals.", won)
        if not count:
            told = tr(
                "There's a deal for every day, the same for everyone. Play today's to start "
                "a streak."
            )
        rule = tr("One missed day a week is forgiven. A deal counts on its own day and the next.")

        def turn(day: date) -> None:
            self.shown.month = day.replace(day=1)
            self.changed()

        def deal(day: date) -> None:
            self._ways.play_day(day, *kind)

        return [
            heading(tr("The deal of the day")),
            Words(told),
            Calendar(self.shown.month, days, self._today, deal, turn),
            Words(rule, SMALL, faint=True),
        ]

    # -- the games that were played ------------------------------------------------------------

    def _past(self, kind: KindKey) -> list[Item]:
        entries = self._tally.entries(kind)
        count = self.shown.count
        latest = list(reversed(entries[-count:]))
        moves = reversed(self._tally.moves(kind)[-count:])
        rows = [
            past_game(entry, number, _result(entry), self._today)
            for entry, number in zip(latest, moves, strict=True)
        ]
        payment = KINDS[kind].payment
        brought = tr("result")
        if payment is not None:
            brought = tr("balance") if payment.in_dollars else tr("points")
        columns = past_columns(rows, brought)
        items: list[Item] = [heading(tr("Past games")), PastHead(columns)]
        for entry, row in zip(latest, rows, strict=True):
            opened = entry is self.shown.opened
            items.append(PastRow(columns, row, partial(self._open, entry), opened))
            if opened:
                items += self._what_to_do(entry)
        if len(entries) > count:
            left = len(entries) - count
            label = trn("Show more ({n})", "Show more ({n})", left)
            items.append(Row("", [Control(label, self._show_more)], lead=8))
        return items

    def _open(self, entry: Entry) -> None:
        """Show what can be done with a past game, or hide it again."""
        self.shown.opened = None if self.shown.opened is entry else entry
        self.changed()

    def _show_more(self) -> None:
        self.shown.count += _MORE
        self.changed()

    def _what_to_do(self, entry: Entry) -> list[Item]:
        ways, controls, items = self._ways, [], list[Item]()
        if told := help_words(entry):
            items.append(Words(", ".join(told), SMALL, faint=True))
        if self._tally.knows_moves(entry):
            if lack := self._lack(entry):
                items.append(Words(lack, SMALL))
            controls = [
                Control(tr("Review"), lambda: self._review(entry, watch=False), strong=True),
                Control(tr("Watch again"), lambda: self._review(entry, watch=True)),
                Control(tr("As a page"), lambda: self._write(entry, ways.write_page)),
            ]
            if animates():
                film = tr("As an animation")
                controls.append(Control(film, lambda: self._write(entry, ways.write_animation)))
        else:
            items.append(Words(tr("This game's moves weren't kept."), SMALL, faint=True))
        number = entry.deal
        if number is not None:
            deal = numbered(entry.game, number, entry.rules)
            controls.append(Control(tr("Play again"), lambda: ways.play_again(deal)))
        if controls:
            items.append(Row("", controls, lead=6))
        if self.shown.about is entry:
            items += self._message()
        return items

    def _lack(self, entry: Entry) -> str:
        """Say how much of a past game can be read, if not all."""
        session = self._tally.session(entry)
        if session is None:
            return ""
        if len(session.since_restart) >= entry.actions:
            lost = trn(
                "{n} branch of this game can't be read.",
                "{n} branches of this game can't be read.",
                session.lost,
            )
            return lost if session.lost else ""
        return trn(
            "Only the first {n} move of this game can be read.",
            "Only the first {n} moves of this game can be read.",
            session.moves,
        )

    def _review(self, entry: Entry, *, watch: bool) -> None:
        session = self._read(entry)
        if session is None:
            return
        played, storage = self._tally.kept_by(entry, session), self._kit.storage

        def keep() -> None:
            if played is not None:
                storage.keep_aside(played.with_aside(session))

        self._ways.review_past(session, keep if played else None, watch=watch)

    def _write(self, entry: Entry, write: Callable[[Session, Tell], None]) -> None:
        if session := self._read(entry):
            write(session, partial(self._tell, about=entry))

    def _read(self, entry: Entry) -> Session | None:
        """Return a past game; say so if it cannot be read."""
        session = self._tally.session(entry)
        if session is None:
            self._kit.sounds.refuse()
            self._tell(tr("This game can't be read any more."))
        return session

    # -- keeping it ----------------------------------------------------------------------------

    def _keeping(self) -> list[Item]:
        shown = self.shown
        items: list[Item] = [heading(tr("The whole record"))]
        if shown.about is None:
            # Above the buttons, where it is visible from where they were pressed.
            items += self._message()
        if shown.asked:
            count = len(self._kit.record.entries)
            sure = trn(
                "Clear the {n} game in the record? A copy is kept.",
                "Clear all {n} games in the record? A copy is kept.",
                count,
            )
            items += [
                Words(sure),
                Row(
                    "",
                    [
                        Control(tr("Keep it"), self._ask_no_more, strong=True),
                        Control(tr("Clear it"), self._clear),
                    ],
                ),
            ]
        elif self._kit.record.entries:
            items.append(
                Row(
                    "",
                    [
                        Control(tr("Export as CSV"), lambda: self._export("csv", as_csv)),
                        Control(tr("Export as JSON"), lambda: self._export("json", as_json)),
                        Control(tr("Clear…"), self._ask),
                    ],
                )
            )
        return items

    def _message(self) -> list[Item]:
        """Return what is told, with its buttons."""
        shown = self.shown
        row: list[Item] = [Row("", list(starmap(Control, shown.ways)))] if shown.ways else []
        return [Words(shown.told), *row] if shown.told else []

    def _tell(self, words: str, ways: Sequence[Way] = (), *, about: Entry | None = None) -> None:
        shown = self.shown
        shown.told, shown.ways, shown.about = words, ways, about
        self._kit.announcer.say(words)
        self.changed()

    def _refuse(self, words: str, ways: Sequence[Way] = ()) -> None:
        self._kit.sounds.refuse()
        self._tell(words, ways)

    def _export(self, ending: str, write: Callable[[Sequence[Entry]], str]) -> None:
        folder = export_folder(self._kit.storage.folder)
        try:
            path = write_new(folder, ending, write(self._kit.record.entries))
        except OSError as error:
            self._refuse(tr("Can't write it: {reason}.", reason=system_reason(error)))
        else:
            self._tell(tr("Saved to {path}", path=path), ways_to(path, self._refuse))

    def _ask(self) -> None:
        self.shown.asked = True
        self._tell("")

    def _ask_no_more(self) -> None:
        self.shown.asked = False
        self.changed()

    def _clear(self) -> None:
        self.shown.asked = False
        try:
            copy = self._kit.storage.clear_record(self._kit.record)
        except OSError as error:
            self._kit.sounds.refuse()
            self._tell(tr("Can't clear it: {reason}.", reason=system_reason(error)))
        else:
            self.shown.opened = None
            self._tell(tr("Cleared. The old record is kept as {path}", path=copy))


def _result(entry: Entry) -> str:
    """Return a game's account, or how it ended if it has none."""
    if entry.shown:
        return tr("solution shown")
    payment = KINDS[entry.game, entry.rules].payment
    if entry.account is None or payment is None:
        if entry.replay:
            return tr("replay")
        return tr("won") if entry.won else tr("not won")
    return (
        account_text(entry.account, payment.in_dollars)
        if payment.in_dollars
        else str(entry.account)
    )
