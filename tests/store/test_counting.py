"""What a finished game counts as: the help taken in it, stops taken back, replays."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from game.core.moves import Move, Refusal, Verb
from game.play.session import Session
from game.play.sharing import share_line
from game.player.settings import Settings
from game.record.daily import daily_deal, days_played
from game.record.entries import Entry
from game.rules.registry import Deal, numbered
from game.store.current import Desk, open_desk
from game.store.store import PlayerStore
from tests.game.reading import parse_move
from tests.loops import while_
from tests.scenes.stage import WON_10913


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[PlayerStore]:
    found = PlayerStore(tmp_path)
    yield found
    found.close()


LINE = [parse_move(token, "vierfrei") for token in WON_10913.split()]
DEAL = numbered("vierfrei", 10913)


def desk_with(storage: PlayerStore, deal: Deal = DEAL) -> Desk:
    """A desk with ``deal`` on it, or with the game in hand if it is that."""
    game = deal.game
    return open_desk(storage, Settings(), game, storage.game_in_hand(game), deal)


def resumed(storage: PlayerStore, desk: Desk) -> Desk:
    """The same desk after the program has ended and begun anew."""
    storage.flush()
    deal, game = desk.session.deal, desk.session.deal.game
    return open_desk(storage, Settings(), game, storage.game_in_hand(game), deal)


def play(desk: Desk, tokens: str) -> None:
    for token in tokens.split():
        found = desk.session.do(parse_move(token, desk.session.deal.game))
        assert not isinstance(found, Refusal), token


def only(storage: PlayerStore) -> Entry:
    """The one entry that the file holds."""
    storage.flush()
    (entry,) = storage.log.games()
    return entry


# -- the solution was shown ------------------------------------------------------------------------


def show(desk: Desk, moves: int) -> None:
    for move in LINE[:moves]:
        assert not isinstance(desk.session.show_move(move), Refusal)


@pytest.mark.parametrize("way", ["at once", "undone", "begun again", "resumed"])
def test_a_game_whose_solution_was_shown_in_part_is_never_won(
    storage: PlayerStore, way: str
) -> None:
    desk = desk_with(storage)
    show(desk, 30)
    begun = 30
    if way == "undone":
        for _ in while_(lambda: desk.session.undo_action()):
            begun = 0
    elif way == "begun again":
        desk.session.restart()
        begun = 0
    elif way == "resumed":
        desk = resumed(storage, desk)
    for move in LINE[begun:]:
        desk.session.do(move)
    assert desk.session.won and not desk.session.won_unaided
    entry = only(storage)
    assert (entry.won, entry.shown) == (False, 30)
    assert " · solution shown · " in share_line(desk.session)


def test_a_game_ended_by_the_solution_stands_in_the_record_as_such(storage: PlayerStore) -> None:
    desk = desk_with(storage)
    show(desk, len(LINE))
    entry = only(storage)
    assert (entry.won, entry.shown, entry.hints) == (False, len(LINE), 0)


def test_what_the_solution_brings_is_not_credited(storage: PlayerStore) -> None:
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


def test_the_day_is_played_but_not_won_with_the_solution(storage: PlayerStore) -> None:
    day = datetime.now().date()
    desk = desk_with(storage, daily_deal(day, "vierfrei"))
    legal = next(move for move in map(_to_a_cell, range(1, 9)) if _goes(desk, move))
    desk.session.show_move(legal)
    desk.begin(DEAL)
    storage.flush()
    assert days_played(storage.log.games(), "vierfrei") == {day: False}


def _to_a_cell(column: int) -> Move:
    return parse_move(f"{column}a", "vierfrei")


def _goes(desk: Desk, move: Move) -> bool:
    return not isinstance(desk.session.outcome(move), Refusal)


def test_hints_and_undos_are_counted_and_kept(storage: PlayerStore) -> None:
    desk = desk_with(storage)
    desk.session.count_hint()
    desk.session.do(LINE[0])
    desk.session.undo_step()
    desk.session.undo_action()
    desk.session.redo_action()
    desk = resumed(storage, desk)
    desk.session.count_hint()
    for move in LINE[1:]:
        desk.session.do(move)
    entry = only(storage)
    assert (entry.won, entry.hints, entry.shown, entry.undos) == (True, 2, 0, 1)
    assert share_line(desk.session).endswith(" · 2 hints · 1 undo")
    desk.session.undo_action()
    desk.session.count_hint()
    assert only(storage) == entry, "what is tried out after a win is no part of it"
    assert (desk.session.info.hints, desk.session.info.undos) == (2, 1)


def test_a_win_stays_when_the_solution_is_shown_after_it(storage: PlayerStore) -> None:
    desk = desk_with(storage)
    for move in LINE:
        desk.session.do(move)
    desk.session.undo_action()
    desk.session.show_move(LINE[-1])
    assert only(storage).won


# -- stops taken back ------------------------------------------------------------------------------

CASINO = Deal("canfield", 100, "casino")


@pytest.mark.parametrize("resume", [False, True])
def test_undoing_a_stop_takes_back_its_entry(storage: PlayerStore, resume: bool) -> None:
    desk = desk_with(storage, CASINO)
    desk.session.do(Move(Verb.STOP))
    assert only(storage).account == -13
    if resume:
        # Not by its number, which would begin a game that has ended anew.
        storage.flush()
        session = storage.game_in_hand("canfield")
        assert session is not None
        desk = open_desk(storage, Settings(), "canfield", session)
    desk.session.undo_action()
    storage.flush()
    assert not storage.log.games() and not desk.session.info.recorded
    desk.session.redo_action()
    assert only(storage).account == -13, "stopped once more"
    desk.session.undo_step()
    play(desk, "i p x")
    assert only(storage).account == -47
    desk.session.undo_action()
    desk.begin(numbered("canfield", 1, "casino"))
    assert only(storage).account == -47, "given up, which is stopping there"


def test_a_stop_is_taken_back_though_another_game_of_the_tree_is_saved_next(
    storage: PlayerStore,
) -> None:
    desk = desk_with(storage, CASINO)
    desk.session.do(Move(Verb.STOP))
    first = only(storage)
    desk.session.restart()
    desk.session.do(Move(Verb.STOP))
    storage.flush()
    assert len(storage.log.games()) == 2
    desk.session.undo_action()
    desk.session.undo_action()
    assert desk.session.ended and only(storage) == first


def test_the_entry_of_another_game_is_not_taken_back(storage: PlayerStore) -> None:
    desk = desk_with(storage, CASINO)
    desk.session.do(Move(Verb.STOP))
    other = only(storage)
    desk.begin(numbered("canfield", 1, "casino"))
    desk.session.do(Move(Verb.STOP))
    desk.session.undo_action()
    assert only(storage) == other


# -- replays ---------------------------------------------------------------------------------------


def test_same_again_is_a_new_game_that_is_recorded_apart(storage: PlayerStore) -> None:
    desk = desk_with(storage)
    desk.session.count_hint()
    for move in LINE:
        desk.session.do(move)
    desk.session.restart()
    assert not desk.session.info.recorded and desk.session.info.replay
    for move in LINE:
        desk.session.do(move)
    storage.flush()
    first, second = storage.log.games()
    assert (first.won, first.replay, first.hints) == (True, False, 1)
    assert (second.won, second.replay, second.hints) == (True, True, 0)
    assert " · replay · won · " in share_line(desk.session)


@pytest.mark.parametrize("resume", [False, True])
def test_undo_leads_from_a_replay_to_the_game_before_it(storage: PlayerStore, resume: bool) -> None:
    desk = desk_with(storage)
    for move in LINE:
        desk.session.do(move)
    desk.session.info.seconds = 147.0
    desk.session.restart()
    desk.session.do(LINE[0])
    if resume:
        storage.flush()
        session = storage.game_in_hand("vierfrei")
        desk = open_desk(storage, Settings(), "vierfrei", session)
    desk.session.undo_action()
    desk.session.undo_action()
    assert desk.session.won and desk.session.info.recorded and not desk.session.info.replay
    assert desk.session.info.seconds == 147.0
    desk.session.redo_action()
    assert not desk.session.info.recorded and desk.session.info.replay
    desk.begin(numbered("vierfrei", 1))
    assert not only(storage).replay, "nothing was done in the replay"


def test_a_deal_that_was_played_before_is_a_replay_however_it_is_dealt(
    storage: PlayerStore,
) -> None:
    desk = desk_with(storage)
    show(desk, len(LINE))
    desk.begin(DEAL)
    for move in LINE:
        desk.session.do(move)
    storage.flush()
    assert [(entry.won, entry.replay) for entry in storage.log.games()] == [
        (False, False),
        (True, True),
    ]
    desk.begin(numbered("vierfrei", 1))
    assert not desk.session.info.replay


def test_a_deal_brought_back_by_undo_is_no_replay(storage: PlayerStore) -> None:
    desk = desk_with(storage)
    desk.session.do(LINE[0])
    desk.begin(numbered("vierfrei", 1))
    desk.bring_back()
    for move in LINE[1:]:
        desk.session.do(move)
    assert (only(storage).won, only(storage).replay) == (True, False)


def test_moves_from_elsewhere_do_not_win_a_game(storage: PlayerStore) -> None:
    desk = desk_with(storage, numbered("vierfrei", 1))
    copied = Session(DEAL)
    for move in LINE[:-1]:
        copied.do(move)
    desk.replace_game(copied)
    desk.session.do(LINE[-1])
    assert only(storage).replay


def test_a_random_deal_is_one_that_was_not_played_yet(storage: PlayerStore) -> None:
    numbers = iter([10913, 10913, 5])
    desk = open_desk(storage, Settings(), "vierfrei", None, DEAL, draw=lambda: next(numbers))
    desk.session.do(LINE[0])
    desk.begin(numbered("vierfrei", 1))
    assert desk.random_deal().number == 5
