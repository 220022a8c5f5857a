"""What the strip on a table says: how a game has ended, or which decision is due."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from game.core.state import State
from game.play.session import Automatic, Session
from game.rules.counting import moves_shown
from game.rules.replay import finishing
from game.support.texts import tr, trn
from game.teach.difficulty import known_grade, seek_grade
from scenes.kit.commands import BY_COMMAND, Command, key_words
from scenes.table.context import NewDeal, Table, WayBack
from scenes.table.guide import Guide
from scenes.table.input.keyboard import TableKeys
from scenes.table.status import again_key, ending
from scenes.table.strip import Decision
from scenes.widgets.controls import Control

if TYPE_CHECKING:
    from game.teach.difficulty import Graded

_PATIENT: Final = 5
"""So many moves may be made before the question about safe cards goes by itself."""
_CALM: Final = 1.0
"""Seconds from the end of a game to the search for its par."""


class Prompt:
    """Keeps the strip of a table up to date."""

    def __init__(self, table: Table, keys: TableKeys, guide: Guide) -> None:
        self._table = table
        self._keys = keys
        self._guide = guide
        self._copied: State | None = None
        self._asked: Session | None = None
        """The game in which it is asked whether safe cards shall go home by themselves, while that
        waits for an answer."""
        self._asked_until = 0
        """The number of actions of that game beyond which it waits no longer."""
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
            self._offer_way_back(session, self._guide.way_back)
        elif self._copied is session.state:
            self._welcome_copied(session)
        elif asked := _joined(due, self._finish() or self._question()):
            self._ask(asked)
        else:
            table.strip.hide()
        table.lie_strip()
        table.fits = False
        table.invalidate()

    def _tell_end(self, session: Session) -> None:
        table, strip = self._table, self._table.strip
        headline, words = ending(session, self._graded(session))
        first, news = not strip.headline, (headline, words) != (strip.headline, strip.words)
        strip.set(
            headline,
            words,
            [
                self._button(tr("New game"), Command.NEW, strong=True),
                self._button(tr("Restart"), Command.RESTART),
                self._button(tr("Review"), Command.REVIEW),
                Control(tr("Copy the result"), table.host.share),
            ],
            amid=session.won,
        )
        if news:
            # The par may come later.
            table.announcer.say(f"{headline} {words}".strip())
            if self._keys.cursor.visible and strip.controls.focus is None:
                # Whoever plays by keyboard can go on by keyboard.
                strip.controls.focus = strip.controls.items[0]
            if first:
                table.announcer.say(f"{key_words('Enter')}: {strip.controls.items[0].spoken}")

    def _graded(self, session: Session) -> Graded | None:
        """Return par and grade of the deal of a game that was won, if they are known; if not,
        ``tick`` waits for them."""
        if not session.won_alone or not session.deal.kind.graded:
            return None
        graded = known_grade(self._table.kit.solver, session.deal)
        if graded is not None:
            self._table.desk.rate(graded.par.moves)
        self._unrated = 0.0 if graded is None else None
        return graded

    def tick(self, seconds: float) -> None:
        """Let time pass; have a deal that was won measured if its par is not known, once the cards
        have come to rest."""
        table = self._table
        if self._unrated is None or table.moving:
            return
        self._unrated += seconds
        deal = table.desk.session.deal
        if self._unrated >= _CALM and seek_grade(table.kit.solver, deal) is not None:
            self.update()

    def _offer_way_back(self, session: Session, count: int) -> None:
        """Offer to go back ``count`` actions, to the last position that could be won."""
        table = self._table
        moves = max(1, moves_shown(table.rules, session.since_restart[-count:]))
        name = trn("Take back {n} move", "Take back {n} moves", moves)
        key = again_key(session.deal.kind)
        label = tr("{label} ({key})", label=name, key=key)
        back = Control(label, partial(table.do, WayBack()), strong=True)
        words = tr("This position is lost.")
        review = [self._button(tr("Review"), Command.REVIEW)] if table.counts else []
        table.strip.set("", words, [*review, back], tr("Lost."))
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

    def _question(self) -> Decision | None:
        """The question whether safe cards shall go home by themselves. It is asked once, and waits
        for an answer no longer than the next few moves."""
        table, session = self._table, self._table.desk.session
        settings = table.kit.settings
        if self._asked is None and table.counts and settings.asks_for_safe_cards:
            self._asked, self._asked_until = session, len(session.actions) + _PATIENT
            settings.safe_asked = True
            table.kit.storage.save_settings(settings)
        if self._asked is not session or len(session.actions) > self._asked_until:
            self._asked = None
            return None
        key = BY_COMMAND[Command.SAFE].first_key
        no = Control(tr("No, I'll press {key}", key=key), partial(self._answer, Automatic.OFF))
        yes = Control(tr("Yes"), partial(self._answer, Automatic.SAFE))
        words = tr("Send safe cards home automatically?")
        return Decision(words, "", [yes, no], firm=True)

    def _answer(self, automatic: Automatic) -> None:
        """Have cards go home as the player has answered."""
        table, self._asked = self._table, None
        table.steady()
        table.kit.settings.automatic = automatic
        table.kit.storage.save_settings(table.kit.settings)
        self.update()
        key = BY_COMMAND[Command.OPTIONS].first_key
        table.tell(tr("You can change this in the options ({key}).", key=key))

    def _ask(self, due: Decision) -> None:
        """Ask the player for the decision that is ``due``."""
        table = self._table
        words, weighed = table.strip.words, table.strip.weighed
        table.strip.set(
            "",
            due.words,
            due.buttons,
            due.brief,
            weighed=due.weighed,
            firm=due.firm,
            apart=due.near is not None,
        )
        if due.near:
            table.line.keep(due.words, due.near)
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


def _joined(due: Decision | None, other: Decision | None) -> Decision | None:
    """Return what is ``due``, the casino's decision; or the ``other`` one, with the buttons of
    both."""
    if due is None or other is None:
        return due or other
    return replace(other, buttons=[*due.buttons, *other.buttons])
