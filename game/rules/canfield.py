"""The rules of Canfield, in several rule sets."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.core.cards import RED, Card
from game.core.moves import Move, Refusal, Step, Verb, may_be_longer, no_fit
from game.core.state import (
    FOUNDATIONS,
    HOME,
    RESERVE,
    STOCK,
    WASTE,
    Pile,
    PileId,
    Role,
    State,
    Transfer,
    base_rank,
    columns,
)
from game.rules.counting import Payment

COLUMNS: Final = columns(4)
PILES: Final = (STOCK, WASTE, RESERVE, *FOUNDATIONS, *COLUMNS)
RESERVE_CARDS: Final = 13
CARDS_A_DEAL: Final = 3


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What differs between the rule sets of Canfield."""

    key: str
    name: str
    initial_waste: int  # the number of cards dealt to the waste
    parts_may_move: bool  # part of a column may move to another column
    fills_itself: bool  # a card of the reserve goes into each emptied column
    # From where the player may fill an empty column, while the reserve has cards and afterwards.
    open_with_reserve: frozenset[Role]
    open_without_reserve: frozenset[Role]
    foundations_give_back: bool  # cards may return to the columns
    payment: Payment

    @property
    def in_stages(self) -> bool:
        """Whether the player pays for the deck in parts, at several stages of the game."""
        return bool(self.payment.stages)


_FROM_RESERVE: Final = frozenset({Role.RESERVE})
_FROM_WASTE: Final = frozenset({Role.WASTE})

RULE_SETS: Final[dict[str, RuleSet]] = {
    row.key: row
    for row in (
        # Hoyle's rules: the deck costs $50, a card pays $5, the whole pack $500.
        RuleSet(
            "hoyle", "Hoyle", 0, False, True, frozenset(), _FROM_WASTE, False,
            Payment(deck=50, per_card=5, jackpot=500),
        ),
        # xpat2: $52 at the start, $5 a card, minus $5 for each redeal.
        RuleSet(
            "xpat2", "XPat2", 3, False, False, _FROM_RESERVE, _FROM_WASTE, False,
            Payment(deck=52, per_card=5, per_turn=5),
        ),
        # xpat2's "official version": the same, paid in three parts of $13, $13 and $26.
        RuleSet(
            "casino", "Casino", 3, False, False, _FROM_RESERVE, _FROM_WASTE, False,
            Payment(deck=52, per_card=5, per_turn=5, stages=(13, 26)),
        ),
        # AisleRiot (1998): parts of columns move, cards may come back from the foundations, each
        # card is a point.
        RuleSet(
            "aisleriot", "AisleRiot", 0, True, True, frozenset(),
            frozenset({Role.WASTE, Role.COLUMN, Role.FOUNDATION}), True,
            Payment(deck=0, per_card=1, in_dollars=False),
        ),
    )
}  # fmt: skip


def fits(card: Card, on: Card) -> bool:
    """Return whether the first card is one rank lower than the second, and of the other colour."""
    # A king counts as one rank lower than an ace.
    return (on.rank - card.rank) % 13 == 1 and RED[card.suit] != RED[on.suit]


def is_next(state: State, card: Card) -> bool:
    """Return whether ``card`` is the next card that its foundation takes."""
    height = len(state[FOUNDATIONS[card.suit]])
    return height < 13 and (card.rank - base_rank(state)) % 13 == height


