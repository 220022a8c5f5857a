"""No rule that is wrong about a move home makes the program hang."""

from __future__ import annotations

import signal

import pytest

from game.core.moves import Move, Refusal, Verb
from game.core.state import HOME, RESERVE, State
from game.play.session import Session
from game.rules.canfield import Canfield
from game.rules.choices import Automatic
from game.rules.registry import CANFIELD, numbered
from game.rules.replay import finishing, replay
from tests.loops import while_

NEVER = Move.carry(RESERVE, HOME)
"""In the deal below no card of the reserve goes home."""
DEAL = numbered(CANFIELD, 1, "hoyle")


def wrong(*_: object, **__: object) -> Move:
    return NEVER


@pytest.mark.timeout(20)
@pytest.mark.parametrize("automatic", [Automatic.SAFE, Automatic.ALL])
def test_an_automatic_move_that_is_refused(
    automatic: Automatic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Canfield, "home_move", wrong)
    session = Session(DEAL)
    done = session.do(Move(Verb.DEAL), automatic=automatic)
    assert not isinstance(done, Refusal) and len(done) == 1
    replay(DEAL, (), follow_safe=True)


@pytest.mark.timeout(20)
def test_a_finish_that_never_comes_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Canfield, "finish_move", lambda *_: NEVER)
    monkeypatch.setattr(Canfield, "resolve", lambda *_: NEVER)
    monkeypatch.setattr(Canfield, "expand", lambda self, state, move: (Idle(state),))
    assert finishing(DEAL.engine, DEAL.layout()) == ()


class Idle:
    """A step that changes nothing."""

    def __init__(self, state: State) -> None:
        self.after = state


def test_a_loop_of_a_test_ends() -> None:
    assert list(while_(lambda: False)) == []
    with pytest.raises(AssertionError, match="3 rounds"):
        list(while_(lambda: True, 3))


def test_a_test_may_not_take_for_ever(request: pytest.FixtureRequest) -> None:
    assert 0 < float(request.config.getini("timeout")) <= 300


def test_ctrl_c_reaches_what_tests_start() -> None:
    assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
