"""The order in which the journal does things: a failure of power must harm nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.support import journal as journal_module
from game.support.journal import JOURNAL, Change, Journal


def test_the_journal_goes_only_after_what_it_holds_is_safe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def noted(name: str) -> None:
        real = getattr(journal_module, name)

        def call(path: Path, *arguments: Any) -> Any:
            done.append(f"{name} {path.name}" if path != tmp_path else name)
            return real(path, *arguments)

        monkeypatch.setattr(journal_module, name, call)

    for name in ("write_whole", "write_end", "remove", "sync_folder"):
        noted(name)
    Journal(tmp_path).write([Change("a.json", b"{}"), Change("b.json", None)])
    assert done == [
        f"write_whole {JOURNAL}",
        "write_whole a.json",
        "remove b.json",
        "sync_folder",
        f"remove {JOURNAL}",
        "sync_folder",
    ]
