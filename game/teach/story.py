"""The story of a game, told in at most six facts.

A fact says only what is proven so far. It may later be replaced by one that says more, but it never
turns out false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, groupby
from typing import Final, NamedTuple

from game.core.moves import Action, Move, Refusal
from game.core.state import State
from game.play.history import Node
from game.play.review import Review
from game.rules.counting import moves_in, moves_shown, player_moves
from game.solver.answer import Margin, Verdict
from game.support.texts import texts, tr, tr_later, trn
from game.teach.difficulty import Graded, Par, par_of
from game.teach.reasons import Cost, Reason, Why, prices, reasons_for
from game.teach.standing import Light
from game.words.summary import move_phrase, summary

_SAID_BY_THE_MOVE: Final = (Cost.LAST_CELL, Cost.LAST_COLUMN)
"""Costs that are clear from the description of the move."""
_FEW: Final = 2
"""``_FEW`` winning moves or fewer count as few."""
_SHARE: Final = 3
"""Winning moves are also few if at most one of every ``_SHARE`` moves wins."""
_DETOUR: Final = 2
"""A shorter line is mentioned if it saves at least this many moves."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence in a review, usually about one position."""

    kind: str  # its name in ``python -m game review --json``
    at: int  # the position; negative if the fact is about none
    words: str
    move: Move | None = None  # the winning move that the fact names
    node: Node | None = field(default=None, compare=False)  # the branch or bookmark it leads to
    light: Light | None = None  # whether a branch can be won


