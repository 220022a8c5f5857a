"""The tree of everything done in a game. Undoing loses nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

from game.core.moves import Action, Move, Step, Verb
from game.core.state import State, differences
from game.support.json_values import DataError, boolean, count, number

_MAX_SECONDS = 1e9


@dataclass(slots=True)
class GameInfo:
    """What is known about a game besides its moves."""

    seconds: float = 0.0  # the time played
    recorded: bool = False  # is in the record, or doesn't belong there
    entry: str = ""  # the game's id, empty until the game is first saved
    hints: int = 0
    shown: int = 0  # how often the solution, or a move of it, was shown
    undos: int = 0
    account: int | None = None  # the balance just before the solution was first shown
    replay: bool = False  # the player already knew the deal

    def to_data(self) -> dict[str, object]:
        """Return the info as it is saved, leaving out most defaults."""
        data: dict[str, object] = {"seconds": round(self.seconds, 1), "recorded": self.recorded}
        for name in ("entry", "hints", "shown", "undos", "replay"):
            if value := getattr(self, name):
                data[name] = value
        if self.account is not None:
            data["account"] = self.account
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> GameInfo:
        """Return the info in ``data``; raise ``DataError`` if it is damaged."""
        entry = data.get("entry", "")
        if not isinstance(entry, str):
            raise DataError
        seconds = number(data, "seconds")
        if not 0 <= seconds < _MAX_SECONDS:
            raise DataError
        return cls(
            seconds=seconds,
            recorded=boolean(data, "recorded"),
            entry=entry,
            hints=count(data, "hints") or 0,
            shown=count(data, "shown") or 0,
            undos=count(data, "undos") or 0,
            account=None if data.get("account") is None else int(number(data, "account")),
            replay="replay" in data and boolean(data, "replay"),
        )


MAX_BOOKMARK_LENGTH: Final = 60
MAX_REMARK_LENGTH: Final = 500
"""The maximum length of a remark, in characters."""


def is_restart(action: Action) -> bool:
    return action[0].move.verb is Verb.RESTART


def restart_action(state: State, layout: State) -> Action:
    """Return the action that leads from ``state`` back to ``layout``."""
    return (Step(Move(Verb.RESTART), differences(state, layout), layout),)


def action_text(action: Action) -> str:
    """Return the steps of an action in notation."""
    return " ".join(step.text for step in action)


def clean(text: str, most: int) -> str:
    """Return ``text`` as one line of at most ``most`` printable characters."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(plain.split())[:most].strip()


def add_notes(node: Node, bookmark: str | None, remark: str) -> None:
    """Add a bookmark's name and a remark to ``node``. Skip what is already there."""
    if bookmark is not None:
        node.bookmark = _added(node.bookmark or "", ", ", bookmark, MAX_BOOKMARK_LENGTH)
    node.remark = _added(node.remark, " ", remark, MAX_REMARK_LENGTH)


