"""The help on Vierfrei: its rules, tips, odds and origin."""

from __future__ import annotations

from game.core.state import CELLS, FOUNDATIONS, columns
from game.rules.registry import GameKind, numbered
from game.support.texts import tr, trn
from scenes.kit.services import Kit
from scenes.pages.help_odds import odds_table
from scenes.pages.help_typing import typing_help
from scenes.pages.thumbnails import fans, table, table_height
from scenes.style.theme import SMALL
from scenes.widgets.figures import Table
from scenes.widgets.items import Item, Picture, Words, heading

_EXAMPLE = 617


def vierfrei_help(kit: Kit, kind: GameKind) -> list[Item]:
    """Return the rules, the tips and the odds."""
    names = (
        (tr("cells"), CELLS),
        (tr("foundations"), FOUNDATIONS),
        (tr("columns"), columns(8)),
    )
    example = numbered(kind.game, _EXAMPLE)
    return [
        Words(
            tr(
                "You win when all 52 cards are on the four foundations, each suit from ace "
                "to king. All cards are face up from the start."
            )
        ),
        Picture(
            table_height,
            table(
                kit.style,
                kit.theme,
                example,
                mirrored=kit.settings.mirrored,
                names=names,
                text=kit.text,
            ),
        ),
        heading(tr("The table")),
        Words(
            tr(
                "Columns build down in alternating colours: a black jack on a red queen, a "
                "red 10 on the black jack. Any card may go into an empty column."
            ),
            point=True,
        ),
        Picture(*fans(kit.style, kit.theme, ("KS QH JC TD", "9C 8H 7S", "JD TS 9H"))),
        Words(tr("Each of the four free cells holds any one card."), point=True),
        Words(tr("Foundations build up in suit. A card there never comes back."), point=True),
        heading(tr("Moving several cards")),
        Words(
            tr(
                "Cards move one at a time. When you move a run, the game carries it for you "
                "card by card, using free cells and empty columns. This many cards can move:"
            )
        ),
        _how_many(),
        Words(
            tr("The column you move into doesn't count as empty."),
            SMALL,
            faint=True,
        ),
        heading(tr("Safe cards")),
        Words(
            tr(
                "Delete, or the house button, sends home every card you can't need any more: "
                "aces and twos at once, a black 4 when both red 3s are home, and so on."
            )
        ),
        Words(tr("When everything left can go home, the game says so, and Delete finishes it.")),
        heading(tr("Tips")),
        Words(tr("Keep free cells open. They let you move runs."), point=True),
        Words(
            tr(
                "Beware of runs that grow too long to move or that bury low cards. A run "
                "from a king is fine: it needn't move before the end."
            ),
            point=True,
        ),
        Words(
            tr(
                "Send a card home only when you're sure you don't need it, or when nothing "
                "else helps."
            ),
            point=True,
        ),
        heading(tr("Odds")),
        Words(
            tr(
                "All but eight of the million numbered deals can be won, though a fixed rule "
                "wins few of them. After the deal it's pure skill."
            )
        ),
        *odds_table(kind, _fixed_rule()),
        heading(tr("Grade and par")),
        Words(
            tr(
                "Each of five grades, from very easy to very hard, holds a fifth of the "
                "deals. Harder deals have fewer winning moves at each point of a short "
                "solution. Par is the number of moves in the shortest solution known, not "
                "counting cards sent home; sometimes you can beat it. By number (F2), the "
                "start screen and the statistics show both; in Options (F8) you can choose "
                "random games of one grade."
            )
        ),
        Words(tr("A card sent home is never counted as a move, however it gets there.")),
    ]


def _how_many() -> Table:
    """Return the greatest number of cards in a supermove, by free cells and empty columns."""
    rows = [
        (
            trn("{n} free cell", "{n} free cells", cells),
            *(str((cells + 1) * 2**empty) for empty in range(3)),
        )
        for cells in range(5)
    ]
    return Table(("", tr("no empty column"), tr("one empty"), tr("two empty")), rows)


def vierfrei_typing(kind: GameKind) -> list[Item]:
    """Return how moves are typed."""
    return typing_help(
        tr("Columns are 1 to 8, cells are a to d, and h means home, a foundation."),
        (
            ("26", tr("from column 2 to column 6, as many cards as fit")),
            ("5a", tr("from column 5 into cell a")),
            ("b7", tr("from cell b to column 7")),
            ("3h", tr("from column 3 home")),
            ("26v2", tr("into an empty column 6, only two cards")),
            ("26va", tr("ten cards; b, c and d are 11, 12 and 13")),
        ),
    )


def vierfrei_origin(kind: GameKind) -> list[Item]:
    """Return where the game comes from, and whom to thank."""
    return [
        Words(
            tr(
                "Vierfrei is FreeCell. It follows VIERFREI, written for the Atari ST in 1993 "
                "by Jens Thoms Törring after Microsoft's FreeCell; its cards were modelled "
                "on Volker Weidner's PATIENCE. The deal numbers are Microsoft's."
            )
        )
    ]


def _fixed_rule() -> str:
    return tr(
        "The fixed rule is a program that never looks ahead. It sends cards home first, then "
        "plays runs onto columns, then cards into empty columns and free cells, from the "
        "shortest column first."
    )
