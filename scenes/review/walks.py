"""The lines that a review can show: a line of the game, or a winning line that leaves it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from game.core.moves import Action, Move, Refusal
from game.core.state import State
from game.play.history import Node, is_restart
from game.play.review import (
    Branch,
    GameEnd,
    Review,
    bookmark_text,
    branch_number,
    branches_of,
    moves_to,
)
from game.play.session import Session
from game.rules.counting import moves_shown
from game.rules.registry import Deal
from game.solver.answer import Margin
from game.solver.service import SolverService
from game.support.texts import tr, trn
from game.teach.difficulty import Graded
from game.teach.standing import LIGHTS, Light, light_label, lost_deal_text, unknown_text
from game.teach.story import Fact, Story, margin_text
from game.words.names import account_text, move_text
from game.words.summary import summary
from scenes.review.luck import Luck
from scenes.review.timeline import StripMarks

_MOST_MARKED: Final = 12
"""The maximum number of bookmarks that the story lists."""


class Branches:
    """The branches that leave ``line``, and where they lead."""

    def __init__(self, session: Session, line: Sequence[Node]) -> None:
        self._line = line
        self._rules = session.rules
        self._left = branches_of(session, line)
        """The branches still to be judged."""
        self._lights = dict.fromkeys(self._left, Light.THINKING)

    @property
    def done(self) -> bool:
        """Whether all branches have been judged."""
        return not self._left

    def open_at(self, at: int) -> bool:
        """Return whether a branch that starts here or one position earlier must still be judged."""
        return any(one.at in (at - 1, at) for one in self._left)

    def tick(self, solver: SolverService, at: int) -> bool:
        """Judge the branch nearest to ``at`` a little further; return whether more is known now."""
        if not self._left:
            return False
        branch = min(self._left, key=lambda one: min(abs(one.at - at), abs(one.at + 1 - at)))
        more, review = judge_next(branch.review, solver), branch.review
        done = review.next_to_judge() is None
        if done:
            self._left.remove(branch)
        if done or review.is_decided(len(branch.nodes)):
            self._lights[branch] = LIGHTS[review.verdicts[-1]]
        return more or done

    @property
    def reviews(self) -> Iterator[Review]:
        """The reviews of the judged branches."""
        for branch in self._lights:
            if branch not in self._left:
                yield branch.review

    # -- what is shown -------------------------------------------------------------------------

    @property
    def forks(self) -> Mapping[int, Light]:
        """For each position where branches leave the line, the light of the best branch there."""
        order = (Light.CAN_WIN, Light.THINKING, Light.NOT_KNOWN, Light.LOST)
        forks: dict[int, Light] = {}
        for branch, light in self._lights.items():
            forks[branch.at] = min(light, forks.get(branch.at, light), key=order.index)
        return forks

    def notes(self, at: int) -> tuple[Fact, ...]:
        """Return sentences about the bookmark, the remark and the branches at position ``at``."""
        node = self._line[at]
        found = []
        if node.bookmark is not None or node.remark:
            name = None if node.bookmark is None else bookmark_text(node.bookmark)
            words = " – ".join(filter(None, [name, node.remark]))
            found.append(Fact("Bookmark", at, words[:1].upper() + words[1:]))
        # Include what could have been played instead of the move to this position.
        branches = (branch for branch in self._lights if branch.at in (at - 1, at))
        return *found, *(self._row(branch, at) for branch in branches)

    def came_back(self) -> tuple[Fact, ...]:
        """Return a sentence about the losing move of the latest lost branch, if there is one."""
        for branch in reversed(self._lights):
            if is_restart(branch.head.action) or self._lights[branch] is not Light.LOST:
                continue
            end, actions = branch.result()
            if end is GameEnd.LOST:
                losing, before = branch.nodes[actions - 1], branch.review.positions[actions - 1]
                words = tr(
                    "Back from move {n}, which lost the game: {move}.",
                    n=max(1, moves_to(losing, self._rules)),
                    move=summary(losing.action, before),
                )
                return (Fact("Back", branch.at, words, node=losing),)
        return ()

    def marked(self, here: int) -> tuple[Fact, ...]:
        """Return a sentence about each bookmark elsewhere in the game. Long lists are cut short."""
        places = {id(node): at for at, node in enumerate(self._line)}
        found = []
        for node in self._line[0].subtree():
            if node.bookmark is None or node is self._line[here]:
                continue
            moves, words = moves_to(node, self._rules), bookmark_text(node.bookmark)
            words = words[:1].upper() + words[1:]
            words = trn(
                "{bookmark}, after {n} move", "{bookmark}, after {n} moves", moves, bookmark=words
            )
            found.append(Fact("Bookmark", places.get(id(node), 0), words, node=node))
        return tuple(found[:_MOST_MARKED])

    def _row(self, branch: Branch, at: int) -> Fact:
        move, light = summary(branch.head.action, branch.start), self._lights[branch]
        leads = tr("thinking …") if light is Light.THINKING else branch.result_text()
        if branch.at == at:
            words = tr("Also from here: {move} – {leads}", move=move, leads=leads)
        else:
            words = tr("Instead: {move} – {leads}", move=move, leads=leads)
        return Fact("Branch", at, words, node=branch.head, light=light)


def judge_next(review: Review, solver: SolverService) -> bool:
    """Add the next verdict to ``review`` if it is known. Otherwise ask the solver for it.

    Returns whether a verdict was added.
    """
    at = review.next_to_judge()
    if at is None:
        return False
    known = solver.known(review.deal, review.positions[at])
    if known is None:
        solver.ask(review.deal, review.positions[at])
        return False
    # This may take several milliseconds, so add no more than one in each call.
    review.add_verdict(at, known.verdict, known.moves)
    return True


class _Positions(ABC):
    """The positions of a line, and the actions between them."""

    def __init__(self, deal: Deal, positions: Sequence[State], actions: Sequence[Action]) -> None:
        self.deal = deal
        self.positions = positions
        self.actions = actions
        each = (moves_shown(deal.engine, [action]) for action in actions)
        self._moves = [*accumulate(each, initial=0)]
        """The number of moves from the line's start to each position."""

    def _start(self, at: int) -> int:
        """Return the number of the game's first position. ``at`` is any position of the game."""
        return 0

    def moves(self, at: int) -> int:
        """Return the number of moves from the game's start to ``at``."""
        return self._moves[at] - self._moves[self._start(at)]

    def number(self, at: int) -> int:
        """Return the number of the move that led to position ``at``; 0 at the start."""
        # A move that doesn't count gets the number of the move before it, but at least 1.
        return max(1, self.moves(at)) if at > self._start(at) else 0

    @abstractmethod
    def places(self, at: int) -> tuple[str, ...]:
        """Return names for a position, such as ``Move 3 of 40``, the longest first."""

    def position(self, at: int) -> str:
        """Return the longest name of a position."""
        return self.places(at)[0]

    def account(self, at: int) -> str:
        """Return the balance or points; empty in games without either."""
        return account_text(self.deal.account(self.positions[at]), self.deal.kind.payment)

    def margin_words(self, at: int) -> str:
        """Return text on how many moves win. It is empty if no winning move is known."""
        return ""

    def notes(self, at: int) -> tuple[Fact, ...]:
        """Return sentences about a position and the move that led to it."""
        return ()

    def verdict_words(self, at: int) -> str:
        """Return text saying what is known about winning from a position."""
        if self.deal.engine.won(self.positions[at]):
            return tr("won")
        return light_label(self.light(at), begun=self.number(at) > 0)

    def light(self, at: int) -> Light:
        """Return the light that tells whether a position can be won."""
        return Light.CAN_WIN

    def lost(self, at: int) -> int | None:
        """Return the number of the position just before the losing move; None if unknown.

        ``at`` is any position of the game.
        """
        return None

    def marked(self, at: int) -> StripMarks:
        """Return what the timeline shows when the review is at position ``at``."""
        return StripMarks([self.light(one) for one in range(len(self.positions))], at, None)

    def _move(self, at: int) -> str:
        """Return a short description of the move that led to a position."""
        return summary(self.actions[at - 1], self.positions[at - 1])


