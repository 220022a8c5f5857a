"""The dataclasses of the start do what those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from game.core.moves import Move
from game.core.piles import columns
from game.support import records
from tests.house import ROOT

Decorate = Callable[..., Any]


def both(build: Callable[[Any], type]) -> tuple[type, type]:
    """The same class by the standard library, and by ours."""
    return build(dataclasses), build(records)


def point(options: dict[str, bool]) -> Callable[[Any], type]:
    def build(by: Any) -> type:
        @by.dataclass(**options)
        class Point:
            total: ClassVar[int] = 0
            x: int
            y: int = 2
            seen: list[int] = by.field(default_factory=list, compare=False)
            name: str = by.field(default="", compare=False)

        return Point

    return build


OPTIONS = [
    {"frozen": frozen, "slots": slots, "eq": eq}
    for frozen in (False, True)
    for slots in (False, True)
    for eq in (False, True)
]


def attempt(work: Callable[[], object]) -> object:
    """What comes of it."""
    try:
        return work()
    except (AttributeError, TypeError):
        # Which of both the standard library raises depends on its version.
        return "refused"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_they_behave_alike(options: dict[str, bool]) -> None:
    def outcomes(made: type, by: Any) -> list[object]:
        one, other = made(1), made(1, y=2, name="n")
        return [
            repr(one).rpartition(".")[2],
            [(f.name, f.compare) for f in by.fields(made)],
            made.__match_args__,
            one == other,
            one == made(1, 3),
            one == (1, 2),
            attempt(lambda: hash(one) == hash(other)),
            attempt(lambda: setattr(one, "x", 5)),
            attempt(lambda: setattr(one, "z", 5)),
            attempt(lambda: delattr(one, "y")),
            repr(by.replace(other, x=7)).rpartition(".")[2],
            repr(copy.copy(other)).rpartition(".")[2],
            hasattr(one, "__dict__"),
            one.seen is not other.seen,
            attempt(made),
            attempt(lambda: made(1, 2, [], "", 5)),
            attempt(lambda: made(1, wrong=2)),
            made.total,
        ]

    theirs, ours = both(point(options))
    wanted = outcomes(theirs, dataclasses)
    assert outcomes(ours, records) == wanted
    # What was refused has had it compiled.
    assert outcomes(ours, records) == wanted


def test_fields_are_inherited_in_their_order() -> None:
    def build(by: Any) -> type:
        @by.dataclass(frozen=True, slots=True)
        class Base:
            a: int
            b: int = 1

        @by.dataclass(frozen=True, slots=True)
        class Further(Base):
            c: int = 2
            b: int = 3

            def __post_init__(self) -> None:
                object.__setattr__(self, "c", self.c * 10)

        return Further

    theirs, ours = (made(5) for made in both(build))
    assert repr(ours) == repr(theirs) and "a=5, b=3, c=20" in repr(ours)
    assert not hasattr(ours, "__dict__")


def test_it_is_compiled_where_many_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, compile_init = [], records._compiled_init

    def note(*given: Any) -> Callable[..., None]:
        compiled.append(given)
        return compile_init(*given)

    monkeypatch.setattr(records, "_compiled_init", note)
    made = point({"frozen": True, "slots": True, "eq": True})(records)
    few = [made(n) for n in range(records.FEW)]
    assert not compiled
    assert few[3] == made(3) == made(3) and len(compiled) == 1


def test_an_argument_that_is_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match="standard library"):

        @records.dataclass
        class Wrong:
            a: dataclasses.InitVar[int]


def test_a_value_survives_another_process() -> None:
    move = Move(columns(8)[0], columns(8)[1], 2)
    assert pickle.loads(pickle.dumps(move)) == move


def test_the_program_and_its_tests_take_them_from_there() -> None:
    """``replace`` and ``fields`` of the one do not know the classes of the other. The items of
    pages need what ours cannot do, and are never replaced."""
    items = {"items", "field", "figures", "plot", "calendar", "past"}
    pages = {"scenes/pages/chances.py"}
    taken = {
        f"{path.relative_to(ROOT)}:{line}"
        for folder in ("game", "scenes", "tests")
        for path in (ROOT / folder).rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("from dataclasses import")
        and (folder != "tests" or "replace" in line or "fields" in line)
        and path.stem not in items
        and str(path.relative_to(ROOT)) not in pages
    }
    assert not taken, "take them from game/support/records"
