"""``python -m tests.catalogues``: updates the template and all catalogues.

To add a language, copy the template to ``assets/translations/CODE.po``.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from game.support.assets import assets_folder
from game.support.texts import DOMAIN
from game.web.building import MESSAGE

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = assets_folder() / "translations"
_TEMPLATE: Final = FOLDER / f"{DOMAIN}.pot"
"""The template, whose header comment is edited by hand."""
_LITERALS: Final = {"tr": 1, "tr_later": 1, "trn": 2}
"""For each translating function, how many of its leading arguments are messages."""
_HEAD: Final = ("Language", "Plural-Forms", "MIME-Version", "Content-Type")
_WIDTH: Final = 100
_HEADERS: Final[Any] = Catalog.mime_headers


class NoLiteral(ValueError):
    """Raised if a message isn't a literal, or has two different plurals."""


class Catalogue(Catalog):
    """A catalogue without dates or Babel's version in its header."""

    def _short_headers(self) -> list[tuple[str, str]]:
        there = dict(_HEADERS.fget(self))
        there.setdefault("Language", "CODE")
        there.setdefault("Plural-Forms", "nplurals=2; plural=(n != 1);")
        return [("Project-Id-Version", "Vierfeld"), *((key, there[key]) for key in _HEAD)]

    mime_headers: Any = property(_short_headers, _HEADERS.fset)


def source_files(root: Path = ROOT) -> Iterator[Path]:
    """Yield all files that may contain messages for players, in a fixed order."""
    for name in ("game", "scenes"):
        yield from sorted((root / name).rglob("*.py"))
    yield root / "main.py"
    yield from sorted((root / "assets" / "play").glob("*.js"))


def template(root: Path = ROOT) -> Catalogue:
    """Return the template for a new language.

    Raises ``NoLiteral`` if a message isn't a literal, or if one singular has two different plurals.
    """
    head = takewhile(lambda line: line.startswith("#"), _TEMPLATE.read_text("utf-8").splitlines())
    found = Catalogue(header_comment="\n".join(head), fuzzy=False)
    for path in source_files(root):
        name = path.relative_to(root).as_posix()
        for line, texts in _texts(path.read_text("utf-8"), name):
            known = found.get(texts[0])
            if known and known.pluralizable and len(texts) == 2 and known.id != texts:
                raise NoLiteral(f"{name}: {texts[0]!r} has two plurals")
            found.add(texts if len(texts) == 2 else texts[0], locations=[(name, line)])
    return found


def _texts(source: str, name: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the line number and the messages of each call to a translating function.

    Babel's own extractor silently skips nested calls and messages that aren't literals.
    """
    if name.endswith(".js"):
        for number, line in enumerate(source.splitlines(), 1):
            yield from ((number, (text,)) for text in MESSAGE.findall(line))
        return
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        count = _LITERALS.get(call.func.id, 0) if isinstance(call.func, ast.Name) else 0
        texts = tuple(
            one.value
            for one in call.args[:count]
            if isinstance(one, ast.Constant) and isinstance(one.value, str)
        )
        if len(texts) != count:
            raise NoLiteral(f"{name}:{call.lineno}: the text is not written out")
        if texts:
            yield call.lineno, texts


def catalogue(path: Path) -> Catalog:
    """Return the catalogue in a .po file, without its obsolete messages."""
    with path.open("rb") as file:
        return read_po(file, path.stem, DOMAIN, ignore_obsolete=True, abort_invalid=True)


def updated(known: Catalog, whole: Catalog) -> Catalogue:
    """Return the messages of ``whole`` as a catalogue. Finished translations are from ``known``."""
    found = Catalogue(known.locale, header_comment=known.header_comment, fuzzy=False)
    # Keep the translator's plural forms, instead of those that Babel knows for the language.
    found.mime_headers = known.mime_headers
    for message in whole:
        if not message.id:
            continue
        old = known.get(message.id)
        kept = old is not None and old.pluralizable == message.pluralizable and done(old)
        found.add(
            message.id,
            old.string if old and kept else None,
            message.locations,
            message.flags,
            user_comments=old.user_comments if old else (),
        )
    return found


def forms(message: Message) -> tuple[str, ...]:
    """Return the translation of a message: one string, or one for each plural form."""
    string: Any = message.string
    return string if isinstance(string, tuple) else (string,)


def done(message: Message) -> bool:
    """Return whether a message is fully translated and not fuzzy."""
    return all(forms(message)) and not message.fuzzy


def compiled(path: Path) -> Path:
    """Return the path of the .mo file for a .po file."""
    return path.parent / path.stem / "LC_MESSAGES" / f"{DOMAIN}.mo"


def _write(path: Path, texts: Catalog) -> None:
    with path.open("wb") as file:
        write_po(file, texts, _WIDTH, include_lineno=False, ignore_obsolete=True)


def main() -> int:
    """Rewrite all files; return 1 if a language lacks a translation."""
    whole = template()
    _write(_TEMPLATE, whole)
    missing = 0
    for path in sorted(FOLDER.glob("*.po")):
        known = updated(catalogue(path), whole)
        _write(path, known)
        compiled(path).parent.mkdir(parents=True, exist_ok=True)
        with compiled(path).open("wb") as file:
            write_mo(file, known)
        messages = [one for one in known if one.id]
        waiting = [one.id for one in messages if not done(one)]
        missing += len(waiting)
        print(f"{path.stem}: {len(messages)} messages, {len(waiting)} not translated")
        for text in waiting:
            print(f"  {text!r}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
