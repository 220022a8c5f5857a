"""A test with ``each`` stands for many tests: it fails if one of its cases fails, and names that
case."""

from __future__ import annotations

import inspect

import pytest

from tests.each import each


@each("divided", [6, 7, 8])
@each(("by", "rest"), [(2, 0), pytest.param(3, 0, id="thirds")])
def divides(seen: list[tuple[int, int]], divided: int, by: int, rest: int) -> None:
    seen.append((divided, by))
    assert divided % by == rest


def test_each_case_is_tried_and_those_that_fail_are_named() -> None:
    seen = list[tuple[int, int]]()
    with pytest.raises(AssertionError, match=r"^2 of 3 cases fail:\n.7,.*(?s:.*)thirds") as told:
        divides(seen)
    assert seen == [(number, by) for number in (6, 7, 8) for by in (2, 3)]
    assert "(2, 0)" in str(told.value) and "\n(8,)" in str(told.value)
    assert [*inspect.signature(divides).parameters] == ["seen"]


def test_an_exception_that_is_missing_is_a_failure_and_no_cases_are_a_mistake() -> None:
    @each("wanted", [ValueError])
    def expects(wanted: type[Exception]) -> None:
        with pytest.raises(wanted):
            pass

    with pytest.raises(AssertionError, match="1 of 1 cases fail"):
        expects()
    with pytest.raises(AssertionError, match="no cases"):
        each("case", [])
