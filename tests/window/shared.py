"""A run of the program that several tests share."""

from __future__ import annotations

from pathlib import Path

from tests.window.desktop import PLACE, Desktop, Program, write_settings


class SharedRun:
    """A run of the program for several tests, as to start it costs more than what most of them do.

    Each of them gets a game just begun in a window that lies at ``PLACE``, and leaves it there.
    """

    def __init__(self, desktop: Desktop, home: Path) -> None:
        self._desktop = desktop
        self._home = home
        self._program: Program | None = None
        write_settings(home)

    def begin(self, deal: int) -> Program:
        """Return the program with that deal of Vierfrei."""
        if self._program is None or self._program.process.poll() is not None:
            self._program = Program(self._desktop, self._home, "vierfrei", "--deal", str(deal))
        else:
            self._program.keys("F2", *str(deal), "Return")
        self._program.await_saved("vierfrei", deal=deal, actions=[])
        self._program.await_place(PLACE)
        return self._program

    def resume(self) -> Program:
        """Return another run of the program, with the game in hand."""
        self.end()
        self._program = Program(self._desktop, self._home, "vierfrei")
        return self._program

    def end(self) -> None:
        """Kill the program."""
        if self._program is not None:
            self._program.kill()
