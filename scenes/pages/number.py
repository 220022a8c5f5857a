"""The panel that asks for a deal's number."""

from __future__ import annotations

from collections.abc import Callable

from game.rules.registry import Deal
from game.support.texts import tr
from game.words.names import game_name
from scenes.kit.services import Kit
from scenes.pages.thumbnails import hand, table, table_height
from scenes.widgets.buttons import Control
from scenes.widgets.field import DigitField
from scenes.widgets.items import Item, Picture, Row, Words


def number_page(
    kit: Kit,
    game: str,
    field: DigitField,
    deal: Callable[[], None],
    close: Callable[[], None],
) -> list[Item]:
    """Return the field for the number, and the deal in miniature while it is typed."""
    kind = kit.settings.next_kind(game)
    name = game_name(kind)
    asked = tr(
        "Every game of {game} has a number; the same number is always the same game.", game=name
    )
    if kind.rules_name:
        asked = tr(
            "Every game of {game} has a number. It will be played by the {rules} rules.",
            game=name,
            rules=kind.rules_name,
        )
    if field.text:
        typed = Deal(game, int(field.text), kind.rules)
        picture = table(kit.style, kit.theme, typed, mirrored=kit.settings.mirrored)
    else:
        picture = hand(kit.style, kit.theme, kind.sample)
    return [
        Words(asked),
        field,
        Row("", [Control(tr("Deal"), deal, strong=True), Control(tr("Cancel"), close)]),
        Picture(table_height, picture, lead=12),
    ]
