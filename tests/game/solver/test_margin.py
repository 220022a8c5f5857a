"""Choices and margins: which moves a position has, and the verdict on each."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import pytest

from game.core.moves import Move, Refusal, Verb
from game.core.state import CELLS, PileId, Role, State
from game.rules.choices import choices, in_notation, matching_choice
from game.rules.counting import player_moves
from game.rules.registry import KINDS, Deal, Rules, numbered
from game.rules.replay import replay
from game.solver import service as service_module
from game.solver.answer import GLANCE, JudgedMove, Known, Margin, Verdict
from game.solver.margin import Weigher
from game.solver.packed import canonical, pack
from game.solver.service import SolverService, WeighMoves
from game.solver.vierfrei_solver import solve
from tests.game.fair.hidden import walked
from tests.game.reading import parse_move
from tests.game.solver.asking import DEAL, LOST, LOST_LATE, rested
from tests.game.solver.test_vierfrei import random_play
from tests.seed import chance


def every_move(rules: Rules, state: State) -> dict[bytes, Move]:
    """One legal move to each position that is worth something else, every pile on every other."""
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
        # One for all, as it remembers and must not mix things up.
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
