"""Plays packaged builds on a separate desktop, with an empty home folder."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from tests.store.playing import WON
from tests.window.desktop import Desktop, Program, until
from tests.window.reader import Reader

HALF = len(WON) // 2


class Packed(Program):
    """A run of a packaged executable, with ``player`` as its home folder."""

    def __init__(self, desktop: Desktop, player: Path, *arguments: str, **env: str) -> None:
        self._player = player
        super().__init__(desktop, player / ".local/share/vierfeld", *arguments, **env)

    def environment(self) -> dict[str, str]:
        unpacked = self._player / "tmp"
        unpacked.mkdir(exist_ok=True)
        kept = {key: self.desktop.env[key] for key in ("DISPLAY", "SDL_AUDIODRIVER", "LC_ALL")}
        return kept | {"PATH": "", "HOME": str(self._player), "TMPDIR": str(unpacked)}

    def find_window(self) -> str:
        # The single file's window belongs to a child process.
        assert self.process.poll() is None, "\n".join(self.lines)
        return self.desktop.ask("xdotool", "search", "--onlyvisible", "--class", "vierfeld").strip()

    @property
    def unpacked(self) -> int:
        return len(list((self._player / "tmp").glob("_MEI*")))


def play(desktop: Desktop, player: Path, single: bool) -> None:
    """Play half of a game, restart in German, and win it."""
    with Packed(desktop, player, "vierfrei", "--deal", "10913", LANGUAGE="en") as program:
        assert program.title == "Vierfrei 10913 – Vierfeld", program.title
        program.keys("F4")
        program.await_line(" to ")  # the hint is a move of the solver's line
        assert program.unpacked == int(single), "the solver's process has unpacked the file again"
        program.keys(*"".join(WON[:HALF]))
        until(lambda: len(program.saved("vierfrei").get("actions", ())) == HALF, "half a game")
        program.leave()
    assert program.unpacked == 0, "what was unpacked is left behind"
    with Packed(desktop, player, "vierfrei", LANGUAGE="de") as program:
        assert program.title == "Vierfrei 10913 – Vierfeld", program.title
        program.keys(*"".join(WON[HALF:]))
        program.await_line("In 17 Zügen gewonnen, 3 über Par.")
        program.await_saved("vierfrei", recorded=True)
        program.leave()
    (entry,) = program.saved("record")["games"]
    assert (entry["deal"], entry["won"]) == (10913, True)


def hear(desktop: Desktop, player: Path) -> None:
    """Record the sound, and check that a refused move can be heard."""
    heard = player / "heard"
    sound = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(heard)}
    with Packed(desktop, player, "vierfrei", "--deal", "617", LANGUAGE="en", **sound) as program:
        until(heard.exists, "the sound device")
        program.keys(*"1h")
        until(lambda: any(heard.read_bytes()), "the pling")
        assert program.terminate() == 0


def read_out(desktop: Desktop, player: Path) -> None:
    bus = player / "bus"
    bus.mkdir()
    with closing(Reader(desktop, bus)) as reader:
        reader.listen()
        given = ("vierfrei", "--deal", "617")
        with Packed(desktop, player, *given, LANGUAGE="en", **reader.env) as program:
            window = reader.await_window("Vierfrei 617 – Vierfeld")
            reader.await_thing(window, "item", "jack of diamonds").press()
            reader.await_said("picked up")
            assert program.terminate() == 0
