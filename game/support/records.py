"""Dataclasses that cost the start next to nothing.

``dataclass``, ``field``, ``fields`` and ``replace`` are those of the standard library, as far as
the program uses them, and type checkers are told so. But the standard library imports ``inspect``,
and compiles up to eight methods for each class, which takes 0.4 ms; with the sixty classes of a
start this is a sixth of all its work. Here the classes share their methods, and only ``__init__``
is compiled, for classes of which more than a few objects are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

FEW: Final = 16
"""So many objects are made without compiling: that takes as long as making twenty of them."""
_MISSING: Final = object()
"""Stands for a default that is not given."""
_FIELDS: Final = "__record_fields__"
"""The attribute in which a class keeps its fields, inherited ones first."""

_INIT: Final = "__init__"


class _Field:
    """What is known of one field; its class body may state some of it."""

    __slots__ = ("compare", "default", "default_factory", "name")

    def __init__(self, default: object, default_factory: object, compare: bool) -> None:
        self.name = ""
        self.default = default
        self.default_factory = default_factory
        self.compare = compare

    @property
    def required(self) -> bool:
        """Whether an object cannot be made without it."""
        return self.default is _MISSING and self.default_factory is _MISSING


def _field(
    *, default: object = _MISSING, default_factory: object = _MISSING, compare: bool = True
) -> Any:
    return _Field(default, default_factory, compare)


def _fields(of: object) -> tuple[_Field, ...]:
    found: tuple[_Field, ...] = getattr(of, _FIELDS)
    return found


def _replace(of: Any, /, **changes: object) -> Any:
    values = {one.name: getattr(of, one.name) for one in _fields(of)}
    return type(of)(**{**values, **changes})


def _dataclass(
    cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True
) -> Any:
    """Make ``cls`` a dataclass; without it, return the decorator that does."""

    def make(plain: type) -> type:
        return _made(plain, frozen, slots, eq)

    return make if cls is None else make(cls)


def _made(cls: type, frozen: bool, slots: bool, eq: bool) -> type:
    space = {k: v for k, v in vars(cls).items() if k not in ("__dict__", "__weakref__")}
    own = [_own(name, space) for name in _named(space)]
    inherited = {one.name: one for base in reversed(cls.__mro__[1:]) for one in _kept(base)}
    every = tuple({**inherited, **{one.name: one for one in own}}.values())
    names = tuple(one.name for one in every)
    space |= {_FIELDS: every, "__match_args__": names, "__qualname__": cls.__qualname__}
    space.setdefault("__repr__", _repr)
    if slots:
        space["__slots__"] = tuple(one.name for one in own if one.name not in inherited)
    if eq:
        values = _getter([one.name for one in every if one.compare])
        space.setdefault("__eq__", _equality(values))
        space["__hash__"] = _hashing(values) if frozen else None
    if frozen:
        space |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
        if slots:
            space |= {"__getstate__": _state, "__setstate__": _set_state}
    made = type(cls)(cls.__name__, cls.__bases__, space)
    setattr(made, _INIT, _first_init(made, every, frozen))
    return made


def _named(space: Mapping[str, Any]) -> Iterable[str]:
    """The names of the fields that a class body annotates. Annotations are text everywhere."""
    for name, told in space.get("__annotations__", {}).items():
        if not told.startswith("ClassVar"):
            if "InitVar" in told:
                raise TypeError(f"{name}: arguments that are no fields need the standard library's")
            yield name


def _own(name: str, space: dict[str, Any]) -> _Field:
    """A field of the class itself. Its default must not be where its slot will be."""
    given = space.pop(name, _MISSING)
    found = given if isinstance(given, _Field) else _Field(given, _MISSING, True)
    found.name = name
    return found


def _kept(base: type) -> tuple[_Field, ...]:
    found: tuple[_Field, ...] = vars(base).get(_FIELDS, ())
    return found


def _first_init(cls: type, fields: Sequence[_Field], frozen: bool) -> Callable[..., None]:
    """An ``__init__`` that puts a compiled one in its place once it was called a few times, or when
    its arguments do not fit: the compiled one says what is wrong."""
    left = FEW
    put = object.__setattr__ if frozen else setattr
    afterwards = hasattr(cls, "__post_init__")

    def first(self: Any, *given: object, **named: object) -> None:
        nonlocal left
        left -= 1
        values = _values(fields, given, named) if left >= 0 else None
        if values is not None:
            for one, value in zip(fields, values, strict=True):
                put(self, one.name, value)
            if afterwards:
                self.__post_init__()
            return
        compiled = _compiled_init(fields, frozen, afterwards)
        compiled.__qualname__ = f"{cls.__qualname__}.__init__"
        setattr(cls, _INIT, compiled)
        compiled(self, *given, **named)

    return first


def _values(
    fields: Sequence[_Field], given: Sequence[object], named: Mapping[str, object]
) -> list[Any] | None:
    """Return what each field is to have; None if that does not follow from the arguments."""
    values, others = list(given), len(named)
    for one in fields[len(given) :]:
        if one.name in named:
            values.append(named[one.name])
            others -= 1
        elif callable(one.default_factory):
            values.append(one.default_factory())
        elif one.default is not _MISSING:
            values.append(one.default)
        else:
            return None
    return values if len(values) == len(fields) and not others else None


def _compiled_init(fields: Iterable[_Field], frozen: bool, afterwards: bool) -> Callable[..., None]:
    space: dict[str, Any] = {"_set": object.__setattr__, "_MISSING": _MISSING}
    words, lines = ["self"], []
    for one in fields:
        name, value = one.name, one.name
        if one.default_factory is not _MISSING:
            space[f"_new_{name}"] = one.default_factory
            words.append(f"{name}=_MISSING")
            value = f"_new_{name}() if {name} is _MISSING else {name}"
        elif one.default is not _MISSING:
            space[f"_default_{name}"] = one.default
            words.append(f"{name}=_default_{name}")
        else:
            words.append(name)
        lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if afterwards:
        lines.append("self.__post_init__()")
    body = "\n ".join(lines) or "pass"
    exec(f"def __init__({', '.join(words)}):\n {body}", space)
    made: Callable[..., None] = space["__init__"]
    return made


def _getter(names: list[str]) -> Callable[[Any], object]:
    """What reads the fields that are compared."""
    if names:
        return attrgetter(*names)
    return lambda _: ()


def _equality(values: Callable[[Any], object]) -> Callable[[object, object], bool]:
    def __eq__(self: object, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    return __eq__


def _hashing(values: Callable[[Any], object]) -> Callable[[object], int]:
    def __hash__(self: object) -> int:
        return hash(values(self))

    return __hash__


def _repr(self: object) -> str:
    told = (f"{one.name}={getattr(self, one.name)!r}" for one in _fields(self))
    return f"{type(self).__qualname__}({', '.join(told)})"


def _refuse_to_set(self: object, name: str, value: object) -> None:
    raise AttributeError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:
    raise AttributeError(f"cannot delete field {name!r}")


def _state(self: object) -> list[object]:
    return [getattr(self, one.name) for one in _fields(self)]


def _set_state(self: object, state: Iterable[object]) -> None:
    for one, value in zip(_fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


if TYPE_CHECKING:
    from dataclasses import dataclass, field, fields, replace
else:
    dataclass, field, fields, replace = _dataclass, _field, _fields, _replace

__all__ = ["dataclass", "field", "fields", "replace"]
