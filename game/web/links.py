"""Links to games: ``vierfrei/617``, ``canfield/42/casino/35.1h`` – a deal, and moves played in it.

What stands in a link came from anywhere. It is read as strictly as a move in a file, and what
cannot be read gives one clear line.
"""

from __future__ import annotations

import re
from typing import Final

from game.play.session import Session
from game.play.sharing import deal_text, from_text, line_text
from game.rules.registry import deal_named, game_named, rule_sets, rules_named
from game.support.errors import GivenError
from game.support.texts import tr_later

MOST: Final = 2000
"""Characters of a link; longer ones do not survive every mail program."""
_ACTIONS: Final = "."
"""Between two actions."""
_STEPS: Final = "-"
"""Between the moves of an action."""
_LINK: Final = re.compile(r"[a-z]+/[0-9]{1,6}(/[A-Za-z0-9.+-]*){0,2}")


class LinkError(GivenError):
    """A link that leads to no game."""


def link_of(session: Session) -> str:
    """Return the link to a game as it stands, without its branches; only to its deal if all the
    moves would be too much, and empty for an own deal, which has no number."""
    deal = session.deal
    if deal.number is None:
        return ""
    named = [deal.game, str(deal.number), *([deal.rules] if deal.rules else [])]
    lines = line_text(deal, session.since_restart).splitlines()[1:]
    moves = _ACTIONS.join(line.replace(" ", _STEPS) for line in lines)
    whole = "/".join([*named, *([moves] if moves else [])])
    return whole if len(whole) <= MOST else "/".join(named)


def session_of(link: str) -> Session:
    """Return the game that a link leads to; raise ``GivenError`` if it leads to none."""
    if len(link) > MOST or not _LINK.fullmatch(link):
        raise LinkError(tr_later("This link doesn't lead to a game."))
    word, number, *more = link.split("/")
    game = game_named(word)
    rules = rules_named(game, more.pop(0)) if rule_sets(game) and more else None
    if len(more) > 1:
        raise LinkError(tr_later("This link doesn't lead to a game."))
    deal = deal_named(game, number, rules)
    moves = more[0].replace(_ACTIONS, "\n").replace(_STEPS, " ") if more else ""
    return from_text(f"{deal_text(deal)}\n{moves}", game, rules)
