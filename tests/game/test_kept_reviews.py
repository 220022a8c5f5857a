"""What reviews have found out is kept, whichever day it is asked for."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from game.play.review import Review
from game.record import reviews
from game.record.reviews import FOLDER, recall, remember
from game.rules.choices import choices
from game.rules.registry import Start, numbered, own_deal
from game.solver.answer import Judged, Margin, Verdict
from game.solver.margin import Weigher
from tests.game.test_page import won


def weighed() -> tuple[Review, dict[int, Margin]]:
    """A won game of which the end is judged, move by move."""
    game, weigher, margins = won(), Weigher(), dict[int, Margin]()
    review = Review(game.deal, game.positions)
    for at in range(len(game.positions) - 12, len(game.positions) - 1):
        margin = weigher.weigh(game.deal, game.positions[at], 0.05)
        assert margin is not None
        margins[at] = margin
    return review, margins


def fresh() -> Review:
    return Review(won().deal, won().positions)


def test_all_that_was_known_comes_back(tmp_path: Path) -> None:
    review, margins = weighed()
    remember(tmp_path, review, margins)
    again = fresh()
    assert recall(tmp_path, again) == margins and again.verdicts == review.verdicts
    # A game of the same deal that went another way knows what both have met.
    part = Review(won().deal, won().positions[-12:-8])
    assert list(recall(tmp_path, part).values()) == list(margins.values())[:4]
    other = Review(numbered("vierfrei", 617), won().positions)
    assert not recall(tmp_path, other)


def test_what_is_found_out_later_is_added(tmp_path: Path) -> None:
    review, margins = weighed()
    half = {at: margin for at, margin in margins.items() if at % 2}
    remember(tmp_path, review, half)
    remember(tmp_path, review, {at: margin for at, margin in margins.items() if at not in half})
    (path,) = (tmp_path / FOLDER).iterdir()
    assert recall(tmp_path, fresh()) == margins
    before = path.stat().st_mtime_ns
    remember(tmp_path, review, {})
    assert recall(tmp_path, fresh()) == margins and path.stat().st_mtime_ns == before
    assert path.stat().st_size < 4_000


def test_a_lost_position_needs_no_moves(tmp_path: Path) -> None:
    deal = numbered("vierfrei", 617)
    review = Review(deal, [deal.layout()])
    remember(tmp_path, review, {})
    assert not (tmp_path / FOLDER).exists(), "nothing was found out"
    review.learn(0, Verdict.LOST)
    remember(tmp_path, review, {})
    again = Review(deal, [deal.layout()])
    assert recall(tmp_path, again) == {} and again.verdicts == [Verdict.LOST]


def test_own_deals_are_told_apart(tmp_path: Path) -> None:
    decks = ["AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"]
    rest = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    for text in (f"{decks[0]} {decks[1]} {rest}", f"{decks[1]} {decks[0]} {rest}"):
        deal = own_deal("canfield", "hoyle", Start.DECK, text)
        review = Review(deal, [deal.layout()])
        review.learn(0, Verdict.LOST)
        remember(tmp_path, review, {})
    assert len(list((tmp_path / FOLDER).iterdir())) == 2


@pytest.mark.parametrize("damage", ["cut", "text", "list", "values", "lines", "huge"])
def test_damage_is_no_more_than_forgotten(tmp_path: Path, damage: str) -> None:
    review, margins = weighed()
    remember(tmp_path, review, margins)
    (path,) = (tmp_path / FOLDER).iterdir()
    kept = json.loads(zlib.decompress(path.read_bytes()))
    if damage == "values":
        kept = {key: ["w", [["w", "long"]] * 5, "1a", None] for key in kept}
    elif damage == "lines":
        kept = {key: [*one[:2], "1a zz", *one[3:]] for key, one in kept.items() if len(one) > 1}
    data = zlib.compress(json.dumps([1] if damage == "list" else kept).encode())
    data = {"cut": data[:50], "text": b"\xff\x00", "huge": zlib.compress(b"[" * (1 << 24))}.get(
        damage, data
    )
    path.write_bytes(data)
    assert recall(tmp_path, fresh()) == {}
    remember(tmp_path, review, margins)
    assert recall(tmp_path, fresh()) == margins


def test_a_line_that_does_not_win_is_not_believed(tmp_path: Path) -> None:
    deal = numbered("vierfrei", 617)
    state = deal.layout()
    ways = list(choices(deal.engine, state))
    judged = tuple(Judged(way, Verdict.WINNABLE, 1) for way in ways)
    remember(
        tmp_path, Review(deal, [state]), {0: Margin(Verdict.WINNABLE, judged, (ways[0],), 0.1)}
    )
    assert recall(tmp_path, Review(deal, [state])) == {}


def test_the_oldest_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "_MOST_FILES", 3)
    for number in range(6):
        deal = numbered("vierfrei", number)
        review = Review(deal, [deal.layout()])
        review.learn(0, Verdict.LOST)
        remember(tmp_path, review, {})
    assert len(list((tmp_path / FOLDER).iterdir())) == 3


def test_where_nothing_can_be_written_nothing_happens(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way", "utf-8")
    review, margins = weighed()
    remember(tmp_path, review, margins)
    assert recall(tmp_path, fresh()) == {}
