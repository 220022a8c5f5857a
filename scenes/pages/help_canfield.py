"""The help on Canfield: its rules under each rule set, tips, odds and origin."""

from __future__ import annotations

from game.core.state import FOUNDATIONS, RESERVE, STOCK, WASTE, columns
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
                "You win when all 52 cards are on the four foundations, each suit building "
                "up. They don't start with the ace but with the rank of the first card dealt "
                "there. The ace follows the king."
            )
        ),
        Picture(table_height, picture),
        heading(tr("The table")),
        *_piles(kit, rules),
        heading(tr("Columns under these rules")),
        *(Words(one, point=True) for one in _columns(rules)),
        heading(tr("Safe cards")),
        *(Words(one) for one in _safe_cards()),
        heading(tr("What it pays")),
        *_payment(kind, rules),
        heading(tr("Tips")),
        *(Words(tip, point=True) for tip in _tips(rules)),
        heading(tr("What you can know")),
        *(Words(one, point=True) for one in _known(rules)),
        heading(tr("Odds")),
        Words(_said(rule_texts(kind).odds)),
        *odds_table(kind, _fixed_rule()),
    ]


def _piles(kit: Kit, rules: RuleSet) -> list[Item]:
    told = [
        tr(
            "The reserve holds thirteen cards; only its top card can be played. The stock "
            "holds what's left after the deal."
        ),
        tr(
            "Click the stock to deal three cards to the waste; only its top card can be "
            "played. The last deal may bring only one or two. When the stock is empty, turn "
            "the waste over; it isn't shuffled, and you may do so as often as you like."
        ),
        tr("An empty foundation shows the rank it needs."),
        tr(
            "Columns build down in alternating colours and wrap around: a king may go on an "
            "ace of the other colour."
        ),
    ]
    if rules.initial_waste:
        told.insert(1, tr("Three cards are face up on the waste at the start."))
    return [
        *(Words(one, point=True) for one in told),
        Picture(*fans(kit.style, kit.theme, ("2S AH KC QD", "JS TH 9C", "4D 3C 2H"))),
    ]


def _columns(rules: RuleSet) -> list[str]:
    """Return what may be done with columns."""
    told = [
        tr("You may move the last card of a column, or any run at its end.")
        if rules.parts_may_move
        else tr("A column moves onto another only as a whole. Its last card may go home."),
        tr("The reserve fills an empty column at once, by itself.")
        if rules.fills_itself
        else tr("Fill an empty column from the reserve when you like, or leave it open."),
    ]
    if rules.foundations_give_back:
        told.append(tr("When the reserve is used up, any card or run may go into an empty column."))
        told.append(
            tr(
                "The top card of a foundation may come back to a column, except the card the "
                "foundation started with."
            )
        )
    else:
        told.append(
            tr(
                "When the reserve is used up, fill an empty column from the waste, or leave "
                "it open."
            )
        )
    return told


def _safe_cards() -> tuple[str, ...]:
    """Return which cards Delete sends home."""
    return (
        tr(
            "Delete, or the house button, sends home every card of the columns and the "
            "reserve that no other card needs: a black 9 when both red 8s are home. A card "
            "of the rank the foundations start with is hardly ever safe: the last cards may "
            "need it in a column."
        ),
        tr("Cards on the waste stay there, because playing one changes what later deals turn up."),
        tr(
            "When everything left can go home, the game says so and Delete finishes it, "
            "provided no card is unknown and no redeal costs money."
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
                "Then you may move cards but not deal. Once, when the three cards of the "
                "waste are used up, you get three more for free. Stop, or pay to play."
            ),
            tr("Then you play on with the stock. You may stop at any time."),
        )
        items += [Words(one, point=True) for one in told]
    return items


def _tips(rules: RuleSet) -> list[str]:
    tips = [tr("Play from the reserve first. Thirteen cards wait there, each hiding the next.")]
    if rules.foundations_give_back:
        tips.append(tr("A bird in the hand: send cards home as soon as they fit."))
    if rules.payment.per_turn:
        tips.append(tr("A redeal costs as much as a card pays. Try to do without."))
    if rules.in_stages:
        tips.append(tr("Look before you pay. No good moves? Stop there and lose only $13."))
    return tips


def _known(rules: RuleSet) -> list[str]:
    """Return what the program can tell of a game whose cards lie hidden, without a peek."""
    told = [
        tr(
            "You know every card that has been face up, even if you took the move back. The "
            "others could be anywhere. From just that, the program deals the hidden cards at "
            "random many times, plays on and counts: that's the chance of winning. Experts "
            "are said to win a third of games under Hoyle's rules."
        ),
        tr(
            "A hint (F4) names the best move on that basis, what it leads to, and what comes "
            "next or is equally good; ask again for the next best. It starts with a rough "
            "estimate and gets better within a second."
        ),
        tr(
            "Shift+F5 plays on with the same knowledge from any position; any key or click "
            "pauses it. F5 shows a solution that knows every card. Either way, the game "
            "doesn't count as won by you."
        ),
        tr(
            "Options can show the chance of winning all the time. There you can also choose "
            "hints that know every card."
        ),
    ]
    if rules.in_stages:
        told.append(
            tr(
                "With the chance of winning shown, or after a hint, the line below the bar "
                "weighs each decision: what you'd have if you stopped now, and what playing "
                "on is worth."
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
            ("12v10", tr("sixteen cards: the count is hexadecimal; for one card, type 01")),
        ]
    places = tr(
        "Columns are 1 to 4, r is the reserve, w the waste, and h means home, a foundation."
    )
    return typing_help(places, tokens)


def canfield_origin(kind: GameKind) -> list[Item]:
    """Return where the rules come from, and whom to thank."""
    name = tr(
        "The game is named after the owner of a Florida gambling house in the 1890s, who "
        "sold the deck for $50 and paid $5 a card."
    )
    return [Words(_said(rule_texts(kind).origin)), Words(name)]


def _fixed_rule() -> str:
    return tr(
        "The fixed rule is a program that sees no hidden cards. It sends cards home first, "
        "starting with the reserve, then plays cards onto columns, and deals last."
    )
