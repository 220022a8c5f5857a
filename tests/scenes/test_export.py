"""Games exported as pages or animations, and the message that follows."""

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
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import accesskit
import pygame
import pytest

from game.art.decks import ONE_BIT, DeckStyle
from game.play.game_text import from_text
from game.player.settings import Speed
from game.rules.registry import CANFIELD
from game.solver.answer import Verdict
from game.support import opening
from scenes.app import exporting
from scenes.app.screen_tree import describe
from scenes.kit.services import NEWS
from tests.game.reading import parse_move
from tests.game.table import OPEN_BOARD
from tests.scenes.conftest import Clipboard
from tests.scenes.records import act, finished, past_game, press_row
from tests.scenes.reviewing import reviewed
from tests.scenes.stage import ALT, CTRL, SHIFT, Stage, Start

LOSS = "Move 3 lost the game"


def written(on: Stage, name: str) -> str:
    """Export the current scene; return the text of the page ``name``."""
    on.key("s", CTRL | SHIFT)
    path = on.home / name
    assert str(path) in on.app.director.scene.message.text
    return path.read_text("utf-8")


def test_an_exported_review_says_what_is_known_then_and_later(stage: Start) -> None:
    on = reviewed(stage)
    on.key("home")
    text = written(on, "vierfrei-617.html")
    assert LOSS in text and '"tokens":["1a","2b","3c","4d"]' in text
    on.key("F7")
    assert LOSS in written(on, "vierfrei-617-2.html"), "from the table"
    on.type("58")
    on.app.close()
    later = stage()
    text = written(later, "vierfrei-617-3.html")
    assert LOSS in text and 'id="curve"' in text, "on another day"
    later.key("F7")
    assert LOSS in written(later, "vierfrei-617-4.html"), "before it is known"
    later.keys("escape", "F1")
    later.storage.flush()
    past_game(later, "As a page")
    assert LOSS in (later.home / "vierfrei-617-5.html").read_text("utf-8"), "a past game"


def test_a_page_from_table_or_review_keeps_remarks_bookmarks_and_branches(on: Stage) -> None:
    on.type("1a2b")
    on.key("z", CTRL)
    on.type("2c")
    session = on.table.session
    session.history.set_remark(session.here, "here")
    session.history.set_bookmark(session.history.root.children[0], "first")
    text = written(on, "vierfrei-617.html")
    assert '"tokens":["1a","2c","2b"]' in text and '"parents":[1]' in text
    assert '"notes":{"1":["first",""],"2":[null,"here"]}' in text and 'id="curve"' not in text
    assert written(on, "vierfrei-617-2.html") == text and on.actions == ["1a", "2c"]
    on.keys("F7", "home")
    on.push("Save the game as a web page")
    assert (on.home / "vierfrei-617-3.html").read_text("utf-8") == text


def test_exporting_while_the_solution_is_shown_exports_the_game(on: Stage) -> None:
    solver = on.oracle
    on.key("F7")
    line = tuple(parse_move(token, "vierfrei") for token in ("1a", "2b", "58"))
    solver.tell(on.review.deal, on.review.state, Verdict.WINNABLE, line)
    on.key("F5")
    on.wait(10)
    assert on.review.at == 3 and on.review.walk is not on.review.game
    assert '"tokens":[]' in written(on, "vierfrei-617.html")


@pytest.mark.parametrize(("game", "faces"), [("vierfrei", 52), (CANFIELD, 53)])
def test_an_exported_page_embeds_a_bitmap_deck(stage: Start, game: str, faces: int) -> None:
    on = stage(game=game)
    on.kit.style = DeckStyle(ONE_BIT)
    on.key("s", CTRL | SHIFT)
    (path,) = on.home.glob("*.html")
    text = path.read_text("utf-8")
    assert len(set(re.findall(r'href="data:image/png;base64,([^"]+)"', text))) == faces
    assert len(text) < 400_000
    assert all(f'id="sign-{suit}"' in text for suit in "CDHS")


