"""``python packaging/changelog.py``: prints what is new in this version."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from game.support.version import VERSION  # noqa: E402 (found by the path)


def release(version: str = VERSION) -> tuple[str, str]:
    """Return a version's date and its section of the changelog."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = re.search(
        rf"^## \[{re.escape(version)}\] - (\S+)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE
    )
    if not found:
        raise SystemExit(f"CHANGELOG.md has no section [{version}]")
    return found[1], found[2].strip()


def as_metainfo(version: str = VERSION) -> str:
    """Return a version's changes as an AppStream ``release`` element."""
    date, text = release(version)
    points = re.findall(r"^- (.*(?:\n  .*)*)", text, re.MULTILINE)
    told = "".join(
        f"<li>{escape(' '.join(point.replace('`', '').split()))}</li>" for point in points
    )
    opening = f"<release version={quoteattr(version)} date={quoteattr(date)}>"
    return f"{opening}<description><ul>{told}</ul></description></release>"


if __name__ == "__main__":
    print(release()[1])
