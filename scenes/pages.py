"""What stands in each panel: options, help, statistics, and the entry of a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.canfield import RULE_SETS, RuleSet
from game.deals import MAX_DEAL
from game.desk import Desk
from game.games import VIERFREI
from game.names import account_text, duration
from game.record import Record
from game.session import Automatic
from game.settings import Calm, Settings, Speed
from game.texts import tr, trn
from scenes.commands import BINDINGS, Binding, Command
from scenes.controls import Control
from scenes.faces import backs_of
from scenes.looks import style_of, theme_of
from scenes.page import DigitField, Item, KeyLine, Row, Words
from scenes.theme import NORMAL, SMALL

Changed = Callable[[], None]
Options = Sequence[tuple[str, object]]
"""What can be chosen: how it is called, and its value."""


def rule_sentence(rules: str) -> str:
    """What sets a rule set apart, in a sentence."""
    return {
        "hoyle": tr(
            "Whole columns move, gaps fill from the reserve; $50 a deck, $5 a card, $500 for all."
        ),
        "xpat2": tr(
            "Three cards lie open at first, you fill gaps yourself; every turning over costs $5."
        ),
        "casino": tr(
            "As XPat2, but paid in three parts: look for $13, inspect for $13 more, play for $26."
        ),
        "aisleriot": tr(
            "Parts of columns move and cards come back from the foundations; a point for each card."
        ),
    }[rules]


def _choices(options: Options, current: object, choose: Callable[[object], None]) -> list[Control]:
    def act(value: object) -> Callable[[], None]:
        return lambda: choose(value)

    return [Control(label, act(value), chosen=value == current) for label, value in options]


def rule_choice(settings: Settings, changed: Changed, label: str = "") -> list[Item]:
    """The choice of Canfield's rule set, and the sentence of the chosen one."""

    def choose(value: object) -> None:
        settings.choose_rules(str(value))
        changed()

    options = [(rules.name, key) for key, rules in RULE_SETS.items()]
    return [
        Row(label, _choices(options, settings.next_rules, choose)),
        Words(rule_sentence(settings.next_rules), SMALL, faint=True),
    ]


def options_page(settings: Settings, changed: Changed) -> list[Item]:
    """All that can be chosen; every choice holds at once and is remembered."""

    def setting(name: str, kind: Callable[[object], object]) -> Callable[[object], None]:
        def choose(value: object) -> None:
            setattr(settings, name, kind(value))
            changed()

        return choose

    def row(
        label: str,
        name: str,
        options: Options,
        kind: Callable[[object], object],
    ) -> Row:
        return Row(label, _choices(options, getattr(settings, name), setting(name, kind)))

    def switch(label: str, name: str) -> Row:
        return row(label, name, ((tr("off"), False), (tr("on"), True)), bool)

    return [
        Words(tr("Play"), NORMAL, bold=True),
        *rule_choice(settings, changed, tr("Canfield, from the next game")),
        row(tr("Cards home by themselves"), "automatic", _automatic(), Automatic),
        Words(tr("Cards"), NORMAL, bold=True),
        *_deck_rows(settings, row, switch),
        Words(tr("Table"), NORMAL, bold=True),
        row(tr("Look"), "look", _looks(), str),
        switch(tr("For the left hand"), "mirrored"),
        Words(tr("Motion and sound"), NORMAL, bold=True),
        row(tr("Animation"), "speed", _speeds(), Speed),
        row(tr("Motion"), "calm", _calm(), Calm),
        switch(tr("Drag an outline only, as in 1993"), "outline"),
        switch(tr("Sound"), "sound"),
        row(tr("Volume"), "volume", [(str(n), n) for n in (20, 40, 70, 100)], _whole),
        row(tr("Double click"), "double_click", _double_clicks(), _whole),
    ]


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


def _automatic() -> Options:
    return (
        (tr("off"), Automatic.OFF),
        (tr("safe ones"), Automatic.SAFE),
        (tr("all that fit"), Automatic.ALL),
    )


def _speeds() -> Options:
    return (
        (tr("off"), Speed.OFF),
        (tr("fast"), Speed.FAST),
        (tr("normal"), Speed.NORMAL),
        (tr("slow"), Speed.SLOW),
    )


def _calm() -> Options:
    return (
        (tr("as the desktop has it"), Calm.DESKTOP),
        (tr("always"), Calm.MOVING),
        (tr("never"), Calm.STILL),
    )


def _looks() -> Options:
    return (
        (tr("green"), "green"),
        (tr("blue"), "blue"),
        (tr("wine"), "wine"),
        (tr("dark"), "dark"),
        (tr("light"), "light"),
        (tr("1993"), "1993"),
    )


def _double_clicks() -> Options:
    return ((tr("quick"), 250), (tr("normal"), 400), (tr("slow"), 700))