class GameWalk(_Positions):
    """A line of a played game, and everything known about it."""

    def __init__(self, session: Session, nodes: Sequence[Node], graded: Graded | None) -> None:
        self.review = Review.of_line(session, nodes)
        super().__init__(session.deal, self.review.positions, [node.action for node in nodes[1:]])
        self.branches = Branches(session, nodes)
        self.luck = Luck(self.review, self.actions)
        self.nodes = nodes
        self.margins: dict[int, Margin] = {}
        """The known margins, keyed by position number."""
        self.graded = graded
        self._story: Story | None = None
        places = (at for at, node in enumerate(nodes) if node is session.here)
        self.here = next(places, None)
        """The number of the session's current position. None if the position isn't on this line."""

    def story(self, at: int) -> Story:
        """Return the story of the game that contains position ``at``."""
        if self._story is None or at not in self._story.game:
            self._story = Story(self.review, self.actions, self.margins, at, self.graded)
        return self._story

    def retell(self) -> None:
        """Discard the story, so that ``story`` builds it again."""
        self._story = None

    def notes(self, at: int) -> tuple[Fact, ...]:
        words = self.luck.words(at)
        luck = (Fact("Luck", at, words),) if words else ()
        return *self.branches.notes(at), *luck

    def margin_words(self, at: int) -> str:
        margin = self.margins.get(at)
        known = margin is not None and margin.winning_count and not self.review.is_over(at)
        return margin_text(margin) if margin and known else ""

    def lost(self, at: int) -> int | None:
        return self.review.losing_action_of(at)

    def marked(self, at: int) -> StripMarks:
        lost = self.lost(at)
        return replace(
            super().marked(at),
            here=self.here,
            lost=None if lost is None else lost + 1,
            begins=[game.start for game in self.review.games[1:]],
            forks=self.branches.forks,
            bookmarks=[at for at, node in enumerate(self.nodes) if node.bookmark is not None],
        )

    # -- a position ----------------------------------------------------------------------------

    def light(self, at: int) -> Light:
        return LIGHTS[self.review.verdicts[at]]

    def verdict_words(self, at: int) -> str:
        if self.deal.engine.won(self.positions[at]) and self.nodes[at].info.shown:
            return tr("not counted as a win")
        return super().verdict_words(at)

    def _start(self, at: int) -> int:
        return self.review.game_of(at).start

    def places(self, at: int) -> tuple[str, ...]:
        number, last = self.number(at), self.moves(self.review.game_of(at).stop - 1)
        if not number:
            begun = tr("Restarted: before the first move") if at else tr("Before the first move")
            return begun, tr("The deal")
        move = self._move(at)
        words = move_text(self.moves(at - 1), self.moves(at), last, move)
        n, branches = branch_number(self.nodes[at])
        if branches > 1:
            words = tr("{move} (branch {n} of {last})", move=words, n=n, last=branches)
        if self.here is not None and at > self.here:
            words = tr("{move} (undone)", move=words)
        short = tr("{n}: {move}", n=number, move=move)
        return words, short, tr("Move {n} of {last}", n=number, last=last)

    # -- the game ------------------------------------------------------------------------------

    def result(self, at: int) -> str:
        """Return a sentence about the result of the game that contains position ``at``."""
        end, number = self.review.end(at)
        if end is GameEnd.WON:
            if self.nodes[at].info.shown:
                return tr("Not counted as a win: the program showed the way.")
            return tr("This game was won.")
        if end is GameEnd.LOST:
            n, move = self.number(number), self._move(number)
            return tr("Move {n} lost the game ({move})", n=n, move=move)
        if end is GameEnd.CAN_WIN:
            return tr("This game can still be won.")
        if end is GameEnd.LOST_BEFORE:
            return lost_deal_text(self.deal)
        if any(self.review.verdicts[one] is None for one in self.review.game_of(at)):
            return searching()
        if end is GameEnd.LOST_SOMEWHERE:
            return tr("Lost, but it's unknown by which move.")
        return unknown_text(self.deal)

    def brief_result(self, at: int) -> str:
        """Return ``result``, shortened if the losing move is known."""
        lost = self.lost(at)
        return self.result(at) if lost is None else tr("Lost at move {n}", n=self.number(lost + 1))


