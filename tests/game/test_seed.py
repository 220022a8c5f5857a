"""The seed of random tests, and their loops."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.loops import while_
from tests.seed import VARIABLE, a_few, chance, run_seed

SEEN = "from tests.seed import chance, run_seed; print(run_seed(), chance('a').random())"


def run_with(seed: str, *words: str) -> str:
    """What Python prints with ``words``, where the seed is named."""
    command, env = [sys.executable, *words], {**os.environ, VARIABLE: seed}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def test_a_run_is_repeated_by_naming_its_seed() -> None:
    assert chance("a", 1).random() == chance("a", 1).random() != chance("a", 2).random()
    one, again, two = (run_with(seed, "-c", SEEN) for seed in ("one", "one", "two"))
    assert one == again != two and one.startswith("one ")


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


def test_a_run_prints_its_seed() -> None:
    words = ["-m", "pytest", "-n", "0", "-p", "no:cacheprovider", __file__, "-k", "bounded"]
    assert f"{VARIABLE}=abc" in run_with("abc", *words)


def test_a_loop_of_a_test_is_bounded() -> None:
    assert list(while_(lambda: False)) == []
    with pytest.raises(AssertionError, match="3 rounds"):
        list(while_(lambda: True, 3))
