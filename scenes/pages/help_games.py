"""The parts of the help that differ between games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Final, NamedTuple

from game.core.state import CELLS, FOUNDATIONS, RESERVE, STOCK, WASTE, Role, columns
from game.record.odds import FairOdds, Odds, WinnableShare, measured
from game.rules.canfield import RULE_SETS, RuleSet
from game.rules.registry import GameKind, numbered
from game.support.texts import texts, tr, trn
from game.words.names import account_text, long_date
from game.words.rule_sets import payment_sentence, rule_texts
from scenes.kit.services import Kit
from scenes.pages.thumbnails import fans, table, table_height
from scenes.widgets.figures import FigureTable
from scenes.widgets.items import Item, Paragraph, Picture, Term, heading, note


class GameHelp(NamedTuple):
    """The sections of the help that differ between games: rules, typing moves, and origin."""

    rules: list[Item]
    typing: list[Item]
    origin: list[Item]


def paragraphs(*told: str) -> list[Item]:
    """Return a paragraph for each string in ``told``."""
    return [Paragraph(one) for one in told]


def points(*told: str) -> list[Item]:
    """Return a bullet point for each string in ``told``."""
    return [Paragraph(one, point=True) for one in told]


def _typing(places: str, tokens: Mapping[str, str]) -> list[Item]:
    """Return the section on typing moves; ``tokens`` are examples, each with its meaning."""
    told = tr("You can type every move: first from where, then to where.")
    lines = [Term(token, words) for token, words in tokens.items()]
    return [heading(tr("Typing moves")), Paragraph(f"{told} {places}"), *lines]


def _typing_with_cells() -> list[Item]:
    return _typing(
        tr("Columns are 1 to 8, cells are a to d, and h means home, a foundation."),
        {
            "26": tr("from column 2 to column 6, as many cards as fit"),
            "5a": tr("from column 5 into cell a"),
            "b7": tr("from cell b to column 7"),
            "3h": tr("from column 3 home"),
            "26v2": tr("into an empty column 6, only two cards"),
            "26va": tr("ten cards; b, c and d are 11, 12 and 13"),
        },
    )


def _vierfrei(kit: Kit, kind: GameKind) -> GameHelp:
    origin = tr(
        "Vierfrei is FreeCell. It follows VIERFREI, written for the Atari ST in 1993 "
        "by Jens Thoms Törring after Microsoft's FreeCell; its cards were modelled "
        "on Volker Weidner's PATIENCE. The deal numbers are Microsoft's."
    )
    return GameHelp(_vierfrei_rules(kit, kind), _typing_with_cells(), paragraphs(origin))


def _vierfrei_rules(kit: Kit, kind: GameKind) -> list[Item]:
    names = ((tr("cells"), CELLS), (tr("foundations"), FOUNDATIONS), (tr("columns"), columns(8)))
    fixed_rule = tr(
        "The fixed rule is a program that never looks ahead. It sends cards home first, then "
        "plays runs onto columns, then cards into empty columns and free cells, from the "
        "shortest column first."
    )
    return [
        Paragraph(
            tr(
                "You win when all 52 cards are on the four foundations, each suit from ace "
                "to king. All cards are face up from the start."
            )
        ),
        Picture(table_height, table(kit, numbered(kind.game, 617), labels=names)),
        heading(tr("The table")),
        *points(
            tr(
                "Columns build down in alternating colours: a black jack on a red queen, a "
                "red 10 on the black jack. Any card may go into an empty column."
            )
        ),
        Picture(*fans(kit, ("KS QH JC TD", "9C 8H 7S", "JD TS 9H"))),
        *points(
            tr("Each of the four free cells holds any one card."),
            tr("Foundations build up in suit. A card there never comes back."),
        ),
        heading(tr("Moving several cards")),
        Paragraph(
            tr(
                "Cards move one at a time. When you move a run, the game carries it for you "
                "card by card, using free cells and empty columns. This many cards can move:"
            )
        ),
        _how_many(),
        note(tr("The column you move into doesn't count as empty.")),
        heading(tr("Safe cards")),
        *paragraphs(
            tr(
                "Delete, or the house button, sends home every card you can't need any more: "
                "aces and twos at once, a black 4 when both red 3s are home, and so on."
            ),
            tr("When everything left can go home, the game says so, and Delete finishes it."),
        ),
        heading(tr("Tips")),
        *points(
            tr("Keep free cells open. They let you move runs."),
            tr(
                "Beware of runs that grow too long to move or that bury low cards. A run "
                "from a king is fine: it needn't move before the end."
            ),
            tr(
                "Send a card home only when you're sure you don't need it, or when nothing "
                "else helps."
            ),
        ),
        heading(tr("Odds")),
        Paragraph(
            tr(
                "All but eight of the million numbered deals can be won, though a fixed rule "
                "wins few of them. After the deal it's pure skill."
            )
        ),
        *odds_table(kind, fixed_rule),
        heading(tr("Grade and par")),
        *paragraphs(
            tr(
                "Each of five grades, from very easy to very hard, holds a fifth of the "
                "deals. Harder deals have fewer winning moves at each point of a short "
                "solution. Par is the number of moves in the shortest solution known, not "
                "counting cards sent home; sometimes you can beat it. By number (F2), the "
                "start screen and the statistics show both; in Options (F8) you can choose "
                "random games of one grade."
            ),
            tr("A card sent home is never counted as a move, however it gets there."),
        ),
    ]


def _how_many() -> FigureTable:
    """Return a table of how many cards can move at once."""
    rows = [
        (
            trn("{n} free cell", "{n} free cells", cells),
            *(str((cells + 1) * 2**empty) for empty in range(3)),
        )
        for cells in range(5)
    ]
    return FigureTable(("", tr("no empty column"), tr("one empty"), tr("two empty")), rows)


def _canfield(kit: Kit, kind: GameKind) -> GameHelp:
    rule_set = kind.rule_set
    assert rule_set is not None
    name = tr(
        "The game is named after the owner of a Florida gambling house in the 1890s, who "
        "sold the deck for $50 and paid $5 a card."
    )
    return GameHelp(
        _canfield_rules(kit, kind, rule_set),
        _canfield_typing(rule_set),
        paragraphs(texts.one(rule_texts(kind).origin), name),
    )


def _canfield_rules(kit: Kit, kind: GameKind, rules: RuleSet) -> list[Item]:
    names = (
        (tr("stock"), (STOCK,)),
        (tr("waste"), (WASTE,)),
        (tr("reserve"), (RESERVE,)),
        (tr("foundations"), FOUNDATIONS),
        (tr("columns"), columns(4)),
    )
    fixed_rule = tr(
        "The fixed rule is a program that sees no hidden cards. It sends cards home first, "
        "starting with the reserve, then plays cards onto columns, and deals last."
    )
    return [
        Paragraph(
            tr(
                "You win when all 52 cards are on the four foundations, each suit building "
                "up. They don't start with the ace but with the rank of the first card dealt "
                "there. The ace follows the king."
            )
        ),
        Picture(table_height, table(kit, numbered(kind.game, 42, kind.rules), labels=names)),
        heading(tr("The table")),
        *points(*_piles(rules)),
        Picture(*fans(kit, ("2S AH KC QD", "JS TH 9C", "4D 3C 2H"))),
        heading(tr("Columns under these rules")),
        *points(*_columns(rules)),
        heading(tr("Safe cards")),
        *paragraphs(
            tr(
                "Delete, or the house button, sends home every card of the columns and the "
                "reserve that no other card needs: a black 9 when both red 8s are home. A card "
                "of the rank the foundations start with is hardly ever safe: the last cards may "
                "need it in a column."
            ),
            tr(
                "Cards on the waste stay there, because playing one changes what later deals "
                "turn up."
            ),
            tr(
                "When everything left can go home, the game says so and Delete finishes it, "
                "provided no card is unknown and no redeal costs money."
            ),
        ),
        heading(tr("What it pays")),
        Paragraph(payment_sentence(kind)),
        *(_stages() if rules.in_stages else ()),
        heading(tr("Tips")),
        *points(*_tips(rules)),
        heading(tr("What you can know")),
        *points(*_hidden_cards_text(rules)),
        heading(tr("Odds")),
        Paragraph(texts.one(rule_texts(kind).odds)),
        *odds_table(kind, fixed_rule),
    ]


def _piles(rules: RuleSet) -> list[str]:
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
    return told


def _columns(rules: RuleSet) -> list[str]:
    told = [
        tr("You may move the last card of a column, or any run at its end.")
        if rules.parts_may_move
        else tr("A column moves onto another only as a whole. Its last card may go home."),
        tr("The reserve fills an empty column at once, by itself.")
        if rules.fills_itself
        else tr("Fill an empty column from the reserve when you like, or leave it open."),
    ]
    if rules.foundations_give_back:
        told += [
            tr("When the reserve is used up, any card or run may go into an empty column."),
            tr(
                "The top card of a foundation may come back to a column, except the card the "
                "foundation started with."
            ),
        ]
    else:
        told.append(
            tr(
                "When the reserve is used up, fill an empty column from the waste, or leave "
                "it open."
            )
        )
    return told


def _stages() -> list[Item]:
    return points(
        tr("First you only see the layout. Stop there, or pay to inspect it."),
        tr(
            "Then you may move cards but not deal. Once, when the three cards of the "
            "waste are used up, you get three more for free. Stop, or pay to play."
        ),
        tr("Then you play on with the stock. You may stop at any time."),
    )


def _tips(rules: RuleSet) -> list[str]:
    tips = [tr("Play from the reserve first. Thirteen cards wait there, each hiding the next.")]
    if rules.foundations_give_back:
        tips.append(tr("A bird in the hand: send cards home as soon as they fit."))
    if rules.payment.per_turn:
        tips.append(tr("A redeal costs as much as a card pays. Try to do without."))
    if rules.in_stages:
        tips.append(tr("Look before you pay. No good moves? Stop there and lose only $13."))
    return tips


def _hidden_cards_text(rules: RuleSet) -> list[str]:
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
                "With the chance of winning shown, or after a hint, the line at the bottom "
                "weighs each decision: what you'd have if you stopped now, and what playing "
                "on is worth."
            )
        )
    return told


def _canfield_typing(rules: RuleSet) -> list[Item]:
    tokens = {
        "12": tr("from column 1 to column 2"),
        "r3": tr("from the reserve to column 3"),
        "wh": tr("from the waste home"),
        "d": tr("deal three cards"),
        "t": tr("turn the waste over"),
    }
    if rules.in_stages:
        tokens |= {"i": tr("pay to move cards"), "p": tr("pay, and play"), "x": tr("stop here")}
    if rules.foundations_give_back:
        tokens |= {
            "S2": tr("from the spades back to column 2; C, D and H are the other suits"),
            "12v3": tr("from column 1 to column 2, but only three cards"),
            "12v10": tr("sixteen cards: the count is hexadecimal; for one card, type 01"),
        }
    places = tr(
        "Columns are 1 to 4, r is the reserve, w the waste, and h means home, a foundation."
    )
    return _typing(places, tokens)


def odds_table(kind: GameKind, fixed_rule: str) -> list[Item]:
    """Return the measured odds of ``kind``; empty if there are none."""
    found = measured()
    odds = found.of(*kind.key) if found else None
    if found is None or odds is None:
        return []
    fair = [_fair_words(one, kind) for one in found.fair_of(*kind.key)]
    share = found.share_of(*kind.key)
    when = long_date(date.fromisoformat(odds.measured_on) if odds.measured_on else found.date)
    rows = _played(odds, kind)
    # A solver that doesn't know the rules decides nothing, however long it searches.
    if share is None and odds.undecided < odds.deals:
        rows = [*_decided(odds), *rows]
    told = tr(
        "Measured on {date} with deals 1 to {n}. {rule}", date=when, n=odds.deals, rule=fixed_rule
    )
    shares = _share_table(share) if share else []
    return [*shares, FigureTable(("", ""), rows), note(told), *points(*fair)]


def _share_table(share: WinnableShare) -> list[Item]:
    least, most = (texts.decimal(100 * bound, 1) for bound in share.bounds())
    told = tr(
        "Between {least} and {most}% of all deals can be won (95% confidence, whatever the "
        "unknown ones turn out to be). Measured on {date} with deals 1 to {n}.",
        least=least,
        most=most,
        date=long_date(date.fromisoformat(share.measured_on)),
        n=share.deals,
    )
    items: list[Item] = [FigureTable(("", ""), _decided(share)), note(told)]
    if len(share.rules) > 1:
        names = ", ".join(RULE_SETS[key].name for key in share.rules)
        alike = tr("The same deals can be won under the rules of {names}.", names=names)
        items.append(note(alike))
    return items


def _percent(count: int, of: Odds | WinnableShare) -> str:
    return tr("{n}%", n=texts.decimal(100 * count / of.deals, 1))


def _decided(odds: Odds | WinnableShare) -> list[tuple[str, str]]:
    rows = (
        (tr("can be won, seeing every card"), odds.winnable),
        (tr("can't be won"), odds.lost),
        (tr("unknown"), odds.undecided),
    )
    return [(name, _percent(count, odds)) for name, count in rows if count]


def _played(odds: Odds, kind: GameKind) -> list[tuple[str, str]]:
    rows = [
        (tr("won by a simple fixed rule"), _percent(odds.careful, odds)),
        (tr("average cards home"), texts.decimal(odds.home, 1)),
    ]
    if odds.account is not None:
        account = account_text(round(odds.account), kind.payment)
        rows.append((tr("average balance"), account))
    return rows


def _fair_words(fair: FairOdds, kind: GameKind) -> str:
    signs = -1, 0, 1
    least, won, most = (
        texts.decimal(100 * (fair.won + sign * fair.won_error), 1) for sign in signs
    )
    low, account, high = (
        account_text(round(fair.account + sign * fair.account_error), kind.payment)
        for sign in signs
    )
    return tr(
        "By a quick form of the hints, without peeking: {won}% won ({least} to {most}), "
        "{account} on average ({low} to {high}), in {deals} other deals.",
        won=won,
        least=least,
        most=most,
        account=account,
        low=low,
        high=high,
        deals=fair.deals,
    )


HELP: Final[dict[str, Callable[[Kit, GameKind], GameHelp]]] = {
    "vierfrei": _vierfrei,
    "canfield": _canfield,
}
"""The functions that build a game's own sections. The keys are values of ``GameKind.help``."""


def game_help(kit: Kit, kind: GameKind) -> GameHelp:
    """Return the sections of the help that belong to ``kind``."""
    if isinstance(kind.help, str):
        return HELP[kind.help](kit, kind)
    typing = _typing_with_cells() if kind.has(Role.CELL) else []
    return GameHelp(points(*map(texts.one, kind.help)), typing, [])