def _deck_rows(
    settings: Settings, row: Callable[..., Row], switch: Callable[[str, str], Row]
) -> list[Item]:
    """The choices about the cards; a look that has its own deck leaves none of them."""
    style = style_of(settings)
    if theme_of(settings).deck is not None:
        return [Words(tr("This look has its own cards."), SMALL, faint=True)]
    decks = ((tr("Court"), "court"), (tr("Emblem"), "emblem"), (tr("1993"), "1993"))
    names = {
        "blue": tr("blue"),
        "red": tr("red"),
        "tiles": tr("tiles"),
        "ink": tr("ink"),
        "dither": tr("dots"),
        "weave": tr("weave"),
    }
    own, *others = backs_of(style.deck)
    backs = [(names[own], ""), *((names[back], back) for back in others)]
    shown = settings.back if settings.back in others else ""
    back_row = row(tr("Back"), "back", backs, str)
    for control, (_, value) in zip(back_row.controls, backs, strict=True):
        control.chosen = value == shown
    return [
        row(tr("Deck"), "deck", decks, str),
        switch(tr("Four colours"), "four_colours"),
        switch(tr("Extra-large index"), "large_index"),
        back_row,
    ]


def number_page(
    field: DigitField, deal: Callable[[], None], close: Callable[[], None]
) -> list[Item]:
    """The entry of a deal's number."""
    return [
        Words(tr("The number of a game, from 0 to {most}.", most=MAX_DEAL)),
        field,
        Row("", [Control(tr("Deal"), deal, strong=True), Control(tr("Cancel"), close)]),
    ]


def statistics_page(desk: Desk | None, record: Record) -> list[Item]:
    """The account of the game in hand, and the plain counts of all games."""
    items: list[Item] = []
    if desk is not None:
        items += _in_hand(desk)
    items.append(Words(tr("Games played to an end"), NORMAL, bold=True))
    kinds: list[tuple[str, str, str | None]] = [("Vierfrei", VIERFREI, None)]
    kinds += [
        (tr("Canfield ({rules})", rules=rules.name), "canfield", key)
        for key, rules in RULE_SETS.items()
    ]
    for label, game, rules_key in kinds:
        count = record.count(game, rules_key)
        played = trn("{n} played", "{n} played", count.played)
        items.append(Words(f"{label}: {played}, " + trn("{n} won", "{n} won", count.won)))
    return items


def _in_hand(desk: Desk) -> list[Item]:
    session, rules = desk.session, desk.session.deal.rule_set
    state = session.state
    items: list[Item] = [Words(tr("The game in hand"), NORMAL, bold=True)]
    up = trn("{n} card home", "{n} cards home", state.cards_home)
    moves = trn("{n} move", "{n} moves", len(session.since_restart))
    items.append(Words(f"{up}, {moves}, {duration(session.seconds)}"))
    if rules is not None and session.account is not None:
        account = account_text(session.account, rules.payment.in_dollars)
        items.append(Words(tr("Account: {account}", account=account)))
        items.append(Words(payment_sentence(rules), SMALL, faint=True))
    return items


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


def help_page(game: str, rules: RuleSet | None, run: Callable[[Command], None]) -> list[Item]:
    """The rules of the game on the table in short, and every key."""
    told = _vierfrei_rules() if game == VIERFREI or rules is None else _canfield_rules(rules)
    items: list[Item] = [Words(paragraph) for paragraph in told]
    items.append(Words(tr("With the mouse"), NORMAL, bold=True))
    items.append(
        Words(
            tr(
                "Drag cards, or click them and then click where they go. A double click sends a "
                "card home."
            )
        )
    )
    if game == VIERFREI:
        items.append(
            Words(
                tr(
                    "Hold the right button and click a card with the left one: it goes into a "
                    "free cell, with all cards on it. With a finger: press long."
                )
            )
        )
    else:
        items.append(Words(tr("A click on the stock deals, or turns the waste over.")))
    items.append(Words(tr("With the keyboard"), NORMAL, bold=True))
    items.append(
        Words(
            tr(
                "The arrows walk over the piles, up goes into a column; Enter takes cards and "
                "lays them down. Tab goes on to the buttons."
            )
        )
    )
    items.append(Words(_notation(game, rules)))
    items += [_key_line(binding, run) for binding in BINDINGS if _belongs(binding, game)]
    return items


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


def _vierfrei_rules() -> list[str]:
    return [
        tr(
            "Bring all 52 cards home to the four foundations at the top right, each suit from the "
            "ace up."
        ),
        tr(
            "In the columns cards lie downwards in alternating colours; an empty column takes any "
            "card. Each of the four cells at the top left holds one card. No card comes back from "
            "a foundation."
        ),
        tr(
            "Only single cards move. A run is moved for you card by card, as far as free cells and "
            "empty columns reach."
        ),
    ]


def _canfield_rules(rules: RuleSet) -> list[str]:
    told = [
        tr(
            "Bring all 52 cards to the foundations, each suit upwards from the base rank and "
            "around the corner: after the king comes the ace."
        ),
        tr(
            "In the columns cards lie downwards in alternating colours, around the corner too. "
            "The top of the reserve and of the waste can be played. The stock deals three cards "
            "at a time, and the waste is turned over as often as you like."
        ),
        tr("Parts of a column may move, down to its last card.")
        if rules.parts_may_move
        else tr("Columns move onto another column as a whole, never in part."),
        tr("An empty column is filled at once from the reserve.")
        if rules.fills_itself
        else tr("You fill an empty column from the reserve, or leave it open."),
    ]
    if rules.foundations_give_back:
        told.append(
            tr(
                "When the reserve is used up, anything may fill an empty column. Cards may come "
                "back from the foundations, but for the base cards."
            )
        )
    else:
        told.append(tr("When the reserve is used up, empty columns are filled from the waste."))
    return [*told, payment_sentence(rules)]


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
