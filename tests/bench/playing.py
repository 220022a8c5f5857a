"""Plays games, and records what a player sees: the driver of ``same``.

``python -P tests/bench/playing.py --record FILE`` plays the program in the current folder, which is
also first on Python's path and may be of any age, and appends to FILE. Each game is a line of JSON:
how the game begins, then its steps. A step consists of inputs, and of what was seen once everything
was at rest. Inputs are what a desktop sends, so ``--script FILE`` can feed the inputs recorded from
one tree to another.

Nothing here depends on the time, the machine or chance. Clocks count how often they are asked. The
solver runs in this process, and answers before the table goes on. Only this is used of the program:
``Stage`` with its ``handle``, ``wait``, ``settle``, ``resize`` and ``close``, the picture, the
title, and the class ``Process`` or ``Helper``. Inventing games also uses ``Monkey``.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import importlib
import inspect
import json
import multiprocessing.connection
import os
import pickle
import queue
import random
import re
import runpy
import secrets
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

EARLY: Final = (multiprocessing.connection, queue, selectors, subprocess)
"""Modules that keep the real clocks, because they are imported before the clocks are replaced."""
TREE: Final = Path.cwd()
NOW: Final = (2026, 3, 14, 15, 9, 26)
"""The date and time throughout a recording."""
GLANCE: Final = 1e-6
SEARCH: Final = 0.02
"""The seconds by which a clock advances when it is asked. While drawing, it is ``GLANCE``, so that
nothing is put off; while searching, ``SEARCH``, so that all limits are reached soon."""


# -- nothing by chance -----------------------------------------------------------------------------


class Counting:
    """A clock that advances a little whenever it is asked. A thread may have its own pace."""

    def __init__(self, step: float) -> None:
        self.steps = {threading.get_ident(): step}
        self._counts: dict[int, float] = {}

    def __call__(self) -> float:
        me = threading.get_ident()
        self._counts[me] = self._counts.get(me, 1000.0) + self.steps.get(me, GLANCE)
        return self._counts[me]


class Frozen(datetime.datetime):
    """Dates whose ``now`` is always ``NOW``."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Frozen:
        return cls(*NOW, tzinfo=tz)


def freeze(step: float) -> Counting:
    """Replace all clocks by ones that count calls."""
    clock = Counting(step)
    time.perf_counter = time.process_time = clock
    time.monotonic = lambda: 1000 * clock()
    time.time = lambda: datetime.datetime(*NOW, tzinfo=datetime.UTC).timestamp()
    # The ids of games are made from these.
    time.time_ns, secrets.token_hex = count().__next__, "{:08}".format
    datetime.datetime = Frozen
    random.seed(617)
    return clock


class Answering:
    """A thread that stands in for a helper's process. It works only while its answers are being
    fetched, and then until it has answered all questions."""

    def __init__(self, serve: Callable[[Any], None], clock: Counting) -> None:
        self.questions: deque[bytes] = deque()
        self.answers: list[Any] = []
        self._mine, self._its = threading.Semaphore(0), threading.Semaphore(0)
        self._closed = self._ended = False

        def work() -> None:
            self._its.acquire()
            clock.steps[threading.get_ident()] = SEARCH
            try:
                if not self._closed:
                    serve(self)
            finally:
                self._ended = True
                self._mine.release()

        threading.Thread(target=work, daemon=True).start()

    # The methods that the helper calls on its end of the pipe.
    def poll(self, timeout: float = 0.0) -> bool:
        return bool(self.questions) or self._closed

    def recv(self) -> Any:
        while not self.questions:
            if self._closed:
                raise EOFError
            self._mine.release()
            self._its.acquire()
        return pickle.loads(self.questions.popleft())

    def send(self, answer: object) -> None:
        if answer is not None:
            self.answers.append(pickle.loads(pickle.dumps(answer)))

    def close(self) -> None:
        """Do nothing: there is no pipe."""

    # The methods for the table's side.
    def finish(self) -> None:
        """Let the thread answer all questions that were sent."""
        if not self._ended:
            self._its.release()
            self._mine.acquire()

    def stop(self) -> None:
        self._closed = True
        self.finish()


