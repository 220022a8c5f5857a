"""Tests of how the record treats help, undo and replays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.moves import Move, Refusal, Verb
from game.play.game_text import share_line
from game.player.settings import Settings
from game.record.entries import Entry
from game.rules.registry import Deal, numbered
from game.store import current
from game.store.current import Desk, Desks
from game.store.store import PlayerStore
from tests.each import while_
from tests.game.reading import parse_move, play, played
from tests.store.playing import WON, win

DEAL = numbered("vierfrei", 10913)
CASINO = numbered("canfield", 100, "casino")
STOP = Move(Verb.STOP)


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[PlayerStore]:
    found = PlayerStore(tmp_path)
    yield found
    found.close()


def desk_with(storage: PlayerStore, deal: Deal = DEAL) -> Desk:
    """Return a desk for playing ``deal``. An unfinished game of that deal is continued."""
    storage.flush()
    return Desks(storage, Settings()).of(deal.game, deal)


def resumed(storage: PlayerStore, game: str) -> Desk:
    """Return a new desk that has loaded the game in hand, as when the program starts."""
    storage.flush()
    return Desks(storage, Settings()).of(game)


def entries(storage: PlayerStore) -> list[Entry]:
    storage.flush()
    return [*storage.log.games()]


def only(storage: PlayerStore) -> Entry:
    """Return the only finished game; fail unless there is exactly one."""
    (entry,) = entries(storage)
    return entry


# -- help ------------------------------------------------------------------------------------------


def show(desk: Desk, tokens: list[str]) -> None:
    for token in tokens:
        assert not isinstance(desk.session.show_move(parse_move(token, "vierfrei")), Refusal)


@pytest.mark.parametrize("way", ["at once", "undone", "begun again", "resumed"])
def test_a_game_with_its_solution_shown_is_never_won(storage: PlayerStore, way: str) -> None:
    desk = desk_with(storage)
    show(desk, WON[:30])
    if way == "undone":
        while desk.session.undo_action():
            pass
    elif way == "begun again":
        desk.session.restart()
    elif way == "resumed":
        desk = desk_with(storage)
    win(desk.session, 30 if way in ("at once", "resumed") else 0)
    assert desk.session.won and not desk.session.won_unaided
    assert (only(storage).won, only(storage).shown) == (False, 30)
    assert " · solution shown · " in share_line(desk.session)


def test_cards_that_the_solution_sends_home_are_not_credited(storage: PlayerStore) -> None:
    desk = desk_with(storage, numbered("canfield", 42, "hoyle"))
    for _ in while_(lambda: desk.session.rules.home_move(desk.session.state) is None):
        assert not isinstance(desk.session.show_move(Move(Verb.DEAL)), Refusal)
    home = desk.session.rules.home_move(desk.session.state)
    assert home is not None
    for move in (home, Move(Verb.DEAL)):
        desk.session.show_move(move)
        assert (desk.session.account, desk.session.credited_account) == (-40, -45)
    desk.begin(numbered("canfield", 1, "hoyle"))
    assert only(storage).account == -45


def test_hints_and_undos_are_counted_and_kept(storage: PlayerStore) -> None:
    desk = desk_with(storage)
    desk.session.count_hint()
    play(desk.session, WON[0])
    desk.session.undo_step()
    desk.session.undo_action()
    desk.session.redo_action()
    desk = desk_with(storage)
    desk.session.count_hint()
    win(desk.session, 1)
    entry = only(storage)
    assert (entry.won, entry.hints, entry.shown, entry.undos) == (True, 2, 0, 1)
    assert share_line(desk.session).endswith(" · 2 hints · 1 undo")
    desk.session.undo_action()
    desk.session.count_hint()
    assert only(storage) == entry, "what is tried out after a win is no part of it"
    assert (desk.session.info.hints, desk.session.info.undos) == (2, 1)
    show(desk, WON[-1:])
    assert only(storage) == entry, "nor is the solution"


# -- undone stops ----------------------------------------------------------------------------------


@pytest.mark.parametrize("resume", [False, True])
def test_undoing_a_stop_takes_its_entry_off_the_record(storage: PlayerStore, resume: bool) -> None:
    desk = desk_with(storage, CASINO)
    desk.session.do(STOP)
    assert only(storage).account == -13
    if resume:
        desk = resumed(storage, "canfield")
    desk.session.undo_action()
    assert not entries(storage) and not desk.session.info.recorded
    desk.session.redo_action()
    assert only(storage).account == -13, "stopped once more"
    desk.session.undo_step()
    play(desk.session, "i p x")
    assert only(storage).account == -47
    desk.session.undo_action()
    desk.begin(numbered("canfield", 1, "casino"))
    assert only(storage).account == -47, "given up, which is stopping there"


def test_undoing_a_restart_leaves_the_entry_of_the_game_before(storage: PlayerStore) -> None:
    desk = desk_with(storage, CASINO)
    desk.session.do(STOP)
    first = only(storage)
    desk.session.restart()
    desk.session.do(STOP)
    assert len(entries(storage)) == 2
    desk.session.undo_action()
    desk.session.undo_action()
    assert desk.session.ended and only(storage) == first


# -- replays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("resume", [False, True])
def test_undo_leads_from_a_replay_to_the_game_before_it(storage: PlayerStore, resume: bool) -> None:
    desk = desk_with(storage)
    desk.session.count_hint()
    win(desk.session)
    desk.session.info.seconds = 147.0
    desk.session.restart()
    assert (desk.session.info.replay, desk.session.info.hints) == (True, 0), "a new game"
    play(desk.session, WON[0])
    if resume:
        desk = resumed(storage, "vierfrei")
    desk.session.undo_action()
    desk.session.undo_action()
    assert desk.session.won and desk.session.info.recorded and not desk.session.info.replay
    assert desk.session.info.seconds == 147.0
    desk.session.redo_action()
    assert not desk.session.info.recorded and desk.session.info.replay
    desk.begin(numbered("vierfrei", 1))
    assert not only(storage).replay, "nothing was done in the replay"


def test_a_deal_played_before_is_a_replay_however_it_is_dealt(storage: PlayerStore) -> None:
    desk = desk_with(storage)
    show(desk, WON)
    desk.begin(DEAL)
    win(desk.session)
    assert [(one.won, one.replay) for one in entries(storage)] == [(False, False), (True, True)]
    desk.begin(numbered("vierfrei", 1))
    assert not desk.session.info.replay


def test_a_deal_brought_back_by_undo_is_no_replay_and_a_random_one_was_not_played_yet(
    storage: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = iter([10913, 10913, 5])
    monkeypatch.setattr(current, "draw_number", lambda: next(numbers))
    desk = desk_with(storage)
    play(desk.session, WON[0])
    desk.begin(numbered("vierfrei", 1))
    assert desk.random_deal().number == 5
    desk.bring_back()
    win(desk.session, 1)
    assert (only(storage).won, only(storage).replay) == (True, False)
    desk.replace_game(played(numbered("vierfrei", 2), "1a"))
    assert desk.session.info.replay, "a pasted game, some of which was played elsewhere"
