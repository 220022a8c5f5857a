"""Tests of Canfield's rules, and a comparison with a simple, independent implementation."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.core.moves import Move, Refusal
from game.core.state import FOUNDATIONS, WASTE, Role, State
from game.rules.canfield import RULE_SETS
from tests.each import each
from tests.game.table import Table, alternating, canfield, dealt, with_home
from tests.game.trees import any_deal, by_chance
from tests.plain_rules import plain_rules
from tests.truth.canfield import Place, Twin

ALL = tuple(RULE_SETS)
LEAVES_OPEN = ("xpat2", "casino")
WHOLE_ONLY = ("hoyle", "xpat2", "casino")
BEGUN = "Base: 2\nFoundations: C-1\n"


CORNER = "Base: Q; Foundations: C-2 H-1; Reserve: KH; Waste: AC; Columns: QS | KS | KD QD | JC"
GIVING = "Base: 2; Foundations: C-1 D-3 S-3; Reserve: 9H; Columns: 5C | 5H | 3H | KC"
OPENED_GIVING = GIVING.replace("5C |", "|")
"""The first column is empty, which happens only in a pasted position."""
RUN = "Base: 2; Foundations: C-1; Reserve: 5S; Columns: 9S 8H 7C | TD | 8D | TC"
OPENED = "Base: 2; Foundations: C-1 D-1; Reserve: 5S 9C; Waste: JS; Columns: 8H | 9S | TC | KC QD"
OPEN = (
    "Base: 2; Foundations: C-1 D-2; Reserve: {}; Waste: JS; Stock: 4H; Columns: | 9S | TC | KC QD"
)
PACK = f"{BEGUN}Waste: 9S\nStock: 4H"


# -- safe cards ------------------------------------------------------------------------------------


@each("rules", ALL)
@each(
    ("text", "clubs"),
    [
        # 4C is next; the red 3s could lie on it.
        ("Base: 2\nFoundations: C-2 D-2 H-2\nReserve: 9S\n1: KS 4C\n2: 9D", 3),
        ("Base: 2\nFoundations: C-2 D-2 H-1\nReserve: 9S\n1: KS 4C\n2: 9D", 2),
        # Around the corner: the red kings could lie on AC.
        ("Base: Q\nFoundations: C-2 D-2 H-2\nReserve: 9S\n1: KS AC\n2: 9D", 3),
        ("Base: Q\nFoundations: C-2 D-2 H-1\nReserve: 9S\n1: KS AC\n2: 9D", 2),
        # The red aces, the last cards of their suits, could lie on the base card 2C.
        ("Base: 2\nFoundations: D-13 H-13\nReserve: 9S\n1: KS 2C\n2: 9C", 1),
        ("Base: 2\nFoundations: D-13 H-12\nReserve: 9S\n1: KS 2C\n2: 9C", 0),
        # 4C counts as safe in the reserve, but never on the waste.
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


# -- why a move is refused -------------------------------------------------------------------------

STOCK = (
    "4H 5H 6H 4S 5C 6S 7H 8H 9D TH TS TC KH KC KD 3H 3S 3D 4D 5D 6D 7D 8D 7C 8C 7S 8S 2H 2S JC QC"
)
"""The 31 cards in the stock of a casino deal."""
CASINO = "Base: 2; Foundations: C-1; Reserve: 5S 9C; Columns: QS | JS | 2D | 9H; "
SHOWN = f"{CASINO}Waste: AS KS JD; Stock: {STOCK}"


@each(
    ("rule_sets", "text", "stage", "tokens", "reasons"),
    [
        (ALL, CORNER, 3, "2h 4h", "not-next not-next"),
        (WHOLE_ONLY, GIVING, 3, "D1 S2 C3 D2", "no-return no-return no-return no-return"),
        (["aisleriot"], GIVING, 3, "C3 H3", "base-stays empty-source"),
        (["aisleriot"], OPENED_GIVING, 3, "D1", "from-reserve"),
        (WHOLE_ONLY, RUN, 3, "12v2 12v4 13 13v1", "whole-column bad-count no-fit whole-column"),
        (["aisleriot"], RUN, 3, "12v1 13v0 13v4 14", "no-fit bad-count bad-count no-fit"),
        (LEAVES_OPEN, OPEN.format("5S 9C"), 3, "w1 21", "from-reserve from-reserve"),
        (WHOLE_ONLY, OPEN.format(""), 3, "21 r1", "from-waste empty-source"),
        (ALL, PACK, 3, "t", "stock-left"),
        (ALL, f"{BEGUN}Waste: 9S", 3, "d", "stock-empty"),
        (ALL, BEGUN, 3, "d t", "pack-empty pack-empty"),
        (["hoyle", "xpat2", "aisleriot"], PACK, 3, "i p x", "no-stages no-stages no-stages"),
        (["casino"], SHOWN, 1, "d t w1 3h r1 12 p", " ".join(["inspect-first"] * 7)),
        (["casino"], SHOWN, 2, "d t i", "pay-first stock-left already-paid"),
        (["casino"], SHOWN, 3, "i p", "already-paid already-paid"),
    ],
)
def test_a_refused_move_has_its_reason(
    rule_sets: Sequence[str], text: str, stage: int, tokens: str, reasons: str
) -> None:
    for rules in rule_sets:
        assert canfield(rules, text, stage=stage).answers(tokens) == reasons


def test_no_card_goes_from_one_foundation_to_another_or_into_the_waste() -> None:
    table = canfield("aisleriot", GIVING)
    for source, target in ((FOUNDATIONS[1], FOUNDATIONS[3]), (table.rules.piles[-1], WASTE)):
        found = table.rules.resolve(table.state, Move.carry(source, target))
        assert found == Refusal("no-target")


@each(("moves", "account"), [("", -13), ("i", -26), ("i p", -47), ("i p d", -47)])
def test_stopping_ends_the_game_with_its_account(moves: str, account: int) -> None:
    table = dealt("canfield", 42, "casino").play(f"{moves} x")
    assert (table.state.stopped, table.account, table.stuck) == (True, account, False)
    assert table.answers("d t i p x 12 wh rh") == " ".join(["stopped"] * 8)
    assert table.rules.home_move(table.state, safe=True) is None
    assert table.rules.home_move(table.state) is None


# -- comparison with a plain twin ------------------------------------------------------------------

TOKENS = [
    *"dtip",
    *(source + target for source in "1234rwCDHS" for target in "1234"),
    *(source + "h" for source in "1234rw"),
    *(f"{a}{b}v{count:x}" for a in "1234" for b in "1234" for count in range(41)),
]


def blocked(
    waste: str = "",
    stock: str = "",
    columns: str = "KS | KC | JS | JC",
    reserve: str = "5S 9S",
    home: str = "C-1",
) -> str:
    """Return a position's text; by default, no card can move in it."""
    piles = f"Reserve: {reserve}\nWaste: {waste}\nStock: {stock}\nColumns: {columns}"
    return f"Base: 2\nFoundations: {home}\n{piles}"


