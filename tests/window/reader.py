"""A screen reader for tests. It makes no sound, and has its own session bus."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, message_bus, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from tests.window.desktop import PATIENCE, Desktop, until

_LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
_ATSPI = "org.a11y.atspi"
_ROOT = "/org/a11y/atspi/accessible/root"
# A question asked while a program registers itself may never be answered.
_ANSWERS = 5
"""How many seconds to wait before an unanswered question is asked again."""
_ROLES = {16: "dialog", 23: "window", 29: "label", 31: "list", 32: "item", 43: "button"}
"""Names for some kinds of controls, keyed by their role numbers in AT-SPI."""
FOCUSED, SELECTED = 12, 23
"""The numbers of two states in AT-SPI."""


def missing_for_reading() -> list[str]:
    launcher = [] if _LAUNCHER.exists() else ["at-spi2-core"]
    return [*([] if shutil.which("dbus-daemon") else ["dbus-daemon"]), *launcher]


@dataclass(frozen=True, slots=True)
class Thing:
    reader: Reader
    owner: str
    path: str

    def asking(self, interface: str, method: str, signature: str = "", *body: Any) -> Message:
        to = DBusAddress(self.path, self.owner, f"{_ATSPI}.{interface}")
        return new_method_call(to, method, signature or None, body)

    def ask(self, interface: str, method: str, signature: str = "", *body: Any) -> tuple[Any, ...]:
        return self.reader.call(self.asking(interface, method, signature, *body))

    def reading(self, name: str) -> Message:
        to = DBusAddress(self.path, self.owner, "org.freedesktop.DBus.Properties")
        return new_method_call(to, "Get", "ss", (f"{_ATSPI}.Accessible", name))

    def known(self) -> list[Message]:
        asked = [self.asking("Accessible", method) for method in ("GetRole", "GetChildren")]
        return [self.reading("Name"), *asked]

    @property
    def name(self) -> str:
        return str(self.reader.call(self.reading("Name"))[0][1])

    @property
    def description(self) -> str:
        return str(self.reader.call(self.reading("Description"))[0][1])

    @property
    def children(self) -> list[Thing]:
        found = self.ask("Accessible", "GetChildren")[0]
        return [Thing(self.reader, owner, path) for owner, path in found]

    def has(self, state: int) -> bool:
        words = self.ask("Accessible", "GetState")[0]
        return bool(words[state // 32] >> state % 32 & 1)

    @property
    def place(self) -> tuple[int, int, int, int]:
        x, y, width, height = self.ask("Component", "GetExtents", "u", 0)[0]
        return x, y, width, height

    def press(self) -> None:
        # Ask only once, because a second press would undo the first.
        message = self.asking("Action", "DoAction", "i", 0)
        assert self.reader.call(message, seconds=PATIENCE)[0]

    def grab_focus(self) -> None:
        assert self.ask("Component", "GrabFocus")[0]

    def walk(self) -> Iterator[Seen]:
        """Yield this thing and everything inside it, level by level."""
        level = [self]
        while level:
            # One by one, the questions took too long on busy machines.
            answers = iter(self.reader.call_all([ask for one in level for ask in one.known()]))
            below: list[Thing] = []
            for thing in level:
                (_, name), (number,), (children,) = next(answers)[0], next(answers), next(answers)
                under = [Thing(self.reader, owner, path) for owner, path in children]
                below += under
                yield Seen(thing, str(name), _ROLES.get(number, str(number)), under)
            level = below

    def find(self, role: str, name: str) -> Thing | None:
        found = (one for one in self.walk() if one.role == role and one.name.startswith(name))
        return next((one.thing for one in found), None)


class Seen(NamedTuple):
    thing: Thing
    name: str
    role: str
    children: list[Thing]


class Gone(Exception):
    """Raised if a thing no longer exists or doesn't answer."""


