"""How a game stands, in the few words that a table has room for."""

from __future__ import annotations

from game.core.piles import STOCK, WASTE, Role
from game.core.state import State, base_rank
from game.play.session import Session
from game.player.current import Desk
from game.player.settings import Settings
from game.rules.account import parts
from game.rules.registry import Deal
from game.support.texts import tr, trn
from game.words.names import (
    account_text,
    duration,
    money,
    moves_text,
    sum_text,
    turns_text,
)


def waiting_rank(deal: Deal, state: State) -> int | None:
    """The rank that an empty foundation shows; None shows the suit alone."""
    return None if deal.rule_set is None else base_rank(state)


def account_line(session: Session) -> str:
    """Money or points as the game stands; empty for Vierfrei."""
    account, payment = session.account, session.deal.kind.payment
    if account is None or payment is None:
        return ""
    return account_text(account, payment.in_dollars)


def move_count(session: Session) -> str:
    """How many actions were done since the game last began."""
    return trn("{n} move", "{n} moves", len(session.since_restart))


def length(session: Session) -> str:
    """The number of moves, and that of their steps if it is larger."""
    return moves_text(len(session.since_restart), session.steps_done)


def turn_count(session: Session, *, paid: bool = True) -> str:
    """How often the waste was turned over and, where it is to be told, what that has cost; empty
    where it never was."""
    rules = session.deal.rule_set
    return turns_text(session.state.turns, rules.payment.per_turn if paid else 0) if rules else ""


def stands(session: Session, settings: Settings) -> tuple[str, str, str]:
    """Account, turns of the waste and number of moves, each in words. What the player has hidden
    while a game goes on is empty, as what there is not."""
    ended = session.ended
    paid = ended or settings.money
    return (
        account_line(session) if paid else "",
        turn_count(session, paid=paid),
        move_count(session) if ended or settings.moves else "",
    )


def standings(session: Session, settings: Settings) -> tuple[str, str, str]:
    """For the bar, by the room that there is: account, turns of the waste, moves and time; the
    same without the turns; the account alone, or the moves where there is none."""
    account, turns, moves = stands(session, settings)
    time = duration(session.seconds) if session.ended or settings.clock else ""
    with_turns = "   ".join(filter(None, (account, turns, moves, time)))
    return with_turns, "   ".join(filter(None, (account, moves, time))), account or moves


def lost_words(deal: Deal) -> str:
    """Return the words for a deal that is known to be lost from the start."""
    if deal.number in deal.kind.lost:
        return tr("This deal can't be won. It's one of eight in a million.")
    return tr("This deal can't be won.")


def resting_words(deal: Deal, session: Session, *, stuck: bool) -> str:
    """Return the line that stays at the edge of the table until the next move; empty for none."""
    if stuck and deal.kind.in_stages:
        return tr("No moves left. Stop (x), undo, or review it (F7).")
    if stuck:
        return tr("No moves left. Undo, or review it (F7).")
    known_lost = deal.number in deal.kind.lost
    return lost_words(deal) if known_lost and not session.since_restart else ""


def beginning_words(desk: Desk) -> str:
    """Return the words for a game that was just laid out: whether its deal was played before, and
    what has become of the former game."""
    told = []
    if desk.session.book.replay and not desk.session.can_undo:
        told.append(tr("You've played this deal before, so this is a replay."))
    if desk.gave_up and desk.can_bring_back:
        told.append(tr("Your last game counts as abandoned. Undo to return to it."))
    elif desk.gave_up:
        told.append(tr("Your last game counts as abandoned."))
    return " ".join(told)


def ring_words(deal: Deal, state: State) -> tuple[str, str] | None:
    """Return the words in the empty stock: what turning the waste over costs now, and how often it
    was done; either may be empty. None if nothing is left to be turned over."""
    if not deal.kind.has(Role.STOCK) or not (state[STOCK] or state[WASTE]):
        return None
    cost = deal.kind.payment.per_turn if deal.kind.payment else 0
    return money(-cost) if cost else "", turns_text(state.turns, 0)


def ending(session: Session, par: str = "") -> tuple[str, str, str]:
    """Headline and words for a game that has ended, with how it compares with ``par``, and the
    words in brief."""
    book = session.book
    headline = tr("Won!") if session.won_alone else tr("Solved.")
    told: list[str] = []
    counts = length(session), move_count(session)
    for account, count, compared in zip(_accounts(session), counts, (par, ""), strict=True):
        said = [duration(session.seconds), count, compared, account]
        if book.replay:
            said.append(tr("a replay"))
        words = ", ".join(filter(None, said))
        if book.shown:
            words = tr(
                "Not counted as a win: the program showed the way. {standing}", standing=words
            )
        told.append(words)
    return headline if session.won else tr("Stopped."), told[0], told[1]


def _accounts(session: Session) -> tuple[str, str]:
    """What a game brought, as a sum where it is money that counts, and in brief."""
    rule_set, counted = session.deal.rule_set, session.counted
    if rule_set is None or counted is None:
        return "", ""
    brief = account_text(counted, rule_set.payment.in_dollars)
    added = parts(rule_set, session.state)
    # A sum is shown only if it adds up to the account that counts.
    whole = rule_set.payment.in_dollars and sum(added) == counted
    return sum_text(added) if whole else brief, brief
