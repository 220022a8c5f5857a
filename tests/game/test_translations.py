"""Tests that catalogues are complete and agree with the program."""

from __future__ import annotations

import gettext
import io
import os
import re
import string
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from game.core.cards import Card
from game.support.assets import assets_folder
from game.support.texts import DOMAIN, Texts, desktop_language, languages, own_name, printable, trn
from game.words.names import card_name, money
from tests.catalogues import NoLiteral, catalogue, compiled, done, forms, template
from tests.each import each
from tests.house import ROOT

FOLDER = assets_folder() / "translations"
CODES = [code for code in languages() if code != "en"]
ADVICE = "run python -m tests.catalogues and commit what it has written"


@cache
def said() -> Catalog:
    """Return the messages in the program's source."""
    return template()


def known(texts: Catalog) -> dict[str, Message]:
    """Return the messages in ``texts``, keyed by their singulars."""
    return {str(one.id[0] if one.pluralizable else one.id): one for one in texts if one.id}


@cache
def source(code: str) -> dict[str, Message]:
    return known(catalogue(FOLDER / f"{code}.po"))


def test_the_template_holds_all_that_the_program_says() -> None:
    written, spoken = (
        {key: one.id for key, one in known(texts).items()}
        for texts in (catalogue(FOLDER / f"{DOMAIN}.pot"), said())
    )
    assert written == spoken, ADVICE
    assert sorted(path.stem for path in FOLDER.glob("*.po")) == CODES, ADVICE


@pytest.mark.parametrize("code", CODES)
def test_every_message_is_translated_in_all_plural_forms_of_the_language(code: str) -> None:
    texts = catalogue(FOLDER / f"{code}.po")
    assert ("Language", code) in texts.mime_headers, f"write {code} for CODE in {code}.po"
    chosen = gettext.c2py(texts.plural_expr)
    assert {chosen(n) for n in range(200)} == set(range(texts.num_plurals))
    for message in source(code).values():
        assert len(forms(message)) == (texts.num_plurals if message.pluralizable else 1)
    assert list(source(code)) == list(known(said())), ADVICE
    waiting = [key for key, one in source(code).items() if not done(one)]
    assert waiting == [], f"translate these in assets/translations/{code}.po, then {ADVICE}"


@pytest.mark.parametrize("code", CODES)
def test_the_compiled_catalogue_holds_the_translations(code: str) -> None:
    read_back = gettext.GNUTranslations(io.BytesIO(compiled(FOLDER / f"{code}.po").read_bytes()))
    for singular, message in source(code).items():
        if message.pluralizable:
            found = {read_back.ngettext(singular, "", n) for n in range(200)}
        else:
            found = {read_back.gettext(singular)}
        assert found == set(forms(message)), ADVICE


PERCENT = re.compile(r"%(?:\(\w+\))?[rs]")


def fields(text: str) -> list[str]:
    """Return the placeholders in ``text``, sorted, such as ``n`` or ``canfield:g``."""
    parts = string.Formatter().parse(text)
    return sorted(f"{name}:{form}".rstrip(":") for _, name, form, _ in parts if name is not None)


@pytest.mark.parametrize("code", CODES)
def test_translations_keep_placeholders_and_line_ends(code: str) -> None:
    for singular, message in source(code).items():
        asked = message.id if message.pluralizable else (singular,)
        for form in forms(message):
            # The singular may leave out the number.
            assert fields(form) in [fields(text) for text in asked], (singular, form)
            assert PERCENT.findall(form) == PERCENT.findall(singular), form
            assert form.count("\n") == singular.count("\n"), form
            ends = [(text[:1] == " ", text[-1:] == " ") for text in (form, singular)]
            assert ends[0] == ends[1], form


def test_languages_name_themselves() -> None:
    names = {code: own_name(code) for code in languages()}
    assert (names["en"], names["de"], names["hi"]) == ("English", "Deutsch", "हिन्दी")
    assert len(set(names.values())) == len(names), names


