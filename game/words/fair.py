"""Why the adviser advises what it does, in the player's language."""

from __future__ import annotations

from typing import Final

from game.fair.advice import Why
from game.support.texts import texts, tr_later

_WHY: Final = {
    Why.BEST: tr_later("Better than all else by more than chance could explain."),
    Why.EQUAL: tr_later("Something else may be just as good."),
    Why.ONLY: tr_later("Nothing else was found that leads any further."),
    Why.FREE_LOOK: tr_later("Dealing costs nothing here, and shows what lies in the stock."),
    Why.KNOWN: tr_later("Nothing is hidden any more."),
    Why.STOP: tr_later("Going on is expected to cost more than it brings."),
    Why.NO_PLAN: tr_later("Nothing was found that leads any further."),
    Why.OVER: tr_later("The game has ended."),
    Why.UNKNOWN: tr_later("No solver knows these rules."),
}


def reason(why: Why) -> str:
    """Return the reason as a sentence."""
    return texts.one(_WHY[why])
