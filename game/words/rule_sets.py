"""The texts about the rule sets, one row for each."""

from __future__ import annotations

from typing import Final

from game.rules.registry import CANFIELD, GameKind, KindKey
from game.support.records import dataclass
from game.support.texts import texts, tr_later


@dataclass(frozen=True, slots=True)
class RuleTexts:
    """What is said about a rule set, to be translated; empty if there is nothing to say.

    ``brief`` is what sets it apart in a few words, ``sentence`` in more, ``payment`` how it counts,
    ``odds`` what can be expected, ``origin`` where the rules come from.
    """

    brief: str = ""
    sentence: str = ""
    payment: str = ""
    odds: str = ""
    origin: str = ""


_RARE: Final = tr_later(
    "The best account is $208: all cards up in a single pass through the stock. That "
    "should be very rare."
)
TEXTS: Final[dict[KindKey, RuleTexts]] = {
    (CANFIELD, "hoyle"): RuleTexts(
        tr_later("gaps fill from the reserve; a win pays $500"),
        tr_later(
            "Columns move as a whole, gaps fill from the reserve. $50 a deck, $5 a card, $500 for "
            "all."
        ),
        tr_later("The deck costs $50. Each card up pays $5, all 52 together pay $500."),
        tr_later(
            "About 3 games in 100 are won by players who cannot see the hidden cards. Ten cards up "
            "pay for the deck."
        ),
        tr_later("These are the rules that Hoyle gives."),
    ),
    (CANFIELD, "xpat2"): RuleTexts(
        tr_later("you fill the gaps; each redeal costs $5"),
        tr_later(
            "Three cards lie open at first and you fill gaps yourself. Turning the waste over "
            "costs $5."
        ),
        tr_later("The game costs $52. Each card up pays $5, each turning over costs $5."),
        _RARE,
        tr_later("These are the rules of xpat2, by Heiko Eißfeldt and Michael Bischoff."),
    ),
    (CANFIELD, "casino"): RuleTexts(
        tr_later("you pay in three parts, and may stop early"),
        tr_later(
            "You pay $13 to see the cards, $13 more to move them, $26 more to deal. Each card up "
            "then pays $5."
        ),
        tr_later(
            "The deal costs $13, the inspection $13, the play $26. In play, each card up pays $5, "
            "also those from the inspection, and each turning over costs $5."
        ),
        _RARE,
        tr_later(
            "This is the “official version” of which xpat2 tells, by Heiko Eißfeldt and Michael "
            "Bischoff: paid in three parts, as in a casino."
        ),
    ),
    (CANFIELD, "aisleriot"): RuleTexts(
        tr_later("parts of columns move; cards may come back"),
        tr_later(
            "Parts of columns move, and cards may come back from the foundations. A point a card."
        ),
        tr_later("Each card up is a point. 10 points break even, 52 are all."),
        tr_later("It is hard to win. Ten points are as good as breaking even."),
        tr_later("These are the rules of AisleRiot, whose Canfield Rosanna Yuen wrote, 1998."),
    ),
}
_NOTHING: Final = RuleTexts()


def rule_texts(kind: GameKind) -> RuleTexts:
    """Return the texts about the rule set of ``kind``; all empty if it has no row."""
    return TEXTS.get(kind.key, _NOTHING)


def brief_rules(kind: GameKind) -> str:
    """Return a rule set's name with what sets it apart in a few words; the name alone if nothing is
    said."""
    brief = rule_texts(kind).brief
    return f"{kind.rules_name} – {texts.one(brief)}" if brief else kind.rules_name


def kind_sentence(kind: GameKind) -> str:
    """Return what sets a kind apart, in a sentence for the menu; empty if nothing is said."""
    sentence = kind.sentence or rule_texts(kind).sentence
    return texts.one(sentence) if sentence else ""


def payment_sentence(kind: GameKind) -> str:
    """Return how a rule set counts, as a sentence; empty if nothing is said."""
    sentence = rule_texts(kind).payment
    return texts.one(sentence) if sentence else ""
