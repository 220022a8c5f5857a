"""Searches Canfield positions for a win or the best result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from time import perf_counter
from typing import Any, Final, NamedTuple

from game.core.cards import Card
from game.core.moves import Move, Refusal, Verb
from game.core.state import HOME, RESERVE, STOCK, WASTE, PileId, Role, State
from game.rules.canfield import CARDS_A_DEAL, COLUMNS, Canfield, RuleSet
from game.rules.counting import account
from game.solver.answer import Answer, Verdict, never_cancelled
from game.solver.canfield_board import HOME_TARGET, OPEN_TARGET, CanfieldBoard, Node, Packs, mask_of
from game.solver.canfield_bound import CanfieldBound
from game.solver.canfield_search import MOST_MET, CanfieldSearch
from game.support.collector import collector_at_rest

_MODELLED: Final = frozenset({
    "key", "name", "initial_waste", "parts_may_move", "fills_itself", "open_with_reserve",
    "open_without_reserve", "foundations_give_back", "payment",
})  # fmt: skip
"""The fields of a rule set that the solver can handle."""


def knows(rule_set: RuleSet) -> bool:
    """Return whether the solver handles the rules of ``rule_set`` correctly."""
    others = [one for one in fields(rule_set) if one.name not in _MODELLED]
    if any(getattr(rule_set, one.name) != one.default for one in others):
        return False
    # The search fills empty columns from the reserve as long as it has cards, and from these piles
    # afterwards.
    may_open = {Role.WASTE}
    if rule_set.parts_may_move:
        may_open.add(Role.COLUMN)
    if rule_set.foundations_give_back:
        may_open.add(Role.FOUNDATION)
    from_reserve = rule_set.fills_itself or rule_set.open_with_reserve == {Role.RESERVE}
    return from_reserve and may_open <= rule_set.open_without_reserve


def _knows_account(rule_set: RuleSet) -> bool:
    """Return whether ``BestResult(paid=True)`` can prove a balance to be the best."""
    payment = rule_set.payment
    alike = payment.per_turn == payment.per_card and payment.jackpot is None
    # That search never brings cards back.
    return knows(rule_set) and alike and not rule_set.foundations_give_back


def solve(
    state: State,
    rule_set: RuleSet,
    *,
    time_limit: float,
    cancelled: Callable[[], bool] = never_cancelled,
    clock: Callable[[], float] = perf_counter,
    want_best: bool = True,
) -> Answer:
    """Search ``state`` for a win, within about ``time_limit`` seconds.

    If no win is found and ``want_best`` is True, look for the line that brings the most cards home.
    """
    began = clock()
    rules = Canfield(rule_set)

    def over() -> bool:
        return clock() - began >= time_limit or cancelled()

    def answer(verdict: Verdict, moves: tuple[Move, ...], positions: int, *best: Any) -> Answer:
        return Answer(verdict, moves, positions, clock() - began, *best)

    if rules.won(state):
        return answer(Verdict.WINNABLE, (), 0, state.cards_home, True)
    if state.stopped:
        return answer(Verdict.LOST, (), 0, state.cards_home, True)
    if not knows(rule_set):
        return Answer(Verdict.UNDECIDED, (), 0, clock() - began, rules_known=False)
    board, returns = CanfieldBoard(state), rule_set.foundations_give_back
    search = CanfieldSearch(board, rule_set, returns=returns)
    with collector_at_rest():
        won = search.run(over)
    best, verdict = search.best, Verdict.LOST if won is False else Verdict.UNDECIDED
    exact, positions = bool(won), search.expanded
    if not (won or want_best):
        return answer(verdict, (), positions)
    if not won:
        climb = BestResult(board, rule_set, paid=False)
        with collector_at_rest():
            better, _, exact = climb.climb(over, best[1].bit_count() if best else -1)
        best, positions = better or best, positions + climb.expanded
    assert best is not None
    line = _line(rules, state, board, best)
    cards, moves = line.state.cards_home, tuple(line.moves)
    if cards == 52:
        return answer(Verdict.WINNABLE, moves, positions, 52, True, moves)
    assert not won, "the solver's line wins"
    return answer(Verdict.LOST if exact else verdict, (), positions, cards, exact, moves)


class BestAccount(NamedTuple):
    """The best balance that was found, and a line that reaches it."""

    account: int  # in dollars or points
    moves: tuple[Move, ...]
    exact: bool  # whether it is proven to be the highest


def best_account(
    state: State,
    rule_set: RuleSet,
    *,
    time_limit: float,
    cancelled: Callable[[], bool] = never_cancelled,
    clock: Callable[[], float] = perf_counter,
) -> BestAccount:
    """Return the best balance that was found, with a line that reaches it."""
    began = clock()
    rules = Canfield(rule_set)
    line = Line(rules, state)
    ended = state.stopped or rules.won(state)
    if ended or not knows(rule_set):
        return _account_of(rule_set, line, exact=ended)

    def over(share: float = 1.0) -> bool:
        return clock() - began >= time_limit * share or cancelled()

    if not rule_set.payment.per_turn:
        found = solve(state, rule_set, time_limit=time_limit, cancelled=cancelled, clock=clock)
        for move in found.best_moves:
            line.play(move)
        return _account_of(rule_set, line, found.best_exact)
    search = CanfieldSearch(CanfieldBoard(state), rule_set, returns=rule_set.foundations_give_back)
    with collector_at_rest():
        search.run(lambda: over(0.4))
    if search.best is not None:
        line = _line(rules, state, search.board, search.best)
    # The line with the most cards home need not be the best, because its redeals may cost more than
    # the cards earn.
    climb = BestResult(CanfieldBoard(state, PassingPacks()), rule_set, paid=True)
    known = line.state.cards_home - (line.state.turns - state.turns)
    with collector_at_rest():
        node, most, exact = climb.climb(over, known)
    exact = exact and _knows_account(rule_set)
    if node is not None:
        line = _line(rules, state, climb.board, node)
        assert line.state.cards_home - (line.state.turns - state.turns) >= most
    best = _account_of(rule_set, line, exact)
    return _or_stopping(best, rules, state) if state.stage < 3 else best


def _or_stopping(best: BestAccount, rules: Canfield, state: State) -> BestAccount:
    """Return the better of ``best`` and stopping now. If they are equal, return stopping."""
    stop = Line(rules, state)
    stop.play(Move(Verb.STOP))
    if account(rules.rule_set, stop.state) >= best.account:
        return _account_of(rules.rule_set, stop, best.exact)
    return best


def _account_of(rule_set: RuleSet, line: Line, exact: bool) -> BestAccount:
    return BestAccount(account(rule_set, line.state), tuple(line.moves), exact)


def _line(rules: Canfield, state: State, board: CanfieldBoard, node: Node) -> Line:
    """Return the line that leads to ``node``, with every move checked by the rules."""
    line = Line(rules, state)
    line.begin()
    line.follow(board, packed_moves(node))
    return line


# -- the best result -------------------------------------------------------------------------------

# Branch and bound: a position is abandoned if the relaxed game brings home no more cards, minus the
# redeals so far, than the best known result. The moves that the search for a win leaves out can be
# left out here too: the player who plays without them (``canfield_moves``) has at least as many
# cards home after each move, and redeals no more often. Only the last card of the pack is not taken
# early where redeals cost money, because that can cost a redeal.


class PassingPacks(Packs):
    """Counts a card as within reach only if it comes up before the next redeal."""

    def reach(self, pack: int, waste: int) -> int:
        first = (waste or CARDS_A_DEAL) - 1
        return mask_of(self.order[pack][first::CARDS_A_DEAL]) | self.last_bit[pack]


class BestResult(CanfieldSearch):
    """Searches for the most cards home; if ``paid``, each redeal counts as one card less."""

    def __init__(self, board: CanfieldBoard, rule_set: RuleSet, *, paid: bool) -> None:
        returns = rule_set.foundations_give_back and not paid
        super().__init__(board, rule_set, returns=returns)
        # Without ``to_win``, because this search has to know how many cards can go home.
        self.bound = CanfieldBound(board, parts=self.parts, returns=returns)
        self.takes_last = not paid
        self._paid = paid
        self._turned: dict[tuple[int, int, int, int, int], list[int]] = {}

    def climb(self, over: Callable[[], bool], most: int) -> tuple[Node | None, int, bool]:
        """Return the best node found, its result, and whether that result is proven to be the best.

        The node is None if no result was better than ``most``.
        """
        start = self.begin()
        best: Node | None = None
        if start[1].bit_count() > most:
            best, most = start, start[1].bit_count()
        stack = [(start, 0)]
        while stack:
            node, turns = stack.pop()
            self.expanded += 1
            if self.expanded & 63 == 0 and self.stopped(over):
                return best, most, False
            if self.bound.homeable(*node[:5]).bit_count() - turns <= most:
                continue
            after = [(child, turns) for child in self.children(node)]
            if self._paid:
                # Each redeal is a move; it brings the cards of ``always`` within reach.
                redealt = (*node[:4], self.board.packs.always[node[3]], *node[5:])
                after.insert(0, (redealt, turns + 1))
            fresh = []
            for child, turned in after:
                new = self._news(child, turned) if self._paid else self.is_new(child)
                if new is not None:
                    fresh.append((new, turned))
                    if new[1].bit_count() - turned > most:
                        best, most = new, new[1].bit_count() - turned
            fresh.sort(key=lambda item: self.value(item[0]) + 6 * item[1], reverse=True)
            stack += fresh
        return best, most, True

    def stopped(self, over: Callable[[], bool]) -> bool:
        # Each entry of ``_turned`` also holds a list, so it counts double.
        return 2 * len(self._turned) > MOST_MET or super().stopped(over)

    def _news(self, node: Node, turns: int) -> Node | None:
        """Record ``node``, which was reached after ``turns`` redeals.

        Return a copy with only the new cards in ``reach``. If nothing is new, return None.
        """
        columns, home, _, _, reach, _, _ = node
        key = (*columns, home)
        # Redeals cost money, so a position reached with fewer redeals than before is new again.
        had = self._turned.setdefault(key, [])
        while len(had) <= turns:
            # -1 means that the position has not been reached with this number of redeals or fewer.
            had.append(had[-1] if had else -1)
        if had[turns] >= 0:
            reach &= ~had[turns]
            if not reach:
                return None
        for index in range(turns, len(had)):
            had[index] = reach if had[index] < 0 else had[index] | reach
        return (*node[:4], reach, *node[5:])


# -- lines -----------------------------------------------------------------------------------------


class Line:
    """A line of legal moves that is still growing, and the position it leads to.

    It adds what the search leaves out: paying, dealing, redealing and filling empty columns.
    """

    def __init__(self, rules: Canfield, state: State) -> None:
        self._rules = rules
        self.state = state
        self.moves: list[Move] = []

    def play(self, move: Move) -> None:
        """Play ``move``; raise ``AssertionError`` if the rules refuse it."""
        found = self._rules.resolve(self.state, move)
        if isinstance(found, Refusal):
            raise AssertionError(f"the solver's {move.text} is refused: {found.key}")
        step = self._rules.expand(self.state, found)[-1]
        self.moves.append(step.move)
        self.state = step.after

    def begin(self) -> None:
        """Make any payments still due."""
        if self.state.stage == 1:
            self.play(Move(Verb.INSPECT))
        if self.state.stage == 2:
            self.play(Move(Verb.PAY))

    def fill(self) -> None:
        """Fill empty columns from the reserve, unless the rules do that automatically."""
        if self._rules.rule_set.fills_itself:
            return
        for column in COLUMNS:
            if self.state[RESERVE] and not self.state[column]:
                self.play(Move.carry(RESERVE, column))

    def carry(self, card: Card, target: PileId) -> None:
        """Move ``card``, with any cards on it, to ``target``; then fill empty columns."""
        source = next(pile for pile, cards in self.state.piles.items() if card in cards)
        count = None
        if source in COLUMNS:
            cards = self.state[source]
            count = len(cards) - cards.index(card)
        elif source in (STOCK, WASTE):
            self.bring_up(card)
            source = WASTE
        self.play(Move.carry(source, target, count))
        self.fill()

    def bring_up(self, card: Card) -> None:
        """Deal, and redeal once if necessary, until ``card`` is on top of the waste."""
        turned = False
        while True:
            piles = self.state.piles
            waste = piles[WASTE]
            if waste and waste[-1] == card:
                return
            if piles[STOCK]:
                self.play(Move(Verb.DEAL))
            elif turned:
                raise AssertionError("the solver's card is not within reach")
            else:
                turned = True
                self.play(Move(Verb.TURN))

    def follow(self, board: CanfieldBoard, moves: Iterable[int]) -> None:
        """Play ``moves``, the packed moves of a search on ``board``."""
        self.fill()
        for move in moves:
            target = move & 63
            if target == HOME_TARGET:
                pile = HOME
            elif target == OPEN_TARGET:
                pile = self._column_under(())
            else:
                pile = self._column_under((board.card(target),))
            self.carry(board.card(move >> 6), pile)

    def _column_under(self, last: tuple[Card, ...]) -> PileId:
        piles = self.state.piles
        for column in COLUMNS:
            if piles[column][-1:] == last:
                return column
        raise AssertionError("the solver's column is not there")


def packed_moves(node: Node) -> list[int]:
    """Return the packed moves that led to ``node``, in order."""
    groups = []
    at: Node | None = node
    while at is not None:
        groups.append(at[6])
        at = at[5]
    return [move for group in reversed(groups) for move in group]
