"""What the table costs on a screen: frames, answers to input, load at rest, start, memory,
resizing.

Everything runs in windows on the benchmark's own screen (Xvfb with openbox), using the real program
or its classes. KPat, if it is installed, is started in turns with Vierfeld.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.bench.figures import Figure
from tests.bench.table import outside
from tests.bench.table.screen import MissingToolError, Screen, screen

Size = tuple[int, int]

COMMON: Size = (1280, 800)
FRAMES: dict[Size, float] = {COMMON: 4.0, (1920, 1080): 6.0, (3840, 2160): 16.0}
"""Window sizes, each with the most milliseconds that drawing and presenting a frame may take."""
SWAPS: dict[Size, float] = {COMMON: 150.0, (3840, 2160): 500.0}
MEMORY: dict[Size, float] = {COMMON: 80.0, (3840, 2160): 200.0}


def run() -> list[Figure]:
    return [*costs(), *_on_a_screen((4000, 2400), _inputs)]


def costs() -> list[Figure]:
    """Measure what the program takes: its load at rest, its memory, its frames and its start."""
    found = _on_a_screen((4000, 2400), _costs)
    return [*found, *_on_a_screen((1920, 1080), _start)]


def _on_a_screen(size: Size, measure: Callable[[Screen], Iterator[Figure]]) -> list[Figure]:
    try:
        with screen(size) as shown:
            return list(measure(shown))
    except MissingToolError as missing:
        print(f"  not measured: {missing}")
        return []


def _name(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


def _costs(large: Screen) -> Iterator[Figure]:
    rest = outside.inside(large, "rest", COMMON)
    # Waking up costs time in the kernel and cold caches, which the calibration does not measure.
    yield Figure("of a core at rest", rest["idle"], "%", 0.5, scales=False)
    yield Figure("of a core while the clock ticks", rest["ticking"], "%", 0.5, scales=False)
    for size, most in MEMORY.items():
        taken = outside.memory(large, size)
        yield Figure(f"memory (PSS), {_name(size)}", taken, "MB", most, scales=False)
    for size, most in FRAMES.items():
        found = outside.inside(large, "frames", size)
        yield Figure(f"a frame, {_name(size)}, p99", max(found.values()), "ms", most)


def _inputs(large: Screen) -> Iterator[Figure]:
    found = outside.inside(large, "answers", COMMON)
    yield Figure("input to presented frame, p95", found["p95"], "ms", 16.7)
    yield Figure("the same after a long rest, longest", found["rested"], "ms", 40)
    for size, most in SWAPS.items():
        found = outside.inside(large, "swap", size)
        yield Figure(f"resized to {_name(size)}: scaled picture", found["first"], "ms")
        yield Figure(f"resized to {_name(size)}: from it to crisp", found["crisp"], "ms", most)


def _start(common: Screen) -> Iterator[Figure]:
    found = outside.starts(common)
    yield Figure("start to dealt table, median", found["ours"], "ms", 350)
    if "KPat" in found:
        share = found["ours"] / found["KPat"]
        yield Figure("start to the complete table, of KPat's", share, "x", 0.3, scales=False)
    else:
        print("  not measured: KPat (with dbus-daemon) is not installed")
