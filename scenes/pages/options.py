"""The pages of the options. Choices take effect at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from functools import partial
from itertools import starmap
from typing import NamedTuple

from game.art.decks import LETTERS, DeckStyle, backs_of
from game.core.cards import Card, Suit
from game.player.settings import DECKS, Calm, HiddenLight, Settings, Speed
from game.rules.choices import Automatic
from game.rules.registry import GameKind, games, kinds_of, rule_sets
from game.support.texts import languages, own_name, texts, tr
from game.teach.difficulty import grade_names
from game.words.names import game_name
from game.words.rule_sets import brief_rules
from scenes.board.faces import BACK
from scenes.kit.commands import Command
from scenes.kit.services import letters_of, style_of, theme_of
from scenes.pages.thumbnails import one_card, swatch
from scenes.style.theme import THEMES
from scenes.widgets.controls import Control, Paint, Shape
from scenes.widgets.items import Item, Row, Tabs, heading, note

Changed = Callable[[], None]
Options = Sequence[tuple[str, object]]
"""Choices, each with its name and value."""


class Part(Enum):
    """One page of the options."""

    LOOK = auto()
    PLAY = auto()
    HELP = auto()
    COMFORT = auto()


def choices(
    label: str, options: Options, current: object, choose: Callable[[object], None]
) -> list[Control]:
    """Return a control for each choice; its tip begins with ``label``."""

    def control(name: str, value: object) -> Control:
        act, chosen, tip = partial(choose, value), value == current, f"{label}: {name}"
        return Control(name, act, chosen=chosen, shape=Shape.SEGMENT, tip=tip)

    return list(starmap(control, options))


def rule_choice(settings: Settings, game: str, changed: Changed, label: str) -> Row:
    """Return a row for choosing the rule set of new games."""

    def choose(value: object) -> None:
        settings.choose_rules(str(value))
        changed()

    options = [(kind.rules_name, kind.rules) for kind in kinds_of(game)]
    controls = choices(label, options, settings.rules_for(game), choose)
    for control, kind in zip(controls, kinds_of(game), strict=True):
        control.tip = brief_rules(kind)
    return Row(label, controls)


def kind_tabs(
    kinds: Iterable[GameKind],
    shown: GameKind,
    turn_to: Callable[[GameKind], None],
    tip: Callable[[GameKind], str],
) -> Tabs:
    """Return tabs for ``kinds``; pressing one calls ``turn_to``."""
    # Kinds with a named rule set come last, under the name of their game.
    ordered = sorted(kinds, key=lambda kind: bool(kind.rules_name))
    grouped = [kind for kind in ordered if kind.rules_name]

    def tab(kind: GameKind) -> Control:
        name, act = kind.rules_name or game_name(kind), partial(turn_to, kind)
        return Control(name, act, chosen=kind is shown, shape=Shape.TAB, tip=tip(kind))

    group = ", ".join(dict.fromkeys(map(game_name, grouped)))
    return Tabs(group, len(grouped), controls=list(map(tab, ordered)))


def options_page(
    settings: Settings, changed: Changed, shown: Part, turn_to: Callable[[Part], None]
) -> list[Item]:
    """Return the page for ``shown``; ``turn_to`` shows another part."""
    pages: dict[Part, tuple[str, Callable[[_Rows], list[Item]]]] = {
        Part.LOOK: (tr("Look"), _look),
        Part.PLAY: (tr("Play"), _play),
        Part.HELP: (tr("Help"), _help),
        Part.COMFORT: (tr("Comfort"), _comfort),
    }
    tabs = [
        Control(name, partial(turn_to, part), chosen=part is shown, shape=Shape.TAB)
        for part, (name, _) in pages.items()
    ]
    return [Tabs(controls=tabs), *pages[shown][1](_Rows(settings, changed))]


class _Rows(NamedTuple):
    """Makes rows of controls. Each row changes one setting, and ``name`` is its attribute."""

    settings: Settings
    changed: Changed

    def choose(self, name: str, value: object) -> None:
        """Change the setting ``name`` to ``value``, and call ``changed``."""
        setattr(self.settings, name, value)
        self.changed()

    def row(self, label: str, name: str, options: Options, current: object = None) -> Row:
        """Return a row of choices; ``current`` defaults to the setting's value."""
        if current is None:
            current = getattr(self.settings, name)
        return Row(label, choices(label, options, current, partial(self.choose, name)))

    def pictures(
        self,
        label: str,
        name: str,
        options: Options,
        current: str,
        height: int,
        picture: Callable[[str], Paint],
    ) -> Row:
        """Return a row of choices; ``picture`` returns the picture for a value."""
        row = self.row(label, name, options, current)
        row.tile = 140, height
        for control, (_, value) in zip(row.controls, options, strict=True):
            control.shape, control.picture = Shape.PICTURE, picture(str(value))
        return row

    def switch(self, label: str, name: str, lead: int = 0, *, always: bool = False) -> Row:
        """Return a row with a switch. With ``always``, the switch is on and can't be turned off."""
        now = always or bool(getattr(self.settings, name))
        word = tr("on") if now else tr("off")
        act, tip = partial(self.choose, name, not now), f"{label}: {word}"
        control = Control(word, act, shape=Shape.SWITCH, tip=tip, chosen=now, enabled=not always)
        return Row(label, [control], lead=lead)


