"""Random game trees, and functions to compare them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import Final

from game.core.cards import MAX_DEAL, Card, Suit
from game.core.moves import Action, Move, Refusal, Verb
from game.core.state import State
from game.play.history import History, Node, action_text
from game.play.saved_games import saved_text
from game.play.session import Session
from game.rules import vierfrei
from game.rules.choices import Automatic, moves_onto
from game.rules.registry import Deal, numbered
from tests.seed import chance

Notes = tuple[str | None, str, str | None]
"""A position's bookmark, its remark, and the action that redo would repeat from there."""


def shape(session: Session) -> frozenset[Hashable]:
    """Return the actions that lead to each position, with its bookmark and remark."""
    return frozenset((way, *notes[:2]) for way, notes in whole(session).items())


def whole(session: Session, history: History | None = None) -> dict[str, Notes]:
    """Return the notes on each position, keyed by the actions that lead there."""

    def way(node: Node) -> str:
        return "/".join([action_text(one.action) for one in node.path_to_root()][-2::-1])

    nodes = list((history or session.history).root.subtree())
    found = {
        way(one): (one.bookmark, one.remark, one.main and action_text(one.main.action))
        for one in nodes
    }
    assert len(found) == len(nodes), "the same was done twice"
    return found


def known(session: Session) -> object:
    """Return everything that is saved in a file, except the order of branches."""
    books = {id(one.info): one.info.to_data() for one in session.history.root.subtree()}
    standing = session.actions, session.undone, session.seen, session.info.to_data()
    return whole(session), standing, sorted(map(str, books.values())), session.unknown_fields


def undo(session: Session, actions: int) -> None:
    for _ in range(actions):
        session.undo_action()


def undo_steps(session: Session, steps: int) -> None:
    for _ in range(steps):
        session.undo_step()


def texts(session: Session) -> list[str]:
    return list(map(action_text, session.actions))


def undone(session: Session) -> list[str]:
    return list(map(action_text, session.undone))


def steps_of(session: Session, moves: tuple[Move, ...]) -> Action:
    """Return the steps of ``moves``, which must be legal."""
    found = session.steps(session.state, moves)
    assert not isinstance(found, Refusal)
    return found


def of_runs(dice: Random) -> Deal:
    """Return a Vierfrei deal whose columns consist of short runs."""
    runs = list[tuple[Card, ...]]()
    for black, red in ((Suit.CLUBS, Suit.DIAMONDS), (Suit.SPADES, Suit.HEARTS)):
        for odd, even in ((black, red), (red, black)):
            whole = [Card(rank, odd if rank % 2 else even) for rank in range(13, 0, -1)]
            while whole:
                cut = dice.randint(2, 4)
                runs.append(tuple(whole[:cut]))
                del whole[:cut]
    dice.shuffle(runs)
    columns = {column: sum(runs[column.number :: 8], ()) for column in vierfrei.COLUMNS}
    return Deal("vierfrei", board=State(dict.fromkeys(vierfrei.PILES, ()) | columns))


def in_part(session: Session, dice: Random) -> None:
    """If possible, do an action of several steps, and undo some of them. Then redo a step or make a
    move, up to twice."""
    several = [way for way in every_way(session) if len(steps_of(session, way)) > 1]
    if several:
        session.do(*dice.choice(several))
        undo_steps(session, dice.randint(1, len(session.here.action)))
    for _ in range(dice.randint(0, 2)):
        if dice.random() < 0.5:
            session.redo_step()
        elif after := session.here.main:
            session.do(after.action[0].move)


_SIGNS: Final = 'a }{(;)#"!@\\ü\n€'


def grown(session: Session, dice: Random, actions: int) -> None:
    """Play at random, with undos, restarts, bookmarks and remarks."""

    def text() -> str:
        return "".join(dice.choices(_SIGNS, k=dice.randint(0, 8)))

    def play() -> None:
        if found := every_way(session):
            session.do(*dice.choice(found), automatic=dice.choice(list(Automatic)))

    acts: dict[Callable[[], object], int] = {
        play: 40,
        lambda: in_part(session, dice): 15,
        lambda: undo(session, dice.randint(1, 6)): 20,
        lambda: session.undo_step(dice.choice(list(Automatic))): 10,
        lambda: session.redo_step(dice.choice(list(Automatic))): 5,
        session.redo_action: 5,
        session.restart: 3,
        lambda: session.go(dice.choice(list(session.history.root.subtree()))): 7,
        lambda: session.history.set_bookmark(session.here, text()): 5,
        lambda: session.history.set_remark(session.here, text()): 5,
    }
    for act in dice.choices(list(acts), list(acts.values()), k=actions):
        act()
        # The program saves after each action, too.
        saved_text(session)


def every_way(session: Session) -> list[tuple[Move, ...]]:
    """Return the moves of each possible action."""
    rules, state = session.rules, session.state
    verbs = Verb.DEAL, Verb.TURN, Verb.INSPECT, Verb.PAY
    ways: list[tuple[Move, ...]] = [(Move(verb),) for verb in verbs]
    for source in rules.piles:
        for target in rules.piles:
            for count in rules.counts(state, source):
                found = moves_onto(rules, state, source, count, target)
                if source != target and not isinstance(found, Refusal):
                    ways.append(found)
    return [way for way in ways if not isinstance(session.outcome(*way), Refusal)]


def any_deal(game: str, rules: str | None, which: int = 0) -> Deal:
    """Return a random deal, determined by the seed and the arguments."""
    return numbered(game, chance("a deal", game, rules, which).randrange(MAX_DEAL + 1), rules)


def by_chance(deal: Deal, actions: int) -> Session:
    """Return a random game of ``deal`` with some undos and restarts."""
    session = Session(deal)
    grown(session, chance("a game", deal, actions), 2 * actions)
    return session