THREE = "KS | KC | JS |"
POSITIONS = [
    *(CORNER, GIVING, OPENED_GIVING, RUN, OPENED, OPEN.format("5S 9C"), OPEN.format(""), PACK),
    # A full foundation, and the last of all 52 cards.
    *(f"Base: Q\nFoundations: C-{height} D-1\n1: JC\n2: QC" for height in (12, 13)),
    "Base: 5\nFoundations: C-13 D-13 H-13 S-12\n1: 4S",
    # Columns around the corner grow far beyond 13 cards, and several parts of one may fit.
    *(
        f"{BEGUN}1: {alternating(length, '6S')}\n2: {target}"
        for length, target in ((40, "7D"), (26, "6C"), (30, "7H"), (30, ""))
    ),
    # An emptied column is filled from the reserve, even with its last card.
    OPENED.replace("8H |", "3C |"),
    OPENED.replace("5S 9C", "9C"),
    OPENED.replace("5S 9C", "JS"),
    f"{BEGUN}Reserve: 5S 9C\nWaste: 3C\n1: QS",
    f"{BEGUN}Waste: 9S\nStock: 4H 5H",
    f"{BEGUN}Waste: 9S 8S 7S 6S 5S",
    # A playable card of the pack comes up in this pass, in the next one, or never.
    *(
        blocked(waste, stock)
        for waste, stock in (
            *(("", ""), ("7S", "8S 7C 8C 6S 6C"), ("7S 3C", ""), ("7S QD", "")),
            *(("", "7S 8S 3C 8C"), ("", "7S 8S 7C 8C 6S QH 6C"), ("", "7S 3C 8S 8C 6S 6C")),
            *(("", "7S 8S 7C 8C 3C"), ("7S 8S 3C 8C 6S", ""), ("7S 3C 8S 8C 6S 6C", "")),
            ("7S", "8S 7C 3C 8C"),
        )
    ),
    # A card that fits, or an open column, makes a move; a move that changes nothing doesn't count.
    blocked(reserve="5S QH"),
    blocked(columns="KS | KC | JS | QD"),
    blocked(columns=THREE),
    *(blocked(*pack, columns=THREE, reserve="") for pack in (("", ""), ("7S", ""), ("", "7S"))),
    blocked(columns="KS | KC | 9C QH | JD"),
    blocked(columns="KS QH | KC | JS |", reserve=""),
    blocked(home="C-1 D-11"),
]
STAGES = [
    *((SHOWN, stage, "") for stage in (1, 2, 3)),
    *(
        (blocked(stock=f"7S 8S {card}"), stage, "")
        for card in ("3C", "QD", "7C")
        for stage in (1, 2)
    ),
    # One deal is free once the first waste is used up.
    *(
        (f"{CASINO}Waste: 3C TD JD; Stock: {STOCK}", 2, moves)
        for moves in ("", "w1", "w1 w2", "w1 w2 wh", "w1 w2 wh d")
    ),
    (f"{CASINO}Stock: {STOCK[9:]}", 2, ""),
    (f"{CASINO}Stock: {STOCK[9:]}", 2, "p"),
]


