"""Fixtures for the playable page. Tests are skipped if the page or a browser is missing."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from game.web import building
from tests.browser import Browsing, browser
from tests.page.playing import Player
from tests.window.desktop import lack


@pytest.fixture(scope="session")
def parts() -> dict[str, bytes]:
    pin = building.pin()
    if not building.kept_package(pin).exists():
        lack("no Pyodide here: python -m game play-page fetches it")
    return building.core()


@pytest.fixture(scope="session")
def page(parts: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "vierfeld.html"
    path.write_text(building.play_page(parts), "utf-8")
    return path


@pytest.fixture(scope="session")
def site(parts: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    building.write_site(parts, folder)

    class Quiet(SimpleHTTPRequestHandler):
        def __init__(self, *given: object) -> None:
            super().__init__(*given, directory=str(folder))

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


def new_browser(folder: Path) -> Browsing:
    if browser() is None:
        lack("no Chromium here")
    return Browsing(folder)


@pytest.fixture
def browsing(tmp_path: Path) -> Iterator[Browsing]:
    found = new_browser(tmp_path / "browser")
    yield found
    found.close()
    assert not wrong(found)


@pytest.fixture(scope="session")
def _open_page(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    found = new_browser(tmp_path_factory.mktemp("browser"))
    yield opened(found, page.as_uri())
    found.close()


@pytest.fixture
def player(_open_page: Player) -> Iterator[Player]:
    """A ``Player`` for an open page. Tests share it, so they must leave it usable."""
    browsing = _open_page.page
    browsing.resize((1280, 800))
    browsing.ask("one('dialog').close()")
    browsing.said.clear()
    yield _open_page
    assert not wrong(browsing)


def opened(browsing: Browsing, address: str) -> Player:
    browsing.open(address)
    browsing.wait("engine.ready && view")
    return Player(browsing)


def wrong(browsing: Browsing) -> list[str]:
    return [one for one in browsing.said if "exception" in one or "rror" in one]
