"""Tests that a game's story tells what matters and is true."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from game.core.moves import Move
from game.core.state import CELLS, PileId, Role
from game.play.review import Review
from game.rules.choices import choices
from game.rules.counting import moves_in
from game.rules.registry import Deal, numbered
from game.rules.replay import replay
from game.solver.answer import JudgedMove, Margin, Verdict, decide
from game.solver.margin import Weigher
from game.teach.difficulty import Par
from game.teach.reasons import Reason, Why
from game.teach.story import Fact, Story, _instead, _mistake
from tests.each import each
from tests.game.reading import line as moves_named
from tests.game.reading import played
from tests.game.solver.asking import LOST_LATE
from tests.game.table import LOSING, vierfrei
from tests.game.table import LOST_DEAL as DEAL
from tests.seed import chance

WON, LOST, OPEN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNDECIDED


class Game:
    """A game and its review. ``weigh`` finds the margins, unless a test sets them itself."""

    def __init__(self, deal: Deal, moves: Sequence[Move], *, judged: bool = True) -> None:
        played = replay(deal, moves)
        assert played.refusal is None
        self.actions, states = played.actions, played.states
        self.review = Review(deal, states)
        while judged and (at := self.review.next_to_judge()) is not None:
            answer = decide(deal, states[at], time_limit=60)
            self.review.add_verdict(at, answer.verdict, answer.moves)
        self.margins: dict[int, Margin] = {}

    def weigh(self, seconds: float = 30.0, most: int = 100) -> Game:
        weigher, review = Weigher(), self.review
        for at, state in enumerate(review.positions[:most]):
            margin = weigher.weigh(review.deal, state, seconds)
            self.margins[at] = margin
        return self

    def story(self, par: Par | None = None) -> Story:
        story = Story(self.review, self.actions, self.margins)
        story.par = par
        return story

    def facts(self, par: Par | None = None) -> tuple[Fact, ...]:
        return self.story(par).facts


def kinds(facts: Sequence[Fact]) -> list[str]:
    return [fact.kind for fact in facts]


def of(kind: str, facts: Sequence[Fact]) -> Fact:
    """Return the only fact of this kind."""
    (found,) = (fact for fact in facts if fact.kind == kind)
    return found


def line(text: str) -> list[Move]:
    return moves_named(text, "vierfrei")


def room(kept: int, of: int, undecided: int = 0) -> Margin:
    """Return a made-up margin with ``kept`` winning moves. ``of`` is the total number of moves."""
    verdicts = [WON] * kept + [OPEN] * undecided + [LOST] * (of - kept - undecided)
    moves = [Move.carry(PileId(Role.COLUMN, n), CELLS[0], 1) for n in range(of)]
    return Margin(WON if kept else LOST, tuple(map(JudgedMove, moves, verdicts)), (), 2.0)


def open_game(*rooms: tuple[int, ...]) -> Game:
    """Return an unfinished game. Each tuple is passed to ``room`` to make a position's margin."""
    to_and_fro = "1a " + "ab ba " * len(rooms)
    game = Game(DEAL, line(to_and_fro)[: len(rooms) - 1], judged=False)
    for at in range(len(game.review.positions)):
        game.review.add_verdict(at, WON)
    game.margins = {at: room(*numbers) for at, numbers in enumerate(rooms)}
    return game


def lost_at_once(deal: Deal, move: str, wins: str) -> Game:
    """Return a game lost by its first move, ``move``. ``wins`` is a line that would have won."""
    game = Game(deal, line(move), judged=False)
    game.review.add_verdict(0, WON)
    game.review.add_verdict(1, LOST)
    game.margins = {0: Margin(WON, (), tuple(line(wins)), 2.0)}
    return game


@pytest.fixture(scope="module")
def lost() -> Game:
    return Game(DEAL, line(LOSING)).weigh()


@pytest.fixture(scope="module")
def won() -> Game:
    """The last moves of a won game. They are few, so that finding their margins is quick."""
    moves = decide(DEAL, DEAL.layout(), time_limit=60).moves
    states = Game(DEAL, moves, judged=False).review.positions
    return Game(Deal("vierfrei", board=states[60]), moves[60:]).weigh()


