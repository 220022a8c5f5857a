"""Cards, moves, boards and decks as text; what is malformed is named and never guessed."""

from __future__ import annotations

import pytest

from game.core.cards import MAX_DEAL, PACK, Card, cards_text, deck_order
from game.core.moves import Move, Verb
from game.core.state import FOUNDATIONS, HOME, RESERVE, WASTE, PileId, Role
from game.rules.notation import (
    NotationError,
    Token,
    blocks,
    board_text,
    parse_board,
    parse_deck,
    split_tokens,
    text_lines,
)
from game.rules.registry import Deal
from game.rules.vierfrei import COLUMNS
from tests.each import each
from tests.game.decks import deck_of
from tests.game.reading import parse_move, parse_moves
from tests.game.table import dealt

COLUMN_1, COLUMN_2, COLUMN_5 = (PileId(Role.COLUMN, place) for place in (0, 1, 4))
CELL_A, CELL_B = PileId(Role.CELL, 0), PileId(Role.CELL, 1)

NOT_VIERFREI = [
    "", "1", "9a", "0a", "19", "h1", "1e", "e1", "1hv1", "15v", "15v123", "15vg", "15w2", "15 v2",
    "a5v2", "1av2", "1av0", "abc", "d", "1-5", "d2v2", "15v-1", "15v+1", "１5", "15v²", "1５",
    "15v１",
]  # fmt: skip
NOT_CANFIELD = [
    "", "1", "D", "T", "X", "d2", "15", "51", "a1", "1a", "h1", "1w", "wr", "R1", "W1", "1H", "s1",
    "r1v1", "w1v1", "D2v1", "c1", "dd", "restart", "12v", "12v123", "12v2x", "12v-1", "12v ",
]  # fmt: skip


class TestCards:
    def test_each_card_reads_as_it_is_written(self) -> None:
        assert [Card.parse(str(card)) for card in PACK] == list(PACK)
        assert len({str(card) for card in PACK}) == 52

    @pytest.mark.parametrize("text", ["TH", "th", "10H", "10h", "T♥", "10♥", "t♥"])
    def test_spellings_of_the_ten_of_hearts(self, text: str) -> None:
        assert str(Card.parse(text)) == "TH"

    @each(
        "text",
        ["", "T", "H", "HT", "1H", "11H", "0H", "TX", "TH ", " TH", "THH", "♥T", "QQ", "１H"],
    )
    def test_no_card(self, text: str) -> None:
        with pytest.raises(ValueError, match="not a card"):
            Card.parse(text)


class TestDeals:
    @pytest.mark.parametrize("number", [-1, MAX_DEAL + 1, 10**30])
    def test_outside_the_numbers(self, number: int) -> None:
        with pytest.raises(ValueError, match="from 0 to 999999"):
            deck_order(number)

    @pytest.mark.parametrize("number", [0, MAX_DEAL])
    def test_the_ends_of_the_numbers(self, number: int) -> None:
        assert sorted(deck_order(number)) == sorted(PACK)

    @pytest.mark.parametrize(
        ("game", "number", "rules"),
        [
            ("vierfrei", 1, "hoyle"),
            ("canfield", 1, None),
            ("canfield", 1, "klondike"),
            ("klondike", 1, None),
            ("vierfrei", None, None),
            ("vierfrei", -1, None),
        ],
    )
    def test_no_deal(self, game: str, number: int | None, rules: str | None) -> None:
        with pytest.raises(ValueError):
            Deal(game, number, rules)


