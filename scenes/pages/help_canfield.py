"""The help on Canfield: its rules under each rule set, tips, odds and origin."""

from __future__ import annotations

from game.core.piles import FOUNDATIONS, RESERVE, STOCK, WASTE, columns
from game.rules.canfield import RuleSet
from game.rules.registry import GameKind, numbered
from game.support.texts import texts, tr
from game.words.rule_sets import payment_sentence, rule_texts
from scenes.kit.services import Kit
from scenes.pages.help_odds import odds_table
from scenes.pages.help_typing import typing_help
from scenes.pages.thumbnails import fans, table, table_height
from scenes.widgets.items import Item, Picture, Words, heading

_EXAMPLE = 42


def _rule_set(kind: GameKind) -> RuleSet:
    assert kind.rule_set is not None
    return kind.rule_set


def canfield_help(kit: Kit, kind: GameKind) -> list[Item]:
    """Return the rules, the payment, the tips and the odds."""
    rules = _rule_set(kind)
    names = (
        (tr("stock"), (STOCK,)),
        (tr("waste"), (WASTE,)),
        (tr("reserve"), (RESERVE,)),
        (tr("foundations"), FOUNDATIONS),
        (tr("columns"), columns(4)),
    )
    picture = table(
        kit.style,
        kit.theme,
        numbered(kind.game, _EXAMPLE, kind.rules),
        mirrored=kit.settings.mirrored,
        names=names,
        text=kit.text,
    )
    return [
        Words(
            tr(
                "You win when all 52 cards lie on the four foundations, each suit upwards. They do "
                "not begin with the ace but with the rank of the one card that lies there at "
                "first. After the king comes the ace."
            )
        ),
        Picture(table_height, picture),
        heading(tr("The table")),
        *_piles(kit, rules),
        heading(tr("Columns, by these rules")),
        *(Words(one, point=True) for one in _columns(rules)),
        heading(tr("Safe cards")),
        *(Words(one) for one in _safe_cards()),
        heading(tr("What it pays")),
        *_payment(kind, rules),
        heading(tr("Tips")),
        *(Words(tip, point=True) for tip in _tips(rules)),
        heading(tr("What can be known")),
        *(Words(one, point=True) for one in _known(rules)),
        heading(tr("Odds")),
        Words(_said(rule_texts(kind).odds)),
        *odds_table(kind, _fixed_rule()),
    ]


def _piles(kit: Kit, rules: RuleSet) -> list[Item]:
    told = [
        tr(
            "The reserve holds thirteen cards, the stock what is left after the deal. Only the top "
            "card of the reserve can be played."
        ),
        tr(
            "A click on the stock deals three cards onto the waste, whose top card can be played; "
            "the last deal brings what is left, which may be only one or two. When the stock is "
            "empty, the waste is turned over, without shuffling and as often as you like."
        ),
        tr("An empty foundation shows the rank that it waits for."),
        tr(
            "Columns go down in alternating colours, and around the corner: a king may lie on an "
            "ace of the other colour."
        ),
    ]
    if rules.initial_waste:
        told.insert(1, tr("Three cards lie open on the waste from the start."))
    return [
        *(Words(one, point=True) for one in told),
        Picture(*fans(kit.style, kit.theme, ("2S AH KC QD", "JS TH 9C", "4D 3C 2H"))),
    ]


def _columns(rules: RuleSet) -> list[str]:
    """Return what may be done with columns."""
    told = [
        tr("The last card of a column may move, and so may any run at its end.")
        if rules.parts_may_move
        else tr(
            "A column moves onto another one as a whole, never a part of it. Its last card may go "
            "to a foundation."
        ),
        tr("An empty column is filled from the reserve, at once and by itself.")
        if rules.fills_itself
        else tr("You fill an empty column from the reserve when you like, or leave it open."),
    ]
    if rules.foundations_give_back:
        told.append(tr("When the reserve is used up, any card or run may go into an empty column."))
        told.append(
            tr(
                "The top card of a foundation may come back to a column, but for the card that the "
                "foundation began with."
            )
        )
    else:
        told.append(
            tr(
                "When the reserve is used up, you fill an empty column from the waste, or leave it "
                "open."
            )
        )
    return told


