"""The branches beside the line that a review walks along: which they are, and where they lead.

Those at the position that is shown are looked at once the verdicts of the line are known, all
others last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Final

from game.play.history import Node, begins
from game.play.review import Branch, End, bookmark_text, branches_of
from game.play.session import Session
from game.rules.counting import moves_shown
from game.solver.answer import Verdict
from game.solver.service import SolverService
from game.support.texts import tr, trn
from game.words.summary import summary
from scenes.review.telling import Told
from scenes.table.light import Light

_LIGHTS: Final = {
    End.WON: Light.CAN_WIN,
    End.CAN_WIN: Light.CAN_WIN,
    End.LOST: Light.LOST,
    End.LOST_BEFORE: Light.LOST,
    End.LOST_SOMEWHERE: Light.LOST,
}
"""How each end of a branch is shown, if it is known."""


_MOST_MARKED: Final = 12
"""So many bookmarks are told of; the keys lead to all."""


class Branches:
    """The branches that leave ``line``, the nodes of a game of ``session``."""

    def __init__(self, session: Session, line: Sequence[Node]) -> None:
        self._line = line
        self._rules = session.rules
        self._left = branches_of(session, line)
        """Those of which not all is known that can be."""
        self._at: dict[int, list[Branch]] = {}
        for branch in self._left:
            self._at.setdefault(branch.at, []).append(branch)
        self._lights: dict[int, Light] = {}
        """What is known of branches, by their identity, until more is known."""

    @property
    def done(self) -> bool:
        """Whether all is known that can be."""
        return not self._left

    def open_at(self, at: int) -> bool:
        """Whether more is to be found out about a branch that is told of at position ``at``."""
        return any(one.at in (at - 1, at) for one in self._left)

    def tick(self, solver: SolverService, at: int) -> bool:
        """Take in one verdict, or ask for one, about what leaves the line near position ``at``
        first; True if more is known."""
        if not self._left:
            return False
        branch = min(self._left, key=lambda one: min(abs(one.at - at), abs(one.at + 1 - at)))
        review = branch.review
        number = review.next()
        self._lights.pop(id(branch), None)
        if number is None:
            self._left.remove(branch)
            return True
        known = solver.known(review.deal, review.positions[number])
        if known is not None:
            review.learn(number, known.verdict, known.moves)
            return True
        solver.ask(review.deal, review.positions[number])
        return False

    def verdicts(self) -> dict[int, Verdict | None]:
        """What is known of the positions of the branches, by the identities of their nodes."""
        looked = (one for found in self._at.values() for one in found if "review" in vars(one))
        return {
            id(node): verdict
            for one in looked
            for node, verdict in zip(one.nodes, one.review.verdicts[1:], strict=True)
        }

    # -- what is shown -------------------------------------------------------------------------

    def light(self, branch: Branch) -> Light:
        """What is known of where a branch leads."""
        if id(branch) not in self._lights:
            waits = branch in self._left
            begun = not waits or "review" in vars(branch)
            found = _LIGHTS.get(branch.lead().end) if begun else None
            unknown = Light.THINKING if waits else Light.NOT_KNOWN
            self._lights[id(branch)] = found or unknown
        return self._lights[id(branch)]

    @property
    def forks(self) -> Mapping[int, Light]:
        """The positions that a branch leaves, with the best of where those lead."""
        order = (Light.CAN_WIN, Light.THINKING, Light.NOT_KNOWN, Light.LOST)
        return {
            at: min(map(self.light, branches), key=order.index) for at, branches in self._at.items()
        }

    @property
    def bookmarks(self) -> Sequence[int]:
        """The positions of the line that have a bookmark."""
        return [at for at, node in enumerate(self._line) if node.bookmark is not None]

    def told(self, at: int) -> tuple[Told, ...]:
        """What is told of position ``at``: its bookmark and its remark, and the branches that were
        played in the place of the move to it, or of the move from it."""
        node = self._line[at]
        found = []
        if node.bookmark is not None or node.remark:
            name = None if node.bookmark is None else bookmark_text(node.bookmark)
            words = " – ".join(filter(None, [name, node.remark]))
            found.append(Told(at, words[:1].upper() + words[1:]))
        for branch in self._at.get(at - 1, ()):
            found.append(self._row(branch, at))
        for branch in self._at.get(at, ()):
            found.append(self._row(branch, at))
        return tuple(found)

    def came_back(self, moves: Callable[[int], int]) -> Told | None:
        """What is told of the last branch that was lost and gone back from; ``moves`` is how many
        lead to a position. None if there is none on the line on which the game stands."""
        for branch in reversed([one for found in self._at.values() for one in found]):
            if begins(branch.head.action) or self.light(branch) is not Light.LOST:
                continue
            if (lead := branch.lead()).end is End.LOST:
                losing = branch.nodes[lead.moves - 1]
                before = branch.review.positions[lead.moves - 1]
                done = [one.action for one in branch.nodes[: lead.moves]]
                words = tr(
                    "Back from move {n}, which lost the game: {move}.",
                    n=max(1, moves(branch.at) + moves_shown(self._rules, done)),
                    move=summary(losing.action, before),
                )
                return Told(branch.at, words, node=losing)
        return None

    def marked(self, here: int) -> tuple[Told, ...]:
        """What is told of all other bookmarks of the game, wherever in the tree they are."""
        places = {id(node): at for at, node in enumerate(self._line)}
        found = []
        for node in self._line[0].below():
            if node.bookmark is None or node is self._line[here]:
                continue
            before = takewhile(lambda one: one.action and not begins(one.action), node.up())
            moves = moves_shown(self._rules, (one.action for one in before))
            words = bookmark_text(node.bookmark)
            words = words[:1].upper() + words[1:]
            words = trn(
                "{bookmark}, after {n} move", "{bookmark}, after {n} moves", moves, bookmark=words
            )
            found.append(Told(places.get(id(node), 0), words, node=node))
        return tuple(found[:_MOST_MARKED])

    def _row(self, branch: Branch, at: int) -> Told:
        move, light = summary(branch.head.action, branch.start), self.light(branch)
        leads = tr("thinking …") if light is Light.THINKING else branch.lead_text()
        if branch.at == at:
            words = tr("Also from here: {move} – {leads}", move=move, leads=leads)
        else:
            words = tr("Instead: {move} – {leads}", move=move, leads=leads)
        return Told(at, words, node=branch.head, light=light)
