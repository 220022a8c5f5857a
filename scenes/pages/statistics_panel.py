"""The statistics panel: the record of each kind of game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.play.session import Session
from game.record.daily import days_in_a_row, days_played
from game.record.entries import Entry
from game.record.export import export_folder, write_new
from game.record.statistics import as_csv, as_json, by_kind, summary
from game.record.totals import help_words, past_cells, past_names, past_words, totals
from game.rules.counting import Payment, balance_parts
from game.rules.registry import KINDS, GameKind, KindKey, games, kinds_of, numbered
from game.support.errors import why
from game.support.texts import tr, trn
from game.teach.difficulty import Graded, grade_text_in_full, known_grade, request_grade
from game.words.names import (
    account_text,
    deal_title,
    duration,
    game_name,
    kind_name,
    money,
    sum_text,
)
from game.words.rule_sets import payment_sentence
from scenes.kit.services import MessageButton, Tell, can_animate, write_and_tell
from scenes.pages.options import kind_tabs
from scenes.pages.thumbnails import hand
from scenes.style.shapes import sign_colour
from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, SMALL
from scenes.widgets.controls import Canvas, Control, Shape
from scenes.widgets.figures import Bars, Calendar, Figures, FigureTable, Plot
from scenes.widgets.items import Item, Paragraph, Picture, Row, heading, note

if TYPE_CHECKING:
    from scenes.kit.services import Host

_FIRST = 8
"""How many past games are shown at first."""
_MORE = 50
"""How many more past games are shown each time the player asks for more."""


class Statistics:
    """The statistics panel's pages, one for each kind of game."""

    turned: Callable[[], None]
    """The function to call when the player turns to another page."""
    changed: Callable[[], None]
    """The function to call when the page has changed."""

    def __init__(self, host: Host, session: Session | None) -> None:
        self._host = host
        self._kit = kit = host.kit
        self._played: Mapping[KindKey, Sequence[Entry]] = {}
        """The finished games of each kind."""
        self._session = session
        self._today = kit.today
        self._graded: Graded | None = None
        """The current deal's grade and par; None if unknown."""
        settings = kit.settings
        self._now = session.deal.kind.key if session else settings.next_kind(settings.last_game).key
        """The kind of the current game, or of the next new game if there is no current one."""
        self.turned = self.changed = lambda: None
        self._show(self._now)

    def _show(self, kind: KindKey) -> None:
        self._kind = kind
        self._month = self._today.replace(day=1)
        self._count = _FIRST
        """How many past games are shown."""
        self._opened: str | None = None
        """The id of the past game whose buttons are shown."""
        self._asked = False
        """Whether the player is being asked to confirm clearing the record."""
        self._message: list[Item] = []
        """The message and its buttons; empty if there is none."""
        self._about: str | None = None
        """The id of the game that the message is about; None for the whole record."""

    def build(self) -> Sequence[Item]:
        """Read the record again, and return the page's items."""
        kind, finished = self._kind, self._kit.storage.log.games()
        self._played = by_kind(finished)
        items: list[Item] = self._tabs()
        if self._session is not None and kind == self._now:
            self._graded = known_grade(self._kit.solver, self._session.deal)
            items += _in_hand(self._session, self._graded)
        if kind in self._played:
            found = summary(self._played[kind], *kind)
            items += [_ITEMS[form](*content) for form, content in totals(found, kind)]
        else:
            items += self._nothing_yet(kind)
        items += self._day(kind)
        if kind in self._played:
            items += self._past(kind)
        if finished or self._message:
            items += self._keeping()
        return items

    def _tabs(self) -> list[Item]:
        there = {*self._played, self._now}
        kinds = [row for key, row in KINDS.items() if key in there]
        shown = KINDS[self._kind]
        return [kind_tabs(kinds, shown, self._turn_to, self._tip)] if len(kinds) > 1 else []

    def _tip(self, kind: GameKind) -> str:
        told = trn("{n} game", "{n} games", len(self._played.get(kind.key, ())))
        return tr("{name}: {games}", name=kind_name(kind), games=told)

    def _turn_to(self, kind: GameKind) -> None:
        self._show(kind.key)
        self.turned()

    def _nothing_yet(self, kind: KindKey) -> list[Item]:
        told = tr("Your first game will appear here once it's won or abandoned.")
        kit, game = self._kit, kind[0]
        items: list[Item] = [
            heading(tr("All games")),
            Paragraph(told),
            Picture(lambda width, _: round(width * 0.45), hand(kit, KINDS[kind].sample)),
        ]
        if self._session is None:

            def play(one: str) -> Control:
                label = tr("Play {game}", game=game_name(kinds_of(one)[0]))
                return Control(label, lambda: self._host.play_new(one), strong=one == game)

            items.append(Row("", [play(one) for one in games()]))
        return items

    def poll(self) -> None:
        """Update the page when a new day begins or the deal's grade becomes known."""
        if self._session is not None and self._graded is None:
            self._graded = request_grade(self._kit.solver, self._session.deal)
            if self._graded is not None:
                self.changed()
        if self._kit.today != self._today:
            self._today = self._kit.today
            self.changed()

    def _day(self, kind: KindKey) -> list[Item]:
        days = days_played(self._played.get(kind, ()), *kind)
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

        def play(day: date) -> None:
            self._host.play_day(day, *kind)

        def turn(day: date) -> None:
            self._month = day.replace(day=1)
            self.changed()

        return [
            heading(tr("The deal of the day")),
            Paragraph(told),
            Calendar(self._month, days, self._today, play, turn),
            note(rule),
        ]

    def _past(self, kind: KindKey) -> list[Item]:
        entries, count = self._played[kind], self._count
        head = PastHead(past_names(KINDS[kind]))
        items: list[Item] = [heading(tr("Past games")), head]
        for entry in entries[-count:][::-1]:
            cells, won = past_cells(entry, self._today), entry.won and not entry.replay
            control = Control(
                cells[_DEAL],
                partial(self._open, entry),
                tip=past_words(entry),
                chosen=entry.id == self._opened,
                shape=Shape.AREA,
            )
            head.rows.append(PastRow(head, cells, won, controls=[control]))
            items.append(head.rows[-1])
            if control.chosen:
                items += self._what_to_do(entry)
        if len(entries) > count:
            left = len(entries) - count
            label = trn("Show more ({n})", "Show more ({n})", left)
            items.append(Row("", [Control(label, self._show_more)], lead=8))
        return items

    def _open(self, entry: Entry) -> None:
        """Show or hide the buttons for a past game."""
        self._opened = None if self._opened == entry.id else entry.id
        self.changed()

    def _show_more(self) -> None:
        self._count += _MORE
        self.changed()

    def _what_to_do(self, entry: Entry) -> list[Item]:
        host, controls, items = self._host, [], list[Item]()
        if told := help_words(entry):
            items.append(note(", ".join(told)))
        if entry.home is not None:
            if lack := self._lack(entry):
                items.append(Paragraph(lack, SMALL))
            controls = [
                Control(tr("Review"), lambda: self._review(entry, watch=False), strong=True),
                Control(tr("Watch again"), lambda: self._review(entry, watch=True)),
                Control(tr("As a page"), lambda: self._write(entry, host.export)),
            ]
            if can_animate():
                film = partial(host.export, animated=True)
                controls.append(Control(tr("As an animation"), lambda: self._write(entry, film)))
        else:
            items.append(note(tr("This game's moves weren't kept.")))
        if entry.deal is not None:
            deal = numbered(entry.game, entry.deal, entry.rules)
            controls.append(Control(tr("Play again"), lambda: host.play_again(deal)))
        if controls:
            items.append(Row("", controls, lead=6))
        if self._about == entry.id:
            items += self._message
        return items

    def _lack(self, entry: Entry) -> str:
        """Return a sentence about the parts of a game that can't be read, or an empty string."""
        session = self._kit.storage.finished_game(entry.id)
        if session is None:
            return ""
        if len(session.since_restart) >= entry.actions:
            lost = trn(
                "{n} branch of this game can't be read.",
                "{n} branches of this game can't be read.",
                session.unreadable_branches,
            )
            return lost if session.unreadable_branches else ""
        return trn(
            "Only the first {n} move of this game can be read.",
            "Only the first {n} moves of this game can be read.",
            session.moves,
        )

    def _review(self, entry: Entry, *, watch: bool) -> None:
        if session := self._read(entry):
            # Saving notes would overwrite what can't be read.
            keep = None if self._lack(entry) else partial(self._kit.storage.leaving, session)
            self._host.review_past(session, keep, watch=watch)

    def _write(self, entry: Entry, write: Callable[[Session, Tell], None]) -> None:
        if session := self._read(entry):
            write(session, partial(self._tell, about=entry.id))

    def _read(self, entry: Entry) -> Session | None:
        """Return a past game; if it can't be read, say so and return None."""
        session = self._kit.storage.finished_game(entry.id)
        if session is None:
            self._refuse(tr("This game can't be read any more."))
        return session

    def _keeping(self) -> list[Item]:
        items: list[Item] = [heading(tr("The whole record"))]
        if self._about is None:
            # Show the message above the buttons, where a player who has just pressed one sees it.
            items += self._message
        row = []
        if self._asked:
            count = len(self._kit.storage.log.games())
            sure = trn(
                "Clear the {n} game in the record? A copy is kept.",
                "Clear all {n} games in the record? A copy is kept.",
                count,
            )
            items.append(Paragraph(sure))
            row = [
                Control(tr("Keep it"), partial(self._ask, asked=False), strong=True),
                Control(tr("Clear it"), self._clear),
            ]
        elif self._kit.storage.log.games():
            row = [
                Control(tr("Export as CSV"), partial(self._export, "csv", as_csv)),
                Control(tr("Export as JSON"), partial(self._export, "json", as_json)),
                Control(tr("Clear…"), partial(self._ask, asked=True)),
            ]
        return [*items, Row("", row)] if row else items

    def _tell(
        self, words: str, buttons: Sequence[MessageButton] = (), *, about: str | None = None
    ) -> None:
        self._message, self._about = [Paragraph(words)], about
        if buttons:
            self._message.append(Row("", list(starmap(Control, buttons))))
        self._kit.announcer.say(words)
        self.changed()

    def _refuse(self, words: str, buttons: Sequence[MessageButton] = ()) -> None:
        self._kit.sounds.refuse()
        self._tell(words, buttons)

    def _export(self, ending: str, write: Callable[[Sequence[Entry]], str]) -> None:
        folder = export_folder(self._kit.storage.folder)
        text = write(self._kit.storage.log.games())
        write_and_tell(lambda: write_new(folder, ending, text), self._tell, self._refuse)

    def _ask(self, *, asked: bool) -> None:
        self._asked = asked
        if asked:
            self._message = []
        self.changed()

    def _clear(self) -> None:
        self._asked = False
        try:
            copy = self._kit.storage.clear()
        except OSError as error:
            self._refuse(tr("Can't clear it: {reason}.", reason=why(error)))
        else:
            self._opened = None
            self._tell(tr("Cleared. The old record is kept as {path}", path=copy))


