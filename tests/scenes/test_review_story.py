"""What the review tells about a game: its story, the curve, and what a player could know."""

from __future__ import annotations

from itertools import product

import pygame
import pytest
from pygame import Rect

from game.core.moves import Move, Verb
from game.core.state import STOCK
from game.fair.advice import Advice, Candidate, Expected, Grounds
from game.fair.skill import Choice, Hindsight, WeighedMove
from game.player.settings import LOOKS
from game.rules.choices import choices
from game.solver.answer import LONGER_LOOK, JudgedMove, Margin
from game.support.texts import texts
from game.teach.reasons import Leg
from game.teach.story import Share, shares
from scenes.app.app import STEP
from scenes.review import review_scene
from scenes.review.frame import areas
from scenes.review.timeline import MarkStrip
from scenes.style.theme import THEMES
from tests.game.reading import parse_move
from tests.scenes.reviewing import LOST, OPEN, WON, judged, reviewed, weigh
from tests.scenes.stage import SHIFT, Point, Stage, Start
from tests.scenes.test_languages import check_scene
from tests.seed import a_few

SIZES = [(640, 480), (800, 600), (1280, 800), (1920, 1080), (3840, 2160), (480, 900)]


def story(on: Stage) -> list[str]:
    """Return the sentences of the story so far."""
    return [one.words for one in on.review.frame.story_view.facts]


MARGINS = (3, 2, 4)
"""The number of moves that keep the win in each of the first three positions of the lost game."""


def weighed(start: Start, **given: object) -> Stage:
    """Return the review of a game lost by its third move, with the margins of its first three
    positions known."""
    on = reviewed(start, **given)
    for at, kept in enumerate(MARGINS):
        weigh(on, at, kept)
    on.wait(1)
    return on


@pytest.fixture
def lost_review(stage: Start) -> Stage:
    return weighed(stage, size=(1280, 800))


def test_the_story_names_the_losing_move_and_what_would_have_won(lost_review: Stage) -> None:
    on, game = lost_review, lost_review.review.game
    of = len(list(choices(game.deal.engine, game.positions[2])))
    first, start, *others, last = story(on)
    assert first == "After 4 moves: 0 of 52 cards home."
    assert start.startswith("At the start, 3 of ")
    loss = f"Move 3 lost the game (king of clubs to cell c). 4 of the {of} moves still won."
    assert loss in others and len(others) <= 3
    assert any(one.startswith("This would have won: ") for one in others)
    assert last == "You played 1 more move after that."
    about = []
    for at in range(5):
        on.review.go(at)
        about.append([fact.kind for fact in on.review.frame.story_view.about])
    assert about[0] == ["Opening", "Narrow"] and about[1][0] == "Opening"
    assert about[2:] == [["Mistake", "Instead"], ["Mistake", "Instead"], ["Outcome"]]


