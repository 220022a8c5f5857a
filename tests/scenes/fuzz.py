"""Gives the program random inputs, and checks after each input that nothing is broken.

``python -m tests.scenes.fuzz 20000`` feeds 20,000 inputs to each game at each speed. A failure
reports the last inputs.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from unittest.mock import patch

import pygame

from game.core.moves import Move, Verb
from game.core.state import PileId
from game.play.saved_games import read_saved
from game.play.session import Session
from game.player.settings import Speed
from game.rules.canfield import RULE_SETS
from game.rules.choices import choices
from game.rules.notation import parse_deck
from game.rules.registry import CANFIELD, VIERFREI, Deal
from game.store.store import hand_file
from scenes.app.screen_tree import Kind, Tree, describe, made
from scenes.review.review_scene import ReviewScene
from scenes.table.exercise_scenes import ExerciseScene
from tests.each import while_
from tests.game.reading import parse_move
from tests.game.table import easy_deck
from tests.game.trees import shape
from tests.scenes.stage import (
    ALT,
    CAPS,
    CTRL,
    LEFT,
    META,
    MIDDLE,
    RIGHT,
    SHIFT,
    WON_10913,
    Point,
    Stage,
    rest_as,
    staged,
)
from tests.seed import run_seed

KINDS = [(VIERFREI, None), *((CANFIELD, rules) for rules in RULE_SETS)]

COMMANDS = ("F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F11", "F12", "?", "insert")
_EDITING = ("backspace", "undo", "delete", "return", "kp_enter", "tab", "escape", "space")
_ARROWS = ("left", "right", "up", "down", "home", "end", "pageup", "pagedown")
_NOTATION = "12345678abcdrwhvdtCDHSipx09zq!"
_BARE = ("lshift", "lctrl", "lalt", "capslock")
_SIZES = ((480, 300), (640, 480), (1000, 700), (1280, 800), (1920, 1080), (700, 1000), (481, 900))
_WINDOW = (
    *(pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWMINIMIZED),
    *(pygame.WINDOWRESTORED, pygame.WINDOWEXPOSED, pygame.WINDOWMOVED, pygame.WINDOWLEAVE),
    *(pygame.WINDOWENTER, pygame.WINDOWMAXIMIZED, pygame.WINDOWHIDDEN, pygame.WINDOWSHOWN),
    pygame.WINDOWCLOSE,
)
_TIMES = (0.0, 0.001, 1 / 120, 1 / 60, 0.05, 0.2, 0.5, 1.0, 61.0)
_PASTED = (
    "617", "10913\n", "1000000", "", "nonsense", "\0\x07", "26 76 72", "7D 7D", "९",
    "# Vierfeld 1 vierfrei 10913\n4h\n8h\n26\n76 72", "# Vierfeld 1 canfield 42 casino\ni\np\nd",
    "# Vierfeld 1 canfield 42 aisleriot\nd\nd", "# Vierfeld 1 canfield 42 nobody", "# Vierfeld 1",
)  # fmt: skip


def tree_of(on: Stage) -> Tree:
    """Check the tree for screen readers, and return it."""
    tree = describe(on.app)
    nodes = list(tree.root.walk())
    numbers = {node.key: number for number, node in enumerate(nodes)}
    assert len(numbers) == len(nodes), "two nodes have one key"
    assert tree.focus in numbers
    for node in nodes:
        nameless = node.kind in (Kind.LABEL, Kind.TOOLBAR, Kind.TAB_LIST)
        assert (node.name or nameless) and (node.text or node.kind is not Kind.LABEL), node
        children = [numbers[child.key] for child in node.children]
        assert made(node, children).children == children
    return tree


class Monkey:
    """Gives random inputs. ``clip`` is a function that puts a string on the clipboard."""

    def __init__(self, stage: Stage, seed: object, clip: Callable[[str], None]) -> None:
        self.stage = stage
        self.said: deque[str] = deque(maxlen=40)
        self.done = 0
        self.furthest = 0
        self._random = random.Random(repr(seed))
        self._clip = clip
        self._home = stage.table.deal
        self._away = 0
        self._ways: list[tuple[int, Callable[[], None]]] = [
            (16, self._key),
            (4, self._held_key),
            (12, self._token),
            (10, self._move),
            (8, self._press),
            (10, self._release),
            (9, self._drag),
            (4, self._click),
            (2, partial(self._one, stage.wheel, (-3, -1, 1, 2))),
            (14, partial(self._one, stage.app.advance, _TIMES)),
            (1, partial(self._one, stage.resize, _SIZES)),
            (1, partial(self._one, stage.window_event, _WINDOW)),
            (6, self._ask),
        ]

    def step(self) -> None:
        """Feed one input, then check the invariants."""
        self.done += 1
        weights = [weight for weight, _ in self._ways]
        self._random.choices([way for _, way in self._ways], weights)[0]()
        self.stage.app.running = True
        self.check()
        self._come_back()

    def run(self, inputs: int) -> None:
        """Feed ``inputs`` inputs; on failure, report the last ones."""
        try:
            for _ in range(inputs):
                self.step()
                if self.done % 47 == 0:
                    self.look()
                if self.done % 251 == 0:
                    self.check_file()
        except Exception as error:
            raise AssertionError(
                f"input {self.done}: {type(error).__name__}: {error}\n" + "\n".join(self.said)
            ) from error

    # -- what must hold ------------------------------------------------------------------------

    def look(self) -> None:
        """Check that drawing everything a second time gives the same picture."""
        app = self.stage.app
        app.paint()
        if app.director.panel is not None and app.director.panel.moving:
            return  # a panel that slides in is a picture taken at the beginning
        before = app.window.surface.get_buffer().raw
        app.paint()
        after = app.window.surface.get_buffer().raw
        assert after == before, "what was drawn in parts is out of date"

    def check(self) -> None:
        tree_of(self.stage)
        scene = self.stage.app.director.scene
        if isinstance(scene, ReviewScene) and not scene.animator.busy:
            assert rest_as(scene.groups, scene.state), "the review shows another position"
        table = self.stage.app.director.table
        if table is None:
            return
        state, groups, held = table.state, table.groups, table.hand.held
        assert state is table.session.state, "the table shows another position"
        cards = [card for cards in state.piles.values() for card in cards]
        # A lesson's board may have fewer cards.
        whole = sum(map(len, table.session.layout.piles.values()))
        assert len(cards) == len(set(cards)) == whole, "the engine has lost or doubled a card"
        sprites = [sprite for cards in groups.piles.values() for sprite in cards]
        assert len(sprites) == len(set(sprites)) == whole, "the screen has lost or doubled a card"
        self.furthest = max(self.furthest, state.cards_home)
        if held is not None:
            taken = list(state[held.source])[-held.count :]
            assert [sprite.card for sprite in held.sprites] == taken, "the hand holds others"
        if not table.moving and held is None:
            assert rest_as(groups, state), "idle, and the sprites are not where the cards are"
            for pile, lying in groups.piles.items():
                for index, sprite in enumerate(lying):
                    place = table.layout.place(pile, index, len(lying))
                    assert (sprite.x, sprite.y) == place, f"{sprite} is stuck"

    def check_file(self) -> None:
        """Check that reading the game's file gives the current game again."""
        table, storage = self.stage.app.director.table, self.stage.storage
        if table is None or table.desk is None:  # such a game isn't saved
            return
        storage.flush()
        session = table.session
        text = (storage.folder / hand_file(session.deal.game)).read_text("utf-8")
        found, whole = read_saved(text, session.deal.game)
        assert whole and not found.unreadable_branches
        assert shape(found) == shape(session), "the file holds other branches"
        for part in ("deal", "state", "actions", "undone"):
            same = getattr(found, part) == getattr(session, part)
            assert same, f"the file holds another {part}"
        assert not storage.take_problems()

    # -- the inputs ----------------------------------------------------------------------------

    def _key(self) -> None:
        groups = COMMANDS, _EDITING, _ARROWS, _NOTATION, _BARE
        name = self._random.choice(self._random.choices(groups, (3, 8, 8, 14, 1))[0])
        mod = 0
        if self._random.random() < 0.15:
            mod = self._random.choice((SHIFT, CTRL, ALT, CAPS, META, CTRL | SHIFT, CTRL | ALT))
        if self._random.random() < 0.06:
            name, mod = self._random.choice((*"czyvb", *_ARROWS)), CTRL
            self._clip(self._random.choice(_PASTED))
        self.said.append(f"key {name} {mod}")
        self.stage.key(name, mod)

    def _held_key(self) -> None:
        """Press a key without releasing it, or release a key without pressing it."""
        name = self._random.choice((*_EDITING, *_ARROWS))
        mod = self._random.choice((0, 0, SHIFT))
        way = self._random.choice((self.stage.down, self.stage.up))
        self.said.append(f"{way.__name__} {name} {mod}")
        way(name, mod)

    def _legal(self) -> Move | None:
        """Return a random legal move of cards, if there is one."""
        table = self.stage.app.director.table
        ways = list(choices(table.rules, table.state)) if table else []
        carries = [move for move in ways if move.verb is Verb.CARRY]
        home = [move for move in carries if move.goes_home]
        found = home if self._random.random() < 0.3 else carries
        return self._random.choice(found) if found else None

    def _token(self) -> None:
        move = self._legal()
        if move is None or self._random.random() < 0.2:
            text = self._random.choice("dtip d")
        else:
            text = move.source.letter + ("h" if move.goes_home else move.target.letter)
            if self._random.random() < 0.1:
                text += "v" + self._random.choice("0123f")
        self.said.append(f"type {text}")
        self.stage.type(text)

    def _point(self) -> Point:
        size = self.stage.window.size
        table = self.stage.app.director.table
        if table is None or self._random.random() < 0.2:
            return self._random.randint(-5, size[0] + 5), self._random.randint(-5, size[1] + 5)
        pile = self._random.choice(table.rules.piles)
        return self._on(pile, self._random.randint(1, 4))

    def _on(self, pile: PileId, count: int) -> Point:
        table = self.stage.table
        held = len(table.state[pile])
        x, y = table.layout.place(pile, max(0, held - count), held)
        width, height = table.layout.card
        return x + self._random.randint(1, width - 1), y + self._random.randint(1, height // 5)

    def _move(self) -> None:
        to = self._point()
        held = self._random.choice((None, None, None, None, (0, 0, 0), (1, 0, 0), (1, 0, 1)))
        self.said.append(f"move {to} {held}")
        self.stage.move(to, buttons=held)

    def _press(self) -> None:
        button = self._random.choices((LEFT, RIGHT, MIDDLE, 4, 6), (10, 5, 1, 1, 1))[0]
        at = self._point() if self._random.random() < 0.7 else None
        touch = self._random.random() < 0.15
        self.said.append(f"press {button} {at or self.stage.mouse} {touch}")
        self.stage.press(at, button, touch=touch)

    def _release(self) -> None:
        button = self._random.choices((LEFT, RIGHT, MIDDLE), (10, 6, 1))[0]
        self.said.append(f"release {button} {self.stage.mouse}")
        self.stage.release(button)

    def _drag(self) -> None:
        move = self._legal()
        if move is None:
            self._move()
            return
        self.said.append(f"drag {move.source} {move.count} {move.target}")
        self.stage.press(self._on(move.source, move.count or 1))
        self.stage.move(self._on(move.target, 1))
        if self._random.random() < 0.8:
            self.stage.release()

    def _click(self) -> None:
        at, touch = self._point(), self._random.random() < 0.2
        self.said.append(f"click {at} {touch}")
        for _ in range(self._random.choice((1, 1, 2))):
            self.stage.click(at, touch=touch)

    def _one(self, way: Callable[..., None], given: Sequence[object]) -> None:
        """Call ``way`` with one of the values ``given``."""
        value = self._random.choice(given)
        self.said.append(f"{way.__name__} {value}")
        way(value)

    def _ask(self) -> None:
        """Have a screen reader press, focus or move something, except in panels."""
        if self.stage.panel is not None:
            return
        nodes = describe(self.stage.app).root.walk()
        one = self._random.choice([node for node in nodes if node.press or node.focus])
        self.said.append(f"ask {one.key}")
        if one.move and one.slider:
            one.move(self._random.randint(-1, one.slider[1] + 1))
        elif act := self._random.choice([way for way in (one.press, one.focus) if way]):
            act()

    def _come_back(self) -> None:
        """If the first game was left or ended 12 inputs ago, go back to playing it."""
        director = self.stage.app.director
        table = director.table
        done = (
            table is None
            or table.deal.game != self._home.game
            or isinstance(table, ExerciseScene)
            or table.session.ended
        )
        away = done or self.stage.compact or director.panel is not None
        self._away = self._away + 1 if away else 0
        if self._away < 12:
            return
        self._away = 0
        self.said.append("back")
        if self.stage.compact:
            self.stage.key("F9")
        if done:
            self.stage.settings.rules_this_run = self._home.rules
            director.play_new(self._home.game)
            if self._random.random() < 0.5:
                self._near_the_end()
        director.close_panel()

    def _near_the_end(self) -> None:
        """Start a game that is nearly won."""
        deal = self._home
        if deal.game == CANFIELD:
            deal = Deal(CANFIELD, rules=deal.rules, deck=parse_deck(easy_deck()))
        session = Session(deal)
        left = self._random.randint(0, 30)
        if deal.game == VIERFREI:
            tokens = WON_10913.split()
            for token in tokens[: max(0, len(tokens) - left)]:
                session.do(parse_move(token, VIERFREI))
        elif deal.rules == "casino":
            session.do(Move(Verb.INSPECT))
            session.do(Move(Verb.PAY))
        for _ in while_(lambda: deal.game == CANFIELD and session.state.cards_home < 51 - left):
            home = session.rules.home_move(session.state)
            session.do(home or Move(Verb.DEAL))
        table = self.stage.table
        assert table.desk is not None
        table.desk.replace_game(session)
        table.new_session(session)


def play(
    folder: Path, kind: tuple[str, str | None], speed: Speed, inputs: int, seed: object
) -> int:
    """Feed random inputs to a game; return the highest number of cards home at any time."""
    board = [""]
    with (
        patch.dict(os.environ, VIERFELD_HOME=str(folder)),
        patch.multiple(pygame.scrap, put_text=board.append, get_text=lambda: board[-1]),
        staged(
            folder, game=kind[0], deal=10913, rules=kind[1], speed=speed, real_solver=True
        ) as stage,
    ):
        monkey = Monkey(stage, (seed, kind, speed), board.append)
        if monkey._random.random() < 0.5:
            monkey._near_the_end()
        monkey.run(inputs)
        stage.settle()
        monkey.check()
        monkey.check_file()
    return monkey.furthest


if __name__ == "__main__":
    for kind, speed in product(KINDS, Speed):
        with tempfile.TemporaryDirectory() as folder:
            home = play(Path(folder), kind, speed, int(sys.argv[1]), run_seed())
        print(
            f"{kind[1] or kind[0]}, animation {speed.value}: {home} cards home at best", flush=True
        )