class LineWalk(_Positions):
    """A winning line from a position of the game. ``origin`` is the number of that position."""

    def __init__(self, game: GameWalk, origin: int, moves: Sequence[Move]) -> None:
        rules, positions, actions = game.deal.engine, [game.positions[origin]], list[Action]()
        for move in moves:
            definite = rules.resolve(positions[-1], move)
            if isinstance(definite, Refusal):
                break
            actions.append(rules.expand(positions[-1], definite))
            positions.append(actions[-1][-1].after)
        super().__init__(game.deal, positions, actions)
        self.origin = origin
        self._after = game.number(origin)

    def places(self, at: int) -> tuple[str, ...]:
        if not at:
            begun = tr("The best line after move {n}", n=self._after)
            return begun if self._after else tr("The best line from the deal"), tr("The best line")
        n, last, move = self.number(at), self._moves[-1], self._move(at)
        words = tr("Best line {n} of {last}: {move}", n=n, last=last, move=move)
        short = tr("{n}: {move}", n=n, move=move)
        return words, short, tr("Best line {n} of {last}", n=n, last=last)

    def result(self, at: int) -> str:
        """Return sentences saying how long the line is, and which keys pause and leave it."""
        words = trn("{n} move to the win.", "{n} moves to the win.", self._moves[-1])
        return f"{words} {tr('Space stops and continues, Esc returns to the game.')}"

    def brief_result(self, at: int) -> str:
        """Return a sentence saying how to leave the line."""
        return tr("Esc returns to the game.")


Walk = GameWalk | LineWalk


def searching() -> str:
    """Return the text shown until the result of a game is known."""
    return tr("Finding where it was won or lost …")


def hidden_knowledge(deal: Deal) -> str:
    """Return a sentence saying that the review knows all cards; empty if the game hides none."""
    if not deal.kind.hides_cards:
        return ""
    return tr("The review knows every card, hidden ones too.")
