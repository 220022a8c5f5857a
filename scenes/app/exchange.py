"""Imports and exports games as text, through the clipboard or files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.play.session import Session
from game.play.sharing import (
    MAX_BYTES,
    from_text,
    read_game_file,
    share_line,
    to_text,
    tree_text,
    why_no_game,
)
from game.record.daily import day_of
from game.record.entries import moment
from game.record.export import GAME, export_folder, file_name, write_new
from game.support.errors import GivenError, why
from game.support.texts import printable, tr, trn
from game.web.links import link_of
from scenes.kit.services import MessageButton, Tell, write_and_tell

if TYPE_CHECKING:
    from scenes.app.director import Director
    from scenes.app.exporting import Exporter


class Exchange:
    """Copies and pastes games, whatever scene is shown."""

    def __init__(self, director: Director) -> None:
        self._director = director

    def copy(self) -> None:
        """Copy the deal and moves of the game on the table to the clipboard."""
        session = self._director.session
        if session is None:
            return
        done = tr("Deal and moves copied.")
        nodes = session.history.root.subtree() if self._director.review else ()
        if branches := sum(max(0, len(node.children) - 1) for node in nodes):
            done = trn(
                "Game copied, with {n} branch.",
                "Game copied, with {n} branches.",
                branches,
            )
        self._copy_text(self._text(session), done)

    def copy_link(self) -> None:
        """Copy a link that opens the game on the table in a browser; if there is no such link, copy
        the game itself."""
        session = self._director.session
        if session is None:
            return
        address, link = self._director.kit.settings.page_address, link_of(session)
        if not address:
            self._copy_text(
                self._text(session), tr("Copied as text, since no page address is set.")
            )
        elif not link:
            self._copy_text(
                self._text(session), tr("Copied as text, since this deal has no number.")
            )
        else:
            self._copy_text(f"{address}#{link}", tr("Link copied."))

    def export(self) -> None:
        """Write the deal and moves of the game on the table to a new file for others to open."""
        session = self._director.session
        if session is None:
            return
        called = file_name(session.deal)
        folder = export_folder(self._director.kit.storage.folder)
        text, tell = self._text(session), self._director.tell
        write_and_tell(lambda: write_new(folder, GAME, text, called), tell, self._refuse)

    def exporter(self, tell: Tell | None = None, refuse: Tell | None = None) -> Exporter:
        """Return the exporter of pages and animations.

        ``tell`` is called with the outcome, or ``refuse`` with the reason for a failure; by default
        both are shown on the scene.
        """
        # Imported here because it isn't needed at startup.
        from scenes.app.exporting import Exporter

        return Exporter(self._director, tell or self._director.tell, refuse or self._refuse)

    def _text(self, session: Session) -> str:
        """Return the game as text: at a table, only the current line of moves; in the review,
        everything ever played."""
        return tree_text(session) if self._director.review else to_text(session)

    def share(self) -> None:
        """Copy the result of the game on the table to the clipboard, as one line."""
        session = self._director.session
        if session:
            # A deal of the day that was finished on its day keeps that date, even if it is shared
            # later.
            best = self._director.kit.storage.log.best(session.info.entry)
            ended = moment(best.game.ended) if best and best.in_record else None
            today = ended.date() if ended else self._director.kit.today
            line = share_line(session, day_of(session.deal, today))
            self._copy_text(line, tr("Copied: {line}", line=line))

    def _copy_text(self, text: str, done: str) -> None:
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            self._refuse(tr("The clipboard isn't available."))
        else:
            self._director.tell(done)

    def paste(self) -> None:
        """Play the game on the clipboard."""
        try:
            text = self.pasted()
        except GivenError as error:
            self._refuse(str(error))
        else:
            self.take(text)

    @staticmethod
    def pasted() -> str:
        """Return the text on the clipboard; empty if there is none.

        Raises ``GivenError`` if what was copied can't be used.
        """
        from scenes.kit.clipboard import pasted  # imports ctypes, which isn't needed at startup

        return pasted(MAX_BYTES)

    def drop(self, path: str) -> None:
        """Play the game in the file at ``path``."""
        name = printable(Path(path).name)
        try:
            text = read_game_file(path)
        except (OSError, ValueError) as error:
            self._refuse(f"{name}: {why(error)}")
        else:
            self.take(text, name)

    def take(self, text: str, file: str = "") -> None:
        """Play the game in ``text``, which was copied or read from ``file``; if it isn't a game,
        show a message saying why."""
        director = self._director
        rules = director.kit.settings.rules_for(director.game)
        try:
            session = from_text(text, director.game, rules)
        except ValueError as error:
            self._refuse(why_no_game(error, file))
        else:
            director.play_session(session)

    def _refuse(self, words: str, buttons: Sequence[MessageButton] = ()) -> None:
        self._director.kit.sounds.refuse()
        self._director.tell(words, buttons)