def _added(text: str, between: str, more: str, most: int) -> str:
    more = clean(more, most)
    if more in text:
        return text
    return clean(f"{text}{between}{more}", most) if text else more


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A position and the action that led to it."""

    parent: Node | None
    action: Action
    info: GameInfo
    number: int = 0  # higher in newer nodes
    children: list[Node] = field(default_factory=list)
    main: Node | None = None  # the child that redo follows
    bookmark: str | None = None  # its name, which may be empty; None means no bookmark
    remark: str = ""

    @property
    def begins_game(self) -> bool:
        """Whether a new game, with its own ``GameInfo``, begins here."""
        return self.parent is None or self.info is not self.parent.info

    def sibling(self, count: int) -> Node:
        """Return the sibling ``count`` places after this node, wrapping around."""
        family = self.parent.children if self.parent else [self]
        return family[(family.index(self) + count) % len(family)]

    def beside(self, count: int, onward: Node | None = None) -> Node | None:
        """Return the first node of another branch at the nearest fork; None if there is no fork.

        ``count`` is 1 for the next branch and -1 for the previous one. After the last branch comes
        the first. If the branches fork at this node, ``onward`` is the first node of the current
        branch. The default is ``main``.
        """
        # Count this node's siblings, otherwise its children, otherwise the siblings nearest before.
        fork = self.fork
        if fork is not self and len(self.children) > 1:
            fork = onward or self.main
        return None if fork is None else fork.sibling(count)

    @property
    def fork(self) -> Node | None:
        """The first node with siblings on the way from here to the root, if there is any."""
        forks = (one for one in self.path_to_root() if one.parent and len(one.parent.children) > 1)
        return next(forks, None)

    def path_to_root(self) -> Iterator[Node]:
        """Yield this node and those before it, back to the root."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    @property
    def game_length(self) -> int:
        """The number of actions since the last restart or the root."""
        path = enumerate(self.path_to_root())
        return next(n for n, one in path if one.parent is None or is_restart(one.action))

    def continuation(self) -> Iterator[Node]:
        """Yield each node that redo reaches, starting after this node."""
        node = self.main
        while node is not None:
            yield node
            node = node.main

    def line(self) -> list[Node]:
        """Return all nodes from the root to this node, followed by the nodes that redo reaches."""
        return [*list(self.path_to_root())[::-1], *self.continuation()]

    def subtree(self) -> Iterator[Node]:
        """Yield this node and all after it, each after its parent."""
        left = [self]
        while left:
            node = left.pop()
            yield node
            left += reversed(node.children)


MAX_NODES: Final = 4_000
"""The number of nodes above which a tree's oldest branches are dropped."""
_KEPT_FRACTION: Final = 0.9  # of ``MAX_NODES``, where dropping stops
_MOVED: Final = attrgetter("move.verb", "move.source", "move.target", "move.count")


def known_child(parent: Node, action: Action) -> Node | None:
    """Return the child with the same moves as ``action``, if any."""
    first, moves = _MOVED(action[0]), [*map(_MOVED, action)]
    for child in parent.children:
        done = child.action
        if len(done) == len(moves) and _MOVED(done[0]) == first and [*map(_MOVED, done)] == moves:
            return child
    return None


