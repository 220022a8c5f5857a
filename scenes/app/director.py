"""Switches between scenes and panels, and runs their common commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from game.play.session import Session
from game.player.settings import Speed
from game.record.daily import daily_deal
from game.rules.registry import Deal
from game.store.current import Desk, Desks
from game.support.texts import tr
from game.words.names import deal_title, long_date
from scenes.app import exchange
from scenes.kit.commands import Command, key_words
from scenes.kit.services import Kit, MessageButton, Tell
from scenes.table.status import beginning_words
from scenes.table.table_scene import TableScene
from scenes.widgets.panel import Panel

if TYPE_CHECKING:
    from datetime import date

    from scenes.app.app import App
    from scenes.app.navigation import Navigation
    from scenes.pages.start_screen import StartScreen
    from scenes.review.review_scene import ReviewScene
    from scenes.widgets.items import Item
    from scenes.widgets.panel import Sheet

    Scene = TableScene | ReviewScene | StartScreen
    """What fills the window."""


class Director:
    """Shows a scene, with at most one panel over it."""

    scene: Scene

    def __init__(self, kit: Kit, app: App) -> None:
        self.kit = kit
        self.window = app.window
        self.panel: Panel | None = None
        self.review: ReviewScene | None = None
        self._menu: StartScreen | None = None
        self.desks = Desks(kit.storage, kit.settings)
        self.commands: dict[Command, Callable[[], object]] = {
            Command.QUIT: app.quit,
            Command.FULLSCREEN: app.toggle_fullscreen,
            Command.COMPACT: app.toggle_compact,
            Command.OPTIONS: lambda: self.navigation.options(),
            Command.STATISTICS: lambda: self.navigation.statistics(),
            Command.HELP: lambda: self.navigation.help(),
            Command.CHANCES: lambda: self.navigation.chances.show(),
            Command.AGAIN: lambda: self.navigation.try_again(),
            Command.NAME: lambda: self.navigation.annotate(Command.NAME),
            Command.REMARK: lambda: self.navigation.annotate(Command.REMARK),
            Command.REVIEW: lambda: self.navigation.review(),
            Command.NUMBER: lambda: self.ask_number(self.game),
            Command.COPY: partial(self._with_game, exchange.copy),
            Command.COPY_LINK: partial(self._with_game, exchange.copy_link),
            Command.EXPORT: partial(self._with_game, exchange.export),
            Command.PAGE: self.export,
            Command.ANIMATION: partial(self.export, animated=True),
            Command.PASTE: partial(exchange.paste, self),
            Command.START: self.show_start,
            Command.MENU: lambda: self.navigation.menu(),
        }

    @cached_property
    def navigation(self) -> Navigation:
        from scenes.app.navigation import Navigation  # not needed at start-up

        return Navigation(self)

    @property
    def table(self) -> TableScene | None:
        """The table, if one is shown."""
        return self.scene if isinstance(self.scene, TableScene) else None

    @property
    def session(self) -> Session | None:
        """The game on the table or under review, if any."""
        if self.review:
            return self.review.session
        return self.table.session if self.table else None

    @property
    def game(self) -> str:
        """The name of the game shown or played last, such as ``canfield``."""
        return self.session.deal.game if self.session else self.kit.settings.last_game

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        return self.window.size

    def invalidate(self) -> None:
        self.scene.invalidate()

    def tell(self, words: str, buttons: Sequence[MessageButton] = ()) -> None:
        """Show a message with ``buttons``, and announce it."""
        self.scene.notice(words, buttons)
        self.kit.announcer.say(words)
        if buttons:
            labels = ", ".join(one.label for one in buttons)
            self.kit.announcer.say(f"{key_words('Tab')}: {labels}")

    def refuse(self, words: str, buttons: Sequence[MessageButton] = ()) -> None:
        """Show a message like ``tell``, with the sound of a refusal."""
        self.kit.sounds.refuse()
        self.tell(words, buttons)

    def retitle(self) -> None:
        self.window.set_title(self.scene.title)

    def resize(self, size: tuple[int, int]) -> None:
        self.scene.resize(size)
        if self.panel:
            self.panel.resize(size)
        self.invalidate()

    def enter(self, scene: Scene, *, aloud: bool = True) -> None:
        """Close any panel and leave the old scene, then show the new scene."""
        self.close_panel()
        self.scene.leave()
        self.review = None
        self.show(scene, aloud=aloud)

    def show(self, scene: Scene, *, aloud: bool = True) -> None:
        """Show ``scene`` without calling the old scene's ``leave``. If ``aloud``, announce the new
        scene."""
        self.scene = scene
        self.invalidate()
        self.retitle()
        if aloud:
            self.kit.announcer.say(scene.title)

    def open_panel(
        self,
        sheet: Sheet,
        build: Callable[[], Sequence[Item]],
        accept: Callable[[], None] | None = None,
    ) -> Panel:
        """Open a panel with the items from ``build``. Enter in a text field calls ``accept``."""
        self.scene.finish_motion()
        self.panel = Panel(self.kit, sheet, build, self.leave_panel, accept)
        self.panel.open(self.size, slides=self.kit.speed is not Speed.OFF)
        self.invalidate()
        return self.panel

    def leave_panel(self) -> None:
        """Close the panel at the player's request, and announce the scene."""
        self.close_panel()
        self.kit.announcer.say(self.scene.title)

    def close_panel(self) -> None:
        """Close any open panel without announcing anything."""
        if self.panel is not None:
            self.panel.page.empty()
            self.panel = None
            self.invalidate()
            if self._menu is self.scene:
                self._menu.refresh()

    # -- commands ------------------------------------------------------------------------------

    def run(self, command: Command) -> None:
        """Close any panel, then run ``command``. If ``command`` opened the panel, only close the
        panel."""
        if self.panel is not None:
            if self.panel.command is command:
                self.leave_panel()
                return
            self.close_panel()
        if self.scene.command(command):
            return
        if command in self.commands:
            self.commands[command]()
        elif self.review:
            # All other commands belong to the table.
            self.navigation.end_review()
            self.scene.command(command)
        elif self.table is None:
            # The command needs a table, but this is the start screen.
            self.kit.sounds.refuse()

    # -- the menu, panels and the review ---------------------------------------------------------

    def show_start(self) -> None:
        """If a table is shown, replace it with the start screen."""
        if self.table is not None:
            self.enter(self.new_menu())

    def new_menu(self) -> StartScreen:
        """Return a new start screen without showing it."""
        from scenes.pages.start_screen import StartScreen  # not needed to start at a table

        self._menu = StartScreen(self)
        return self._menu

    def ask_number(self, game: str) -> None:
        """Ask for the number of a deal of ``game``."""
        self.navigation.number(game)

    def share(self) -> None:
        """Copy the game's result to the clipboard, as one line."""
        self._with_game(exchange.share)

    def _with_game(self, act: Callable[[Director, Session], None]) -> None:
        """Call ``act`` with the game shown, if there is one."""
        if self.session:
            act(self, self.session)

    def review_past(
        self, session: Session, keep: Callable[[], None] | None = None, *, watch: bool = False
    ) -> None:
        """Review a finished game. ``watch`` plays it back, and ``keep`` saves the notes."""
        self.navigation.review_past(session, keep, watch=watch)

    def export(
        self, session: Session | None = None, told: Tell | None = None, *, animated: bool = False
    ) -> None:
        """Write a game as a web page or an animation.

        If ``session`` is None, the game on the screen is written. If ``told`` is None, messages go
        to the scene.
        """
        from scenes.app import exporting  # not needed at start-up

        exporting.export(self, session, told, animated=animated)

    def end_review(self, position: int | None = None) -> None:
        """Close the review; if a ``position`` is given, play on from there."""
        self.navigation.end_review(position)

    # -- games -----------------------------------------------------------------------------------

    def in_hand(self, game: str) -> Session | None:
        """Return the unfinished session of ``game``, if there is one."""
        desk = self.desks.find(game)
        return None if desk is None or desk.session.ended else desk.session

    def start(
        self,
        game: str | None,
        wanted: Deal | None = None,
        rules: str | None = None,
        copied: Session | None = None,
    ) -> None:
        """Show the first scene: a table or, without ``game`` and ``copied``, the start screen.

        A ``copied`` game replaces the game in hand.
        """
        if copied is not None:
            game = copied.deal.game
            self._take_copied(copied)
        say = self.kit.announcer.say
        if game is None:
            self.show(self.new_menu())
            say(tr("Tab and the arrow keys move through the menu, Enter selects; ? opens help."))
            return
        desk = self.desks.find(game)
        if wanted is None and rules and desk and desk.session.deal.rules != rules:
            desk.begin(desk.random_deal())
        self.show(self._lay(game, wanted), aloud=False)
        say(tr("The arrow keys move over the piles, Enter picks up and puts down; ? opens help."))
        self.tell_of("", self.desks.of(game))
        if copied is not None:
            self._offer_copied()

    def play(self, game: str, wanted: Deal | None = None) -> None:
        """Play ``game``. If no deal is ``wanted``, resume the game in hand or begin a new one."""
        self.enter(self._lay(game, wanted), aloud=False)

    def _lay(self, game: str, wanted: Deal | None) -> TableScene:
        """Return a table for ``game``; announce its title, and save ``game`` as the last played."""
        desk = self.desks.of(game, wanted)
        # Announce the title before anything that the new table announces.
        self.kit.announcer.say(tr("{game} – Vierfeld", game=deal_title(desk.session.deal)))
        settings = self.kit.settings
        if settings.last_game != game:
            settings.last_game = game
            self.kit.storage.save_settings(settings)
        return TableScene(self, desk.session, desk)

    def play_new(self, game: str) -> None:
        """Play a random deal of ``game``.

        If the player wants only winnable deals, a search for one begins.
        """
        fresh = self.desks.find(game) is None
        desk = self.desks.of(game)
        # In the casino the player pays for a layout on seeing it, so it is not replaced.
        paid = fresh and desk.session.state.stage < 3
        if self.kit.settings.winnable_only and not paid:
            self.play(game)
            if self.table:
                self.table.command(Command.NEW)
            return
        if not fresh:
            desk.begin(desk.random_deal())
        self.play(game)
        self.tell_of("", desk)

    def play_session(self, session: Session) -> None:
        """Show ``session`` on the table, as the game in hand."""
        desk = self._take_copied(session)
        game, bare = session.deal.game, not session.actions
        table = self.table
        if table is not None and table.desk is desk:
            table.new_session(session, deal_out=bare)
        else:
            self.play(game)
            self.tell_of("", desk)
        self._offer_copied()

    def _take_copied(self, session: Session) -> Desk:
        # A game that was finished when it arrived was played by somebody else, so it doesn't count.
        session.info.recorded = session.ended
        return self.desks.take(session)

    def _offer_copied(self) -> None:
        if self.table and self.table.session.actions:
            self.table.prompt.offer_copied()

    def play_day(self, day: date, game: str, rules: str | None) -> None:
        """Play the deal of ``day``, or continue it if it's in hand."""
        deal, session = daily_deal(day, game, rules), self.in_hand(game)
        words = tr("The deal of {date}.", date=long_date(day))
        if session is not None and session.deal == deal:
            self.play(game)
            self.tell(words)
        else:
            self.play_again(deal, words)

    def learn(self, game: str) -> None:
        self.navigation.learn(game)

    def play_again(self, deal: Deal, words: str = "") -> None:
        """Play ``deal`` from the start, with a message that begins with ``words``."""
        desk = self.desks.take(Session(deal))
        self.play(deal.game)
        self.tell_of(words, desk)

    def tell_of(self, words: str, desk: Desk) -> None:
        """Show ``words``, then anything the player should know about the new game on ``desk``."""
        if words := f"{words} {beginning_words(desk)}".strip():
            self.tell(words)
