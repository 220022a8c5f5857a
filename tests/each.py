"""Helpers for tests: many cases in one test, and bounded loops."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, Final

import pytest
from _pytest.mark import ParameterSet

MOST: Final = 5000
"""The maximum number of rounds. No loop in the tests needs that many."""


def each(
    names: str | Sequence[str], cases: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like ``pytest.mark.parametrize``, but run all ``cases`` in one test.

    The cases share fixtures, so none may affect another.
    """
    arguments = [names] if isinstance(names, str) else [*names]
    listed = [ParameterSet.extract_from(one, force_tuple=len(arguments) == 1) for one in cases]
    assert listed, f"no cases of {arguments}"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def tried(*given: Any, **named: Any) -> None:
            failed = dict[str, BaseException]()
            for case in listed:
                try:
                    test(*given, **named, **dict(zip(arguments, case.values, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    failed[str(case.id or repr(case.values)[:200])] = error
            if failed:
                told = "\n".join(f"{name}: {error!r}" for name, error in failed.items())
                message = f"{len(failed)} of {len(listed)} cases fail:\n{told}"
                raise AssertionError(message) from next(iter(failed.values()))

        taken = inspect.signature(test)
        kept = [one for one in taken.parameters.values() if one.name not in arguments]
        tried.__signature__ = taken.replace(parameters=kept)  # type: ignore[attr-defined]
        return tried

    return decorate


def while_(going: Callable[[], object], most: int = MOST) -> Iterator[int]:
    """Yield 0, 1, 2, … while ``going()``; fail after ``most`` rounds."""
    for number in range(most):
        if not going():
            return
        yield number
    raise AssertionError(f"still not done after {most} rounds")
