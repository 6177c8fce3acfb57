"""Immutable classes that are quick to define.

``dataclasses`` writes the methods of each class as text and compiles it, which takes half a millisecond a class. A program that
launches a kernel from the cache defines many classes and makes few objects of them, so these share their methods.
"""

from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Class = TypeVar("Class", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def immutable(decorated: Class) -> Class:
    """As ``dataclass(frozen=True)``, for a class without ``__post_init__``, slots and fields that are passed by name only.
    Making an object takes a microsecond longer."""
    made: Any = dataclass(init=False, repr=False, eq=False)(decorated)
    known = fields(made)
    made._fields_of_init = {one.name: one for one in known}
    compared = [one.name for one in known if one.compare]
    # Objects without fields are equal if their classes are.
    made._compared = attrgetter(*compared) if compared else type
    made.__init__, made.__eq__, made.__hash__ = _init, _eq, _hash
    made.__setattr__, made.__delattr__ = _refuse_set, _refuse_delete
    if "__repr__" not in vars(decorated):
        made.__repr__ = _repr
    return made


def _init(self: Any, *values: Any, **named: Any) -> None:
    known, made = self._fields_of_init, vars(self)
    if len(values) > len(known):
        raise TypeError(f"{type(self).__name__}() takes {len(known)} arguments, got {len(values)}")
    for name, value in zip(known, values, strict=False):
        made[name] = value
    for name, value in named.items():
        if name in made or name not in known:
            what = "multiple values for" if name in made else "an unexpected keyword"
            raise TypeError(f"{type(self).__name__}() got {what} argument '{name}'")
        made[name] = value
    if len(made) == len(known):
        return
    for name, one in known.items():
        if name not in made:
            if one.default is not MISSING:
                made[name] = one.default
            elif one.default_factory is not MISSING:
                made[name] = one.default_factory()
            else:
                raise TypeError(f"{type(self).__name__}() lacks the argument '{name}'")


def _eq(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self._compared(self) == other._compared(other)


def _hash(self: Any) -> int:
    return hash(self._compared(self))


def _repr(self: Any) -> str:
    shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({shown})"


def _refuse_set(self: Any, name: str, value: Any) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")