def answer_at_once(clock: Counting) -> None:
    """Make the class ``Process`` start no process, and answer before anything else happens."""
    place, name = next(
        (path, str(found[1]))
        for path in sorted((TREE / "game").rglob("*.py"))
        if (found := re.search(r"^class (Helper|Process)\b", path.read_text("utf-8"), re.M))
    )
    module = importlib.import_module(".".join(place.relative_to(TREE).with_suffix("").parts))
    helper: Any = getattr(module, name)
    service: Any = importlib.import_module("game.solver.service")

    def begin(self: Any, serve: Callable[[Any], None] | None = None) -> None:
        getattr(getattr(service, "_weigher", None), "cache_clear", lambda: None)()
        self.at_once, self.pid = Answering(serve or module.serve, clock), None

    def receive(self: Any) -> list[Any]:
        self.at_once.finish()
        found, self.at_once.answers = list[Any](self.at_once.answers), []
        return found

    helper.__init__ = begin
    helper.send = lambda self, question: self.at_once.questions.append(pickle.dumps(question))
    helper.receive = receive
    helper.listen = lambda self: None
    helper.silence = lambda self: 0.0
    helper.end = helper.kill = lambda self: self.at_once.stop()


def stand_alone() -> None:
    """Cut all ties with the system that could affect the recording."""
    os.nice = lambda more: 0
    os.fsync = lambda file: None
    os.environ["PATH"] = "/nowhere"
    sys.modules["PIL"] = None
    handle = signal.signal

    def only_here(number: Any, way: Any) -> Any:
        main = threading.current_thread() is threading.main_thread()
        return handle(number, way) if main else None

    signal.signal = only_here


# -- one game --------------------------------------------------------------------------------------


def digest(what: bytes) -> str:
    return hashlib.blake2b(what, digest_size=8).hexdigest()


class Seen:
    """Plays one game, and records every input and what was seen after it."""

    def __init__(self, begun: dict[str, Any], home: Path) -> None:
        self.begun = begun
        self.steps: list[dict[str, Any]] = []
        self.home = home
        self._inputs: list[list[Any]] = []
        self._heard = 0
        self.board = ""
        self.stage: Any = None
        self.open()

    def open(self) -> None:
        """Open the program with the home folder, which may have been used before."""
        import pygame

        import tests.scenes.stage as module

        pygame.scrap.put_text = self._put
        pygame.scrap.get_text = lambda: self.board
        given = dict(self.begun["stage"])
        real = getattr(module, "texts", None)
        if real is not None and not isinstance(real, SimpleNamespace):
            MODULE_TEXTS.append(real)
        use = MODULE_TEXTS[0].use
        language = self.begun["settings"].get("language") or "en"
        module.texts = SimpleNamespace(use=lambda _: use(language))
        speed = inspect.signature(module.Stage).parameters["speed"].default
        given["speed"] = type(speed)(given["speed"])
        given["size"] = tuple(given["size"])
        self.module = module
        self.stage = module.Stage(self.home, **given)
        self.stage.settings.light = bool(self.begun.get("light"))
        self._heard = 0
        self._handle = self.stage.handle
        self.stage.handle = self._event
        self._passed = 0.0
        self._app_advance = self.stage.app.advance
        self.stage.app.advance = self._advance

    def _put(self, text: str) -> None:
        self.board = text

    # Every input goes through these methods.
    def _event(self, event: Any) -> None:
        self._inputs.append(["event", event.type, dict(event.__dict__)])
        self._handle(event)

    def do(self, what: list[Any]) -> None:
        """Feed a recorded input to the program."""
        import pygame

        match what:
            case ["event", int(kind), dict(values)]:
                there = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
                self._event(pygame.Event(kind, there))
            case ["wait", seconds]:
                self._inputs.append(what)
                self.stage.wait(seconds, frame=min(0.1, max(seconds, 0.001)))
            case ["size", width, height]:
                self._inputs.append(what)
                self.stage.handle = self._handle
                try:
                    self.stage.resize((width, height))
                finally:
                    self.stage.handle = self._event
            case ["board", str(text)]:
                self._inputs.append(what)
                self.board = text
            case ["again"]:
                self._inputs.append(what)
                self.stage.close()
                self.begun = {**self.begun, "stage": {**self.begun["stage"], "game": None}}
                self.open()

    def look(self) -> None:
        """Let everything come to rest, and record what is seen and heard."""
        stage, found = self.stage, dict[str, Any]()
        try:
            self._rest()
        except AssertionError as error:
            found["restless"] = str(error)
        stage.app.paint()
        surface = stage.window.surface
        found["picture"] = digest(surface.get_buffer().raw)
        found["size"] = list(surface.get_size())
        found["title"] = stage.title
        found["lines"], self._heard = stage.lines[self._heard :], len(stage.lines)
        found["refusals"] = getattr(stage.sounds, "plings", None)
        found["landings"] = getattr(stage.sounds, "landings", None)
        found["board"] = digest(self.board.encode())
        if not stage.app.running:
            found["ended"], stage.app.running = True, True
        self._keep(found)

    def _rest(self) -> None:
        """Wait until nothing moves, and then until a time that does not depend on how long anything
        has moved.

        At that time no clock on the screen is about to change.
        """
        self.stage.settle()
        self.stage.wait(0.6 + -self._passed % 2.0137, frame=0.1)
        self.stage.settle()

    def _advance(self, seconds: float) -> None:
        self._passed += seconds
        self._app_advance(seconds)

    def _keep(self, found: dict[str, Any]) -> None:
        # The held inputs are recorded as they were fed, whatever the program did with them.
        self.steps.append({"inputs": self._inputs, "seen": found})
        self._inputs = []

    def failed(self, error: Exception) -> None:
        """Record that the program has failed."""
        self._keep({"failed": f"{type(error).__name__}: {error}"})

    def close(self) -> None:
        """Close the program, and record its files."""
        self.stage.close()
        root = self.home.parent
        files = {
            str(path.relative_to(root)): digest(path.read_bytes())
            for path in sorted([*self.home.rglob("*"), *(root / "Documents").iterdir()])
            if path.is_file() and "cache" not in path.relative_to(root).parts
        }
        self._keep({"files": files})


