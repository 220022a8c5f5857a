"""Tests of the help: rules, odds, and labels in the pictures."""

from __future__ import annotations

from datetime import date
from itertools import combinations
from unittest.mock import patch

import pygame
import pytest
from pygame import Rect

from game.art.decks import DeckStyle
from game.core.cards import PACK
from game.core.moves import no_fit
from game.core.state import FOUNDATIONS, RESERVE, STOCK, WASTE, columns
from game.record.odds import FairOdds, Measured, Odds, WinnableShare, measured
from game.rules.canfield import RULE_SETS, fits
from game.rules.registry import CANFIELD, KINDS, numbered
from game.support.texts import languages, texts, tr
from game.words.names import card_name, refusal_text
from game.words.rule_sets import TEXTS, RuleTexts
from scenes.pages.help_games import odds_table
from scenes.pages.thumbnails import _layout, label_places, table_height
from scenes.style.text import TextPainter
from scenes.style.theme import SMALL
from tests.each import each
from tests.scenes.stage import Start

MEASURED = Measured(
    date(2026, 11, 22),
    tuple(
        Odds(game, rules, 987, 6, 7, 123, 45.6, -12.3 if rules else None, 60.0)
        for game, rules in KINDS
    ),
    tuple(
        FairOdds(game, rules, 16, 1000, 0.456, 0.031, 29.4, 1.2, 12.3, 0.4, 205.2, 14.9)
        for game, rules in KINDS
        if rules
    ),
    (
        WinnableShare(
            CANFIELD, tuple(RULE_SETS), 7123, 2654, 223, 60.0, 1.23, "a machine", "2026-11-22"
        ),
    ),
)
ALWAYS = ("it isn't shuffled", "only one or two", "a black 9 when both red 8s are home")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_help_has_all_rules_of_canfield(rules: str, stage: Start) -> None:
    on, row = stage(game="canfield", deal=42, rules=rules), RULE_SETS[rules]
    on.key("?")
    said = on.spoken
    texts_of = TEXTS.get((CANFIELD, rules), RuleTexts())
    found = texts_of._asdict()
    assert all(found.values()), f"write the texts of {rules} into game/words/rule_sets: {found}"
    assert ("fill an empty column from the waste" in said) is not row.foundations_give_back
    assert row.initial_waste in (0, 3), "scenes/pages/help_games says three: say how many"
    assert ("Three cards are face up" in said) is bool(row.initial_waste)
    assert ("including those already there" in said) is row.in_stages
    assert all(words in said for words in ALWAYS)


DAYS = {"en": "22 November 2026", "de": "22. November 2026", "hi": "22 नवंबर 2026"}


def odds(rules: str | None, game: str = CANFIELD, found: Measured | None = MEASURED) -> str:
    """Return the help's text on the odds. ``found`` replaces the shipped odds."""
    with patch("scenes.pages.help_games.measured", return_value=found):
        items = odds_table(KINDS[game, rules], "")
    return "\n".join(line for item in items for line in item.spoken)


def test_the_help_gives_the_odds_of_fair_play_with_their_date() -> None:
    for rules, account in (
        ("hoyle", "$205 on average ($190 to $220)"),
        ("aisleriot", "205 points on average (190 points to 220 points)"),
    ):
        *_, last = odds(rules).split("\n")
        assert last.startswith(
            "By a quick form of the hints, without peeking: 45.6% won (42.5 to 48.7), "
        )
        assert f"{account}, in 1000 other deals." in last
    for code, day in DAYS.items():
        texts.use(code)
        assert day in odds(None, "vierfrei", measured())


def test_the_share_of_winnable_deals_has_its_own_sample() -> None:
    said = odds("xpat2")
    names = ", ".join(row.name for row in RULE_SETS.values())
    for part in (
        *("71.2%", "26.5%", "2.2%", "Between 70.3 and 74.3% of all deals can be won"),
        *("with deals 1 to 10000.", f"under the rules of {names}.", "with deals 1 to 1000. "),
        "can be won, seeing every card",
    ):
        assert said.count(part) == 1
    (row,) = [row for row in MEASURED.rows if row.rules == "xpat2"]
    later = MEASURED._replace(rows=(row._replace(measured_on="2031-05-04"),), shares=())
    assert "Measured on 4 May 2031 with deals 1 to 1000" in odds("xpat2", found=later)
    unknown = row._replace(winnable=0, lost=0, undecided=row.deals)
    said = odds("xpat2", found=MEASURED._replace(rows=(unknown,), shares=()))
    assert "won by a simple fixed rule" in said and "with deals 1 to 1000. " in said
    assert "unknown" not in said and "can be won" not in said, "there is no solver for the rules"


RANKS = {
    "en": "ace 2 3 4 5 6 7 8 9 10 jack queen king",
    "de": "Ass 2 3 4 5 6 7 8 9 10 Bube Dame König",
    "hi": "इक्का दुक्की तिक्की चौका पंजा छक्का सत्ता अट्ठा नहला दहला गुलाम बेगम बादशाह",
}
GENDERS = {"en": "n" * 13, "de": "n" + "f" * 9 + "mfm", "hi": "mff" + "m" * 8 + "fm"}
FORMS = {
    "en": {"n": ("a black", "a red")},
    "de": {
        "n": ("ein schwarzes", "ein rotes"),
        "f": ("eine schwarze", "eine rote"),
        "m": ("ein schwarzer", "ein roter"),
    },
    "hi": {"m": ("काला", "लाल"), "f": ("काली", "लाल")},
}


@pytest.mark.parametrize("code", DAYS)
def test_refusals_use_the_gender_of_the_rank(code: str) -> None:
    texts.use(code)
    for onto in PACK:
        rank = onto.rank - 1 or 13
        said = refusal_text(no_fit(fits, onto))
        form = FORMS[code][GENDERS[code][rank - 1]][not onto.is_red]
        assert f"{form} {RANKS[code].split()[rank - 1]}" in said
        assert card_name(onto) in said


PILES = ((STOCK,), (WASTE,), (RESERVE,), FOUNDATIONS, columns(4))


@each("language", languages())
@each("mirrored", [False, True])
@each(("width", "unit"), [(360, 1.0), (560, 1.0), (700, 1.0), (1500, 2.5)])
def test_labels_do_not_touch_and_that_of_the_waste_is_over_its_fan(
    width: int, unit: float, mirrored: bool, language: str
) -> None:
    texts.use(language)
    named = tr("stock"), tr("waste"), tr("reserve"), tr("foundations"), tr("columns")
    pygame.init()
    size, painter = round(SMALL * unit), TextPainter()
    for rules in RULE_SETS:
        deal = numbered(CANFIELD, 42, rules)
        area = Rect(0, 0, width, table_height(width, unit))
        layout = _layout(deal, deal.layout(), area, DeckStyle(), mirrored)
        widths = [painter.width(name, size, True) for name in named]
        places = label_places(layout, PILES, widths, size, area)
        assert all(area.contains(place) for place in places)
        for one, other in combinations(places, 2):
            assert not one.inflate(2, 0).colliderect(other), (rules, one, other)
        fan = layout.region(WASTE)
        assert places[1].centerx == pytest.approx(fan.centerx, abs=1)
        assert fan.collidepoint(places[1].center)
