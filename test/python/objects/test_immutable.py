"""Immutable classes behave as frozen data classes do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field

import pytest

from wavedialect.immutable import immutable


@immutable
class Point:
    """A point."""

    x: int
    y: int = 2
    names: list[str] = field(default_factory=list, compare=False)

    @property
    def sum(self) -> int:
        return self.x + self.y


@dataclasses.dataclass(frozen=True)
class Model:
    x: int
    y: int = 2
    names: list[str] = field(default_factory=list, compare=False)


@immutable
class Line(Point):
    width: int = 1


@immutable
class One:
    value: tuple[int, ...]


@immutable
class Nothing:
    pass


@pytest.mark.parametrize(
    "arguments, named", [((1,), {}), ((1, 3), {}), ((), {"y": 5, "x": 4}), ((1,), {"names": ["a"]})]
)
def test_objects_are_made_and_shown_as_those_of_data_classes(arguments, named):
    made, model = Point(*arguments, **named), Model(*arguments, **named)
    assert dataclasses.astuple(made) == dataclasses.astuple(model) and made.sum == model.x + model.y
    assert repr(made) == repr(model).replace("Model", "Point")


@pytest.mark.parametrize("arguments, named", [((), {}), ((1, 2, [], 4), {}), ((1,), {"x": 1}), ((1,), {"z": 1})])
def test_wrong_arguments(arguments, named):
    for kind in (Model, Point):
        with pytest.raises(TypeError):
            kind(*arguments, **named)


def test_objects_are_equal_by_their_fields_and_class():
    assert Point(1, names=["a"]) == Point(1, 2) and hash(Point(1, names=["a"])) == hash(Point(1))
    assert Point(1) != Point(2) and Point(1) != Model(1) and Line(1) != Point(1)
    assert One((1,)) == One((1,)) != One((2,)) and Nothing() == Nothing() and hash(Nothing()) == hash(Nothing())
    assert Point(1).names is not Point(1).names


def test_objects_do_not_change():
    made = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.x = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        del made.x
    assert made == Point(1)


def test_objects_are_copied_and_replaced():
    made = Line(1, 5, ["a"], 7)
    for other in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made)), dataclasses.replace(made)):
        assert other == made and other.names == ["a"] and other.width == 7
    assert dataclasses.replace(made, x=3) == Line(3, 5, [], 7)
    assert [one.name for one in dataclasses.fields(Line)] == ["x", "y", "names", "width"]