class TestALostGame:
    def test_a_lost_game_is_told_in_order(self, lost: Game) -> None:
        facts, margin = lost.facts(), lost.margins[2]
        assert kinds(facts) == ["Outcome", "Opening", "Mistake", "Instead", "Aftermath"]
        assert facts[:1] == Game(DEAL, line(LOSING), judged=False).facts(), "told at once"
        assert facts[0].words == "After 4 moves: 0 of 52 cards home."
        assert facts[2].at == 2 and facts[2].words.startswith("Move 3 lost the game (")
        assert f"). {margin.winning_count} of the {len(margin)} moves still won." in facts[2].words
        assert facts[4].words == "You played 1 more move after that."

    def test_of_moves_that_all_win_any_would_have_won(self, lost: Game) -> None:
        words = {1: "The only legal move still won", 7: "Any of the 7 legal moves would have won"}
        for moves, sentence in words.items():
            margin = room(moves, moves)
            assert sentence in _mistake(3, lost.actions[2], lost.review.positions[2], margin)

    def test_the_line_shown_instead_wins(self, lost: Game) -> None:
        instead, way = of("Instead", lost.facts()), lost.margins[2].line
        after = Game(DEAL, [*line(LOSING)[:2], *way], judged=False).review.positions[-1]
        assert DEAL.engine.won(after) and " – " in instead.words
        assert instead.move == DEAL.engine.resolve(lost.review.positions[2], way[0])

    def test_a_mistake_is_not_blamed_for_what_the_winning_move_costs_too(self) -> None:
        # Both 13 and 23 put a six on the seven that already covers the ace of clubs.
        deal = Deal("vierfrei", board=vierfrei("Columns: 6S | 6C | AC 7D | 7H").state)
        for wins, blamed in (("14", True), ("23", False)):
            mistake = of("Mistake", lost_at_once(deal, "13", wins).facts())
            assert ("It buried the " in mistake.words) is blamed

    def test_a_better_reason_than_that_the_others_lose_is_given(self) -> None:
        only, cell = Reason(Why.ONLY, "the other move loses", 1), Reason(Why.FREES_CELL, "frees")
        for reasons in ((only, cell), (cell,), (only,)):
            sentence = _instead(line("1a")[0], DEAL.layout(), reasons)
            assert sentence.endswith(f"– {reasons[-1].words}.")

    def test_a_line_that_begins_with_a_move_home_is_told_and_drawn(self) -> None:
        deal = Deal("vierfrei", 10913)
        instead = of("Instead", lost_at_once(deal, "1a", "4h").facts())
        assert instead.move and instead.move.target in deal.layout(), "the foundation is meant"
        assert instead.words.startswith("This would have won: ")

    def test_a_deal_that_cannot_be_won_is_reported_as_such(self) -> None:
        game = Game(Deal("vierfrei", board=LOST_LATE), ())
        assert kinds(game.facts()) == ["Outcome", "NeverWinnable"]


class TestAWonGame:
    def test_a_won_game_is_told_in_order_the_closest_moment_if_all_is_known(
        self, won: Game
    ) -> None:
        order = [kind for kind in kinds(won.facts(Par(20))) if kind != "Detour"]
        assert order[:2] == ["Outcome", "Opening"] and order[-1] == "AgainstPar"
        assert order[2] in ("Closest", "NeverClose") and len(order) == 4
        margins = {at: margin for at, margin in won.margins.items() if at != 7}
        part = Story(won.review, won.actions, margins)
        assert not {"Closest", "NeverClose"} & {*kinds(part.facts)}

    def test_a_detour_counts_the_moves_the_better_line_saves(self) -> None:
        begun = line("1a ab ba ab ba ab ba ab")
        after = Game(DEAL, begun, judged=False).review.positions[-1]
        game = Game(DEAL, [*begun, *decide(DEAL, after, time_limit=60).moves]).weigh(most=8)
        detour = of("Detour", game.facts())
        rest = sum(map(moves_in, game.actions[detour.at :]))
        better = game.margins[detour.at].line
        saved = rest - sum(m.target.role is not Role.FOUNDATION for m in better)
        assert detour.words.startswith(f"You could have saved {saved} moves from move ")
        assert saved >= 5 and detour.at <= 5

    def test_par_is_never_more_than_what_was_played(self, won: Game) -> None:
        played = sum(map(moves_in, won.actions))
        for par, words in (
            (Par(played + 5), "No shorter way is known."),
            (Par(played - 3, proven=True), f"No solution is shorter than {played - 3} moves."),
        ):
            assert won.facts(par)[-1].words == words