def play(begun: dict[str, Any], script: list[dict[str, Any]] | None) -> Any:
    """Play one game in a folder of its own, and return its recording.

    The inputs come from ``script``, or are invented if it is None.
    """
    folder = Path("/proc/self/cwd", begun["name"].replace("/", "-"))
    home = folder / "home"
    (folder / "Documents").mkdir(parents=True)
    home.mkdir()
    os.environ.update(HOME=str(folder), VIERFELD_HOME=str(home))
    settings = {"format": 1, **begun["settings"]}
    (home / "settings.json").write_text(json.dumps(settings), "utf-8")
    random.seed(begun["name"])
    seen = Seen(begun, home)
    try:
        if script is None:
            for _ in INVENTORS[begun["way"]](seen, random.Random(begun["name"])):
                seen.look()
        else:
            for step in script:
                if "files" in step["seen"]:
                    break
                for what in step["inputs"]:
                    seen.do(what)
                if "failed" not in step["seen"]:
                    seen.look()
        seen.close()
    except Exception as error:
        seen.failed(error)
        seen.stage.drop()
    shutil.rmtree(folder, ignore_errors=True)
    return {**begun, "steps": seen.steps}


# -- inventing games -------------------------------------------------------------------------------

MODULE_TEXTS: list[Any] = []
Inventor = Callable[[Seen, random.Random], Iterator[None]]
INVENTORS: dict[str, Inventor] = {}


def inventor(invent: Inventor) -> Inventor:
    INVENTORS[invent.__name__] = invent
    return invent


SIZES: Final = ((1000, 700), (480, 300), (1280, 800), (640, 480), (700, 1000), (1600, 900))
TIMES: Final = (0.02, 0.1, 0.5, 1.0, 6.0, 61.0)


@inventor
def chance(seen: Seen, dice: random.Random) -> Iterator[None]:
    """Feed inputs of every kind in any order, and return to the table after a while elsewhere."""
    from tests.scenes.fuzz import Monkey

    stage = seen.stage
    monkey = Monkey(stage, seen.begun["name"], lambda text: seen.do(["board", text]))
    calm = {"_time", "_resize", "_window", "_ask"}
    ways = [(weight, way) for weight, way in monkey._ways if way.__name__ not in calm]
    away = 0
    yield
    for turn in range(seen.begun.get("turns", 45)):
        for _ in range(dice.choice((1, 1, 2, 3))):
            what = dice.random()
            if what < 0.08:
                seen.do(["wait", dice.choice(TIMES)])
            elif what < 0.1:
                seen.do(["size", *dice.choice(SIZES)])
            elif what < 0.3:
                monkey._token()
            else:
                dice.choices([way for _, way in ways], [weight for weight, _ in ways])[0]()
        stage.app.running = True
        yield
        elsewhere = stage.compact or stage.panel is not None or stage.app.director.table is None
        away = away + 1 if elsewhere else 0
        if away >= 5:
            away = 0
            stage.key("F9" if stage.compact else "escape")
            yield
            if stage.app.director.table is None and turn % 2:
                stage.key("return")
                yield


