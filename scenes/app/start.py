"""Starts the program, and lets signals end it normally."""

from __future__ import annotations

import locale
import signal
import sys
import threading
from contextlib import suppress
from typing import NamedTuple

import pygame

from game.play.session import Session
from game.rules.registry import Deal
from game.store.folder import data_folder
from game.store.store import PlayerStore
from game.support.terminal import print_error
from game.support.texts import texts, tr
from scenes.app import exchange
from scenes.app.app import App
from scenes.kit.announce import Announcer, LinePrinter
from scenes.kit.services import Kit
from scenes.kit.sound import Sounds
from scenes.kit.window import GameWindow, NoScreenError, connect, screen_set


class StartOptions(NamedTuple):
    """The options given on the command line, for this run only."""

    game: str | None = None
    deal: Deal | None = None
    rules: str | None = None
    fullscreen: bool | None = None
    size: tuple[int, int] | None = None
    language: str | None = None
    announce: bool = False
    copied: Session | None = None
    """A game read from a file named on the command line."""
    opened: str | None = None
    """The path of a file that was opened from the desktop."""


def _leave_plain_c() -> None:
    """Switch from the C locale to one in which window titles can have any characters."""
    if locale.getlocale(locale.LC_CTYPE)[1] is None:
        with suppress(locale.Error):
            locale.setlocale(locale.LC_CTYPE, "C.UTF-8")


def begin(start: StartOptions) -> App:
    """Open the window; raise ``NoScreenError`` if there is no screen."""
    storage = PlayerStore(data_folder())
    threading.Thread(target=storage.load, name="loader", daemon=True).start()
    settings = storage.settings()
    settings.rules_this_run = start.rules
    texts.use(start.language or settings.language)
    if sys.flags.utf8_mode:
        _leave_plain_c()
    connect()
    pygame.font.init()
    announcer = Announcer(LinePrinter() if start.announce else None)
    kit = Kit(settings, storage, Sounds(), announcer)
    place, maximised = settings.window_on(screen_set())
    window = GameWindow(start.size, place)
    app = App(kit, window, keeps_place=start.size is None)
    if settings.fullscreen if start.fullscreen is None else start.fullscreen:
        window.set_fullscreen(True)
    app.director.start(start.game, start.deal, start.rules, start.copied)
    if start.opened is not None:
        exchange.drop(app.director, start.opened)
    app.paint()
    if sys.platform in ("win32", "darwin"):
        # On these systems AccessKit needs a window that has never been shown.
        app.connect_readers()
    window.show()
    if maximised and start.size is None:
        window.maximise()
    return app


def run(start: StartOptions) -> int:
    """Run the program until it ends; return the exit status."""
    try:
        app = begin(start)
    except NoScreenError as error:
        reason = tr("No screen available: {reason}", reason=error)
        print_error(f"vierfeld: {reason}")
        return 1
    # On these signals the program ends normally, so nothing is lost.
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        # A signal that was ignored before, such as SIGHUP under nohup, stays ignored.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_: app.end())
    try:
        app.loop()
    finally:
        app.close()
        pygame.quit()
    return 0
