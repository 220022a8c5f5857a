"""Drives headless Firefox through the interface of ``tests.browser``."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import count
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import connect

from tests.browser import Browsing

_ENDPOINT: Final = re.compile(rb"WebDriver BiDi listening on (ws:\S+)")
_KEYS: Final = {
    **{"Enter": "\ue007", "Escape": "\ue00c", "Delete": "\ue017"},
    **{"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"},
}
"""WebDriver's codes for keys that don't type a character."""


def firefox() -> str | None:
    """Return the path of Firefox; None if it isn't installed."""
    return shutil.which("firefox") or shutil.which("firefox-esr")


class Firefox(Browsing):
    def __init__(self, folder: Path) -> None:
        found = firefox()
        assert found is not None, "ask firefox() first"
        folder.mkdir(parents=True, exist_ok=True)
        command = [found, "--headless", "--no-remote", "--remote-debugging-port=0"]
        command += ["--profile", str(folder)]
        quiet, pipe = subprocess.DEVNULL, subprocess.PIPE
        self._process = subprocess.Popen(command, stdout=quiet, stderr=pipe)
        assert self._process.stderr is not None
        # Firefox chooses a free port and prints its address.
        lines = iter(self._process.stderr.readline, b"")
        address = next(filter(None, map(_ENDPOINT.search, lines)))[1].decode()
        self._socket = connect(f"{address}/session", max_size=None)
        self._numbers = count(1)
        self.said = []
        self.do("session.new", capabilities={})
        self._page = self.do("browsingContext.getTree")["contexts"][0]["context"]
        self.do("session.subscribe", events=["log.entryAdded"])
        self.resize((1280, 800))

    def do(self, method: str, session: str = "", **values: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": values}))
        while True:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer.get("method") == "log.entryAdded":
                entry = answer["params"]
                self.said.append(f"{entry['level']}: {entry['text']}")
            elif answer.get("id") == number:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['message']}")
                result: dict[str, Any] = answer["result"]
                return result

    def resize(self, size: tuple[int, int], *, touch: bool = False) -> None:
        viewport = {"width": size[0], "height": size[1]}
        self.do("browsingContext.setViewport", context=self._page, viewport=viewport)

    def open(self, address: str) -> None:
        self.do("browsingContext.navigate", context=self._page, url=address, wait="none")

    def ask(self, script: str, session: str = "") -> Any:
        how: dict[str, Any] = {"serializationOptions": {"maxObjectDepth": 9}}
        target = {"context": self._page}
        found = self.do(
            "script.evaluate", expression=script, awaitPromise=True, target=target, **how
        )
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return _value(found["result"])

    def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        self._point("mouse", kind, x, y)

    def tap(self, x: float, y: float) -> None:
        for kind in ("pressed", "released"):
            self._point("touch", kind, x, y)

    def key(self, key: str, modifiers: int = 0) -> None:
        assert not modifiers
        value = _KEYS.get(key, key)
        self._act("key", "key", [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")])

    def close(self) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def _point(self, pointer: str, kind: str, x: float, y: float) -> None:
        steps: list[dict[str, Any]] = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        if kind != "moved":
            name = {"pressed": "pointerDown", "released": "pointerUp"}[kind]
            steps.append({"type": name, "button": 0})
        self._act("pointer", pointer, steps, parameters={"pointerType": pointer})

    def _act(self, kind: str, name: str, steps: list[dict[str, Any]], **more: Any) -> None:
        source = {"type": kind, "id": name, "actions": steps, **more}
        self.do("input.performActions", context=self._page, actions=[source])


def _value(found: dict[str, Any]) -> Any:
    value = found.get("value")
    if found["type"] == "array":
        return [_value(one) for one in value or []]
    if found["type"] == "object":
        return {key: _value(one) for key, one in value or []}
    return value
