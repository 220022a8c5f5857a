"""What stands in the panel of options; every choice holds at once and is remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.canfield import RULE_SETS
from game.session import Automatic
from game.settings import Calm, Settings, Speed
from game.texts import languages, own_name, texts, tr
from scenes.controls import Control
from scenes.decks import backs_of
from scenes.looks import letters_of, style_of, theme_of
from scenes.page import Item, Row, Words
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
        Words(rule_sentence(settings.next_rules), SMALL, faint=True, least=2),
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

    def speak(value: object) -> None:
        settings.language = str(value)
        texts.use(settings.language)
        changed()

    return [
        Words(tr("Play"), NORMAL, bold=True),
        *rule_choice(settings, changed, tr("Canfield, from the next game")),
        row(tr("Cards home by themselves"), "automatic", _automatic(), Automatic),
        Words(tr("What the game knows"), NORMAL, bold=True),
        switch(tr("Vierfrei: tell whether it can be won"), "light"),
        switch(tr("Canfield: tell it too, hidden cards and all"), "canfield_light"),
        row(
            tr("Canfield: hints"),
            "canfield_hints",
            ((tr("by rule of thumb"), False), (tr("knowing all cards"), True)),
            bool,
        ),
        switch(tr("Random deals: only those that can be won"), "winnable_only"),
        Words(tr("Cards"), NORMAL, bold=True),
        *_deck_rows(settings, row, switch),
        Words(tr("Table"), NORMAL, bold=True),
        row(tr("Look"), "look", _looks(), str),
        switch(tr("For the left hand"), "mirrored"),
        Words(tr("Motion and sound"), NORMAL, bold=True),
        row(tr("Animation"), "speed", _speeds(), Speed),
        row(tr("Reduced motion"), "calm", _calm(), Calm),
        switch(tr("Drag an outline only, as in 1993"), "outline"),
        switch(tr("Sound"), "sound"),
        row(tr("Volume"), "volume", [(str(n), n) for n in (20, 40, 70, 100)], _whole),
        row(tr("Double click"), "double_click", _double_clicks(), _whole),
        Words(tr("Language"), NORMAL, bold=True),
        Row("", _choices(_languages(), settings.language, speak)),
    ]


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


def _languages() -> Options:
    return ((tr("as the desktop"), ""), *((own_name(code), code) for code in languages()))


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
        (tr("as the desktop asks"), Calm.DESKTOP),
        (tr("off"), Calm.MOVING),
        (tr("on"), Calm.STILL),
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
        _letter_row(settings, row),
        back_row,
    ]


def _letter_row(settings: Settings, row: Callable[..., Row]) -> Row:
    """The letters of the court cards; while none are chosen, the language's are in force."""
    options = (("J Q K", "AJQK"), ("B D K", "ABDK"))
    letters = row(tr("Letters"), "letters", options, str)
    for control, (_, value) in zip(letters.controls, options, strict=True):
        control.chosen = value == letters_of(settings)
    return letters
