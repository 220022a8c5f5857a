"""The rules of Canfield, a table at a time, under each rule set; and by a second, plain writing."""

from __future__ import annotations

import random

import pytest

from game.cli.report import piles_object
from game.core.cards import MAX_DEAL
from game.core.moves import Move, Refusal
from game.core.state import FOUNDATIONS, WASTE
from game.rules.canfield import RULE_SETS
from game.rules.counting import account
from game.rules.registry import numbered
from tests.each import each
from tests.game.brute import Brute
from tests.game.table import Table, alternating, canfield, dealt, with_home
from tests.plain_rules import plain_rules
from tests.seed import chance

ALL = tuple(RULE_SETS)
FILLS = ("hoyle", "aisleriot")
LEAVES_OPEN = ("xpat2", "casino")
WHOLE_ONLY = ("hoyle", "xpat2", "casino")
BEGUN = "Base: 2\nFoundations: C-1\n"


# -- foundations -----------------------------------------------------------------------------------

CORNER = "Base: Q; Foundations: C-2 H-1; Reserve: KH; Waste: AC; Columns: QS | KS | KD QD | JC"


@each("rules", ALL)
def test_foundations_build_from_the_base_rank_in_suit_around_the_corner(rules: str) -> None:
    table = canfield(rules, CORNER)
    assert table.answers("1h 2h 3h 4h rh wh") == "ok not-next ok not-next ok ok"
    assert table.play("1h 3h wh").home == {"C": 3, "D": 1, "H": 1, "S": 1}
    assert table.play("3h").column(3) == "KD", "the last card of a longer column may go"
    full = canfield(rules, "Base: Q\nFoundations: C-12 D-1\n1: JC\n2: QC").play("1h")
    assert (full.home["C"], full.refusal("2h")) == (13, "not-next")
    last = canfield(rules, "Base: 5\nFoundations: C-13 D-13 H-13 S-12\n1: 4S")
    assert not last.rules.won(last.state) and last.rules.won(last.play("1h").state)


GIVING = "Base: 2; Foundations: C-1 D-3 S-3; Reserve: 9H; Columns: 5C | 5H | 3H | KC"


def test_only_under_aisleriots_rules_do_cards_come_back_but_not_the_base_cards() -> None:
    for rules in WHOLE_ONLY:
        assert canfield(rules, GIVING).answers("D1 S2 C3 D2") == "no-return " * 3 + "no-return"
    table = canfield("aisleriot", GIVING)
    assert table.legal("D1", "D2", "S1", "S2", "D3", "D4") == ["D1", "S2"]
    after = table.play("D1")
    assert (after.column(1), after.home["D"]) == ("5C 4D", 2)
    assert after.play("1h").state == table.state
    assert table.answers("C3 H3") == "base-stays empty-source"
    # Such a column can only stand open in a pasted position.
    opened = canfield("aisleriot", GIVING.replace("5C |", "|"))
    assert opened.refusal("D1") == "from-reserve", "not while the reserve has cards"
    for source, target in ((FOUNDATIONS[1], FOUNDATIONS[3]), (table.rules.piles[-1], WASTE)):
        found = table.rules.resolve(table.state, Move.carry(source, target))
        assert found == Refusal("no-target")


# -- columns ---------------------------------------------------------------------------------------


RUN = "Base: 2; Foundations: C-1; Reserve: 5S; Columns: 9S 8H 7C | TD | 8D | TC"


@each("rules", WHOLE_ONLY)
def test_a_column_moves_whole_or_not_at_all(rules: str) -> None:
    table = canfield(rules, RUN)
    assert table.play("12").column(2) == table.play("12v3").column(2) == "TD 9S 8H 7C"
    # 7C alone would fit on 8D, 9S does not.
    assert table.answers("12v2 12v4 13 13v1") == "whole-column bad-count no-fit whole-column"


def test_under_aisleriots_rules_any_run_at_the_end_moves() -> None:
    table = canfield("aisleriot", RUN)
    assert table.play("13").column(3) == table.play("13v1").column(3) == "8D 7C"
    assert table.play("12").column(2) == "TD 9S 8H 7C"
    expected = "no-fit no-fit bad-count bad-count no-fit"
    assert table.answers("12v1 13v2 13v0 13v4 14") == expected


