"""Which scene and which panel are shown, and the commands that are about more than one table.

A start straight to a table waits for nothing that it does not show: the menu and the panels are
imported when they are opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from game.canfield import RULE_SETS, RuleSet
from game.deals import MAX_DEAL
from game.desk import Desk, open_desk
from game.games import CANFIELD, VIERFREI, Deal
from game.session import Session
from game.settings import Speed
from game.texts import tr
from scenes.canfield import CanfieldScene
from scenes.commands import Command
from scenes.exchange import Exchange
from scenes.host import Kit, Scene
from scenes.table import TableScene
from scenes.vierfrei import VierfreiScene

if TYPE_CHECKING:
    from scenes.items import Item
    from scenes.menu import MenuScene
    from scenes.panel import Panel, Sheet
    from scenes.review import ReviewScene
    from scenes.slide import Leaving

_DIGITS: Final = 6
"""VIERFREI takes numbers of up to six digits."""


class Frame(Protocol):
    """The window around the scenes."""

    @property
    def size(self) -> tuple[int, int]: ...

    def set_title(self, title: str) -> None: ...

    def quit(self) -> None:
        """End the program."""

    def toggle_fullscreen(self) -> None: ...

    def toggle_compact(self) -> None: ...


class Director:
    """Shows one scene at a time, and over it at most one panel.

    ``whole`` says that nothing on the window can be relied on, for the next picture.
    """

    scene: Scene

    def __init__(self, kit: Kit, frame: Frame) -> None:
        self._kit = kit
        self._frame = frame
        self.whole = True
        self.panel: Panel | None = None
        self.leaving: Leaving | None = None
        """The picture of a panel that was closed just now."""
        self._menu: MenuScene | None = None
        """The menu that was shown last."""
        self._review: ReviewScene | None = None
        """The review, while it is shown."""
        self.exchange = Exchange(self)
        self._desks: dict[str, Desk] = {}
        self._in_files: dict[str, Session | None] = {}
        self._commands: dict[Command, Callable[[], object]] = {
            Command.QUIT: frame.quit,
            Command.FULLSCREEN: frame.toggle_fullscreen,
            Command.COMPACT: frame.toggle_compact,
            Command.OPTIONS: self._options,
            Command.STATISTICS: self._statistics,
            Command.HELP: self._help,
            Command.REVIEW: self._toggle_review,
            Command.NUMBER: lambda: self.ask_number(self.game),
            Command.COPY: self.exchange.copy,
            Command.PASTE: self.exchange.paste,
            Command.MENU: self.show_menu,
        }

    @property
    def kit(self) -> Kit:
        return self._kit

    @property
    def size(self) -> tuple[int, int]:
        return self._frame.size

    @property
    def table(self) -> TableScene | None:
        """The table, if one is shown."""
        return self.scene if isinstance(self.scene, TableScene) else None

    @property
    def played(self) -> TableScene | None:
        """The table that is shown, or the one whose game is reviewed."""
        return self._review.table if self._review else self.table

    @property
    def game(self) -> str:
        """The game on the table; in the menu the one that was played last."""
        return self.played.deal.game if self.played else self._kit.settings.last_game

    # -- commands ------------------------------------------------------------------------------

    def run(self, command: Command, *, everywhere: bool = True) -> None:
        """Do what the player has asked for.

        What works ``everywhere`` closes an open panel first; a panel's own command only closes it.
        """
        if self.panel is not None:
            if not everywhere:
                return
            own = self.panel.own is command
            self.close_panel()
            if own:
                return
        if self.scene.command(command):
            return
        if command in self._commands:
            self._commands[command]()
        elif self._review:
            # What else can be done is done on the table.
            self.end_review()
            self.scene.command(command)

    def retitle(self) -> None:
        """The scene's title has changed."""
        self._frame.set_title(self.scene.title)

    def resize(self, size: tuple[int, int]) -> None:
        """The window has another size."""
        self.scene.resize(size)
        self.leaving = None
        if self.panel:
            self.panel.resize(size)
        self.whole = True

    # -- scenes --------------------------------------------------------------------------------

    def _enter(self, scene: Scene) -> None:
        self.close_panel()
        self.scene.leave()
        self._review = None
        self._show(scene)

    def _show(self, scene: Scene) -> None:
        self.scene = scene
        self.whole = True
        self.retitle()
        self._kit.announcer.say(scene.title)

    def _toggle_review(self) -> None:
        """To the review of the game on the table, in the menu of the one last played, and back."""
        if self._review:
            self.end_review()
            return
        table = self.table
        if table is None:
            game = self.game
            if game not in self._desks and self._in_file(game) is None:
                self._kit.sounds.refuse()
                return
            self.play(game)
            table = self.table
        assert table is not None
        from scenes.review import ReviewScene

        review = ReviewScene(self, table)
        self._enter(review)
        self._review = review
        review.begin()

    def end_review(self, position: int | None = None) -> None:
        """From the review back to its table; with a ``position``, to play on from there."""
        review = self._review
        if review is None:
            return
        table = review.table
        branch = position if position != review.here else None
        if branch is not None:
            table.desk.play_on_from(branch)
        self._enter(table)
        if review.restyled:
            table.restyle()
        table.new_session(deal_out=False)
        if branch is not None:
            words = tr("You play on from here; undo leads back.")
            table.notice(words)
            self._kit.announcer.say(words)

    def show_menu(self) -> None:
        """To the menu; the game in hand is kept."""
        if self.table is not None:
            self._enter(self._new_menu())

    def _new_menu(self) -> MenuScene:
        from scenes.menu import MenuScene

        self._menu = MenuScene(self)
        return self._menu

    def _desk(self, game: str, wanted: Deal | None = None) -> Desk:
        """The desk of ``game``, with ``wanted`` on it if that is given."""
        desk = self._desks.get(game)
        if desk is None:
            kit = self._kit
            desk = open_desk(
                kit.storage, kit.settings, kit.record, game, self._in_file(game), wanted
            )
            self._desks[game] = desk
        elif wanted is not None and desk.session.deal != wanted:
            desk.begin(wanted)
        return desk

    def _in_file(self, game: str) -> Session | None:
        if game not in self._in_files:
            self._in_files[game] = self._kit.storage.game(game)
        return self._in_files[game]

    def in_hand(self, game: str) -> Session | None:
        """The game of that kind that was last played, if it can still be played on."""
        desk = self._desks.get(game)
        session = desk.session if desk else self._in_file(game)
        return None if session is None or session.ended else session

    def start(
        self,
        game: str | None,
        wanted: Deal | None = None,
        rules: str | None = None,
        copied: Session | None = None,
    ) -> None:
        """Show the first scene: the menu, or the table of ``game`` as the command line asks.

        Where ``rules`` are named and the game in hand is played by others, a new one begins.
        A ``copied`` game comes in the place of the one in hand.
        """
        if copied is not None:
            self._show(self._lay(copied.deal.game, None))
            self.play_session(copied)
            return
        if game is None:
            self._show(self._new_menu())
            return
        in_hand = self._in_file(game)
        if wanted is None and rules is not None and in_hand and in_hand.deal.rules != rules:
            desk = self._desk(game)
            desk.begin(desk.random_deal())
        self._show(self._lay(game, wanted))

    def play(self, game: str, wanted: Deal | None = None) -> None:
        """To the table of ``game``: with ``wanted``, its game in hand, or a random one."""
        self._enter(self._lay(game, wanted))

    def _lay(self, game: str, wanted: Deal | None) -> TableScene:
        """The table of ``game``, which is the last one played from now on."""
        desk = self._desk(game, wanted)
        settings = self._kit.settings
        if settings.last_game != game:
            settings.last_game = game
            self._kit.storage.save_settings(settings)
        return (VierfreiScene if game == VIERFREI else CanfieldScene)(self, desk)

    def play_new(self, game: str) -> None:
        """To the table of ``game`` with a new random game."""
        fresh = game not in self._desks and self._in_file(game) is None
        desk = self._desk(game)
        if not fresh:
            desk.begin(desk.random_deal())
        self.play(game)
        if self.table and desk.gave_up:
            self.table.tell_given_up()

    def play_session(self, session: Session) -> None:
        """To the table with a game that comes from outside."""
        game, copied = session.deal.game, session.actions
        # A game that came here with its end was played by somebody else.
        session.recorded = session.ended
        self._desk(game).take(session)
        table = self.table
        if table is not None and table.deal.game == game:
            table.new_session(deal_out=not copied)
        else:
            self.play(game)
        if copied and self.table:
            self.table.verdict.offer_copied()

    def share(self) -> None:
        """Copy the result of the game in one line."""
        self.exchange.share()

    # -- panels --------------------------------------------------------------------------------

    def _open(
        self,
        sheet: Sheet,
        build: Callable[[], Sequence[Item]],
        accept: Callable[[], None] | None = None,
    ) -> Panel:
        from scenes.page import Page
        from scenes.panel import Panel

        self.scene.steady()
        kit = self._kit
        turned = self.panel is not None or self.leaving is not None
        self.leaving = None
        self.panel = Panel(
            sheet,
            Page(kit.text, build),
            kit.text,
            kit.announcer,
            self.close_panel,
            accept,
            kit.sounds.refuse,
            moves=kit.speed is not Speed.OFF and not turned,
        )
        self.panel.resize(self.size)
        self.whole = True
        return self.panel

    def close_panel(self) -> None:
        """Close the panel, if one is open."""
        if self.panel is not None:
            if self._kit.speed is not Speed.OFF:
                from scenes.slide import Leaving

                self.leaving = Leaving(self.panel)
            self.panel = None
            self.whole = True
            if self._menu is self.scene:
                self._menu.refresh()

    def ask_number(self, game: str) -> None:
        """Ask for the number of a deal of ``game``."""
        from scenes.field import DigitField
        from scenes.pages import number_page
        from scenes.panel import Sheet

        field = DigitField(_DIGITS, tr("0 to {most}", most=MAX_DEAL))

        def deal() -> None:
            if not field.text:
                field.complaint = tr("Type a number first.")
                self._kit.sounds.refuse()
                panel.rebuild()
                return
            self.close_panel()
            rules = self._kit.settings.next_rules if game == CANFIELD else None
            self.play_session(Session(Deal(game, int(field.text), rules)))

        def build() -> Sequence[Item]:
            return number_page(self._kit, game, field, deal, self.close_panel)

        panel = self._open(Sheet(Command.NUMBER, tr("A game by number")), build, deal)

    def _options(self) -> None:
        from scenes.options import Part, options_page
        from scenes.panel import Sheet

        kit = self._kit
        shown = Part.LOOK

        def changed() -> None:
            kit.settle_look()
            kit.sounds.start()
            kit.storage.save_settings(kit.settings)
            self.scene.restyle()
            self.whole = True
            panel.title = tr("Options")
            panel.rebuild()
            # The choice may have been the language.
            self.retitle()

        def turn_to(part: Part) -> None:
            nonlocal shown
            shown = part
            panel.show_page()

        panel = self._open(
            # The table shows at once what is chosen here, so nothing darkens it.
            Sheet(Command.OPTIONS, tr("Options"), height=0.62, veil=False),
            lambda: options_page(kit.settings, changed, shown, turn_to),
        )

    def _statistics(self) -> None:
        from scenes.pages import statistics_page
        from scenes.panel import Sheet

        desk = self.played.desk if self.played else None
        self._open(
            Sheet(Command.STATISTICS, tr("Statistics"), width=500),
            lambda: statistics_page(self._kit, desk, self.play_new),
        )

    def _help(self) -> None:
        from scenes.help import help_page, help_title
        from scenes.panel import Sheet

        on_table = self.played.deal.rule_set if self.played else None
        rules = on_table or RULE_SETS[self._kit.settings.next_rules]
        shown: RuleSet | None = None if self.game == VIERFREI else rules

        def turn_to(key: str | None) -> None:
            nonlocal shown
            shown = None if key is None else RULE_SETS[key]
            panel.title = help_title(shown)
            panel.show_page()

        def build() -> Sequence[Item]:
            return help_page(self._kit, shown, self.run, turn_to)

        panel = self._open(Sheet(Command.HELP, help_title(shown), width=560), build)
