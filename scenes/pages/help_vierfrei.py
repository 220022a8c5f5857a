"""The help on Vierfrei: its rules, tips, odds and origin."""

from __future__ import annotations

from game.core.piles import CELLS, FOUNDATIONS, columns
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
                "You win when all 52 cards lie on the four foundations: each suit in order, from "
                "the ace up to the king. All cards lie open from the start."
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
                "Columns go down in alternating colours: a black jack on a red queen, a red 10 on "
                "the black jack. Any card may go into an empty column."
            ),
            point=True,
        ),
        Picture(*fans(kit.style, kit.theme, ("KS QH JC TD", "9C 8H 7S", "JD TS 9H"))),
        Words(tr("Each of the four cells holds one card, whichever you like."), point=True),
        Words(
            tr("Foundations go up in suit. A card that lies there does not come back."), point=True
        ),
        heading(tr("Moving several cards")),
        Words(
            tr(
                "Cards move one at a time. Move a whole run, and the game carries it over for you, "
                "card by card, by way of free cells and empty columns. So many cards can go:"
            )
        ),
        _how_many(),
        Words(
            tr("A column that you move into does not count as empty."),
            SMALL,
            faint=True,
        ),
        heading(tr("Safe cards")),
        Words(
            tr(
                "Delete, or the button with the house, sends home every card that you cannot need "
                "any more: aces and twos at once, a black 4 when both red 3s are home, and so on."
            )
        ),
        Words(
            tr(
                "When all that is left can go home card by card, the game says so, and Delete "
                "finishes it at once."
            )
        ),
        heading(tr("Tips")),
        Words(tr("Keep cells free. They are what lets you move runs."), point=True),
        Words(
            tr(
                "Beware of runs that grow too long to be moved, or that bury low cards. A run that "
                "begins with a king is fine: it need not move before the end."
            ),
            point=True,
        ),
        Words(
            tr(
                "Send a card home only when you surely need it no more, or when nothing else helps."
            ),
            point=True,
        ),
        heading(tr("Odds")),
        Words(
            tr(
                "Of the million numbered deals all but eight can be won, though a fixed rule wins "
                "few of them: after the deal, only skill counts."
            )
        ),
        *odds_table(kind, _fixed_rule()),
        heading(tr("Grade and par")),
        Words(
            tr(
                "Of five grades, from very easy to very hard, each holds a fifth of the deals: the "
                "harder, the fewer moves keep the win along a short solution. Par is the number of "
                "moves in the shortest solution known, not counting those home; now and then a "
                "shorter one can be found. By number (F2), the menu and the statistics show both; "
                "the options (F8) have random games of one grade."
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
    return Table(("", tr("no column empty"), tr("one empty"), tr("two empty")), rows)


def vierfrei_typing(kind: GameKind) -> list[Item]:
    """Return how moves are typed."""
    return typing_help(
        tr("Columns are 1 to 8, cells are a to d, and h means home, a foundation."),
        (
            ("26", tr("from column 2 to column 6, as many cards as fit")),
            ("5a", tr("from column 5 into cell a")),
            ("b7", tr("from cell b to column 7")),
            ("3h", tr("from column 3 home")),
            ("26v2", tr("into an empty column 6, but only two cards")),
            ("26va", tr("ten cards; b, c and d are 11, 12 and 13")),
        ),
    )


def vierfrei_origin(kind: GameKind) -> list[Item]:
    """Return where the game comes from, and whom to thank."""
    return [
        Words(
            tr(
                "Vierfrei is FreeCell. It follows VIERFREI, written for the Atari ST in 1993 by "
                "Jens Thoms Törring, after Microsoft's FreeCell; VIERFREI's cards came after "
                "Volker Weidner's PATIENCE. The numbers of the deals are Microsoft's."
            )
        )
    ]


def _fixed_rule() -> str:
    return tr(
        "The fixed rule is not a person, and does not look ahead: it plays cards home before all "
        "else, then runs onto columns, then cards into empty columns and cells, from the shortest "
        "column first."
    )
