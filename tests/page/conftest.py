"""The page that plays, made once, and open in a browser; skipped where one of both is missing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from game.web import building
from tests.browser import Browsing, browser
from tests.page.playing import Player


def missing(why: str) -> None:
    """Skip, with the reason; in continuous integration everything has to be there."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="session")
def parts() -> dict[str, bytes]:
    """The parts of Python; no test fetches them."""
    pin = building.pin()
    if not building.kept_package(pin).exists():
        missing("no Pyodide here: python -m game play-page fetches it")
    return building.core(building.fetched())


@pytest.fixture(scope="session")
def page(parts: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as one file."""
    path = tmp_path_factory.mktemp("page") / "vierfeld.html"
    path.write_text(building.play_page(parts), "utf-8")
    return path


@pytest.fixture(scope="session")
def site(parts: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page as a web server gives it away."""
    folder = tmp_path_factory.mktemp("site")
    building.write_site(parts, folder)

    class Quiet(SimpleHTTPRequestHandler):
        def __init__(self, *given: object) -> None:
            super().__init__(*given, directory=str(folder))  # type: ignore[arg-type]

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


@pytest.fixture
def browsing(tmp_path: Path) -> Iterator[Browsing]:
    """A browser of its own, with a mouse."""
    if browser() is None:
        missing("no Chromium here")
    found = Browsing(tmp_path / "browser")
    yield found
    found.close()
    assert not [one for one in found.said if "exception" in one or "rror" in one], found.said


@pytest.fixture
def player(browsing: Browsing, page: Path) -> Player:
    """A player at the page, opened from a file."""
    return opened(browsing, page.as_uri())


def opened(browsing: Browsing, address: str) -> Player:
    """Open the page and wait until it plays."""
    browsing.open(address)
    browsing.wait("engine.ready && view")
    return Player(browsing)
