"""What the table says of money and of turning the waste over; one sign, one colour; one name."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.core.state import STOCK, WASTE
from game.rules.canfield import RULE_SETS
from game.rules.counting import account, parts
from game.solver.answer import Verdict, decide
from game.support.texts import languages, texts
from game.words.names import sum_text, turns_text
from scenes.kit.commands import BY_COMMAND, Command
from scenes.pages.statistics_panel import PastRow
from scenes.style.icons import icon, sign_colour
from scenes.style.theme import THEMES
from scenes.table.context import Play
from scenes.table.status import ending, ring_words, standings
from scenes.widgets.items import Canvas, Tabs
from tests.game.decks import easy_deck
from tests.game.test_account import with_home
from tests.loops import while_
from tests.scenes.oracle import Oracle
from tests.scenes.stage import Start
from tests.scenes.test_languages import PLAYED

NOBREAK = "\u00a0"


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    texts.use("en")


@pytest.mark.parametrize(
    ("rules", "cards", "turns", "stage", "told"),
    [
        ("hoyle", 52, 3, 3, "$500 − $50 = $450"),
        ("hoyle", 1, 0, 3, "$5 − $50 = −$45"),
        ("xpat2", 52, 2, 3, "$260 − $10 − $52 = $198"),
        ("casino", 52, 0, 3, "$260 − $52 = $208"),
        ("casino", 12, 0, 2, "−$26"),
    ],
)
def test_an_account_is_told_as_a_sum(
    rules: str, cards: int, turns: int, stage: int, told: str
) -> None:
    table = with_home(rules, cards, turns=turns, stage=stage)
    found = parts(RULE_SETS[rules], table.state)
    assert sum_text(found) == told
    assert sum(found) == account(RULE_SETS[rules], table.state) == table.account
    texts.use("de")
    assert sum_text((500, -50)) == f"500{NOBREAK}$ − 50{NOBREAK}$ = 450{NOBREAK}$"


def test_the_end_by_hoyle_shows_what_the_house_pays(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="hoyle")
    on.app.director.exchange.take(f"{easy_deck()}  # canfield hoyle")
    answer = decide(on.session.deal, on.state, time_limit=10)
    for move in answer.moves:
        on.table.do(Play(move))
        on.settle()
    assert on.strip == f"Won in {len(on.session.actions)} moves. Balance: $450."
    assert ending(on.session)[1] == "Balance: $450."
    on.key("F6")
    assert on.panel is not None and "$500 − $50 = $450" in on.page.spoken


FREE = "1 redeal, free of charge."
TURNED = {
    "hoyle": ("1 redeal", FREE, ("", "1 redeal")),
    "xpat2": ("1 redeal, −$5", "1 redeal, at $5.", ("−$5", "1 redeal")),
    "aisleriot": (
        "1 redeal",
        "1 redeal, free of charge.",
        ("", "1 redeal"),
    ),
}


@pytest.mark.parametrize("rules", TURNED)
def test_turning_over_is_counted_on_the_table_in_statistics_and_at_the_ring(
    rules: str, stage: Start
) -> None:
    bar, statistics, ring = TURNED[rules]
    on = stage(game="canfield", deal=42, rules=rules)
    assert "turn" not in on.standing
    for _ in range(12):
        on.key("space")
        on.settle()
    for _ in while_(lambda: on.state.turns == 0):
        on.key("space")
        on.settle()
    assert bar in on.standing.split("   ")
    full, shorter, *_, brief = standings(on.session, on.settings)
    assert len(full) > len(shorter) > len(brief), "a narrow bar has something to fall back to"
    on.key("F6")
    assert on.panel is not None and statistics in on.page.spoken
    on.key("F6")
    assert ring_words(on.session.deal, on.state) == ring
    on.app.paint()
    assert on.table.painter._lying[STOCK][1] == ring


def test_what_turning_over_has_cost() -> None:
    assert [turns_text(n, 5) for n in (0, 1, 3)] == ["", "1 redeal, −$5", "3 redeals, −$15"]
    assert turns_text(2, 0) == "2 redeals"


def test_the_ring_goes_with_the_last_card_of_the_pack(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="aisleriot")
    for _ in while_(lambda: on.state[STOCK]):
        on.key("space")
        on.settle()
    on.app.paint()
    rect = on.table.layout.slot(STOCK)
    rest = on.table.painter._rest
    assert rest is not None
    with_ring = pygame.image.tobytes(rest.subsurface(rect), "RGB")
    assert ring_words(on.session.deal, on.state) is not None
    empty = on.state.apply((), turns=on.state.turns)
    empty.piles[WASTE] = ()  # type: ignore[index]
    assert ring_words(on.session.deal, empty) is None
    painter = on.table.painter
    painter.paint(on.app.window.surface, on.table.groups, ring=None)
    assert pygame.image.tobytes(rest.subsurface(rect), "RGB") != with_ring


@pytest.mark.parametrize("look", THEMES)
def test_the_tick_has_one_colour(look: str, stage: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    theme, drawn = THEMES[look], list[tuple[int, int, int]]()

    def draw(name: str, size: int, colour: tuple[int, int, int]) -> pygame.Surface:
        if name == "can_win":
            drawn.append(colour)
        return icon(name, size, colour)

    for module in ("widgets.bar", "pages.statistics_panel", "review.frame"):
        monkeypatch.setattr(f"scenes.{module}.icon", draw)
    on = stage(deal=617)
    on.settings.look, on.settings.light = look, True
    on.app.kit.settle_look()
    on.app.director.scene.restyle()
    on.kit.solver = solver = Oracle()
    solver.tell(on.session.deal, on.state, Verdict.WINNABLE)
    on.table.guide.position_changed()
    on.app.paint()
    assert drawn, "in the bar"
    seen = len(drawn)
    on.key("F7")
    on.wait(0.1)
    on.app.paint()
    assert len(drawn) > seen, "in the review"
    on.key("escape")
    on.kit.record.entries.extend(PLAYED)
    on.key("F6")
    panel = on.panel
    assert panel is not None
    rows = [item for item in panel.page.items if isinstance(item, PastRow)]
    row = next(row for row in rows if row.won)
    seen = len(drawn)
    sheet = pygame.Surface((1200, row.rect.bottom))
    row.paint(Canvas(sheet, theme, on.kit.text, 1.0, panel.page.controls))
    assert len(drawn) > seen, "in the list of games"
    assert set(drawn) == {theme.good} == {sign_colour("can_win", theme)}


def test_the_help_has_one_name_for_its_key(stage: Start) -> None:
    binding = BY_COMMAND[Command.HELP]
    assert binding.key_names == "? / Shift+F1" and binding.tip == "Help – ? / Shift+F1"
    on = stage()
    on.key("?")
    assert on.panel is not None and "? / Shift+F1: Help" in on.page.spoken


@pytest.mark.parametrize("code", languages())
def test_the_tabs_say_which_of_them_are_canfield(code: str, stage: Start) -> None:
    on = stage(size=(800, 600))
    texts.use(code)
    on.key("?")
    panel = on.panel
    assert panel is not None
    tabs = panel.page.tabs
    assert isinstance(tabs, Tabs) and (tabs.group, tabs.grouped) == ("Canfield", len(RULE_SETS))
    assert [one.label for one in tabs.controls[-len(RULE_SETS) :]] == [
        row.name for row in RULE_SETS.values()
    ]
    on.app.paint()
    assert min(one.rect.top for one in tabs.controls) > tabs.rect.top, "room for the name"
    assert panel._view.top >= tabs.rect.bottom
