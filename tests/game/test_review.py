"""Tests of reviews: their verdicts, the move that lost the game, and how reviews are stored."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from game.core.cards import PACK, cards_text
from game.core.moves import Move
from game.core.state import PileId, Role, State
from game.play.review import Review
from game.record import reviews
from game.record.reviews import FOLDER, recall, remember
from game.rules.choices import choices
from game.rules.registry import Deal, Start, numbered, own_deal
from game.rules.replay import replay
from game.solver.answer import JudgedMove, Margin, Verdict, decide
from game.solver.margin import Weigher
from tests.each import each
from tests.game.conftest import Cli
from tests.game.reading import line as moves_of
from tests.game.reading import objects, play, played
from tests.game.table import LOSING
from tests.game.table import LOST_DEAL as DEAL
from tests.game.test_page import won

Judge = Callable[[State], tuple[Verdict, tuple[Move, ...]]]
WON, LOST, OPEN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNDECIDED


def line(deal: Deal, text: str) -> list[State]:
    return replay(deal, moves_of(text, deal.game)).states


def judged(found: Review, judge: Judge) -> Review:
    """Let ``judge`` add verdicts to a review until it needs no more. Return the review."""
    while (at := found.next_to_judge()) is not None:
        found.add_verdict(at, *judge(found.positions[at]))
    return found


def by_number(verdicts: str) -> tuple[Review, list[int]]:
    """Return a review. Also return the numbers of the judged positions, in the order of judging.

    Each character of ``verdicts`` stands for one position: ``w``, ``l`` or ``?``.
    """
    state = DEAL.layout()
    states = []
    for number in range(len(verdicts)):
        # These positions can't occur in a game; they only need to differ.
        card = state[PileId(Role.COLUMN, number % 8)][number // 8]
        states.append(State({**state.piles, PileId(Role.CELL, 0): (card,)}))
    asked: list[int] = []

    def judge(position: State) -> tuple[Verdict, tuple[Move, ...]]:
        asked.append(states.index(position))
        return {"w": WON, "l": LOST, "?": OPEN}[verdicts[asked[-1]]], ()

    return judged(Review(DEAL, states), judge), asked


def signs(found: Review) -> str:
    return "".join("-" if verdict is None else verdict.value[0] for verdict in found.verdicts)


class TestWhatFollows:
    @each(("verdict", "most"), [("w", 1), ("l", 7)])
    def test_a_won_end_or_a_lost_start_decides_all(self, verdict: str, most: int) -> None:
        found, asked = by_number(verdict * 30)
        assert (signs(found), found.losing_action_of(0)) == (verdict * 30, None)
        assert len(asked) <= most

    @each("lost_by", range(31))
    def test_the_losing_action_is_found_by_bisection(self, lost_by: int) -> None:
        verdicts = "w" * (lost_by + 1) + "l" * (31 - lost_by)
        found, asked = by_number(verdicts)
        assert (signs(found), found.losing_action_of(0)) == (verdicts, lost_by)
        assert len(asked) <= 7

    def test_a_lost_game_tells_nothing_of_the_restart_after_it(self) -> None:
        states = by_number("wl??")[0].positions
        found = Review(DEAL, states, [2])
        found.add_verdict(1, LOST)
        assert signs(found) == "-l--"
        found.add_verdict(3, WON)
        assert signs(found) == "-lww"

    @each(
        ("verdicts", "expected"),
        [
            ("w?w??w???l?ll??l", "wwwwwwuuulllllll"),
            ("ww??wwww????llll?l?l", "wwwwwwwwuuuullllllll"),
            ("?" * 9, "u" * 9),
        ],
    )
    def test_a_position_no_other_decides_is_undecided(self, verdicts: str, expected: str) -> None:
        found, asked = by_number(verdicts)
        assert (signs(found), found.losing_action_of(0)) == (expected, None)
        assert len(asked) == len(set(asked))


def truth(deal: Deal) -> Judge:
    def judge(state: State) -> tuple[Verdict, tuple[Move, ...]]:
        answer = decide(deal, state, time_limit=60)
        return answer.verdict, answer.moves

    return judge


class TestGames:
    @each(
        ("deal", "moves", "expected", "lost"),
        [
            (DEAL, LOSING, "wwwll", 2),
            (numbered("canfield", 4, "casino"), "i p x", "wwwl", 2),
            # The review, which asks for verdicts only, once called the last three positions lost.
            (
                numbered("canfield", 981249, "aisleriot"),
                "r3 r4 d d d d w3 d d d d d d d wh d t d d d d d w4 d d",
                "w" * 26,
                None,
            ),
        ],
    )
    def test_the_losing_move_is_found(
        self, deal: Deal, moves: str, expected: str, lost: int | None
    ) -> None:
        found = judged(Review(deal, line(deal, moves)), truth(deal))
        assert (signs(found), found.losing_action_of(0)) == (expected, lost)

    def test_a_won_game_needs_no_judge_and_a_winning_line_decides_its_positions(self) -> None:
        moves = decide(DEAL, DEAL.layout(), time_limit=60).moves
        assert Review(DEAL, replay(DEAL, moves).states).next_to_judge() is None
        found = Review(DEAL, replay(DEAL, moves[:10]).states)
        found.add_verdict(0, WON, moves)
        assert set(found.verdicts) == {WON}

    def test_a_review_takes_over_what_another_one_knows(self) -> None:
        known, found = (Review(DEAL, line(DEAL, moves)) for moves in ("1a 2b 3c", "1a 2b 4c"))
        known.add_verdict(2, WON)
        known.add_verdict(3, LOST)
        found.take_over(known)
        assert signs(found) == "www-"

    def test_a_position_met_again_even_after_a_redeal_has_the_same_verdict(self) -> None:
        states = line(DEAL, "1a 2b")
        found = Review(DEAL, [*states, states[1], states[0]])
        found.add_verdict(1, OPEN)
        assert signs(found) == "-u-u-"
        found.add_verdict(0, WON)
        assert signs(found) == "wwwww"
        deal = numbered("canfield", 4)
        found = Review(deal, line(deal, "d " * 12 + "t"))
        found.add_verdict(13, LOST)
        assert set(found.verdicts) == {LOST}

    def test_a_restart_is_judged_by_itself(self) -> None:
        session = played(DEAL, LOSING)
        session.restart()
        play(session, "1a")
        found = judged(Review.of_line(session, session.history.line()), truth(DEAL))
        assert (signs(found), found.losing_action_of(0)) == ("wwwllww", 2)


class TestCommand:
    words = ("review", "vierfrei", "21", "--moves", "-")

    def test_it_prints_an_object_for_each_position_and_the_story(self, cli: Cli) -> None:
        done = cli(*self.words, "--json", "--story", stdin=LOSING.upper())
        assert (done.status, done.err) == (0, "")
        head = {"game": "vierfrei", "rules": None, "deal": 21}
        tokens = [None, "1A", "2B", "3C", "4D"]
        verdicts = ["winnable"] * 3 + ["lost"] * 2
        rooms = [(9, 9), (10, 10), (10, 11), (0, 11), (0, 3)]
        *found, last = objects(done.out)
        assert [one.pop("at") for one in found] == [*range(5)] and "at" not in last
        for one, token, verdict, (kept, of) in zip(found, tokens, verdicts, rooms, strict=True):
            expected = {"token": token, "verdict": verdict, "kept": kept, "of": of, "undecided": 0}
            assert one == head | expected
        story = last["story"]
        assert [fact["kind"] for fact in story][2:4] == ["Mistake", "Instead"]
        assert story[2]["at"] == 2 and "10 of the 11 moves still won" in story[2]["text"]

    def test_it_prints_words(self, cli: Cli) -> None:
        done = cli(*self.words, stdin=LOSING)
        lines = done.out.splitlines()
        assert lines[2] == "   2 2b     can be won   10 of 11 moves win"
        assert lines[3] == "   3 3c     lost"
        assert lines[5] == "vierfrei 21: move 3 lost the game: 4 of spades to cell c"
        assert lines[6] == "  After 4 moves: 0 of 52 cards home."
        assert lines[-1] == "  You played 1 more move after that."

    def test_an_illegal_move_is_status_1(self, cli: Cli) -> None:
        done = cli(*self.words, "--json", stdin="1a 26")
        assert done.status == 1
        assert [entry["at"] for entry in objects(done.out)] == [0, 1]
        reason = "Only a black 7 can go on the 8 of hearts."
        assert done.err == f"vierfrei 21: illegal: move 2 '26': {reason}\n"

    def test_without_moves_it_judges_the_layout_and_undecided_is_status_3(self, cli: Cli) -> None:
        done = cli("review", "canfield", "1", "--time-limit", "0.01", "--json")
        (found,) = objects(done.out)
        assert (done.status, found["verdict"], found["at"]) == (3, "undecided", 0)
        assert found["undecided"] == found["of"], "each is marked"


# -- storing reviews -------------------------------------------------------------------------------


def weighed() -> tuple[Review, dict[int, Margin]]:
    """Return a review of a won game, with margins near its end."""
    review, weigher, count = fresh(), Weigher(), len(won().review.positions)
    positions = {at: review.positions[at] for at in range(count - 12, count - 1)}
    return review, {at: weigher.weigh(review.deal, one, 0.05) for at, one in positions.items()}


def fresh() -> Review:
    return Review(won().review.deal, won().review.positions)


def lost_at_once(deal: Deal) -> Review:
    """Return a review of a single position, which is lost."""
    review = Review(deal, [deal.layout()])
    review.add_verdict(0, LOST)
    return review


def test_a_review_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    review, margins = weighed()
    remember(tmp_path, review, margins)
    again = fresh()
    assert recall(tmp_path, again) == margins and again.verdicts == review.verdicts
    # Another game of the same deal gets the margins of the positions that both have.
    part = Review(won().review.deal, won().review.positions[-12:-8])
    assert list(recall(tmp_path, part).values()) == list(margins.values())[:4]
    assert not recall(tmp_path, Review(numbered("vierfrei", 617), won().review.positions))


def test_later_findings_are_added(tmp_path: Path) -> None:
    review, margins = weighed()
    for odd in (1, 0):
        remember(tmp_path, review, {at: one for at, one in margins.items() if at % 2 == odd})
    (path,) = (tmp_path / FOLDER).iterdir()
    before = path.stat().st_mtime_ns
    remember(tmp_path, review, {})
    assert recall(tmp_path, fresh()) == margins and path.stat().st_mtime_ns == before
    assert path.stat().st_size < 4_000


def test_a_lost_position_is_kept_without_its_moves_each_own_deck_by_itself(tmp_path: Path) -> None:
    for text in (cards_text(PACK), cards_text(PACK[::-1])):
        deal = own_deal("canfield", "hoyle", Start.DECK, text)
        review = Review(deal, [deal.layout()])
        remember(tmp_path, review, {})
        assert recall(tmp_path, review) == {} and review.verdicts == [None]
        remember(tmp_path, lost_at_once(deal), {})
        assert recall(tmp_path, review) == {} and review.verdicts == [LOST]
    assert len(list((tmp_path / FOLDER).iterdir())) == 2


@pytest.mark.parametrize("damage", ["cut", "text", "list", "values", "lines", "huge"])
def test_a_damaged_review_is_forgotten_and_written_anew(tmp_path: Path, damage: str) -> None:
    review, margins = weighed()
    remember(tmp_path, review, margins)
    (path,) = (tmp_path / FOLDER).iterdir()
    kept = json.loads(zlib.decompress(path.read_bytes()))
    if damage == "values":
        kept = {key: ["w", [["w", "long"]] * 5, "1a", None] for key in kept}
    elif damage == "lines":
        kept = {key: [*one[:2], "1a zz", *one[3:]] for key, one in kept.items() if len(one) > 1}
    data = zlib.compress(json.dumps([1] if damage == "list" else kept).encode())
    others = {"cut": data[:50], "text": b"\xff\x00", "huge": zlib.compress(b"[" * (1 << 24))}
    path.write_bytes(others.get(damage, data))
    assert recall(tmp_path, fresh()) == {}
    remember(tmp_path, review, margins)
    assert recall(tmp_path, fresh()) == margins


def test_a_kept_line_that_does_not_win_is_ignored(tmp_path: Path) -> None:
    deal = numbered("vierfrei", 617)
    state = deal.layout()
    ways = list(choices(deal.engine, state))
    moves = tuple(JudgedMove(way, WON, 1) for way in ways)
    remember(tmp_path, Review(deal, [state]), {0: Margin(WON, moves, (ways[0],), 0.1)})
    assert recall(tmp_path, Review(deal, [state])) == {}


def test_the_oldest_reviews_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "_MOST_FILES", 3)
    for number in range(6):
        remember(tmp_path, lost_at_once(numbered("vierfrei", number)), {})
    assert len(list((tmp_path / FOLDER).iterdir())) == 3


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way", "utf-8")
    remember(tmp_path, lost_at_once(DEAL), {})
    assert recall(tmp_path, fresh()) == {}