class History:
    """The tree of everything done in a session, with a cursor."""

    def __init__(self) -> None:
        self.root = self.at = Node(None, (), GameInfo())
        self.steps_undone = 0
        """How many steps of the action at the cursor have been undone."""
        self.branches_dropped = 0
        """The number of branches dropped because the tree was too large."""
        self.changes = 0
        """Counts changes to the tree, line and notes. New moves at the line's end don't count."""
        self._count = self._number = 1
        self._known: tuple[Node, int, list[Action], list[Action]] = self.at, 0, [], []

    @property
    def here(self) -> Node:
        """The node at the cursor. A partly undone action there is first split in two."""
        return self._split() if self.steps_undone else self.at

    # -- the line ------------------------------------------------------------------------------

    @property
    def done(self) -> Action:
        """The last action without its undone steps."""
        return self.at.action[: len(self.at.action) - self.steps_undone]

    @property
    def rest(self) -> Action:
        """The steps of the last action that have been taken back."""
        return self.at.action[len(self.at.action) - self.steps_undone :]

    @property
    def next(self) -> Action:
        """The steps that redo would do next, if any."""
        return self.rest or (self.at.main.action if self.at.main else ())

    @property
    def actions(self) -> list[Action]:
        """The actions that lead to the cursor; not to be modified."""
        return self._now()[0]

    @property
    def since_restart(self) -> list[Action]:
        """The actions since the last restart; not to be modified."""
        return self._now()[1]

    def _now(self) -> tuple[list[Action], list[Action]]:
        if self._known[:2] != (self.at, self.steps_undone):
            done, node = list[Action](), self.at
            while node.parent is not None:
                done += [node.action if done else self.done]
                node = node.parent
            done.reverse()
            restarts = (n for n, one in enumerate(done) if one[0].move.verb is Verb.RESTART)
            since = done[max(restarts, default=-1) + 1 :]
            self._known = self.at, self.steps_undone, done, since
        return self._known[2:]

    @property
    def undone(self) -> list[Action]:
        """The actions that can be redone. The one to redo first comes last."""
        later = [node.action for node in self.at.continuation()][::-1]
        return [*later, self.rest] if self.steps_undone else later

    def line(self) -> list[Node]:
        """Return all nodes from the root to ``here``, followed by the nodes that redo reaches."""
        return self.here.line()

    # -- growing -------------------------------------------------------------------------------

    def add_child(self, parent: Node, action: Action) -> Node:
        """Return the child of ``parent`` for ``action``. Create the child if it doesn't exist."""
        self.changes += 1
        return known_child(parent, action) or self._add(parent, action)

    def _add(self, parent: Node, action: Action) -> Node:
        self.changes += is_restart(action)
        node = self._new(parent, action)
        parent.children.append(node)
        parent.main = parent.main or node
        return node

    def _new(self, parent: Node, action: Action) -> Node:
        self._count += 1
        self._number += 1
        return Node(parent, action, parent.info, self._number)

    def do(self, action: Action) -> None:
        """Do ``action`` at the cursor. Add a node only if the action is new there."""
        here = self.here
        main = here.main
        self.at = self._make_main(known_child(here, action) or self._add(here, action))
        self.changes += self.at is not main and main is not None
        self.limit_size()

    def is_newest(self, node: Node) -> bool:
        """Return whether nothing has been added to the tree since ``node``."""
        return node.number == self._number and not node.children

    def remove_leaf(self, leaf: Node) -> None:
        """Remove a node without children. If redo led to it, redo now leads to its last sibling."""
        assert leaf.parent is not None
        self.changes += 1
        left = leaf.parent.children
        left.remove(leaf)
        if leaf.parent.main is leaf:
            leaf.parent.main = left[-1] if left else None
        self._count -= 1

    def limit_size(self) -> None:
        """Drop the oldest branches if there are more than ``MAX_NODES`` nodes."""
        if self._count > MAX_NODES:
            # The line is kept even if it is longer than the limit.
            for _ in self.drop_oldest():
                self.branches_dropped += 1
                if self._count <= MAX_NODES * _KEPT_FRACTION:
                    break

    def drop_oldest(self) -> Iterator[list[Node]]:
        """For each branch beside the line, drop the branch and then yield its nodes.

        The oldest branches go first, but branches that end at a bookmark go last.
        """
        kept = set(self.at.line())
        leaves = [one for one in self.root.subtree() if not one.children and one not in kept]
        for leaf in sorted(leaves, key=lambda one: (one.bookmark is not None, one.number)):
            gone = list[Node]()
            for node in leaf.path_to_root():
                if node.children or node in kept:
                    break
                self.remove_leaf(node)
                gone.append(node)
            yield gone

    # -- going ---------------------------------------------------------------------------------

    def go(self, node: Node) -> None:
        """Move the cursor to ``node``, and make redo follow the path from the root to it."""
        for one in node.path_to_root():
            if one.parent is not None:
                self._make_main(one)
        self.at, self.steps_undone = node, 0
        self.changes += 1

    def path_to(self, node: Node) -> tuple[list[Node], list[Node]]:
        """Return the nodes to undo on the way to ``node``, and the nodes to redo after that.

        If an action was partly undone and only has to be finished, its node is in neither list.
        """
        here, there = set(self.at.path_to_root()), set(node.path_to_root())
        back = [one for one in self.at.path_to_root() if one not in there]
        forth = [one for one in node.path_to_root() if one not in here]
        return back, forth[::-1]

    @staticmethod
    def _make_main(child: Node) -> Node:
        assert child.parent is not None
        child.parent.main = child
        return child

    def set_bookmark(self, node: Node, bookmark: str | None) -> None:
        """Set the name of a node's bookmark; None removes the bookmark."""
        node.bookmark = None if bookmark is None else clean(bookmark, MAX_BOOKMARK_LENGTH)
        self.changes += 1

    def set_remark(self, node: Node, text: str) -> None:
        """Set a position's remark; an empty string removes it."""
        node.remark = clean(text, MAX_REMARK_LENGTH)
        self.changes += 1

    # -- back and forth ------------------------------------------------------------------------

    def undo(self, steps: int) -> None:
        """Undo this many steps of the last action."""
        self.steps_undone += steps
        if self.at.parent is not None and self.steps_undone == len(self.at.action):
            self.at, self.steps_undone = self.at.parent, 0
        self._join_existing()

    def redo(self, steps: int) -> None:
        """Redo the first ``steps`` steps of the action ``next``."""
        if not self.steps_undone and self.at.main is not None:
            self.at = self._make_main(self.at.main)
            self.steps_undone = len(self.at.action)
        self.steps_undone -= steps
        self._join_existing()

    def _join_existing(self) -> None:
        """When an action is partly undone, look for a node with only the steps that are still done.

        If there is one, move the cursor there.
        """
        if self.steps_undone and self.at.parent and known_child(self.at.parent, self.done):
            self._split()

    def _split(self) -> Node:
        node, parent = self.at, self.at.parent
        assert parent is not None
        begun, rest = self.done, self.rest
        # Look up the first part before ``node`` is given the rest of the action: if both parts
        # consist of the same moves, the lookup would find ``node`` itself.
        first = known_child(parent, begun)
        node.action = rest
        self._known, self.steps_undone = (self.root, 0, [], []), 0
        self.changes += 1
        if first is not None:
            parent.children.remove(node)
            self._move_subtree(first, node)
        else:
            node.parent = first = self._new(parent, begun)
            parent.children[parent.children.index(node)] = first
            first.children, first.main = [node], node
        self.at = self._make_main(first)
        return first

    def _move_subtree(self, parent: Node, node: Node) -> None:
        """Make ``node`` a child of ``parent``, merging nodes with equal moves."""
        left = [(parent, node)]
        while left:
            parent, node = left.pop()
            twin = known_child(parent, node.action)
            if twin is None:
                parent.children.append(node)
                node.parent, twin = parent, node
            else:
                self._count -= 1
                add_notes(twin, node.bookmark, node.remark)
                main_first = sorted(node.children, key=lambda one: one is not node.main)
                left += ((twin, child) for child in main_first)
            self._make_main(twin)

    # -- branches ------------------------------------------------------------------------------

    def next_bookmark(self, count: int, here: Node | None = None) -> Node | None:
        """Return the bookmarked node ``count`` places after ``here``, wrapping around.

        By default, ``here`` is the node at the cursor. If this leads back to ``here``, return None.
        """
        here = here or self.here
        order = [one for one in self.root.subtree() if one.bookmark is not None or one is here]
        there = order[(order.index(here) + count) % len(order)]
        return None if there is here else there

    # -- other trees ---------------------------------------------------------------------------

    def add_nodes(self, nodes: Iterable[Node]) -> dict[Node, Node]:
        """Add nodes from another tree of the same deal.

        Parents must come before their children. A restart becomes the root, and so does a node
        whose parent is missing. The result maps each added node to the matching node in this tree.
        """
        same = dict[Node, Node]()
        self.changes += 1
        for node in nodes:
            mine = self.root  # also for a restart, so that moves after it are added there
            if node.parent in same and not is_restart(node.action):
                mine = self.add_child(same[node.parent], node.action)
            # The node keeps its number, which tells its age: the oldest branches are dropped first.
            mine.number = node.number
            add_notes(mine, node.bookmark, node.remark)
            same[node] = mine
        return same

    def without_restarts(self) -> History:
        """Return a copy of the tree without restarts; moves after a restart begin at the root."""
        return _without_restarts(self.root.subtree(), self.here)

    def game_without_restarts(self, end: Node) -> History | None:
        """Return a copy of the game that contains ``end``. The copy has no restarts.

        Its cursor is at ``end``. If the tree no longer contains ``end``, the result is None.
        """
        nodes = [node for node in self.root.subtree() if node.info is end.info]
        return _without_restarts(nodes, end) if end in nodes else None


def _without_restarts(nodes: Iterable[Node], here: Node) -> History:
    found = History()
    same = found.add_nodes(nodes)
    line = [same[one] for one in (here, *here.continuation()) if one in same]
    found.go(line[-1])
    found.go(line[0])
    return found
