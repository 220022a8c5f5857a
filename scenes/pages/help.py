"""The help: a page for each game and rule set."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from game.core.state import Role
from game.rules.registry import KINDS, GameKind
from game.support.texts import tr
from game.words.names import kind_name
from scenes.kit.commands import GAMEPAD_NAMES, Command, gamepad_names, key_words
from scenes.pages.help_games import game_help, paragraphs, points
from scenes.pages.options import kind_tabs
from scenes.table.status import winnable_key
from scenes.widgets.controls import Control, Shape
from scenes.widgets.items import Item, Paragraph, Row, Term, heading, note

if TYPE_CHECKING:
    from scenes.kit.services import Host


def help_page(host: Host, kind: GameKind, turn_to: Callable[[GameKind], None]) -> list[Item]:
    """Return the help for ``kind``; ``turn_to`` shows the help for another kind."""
    page = game_help(host.kit, kind)
    items: list[Item] = [kind_tabs(KINDS.values(), kind, turn_to, kind_name)]
    if kind.lesson is not None:
        begin = partial(host.learn, kind.game)
        button = Control(tr("Learn to play"), begin, icon="learn", named=True)
        items.append(Row(tr("Learn by playing; it takes two minutes."), [button]))
    if kind.puzzles:
        chances = Command.CHANCES
        button = Control(chances.label, partial(host.run, chances), icon=chances.icon, named=True)
        items.append(Row(tr("Replay lost games from where they could still be won."), [button]))
    typeface = tr(
        "Vierfeld draws its own cards. The typeface is Noto Sans, under the Open Font License."
    )
    return [
        *items,
        *page.rules,
        *_controls_section(kind),
        *page.typing,
        *_hints(kind),
        heading(tr("Keys")),
        *(_key_line(command, kind, host.run) for command in Command if _belongs(command, kind)),
        Term(winnable_key(kind), _try_again()),
        *_gamepad_help(kind),
        *_review_keys(),
        *_accessibility(),
        heading(tr("Where it comes from")),
        *page.origin,
        note(typeface),
    ]


def _controls_section(kind: GameKind) -> list[Item]:
    told = [tr("Drag a card, or click it and then click where it should go.")]
    if kind.has(Role.CELL):
        told += [
            tr(
                "Double-click a card to send it home. If it can't go home yet, it goes to "
                "the best place: onto the longest run, into an empty column or into a free "
                "cell."
            ),
            tr(
                "Right-click a column to move its last card to a free cell. To move several "
                "cards of a run to free cells, point at the first, hold the right button and "
                "click the left one. With a finger, press and hold the card."
            ),
        ]
    else:
        told += [
            tr(
                "Double-click a card to send it home. If it can't go home yet, it goes to "
                "the best place: onto the longest column or into an empty one."
            ),
            tr("Click the stock to deal three cards, or to turn the waste over when it's empty."),
        ]
    told.append(
        tr(
            "On the keyboard, the arrow keys move from pile to pile and up into a column. "
            "Enter picks up and puts down, Esc lets go, Tab moves on to the buttons."
        )
    )
    return [heading(tr("Mouse, finger, keyboard")), *points(*told)]


def _accessibility() -> list[Item]:
    told = (
        tr(
            "Options ({key}) has dark, light and black-and-white looks, four colours, "
            "large-print cards, slower or no motion and a left-handed table. You can hide "
            "the clock, moves and money, and keep messages until you act.",
            key=Command.OPTIONS.first_key,
        ),
        tr(
            "There's no time limit, and nothing has to be held down. You can play with the "
            "keyboard alone, with single mouse clicks, a finger or a controller."
        ),
        tr(
            "Everything a sound tells you is also written. A screen reader can read and "
            "press everything (untested on Windows and macOS), and --announce prints what it "
            "would say: {pile} reads piles, {moves} what can be moved, {stands} the game's "
            "status.",
            pile=Command.ASK_PILE.first_key,
            moves=Command.ASK_MOVES.first_key,
            stands=Command.ASK_STANDING.first_key,
        ),
    )
    return [heading(tr("Seeing, hearing and handling")), *points(*told)]


def _hints(kind: GameKind) -> list[Item]:
    if kind.hides_cards:
        # The game's own help explains its hints.
        return []
    if kind.solver is None:
        return [heading(tr("Hints")), Paragraph(tr("There is no solver for these rules."))]
    told = tr(
        "{key} shows a good move and why. Press it or {enter} again for more detail, with "
        "the next moves drawn; a third press offers to play the move, a fourth plays it. "
        "Anything else ends the hint. All of it counts as one hint.",
        key=Command.HINT.first_key,
        enter=key_words("Enter"),
    )
    return [heading(tr("Hints")), Paragraph(told)]


def _gamepad_help(kind: GameKind) -> list[Item]:
    names = GAMEPAD_NAMES or gamepad_names()
    shoulders = names[Command.UNDO_ACTION], names[Command.REDO_ACTION]
    y = (
        tr("move the selected cards to free cells")
        if kind.has(Role.CELL)
        else tr("deal three cards")
    )
    return [
        heading(tr("Controller")),
        Paragraph(tr("The d-pad and the left stick are the arrow keys, everywhere.")),
        Paragraph(
            tr(
                "To enter a number: up and down change a digit, right adds one, {button} "
                "removes one.",
                button=names["Space"],
            )
        ),
        Term(names["Enter"], tr("pick up and put down; press what's selected")),
        Term(names["Esc"], tr("put back what you hold; otherwise undo; close a page")),
        Term(names["Space"], tr("send the selected card home; in the review: play, stop")),
        Term(names[Command.DEAL], tr("{does}; in the review: a good move", does=y)),
        Term(" / ".join(shoulders), tr("undo, redo the whole move")),
        Term(names["Tab"], tr("on to the buttons, like Tab")),
        Term(names[Command.START], tr("the menu, and back to the game")),
    ]


def _review_keys() -> list[Item]:
    return [
        heading(tr("In the review")),
        *paragraphs(
            tr(
                "The curve shows how many moves were winning at each position; the bars "
                "below mark where they were few. Click a sentence of the story to see its "
                "position. Click or drag along the marks, or turn the wheel, to step through "
                "the game."
            ),
            tr(
                "Nothing you undo is lost. A small twig below a mark is a branch, coloured "
                "by where its best move leads; a ribbon above is a bookmark. The story lists "
                "the branches at the position shown; click one to follow it. Copying from "
                "here includes all branches, bookmarks and remarks."
            ),
            tr(
                "In Canfield, a thin curve shows the chance of winning from the cards you'd "
                "seen, found by dealing the hidden cards at random. Each move is compared "
                "with the best one; skill tells how much chance of winning you lost on "
                "average."
            ),
        ),
        Term(tr("left, right"), tr("one move back or forward; Page Up and Page Down: ten")),
        Term(tr("up, down"), tr("previous or next turning point")),
        Term(key_words("Space"), tr("play through, or stop")),
        Term("N, R", tr("name the bookmark; write a remark")),
        Term("F4", tr("a good move from here, and why; again: the next moves")),
        Term("F5", tr("play the best line from here; Esc returns to the game")),
        Term(
            Command.PLAY_FAIRLY.key_names,
            tr("in Canfield: the best move from the cards you'd seen"),
        ),
        Term("T", _try_again()),
        Term(key_words("Enter"), tr("play on from here")),
    ]


def _try_again() -> str:
    return tr("try again from the last position that could be won")


def _belongs(command: Command, kind: GameKind) -> bool:
    elsewhere = {Command.TO_CELLS if kind.has(Role.STOCK) else Command.DEAL}
    if not kind.hides_cards:
        elsewhere.add(Command.PLAY_FAIRLY)
    return bool(command.keys) and command not in elsewhere


def _key_line(command: Command, kind: GameKind, run: Callable[[Command], None]) -> Term:
    label = command.label
    if kind.has(Role.CELL):
        # In a game with cells, each step moves one card.
        steps = {Command.UNDO: tr("Undo one card"), Command.REDO: tr("Redo one card")}
        label = steps.get(command, label)
    keys = command.key_names
    tip = f"{label}, {keys}"
    return Term(keys, label, Control(label, partial(run, command), tip=tip, shape=Shape.AREA))
