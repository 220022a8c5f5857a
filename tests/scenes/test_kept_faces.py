"""Card faces that are kept from one run to the next: the same pixels, or none."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from game.art.decks import DeckStyle
from game.core.cards import Card, Suit
from scenes.cards import kept
from scenes.cards.faces import BACK, Faces
from scenes.cards.kept import KeptFaces
from scenes.table.draw.painter import TablePainter
from tests.each import each
from tests.scenes.stage import Start

SOME = [Card.parse(text) for text in ("7D", "TS", "KH")]
DECKS = (DeckStyle(), DeckStyle("1993"))


def some(style: DeckStyle = DECKS[0], width: int = 31) -> Faces:
    faces = Faces(style, width)
    for card in SOME:
        faces.face(card)
    faces.back()
    faces.suit_sign(Suit.SPADES, 12)
    return faces


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def filled(path: Path, style: DeckStyle = DECKS[0], width: int = 31) -> Faces:
    faces = Faces(style, width)
    KeptFaces(path).fill(faces)
    return faces


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of some faces."""
    path = tmp_path / "cache" / "faces"
    KeptFaces(path).keep(some())
    return path


def test_those_of_the_table_left_last_are_used_again() -> None:
    found = KeptFaces()
    found.latest = some()
    same, wider, other = Faces(DECKS[0], 31), Faces(DECKS[0], 32), Faces(DECKS[1], 31)
    for faces in (same, wider, other):
        found.fill(faces)
    assert same.crisp == found.latest.crisp and same.signs == found.latest.signs
    assert not (wider.crisp or wider.signs or other.crisp)


@pytest.mark.parametrize("style", DECKS, ids=lambda style: style.deck)
def test_they_come_back_as_they_were(style: DeckStyle, tmp_path: Path) -> None:
    faces, path = some(style), tmp_path / "cache" / "faces"
    KeptFaces(path).keep(faces)
    back = filled(path, style)
    assert back.crisp.keys() == {*SOME, BACK} and back.signs.keys() == {(Suit.SPADES, 12)}
    for face, surface in faces.crisp.items():
        found = back.crisp[face]
        assert found.get_masks() == surface.get_masks(), "or it would be drawn more slowly"
        assert pixels(found) == pixels(surface)
    assert pixels(back.suit_sign(Suit.SPADES, 12)) == pixels(faces.suit_sign(Suit.SPADES, 12))
    assert "_press" not in vars(back), "nothing was rendered"


@each(
    ("style", "width"),
    [
        (DeckStyle(), 32),
        (DeckStyle("emblem"), 31),
        (DeckStyle(four_colours=True), 31),
        (DeckStyle(large_index=True), 31),
        (DeckStyle(letters="ABDK"), 31),
    ],
)
def test_other_faces_are_not_taken(style: DeckStyle, width: int, path: Path) -> None:
    assert not filled(path, style, width).crisp


def test_those_of_another_version_are_not_taken(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "VERSION", "another")
    assert not filled(path).crisp


def test_those_of_other_drawings_are_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing = tmp_path / "decks" / "court.deck"
    drawing.parent.mkdir()
    drawing.touch()
    monkeypatch.setattr(kept, "assets_folder", lambda: tmp_path)
    path = tmp_path / "faces"
    KeptFaces(path).keep(some())
    assert filled(path).crisp
    os.utime(drawing, ns=(0, drawing.stat().st_mtime_ns + 1))
    assert not filled(path).crisp


def test_a_packed_program_knows_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "vierfeld"
    program.touch()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    path = tmp_path / "faces"
    KeptFaces(path).keep(some())
    assert filled(path).crisp
    os.utime(program, ns=(0, program.stat().st_mtime_ns + 1))
    assert not filled(path).crisp


def flipped(at: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:at] + bytes([data[at] ^ 1]) + data[at:][1:]


@each(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda data: data + b"\0",
        lambda data: bytes(len(data)),
        lambda data: data.replace(b"7D", b"ZZ", 1),
        lambda data: data.replace(b" 31 ", b" 30 ", 1),
        flipped(3),
        flipped(-1),
        flipped(-5000),
    ],
)
def test_a_damaged_file_is_passed_over_and_written_anew(
    damage: Callable[[bytes], bytes], path: Path
) -> None:
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    again = KeptFaces(path)
    faces = Faces(DECKS[0], 31)
    again.fill(faces)
    assert not faces.crisp and not faces.signs
    again.keep(some())
    assert path.read_bytes() == whole


def test_it_is_written_only_where_it_lacks_something(path: Path) -> None:
    before = path.stat().st_ino
    again, faces = KeptFaces(path), Faces(DECKS[0], 31)
    again.fill(faces)
    again.keep(faces)
    assert path.stat().st_ino == before
    faces.face(Card.parse("AS"))
    again.keep(faces)
    assert len(filled(path).crisp) == len(SOME) + 2


def test_what_cannot_be_kept_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "faces"
    KeptFaces(path).keep(Faces(DECKS[0], 31))
    assert not path.exists(), "there were none"
    path.mkdir()
    KeptFaces(path).keep(some())
    assert not filled(path).crisp and not list(path.iterdir())
    monkeypatch.setattr(kept, "_MOST", 1000)
    KeptFaces(tmp_path / "large").keep(some())
    assert not (tmp_path / "large").exists()


@pytest.mark.parametrize("key", ["", "escape"], ids=["table", "menu"])
def test_a_table_begins_with_those_of_the_run_before(
    stage: Start, tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = stage(deal=617)
    kept = on.kit.kept = KeptFaces(tmp_path / "cache" / "faces")
    before = on.table.painter.faces
    on.keys(*filter(None, [key]))
    on.app.close()
    table = stage(deal=617).table
    rendered: list[object] = []
    monkeypatch.setattr(Faces, "render", lambda faces, face: rendered.append(face))
    table.painter = TablePainter(table.kit.style, table.kit.theme, table.kit.text, kept)
    table.painter.resize(table.layout, table.seen())
    faces = table.painter.faces
    assert before is not None and faces is not None and not rendered
    assert faces.crisp.keys() == before.crisp.keys() and len(faces.crisp) == 52
    assert faces.signs.keys() == before.signs.keys()