def test_a_missing_pillow_is_reported_in_a_message(
    on: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    on.key("s", CTRL | ALT)
    assert on.message == "An animation needs Pillow: pip install pillow"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    on.key("s", CTRL | ALT)
    assert on.message.startswith("An animation needs Pillow, which this packaged Vierfeld")
    on.key("F7")
    assert "film" not in {one.icon for one in on.review.frame.controls.items}
    assert not list(on.home.glob("*.gif"))


def animation(on: Stage, moves: str) -> tuple[list[bytes], list[float]]:
    """Animate ``moves``; return the pictures and durations in milliseconds."""
    pillow = pytest.importorskip("PIL.Image", reason="Pillow is not installed here")
    path = on.home / "game.gif"
    session = from_text(f"# Vierfeld 1 vierfrei 617\n{moves}", "vierfrei", None)
    exporting.draw(on.settings, session, path)
    seen, pauses = [], []
    with pillow.open(path) as film:
        assert film.format == "GIF"
        for at in range(getattr(film, "n_frames", 1)):
            film.seek(at)
            seen.append(film.convert("RGB").tobytes())
            pauses.append(film.info.get("duration", 0))
    return seen, pauses


@pytest.mark.parametrize("moves", ["", "1a 2b 58"])
def test_an_animation_has_one_picture_per_position_at_the_chosen_speed(
    on: Stage, moves: str
) -> None:
    for speed, pause in zip(Speed, (800, 400, 800, 1500), strict=True):
        on.settings.speed = speed
        seen, pauses = animation(on, moves)
        assert len(seen) == 1 + len(moves.split()) == len(set(seen))
        assert not moves or pauses[0] == pause, speed
        assert not moves or pauses[-1] > 2 * max(pauses[:-1]), "the last position stays longest"


def settle(on: Stage | None = None) -> None:
    """Wait for threads that open files or write animations; with ``on``, handle their events."""
    for thread in threading.enumerate():
        if thread.name in ("opening", "animation"):
            thread.join()
    for event in pygame.event.get(NEWS) if on else ():
        on.app.handle(event)


def full(path: Path, data: object, **_: object) -> int:
    path.write_bytes(b"half of it")
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_failed_export_leaves_no_file(
    on: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "write_text", full)
    on.key("s", CTRL | SHIFT)
    assert on.plings == 1 and "disk is full" in on.message
    assert not list(tmp_path.glob("*.html"))
    order = {"settings": {}, "language": "en", "path": str(tmp_path / "x.gif")}
    order["game"] = "# Vierfeld 1 vierfrei 617\n1a\n"
    typed = io.TextIOWrapper(io.BytesIO(json.dumps(order).encode()))
    monkeypatch.setattr(sys, "stdin", typed)
    monkeypatch.setattr(exporting, "draw", lambda settings, session, path: full(path, b""))
    with pytest.raises(SystemExit) as ended:
        exporting.draw_from_stdin()
    assert ended.value.code == errno.ENOSPC, "told to the process that has asked for it"


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize(
    ("status", "said"),
    [
        (0, "Saved to "),
        (errno.ENOSPC, "Can't write it: the disk is full."),
        (-9, "Can't write it: the drawing process ended unexpectedly."),
    ],
)
@pytest.mark.parametrize("place", ["panel", "closed panel", "table", "small window"])
def test_the_outcome_of_an_animation_is_reported_wherever_the_player_is(
    stage: Start, monkeypatch: pytest.MonkeyPatch, status: int, said: str, place: str
) -> None:
    monkeypatch.setattr("scenes.pages.statistics_panel.can_animate", lambda: True)
    monkeypatch.setattr(exporting, "can_animate", lambda: True)

    def ended(*_: object, **__: object) -> Mock:
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
        return Mock(returncode=status)

    monkeypatch.setattr(subprocess, "Popen", ended)
    on = finished(stage)
    if "panel" in place:
        past_game(on, "As an animation")
    else:
        on.key("s", CTRL | ALT)
    assert on.lines[-1] == "Drawing the animation …"
    if place == "closed panel":
        on.key("escape")
        assert not on.message
    elif place == "small window":
        on.key("F9")
    settle(on)
    assert any(line.startswith(said) for line in on.lines)
    assert (on.message == "") is (place == "panel")
    assert len([*on.home.glob("*.gif")]) == (status == 0)


Asked = list[tuple[str, bool]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Collects the requests to open a file, and makes all of them fail."""
    found: Asked = []

    def none(path: Path, *, in_folder: bool) -> list[list[str]]:
        found.append((path.name, in_folder))
        return [["no-such-program", str(path)]]

    monkeypatch.setattr(opening, "open_commands", none)
    return found


def labels(on: Stage) -> list[str]:
    return [one.label for one in on.app.director.scene.message.controls.items]


WAYS = ["Open", "Show in folder", "Close"]


@pytest.mark.parametrize(
    ("inside", "key", "name"),
    [(False, "ctrl+s", "vierfrei-617.vierfeld"), (True, "ctrl+shift+s", "vierfrei-617.html")],
)
def test_an_export_can_be_opened_by_mouse_or_keys_and_dismissed_by_escape(
    on: Stage, asked: Asked, inside: bool, key: str, name: str
) -> None:
    path = on.home / name
    on.type("1a")
    on.keys(*["F7"] * inside, key)
    on.app.paint()
    on.wait(30)
    line = on.app.director.scene.message
    assert line.text == f"Saved to {path}" and labels(on) == WAYS, "it lasts"
    said = on.lines.index(line.text)
    assert on.lines[said + 1] == "Tab: Open, Show in folder"
    on.key("tab")
    assert on.lines[-1] == "Open"
    tree = describe(on.app)
    buttons = {one.name: one.key for one in tree.root.walk() if one.kind == accesskit.Role.BUTTON}
    assert {*WAYS} <= {*buttons} and tree.focus == buttons["Open"], "readers have them too"
    on.keys("return", "tab")
    assert line.text == f"Saved to {path}", "nothing waits for it"
    assert on.lines[-1] == "Show in folder"
    on.key("escape")
    settle(on)
    assert line.text == f"No program can open {path}."
    assert labels(on) == WAYS[1:], "its folder may still be shown"
    on.app.paint()
    on.click(line.controls.items[0].rect.center)
    settle(on)
    assert asked == [(name, False), (name, True)]
    assert line.text == f"No program can show {path}'s folder." and not labels(on)
    on.keys(key, "tab", "escape")
    assert labels(on) == WAYS, "at first only the focus goes"
    on.key("escape")
    assert not labels(on) and not line.text
    assert (on.app.director.review is not None) is inside


def test_the_export_message_can_be_touched_and_stays_until_another_takes_its_place(
    stage: Start, asked: Asked
) -> None:
    on = stage(size=(480, 300))
    on.key("s", CTRL)
    on.app.paint()
    line = on.table.message
    rects = [one.rect for one in line.controls.items]
    assert line.rect.height > 60, "the buttons have a row of their own"
    assert all(min(rect.size) >= 32 and line.rect.contains(rect) for rect in rects)
    on.click(rects[0].center, touch=True)
    settle(on)
    assert asked == [("vierfrei-617.vierfeld", False)] and not on.table.hand.held
    on.keys("ctrl+s", "1", "a")
    on.app.paint()
    assert labels(on) == WAYS and on.actions == ["1a"]
    on.push("Close")
    assert not labels(on) and not on.message
    on.keys("ctrl+s", "1", "h")
    assert not labels(on), "what is refused is told in its place"
    on.keys("ctrl+s")
    on.app.paint()
    path = on.home / "vierfrei-617-4.vierfeld"
    path.unlink()
    on.push("Open")
    assert on.message == f"{path} is no longer there." and len(asked) == 1


@pytest.mark.parametrize("where", ["review", "table", "menu"])
def test_an_animation_is_written_while_the_player_goes_on_and_can_then_be_opened(
    on: Stage, asked: Asked, where: str
) -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed here")
    if where == "review":
        on.type("1a")
        on.key("F7")
        (button,) = [one for one in on.review.frame.controls.items if one.icon == "film"]
        on.click(button.rect.center)
        assert on.app.director.scene.message.text == "Drawing the animation …"
    else:
        on.key("s", CTRL | ALT)
    on.keys(*["escape"] * (where != "table"))
    settle(on)
    on.app.paint()
    path = on.home / "vierfrei-617.gif"
    assert on.app.director.scene.message.text == f"Saved to {path}"
    assert labels(on) == WAYS and path.read_bytes()[:3] == b"GIF"
    on.push("Open")
    settle(on)
    assert asked == [("vierfrei-617.gif", False)]


def test_exports_from_the_statistics_can_be_opened_there(stage: Start, asked: Asked) -> None:
    on = finished(stage)
    on.key("F6")
    act(on, "Export as CSV", "Show in folder")
    settle(on)
    assert asked == [("vierfeld.csv", True)]
    press_row(on)
    act(on, "As a page")
    assert "vierfrei-10913.html" in on.panel_text
    rows = [one.label for one in on.page.controls.items]
    assert rows.index("Open") < rows.index("Export as CSV"), "beside the game that it is of"
    act(on, "Open")
    settle(on)
    assert asked[-1] == ("vierfrei-10913.html", False)


@pytest.mark.skipif(os.name != "posix", reason="children as POSIX has them")
def test_opening_a_file_does_not_wait_and_leaves_no_child_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code = "import os, sys, time; time.sleep(.2); open(sys.argv[1], 'w').write(str(os.environ))"
    there, failed = tmp_path / "environment", list[bool]()
    command, start = [sys.executable, "-c", code, str(there)], subprocess.Popen
    begun: list[subprocess.Popen[bytes]] = []

    def begin(*given: Any, **named: Any) -> subprocess.Popen[bytes]:
        begun.append(start(*given, **named))
        return begun[-1]

    monkeypatch.setattr(opening, "open_commands", lambda path, *, in_folder: [command])
    monkeypatch.setattr(subprocess, "Popen", begin)
    monkeypatch.setattr(opening, "_PATIENCE", 0.05)
    monkeypatch.setenv("XCOMPOSEFILE", os.devnull)
    monkeypatch.setenv("SDL_VIDEO_X11_WMCLASS", "vierfeld")
    opening.open_file(tmp_path, lambda: failed.append(True))
    assert not there.exists(), "it is not waited for"
    settle()
    assert not failed and begun[0].returncode == 0, "it was waited for at last"
    assert "XCOMPOSEFILE" not in there.read_text() and "WMCLASS" not in there.read_text()


def test_the_next_command_is_tried_when_one_fails_to_open_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done, failed = tmp_path / "done", list[bool]()
    work = [sys.executable, "-c", f"open({str(done)!r}, 'w')"]
    fails = [sys.executable, "-c", "raise SystemExit(3)"]
    for ways in ([["no-such"], fails, work], [["no-such"], fails]):
        assert not failed
        monkeypatch.setattr(opening, "open_commands", lambda path, *, in_folder, ways=ways: ways)
        opening.open_file(tmp_path, lambda: failed.append(True))
        settle()
    assert done.exists() and failed == [True]


@pytest.mark.parametrize(
    ("platform", "in_folder", "expected"),
    [
        ("linux", False, [["xdg-open", "/a b/x,1.html"], ["gio", "open", "/a b/x,1.html"]]),
        ("linux", True, [["xdg-open", "/a b"], ["gio", "open", "/a b"]]),
        ("darwin", False, [["open", "/a b/x,1.html"]]),
        ("darwin", True, [["open", "-R", "/a b/x,1.html"]]),
        ("win32", True, ['explorer /select,"/a b/x,1.html"']),
    ],
)
def test_each_system_opens_files_with_its_own_command(
    monkeypatch: pytest.MonkeyPatch, platform: str, in_folder: bool, expected: list[object]
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    found = opening.open_commands(Path("/a b/x,1.html"), in_folder=in_folder)
    if platform == "linux" and in_folder:
        bus = found.pop(0)
        assert bus[0] == "dbus-send" and "array:string:file:///a%20b/x%2C1.html" in bus
    assert found == expected


# -- links -----------------------------------------------------------------------------------------


def test_a_game_can_be_copied_as_a_link_if_the_page_address_is_set(
    stage: Start, clipboard: Clipboard
) -> None:
    for address, board, said, copied in (
        ("https://a.org/", "", "Link copied.", "https://a.org/#vierfrei/617/83.8a"),
        ("", "", "Copied as text, since no page", "# Vierfeld 1 vierfrei 617\n83\n8a"),
        ("https://a.org/", OPEN_BOARD, "Copied as text, since this deal has no number.", ": "),
    ):
        on = stage()
        on.settings.page_address = address
        if board:
            on.paste(board)
        elif not on.actions:  # otherwise the game in hand goes on
            on.type("838a")
        on.key("l", CTRL | SHIFT)
        assert on.message.startswith(said) and clipboard.text.startswith(copied)
