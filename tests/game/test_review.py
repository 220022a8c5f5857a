"""Reviews: what verdicts on a few positions mean for the rest, and which action lost the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.moves import Move
from game.core.state import PileId, Role, State
from game.play.review import Review
from game.rules.registry import Deal, numbered
from game.rules.replay import replay
from game.solver.answer import Verdict, decide
from tests.each import each
from tests.game.conftest import Cli
from tests.game.reading import line as moves_of
from tests.game.reading import play, played
from tests.game.solving import objects

Judge = Callable[[State], tuple[Verdict, tuple[Move, ...]]]
WON, LOST, OPEN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNDECIDED
DEAL = numbered("vierfrei", 21)
LOSING = "1a 2b 3c 4d"
"""Deal 21 until all cells are full; the third move loses it."""


def line(deal: Deal, text: str) -> list[State]:
    played = replay(deal, moves_of(text, deal.game))
    assert played.refusal is None
    return played.states


def review(deal: Deal, positions: Sequence[State], judge: Judge) -> Review:
    """The review of a game, as far as ``judge`` can decide its positions."""
    found = Review(deal, positions)
    while (at := found.next()) is not None:
        found.learn(at, *judge(found.positions[at]))
    return found


def by_number(verdicts: str) -> tuple[Review, list[int]]:
    """A review of as many positions as signs, all different, each judged as its sign says.

    The second value lists the positions that had to be judged.
    """
    state = DEAL.layout()
    states = []
    for number in range(len(verdicts)):
        # Positions of no game: all that counts here is that they differ.
        card = state[PileId(Role.COLUMN, number % 8)][number // 8]
        states.append(State({**state.piles, PileId(Role.CELL, 0): (card,)}))
    asked: list[int] = []

    def judge(position: State) -> tuple[Verdict, tuple[Move, ...]]:
        asked.append(states.index(position))
        return {"w": WON, "l": LOST, "?": OPEN}[verdicts[asked[-1]]], ()

    return review(DEAL, states, judge), asked


def signs(found: Review) -> str:
    return "".join("-" if verdict is None else verdict.value[0] for verdict in found.verdicts)


class TestWhatFollows:
    @each(("verdict", "most"), [("w", 1), ("l", 7)])
    def test_one_verdict_tells_of_all(self, verdict: str, most: int) -> None:
        found, asked = by_number(verdict * 30)
        assert (signs(found), found.lost_by) == (verdict * 30, None)
        assert len(asked) <= most

    @each("lost_by", range(31))
    def test_the_action_that_lost_is_found_by_halves(self, lost_by: int) -> None:
        verdicts = "w" * (lost_by + 1) + "l" * (31 - lost_by)
        found, asked = by_number(verdicts)
        assert (signs(found), found.lost_by) == (verdicts, lost_by)
        assert len(asked) <= 7

    def test_a_game_that_is_lost_tells_nothing_of_the_one_begun_after_it(self) -> None:
        states = by_number("wl??")[0].positions
        found = Review(DEAL, states, [2])
        found.learn(1, LOST)
        assert signs(found) == "-l--"
        found.learn(3, WON)
        assert signs(found) == "-lww"

    @each(
        ("verdicts", "told"),
        [
            ("w?w??w???l?ll??l", "wwwwwwuuulllllll"),
            ("ww??wwww????llll?l?l", "wwwwwwwwuuuullllllll"),
            ("?" * 9, "u" * 9),
        ],
    )
    def test_undecided_only_where_nothing_tells_and_judged_once(
        self, verdicts: str, told: str
    ) -> None:
        found, asked = by_number(verdicts)
        assert (signs(found), found.lost_by) == (told, None)
        assert len(asked) == len(set(asked))


def truth(deal: Deal) -> Callable[[State], tuple[Verdict, tuple[Move, ...]]]:
    def judge(state: State) -> tuple[Verdict, tuple[Move, ...]]:
        answer = decide(deal, state, time_limit=60)
        return answer.verdict, answer.moves

    return judge


class TestGames:
    def test_a_game_that_was_lost(self) -> None:
        found = review(DEAL, line(DEAL, LOSING), truth(DEAL))
        assert (signs(found), found.lost_by) == ("wwwll", 2)

    def test_nothing_is_lost_that_can_be_won(self) -> None:
        """The last three were called lost, in the review alone: it asks for the verdict only.
        Who also asks for the most cards makes a second search, which won them."""
        deal = numbered("canfield", 981249, "aisleriot")
        played = "r3 r4 d d d d w3 d d d d d d d wh d t d d d d d w4 d d"
        found = review(deal, line(deal, played), truth(deal))
        assert signs(found) == "w" * 26

    def test_a_won_game_needs_no_judge(self) -> None:
        answer = decide(DEAL, DEAL.layout(), time_limit=60)
        states = replay(DEAL, answer.moves).states
        assert Review(DEAL, states).next() is None

    def test_a_stopped_game_is_lost_by_stopping(self) -> None:
        deal = numbered("canfield", 4, "casino")
        found = review(deal, line(deal, "i p x"), truth(deal))
        assert (signs(found), found.lost_by) == ("wwwl", 2)

    def test_positions_on_a_known_line(self) -> None:
        answer = decide(DEAL, DEAL.layout(), time_limit=60)
        states = replay(DEAL, answer.moves[:10]).states
        found = Review(DEAL, states)
        found.learn(0, WON, answer.moves)
        assert set(found.verdicts) == {WON}

    def test_the_same_position_met_again(self) -> None:
        states = line(DEAL, "1a 2b")
        found = Review(DEAL, [*states, states[1], states[0]])
        found.learn(1, OPEN)
        assert signs(found) == "-u-u-"
        found.learn(0, WON)
        assert signs(found) == "wwwww"

    def test_turning_over_changes_nothing(self) -> None:
        deal = numbered("canfield", 4)
        round_trip = "d " * 12 + "t"
        found = Review(deal, line(deal, round_trip))
        found.learn(13, LOST)
        assert set(found.verdicts) == {LOST}

    def test_begun_again(self) -> None:
        """What was lost before tells nothing of the game begun again."""
        session = played(DEAL, LOSING)
        session.restart()
        play(session, "1a")
        found = Review.of_line(session, session.history.line())
        while (at := found.next()) is not None:
            found.learn(at, *truth(DEAL)(found.positions[at]))
        assert (signs(found), found.lost_by) == ("wwwllww", 2)


class TestCommand:
    words = ("review", "vierfrei", "21", "--moves", "-")

    def test_json(self, cli: Cli) -> None:
        done = cli(*self.words, "--json", stdin=LOSING.upper())
        assert (done.status, done.err) == (0, "")
        head = {"game": "vierfrei", "rules": None, "deal": 21}
        tokens = [None, "1A", "2B", "3C", "4D"]
        verdicts = ["winnable"] * 3 + ["lost"] * 2
        rooms = [(9, 9), (10, 10), (10, 11), (0, 11), (0, 3)]
        assert objects(done.out) == [
            head
            | {"at": at, "token": token, "verdict": verdict}
            | {"kept": kept, "of": of, "undecided": 0}
            for at, (token, verdict, (kept, of)) in enumerate(
                zip(tokens, verdicts, rooms, strict=True)
            )
        ]

    def test_the_story_is_an_object_at_the_end(self, cli: Cli) -> None:
        *positions, last = objects(cli(*self.words, "--json", "--story", stdin=LOSING).out)
        assert len(positions) == 5 and "at" not in last
        told = last["story"]
        assert isinstance(told, list)
        assert [fact["kind"] for fact in told][2:4] == ["Mistake", "Instead"]
        assert told[2]["at"] == 2 and "10 of the 11 moves still won" in told[2]["text"]

    def test_words(self, cli: Cli) -> None:
        done = cli(*self.words, stdin=LOSING)
        lines = done.out.splitlines()
        assert lines[2] == "   2 2b     can be won   10 of 11 moves win"
        assert lines[3] == "   3 3c     lost"
        assert lines[5] == "vierfrei 21: move 3 lost the game: 4 of spades to cell c"
        assert lines[6] == "  After 4 moves, 0 of 52 cards are home."
        assert lines[-1] == "  You played 1 more move after that."

    def test_without_moves(self, cli: Cli) -> None:
        (found,) = objects(cli("review", "canfield", "4", "--rules", "casino", "--json").out)
        assert (found["at"], found["verdict"], found["rules"]) == (0, "winnable", "casino")

    def test_an_illegal_move(self, cli: Cli) -> None:
        done = cli(*self.words, "--json", stdin="1a 26")
        assert done.status == 1
        assert [entry["at"] for entry in objects(done.out)] == [0, 1]
        assert (
            done.err
            == "vierfrei 21: illegal: move 2 '26': Only a black 7 can go on the 8 of hearts.\n"
        )

    def test_undecided(self, cli: Cli) -> None:
        done = cli("review", "canfield", "1", "--time-limit", "0.01", "--json")
        (found,) = objects(done.out)
        assert (done.status, found["verdict"]) == (3, "undecided")
        assert found["undecided"] == found["of"], "each is marked"
