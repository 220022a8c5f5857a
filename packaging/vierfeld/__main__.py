"""``python -m vierfeld``: opens the window, like the command ``vierfeld``."""

from __future__ import annotations

from vierfeld import window

if __name__ == "__main__":
    window()