def deck_names() -> dict[str, str]:
    return {"court": tr("Court"), "emblem": tr("Emblem"), "1993": tr("1993")}


def back_names() -> dict[str, str]:
    return {
        "blue": tr("blue"),
        "red": tr("red"),
        "tiles": tr("tiles"),
        "ink": tr("ink"),
        "dither": tr("dots"),
        "weave": tr("weave"),
    }


def _look(rows: _Rows) -> list[Item]:
    looks = [(texts.one(theme.name), look) for look, theme in THEMES.items()]
    return [
        rows.pictures(tr("Table"), "look", looks, rows.settings.look, 72, swatch),
        *_cards(rows),
        rows.switch(tr("Left-handed table"), "mirrored"),
        note(tr("Swaps the left and the right side of the table.")),
    ]


def _cards(rows: _Rows) -> list[Item]:
    style, theme = style_of(rows.settings), theme_of(rows.settings)
    if theme.deck is not None:
        return [note(tr("This look has its own cards."))]

    def front(deck: str) -> Paint:
        return one_card(style._replace(deck=deck, back=""), theme, Card(13, Suit.HEARTS))

    def back(name: str) -> Paint:
        return one_card(DeckStyle(style.deck, back=name), theme, BACK)

    names = back_names()
    own, *others = backs_of(style.deck)
    decks = [(deck_names()[deck], deck) for deck in DECKS]
    backs = [(names[own], ""), *((names[name], name) for name in others)]
    shown = style.back if style.back in others else ""
    # Until the player chooses the letters, the language decides.
    letters, usual = [(" ".join(some[1:]), some) for some in LETTERS], letters_of(rows.settings)
    return [
        rows.pictures(tr("Cards"), "deck", decks, style.deck, 148, front),
        rows.pictures(tr("Back"), "back", backs, shown, 116, back),
        rows.switch(tr("Four colours"), "four_colours", lead=4),
        rows.switch(tr("Extra-large numbers and letters"), "large_index"),
        rows.row(tr("Letters on the cards"), "letters", letters, usual),
    ]


def _games_heading(has: Callable[[GameKind], object]) -> Item:
    """Return a heading with the names of the games for which ``has`` is true."""
    firsts = (kinds_of(game)[0] for game in games())
    return heading(", ".join(map(game_name, filter(has, firsts))))


def _rule_choices(rows: _Rows) -> list[Item]:
    items: list[Item] = []
    for game in filter(rule_sets, games()):
        items += [
            rule_choice(rows.settings, game, rows.changed, tr("Rules for new games")),
            *(note(brief_rules(one)) for one in kinds_of(game)),
        ]
    return items


def automatic_words() -> dict[Automatic, tuple[str, str]]:
    """Return the name and the meaning of each setting for sending cards home automatically."""
    return {
        Automatic.OFF: (
            tr("by hand"),
            tr("You send cards home. {key} sends all that are safe.", key=Command.SAFE.first_key),
        ),
        Automatic.SAFE: (
            tr("if safe"),
            tr("Cards go home by themselves once no other card can need them."),
        ),
        Automatic.ALL: (tr("always"), tr("Cards go home by themselves as soon as they can.")),
    }


