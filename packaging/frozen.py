"""The entry point of a packaged executable: runs the window, a command or the solver's process."""

from __future__ import annotations

import multiprocessing
import sys
from pathlib import Path

from game.support.jobs import SERVE, serve_here

if __name__ == "__main__":
    if sys.argv[1:2] == [SERVE]:
        serve_here(sys.argv[2])
        sys.exit()
    multiprocessing.freeze_support()
    if Path(sys.argv[0]).stem == "vierfeld-cli":
        from game.__main__ import run_and_exit  # the command line needs no pygame
    else:
        from main import run_and_exit
    run_and_exit()
