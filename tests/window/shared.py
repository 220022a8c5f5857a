"""A run of the program that several tests share."""

from __future__ import annotations

from pathlib import Path

from tests.window.desktop import PLACE, Desktop, Program, write_settings


class SharedRun:
    """A run for several tests, each of which begins a game in the window at ``PLACE``, and leaves
    it there."""

    def __init__(self, desktop: Desktop, home: Path) -> None:
        self._desktop = desktop
        self._home = home
        self._program: Program | None = None
        write_settings(home)

    def begin(self, deal: int) -> Program:
        if self._program is None or self._program.process.poll() is not None:
            self._program = Program(self._desktop, self._home, "vierfrei", "--deal", str(deal))
        else:
            self._program.keys("F2", *str(deal), "Return")
        self._program.await_saved("vierfrei", deal=deal, actions=[])
        self._program.await_place(PLACE)
        return self._program

    def resume(self) -> Program:
        """Start the program again, with the game in hand."""
        self.end()
        self._program = Program(self._desktop, self._home, "vierfrei")
        return self._program

    def end(self) -> None:
        if self._program is not None:
            self._program.kill()