@each("rules", ALL)
def test_around_the_corner_a_column_grows_far_beyond_13_cards(rules: str) -> None:
    column = alternating(40, "6S")
    table = canfield(rules, f"{BEGUN}1: {column}\n2: 7D")
    assert table.play("12").column(2) == table.play("12v28").column(2) == f"7D {column}"
    column = alternating(26, "6S")
    table = canfield(rules, f"{BEGUN}1: {column}\n2: 6C")
    assert table.play("21").column(1) == f"{column} 6C", "after a whole turn it fits again"


def test_under_aisleriots_rules_the_longest_part_that_fits_moves() -> None:
    # 30 cards: both the last 4 and all 30 begin with a black 6.
    column = alternating(30, "6S")
    table = canfield("aisleriot", f"{BEGUN}1: {column}\n2: 7H")
    assert table.play("12").column(2) == table.play("12v1e").column(2) == f"7H {column}"
    assert table.play("12v4").column(2) == "7H " + " ".join(column.split()[-4:])
    tokens = [table.steps(token)[0].text for token in ("12", "12v1e", "12v4")]
    assert tokens == ["12", "12", "12v4"] and table.refusal("12v11") == "no-fit"
    empty = canfield("aisleriot", f"{BEGUN}1: {column}")
    after = empty.play("12v1b")
    assert [len(after.column(number).split()) for number in (1, 2)] == [3, 27]
    assert empty.play("12").column(2) == column


OPENED = "Base: 2; Foundations: C-1 D-1; Reserve: 5S 9C; Waste: JS; Columns: 8H | 9S | TC | KC QD"
OPEN = (
    "Base: 2; Foundations: C-1 D-2; Reserve: {reserve}; Waste: JS; Stock: 4H; "
    "Columns: | 9S | TC | KC QD"
)


@each("rules", FILLS)
def test_an_emptied_column_is_filled_at_once_from_the_reserve(rules: str) -> None:
    table = canfield(rules, OPENED)
    (step,) = table.steps("12")
    assert (step.text, len(step.transfers)) == ("12", 2)
    after = table.play("12")
    assert (after.column(1), after.column(2), after.reserve) == ("9C", "9S 8H", "5S")
    after = canfield(rules, OPENED.replace("8H |", "3C |")).play("1h")
    assert (after.column(1), after.reserve, after.home["C"]) == ("9C", "5S", 2)
    after = canfield(rules, OPENED.replace("5S 9C", "9C")).play("12")
    assert (after.column(1), after.reserve) == ("9C", ""), "with its last card, too"
    after = canfield(rules, OPENED.replace("5S 9C", "JS")).play("r4")
    assert (after.reserve, after.column(4)) == ("", "KC QD JS"), "but not from itself"
    after = canfield(rules, f"{BEGUN}Reserve: 5S 9C\nWaste: 3C\n1: QS").play("wh")
    assert (after.waste, after.reserve) == ("", "5S 9C"), "an emptied waste is not filled"


@each("rules", LEAVES_OPEN)
def test_an_emptied_column_may_stay_open_until_the_reserve_fills_it(rules: str) -> None:
    after = canfield(rules, OPENED).play("12")
    assert (after.column(1), after.reserve) == ("", "5S 9C")
    table = canfield(rules, OPEN.format(reserve="5S 9C"))
    assert table.answers("r1 w1 21 41") == "ok from-reserve from-reserve from-reserve"
    assert table.play("d").column(1) == ""


@each("rules", WHOLE_ONLY)
def test_without_a_reserve_only_the_waste_fills_a_column(rules: str) -> None:
    table = canfield(rules, OPEN.format(reserve=""))
    assert table.legal("w1", "21", "41", "41v1") == ["w1"]
    assert table.answers("21 r1") == "from-waste empty-source"
    assert table.play("d").column(1) == ""


def test_under_aisleriots_rules_any_card_fills_a_column() -> None:
    table = canfield("aisleriot", OPEN.format(reserve=""))
    assert table.answers("w1 21 41 41v1 41v2 D1") == "ok ok ok ok ok ok"
    assert [table.play(one).column(1) for one in ("D1", "41v1", "41")] == ["3D", "QD", "KC QD"]


