"""What a player knows: all that lay open and nothing else, and no hidden card is read for it."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from game.core.cards import PACK
from game.core.moves import Move, Verb
from game.core.state import RESERVE, STOCK, SeenSoFar
from game.fair.knowledge import Knowledge
from game.play.saved_games import read_saved, saved_text
from game.play.session import Session
from game.rules.canfield import RULE_SETS
from game.rules.registry import numbered
from tests.game.fair.hidden import any_game, knowledge_of, poisoned, seen
from tests.game.reading import imported, older, parse_move, played
from tests.game.trees import undo
from tests.seed import chance


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("moves", [0, 6, 25, 60])
def test_a_player_knows_what_lay_open_and_the_rest_may_lie_anyhow(rules: str, moves: int) -> None:
    deal, states = any_game(chance("open", rules, moves), rules, moves)
    now, known, knowledge = states[-1], seen(states), knowledge_of(deal, states)
    hidden = [card for pile in (RESERVE, STOCK) for card in now[pile] if card not in known]
    assert sorted(hidden) == list(knowledge.unseen) or len(hidden) == 1
    assert knowledge.is_complete == (len(hidden) < 2)
    for pile, cards in now.piles.items():
        for card, shown in zip(cards, knowledge.state[pile], strict=True):
            assert (card == shown) if card in known or len(hidden) < 2 else (shown in hidden)
    orders = knowledge.samples(5, 1)
    assert orders == knowledge.samples(5, 1)
    for order in orders:
        assert sorted(order) == list(knowledge.unseen)
        state = knowledge.completed(order)
        assert Counter(c for pile in state.piles.values() for c in pile) == Counter(PACK)
        assert Knowledge.of(deal.kind, state, SeenSoFar().after_all(states)) == knowledge


def test_each_order_of_hidden_cards_is_sampled_equally_often() -> None:
    deal = numbered("canfield", 1)
    layout = deal.layout()
    knowledge = Knowledge.of(deal.kind, layout, SeenSoFar(reserve=5, stock=0))
    assert len(knowledge.unseen) == 4
    counts = Counter(order for seed in range(300) for order in knowledge.samples(10, seed))
    assert len(counts) == 24 and min(counts.values()) > 70 and max(counts.values()) < 190
    assert sorted(knowledge.samples(24, 0)) == sorted(counts)


def test_reading_a_hidden_card_is_noticed() -> None:
    state = numbered("canfield", 1).layout()
    with pytest.raises(AssertionError):
        poisoned(state, seen([state]))[STOCK].index(state[RESERVE][-1])


def looked_at() -> Session:
    session = played(numbered("canfield", 1), "d d d")
    undo(session, 3)
    return session


def test_cards_seen_in_moves_taken_back_stay_known() -> None:
    session = looked_at()
    stock = session.layout[STOCK]
    assert session.seen.stock == len(stock) - 9
    session.do(parse_move("32", "canfield"))
    assert not session.undone and session.seen == SeenSoFar(12, len(stock) - 9)
    knowledge = Knowledge.of(session.deal.kind, session.state, session.seen)
    assert (knowledge.reserve, knowledge.stock) == (11, len(stock) - 9)
    assert knowledge.state[STOCK][-9:] == stock[-9:]


def test_what_was_seen_is_saved() -> None:
    session = looked_at()
    session.do(Move(Verb.DEAL))
    data = older(session)
    assert imported(data).seen == session.seen
    # A file of an older program does not tell, and has no more than what was done and undone.
    del data["looked"]
    data["undone"] = []
    assert imported(data).seen.stock == len(session.layout[STOCK]) - 3
    old = older(looked_at())
    del old["looked"]
    assert imported(old).seen == session.seen


@pytest.mark.parametrize("wrong", [3, [1], ["1", 2], [1, 2, 3], [-1, 5], [5, -1], None])
def test_a_meaningless_value_of_what_was_seen_counts_as_damage(wrong: object) -> None:
    head, _, tree = saved_text(looked_at()).partition("\n")
    text = json.dumps({**json.loads(head), "looked": wrong}) + "\n" + tree
    session, whole = read_saved(text, "canfield")
    assert not whole and session.seen.stock == len(session.layout[STOCK]) - 9
