"""Long games and large trees: the work grows no faster than they do, and texts have a limit."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count

import pytest

from game.play import history, sharing
from game.play.game_text import saved_text
from game.play.sharing import from_text, to_text, tree_text
from game.support.errors import GivenError
from tests.each import each
from tests.game.reading import parse_move, play, reread

TEXTS: dict[str, Callable[[int], str]] = {
    "nested": lambda n: "1a; ab" + " (ac; ca; ab" * n + ")" * n,
    "nested at once": lambda n: "1a" + " (1b (1a" * n + "))" * n,
    "a line": lambda n: "1a" + " ab ba" * n,
    "lines": lambda n: "1a" + "\nab\nba" * n,
    "remarks": lambda n: "1a" + "\nab {so}\nba {!here}" * n,
    "branches": lambda n: "1a" + "\nab\n(ac)\nba\n(bc)" * n,
    "joined": lambda n: "1a" + " ab+ba" * n,
}


def long_text(kind: str, n: int) -> str:
    return f"# Vierfeld 1 vierfrei 617\n{TEXTS[kind](n)}"


def calls(do: Callable[[], object]) -> int:
    """Return how many calls and returns occur in ``do``, the same number on every machine."""
    seen, before = count(), sys.getprofile()
    sys.setprofile(lambda *event: next(seen))
    try:
        do()
    finally:
        sys.setprofile(before)
    return next(seen)


@pytest.mark.parametrize("kind", TEXTS)
def test_work_grows_no_faster_than_the_text(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MAX_NODES", 30)
    few, many = long_text(kind, 30), long_text(kind, 300)

    def there_and_back(text: str) -> None:
        session = from_text(text, "vierfrei", None)
        tree_text(session)
        reread(session)

    # What is made only once is not counted.
    there_and_back(few)
    assert calls(lambda: there_and_back(many)) < 13 * calls(lambda: there_and_back(few))


def test_a_move_costs_the_same_in_a_long_game() -> None:
    def work(n: int) -> int:
        session = from_text(long_text("a line", n), "vierfrei", None)
        assert len(session.since_restart) == 2 * n + 1

        def played() -> None:
            for turn in (session.undo_action, session.redo_action, session.undo_step):
                turn()
                assert len(session.since_restart) == len(session.actions)
            session.do(parse_move("2d", "vierfrei"))
            assert len(session.since_restart) == 2 * n + 1 and session.can_undo

        return calls(played)

    assert work(300) < 1.2 * work(30)


def test_saving_after_a_move_costs_the_same_in_a_large_tree() -> None:
    def work(n: int) -> int:
        session = from_text(long_text("branches", n), "vierfrei", None)
        assert sum(1 for _ in session.history.root.subtree()) == 4 * n + 2
        session.go(session.history.root)
        play(session, "2a")
        saved_text(session)
        play(session, "3b")
        return calls(lambda: saved_text(session))

    assert work(900) < 1.2 * work(30)


def test_only_moves_since_the_restart_count() -> None:
    session = from_text(long_text("a line", 2), "vierfrei", None)
    session.restart()
    counts = []
    for token in ("1a", "ab", "ba"):
        counts.append(len(session.since_restart))
        play(session, token)
    for _ in range(5):
        counts.append(len(session.since_restart))
        session.undo_action()
    assert counts == [0, 1, 2, 3, 2, 1, 0, 5]
    assert len(session.actions) == 4 and to_text(session).count("\n") == 5
    for _ in range(2):
        session.redo_action()
    assert not session.since_restart and len(session.actions) == 6


@each("kind", ["a line", "lines", "nested", "branches"])
def test_a_text_with_too_many_moves_is_refused(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "MAX_MOVES", 40)
    assert from_text(long_text("a line", 19), "vierfrei", None).can_undo
    with pytest.raises(GivenError) as caught:
        from_text(long_text(kind, 20) + " 99", "vierfrei", None)
    sentence = "That game is too long: 40 moves at most."
    assert sharing.why_no_game(caught.value) == sentence
    assert sharing.why_no_game(caught.value, "a.txt") == f"a.txt: {sentence}"
    kept = from_text(long_text("lines", 30), "vierfrei", None, as_saved=True)
    assert len(kept.actions) == 61, "what the program has kept itself is not refused"
