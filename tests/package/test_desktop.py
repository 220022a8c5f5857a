"""Tests of the files that describe the program to desktops."""

from __future__ import annotations

import datetime
import re
import runpy
from argparse import SUPPRESS
from collections.abc import Iterator
from configparser import ConfigParser
from typing import Any
from xml.etree import ElementTree

import pytest

from game.cli.window_arguments import command_line
from game.record.export import GAME
from game.support.texts import SOURCE_LANGUAGE, languages, texts
from game.support.version import VERSION
from tests.house import ROOT

FOLDER = ROOT / "packaging" / "desktop"
MIME = ElementTree.parse(FOLDER / "mime.xml").getroot()
(METAINFO,) = (ElementTree.parse(path).getroot() for path in FOLDER.glob("*.metainfo.xml"))
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
OTHERS = languages()[1:]


@pytest.fixture(scope="module")
def entry() -> dict[str, str]:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((FOLDER / "vierfeld.desktop").read_text("utf-8"))
    return dict(parser["Desktop Entry"])


def said(root: ElementTree.Element, tag: str) -> Iterator[str]:
    """Yield the language of each non-empty ``tag`` in ``root``."""
    for found in root.iter():
        if found.tag.rpartition("}")[2] == tag and (found.text or "").strip():
            yield found.get(LANGUAGE, SOURCE_LANGUAGE)


def test_a_games_file_has_the_type_that_the_program_opens(entry: dict[str, str]) -> None:
    (kind,) = (child for child in MIME if child.tag.endswith("mime-type"))
    globs = [child.get("pattern") for child in kind if child.tag.endswith("glob")]
    assert globs == [f"*.{GAME}"]
    assert entry["MimeType"] == f"{kind.get('type')};" and entry["Exec"] == "vierfeld --open %f"
    assert METAINFO.findtext("provides/mediatype") == kind.get("type")
    assert METAINFO.findtext("launchable") == "vierfeld.desktop"


def test_desktops_describe_and_show_the_program_in_every_language(entry: dict[str, str]) -> None:
    for key in ("GenericName", "Comment", "Keywords"):
        assert {f"{key}[{language}]" for language in OTHERS} <= set(entry)
    for tag in ("summary", "p"):
        for language in OTHERS:
            found = list(said(METAINFO, tag))
            assert found.count(language) == found.count(SOURCE_LANGUAGE) > 0
    assert set(said(MIME, "comment")) == {*languages()}
    shots = METAINFO.findall("screenshots/screenshot")
    assert shots and shots[0].get("type") == "default"
    for shot in shots:
        assert {*said(shot, "caption")} == {*languages()}
        picture = (shot.findtext("image") or "").partition("@VERSION@/")[2]
        assert (ROOT / picture).is_file()
    assert METAINFO.find("developer") is not None and METAINFO.findtext("url") == "@URL@"


def test_release_notes_come_from_the_changelog() -> None:
    news: dict[str, Any] = runpy.run_path(str(ROOT / "packaging" / "changelog.py"))
    date, text = news["release"]()
    release = ElementTree.fromstring(news["as_metainfo"]())
    assert datetime.date.fromisoformat(date) and release.get("date") == date
    assert release.get("version") == VERSION
    points = [point.text or "" for point in release.iter("li")]
    assert len(points) == text.count("\n- ") and all(points)
    with pytest.raises(SystemExit):
        news["release"]("99.0")


def test_the_manual_page_describes_every_option() -> None:
    manual = runpy.run_path(str(ROOT / "packaging" / "man.py"))
    try:
        pages = {language: manual["page"](language) for language in manual["WORDS"]}
    finally:
        texts.use(SOURCE_LANGUAGE)
    actions = [action for action in command_line()._actions if action.help != SUPPRESS]
    options = {name for action in actions for name in action.option_strings}
    for page in pages.values():
        described = " ".join(line for line in page.splitlines() if line.startswith(r"\fB\-"))
        assert {*re.findall(r"-[-\w]+", described.replace(r"\fR", "").replace("\\", ""))} == options
    assert "diese Hilfe" in pages["de"] and "show this help" in pages["en"]


def test_the_flatpak_manifest_says_it_was_never_built_and_has_the_same_names() -> None:
    (manifest,) = FOLDER.glob("*.yml")
    text = manifest.read_text("utf-8")
    assert "NEVER BUILT SO FAR" in text
    name = METAINFO.findtext("id")
    assert f"\nid: {name}\n" in text and manifest.stem == name
    assert "rename-desktop-file: vierfeld.desktop" in text
