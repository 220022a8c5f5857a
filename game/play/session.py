"""One game in play, with everything that was done in it.

An action is what the player did in one go. Its steps can also be undone singly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from game.core.cards import Card
from game.core.moves import Action, Move, Refusal, Step
from game.core.state import PileId, Role, SeenSoFar, State
from game.play.history import GameInfo, History, Node, restart_action
from game.rules.choices import Automatic
from game.rules.counting import moves_shown
from game.rules.registry import Deal
from game.rules.replay import finishing_moves, homeward_moves, position_after, steps_of


def _own_steps(action: Action, automatic: Automatic) -> int:
    """Return how many steps of ``action`` are the player's own, not automatic moves home."""
    # If all steps send cards home, the player made the first; without automatic moves, all.
    own = next((n for n, step in enumerate(action) if step.move.goes_home), len(action))
    if automatic is not Automatic.OFF:
        own = max(own, 1)
    caused = all(step.move.goes_home for step in action[own:])
    return own if own and caused else len(action)


class Store(Protocol):
    """Saves a game in play and, when it ends, records it."""

    def changed(self, session: Session) -> None:
        """Save the game."""

    def ended(self, session: Session) -> object:
        """Put ``session``, a game that has ended, in the record."""

    def resumed(self, session: Session) -> None:
        """Remove a game from the record because it is no longer over. A won game stays."""

    def leaving(self, session: Session) -> None:
        """Before a game is left or restarted, save what was added to it after its end."""