_ITEMS: Final[Mapping[str, Callable[..., Item]]] = {
    "heading": heading,
    "text": Paragraph,
    "note": note,
    "figures": Figures,
    "table": partial(FigureTable, lead=6),
    "plot": partial(Plot, lead=4),
    "bars": partial(Bars, lead=4),
}
"""The function that makes an item from each kind of content that ``totals`` returns."""


def _in_hand(session: Session, graded: Graded | None) -> list[Item]:
    """Return the items that describe the current game, such as its moves and balance."""
    kind, state = session.deal.kind, session.state
    payment, moves, steps = kind.payment, session.moves, session.steps_done
    cells = [
        (f"{state.cards_home}", tr("of 52 cards home")),
        (str(moves), trn("move", "moves", moves)),
        (duration(session.info.seconds), tr("time played")),
    ]
    if steps != moves:
        cells.insert(2, (str(steps), trn("step", "steps", steps)))
    told: list[Item] = []
    if payment is None or session.account is None:
        told += [note(grade_text_in_full(graded))] if graded else []
    else:
        if payment.in_dollars:
            cells.insert(0, (account_text(session.account, payment), tr("balance")))
        told += [*_added(session), Paragraph(_turned(state.turns, payment))]
        told.append(note(payment_sentence(kind)))
    if session.info.replay:
        apart = tr(
            "You've played this deal before, so this is a replay and doesn't count in your "
            "statistics."
        )
        told.append(note(apart))
    name = deal_title(session.deal)
    return [heading(tr("This game: {name}", name=name)), Figures(cells), *told]