class Reader:
    """A session bus with AT-SPI, and connections to it."""

    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self.env = {"XDG_RUNTIME_DIR": str(folder), "GSETTINGS_BACKEND": "memory"}
        command = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
        command.append(f"--address=unix:path={folder}/bus")
        env, quiet = desktop.env | self.env, subprocess.DEVNULL
        self._daemon = subprocess.Popen(
            command, env=env, stdout=subprocess.PIPE, stderr=quiet, text=True
        )
        assert self._daemon.stdout is not None
        address = self._daemon.stdout.readline().strip()
        assert address, "the session bus did not start"
        self.env["DBUS_SESSION_BUS_ADDRESS"] = address
        env |= self.env
        self._launcher = subprocess.Popen([str(_LAUNCHER)], env=env, stdout=quiet, stderr=quiet)
        self._session = open_dbus_connection(address)
        asked = message_bus.NameHasOwner("org.a11y.Bus")
        self.await_true(lambda: self._on(self._session, asked)[0], "AT-SPI")
        bus = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
        (there,) = self._on(self._session, new_method_call(bus, "GetAddress"))
        self._bus = open_dbus_connection(there)
        self._told = open_dbus_connection(there)
        rule = MatchRule(type="signal", interface=f"{_ATSPI}.Event.Object")
        self._on(self._told, message_bus.AddMatch(rule))

    @staticmethod
    def _on(bus: DBusConnection, message: Message) -> tuple[Any, ...]:
        return _ask(bus, [message], PATIENCE)[0]

    def call(self, message: Message, seconds: float = _ANSWERS) -> tuple[Any, ...]:
        return _ask(self._bus, [message], seconds)[0]

    def call_all(self, messages: list[Message]) -> list[tuple[Any, ...]]:
        return _ask(self._bus, messages, _ANSWERS)

    def listen(self) -> None:
        """Tell the desktop that a screen reader is in use."""
        to = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.freedesktop.DBus.Properties")
        for name in ("IsEnabled", "ScreenReaderEnabled"):
            body = ("org.a11y.Status", name, ("b", True))
            self._on(self._session, new_method_call(to, "Set", "ssv", body))

    def windows(self) -> list[Thing]:
        registry = Thing(self, f"{_ATSPI}.Registry", _ROOT)
        return [window for program in registry.children for window in program.children]

    def await_true(self, holds: Callable[[], Any], what: str) -> Any:
        def looked() -> Any:
            with suppress(Gone):
                return holds()

        return until(looked, what)

    def await_window(self, title: str) -> Thing:
        found: Thing = self.await_true(
            lambda: next((one for one in self.windows() if one.name == title), None), title
        )
        return found

    def await_thing(self, window: Thing, role: str, name: str) -> Thing:
        found: Thing = self.await_true(lambda: window.find(role, name), f"{role} {name}")
        return found

    def await_said(self, words: str) -> str:
        heard: list[str] = []

        def said() -> str | None:
            with suppress(TimeoutError):
                event = self._told.receive(timeout=1)
                if event.header.fields.get(3) == "Announcement":
                    heard.append(str(event.body[3][1]))
            return next((one for one in heard if words in one), None)

        return until(said, lambda: (words, heard))

    def close(self) -> None:
        for bus in (self._session, self._bus, self._told):
            bus.close()
        for process in (self._launcher, self._daemon):
            process.terminate()
            process.wait(10)


def _ask(bus: DBusConnection, messages: list[Message], again: float) -> list[tuple[Any, ...]]:
    """Return the answers to ``messages``. Every ``again`` seconds, repeat unanswered messages."""
    end = time.monotonic() + PATIENCE
    found: dict[int, tuple[Any, ...]] = {}
    while len(found) < len(messages):
        if time.monotonic() >= end:
            raise Gone("no answer")
        asked: dict[int, int] = {}
        for index, message in enumerate(messages):
            if index not in found:
                serial = next(bus.outgoing_serial)
                bus.send(message, serial=serial)
                asked[serial] = index
        until_then = min(end, time.monotonic() + again)
        while asked:
            try:
                reply = bus.receive(timeout=max(0.0, until_then - time.monotonic()))
            except TimeoutError:
                break
            known = reply.header.fields.get(HeaderFields.reply_serial, -1)
            if (index := asked.pop(known, -1)) >= 0:
                if reply.header.message_type.name == "error":
                    raise Gone(str(reply.body))
                found[index] = tuple(reply.body)
    return [found[index] for index in range(len(messages))]
