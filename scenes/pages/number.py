"""The panel that asks for a deal's number."""

from __future__ import annotations

from collections.abc import Callable

from game.rules.canfield import RULE_SETS
from game.rules.registry import CANFIELD, Deal
from game.support.texts import tr
from scenes.kit.services import Kit
from scenes.pages.thumbnails import HANDS, hand, table, table_height
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
    rules = kit.settings.next_rules if game == CANFIELD else None
    asked = tr("Every game of Vierfrei has a number; the same number is always the same game.")
    if rules is not None:
        asked = tr(
            "Every game of Canfield has a number. It will be played by the {rules} rules.",
            rules=RULE_SETS[rules].name,
        )
    if field.text:
        typed = Deal(game, int(field.text), rules)
        picture = table(kit.style, kit.theme, typed, mirrored=kit.settings.mirrored)
    else:
        picture = hand(kit.style, kit.theme, HANDS[game])
    return [
        Words(asked),
        field,
        Row("", [Control(tr("Deal"), deal, strong=True), Control(tr("Cancel"), close)]),
        Picture(table_height, picture, lead=12),
    ]
