"""How a game stands, in the few words that a table has room for."""

from __future__ import annotations

from game.canfield import base_rank
from game.games import Deal
from game.names import account_text, duration
from game.session import Session
from game.state import State
from game.texts import tr, trn


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


def ending(session: Session) -> tuple[str, str]:
    """Headline and words for a game that has ended."""
    parts = [duration(session.seconds), move_count(session), account_line(session)]
    return (
        tr("Won!") if session.won else tr("Stopped."),
        ", ".join(part for part in parts if part),
    )
