"""Translates the messages that players see, with gettext.

The language is global. ``python -m tests.catalogues`` compiles the catalogues,
``assets/translations/CODE.po``.
"""

from __future__ import annotations

import gettext
import io
import locale
import os
import re
import sys
from functools import cache
from typing import Final

from game.support.assets import assets_folder
from game.support.desktop import answer_of

DOMAIN: Final = "vierfeld"
SOURCE_LANGUAGE: Final = "en"
_UNPRINTABLE: Final = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables for the language. The first that isn't empty is used."""


def tr_later(message: str) -> str:
    """Mark ``message`` to be translated later, and return it unchanged."""
    return message


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the available languages, English first."""
    found = (assets_folder() / "translations").glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (SOURCE_LANGUAGE, *sorted(path.parent.parent.name for path in found))


def desktop_language() -> str:
    """Return the first of the desktop's languages that is available. If none is, return English."""
    wanted = next((value for name in _VARIABLES if (value := os.environ.get(name))), None)
    there = languages()
    for name in (_system_language() if wanted is None else wanted).split(":"):
        code = name.partition(".")[0].partition("@")[0].replace("-", "_")
        for spoken in (code, code.partition("_")[0]):
            if spoken in there:
                return spoken
    return SOURCE_LANGUAGE


def _system_language() -> str:
    """Return the language set in Windows or macOS, such as ``de_DE``; empty if unknown."""
    if sys.platform == "win32":
        # Imported here because not every system needs it.
        import ctypes

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    if sys.platform == "darwin":
        return answer_of("defaults", "read", "-g", "AppleLocale")
    return ""


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    # The file's path is known, and gettext's own search would import the table of all locales.
    path = assets_folder() / "translations" / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)


def own_name(language: str) -> str:
    """Return the name of ``language`` in that language."""
    asked = tr_later("the name of this language")
    return "English" if language == SOURCE_LANGUAGE else _catalogue(language).gettext(asked)


ARGPARSE: Final = (
    tr_later("usage: "),
    tr_later("positional arguments"),
    tr_later("options"),
    tr_later("show this help message and exit"),
    tr_later("argument %(argument_name)s: %(message)s"),
    tr_later("expected one argument"),
    tr_later("invalid choice: %(value)r (choose from %(choices)s)"),
    tr_later("not allowed with argument %s"),
    tr_later("unrecognized arguments: %s"),
)


def speak_on_the_command_line() -> None:
    """Set the output to the desktop's language; escape characters that the terminal can't show."""
    texts.use("")
    gettext.bindtextdomain(DOMAIN, str(assets_folder() / "translations"))
    gettext.textdomain(DOMAIN)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def printable(text: str) -> str:
    """Return ``text`` with control characters and invalid bytes escaped.

    Tabs and newlines are kept.
    """
    return _UNPRINTABLE.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    code -= 0xDC00 if 0xDC80 <= code <= 0xDCFF else 0
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _readable(values: dict[str, object]) -> dict[str, object]:
    return {
        name: value if isinstance(value, (int, float)) else printable(str(value))
        for name, value in values.items()
    }


class Texts:
    """Translates messages. The language is English until ``use`` chooses another."""

    def __init__(self) -> None:
        self.language = SOURCE_LANGUAGE
        self._catalogue: gettext.NullTranslations = gettext.NullTranslations()

    def use(self, language: str) -> None:
        """Change the language. An empty ``language`` chooses the desktop's language.

        Raises ``ValueError`` if the language isn't available.
        """
        language = language or desktop_language()
        if language not in languages():
            raise ValueError(f"no such language: {language}")
        self._catalogue = _catalogue(language)
        self.language = language

    def one(self, message: str, **values: object) -> str:
        """Return the translation of ``message``, formatted with ``values``."""
        # A catalogue's entry for the empty text describes the catalogue itself.
        text = self._catalogue.gettext(message) if message else ""
        return text.format(**_readable(values)) if values else text

    def many(self, singular: str, plural: str, n: int, **values: object) -> str:
        """Return the translation for ``n`` things, formatted with ``n`` and ``values``."""
        text = self._catalogue.ngettext(singular, plural, n)
        return text.format(n=n, **_readable(values))

    def decimal(self, value: float, places: int) -> str:
        """Return ``value`` with ``places`` decimal places and the language's decimal mark."""
        # The middle character of the language's "0.5" is its decimal mark.
        return f"{value:.{places}f}".replace(".", self.one(tr_later("0.5"))[1])


texts: Final = Texts()
tr: Final = texts.one
trn: Final = texts.many
