"""The keyboard and the commands in a review: walking, leaps through the tree, and ways out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.support.texts import tr
from scenes.kit.commands import ASKED, BY_COMMAND, ENTER, Command
from scenes.review.walks import LineWalk

if TYPE_CHECKING:
    from game.play.history import Node
    from scenes.review.review_scene import ReviewScene

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
_BRANCHES: Final = {Command.NEXT_BRANCH: 1, Command.FORMER_BRANCH: -1}
_BOOKMARKS: Final = {Command.NEXT_BOOKMARK: 1, Command.FORMER_BOOKMARK: -1}
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
        return _ask_for(review, command)
    return True


def _ask_for(review: ReviewScene, command: Command) -> bool:
    """Carry out a command for the position that is shown."""
    if command in _BRANCHES:
        _to_branch(review, _BRANCHES[command])
    elif command in _BOOKMARKS:
        _to_bookmark(review, _BOOKMARKS[command])
    elif command is Command.BOOKMARK:
        _bookmark(review)
    elif command in (Command.HINT, Command.SOLUTION, Command.PLAY_FAIRLY):
        review.answers.want(command)
    elif command in _ON_A_TABLE:
        review.refuse(ways_out())
    else:
        return False
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


def _to_branch(review: ReviewScene, by: int) -> None:
    """Show what was done here instead, so many branches on."""
    nodes = review.game.nodes
    onward = next(iter(nodes[nodes.index(review.node) + 1 :]), None)
    there = review.node.beside(by, onward)
    if there is None:
        # Nothing else was done here or before: what comes next is meant.
        ahead = (at for at in sorted(review.branches.forks) if at + 1 < len(nodes))
        there = next((nodes[at + 1].sibling(by) for at in ahead), None)
    _leap(review, there, tr("Nothing else has been tried here yet."))


def _to_bookmark(review: ReviewScene, by: int) -> None:
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
    review.tell(words if review.keep else f"{words} {not_kept()}", words)


def not_kept() -> str:
    """Return the words for what is written in a game that cannot be kept."""
    return tr("Not kept, because part of this game is damaged. Copy it, or play on.")
