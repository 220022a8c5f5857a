"""A game told from its verdicts and margins: three to six facts, as values.

Each fact is proven by what is known at that moment. The more becomes known, the more can be said;
but nothing that was said turns out untrue: a fact only gives way to one that says more. What is
not proven is not said, or is marked: with moves undecided, ``k`` of ``n`` is a lower limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from game.core.moves import Action, Move, Refusal
from game.core.state import State
from game.play.review import Review
from game.rules.counting import counts_home, moves_in, moves_shown, player_moves
from game.solver.answer import Margin, Verdict
from game.teach.reasons import Price, Reason, price, why

_FEW: Final = 2
"""The most winning moves that count as few, however many moves there are."""
_SHARE: Final = 3
"""One winning move in this many counts as few, too."""
_DETOUR: Final = 2
"""The least moves that a shorter line must save to be worth mentioning."""


@dataclass(frozen=True, slots=True)
class Par:
    """The fewest player moves in which a deal is known to be won; ``proven`` if none can do with
    less."""

    moves: int
    proven: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence. ``at`` is the number of the position that it is about, among all of the
    review's, and ``number`` that of the move made from there, counted in its game from 1: a card
    sent home that is no move belongs to the one before it."""

    at: int
    number: int


@dataclass(frozen=True, slots=True)
class Outcome(Fact):
    """How the game ended, or stands: after so many ``moves``, with ``home`` cards on the
    foundations."""

    moves: int
    home: int
    won: bool
    stopped: bool


@dataclass(frozen=True, slots=True)
class NeverWinnable(Fact):
    """The game was lost before its first move; that is proven."""


@dataclass(frozen=True, slots=True)
class Opening(Fact):
    """How many moves kept the win before the first move."""

    kept: int
    of: int
    undecided: int


@dataclass(frozen=True, slots=True)
class Narrow(Fact):
    """From move ``number`` to move ``last`` only ``least`` to ``most`` of at most ``of`` moves kept
    the win; ``until`` is the position before the last of these moves."""

    last: int
    until: int
    least: int
    most: int
    of: int


@dataclass(frozen=True, slots=True)
class Mistake(Fact):
    """The move that lost the game: ``kept`` of ``of`` moves would have kept the win."""

    action: Action
    before: State
    kept: int
    of: int
    undecided: int
    costs: tuple[Price, ...]


@dataclass(frozen=True, slots=True)
class Instead(Fact):
    """A move that would have won where the game was lost, and why; ``line`` begins with it."""

    move: Move
    before: State
    reasons: tuple[Reason, ...]
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Aftermath(Fact):
    """How many moves were played after the one that lost, when the game was over already."""

    moves: int


@dataclass(frozen=True, slots=True)
class Closest(Fact):
    """Where a won game was closest to being lost: no position had fewer of its moves keep it."""

    kept: int
    of: int


@dataclass(frozen=True, slots=True)
class NeverClose(Fact):
    """No move anywhere in a won game would have lost it."""


@dataclass(frozen=True, slots=True)
class Detour(Fact):
    """From this position a line is known that wins in ``saved`` moves fewer than were played."""

    saved: int


@dataclass(frozen=True, slots=True)
class AgainstPar(Fact):
    """The moves of a won game beside the fewest known for its deal; where cards are hidden there is
    no par."""

    played: int
    par: Par


@dataclass(frozen=True, slots=True)
class StillOpen(Fact):
    """A game that was not ended can still be won: so many moves keep it so."""

    kept: int
    of: int
    undecided: int


@dataclass(frozen=True, slots=True)
class NotKnown(Fact):
    """Of so many positions of the game it is not known whether they can be won."""

    positions: int


Margins = Mapping[int, Margin]
"""What is known of the moves at each position of a review, by its number."""


