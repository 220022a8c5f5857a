"""What is kept of the statistics holds only for the record that it was made of."""

from __future__ import annotations

from dataclasses import replace

from game.record.entries import Entry, Record
from game.record.statistics import Tally

WON = Entry("vierfrei", None, 617, True, 60, None, 100.0, "2026-11-20T20:15:00+01:00")
LOST = replace(WON, deal=618, won=False, ended="2026-11-21T20:15:00+01:00")


def test_another_last_entry_makes_other_statistics() -> None:
    """As after F1 was undone and the game that came back has ended in another way."""
    record = Record([WON, LOST])
    tally = Tally(record, tuple)
    assert tally.summary(("vierfrei", None)).won == 1
    record.entries[-1] = replace(LOST, won=True)
    assert tally.summary(("vierfrei", None)).won == 2
    record.entries.pop()
    assert tally.summary(("vierfrei", None)).played == 1