def moves_drawn(on: Stage, monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """Return the moves that are drawn over the cards in a new picture."""
    drawn: list[Leg] = []
    with monkeypatch.context() as patch:
        patch.setattr(review_scene, "paint_moves", lambda *given: drawn.extend(given[-1]))
        on.repainted()
    return [leg.move for leg in drawn]


def test_the_winning_move_is_drawn_where_the_game_was_lost_and_nowhere_else(
    lost_review: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    on, review = lost_review, lost_review.review
    assert not moves_drawn(on, monkeypatch)
    review.go(2)
    first = next(choices(review.deal.engine, review.state))
    assert moves_drawn(on, monkeypatch) == [first]
    on.key("F5")
    words = "1 move to the win. Space stops and continues, Esc returns to the game."
    assert story(on) == [words], "the best line has a sentence of its own"
    on.keys("down")
    assert review.at == 1 and not moves_drawn(on, monkeypatch), "it is no position of the game"
    on.keys("up", "escape")
    assert story(on)[0] == "After 4 moves: 0 of 52 cards home."


@pytest.mark.parametrize("key", ["F4", "F5"])
def test_hint_and_best_line_begin_as_the_story_says(key: str, lost_review: Stage) -> None:
    review = lost_review.review
    review.go(2)
    moves = list(choices(review.deal.engine, review.state))
    lost_review.oracle.tell(review.deal, review.state, WON, moves[-1:])
    lost_review.key(key)
    shown = review.answers.way[0].move if key == "F4" else review.walk.actions[0][-1].move
    assert (shown.source, shown.target) == (moves[0].source, moves[0].target)


def test_up_and_down_and_clicks_on_sentences_go_to_the_turning_points(lost_review: Stage) -> None:
    on, met = lost_review, []
    for name in ("up", "up", "up", "down", "down", "down"):
        on.key(name)
        met.append(on.review.at)
    assert met == [2, 0, 0, 2, 4, 4]
    on.keys("home", "down")
    told = [line.split()[:3] for line in on.lines[-3:]]
    assert told == [["Move", "2", "of"], ["Move", "3", "lost"], ["This", "would", "have"]]
    view = on.review.frame.story_view
    rows = {row.fact.kind: row.rect for row in view.rows}
    below = view.area.centerx, view.area.bottom - 3
    assert not any(rect.collidepoint(below) for rect in rows.values())
    for place, at in ((rows["Opening"].center, 0), (rows["Mistake"].center, 2), (below, 2)):
        on.click(place)
        assert on.review.at == at


def test_the_number_of_winning_moves_is_announced(stage: Start) -> None:
    on = reviewed(stage)
    on.keys("home", "right")
    of = len(weigh(on, 1, 2, undecided=2))
    on.wait(0.1)
    words = f"at least 2 of {of} moves win"
    assert on.lines[-1] == words, "as soon as it is known"
    assert words in on.review.frame.position_texts()[0]
    weigh(on, 1, 2)
    weigh(on, 0, 3, undecided=2)
    on.wait(0.1)
    on.keys("left", "right")
    known = f"can be won, 2 of {of} moves win"
    assert on.lines[-1] == f"Move 1 of 4: jack of diamonds to cell a. {known}"
    assert any(one.startswith("At the start, at least 3 of ") for one in story(on))
    only = Margin(WON, (JudgedMove(Move(Verb.DEAL), WON),), (), LONGER_LOOK)
    on.review.game.margins[1] = only
    assert on.review.game.margin_words(1) == "the only legal move wins"


def test_the_curve_shows_the_share_of_moves_that_win(lost_review: Stage) -> None:
    game = lost_review.review.game
    won = [kept / len(game.margins[at]) for at, kept in enumerate(MARGINS)] + [0.0, 0.0]
    found = list(shares(game.review.verdicts, game.margins))
    assert found == [Share(at, share, share) for at, share in enumerate(won)]
    assert game.marked(1).lost == 3, "and the marks point at what was lost"
    moves = [JudgedMove(Move(Verb.DEAL), verdict) for verdict in (WON, OPEN, LOST, LOST)]
    margin = Margin(WON, tuple(moves), (), LONGER_LOOK)
    known = list(shares([None, WON], {1: margin}))
    assert known == [None, Share(1, 0.25, 0.5)], "what is not known has none, or a range"


def test_the_curve_stands_above_the_marks() -> None:
    strip = MarkStrip(300, Rect(100, 40, 400, 30), 1.0, Rect(100, 0, 400, 40))
    points = [strip.point(at, at % 2) for at in range(300)]
    assert all(Rect(100, 0, 400, 40).collidepoint(point) for point in points)
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert points[0][1] > points[1][1], "the more moves win, the higher it is"


@pytest.mark.parametrize("look", LOOKS)
def test_narrow_passages_are_visible_in_every_look(look: str) -> None:
    strip = MarkStrip(10, Rect(0, 40, 200, 30), 1.0, Rect(0, 0, 200, 40))
    found, pictures = [Share(at, 0.5, 0.5) for at in range(10)], set[bytes]()
    for narrow in ([], [(2, 5)]):
        target = pygame.Surface((200, 70))
        target.fill(THEMES[look].bar)
        strip.paint_curve(target, THEMES[look], found, narrow)
        pictures.add(pygame.image.tobytes(target, "RGB"))
    assert len(pictures) == 2


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("family", ["vierfrei", "canfield"])
def test_the_parts_of_a_window_do_not_overlap(on: Stage, size: Point, family: str) -> None:
    window = Rect(0, 0, *size)
    found = areas(on.kit, family, size)
    parts = [found.marks, found.curve, found.words, found.story]
    cards = Rect(0, 0, *found.table)
    assert all(window.contains(part) for part in parts if part)
    for part in parts:
        others = [cards, *(other for other in parts if other is not part)]
        assert not any(part.colliderect(other) for other in others if part and other)
    assert found.foot.contains(found.grip) and found.grip.contains(found.marks)
    assert bool(found.story) != bool(found.rows), "the story is told in one place"
    if found.story:
        assert found.story.right == size[0] and found.story.bottom in (found.foot.top, size[1])


LANGUAGES = ("en", "de", "hi")


@pytest.mark.parametrize(
    ("size", "language"),
    a_few(product(SIZES, LANGUAGES), 5, "sentences", always=[*product(SIZES[:1], LANGUAGES)]),
)
def test_no_sentence_is_cut(stage: Start, size: Point, language: str) -> None:
    on = weighed(stage, size=size)
    texts.use(language)
    on.review.restyle()
    frame, view = on.review.frame, on.review.frame.story_view
    assert (story(on)[0] == "Nach 4 Zügen: 0 von 52 Karten oben.") is (language == "de")
    for at in range(5):
        on.review.go(at)
        check_scene(on, f"position {at}")
        about = [one.words for one in view.about]
        if view.area:
            assert {*about} <= {row.fact.words for row in view.rows}
            assert all(view.area.contains(row.rect) for row in view.rows)
        else:
            said = " ".join(frame.words())
            assert said and " ".join(about).endswith(said)


def test_a_small_window_shows_as_many_sentences_as_fit(stage: Start) -> None:
    on = reviewed(stage, size=(640, 480))
    weigh(on, 2, 4)
    on.review.go(2)
    on.wait(0.5)
    frame = on.review.frame
    said = " ".join(frame.words())
    assert said.startswith("Move 3 lost the game") and "This would have won: " in said
    on.resize((480, 300))
    assert frame.words() == ("Move 3 lost the game (king of clubs to cell c)",)


def plan(chance: float, behind: float = 0.0) -> Candidate:
    moves = (parse_move("d", "canfield"),)
    return Candidate(moves, Expected(chance, 9, 0, 0), 16, behind, 0.01)


BEST, NEXT = plan(0.4), plan(0.3, 0.1)
RIGHT = WeighedMove(Advice((BEST, NEXT), Grounds.BEST, 0, 16), Choice.BEST, BEST, NEXT)
RIGHT_WORDS = "Move {n}: right from the cards you'd seen (40% against 30%)"


@pytest.fixture
def dealt_thrice(stage: Start) -> Stage:
    """The review of a game that deals three times from the stock, at its end. All verdicts are
    known: the last of these deals lost the game."""
    on = stage(game="canfield", deal=42, size=(1280, 800))
    on.keys("space", "space", "space", "F7", "end")
    judged(on, "wwwl")
    on.wait(0.2)
    return on


def hidden_when_weighed(on: Stage) -> list[int]:
    """Return the number of hidden cards in the stock for each position that was weighed."""
    return [job.knowledge.stock for job in on.oracle.jobs if isinstance(job, Hindsight)]


def bring(on: Stage) -> None:
    on.oracle.bring(RIGHT, last=True)
    on.wait(0.1)


def test_the_move_shown_is_weighed_first_then_all_others(dealt_thrice: Stage) -> None:
    on, luck = dealt_thrice, dealt_thrice.review.game.luck
    stocks = [len(state[STOCK]) for state in on.review.game.positions]
    # First the position before the move that the bar names.
    for key, order in (("end", [2]), ("end", [2, 3]), ("home", [2, 3, 0]), ("home", [2, 3, 0, 1])):
        on.key(key)
        if len(order) > 1:
            bring(on)
        assert hidden_when_weighed(on) == [stocks[at] for at in order]
        assert not luck.done and on.review.seconds_until_change == 0
        assert not any(text.startswith("Skill") for text in story(on))
    bring(on)
    assert luck.done
    *_, skill, quiet = story(on)
    assert skill == "Skill: no measurable mistake in 4 decisions with hidden cards."
    assert quiet.endswith("the thin one only those you'd seen.")
    assert skill not in [one.words for one in on.review.frame.story_view.about], "it's the end's"


def test_a_weighed_move_says_whether_it_was_right_and_lucky(dealt_thrice: Stage) -> None:
    bring(dealt_thrice)
    words = RIGHT_WORDS.format(n=3) + ", but unlucky."
    about = dealt_thrice.review.frame.story_view.about
    assert words in [one.words for one in about] and dealt_thrice.lines.count(words) == 1
    dealt_thrice.key("left")
    assert words not in story(dealt_thrice)
    dealt_thrice.key("right")
    assert dealt_thrice.lines[-1].endswith(words)


def test_moves_are_weighed_after_all_verdicts_are_known(canfield: Stage) -> None:
    on = canfield
    on.keys("space", "F7")
    on.wait(0.2)
    on.oracle.answer(LOST)
    on.wait(STEP)
    # Between two questions the solver has nothing to do.
    assert not on.oracle.is_busy() and not hidden_when_weighed(on)
    judged(on, "wl")
    on.wait(0.2)
    assert len(hidden_when_weighed(on)) == 1


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("vierfrei", "No card is hidden here: the solution is all you need."),
        ("canfield", "No more answers: the solver has failed."),
    ],
)
def test_without_hidden_cards_or_a_solver_nothing_is_weighed(
    stage: Start, game: str, words: str
) -> None:
    on = stage(game=game, deal=42)
    on.oracle.there = game == "vierfrei"
    on.key("F7")
    judged(on, "?")
    on.wait(0.2)
    luck = on.review.game.luck
    assert luck.done and not on.oracle.jobs and not luck.legend
    on.key("F5", SHIFT)
    assert on.review.message.text == words


