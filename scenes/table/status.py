"""Texts that describe the state of a game and the possible moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game.core.moves import Move, Refusal, Verb
from game.core.state import STOCK, PileId, Role
from game.rules.choices import targets
from game.rules.registry import GameKind
from game.support.texts import tr, trn
from game.teach.standing import account_line, lost_deal_text, move_count, turn_count, waiting_rank
from game.words.names import card_name, duration, pile_name
from game.words.summary import empty_text, pile_text, targets_text
from scenes.kit.commands import key_words

if TYPE_CHECKING:
    from game.play.session import Session
    from game.player.settings import Settings
    from game.store.current import Desk
    from scenes.table.table import Table


def status_parts(session: Session, settings: Settings) -> tuple[str, str, str]:
    """Return the balance, the redeals and the moves as phrases; some may be empty."""
    ended = session.ended
    paid = ended or settings.money
    return (
        account_line(session) if paid else "",
        turn_count(session, paid=paid),
        move_count(session) if ended or settings.moves else "",
    )


def status_wordings(session: Session, settings: Settings) -> tuple[str, ...]:
    """Return the bar's text in several lengths, the longest first."""
    account, turns, moves = status_parts(session, settings)
    time = duration(session.info.seconds) if session.ended or settings.clock else ""
    every = (account, turns, moves, time), (account, moves, time), (account, moves)
    return *("   ".join(filter(None, some)) for some in every), account or moves


def winnable_key(kind: GameKind) -> str:
    """Return the key that goes to the last winnable position."""
    return key_words("Shift+T" if "t" in kind.notation.alone else "T")


def resting_words(session: Session, *, stuck: bool) -> str:
    """Return the text that stays below the cards until the next move; usually empty."""
    deal = session.deal
    if stuck:
        words = tr("No moves left. Undo, try again ({key}), or review it (F7).")
        if deal.kind.in_stages:
            words = tr("No moves left. Stop (x), undo, try again ({key}), or review it (F7).")
        return words.format(key=winnable_key(deal.kind))
    known_lost = deal.number in deal.kind.lost
    return lost_deal_text(deal) if known_lost and not session.since_restart else ""


def beginning_words(desk: Desk) -> str:
    """Return what to say as a game begins; often empty."""
    told = []
    if desk.session.info.replay and not desk.session.can_undo:
        told.append(
            tr(
                "You've played this deal before, so this is a replay and does"
                "n't count in your statistics."
            )
        )
    if desk.entry_given_up and desk.can_bring_back:
        told.append(tr("Your last game counts as abandoned. Undo to return to it."))
    elif desk.entry_given_up:
        told.append(tr("Your last game counts as abandoned."))
    return " ".join(told)


# -- what is read aloud --------------------------------------------------------------------------


def pile_words(table: Table, pile: PileId) -> str:
    """Return a description of what the player can see of a pile."""
    state = table.state
    return pile_text(pile, state, waiting_rank(table.deal, state))


def piles_in_words(table: Table) -> list[str]:
    """Return lines saying what is on each pile, row by row."""
    lines = []
    for row in table.layout.rows:
        lines.append("; ".join(_others(table, row)))
        lines += [pile_words(table, pile) for pile in row if pile.role is Role.COLUMN]
    return [line for line in lines if line]


def _others(table: Table, row: Sequence[PileId]) -> Iterator[str]:
    """Yield descriptions of the piles in ``row``, except columns."""
    cells = empty = 0
    for pile in row:
        if pile.role is Role.COLUMN:
            continue
        if pile.role is Role.CELL and not table.state[pile]:
            cells += 1
        elif pile.role is Role.FOUNDATION and pile_words(table, pile) == empty_text(pile, None):
            # A foundation that waits for a known rank gets its own text.
            empty += 1
        else:
            yield pile_words(table, pile)
    if cells:
        yield trn("{n} cell free", "{n} cells free", cells)
    if empty:
        yield trn("{n} foundation empty", "{n} foundations empty", empty)


def _possible_moves(table: Table) -> Iterator[str]:
    """Yield the possible moves, pile by pile, except moves to cells."""
    state, rules = table.state, table.rules
    for pile in sorted(rules.piles, key=lambda pile: pile.role is Role.FOUNDATION):
        if pile.role is Role.STOCK:
            continue
        for count in rules.counts(state, pile):
            found = targets(rules, state, pile, count)
            others = {one for one in found if one.role is not Role.CELL}
            if others:
                cards = ", ".join(map(card_name, state[pile][-count:]))
                said = tr("{pile}, {cards}", pile=pile_name(pile), cards=cards)
                yield said + "; " + targets_text(others, state)


def movable_words(table: Table) -> list[str]:
    """Return sentences that describe what the player can do now."""
    state, rules = table.state, table.rules
    told = list(_possible_moves(table))
    lie = any(state[pile] for pile in rules.piles if pile.role is Role.COLUMN)
    if lie and any(pile.role is Role.CELL and not state[pile] for pile in rules.piles):
        told.append(tr("The last card of any column can go to a free cell"))
    if table.deal.kind.in_stages and (decision := table.due_decision()):
        told += [button.spoken for button in decision.buttons]
    if STOCK in state and state.stage == 3:
        for verb, words in ((Verb.DEAL, tr("Deal")), (Verb.TURN, tr("Turn the waste over"))):
            if not isinstance(rules.resolve(state, Move(verb)), Refusal):
                told.append(words)
    return told


def status_words(table: Table, light: str) -> str:
    """Return a description of the game's state. It begins with ``light``."""
    session, state = table.session, table.state
    piles = {role: [p for p in table.rules.piles if p.role is role] for role in Role}
    home = sum(len(state[pile]) for pile in piles[Role.FOUNDATION])
    cells = sum(not state[pile] for pile in piles[Role.CELL])
    columns = sum(not state[pile] for pile in piles[Role.COLUMN])
    told = [
        light,
        account_line(session),
        turn_count(session),
        move_count(session),
        duration(session.info.seconds),
        trn("{n} card home", "{n} cards home", home),
        trn("{n} cell free", "{n} cells free", cells) if piles[Role.CELL] else "",
        trn("{n} column empty", "{n} columns empty", columns),
    ]
    if STOCK in state:
        told.append(trn("{n} card in the stock", "{n} cards in the stock", len(state[STOCK])))
    return ", ".join(filter(None, told))
