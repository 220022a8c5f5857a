"""One game in play: doing, undoing, redoing, beginning again, and its form in a file.

An *action* is what the player did once, a *step* what one Undo takes back; an action has one
step or several. The state after every step is kept, so going back costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from enum import Enum

from game.core.cards import PACK
from game.core.moves import Action, Move, Refusal, Step, Verb
from game.core.piles import PileId, Role
from game.core.state import Looked, State, differences
from game.play.book import Book, books_from_data
from game.play.saved_deal import (
    deal_from_data,
    deal_to_data,
    looked_from_data,
    others_of,
    read_actions,
)
from game.rules.finish import finishing
from game.rules.registry import Deal
from game.support.json_values import text_list
from game.support.records import replace

FORMAT = 1
"""The format of saved games; a file with a higher one is of a newer program."""


class Automatic(Enum):
    """Which cards go home by themselves after an action."""

    OFF = "off"
    SAFE = "safe"
    ALL = "all"


class Session:
    """A deal and what was done in it.

    ``undone`` is a stack, its last action is redone first. ``book`` is what is known of the game
    beside its moves; a game begun again after its end has one of its own.
    """

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.rules = deal.engine
        self.layout = deal.layout()
        self.actions: list[Action] = []
        self.undone: list[Action] = []
        self._parted = False
        """Whether the last action was just taken back in part: the rest is what is redone next."""
        self.looked = Looked().at(self.layout)
        """How far the player has looked, also in what was taken back and is forgotten."""
        self.book = Book()
        self._books: dict[int, Book] = {}
        """For a game begun again after its end, by its place among those of this deal: the book
        that stands on the other side of the restart."""
        self._others: Mapping[str, object] = {}
        """What a newer program has written of this game beside all that; it is kept."""

    @property
    def seconds(self) -> float:
        """The time played."""
        return self.book.seconds

    @seconds.setter
    def seconds(self, seconds: float) -> None:
        self.book.seconds = seconds

    @property
    def recorded(self) -> bool:
        """Whether the game stands in the record already, or shall not stand there."""
        return self.book.recorded

    @recorded.setter
    def recorded(self, recorded: bool) -> None:
        self.book.recorded = recorded

    @property
    def state(self) -> State:
        """The position that stands on the table."""
        return self.actions[-1][-1].after if self.actions else self.layout

    @property
    def before_last(self) -> State:
        """The position before the last action."""
        return self.actions[-2][-1].after if len(self.actions) > 1 else self.layout

    @property
    def since_restart(self) -> Sequence[Action]:
        """The actions done since the game last began; their number is the count of moves."""
        for index in range(len(self.actions) - 1, -1, -1):
            if _begins(self.actions[index]):
                return self.actions[index + 1 :]
        return self.actions

    @property
    def steps_done(self) -> int:
        """How many steps those actions have."""
        return sum(map(len, self.since_restart))

    @property
    def begun(self) -> bool:
        """Whether anything was done in this game; after a restart of a finished game, since the
        restart."""
        anew = len(self.actions) > 0 and _begins(self.actions[-1])
        return bool(self.actions) and not (anew and self._restarts - 1 in self._books)

    @property
    def played(self) -> tuple[Action, ...]:
        """All actions in their order: those done, then those undone."""
        return (*self.actions, *reversed(self.undone))

    def book_at(self, position: int) -> Book:
        """Return the book of the game that the first ``position`` actions of ``played`` lead to."""
        here, there = self._restarts, sum(map(_begins, self.played[:position]))
        between = range(here - 1, there - 1, -1) if there < here else range(here, there)
        crossed = [self._books[game] for game in between if game in self._books]
        return crossed[-1] if crossed else self.book

    @property
    def account(self) -> int | None:
        """Money or points of the position; None for a game that counts neither."""
        return self.deal.account(self.state)

    @property
    def won(self) -> bool:
        """Whether all cards are home, whether by the player or by the solution."""
        return self.rules.won(self.state)

    @property
    def won_alone(self) -> bool:
        """Whether the game counts as won by the player: the solution was never shown."""
        return self.won and not self.book.shown

    @property
    def counted(self) -> int | None:
        """Money or points credited to the player: once the solution was shown, those from before;
        None for a game that counts neither."""
        return self.book.account if self.book.shown else self.account

    @property
    def ended(self) -> bool:
        """Whether the game is over: won, or stopped."""
        state = self.state
        return state.stopped or self.rules.won(state)

    # -- doing ---------------------------------------------------------------------------------

    def judge(self, move: Move) -> Move | Refusal:
        """Return what ``do`` would answer to ``move``, without doing it."""
        return self.rules.resolve(self.state, move)

    def do(self, *moves: Move, automatic: Automatic = Automatic.OFF) -> Action | Refusal:
        """Carry out ``moves`` as one action, with the automatic moves it causes.

        If one of them is refused, nothing at all moves.
        """
        steps: list[Step] = []
        state = self.state
        for move in moves:
            found = self.rules.resolve(state, move)
            if isinstance(found, Refusal):
                return found
            steps += self.rules.expand(state, found)
            state = steps[-1].after
        carried = [move for move in moves if move.verb is Verb.CARRY]
        given_back = any(move.source.role is Role.FOUNDATION for move in carried)
        if automatic is not Automatic.OFF and not given_back:
            steps += self._by_themselves(state, automatic)
        return self._done(steps)

    def outcome(self, *moves: Move, automatic: Automatic = Automatic.OFF) -> State | Refusal:
        """Return the position that ``do`` would lead to, without moving anything."""
        tried = self.snapshot()
        found = tried.do(*moves, automatic=automatic)
        return found if isinstance(found, Refusal) else tried.state

    def _by_themselves(self, state: State, automatic: Automatic) -> list[Step]:
        """Return the steps of the cards that go home by themselves in ``state``."""
        steps: list[Step] = []
        choose = self.rules.safe_move if automatic is Automatic.SAFE else self.rules.home_move
        for _ in PACK:  # each brings a card home
            move = choose(state)
            found = self.rules.resolve(state, move) if move else None
            if not isinstance(found, Move):
                break
            steps += self.rules.expand(state, found)
            state = steps[-1].after
        return steps

    def safe_cards(self) -> Action | Refusal:
        """Send all safe cards home, as one action."""
        steps = self._by_themselves(self.state, Automatic.SAFE)
        return self._done(steps) if steps else Refusal("nothing-safe")

    def finish(self) -> Action | Refusal:
        """Send all remaining cards home, as one action, if that needs no decisions."""
        moves = finishing(self.rules, self.state)
        return self.do(*moves) if moves else Refusal("nothing-safe")

    def to_cells(
        self, source: PileId, count: int, automatic: Automatic = Automatic.OFF
    ) -> Action | Refusal:
        """Move the last ``count`` cards of ``source`` into free cells, as one action."""
        found = self.rules.to_cells(self.state, source, count)
        return found if isinstance(found, Refusal) else self.do(*found, automatic=automatic)

    def restart(self) -> Action | Refusal:
        """Begin this game again, as an action that can be undone."""
        if not self.since_restart:
            return Refusal("at-start")
        ended = self.ended
        action = self._begin_again()
        if ended:
            # A game that is over has its book: the next one begins a new one, on a known deal.
            self._books[self._restarts - 1], self.book = self.book, Book(replay=True)
        return action

    def _begin_again(self) -> Action:
        transfers = differences(self.state, self.layout)
        return self._done([Step(Move(Verb.RESTART), transfers, self.layout)])

    @property
    def _restarts(self) -> int:
        """How often the game was begun again."""
        return sum(map(_begins, self.actions))

    def _turn_page(self, action: Action) -> None:
        """Change to the book of the game on the other side of ``action``, which was just undone or
        redone, if it is a restart."""
        if self._books and _begins(action) and (game := self._restarts) in self._books:
            self._books[game], self.book = self.book, self._books[game]

    def play_on_from(self, position: int) -> Action | Refusal:
        """Return to the position after the first ``position`` actions of ``played``, to play on
        from there; return the last of these actions.

        What stood before stays behind the undo: everything is played to its end first, then the
        game is begun again, and the actions that lead to the position are done once more.
        """
        played = self.played
        begin = max((at for at in range(1, position + 1) if _begins(played[at - 1])), default=0)
        again = played[begin:position]
        if not played:
            return Refusal("at-start")
        self.actions[:] = played
        self.undone.clear()
        self._parted = False
        if self.since_restart:
            self._begin_again()
        self.actions += again
        return self.actions[-1]

    def replace_last(self, move: Move, automatic: Automatic = Automatic.OFF) -> Action | Refusal:
        """Do ``move`` instead of the last action; if it is refused, nothing changes."""
        actions, undone, parted = list(self.actions), list(self.undone), self._parted
        if not self.undo_action():
            return Refusal("at-start")
        result = self.do(move, automatic=automatic)
        if isinstance(result, Refusal):
            self._turn_page(actions[-1])
            self.actions[:], self.undone, self._parted = actions, undone, parted
        return result

    def _done(self, steps: Iterable[Step]) -> Action:
        action = tuple(steps)
        self.looked = self.looked.through(step.after for step in action)
        if self._books:
            done = self._restarts
            self._books = {game: book for game, book in self._books.items() if game < done}
        self.actions.append(action)
        self.undone.clear()
        self._parted = False
        return action

    # -- back and forth ------------------------------------------------------------------------

    def undo_step(self) -> Action:
        """Undo one step; return the steps to show, none if there was nothing to undo.

        An action partly taken back falls into two. They are one again once the other part is
        taken back too, or ``redo_action`` has done it again.
        """
        if not self.actions:
            return ()
        *kept, last = self.actions.pop()
        if kept:
            self.actions.append(tuple(kept))
        self._take_back((last,))
        self._parted = bool(kept)
        return (self._backwards(last, self.state),)

    def undo_action(self) -> Action:
        """Undo a whole action; return the steps to show, none if there was nothing to undo."""
        if not self.actions:
            return ()
        action = self.actions.pop()
        self._take_back(action)
        befores = [self.state, *(step.after for step in action[:-1])]
        return tuple(
            self._backwards(step, before)
            for step, before in reversed(list(zip(action, befores, strict=True)))
        )

    def _take_back(self, steps: Action) -> None:
        """Put ``steps``, which have just been undone, before the rest of their action."""
        rest = self.undone.pop() if self._parted else ()
        self.undone.append((*steps, *rest))
        self._parted = False
        self._turn_page(steps)

    def redo_step(self) -> Action:
        """Redo one step; return the steps to show."""
        if not self.undone:
            return ()
        first, *rest = self.undone.pop()
        if rest:
            self.undone.append(tuple(rest))
        self._parted = False
        self._turn_page((first,))
        self.actions.append((first,))
        return (first,)

    def redo_action(self) -> Action:
        """Redo a whole action, or what is left of it; return the steps to show."""
        if not self.undone:
            return ()
        again = self.undone.pop()
        self._turn_page(again)
        begun = self.actions.pop() if self._parted else ()
        self._parted = False
        self.actions.append((*begun, *again))
        return again

    @staticmethod
    def _backwards(step: Step, before: State) -> Step:
        transfers = tuple(transfer.reversed() for transfer in reversed(step.transfers))
        return Step(step.move, transfers, before)

    def snapshot(self) -> Session:
        """Return a copy of the game that later moves do not change."""
        copied = copy(self)
        copied.actions = list(self.actions)
        copied.undone = list(self.undone)
        copied.book = replace(self.book)
        copied._books = {game: replace(book) for game, book in self._books.items()}
        return copied

    # -- as data -------------------------------------------------------------------------------

    def to_data(self) -> dict[str, object]:
        """Return the game as it is saved: the deal and the moves, to be replayed."""
        return {
            "format": FORMAT,
            **self._others,
            **deal_to_data(self.deal),
            "actions": [action_text(action) for action in self.actions],
            "undone": [action_text(action) for action in self.undone],
            **self.book.to_data(),
            **self._beside(),
        }

    def _beside(self) -> dict[str, object]:
        books = {str(game): book.to_data() for game, book in self._books.items()}
        looked = {"looked": list(self.looked)} if self.deal.kind.hides_cards else {}
        return looked | ({"books": books} if books else {})

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Session:
        """Return the game that ``to_data`` wrote; raise ``DataError`` if it cannot be replayed."""
        session = cls(deal_from_data(data))
        session.book = Book.from_data(data)
        session._books = books_from_data(data.get("books", {}))
        session._others = others_of(data)
        done, undone = text_list(data, "actions"), text_list(data, "undone")
        session.actions = read_actions(done, session.deal, session.layout)
        session.undone = read_actions(undone[::-1], session.deal, session.state)[::-1]
        shown = (step.after for action in session.played for step in action)
        session.looked = looked_from_data(data, session.looked.through(shown))
        return session


def _begins(action: Action) -> bool:
    """Return whether an action is a restart."""
    return action[0].move.verb is Verb.RESTART


def action_text(action: Action) -> str:
    """Return an action as its steps in notation."""
    return " ".join(step.text for step in action)