# -- the pack --------------------------------------------------------------------------------------


@each("rules", ALL)
def test_the_pack_is_dealt_in_threes_and_turned_over_as_often_as_wanted(rules: str) -> None:
    last = canfield(rules, f"{BEGUN}Waste: 9S\nStock: 4H 5H").play("d")
    assert (last.waste, last.stock) == ("9S 4H 5H", ""), "the last deal may be short"
    table = canfield(rules, f"{BEGUN}Waste: 9S 8S 7S 6S 5S")
    for turns in range(1, 6):
        table = table.play("t")
        assert (table.stock, table.waste, table.state.turns) == ("9S 8S 7S 6S 5S", "", turns)
        table = table.play("d d")
        assert (table.stock, table.waste) == ("", "9S 8S 7S 6S 5S")


@each("rules", ALL)
def test_the_waste_is_turned_over_only_once_the_stock_is_empty(rules: str) -> None:
    with_both = canfield(rules, f"{BEGUN}Waste: 9S\nStock: 4H")
    assert with_both.answers("d t") == "ok stock-left"
    assert with_both.play("d").answers("d t") == "stock-empty ok"
    assert canfield(rules, BEGUN).answers("d t") == "pack-empty pack-empty"
    paid = "already-paid already-paid ok" if rules == "casino" else "no-stages no-stages no-stages"
    assert with_both.answers("i p x") == paid


# -- safe cards ------------------------------------------------------------------------------------


@each("rules", ALL)
@each(
    ("text", "clubs"),
    [
        # 4C is next; the red 3s could lie on it.
        ("Base: 2\nFoundations: C-2 D-2 H-2\nReserve: 9S\n1: KS 4C\n2: 9D", 3),
        ("Base: 2\nFoundations: C-2 D-2 H-1\nReserve: 9S\n1: KS 4C\n2: 9D", 2),
        # Around the corner: on an ace could lie the red kings.
        ("Base: Q\nFoundations: C-2 D-2 H-2\nReserve: 9S\n1: KS AC\n2: 9D", 3),
        ("Base: Q\nFoundations: C-2 D-2 H-1\nReserve: 9S\n1: KS AC\n2: 9D", 2),
        # On the base card 2C could lie the red aces, the last cards of their suits.
        ("Base: 2\nFoundations: D-13 H-13\nReserve: 9S\n1: KS 2C\n2: 9C", 1),
        ("Base: 2\nFoundations: D-13 H-12\nReserve: 9S\n1: KS 2C\n2: 9C", 0),
        # From the reserve, but never from the waste.
        ("Base: 2\nFoundations: C-2 D-2 H-2\nReserve: 9S 4C\nWaste: 9D\n1: KS\n2: 9C", 3),
        ("Base: 2\nFoundations: C-2 D-2 H-2\nReserve: 9S\nWaste: 4C\n1: KS\n2: 9C", 2),
    ],
)
def test_a_card_is_safe_once_none_can_lie_on_it(rules: str, text: str, clubs: int) -> None:
    assert canfield(rules, text).safe().home["C"] == clubs


# -- money and points ------------------------------------------------------------------------------


@each(
    ("rules", "cards", "account", "given"),
    [
        # $50 for the deck, $5 a card, $500 for the whole pack; turning over costs nothing.
        *(("hoyle", cards, dollars, {"turns": 9}) for cards, dollars in ((1, -45), (51, 205))),
        ("hoyle", 52, 450, {}),
        *((rules, 52, 193, {"turns": 3}) for rules in LEAVES_OPEN),
        *((rules, 5, -127, {"turns": 20}) for rules in LEAVES_OPEN),
        *(("casino", 12, dollars, {"stage": at}) for at, dollars in ((1, -13), (2, -26), (3, 8))),
        *(("aisleriot", cards, cards, {"turns": 7}) for cards in (1, 52)),
    ],
)
def test_each_rule_set_keeps_its_account(
    rules: str, cards: int, account: int, given: dict[str, int]
) -> None:
    assert with_home(rules, cards, **given).account == account


