"""How a game stands, in the few words that a table has room for; and what its light says."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from game.core.state import STOCK, WASTE, Role, State, base_rank
from game.play.session import Session
from game.player.current import Desk
from game.player.settings import Settings
from game.rules.registry import Deal, GameKind
from game.solver.answer import Verdict
from game.support.texts import tr, trn
from game.teach.difficulty import deal_sentence, won_sentence
from game.words.names import account_text, duration, money, turns_text
from scenes.kit.commands import key_words

if TYPE_CHECKING:
    from game.teach.difficulty import Graded


def waiting_rank(deal: Deal, state: State) -> int | None:
    """The rank that an empty foundation shows; None shows the suit alone."""
    return base_rank(state) if deal.engine.deals_base else None


def account_line(session: Session) -> str:
    """Money or points as the game stands; empty for Vierfrei."""
    account, payment = session.account, session.deal.kind.payment
    if account is None or payment is None:
        return ""
    return account_text(account, payment.in_dollars)


def move_count(session: Session) -> str:
    """How many moves were made since the game last began."""
    return trn("{n} move", "{n} moves", session.moves)


def turn_count(session: Session, *, paid: bool = True) -> str:
    """How often the waste was turned over and, where it is to be told, what that has cost; empty
    where it never was."""
    kind = session.deal.kind
    cost = kind.turn_cost if paid else 0
    return turns_text(session.state.turns, cost) if kind.has(Role.STOCK) else ""


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


def standings(session: Session, settings: Settings) -> tuple[str, ...]:
    """For the bar, by the room that there is: account, turns of the waste, moves and time; the
    same without the turns; without the time too; the account alone, or else the moves."""
    account, turns, moves = stands(session, settings)
    time = duration(session.book.seconds) if session.ended or settings.clock else ""
    every = (account, turns, moves, time), (account, moves, time), (account, moves)
    return *("   ".join(filter(None, some)) for some in every), account or moves


def lost_words(deal: Deal) -> str:
    """Return the words for a deal that is known to be lost from the start."""
    if deal.number in deal.kind.lost:
        return tr("This deal can't be won. It's one of eight in a million.")
    return tr("This deal can't be won.")


def again_key(kind: GameKind) -> str:
    """Return the name of the key that goes to the last position that could be won: T, with Shift
    where the small letter is a move."""
    return key_words("Shift+T" if "t" in kind.notation.alone else "T")


def resting_words(deal: Deal, session: Session, *, stuck: bool) -> str:
    """Return the line that stays at the edge of the table until the next move; empty for none."""
    key = again_key(deal.kind)
    if stuck and deal.kind.in_stages:
        return tr("No moves left. Stop (x), undo, try again ({key}), or review it (F7).", key=key)
    if stuck:
        return tr("No moves left. Undo, try again ({key}), or review it (F7).", key=key)
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
    cost = deal.kind.turn_cost
    return money(-cost) if cost else "", turns_text(state.turns, 0)


def ending(session: Session, graded: Graded | None = None) -> tuple[str, str]:
    """Return the headline and the words for a game that has ended: in how many moves it was won and
    how that compares with its par, if it is ``graded``, then what else is worth knowing at once."""
    headline, told = tr("Stopped."), list[str]()
    if session.won_alone:
        headline = won_sentence(session.moves, graded.par if graded else None)
        told = [deal_sentence(graded.grade)] if graded else []
    elif session.won:
        headline = trn("Solved in {n} move.", "Solved in {n} moves.", session.moves)
    if session.book.shown:
        told.append(tr("Not counted as a win: the program showed the way."))
    payment, counted = session.deal.kind.payment, session.counted
    if payment is not None and counted is not None:
        amount = account_text(counted, payment.in_dollars)
        text = tr("Balance: {amount}.") if payment.in_dollars else tr("Score: {amount}.")
        told.append(text.format(amount=amount))
    return headline, " ".join(told)


class Light(Enum):
    """What is known of the position on the table."""

    CAN_WIN = auto()
    LOST = auto()
    THINKING = auto()
    NOT_KNOWN = auto()
    CHANCE = auto()
    """Nobody can know it, but how likely it is."""


LIGHTS: Final = {
    Verdict.WINNABLE: Light.CAN_WIN,
    Verdict.LOST: Light.LOST,
    Verdict.UNDECIDED: Light.NOT_KNOWN,
}
"""What each verdict shows."""


def light_words(light: Light, *, begun: bool = True) -> str:
    """Return what the light says; a game that was not ``begun`` has not been lost yet."""
    if light is Light.LOST and not begun:
        return tr("can't be won")
    return {
        Light.CAN_WIN: tr("can be won"),
        Light.LOST: tr("lost"),
        Light.THINKING: tr("thinking …"),
        Light.NOT_KNOWN: tr("unknown"),
    }[light]
