"""The pars of the casino's deals: found out in another process, one by one, and kept."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import pytest

import game.record.pars
from game.player.storage import Storage
from game.record.pars import Pars, par


def sought(found: Pars, deals: list[int]) -> int:
    """Seek until all are known; how often there was news."""
    news, begun = 0, time.monotonic()
    while any(deal not in found.found for deal in deals):
        assert time.monotonic() - begun < 60
        news += found.seek(deals)
        time.sleep(0.02)
    return news


def until_gone(found: Pars, deals: list[int]) -> None:
    """Seek until it is noticed that the process has ended, and it is let go of."""
    begun = time.monotonic()
    while found._helper is not None:
        assert time.monotonic() - begun < 60
        found.seek(deals)
        time.sleep(0.02)


def test_pars_are_found_one_by_one_and_kept() -> None:
    kept: list[Mapping[int, int]] = []
    found = Pars(lambda: {77: 5}, lambda all_of_them: kept.append(dict(all_of_them)))
    try:
        assert found.found == {77: 5}
        assert sought(found, [77, 3]) == 1, "what is known is not sought"
        assert kept == [{77: 5, 3: par(3)}]
        assert par(3) >= -13, "stopping at once costs no more"
        assert found._helper is not None
        found._helper.kill()
        until_gone(found, [3])
        assert sought(found, [3, 4]) == 1, "a new one is started"
    finally:
        found.close()


def test_a_process_that_dies_over_a_deal_is_not_tried_again() -> None:
    found = Pars(dict, lambda _: None)
    try:
        found.seek([42])
        assert found._helper is not None
        found._helper.kill()
        until_gone(found, [42])
        found.seek([42])
        assert found._helper is None and not found.found
        assert "par" in found.take_problem() and not found.take_problem(), "it is told, once"
    finally:
        found.close()


def test_where_there_can_be_no_process_none_is_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[object] = []

    def fail(serve: object) -> None:
        started.append(serve)
        raise OSError

    monkeypatch.setattr(game.record.pars, "Helper", fail)
    found = Pars(dict, lambda _: None)
    assert not any(found.seek([42]) for _ in range(3))
    assert len(started) == 1 and not found.found


def test_pars_are_in_a_file(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    assert storage.pars() == {}
    storage.save_pars({42: 118, 3: -13})
    storage.flush()
    assert storage.pars() == {42: 118, 3: -13}
    (tmp_path / "pars.json").write_text('{"format": 1, "casino": [3]}')
    assert storage.pars() == {} and (tmp_path / "pars.json.broken-1").exists()
    storage.close()