CARDS_UP = (
    "Base: 2; Foundations: C-1; Reserve: 5S 9C; Waste: {waste}; Stock: {stock}; "
    "Columns: QS | JS | 2D | 9H"
)
STOCK = (
    "4H 5H 6H 4S 5C 6S 7H 8H 9D TH TS TC KH KC KD 3H 3S 3D 4D 5D 6D 7D 8D 7C 8C 7S 8S 2H 2S JC QC"
)
"""The 31 cards that the stock of a casino deal holds."""


def casino(stage: int, waste: str = "AS KS JD", stock: str = STOCK) -> Table:
    return canfield("casino", CARDS_UP.format(waste=waste, stock=stock), stage=stage)


def test_the_casino_first_shows_the_cards_then_lets_them_move_and_then_deals() -> None:
    table = casino(1)
    assert table.answers("d t w1 3h r1 12 p") == " ".join(["inspect-first"] * 7)
    assert table.legal("i", "p", "x") == ["i", "x"] and table.account == -13
    assert table.rules.home_move(table.state) is None
    table = table.play("i")
    assert (table.state.stage, table.account) == (2, -26)
    assert table.answers("d t i") == "pay-first stock-left already-paid"
    table = table.play("w1 3h r3")
    assert (table.account, table.home["D"], table.column(3)) == (-26, 1, "9C")
    table = table.play("p")
    assert (table.state.stage, table.account) == (3, 2 * 5 - 52), "with the cards already home"
    assert table.answers("i p") == "already-paid already-paid"


def test_the_casino_deals_once_for_free_when_the_first_waste_is_used_up() -> None:
    table = casino(2, "3C TD JD")
    for moves, waste in (("", "3C TD JD"), ("w1", "3C TD"), ("w1 w2", "3C"), ("w1 w2 wh", "")):
        then = table.play(moves)
        assert (then.waste, then.refusal("d")) == (waste, "pay-first" if waste else "")
    after = then.play("d")
    assert (after.waste, after.account, after.refusal("d")) == ("4H 5H 6H", -26, "pay-first")
    again = casino(2, "", " ".join(STOCK.split()[3:]))
    assert (again.refusal("d"), again.play("p").refusal("d")) == ("pay-first", "")


@each(("moves", "account"), [("", -13), ("i", -26), ("i p", -47), ("i p d", -47)])
def test_stopping_ends_the_game_with_its_account(moves: str, account: int) -> None:
    table = dealt("canfield", 42, "casino").play(f"{moves} x")
    assert (table.state.stopped, table.account, table.stuck) == (True, account, False)
    assert table.answers("d t i p x 12 wh rh") == " ".join(["stopped"] * 8)
    assert table.rules.home_move(table.state, safe=True) is None
    assert table.rules.home_move(table.state) is None


# -- no move left through one full way through the pack --------------------------------------------


def blocked(
    rules: str,
    waste: str = "",
    stock: str = "",
    *,
    columns: str = "KS | KC | JS | JC",
    reserve: str = "5S 9S",
    home: str = "C-1",
    stage: int = 3,
) -> Table:
    """A position that has no move unless one of these piles brings it."""
    piles = f"Reserve: {reserve}\nWaste: {waste}\nStock: {stock}\nColumns: {columns}"
    return canfield(rules, f"Base: 2\nFoundations: {home}\n{piles}", stage=stage)


@each("rules", ALL)
@each(
    ("waste", "stock", "stuck"),
    [
        ("", "", True),
        ("7S", "8S 7C 8C 6S 6C", True),
        ("7S 3C", "", False),
        ("7S QD", "", False),
        # A later deal brings it up.
        ("", "7S 8S 3C 8C", False),
        ("", "7S 8S 7C 8C 6S QH 6C", False),
        # No deal does: 3C is the second of three, now and after each turn.
        ("", "7S 3C 8S 8C 6S 6C", True),
        # The last deal may be short.
        ("", "7S 8S 7C 8C 3C", False),
        # In the waste 3C lies third from below: after turning it is the top of the first deal.
        ("7S 8S 3C 8C 6S", "", False),
        ("7S 3C 8S 8C 6S 6C", "", True),
        # One card was played before: the rest of this pass still deals in other threes.
        ("7S", "8S 7C 3C 8C", False),
    ],
)
def test_a_game_is_stuck_if_no_card_of_the_pack_can_be_played(
    rules: str, waste: str, stock: str, stuck: bool
) -> None:
    assert blocked(rules, waste, stock).stuck is stuck