def assert_alike(key: str, table: Table) -> None:
    """Check that the rules and the independent ``Twin`` allow the same moves and results."""
    plain, twin = plain_rules(key), Twin(RULE_SETS[key], table.state)
    reached, legal = set[Place](), table.legal(*TOKENS)
    for token in legal:
        (step,) = table.steps(token)
        assert table.steps(step.text) == (step,)
        after, then = Table(table.rules, step.after), Twin(RULE_SETS[key], step.after)
        if token not in "dtip":
            moved = step.transfers[0]
            home = moved.target.role is Role.FOUNDATION
            assert token[:2] == moved.source.letter + ("h" if home else moved.target.letter)
        counted = [one for one in legal if one.startswith(f"{token}v")]
        assert not counted or table.judge(token) == table.judge(counted[-1]), "the longest part"
        assert twin.reserve.startswith(then.reserve)
        assert step.after.turns == table.state.turns + (token == "t")
        account = plain.account(step.after.cards_home, step.after.turns, step.after.stage)
        assert (after.account, table.rules.won(step.after)) == (
            account,
            twin.home(then.start) == 52,
        )
        reached.add(then.start)
    assert reached == {*twin.after(twin.start)}, table


def is_stuck(key: str, state: State) -> bool:
    """Return whether no card can be played in a full pass through the pack. Taking a card from
    a foundation, or moving a whole column into an empty one, doesn't count."""
    twin = Twin(RULE_SETS[key], state.apply((), stage=3))
    columns, heights, reserve, pack, waste, stage = twin.start
    for _ in range(len(pack) + 3 if twin.home(twin.start) < 52 else 0):
        here = columns, heights, reserve, pack, waste, stage
        others = {after for after in twin.after(here) if after[3] != pack or after[4] == waste}
        moved = {after for after in others if sum(after[1]) >= sum(heights)} - {here}
        if moved:
            return False
        waste = min(waste + 3, len(pack)) if waste < len(pack) else 0
    return twin.home(twin.start) < 52


@each("key", RULE_SETS)
def test_a_rule_set_is_as_its_description_says(key: str) -> None:
    found, plain = RULE_SETS[key], plain_rules(key)
    told = (plain.waste, plain.runs, not plain.by_hand, plain.back, bool(plain.parts))
    assert told == (
        *(found.initial_waste, found.parts_may_move, found.fills_itself),
        *(found.foundations_give_back, found.in_stages),
    ), "tests/plain_rules says something else"
    movable = {Role.WASTE, Role.COLUMN} | ({Role.FOUNDATION} if plain.back else set())
    assert found.open_without_reserve == (movable if plain.anything else {Role.WASTE})
    assert found.open_with_reserve == ({Role.RESERVE} if plain.by_hand else set())


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_rules_agree_with_plainly_written_ones_in_rare_positions(rules: str) -> None:
    for text, stage, moves in STAGES if rules == "casino" else [(one, 3, "") for one in POSITIONS]:
        table = canfield(rules, text, stage=stage)
        assert stage > 1 or table.rules.home_move(table.state) is None, "nothing is paid for"
        table = table.play(moves)
        assert table.stuck == is_stuck(rules, table.state), (text, stage, moves)
        assert_alike(rules, table)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_random_game_is_stuck_where_a_plain_search_finds_no_move(rules: str) -> None:
    for which in range(3):
        session = by_chance(any_deal("canfield", rules, which), 40)
        for node in session.history.root.subtree():
            state = session.state_at(node)
            assert state.stopped or session.rules.stuck(state) == is_stuck(rules, state), state
