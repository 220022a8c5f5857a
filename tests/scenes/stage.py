"""Runs the whole program without a window.

Time passes only in ``wait`` and ``settle``, and input comes only from methods such as ``key``. So
every test runs the same on every machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.core.moves import Move
from game.core.state import CELLS, FOUNDATIONS, RESERVE, STOCK, WASTE, PileId, State, columns
from game.play.session import Session
from game.player.settings import Speed
from game.rules.registry import numbered
from game.store.store import PlayerStore
from game.support.texts import texts
from scenes.app.app import App
from scenes.board.sprites import SpriteGroups
from scenes.kit.announce import Announcer
from scenes.kit.services import Kit
from scenes.kit.sound import Sounds
from scenes.kit.window import Form, GameWindow
from scenes.pages.start_screen import StartScreen
from scenes.review.review_scene import ReviewScene
from scenes.style.text import TextPainter
from scenes.table.table_scene import TableScene
from scenes.widgets.controls import Control
from scenes.widgets.items import Item, Paragraph
from scenes.widgets.panel import Page, Panel
from tests.each import while_
from tests.game.reading import parse_move
from tests.scenes.oracle import Oracle
from tests.store.playing import WON, saved

LEFT, MIDDLE, RIGHT = 1, 2, 3
SHIFT, CTRL, ALT = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT
CAPS, NUM, META = pygame.KMOD_CAPS, pygame.KMOD_NUM, pygame.KMOD_LMETA
SIZE, FREE = (1000, 700), (500, 640)
"""The default window size, and a point on the bare felt."""
COLUMNS = columns(8)
Point = tuple[int, int]
Shown = TypeVar("Shown", bound=Item)

WON_10913 = " ".join(WON)
"""The published solution of Vierfrei 10913, including automatic moves."""

_CHARACTERS = {"space": " ", "return": "\r", "kp_enter": "\r", "tab": "\t", "backspace": "\b"}
_CHARACTERS |= {"escape": "\x1b", "delete": "\x7f"}
_HELD = {"shift": SHIFT, "ctrl": CTRL, "alt": ALT}
_PUNCTUATION = {"?": ("slash", SHIFT), "!": ("1", SHIFT), "/": ("slash", 0), "-": ("minus", 0)}


def key_event(name: str, mod: int = 0, **changed: Any) -> pygame.Event:
    """Return the event that a US keyboard sends for ``name``.

    ``changed`` replaces attributes, to imitate other keyboards.
    """
    character = name if len(name) == 1 else ""
    if name in _PUNCTUATION:
        name, more = _PUNCTUATION[name]
        mod |= more
    if len(name) == 1 and name.isupper():
        mod |= SHIFT
    low = name.lower()
    if low == "undo":
        code, place = pygame.key.key_code("Undo"), 122
    else:
        known = name if hasattr(pygame, f"K_{name}") else low
        if not hasattr(pygame, f"K_{known}"):
            known = low.upper()
        code = getattr(pygame, f"K_{known}")
        place = getattr(pygame, f"KSCAN_{known.upper()}")
    typed = character or _CHARACTERS.get(low, "")
    if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
        typed = ""
    given = {"key": code, "unicode": typed, "mod": mod, "scancode": place, "window": None}
    return pygame.Event(pygame.KEYDOWN, **(given | changed))


def rest_as(groups: SpriteGroups, state: State) -> bool:
    """Return whether no card is in flight and every pile holds the same cards as in ``state``."""
    held = {pile: [one.card for one in sprites] for pile, sprites in groups.piles.items()}
    resting = not any(sprite.in_flight for sprite in groups.sprites.values())
    return resting and all(cards == list(state[pile]) for pile, cards in held.items())


_painter = cache(TextPainter)  # shared by all stages, since they draw the same words


class CountingSounds(Sounds):
    """Counts sounds instead of playing them."""

    plings = 0
    landings = 0

    def start(self) -> None:
        """Do nothing, so that no audio device is opened."""

    def refuse(self) -> None:
        self.plings += 1

    def land(self) -> None:
        self.landings += 1


def _seen(path: str) -> Any:
    return property(attrgetter(path))


class Stage:
    """One run of the program, with its files in ``home``. By default, an ``Oracle`` stands in for
    the solver, and the test decides the answers."""

    def __init__(
        self,
        home: Path,
        *,
        game: str | None = "vierfrei",
        deal: int | None = 617,
        rules: str | None = None,
        speed: Speed = Speed.OFF,
        size: Point = SIZE,
        sounds: Sounds | None = None,
        real_solver: bool = False,
    ) -> None:
        pygame.display.init()
        pygame.font.init()
        texts.use("en")
        self.home = home
        self.lines: list[str] = []
        self.mouse: Point = (-1, -1)
        self.buttons: set[int] = set()
        self.storage = PlayerStore(home, now=lambda: self.kit.now())
        self.settings = self.storage.settings()
        self.settings.speed = speed
        self.settings.light = False
        self.settings.rules_this_run = rules
        self.sounds = sounds or CountingSounds()
        announcer = Announcer(self.lines.append)
        self.kit = Kit(self.settings, self.storage, self.sounds, announcer, _painter())
        if not real_solver:
            self.kit.solver = Oracle()
        self.window = GameWindow(size, None)
        self.app = App(self.kit, self.window)
        wanted = None if game is None or deal is None else numbered(game, deal, rules)
        self.app.director.start(game, wanted, rules)

    # -- what the program shows and holds --------------------------------------------------------

    table: TableScene = _seen("app.director.table")
    review: ReviewScene = _seen("app.director.review")
    menu: StartScreen = _seen("app.director.scene")
    panel: Panel | None = _seen("app.director.panel")
    page: Page = _seen("panel.page")
    oracle: Oracle = _seen("kit.solver")
    session: Session = _seen("table.session")
    state: State = _seen("session.state")
    plings: int = _seen("sounds.plings")
    message: str = _seen("table.message.text")
    title: str = _seen("window._window.title")

    @property
    def actions(self) -> list[str]:
        """The game's actions, each written as the notation of its steps."""
        return [" ".join(step.text for step in action) for action in self.session.actions]

    @property
    def status(self) -> str:
        """The full text at the right of the bar."""
        return self.table.bar_texts.status_wordings[0]

    @property
    def compact(self) -> bool:
        return self.window.form is Form.COMPACT

    @property
    def full(self) -> bool:
        return self.window.form is Form.FULLSCREEN

    @property
    def field_text(self) -> str:
        """The text of the panel's field, with ``|`` for the caret."""
        field = self.page.field
        return f"{field.text[: field.caret]}|{field.text[field.caret :]}"

    @property
    def panel_text(self) -> str:
        return "\n".join(item.text for item in self.items(Paragraph))

    @property
    def spoken(self) -> str:
        """All the text that is read aloud for the open panel."""
        return " ".join(line for item in self.page.items for line in item.spoken)

    def items(self, kind: type[Shown]) -> list[Shown]:
        return [item for item in self.page.items if isinstance(item, kind)]

    def button(self, icon: str) -> Control:
        return next(one for one in self.table.bar.controls.items if one.icon == icon)

    def picture(self, part: pygame.Rect | None = None) -> bytes:
        """Paint the window and return its pixels, or only the pixels in ``part``."""
        self.app.paint()
        surface = self.window.surface
        return pygame.image.tobytes(surface.subsurface(part) if part else surface, "RGB")

    def repainted(self) -> bytes:
        self.app.director.invalidate()
        return self.picture()

    @property
    def strip(self) -> str:
        """The text of the prompt; empty if it isn't shown."""
        shown = self.table.strip.decision
        return f"{shown.headline} {shown.words}".strip() if self.table.strip.is_visible else ""

    def pile(self, name: str) -> PileId:
        """Return a pile by its notation, or a foundation by a name such as ``h:C``."""
        if name.startswith("h:"):
            return FOUNDATIONS["CDHS".index(name[2])]
        if name.isdigit():
            return COLUMNS[int(name) - 1]
        return {"r": RESERVE, "w": WASTE, "s": STOCK, **dict(zip("abcd", CELLS, strict=True))}[name]

    def cards(self, name: str) -> str:
        return " ".join(map(str, self.state[self.pile(name)]))

    def at(self, name: str, count: int = 1) -> Point:
        """Return a visible point on the ``count``-th card from the end of a pile."""
        pile = self.pile(name)
        held = len(self.state[pile])
        x, y = self.table.layout.place(pile, max(0, held - count), held)
        width, height = self.table.layout.card
        return x + width // 2, y + (max(3, height // 12) if count > 1 else height // 2)

    def saved(self, name: str) -> dict[str, Any]:
        """Save everything; return what is stored in ``settings``, ``record`` or a game's file."""
        self.storage.flush()
        return saved(self.home, name)

    def files(self) -> dict[str, bytes]:
        """Save everything. Return the content of each file; settings and reviews are left out."""
        self.storage.flush()
        files = [one for one in self.home.rglob("*") if one.is_file() and one.suffix != ".review"]
        return {path.name: path.read_bytes() for path in files if path.name != "settings.json"}

    def check(self) -> None:
        """Assert that no card is moving or held, and that every pile shows its cards."""
        table = self.table
        assert not table.moving and table.hand.held is None
        assert table.state is self.state, "the table shows another position"
        assert rest_as(table.groups, self.state), "the sprites are not where the cards are"

    # -- time ------------------------------------------------------------------------------------

    def wait(self, seconds: float, frame: float = 0.02) -> None:
        """Let ``seconds`` pass, in steps of ``frame`` seconds."""
        while seconds > 0:
            self.app.advance(min(seconds, frame))
            seconds -= frame

    def settle(self) -> None:
        """Let time pass until nothing moves."""
        for _ in while_(lambda: self.app.director.scene.moving):
            self.app.advance(0.05)

    def handle(self, event: pygame.Event) -> None:
        self.app.handle(event)

    # -- keys ------------------------------------------------------------------------------------

    def down(self, name: str, mod: int = 0, **changed: Any) -> None:
        self.handle(key_event(name, mod, **changed))

    def up(self, name: str, mod: int = 0) -> None:
        self.handle(pygame.Event(pygame.KEYUP, key_event(name, mod).__dict__))

    def key(self, name: str, mod: int = 0, **changed: Any) -> None:
        self.down(name, mod, **changed)
        self.up(name, mod)

    def keys(self, *names: str) -> None:
        """Press keys one by one, by names such as ``ctrl+z``."""
        for name in names:
            *held, plain = name.split("+")
            self.key(plain, sum(_HELD[one] for one in held))

    def type(self, text: str) -> None:
        """Type the characters of ``text``, except for its spaces."""
        for character in text.replace(" ", ""):
            self.key(character)

    def paste(self, text: str) -> None:
        """Paste ``text`` as if it had been copied in another program."""
        pygame.scrap.put_text(text)
        self.key("v", CTRL)

    def do(self, way: str) -> None:
        """Click the felt if ``way`` is ``click``; otherwise press the key of that name."""
        if way == "click":
            self.click((500, 690))
        else:
            self.key(way)

    # -- mouse -----------------------------------------------------------------------------------

    def move(self, to: Point, *, buttons: tuple[int, int, int] | None = None) -> None:
        """Move the pointer; ``buttons`` overrides the button states reported."""
        rel = to[0] - self.mouse[0], to[1] - self.mouse[1]
        self.mouse = to
        held = buttons or tuple(int(button in self.buttons) for button in (LEFT, MIDDLE, RIGHT))
        self._pointer(pygame.MOUSEMOTION, pos=to, rel=rel, buttons=held)

    def press(self, at: Point | None = None, button: int = LEFT, *, touch: bool = False) -> None:
        if at is not None and at != self.mouse:
            self.move(at)
        self.buttons.add(button)
        self._pointer(pygame.MOUSEBUTTONDOWN, pos=self.mouse, button=button, touch=touch)

    def release(self, button: int = LEFT, *, touch: bool = False) -> None:
        self.buttons.discard(button)
        self._pointer(pygame.MOUSEBUTTONUP, pos=self.mouse, button=button, touch=touch)

    def click(self, at: Point, button: int = LEFT, *, touch: bool = False) -> None:
        self.press(at, button, touch=touch)
        self.release(button, touch=touch)

    def drag(self, start: Point, end: Point) -> None:
        self.press(start)
        self.move(((start[0] + end[0]) // 2, (start[1] + end[1]) // 2))
        self.move(end)
        self.release()

    def carry(self, source: str, target: str, count: int = 1) -> None:
        """Drag the last ``count`` cards of a pile onto another."""
        self.drag(self.at(source, count), self.at(target))

    def push(self, *labels: str) -> None:
        """Click the buttons with these labels, in the panel if one is open, else in the scene."""
        for label in labels:
            scene: Any = self.app.director.scene
            if self.panel:
                rows = [self.page.controls]
            elif self.app.director.table:
                rows = list(scene.focus_ring)
            else:
                rows = [scene.frame.controls if self.app.director.review else scene.controls]
            buttons = {item.label: item for row in reversed(rows) for item in reversed(row.items)}
            self.click(buttons[label].rect.center)

    def wheel(self, steps: int) -> None:
        self.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=steps, flipped=False, touch=False))

    def _pointer(self, kind: int, **values: Any) -> None:
        values.setdefault("touch", False)
        self.handle(pygame.Event(kind, window=None, **values))

    # -- the window ------------------------------------------------------------------------------

    def window_event(self, kind: int) -> None:
        self.handle(pygame.Event(kind, window=None, x=0, y=0))

    def resize(self, size: Point) -> None:
        self.window._window.size = size
        self.window_event(pygame.WINDOWSIZECHANGED)

    def choose_look(self, look: str) -> None:
        self.settings.look = look
        self.kit.apply_settings()
        self.app.director.scene.restyle()

    # -- playing and closing ---------------------------------------------------------------------

    def play(self, line: str) -> None:
        """Play the moves of ``line`` without input events, then settle."""
        for token in line.split():
            self.table.play(self.parse(token))
        self.settle()

    def parse(self, token: str) -> Move:
        return parse_move(token, self.session.deal.game)

    def close(self) -> None:
        """Quit the program normally, which saves everything."""
        self.app.close()

    def drop(self) -> None:
        """Close the player's folder and the window, without the steps of a normal exit."""
        self.storage.close()
        self.window.close()


@contextmanager
def staged(home: Path, **given: Any) -> Iterator[Stage]:
    """Yield a stage, and call its ``drop`` at the end."""
    stage = Stage(home, **given)
    try:
        yield stage
    finally:
        stage.drop()


Start = Callable[..., Stage]
"""Returns a new stage; takes the keyword arguments of ``Stage``."""


def almost_won(start: Start) -> Stage:
    """Return a stage with a game that the move ``2h`` wins."""
    on = start(deal=10913)
    on.play(WON_10913[:-3])
    return on
