"""Catalogues as text: the .pot template and the .po files that translators edit."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

_LINE: Final = 96
"""Characters after which a long text goes on in the next line."""


@dataclass(frozen=True, slots=True)
class Message:
    """One text, where it comes from, and its translation: one form, or all plural forms."""

    singular: str
    plural: str | None = None
    forms: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What the translator has written above it, as ``# said of the cards``."""

    @property
    def done(self) -> bool:
        return bool(self.forms) and all(self.forms)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The head, a line of ``Name: value`` each, and all messages."""

    head: str
    messages: tuple[Message, ...]
    notes: tuple[str, ...] = ()

    @property
    def plural_forms(self) -> int:
        """How many forms a number can ask for; ``ValueError`` if the head does not say it."""
        found = re.search(r"^Plural-Forms: *nplurals=(\d+); *plural=", self.head, re.MULTILINE)
        if not found:
            raise ValueError("the head says nothing of plural forms")
        return int(found[1])

    def updated(self, template: Iterable[Message]) -> Catalogue:
        """The messages of ``template``, with the translations that are known."""
        known = {message.singular: message for message in self.messages}
        return replace(self, messages=tuple(_renewed(one, known) for one in template))


def _renewed(message: Message, known: Mapping[str, Message]) -> Message:
    old = known.get(message.singular)
    if old is None:
        return message
    same_kind = (old.plural is None) == (message.plural is None)
    return replace(message, forms=old.forms if same_kind else (), notes=old.notes)


def written(catalogue: Catalogue) -> str:
    """The text of a .po file."""
    head = Message("", None, (catalogue.head,), notes=catalogue.notes)
    return "\n".join(_entry(one, catalogue) for one in (head, *catalogue.messages))


def _entry(message: Message, catalogue: Catalogue) -> str:
    lines = [*message.notes, *(f"#: {place}" for place in message.places)]
    if "{" in message.singular:
        lines.append("#, python-brace-format")
    lines.append(f"msgid {_quoted(message.singular)}")
    if message.plural is None:
        lines.append(f"msgstr {_quoted(message.forms[0] if message.forms else '')}")
    else:
        lines.append(f"msgid_plural {_quoted(message.plural)}")
        forms = message.forms or ("",) * catalogue.plural_forms
        lines += [f"msgstr[{n}] {_quoted(form)}" for n, form in enumerate(forms)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    parts = [part.replace("\n", "\\n") for part in escaped.splitlines(keepends=True)] or [""]
    if len(parts) == 1 and len(parts[0]) <= _LINE:
        return f'"{parts[0]}"'
    lines = [line for part in parts for line in _broken(part)]
    return "\n".join(['""', *(f'"{line}"' for line in lines)])


def _broken(text: str) -> Iterator[str]:
    """``text`` in lines of a width that is good to read, each with the space at its end."""
    line = ""
    for word in re.findall(r"\S*\s*", text):
        if line and len(line) + len(word) > _LINE:
            yield line
            line = ""
        line += word
    if line:
        yield line


def read(text: str) -> Catalogue:
    """The catalogue in the text of a .po file.

    Raises ``ValueError`` with the line's number for what is no line of one. Messages marked as
    fuzzy count as not translated; old ones (``#~``) are left out.
    """
    entries = [entry for entry in map(_parsed, _blocks(text)) if entry is not None]
    if not entries or entries[0].singular:
        raise ValueError("the file begins without a head")
    head, *messages = entries
    return Catalogue("".join(head.forms), tuple(messages), head.notes)


def _blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            block.append((number, line.strip()))
        elif block:
            yield block
            block = []


def _parsed(block: list[tuple[int, str]]) -> Message | None:
    notes: list[str] = []
    places: list[str] = []
    fields: dict[str, str] = {}
    name, fuzzy = "", False
    for number, line in block:
        if line.startswith("#:"):
            places.append(line[2:].strip())
        elif line.startswith("#,"):
            fuzzy = fuzzy or "fuzzy" in line
        elif line.startswith("#"):
            if not line.startswith("#~"):
                notes.append(line)
        else:
            found = re.fullmatch(r'(?:(msgid|msgid_plural|msgstr|msgstr\[\d\]) )?(".*")', line)
            if not found or (found[1] is None and not name):
                raise ValueError(f"line {number}: {line}")
            name = found[1] or name
            # A text in a catalogue is quoted as in Python.
            fields[name] = fields.get(name, "") + str(ast.literal_eval(found[2]))
    if "msgid" not in fields:
        return None
    forms = tuple(value for key, value in sorted(fields.items()) if key.startswith("msgstr"))
    untold = fuzzy and fields["msgid"] != ""
    plural = fields.get("msgid_plural")
    return Message(fields["msgid"], plural, () if untold else forms, tuple(places), tuple(notes))