@inventor
def tour(seen: Seen, dice: random.Random) -> Iterator[None]:
    """Open one page after another, and use the controls of each in turn."""
    stage = seen.stage
    yield
    for name, mod in seen.begun["pages"]:
        for number in range(seen.begun["controls"]):
            if stage.panel is None:
                if stage.app.director.table is None and name != "escape":
                    stage.key("escape")
                stage.key(name, mod)
                if not number:
                    yield
            for _ in range(number):
                stage.key("tab")
            if number % 5 == 4:
                yield
            stage.key(dice.choice(("return", "return", "space", "right", "down")))
            yield
            if number % 3 == 2:
                stage.wheel(-3)
                stage.key("pagedown")
                yield
            if stage.panel is not None and dice.random() < 0.6:
                stage.key("escape")
        stage.key("escape")
        yield


@inventor
def winning(seen: Seen, dice: random.Random) -> Iterator[None]:
    """Play a game that is won, ``alone`` or with hints and detours, then visit its end, its review
    and the statistics."""
    yield from (by_itself if seen.begun.get("deck") else by_the_book)(seen, dice)
    yield
    yield from afterwards(seen, dice)


def by_itself(seen: Seen, dice: random.Random) -> Iterator[None]:
    """Win a deck of Canfield that needs no thought."""
    from tests.game.decks import easy_deck

    stage, alone = seen.stage, seen.begun.get("alone")
    seen.do(["board", easy_deck()])
    stage.key("v", seen.module.CTRL)
    yield
    if seen.begun["stage"]["rules"] == "casino":
        stage.keys("i", "p")
    for turn in range(14):
        for name in ("rh", "1h", "2h", "3h", "4h") * (1 if turn else 14) + ("wh",) * 3:
            stage.type(name)
        stage.key("delete")
        yield
        for name in ("space", "F4")[: 1 + (turn % 7 == 3 and not alone)]:
            stage.key(name)
        yield


def by_the_book(seen: Seen, dice: random.Random) -> Iterator[None]:
    """Play the published solution of Vierfrei 10913."""
    for number, token in enumerate(seen.module.WON_10913.split()):
        seen.stage.type(token)
        if number % 3 == 0:
            yield
        if number % 20 == 7 and not seen.begun.get("alone"):
            yield from detour(seen, dice)


def afterwards(seen: Seen, dice: random.Random) -> Iterator[None]:
    """Do what a player does when a game is over, and tour the statistics, which now have something
    to show."""
    stage, ctrl = seen.stage, seen.module.CTRL
    for name in ("tab", "F7", "home", "right", "right", "pagedown", "up", "down", "space", "F4"):
        stage.key(name)
        yield
    seen.do(["wait", 3.0])
    for name, mod in (("F5", 0), ("c", ctrl), ("s", ctrl), ("n", 0)):
        stage.key(name, mod)
        yield
    stage.type("first")
    stage.key("return")
    yield
    stage.key("s", ctrl | seen.module.SHIFT)
    yield
    for name in ("escape", "F7", "F6", "tab", "return", "escape", "F3", "F1", "escape"):
        stage.key(name)
        yield
    yield from tour(seen, dice)
    seen.do(["again"])
    yield
    for name in ("down", "return", "F6", "escape", "escape", "F10"):
        seen.stage.key(name)
        yield


def detour(seen: Seen, dice: random.Random) -> Iterator[None]:
    """Ask for a hint, do something else for a while, and come back."""
    stage, ctrl = seen.stage, seen.module.CTRL
    for _ in range(dice.choice((1, 2, 4))):
        stage.key("F4")
        yield
    stage.key("escape")
    if stage.app.director.table is None:
        stage.key("escape")
    yield
    moved = 0
    for token in ("1a", "2a", "3b", "48"):
        before = len(stage.session.actions)
        stage.type(token)
        moved += len(stage.session.actions) - before
        yield
    for _ in range(moved):
        stage.key("z", ctrl)
        yield
    stage.key("down", ctrl)
    yield
    stage.key("b", ctrl)
    yield


LANGUAGES: Final = ("en", "de", "hi")
LOOKS: Final = ("green", "blue", "wine", "dark", "light", "1993")
DEALS: Final = (617, 10913, 1, 42, 164, 999999)
MENU: Final = (None, None)
KINDS: Final = (
    ("vierfrei", None),
    *(("canfield", rules) for rules in ("hoyle", "xpat2", "casino", "aisleriot")),
)
PAGES: Final = (
    [["F2", 0], ["F1", 1]],  # the deal number; help, with Shift
    [["F8", 0]],
    [["F6", 0], ["escape", 0]],
)
"""The pages of each tour: the keys that open them, with their modifiers."""
Begun = tuple[str, tuple[str | None, str | None], dict[str, Any]]


def games() -> Iterator[dict[str, Any]]:
    """Yield a description of how each game begins."""
    for number, (way, kind, more) in enumerate((*tours(), *wins(), *others()), 1):
        yield begin(number, way, kind, more)


