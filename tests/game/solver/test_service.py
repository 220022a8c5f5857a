"""Tests of the solver service."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from game.core.moves import Move, Refusal, Verb
from game.core.state import CELLS, PileId, Role, State
from game.play.session import Session
from game.rules.choices import Automatic, choices, in_notation, matching_choice
from game.rules.counting import player_moves
from game.rules.registry import KINDS, Deal, Rules, numbered
from game.rules.replay import replay
from game.solver import service as service_module
from game.solver.answer import GLANCE, SOLVERS, JudgedMove, Known, Margin, Verdict
from game.solver.margin import Weigher
from game.solver.packed import LatestCache, canonical, key_of, known_along, pack
from game.solver.service import Judge, SolverService, WeighMoves
from game.solver.vierfrei_solver import solve
from tests.each import each, while_
from tests.game.fair.hidden import walked
from tests.game.reading import parse_move
from tests.game.solver.asking import (
    DEAL,
    LOST,
    LOST_LATE,
    answered,
    jobs_of,
    long_search,
    rested,
    settle,
    until,
)
from tests.game.solver.test_vierfrei import random_play
from tests.seed import chance
from tests.truth.check import SOLVED

pytestmark = pytest.mark.usefixtures("no_shipped_lines")


class TestAnswers:
    def test_no_process_is_started_before_the_first_question(self) -> None:
        service = SolverService()
        assert not service.is_busy() and not service.poll()
        assert service.known(DEAL, DEAL.layout()) is None
        service.cancel()
        assert jobs_of(service)._process is None
        service.close()

    def test_news_are_reported_once(self, warm: SolverService) -> None:
        settle(warm)
        deal = numbered("vierfrei", 1)
        warm.ask(deal, deal.layout())
        assert warm.is_busy()
        until(warm.poll)
        settle(warm)
        assert not warm.poll()

    def test_redeals_make_no_difference_but_rule_sets_do(self, warm: SolverService) -> None:
        deal, other = numbered("canfield", 10, "hoyle"), numbered("canfield", 10, "aisleriot")
        answered(warm, deal)
        assert warm.known(deal, deal.layout().apply((), turns=3)) is not None
        assert warm.known(other, other.layout()) is None

    def test_a_lost_position_and_what_follows_it_are_lost(self, warm: SolverService) -> None:
        assert answered(warm, LOST, LOST_LATE) == Known(Verdict.LOST, ())
        after = random_play(11982, Random(5), 16)
        warm.ask(LOST, after, after=LOST_LATE)
        assert not warm.is_busy()
        assert warm.known(LOST, after) == Known(Verdict.LOST, ())
        assert warm.poll()


class TestAlongALine:
    @pytest.mark.parametrize("automatic", [Automatic.OFF, Automatic.SAFE])
    def test_positions_on_a_line_are_known(self, warm: SolverService, automatic: Automatic) -> None:
        deal = numbered("vierfrei", 10913)
        answered(warm, deal)
        session = Session(deal)
        for _ in while_(lambda: not session.won):
            known = warm.known(deal, session.state)
            action = session.do(known.moves[0], automatic=automatic)
            assert not isinstance(action, Refusal)
        last = warm.known(deal, session.state)
        assert (last, last.rest) == (Known(Verdict.WINNABLE, ()), 0)
        assert not warm.is_busy()

    @pytest.mark.parametrize(
        "deal", [DEAL, *(numbered("canfield", 4, rules) for rules in SOLVED)], ids=str
    )
    def test_a_line_wins_from_each_position_even_within_a_move(
        self, warm: SolverService, deal: Deal
    ) -> None:
        session = Session(deal)
        assert not isinstance(session.do(*answered(warm, deal).moves), Refusal)
        for _ in while_(lambda: session.actions):
            found = warm.known(deal, session.state)
            assert found.verdict is Verdict.WINNABLE
            onward = Session(deal)
            for done in session.actions:
                onward.history.do(done)
            if found.moves:
                assert not isinstance(onward.do(*found.moves), Refusal)
            assert onward.won
            session.undo_step()

    def test_the_shortest_known_line_is_kept(self, warm: SolverService) -> None:
        """Otherwise hints from different lines might never lead to the end."""
        for number in range(3):
            deal = numbered("vierfrei", 26)
            answered(warm, deal, random_play(26, Random(number), 6))
        session = Session(numbered("vierfrei", 26))
        shortest = answered(warm, session.deal)
        longer = replace(shortest, rest=shortest.rest + 1)
        warm._answer({key_of(session.deal, session.state): longer})
        assert warm.known(session.deal, session.state) is shortest
        lengths = list[int]()
        for _ in while_(lambda: not session.won):
            known = warm.known(session.deal, session.state)
            lengths.append(len(known_along(session.rules, session.state, known.moves)))
            assert not isinstance(session.do(known.moves[0]), Refusal)
        assert lengths == sorted({*lengths}, reverse=True) and lengths[-1] > 0


class TestUnderWay:
    @each("ended_by", ("a new question", "a cancel", "a known position"))
    def test_a_search_is_ended(self, warm: SolverService, ended_by: str) -> None:
        answered(warm, DEAL)
        hard = long_search(warm)
        begun = time.monotonic()
        if ended_by == "a cancel":
            warm.cancel()
        elif ended_by == "a known position":
            warm.ask(DEAL, DEAL.layout())
            assert not warm.is_busy() and warm.known(DEAL, DEAL.layout()) is not None
        new = numbered("vierfrei", 2 + len(ended_by))
        assert answered(warm, new).verdict is Verdict.WINNABLE
        assert time.monotonic() - begun < 5
        assert warm.known(hard, hard.layout()) is None

    def test_an_undecided_position_is_searched_again_only_on_request(
        self, warm: SolverService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        short = SOLVERS["canfield"]._replace(table_seconds=0.1)
        monkeypatch.setitem(SOLVERS, "canfield", short)
        hard, undecided = numbered("canfield", 1), Known(Verdict.UNDECIDED, ())
        assert answered(warm, hard) == undecided
        warm.ask(hard, hard.layout())
        assert not warm.is_busy()
        warm.ask(hard, hard.layout(), again=True)
        question = warm.job
        warm.ask(hard, hard.layout(), again=True)
        assert warm.job is question and warm.known(hard, hard.layout()) == undecided
        warm.cancel()

    def test_one_position_of_many_is_given_less_time(
        self, warm: SolverService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service_module, "ONE_OF_MANY_SECONDS", 0.1)
        hard = numbered("canfield", 18)
        warm.ask(hard, hard.layout(), one_of_many=True)
        assert isinstance(warm.job, Judge) and warm.job.seconds == 0.1
        settle(warm)
        assert warm.known(hard, hard.layout()) == Known(Verdict.UNDECIDED, ())

    def test_positions_not_asked_about_are_forgotten_first(self, fresh: SolverService) -> None:
        fresh._known = LatestCache(300)
        for number in (617, 200, 201, 202, 203):
            answered(fresh, numbered("vierfrei", number))
            assert fresh.known(DEAL, DEAL.layout()) is not None
        assert len(fresh._known) == 300
        forgotten = numbered("vierfrei", 200)
        assert fresh.known(forgotten, forgotten.layout()) is None


class TestWeighing:
    def test_a_question_comes_before_weighing(self, warm: SolverService) -> None:
        *states, other, asked, wanted = (numbered("vierfrei", n).layout() for n in range(400, 443))
        warm.weigh(DEAL, states)
        assert warm.does_other_work
        assert answered(warm, DEAL, other).verdict is Verdict.WINNABLE
        assert not warm.does_other_work
        assert any(warm.margin(DEAL, state) is None for state in states)
        warm.ask(DEAL, asked)
        warm.weigh(DEAL, [wanted])
        assert not warm.does_other_work, "not while a question is open"
        settle(warm)
        warm.weigh(DEAL, states)
        warm.cancel()
        rested(warm)
        assert None in [warm.margin(DEAL, state) for state in states]


# -- choices (the moves of a position) and margins (the verdict on each) ---------------------------


def every_move(rules: Rules, state: State) -> dict[bytes, Move]:
    """Find every position that can be reached by a legal move, and return one such move for
    each."""
    counts = (None, *range(1, 20))
    ways = [Move(verb) for verb in Verb if verb not in (Verb.CARRY, Verb.STOP, Verb.RESTART)]
    ways += [Move.carry(a, b, n) for a in rules.piles for b in rules.piles for n in counts]
    found: dict[bytes, Move] = {}
    for way in ways:
        move = rules.resolve(state, way)
        if not isinstance(move, Refusal):
            after = canonical(rules, pack(rules, rules.expand(state, move)[-1].after))
            found.setdefault(after, move)
    found.pop(canonical(rules, pack(rules, state)), None)
    return found


class TestChoices:
    @pytest.mark.parametrize(("game", "rule_set"), KINDS)
    def test_choices_are_all_moves_and_each_once(self, game: str, rule_set: str | None) -> None:
        random = chance("choices", game, rule_set)
        deal = numbered(game, random.randrange(10**6), rule_set)
        rules = deal.engine
        for state in walked(deal, random, 80)[::8]:
            found = list(choices(rules, state))
            after = (rules.expand(state, one)[-1].after for one in found)
            reached = [canonical(rules, pack(rules, one)) for one in after]
            assert sorted(reached) == sorted(every_move(rules, state))
            assert all(matching_choice(rules, state, move) == move for move in found)
            for move in found:
                token = in_notation(rules, state, move).text
                assert rules.resolve(state, parse_move(token, game)) == move

    def test_equal_moves_are_one_choice_and_one_that_changes_nothing_is_none(self) -> None:
        rules, one = DEAL.engine, Move.carry(PileId(Role.COLUMN, 0), CELLS[0], 1)
        for token in ("1a", "1d"):
            assert matching_choice(rules, DEAL.layout(), parse_move(token, "vierfrei")) == one
        state = rules.expand(DEAL.layout(), parse_move("1a", "vierfrei"))[-1].after
        assert not isinstance(rules.resolve(state, parse_move("ab", "vierfrei")), Refusal)
        assert matching_choice(rules, state, parse_move("ab", "vierfrei")) is None
        assert matching_choice(rules, state, parse_move("1a", "vierfrei")) is None, "illegal"
        casino = numbered("canfield", 1, "casino")
        assert matching_choice(casino.engine, casino.layout(), Move(Verb.STOP)) is None


def weighed(deal: Deal, state: State, weigher: Weigher | None = None) -> Margin:
    return (weigher or Weigher()).weigh(deal, state, 30.0)


class TestMargin:
    def test_each_verdict_is_that_on_the_position_after_the_move(self) -> None:
        # One weigher for all positions, since its cache must not mix them up.
        weigher, rules = Weigher(), DEAL.engine
        verdicts: set[Verdict] = set()
        for at in range(20):
            random = chance("margin", at)
            state = random_play(random.randrange(32000), random, 16 + 4 * (at % 3))
            margin = weighed(DEAL, state, weigher)
            assert [one.move for one in margin.moves] == list(choices(rules, state))
            for one in margin.moves:
                after = rules.expand(state, one.move)[-1].after
                assert one.verdict is solve(after, time_limit=60).verdict
                verdicts.add(one.verdict)
            assert margin.verdict is solve(state, time_limit=60).verdict
            if at >= 2 and verdicts:
                return
        raise AssertionError("no random game leaves a move")

    def test_the_line_is_that_of_the_shortest_winning_move(self) -> None:
        state = random_play(7, Random(3), 12)
        margin = weighed(DEAL, state)
        assert DEAL.engine.won(replay(Deal("vierfrei", board=state), margin.line).last)
        assert player_moves(margin.line) == min(
            one.length for one in margin.with_verdict(Verdict.WINNABLE)
        )

    def test_once_a_position_is_proven_lost_nothing_is_searched(self) -> None:
        weigher = Weigher(clock=lambda: 0.0)
        deal = Deal("vierfrei", board=LOST_LATE)
        assert {one.verdict for one in weighed(deal, LOST_LATE, weigher).moves} == {Verdict.LOST}

        def asked() -> bool:
            raise AssertionError("something is searched")

        assert weigher.weigh(deal, LOST_LATE, 30.0, cancelled=asked).verdict is Verdict.LOST

    def test_a_known_line_saves_the_search_for_its_move(self) -> None:
        line = solve(DEAL.layout(), time_limit=30).moves
        known = Known(Verdict.WINNABLE, line)
        margin = Weigher().weigh(DEAL, DEAL.layout(), -1.0, known=known)
        one = margin.judged(matching_choice(DEAL.engine, DEAL.layout(), line[0]))
        assert one.verdict is margin.verdict is Verdict.WINNABLE and one.length > 0
        won = replay(DEAL, line).last
        assert weighed(DEAL, won) == Margin(Verdict.WINNABLE, (), (), 30.0)

    def test_an_undecided_position_is_searched_again_with_more_time(self) -> None:
        weigher = Weigher()
        assert weigher.weigh(LOST, LOST_LATE, 30.0, cancelled=lambda: True) is None
        margin = weigher.weigh(LOST, LOST_LATE, -1.0)
        assert margin.verdict is Verdict.UNDECIDED
        assert margin.undecided_count == len(margin) > 0 and margin.is_open
        assert weighed(LOST, LOST_LATE, weigher).verdict is Verdict.LOST

    def test_a_margin_counts_winning_and_undecided_moves(self) -> None:
        moves = [Move.carry(CELLS[0], CELLS[n], 1) for n in (1, 2, 3)]
        verdicts = (Verdict.WINNABLE, Verdict.LOST, Verdict.UNDECIDED)
        judged = tuple(map(JudgedMove, moves, verdicts))
        margin = Margin(Verdict.WINNABLE, judged, (), GLANCE)
        assert (margin.winning_count, margin.undecided_count, len(margin)) == (1, 1, 3)
        assert margin.judged(moves[1]) == judged[1] and margin.judged(Move(Verb.DEAL)) is None


class TestService:
    def test_the_service_weighs_positions_not_asked_about(self, fresh: SolverService) -> None:
        states = [numbered("vierfrei", 31).layout(), LOST_LATE]
        fresh.weigh(DEAL, states)
        rested(fresh)
        first, second = (fresh.margin(DEAL, state) for state in states)
        assert first.verdict is Verdict.WINNABLE and second.verdict is Verdict.LOST
        assert fresh.known(DEAL, states[0]) == Known(Verdict.WINNABLE, first.line)
        assert fresh.verdict(DEAL, LOST_LATE) is Verdict.LOST
        fresh.weigh(DEAL, states)
        assert not fresh.does_other_work, "known already"

    def test_an_undecided_position_is_weighed_longer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        deal = numbered("canfield", 6)
        packed = pack(deal.engine, deal.layout())
        shown: list[float] = []

        class Short:
            def weigh(self, deal: Deal, state: State, seconds: float, **more: object) -> Margin:
                shown.append(seconds)
                one = JudgedMove(Move(Verb.DEAL), Verdict.UNDECIDED)
                return Margin(Verdict.UNDECIDED, (one,), (), seconds)

        monkeypatch.setattr(service_module, "_weigher", Short)
        found = list(WeighMoves(deal.kind.key, ((packed, None),)).run(lambda: False))
        assert [one for (_, one), _ in found] == [packed] * 4
        assert shown[0] == GLANCE and shown == sorted(set(shown))

    def test_an_error_costs_only_one_position(self, monkeypatch: pytest.MonkeyPatch) -> None:
        packed = pack(DEAL.engine, LOST_LATE)

        class Faulty(Weigher):
            def weigh(self, deal: Deal, state: State, *given: Any, **more: Any) -> Margin | None:
                if state == DEAL.layout():
                    raise ValueError
                return super().weigh(deal, state, *given, **more)

        monkeypatch.setattr(service_module, "_weigher", lru_cache(Faulty))
        job = WeighMoves(DEAL.kind.key, ((pack(DEAL.engine, DEAL.layout()), None), (packed, None)))
        assert {one for (_, one), _ in job.run(lambda: False)} == {packed}