def _play(rows: _Rows) -> list[Item]:
    grades = [(tr("any"), 0), *((name, grade) for grade, name in enumerate(grade_names(), 1))]
    words = automatic_words()
    homeward = [(name, automatic) for automatic, (name, _) in words.items()]
    return [
        _games_heading(lambda kind: kind.graded),
        rows.row(tr("Difficulty of random games"), "grade", grades),
        _games_heading(lambda kind: kind.rules),
        *_rule_choices(rows),
        heading(tr("Every game")),
        rows.row(tr("Cards go home"), "automatic", homeward),
        note(words[rows.settings.automatic][1], least=2),
        rows.switch(tr("Deal only games that can be won"), "winnable_only"),
        note(tr("Each random game is checked first, which can take a few seconds.")),
        rows.switch(tr("Double-click finds the best place"), "double_click_moves"),
        note(tr("If the card can't go home, it goes to another pile.")),
    ]


def _help(rows: _Rows) -> list[Item]:
    lights = {
        HiddenLight.OFF: (tr("off"), tr("No chance is shown.")),
        HiddenLight.FAIR: (
            tr("from cards you've seen"),
            tr("How often this game is won, judged from the cards you've seen."),
        ),
        HiddenLight.ALL: (
            tr("from all cards"),
            tr(
                "Whether it can still be won, judged from all cards. This gives away something "
                "about the hidden ones."
            ),
        ),
    }
    options = [(name, light) for light, (name, _) in lights.items()]
    known = (tr("only cards you've seen"), False), (tr("all cards"), True)
    return [
        _games_heading(lambda kind: not kind.hides_cards),
        rows.switch(tr("Show whether the game can still be won"), "light"),
        note(tr("A tick or a cross beside the title.")),
        _games_heading(lambda kind: kind.hides_cards),
        rows.row(tr("Show the chance of winning"), "hidden_light", options),
        note(lights[rows.settings.hidden_light][1], least=2),
        rows.row(tr("Hints use"), "hidden_hints", known),
        heading(tr("Shown while playing")),
        rows.switch(tr("The clock"), "clock"),
        rows.switch(tr("The number of moves"), "moves"),
        rows.switch(tr("Money and points"), "money"),
        rows.switch(tr("Keep messages until I act"), "lines_wait"),
        note(tr("Otherwise they go after a few seconds.")),
        rows.switch(tr("Show in words what is under the cursor"), "cursor_words"),
    ]


def _comfort(rows: _Rows) -> list[Item]:
    outlined = theme_of(rows.settings).grain is not None
    speeds = (
        (tr("off"), Speed.OFF),
        (tr("fast"), Speed.FAST),
        (tr("normal"), Speed.NORMAL),
        (tr("slow"), Speed.SLOW),
    )
    calms = (
        (tr("off"), Calm.MOVING),
        (tr("on"), Calm.STILL),
        (tr("follow the system"), Calm.DESKTOP),
    )
    clicks = (tr("quick"), 250), (tr("normal"), 400), (tr("slow"), 700)
    return [
        heading(tr("Language")),
        _languages(rows),
        heading(tr("Motion")),
        rows.row(tr("Card animation"), "speed", speeds),
        rows.row(tr("Reduced motion"), "calm", calms),
        note(tr("Cards move at once, without flying.")),
        rows.switch(tr("Drag only an outline, as in 1993"), "outline", always=outlined),
        *([note(tr("The 1993 look always does."))] if outlined else []),
        heading(tr("Sound and mouse")),
        rows.switch(tr("Sound"), "sound"),
        rows.row(tr("Volume"), "volume", [(str(n), n) for n in (20, 40, 70, 100)]),
        rows.row(tr("Double-click speed"), "double_click", clicks),
    ]


def _languages(rows: _Rows) -> Row:
    def speak(value: object) -> None:
        rows.settings.language = str(value)
        texts.use(rows.settings.language)
        rows.changed()

    options = ((tr("follow the system"), ""), *((own_name(code), code) for code in languages()))
    return Row("", choices(tr("Language"), options, rows.settings.language, speak))