class TestMoves:
    @pytest.mark.parametrize(
        ("token", "move"),
        [
            ("15", Move.carry(COLUMN_1, COLUMN_5)),
            ("1a", Move.carry(COLUMN_1, CELL_A)),
            ("1A", Move.carry(COLUMN_1, CELL_A)),
            ("ab", Move.carry(CELL_A, CELL_B)),
            ("b1", Move.carry(CELL_B, COLUMN_1)),
            ("5h", Move.carry(COLUMN_5, HOME)),
            ("BH", Move.carry(CELL_B, HOME)),
            ("15v2", Move.carry(COLUMN_1, COLUMN_5, 2)),
            ("15Vd", Move.carry(COLUMN_1, COLUMN_5, 13)),
            ("15vD", Move.carry(COLUMN_1, COLUMN_5, 13)),
            ("1av1", Move.carry(COLUMN_1, CELL_A, 1)),
            ("A1V01", Move.carry(CELL_A, COLUMN_1, 1)),
            ("abv1", Move.carry(CELL_A, CELL_B, 1)),
        ],
    )
    def test_vierfrei(self, token: str, move: Move) -> None:
        assert parse_move(token, "vierfrei") == move

    @each(
        ("token", "move"),
        [
            ("d", Move(Verb.DEAL)),
            ("t", Move(Verb.TURN)),
            ("i", Move(Verb.INSPECT)),
            ("p", Move(Verb.PAY)),
            ("x", Move(Verb.STOP)),
            ("12", Move.carry(COLUMN_1, COLUMN_2)),
            ("12v1a", Move.carry(COLUMN_1, COLUMN_2, 26)),
            ("r1", Move.carry(RESERVE, COLUMN_1)),
            ("rh", Move.carry(RESERVE, HOME)),
            ("w2", Move.carry(WASTE, COLUMN_2)),
            ("1h", Move.carry(COLUMN_1, HOME)),
            ("D2", Move.carry(FOUNDATIONS[1], COLUMN_2)),
            ("S2", Move.carry(FOUNDATIONS[3], COLUMN_2)),
        ],
    )
    def test_canfield(self, token: str, move: Move) -> None:
        assert parse_move(token, "canfield") == move

    @each(
        "token",
        NOT_VIERFREI,
    )
    def test_nothing_in_vierfrei(self, token: str) -> None:
        with pytest.raises(ValueError, match="not a move"):
            parse_move(token, "vierfrei")

    @each(
        "token",
        NOT_CANFIELD,
    )
    def test_nothing_in_canfield(self, token: str) -> None:
        with pytest.raises(ValueError, match="not a move"):
            parse_move(token, "canfield")

    def test_tokens_are_separated_by_white_space(self) -> None:
        text = "26 5a\t3h\r\n\n  b7 # 1h and the rest\n#8h\nab"
        assert [(token.text, token.line) for token in split_tokens(text)] == [
            ("26", 1), ("5a", 1), ("3h", 1), ("b7", 3), ("ab", 5),
        ]  # fmt: skip

    @pytest.mark.parametrize("sign", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
    def test_a_comment_ends_where_the_line_ends(self, sign: str) -> None:
        assert list(split_tokens(f"26 # no{sign}5a\n3h")) == [Token("26", 1), Token("3h", 2)]

    def test_the_error_names_line_token_and_reason(self) -> None:
        with pytest.raises(NotationError) as caught:
            parse_moves(split_tokens("26\n5a zz 99"), "vierfrei")
        assert str(caught.value) == "line 2: 'zz': not a move"
        assert (caught.value.line, caught.value.token) == (2, "zz")

    def test_a_long_token_is_shortened(self) -> None:
        with pytest.raises(NotationError) as caught:
            parse_moves(split_tokens("z" * 5000), "vierfrei")
        assert len(str(caught.value)) < 100


class TestLines:
    def test_as_editors_count_them(self) -> None:
        assert text_lines("a\nb\r\nc\rd\x0ce\n\nf") == ["a", "b", "c", "d\x0ce", "", "f"]
        assert text_lines("") == []
        assert text_lines("a\n") == ["a"]

    def test_blocks_between_blank_lines(self) -> None:
        text = "\n\na\nb\n\n \n# comment\nc\n\n# only a comment\n\nd"
        assert list(blocks(text)) == [(3, "a\nb"), (7, "# comment\nc"), (12, "d")]


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


class TestBoards:
    def test_as_it_is_written(self) -> None:
        assert board_text(parse_board(BOARD)) == BOARD

    @pytest.mark.parametrize(
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
    def test_other_ways_to_write_it(self, text: str) -> None:
        assert parse_board(text) == parse_board(BOARD)

    def test_every_deal_reads_back(self) -> None:
        for number in range(0, 100_000, 1009):
            state = dealt("vierfrei", number).state
            assert parse_board(board_text(state)) == state

    def test_an_empty_column_is_a_colon(self) -> None:
        text = BOARD.replace(": KH TC JS 2S QH", ":").replace(": 2D", ": KH TC JS 2S QH 2D")
        assert board_text(parse_board(text)) == text

    @each(
        ("old", "new", "line", "token"),
        [
            ("KS\n", "KX\n", 4, "KX"),
            ("KS\n", "JD\n", 4, "JD"),
            ("KS\n", "\n", 10, ""),
            ("KS\n", "2H\n", 4, "2H"),
            ("KS\n", "AS\n", 4, "AS"),
            ("C-A", "C-B", 1, "C-B"),
            ("C-A", "A-C", 1, "A-C"),
            ("C-A", "CA", 1, "CA"),
            ("C-A", "C-14", 1, "C-14"),
            ("C-A", "C-1", 1, "C-1"),
            ("C-A", "H-A", 1, "H-2"),
            ("C-A", "C-A C-A", 1, "C-A"),
            ("AS - KD -", "AS - KD - -", 2, "-"),
            ("AS - KD -", "AS - KD KD", 2, "KD"),
            ("Freecells", "Foundations", 2, "Foundations:"),
            ("Freecells", "Cells", 2, "Cells:"),
            (": KH TC", ": \n: KH TC", 11, ":"),
            (": KH TC JS 2S QH", "", 9, ""),
            (": 7D TD", ": 7D TD | TD", 3, "|"),
        ],
    )
    def test_no_board(self, old: str, new: str, line: int, token: str) -> None:
        with pytest.raises(NotationError) as caught:
            parse_board(BOARD.replace(old, new))
        assert (caught.value.line, caught.value.token) == (line, token)

    @pytest.mark.parametrize("columns", ["\n" * 8, "", "\n".join([":"] * 8)])
    @pytest.mark.parametrize(
        "above",
        ["Foundations: H-K C-K D-K S-K\n", "Foundations: H-K C-K D-K S-Q\nFreecells: - KS\n"],
    )
    def test_a_board_without_a_card_in_its_columns(self, above: str, columns: str) -> None:
        state = parse_board(above + columns)
        assert not any(state[column] for column in COLUMNS)
        assert state.cards_home == 52 - above.count("KS")
        found = [parse_board(text, line) for line, text in blocks(above + columns + "\n" * 2)]
        assert found == [state], "in a file of boards, too"

    @pytest.mark.parametrize("text", ["", "\n", "# nothing", "617", "Foundations:\nFreecells:"])
    def test_nothing(self, text: str) -> None:
        with pytest.raises(NotationError):
            parse_board(text)


class TestDecks:
    DECK = cards_text(deck_order(617))

    def test_a_deck_reads_back(self) -> None:
        assert parse_deck(self.DECK) == deck_order(617)
        assert parse_deck(self.DECK.lower().replace("t", "10") + " # mine") == deck_order(617)

    @pytest.mark.parametrize("rules", ["hoyle", "xpat2", "casino", "aisleriot"])
    def test_the_deck_of_a_layout(self, rules: str) -> None:
        assert deck_of(dealt("canfield", 617, rules).state) == deck_order(617)

    @pytest.mark.parametrize(
        ("text", "token"),
        [
            (DECK[3:], ""),
            (DECK + " 4H", "4H"),
            (DECK.replace("4H", "4D"), "4D"),
            (DECK.replace("4H", "joker"), "joker"),
            ("", ""),
        ],
    )
    def test_no_deck(self, text: str, token: str) -> None:
        with pytest.raises(NotationError) as caught:
            parse_deck(text)
        assert caught.value.token == token
