"""Reasons and costs: whatever is said of a move is true by a second, plain definition."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from game.core.cards import PACK
from game.core.moves import Move
from game.core.state import FOUNDATIONS
from game.rules.choices import choices, written
from game.rules.notation import parse_board
from game.rules.registry import KINDS, numbered
from game.solver.answer import Judged, Margin, Verdict
from game.solver.margin import Weigher
from game.teach.reasons import Cost, Price, Reason, Why, legs, next_home, price, why
from game.words.names import card_name
from tests.game.reading import parse_move
from tests.game.teach.plain import REASONS, Freecell, Told, holds
from tests.game.teach.reasoning import check_hint, check_thumb, places, tally, told_of
from tests.seed import chance

TOLD = [key for key, kind in KINDS.items() if kind.solver or kind.hides_cards]
"""The kinds of which reasons are told: along the solver's lines, or by a rule of thumb."""


@pytest.mark.parametrize(("game", "rules"), TOLD)
def test_nothing_untrue_is_said(game: str, rules: str | None) -> None:
    most = 15 if rules is None else 4
    random, weigher = chance("reasons", game, rules), Weigher()
    for at, place in enumerate(places(random, game, rules, most)):
        judge = weigher if at < 3 and rules is None else None
        said, untrue = tally(told_of(place, judge))
        line = " ".join(move.text for move in place.line)
        assert not untrue, (place.deal, place.state, line)
        assert said or not place.line
        if place.line:
            check_hint(place, judge)
        if place.deal.kind.hides_cards:
            check_thumb(place, random)


ENDING = parse_board(
    """Foundations: C-T D-J H-J S-T
Freecells: KD QD KC
: QH JC
: KH QC JS
: QS
: KS
:
:
:
:
"""
)
"""One cell is free, four columns are empty, and all that is left can go home."""


def said(token: str, margin: Margin | None = None) -> tuple[Reason, ...]:
    rules = numbered("vierfrei", 1).engine
    return why(rules, ENDING, [parse_move(token, "vierfrei")], margin)


class TestTheDefinitionsCanSayNo:
    """A checker that accepts everything would make the test above worthless."""

    def test_another_number_or_card_is_untrue(self) -> None:
        random = chance("untrue")
        tried: set[Why] = set()
        for place in places(random, "vierfrei", None, 12):
            told = Told(place.game, [move.text for move in place.line])
            for reason in why(place.deal.engine, place.state, place.line):
                if reason.count:
                    tried.add(reason.kind)
                    assert not holds(replace(reason, count=reason.count + 1), told)
                    assert not holds(replace(reason, count=reason.count - 1), told)
        assert {Why.LEADS, Why.HOMEWARD} & tried

    def test_what_is_not_so_is_untrue(self) -> None:
        told = Told(Freecell.of(numbered("vierfrei", 1).layout()), ["1a"], losing=1, others=2)
        untrue = [Reason(kind, "", 1, PACK[0]) for kind in REASONS if kind is not Why.EMPTIES]
        assert not any(holds(reason, told) for reason in untrue)


