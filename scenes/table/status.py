"""How a game stands, in the few words that a table has room for."""

from __future__ import annotations

from game.core.state import State
from game.play.session import Session
from game.player.current import Desk
from game.rules.canfield import base_rank
from game.rules.registry import Deal
from game.support.texts import tr, trn
from game.words.names import account_text, duration


def deal_name(deal: Deal) -> str:
    """The number of a deal, or what stands for it."""
    if deal.number is not None:
        return str(deal.number)
    return tr("(own board)") if deal.board is not None else tr("(own deck)")


def deal_title(deal: Deal) -> str:
    """As ``Vierfrei 617`` or ``Canfield 42 (Hoyle)``."""
    name, rules = deal_name(deal), deal.rule_set
    if rules is None:
        return tr("Vierfrei {deal}", deal=name)
    return tr("Canfield {deal} ({rules})", deal=name, rules=rules.name)


def waiting_rank(deal: Deal, state: State) -> int | None:
    """The rank that an empty foundation shows; None shows the suit alone."""
    return None if deal.rule_set is None else base_rank(state)


def account_line(session: Session) -> str:
    """Money or points as the game stands; empty for Vierfrei."""
    account, rules = session.account, session.deal.rule_set
    if account is None or rules is None:
        return ""
    return account_text(account, rules.payment.in_dollars)


def move_count(session: Session) -> str:
    """How many actions were done since the game last began."""
    return trn("{n} move", "{n} moves", len(session.since_restart))


def standing(session: Session) -> str:
    """Account, moves and time, for the bar."""
    parts = [account_line(session), move_count(session), duration(session.seconds)]
    return "   ".join(part for part in parts if part)


def brief_standing(session: Session) -> str:
    """The same where there is little room: the account, or the moves where there is none."""
    return account_line(session) or move_count(session)


def beginning_words(desk: Desk) -> str:
    """What there is to be told of a game that was laid out just now: whether its deal was played
    before, and what has become of the game before it."""
    told = []
    if desk.session.book.replay and not desk.session.actions:
        told.append(tr("You have played this deal before: this is a replay."))
    if desk.gave_up and desk.can_bring_back:
        told.append(tr("The former game counts as given up; one undo brings it back."))
    elif desk.gave_up:
        told.append(tr("The former game counts as given up."))
    return " ".join(told)


def ending(session: Session) -> tuple[str, str]:
    """Headline and words for a game that has ended."""
    book, rules = session.book, session.deal.rule_set
    parts = [duration(session.seconds), move_count(session)]
    if rules is not None and session.counted is not None:
        parts.append(account_text(session.counted, rules.payment.in_dollars))
    if book.replay:
        parts.append(tr("a replay"))
    words = ", ".join(parts)
    if book.shown:
        words = tr("Not counted as won: the solution was shown. {standing}", standing=words)
    headline = tr("Won!") if session.won_alone else tr("Solved.")
    return headline if session.won else tr("Stopped."), words
