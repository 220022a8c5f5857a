"""One way for every text a player reads: translation with plural forms, by gettext.

The English text is the key. A further language is one compiled catalogue,
``assets/translations/<code>/LC_MESSAGES/vierfeld.mo``.
"""

from __future__ import annotations

import gettext
import sys
from pathlib import Path
from typing import Final

DOMAIN: Final = "vierfeld"
SOURCE_LANGUAGE: Final = "en"


def assets_folder() -> Path:
    """The folder of fonts, decks and catalogues, also inside a packed executable."""
    bundle = getattr(sys, "_MEIPASS", None)
    return (Path(bundle) if bundle else Path(__file__).resolve().parent.parent) / "assets"


def languages() -> tuple[str, ...]:
    """The codes of the languages that are there, English first."""
    found = (assets_folder() / "translations").glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (SOURCE_LANGUAGE, *sorted(path.parent.parent.name for path in found))


class Texts:
    """The catalogue in use; English until ``use`` chooses another."""

    def __init__(self) -> None:
        self.language = SOURCE_LANGUAGE
        self._catalogue: gettext.NullTranslations = gettext.NullTranslations()

    def use(self, language: str) -> None:
        """Speak ``language`` from now on; ``ValueError`` if it is not there."""
        if language not in languages():
            raise ValueError(f"no such language: {language}")
        folder = assets_folder() / "translations"
        self._catalogue = gettext.translation(DOMAIN, folder, [language], fallback=True)
        self.language = language

    def one(self, message: str, **values: object) -> str:
        """``message`` translated, with ``{names}`` filled from ``values``."""
        text = self._catalogue.gettext(message)
        return text.format(**values) if values else text

    def many(self, singular: str, plural: str, n: int, **values: object) -> str:
        """The form for ``n`` things, translated; ``{n}`` stands for the number."""
        return self._catalogue.ngettext(singular, plural, n).format(n=n, **values)


texts: Final = Texts()
tr: Final = texts.one
trn: Final = texts.many
