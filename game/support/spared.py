"""Spares the start modules that others import in passing, for functions that it never calls.

With what they import in their turn they are a thirtieth of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class _StandIn(ModuleType):
    """Has a function of every name; a call of one imports the real module."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)

        def call(*given: object, **named: object) -> Any:
            _withdraw(self)
            return getattr(import_module(self.__name__), name)(*given, **named)

        return call


def _withdraw(stand_in: ModuleType) -> None:
    if sys.modules.get(stand_in.__name__) is stand_in:
        del sys.modules[stand_in.__name__]


@contextmanager
def sparing(*names: str) -> Iterator[None]:
    """Within the block, import nothing for those of these modules that are not there yet. They have
    to be asked for by their functions, which do as ever later on."""
    stand_ins = [_StandIn(name) for name in names if name not in sys.modules]
    sys.modules.update((one.__name__, one) for one in stand_ins)
    try:
        yield
    finally:
        for one in stand_ins:
            _withdraw(one)
