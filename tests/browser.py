"""A browser without a window, for pages that the program writes; it reaches no network."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-logging=stderr",
    "--host-rules=MAP * 0.0.0.0",
)
_SAID = re.compile(r"CONSOLE[^\"]*\"(.*)\"")
_PATIENCE = 60


@cache
def browser() -> str | None:
    """Return the browser that is installed, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def shown(page: Path, wish: str = "", *options: str, seconds: int = 0) -> tuple[str, list[str]]:
    """Return what a page has become once it is open, and what it has said in the console.

    ``wish`` is what follows the # of its address. So many ``seconds`` of the page's own time pass,
    as fast as it can.
    """
    found = browser()
    assert found is not None, "ask browser() first"
    passing = [f"--virtual-time-budget={1000 * seconds}"] if seconds else []
    address = page.as_uri() + (f"#{wish}" if wish else "")
    with tempfile.TemporaryDirectory() as own:
        done = subprocess.run(
            [found, *_QUIET, f"--user-data-dir={own}", *passing, *options, "--dump-dom", address],
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=True,
        )
    return done.stdout, _SAID.findall(done.stderr)
