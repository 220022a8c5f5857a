"""Compares the reasons and costs of moves with independent definitions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from game.core.cards import Card
from game.core.moves import Move
from game.core.state import RESERVE, STOCK, State
from game.play.thumb import rules_of_thumb
from game.rules.choices import choices, in_notation
from game.rules.registry import KINDS, Deal, numbered
from game.solver.answer import JudgedMove, Known, Margin, Verdict, decide
from game.solver.margin import Weigher
from game.teach.hints import Hint, hint_of_line, hint_of_thumb, reasons_for_line, visible_reasons
from game.teach.reasons import Cost, Price, Reason, Why, legs, prices, reasons_for
from game.words.names import card_name
from tests.game.fair.hidden import exchanged
from tests.game.reading import parse_move
from tests.game.table import Table, vierfrei
from tests.game.teach.plain import REASONS, Told, costs, holds
from tests.seed import chance

# -- random positions, and the reasons given for their moves ---------------------------------------

_CRAMPED = 3
"""Positions with at most this many moves are always used."""
_PATIENCE = 10
"""The number of moves between a failed search and the next."""


class Place(NamedTuple):
    """A position, and a winning line if one was found."""

    deal: Deal
    state: State
    line: tuple[Move, ...]

    @property
    def table(self) -> Table:
        return Table(self.deal.engine, self.state)


def places(
    random: Random, game: str, rules: str | None, most: int, seconds: float = 0.05
) -> Iterator[Place]:
    """Play random games that follow winning lines at times, and yield some of the positions."""
    while most > 0:
        deal = numbered(game, random.randrange(10**6), rules)
        engine, state = deal.engine, deal.layout()
        line: tuple[Move, ...] = ()
        done = again = 0
        stray = random.choice((0.0, 0.1, 0.3, 0.8, 1.0))
        while most > 0 and not engine.won(state):
            if not line and done >= again:
                line = decide(deal, state, time_limit=seconds).moves
                again = done + (0 if line else _PATIENCE)
            ways = list(choices(engine, state))
            if not ways or done > 120:
                break
            rare = 1 < len(ways) <= _CRAMPED or len(state.piles.get(RESERVE, ())) == 1
            if rare or random.random() < 0.3:
                most -= 1
                yield Place(deal, state, line)
            if line and random.random() >= stray:
                move, line = line[0], line[1:]
            else:
                move, line = in_notation(engine, state, random.choice(ways)), ()
            found = engine.resolve(state, move)
            assert isinstance(found, Move)
            done += 1
            state = engine.expand(state, found)[-1].after


def told_of(place: Place, weigher: Weigher | None) -> Iterator[tuple[Why | Cost, bool]]:
    """Yield each reason and cost given at ``place``, and whether it is true."""
    rules, state, line = place.deal.engine, place.state, place.line
    if line:
        margin, told = told_about(place, weigher)
        for reason in reasons_for(rules, state, line, margin):
            yield reason.kind, holds(reason, told)
    for choice in choices(rules, state):
        move = in_notation(rules, state, choice)
        for reason in reasons_for(rules, state, [move]):
            yield reason.kind, holds(reason, Told(place.table, [move.text]))
        for cost in prices(rules, state, move):
            yield cost.kind, costs(cost, place.table, move.text)


def told_about(place: Place, weigher: Weigher | None) -> tuple[Margin | None, Told]:
    """Return the margin (None without a ``weigher``) and the facts about the line."""
    told = Told(place.table, [move.text for move in place.line])
    if weigher is None:
        return None, told
    known = Known(Verdict.WINNABLE, place.line) if place.line else None
    margin = weigher.weigh(place.deal, place.state, 0.5, known=known)
    told.others = len(margin) - 1
    # Independently of ``weigher``, each of the other moves gets a search of its own.
    deal, state = place.deal, place.state
    first = deal.engine.resolve(state, place.line[0])
    others = [choice for choice in choices(deal.engine, state) if choice != first]
    after = [deal.engine.expand(state, other)[-1].after for other in others]
    told.losing = sum(decide(deal, one, time_limit=2).verdict is Verdict.LOST for one in after)
    return margin, told


def hidden_cards(place: Place) -> list[Card]:
    """Return the cards that lie face down, if any."""
    state = place.state
    return [*state[STOCK], *state[RESERVE][:-1]] if STOCK in state else []


def check_hint(place: Place, weigher: Weigher | None) -> None:
    """Check that a hint is true and names no face-down card."""
    rules, state = place.deal.engine, place.state
    margin, told = told_about(place, weigher)
    for known, late in ((None, False), (margin, False), (margin, True)):
        hint = hint_of_line(rules, state, place.line, known, late=late)
        shortest, further = reasons_for_line(rules, state, place.line, known, late=late)
        assert all(holds(reason, told) for reason in (*shortest, *further)), (shortest, further)
        for sentence, reasons in ((hint.first, shortest), (hint.further, further)):
            assert all(reason.words in sentence for reason in reasons)
        _check_way(place, hint)
        said = " ".join((hint.first, hint.further, hint.rest_of_line)).lower()
        assert not any(card_name(card) in said for card in hidden_cards(place)), said
    # Once the margin is known, a hint may add to what it said, but must not change it.
    early = reasons_for_line(rules, state, place.line)
    soon = reasons_for_line(rules, state, place.line, margin)
    then = reasons_for_line(rules, state, place.line, margin, late=True)
    assert soon[0][: len(early[0])] == early[0] and soon[1] == early[1]
    assert then[0] == early[0] and then[1][: len(early[1])] == early[1]


def _check_way(place: Place, hint: Hint) -> None:
    """Check that ``hint`` shows the first moves of the line."""
    state = place.state
    for leg, move in zip(hint.legs, place.line, strict=False):
        assert leg.before == state and leg.move == place.deal.engine.resolve(state, move)
        state = leg.after
    assert 1 <= len(hint.legs) <= len(place.line)


def check_thumb(place: Place, random: Random) -> None:
    """Check that reasons for rule-of-thumb moves are true and don't depend on face-down cards."""
    rules, state, cards = place.deal.engine, place.state, hidden_cards(place)
    others = random.sample(cards, len(cards))
    elsewhere = exchanged(state, dict(zip(cards, others, strict=True)))
    first, second = hint_of_thumb(rules, state), hint_of_thumb(rules, elsewhere)
    if first is None or second is None:
        assert first is second
        return
    assert (first.first, first.further) == (second.first, second.further)
    for move in rules_of_thumb(rules, state):
        for reason in visible_reasons(rules, state, move):
            token = in_notation(rules, state, move).text
            assert holds(reason, Told(place.table, [token])), (token, reason)


