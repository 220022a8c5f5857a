"""What the table costs on a screen: frames, answers to input, rest, start, memory, resizing.

Everything runs in windows on a screen of the benchmark's own (Xvfb with openbox), the real program
or the real program's classes; KPat and AisleRiot, where they are installed, start in turns with
ours.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.figures import Figure, slowness
from tests.bench.table import outside
from tests.bench.table.screen import MissingToolError, Screen, screen

Size = tuple[int, int]

FRAMES: tuple[tuple[Size, float], ...] = (
    ((1280, 800), 4.0),
    ((1920, 1080), 8.0),
    ((3840, 2160), 16.0),
)
"""Window sizes, and the most milliseconds that drawing and presenting a frame may take."""
OF_EMPTY = 1.5
"""In the largest window a frame may also take so many times an empty presentation."""
BESIDE = 1.25
"""How many times as long a frame may take while the solver works."""
SWAPS: tuple[tuple[Size, float], ...] = (((1280, 800), 150.0), ((3840, 2160), 500.0))
SHARES = {"KPat": 0.25, "AisleRiot": 1.0}
"""Beside whose starts ours is measured, and the most that it may take as a share of them."""
MEMORY: tuple[tuple[Size, float], ...] = (((1280, 800), 75.0), ((3840, 2160), 200.0))


def run() -> list[Figure]:
    try:
        with screen((4000, 2400)) as large:
            figures = [*_inside(large), *_memory(large)]
        with screen((1920, 1080)) as common:
            return [*figures, *_start(common)]
    except MissingToolError as missing:
        print(f"  not measured: {missing}")
        return []


def _name(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


def _inside(large: Screen) -> Iterator[Figure]:
    for size, most in FRAMES:
        found = outside.inside(large, "frames", size)
        empty = found["empty p99"]
        yield Figure(f"an empty flip, {_name(size)}, p99", empty, "ms")
        if size == FRAMES[-1][0]:
            most = max(most, OF_EMPTY * empty / slowness())
        for what in ("drag", "fly"):
            yield Figure(f"{what}, {_name(size)}, median", found[f"{what} p50"], "ms")
            yield Figure(f"{what}, {_name(size)}, p99", found[f"{what} p99"], "ms", most)
    found = outside.inside(large, "beside", FRAMES[0][0])
    share = found["beside"] / found["alone"]
    yield Figure("a frame while the solver works, p99", found["beside"], "ms")
    yield Figure("as a share of one while it does not", share, "", BESIDE, scales=False)
    found = outside.inside(large, "answers", FRAMES[0][0])
    yield Figure("input to presented frame, median", found["p50"], "ms", 16.7)
    yield Figure("input to presented frame, p95", found["p95"], "ms", 16.7)
    yield Figure("the same after a long rest, longest", found["rested"], "ms", 40)
    found = outside.inside(large, "rest", FRAMES[0][0])
    yield Figure("of a core at rest", found["idle"], "%", 0.4)
    yield Figure("of a core while the clock ticks", found["ticking"], "%", 0.6)
    for size, most in SWAPS:
        found = outside.inside(large, "swap", size)
        yield Figure(f"resized to {_name(size)}: scaled picture", found["first"], "ms")
        yield Figure(f"resized to {_name(size)}: from it to crisp", found["crisp"], "ms", most)


def _memory(large: Screen) -> Iterator[Figure]:
    for size, most in MEMORY:
        found = outside.memory(large, size)
        yield Figure(f"memory (PSS), {_name(size)}", found, "MB", most, scales=False)


def _start(common: Screen) -> Iterator[Figure]:
    found = outside.starts(common)
    ours = found["ours"]
    yield Figure("start to dealt table, median", ours, "ms", 350)
    for name, most in SHARES.items():
        if name not in found:
            print(f"  not measured: {name} (with dbus-daemon) is not installed")
            continue
        yield Figure(f"{name}'s start, median", found[name], "ms")
        yield Figure("our start as a share of it", ours / found[name], "", most, scales=False)
