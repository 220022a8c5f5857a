"""Prints answers and positions, as JSON or as text."""

from __future__ import annotations

import contextlib
import importlib
import json
import sys
import textwrap
import threading
from collections.abc import Iterable
from typing import Any, Final

from game.cli.inputs import display_name
from game.core.cards import RANKS, cards_text
from game.core.state import (
    FOUNDATION_ORDER,
    FOUNDATIONS,
    RESERVE,
    STOCK,
    WASTE,
    PileId,
    Role,
    State,
    base_rank,
)
from game.rules.notation import board_text
from game.rules.registry import Deal, GameKind, Start
from game.solver.answer import least_moves
from game.support.terminal import print_error, write_line
from game.support.texts import tr, trn
from game.teach.difficulty import Graded, Par
from game.words import names

Object = dict[str, object]

_WIDTH: Final = 78


def show(answer: Object | str) -> None:
    """Print ``answer``: an object as JSON, a string unchanged."""
    write_line(answer if isinstance(answer, str) else json.dumps(answer))


class Printer:
    """Prints answers, with a progress bar if possible.

    ``count`` is the number of answers to come; None if unknown.
    """

    def __init__(self, count: int | None = 1) -> None:
        self._errors: list[str] = []
        # Untyped, because the package may be missing.
        self._bar: Any = None
        if count == 1 or sys.stderr is None or not sys.stderr.isatty():
            return
        with contextlib.suppress(ImportError):
            tqdm = importlib.import_module("tqdm").tqdm
            tqdm.monitor_interval = 0
            # tqdm's own lock works across processes, and would start an extra process.
            tqdm.set_lock(threading.RLock())
            self._bar = tqdm(total=count, unit="", dynamic_ncols=True, leave=False)

    def close(self) -> None:
        """Remove the progress bar, if there is one."""
        if self._bar is not None:
            self._bar.close()

    def show(self, answer: Object | str) -> None:
        """Print an answer, and advance the progress bar."""
        if self._bar is None:
            show(answer)
            return
        with self._bar.external_write_mode(file=sys.stdout):
            show(answer)
        self._bar.update(1)

    def show_error(self, head: Object, error: str) -> None:
        """Print ``error`` as the answer to a bad line of a batch; keep it for ``tell_errors``."""
        self._errors.append(error)
        self.show(head | {"error": error})

    def tell_errors(self, name: str | None) -> bool:
        """Print an error if the batch ``name`` had unusable lines; return whether it had any."""
        if name is None or not self._errors:
            return False
        first, *others = self._errors
        if n := len(others):
            first += " " + trn("(and {n} more bad line)", "(and {n} more bad lines)", n)
        print_error(f"{display_name(name)}: {first}")
        return True


def deal_object(deal: Deal) -> Object:
    """Return the game, rule set and number of a deal as members of a JSON object."""
    return {"game": deal.game, "rules": deal.rules, "deal": deal.number}


def grade_object(deal: Deal, found: Graded | None, shortest: int = 0, least: int = 0) -> Object:
    """Return a deal's par and grade as members of a JSON object. Ungraded games have neither.

    ``shortest`` is the length of a known solution in player moves, or 0 if none is known.
    ``least`` is a proven lower bound on the length of every solution.
    """
    if not deal.kind.graded:
        return {}
    pars = [] if found is None else [found.par]
    if shortest:
        pars.append(Par(shortest, shortest <= max(least, least_moves(deal.kind, deal.layout()))))
    par = min(pars, key=lambda one: (one.moves, not one.proven), default=None)
    return {
        "par": None if par is None else par.moves,
        "par_proven": par is not None and par.proven,
        "grade": None if found is None else found.grade,
    }


def position_object(deal: Deal, state: State, moves: int) -> Object:
    """Return a position and the number of moves before it, as members of a JSON object."""
    return {
        "piles": piles_object(deal, state),
        "account": deal.account(state),
        "stage": stage(deal, state),
        "won": deal.engine.won(state),
        "moves": moves,
    }


def stage(deal: Deal, state: State) -> int | None:
    """Return the stage of paying for the deck, from 1 to 3; None if the game has no stages."""
    return state.stage if deal.kind.in_stages else None


def piles_object(deal: Deal, state: State) -> Object:
    """Return the piles as members of a JSON object."""
    foundations = {one.letter: len(state[one]) for one in FOUNDATIONS}
    columns = [cards_text(state[column]) for column in _piles(deal.kind, Role.COLUMN)]
    if deal.kind.has(Role.CELL):
        return {
            "cells": [cards_text(state[cell]) for cell in _piles(deal.kind, Role.CELL)],
            "foundations": foundations,
            "columns": columns,
        }
    return {
        "stock": cards_text(state[STOCK]),
        "waste": cards_text(state[WASTE]),
        "reserve": cards_text(state[RESERVE]),
        "base": RANKS[base_rank(state) - 1],
        "foundations": foundations,
        "columns": columns,
    }


def _piles(kind: GameKind, role: Role) -> list[PileId]:
    return [pile for pile in kind.engine.piles if pile.role is role]


def piles_text(deal: Deal, state: State) -> str:
    """Return the piles as a board or as lines of text."""
    if deal.kind.own is Start.BOARD:
        return board_text(state)
    named = [
        (tr("Reserve"), RESERVE),
        *((f"{tr('Foundation')} {suit.letter}", FOUNDATIONS[suit]) for suit in FOUNDATION_ORDER),
        *((f"{tr('Column')} {column.letter}", column) for column in _piles(deal.kind, Role.COLUMN)),
        (tr("Waste"), WASTE),
        (tr("Stock (next card last)"), STOCK),
    ]
    return "\n".join(f"{name}: {cards_text(state[pile])}".rstrip() for name, pile in named)


def standing_lines(deal: Deal, state: State) -> list[str]:
    """Return lines with the balance and the stage. A game may have neither."""
    amount, at = deal.account(state), stage(deal, state)
    lines = [] if amount is None else [f"{tr('Balance')}: {sum_text(deal, amount)}"]
    return lines if at is None else [*lines, tr("Stage: {stage} of 3", stage=at)]


def account_text(deal: Deal, state: State) -> str | None:
    """Return text such as ``balance -$35`` or ``5 points``; None if the game has neither."""
    amount = deal.account(state)
    return None if amount is None else amount_text(deal, amount)


def amount_text(deal: Deal, amount: int) -> str:
    """Return text such as ``balance -$35`` or ``5 points``."""
    payment = deal.kind.payment
    told = sum_text(deal, amount)
    return tr("balance {amount}", amount=told) if payment and payment.in_dollars else told


def sum_text(deal: Deal, amount: int) -> str:
    """Return an amount such as ``-$35`` or ``5 points``."""
    return names.account_text(amount, deal.kind.payment).replace("−", "-")


def with_moves(line: str, tokens: Iterable[str]) -> str:
    """Return ``line``, followed by indented lines with the moves."""
    moves = textwrap.wrap(" ".join(tokens), _WIDTH, initial_indent="  ", subsequent_indent="  ")
    return "\n".join([line, *moves])