SEVERAL = "from move 3 to 5: only 2 to 3 of up to 9 moves"


class TestNarrowPassages:
    """``rooms`` says for each position how many moves win, and how many moves there are."""

    @each(
        ("rooms", "at", "words"),
        [
            ([(9, 9), (1, 8), (9, 9), (9, 9)], 1, "It was close at move 2: only 1 of 8 moves won."),
            # The longest of several; it includes a position where nothing can be lost.
            ([(1, 9), (9, 9), (2, 8), (2, 2), (3, 9), (8, 8), (1, 4), (5, 5)], 2, SEVERAL),
            ([(3, 9), (9, 9), (9, 9), (9, 9)], 0, "only 3 of 9 moves"),
            # No passage: every move wins; no move was made; half of many win; a move is undecided.
            ([(2, 2), (1, 1), (9, 9), (2, 2)], None, ""),
            ([(9, 9), (9, 9), (1, 9)], None, ""),
            ([(5, 10), (3, 8), (9, 9), (9, 9)], None, ""),
            ([(1, 9, 3), (9, 9), (9, 9), (9, 9)], None, ""),
        ],
    )
    def test_a_narrow_passage_is_told_where_much_could_be_lost_and_is_known(
        self, rooms: list[tuple[int, ...]], at: int | None, words: str
    ) -> None:
        facts = open_game(*rooms).facts()
        if at is None:
            assert "Narrow" not in kinds(facts)
        else:
            assert of("Narrow", facts).at == at and words in of("Narrow", facts).words

    @each(("last", "narrow"), [(1, False), (0, True)])
    def test_the_losing_move_is_no_narrow_passage(self, last: int, narrow: bool) -> None:
        game = open_game((9, 9), (1, 9), (9, 9), (9, 9))
        game.review.verdicts[last + 1 :] = [LOST] * (3 - last)
        assert ("Narrow" in kinds(game.facts())) is narrow


class TestWhatIsNotKnown:
    def test_a_lower_limit_is_marked_and_undecided_positions_are_counted(self) -> None:
        game = open_game((4, 9, 2), (9, 9), (3, 9, 1))
        words = [fact.words for fact in game.facts()]
        assert "At the start, at least 4 of 9 moves were winning." in words
        assert "It can still be won: at least 3 of 9 moves win." in words
        game = Game(DEAL, line("1a 2b"), judged=False)
        for at in range(3):
            game.review.add_verdict(at, OPEN)
        assert "For 3 positions it's unknown" in of("NotKnown", game.facts()).words

    def test_as_more_becomes_known_nothing_said_is_taken_back(self, lost: Game) -> None:
        random = chance("story")
        for _ in range(6):
            game = Game(DEAL, line(LOSING), judged=False)
            order = list(lost.margins)
            random.shuffle(order)
            stories = [game.facts()]
            for at in order:
                game.margins[at] = lost.margins[at]
                game.review.add_verdict(at, lost.review.verdicts[at] or OPEN)
                stories.append(game.facts())
            assert stories[-1] == lost.facts()
            for before, after in pairwise(stories):
                known = {fact.kind: fact for fact in after}
                for fact in before:
                    later = known.get(fact.kind)
                    gone = fact.kind in ("StillOpen", "NotKnown", "Narrow")
                    assert gone or later is not None
                    if fact.kind == "Mistake" and later is not None:
                        assert later.words.startswith(fact.words) and fact.at == later.at


def test_a_story_has_at_most_six_different_sentences() -> None:
    random = chance("sentences")
    deal, moves = numbered("vierfrei", random.randrange(32000)), list[Move]()
    rules, state = deal.engine, deal.layout()
    while len(moves) < 6 and (ways := list(choices(rules, state))):
        moves.append(random.choice(ways))
        state = rules.expand(state, moves[-1])[-1].after
    game = Game(deal, moves).weigh(0.2)
    words = [fact.words for fact in game.facts(Par(40))]
    assert len(words) == len(set(words)) <= 6 and not any("{" in one for one in words)
    assert all(turn in range(len(game.review.positions)) for turn in game.story().turns)


def test_an_action_counts_as_its_moves() -> None:
    # A run is one move however many cards it has; cards that go into cells are one move each.
    one, other = played(DEAL, "1a 2b").actions
    (run,) = played(numbered("vierfrei", 617), "58 82").actions[1:]
    assert (moves_in((*one, *other)), len(run), moves_in(run)) == (2, 3, 1)
