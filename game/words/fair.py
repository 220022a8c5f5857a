"""Why the adviser advises what it does, in the player's language."""

from __future__ import annotations

from typing import Final

from game.fair.advice import Why
from game.support.texts import texts, tr_later

_WHY: Final = {
    Why.BEST: tr_later("Clearly better than any other move."),
    Why.EQUAL: tr_later("Another move may be just as good."),
    Why.ONLY: tr_later("No other move was found that helps."),
    Why.FREE_LOOK: tr_later("Dealing is free here and shows what's in the stock."),
    Why.KNOWN: tr_later("No card is hidden any more."),
    Why.STOP: tr_later("Playing on would probably cost more than it brings in."),
    Why.NO_PLAN: tr_later("No move was found that helps."),
    Why.OVER: tr_later("The game is over."),
    Why.UNKNOWN: tr_later("There is no solver for these rules."),
}


def reason(why: Why) -> str:
    """Return the reason as a sentence."""
    return texts.one(_WHY[why])
