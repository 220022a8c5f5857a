"""Tests of what screen readers are told and can do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import accesskit
import pygame
import pytest
from accesskit import Role as Kind

from game.core.cards import Card, Suit
from game.core.state import Role, base_rank
from game.rules.canfield import RULE_SETS
from game.rules.registry import numbered
from game.words.names import card_name, pile_name
from scenes.app.access import Adapter, can_be_read, joined_lines
from scenes.app.app import App
from scenes.app.screen_tree import WINDOW, ScreenNode, describe
from scenes.app.start import StartOptions, begin
from scenes.kit.window import GameWindow
from tests.scenes.fuzz import tree_of
from tests.scenes.stage import WON_10913, Stage, Start, key_event


def nodes(on: Stage, kind: Kind | None = None) -> list[ScreenNode]:
    return [one for one in tree_of(on).root.walk() if kind in (None, one.kind)]


def node(on: Stage, name: str, kind: Kind | None = None) -> ScreenNode:
    (found,) = [one for one in nodes(on, kind) if name in (one.name, one.key)]
    return found


def press(on: Stage, *names: str, kind: Kind | None = None) -> None:
    for name in names:
        node(on, name, kind).press()


def focus(on: Stage) -> ScreenNode:
    tree = tree_of(on)
    return next(one for one in tree.root.walk() if one.key == tree.focus)


@pytest.mark.parametrize("rules", [None, *RULE_SETS])
def test_a_reader_gets_the_piles_and_the_visible_cards(stage: Start, rules: str | None) -> None:
    on = stage(game="vierfrei" if rules is None else "canfield", deal=42, rules=rules)
    on.type("ip" if rules == "casino" else "")
    if rules is not None:
        on.key("space")
    lists = {one.name: one for one in nodes(on, Kind.LIST)}
    assert len(lists) == len(on.session.rules.piles)
    for pile in on.session.rules.piles:
        cards = [card_name(card) for card in on.state[pile]]
        name, count = pile_name(pile), len(cards)
        if not cards:
            name += ", empty"
            if rules is not None and pile.role is Role.FOUNDATION:
                base = Card(base_rank(on.state), Suit(pile.number))
                name += f", waiting for the {card_name(base)}"
            assert not lists[name].children
            continue
        if pile.role in (Role.STOCK, Role.RESERVE):
            name += f", {count} cards"
        hidden = {Role.STOCK: count, Role.WASTE: max(0, count - 3)}
        hidden |= dict.fromkeys((Role.RESERVE, Role.FOUNDATION), count - 1)
        seen = [one.name for one in lists[name].children]
        assert seen == cards[hidden.get(pile.role, 0) :]
    whole = pygame.Rect(0, 0, *on.window.size)
    assert all(whole.contains(pygame.Rect(one.bounds)) for one in nodes(on))
    last = node(on, "column 3").children[-1]
    assert pygame.Rect(last.bounds).collidepoint(on.at("3"))


def test_the_focus_follows_the_cursor_and_takes_no_card(stage: Start) -> None:
    on = stage(deal=10913)
    assert focus(on).name == "Vierfrei 10913"
    top = card_name(on.state[on.pile("1")][-1])
    for keys, name in (("down", top), ("up right", "cell b, empty"), ("tab", "Menu")):
        on.keys(*keys.split())
        assert focus(on).name == name and tree_of(on).spoken == on.lines[-1]
        assert on.lines[-1] in (focus(on).description, name)
    assert focus(on).kind is Kind.BUTTON
    deep, *_ = node(on, "column 1").children
    deep.focus()
    assert focus(on).key == deep.key and on.table.hand.held is None
    deep.press()
    assert on.plings == 1 and on.table.hand.held is None and on.message, "it is covered"


def test_a_game_can_be_won_by_pressing_nodes_alone(stage: Start) -> None:
    on = stage(deal=10913)
    on.play(WON_10913[: -3 * 12])
    for token in WON_10913.split()[-12:]:
        move = on.session.rules.resolve(on.state, on.parse(token))
        source = on.state[move.source]
        card = card_name(source[-(move.count or 1)])
        press(on, card)
        assert node(on, card).chosen
        target = pile_name(move.target)
        (goal,) = [n for n in nodes(on, Kind.LIST) if n.name in (target, f"{target}, empty")]
        goal.press()
        assert on.state[move.target][-1] == source[-1]
    assert on.session.won and not on.plings
    assert "Won in 17 moves" in node(on, on.strip, Kind.GROUP).name
    press(on, "hearts foundation")
    assert on.session.won, "a card begins no new game"
    press(on, "Restart")
    assert not on.session.won


def test_casino_games_can_be_paid_for_dealt_and_undone(casino: Stage) -> None:
    casino.app.paint()
    for opens in ("Menu", "Close"):
        undo = node(casino, "Undo")
        assert not undo.enabled and undo.press is None
        press(casino, opens)
    press(casino, "Move cards for $13 (i)", "Play for $26 (p)", "stock:0")
    assert casino.actions == ["i", "p", "d"] and casino.cards("w")
    casino.app.paint()
    press(casino, "Undo", kind=Kind.BUTTON)
    assert casino.actions == ["i", "p"]


def test_a_chosen_option_keeps_the_focus_and_the_small_window_is_one_button(on: Stage) -> None:
    on.key("F8")
    assert focus(on).kind is Kind.DIALOG and focus(on).name == "Options"
    assert node(on, "Look", Kind.TAB).chosen
    press(on, "wine")
    assert node(on, "wine").chosen and not node(on, "green").chosen and focus(on).name == "wine"
    assert tree_of(on).spoken == on.lines[-1] == "Table: wine, selected"
    keys = set()
    for chosen in (False, True):
        switch = node(on, "Four colours", Kind.SWITCH)
        assert switch.chosen is chosen
        keys.add(switch.key)
        switch.press()
    assert len(keys) == 1
    switch.press()
    four = node(on, "Four colours", Kind.SWITCH)
    assert not four.chosen, "a control that is gone presses no other"
    press(on, "Play", kind=Kind.TAB)
    assert node(on, "Play", Kind.TAB).chosen
    press(on, "Close")
    assert on.panel is None
    on.key("F9")
    small = focus(on)
    assert small.name == on.lines[-1] and len(tree_of(on).root.children) == 1
    small.press()
    assert not on.compact


def test_filling_the_number_field_reports_wrong_input(on: Stage) -> None:
    on.key("F2")
    field = focus(on)
    assert field.kind is Kind.NUMBER_INPUT and field.description == "0 to 999999"
    field.fill("x")
    assert focus(on).description == "Only digits go here." == on.lines[-1]
    field.fill("617")
    field.fill("10913")
    assert (focus(on).text, on.field_text) == ("10913", "10913|")
    press(on, "Deal")
    assert on.session.deal.number == 10913


@pytest.mark.parametrize("key", ["?", "F6", "F8"])
def test_a_page_is_read_from_top_to_bottom(stage: Start, key: str) -> None:
    on = stage(deal=10913)
    on.play(WON_10913)
    on.key(key)
    for tab in [tab.label for tab in on.page.tabs.controls] if on.page.tabs else [None]:
        press(on, *filter(None, [tab]), kind=Kind.TAB)
        read = [n.text or n.name for n in nodes(on) if n.kind not in (Kind.GROUP, Kind.SWITCH)]
        lines = [line for item in on.page.items for line in item.spoken]
        assert [one for one in read if one in lines] == lines


def test_the_menu_has_a_tile_for_each_game(stage: Start) -> None:
    on = stage(game=None, deal=None)
    assert tree_of(on).focus == WINDOW
    on.key("tab")
    assert focus(on).kind is Kind.BUTTON and tree_of(on).spoken == on.lines[-1]
    press(on, "XPat2")
    assert node(on, "XPat2").chosen
    tile = node(on, "tile:canfield")
    next(one for one in tile.walk() if one.name == "New game").press()
    assert on.session.deal.rules == "xpat2"


def test_a_reader_can_step_through_the_review_and_leave_it(stage: Start) -> None:
    on = stage(deal=10913)
    on.play(WON_10913[:11])
    on.key("F7")
    slider = focus(on)
    assert slider.kind is Kind.SLIDER and slider.slider == (4, 4)
    slider.move(1)
    assert on.review.at == 1 and focus(on).slider == (1, 4)
    assert focus(on).description == on.lines[-1]
    lists = nodes(on, Kind.LIST)
    assert len(lists) == 16 + 1 and all(one.press is None for one in lists)
    sentence = on.review.frame.story_view.facts[0].words
    press(on, sentence)
    assert on.review.at == 4 and on.lines[-1] == sentence
    on.key("home")
    press(on, "One move forward", "One move back")
    assert on.review.at == 0 and focus(on).name == "One move back"
    press(on, "Back to the table")
    assert len(on.actions) == 4


def test_repeated_messages_are_read_again_and_simultaneous_ones_are_joined(on: Stage) -> None:
    tree = tree_of(on)
    news = [tree.with_announcement(number, "taken").root.children[-1] for number in (1, 2)]
    assert [one.text for one in news] == ["taken", "taken"] and news[0].key != news[1].key
    assert joined_lines(["column 1", "Won!", "taken"]) == "column 1. Won! taken"


HANDLE = 0x7F0012345678


class PanicException(BaseException):
    """Stands in for the exception that AccessKit raises when its Rust code panics."""


class Recorder:
    """Stands in for AccessKit's adapter and a screen reader."""

    fails = ""
    """The name of the call that should fail, if any."""
    focus = 0

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.names: dict[int, str] = {}

    def note(self, *call: Any) -> Recorder:
        self.calls.append(call)
        if call[0] == self.fails:
            raise PanicException("out of order")
        return self

    def make(self, handle: int, come: Callable[[], object], asked: Callable[[Any], object]) -> Any:
        self.listen, self._asked = come, asked
        return self.note("make", handle)

    def update_if_active(self, factory: Callable[[], accesskit.TreeUpdate]) -> Any:
        update = factory()
        self.focus = update.focus
        self.names |= {number: node.label or node.value for number, node in update.nodes}
        return self.note("update")

    def update_view_focus_state(self, focused: bool) -> Any:
        return self.note("focus", focused)

    def raise_events(self) -> None:
        self.note("raised")

    def took(self, name: str) -> list[tuple[Any, ...]]:
        return [call for call in self.calls if call[0] == name]

    def click(self, name: str) -> None:
        (target,) = [number for number, known in self.names.items() if known == name]
        self._asked(SimpleNamespace(action=accesskit.Action.CLICK, target=target, data=None))


