"""What the strip on a table says: how a game has ended, or which decision is due."""

from __future__ import annotations

from typing import Protocol

from pygame import Rect

from game.desk import Desk
from game.games import Rules
from game.piles import Role
from game.texts import tr, trn
from scenes.announce import Announcer
from scenes.commands import BY_COMMAND, Command
from scenes.controls import Control
from scenes.guide import Guide
from scenes.host import Host
from scenes.layout import TableLayout, strip_height
from scenes.standing import ending
from scenes.strip import Decision, Strip


class Table(Protocol):
    """What the strip is about."""

    host: Host
    desk: Desk
    rules: Rules
    layout: TableLayout
    strip: Strip
    guide: Guide

    @property
    def announcer(self) -> Announcer: ...

    def stage_strip(self) -> Decision | None:
        """The decision that is due, if one is."""


class Verdict:
    """Keeps the strip of a table true."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def update(self) -> None:
        """The position has changed."""
        table = self._table
        session, strip = table.desk.session, table.strip
        due = table.stage_strip()
        if session.ended:
            headline, words = ending(session)
            news = words != strip.words
            strip.set(
                headline,
                words,
                [
                    self._button(tr("New game"), Command.NEW, strong=True),
                    self._button(tr("Same again"), Command.RESTART),
                    self._button(tr("Review"), Command.REVIEW),
                    self._button(tr("Menu"), Command.MENU),
                ],
            )
            if news:
                table.announcer.say(f"{headline} {words}")
        elif table.guide.way_back:
            count = table.guide.way_back
            back = Control(
                trn("Back by {n} move", "Back by {n} moves", count),
                table.guide.go_back,
                strong=True,
            )
            words = tr("This cannot be won any more.")
            review = self._button(tr("Review"), Command.REVIEW)
            strip.set("", words, [review, back], tr("This is lost."))
            table.announcer.say(f"{words} {back.label}")
        elif due:
            strip.set("", due.words, due.buttons, due.brief)
        else:
            strip.hide()
        self.lie(table.layout.size)

    def _button(self, name: str, command: Command, *, strong: bool = False) -> Control:
        label = name
        if command is Command.REVIEW:
            # Who has never heard of it learns its key here.
            label = tr("{label} ({key})", label=name, key=BY_COMMAND[command].key_names)
        return Control(label, lambda: self._table.host.run(command), strong=strong)

    def lie(self, size: tuple[int, int]) -> None:
        """Lay the strip where it belongs: a decision at the foot, an end amid the columns."""
        table = self._table
        if not table.strip.shown:
            return
        if not table.desk.session.ended:
            height = strip_height(size)
            table.strip.lie_along(Rect(0, size[1] - height, size[0], height), size)
            return
        columns = [pile for pile in table.rules.piles if pile.role is Role.COLUMN]
        area = table.layout.region(columns[0]).unionall(
            [table.layout.region(pile) for pile in columns]
        )
        area.height = min(area.height, round(table.layout.card[1] * 1.6))
        table.strip.lie_in(area, size)
