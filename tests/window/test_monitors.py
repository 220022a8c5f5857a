"""The real window on two screens, and on high-density Wayland."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from scenes.kit.window import MINIMUM
from tests.seed import a_few
from tests.window.desktop import ROOT, TOOLS, Desktop, Program, Rect, need, until, write_settings

SCREENS = ((1280, 720), (1024, 768))
DRIVER = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
EndSection
Section "Device"
  Identifier "memory"
  Driver "dummy"
  VideoRam 65536
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 1-2000
  VertRefresh 1-200
EndSection
Section "Screen"
  Identifier "screen"
  Device "memory"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 4096 2048
  EndSubSection
EndSection
"""
"""The configuration of an X server with several screens. Xvfb can't have several."""


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    need((*TOOLS, "Xorg", "xrandr"))
    folder = tmp_path_factory.mktemp("xorg")
    config = folder / "xorg.conf"
    config.write_text(DRIVER)
    files = ("-config", str(config), "-logfile", str(folder / "log"))
    try:
        found = Desktop(("Xorg", *files, "-novtswitch", "-sharevts"))
    except OSError as error:
        pytest.skip(f"no X server of several screens here: {error}")
    size = "x".join(map(str, SCREENS[1]))
    found.ask("xrandr", "--addmode", "DUMMY1", size)
    yield found
    found.close()


def arrange(desktop: Desktop, *places: tuple[int, int]) -> list[Rect]:
    words = []
    for number, (place, size) in enumerate(zip(places, SCREENS, strict=False)):
        words += ["--output", f"DUMMY{number}", "--pos", "x".join(map(str, place))]
        words += ["--mode", "x".join(map(str, size))]
    off = [] if len(places) > 1 else ["--output", "DUMMY1", "--off"]
    desktop.ask("xrandr", *words, *off)
    # The server notices a change of screens only when it is queried.
    desktop.ask("xrandr", "--query")
    desktop.manage()
    return [(*place, *size) for place, size in zip(places, SCREENS, strict=False)]


BESIDE = [((0, 0), (1280, 100)), ((0, 0), (200, 720)), ((100, 768), (0, 0))]


@pytest.mark.parametrize("places", a_few(BESIDE, 1, "screens"))
def test_a_window_on_the_second_screen_stays_there(
    two: Desktop, tmp_path: Path, places: tuple[tuple[int, int], ...]
) -> None:
    second = arrange(two, *places)[1]
    place = (second[0] + 60, second[1] + 80, 700, 500)
    write_settings(tmp_path, window=place)
    with Program(two, tmp_path, "vierfrei", "--deal", "617") as program:
        program.await_place(place)
        for _ in range(2):
            program.keys("F11")
            program.await_place(second)
            program.keys("F11")
            program.await_place(place)
        program.keys("F9")
        program.await_place((*place[:2], 160, 114))
        program.keys("F9")
        program.await_place(place)
        program.keys("F11")
        program.await_place(second)
        program.leave()
    assert program.saved("settings")["window"] == list(place)
    with Program(two, tmp_path) as again:
        again.await_place(second)
        again.keys("F11")
        again.await_place(place)


def test_a_window_whose_screen_is_gone_moves_into_view(two: Desktop, tmp_path: Path) -> None:
    arrange(two, (0, 0))
    write_settings(tmp_path, window=(1400, 60, 700, 500))
    with Program(two, tmp_path) as program:
        x, y, width, height = program.place
        assert (width, height) == (700, 500)
        assert 0 <= x <= SCREENS[0][0] - width
        assert 0 <= y <= SCREENS[0][1] - height


# -- a Wayland screen with twice the usual density -------------------------------------------------


SIZE = (760, 520)
"""The desktop's size in points. A point is two pixels wide and two pixels high."""
WESTON = (
    "weston", "--backend=headless-backend.so", "--use-pixman", "--debug", "--no-config",
    "--scale=2", f"--width={SIZE[0]}", f"--height={SIZE[1]}", "--socket=screen",
)  # fmt: skip


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    need(("weston", "weston-screenshooter"))
    folder = tmp_path_factory.mktemp("weston")
    folder.chmod(0o700)
    env = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    env |= {"XDG_RUNTIME_DIR": str(folder), "WAYLAND_DISPLAY": "screen", "LC_ALL": "C.UTF-8"}
    env |= {"SDL_VIDEODRIVER": "wayland", "SDL_AUDIODRIVER": "dummy"}
    process = subprocess.Popen(WESTON, env=env, stderr=subprocess.DEVNULL, stdout=subprocess.PIPE)
    try:
        until(lambda: (folder / "screen").exists() or process.poll() is not None, "the compositor")
        if process.poll() is not None:
            pytest.skip("the compositor does not run here")
        yield env
    finally:
        process.kill()
        process.wait()


@contextmanager
def shown(env: dict[str, str], home: Path, *arguments: str) -> Iterator[None]:
    program = subprocess.Popen(
        [sys.executable, "main.py", "--announce", *arguments],
        cwd=ROOT,
        env=env | {"VIERFELD_HOME": str(home)},
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        assert program.stdout is not None
        said = program.stdout.readline()
        if not said and program.wait() != 0:
            pytest.fail("the program ended at once")
        yield
        program.terminate()
        assert program.wait(10) == 0
    finally:
        program.kill()
        program.wait()


def picture(env: dict[str, str], folder: Path) -> pygame.Surface:
    for old in folder.glob("*.png"):
        old.unlink()
    subprocess.run(["weston-screenshooter"], cwd=folder, env=env, check=True, timeout=20)
    found = pygame.image.load(next(folder.glob("*.png")))
    assert found.get_size() == (2 * SIZE[0], 2 * SIZE[1])
    return found


def test_full_screen_covers_every_pixel(screen: dict[str, str], tmp_path: Path) -> None:
    # SDL once drew the first picture only in the area of the window before full screen.
    write_settings(tmp_path, window=(0, 0, *MINIMUM))
    with shown(screen, tmp_path, "--fullscreen"):
        width, height = 2 * SIZE[0], 2 * SIZE[1]

        def filled() -> bool:
            # The bar at the foot of the menu is drawn as felt.
            shot = picture(screen, tmp_path)
            return all(16 < shot.get_at((x, height - 3))[1] < 110 for x in (2, width - 3))

        until(filled, "the menu over the whole screen")


def test_each_pixel_of_a_fine_screen_is_drawn(screen: dict[str, str], tmp_path: Path) -> None:
    write_settings(tmp_path, window=(0, 0, 700, 460))
    with shown(screen, tmp_path, "vierfrei", "--deal", "617"):

        def drawn() -> list[int] | None:
            # In an enlarged picture, only every other pixel differs from the one to its right.
            shot = picture(screen, tmp_path)
            table = shot.get_bounding_rect()
            counts = [0, 0]
            for y in range(table.top, table.bottom, 37):
                row = [shot.get_at((x, y))[0] for x in range(table.left, table.right)]
                for x, (one, other) in enumerate(itertools.pairwise(row)):
                    counts[x % 2] += abs(one - other) > 60
            return counts if sum(counts) > 500 else None

        even, odd = until(drawn, "cards")
        assert min(even, odd) > max(even, odd) // 2
