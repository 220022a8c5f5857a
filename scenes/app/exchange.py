"""Copies, pastes, saves and opens games as text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.play.game_text import (
    from_text,
    read_game_file,
    share_line,
    to_text,
    tree_text,
    why_no_game,
)
from game.play.session import Session
from game.record.daily import day_of
from game.record.entries import moment
from game.record.export import GAME, export_folder, file_name, write_new
from game.support.errors import GivenError, why
from game.support.texts import printable, tr, trn
from game.web.links import link_of
from scenes.kit.clipboard import pasted
from scenes.kit.services import write_and_tell

if TYPE_CHECKING:
    from scenes.app.director import Director


def copy(director: Director, session: Session) -> None:
    """Copy the game to the clipboard."""
    done = tr("Deal and moves copied.")
    nodes = session.history.root.subtree() if director.review else ()
    if branches := sum(max(0, len(node.children) - 1) for node in nodes):
        done = trn("Game copied, with {n} branch.", "Game copied, with {n} branches.", branches)
    _copy_text(director, _text(director, session), done)


def copy_link(director: Director, session: Session) -> None:
    """Copy a link to the game. If no link is possible, copy the game's text."""
    address, link = director.kit.settings.page_address, link_of(session)
    text = _text(director, session)
    if not address:
        done = tr("Copied as text, since no page address is set.")
    elif not link:
        done = tr("Copied as text, since this deal has no number.")
    else:
        text, done = f"{address}#{link}", tr("Link copied.")
    _copy_text(director, text, done)


def export(director: Director, session: Session) -> None:
    """Write the game to a new file in the export folder."""
    called, text = file_name(session.deal), _text(director, session)
    folder = export_folder(director.kit.storage.folder)
    write_and_tell(lambda: write_new(folder, GAME, text, called), director.tell, director.refuse)


def _text(director: Director, session: Session) -> str:
    """Return the game as text. In a review, the text includes the branches."""
    return tree_text(session) if director.review else to_text(session)


def share(director: Director, session: Session) -> None:
    """Copy the game's result to the clipboard, as one line."""
    # A deal of the day that was finished on its day keeps that date, even if it is shared later.
    best = director.kit.storage.log.best(session.info.entry)
    ended = moment(best.game.ended) if best and best.in_record else None
    today = ended.date() if ended else director.kit.today
    line = share_line(session, day_of(session.deal, today))
    _copy_text(director, line, tr("Copied: {line}", line=line))


def _copy_text(director: Director, text: str, done: str) -> None:
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        director.refuse(tr("The clipboard isn't available."))
    else:
        director.tell(done)


def paste(director: Director) -> None:
    """Play the game on the clipboard, if there is one."""
    try:
        text = pasted()
    except GivenError as error:
        director.refuse(str(error))
    else:
        take(director, text)


def drop(director: Director, path: str) -> None:
    """Play the game in the file ``path``, if there is one."""
    name = printable(Path(path).name)
    try:
        text = read_game_file(path)
    except (OSError, ValueError) as error:
        director.refuse(f"{name}: {why(error)}")
    else:
        take(director, text, name)


def take(director: Director, text: str, file: str = "") -> None:
    """Play the game in ``text``, which may come from ``file``."""
    rules = director.kit.settings.rules_for(director.game)
    try:
        session = from_text(text, director.game, rules)
    except ValueError as error:
        director.refuse(why_no_game(error, file))
    else:
        director.play_session(session)
