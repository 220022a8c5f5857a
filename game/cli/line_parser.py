"""What the window's command line and those of all commands have of argparse."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from typing import Any

from game.support.terminal import write_line


class _Formatter(argparse.HelpFormatter):
    """Knows how wide the terminal is; argparse would import four modules to find that out, for each
    program and before anybody asks for help."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_terminal_width() - 2)


def _terminal_width() -> int:
    """Return the columns of the terminal: as ``COLUMNS`` says, or as it is, or 80."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(1).columns or 80
    except OSError:
        return 80


class LineParser(argparse.ArgumentParser):
    """An argument parser without abbreviated options that reports when its help cannot be written;
    subclasses decide what an error does."""

    def __init__(self, **more: Any) -> None:
        super().__init__(allow_abbrev=False, **{"formatter_class": _Formatter, **more})

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write the help or the version; argparse's own method would hide a failure to write."""
        if file is None or file is not sys.stdout:
            super()._print_message(message, file)
        else:
            write_line(message.rstrip("\n"))


def dashes_alone(words: Iterable[str]) -> str | None:
    """Return the option among ``words`` that is given ``--`` as its value, which argparse turns
    into an empty list."""
    for word in words:
        name, mark, value = word.partition("=")
        if name[:1] == "-" and mark and value == "--":
            return name
    return None
