"""The catalogues are complete and agree with the program and with each other."""

from __future__ import annotations

import gettext
import io
import os
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.support.texts import (
    DOMAIN,
    Texts,
    assets_folder,
    desktop_language,
    languages,
    own_name,
    texts,
    tr,
    trn,
)
from game.translations.__main__ import template
from game.translations.extract import NoLiteral, messages
from game.translations.mo import compiled
from game.translations.po import Catalogue, Message, read, written
from game.words.names import card_name, money

FOLDER = assets_folder() / "translations"
CODES = [code for code in languages() if code != "en"]
ADVICE = "run python -m game.translations and commit what it has written"


@cache
def said() -> Catalogue:
    """All that the program says; reading it takes a while."""
    return template()


def source(code: str) -> str:
    return (FOLDER / f"{code}.po").read_text("utf-8")


@pytest.fixture
def spoken() -> Iterator[Texts]:
    """The program's texts, English again in the end."""
    yield texts
    texts.use("en")


def test_each_source_is_compiled() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.po")) == CODES == ["de", "hi"]


def test_the_template_is_what_the_program_says() -> None:
    assert (FOLDER / f"{DOMAIN}.pot").read_text("utf-8") == written(said()), ADVICE


@pytest.mark.parametrize("code", CODES)
def test_every_message_is_translated(code: str) -> None:
    catalogue = read(source(code))
    assert [one.singular for one in catalogue.messages if not one.done] == []
    assert written(catalogue.updated(said().messages)) == source(code), ADVICE


@pytest.mark.parametrize("code", CODES)
def test_what_is_compiled_is_what_was_translated(code: str) -> None:
    binary = (FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.mo").read_bytes()
    assert binary == compiled(read(source(code))), ADVICE
    read_back = gettext.GNUTranslations(io.BytesIO(binary))
    for message in read(source(code)).messages:
        if message.plural is None:
            assert read_back.gettext(message.singular) == message.forms[0]
        else:
            found = {read_back.ngettext(message.singular, message.plural, n) for n in range(200)}
            assert found == set(message.forms)


@pytest.mark.parametrize("code", CODES)
def test_every_plural_form_is_there_and_is_used(code: str) -> None:
    catalogue = read(source(code))
    rule = re.search(r"plural=(.+);", catalogue.head)
    assert rule
    chosen = gettext.c2py(rule[1])  # type: ignore[attr-defined]
    assert {chosen(n) for n in range(200)} == set(range(catalogue.plural_forms))
    for message in catalogue.messages:
        assert len(message.forms) == (1 if message.plural is None else catalogue.plural_forms)


PERCENT = re.compile(r"%(?:\(\w+\))?[rs]")


def fields(text: str) -> list[str]:
    """The placeholders of a text, as ``n`` or ``canfield:g``, sorted."""
    parts = string.Formatter().parse(text)
    return sorted(f"{name}:{form}".rstrip(":") for _, name, form, _ in parts if name is not None)


@pytest.mark.parametrize("code", CODES)
def test_placeholders_and_line_ends_agree(code: str) -> None:
    for message in read(source(code)).messages:
        for form in message.forms:
            # Where there is but one, its number may go unsaid.
            known = [fields(text) for text in (message.singular, message.plural) if text]
            assert fields(form) in known, form
            assert PERCENT.findall(form) == PERCENT.findall(message.singular), form
            assert form.count("\n") == message.singular.count("\n"), form
            ends = [(text[:1] == " ", text[-1:] == " ") for text in (form, message.singular)]
            assert ends[0] == ends[1], form


def test_languages_name_themselves() -> None:
    assert [own_name(code) for code in languages()] == ["English", "Deutsch", "हिन्दी"]


def test_a_language_speaks(spoken: Texts) -> None:
    from game.core.cards import Card

    told = {}
    for code in languages():
        spoken.use(code)
        two = [trn("{n} move", "{n} moves", n) for n in (0, 1, 2)]
        told[code] = [*two, card_name(Card.parse("QH")), money(-35), spoken.decimal(0.62, 2)]
    assert told == {
        "en": ["0 moves", "1 move", "2 moves", "queen of hearts", "−$35", "0.62"],
        "de": ["0 Züge", "1 Zug", "2 Züge", "Herz-Dame", "−35\u00a0$", "0,62"],
        "hi": ["0 चाल", "1 चाल", "2 चालें", "पान की बेगम", "−$35", "0.62"],
    }


def test_a_language_that_is_not_there(spoken: Texts) -> None:
    spoken.use("de")
    with pytest.raises(ValueError, match="no such language: xx"):
        spoken.use("xx")
    assert tr("Options") == "Optionen"


VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "hi_IN"}, "hi"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE@euro", "LC_MESSAGES": "hi_IN"}, "hi"),
        ({"LANG": "de_DE", "LC_MESSAGES": "hi_IN", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_US", "LANGUAGE": "fr:de_AT:hi"}, "de"),
        ({"LANG": "de_DE", "LANGUAGE": ""}, "de"),
    ],
)
def test_the_desktop_chooses(
    asked: dict[str, str], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    assert desktop_language() == found


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("-m game deal vierfrei 1000000", 2, "eine Spielnummer ist eine Zahl von 0 bis 999999"),
        ("-m game deal --help", 0, "diese Hilfe zeigen"),
        ("main.py --deal 617", 2, "vierfeld: --deal gehört zu einem Spiel: vierfrei oder canfield"),
        ("main.py poker", 2, "'poker':"),
        ("main.py canfield --rules x", 2, "--rules: ungültig: 'x'"),
    ],
)
def test_the_command_line_speaks_it(words: str, status: int, said: str) -> None:
    env = {**os.environ, "LANGUAGE": "de", "PYTHONIOENCODING": "utf-8"}
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, *words.split()]
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, encoding="utf-8")
    assert done.returncode == status
    assert said in done.stdout + done.stderr


