"""What other programs have copied, in a real window."""

from __future__ import annotations

import subprocess

from tests.window.desktop import Desktop, Program, need, until
from tests.window.lent import Lent


def copied(desktop: Desktop, text: bytes) -> None:
    """Have another program copy ``text``, and keep it."""
    need(["xsel"])
    subprocess.run(["xsel", "-b", "-i"], input=text, env=desktop.env, check=True)


def pasted(program: Program, told: str) -> None:
    """Paste until the program says ``told``: the clipboard has its text a little after
    ``copied``."""

    def says() -> bool:
        before = len(program.lines)
        program.keys("ctrl+v")
        until(lambda: len(program.lines) > before, "what comes of it")
        return any(told in line for line in program.lines[before:])

    until(says, told)


def test_a_text_that_is_no_utf8(lent: Lent, desktop: Desktop) -> None:
    program = lent.begin(617)
    copied(desktop, b"# Vierfeld 1 vierfrei 10913\n26 # Gl\xfcck")
    pasted(program, "Vierfrei 10913")
    program.await_saved("vierfrei", deal=10913, actions=["26"])
    copied(desktop, b"\xff\xfe6")
    pasted(program, "can't be read")
    program.keys("F2")
    pasted(program, "can't be read")
    program.keys("Escape")


def test_a_text_of_any_length(lent: Lent, desktop: Desktop) -> None:
    """One that is much too long is still on the clipboard afterwards."""
    program = lent.begin(617)
    copied(desktop, b"# Vierfeld 1 vierfrei 10913\n26 # " + b"a remark " * 2000)
    pasted(program, "Vierfrei 10913")
    program.await_saved("vierfrei", deal=10913, actions=["26"])
    copied(desktop, b"a" * 6_000_000)
    for _ in range(3):
        pasted(program, "too long")