def test_each_language_has_its_plurals_cards_money_and_decimals(spoken: Texts) -> None:
    texts = {}
    for code in ("en", "de", "hi"):
        spoken.use(code)
        two = [trn("{n} move", "{n} moves", n) for n in (0, 1, 2)]
        texts[code] = [*two, card_name(Card.parse("QH")), money(-35), spoken.decimal(0.62, 2)]
    with pytest.raises(ValueError, match="no such language: xx"):
        spoken.use("xx")
    assert trn("{n} move", "{n} moves", 2) == texts["hi"][2], "nothing has changed"
    assert texts == {
        "en": ["0 moves", "1 move", "2 moves", "queen of hearts", "−$35", "0.62"],
        "de": ["0 Züge", "1 Zug", "2 Züge", "Herz-Dame", "−35\u00a0$", "0,62"],
        "hi": ["0 चाल", "1 चाल", "2 चालें", "पान की बेगम", "−$35", "0.62"],
    }


@each(
    ("asked", "found"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"LANG": "de_DE@euro", "LC_MESSAGES": "hi_IN"}, "hi"),
        ({"LANG": "de_DE", "LC_MESSAGES": "hi_IN", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_US", "LANGUAGE": "xx:de_AT:hi"}, "de"),
        ({"LANG": "de_DE", "LANGUAGE": ""}, "de"),
    ],
)
def test_the_language_is_that_of_the_desktop(
    asked: dict[str, str], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name in asked:
        monkeypatch.setenv(name, asked[name])
    assert desktop_language() == found


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("-m game deal vierfrei 1000000", 2, "eine Spielnummer ist eine Zahl von 0 bis 999999"),
        ("-m game deal --help", 0, "diese Hilfe zeigen"),
        ("main.py canfield --rules x", 2, "--rules: ungültig: 'x'"),
    ],
)
def test_the_command_line_is_translated(words: str, status: int, said: str) -> None:
    # Letters that the terminal's encoding lacks are escaped.
    for encoding in ("utf-8", "ascii"):
        env = {**os.environ, "LANGUAGE": "de", "PYTHONIOENCODING": encoding}
        command = [sys.executable, *words.split()]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, encoding=encoding)
        shown = said if encoding == "utf-8" else said.encode("ascii", "backslashreplace").decode()
        assert done.returncode == status and shown in done.stdout + done.stderr


def test_a_text_that_is_no_literal_is_refused(tmp_path: Path) -> None:
    text = 'tr("b")\nprint(tr("a " "c"), trn("{n} x", "{n} xs", 3), tr("b"), other("d"))\n'
    (tmp_path / "main.py").write_text(text, "utf-8")
    found = known(template(tmp_path)).values()
    assert [one.id for one in found] == ["b", "a c", ("{n} x", "{n} xs")]
    for wrong in ("tr(word)", 'tr(f"{word}")', 'trn("{n} x", "y", 2)'):
        (tmp_path / "main.py").write_text(f"{text}{wrong}", "utf-8")
        with pytest.raises(NoLiteral, match=r"main\.py"):
            template(tmp_path)


def test_texts_of_the_system_are_made_printable() -> None:
    texts = Texts()
    path = Path(os.fsdecode(b"/caf\xe9/\x1b[31m")) if os.name == "posix" else "/caf\udce9/\x1b[31m"
    assert texts.one("Written to {path}", path=path) == r"Written to /caf\xe9/\x1b[31m"
    error = OSError("caf\udce9 \ud800")
    assert texts.many("{n}: {why}", "{n}: {why}", 1, why=error) == r"1: caf\xe9 \ud800"
    assert texts.one("{least:.1f}-{n:03d}", least=0.25, n=7) == "0.2-007"
    assert printable("café\n\u200dहिन्दी\xa0♣") == "café\n\u200dहिन्दी\xa0♣"
