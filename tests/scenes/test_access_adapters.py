"""AccessKit's adapter of each system, played by one that records what is asked of it."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import accesskit
import pytest

from game.rules.registry import numbered
from scenes.access.adapters import connect
from scenes.app.app import App
from scenes.app.start import StartOptions, begin
from scenes.kit.window import GameWindow
from tests.house import ROOT
from tests.scenes.stage import key_event

HANDLE = 0x7F0012345678
STUBS = ROOT / "stubs" / "accesskit"


class PanicException(BaseException):
    """What a failure inside AccessKit is in Python."""


class Recorder:
    """AccessKit's adapter of one system: notes what it is asked for, and speaks for a reader."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.listens = False
        self.fails = ""
        """The call that fails."""
        self.names: dict[int, str] = {}
        """The names of the nodes that were told, by their numbers."""
        self.focus = 0
        self.told = 0
        """The nodes of the last update."""
        self.queued = 0
        """Events that nobody has raised."""
        self._come: Callable[[], object] = lambda: None
        self._asked: Callable[[Any], object] = lambda request: None

    def note(self, *call: Any) -> None:
        self.calls.append(call)
        if call[0] == self.fails:
            raise PanicException("out of order")

    def took(self, name: str) -> list[Any]:
        return [call[1] for call in self.calls if call[0] == name]

    # -- what the program calls --------------------------------------------------------------------

    def make(self, handle: int, come: Callable[[], object], asked: Callable[[Any], object]) -> Any:
        self.note("make", handle)
        self._come, self._asked = come, asked
        return self

    def update_if_active(self, factory: Callable[[], accesskit.TreeUpdate]) -> Any:
        self.note("update", self.listens)
        if not self.listens:
            return None
        update = factory()
        self.focus, self.told = update.focus, len(update.nodes)
        self.names |= {number: node.label or node.value for number, node in update.nodes}  # type: ignore[attr-defined]
        return self._queue()

    def update_view_focus_state(self, focused: bool) -> Any:
        self.note("focus", focused)
        return self._queue() if self.listens else None

    def _queue(self) -> SimpleNamespace:
        self.queued += 1
        return SimpleNamespace(raise_events=self._raised)

    def _raised(self) -> None:
        self.queued -= 1
        self.note("raised")

    # -- what a reader does ------------------------------------------------------------------------

    def listen(self) -> None:
        self.listens = True
        assert self._come() is None, "the tree is made later"

    def ask(self, name: str, action: accesskit.Action) -> None:
        (target,) = [number for number, known in self.names.items() if known == name]
        self._asked(SimpleNamespace(action=action, target=target, data=None))


@pytest.fixture(params=["win32", "darwin"])
def recorder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Recorder:
    found = Recorder()
    monkeypatch.setattr(sys, "platform", request.param)
    monkeypatch.setattr(GameWindow, "handle", HANDLE)
    show = GameWindow.show

    def noted(window: GameWindow) -> None:
        found.note("show")
        show(window)

    monkeypatch.setattr(GameWindow, "show", noted)
    monkeypatch.setattr("scenes.app.start.screen_set", lambda: "")
    monkeypatch.setattr("scenes.kit.monitors.desktop_density", lambda: 1.0)
    monkeypatch.setattr("scenes.kit.window.desktop_density", lambda: 1.0)
    windows = SimpleNamespace(SubclassingAdapter=found.make)
    mac = SimpleNamespace(
        SubclassingAdapter=SimpleNamespace(for_window=found.make),
        add_focus_forwarder_to_window_class=lambda name: found.note("forward", name),
    )
    monkeypatch.delattr(accesskit, "unix", raising=False)
    system = ("windows", windows) if request.param == "win32" else ("macos", mac)
    monkeypatch.setattr(accesskit, *system, raising=False)
    return found


def test_on_linux_readers_are_told_of_the_window_through_a_bus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[accesskit.Rect] = []
    bus = SimpleNamespace(set_root_window_bounds=lambda outer, inner: told.extend((outer, inner)))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(
        accesskit, "unix", SimpleNamespace(Adapter=lambda *ears: bus), raising=False
    )
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    calls = (lambda: None, lambda request: None, lambda: None)
    assert connect(0, *calls) is None, "nobody can be reached"
    (tmp_path / "bus").touch()
    adapter = connect(0, *calls)
    assert adapter is not None
    adapter.lie((10, 20, 300, 200))
    assert [(one.x0, one.y0, one.x1, one.y1) for one in told] == [(10, 20, 310, 220)] * 2


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIERFELD_HOME", str(tmp_path))
    (tmp_path / "settings.json").write_text('{"format": 1, "light": false, "speed": "off"}')


@pytest.fixture
def app(recorder: Recorder, home: None) -> Iterator[App]:
    found = begin(StartOptions("vierfrei", numbered("vierfrei", 617), language="en"))
    yield found
    found.close()


