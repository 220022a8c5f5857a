"""The test helpers: many cases, reproducible randomness and bounded loops."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys

import pytest

from tests.each import each, while_
from tests.seed import VARIABLE, a_few, chance, run_seed


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


# -- chance ----------------------------------------------------------------------------------------

SEEN = "from tests.seed import chance, run_seed; print(run_seed(), chance('a').random())"


def run_with(seed: str, *words: str) -> str:
    """Run Python with ``words`` and this seed; return its output."""
    command, env = [sys.executable, *words], {**os.environ, VARIABLE: seed}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def test_a_run_is_repeated_by_naming_its_seed_which_it_prints() -> None:
    assert chance("a", 1).random() == chance("a", 1).random() != chance("a", 2).random()
    one, again, two = (run_with(seed, "-c", SEEN) for seed in ("one", "one", "two"))
    assert one == again != two and one.startswith("one ")
    words = ["-m", "pytest", "-n", "0", "-p", "no:cacheprovider", __file__, "-k", "bounded"]
    assert f"{VARIABLE}=abc" in run_with("abc", *words), "a run prints it"


def test_each_seed_draws_other_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    found = set[tuple[int, ...]]()
    for name in "abcdefgh":
        monkeypatch.setattr("tests.seed.run_seed", lambda name=name: name)
        found.add(tuple(a_few(range(100), 3, "test", always=(7, 5))))
    assert len(found) > 1
    assert all(len(set(one)) == 5 and {5, 7} <= {*one} <= {*range(100)} for one in found)
    assert a_few("ab", 9, "test") == ["a", "b"]
    with pytest.raises(ValueError, match="no such cases"):
        a_few("ab", 1, "test", always="c")


def test_without_a_named_seed_it_is_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    done = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True)
    monkeypatch.delenv(VARIABLE, raising=False)
    expected = done.stdout[:12] if done.returncode == 0 else "no-commit"
    assert run_seed.__wrapped__() == expected


def test_a_loop_of_a_test_is_bounded() -> None:
    assert list(while_(lambda: False)) == []
    with pytest.raises(AssertionError, match="3 rounds"):
        list(while_(lambda: True, 3))
