"""Cards, deals, moves, boards and decks as text."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.core.cards import MAX_DEAL, PACK, Card, cards_text, deck_order
from game.core.moves import Move, Refusal, Verb
from game.core.state import FOUNDATIONS, HOME, RESERVE, WASTE, PileId, Role
from game.play.game_text import (
    IllegalMoveError,
    NewerTextError,
    NoGameError,
    from_text,
    line_tokens,
    why_no_game,
)
from game.rules.notation import (
    CardsMissingError,
    NotAMoveError,
    NotationError,
    Token,
    blocks,
    board_text,
    parse_board,
    parse_deck,
    text_lines,
)
from game.rules.registry import Deal, NumberError, Start, deal_named, numbered, own_deal
from game.rules.vierfrei import COLUMNS
from game.store.store import PlayerStore
from game.support.errors import GivenError, why
from game.support.texts import Texts, languages
from tests.each import each
from tests.game.reading import parse_move

COLUMN_1, COLUMN_2, COLUMN_5 = (PileId(Role.COLUMN, place) for place in (0, 1, 4))
CELL_A, CELL_B = PileId(Role.CELL, 0), PileId(Role.CELL, 1)

# -- cards -----------------------------------------------------------------------------------------


def test_each_card_reads_as_it_is_written() -> None:
    assert [Card.parse(str(card)) for card in PACK] == list(PACK)
    assert len({str(card) for card in PACK}) == 52
    for text in ("TH", "th", "10H", "10h", "T♥", "10♥", "t♥"):
        assert str(Card.parse(text)) == "TH"


@each("text", ["", "T", "H", "HT", "1H", "11H", "0H", "TX", "TH ", " TH", "THH", "♥T", "QQ", "１H"])
def test_a_malformed_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.parse(text)


# -- deals -----------------------------------------------------------------------------------------


def test_a_deal_is_named_by_game_number_and_rules() -> None:
    for number in (0, MAX_DEAL):
        assert sorted(deck_order(number)) == sorted(PACK)
    assert deal_named("vierfrei", "000617") == Deal("vierfrei", 617)
    assert deal_named("canfield", 42) == Deal("canfield", 42, "hoyle")
    assert deal_named("canfield", "999999", "casino") == Deal("canfield", 999_999, "casino")


@each(
    "key",
    [
        *(("vierfrei", number) for number in (-1, MAX_DEAL + 1, None)),
        ("vierfrei", 1, "hoyle"),
        ("canfield", 1, None),
    ],
)
def test_a_deal_with_a_wrong_number_or_wrong_rules_is_refused(key: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError):
        Deal(*key)
    if key[1] not in (None, 1):
        with pytest.raises(ValueError, match="from 0 to 999999"):
            deck_order(key[1])


@each(
    ("game", "number", "rules", "message"),
    [
        ("poker", "1", None, "unknown game: "),
        ("vierfrei", "1", "hoyle", "a rule set goes with "),
        ("canfield", "1", "klondike", "unknown rule set: "),
        *(
            ("vierfrei", number, None, "a deal is a number ")
            for number in ("", "-1", "1000000", "٣", "6x", -1, "0" * 13, "9" * 5000)
        ),
    ],
)
def test_what_names_no_deal_is_refused_with_a_reason(
    game: str, number: str | int, rules: str | None, message: str
) -> None:
    with pytest.raises(GivenError) as raised:
        deal_named(game, number, rules)
    assert str(raised.value).startswith(message) and "\n" not in str(raised.value)
    assert isinstance(raised.value, NumberError) is message.startswith("a deal")
    assert len(str(raised.value)) < 150


def test_an_own_deal_is_a_board_in_vierfrei_and_a_deck_in_canfield() -> None:
    vierfrei, canfield = numbered("vierfrei", 617), numbered("canfield", 42)
    board, deck = board_text(vierfrei.layout()), cards_text(deck_order(42))
    assert own_deal("vierfrei", None, Start.BOARD, board).layout() == vierfrei.layout()
    own = own_deal("canfield", None, Start.DECK, deck)
    assert (own.rules, own.layout()) == ("hoyle", canfield.layout())
    with pytest.raises(GivenError, match="a deck goes with canfield; vierfrei takes a board"):
        own_deal("vierfrei", None, Start.DECK, deck)
    with pytest.raises(GivenError, match=r"a board goes with vierfrei.*; canfield takes a deck"):
        own_deal("canfield", None, Start.BOARD, board)


@each("header", ["canfield 42", "vierfrei 617 hoyle", "poker 1", "vierfrei x"])
def test_a_header_with_a_wrong_deal_is_refused(header: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        from_text(f"# Vierfeld 1 {header}\n", "vierfrei", None)


# -- moves -----------------------------------------------------------------------------------------


@each(
    ("game", "tokens", "move"),
    [
        ("vierfrei", "1a 1A", Move.carry(COLUMN_1, CELL_A)),
        ("vierfrei", "b1", Move.carry(CELL_B, COLUMN_1)),
        ("vierfrei", "5h 5H", Move.carry(COLUMN_5, HOME)),
        ("vierfrei", "15Vd 15vD", Move.carry(COLUMN_1, COLUMN_5, 13)),
        ("vierfrei", "A1V01", Move.carry(CELL_A, COLUMN_1, 1)),
        ("vierfrei", "abv1", Move.carry(CELL_A, CELL_B, 1)),
        *(
            ("canfield", token, Move(verb))
            for token, verb in zip("dtipx", list(Verb)[1:6], strict=True)
        ),
        ("canfield", "12v1a", Move.carry(COLUMN_1, COLUMN_2, 26)),
        ("canfield", "r1", Move.carry(RESERVE, COLUMN_1)),
        ("canfield", "wh", Move.carry(WASTE, HOME)),
        ("canfield", "D2", Move.carry(FOUNDATIONS[1], COLUMN_2)),
    ],
)
def test_each_token_is_read_as_its_move(game: str, tokens: str, move: Move) -> None:
    assert {parse_move(token, game) for token in tokens.split()} == {move}


NO_MOVES = {
    "vierfrei": [
        "", "1", "9a", "0a", "19", "h1", "1e", "e1", "1hv1", "15v", "15v123", "15vg", "15w2",
        "15 v2", "a5v2", "1av2", "1av0", "abc", "d", "1-5", "d2v2", "15v-1", "15v+1", "１5",
        "15v²", "1５", "15v１", "H1", "ha", "t", "i", "p", "x", "r1", "w1", "1r",
    ],
    "canfield": [
        "", "1", "D", "T", "X", "d2", "15", "51", "a1", "1a", "h1", "1w", "wr", "R1", "W1", "1H",
        "s1", "r1v1", "w1v1", "D2v1", "c1", "dd", "restart", "12v", "12v123", "12v2x", "12v-1",
        "12v ", "1hv1", "Dh", "DS", "SD", "1r", "rw",
    ],
}  # fmt: skip


@each(("game", "token"), [(game, token) for game, all_of in NO_MOVES.items() for token in all_of])
def test_a_malformed_move_is_refused(game: str, token: str) -> None:
    with pytest.raises(ValueError, match="not a move"):
        parse_move(token, game)


def test_tokens_are_split_at_white_space_and_lines_as_editors_do_it() -> None:
    text = "26 5a\t3h\r\n\n  b7 # 1h and the rest\n#8h\nab"
    found = [(token.text, token.line) for token in line_tokens(text)[0]]
    assert found == [("26", 1), ("5a", 1), ("3h", 1), ("b7", 3), ("ab", 5)]
    for sign in ("\x0b", "\x0c", "\x1c", "\x85", "\u2028"):
        assert list(line_tokens(f"26 # no{sign}5a\n3h")[0]) == [Token("26", 1), Token("3h", 2)]
    assert text_lines("a\nb\r\nc\rd\x0ce\n\nf") == ["a", "b", "c", "d\x0ce", "", "f"]
    assert text_lines("") == [] and text_lines("a\n") == ["a"]
    text = "\n\na\nb\n\n \n# comment\nc\n\n# only a comment\n\nd"
    assert list(blocks(text)) == [(3, "a\nb"), (7, "# comment\nc"), (12, "d")]


# -- boards ----------------------------------------------------------------------------------------

BOARD = """\
Foundations: C-A H-2 S-0 D-0
Freecells: AS - KD -
: 7D TD TH 4C 4S JD
: AD 7S QC 5H QS TS KS
: 5C QD 3H 9S 9C KC
: 3S 9D 3C 9H 5D 4H
: 5S 6D 6S 8S 7C JC
: 8C 8H 8D 7H 6H 6C
: 2D 3D 4D 2C JH
: KH TC JS 2S QH"""


@each(
    "text",
    [
        BOARD.lower(),
        BOARD.replace(": ", " : "),
        BOARD.replace("T", "10"),
        BOARD.replace("\n", "\r\n"),
        BOARD.replace("\n: ", "\n"),
        BOARD.replace("S-0 D-0", ""),
        BOARD.replace("AS - KD -", "as - kd"),
        "# a comment\n\n" + BOARD.replace("JD\n", "JD # the first\n"),
    ],
)
def test_a_board_can_be_written_in_other_ways(text: str) -> None:
    assert parse_board(text) == parse_board(BOARD)


@each(
    ("old", "new", "line", "token"),
    [
        *(("KS\n", f"{card}\n", 4, card) for card in ("KX", "JD", "2H", "AS")),
        ("KS\n", "\n", 10, ""),
        *(("C-A", text, 1, text) for text in ("C-B", "A-C", "CA", "C-14", "C-1")),
        ("C-A", "H-A", 1, "H-2"),
        ("C-A", "C-A C-A", 1, "C-A"),
        ("AS - KD -", "AS - KD - -", 2, "-"),
        ("AS - KD -", "AS - KD KD", 2, "KD"),
        *(("Freecells", label, 2, f"{label}:") for label in ("Foundations", "Cells")),
        (": KH TC", ": \n: KH TC", 11, ":"),
        (": KH TC JS 2S QH", "", 9, ""),
        (": 7D TD", ": 7D TD | TD", 3, "|"),
    ],
)
def test_a_wrong_board_is_named_by_line_and_token(
    old: str, new: str, line: int, token: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_board(BOARD.replace(old, new))
    assert (caught.value.line, caught.value.token) == (line, token)


def test_a_text_without_a_board_is_refused() -> None:
    for text in ("", "\n", "# nothing", "617", "Foundations:\nFreecells:"):
        with pytest.raises(NotationError):
            parse_board(text)


@each("columns", ["\n" * 8, "", "\n".join([":"] * 8)])
@each(
    "above", ["Foundations: H-K C-K D-K S-K\n", "Foundations: H-K C-K D-K S-Q\nFreecells: - KS\n"]
)
def test_a_board_may_have_no_card_in_its_columns(above: str, columns: str) -> None:
    state = parse_board(above + columns)
    assert not any(state[column] for column in COLUMNS)
    assert state.cards_home == 52 - above.count("KS")
    found = [parse_board(text, line) for line, text in blocks(above + columns + "\n" * 2)]
    assert found == [state], "in a file of boards, too"


# -- messages in the language in use ---------------------------------------------------------------

CARD, CLUB = Card.parse("5H"), Card.parse("AC")
NEWER = "The copied text is from a newer version of Vierfeld."


def raised(text: str) -> NotationError:
    """Return the error raised by reading ``text`` as a Vierfrei game."""
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
def test_a_text_without_a_game_or_of_a_newer_version_is_reported_as_such(
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
