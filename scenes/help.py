"""The help: the rules of each game and rule set in our own words, the ways of playing, the keys,
and where it all comes from."""

from __future__ import annotations

from collections.abc import Callable

from game.canfield import RuleSet
from game.games import VIERFREI
from game.texts import tr
from scenes.commands import BINDINGS, Binding, Command
from scenes.controls import Control
from scenes.host import Kit
from scenes.page import Item, KeyLine, Picture, Words
from scenes.pictures import fans
from scenes.theme import NORMAL, SMALL


def help_page(
    kit: Kit, game: str, rules: RuleSet | None, run: Callable[[Command], None]
) -> list[Item]:
    """All that is to be known of the game on the table."""

    def cards(height: int, *groups: str) -> Picture:
        return Picture(height, fans(kit.style, kit.theme, groups))

    items = _vierfrei(cards) if rules is None else _canfield(rules, cards)
    items += _ways(game)
    items.append(Words(_notation(game, rules)))
    items.append(_heading(tr("Keys")))
    items += [_key_line(binding, run) for binding in BINDINGS if _belongs(binding, game)]
    items.append(_heading(tr("Where it comes from")))
    items += _origin(rules)
    return items


Cards = Callable[..., Picture]


def _heading(text: str) -> Words:
    return Words(text, NORMAL, bold=True)


def _vierfrei(cards: Cards) -> list[Item]:
    return [
        Words(
            tr(
                "Bring all 52 cards home to the four foundations at the top right, each suit from "
                "the ace up. What is home stays home."
            )
        ),
        cards(150, "9S 8H 7C", "QD JC TH", "KC QH JS"),
        Words(
            tr(
                "In the columns cards lie downwards in alternating colours. An empty column takes "
                "any card, and each of the four cells at the top left holds one."
            )
        ),
        Words(
            tr(
                "Only single cards move. A run is moved for you card by card, as far as free cells "
                "and empty columns reach: with n cells and m columns free, n + 1 cards, doubled m "
                "times."
            )
        ),
        Words(
            tr(
                "Delete sends home what cannot be needed any more: aces and twos at once, any "
                "other card when both cards of the other colour and one rank lower are home."
            )
        ),
        _heading(tr("Tips")),
        Words(
            tr(
                "It comes out quite often, and after the deal only skill counts. Keep the cells "
                "free, for only they move runs. Do not build long runs that can no longer be moved "
                "or that bury cards, unless they begin high and need moving only at the end. Put "
                "cards home only when they are surely not needed, or when nothing else helps."
            )
        ),
    ]


def _canfield(rules: RuleSet, cards: Cards) -> list[Item]:
    told: list[Item] = [
        Words(
            tr(
                "Bring all 52 cards to the foundations, each suit upwards from the base rank and "
                "around the corner: after the king comes the ace. An empty foundation shows the "
                "rank it waits for."
            )
        ),
        cards(150, "2S AH KC", "QD JC TH", "4C 3D 2S"),
        Words(
            tr(
                "In the columns cards lie downwards in alternating colours, around the corner too. "
                "The top of the reserve and of the waste can be played. The stock deals three "
                "cards at a time, and the waste is turned over as often as you like."
            )
        ),
        Words(
            tr("The last card of a column, or any run at its end, may move to another column.")
            if rules.parts_may_move
            else tr(
                "Columns move onto another column as a whole, never in part; their last card may "
                "go up to a foundation."
            )
        ),
        Words(_filling(rules)),
        _heading(tr("What it pays")),
        Words(payment_sentence(rules)),
        _heading(tr("Tips")),
    ]
    return [*told, *(Words(tip) for tip in _canfield_tips(rules))]


def _filling(rules: RuleSet) -> str:
    first = (
        tr("An empty column is filled at once, by itself, from the reserve.")
        if rules.fills_itself
        else tr("You fill an empty column from the reserve, or leave it open.")
    )
    then = (
        tr(
            "When the reserve is used up, anything may fill it. The top card of a foundation may "
            "come back to a column; only the base cards stay."
        )
        if rules.foundations_give_back
        else tr("When the reserve is used up, you fill it from the waste, or leave it open.")
    )
    return f"{first} {then}"


