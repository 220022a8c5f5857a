"""Replays moves, and groups the moves of a written game into actions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from game.core.cards import PACK, Card
from game.core.moves import Action, Move, Refusal, Step, Verb
from game.core.state import Role, State
from game.rules.notation import Token, parse_move

if TYPE_CHECKING:
    from game.rules.registry import Deal, Rules


def steps_of(rules: Rules, state: State, moves: Iterable[Move]) -> tuple[Step, ...] | Refusal:
    """Return the steps of ``moves``, or the first refusal."""
    steps: list[Step] = []
    for move in moves:
        found = rules.resolve(state, move)
        if isinstance(found, Refusal):
            return found
        steps += rules.expand(state, found)
        state = steps[-1].after
    return tuple(steps)


def position_after(rules: Rules, state: State, moves: Iterable[Move]) -> State | Refusal:
    """Return the position after ``moves``, or the first refusal."""
    steps = steps_of(rules, state, moves)
    if isinstance(steps, Refusal):
        return steps
    return steps[-1].after if steps else state


def homeward_moves(
    rules: Rules, state: State, stay: Collection[Card] = (), *, safe: bool = False
) -> Iterator[tuple[Move, Card]]:
    """Yield each move that sends a card home, and that card. Cards in ``stay`` aren't sent."""
    while (move := rules.home_move(state, stay, safe=safe)) is not None:
        after = position_after(rules, state, [move])
        if isinstance(after, Refusal):
            return
        yield move, state[move.source][-1]
        state = after


@dataclass(slots=True)
class Replay:
    """The result of a replay: the positions from the layout on, and the actions."""

    states: list[State]
    actions: list[Action] = field(default_factory=list)
    at: int | None = None  # the index of the refused move among those given
    refusal: Refusal | None = None

    @property
    def last(self) -> State:
        return self.states[-1]

    @property
    def steps(self) -> int:
        """The number of steps in all actions."""
        return sum(map(len, self.actions))


def replay(deal: Deal, moves: Iterable[Move], *, follow_safe: bool = False) -> Replay:
    """Play ``moves`` on ``deal``, up to the first refusal.

    With ``follow_safe``, safe cards also go home by themselves.
    """
    rules = deal.engine
    line = Replay([deal.layout()])

    def play(move: Move) -> Refusal | None:
        steps = steps_of(rules, line.last, [move])
        if isinstance(steps, Refusal):
            return steps
        line.actions.append(steps)
        line.states.append(steps[-1].after)
        return None

    def play_safe() -> None:
        for move, _ in homeward_moves(rules, line.last, safe=True) if follow_safe else ():
            play(move)

    play_safe()
    for index, move in enumerate(moves):
        line.refusal = play(move)
        if line.refusal is not None:
            line.at = index
            return line
        play_safe()
    return line


_MOST_MOVES: Final = len(PACK) * (len(PACK) + 2)  # for each card: deals, a redeal, going home
"""Finishing a game takes at most this many moves: 54 for each card."""


def finishing_moves(rules: Rules, state: State) -> tuple[Move, ...]:
    """Return the moves of ``rules.finish_move``; empty unless they win the game."""
    moves: list[Move] = []
    turned = False
    for _ in range(_MOST_MOVES):
        if rules.won(state):
            return tuple(moves)
        move = rules.finish_move(state)
        if move is None or (turned and move.verb is Verb.TURN):
            return ()
        found = position_after(rules, state, [move])
        if isinstance(found, Refusal):
            return ()
        if move.verb is not Verb.DEAL:
            turned = move.verb is Verb.TURN
        state = found
        moves.append(move)
    return ()


JOINT: Final = "+"
_LONGEST_RUN = 13


def action_line(deal: Deal, state: State, action: Action) -> str:
    """Return ``action``, made in ``state``, as a line of text."""
    texts = [step.text for step in action]
    moves = [parse_move(text, deal.kind.notation) for text in texts]
    as_one = len(actions_in(deal.engine, state, moves)) == 1
    return (" " if as_one else JOINT).join(texts)


def actions_in(
    rules: Rules, state: State, moves: Sequence[Move], tokens: Sequence[Token] = ()
) -> list[tuple[Move, ...]]:
    """Group ``moves`` into actions. All of the moves come from one line of text."""
    # A ``+`` joins moves that form one action though they don't look like one, such as the
    # remaining moves of a run after some of them were taken back.
    if any(token.joined for token in tokens):
        found = list[list[Move]]()
        for move, token in zip(moves, tokens, strict=True):
            if token.joined:
                found[-1].append(move)
            else:
                found.append([move])
        return list(map(tuple, found))
    # A line of a copied game is one action. Elsewhere, as in a solver's output, it may be several.
    if len(moves) > 1 and not _is_one(rules, state, moves):
        return [(move,) for move in moves]
    return [tuple(moves)] if moves else []


def _is_one(rules: Rules, state: State, moves: Sequence[Move]) -> bool:
    """Return whether a player can make ``moves`` as a single action."""
    if finishing_moves(rules, state)[: len(moves)] == tuple(moves):
        return True
    # A run is written card by card, followed by the cards that went home automatically.
    own = len(moves)
    while own > 1 and moves[own - 1].goes_home:
        own -= 1
    if own > 1 and not _is_of_single_cards(rules, state, moves[:own]):
        return False
    found = position_after(rules, state, moves[:own])
    for move in moves[own:]:
        if isinstance(found, Refusal):
            return False
        if move not in (rules.home_move(found, safe=True), rules.home_move(found)):
            return False
        found = position_after(rules, found, [move])
    return not isinstance(found, Refusal)


def _is_of_single_cards(rules: Rules, state: State, moves: Sequence[Move]) -> bool:
    """Return whether ``moves`` carry a run card by card, or take cards from a column to cells."""
    source = moves[0].source
    if source.role is not Role.COLUMN:
        return False
    into_cells = rules.to_cells(state, source, len(moves))
    written = [move.text for move in moves]
    if not isinstance(into_cells, Refusal) and written == [
        Move.carry(move.source, move.target).text for move in into_cells
    ]:
        return True
    for target in {move.target for move in moves if move.target.role is Role.COLUMN}:
        for count in range(2, _LONGEST_RUN + 1):
            steps = steps_of(rules, state, [Move.carry(source, target, count)])
            if isinstance(steps, Refusal):
                continue
            # The last few moves may be missing.
            if written == [step.text for step in steps[: len(moves)]]:
                return True
    return False
