"""One way for every text a player reads: translation with plural forms, by gettext.

The English text is the key. A further language is one catalogue, ``assets/translations/CODE.po``,
which ``python -m tests.catalogues`` compiles into what is read here.
"""

from __future__ import annotations

import gettext
import io
import os
import sys
from pathlib import Path
from typing import Final

DOMAIN: Final = "vierfeld"
SOURCE_LANGUAGE: Final = "en"
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""What gettext asks of the environment, the first that is set."""


def assets_folder() -> Path:
    """The folder of fonts, decks and catalogues, also inside a packed executable."""
    bundle = getattr(sys, "_MEIPASS", None)
    return (Path(bundle) if bundle else Path(__file__).resolve().parents[2]) / "assets"


def languages() -> tuple[str, ...]:
    """The codes of the languages that are there, English first."""
    found = (assets_folder() / "translations").glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (SOURCE_LANGUAGE, *sorted(path.parent.parent.name for path in found))


def desktop_language() -> str:
    """The first language that the desktop asks for and that is there; else English."""
    wanted = next((value for name in _VARIABLES if (value := os.environ.get(name))), None)
    there = languages()
    for name in (_system_language() if wanted is None else wanted).split(":"):
        code = name.partition(".")[0].partition("@")[0].replace("-", "_")
        for spoken in (code, code.partition("_")[0]):
            if spoken in there:
                return spoken
    return SOURCE_LANGUAGE


def _system_language() -> str:
    """What Windows or macOS say, as ``de_DE``; programs have it in no variable there."""
    if sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    if sys.platform == "darwin":
        import subprocess

        asked = ("defaults", "read", "-g", "AppleLocale")
        try:
            done = subprocess.run(asked, capture_output=True, text=True, timeout=3, check=False)
        except (OSError, subprocess.SubprocessError):
            return ""
        return done.stdout.strip()
    return ""


def _catalogue(language: str) -> gettext.NullTranslations:
    folder = assets_folder() / "translations"
    return gettext.translation(DOMAIN, folder, [language], fallback=True)


def own_name(language: str) -> str:
    """What a language calls itself."""
    named = _catalogue(language).gettext(tr_later("the name of this language"))
    return "English" if language == SOURCE_LANGUAGE else named


def tr_later(message: str) -> str:
    """``message`` as it is, marked for the catalogues; somebody else translates it."""
    return message


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
"""What the library says on the command line in its own words."""


def speak_on_the_command_line() -> None:
    """Speak the desktop's language from now on, argparse too, which asks gettext itself.

    Signs that the terminal's encoding does not have are written out by their numbers.
    """
    texts.use("")
    gettext.bindtextdomain(DOMAIN, str(assets_folder() / "translations"))
    gettext.textdomain(DOMAIN)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


class Texts:
    """The catalogue in use; English until ``use`` chooses another."""

    def __init__(self) -> None:
        self.language = SOURCE_LANGUAGE
        self._catalogue: gettext.NullTranslations = gettext.NullTranslations()

    def use(self, language: str) -> None:
        """Speak ``language`` from now on; ``ValueError`` if it is not there.

        Empty stands for the desktop's.
        """
        language = language or desktop_language()
        if language not in languages():
            raise ValueError(f"no such language: {language}")
        self._catalogue = _catalogue(language)
        self.language = language

    def one(self, message: str, **values: object) -> str:
        """``message`` translated, with ``{names}`` filled from ``values``."""
        text = self._catalogue.gettext(message)
        return text.format(**values) if values else text

    def many(self, singular: str, plural: str, n: int, **values: object) -> str:
        """The form for ``n`` things, translated; ``{n}`` stands for the number."""
        return self._catalogue.ngettext(singular, plural, n).format(n=n, **values)

    def decimal(self, value: float, places: int) -> str:
        """A number with that many places, behind the mark that the language has for them."""
        # A half, as the language writes it, has the mark in its middle.
        return f"{value:.{places}f}".replace(".", self.one(tr_later("0.5"))[1])


texts: Final = Texts()
tr: Final = texts.one
trn: Final = texts.many