def _added(session: Session) -> list[Item]:
    """Show how the final balance in dollars adds up. If there is nothing to show, return []."""
    rule_set = session.deal.rule_set
    if rule_set is None or not rule_set.payment.in_dollars or not session.ended:
        return []
    added = balance_parts(rule_set, session.state)
    return [Paragraph(sum_text(added))] if sum(added) == session.credited_account else []


def _turned(turns: int, payment: Payment) -> str:
    if not turns:
        return tr("No redeals.")
    if not payment.per_turn:
        return trn("{n} redeal, free of charge.", "{n} redeals, free of charge.", turns)
    cost = money(payment.per_turn)
    return trn("{n} redeal, at {cost}.", "{n} redeals, at {cost} each.", turns, cost=cost)


_GAP = 14
"""The gap between two columns, in pixels, before scaling."""
_SIGN = 24
"""The width of the space for a result's icon, in pixels, before scaling."""
_DATE, _DEAL, _RESULT, _MOVES, _TIME = range(5)
_NUMBERS = (_MOVES, _TIME)
"""The right-aligned columns; if room is short, they are omitted in this order."""


@dataclass(slots=True)
class PastHead(Item):
    """The column names above the list of past games."""

    names: Sequence[str]
    rows: list[PastRow] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    """Each column's left edge and width, in pixels. The width of a hidden column is 0."""

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        size, small, gap = round(NORMAL * unit), round(SMALL * unit), round(_GAP * unit)
        wide = []
        for place, name in enumerate(self.names):
            cell = small if place == _DATE else size
            cells = {row.cells[place] for row in self.rows}
            most = max(text.width(one, cell, place == _DEAL) for one in cells)
            most += round(_SIGN * unit) if place == _RESULT else 0
            wide.append(max(most, text.width(name, small)))
        pad = round(6 * unit)
        room = width - 2 * pad - gap * (len(wide) - 1)
        for place in _NUMBERS:
            if sum(wide) > room:
                wide[place] = 0
        self.spans, x = [], pad
        for place, one in enumerate(wide):
            if place == _MOVES:
                x += max(0, room - sum(wide))
            self.spans.append((x, one))
            x += one + gap
        self.rect = Rect(left, top, width, round(SMALL * 1.7 * unit))
        return self.rect.bottom

    def paint(self, canvas: Canvas) -> None:
        top, left, faint = self.rect.top, self.rect.left, canvas.theme.faint
        for place, (x, wide) in enumerate(self.spans):
            if wide and place in _NUMBERS:
                canvas.write(self.names[place], SMALL, faint, topright=(left + x + wide, top))
            elif wide:
                canvas.write(self.names[place], SMALL, faint, topleft=(left + x, top))


