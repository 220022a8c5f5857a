"""Tests that all wordings fit on all screens in all languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest
from pygame import Rect

from game.art.decks import DeckStyle
from game.core.cards import Card
from game.play.game_text import to_text
from game.record.entries import Entry
from game.rules.canfield import RULE_SETS
from game.rules.registry import CANFIELD, KINDS, VIERFREI
from game.support.assets import assets_folder
from game.support.texts import languages, own_name, texts, tr
from scenes.app import exchange
from scenes.board.faces import Faces
from scenes.kit.commands import Command
from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, THEMES
from scenes.widgets.controls import Canvas
from scenes.widgets.notice import EdgeMessage
from tests.catalogues import catalogue, forms
from tests.scenes.records import act, add, fill, press_row
from tests.scenes.stage import Point, Stage, Start
from tests.seed import a_few

SIZES = [(480, 300), (800, 600), (1280, 800)]

TRANSLATIONS = assets_folder() / "translations"

OVERHANG = 3
"""How far the ink of neighbouring lines may overlap, in pixels."""
NO_GLYPH = "\ue000"
"""A character that no font has."""

pygame.font.init()
FINDER = TextPainter()


@cache
def rendered(font: pygame.font.Font, sign: str) -> bytes:
    return pygame.image.tobytes(font.render(sign, True, "black"), "RGBA")


@cache
def has_glyphs(text: str) -> bool:
    """Return whether the fonts used for ``text`` have all its characters."""
    signs = set(text) - {" ", "\n"}
    fonts = [FINDER._font(text, 20, bold) for bold in (False, True)]
    return all(rendered(font, one) != rendered(font, NO_GLYPH) for font in fonts for one in signs)


@pytest.mark.parametrize("code", languages()[1:])
def test_no_character_of_a_translation_is_missing(code: str) -> None:
    assert has_glyphs("Müller, 3 %") and has_glyphs("रुकने पर: −$13") and not has_glyphs("3 ± 1 %")
    for message in catalogue(TRANSLATIONS / f"{code}.po"):
        # Browsers bring their own fonts.
        if not all(place.startswith(("game/export", "game/web")) for place, _ in message.locations):
            assert all(map(has_glyphs, forms(message))), message.id
    word = "क्ष"
    apart = sum(FINDER.width(sign, 40) for sign in word)
    assert FINDER.width(word, 40) < apart / 2, "the consonants of Hindi join"


class Sheet(pygame.Surface):
    """A surface that records the words drawn on it."""

    def __init__(self, size: Point, painter: TextPainter) -> None:
        super().__init__(size)
        self.boxes: list[tuple[str, Rect]] = []
        self.cut: list[str] = []
        self._drawn: dict[int, tuple[str, pygame.Surface]] = {}
        line, fitted = painter.line, painter.fitted

        def draw(text: str, *given: Any) -> pygame.Surface:
            surface = line(text, *given)
            self._drawn[id(surface)] = text, surface
            return surface

        def fit(text: str, *given: Any) -> str:
            shown = fitted(text, *given)
            if shown != text:
                self.cut.append(f"{text} → {shown}")
            return shown

        self._patch = patch.multiple(painter, line=draw, fitted=fit)

    def __enter__(self) -> Sheet:
        self._patch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._patch.stop()

    def blit(self, source: pygame.Surface, dest: Any = (0, 0), *given: Any, **named: Any) -> Rect:
        place = super().blit(source, dest, *given, **named)
        if (known := self._drawn.get(id(source))) and known[0]:
            corner = dest.topleft if isinstance(dest, Rect) else dest
            self.boxes.append((known[0], source.get_bounding_rect().move(corner)))
        return place

    @property
    def written(self) -> list[str]:
        """Everything rendered as text within the ``with`` statement."""
        return [text for text, _ in self._drawn.values()]

    def check(self, where: str) -> None:
        """Check that all words can be read in full."""
        assert self.boxes, f"{where}: no text at all"
        absent = {text for text in self.written if not has_glyphs(text)}
        assert not absent, f"{where}: characters are missing in {absent}"
        assert not self.cut, f"{where}: cut: {self.cut}"
        for text, box in self.boxes:
            assert self.get_rect().contains(box), f"{where}: {text!r} lies at {box}"
        rects = [box for _, box in self.boxes]
        for number, (one, first) in enumerate(self.boxes):
            for other in first.collidelistall(rects):
                both = first.clip(rects[other])
                apart = number == other or min(both.size) <= OVERHANG
                assert apart, f"{where}: {one!r} and {self.boxes[other][0]!r}"


def choose_language(on: Stage, code: str) -> None:
    """Choose the language in the options, as a player does."""
    on.key("F8")
    on.page.tabs.controls[-1].action()
    act(on, own_name(code))
    assert on.panel.title == tr("Options")
    on.key("F8")
    assert texts.language == on.settings.language == code


def each_language(on: Stage) -> Iterator[str]:
    """Choose and yield each language. In a larger window, do this for only one language."""
    every, size = list(languages()), on.window.size
    for code in every if size == SIZES[0] else a_few(every, 1, "languages", size):
        choose_language(on, code)
        yield code


def check_scene(on: Stage, where: str) -> None:
    with Sheet(on.window.size, on.kit.text) as sheet:
        on.app.director.scene.paint(sheet)
    sheet.check(where)


def check_part(on: Stage, where: str) -> None:
    """Check the words in the visible part of the open panel, and then all words on its page."""
    panel = on.panel
    with Sheet(on.window.size, on.kit.text) as sheet:
        panel.paint(sheet, on.kit.theme)
    assert not sheet.cut, f"{where}: {sheet.cut}"
    page, width, scale = panel.page, panel._view.width, panel.unit
    with Sheet((width, page.tabs_height + page.height + 20), on.kit.text) as sheet:
        page.lay_out(0, 0, width, scale)
        page.paint(Canvas(sheet, on.kit.theme, on.kit.text, scale, page.controls))
    sheet.check(where)


def check_panel(on: Stage, where: str) -> None:
    check_part(on, where)
    for number in range(len(on.page.tabs.controls) if on.page.tabs else 0):
        on.page.tabs.controls[number].action()
        check_part(on, f"{where}, part {number}")


def test_another_language_takes_effect_at_once(casino: Stage) -> None:
    on, table = casino, casino.table
    choose_language(on, "de")
    new = table.bar.controls.items[1]
    assert (new.label, new.tip) == ("Neues Spiel", "Neues Zufallsspiel – F1, Regeln: Casino")
    assert on.strip.startswith("Teil 1 von 3")
    assert on.kit.style.letters == table.painter.faces.style.letters == "ABDK"
    with Sheet(on.window.size, on.kit.text) as sheet:
        table.painter.resize(table.layout)
        table.paint(sheet)
    assert "D" in sheet.written, "the empty foundations wait for a queen"
    choose_language(on, "en")
    assert on.kit.style.letters == "AJQK" and on.strip.startswith("Stage 1 of 3")
    assert on.saved("settings")["language"] == "en"


@pytest.mark.parametrize("deck", ["court", "emblem", "1993"])
def test_every_deck_has_german_letters(deck: str) -> None:
    pygame.display.init()
    english, german = (Faces(DeckStyle(deck, letters=one), 120) for one in ("AJQK", "ABDK"))
    for rank, same in (("J", False), ("Q", False), ("K", True), ("A", True), ("T", True)):
        first, second = (
            pygame.image.tobytes(faces.face(Card.parse(f"{rank}H")), "RGBA")
            for faces in (english, german)
        )
        assert (first == second) is same


PLAYED = [
    Entry(game, rules, 999_999, won, 2345, account if rules else None, 40000.0, ended)
    for game, rules in ((VIERFREI, None), (CANFIELD, "casino"), (CANFIELD, "aisleriot"))
    for won, account, ended in (
        (True, 208, "2026-09-30T20:15:00+01:00"),
        (False, -13, "2026-11-21T20:15:00+01:00"),
        (False, -1234, "2026-11-22T20:15:00+01:00"),
    )
]

WINDOWS = pytest.mark.parametrize(
    "size", a_few(SIZES, 1, "windows", always=SIZES[:1]), ids=lambda size: f"{size[0]}x{size[1]}"
)


@WINDOWS
def test_start_screen_and_panels_fit(size: Point, stage: Start) -> None:
    on = stage(game=None, deal=None, size=size)
    for code in each_language(on):
        check_scene(on, f"{code}: menu")
        for command in (Command.OPTIONS, Command.NUMBER, Command.HELP):
            on.app.director.run(command)
            check_panel(on, f"{code}: {command.name}")


@pytest.mark.parametrize("size", SIZES)
def test_the_statistics_fit(size: Point, stage: Start, tmp_path: Path) -> None:
    fill(tmp_path, 300)
    on = stage(game=CANFIELD, deal=42, rules="casino", size=size)
    add(on, *PLAYED)
    for code in each_language(on):
        on.key("F6")
        tabs = on.page.tabs
        assert len(tabs.controls) == len(KINDS)
        assert (tabs.group, tabs.grouped) == ("Canfield", len(RULE_SETS))
        assert min(one.rect.top for one in tabs.controls) > tabs.rect.top, "room for the name"
        check_panel(on, f"{code}: statistics")
        if size == SIZES[0]:  # What follows adds lines to this page.
            press_row(on)
            act(on, tr("Clear…"))
            check_part(on, f"{code}: statistics, a game opened, all to be cleared")
            act(on, tr("Keep it"), tr("Export as CSV"))
            check_part(on, f"{code}: statistics, exported")
        on.key("F6")


@WINDOWS
def test_vierfrei_fits(size: Point, stage: Start) -> None:
    on = stage(size=size)
    for code in each_language(on):
        check_scene(on, f"{code}: vierfrei")
        for command in (Command.STATISTICS, Command.MENU):
            on.app.director.run(command)
            check_panel(on, f"{code}: {command.name} with a game in hand")
            on.app.director.close_panel()
        on.table.guide.actions_to_undo = 12
        on.table.prompt.update()
        check_scene(on, f"{code}: a way back")
    on.play("26 5a")
    exchange.take(on.app.director, to_text(on.session))
    for code in each_language(on):
        assert len(on.table.strip.controls.items) == 2
        check_scene(on, f"{code}: a copied game")


@WINDOWS
def test_canfield_and_its_review_fit(size: Point, stage: Start) -> None:
    # The longest title, and the game with the most text.
    for rules, line in (("aisleriot", ""), ("casino", "i p x")):
        on = stage(game="canfield", deal=42, rules=rules, size=size)
        for token in ("", *line.split()):
            on.play(token)
            for code in each_language(on):
                check_scene(on, f"{code}: {rules} {token}")
        for code in each_language(on):
            on.key("F6")
            check_part(on, f"{code}: {rules}, statistics with a game in hand")
            on.key("F6")
    on = stage(game="canfield", deal=42, rules="casino", size=size)
    on.play("i p d d")
    on.key("F7")
    for code in each_language(on):
        for key in ("end", "home"):
            on.key(key)
            check_scene(on, f"{code}: review, {key}")


EDGE_SOURCES = {
    "game/words/names.py",
    "scenes/table/guide.py",
    "scenes/table/table.py",
    "scenes/table/table_scene.py",
    "scenes/app/director.py",
}


def test_the_longest_messages_fit() -> None:
    size = SIZES[0]  # where there is the least room
    painter, line, theme = TextPainter(), EdgeMessage(), THEMES["green"]
    said = [
        one.id
        for one in catalogue(TRANSLATIONS / "vierfeld.pot")
        if isinstance(one.id, str) and one.id.endswith(".") and "{" not in one.id
        if EDGE_SOURCES.intersection(place for place, _ in one.locations)
    ]
    assert len(said) > 30
    for code in languages():
        texts.use(code)
        longest = sorted(map(texts.one, said), key=lambda text: painter.width(text, NORMAL))[-5:]
        for message in longest:
            line.show(message)
            with Sheet(size, painter) as sheet:
                line.paint(sheet, size[1], theme, painter)
            sheet.check(f"{code}: the edge")
