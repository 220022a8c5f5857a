"""Kills 200 processes at random moments while they play and save.

Only the last action may be lost, and no game may count twice. ``tests.store.test_states`` covers
every system call.
"""

from __future__ import annotations

import random
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from game.core.moves import Move, Verb
from game.play.saved_games import saved_text
from game.play.session import Session
from game.player.settings import Settings
from game.rules.canfield import RULE_SETS
from game.rules.choices import targets
from game.rules.registry import numbered
from game.store.current import Desk
from game.store.store import PlayerStore
from tests.bench.figures import Figure, fixed
from tests.game.reading import play
from tests.seed import run_seed
from tests.store.playing import WON

KILLS = 200
KINDS = [("vierfrei", None)] * 3 + [("canfield", rules) for rules in ("casino", *RULE_SETS)]
_WON_DEAL = 10913
_LATER = 4
"""A killed process may have saved up to this many actions after its last report."""


def run(kills: int = KILLS) -> list[Figure]:
    """Kill ``kills`` processes; raise if anything is lost or counted twice."""
    seed = run_seed()
    print(f"  seed {seed}")
    with tempfile.TemporaryDirectory() as folder:
        actions = sum(_kill_once(Path(folder), f"{seed} {n}", n) for n in range(kills))
    return [
        fixed("kills survived", kills),
        fixed("actions completed before a kill, on average", actions / kills),
    ]


def _playing(folder: Path, seed: str, number: int) -> Iterator[tuple[PlayerStore, Desk]]:
    """Play at random; yield after each action, before it is saved."""
    game, rules = KINDS[number % len(KINDS)]
    chance, clock = random.Random(seed), [datetime(2026, 1, 1, tzinfo=UTC)]
    store = PlayerStore(folder, now=lambda: clock[0])
    assert store.saves, "the lock outlived its holder"
    found = store.game_in_hand(game)
    settings, wanted = Settings(rules_this_run=rules), numbered(game, 5, rules)
    desk = Desk(store, settings, game, found, None if found else wanted)
    while True:
        yield store, desk
        clock[0] += timedelta(days=number, seconds=chance.randint(1, 999))
        for _ in _act(desk, chance):
            yield store, desk


def _act(desk: Desk, chance: random.Random) -> Iterator[None]:
    """Do something at random, such as an undo or a few moves. Yield after each step."""
    session, what = desk.session, chance.random()
    deal, nodes = session.deal, list(session.history.root.subtree())
    if what < 0.3:
        undoing: list[Callable[[], object]] = [session.undo_step, session.undo_action]
        undoing += [session.redo_action, session.restart, desk.bring_back]
        chance.choice(undoing)()
    elif what < 0.36:
        desk.begin(numbered(deal.game, chance.choice([1, 2, _WON_DEAL]), deal.rules))
    elif what < 0.4:
        session.do(Move(Verb.STOP))
    elif what < 0.45:
        session.history.set_remark(chance.choice(nodes), str(what))
        session.save()
    elif what < 0.5:
        session.go(chance.choice(nodes))
    elif what < 0.6 and deal == numbered("vierfrei", _WON_DEAL):
        with suppress(AssertionError):
            for move in WON[len(session.since_restart) :]:
                play(session, move)
                yield
    else:
        session.do(_move(session, chance))


def _move(session: Session, chance: random.Random) -> Move:
    piles = list(session.rules.piles)
    chance.shuffle(piles)
    for source in piles:
        for count in session.rules.counts(session.state, source):
            for target in sorted(targets(session.rules, session.state, source, count)):
                if chance.random() < 0.6:
                    return Move.carry(source, target, count)
    return Move(chance.choice([Verb.DEAL, Verb.TURN, Verb.INSPECT, Verb.PAY]))


def _until_killed(telling: Connection, folder: Path, seed: str, number: int) -> None:
    """Play. After saving each action, send its number to ``telling``."""
    for done, (store, _) in enumerate(_playing(folder, seed, number)):
        store.flush()
        telling.send(done)


def _kill_once(folder: Path, seed: str, number: int) -> int:
    """Kill a process and check its files; return how many actions it reported."""
    chance, copy = random.Random(f"kill {seed}"), folder.with_name(folder.name + " copy")
    shutil.copytree(folder, copy)
    # Forking saves the time to load the program, and makes no difference to being killed.
    kind: Any = get_context("fork" if "fork" in get_all_start_methods() else "spawn")
    told, telling = kind.Pipe(duplex=False)
    child = kind.Process(target=_until_killed, args=(telling, folder, seed, number))
    child.start()
    telling.close()
    numbers = [told.recv() for _ in range(chance.randint(1, 60))]
    time.sleep(chance.random() * 0.004)
    child.kill()
    # Actions that were reported before the kill, but not yet received, count as well.
    with suppress(EOFError):
        while True:
            numbers.append(told.recv())
    child.join()
    hands, records = list[object](), list[object]()
    for done, (store, desk) in enumerate(_playing(copy, seed, number)):
        if done >= numbers[-1]:
            store.flush()
            hand, record = _known(store, desk.session)
            hands.append(hand)
            records.append(record)
        if done == numbers[-1] + _LATER:
            store.close()
            break
    store = PlayerStore(folder)
    found = store.game_in_hand(KINDS[number % len(KINDS)][0])
    assert found is not None, "the game in hand is gone"
    hand, record = _known(store, found)
    # Either the log or the game in hand is written first, so one may be an action ahead.
    met = (records[max(0, at - 1) : at + 2] for at, one in enumerate(hands) if one == hand)
    assert any(record in some for some in met), f"seed '{seed}': not as after {numbers[-1]}"
    assert store.take_problems() == [] and not list(folder.glob("*.broken-*"))
    assert all(store.finished_game(one.id) is not None for one in store.log.games())
    store.close()
    shutil.rmtree(copy)
    return int(numbers[-1])


def _known(store: PlayerStore, session: Session) -> tuple[object, object]:
    games = [one._replace(id="") for one in store.log.games()]
    # The info of restarted games contains their ids, which differ.
    tree = re.sub(r" \{@(?:[^\\}]|\\.)*\}", "", saved_text(session).partition("\n")[2])
    return (tree, len(session.actions), session.history.steps_undone), sorted(map(str, games))
