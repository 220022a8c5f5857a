"""What stands in a tile of the menu: how a game stands, and the ways to begin it or to go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import Final, Protocol

from game.play.session import Session
from game.record.daily import days_played
from game.rules.registry import games, kinds_of
from game.support.texts import tr, trn
from game.teach.difficulty import Graded, brief, known_grade, seek_grade
from game.words.names import duration, full_title, game_name, kind_name
from game.words.rule_sets import kind_sentence
from scenes.kit.services import Host
from scenes.menu.tiles import Fullness
from scenes.pages.options import rule_choice
from scenes.pages.thumbnails import Paint, hand, table
from scenes.style.theme import LARGE
from scenes.table.status import account_line, move_count
from scenes.widgets.controls import Control
from scenes.widgets.items import Item, Row, Words

_DAYS_GAMES: Final = 300
"""Among how many of the latest games today's deal is looked for."""


class MenuHost(Host, Protocol):
    """The program as the menu sees it."""

    def in_hand(self, game: str) -> Session | None:
        """Return the last game of that kind, if it can still be played on."""

    def play(self, game: str) -> None:
        """Show the table of ``game`` with its game in hand, or else a random one."""

    def play_new(self, game: str) -> None:
        """Show the table of ``game`` with a new random game."""

    def play_day(self, day: date, game: str, rules: str | None) -> None:
        """Show the table with a day's deal."""

    def ask_number(self, game: str) -> None:
        """Ask for the number of a deal of ``game``."""

    def learn(self, game: str) -> None:
        """Begin the first lesson of ``game``."""


class Contents:
    """Fills the tiles; calls ``chosen`` when another rule set was chosen for a game."""

    def __init__(self, host: MenuHost, chosen: Callable[[str], None]) -> None:
        self._host = host
        self._choose = chosen
        self._graded: dict[str, Graded | None] = {}
        """What was known of the game in hand of each game when its tile was last filled."""

    def items(self, game: str, fullness: Fullness) -> Sequence[Item]:
        """Return what stands below the picture of ``game``, from top to bottom."""
        settings = self._host.kit.settings
        items: list[Item] = []
        kind = settings.next_kind(game)
        told = kind_sentence(kind)
        if not kind.rules_name:
            items.append(Words(full_title(kind), LARGE, bold=True))
        else:
            row = rule_choice(settings, game, partial(self._choose, game), game_name(kind))
            row.large = True
            items.append(row)
            if self._host.in_hand(game) is not None:
                # The game that can be resumed keeps its own.
                told = tr(
                    "New games use the {rules} rules: {sentence}",
                    rules=kind.rules_name,
                    sentence=told,
                )
        if fullness.sentence:
            items.append(Words(told, least=2))
        stands = self._standing(game, fullness)
        ways, others = self._ways(game, fullness), self._others(game, fullness)
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

    def _others(self, game: str, fullness: Fullness) -> list[Control]:
        """The deal of the day and the first lesson, which comes first for who has never played.

        The smallest window has room for one of them; statistics and help lead to the other.
        """
        day = self._day(game, fullness)
        if kinds_of(game)[0].lesson is None:
            return [day]
        played = any(entry.game == game for entry in self._host.kit.record.entries)
        label = tr("Learn to play")
        learn = Control(
            label,
            lambda: self._host.learn(game),
            icon="learn",
            named=fullness.named,
            flat=fullness.named and played,
            tip=f"{game_name(kinds_of(game)[0])}: {label}",
        )
        both = [day, learn] if played else [learn, day]
        return both if fullness.sentence else both[:1]

    def _day(self, game: str, fullness: Fullness) -> Control:
        """Return the button of the deal of the day, which says whether it was played or won."""
        host, today = self._host, self._host.kit.today
        kind = host.kit.settings.next_kind(game)
        days = days_played(host.kit.record.entries[-_DAYS_GAMES:], *kind.key)
        label = tr("Today's deal")
        if today in days:
            label = tr("Today's deal: won") if days[today] else tr("Today's deal: played")
        return Control(
            label,
            lambda: host.play_day(host.kit.today, *kind.key),
            icon="day",
            named=fullness.named,
            flat=fullness.named,
            tip=f"{game_name(kind)}: {label}",
        )

    def _standing(self, game: str, fullness: Fullness) -> str:
        """Return how the game in hand stands; empty if neither game has one."""
        session = self._host.in_hand(game)
        solver = self._host.kit.solver
        self._graded[game] = None if session is None else known_grade(solver, session.deal)
        if session is None:
            other = any(self._host.in_hand(one) for one in games())
            return tr("No game in progress") if other else ""
        home = trn("{n} card home", "{n} cards home", session.state.cards_home)
        parts = [move_count(session), duration(session.book.seconds), account_line(session) or home]
        if not fullness.told:
            return "  ·  ".join(parts[:2])
        graded = self._graded[game]
        return "  ·  ".join([*parts, brief(graded)] if graded else parts)

    def learn_grades(self) -> bool:
        """Have the deals in hand graded; return whether more is known than when the tiles were
        filled."""
        solver = self._host.kit.solver
        solver.poll()
        unknown = [self._host.in_hand(game) for game, found in self._graded.items() if not found]
        return any([seek_grade(solver, one.deal) is not None for one in unknown if one is not None])

    def _ways(self, game: str, fullness: Fullness) -> Row:
        host, session = self._host, self._host.in_hand(game)
        kind = host.kit.settings.next_kind(game)
        name = kind_name(kind)

        def lesser(label: str, icon: str, act: Callable[[], None]) -> Control:
            tip = f"{name}: {label}"
            return Control(label, act, icon=icon, named=True, tip=tip)

        number = lesser(tr("By number…"), "number", lambda: host.ask_number(game))
        if session is None:
            label = tr("New game")
            new = Control(label, lambda: host.play_new(game), strong=True, tip=f"{name}: {label}")
            return Row("", [new, number], terse=True, lead=4)
        deal = tr("own deal") if session.deal.number is None else str(session.deal.number)
        if session.deal.kind.rules_name:
            deal = f"{deal}, {session.deal.kind.rules_name}"
        label = tr("Resume {deal}", deal=deal) if fullness.told else tr("Resume")
        resume = Control(
            label, lambda: host.play(game), strong=True, tip=f"{game_name(kind)}: {label}"
        )
        new = lesser(tr("New game"), "new", lambda: host.play_new(game))
        return Row("", [resume, new, number], terse=True, lead=4)

    def picture(self, game: str) -> Paint:
        """Return what paints the table as it stands, or a hand of cards if none is laid out."""
        kit, session = self._host.kit, self._host.in_hand(game)
        if session is None:
            return hand(kit.style, kit.theme, kinds_of(game)[0].sample)
        mirrored = kit.settings.mirrored
        return table(kit.style, kit.theme, session.deal, session.state, mirrored=mirrored)
