"""What is wrong with a text or a file is told in the language in use when it is told."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.cards import Card
from game.core.moves import Refusal
from game.play.sharing import (
    IllegalMoveError,
    NewerTextError,
    NoGameError,
    from_text,
    why_no_game,
)
from game.rules.notation import (
    CardsMissingError,
    CardTwiceError,
    NotAMoveError,
    NotationError,
    parse_board,
    parse_deck,
)
from game.rules.registry import Deal
from game.store.store import PlayerStore
from game.support.errors import GivenError, cause_text, system_reason, why
from game.support.json_values import DataError, Flaw
from game.support.texts import languages, texts
from tests.each import each


@pytest.fixture
def german() -> Iterator[None]:
    texts.use("de")
    yield
    texts.use("en")


CARD = Card.parse("5H")
WRONG = {
    "twice": (CardTwiceError(1, "5H", CARD), "the 5 of hearts appears twice."),
    "missing": (CardsMissingError(3, (CARD,)), "a card is missing (5 of hearts)."),
    "two missing": (
        CardsMissingError(3, (CARD, Card.parse("AC"))),
        "2 cards are missing (5 of hearts, ace of clubs).",
    ),
    "move": (NotAMoveError(3, "xx"), "“xx” in line 3 isn't a move."),
    "long": (NotAMoveError(3, "x\x1b" * 99), "“" + "x\ufffd" * 12 + "…” in line 3 isn't a move."),
    "illegal": (
        IllegalMoveError(3, "xx", 7, Refusal("at-start")),
        "move 7, “xx”, is illegal. The game is already at its start.",
    ),
}


@each("kind", WRONG)
def test_what_is_wrong_is_a_sentence(kind: str) -> None:
    error, told = WRONG[kind]
    assert why_no_game(error) == f"The copied text isn't a game: {told}"
    assert why_no_game(error, "a.txt") == f"a.txt isn't a game: {told}"


def test_the_reason_serves_where_there_is_no_sentence() -> None:
    with pytest.raises(NotationError) as caught:
        parse_board(": AS\nHearts: 2H")
    assert str(caught.value) == "line 2: 'Hearts:': not a line of a board"
    assert why_no_game(caught.value).endswith("isn't a game: not a line of a board (line 2).")
    with pytest.raises(NotationError) as caught:
        parse_board(": AS\n: 2S")
    assert str(caught.value) == "line 2: a board has 8 columns, not 2"
    assert why_no_game(caught.value, "a.txt").endswith("a game: a board has 8 columns, not 2.")
    with pytest.raises(NotationError) as caught:
        parse_deck("5H 5H")
    assert str(caught.value) == "line 1: '5H': 5H appears twice"
    with pytest.raises(NotationError) as caught:
        parse_deck("ZZ")
    assert str(caught.value) == "line 1: 'ZZ': not a card"
    assert why_no_game(caught.value).endswith("a game: “ZZ” in line 1 isn't a card.")


def test_what_is_no_game_at_all_is_told_as_such() -> None:
    for text, told in (
        (" \n", "There's nothing to paste."),
        ("as you like it", "The copied text is neither a game nor a deal number."),
    ):
        with pytest.raises(NoGameError) as caught:
            from_text(text, "vierfrei", None)
        assert why_no_game(caught.value) == told
        assert why_no_game(caught.value, "a.txt") == "a.txt contains no game."


def test_the_words_name_the_values() -> None:
    with pytest.raises(GivenError) as caught:
        Deal("canfield", 1, "own")
    assert why(caught.value) == str(caught.value) == "unknown rule set: own"
    assert why_no_game(caught.value, "a.txt") == "a.txt: unknown rule set: own"
    assert why(ValueError("as it is")) == "as it is"


def test_a_text_of_a_newer_version_is_told_as_such() -> None:
    for text in (
        "# Vierfeld 2 vierfrei 617\n26\n",
        "# Vierfeld 12\n",
        "# Vierfeld 2 hearts x y",
    ):
        with pytest.raises(NewerTextError) as caught:
            from_text(text, "vierfrei", None)
        assert why_no_game(caught.value) == "The copied text is from a newer version of Vierfeld."
        assert why_no_game(caught.value, "a.txt") == "a.txt is from a newer version of Vierfeld."
    for text in ("# Vierfeld 0 vierfrei 617", "# Vierfeld x"):
        with pytest.raises(NotationError) as other:
            from_text(text, "vierfrei", None)
        assert not isinstance(other.value, NewerTextError)


@pytest.mark.parametrize(
    "code",
    [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.ENOENT, errno.EISDIR, errno.EMFILE, errno.EIO],
)
def test_what_the_system_says_is_told_in_every_language(code: int) -> None:
    error, said = OSError(code, os.strerror(code), "a\nb"), set()
    try:
        for language in languages():
            texts.use(language)
            said.add(system_reason(error))
    finally:
        texts.use("en")
    assert len(said) == len(languages()) and os.strerror(code) not in said
    assert system_reason(OSError(errno.ELOOP, "Odd\nthings")) == "Odd"


@pytest.mark.parametrize("flaw", Flaw)
def test_each_flaw_of_a_file_has_words(flaw: Flaw) -> None:
    error = DataError(flaw, "na\x1bme")
    if flaw is Flaw.DEAL:
        error.__cause__ = GivenError("That file contains no text.")
        assert cause_text(error) == "its deal: That file contains no text"
    assert cause_text(error).isprintable() and "{" not in cause_text(error)


def test_a_file_read_before_the_language_is_known_is_told_in_that_language(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("[]")
    (tmp_path / "vierfrei.game").write_text("{}\n# Vierfeld 1 vierfrei -3\n")
    storage = PlayerStore(tmp_path)
    storage.settings()
    storage.game("vierfrei")
    texts.use("de")
    try:
        told = storage.take_problems()
    finally:
        texts.use("en")
    storage.close()
    assert len(told) == 2 and not any("couldn't" in line or "text is" in line for line in told)


SENTENCES = {
    "columns": ": AS\n:\n:\n:\n:\n:\n:\n:\n: 2S",
    "foundation": "Foundations: H",
    "cells": "Freecells: - - - - -",
}


@pytest.mark.usefixtures("german")
@each("kind", SENTENCES)
def test_a_sentence_behind_a_colon_begins_with_a_capital_in_german(kind: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_board(SENTENCES[kind])
    assert why_no_game(caught.value).split(": ")[1][0].isupper()
    assert system_reason(OSError(errno.EROFS, ""))[0].isupper()


@pytest.mark.usefixtures("german")
@each("moves", ["58\n{", "58\n(", "58\n)", "58\n()"])
def test_so_does_one_about_branches_and_remarks(moves: str) -> None:
    with pytest.raises(NotationError) as caught:
        from_text(f"# Vierfeld 1 vierfrei 617\n{moves}", "vierfrei", None)
    assert why_no_game(caught.value).split(": ")[1][0].isupper()
