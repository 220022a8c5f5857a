"""The places where a key may be pressed."""

from __future__ import annotations

from tests.scenes.stage import Stage, Start


def placed(start: Start, place: str) -> Stage:
    """A stage with one move done in Vierfrei 617, at ``place``."""
    stage = start()
    stage.type("58")
    if place == "options":
        stage.key("F8")
    elif place == "field":
        stage.key("F2")
    elif place == "menu":
        stage.key("escape")
    elif place == "compact":
        stage.key("F9")
    return stage