@pytest.fixture(params=["win32", "darwin"])
def recorder(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Recorder:
    found, show = Recorder(), GameWindow.show
    windows = SimpleNamespace(SubclassingAdapter=found.make)
    mac = SimpleNamespace(
        SubclassingAdapter=SimpleNamespace(for_window=found.make),
        add_focus_forwarder_to_window_class=lambda name: found.note("forward", name),
    )
    monkeypatch.setattr(sys, "platform", request.param)
    monkeypatch.setattr(GameWindow, "handle", HANDLE)
    monkeypatch.setattr(GameWindow, "show", lambda window: (found.note("show"), show(window)))
    monkeypatch.setattr("scenes.app.start.screen_set", lambda: "")
    monkeypatch.setattr("scenes.kit.window.desktop_density", lambda: 1.0)
    monkeypatch.delattr(accesskit, "unix", raising=False)
    monkeypatch.setattr(accesskit, "windows", windows, raising=False)
    monkeypatch.setattr(accesskit, "macos", mac, raising=False)
    monkeypatch.setenv("VIERFELD_HOME", str(tmp_path))
    (tmp_path / "settings.json").write_text('{"format": 1, "light": false, "speed": "off"}')
    return found


def opened() -> App:
    return begin(StartOptions("vierfrei", numbered("vierfrei", 617), language="en"))


@pytest.fixture
def app(recorder: Recorder) -> Iterator[App]:
    found = opened()
    yield found
    found.close()


def turn(app: App) -> None:
    """Do one round of the main loop, without events."""
    if app.access:
        app.access.serve()
    app.advance(0.1)
    if shows := app.dirty:
        app.paint()
    if app.access:
        app.access.show(changed=shows)


def test_on_linux_the_window_is_reported_over_the_bus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus = Mock()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(accesskit, "unix", Mock(Adapter=lambda *ears: bus), raising=False)
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not can_be_read(0)
    (tmp_path / "bus").touch()
    assert can_be_read(0)
    adapter = Adapter(0, lambda: None, lambda request: None, lambda: None)
    adapter.report_window(True, (10, 20, 300, 200))
    bus.update_window_focus_state.assert_called_once_with(True)
    for one in bus.set_root_window_bounds.call_args[0]:
        assert (one.x0, one.y0, one.x1, one.y1) == (10, 20, 310, 220)


def test_the_adapter_takes_the_window_and_on_a_mac_its_focus(
    app: App, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    mac = sys.platform == "darwin"
    for _ in range(3):
        turn(app)
    forward = [("forward", "SDLWindow")] if mac else []
    assert recorder.calls == [*forward, ("make", HANDLE), ("show",)], "nobody listens"
    recorder.listen()
    wanted = [("focus", focused) for focused in (True, False, True)]
    for _, focused in wanted:
        monkeypatch.setattr("pygame.key.get_focused", lambda focused=focused: focused)
        turn(app)
    assert recorder.took("focus") == (wanted if mac else [])
    assert len(recorder.took("raised")) == 3 + len(recorder.took("focus"))


def test_updates_reach_the_reader_and_its_requests_reach_the_loop(
    app: App, recorder: Recorder
) -> None:
    recorder.listen()
    turn(app)
    session = app.director.session
    assert "Vierfrei 617 – Vierfeld" in recorder.names.values() and session is not None
    turn(app)
    assert len(recorder.took("update")) == 1, "nothing has changed"
    recorder.click("jack of clubs")
    table = app.director.table
    assert table is not None and not table.hand.held, "it is done in the loop"
    turn(app)
    assert recorder.names[recorder.focus] == "jack of clubs"
    recorder.click("column 8")
    turn(app)
    assert [action[0].text for action in session.actions] == ["58"]
    assert "jack of clubs to column 8; now column 5, 7 of clubs" in recorder.names.values()
    app.handle(key_event("right"))
    turn(app)
    spoken = describe(app).spoken
    assert spoken and spoken not in recorder.names.values(), "the reader says it by itself"
    app.access.close()
    calls = len(recorder.calls)
    app.director.invalidate()
    turn(app)
    assert len(recorder.calls) == calls and not app.kit.announcer.heard


@pytest.mark.parametrize("call", ["make", "update"])
def test_the_game_survives_a_failing_or_missing_adapter(
    call: str,
    recorder: Recorder,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recorder.fails = call
    app = opened()
    recorder.listen()
    for key in ("", "5", "8"):
        if key:
            app.handle(key_event(key))
        turn(app)
    assert len(recorder.took(call)) == len(app.director.session.actions) == 1
    app.close()
    assert "Screen readers are not supported here: out of order" in capfd.readouterr().err
    recorder.calls.clear()
    monkeypatch.setattr(GameWindow, "handle", 0)
    for _ in range(2):
        app = opened()
        turn(app)
        app.close()
        monkeypatch.setattr(GameWindow, "handle", HANDLE)
        monkeypatch.delitem(sys.modules, "scenes.app.access", raising=False)
        monkeypatch.setitem(sys.modules, "accesskit", None)
    assert recorder.calls == [("show",), ("show",)], "no handle, then no AccessKit"
