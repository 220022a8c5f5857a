"""Games written out for people who do not have the program: as a page, or as an animation."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from game.art.decks import ONE_BIT, DeckStyle
from game.play.sharing import from_text
from game.player.settings import Speed
from game.rules.registry import CANFIELD
from game.solver.answer import Verdict
from game.support.texts import texts
from scenes.app import showing
from scenes.kit.services import NEWS
from tests.game.reading import parse_move
from tests.scenes.records import act, finished, opened, press_row
from tests.scenes.reviewing import judged, oracle, reviewed
from tests.scenes.stage import ALT, CTRL, SHIFT, Stage, Start


def written(on: Stage, folder: Path, name: str) -> str:
    """The file that the line at the edge names."""
    path = folder / name
    line = on.app.director.scene.line.text
    assert str(path) in line, line
    return path.read_text("utf-8")


def test_the_game_on_the_table_is_written_as_a_page(on: Stage, tmp_path: Path) -> None:
    on.type("1a2b")
    on.key("s", CTRL | SHIFT)
    text = written(on, tmp_path, "vierfrei-617.html")
    assert '"tokens":["1a","2b"]' in text and 'id="curve"' not in text
    assert on.actions == ["1a", "2b"]
    on.key("s", CTRL | SHIFT)
    assert written(on, tmp_path, "vierfrei-617-2.html") == text


def test_the_page_of_a_review_tells_what_is_known(lost: Stage, tmp_path: Path) -> None:
    lost.key("home")
    lost.key("s", CTRL | SHIFT)
    text = written(lost, tmp_path, "vierfrei-617.html")
    assert "Move 3 lost the game" in text and '"tokens":["1a","2b","3c","4d"]' in text


@pytest.mark.parametrize("inside", [False, True])
def test_a_page_keeps_remarks_bookmarks_and_branches(
    on: Stage, tmp_path: Path, inside: bool
) -> None:
    on.type("1a2b")
    on.key("z", CTRL)
    on.type("2c")
    session = on.table.desk.session
    session.history.remark(session.here, "here")
    session.history.mark(session.history.root.children[0], "first")
    if inside:
        on.key("F7")
        on.key("home")
    on.key("s", CTRL | SHIFT)
    text = written(on, tmp_path, "vierfrei-617.html")
    assert '"tokens":["1a","2c","2b"]' in text and '"parents":[1]' in text
    assert '"notes":{"1":["first",""],"2":[null,"here"]}' in text


def test_a_game_reviewed_before_has_its_review_on_the_page(stage: Start, tmp_path: Path) -> None:
    on = reviewed(stage)
    on.key("F7")
    on.key("s", CTRL | SHIFT)
    assert "Move 3 lost the game" in written(on, tmp_path, "vierfrei-617.html"), "from the table"
    on.type("58")
    on.app.close()
    later = stage()
    oracle(later)
    later.key("s", CTRL | SHIFT)
    text = written(later, tmp_path, "vierfrei-617-2.html")
    assert "Move 3 lost the game" in text and 'id="curve"' in text, "on another day"
    later.key("F7")
    later.key("s", CTRL | SHIFT)
    assert "Move 3 lost the game" in written(later, tmp_path, "vierfrei-617-3.html"), (
        "before it is known"
    )


def test_a_past_game_reviewed_before_has_its_review_on_the_page(on: Stage, tmp_path: Path) -> None:
    oracle(on)
    on.type("1a 2b 3c 4d")
    on.key("F7")
    judged(on, "wwwll")
    on.key("escape")
    on.key("F2")
    on.type("618")
    on.key("return")
    on.storage.flush()
    opened(on)
    press_row(on)
    act(on, "As a page")
    assert "Move 3 lost the game" in (tmp_path / "vierfrei-617.html").read_text("utf-8")


def test_a_page_from_a_line_that_wins_is_of_the_game(on: Stage, tmp_path: Path) -> None:
    solver = oracle(on)
    on.key("F7")
    line = [parse_move(token, "vierfrei") for token in ("1a", "2b", "58")]
    solver.tell(on.review.session.deal, on.review.state, Verdict.WINNABLE, tuple(line))
    on.key("F5")
    on.wait(10)
    assert on.review.at == 3 and on.review.walk is not on.review.game
    on.key("s", CTRL | SHIFT)
    assert '"tokens":[]' in written(on, tmp_path, "vierfrei-617.html")


def test_the_bar_of_a_review_has_a_button_for_it(on: Stage, tmp_path: Path) -> None:
    on.type("1a")
    on.key("F7")
    (button,) = [one for one in on.review.frame.controls.items if one.icon == "page"]
    on.click(button.rect.center)
    assert "1a" in written(on, tmp_path, "vierfrei-617.html")


def test_a_past_game_is_written_as_a_page(stage: Start, tmp_path: Path) -> None:
    on = finished(stage)
    opened(on)
    press_row(on)
    act(on, "As a page")
    (path,) = tmp_path.glob("*.html")
    assert path.name == "vierfrei-10913.html" and "Won in 17 moves" in path.read_text("utf-8")


@pytest.mark.parametrize(("game", "faces"), [("vierfrei", 52), (CANFIELD, 53)])
def test_a_deck_of_bitmaps_stands_on_a_page(
    stage: Start, tmp_path: Path, game: str, faces: int
) -> None:
    on = stage(game=game)
    on.kit.style = DeckStyle(ONE_BIT)
    on.key("s", CTRL | SHIFT)
    (path,) = tmp_path.glob("*.html")
    text = path.read_text("utf-8")
    assert len(set(re.findall(r'href="data:image/png;base64,([^"]+)"', text))) == faces
    assert len(text) < 400_000
    assert all(f'id="sign-{suit}"' in text for suit in "CDHS")


def test_without_what_draws_animations_that_is_told_in_a_line(
    stage: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    on = stage()
    on.key("s", CTRL | ALT)
    assert on.line == "An animation needs Pillow: pip install pillow"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    on.key("s", CTRL | ALT)
    assert on.line.startswith("An animation needs Pillow, which this packaged Vierfeld")
    on.key("F7")
    assert not {"film"} & {one.icon for one in on.review.frame.controls.items}
    assert not list(tmp_path.glob("*.gif"))


@pytest.mark.parametrize("moves", ["", "1a 2b 58"])
def test_an_animation_has_a_picture_for_each_position(
    stage: Start, tmp_path: Path, moves: str
) -> None:
    pillow = pytest.importorskip("PIL.Image", reason="Pillow is not installed here")
    settings, path = stage().kit.settings, tmp_path / "game.gif"
    session = from_text(f"# Vierfeld 1 vierfrei 617\n{moves}", "vierfrei", None)
    showing.write_animation(settings, session.deal, showing.positions_of(session), path)
    with pillow.open(path) as film:
        count = getattr(film, "n_frames", 1)
        seen, pauses = [], []
        for at in range(count):
            film.seek(at)
            seen.append(film.convert("RGB").tobytes())
            pauses.append(film.info.get("duration", 0))
    assert count == 1 + len(moves.split()) == len(set(seen)) and film.format == "GIF"
    assert not moves or pauses[-1] > 2 * max(pauses[:-1]) > 0, "the last position stays longest"


def test_an_animation_goes_as_fast_as_the_cards(stage: Start, tmp_path: Path) -> None:
    pillow = pytest.importorskip("PIL.Image", reason="Pillow is not installed here")
    settings, path, pauses = stage().kit.settings, tmp_path / "game.gif", list[int]()
    session = from_text("# Vierfeld 1 vierfrei 617\n1a", "vierfrei", None)
    for settings.speed in (Speed.SLOW, Speed.NORMAL, Speed.FAST, Speed.OFF):
        showing.write_animation(settings, session.deal, showing.positions_of(session), path)
        with pillow.open(path) as film:
            pauses.append(film.info["duration"])
    assert pauses == [1500, 800, 400, 800]


def test_a_process_writes_the_animation_while_the_game_goes_on(
    stage: Start, tmp_path: Path
) -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed here")
    on = stage()
    on.type("1a")
    on.key("F7")
    (button,) = [one for one in on.review.frame.controls.items if one.icon == "film"]
    on.click(button.rect.center)
    assert on.app.director.scene.line.text == "Drawing the animation …"
    on.key("escape")
    for thread in threading.enumerate():
        if thread.name == "animation":
            thread.join()
    for event in pygame.event.get(NEWS):
        on.app.handle(event)
    path = tmp_path / "vierfrei-617.gif"
    assert on.line == f"Saved to {path}" and path.read_bytes()[:3] == b"GIF"


def full(path: Path, data: object, **_: object) -> int:
    path.write_bytes(b"half of it")
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_nothing_is_left_of_what_cannot_be_written(
    on: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "write_text", full)
    on.key("s", CTRL | SHIFT)
    assert "disk is full" in on.line and not list(tmp_path.glob("*.html"))
    order = {"settings": {}, "language": "en", "folder": str(tmp_path)}
    order["game"] = "# Vierfeld 1 vierfrei 617\n1a\n"
    typed, told = io.TextIOWrapper(io.BytesIO(json.dumps(order).encode())), io.BytesIO()
    monkeypatch.setattr(sys, "stdin", typed)
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=told))
    monkeypatch.setattr(showing, "_draw", lambda settings, session, path: full(path, b""))
    with pytest.raises(SystemExit):
        showing.asked()
    assert b"disk is full" in told.getvalue() and not list(tmp_path.glob("*.gif"))


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_is_not_for_what_draws_animations(
    stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    barred: list[set[int]] = []

    def begun(*_: object, **__: object) -> None:
        barred.append(signal.pthread_sigmask(signal.SIG_BLOCK, []))
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    on = stage()
    monkeypatch.setattr(showing, "animates", lambda: True)
    monkeypatch.setattr(subprocess, "Popen", begun)
    on.key("s", CTRL | ALT)
    assert signal.SIGINT in barred[0] and "Can't write it" in on.line


@pytest.mark.parametrize(
    ("status", "said", "told"),
    [
        (0, "/x.gif", "Saved to /x.gif"),
        (1, "the disk is full", "Can't write it: the disk is full."),
        (1, "", "Can't write it: the drawing process ended unexpectedly."),
        (-9, "/x.gif", "Can't write it: the drawing process ended unexpectedly."),
    ],
)
def test_what_comes_of_an_animation_is_told(status: int, said: str, told: str) -> None:
    assert showing.outcome(status, said) == told


def test_what_has_gone_wrong_begins_with_a_capital_in_german() -> None:
    texts.use("de")
    try:
        reason = showing.outcome(-9, "").partition(": ")[2]
    finally:
        texts.use("en")
    assert reason[0].isupper()


@pytest.mark.parametrize("rests", [False, True])
def test_what_comes_of_it_is_told_wherever_the_player_is_by_then(
    stage: Start, monkeypatch: pytest.MonkeyPatch, rests: bool
) -> None:
    ways: list[Callable[[str], None]] = []
    monkeypatch.setattr("scenes.pages.statistics_panel.animates", lambda: True)
    monkeypatch.setattr(showing, "animates", lambda: True)
    monkeypatch.setattr("scenes.app.showing.begin_animation", lambda *given: ways.append(given[-1]))
    on = finished(stage)
    opened(on)
    press_row(on)
    act(on, "As an animation")
    assert on.lines[-1] == "Drawing the animation …" and not on.line
    on.key("escape")
    if rests:
        on.key("F9")
    on.app.handle(pygame.Event(NEWS, act=lambda: ways[0]("Saved to x.gif")))
    assert on.line == on.lines[-1] == "Saved to x.gif"
