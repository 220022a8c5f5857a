"""The keyboard and the commands in a review: walking, leaps through the tree, and ways out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.support.texts import tr
from scenes.kit.commands import BY_COMMAND, ENTER, Command
from scenes.review.walks import LineWalk
from scenes.table.orders import ASKED

if TYPE_CHECKING:
    from game.play.history import Node
    from scenes.review.scene import ReviewScene

_STEPS: Final = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_PAGEUP: -10,
    pygame.K_PAGEDOWN: 10,
    Command.UNDO: -1,
    Command.UNDO_ACTION: -1,
    Command.REDO: 1,
    Command.REDO_ACTION: 1,
}
"""By how many positions each key and command moves."""
_RUNS: Final = {pygame.K_n: Command.NAME, pygame.K_r: Command.REMARK, pygame.K_t: Command.AGAIN}
"""The keys for commands of the program that concern a position."""
_ON_A_TABLE: Final = (Command.SAFE, Command.TO_CELLS, Command.TO_HOME, *ASKED)
"""The commands that only the table can carry out."""


def ways_out() -> str:
    """Return the words on how the review is left."""
    return tr("Enter plays on from here, Esc goes back.")


def carry_out(review: ReviewScene, command: Command) -> bool:
    """Carry out a command; return False for what only the table can do."""
    if command is Command.DEAL:
        # The space bar presses what is in focus, as everywhere.
        if not review.frame.controls.activate():
            review.walk_or_stop()
    elif command is Command.SOLUTION and isinstance(review.walk, LineWalk):
        review.walk_or_stop()
    elif command in _STEPS:
        review.step(_STEPS[command])
    elif command is Command.START:
        if not (review.frame.drop_focus() or review.line.dismiss()):
            review.close()
    elif command is Command.RESTART and review.table is None:
        review.host.play_again(review.deal)
    else:
        review.calm()
        act = _ACTS.get(command)
        if act is None:
            return False
        act(review)
    return True


def type_key(review: ReviewScene, event: pygame.Event) -> None:
    """Handle a KEYDOWN event that is no command."""
    key = event.key
    if key in ENTER:
        if not review.frame.controls.activate():
            review.confirm()
        return
    review.calm()
    if key in _STEPS:
        review.step(_STEPS[key])
    elif key in (pygame.K_UP, pygame.K_DOWN):
        _turn(review, forward=key == pygame.K_DOWN)
    elif key in (pygame.K_HOME, pygame.K_END):
        review.go(0 if key == pygame.K_HOME else review.length)
    elif key in _RUNS:
        review.host.run(_RUNS[key])
    elif key == pygame.K_TAB:
        review.frame.step_focus(not event.mod & pygame.KMOD_SHIFT)
    review.invalidate()


def _turn(review: ReviewScene, *, forward: bool) -> None:
    """Show the next turning point of the story, or the one before."""
    told = review.walk is review.game
    turns = review.telling.tale(review.at).turns if told else (0, review.length)
    beyond = [at for at in turns if (at > review.at if forward else at < review.at)]
    if beyond:
        review.visit(beyond[0] if forward else beyond[-1])


# -- from branch to branch, and from bookmark to bookmark ------------------------------------------


def _to_branch(by: int, review: ReviewScene) -> None:
    """Show what was done here instead, so many branches on."""
    nodes = review.game.nodes
    onward = next(iter(nodes[nodes.index(review.node) + 1 :]), None)
    there = review.node.beside(by, onward)
    if there is None:
        # Nothing else was done here or before: what comes next is meant.
        ahead = (at for at in sorted(review.branches.forks) if at + 1 < len(nodes))
        there = next((nodes[at + 1].sibling(by) for at in ahead), None)
    _leap(review, there, tr("Nothing else has been tried here yet."))


def _to_bookmark(by: int, review: ReviewScene) -> None:
    """Show the next bookmark, or the one before."""
    key = BY_COMMAND[Command.BOOKMARK].key_names
    there = review.session.history.bookmark(by, review.node)
    _leap(review, there, tr("There's no other bookmark; {key} adds one.", key=key))


def _leap(review: ReviewScene, there: Node | None, otherwise: str) -> None:
    if there is None:
        review.refuse(otherwise)
    else:
        review.show(there)


def _bookmark(review: ReviewScene) -> None:
    """Set a bookmark at the position that is shown, or remove it."""
    node = review.node
    name = "" if node.bookmark is None else None
    review.write(lambda: review.session.history.mark(node, name))
    words = tr("Bookmark removed.") if name is None else tr("Bookmark added; N names it.")
    review.announcer.say(words)
    review.notice(words if review.keep else f"{words} {not_kept()}")


def not_kept() -> str:
    """Return the words for what is written in a game that cannot be kept."""
    return tr("Not kept, because part of this game is damaged. Copy it, or play on.")


# -- what commands mean ----------------------------------------------------------------------------


def _want(command: Command, review: ReviewScene) -> None:
    """Have a command answered for the position that is shown."""
    review.answers.want(command)


def _refuse(review: ReviewScene) -> None:
    """Say how the review is left, for a command that only the table can carry out."""
    review.refuse(ways_out())


_ACTS: Final[Mapping[Command, Callable[[ReviewScene], None]]] = {
    Command.NEXT_BRANCH: partial(_to_branch, 1),
    Command.FORMER_BRANCH: partial(_to_branch, -1),
    Command.NEXT_BOOKMARK: partial(_to_bookmark, 1),
    Command.FORMER_BOOKMARK: partial(_to_bookmark, -1),
    Command.BOOKMARK: _bookmark,
    Command.HINT: partial(_want, Command.HINT),
    Command.SOLUTION: partial(_want, Command.SOLUTION),
    Command.PLAY_FAIRLY: partial(_want, Command.PLAY_FAIRLY),
    **dict.fromkeys(_ON_A_TABLE, _refuse),
}
"""What is done for the position that is shown."""
