"""What the strip on a table says: how a game has ended, or which decision is due."""

from __future__ import annotations

from functools import partial
from typing import Final

from game.core.state import State
from game.play.session import Session
from game.rules.finish import finishing
from game.support.records import replace
from game.support.texts import tr, trn
from scenes.kit.commands import BY_COMMAND, Command, key_words
from scenes.table.adviser import Guide
from scenes.table.context import Table
from scenes.table.draw.fit import Fit
from scenes.table.input.keyboard import TableKeys
from scenes.table.intents import NewDeal, WayBack
from scenes.table.status import ending
from scenes.table.strip import Decision
from scenes.widgets.controls import Control

_CALM: Final = 1.0
"""Seconds from the end of a game to the search for its par."""


class Verdict:
    """Keeps the strip of a table up to date."""

    def __init__(self, table: Table, keys: TableKeys, guide: Guide, fit: Fit) -> None:
        self._table = table
        self._keys = keys
        self._guide = guide
        self._fit = fit
        self._copied: State | None = None
        self._unrated: float | None = None
        """Seconds since a game was won whose par is not known; None where nothing is awaited."""

    def offer_copied(self) -> None:
        """Offer what can be done with the game on the table, which was pasted with its moves."""
        self._copied = self._table.desk.session.state
        self.update()

    def update(self) -> None:
        """Show what the position calls for."""
        table = self._table
        session, due = table.desk.session, table.stage_strip()
        self._unrated = None
        if session.ended and table.counts:
            self._tell_end(session)
        elif self._guide.way_back:
            self._offer_way_back(self._guide.way_back)
        elif self._copied is session.state:
            self._welcome_copied(session)
        elif due:
            self._ask(self._with_finish(due))
        elif finish := self._finish():
            self._ask(finish)
        else:
            table.strip.hide()
        table.lie_strip()
        self._fit.doubt()
        table.invalidate()

    def _tell_end(self, session: Session) -> None:
        table, strip = self._table, self._table.strip
        headline, words, brief = ending(session, self._against_par(session))
        news, first, before = words != strip.words, headline != strip.headline, strip.words
        strip.set(
            headline,
            words,
            [
                self._button(tr("New game"), Command.NEW, strong=True),
                self._button(tr("Restart"), Command.RESTART),
                self._button(tr("Review"), Command.REVIEW),
                Control(tr("Copy the result"), table.host.share),
            ],
            brief,
            amid=session.won,
        )
        if news:
            # The par comes later, and is told alone.
            said = f"{headline} {words}" if first else words.removeprefix(before).lstrip(", ")
            table.announcer.say(said)
            if self._keys.cursor.visible and strip.controls.focus is None:
                # Whoever plays by keyboard can go on by keyboard.
                strip.controls.focus = strip.controls.items[0]
            if first:
                table.announcer.say(f"{key_words('Enter')}: {strip.controls.items[0].spoken}")

    def _against_par(self, session: Session) -> str:
        """Return how a game that was won compares with the par of its deal, if that is known; if
        not, ``tick`` waits for it."""
        if not session.won_alone or session.deal.kind.hides_cards:
            return ""
        from scenes.table.par import compared  # most pictures do without it

        words = compared(self._table.desk, self._table.kit.solver)
        self._unrated = None if words else 0.0
        return words

    def tick(self, seconds: float) -> None:
        """Let time pass; have a deal that was won measured if its par is not known, once the cards
        have come to rest."""
        table = self._table
        if self._unrated is None or table.moving:
            return
        self._unrated += seconds
        if self._unrated >= _CALM:
            from scenes.table.par import sought  # most pictures do without it

            if sought(table.desk, table.kit.solver):
                self.update()

    def _offer_way_back(self, count: int) -> None:
        """Offer to go back ``count`` actions, to the last position that could be won."""
        table = self._table
        label = trn("Take back {n} move", "Take back {n} moves", count)
        back = Control(label, partial(table.do, WayBack()), strong=True)
        words = tr("This position is lost.")
        review = [self._button(tr("Review"), Command.REVIEW)] if table.counts else []
        table.strip.set("", words, [*review, back], tr("This position is lost."))
        table.announcer.say(f"{words} {back.label}")

    def _welcome_copied(self, session: Session) -> None:
        table = self._table
        words = tr("A copied game. You can play on from here.")
        review = self._button(tr("Watch and review"), Command.REVIEW)
        # A fresh game, as the copied moves are not the player's own.
        begin = partial(table.do, NewDeal(session.deal))
        again = Control(tr("Play from the start"), begin, strong=True)
        table.strip.set("", words, [review, again], tr("A copied game."))

    def _finish(self) -> Decision | None:
        """The offer to send the rest home, if it goes by itself and takes more than one move."""
        session = self._table.desk.session
        if len(finishing(session.rules, session.state)) <= 1:
            return None
        finish = self._button(tr("Finish"), Command.SAFE)
        return Decision(tr("The rest goes home on its own."), "", [finish])

    def _with_finish(self, due: Decision) -> Decision:
        """The casino's decision that is ``due``, or the offer to finish with both their buttons."""
        finish = self._finish()
        return replace(finish, buttons=[*due.buttons, *finish.buttons]) if finish else due

    def _ask(self, due: Decision) -> None:
        """Ask the player for the decision that is ``due``."""
        table = self._table
        words, weighed = table.strip.words, table.strip.weighed
        table.strip.set("", due.words, due.buttons, due.brief, weighed=due.weighed, firm=due.firm)
        if due.words != words:
            choices = ", ".join(button.label for button in due.buttons)
            table.announcer.say(" ".join(filter(None, (due.words, due.weighed, choices))))
        elif due.weighed and not weighed:
            # The first answer is said, later ones only stand there.
            table.announcer.say(due.weighed)

    def _button(self, name: str, command: Command, *, strong: bool = False) -> Control:
        label = name
        if command in (Command.REVIEW, Command.SAFE):
            # The label teaches the key.
            label = tr("{label} ({key})", label=name, key=BY_COMMAND[command].key_names)
        return Control(label, lambda: self._table.host.run(command), strong=strong)