@each("rules", ALL)
def test_a_card_that_fits_or_an_open_column_is_a_move(rules: str) -> None:
    assert not blocked(rules, reserve="5S QH").stuck
    assert not blocked(rules, columns="KS | KC | JS | QD").stuck
    three = "KS | KC | JS |"
    if rules in LEAVES_OPEN:
        assert not blocked(rules, columns=three).stuck
    if rules in WHOLE_ONLY:
        assert blocked(rules, columns=three, reserve="").stuck
        assert not blocked(rules, "7S", columns=three, reserve="").stuck
        assert not blocked(rules, "", "7S", columns=three, reserve="").stuck
    # A part of a column is no move where only whole ones move.
    assert blocked(rules, columns="KS | KC | 9C QH | JD").stuck is (rules in WHOLE_ONLY)


def test_whole_columns_into_empty_ones_and_cards_that_come_back_are_no_moves() -> None:
    table = blocked("aisleriot", columns="KS | KC | JS |", reserve="")
    assert table.answers("14 24 34") == "ok ok ok" and table.stuck
    part = blocked("aisleriot", columns="KS QH | KC | JS |", reserve="")
    assert not part.stuck, "a part is one"
    table = blocked("aisleriot", home="C-1 D-11")
    assert table.refusal("D1") == "" and table.stuck


def test_before_the_casino_is_paid_a_game_is_stuck_only_if_no_deal_would_help() -> None:
    for stage in (1, 2):
        assert not blocked("casino", stock="7S 8S 3C", stage=stage).stuck
        assert blocked("casino", stock="7S 8S 7C", stage=stage).stuck


def test_a_won_game_is_not_stuck_and_a_deal_rarely_at_once() -> None:
    text = "Base: 2\nFoundations: C-13 D-13 H-13 S-13"
    assert not any(canfield(rules, text).stuck for rules in ALL)
    assert sum(dealt("canfield", n, "hoyle").stuck for n in range(200)) < 20


# -- a second writing of the rules -----------------------------------------------------------------

TOKENS = [
    *"dtip",
    *(source + target for source in "1234rwCDHS" for target in "1234"),
    *(source + "h" for source in "1234rw"),
    *(f"{a}{b}v{count:x}" for a in "1234" for b in "1234" for count in (1, 2, 3, 5, 9, 15)),
]
DIFFER = "the rules, and those of tests/game/brute by tests/plain_rules, judge differently"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_rules_agree_with_plainly_written_ones_on_random_games(rules: str) -> None:
    dice = chance("twice", rules)
    for number in dice.sample(range(MAX_DEAL + 1), 3):
        compare(rules, number, dice, moves=50)
    found = isinstance(dealt("canfield", 1, rules).judge("x"), Move)
    assert found == Brute(rules, 1).allows("x") == bool(plain_rules(rules).parts)


def compare(rules: str, number: int, dice: random.Random, moves: int) -> None:
    deal = numbered("canfield", number, rules)
    table, brute = dealt("canfield", number, rules), Brute(rules, number)
    for move in range(moves):
        where = rules, number, brute.piles()
        if move % 12 == 0:
            assert table.stuck == brute.stuck(TOKENS), where
        legal = [token for token in TOKENS if not table.refusal(token)]
        assert legal == [token for token in TOKENS if brute.allows(token)], (DIFFER, where)
        if not legal:
            return
        # Cards go before deals, so that columns empty and the reserve runs out.
        cards = [token for token in legal if token not in "dtip"]
        token = dice.choice(cards if cards and dice.random() < 0.8 else legal)
        table = table.play(token)
        assert brute.do(token)
        assert piles_object(deal, table.state) == brute.piles(), (rules, number, token)
        assert account(RULE_SETS[rules], table.state) == brute.account