def turn(app: App) -> None:
    """One turn of the loop."""
    app.access.serve()
    app.advance(0.1)
    shows = app.dirty
    if shows:
        app.paint()
    app.access.show(changed=shows)


def test_the_window_is_taken_over_before_it_is_shown(app: App, recorder: Recorder) -> None:
    forward = [("forward", "SDLWindow")] if sys.platform == "darwin" else []
    assert recorder.calls == [*forward, ("make", HANDLE), ("show",)]
    for _ in range(3):
        turn(app)
    assert recorder.calls[-1] == ("show",), "nobody listens"


def test_a_reader_is_told_and_its_requests_reach_the_loop(app: App, recorder: Recorder) -> None:
    recorder.listen()
    turn(app)
    assert "Vierfrei 617 – Vierfeld" in recorder.names.values()
    all_told, session = recorder.told, app.director.session
    assert session is not None and recorder.queued == 0 and recorder.took("update") == [True]
    turn(app)
    assert recorder.took("update") == [True], "nothing has changed"
    recorder.ask("jack of clubs", accesskit.Action.CLICK)
    assert not session.actions, "it is done in the loop"
    turn(app)
    assert recorder.names[recorder.focus] == "jack of clubs" and 0 < recorder.told < all_told
    recorder.ask("column 8", accesskit.Action.CLICK)
    turn(app)
    assert [action[0].text for action in session.actions] == ["58"] and recorder.queued == 0


def test_what_happens_is_told_to_a_reader(app: App, recorder: Recorder) -> None:
    recorder.listen()
    turn(app)
    for key in "58":
        app.handle(key_event(key))
    turn(app)
    assert "jack of clubs to column 8; now column 5, 7 of clubs" in recorder.names.values()


def test_the_focus_is_told_where_the_window_does_not_tell_it(
    app: App, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder.listen()
    for focused in (True, False, True):
        monkeypatch.setattr("pygame.key.get_focused", lambda focused=focused: focused)
        turn(app)
    assert recorder.took("focus") == ([True, False, True] if sys.platform == "darwin" else [])
    assert recorder.queued == 0


def test_a_closed_program_tells_nothing(app: App, recorder: Recorder) -> None:
    recorder.listen()
    turn(app)
    app.access.close()
    calls = len(recorder.calls)
    app.director.invalidate()
    turn(app)
    assert len(recorder.calls) == calls and not app.kit.announcer.heard


@pytest.mark.parametrize("call", ["make", "update"])
def test_a_game_goes_on_without_its_reader(
    call: str, recorder: Recorder, home: None, capfd: pytest.CaptureFixture[str]
) -> None:
    recorder.fails = call
    app = begin(StartOptions("vierfrei", numbered("vierfrei", 617), language="en"))
    try:
        recorder.listen()
        turn(app)
        turn(app)
        assert len(recorder.took(call)) == 1
        for key in "58":
            app.handle(key_event(key))
        turn(app)
        assert app.director.session is not None and len(app.director.session.actions) == 1
    finally:
        app.close()
    assert "Screen readers are not supported here: out of order" in capfd.readouterr().err


def test_a_window_without_a_handle_is_left_alone(
    recorder: Recorder, home: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameWindow, "handle", 0)
    begin(StartOptions("vierfrei", numbered("vierfrei", 617), language="en")).close()
    assert recorder.calls == [("show",)]


def test_a_game_without_accesskit(
    recorder: Recorder, home: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "scenes.access.adapters", raising=False)
    monkeypatch.setitem(sys.modules, "accesskit", None)
    app = begin(StartOptions("vierfrei", numbered("vierfrei", 617), language="en"))
    turn(app)
    app.close()
    assert recorder.calls == [("show",)]


SYSTEM = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "unix")


@pytest.mark.parametrize("name", ["__init__", SYSTEM])
def test_what_is_written_down_of_accesskit_is_there(name: str) -> None:
    module = accesskit if name == "__init__" else getattr(accesskit, name)
    compared = 0
    for there in ast.parse((STUBS / f"{name}.pyi").read_text("utf-8")).body:
        if not isinstance(there, ast.ClassDef):
            continue
        real = getattr(module, there.name)
        for part in there.body:
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                assert hasattr(real, part.target.id), (there.name, part.target.id)
            elif isinstance(part, ast.FunctionDef):
                _compare(real, part)
                compared += 1
    assert compared > 3


def _compare(real: type, written: ast.FunctionDef) -> None:
    """The names of a method's parameters are those of the real one."""
    owner = f"{real.__name__}.{written.name}"
    if any(isinstance(mark, ast.Name) and mark.id == "property" for mark in written.decorator_list):
        assert hasattr(real, written.name), owner
        return
    made = written.name == "__new__"
    found = inspect.signature(real if made else getattr(real, written.name))
    given = [argument.arg for argument in written.args.args]
    assert (given[1:] if made else given) == list(found.parameters), owner
