"""A game that plays itself at random, so that it can be killed while it saves.

``tests.storage.kills`` plays the same actions without files, and so knows what the file may hold.
"""

from __future__ import annotations

import random
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path

from game.player.current import Desk, open_desk
from game.player.storage import Storage

from game.core.moves import Move, Verb
from game.play.session import Session
from game.player.settings import Settings
from game.rules.choices import targets
from game.rules.registry import Deal, numbered


def first_deal(game: str, rules: str | None) -> Deal:
    """Return the deal used if there is no current game."""
    return numbered(game, 617, rules)


def act(desk: Desk, chance: random.Random) -> None:
    """Do one thing at random, which may be refused."""
    what = chance.random()
    if what < 0.12:
        desk.session.undo_step()
    elif what < 0.16:
        desk.session.undo_action()
    elif what < 0.22:
        desk.session.redo_action()
    elif what < 0.24:
        desk.session.restart()
    elif what < 0.27:
        deal = desk.session.deal
        desk.begin(numbered(deal.game, chance.randint(0, 999), deal.rules))
    else:
        desk.session.do(_move(desk.session, chance))


def _move(session: Session, chance: random.Random) -> Move:
    piles = list(session.rules.piles)
    chance.shuffle(piles)
    for source in piles:
        for count in session.rules.counts(session.state, source):
            for target in sorted(targets(session.rules, session.state, source, count)):
                if chance.random() < 0.6:
                    return Move.carry(source, target, count)
    verbs = [Verb.DEAL, Verb.TURN, Verb.INSPECT, Verb.PAY]
    return Move(chance.choice(verbs))


def play(telling: Connection, folder: Path, seed: str, game: str, rules: str | None) -> None:
    """Go on with the game in ``folder`` until killed; tell the number of each action once it is
    saved."""
    storage = Storage(folder)
    if not storage.saves:
        raise SystemExit(" ".join(storage.take_problems()))
    settings = Settings(rules_this_run=rules)
    wanted = None if (found := storage.game(game)) else first_deal(game, rules)
    now = datetime.now
    desk = open_desk(storage, settings, storage.record(), game, found, wanted, now=now)
    chance = random.Random(seed)
    number = 0
    while True:
        storage.flush()
        telling.send(number)
        act(desk, chance)
        number += 1
