"""The messages that describe each rule set."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.rules.registry import CANFIELD, GameKind, KindKey
from game.support.texts import texts, tr_later


class RuleTexts(NamedTuple):
    """The untranslated sentences about a rule set; each may be empty."""

    brief: str = ""  # what is special about the rules
    sentence: str = ""  # the same at more length
    payment: str = ""  # how games are scored
    odds: str = ""  # what to expect
    origin: str = ""  # where the rules come from


_RARE: Final = tr_later(
    "The most you can win is $208: every card home in a single pass through the stock. "
    "That's very rare."
)
TEXTS: Final[dict[KindKey, RuleTexts]] = {
    (CANFIELD, "hoyle"): RuleTexts(
        tr_later("gaps fill from the reserve; a win pays $500"),
        tr_later(
            "Whole columns move; the reserve fills gaps. $50 a deck, $5 a card, $500 for all."
        ),
        tr_later("The deck costs $50. Each card home pays $5; all 52 together pay $500."),
        tr_later(
            "Players who can't see the hidden cards win about 3 games in 100. Ten cards home "
            "pay for the deck."
        ),
        tr_later("These are Hoyle's rules."),
    ),
    (CANFIELD, "xpat2"): RuleTexts(
        tr_later("you fill the gaps; each redeal costs $5"),
        tr_later("Three cards face up at the start; you fill the gaps. Each redeal costs $5."),
        tr_later("The game costs $52. Each card home pays $5; each redeal costs $5."),
        _RARE,
        tr_later("The rules of xpat2, by Heiko Eißfeldt and Michael Bischoff."),
    ),
    (CANFIELD, "casino"): RuleTexts(
        tr_later("you pay in three parts, and may stop early"),
        tr_later(
            "Pay $13 to see the cards, $13 more to move them, $26 more to deal. Each card "
            "home then pays $5."
        ),
        tr_later(
            "The deal costs $13, the inspection $13 and the play $26. Once you play, each "
            "card home pays $5, including those already there, and each redeal costs $5."
        ),
        _RARE,
        tr_later(
            "The “official version” described in xpat2, by Heiko Eißfeldt and Michael "
            "Bischoff: paid in three parts, as in a casino."
        ),
    ),
    (CANFIELD, "aisleriot"): RuleTexts(
        tr_later("parts of columns move; cards may come back"),
        tr_later(
            "Parts of columns move, and cards can come back from the foundations. One point "
            "per card."
        ),
        tr_later("Each card home is one point. 10 points break even; 52 is the most."),
        tr_later("It's hard to win. Ten points break even."),
        tr_later("The rules of AisleRiot, whose Canfield Rosanna Yuen wrote in 1998."),
    ),
}
_NOTHING: Final = RuleTexts()


def rule_texts(kind: GameKind) -> RuleTexts:
    """Return what ``TEXTS`` says about a kind's rule set. Any of the texts may be empty."""
    return TEXTS.get(kind.key, _NOTHING)


def brief_rules(kind: GameKind) -> str:
    """Return the name and the brief description of a rule set."""
    brief = rule_texts(kind).brief
    return f"{kind.rules_name} – {texts.one(brief)}" if brief else kind.rules_name


def kind_sentence(kind: GameKind) -> str:
    """Return what the start screen says about ``kind``; may be empty."""
    return texts.one(kind.sentence or rule_texts(kind).sentence)


def payment_sentence(kind: GameKind) -> str:
    """Return a sentence on how games of ``kind`` are scored; may be empty."""
    return texts.one(rule_texts(kind).payment)
