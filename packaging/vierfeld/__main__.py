"""``python -m vierfeld``: the window, as by the command ``vierfeld``."""

from __future__ import annotations

from vierfeld import window

if __name__ == "__main__":
    window()
