"""Positions by chance, and what is said of their moves and in hints beside plain definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from game.core.cards import Card
from game.core.moves import Move
from game.core.state import RESERVE, STOCK, State
from game.play.thumb import rules_of_thumb
from game.rules.choices import choices, written
from game.rules.registry import CANFIELD, VIERFREI, Deal, numbered
from game.solver.answer import Margin, Verdict, decide
from game.solver.margin import Weigher
from game.teach.hints import Hint, hint_of_line, hint_of_thumb, told_of_line, told_of_thumb
from game.teach.reasons import Cost, Why, price, why
from game.words.names import card_name
from tests.game.brute import Brute
from tests.game.fair.hidden import exchanged
from tests.game.teach.plain import Freecell, Game, Told, costs, holds

_CRAMPED = 3
"""Positions with so few moves are all taken, for there one may lose and the other win; so are
those with one card in the reserve."""
_PATIENCE = 10
"""Moves by chance after which a line is looked for again where none was found."""


class Place(NamedTuple):
    """A position, the same as a plain game, and a line that wins from it if one was found."""

    deal: Deal
    state: State
    game: Game
    line: tuple[Move, ...]


def places(
    random: Random, game: str, rules: str | None, most: int, seconds: float = 0.05
) -> Iterator[Place]:
    """Positions of games that are played partly by a line that wins and partly by chance; so many
    seconds are spent on a line."""
    while most > 0:
        deal = numbered(game, random.randrange(10**6), rules)
        engine, state = deal.engine, deal.layout()
        tokens: list[str] = []
        line: tuple[Move, ...] = ()
        again = 0
        stray = random.choice((0.0, 0.1, 0.3, 0.8, 1.0))
        while most > 0 and not engine.won(state):
            if not line and len(tokens) >= again:
                line = decide(deal, state, time_limit=seconds).moves
                again = len(tokens) + (0 if line else _PATIENCE)
            ways = list(choices(engine, state))
            if not ways or len(tokens) > 120:
                break
            rare = 1 < len(ways) <= _CRAMPED or len(state.piles.get(RESERVE, ())) == 1
            if rare or random.random() < 0.3:
                most -= 1
                yield Place(deal, state, _plain(deal, state, tokens), line)
            if line and random.random() >= stray:
                move, line = line[0], line[1:]
            else:
                move, line = written(engine, state, random.choice(ways)), ()
            found = engine.resolve(state, move)
            assert isinstance(found, Move)
            tokens.append(move.text)
            state = engine.expand(state, found)[-1].after


def _plain(deal: Deal, state: State, tokens: list[str]) -> Game:
    if deal.game == VIERFREI:
        return Freecell.of(state)
    assert deal.game == CANFIELD, (
        f"tests/game/teach/plain.py: tell the rules of {deal.game} once more, as Freecell does"
    )
    assert deal.rules is not None and deal.number is not None
    brute = Brute(deal.rules, deal.number)
    for token in tokens:
        assert brute.do(token), token
    return brute


def told_of(place: Place, weigher: Weigher | None) -> Iterator[tuple[Why | Cost, bool]]:
    """Each thing that is said of the line's first move, of another one, and of what moves cost,
    with whether it is true; the other moves are weighed if there is a ``weigher``."""
    deal, state, game, line = place
    rules = deal.engine
    if line:
        margin, told = told_about(place, weigher)
        for reason in why(rules, state, line, margin):
            yield reason.kind, holds(reason, told)
    for choice in choices(rules, state):
        move = written(rules, state, choice)
        for reason in why(rules, state, [move]):
            yield reason.kind, holds(reason, Told(game, [move.text]))
        for cost in price(rules, state, move):
            yield cost.kind, costs(cost, game, move.text)


def told_about(place: Place, weigher: Weigher | None) -> tuple[Margin | None, Told]:
    """What is known of the other moves where there is a ``weigher``, and the line as the plain
    definitions want it."""
    told = Told(place.game, [move.text for move in place.line])
    if weigher is None:
        return None, told
    margin = weigher.weigh(place.deal, place.state, 0.5, line=place.line)
    assert margin is not None
    told.losing, told.others = _losing(place), len(margin) - 1
    return margin, told


def _losing(place: Place) -> int:
    """How many moves besides the line's first lose, each searched anew by itself."""
    deal, state = place.deal, place.state
    found = 0
    for choice in choices(deal.engine, state):
        after = deal.engine.expand(state, choice)[-1].after
        if choice != deal.engine.resolve(state, place.line[0]):
            found += decide(deal, after, time_limit=2).verdict is Verdict.LOST
    return found


def tally(found: Iterator[tuple[Why | Cost, bool]]) -> tuple[Counter[str], Counter[str]]:
    """How often each kind was said, and how often that was untrue."""
    said: Counter[str] = Counter()
    untrue: Counter[str] = Counter()
    for kind, true in found:
        said[kind.value] += 1
        untrue[kind.value] += not true
    return said, +untrue


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