def test_a_terminal_that_cannot_write_it() -> None:
    env = {**os.environ, "LANGUAGE": "hi", "PYTHONIOENCODING": "ascii"}
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "main.py", "--help"]
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, encoding="ascii")
    assert (done.returncode, done.stderr) == (0, "")


# -- the tools ---------------------------------------------------------------------------------


def sources(tmp_path: Path, text: str) -> Path:
    (tmp_path / "game").mkdir()
    (tmp_path / "scenes").mkdir()
    (tmp_path / "main.py").write_text(text, "utf-8")
    return tmp_path


def test_messages_are_found(tmp_path: Path) -> None:
    text = 'tr("b")\nprint(tr("a " "c"), trn("{n} x", "{n} xs", 3), tr("b"), other("d"))\n'
    found = messages(sources(tmp_path, text))
    assert [(one.singular, one.plural) for one in found] == [
        ("b", None),
        ("a c", None),
        ("{n} x", "{n} xs"),
    ]
    assert found[0].places == ("main.py",)


@pytest.mark.parametrize(
    "text", ["tr(word)", 'tr(f"{word}")', 'trn("x", word, 2)', 'trn("x", "y", 2), trn("x", "z", 2)']
)
def test_a_text_that_no_catalogue_can_hold(text: str, tmp_path: Path) -> None:
    with pytest.raises(NoLiteral, match=r"main\.py"):
        messages(sources(tmp_path, text))


HEAD = "Language: xx\nPlural-Forms: nplurals=3; plural=n%3;\n"


def test_a_catalogue_survives_being_written() -> None:
    catalogue = Catalogue(
        HEAD,
        (
            Message('say "yes"\\no', None, ("line\nand\ttab",), ("a.py", "b.py"), ("# noted",)),
            Message("{n} x", "{n} xs", ("one", "", "three"), ("a.py",)),
            Message("long " * 60, None, ("lang " * 60,)),
            Message("open", None, ("",)),
        ),
        ("# above all",),
    )
    text = written(catalogue)
    assert read(text) == catalogue
    assert max(map(len, text.splitlines())) <= 100
    assert catalogue.plural_forms == 3
    assert [one.done for one in catalogue.messages] == [True, False, True, False]


def test_what_is_known_is_kept() -> None:
    old = Catalogue(
        HEAD, (Message("a", None, ("A",), ("x",), ("# n",)), Message("b", None, ("B",)))
    )
    new = old.updated([Message("a", places=("y",)), Message("b", "bs"), Message("c")])
    assert new.messages == (
        Message("a", None, ("A",), ("y",), ("# n",)),
        Message("b", "bs"),
        Message("c"),
    )


def test_unsure_and_old_entries_do_not_count() -> None:
    text = f'msgid ""\nmsgstr {HEAD.splitlines()[1]!r}\n'.replace("'", '"')
    text += '\n#, fuzzy\nmsgid "a"\nmsgstr "A"\n\n#~ msgid "b"\n#~ msgstr "B"\n'
    (message,) = read(text).messages
    assert (message.singular, message.done) == ("a", False)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "without a head"),
        ('msgid "a"\nmsgstr "b"\n', "without a head"),
        ('msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr b\n', "line 5"),
        ('"lost"\n', "line 1"),
    ],
)
def test_a_broken_file_is_told(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read(text)


def test_a_head_without_plural_forms() -> None:
    with pytest.raises(ValueError, match="plural forms"):
        Catalogue("Language: xx\n", ()).plural_forms  # noqa: B018
