"""``python -m game.translations``: brings template, catalogues and compiled catalogues up to date.

A language is added by one file, ``assets/translations/CODE.po``, a copy of the template at first.
"""

from __future__ import annotations

import sys

from game.support.texts import DOMAIN, assets_folder
from game.translations.extract import messages
from game.translations.mo import compiled
from game.translations.po import Catalogue, read, written

TEMPLATE_HEAD = (
    "Project-Id-Version: Vierfeld\n"
    "MIME-Version: 1.0\n"
    "Content-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\n"
    "Language: CODE\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\n"
)
TEMPLATE_NOTES = (
    "# The texts of Vierfeld. Save a copy as CODE.po, where CODE is a language as in `de` or",
    "# `pt_BR`, write CODE and the language's plural forms below, and translate. {names} in braces",
    "# are filled in by the program and may change places. Then: python -m game.translations",
)


def template() -> Catalogue:
    """What a new language begins with."""
    return Catalogue(TEMPLATE_HEAD, tuple(messages()), TEMPLATE_NOTES)


def main() -> int:
    """Write all files anew; 1 if a message of some language is not translated."""
    folder = assets_folder() / "translations"
    whole = template()
    (folder / f"{DOMAIN}.pot").write_text(written(whole), "utf-8")
    missing = 0
    for path in sorted(folder.glob("*.po")):
        catalogue = read(path.read_text("utf-8")).updated(whole.messages)
        path.write_text(written(catalogue), "utf-8")
        binary = folder / path.stem / "LC_MESSAGES" / f"{DOMAIN}.mo"
        binary.parent.mkdir(parents=True, exist_ok=True)
        binary.write_bytes(compiled(catalogue))
        open_ones = [one.singular for one in catalogue.messages if not one.done]
        missing += len(open_ones)
        print(f"{path.stem}: {len(catalogue.messages)} messages, {len(open_ones)} not translated")
        for text in open_ones:
            print(f"  {text!r}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
