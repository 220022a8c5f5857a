"""What the review shows of a game."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import pygame
import pytest
from pygame import Rect

from game.core.moves import Move, Verb
from game.core.state import STOCK, columns
from game.fair.advice import Advice, Candidate, Expected, Grounds
from game.fair.skill import Choice, Hindsight, WeighedMove
from game.rules.choices import choices
from game.solver.answer import LONGER_LOOK, JudgedMove, Margin
from game.support.texts import texts, tr
from game.teach.reasons import Leg
from game.teach.standing import LIGHTS
from game.teach.story import Share, shares
from scenes.app.app import STEP
from scenes.review import review_scene
from scenes.review.frame import areas
from scenes.review.timeline import MarkStrip, StripMarks
from scenes.style.theme import NORMAL, THEMES, unit
from tests.each import each
from tests.game.reading import parse_move
from tests.scenes.fitting import overlapping, seen_whole
from tests.scenes.reviewing import LOST, OPEN, WON, judged, just_opened, matches, reviewed, weigh
from tests.scenes.stage import SHIFT, Point, Stage, Start
from tests.scenes.test_languages import check_scene
from tests.seed import a_few

SIZES = [(480, 300), (640, 480), (800, 600), (1280, 800), (1920, 1080), (480, 900), (3840, 2160)]
LANGUAGES = ("en", "de", "hi")


def story(on: Stage) -> list[str]:
    return [one.words for one in on.review.frame.story_view.facts]


MARGINS = (3, 2, 4)
"""The number of winning moves in each of the first three positions of the lost game."""


def weighed(start: Start, **given: object) -> Stage:
    """Return the review of a game lost by its third move, with its first three margins known."""
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
    """Repaint the review, and return the moves that are drawn over the cards."""
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
    # The solver knows another line, but the hint and the best line begin with the story's move.
    *_, other = choices(review.deal.engine, review.state)
    on.oracle.tell(review.deal, review.state, WON, (other,))
    on.key("F4")
    hint = review.answers.way[0].move
    on.key("F5")
    begun = review.walk.actions[0][-1].move
    for shown in (hint, begun):
        assert (shown.source, shown.target) == (first.source, first.target)
    words = "1 move to the win. Space stops and continues, Esc returns to the game."
    assert story(on) == [words], "the best line has a sentence of its own"
    on.keys("down")
    assert review.at == 1 and not moves_drawn(on, monkeypatch), "it is no position of the game"
    on.keys("up", "escape")
    assert story(on)[0] == "After 4 moves: 0 of 52 cards home."


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


def plan(chance: float, behind: float = 0.0) -> Candidate:
    moves = (parse_move("d", "canfield"),)
    return Candidate(moves, Expected(chance, 9, 0, 0), 16, behind, 0.01)


BEST, NEXT = plan(0.4), plan(0.3, 0.1)
RIGHT = WeighedMove(Advice((BEST, NEXT), Grounds.BEST, 0, 16), Choice.BEST, BEST, NEXT)


@pytest.fixture
def dealt_thrice(stage: Start) -> Stage:
    """Show the end of a reviewed game, which was lost by the third deal from the stock."""
    on = stage(game="canfield", deal=42, size=(1280, 800))
    on.keys("space", "space", "space", "F7", "end")
    on.wait(0.2)
    on.oracle.answer(LOST)
    on.wait(STEP)
    # The solver is idle between two questions.
    assert not on.oracle.is_busy() and not hidden_when_weighed(on), "verdicts come first"
    judged(on, "wwwl")
    on.wait(0.2)
    return on


def hidden_when_weighed(on: Stage) -> list[int]:
    """Return the number of hidden stock cards at each weighed position."""
    return [job.knowledge.stock for job in on.oracle.jobs if isinstance(job, Hindsight)]


def bring(on: Stage) -> None:
    on.oracle.bring(RIGHT, last=True)
    on.wait(0.1)


def test_the_move_shown_is_weighed_first_then_all_others(dealt_thrice: Stage) -> None:
    on, luck = dealt_thrice, dealt_thrice.review.game.luck
    stocks = [len(state[STOCK]) for state in on.review.game.positions]
    # The position before the move that the bar names comes first.
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
    words = "Move 3: right from the cards you'd seen (40% against 30%), but unlucky."
    about = dealt_thrice.review.frame.story_view.about
    assert words in [one.words for one in about] and dealt_thrice.lines.count(words) == 1
    dealt_thrice.key("left")
    assert words not in story(dealt_thrice)
    dealt_thrice.key("right")
    assert dealt_thrice.lines[-1].endswith(words)


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


@pytest.mark.parametrize(
    ("size", "language"),
    a_few(product(SIZES, LANGUAGES), 5, "sentences", always=[*product(SIZES[:2], LANGUAGES)]),
)
@pytest.mark.parametrize("game", ["vierfrei", "canfield"])
def test_nothing_is_cut_or_overlaps(stage: Start, game: str, size: Point, language: str) -> None:
    if game == "vierfrei":
        on = weighed(stage, size=size)
    else:
        on = stage(game=game, deal=42, rules="casino", size=size)
        on.type("ip")
        on.keys("space", "space", "F7")
        judged(on, "wwwww")
    texts.use(language)
    on.review.restyle()
    review, window, scale = on.review, Rect(0, 0, *size), unit(size, 1.0)
    frame, view, layout = review.frame, review.frame.story_view, review.layout
    for at in range(len(review.game.positions)):
        review.go(at)
        check_scene(on, f"position {at}")
        for pile in review.table.rules.piles:
            covered = layout.covered(pile, len(review.state[pile]))
            assert frame.bar.bottom <= covered.top and covered.bottom <= frame.foot.top
            assert window.contains(covered)
        about = [one.words for one in view.about]
        if view.area:
            assert {*about} <= {row.fact.words for row in view.rows}
            assert all(view.area.contains(row.rect) for row in view.rows)
        elif size != SIZES[0]:
            said = " ".join(frame.words())
            assert said and " ".join(about).endswith(said)
        elif game == "vierfrei" and at == 2:
            (said,) = frame.words()
            assert about[0].startswith(said.rstrip(".")), "as much as fits"
    controls = frame.controls.items
    assert (tr("Try again") in [one.label for one in controls]) == (game == "vierfrei")
    assert not overlapping(controls) and all(seen_whole(c, on.kit.text, scale) for c in controls)
    assert frame.buttons_left <= min(one.rect.left for one in frame._at_right)
    for control in controls:
        assert window.contains(control.rect) and min(control.rect.size) >= 32, control.label
        assert not control.rect.colliderect(frame.strip.area)
    found = areas(on.kit, game, size)
    parts = [part for part in (found.marks, found.curve, found.words, found.story) if part]
    assert all(window.contains(part) for part in parts)
    apart = combinations([Rect(0, 0, *found.table), *parts], 2)
    assert not any(one.colliderect(other) for one, other in apart)
    assert found.foot.contains(found.grip) and found.grip.contains(found.marks)
    assert bool(found.story) != bool(found.rows), "the story is told in one place"


@each("width", [100, 330, 700, 1500, 3600])
@each("count", [1, 2, 40, 133, 500, 2000])
def test_marks_lie_apart_and_lead_to_their_positions(count: int, width: int) -> None:
    area = Rect(50, 700, width, 34)
    strip = MarkStrip(count, area, 1.0, Rect(0, 0, 0, 0))
    marks = [strip.mark(at) for at in range(count)]
    assert all(area.contains(mark) for mark in marks)
    if strip.pitch >= 2:
        assert all(one.right < next_one.left for one, next_one in pairwise(marks))
        assert {strip.position_at(x) for x in range(area.left, area.right)} == set(range(count))
        assert all(strip.position_at(mark.centerx) == at for at, mark in enumerate(marks))
    assert strip.position_at(-100) == 0 and strip.position_at(10**6) == count - 1


@pytest.mark.parametrize("look", THEMES)
def test_marks_and_curves_are_told_apart_in_every_look(look: str) -> None:
    theme, curve = THEMES[look], Rect(0, 0, 200, 40)
    strip = MarkStrip(10, Rect(0, 40, 200, 30), 1.0, curve)
    points = [strip.point(at, at % 2) for at in range(10)]
    assert all(curve.collidepoint(point) for point in points) and points == sorted(points)
    assert points[0][1] > points[1][1], "the more moves win, the higher it is"
    target = pygame.Surface((200, 70))
    for count in (50, 22, 8):
        marks, inked = MarkStrip(count, strip.area, 1.0, curve), set[int]()
        for light in (seen := {*LIGHTS.values()}):
            target.fill(theme.bar)
            marks.paint(target, theme, StripMarks([light] * count, 0, 0))
            mark = target.subsurface(marks.mark(3))
            inked.add(pygame.mask.from_threshold(mark, theme.bar, (1, 1, 1)).count())
        assert len(inked) == len(seen), "by shape, not only by colour"
    pictures = set[bytes]()
    for narrow in ([], [(2, 5)]):
        target.fill(theme.bar)
        strip.paint_curve(target, theme, [Share(at, 0.5, 0.5) for at in range(10)], narrow)
        pictures.add(pygame.image.tobytes(target, "RGB"))
    assert len(pictures) == 2, "narrow passages are visible"
    target.fill(theme.bar)
    strip.paint_chances(target, theme, {0: 1.0, 1: 0.0, 3: 0.5})
    drawn = [any(target.get_at((x, y)) != theme.bar for y in range(40)) for x in range(200)]
    at = [strip.mark(place).centerx for place in range(5)]
    assert all(drawn[at[0] : at[1]]) and not any(drawn[at[1] + 1 : at[3] - 3])
    assert drawn[at[3]] and not drawn[at[4]], "the thin curve joins neighbours only"


def test_the_messages_fit_into_the_smallest_window(stage: Start) -> None:
    on = just_opened(stage, "ipx", game="canfield", deal=42, rules="casino", size=(480, 300))
    said = "The review knows every card, hidden ones too."
    assert on.review.message.text == said, "no story has room to say so"
    for keys in ("", "delete", "return", "left return"):
        on.keys(*keys.split())
        text = on.app.director.scene.message.text
        assert text and on.kit.text.width(text, NORMAL) <= 480 - 4 * 10, "one row"


@pytest.mark.parametrize("size", [(1000, 700), (1280, 800)])
def test_each_button_of_the_review_has_a_tip(stage: Start, size: Point) -> None:
    on = reviewed(stage, size=size)
    on.wait(1)
    frame = on.review.frame
    assert not frame._forth.enabled, "one without use has a tip as well"
    for way, control in product(("mouse", "tab"), frame.controls.items):
        if way == "tab":
            on.key("tab")
            control = frame.controls.focus
        else:
            on.move((5, size[1] // 2))
            on.move(control.rect.center)
            on.wait(1)
        assert control.tip and frame.tip.is_visible and frame.tip.control is control, control.label
        frame.paint(on.window.surface)
        tip = frame.tip.rect
        assert tip and Rect((0, 0), size).contains(tip)
        hidden = control.rect, frame.story_view.area
        assert not any(map(tip.colliderect, hidden)), "neither the button nor a sentence"
        assert control.rect.top < frame.foot.top or tip.bottom <= frame.foot.top
    on.key("escape")
    assert not frame.tip.is_visible


def test_only_positions_with_a_long_column_have_small_cards(growing: Stage) -> None:
    on, first, steps = growing, columns(8)[0], []
    # Each move makes the first column longer, from 9 cards to 15.
    on.play("21 31 41 51 61 71")
    on.key("F7")
    on.wait(0.1)
    review = on.review
    for at in [*range(7), *reversed(range(7))]:
        review.go(at)
        on.wait(0.1)
        assert len(review.state[first]) <= review.layout.capacity
        assert review.layout is review.groups.layout is review.painter.layout
        assert review.layout.size == review.host.size and matches(on)
        steps.append(review.layout.step)
    assert steps[0] == steps[-1] == 0 < steps[6], "the start needs no small cards"
    assert steps[:7] == sorted(steps[:7]) and steps[7:] == sorted(steps[7:], reverse=True)
    assert steps[5] < steps[8], "they grow again only when there is room to spare"