class Story:
    """The game to which position ``at`` of ``review`` belongs; ``actions`` are all of the review's,
    number i leading from position i to i + 1."""

    def __init__(
        self,
        review: Review,
        actions: Sequence[Action],
        margins: Margins,
        at: int = 0,
        par: Par | None = None,
    ) -> None:
        self.review = review
        self.actions = actions
        self.margins = margins
        self.game = review.game_of(at)
        self.par = par
        self._rules = review.deal.engine
        inside = actions[self.game.start : self.game.stop - 1]
        each = (moves_shown(self._rules, [action]) for action in inside)
        self._moves = [*accumulate(each, initial=0)]
        """How many moves lead to each position of the game."""

    @property
    def _last(self) -> int:
        return self.game.stop - 1

    def _number(self, at: int) -> int:
        """The number of the move made from position ``at``, from 1."""
        return max(1, self._moves[min(at + 1, self._last) - self.game.start])

    def _spot(self, at: int) -> tuple[int, int]:
        return at, self._number(at)

    def facts(self) -> tuple[Fact, ...]:
        """Return what can be told by now, in the order of the telling; the first is always there.

        Most of it comes with the margins: of the position where the game was lost, of the first
        one, of all.
        """
        review, game = self.review, self.game
        found: list[Fact] = [self._outcome()]
        won = self._rules.won(review.positions[self._last])
        if review.verdicts[game.start] is Verdict.LOST:
            return (*found, NeverWinnable(*self._spot(game.start)))
        found += self._opening()
        if won:
            found += self._closest()
            found += self._lengths()
            return tuple(found)
        found += self._narrow()
        found += self._loss()
        return tuple(found)

    # -- how it began and ended ----------------------------------------------------------------

    def _outcome(self) -> Outcome:
        state = self.review.positions[self._last]
        won, stopped = self._rules.won(state), bool(state.stopped)
        return Outcome(*self._spot(self._last), self._moves[-1], state.cards_home, won, stopped)

    def _opening(self) -> Iterator[Fact]:
        margin = self.margins.get(self.game.start)
        if margin is not None and margin.kept and len(self.game) > 1:
            at = self._spot(self.game.start)
            yield Opening(*at, margin.kept, len(margin), margin.undecided)

    def _loss(self) -> Iterator[Fact]:
        review = self.review
        lost = review.lost_within(self.game.start)
        if lost is None:
            yield from self._without_loss()
            return
        margin = self.margins.get(lost)
        kept, of, undecided = (0, 0, 0) if margin is None else _shares(margin)
        before, action = review.positions[lost], self.actions[lost]
        instead = None
        if margin is not None and margin.line:
            reasons = why(self._rules, before, margin.line, margin)
            # A line's tokens leave open which foundation is meant.
            first = self._rules.resolve(before, margin.line[0])
            assert not isinstance(first, Refusal), "a line that wins can be played"
            instead = Instead(*self._spot(lost), first, before, reasons, margin.line)
        costs = self._costs(before, action, instead)
        yield Mistake(*self._spot(lost), action, before, kept, of, undecided, costs)
        if instead is not None:
            yield instead
        if after := self._moves[-1] - self._moves[lost + 1 - self.game.start]:
            yield Aftermath(*self._spot(lost + 1), after)

    def _costs(self, before: State, action: Action, instead: Instead | None) -> tuple[Price, ...]:
        """What the move cost that lost the game, but for what the one that wins costs as well;
        nothing before that one is known."""
        if len(action) != 1 or instead is None:
            return ()
        also = price(self._rules, before, instead.move)
        return tuple(one for one in price(self._rules, before, action[0].move) if one not in also)

    def _without_loss(self) -> Iterator[Fact]:
        """Yield what is told where no move is known to have lost the game."""
        verdicts = self.review.verdicts
        if verdicts[self._last] is Verdict.WINNABLE:
            margin = self.margins.get(self._last)
            kept, of, undecided = (0, 0, 0) if margin is None else _shares(margin)
            yield StillOpen(*self._spot(self._last), kept, of, undecided)
            return
        unknown = [at for at in self.game if verdicts[at] is Verdict.UNDECIDED]
        if unknown and None not in [verdicts[at] for at in self.game]:
            yield NotKnown(*self._spot(unknown[0]), len(unknown))

    # -- how narrow it was ---------------------------------------------------------------------

    def _narrow(self) -> Iterator[Fact]:
        lost = self.review.lost_within(self.game.start)
        # The move that lost the game is told with its own numbers.
        passages = [passage for passage in self.passages() if passage != (lost, lost)]
        if passages:
            first, last = max(passages, key=lambda passage: passage[1] - passage[0])
            margins = [self.margins[at] for at in range(first, last + 1)]
            yield Narrow(
                *self._spot(first),
                self._number(last),
                last,
                min(margin.kept for margin in margins),
                max(margin.kept for margin in margins),
                max(map(len, margins)),
            )

    def passages(self) -> Iterator[tuple[int, int]]:
        """Yield the first and the last position of each narrow passage, of those that were played
        on from.

        In one, few moves keep the win: one or two, or at most a third of them; at its ends at least
        one move loses. Only positions of which every move is decided are in one.
        """
        inside: list[int] = []
        for at in self.game:
            margin = self.margins.get(at) if at < self._last else None
            if margin is not None and _is_narrow(margin):
                inside.append(at)
                continue
            risky = [one for one in inside if self.margins[one].kept < len(self.margins[one])]
            if risky:
                yield risky[0], risky[-1]
            inside = []

    def _decided(self) -> bool:
        """Whether every move at every position of the game is decided."""
        known = [self.margins.get(at) for at in self.game[:-1]]
        return all(margin is not None and not margin.undecided for margin in known)

    def _closest(self) -> Iterator[Fact]:
        if not self._decided() or len(self.game) < 2:
            return
        known = {at: self.margins[at] for at in self.game[:-1] if len(self.margins[at])}
        at = min(known, key=lambda one: (known[one].kept / len(known[one]), known[one].kept))
        if known[at].kept == len(known[at]):
            yield NeverClose(*self._spot(self.game.start))
        else:
            yield Closest(*self._spot(at), known[at].kept, len(known[at]))

    # -- how long it was -----------------------------------------------------------------------

    def _lengths(self) -> Iterator[Fact]:
        rests = self._rests()
        saved = {
            at: rests[at] - player_moves(margin.line)
            for at in self.game
            if (margin := self.margins.get(at)) is not None and margin.line
        }
        most = max(saved.values(), default=0)
        if most >= _DETOUR:
            at = max(at for at, moves in saved.items() if moves == most)
            yield Detour(*self._spot(at), most)
        if self.par is not None and not counts_home(self._rules):
            played = rests[self.game.start]
            par = self.par if self.par.moves <= played else Par(played)
            yield AgainstPar(*self._spot(self._last), played, par)

    def _rests(self) -> dict[int, int]:
        """Return how many player moves were played from each position to the end."""
        rests = {self._last: 0}
        for at in reversed(self.game[:-1]):
            rests[at] = rests[at + 1] + moves_in(self.actions[at])
        return rests


def _shares(margin: Margin) -> tuple[int, int, int]:
    return margin.kept, len(margin), margin.undecided


def _is_narrow(margin: Margin) -> bool:
    kept = margin.kept
    return kept > 0 and not margin.undecided and (kept <= _FEW or kept * _SHARE <= len(margin))


def turning_points(facts: Sequence[Fact]) -> tuple[int, ...]:
    """Return the positions at which a game turned, in their order, each once. The aftermath is
    none: whoever goes back from the end comes to the move that lost it."""
    return tuple(sorted({fact.at for fact in facts if not isinstance(fact, Aftermath)}))
