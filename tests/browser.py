"""A headless browser, without network access, for testing the pages that the program writes."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import subprocess
import tempfile
import time
from copy import copy
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    *("--enable-logging=stderr", "--host-rules=MAP * 0.0.0.0"),
)
_SAID = re.compile(r"CONSOLE[^\"]*\"(.*)\"")
_PATIENCE = 60


@cache
def browser() -> str | None:
    """Return the path of Chromium or Chrome, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def shown(page: Path, wish: str, seconds: int) -> tuple[str, list[str]]:
    """Open ``page`` and let ``seconds`` of simulated time pass. Return its HTML and console lines.
    ``wish`` is the part of the page's address after ``#``."""
    found = browser()
    assert found is not None, "ask browser() first"
    passing = f"--virtual-time-budget={1000 * seconds}"
    address = page.as_uri() + (f"#{wish}" if wish else "")
    with tempfile.TemporaryDirectory() as own:
        done = subprocess.run(
            [found, *_QUIET, f"--user-data-dir={own}", passing, "--dump-dom", address],
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=True,
        )
    return done.stdout, _SAID.findall(done.stderr)


class Browsing:
    """A page in a running browser, operated as a person would."""

    def __init__(self, folder: Path) -> None:
        found = browser()
        assert found is not None, "ask browser() first"
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()
        command = [found, *_QUIET, f"--user-data-dir={folder}", "--remote-debugging-pipe"]
        command += ["--window-size=1280,800", "about:blank"]

        def pipes() -> None:
            # The browser uses 3 and 4. Copy first, since the pipes may already have these numbers.
            reading, writing = os.dup(to_read), os.dup(to_write)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self._process = subprocess.Popen(
            command,
            preexec_fn=pipes,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self._rest = bytearray()
        self._numbers = count(1)
        self._session = ""
        self.said: list[str] = []
        """The page's console lines and any errors."""
        self.workers: list[str] = []
        """The session ids of the page's workers; empty until ``find_workers`` is called."""
        targets = self.do("Target.getTargets")["targetInfos"]
        self._attach(next(one["targetId"] for one in targets if one["type"] == "page"))
        self.resize((1280, 800))

    def _attach(self, target: str) -> None:
        self._session = self.do("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.do(f"{domain}.enable")

    def beside(self, address: str) -> Browsing:
        other = copy(self)
        other._attach(self.do("Target.createTarget", url=address)["targetId"])
        return other

    def do(self, method: str, session: str = "", **values: Any) -> dict[str, Any]:
        """Call a DevTools method, and return its result or raise ``RuntimeError``."""
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": values}
        if session or self._session:
            message["sessionId"] = session or self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                result: dict[str, Any] = answer["result"]
                return result

    def _read(self) -> dict[str, Any]:
        while 0 not in self._rest:
            if not select.select([self._in], [], [], _PATIENCE)[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self._in, 1 << 16)
            if not part:
                raise RuntimeError("the browser has ended")
            self._rest += part
        end = self._rest.index(0)
        answer: dict[str, Any] = json.loads(self._rest[:end])
        del self._rest[: end + 1]
        given = answer.get("params", {})
        if answer.get("method") == "Runtime.consoleAPICalled":
            self.said.append(" ".join(str(one.get("value", one)) for one in given["args"]))
        elif answer.get("method") == "Runtime.exceptionThrown":
            self.said.append(f"exception: {given['exceptionDetails']}")
        elif answer.get("method") == "Log.entryAdded" and given["entry"]["level"] == "error":
            self.said.append(f"error: {given['entry']['text']}")
        elif answer.get("method") == "Target.attachedToTarget" and self._session:
            self.workers.append(given["sessionId"])
        elif answer.get("method") == "Target.detachedFromTarget":
            self.workers.remove(given["sessionId"])
        return answer

    def resize(self, size: tuple[int, int], *, touch: bool = False) -> None:
        width, height = size
        metrics: dict[str, Any] = {"width": width, "height": height, "deviceScaleFactor": 1}
        self.do("Emulation.setDeviceMetricsOverride", **metrics, mobile=touch)
        self.do("Emulation.setTouchEmulationEnabled", enabled=touch)

    def open(self, address: str) -> None:
        self.do("Page.navigate", url=address)

    def find_workers(self) -> None:
        self.do("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)

    def ask(self, script: str, session: str = "") -> Any:
        """Return the value of a JavaScript expression, or raise ``RuntimeError``."""
        how: dict[str, Any] = {"returnByValue": True, "awaitPromise": True}
        found = self.do("Runtime.evaluate", session, expression=script, **how)
        if "exceptionDetails" in found:
            raise RuntimeError(json.dumps(found["exceptionDetails"])[:500])
        return found["result"].get("value")

    def wait(self, script: str, seconds: float = _PATIENCE) -> Any:
        """Wait until a JavaScript expression is truthy; return its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if value := self.ask(script):
                    return value
            except RuntimeError:
                pass
            time.sleep(0.02)
        raise TimeoutError(f"{script}; the page has said: {self.said[-5:]}")

    def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        """Send a mouse event of a ``kind``: ``moved``, ``pressed`` or ``released``."""
        values: dict[str, Any] = {"button": "left", "clickCount": int(kind != "moved")} | more
        self.do("Input.dispatchMouseEvent", type=f"mouse{kind.title()}", x=x, y=y, **values)

    def click(self, x: float, y: float) -> None:
        self.mouse("pressed", x, y)
        self.mouse("released", x, y)

    def double_click(self, x: float, y: float) -> None:
        """Click twice; however slow the machine is, the page sees the clicks 0.1 s apart."""
        now = time.time()
        for later in (0.0, 0.1):
            self.mouse("pressed", x, y, timestamp=now + later)
            self.mouse("released", x, y, timestamp=now + later)

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 5) -> None:
        self.mouse("pressed", *start)
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            self.mouse("moved", x, y, buttons=1)
        self.mouse("released", *end)

    def tap(self, x: float, y: float) -> None:
        self.do("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.do("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def key(self, key: str, modifiers: int = 0) -> None:
        """Press and release a key, given by its DOM name, such as ``F1`` or ``a``."""
        text = "\r" if key == "Enter" else key
        more = {"text": text} if len(text) == 1 and not modifiers else {}
        for kind in ("keyDown", "keyUp"):
            self.do("Input.dispatchKeyEvent", type=kind, key=key, modifiers=modifiers, **more)
            more = {}

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)
