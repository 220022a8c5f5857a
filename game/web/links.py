"""Links to games, such as ``vierfrei/617`` or ``canfield/42/casino/35.1h``.

A finished game's link ends with the seconds played: ``vierfrei/617/58.8a/342``.
"""

from __future__ import annotations

import re
from datetime import datetime
from itertools import takewhile, zip_longest
from typing import Final

from game.core.state import State
from game.play.game_text import deal_text, from_text, line_text
from game.play.session import Session
from game.record.entries import Entry
from game.record.totals import Part, past_cells, past_names
from game.rules.counting import moves_shown
from game.rules.registry import deal_named, game_named, rule_sets, rules_named
from game.support.errors import GivenError
from game.support.texts import tr, tr_later
from game.words.summary import summary

MOST: Final = 2000
"""The maximum length of a link. Some mail programs break longer ones."""
_ACTIONS: Final = "."
"""Separates the actions in a link."""
_STEPS: Final = "-"
"""Separates the moves of one action in a link."""
_LINK: Final = re.compile(r"[a-z]+/[0-9]{1,6}(/[A-Za-z0-9.+-]*){0,3}")
_SECONDS: Final = re.compile(r"[0-9]{1,6}")


def link_of(session: Session) -> str:
    """Return a link to the game, or to its deal alone if the moves make it too long.

    It is empty if the deal has no number.
    """
    deal = session.deal
    if deal.number is None:
        return ""
    named = [deal.game, str(deal.number), *([deal.rules] if deal.rules else [])]
    lines = line_text(deal, session.since_restart).splitlines()[1:]
    moves = _ACTIONS.join(line.replace(" ", _STEPS) for line in lines)
    played = [str(int(session.info.seconds))] if moves and session.ended else []
    whole = "/".join([*named, *([moves] if moves else []), *played])
    return whole if len(whole) <= MOST else "/".join(named)


def session_of(link: str) -> Session:
    """Return the game that a link leads to. Raise ``GivenError`` if the link is invalid."""
    if len(link) > MOST or not _LINK.fullmatch(link):
        raise GivenError(tr_later("This link doesn't lead to a game."))
    word, number, *more = link.split("/")
    game = game_named(word)
    rules = rules_named(game, more.pop(0)) if rule_sets(game) and more else None
    if len(more) > 2 or not all(_SECONDS.fullmatch(one) for one in more[1:]):
        raise GivenError(tr_later("This link doesn't lead to a game."))
    deal = deal_named(game, number, rules)
    moves = more[0].replace(_ACTIONS, "\n").replace(_STEPS, " ") if more else ""
    session = from_text(f"{deal_text(deal)}\n{moves}", game, rules)
    session.info.seconds = float(more[1]) if len(more) > 1 else 0.0
    return session


def side_by_side(mine: Entry, played: Session | None, theirs: Session) -> list[Part]:
    """Return parts of a page that compares a finished game with a linked game of the same deal.

    ``played`` is the finished game with its moves, or None if the moves weren't kept.
    """
    now = datetime.now().astimezone()
    cells = [past_cells(one, now.date()) for one in (mine, Entry.of(theirs, now))]
    facts = [list(row) for row in zip(past_names(theirs.deal.kind), *cells, strict=True)][2:]
    if not theirs.info.seconds:
        facts[-1][-1] = "–"
    heads = tr("your game"), tr("linked game")
    parts: list[Part] = [("table", (("", *heads), facts))]
    if played is None:
        return parts
    firsts = _parting(played, theirs)
    rest = [_numbered(*one) for one in zip((played, theirs), firsts, strict=True)]
    if all(rest):
        number = moves_shown(played.rules, played.since_restart[: firsts[0]]) + 1
        told = tr("The games part at move {n}.", n=number)
    elif any(rest):
        told = tr("Up to where one of them ends, the games are the same.")
    else:
        return [*parts, ("text", (tr("Both games are the same, move by move."),))]
    return [*parts, ("text", (told,)), ("table", (heads, [*zip_longest(*rest, fillvalue="")]))]


def _parting(*games: Session) -> list[int]:
    """Return how many actions each game has before the first position in which the games differ."""
    # Single steps are compared, since the same steps may be grouped into different actions.
    ways = [
        [(step.after, at) for at, action in enumerate(game.since_restart) for step in action]
        for game in games
    ]
    pairs = zip(*ways, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0][0] == pair[1][0], pairs))
    return [
        way[same][1] if same < len(way) else len(game.since_restart)
        for way, game in zip(ways, games, strict=True)
    ]


def _numbered(session: Session, first: int) -> list[str]:
    """Describe the actions from index ``first`` on, with move numbers."""
    actions, told = session.since_restart, list[str]()
    state: State = actions[first - 1][-1].after if first else session.layout
    before = moves_shown(session.rules, actions[:first])
    for at, action in enumerate(actions[first:], first + 1):
        number = moves_shown(session.rules, actions[:at])
        words = summary(action, state)
        told.append(f"{number}. {words}" if number > before else words)
        before, state = number, action[-1].after
    return told