@pytest.mark.parametrize("theme", THEMES)
def test_the_thin_curve_is_drawn_where_both_ends_are_known(theme: str) -> None:
    strip = MarkStrip(5, Rect(0, 60, 200, 20), 1.0, Rect(0, 0, 200, 60))
    colours, target = THEMES[theme], pygame.Surface((200, 80))
    target.fill(colours.bar)
    before = target.copy()
    strip.paint_chances(target, colours, {})
    assert pygame.image.tobytes(target, "RGB") == pygame.image.tobytes(before, "RGB")
    strip.paint_chances(target, colours, {0: 1.0, 1: 0.0, 3: 0.5})
    inked = [
        any(target.get_at((x, y)) != before.get_at((x, y)) for y in range(60)) for x in range(200)
    ]
    middles = [strip.mark(at).centerx for at in range(5)]
    assert all(inked[middles[0] : middles[1]]) and not any(inked[middles[1] + 1 : middles[3] - 3])
    assert inked[middles[3]] and not inked[middles[4]]


def test_shift_f5_tells_the_best_plan_of_the_position_shown(dealt_thrice: Stage) -> None:
    review = dealt_thrice.review
    dealt_thrice.keys("left", "left")
    bring(dealt_thrice)
    dealt_thrice.key("F5", SHIFT)
    assert review.message.text == "Thinking …"
    assert hidden_when_weighed(dealt_thrice)[-1] == len(review.state[STOCK]), "at once"
    bring(dealt_thrice)
    plan = "From the cards you've seen: deal from the stock, 40% chance of winning."
    assert review.at == 1 and review.message.text == dealt_thrice.lines[-1] == plan
    assert [leg.move.text for leg in review.answers.way] == ["d"]
    dealt_thrice.key("right")
    assert not review.message.text and not review.answers.way
