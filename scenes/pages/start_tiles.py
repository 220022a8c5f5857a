"""The tiles of the start screen: a picture of a game, how it stands, and the ways to begin or to
go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.play.session import Session
from game.record.daily import days_played
from game.rules.registry import GameKind, games, kinds_of
from game.support.texts import tr, trn
from game.teach.difficulty import Graded, brief, known_grade, seek_grade
from game.words.names import duration, full_title, game_name, kind_name
from game.words.rule_sets import kind_sentence
from scenes.pages.options import rule_choice
from scenes.pages.thumbnails import Paint, drawn, hand, table
from scenes.style.shapes import ground, rounded
from scenes.style.theme import LARGE, Theme
from scenes.table.status import account_line, move_count
from scenes.widgets.controls import Control
from scenes.widgets.items import Item, Row, Words
from scenes.widgets.panel import Page

if TYPE_CHECKING:
    from scenes.kit.services import Host

_DAYS_GAMES: Final = 300
"""Among how many of the latest games today's deal is looked for."""


@dataclass(frozen=True, slots=True)
class Fullness:
    """How much stands in a tile: a sentence, two rows of buttons with all their names, and all
    that there is to say of the game in hand. ``shared`` says that the upper row takes one button
    more, for which the lower one has no room."""

    sentence: bool = True
    named: bool = True
    told: bool = True
    shared: bool = False


