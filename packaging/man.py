"""Generates the manual page from the command-line parser.

There is no page in Hindi, because terminals show Devanagari without its vowel signs.
"""

from __future__ import annotations

import argparse
from typing import Final, NamedTuple

from game.cli.window_arguments import command_line
from game.support.texts import texts
from game.support.version import VERSION


class Words(NamedTuple):
    """The words of a manual page that don't come from the program's ``--help``."""

    name: str
    purpose: str
    file: str
    synopsis: str
    description: str
    options: str
    files: str
    play: str
    kept: str
    also: str
    commands: str


WORDS: Final = {
    "en": Words(
        "NAME",
        "two classic solitaire games: Vierfrei (FreeCell) and Canfield",
        "FILE",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "FILES",
        "In the window, ? shows the rules and every key, F8 the options. Your game is kept when "
        "you quit. The game never uses the network.",
        "Settings, the games you left and the record, as text. If VIERFELD_HOME names a folder, "
        "they are kept there instead.",
        "SEE ALSO",
        "The command vierfeld-cli deals, solves, checks and reviews games without a screen: "
        "vierfeld-cli --help.",
    ),
    "de": Words(
        "BEZEICHNUNG",
        "zwei Patiencen: Vierfrei (FreeCell) und Canfield",
        "DATEI",
        "ÜBERSICHT",
        "BESCHREIBUNG",
        "OPTIONEN",
        "DATEIEN",
        "Im Fenster zeigt ? die Regeln und alle Tasten, F8 die Optionen. Das laufende Spiel bleibt "
        "beim Verlassen erhalten. Nie wird etwas über das Netz gesendet oder geholt.",
        "Einstellungen, laufende Spiele und die Aufzeichnung, als Text; an ihre Stelle tritt der "
        "Ordner, den VIERFELD_HOME nennt.",
        "SIEHE AUCH",
        "Der Befehl vierfeld-cli gibt, löst, prüft und bespricht Spiele ohne Bildschirm: "
        "vierfeld-cli --help.",
    ),
}


def page(language: str) -> str:
    """Return the manual page of ``vierfeld`` in ``language``, as roff source."""
    texts.use(language)
    words = WORDS[language]
    parser = command_line()
    told = [action for action in parser._actions if action.help != argparse.SUPPRESS]
    options = [action for action in told if action.option_strings]
    (game,) = (action for action in told if not action.option_strings)
    usage = " ".join(f"[{_named(option)}]" for option in options)
    games = _plain(f"{game.metavar}|{words.file}")
    lines = [
        f'.TH VIERFELD 6 "" "Vierfeld {VERSION}"',
        f'.SH "{words.name}"',
        rf"vierfeld \- {_plain(words.purpose)}",
        f'.SH "{words.synopsis}"',
        ".B vierfeld",
        f"[{games}] {usage}",
        f'.SH "{words.description}"',
        _plain(parser.description or ""),
        ".PP",
        _plain(words.play),
        f'.SH "{words.options}"',
        ".TP",
        rf"\fB{games}\fR",
        _plain(game.help or ""),
    ]
    for option in options:
        lines += [".TP", rf"\fB{_named(option)}\fR", _plain(texts.one(option.help or ""))]
    lines += [
        f'.SH "{words.files}"',
        ".TP",
        r".I ~/.local/share/vierfeld",
        _plain(words.kept),
        f'.SH "{words.also}"',
        _plain(words.commands),
    ]
    return "\n".join(lines) + "\n"


def _named(option: argparse.Action) -> str:
    names = ", ".join(option.option_strings)
    value = option.metavar or ("|".join(option.choices) if option.choices else "")
    return _plain(f"{names} {value}".strip())


def _plain(text: str) -> str:
    """Return ``text``, which is escaped for ``argparse``, escaped for ``man``."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%")
    return f"\\&{safe}" if safe[:1] in (".", "'") else safe