class Story:
    """Tells the story of the game that contains position ``at`` of the review."""

    def __init__(
        self,
        review: Review,
        actions: Sequence[Action],  # of the whole review; action i leads from position i to i + 1
        margins: Mapping[int, Margin],  # keyed by position
        at: int = 0,
        graded: Graded | None = None,
    ) -> None:
        self.review = review
        self.actions = actions
        self.margins = margins
        self.game = review.game_of(at)
        first = margins.get(self.game.start)
        self.par = par_of(review.deal, () if first is None else first.line, graded)
        self._rules = review.deal.engine
        self._inside = actions[self.game.start : self.game.stop - 1]
        each = (moves_shown(self._rules, [action]) for action in self._inside)
        self._moves = [*accumulate(each, initial=0)]
        """For each position of the game, the number of moves made before it."""

    @property
    def _last(self) -> int:
        return self.game.stop - 1

    def _number(self, at: int) -> int:
        """Return the number of the move made from position ``at``, counting from 1."""
        # A move that doesn't count shares the number of the move before it.
        return max(1, self._moves[min(at + 1, self._last) - self.game.start])

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The facts in the order in which they are told; there is at least one."""
        review, start = self.review, self.game.start
        if review.verdicts[start] is Verdict.LOST:
            return self._outcome(), Fact("NeverWinnable", start, tr("This deal can't be won."))
        begun = self._outcome(), *self._opening()
        if self._rules.won(review.positions[self._last]):
            return *begun, *self._closest(), *self._lengths()
        return *begun, *self._narrow(), *self._loss()

    @property
    def turns(self) -> tuple[int, ...]:
        """The positions of all facts except ``Aftermath``, in order."""
        return tuple(sorted({fact.at for fact in self.facts if fact.kind != "Aftermath"}))

    def about(self, at: int) -> tuple[Fact, ...]:
        """Return the facts to show at position ``at``."""
        turn = max((turn for turn in self.turns if turn <= at), default=min(self.turns))
        return tuple(fact for fact in self.facts if fact.at == turn)

    # -- how it began and ended ----------------------------------------------------------------

    def _outcome(self) -> Fact:
        state, n = self.review.positions[self._last], self._moves[-1]
        if self._rules.won(state):
            words = trn("Won in {n} move.", "Won in {n} moves.", n)
        elif state.stopped:
            words = trn(
                "Stopped after {n} move with {home} of 52 cards home.",
                "Stopped after {n} moves with {home} of 52 cards home.",
                n,
                home=state.cards_home,
            )
        else:
            words = trn(
                "After {n} move: {home} of 52 cards home.",
                "After {n} moves: {home} of 52 cards home.",
                n,
                home=state.cards_home,
            )
        return Fact("Outcome", self._last, words)

    def _opening(self) -> Iterator[Fact]:
        margin = self.margins.get(self.game.start)
        if margin is None or not margin.winning_count or len(self.game) < 2:
            return
        kept, n = margin.winning_count, len(margin)
        if margin.undecided_count:
            words = tr("At the start, at least {kept} of {n} moves were winning.", kept=kept, n=n)
        elif kept < n:
            words = tr("At the start, {kept} of {n} moves were winning.", kept=kept, n=n)
        else:
            words = trn(
                "At the start, the only legal move was winning.",
                "At the start, all {n} moves were winning.",
                n,
            )
        yield Fact("Opening", self.game.start, words)

    def _loss(self) -> Iterator[Fact]:
        lost = self.review.losing_action_of(self.game.start)
        if lost is None:
            yield from self._without_loss()
            return
        margin, before = self.margins.get(lost), self.review.positions[lost]
        told = _mistake(self._number(lost), self.actions[lost], before, margin)
        if margin is None or not margin.line:
            yield Fact("Mistake", lost, told)
        else:
            # The tokens of a line don't say which foundation is meant.
            first = self._rules.resolve(before, margin.line[0])
            assert not isinstance(first, Refusal), "a line that wins can be played"
            costs = self._costs(before, self.actions[lost], first)
            yield Fact("Mistake", lost, " ".join([told, *costs[:1]]))
            reasons = reasons_for(self._rules, before, margin.line, margin)
            yield Fact("Instead", lost, _instead(first, before, reasons), first)
        if after := self._moves[-1] - self._moves[lost + 1 - self.game.start]:
            words = trn(
                "You played {n} more move after that.",
                "You played {n} more moves after that.",
                after,
            )
            yield Fact("Aftermath", lost + 1, words)

    def _costs(self, before: State, action: Action, better: Move) -> list[str]:
        """Return a sentence for each cost of ``action`` that ``better`` avoids.

        Obvious costs are left out. For an action of several moves, the list is empty.
        """
        if len(action) != 1:
            return []
        also = prices(self._rules, before, better)
        found = [one for one in prices(self._rules, before, action[0].move) if one not in also]
        return [one.words for one in found if one.kind not in _SAID_BY_THE_MOVE]

    def _without_loss(self) -> Iterator[Fact]:
        verdicts = self.review.verdicts
        if verdicts[self._last] is Verdict.WINNABLE:
            yield Fact("StillOpen", self._last, _still_open(self.margins.get(self._last)))
            return
        unknown = [at for at in self.game if verdicts[at] is Verdict.UNDECIDED]
        if unknown and None not in [verdicts[at] for at in self.game]:
            words = trn(
                "For {n} position it's unknown whether it can be won.",
                "For {n} positions it's unknown whether they can be won.",
                len(unknown),
            )
            yield Fact("NotKnown", unknown[0], words)

    # -- how narrow it was ---------------------------------------------------------------------

    def _narrow(self) -> Iterator[Fact]:
        lost = self.review.losing_action_of(self.game.start)
        # Leave out the move that lost the game: it has a sentence of its own, with its numbers.
        passages = [passage for passage in self.passages if passage != (lost, lost)]
        if not passages:
            return
        first, last = max(passages, key=lambda passage: passage[1] - passage[0])
        margins = [self.margins[at] for at in range(first, last + 1)]
        kept, n = {margin.winning_count for margin in margins}, max(map(len, margins))
        begin, end = self._number(first), self._number(last)
        if begin == end:
            text = tr_later("It was close at move {number}: only {kept} of {n} moves won.")
        elif len(kept) == 1:
            text = tr_later(
                "It was close from move {first} to {last}: only {kept} of up to {n} moves won."
            )
        else:
            text = tr_later(
                "It was close from move {first} to {last}: only {least} to {most} of up to {n} "
                "moves won."
            )
        least, most = min(kept), max(kept)
        words = texts.one(
            text, number=begin, first=begin, last=end, kept=most, least=least, most=most, n=n
        )
        yield Fact("Narrow", first, words)

    @cached_property
    def passages(self) -> Sequence[tuple[int, int]]:
        """The first and last position of each passage where few moves win."""
        known = {at: self.margins[at] for at in self.game[:-1] if at in self.margins}
        found = []
        for narrow, group in groupby(
            self.game[:-1], key=lambda at: at in known and _is_narrow(known[at])
        ):
            risky = [at for at in group if narrow and known[at].winning_count < len(known[at])]
            # A passage begins and ends with a position in which at least one move loses.
            if risky:
                found.append((risky[0], risky[-1]))
        return found

    def _closest(self) -> Iterator[Fact]:
        known = {at: self.margins[at] for at in self.game[:-1] if at in self.margins}
        if len(known) < len(self.game) - 1 or any(one.undecided_count for one in known.values()):
            return
        counts = [(one.winning_count, len(one), at) for at, one in known.items() if len(one)]
        if not counts:
            return
        kept, n, at = min(counts, key=lambda one: (one[0] / one[1], one[0]))
        if kept == n:
            words = tr("No single move could have lost it.")
            yield Fact("NeverClose", self.game.start, words)
            return
        words = tr(
            "It came closest to being lost at move {number}: {kept} of {n} moves still won.",
            number=self._number(at),
            kept=kept,
            n=n,
        )
        yield Fact("Closest", at, words)

    # -- how long it was -----------------------------------------------------------------------

    def _lengths(self) -> Iterator[Fact]:
        each = map(moves_in, reversed(self._inside))
        # The number of player moves from each position to the end of the game.
        rests = dict(zip(reversed(self.game), accumulate(each, initial=0), strict=True))
        saved = {
            at: rests[at] - player_moves(margin.line)
            for at in self.game
            if (margin := self.margins.get(at)) is not None and margin.line
        }
        most = max(saved.values(), default=0)
        if most >= _DETOUR:
            at = max(at for at, moves in saved.items() if moves == most)
            words = trn(
                "You could have saved {n} move from move {number} on.",
                "You could have saved {n} moves from move {number} on.",
                most,
                number=self._number(at),
            )
            yield Fact("Detour", at, words)
        if self.par is not None and not self._rules.counts_home:
            played = rests[self.game.start]
            par = self.par if self.par.moves <= played else Par(played)
            yield Fact("AgainstPar", self._last, _against_par(played, par))


def _mistake(n: int, action: Action, before: State, margin: Margin | None) -> str:
    move = summary(action, before)
    if margin is None or not margin.winning_count:
        return tr("Move {n} lost the game ({move}).", n=n, move=move)
    kept, of = margin.winning_count, len(margin)
    if kept == of:
        # The game was lost by stopping, which isn't among the moves of a margin.
        return trn(
            "Move {number} lost the game ({move}). The only legal move still won.",
            "Move {number} lost the game ({move}). Any of the {n} legal moves would have won.",
            of,
            number=n,
            move=move,
        )
    text = (
        tr_later(
            "Move {number} lost the game ({move}). At least {kept} of the {n} moves still won."
        )
        if margin.undecided_count
        else tr_later("Move {number} lost the game ({move}). {kept} of the {n} moves still won.")
    )
    return texts.one(text, number=n, move=move, kept=kept, n=of)


def _instead(move: Move, before: State, reasons: Sequence[Reason]) -> str:
    told = move_phrase(move, before)
    if not reasons:
        return tr("This would have won: {move}.", move=told)
    # The sentence about the move played has already said how many moves win.
    telling = [one for one in reasons if one.kind is not Why.ONLY] or reasons
    reason = telling[0].words
    return tr("This would have won: {move} – {reason}.", move=told, reason=reason)


def _still_open(margin: Margin | None) -> str:
    if margin is None or not margin.winning_count:
        return tr("This game can still be won.")
    kept, of = margin.winning_count, len(margin)
    if margin.undecided_count:
        return trn(
            "It can still be won: at least {n} of {of} moves wins.",
            "It can still be won: at least {n} of {of} moves win.",
            kept,
            of=of,
        )
    if kept == of:
        return trn(
            "It can still be won: the only legal move wins.",
            "It can still be won: all {n} moves win.",
            of,
        )
    return trn(
        "It can still be won: {n} of {of} moves wins.",
        "It can still be won: {n} of {of} moves win.",
        kept,
        of=of,
    )


def _against_par(played: int, par: Par) -> str:
    if par.proven:
        return trn(
            "No solution is shorter than {n} move.",
            "No solution is shorter than {n} moves.",
            par.moves,
        )
    if played == par.moves:
        return tr("No shorter way is known.")
    return trn(
        "Par is {n} move, the shortest solution known.",
        "Par is {n} moves, the shortest solution known.",
        par.moves,
    )


def _is_narrow(margin: Margin) -> bool:
    kept = margin.winning_count
    return (
        kept > 0 and not margin.undecided_count and (kept <= _FEW or kept * _SHARE <= len(margin))
    )


def margin_text(margin: Margin) -> str:
    """Return a phrase such as ``3 of 9 moves win``."""
    kept, n = margin.winning_count, len(margin)
    if kept == n == 1:
        return tr("the only legal move wins")
    if margin.undecided_count:
        return trn("at least {n} of {of} moves wins", "at least {n} of {of} moves win", kept, of=n)
    return trn("{n} of {of} moves wins", "{n} of {of} moves win", kept, of=n)


class Share(NamedTuple):
    """The lowest and the highest possible share of winning moves at a position, from 0 to 1."""

    at: int
    least: float
    most: float


def shares(
    verdicts: Sequence[Verdict | None], margins: Mapping[int, Margin]
) -> Iterator[Share | None]:
    """Yield the ``Share`` at each position, or None where it isn't known."""
    for at, verdict in enumerate(verdicts):
        margin = margins.get(at)
        if verdict is Verdict.LOST:
            yield Share(at, 0.0, 0.0)
        elif margin is None or not len(margin):
            yield None
        else:
            kept = margin.winning_count / len(margin)
            yield Share(at, kept, kept + margin.undecided_count / len(margin))


def known_runs(found: Iterable[Share | None]) -> Iterator[list[Share]]:
    """Yield lists of consecutive shares, split wherever ``found`` contains None."""
    for known, group in groupby(found, key=lambda share: share is not None):
        if known:
            yield [share for share in group if share is not None]