@dataclass(slots=True)
class PastRow(Item):
    """A past game in the list. Pressing it shows or hides its buttons."""

    head: PastHead
    cells: Sequence[str]
    won: bool

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        self.rect = self.controls[0].rect = Rect(left, top, width, round(34 * unit))
        return self.rect.bottom

    def paint(self, canvas: Canvas) -> None:
        canvas.rule(self.rect.left, self.rect.top, self.rect.width)
        canvas.paint_controls(self.controls)
        for place, (x, wide) in enumerate(self.head.spans):
            if wide:
                self._paint_cell(canvas, place, self.rect.left + x, wide)

    def _paint_cell(self, canvas: Canvas, place: int, left: int, wide: int) -> None:
        theme, middle, words = canvas.theme, self.rect.centery, self.cells[place]
        if place == _DATE:
            canvas.write(words, SMALL, theme.faint, midleft=(left, middle))
        elif place in _NUMBERS:
            canvas.write(words, NORMAL, theme.ink, midright=(left + wide, middle))
        else:
            if place == _RESULT:
                if self.won:
                    colour = sign_colour("can_win", theme)
                    canvas.sign("can_win", canvas.px(16), colour, midleft=(left, middle))
                left += canvas.px(_SIGN)
            bold = place == _DEAL and self.controls[0].chosen
            canvas.write(words, NORMAL, theme.ink, bold, midleft=(left, middle))