class Tile:
    """One game on the start screen. ``rules_chosen`` is called after another rule set was chosen;
    where there is no room for a picture there is none."""

    def __init__(self, host: Host, game: str, rules_chosen: Callable[[], None]) -> None:
        self._host = host
        self._game = game
        self._rules_chosen = rules_chosen
        self._graded: Graded | None = None
        """What was known of the deal in hand when the tile was last filled."""
        self.fullness = Fullness()
        self.page = Page(host.kit.text, self._items)
        self.rect = Rect(0, 0, 0, 0)
        self.window = Rect(0, 0, 0, 0)
        """The place of the picture."""
        self._paint = self._painter()
        self._picture: pygame.Surface | None = None
        self._crisp = False

    def let_go(self) -> None:
        """Release the picture."""
        self._picture = None

    def refresh(self) -> None:
        """Build the page again, as its contents may have changed."""
        self._paint = self._painter()
        self._picture = None
        self.page.rebuild()

    def fill(self, fullness: Fullness) -> None:
        """Show as much in the tile as ``fullness`` says."""
        if fullness != self.fullness:
            self.fullness = fullness
            self.page.rebuild()

    # -- contents ------------------------------------------------------------------------------

    @property
    def _session(self) -> Session | None:
        """The game in hand."""
        return self._host.in_hand(self._game)

    @property
    def _kind(self) -> GameKind:
        """The kind of the next new game."""
        return self._host.kit.settings.next_kind(self._game)

    def _items(self) -> Sequence[Item]:
        """Return what stands below the picture, from top to bottom."""
        items: list[Item] = []
        kind, fullness = self._kind, self.fullness
        told = kind_sentence(kind)
        if not kind.rules_name:
            items.append(Words(full_title(kind), LARGE, bold=True))
        else:
            settings = self._host.kit.settings
            row = rule_choice(settings, self._game, self._rules_chosen, game_name(kind))
            row.large = True
            items.append(row)
            if self._session is not None:
                # The game that can be resumed keeps its own.
                told = tr(
                    "New games use the {rules} rules: {sentence}",
                    rules=kind.rules_name,
                    sentence=told,
                )
        if fullness.sentence:
            items.append(Words(told, least=2))
        stands, ways, others = self._standing(), self._ways(), self._others()
        if stands and not fullness.told:
            # The narrowest tile has room for it there.
            ways.lead = 0
            return [*items, Row(stands, others), ways]
        if stands:
            items.append(Words(stands, faint=True))
        if fullness.shared:
            *lower, number = ways.controls
            number.flat = True
            ways.controls = lower
            items.append(Row("", [*others, number]))
        elif fullness.named:
            items.append(Row("", others))
        else:
            ways.controls = [*ways.controls, *others]
        return [*items, ways]

    def _others(self) -> list[Control]:
        """Return the deal of the day and the first lesson, which comes first for those who have
        never played.

        The smallest window has room for one of them; statistics and help lead to the other.
        """
        day, first = self._day(), kinds_of(self._game)[0]
        if first.lesson is None:
            return [day]
        played = any(entry.game == self._game for entry in self._host.kit.record.entries)
        act = partial(self._host.learn, self._game)
        learn = self._flat(game_name(first), tr("Learn to play"), act, "learn", flat=played)
        both = [day, learn] if played else [learn, day]
        return both if self.fullness.sentence else both[:1]

    def _day(self) -> Control:
        """Return the button of the deal of the day, which says whether it was played or won."""
        host, kind, today = self._host, self._kind, self._host.kit.today
        days = days_played(host.kit.record.entries[-_DAYS_GAMES:], *kind.key)
        label = tr("Today's deal")
        if today in days:
            label = tr("Today's deal: won") if days[today] else tr("Today's deal: played")

        def play() -> None:
            host.play_day(host.kit.today, *kind.key)

        return self._flat(game_name(kind), label, play, "day")

    def _flat(
        self, name: str, label: str, act: Callable[[], None], icon: str, *, flat: bool = True
    ) -> Control:
        """Return a button that stands back, unless it shows its icon alone or is not ``flat``."""
        named, tip = self.fullness.named, f"{name}: {label}"
        return Control(label, act, icon=icon, named=named, flat=named and flat, tip=tip)

    def _standing(self) -> str:
        """Return how the game in hand stands; empty if no game has one."""
        host, session = self._host, self._session
        self._graded = None if session is None else known_grade(host.kit.solver, session.deal)
        if session is None:
            return tr("No game in progress") if any(map(host.in_hand, games())) else ""
        home = trn("{n} card home", "{n} cards home", session.state.cards_home)
        parts = [move_count(session), duration(session.book.seconds), account_line(session) or home]
        if not self.fullness.told:
            parts = parts[:2]
        elif self._graded:
            parts.append(brief(self._graded))
        return "  ·  ".join(parts)

    def learn_grade(self) -> bool:
        """Have the deal in hand graded; return whether more is known than when the tile was
        filled."""
        session = self._session
        if self._graded or session is None:
            return False
        return seek_grade(self._host.kit.solver, session.deal) is not None

    def _ways(self) -> Row:
        """Return the buttons that resume the game in hand or begin another one."""
        host, game, kind, session = self._host, self._game, self._kind, self._session

        def way(label: str, act: Callable[[str], None], icon: str = "") -> Control:
            tip = f"{kind_name(kind)}: {label}"
            strong, named = not icon, bool(icon)
            return Control(label, lambda: act(game), icon=icon, strong=strong, named=named, tip=tip)

        number = way(tr("By number…"), host.ask_number, "number")
        if session is None:
            return Row("", [way(tr("New game"), host.play_new), number], terse=True, lead=4)
        deal = tr("own deal") if session.deal.number is None else str(session.deal.number)
        if session.deal.kind.rules_name:
            deal = f"{deal}, {session.deal.kind.rules_name}"
        resume = way(
            tr("Resume {deal}", deal=deal) if self.fullness.told else tr("Resume"), host.play
        )
        # It may be played by other rules than the next one.
        resume.tip = f"{game_name(kind)}: {resume.label}"
        new = way(tr("New game"), host.play_new, "new")
        return Row("", [resume, new, number], terse=True, lead=4)

    # -- size and picture ----------------------------------------------------------------------

    def measure(self, width: int, pad: int, unit: float) -> int:
        """Return the height of a tile ``width`` wide, without its picture."""
        self.page.flow(0, 0, width - 2 * pad, unit)
        return self.page.height + 2 * pad

    def lie(self, rect: Rect, picture: int, pad: int, unit: float) -> None:
        """Lie in ``rect``: first the picture, as high as that, then the page, whose buttons are at
        the foot."""
        self.rect = rect
        self.window = Rect(rect.left + pad, rect.top + pad, rect.width - 2 * pad, picture)
        top = self.window.bottom + pad if picture else self.window.top
        self.page.flow(self.window.left, top, self.window.width, unit)
        lower = rect.bottom - pad - self.page.items[-1].rect.bottom
        for control in self.page.items[-1].controls:
            control.rect.move_ip(0, lower)
        self.page.items[-1].rect.move_ip(0, lower)

    def _painter(self) -> Paint:
        """Return what paints the table as it stands, or a hand of cards if none is laid out."""
        kit, session = self._host.kit, self._session
        if session is None:
            return hand(kit, kinds_of(self._game)[0].sample)
        return table(kit, session.deal, session.state)

    def sharpen(self) -> bool:
        """Have the picture drawn again if it is only scaled; return whether it is."""
        soft = self._picture is not None and not self._crisp
        if soft:
            self._picture = None
        return soft

    def paint(self, target: pygame.Surface, theme: Theme, unit: float, *, lit: bool) -> None:
        """Draw the tile; ``lit`` says that a press now would begin its game."""
        ground(target, theme, self.rect, unit)
        if self.window.height:
            target.blit(self._shown(target, unit), self.window)
            edge = theme.accent if lit else theme.ink if theme.grain else theme.slot
            width = max(2, round(2 * unit)) if lit else max(1, round(unit))
            rounded(target, edge, self.window, width)
        self.page.paint(target, theme, unit)

    def _shown(self, target: pygame.Surface, unit: float) -> pygame.Surface:
        """Return the picture at its size; while the window changes, the old one scaled."""
        size = self.window.size
        if self._picture is None:
            self._picture = drawn(self._paint, size, target.get_width(), unit)
        self._crisp = self._picture.get_size() == size
        return self._picture if self._crisp else pygame.transform.smoothscale(self._picture, size)