class Session:
    """A game in play: a deal and everything done in it."""

    store: Store | None = None

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.rules = deal.engine
        self.layout = deal.layout()
        self.history = History()
        self.seen = SeenSoFar().after(self.layout)
        """How far the player has ever looked into the face-down piles."""
        self.unreadable_branches = 0
        """The number of unreadable branches in the game's file."""
        self.unknown_fields: Mapping[str, object] = {}
        """Fields saved with the game by a newer version, to be kept."""
        self._counted: tuple[Sequence[Action], int] = (), 0

    @property
    def here(self) -> Node:
        return self.history.here

    @property
    def info(self) -> GameInfo:
        """What is known about the game besides its moves."""
        return self.history.at.info

    @info.setter
    def info(self, info: GameInfo) -> None:
        mine = self.info
        for node in self.history.root.subtree():
            if node.info is mine:
                node.info = info

    @property
    def actions(self) -> Sequence[Action]:
        return self.history.actions

    @property
    def undone(self) -> Sequence[Action]:
        """The actions that can be redone, the next one last."""
        return self.history.undone

    @property
    def can_undo(self) -> bool:
        return self.history.at.parent is not None

    @property
    def can_redo(self) -> bool:
        return bool(self.history.next)

    @property
    def state(self) -> State:
        done = self.history.done
        return done[-1].after if done else self.layout

    def state_at(self, node: Node) -> State:
        return node.action[-1].after if node.action else self.layout

    @property
    def before_last(self) -> State:
        """The position before the last action, or the layout if nothing has been done yet."""
        at = self.history.at
        return self.state_at(at.parent or at)

    @property
    def since_restart(self) -> Sequence[Action]:
        return self.history.since_restart

    @property
    def positions(self) -> list[State]:
        """The layout, and the position after each action since the last restart."""
        return [self.layout, *(action[-1].after for action in self.since_restart)]

    @property
    def moves(self) -> int:
        """The number of moves since the last restart, as shown to the player."""
        # Read in every frame; the history returns the same list until something changes.
        actions = self.actions
        if self._counted[0] is not actions:
            self._counted = actions, moves_shown(self.rules, self.since_restart)
        return self._counted[1]

    @property
    def steps_done(self) -> int:
        """The number of steps since the last restart."""
        return sum(map(len, self.since_restart))

    @property
    def begun(self) -> bool:
        """Whether anything was done in this game. Restarting a finished game begins another."""
        return not self.history.at.begins_game

    @property
    def account(self) -> int | None:
        """The balance in dollars or points; None if the game has no balance."""
        return self.deal.account(self.state)

    @property
    def won(self) -> bool:
        return self.rules.won(self.state)

    @property
    def won_unaided(self) -> bool:
        """Whether the game is won and its solution wasn't shown."""
        return self.won and not self.info.shown

    @property
    def credited_account(self) -> int | None:
        """The balance for the statistics. It stops changing once the solution has been shown."""
        return self.info.account if self.info.shown else self.account

    @property
    def ended(self) -> bool:
        """Whether the game was won or stopped."""
        return self.deal.is_over(self.state)

    # -- doing ---------------------------------------------------------------------------------

    def do(self, *moves: Move, automatic: Automatic = Automatic.OFF) -> Action | Refusal:
        """Make ``moves``, then any automatic moves, as one action; do nothing if one is refused."""
        found = self.steps(self.state, moves, automatic)
        return found if isinstance(found, Refusal) else self._done(found)

    def steps(
        self, state: State, moves: Sequence[Move], automatic: Automatic = Automatic.OFF
    ) -> Action | Refusal:
        """Return the steps that ``do`` would make in the position ``state``."""
        steps = steps_of(self.rules, state, moves)
        if isinstance(steps, Refusal) or automatic is Automatic.OFF:
            return steps
        return (*steps, *self._automatic_steps(steps[-1].after, automatic, steps))

    def outcome(self, *moves: Move) -> State | Refusal:
        """Return the position to which ``do`` would lead without automatic moves."""
        return position_after(self.rules, self.state, moves)

    def _automatic_steps(self, state: State, automatic: Automatic, own: Iterable[Step]) -> Action:
        # Where redeals cost money, sending home a card that isn't safe might force one.
        safe = automatic is Automatic.SAFE or self.deal.kind.turn_cost > 0
        if self.rules.home_move(state, safe=safe) is None:
            # After most moves nothing goes home, so it is rarely necessary to work out which cards
            # must stay.
            return ()
        return self._home(state, self._cards_to_leave(own), safe=safe)

    def _cards_to_leave(self, own: Iterable[Step]) -> set[Card]:
        """Return the cards that were taken off a foundation and must not go back automatically."""
        # Undoing took these cards off a foundation.
        undone = (step for action in self.undone for step in action)
        stay = {
            one.card
            for step in undone
            for one in step.transfers
            if one.target.role is Role.FOUNDATION
        }
        rule_set = self.deal.rule_set
        if rule_set is not None and rule_set.foundations_give_back:
            # A move took these cards off a foundation, and they haven't moved since.
            done = (step for action in self.since_restart for step in action)
            last = {one.card: one for step in (*done, *own) for one in step.transfers}
            stay |= {card for card, one in last.items() if one.source.role is Role.FOUNDATION}
        return stay

    def _home(self, state: State, stay: Collection[Card] = (), *, safe: bool) -> Action:
        homeward = homeward_moves(self.rules, state, stay, safe=safe)
        steps = steps_of(self.rules, state, (move for move, _ in homeward))
        assert not isinstance(steps, Refusal)
        return steps

    def safe_steps(self, state: State) -> Action:
        """Return the steps that send home all cards that are safe in ``state``."""
        return self._home(state, safe=True)

    def send_safe_home(self) -> Action | Refusal:
        """Send all safe cards home, as one action."""
        steps = self.safe_steps(self.state)
        return self._done(steps) if steps else Refusal("nothing-safe")

    def finish(self) -> Action | Refusal:
        """Send all remaining cards home, if ``finishing_moves`` finds a way."""
        moves = finishing_moves(self.rules, self.state)
        return self.do(*moves) if moves else Refusal("nothing-safe")

    def send_home(self) -> Action | Refusal:
        """Send all remaining cards home if ``finish`` can, otherwise the safe cards."""
        finished = self.finish()
        return self.send_safe_home() if isinstance(finished, Refusal) else finished

    def to_cells(
        self, source: PileId, count: int, automatic: Automatic = Automatic.OFF
    ) -> Action | Refusal:
        """Move the last ``count`` cards of ``source`` into free cells, as one action."""
        found = self.rules.to_cells(self.state, source, count)
        return found if isinstance(found, Refusal) else self.do(*found, automatic=automatic)

    def restart(self) -> Action | Refusal:
        """Restart the game, as an action that can be undone."""
        if not self.since_restart:
            return Refusal("at-start")
        ended, store = self.ended, self.store
        if store:
            store.leaving(self)
        action = self._enter(restart_action(self.state, self.layout))
        if ended and self.history.is_newest(self.here):
            # The finished game keeps its info. The next game gets new info, and counts as a replay
            # because the player knows the deal.
            self.here.info = GameInfo(replay=True)
        self._changed()
        return action

    def show_move(self, move: Move) -> Action | Refusal:
        """Make a move that the program has chosen. The game can then no longer be won unaided."""
        steps = self.steps(self.state, (move,))
        if isinstance(steps, Refusal):
            return steps
        self._count_shown()
        return self._done(steps)

    def count_solution(self) -> None:
        """Count the solution as shown, unless the game is over or already in the record."""
        if not self.ended and not self.info.recorded:
            self._count_shown()
            self.save()

    def _count_shown(self) -> None:
        if not self.info.shown:
            self.info.account = self.account
        self.info.shown += 1

    def count_hint(self) -> None:
        if not self.info.recorded:
            self.info.hints += 1
            self.save()

    def go(self, node: Node) -> Action:
        """Go to ``node``, and return the steps to show."""
        back, forth = self.history.path_to(node)
        if back and forth:
            # Going to another branch from the middle of an action adds a node at the cursor.
            back[0] = self.history.here
        steps = [step for one in back for step in self._steps_back(one)]
        steps += () if back else self.history.rest
        steps += (step for one in forth for step in one.action)
        self.history.go(node)
        if steps:
            self._changed(undone=bool(back))  # counts as one undo
        return tuple(steps)

    def replace_last(self, move: Move, automatic: Automatic = Automatic.OFF) -> Action | Refusal:
        """Make ``move`` in place of the last action; change nothing if it is refused."""
        if not self.can_undo:
            return Refusal("at-start")
        steps = self.steps(self.before_last, (move,), automatic)
        if isinstance(steps, Refusal):
            return steps
        mistaken = self.history.at
        self.history.undo(len(self.history.done))
        noted = mistaken.bookmark is not None or mistaken.remark
        if self.history.is_newest(mistaken) and not noted:
            self.history.remove_leaf(mistaken)
        return self._done(steps)

    def _done(self, steps: Iterable[Step]) -> Action:
        action = self._enter(steps)
        self._changed()
        return action

    def _enter(self, steps: Iterable[Step]) -> Action:
        action = tuple(steps)
        self.seen = self.seen.after_all(step.after for step in action)
        self.history.do(action)
        return action

    # -- keeping -------------------------------------------------------------------------------

    def save(self) -> None:
        """Let the store save the game, if there is a store."""
        if self.store is not None:
            self.store.changed(self)

    def _changed(self, *, undone: bool = False) -> None:
        store = self.store
        if store is None:
            return
        if self.ended and not self.info.recorded:
            store.ended(self)
        elif self.info.recorded and self.info.entry and not self.ended:
            store.resumed(self)
        if undone and not self.info.recorded:
            self.info.undos += 1
        store.changed(self)

    # -- back and forth ------------------------------------------------------------------------

    def undo_step(self, automatic: Automatic = Automatic.OFF) -> Action:
        """Undo one step and the automatic moves after it; return the steps to show, if any."""
        done = self.history.done
        return self._undo(len(done) - _own_steps(done, automatic) + 1)

    def undo_action(self) -> Action:
        """Undo the last action, and return the steps to show."""
        return self._undo(len(self.history.done))

    def _undo(self, count: int) -> Action:
        steps = self._steps_back(self.history.at)[:count]
        self.history.undo(len(steps))
        if steps:
            self._changed(undone=True)
        return steps

    def _steps_back(self, node: Node) -> Action:
        done = self.history.done if node is self.history.at else node.action
        before = self.state_at(node.parent or node)
        befores = [before, *(step.after for step in done[:-1])]
        return tuple(
            Step(step.move, tuple(one.reversed() for one in reversed(step.transfers)), state)
            for step, state in zip(reversed(done), reversed(befores), strict=False)
        )

    def redo_step(self, automatic: Automatic = Automatic.OFF) -> Action:
        """Redo one step and the automatic moves after it; return the steps to show, if any."""
        action = self.history.next
        return self._redo(action if _own_steps(action, automatic) == 1 else action[:1])

    def redo_action(self) -> Action:
        """Redo the next action, or finish a partly undone one; return the steps to show, if any."""
        return self._redo(self.history.next)

    def _redo(self, steps: Action) -> Action:
        self.history.redo(len(steps))
        if steps:
            self._changed()
        return steps

    def mark_all_seen(self) -> None:
        """Count every position in the tree as seen by the player."""
        nodes = self.history.root.subtree()
        self.seen = self.seen.after_all(step.after for node in nodes for step in node.action)
