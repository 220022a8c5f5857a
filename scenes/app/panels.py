"""Opens the panels, and carries out what is chosen there.

Their pages are imported when they are opened, as a start straight to a table needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from game.core.cards import MAX_DEAL
from game.play.history import MOST_OF_A_NAME, MOST_OF_A_REMARK
from game.play.session import Session
from game.record.statistics import Tally
from game.rules.registry import Deal, GameKind
from game.support.texts import tr
from game.words.names import full_title
from scenes.app.detours import Chances
from scenes.kit.commands import BY_COMMAND, PAD_NAMES, Command
from scenes.pages.help import help_page
from scenes.pages.menu import menu_page
from scenes.pages.number import NumberPage
from scenes.pages.options import Part, options_page
from scenes.pages.statistics_panel import Statistics
from scenes.widgets.controls import Control
from scenes.widgets.items import DigitField, Row, TextField, Words, note
from scenes.widgets.panel import Sheet

if TYPE_CHECKING:
    from game.record.statistics import Tally
    from scenes.app.detours import Chances
    from scenes.app.director import Director
    from scenes.pages.options import Part
    from scenes.table.table_scene import TableScene
    from scenes.widgets.items import Item

_DIGITS: Final = 6
"""The most digits of a deal number."""


class Panels:
    """The panels of one run of the program."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._tally: Tally | None = None
        self._part: Part | None = None
        """The part of the options that was shown last."""

    @cached_property
    def chances(self) -> Chances:
        """What opens the page of puzzles."""
        return Chances(self._director)

    def number(self, game: str) -> None:
        """Ask for the number of a deal of ``game``."""
        director = self._director
        field = DigitField(_DIGITS, tr("0 to {most}", most=MAX_DEAL))

        def deal() -> None:
            if not field.text:
                field.complaint = tr("Type a number first.")
                director.kit.sounds.refuse()
                director.kit.announcer.say(field.complaint)
                panel.rebuild()
                return
            director.close_panel()
            rules = director.kit.settings.rules_for(game)
            director.play_session(Session(Deal(game, int(field.text), rules)))

        def build() -> Sequence[Item]:
            return page.build(deal, director.leave_panel)

        page = NumberPage(director.kit, game, field)
        panel = director.open_panel(Sheet(Command.NUMBER, tr("A game by number")), build, deal)
        page.changed, panel.look = panel.rebuild, page.look

    def name(self) -> None:
        """Ask for the name of the bookmark at the position that is reviewed."""
        if review := self._director.review:
            node = review.node
            self._ask(
                Command.NAME,
                tr("Name this bookmark, or leave it blank."),
                node.bookmark or "",
                MOST_OF_A_NAME,
                lambda text: review.write(lambda: review.session.history.mark(node, text)),
            )

    def remark(self) -> None:
        """Ask for a remark on the position that is reviewed."""
        if review := self._director.review:
            node = review.node
            self._ask(
                Command.REMARK,
                tr("A remark on this position. It's copied with the game."),
                node.remark,
                MOST_OF_A_REMARK,
                lambda text: review.write(lambda: review.session.history.remark(node, text)),
            )

    def _ask(
        self, command: Command, asked: str, text: str, most: int, write: Callable[[str], None]
    ) -> None:
        """Ask for a text, ``text`` so far, of ``most`` characters."""
        director = self._director
        field = TextField(most, "", text, len(text))

        def accept() -> None:
            director.close_panel()
            write(field.text)

        def build() -> Sequence[Item]:
            ok = Control(tr("Keep it"), accept, strong=True)
            turned = []
            if PAD_NAMES:
                told = tr(
                    "Up and down change a letter, right adds one, {button} removes one.",
                    button=PAD_NAMES["Space"],
                )
                turned.append(note(told))
            row = Row("", [ok, Control(tr("Cancel"), director.leave_panel)])
            return [Words(asked), *turned, field, row]

        director.open_panel(Sheet(command, BY_COMMAND[command].label()), build, accept)

    def menu(self, table: TableScene) -> None:
        """Show the menu over ``table``."""
        director, keyed = self._director, table.keys.focused is not None

        def build() -> Sequence[Item]:
            options = partial(self.options, Part.PLAY)
            return menu_page(table, director.run, director.show_start, options, full=director.full)

        # What is chosen there means the table, and no longer the button that has opened it.
        table.keys.drop_focus()
        panel = director.open_panel(Sheet(Command.MENU, tr("Menu"), width=640), build)
        if keyed:
            panel.attend(panel.page.controls.items[0])

    def options(self, part: Part | None = None) -> None:
        """Show the options, that ``part`` of them if it is given."""
        kit = self._director.kit
        self._part = part or self._part

        def changed() -> None:
            kit.settle_look()
            kit.sounds.start()
            kit.storage.save_settings(kit.settings)
            self._director.scene.restyle()
            self._director.invalidate()
            panel.title = tr("Options")
            panel.rebuild()
            # The choice may have been the language.
            self._director.retitle()

        def turn_to(part: Part) -> None:
            self._part = part
            panel.show_page()

        panel = self._director.open_panel(
            # The table shows at once what is chosen here, so nothing darkens it.
            Sheet(Command.OPTIONS, tr("Options"), height=0.62, veil=False),
            lambda: options_page(kit.settings, changed, self._part or Part.LOOK, turn_to),
        )

    def statistics(self) -> None:
        """Show the statistics and the finished games."""
        kit = self._director.kit
        if self._tally is None:
            self._tally = Tally(kit.record, kit.storage.played)
        page = Statistics(kit, self._tally, self._director.session, self._director)
        sheet = Sheet(Command.STATISTICS, tr("Statistics"), width=500)
        panel = self._director.open_panel(sheet, page.build)
        page.turned, page.changed = panel.show_page, panel.rebuild
        panel.look = page.look

    def help(self) -> None:
        """Show the rules of the game on the table, and the keys."""
        director = self._director
        told = director.session.deal.kind if director.session else None
        told = told or director.kit.settings.next_kind(director.game)

        def turn_to(kind: GameKind) -> None:
            nonlocal told
            told = kind
            panel.title = full_title(told)
            panel.show_page()

        def build() -> Sequence[Item]:
            return help_page(director.kit, told, director.run, turn_to, director.learn)

        panel = director.open_panel(Sheet(Command.HELP, full_title(told), width=560), build)
