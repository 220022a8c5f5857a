"""How the page is made: what it says of licences, and what is said where it cannot be made."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game.support.errors import GivenError
from game.web import building


def test_a_page_comes_with_the_licences_of_its_parts(
    parts: dict[str, bytes], tmp_path: Path
) -> None:
    building.write_site(parts, tmp_path)
    licences = (tmp_path / "licences.txt").read_text("utf-8")
    mozillas, pythons = "Mozilla Public License Version 2.0", "PYTHON SOFTWARE FOUNDATION LICENSE"
    for text in (mozillas, pythons, "SIL OPEN FONT LICENSE", "Permission is hereby granted"):
        assert text in licences
    assert mozillas in building.play_page(parts)


def test_what_is_missing_or_has_a_wrong_hash_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.tgz"
    monkeypatch.setattr(building, "kept_package", lambda pin: kept)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(GivenError, match=r"^npm is not installed"):
        building.fetched()
    kept.write_bytes(b"another")
    with pytest.raises(GivenError, match="hash differs"):
        building.fetched()
    assert not kept.exists(), "it is fetched anew the next time"
