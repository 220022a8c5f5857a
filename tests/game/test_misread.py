"""Errors are values; each has its words."""

from __future__ import annotations

import errno
import os

import pytest

from game.core.cards import Card
from game.core.moves import Refusal
from game.core.reasons import GivenError, Reason
from game.play.sharing import from_text
from game.rules.notation import NotationError
from game.rules.registry import Deal
from game.support.json_values import DataError, Flaw
from game.support.notices import News, Notice
from game.support.texts import languages, texts
from game.words.causes import system_reason
from game.words.misread import reason_text, told, why
from game.words.notices import cause_text
from game.words.notices import told as notice_told
from tests.each import each

VALUES: dict[Reason, dict[str, object]] = {
    Reason.NO_GAME: {"game": "chess"},
    Reason.NO_RULE_SET: {"rules": "own"},
    Reason.DEAL_RANGE: {"most": 9},
    Reason.TOO_LONG: {"most": 9},
    Reason.GAME_UNKNOWN: {"word": "'chess'", "games": "vierfrei"},
    Reason.RULES_UNKNOWN: {"word": "'own'", "names": "hoyle"},
    Reason.NO_NUMBER: {"word": "'x'", "last": 9},
    Reason.TAKES_A_DECK: {"boards": "vierfrei", "game": "canfield"},
    Reason.TAKES_A_BOARD: {"decks": "canfield", "game": "vierfrei"},
    Reason.RULE_SET_MISPLACED: {"games": "canfield"},
    Reason.RULES_UNASKED: {"games": "canfield"},
}
OF_A_TEXT = {Reason.COLUMNS_HERE, Reason.CARD_TWICE, Reason.CARDS_MISSING, Reason.ILLEGAL}


@each("reason", Reason)
def test_each_reason_has_words(reason: Reason) -> None:
    cards, refused = (Card.parse("5H"),), Refusal("at-start")
    text = NotationError(3, "xx", reason, cards, 7, refused if reason is Reason.ILLEGAL else None)
    if reason not in VALUES:
        assert reason_text(text) and why(text) == f"line 3: 'xx': {reason_text(text)}"
        newer = reason is Reason.NEWER
        begins = (
            ("a.txt is from a newer version",)
            if newer
            else (
                "a.txt isn't a game: ",
                "a.txt contains no game.",
            )
        )
        assert told(text, "a.txt").startswith(begins)
    if reason not in OF_A_TEXT:
        assert why(GivenError(reason, **VALUES.get(reason, {}))).strip()


def test_the_words_name_the_values() -> None:
    with pytest.raises(GivenError) as caught:
        Deal("canfield", 1, "own")
    assert (caught.value.reason, caught.value.values) == (Reason.NO_RULE_SET, {"rules": "own"})
    assert why(caught.value) == "unknown rule set: own"
    assert why(NotationError(2, "", Reason.COLUMNS_HERE, number=7)) == (
        "line 2: a board has 8 columns, not 7"
    )
    assert why(NotationError(1, "5H", Reason.CARD_TWICE, (Card.parse("5H"),))) == (
        "line 1: '5H': 5H appears twice"
    )
    assert why(ValueError("as it is")) == "as it is"


def test_a_text_of_a_newer_version_is_told_as_such() -> None:
    for text in (
        "# Vierfeld 2 vierfrei 617\n26\n",
        "# Vierfeld 12\n",
        "# Vierfeld 2 hearts x y",
    ):
        with pytest.raises(NotationError) as caught:
            from_text(text, "vierfrei", None)
        assert told(caught.value) == "The copied text is from a newer version of Vierfeld."
        assert told(caught.value, "a.txt") == "a.txt is from a newer version of Vierfeld."
    for text in ("# Vierfeld 0 vierfrei 617", "# Vierfeld x"):
        with pytest.raises(NotationError) as caught:
            from_text(text, "vierfrei", None)
        assert caught.value.reason is not Reason.NEWER


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
        error.__cause__ = GivenError(Reason.NO_TEXT)
        assert cause_text(error) == "its deal: That file contains no text"
    assert cause_text(error).isprintable()
    notice = Notice(News.SET_ASIDE, "a.json", "a.json.broken-1", cause=error)
    assert notice_told(notice).startswith("a.json couldn't be read (")


@each("news", News)
def test_each_notice_has_words(news: News) -> None:
    line = notice_told(Notice(news, "a.json", count=2, names=("look",), cause=OSError("odd")))
    assert line.endswith(".") and line.isprintable() and "{" not in line


SENTENCES = (
    Reason.COLUMNS, Reason.FOUNDATION_FORM, Reason.CELLS, Reason.REMARK_OPEN, Reason.BRANCH_OPEN,
    Reason.BRANCH_CLOSED, Reason.BRANCH_EMPTY,
)  # fmt: skip


@each("reason", SENTENCES)
def test_a_sentence_behind_a_colon_begins_with_a_capital_in_german(reason: Reason) -> None:
    texts.use("de")
    try:
        said = told(NotationError(3, "", reason)).split(": ")[1]
        cause = system_reason(OSError(errno.EROFS, ""))
    finally:
        texts.use("en")
    assert said[0].isupper() and cause[0].isupper()
