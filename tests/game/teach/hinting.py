"""What a hint says, taken apart and held against the plain definitions."""

from __future__ import annotations

from random import Random

from game.core.cards import Card
from game.core.state import RESERVE, STOCK
from game.play.thumb import rules_of_thumb
from game.rules.choices import written
from game.solver.answer import Margin
from game.solver.margin import Weigher
from game.teach.hints import Hint, hint_of_line, hint_of_thumb, told_of_line, told_of_thumb
from game.words.names import card_name
from tests.game.fair.hidden import exchanged
from tests.game.teach.plain import Told, holds
from tests.game.teach.reasoning import Place, told_about


def hidden_cards(place: Place) -> list[Card]:
    """The cards that lie face down; none in a game without a stock."""
    state = place.state
    return [*state[STOCK], *state[RESERVE][:-1]] if STOCK in state else []


def check_hint(place: Place, weigher: Weigher | None) -> None:
    """All that a hint of the line says is true and shown; none of it tells a card face down."""
    rules, state = place.deal.engine, place.state
    margin, told = told_about(place, weigher)
    for known, late in ((None, False), (margin, False), (margin, True)):
        hint = hint_of_line(rules, state, place.line, known, late=late)
        assert hint is not None
        shortest, further = told_of_line(rules, state, place.line, known, late=late)
        assert all(holds(reason, told) for reason in (*shortest, *further)), (shortest, further)
        for sentence, reasons in ((hint.first, shortest), (hint.further, further)):
            assert all(reason.words in sentence for reason in reasons)
        _check_way(place, hint)
        said = " ".join((hint.first, hint.further, hint.ahead)).lower()
        assert not any(card_name(card) in said for card in hidden_cards(place)), said
    _check_growth(place, margin)


def _check_way(place: Place, hint: Hint) -> None:
    """The moves that are shown are those of the line, from the position on."""
    state = place.state
    for leg, move in zip(hint.way, place.line, strict=False):
        assert leg.before == state and leg.move == place.deal.engine.resolve(state, move)
        state = leg.after
    assert 1 <= len(hint.way) <= len(place.line)


def _check_growth(place: Place, margin: Margin | None) -> None:
    """What was told before the margin was known stands, and goes on."""
    rules, state = place.deal.engine, place.state
    early = told_of_line(rules, state, place.line)
    known = told_of_line(rules, state, place.line, margin)
    late = told_of_line(rules, state, place.line, margin, late=True)
    assert known[0][: len(early[0])] == early[0] and known[1] == early[1]
    assert late[0] == early[0] and late[1][: len(early[1])] == early[1]


def check_thumb(place: Place, random: Random) -> None:
    """A rule of thumb's reasons are true, and the same whatever lies face down."""
    rules, state, cards = place.deal.engine, place.state, hidden_cards(place)
    others = random.sample(cards, len(cards))
    elsewhere = exchanged(state, dict(zip(cards, others, strict=True)))
    first, second = hint_of_thumb(rules, state), hint_of_thumb(rules, elsewhere)
    if first is None or second is None:
        assert first is second
        return
    assert (first.first, first.further) == (second.first, second.further)
    for move in rules_of_thumb(rules, state):
        for reason in told_of_thumb(rules, state, move):
            token = written(rules, state, move).text
            assert holds(reason, Told(place.game, [token])), (token, reason)