# Reasons are given only for a solver's line or for a rule of thumb.
@pytest.mark.parametrize(
    ("game", "rules"), [key for key, kind in KINDS.items() if kind.solver or kind.hides_cards]
)
def test_every_reason_given_is_true(game: str, rules: str | None) -> None:
    most = 15 if rules is None else 4
    random, weigher = chance("reasons", game, rules), Weigher()
    for at, place in enumerate(places(random, game, rules, most)):
        judge = weigher if at < 3 and rules is None else None
        said = list(told_of(place, judge))
        untrue = [kind for kind, true in said if not true]
        line = " ".join(move.text for move in place.line)
        assert not untrue, (place.deal, place.state, line)
        assert said or not place.line
        if place.line:
            check_hint(place, judge)
        if place.deal.kind.hides_cards:
            check_thumb(place, random)


ENDING = vierfrei(
    "Foundations: C-10 D-11 H-11 S-10; Freecells: KD QD KC; Columns: QH JC | KH QC JS | QS | KS"
).state
"""A position whose cards can all go home."""


def said(token: str, margin: Margin | None = None) -> tuple[Reason, ...]:
    rules = numbered("vierfrei", 1).engine
    return reasons_for(rules, ENDING, [parse_move(token, "vierfrei")], margin)


class TestReasons:
    def test_a_safe_card_goes_home_as_nothing_needs_it(self) -> None:
        assert Reason(Why.SAFE_HOME, "", card=Card.parse("JC")) in said("1h")

    def test_what_happens_at_once_is_said_first(self) -> None:
        rules = numbered("vierfrei", 1).engine
        line = [parse_move(token, "vierfrei") for token in ("3d", "1h", "2h", "3h")]
        kinds = [reason.kind for reason in reasons_for(rules, ENDING, line)]
        assert kinds == sorted(kinds, key=list(Why).index)

    def test_that_the_other_moves_lose_is_said_only_if_all_do(self) -> None:
        rules, state = numbered("vierfrei", 1).engine, numbered("vierfrei", 1).layout()
        moves = [rules.resolve(state, parse_move(token, "vierfrei")) for token in ("1a", "2a")]
        judged = list(map(JudgedMove, moves, (Verdict.WINNABLE, Verdict.LOST)))
        line = [parse_move("1a", "vierfrei")]
        margin = Margin(Verdict.WINNABLE, tuple(judged), (), 1.0)
        assert Reason(Why.ONLY, "", 1) in reasons_for(rules, state, line, margin)
        for verdict in (Verdict.UNDECIDED, Verdict.WINNABLE):
            third = JudgedMove(parse_move("3a", "vierfrei"), verdict)
            margin = Margin(Verdict.WINNABLE, (*judged, third), (), 1.0)
            assert not any(one.kind is Why.ONLY for one in reasons_for(rules, state, line, margin))

    def test_a_card_that_could_go_home_before_is_no_reason(self) -> None:
        deal = numbered("canfield", 5, "aisleriot")
        home, back = (parse_move(token, "canfield") for token in ("1h", "C1"))
        (leg,) = legs(deal.engine, deal.layout(), [home])
        found = reasons_for(deal.engine, leg.after, [back])
        assert list(legs(deal.engine, leg.after, [back]))
        assert not any(reason.kind is Why.HOMEWARD for reason in found)


def test_filling_the_last_free_cell_is_a_cost() -> None:
    found = {
        token: prices(numbered("vierfrei", 1).engine, ENDING, parse_move(token, "vierfrei"))
        for token in ("4d", "a5", "34")
    }
    assert Price(Cost.LAST_CELL, "") in found["4d"] and found["a5"] == ()
    assert found["34"] == said("34") == (), "it is illegal"


def test_each_kind_of_reason_has_a_plain_definition() -> None:
    assert {*Why} == {*REASONS}, "define it in REASONS of tests/game/teach/plain"


def test_no_two_kinds_of_reasons_share_their_words() -> None:
    random, told = chance("words"), dict[str, Why | Cost]()
    for game, rules in (("vierfrei", None), ("canfield", "hoyle")):
        for place in places(random, game, rules, 40):
            engine, state = place.deal.engine, place.state
            found = [*reasons_for(engine, state, place.line)] if place.line else []
            for choice in choices(engine, state):
                move = in_notation(engine, state, choice)
                said = *found, *reasons_for(engine, state, [move]), *prices(engine, state, move)
                for one in said:
                    assert told.setdefault(one.words, one.kind) is one.kind, "as another kind"
                    assert "{" not in one.words
                    if isinstance(one, Reason) and one.moves > 1:
                        assert f" {one.moves} moves" in one.words
                    if one.card is not None and one.kind is not Why.SAFE_HOME:
                        assert card_name(one.card) in one.words
    assert len({*told.values()}) > 8
