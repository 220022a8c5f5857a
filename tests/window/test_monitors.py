"""The real window on a desktop of two screens, lying as players' screens do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.seed import a_few
from tests.window.desktop import TOOLS, Desktop, Program, Rect, need, write_settings

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
"""An X server with several screens; Xvfb has only one."""


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
    # Only a question makes the server look at what is connected.
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
        program.keys("F10")
        assert program.wait() == 0
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
