"""What the table takes on a screen: its load at rest, its memory and its start.

The program runs in windows on the benchmark's own screen. KPat, if it is installed, is started in
turns with Vierfeld.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.bench.figures import Figure, fixed
from tests.bench.screen import EndedError, Screen, at_rest, end, home, screen, until_still
from tests.house import ROOT

STARTS = 9
KPAT = ("--gametype", "freecell")


def run() -> list[Figure]:
    with screen((4000, 2400)) as large:
        found = list(_at_rest(large)) if large else []
    with screen((1920, 1080)) as common:
        return [*found, *(_start(common) if common else ())]


def _ours(*more: str) -> list[str]:
    return [sys.executable, str(ROOT / "main.py"), "vierfrei", "--deal", "617", *more]


def _at_rest(large: Screen) -> Iterator[Figure]:
    # Waking up costs time in the kernel and cold caches, which the calibration does not measure.
    memory, load = at_rest(large, _ours("--size", "1280x800"))
    yield fixed("of a core at rest", load, "%", 0.5)
    _, load = at_rest(large, _ours("--size", "1280x800"), "1", "a")
    yield fixed("of a core while the clock ticks", load, "%", 0.5)
    yield fixed("memory (PSS), 1280x800", memory, "MB", 80)
    memory, _ = at_rest(large, _ours("--size", "3840x2160"))
    yield fixed("memory (PSS), 3840x2160", memory, "MB", 200)


def _start(common: Screen) -> Iterator[Figure]:
    """Yield the median time from the start to the complete table, and its share of KPat's."""
    ours, other = list[float](), list[float]()
    lack = ""
    with home(common) as environment, _bus(environment) as bus:
        path = shutil.which("kpat", path=f"{os.environ.get('PATH', '')}:/usr/games")
        if bus is None or path is None:
            lack = "KPat (with dbus-daemon) is not installed"
        for _ in range(STARTS + 1):
            ours.append(until_still(common, _ours(), environment))
            if not lack:
                # KPat needs the bus, which would only be one more thing to start for ours.
                known = environment | {"DBUS_SESSION_BUS_ADDRESS": bus or ""}
                try:
                    other.append(until_still(common, [path or "", *KPAT], known))
                except EndedError as error:
                    lack = str(error)
    # The first start fills the caches.
    taken = statistics.median(ours[1:])
    yield Figure("start to dealt table, median", taken * 1000, "ms", 350)
    if lack:
        print(f"  not compared: {lack}")
    else:
        share = taken / statistics.median(other[1:])
        yield fixed("start to the complete table, of KPat's", share, "x", 0.3)


@contextmanager
def _bus(environment: dict[str, str]) -> Iterator[str | None]:
    """Yield the address of a message bus; None if there is no ``dbus-daemon``."""
    if shutil.which("dbus-daemon") is None:
        yield None
        return
    command = ["dbus-daemon", "--session", "--print-address", "--nofork"]
    bus = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert bus.stdout is not None
    try:
        yield bus.stdout.readline().strip() or None
    finally:
        end(bus)
        bus.stdout.close()
