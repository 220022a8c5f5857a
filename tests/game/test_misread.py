"""What is wrong with a text or a file is told in the language in use when it is told."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from game.core.cards import Card
from game.core.moves import Refusal
from game.play.sharing import IllegalMoveError, NewerTextError, NoGameError, from_text, why_no_game
from game.rules.notation import (
    CardsMissingError,
    NotAMoveError,
    NotationError,
    parse_board,
    parse_deck,
)
from game.store.store import PlayerStore
from game.support.errors import why
from game.support.texts import Texts, languages
from tests.each import each

CARD, CLUB = Card.parse("5H"), Card.parse("AC")
NEWER = "The copied text is from a newer version of Vierfeld."


def raised(text: str) -> NotationError:
    """The error of reading ``text`` as a game of Vierfrei."""
    with pytest.raises(NotationError) as caught:
        from_text(text, "vierfrei", None)
    return caught.value


@each(
    ("error", "sentence"),
    [
        (CardsMissingError(3, (CARD,)), "a card is missing (5 of hearts)."),
        (CardsMissingError(3, (CARD, CLUB)), "2 cards are missing (5 of hearts, ace of clubs)."),
        (NotAMoveError(3, "xx"), "“xx” in line 3 isn't a move."),
        (NotAMoveError(3, "x\x1b" * 99), "“" + "x\ufffd" * 12 + "…” in line 3 isn't a move."),
        (
            IllegalMoveError(3, "xx", 7, Refusal("at-start")),
            "move 7, “xx”, is illegal. The game is already at its start.",
        ),
    ],
)
def test_each_error_is_a_sentence(error: NotationError, sentence: str) -> None:
    assert why_no_game(error) == f"The copied text isn't a game: {sentence}"
    assert why_no_game(error, "a.txt") == f"a.txt isn't a game: {sentence}"


@each(
    ("read", "text", "reason", "sentence"),
    [
        (parse_board, ": AS\nHearts: 2H", "line 2: 'Hearts:': not a line of a board",
         "not a line of a board (line 2)."),
        (parse_board, ": AS\n: 2S", "line 2: a board has 8 columns, not 2",
         "a board has 8 columns, not 2."),
        (parse_deck, "5H 5H", "line 1: '5H': 5H appears twice", "the 5 of hearts appears twice."),
        (parse_deck, "ZZ", "line 1: 'ZZ': not a card", "“ZZ” in line 1 isn't a card."),
    ],
)  # fmt: skip
def test_commands_print_the_reason_and_players_read_a_sentence(
    read: Callable[[str], object], text: str, reason: str, sentence: str
) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert str(caught.value) == reason
    assert why_no_game(caught.value, "a.txt") == f"a.txt isn't a game: {sentence}"


@each(
    ("text", "kind", "pasted", "of_file"),
    [
        (" \n", NoGameError, "There's nothing to paste.", "contains no game."),
        *(
            (text, NoGameError, "The copied text is neither a game nor a deal number.",
             "contains no game.")
            for text in ("as you like it", "# Vierfeld x", "# Vierfeld 0 vierfrei 617")
        ),
        *(
            (text, NewerTextError, NEWER, "is from a newer version of Vierfeld.")
            for text in ("# Vierfeld 2 vierfrei 617\n26\n", "# Vierfeld 12\n",
                         "# Vierfeld 2 hearts x y")
        ),
    ],
)  # fmt: skip
def test_a_text_without_a_game_or_of_a_newer_version_is_told_as_such(
    text: str, kind: type, pasted: str, of_file: str
) -> None:
    error = raised(text)
    assert isinstance(error, kind) and why_no_game(error) == pasted
    assert why_no_game(error, "a.txt") == f"a.txt {of_file}"


@each("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EISDIR, errno.EMFILE, errno.EIO])
def test_errors_of_the_system_are_translated(code: int, spoken: Texts) -> None:
    error, said = OSError(code, os.strerror(code), "a\nb"), set()
    for language in languages():
        spoken.use(language)
        said.add(why(error))
    spoken.use("en")
    assert len(said) == len(languages()) and os.strerror(code) not in said
    assert why(OSError(errno.ELOOP, "Odd\nthings")) == "Odd"


def test_a_problem_found_before_the_language_is_known_is_reported_in_it(
    tmp_path: Path, spoken: Texts
) -> None:
    (tmp_path / "settings.json").write_text("[]")
    (tmp_path / "vierfrei.game").write_text("{}\n# Vierfeld 1 vierfrei -3\n")
    storage = PlayerStore(tmp_path)
    storage.settings()
    storage.game_in_hand("vierfrei")
    spoken.use("de")
    problems = storage.take_problems()
    storage.close()
    english = [line for line in problems if "couldn't" in line or "text is" in line]
    assert len(problems) == 2 and not english


@pytest.mark.usefixtures("german")
@each(
    "text",
    [
        ": AS\n:\n:\n:\n:\n:\n:\n:\n: 2S",
        "Foundations: H",
        "Freecells: - - - - -",
        *(f"# Vierfeld 1 vierfrei 617\n58\n{moves}" for moves in ("{", "(", ")", "()")),
    ],
)
def test_in_german_a_sentence_after_a_colon_begins_with_a_capital(text: str) -> None:
    assert why_no_game(raised(text)).split(": ")[1][0].isupper()
    assert why(OSError(errno.EROFS, ""))[0].isupper()
