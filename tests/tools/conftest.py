"""The fixtures of the tests of the makers' tools."""

from tests.shipped import shipped

__all__ = ["shipped"]