def tours() -> Iterator[Begun]:
    for language in LANGUAGES:
        own = {"settings": {"language": language}}
        for kind in (KINDS[0], KINDS[1 + LANGUAGES.index(language)]):
            for pages in PAGES:
                yield "tour", kind, {"pages": pages, "controls": 16, **own}
        yield "tour", MENU, {"pages": [["escape", 0]], "controls": 14, **own}


def wins() -> Iterator[Begun]:
    known = {"stage": {"deal": 10913}, "pages": [["F6", 0]], "controls": 9}
    for language in LANGUAGES:
        yield "winning", KINDS[0], {"light": True, "settings": {"language": language}, **known}
    yield "winning", KINDS[0], {"alone": True, **known}
    for kind in KINDS[1:]:
        yield "winning", kind, {"deck": True, **known}
        alone = {"deck": True, "alone": True, "settings": {"automatic": "off"}}
        yield "winning", kind, {**alone, **known}


def others() -> Iterator[Begun]:
    for turn in range(16):
        for kind in KINDS:
            # Each way in which Canfield can show what can still be won.
            light = ("off", "fair", "all")[turn % 3]
            shown = {"canfield_light": light, "canfield_hints": light == "all"}
            yield "chance", kind, {"light": turn % 4 == 3, "settings": shown}
    yield "chance", KINDS[0], {"light": True, "stage": {"deal": 11982}}


def begin(
    number: int, way: str, kind: tuple[str | None, str | None], more: dict[str, Any]
) -> dict[str, Any]:
    """Return a description of how a game begins.

    ``more`` contains what the game needs; everything else varies with ``number``.
    """
    game, rules = kind
    look = LOOKS[number % 6]
    settings = {
        "look": look,
        "language": LANGUAGES[number % 3],
        "deck": "1993" if look == "1993" else ("court", "emblem")[number // 6 % 2],
        "four_colours": number % 5 == 0,
        "large_index": number % 7 == 0,
        "mirrored": number % 4 == 1,
        "automatic": ("off", "safe", "all")[number // 2 % 3],
        "cursor_words": number % 3 == 1,
        "lines_wait": number % 5 == 3,
        **more.get("settings", {}),
    }
    stage = {
        "game": game,
        "deal": DEALS[number % 6] if game else None,
        "rules": rules,
        "speed": ("off", "fast", "normal", "slow")[number // 3 % 4],
        "size": SIZES[number % 6 if number % 2 else 0],
        **more.get("stage", {}),
    }
    words = (way, number, game or "menu", rules, settings["language"], look)
    name = " ".join(str(word) for word in words if word is not None)
    return {**more, "name": name, "way": way, "stage": stage, "settings": settings}


# -- the whole recording ---------------------------------------------------------------------------


def as_command(tree: str, name: str, words: list[str]) -> None:
    """Run the program of a command line within this process, with clocks that count."""
    sys.argv = [name, *words]
    sys.path.insert(0, tree)
    freeze(SEARCH)
    if name == "main":
        sys.argv[0] = f"{tree}/main.py"
        runpy.run_path(sys.argv[0], run_name="__main__")
    else:
        runpy.run_module("game", run_name="__main__", alter_sys=True)


def record_games(only: str, scripts: dict[str, Any] | None, file: Any) -> None:
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", LANGUAGE="en", TZ="UTC")
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DOCUMENTS_DIR"):
        os.environ.pop(name, None)
    time.tzset()
    clock = freeze(GLANCE)
    stand_alone()
    answer_at_once(clock)
    found = games() if scripts is None else scripts.values()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for game in found:
            if only in game["name"] and "way" in game:
                begun = {key: value for key, value in game.items() if key != "steps"}
                seen = play(begun, game.get("steps"))
                print(json.dumps(seen, ensure_ascii=False, default=str), file=file, flush=True)
        os.chdir(TREE)


def read(path: Path) -> dict[str, Any]:
    """Return the games and commands of a recording, keyed by name."""
    with path.open(encoding="utf-8") as file:
        found = [json.loads(line) for line in file]
    return {one["name"]: one for one in found}


def main() -> None:
    if sys.argv[1:2] == ["--command"]:
        as_command(sys.argv[2], sys.argv[3], sys.argv[4:])
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", type=Path, required=True)
    parser.add_argument("--script", type=Path)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    scripts = read(given.script) if given.script else None
    with given.record.open("a", encoding="utf-8") as file:
        record_games(given.only, scripts, file)


if __name__ == "__main__":
    main()