class TestReasons:
    def test_a_card_that_nothing_needs(self) -> None:
        assert Reason(
            Why.SAFE_HOME, "", card=ENDING[parse_move("1h", "vierfrei").source][-1]
        ) in said("1h")

    def test_the_order_is_what_happens_at_once_first(self) -> None:
        rules = numbered("vierfrei", 1).engine
        line = [parse_move(token, "vierfrei") for token in ("3d", "1h", "2h", "3h")]
        kinds = [reason.kind for reason in why(rules, ENDING, line)]
        assert kinds == sorted(kinds, key=list(Why).index)

    def test_the_other_moves_lose(self) -> None:
        rules, state = numbered("vierfrei", 1).engine, numbered("vierfrei", 1).layout()
        moves = [rules.resolve(state, parse_move(token, "vierfrei")) for token in ("1a", "2a")]
        verdicts = (Verdict.WINNABLE, Verdict.LOST)
        judged = [
            Judged(move, verdict)
            for move, verdict in zip(moves, verdicts, strict=True)
            if isinstance(move, Move)
        ]
        line = [parse_move("1a", "vierfrei")]
        margin = Margin(Verdict.WINNABLE, tuple(judged), (), 1.0)
        assert Reason(Why.ONLY, "", 1) in why(rules, state, line, margin)
        for verdict in (Verdict.UNDECIDED, Verdict.WINNABLE):
            third = Judged(parse_move("3a", "vierfrei"), verdict)
            margin = Margin(Verdict.WINNABLE, (*judged, third), (), 1.0)
            assert not any(one.kind is Why.ONLY for one in why(rules, state, line, margin))

    def test_what_could_go_home_before_is_not_let_go_home(self) -> None:
        """Nor is a card that the move itself has taken back from its foundation."""
        deal = numbered("canfield", 5, "aisleriot")
        home, back = (parse_move(token, "canfield") for token in ("1h", "C1"))
        (leg,) = legs(deal.engine, deal.layout(), [home])
        found = why(deal.engine, leg.after, [back])
        assert list(legs(deal.engine, leg.after, [back]))
        assert not any(reason.kind is Why.HOMEWARD for reason in found)

    def test_an_illegal_line_has_none(self) -> None:
        assert said("34") == ()

    def test_the_legs_of_a_line(self) -> None:
        deal = numbered("vierfrei", 3)
        margin = Weigher().weigh(deal, deal.layout(), 1.0)
        assert margin is not None
        found = list(legs(deal.engine, deal.layout(), margin.line))
        assert found[0].before == deal.layout() and len(found) == len(margin.line)
        for one, other in pairwise(found):
            assert one.after == other.before and one.after[one.move.target][-1] == one.cards[-1]

    def test_next_home_goes_around_the_corner(self) -> None:
        assert {card.rank for card in next_home(numbered("vierfrei", 1).layout()).values()} == {1}
        layout = numbered("canfield", 42).layout()
        (base,) = (card for pile in FOUNDATIONS for card in layout[pile])
        found = next_home(layout)
        assert found.pop(base.suit).rank == base.rank % 13 + 1
        assert {card.rank for card in found.values()} == {base.rank}


class TestCosts:
    def costs(self, token: str) -> tuple[Price, ...]:
        return price(numbered("vierfrei", 1).engine, ENDING, parse_move(token, "vierfrei"))

    def test_the_last_free_cell(self) -> None:
        assert Price(Cost.LAST_CELL, "") in self.costs("4d")
        assert self.costs("a5") == ()

    def test_no_cost_of_an_illegal_move(self) -> None:
        assert self.costs("34") == ()


def test_each_kind_has_a_plain_definition() -> None:
    assert {*Why} == {*REASONS}, "define it in REASONS of tests/game/teach/plain"


def test_the_words_are_all_different_and_filled_in() -> None:
    """Of what is said in a few positions, no words stand for two kinds."""
    random, told = chance("words"), dict[str, Why | Cost]()
    for game, rules in (("vierfrei", None), ("canfield", "hoyle")):
        for place in places(random, game, rules, 40):
            engine, state = place.deal.engine, place.state
            found = [*why(engine, state, place.line)] if place.line else []
            for choice in choices(engine, state):
                move = written(engine, state, choice)
                said: list[Reason | Price] = [*found, *why(engine, state, [move])]
                for one in (*said, *price(engine, state, move)):
                    assert told.setdefault(one.words, one.kind) is one.kind, "as another kind"
                    assert "{" not in one.words
                    if isinstance(one, Reason) and one.moves > 1:
                        assert f" {one.moves} moves" in one.words
                    if one.card is not None and one.kind is not Why.SAFE_HOME:
                        assert card_name(one.card) in one.words
    assert len({*told.values()}) > 8