def _safe_cards() -> tuple[str, ...]:
    """Return which cards Delete sends home."""
    return (
        tr(
            "Delete, or the button with the house, sends home every card of the columns and the "
            "reserve that no other card can need any more to lie on: a black 9 when both red 8s "
            "are home. A card of the rank that foundations begin with is hardly ever safe, as the "
            "last cards of all may lie on it."
        ),
        tr("Cards of the waste stay there: playing one changes what later deals bring up."),
        tr(
            "When all that is left can go home, the game says so, and Delete finishes it at once: "
            "once no card is unknown any more, and without a turning over that costs something."
        ),
    )


def _said(text: str) -> str:
    return texts.one(text) if text else ""


def _payment(kind: GameKind, rules: RuleSet) -> list[Item]:
    items: list[Item] = [Words(payment_sentence(kind))]
    if rules.in_stages:
        told = (
            tr("First you only see the layout. Stop there, or pay to inspect it."),
            tr(
                "Then you may move cards, but not deal. Only once, when the three cards of the "
                "waste are used up, three more come for nothing. Stop, or pay to play."
            ),
            tr("At last you play on with the stock. You may stop whenever you like."),
        )
        items += [Words(one, point=True) for one in told]
    return items


def _tips(rules: RuleSet) -> list[str]:
    tips = [tr("Play from the reserve first. Thirteen cards wait there, and each hides the next.")]
    if rules.foundations_give_back:
        tips.append(tr("A bird in the hand: move cards to the foundations as soon as they fit."))
    if rules.payment.per_turn:
        tips.append(tr("Turning over costs as much as a card pays. Try to do without."))
    if rules.in_stages:
        tips.append(
            tr("Look before you pay. A layout without good moves is cheapest left for $13.")
        )
    return tips


def _known(rules: RuleSet) -> list[str]:
    """Return what the program can tell of a game whose cards lie hidden, without a peek."""
    told = [
        tr(
            "A card that has lain open once is known, also if the move was taken back; all others "
            "are equally likely anywhere. From no more than that the program deals the hidden "
            "cards anew, many times, plays on, and counts: this is the fair chance. Experts are "
            "said to win a third of the games by Hoyle's rules."
        ),
        tr(
            "A hint (F4) names the best move by that, what it leads to, and what comes next or is "
            "as good; asked again, the next best. At first it knows little, and a second later "
            "more."
        ),
        tr(
            "Shift+F5 plays on by the same knowledge, from any position; any key or click pauses "
            "it. F5 shows the solution, which knows all cards. Either way the game does not count "
            "as won by you."
        ),
        tr(
            "Under Options the light can tell the fair chance all the time. Light and hints that "
            "know all cards are there as well, under that name."
        ),
    ]
    if rules.in_stages:
        told.append(
            tr(
                "With the fair light, or after a hint, the strip weighs each decision: what "
                "stopping brings now, and what going on is expected to bring."
            )
        )
    return told


def canfield_typing(kind: GameKind) -> list[Item]:
    """Return how moves are typed."""
    rules = _rule_set(kind)
    tokens = [
        ("12", tr("from column 1 to column 2")),
        ("r3", tr("from the reserve to column 3")),
        ("wh", tr("from the waste home")),
        ("d", tr("deal three cards")),
        ("t", tr("turn the waste over")),
    ]
    if rules.in_stages:
        tokens += [
            ("i", tr("pay for the inspection")),
            ("p", tr("pay, and play")),
            ("x", tr("stop here")),
        ]
    if rules.foundations_give_back:
        tokens += [
            ("S2", tr("from the spades back to column 2; C, D and H are the other suits")),
            ("12v3", tr("from column 1 to column 2, but only three cards")),
            ("12v10", tr("sixteen cards; a to f are 10 to 15, and of so many one is 01")),
        ]
    places = tr(
        "Columns are 1 to 4, r is the reserve, w the waste, and h means home, a foundation."
    )
    return typing_help(places, tokens)


def canfield_origin(kind: GameKind) -> list[Item]:
    """Return where the rules come from, and whom to thank."""
    name = tr(
        "The game is named after the owner of a gambling house in Florida in the 1890s, who sold "
        "the deck for $50 and paid $5 a card."
    )
    return [Words(_said(rule_texts(kind).origin)), Words(name)]


def _fixed_rule() -> str:
    return tr(
        "The fixed rule is not a person, and sees no hidden card: it plays cards home before all "
        "else, first from the reserve, then cards onto columns, and at last it deals."
    )