def _canfield_tips(rules: RuleSet) -> list[str]:
    tips = [tr("Play from the reserve first: thirteen cards wait there, and each hides the next.")]
    if rules.foundations_give_back:
        tips.append(
            tr(
                "It is hard to win. A bird in the hand is worth two in the bush: move cards to the "
                "foundations as soon as they fit."
            )
        )
    if rules.payment.per_turn:
        tips.append(
            tr(
                "Each turning over costs what a card pays. The best account, $208, takes a single "
                "pass through the stock, and should be very rare."
            )
        )
    if rules.in_stages:
        tips.append(
            tr(
                "Look before you pay: a layout without good moves is cheapest left for $13, and "
                "the inspection shows how far the reserve comes down before the stock is dealt."
            )
        )
    return tips


def _ways(game: str) -> list[Item]:
    mouse = tr(
        "Drag cards, or click them and then click where they go. A double click sends a card home."
    )
    if game == VIERFREI:
        more = tr(
            "Hold the right button and click a card with the left one: it goes into a free cell, "
            "with all cards on it. With a finger, press long."
        )
    else:
        more = tr("A click on the stock deals, or turns the waste over.")
    keys = tr(
        "The arrows walk over the piles, up goes into a column; Enter takes cards and lays them "
        "down. Tab goes on to the buttons."
    )
    return [
        _heading(tr("With the mouse")),
        Words(f"{mouse} {more}"),
        _heading(tr("With the keyboard")),
        Words(keys),
    ]


def _origin(rules: RuleSet | None) -> list[Item]:
    if rules is None:
        told = tr(
            "Vierfrei follows VIERFREI by Jens Thoms Törring, 1993, for the Atari ST, after "
            "Microsoft's FreeCell; its cards came after Volker Weidner's PATIENCE."
        )
    else:
        told = {
            "hoyle": tr(
                "Hoyle's rules: the game is named after the owner of a gambling house in Florida "
                "in the 1890s, who sold a deck for $50 and paid $5 for each card and $500 for all. "
                "About 3 % of games are won by those who do not see the hidden cards."
            ),
            "xpat2": tr("As in xpat2, by Heiko Eißfeldt and Michael Bischoff."),
            "casino": tr(
                "The “official version” that xpat2, by Heiko Eißfeldt and Michael Bischoff, tells "
                "of: the casino's payment in three parts."
            ),
            "aisleriot": tr(
                "As in AisleRiot, whose Canfield is by Rosanna Yuen, 1998. Ten points break even."
            ),
        }[rules.key]
    return [Words(told, SMALL, faint=True)]


def payment_sentence(rules: RuleSet) -> str:
    """How a rule set counts."""
    return {
        "hoyle": tr("The deck costs $50, each card up pays $5, all 52 together $500."),
        "xpat2": tr("$52 at the start, $5 for each card up, −$5 for each turning over."),
        "casino": tr(
            "The deal costs $13, the inspection $13, the play $26; then $5 for each card up and "
            "−$5 for each turning over."
        ),
        "aisleriot": tr("A point for each card up; 10 points break even, 52 are all."),
    }[rules.key]


def _belongs(binding: Binding, game: str) -> bool:
    absent = Command.DEAL if game == VIERFREI else Command.TO_CELLS
    return binding.command is not absent


def _key_line(binding: Binding, run: Callable[[Command], None]) -> KeyLine:
    label = binding.label()
    keys = binding.key_names
    if binding.command is Command.HELP:
        keys = f"? / {keys}"
    control = Control(label, lambda: run(binding.command), tip=f"{label}, {keys}")
    return KeyLine(keys, control)


def _notation(game: str, rules: RuleSet | None) -> str:
    if game == VIERFREI:
        return tr(
            "Or type a move: 26 from column 2 to column 6, 5a to cell a, b7 from cell b, 3h home; "
            "v and a digit behind it for fewer cards."
        )
    text = tr(
        "Or type a move: 12 from column 1 to column 2, r3 from the reserve, wh the waste's card "
        "home, d deal, t turn over."
    )
    if rules is not None and rules.in_stages:
        text += " " + tr("i inspects, p pays and plays, x stops.")
    if rules is not None and rules.foundations_give_back:
        text += " " + tr("S2 from the spades to column 2; v and a digit for a part of a column.")
    return text