class Canfield:
    """The rules of Canfield under ``rule_set``; ``registry.Rules`` describes the methods."""

    piles: Final = PILES
    counts_home: Final = True
    deals_base: Final = True

    def __init__(self, rule_set: RuleSet) -> None:
        self.rule_set = rule_set

    def deal(self, deck: Sequence[Card]) -> State:
        piles: dict[PileId, Pile] = dict.fromkeys(PILES, ())
        piles[RESERVE] = tuple(deck[:RESERVE_CARDS])
        base = deck[RESERVE_CARDS]
        piles[FOUNDATIONS[base.suit]] = (base,)
        rest = RESERVE_CARDS + 1
        for column in COLUMNS:
            piles[column] = (deck[rest + column.number],)
        rest += len(COLUMNS)
        initial = self.rule_set.initial_waste
        piles[WASTE] = tuple(deck[rest : rest + initial])
        piles[STOCK] = tuple(reversed(deck[rest + initial :]))  # dealt from its end
        return State(piles, stage=1 if self.rule_set.in_stages else 3)

    def won(self, state: State) -> bool:
        return state.cards_home == 52

    def counts(self, state: State, pile: PileId) -> Sequence[int]:
        held = len(state[pile])
        if pile.role is Role.FOUNDATION:
            # The base card, which is the lowest in the pile, can't be picked up.
            return (1,) if self.rule_set.foundations_give_back and held > 1 else ()
        if pile.role is Role.STOCK or not held:
            return ()
        if pile.role is not Role.COLUMN or held == 1:
            return (1,)
        return range(1, held + 1) if self.rule_set.parts_may_move else (1, held)

    def resolve(self, state: State, move: Move) -> Move | Refusal:
        if state.stopped:
            return Refusal("stopped")
        if move.verb in (Verb.DEAL, Verb.TURN):
            return self._pack_refusal(state, move.verb) or move
        if move.verb is not Verb.CARRY:
            return self._payment_refusal(state, move.verb) or move
        source, target = move.source, move.target
        refusal = self._source_refusal(state, source)
        if refusal:
            return refusal
        if source == target:
            return Refusal("same-pile")
        if target.role is Role.COLUMN:
            return self._to_column(state, source, target, move.count)
        if target.role is not Role.FOUNDATION or source.role is Role.FOUNDATION:
            return Refusal("no-target")
        if move.count not in (None, 1):
            return Refusal("one-card-home")
        card = state[source][-1]
        if not is_next(state, card):
            return Refusal("not-next")
        return Move.carry(source, FOUNDATIONS[card.suit], 1)

    def _pack_refusal(self, state: State, verb: Verb) -> Refusal | None:
        if state.stage == 1:
            return Refusal("inspect-first")
        if not state[STOCK] and not state[WASTE]:
            return Refusal("pack-empty")
        if verb is Verb.TURN:
            return Refusal("stock-left") if state[STOCK] else None
        if not state[STOCK]:
            return Refusal("stock-empty")
        # During an inspection, the first cards may be turned up if the waste is still empty.
        dealt = RESERVE_CARDS + 1 + len(COLUMNS) + self.rule_set.initial_waste
        if state.stage == 2 and (state[WASTE] or len(state[STOCK]) != 52 - dealt):
            return Refusal("pay-first")
        return None

    def _payment_refusal(self, state: State, verb: Verb) -> Refusal | None:
        if not self.rule_set.in_stages:
            return Refusal("no-stages")
        if verb is Verb.INSPECT:
            return Refusal("already-paid") if state.stage > 1 else None
        if verb is Verb.PAY and state.stage != 2:
            return Refusal("inspect-first" if state.stage == 1 else "already-paid")
        return None

    def _source_refusal(self, state: State, source: PileId) -> Refusal | None:
        if state.stage == 1:
            return Refusal("inspect-first")
        if source.role in (Role.STOCK, Role.CELL):
            return Refusal("no-source")
        from_foundation = source.role is Role.FOUNDATION
        if from_foundation and not self.rule_set.foundations_give_back:
            return Refusal("no-return")
        if not state[source]:
            return Refusal("empty-source")
        if from_foundation and len(state[source]) == 1:
            return Refusal("base-stays")
        return None

    def _to_column(
        self, state: State, source: PileId, target: PileId, count: int | None
    ) -> Move | Refusal:
        pile, onto = state[source], state[target]
        may_open = self._may_open(state, source)
        if source.role is not Role.COLUMN:
            if count not in (None, 1):
                return Refusal("bad-count")
            counts: Sequence[int] = (1,)
        elif count is not None and not 1 <= count <= len(pile):
            return Refusal("bad-count")
        elif not self.rule_set.parts_may_move:
            if count not in (None, len(pile)):
                return Refusal("whole-column")
            counts = (len(pile),)
        else:
            counts = range(len(pile), 0, -1) if count is None else (count,)
        if not onto:
            return may_open or Move.carry(source, target, counts[0])
        for number in counts:
            if fits(pile[-number], onto[-1]):
                return Move.carry(source, target, number)
        return no_fit(fits, onto[-1])

    def _may_open(self, state: State, source: PileId) -> Refusal | None:
        if state[RESERVE]:
            allowed = self.rule_set.open_with_reserve
            return None if source.role in allowed else Refusal("from-reserve")
        allowed = self.rule_set.open_without_reserve
        return None if source.role in allowed else Refusal("from-waste")

    def expand(self, state: State, resolved: Move) -> tuple[Step, ...]:
        """Return the only step of a move that ``resolve`` returned. Under some rule sets, this step
        also fills an emptied column."""
        verb = resolved.verb
        if verb is Verb.CARRY:
            return (self._carried(state, resolved),)
        if verb is Verb.DEAL:
            dealt = state[STOCK][: -CARDS_A_DEAL - 1 : -1]
            transfers = tuple(Transfer(card, STOCK, WASTE) for card in dealt)
            return (Step(resolved, transfers, state.apply(transfers)),)
        if verb is Verb.TURN:
            transfers = tuple(Transfer(card, WASTE, STOCK) for card in reversed(state[WASTE]))
            after = state.apply(transfers, turns=state.turns + 1)
            return (Step(resolved, transfers, after),)
        if verb is Verb.STOP:
            return (Step(resolved, (), state.apply((), stopped=True)),)
        return (Step(resolved, (), state.apply((), stage=state.stage + 1)),)

    def _carried(self, state: State, resolved: Move) -> Step:
        source, target, count = resolved.source, resolved.target, resolved.count or 1
        transfers = [Transfer(card, source, target) for card in state[source][-count:]]
        after = state.apply(transfers)
        opened = source.role is Role.COLUMN and not after[source]
        if opened and self.rule_set.fills_itself and after[RESERVE]:
            fill = Transfer(after[RESERVE][-1], RESERVE, source)
            transfers.append(fill)
            after = after.apply((fill,))
        unsaid = Move.carry(source, target)
        if count > 1 or source.role is Role.COLUMN:
            # The count is written only if the move would mean something else without it.
            default = self.resolve(state, unsaid)
            if default != resolved:
                longer = count < 16 and may_be_longer(count, len(state[source]))
                unsaid = replace(resolved, digits=2 if longer else 1)
        return Step(unsaid, tuple(transfers), after)

    def to_cells(self, state: State, source: PileId, count: int) -> tuple[Move, ...] | Refusal:
        """Return a refusal, since Canfield has no cells."""
        return Refusal("no-target")

    def home_move(
        self, state: State, stay: Collection[Card] = (), *, safe: bool = False
    ) -> Move | None:
        if state.stopped or state.stage == 1:
            return None
        # Sending home a card of the waste is never safe: it changes which cards come up later.
        for source in (*COLUMNS, RESERVE) if safe else (*COLUMNS, RESERVE, WASTE):
            pile = state[source]
            fits = pile and pile[-1] not in stay and is_next(state, pile[-1])
            if fits and (not safe or _is_safe(state, pile[-1])):
                return Move.carry(source, HOME)
        return None

    def finish_move(self, state: State) -> Move | None:
        # The offer to finish must not reveal anything about the hidden cards.
        if len(state[RESERVE]) > 1:
            return None
        home = self.home_move(state)
        if home:
            return home
        if state[STOCK]:
            return Move(Verb.DEAL) if state.turns else None  # a redeal has shown the stock
        free = state[WASTE] and not self.rule_set.payment.per_turn
        return Move(Verb.TURN) if free else None

    def stuck(self, state: State) -> bool:
        """Return whether an unfinished game has no useful move, even after a redeal.

        Payments, and taking cards back from a foundation, don't count as useful.
        """
        if state.stopped or self.won(state):
            return False
        position = state.apply((), stage=3)  # moves that a payment makes possible count
        if any(self._playable(position, pile) for pile in (*COLUMNS, RESERVE, WASTE)):
            return False
        turned = False
        while position[STOCK] or position[WASTE]:
            if position[STOCK]:
                verb = Verb.DEAL
            elif turned:
                return True
            else:
                verb, turned = Verb.TURN, True
            position = self.expand(position, Move(verb))[0].after
            if self._playable(position, WASTE):
                return False
        return True

    def _playable(self, state: State, source: PileId) -> bool:
        pile = state[source]
        if not pile:
            return False
        if is_next(state, pile[-1]):
            return True
        for target in COLUMNS:
            found = self.resolve(state, Move.carry(source, target))
            if isinstance(found, Refusal):
                continue
            whole = source.role is Role.COLUMN and found.count == len(pile)
            # Moving a whole column into an empty one doesn't count, but moving a part of it does.
            if state[target] or not whole or (self.rule_set.parts_may_move and len(pile) > 1):
                return True
        return False


def _is_safe(state: State, card: Card) -> bool:
    """Return whether both cards that fit on ``card`` are home."""
    place_of_followers = (card.rank - 1 - base_rank(state)) % 13
    return all(
        len(state[foundation]) > place_of_followers
        for foundation in FOUNDATIONS
        if (foundation.number in (1, 2)) != card.is_red
    )
