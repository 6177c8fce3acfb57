"""Compares the results of a kernel between configurations."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import LaunchError
from ..ir.bfloat16 import from_bits
from ..ir.memories import Extents, components_of, is_memory, scalar_place
from ..ir.module import Location, Value
from ..ir.structs import StructType
from ..ir.types import ImageType, element_of
from ..ir.wave_operations import OPERATIONS
from ..runtime.checks import Checks
from .configurations import Configuration
from .findings import Finding, Place, place_at
from .rules import DECIDED_BY_ATOMICS, DECIDED_BY_ORDER, DEPENDS, RULES
from .struct_results import count_of, differing_words, number_at

TOLERANCES = {np.dtype(np.float16): 1e-3, np.dtype(np.float32): 1e-5, np.dtype(np.float64): 1e-12}
_BF16_TOLERANCE = 1e-2
"""Relative to the larger of the two values' magnitudes and the array's median magnitude: the order of operations within
a float reduction is unspecified."""


@dataclass(frozen=True)
class Difference:
    """An array that has different contents after two runs."""

    finding: Finding
    elements: int
    """The number of elements that differ."""
    across_sizes: bool
    """The runs had different wave sizes."""

    @property
    def memory(self) -> str:
        return str(self.finding.memory)


class Results:
    """Compares the array contents after each run with those after the first run at the same wave size, or else with
    those after the first run of all."""

    def __init__(
        self,
        kernel: str,
        parameters: Sequence[Value],
        unordered: Any,
        by_wave_size: Any,
        tolerance: Any,
        operations: Collection[str],
    ) -> None:
        """``operations``: the names of the kernel's operations."""
        self._parameters = parameters
        self._numbers_lanes = numbers_lanes(operations)
        self._unordered = _names("unordered", unordered, kernel, parameters)
        self._by_wave_size = _names("by_wave_size", by_wave_size, kernel, parameters)
        self._tolerance = _checked_tolerance(tolerance)
        self._repeated: frozenset[int] = frozenset()
        self._first: dict[Any, tuple[Configuration, np.ndarray]] = {}
        self.not_compared: dict[str, None] = {}

    def expect(self, sweep: Sequence[Configuration]) -> Results:
        """Returns a copy with the same options for these runs. The copy keeps the results of the first run of all and
        of the first run at each wave size that occurs more than once."""
        fresh = copy.copy(self)
        sizes = [configuration.wave_size for configuration in sweep]
        fresh._repeated = frozenset(size for size in sizes if sizes.count(size) > 1)
        fresh._first, fresh.not_compared = {}, {}
        return fresh

    def compare(self, configuration: Configuration, arguments: Sequence[Any], checks: Checks) -> Iterator[Difference]:
        """Yields the arrays that differ. This object owns the arrays from now on."""
        for number, (parameter, array) in enumerate(zip(self._parameters, arguments, strict=True)):
            name = str(parameter.name)
            if not (is_memory(parameter.type) and parameter.type.writable):
                continue
            if number in checks.atomic_results_reach and name not in self._unordered:
                self.not_compared[name] = None
                continue
            result = array.reshape(-1)
            if _is_bf16(parameter.type.element):
                result = from_bits(result)
            if name in self._unordered:
                result = _sorted(result, components_of(parameter.type))
            first, expected = self._reference(number, name, configuration, result)
            if first != configuration:
                places = _stores(checks, number) or [place_at(parameter.location)]
                extents = Extents.of_argument(self._parameters, arguments, number)
                shape = array.shape if extents is None else extents
                is_reached = number in checks.atomic_results_reach
                yield from self._difference(
                    parameter, places, first, expected, configuration, result, shape, is_reached
                )

    def _reference(
        self, number: int, name: str, configuration: Configuration, result: np.ndarray
    ) -> tuple[Configuration, np.ndarray]:
        """Returns the run to compare this one with, and its result; this run itself if there is no earlier one."""
        size, is_by_size = configuration.wave_size, name in self._by_wave_size
        if is_by_size or size in self._repeated:
            before = self._first.get((number, size))
            if before is not None:
                return before
            self._first[number, size] = (configuration, result)
        return (configuration, result) if is_by_size else self._first.setdefault(number, (configuration, result))

    def compare_launches(
        self, configuration: Configuration, counts: np.ndarray, location: Location
    ) -> Iterator[Finding]:
        """Checks that each group launches as many mesh groups as in other runs at the same wave size. The counts may
        depend on the wave size, because the amount of work in a group may."""
        first, expected = self._first.setdefault((counts.shape, configuration.wave_size), (configuration, counts))
        differing = np.flatnonzero((expected != counts).any(axis=1))
        if not differing.size:
            return
        group = int(differing[0])
        fields = {
            "memory": "what `dispatch_mesh` launches",
            "element": f"the number of mesh groups of group {group}",
            "value": tuple(expected[group].tolist()),
            "other_configuration": first,
            "new_value": tuple(counts[group].tolist()),
            "configuration": configuration,
            "differing": differing.size,
            "total": f"{len(counts)} group{'' if len(counts) == 1 else 's'}",
            "differ": "differs" if differing.size == 1 else "differ",
        }
        yield Finding(
            "results-differ",
            RULES["results-differ"].message.format_map(fields),
            self._where_to_look(first, configuration),
            (place_at(location),),
            index=group,
            configurations=(configuration,),
        )

    def _difference(
        self,
        parameter: Value,
        places: Sequence[Place],
        first: Configuration,
        expected: np.ndarray,
        configuration: Configuration,
        result: np.ndarray,
        shape: tuple[int, ...] | Extents,
        is_reached: bool,
    ) -> Iterator[Difference]:
        differing = self._differing(parameter, expected, result)
        if not differing.size:
            return
        name, index = str(parameter.name), int(differing[0])
        struct = parameter.type.element if isinstance(parameter.type.element, StructType) else None
        value, new_value = (number_at(struct, words, index) if struct else words[index] for words in (expected, result))
        total = count_of(struct, result) if struct else result.size
        is_sorted = name in self._unordered
        components = components_of(parameter.type)
        element = scalar_place(index, parameter.type)
        if isinstance(shape, Extents):
            if not is_sorted:
                element, index = shape.place(index, components), shape.indices(index, components)
        elif isinstance(parameter.type, ImageType):
            texel = index // (components or 1)
            if not is_sorted:
                coordinates = reversed(np.unravel_index(texel, shape[: parameter.type.rank]))
                element = f"texel ({', '.join(str(int(coordinate)) for coordinate in coordinates)})"
                element = f"component {'xyzw'[index % components]} of {element}" if components else element
            index = texel
        kind = "image" if isinstance(parameter.type, ImageType) else "buffer"
        fields = {
            "memory": f"{kind} `{name}`{', sorted,' if is_sorted else ''}",
            "element": element,
            "value": value,
            "other_configuration": first,
            "new_value": new_value,
            "configuration": configuration,
            "differing": differing.size,
            "total": f"{total} {'number' if struct else 'element'}{'' if total == 1 else 's'}",
            "differ": "differs" if differing.size == 1 else "differ",
        }
        rule = RULES["results-differ"]
        finding = Finding(
            "results-differ",
            rule.message.format_map(fields),
            DECIDED_BY_ATOMICS.format(name=name)
            if is_reached
            else self._advice(parameter, first, expected, configuration, result),
            tuple(places),
            memory=name,
            index=index,
            configurations=(configuration,),
        )
        yield Difference(finding, int(differing.size), first.wave_size != configuration.wave_size)

    def _differing(self, parameter: Value, expected: np.ndarray, result: np.ndarray) -> np.ndarray:
        """Returns the indices of the elements, or words of structs, that differ."""
        element = parameter.type.element
        if not isinstance(element, StructType):
            return differing_elements(expected, result, self._bound(element))
        return differing_words(
            element, expected, result, lambda type, a, b: differing_elements(a, b, self._bound(type))
        )

    def _bound(self, type: Any) -> float | None:
        """Returns the tolerance for numbers of a type; None for that of their NumPy type."""
        return _BF16_TOLERANCE if self._tolerance is None and _is_bf16(type) else self._tolerance

    def _advice(
        self,
        parameter: Value,
        first: Configuration,
        expected: np.ndarray,
        configuration: Configuration,
        result: np.ndarray,
    ) -> str:
        """Says where to look, and lists the options for this array that are not set yet and may help."""
        options, name, components = [], str(parameter.name), components_of(parameter.type)
        ordered = (_sorted(expected, components), _sorted(result, components))
        if name not in self._unordered and not self._differing(parameter, *ordered).size:
            options.append(f'`unordered="{name}"` if only the order of its elements is free')
        if first.wave_size != configuration.wave_size and name not in self._by_wave_size:
            options.append(f'`by_wave_size="{name}"` if it is meant to follow the wave size')
        element = parameter.type.element
        scalars = [leaf.type for leaf in element.leaves] if isinstance(element, StructType) else [element]
        if any(scalar.is_float for scalar in scalars):
            options.append("`tolerance=` if the floats are near enough")
        return self._where_to_look(first, configuration) + (f"; or pass {', or '.join(options)}" if options else "")

    def _where_to_look(self, first: Configuration, configuration: Configuration) -> str:
        """Says what may make the results of two runs differ."""
        return DEPENDS[_unlike(first, configuration)] if self._numbers_lanes else DECIDED_BY_ORDER


def numbers_lanes(operations: Collection[str]) -> bool:
    """Whether a kernel with operations of these names can number anything by lanes or waves."""
    return any(map(_is_of_lanes, operations))


def _is_of_lanes(operation: str) -> bool:
    """Whether the result of an operation depends on the lane or the wave that executes it."""
    facts = OPERATIONS.get(operation)
    return operation in ("wave.group_wave_count", "wave.dispatch_mesh") or (
        facts is not None and facts.needs is not None
    )


def _unlike(first: Configuration, configuration: Configuration) -> str:
    """Returns the aspect in which two configurations differ, which selects the advice."""
    aspects = ("wave_size", "lane_order", "wave_order", "extra_waves")
    unlike = next((one for one in aspects if getattr(first, one) != getattr(configuration, one)), "wave_size")
    return "idle_waves" if unlike == "extra_waves" and configuration.has_idle_waves else unlike


def _is_bf16(type: Any) -> bool:
    return not isinstance(type, StructType) and element_of(type).is_bf16


def differing_elements(expected: np.ndarray, result: np.ndarray, tolerance: float | None = None) -> np.ndarray:
    """Returns the indices of the elements that differ, in ascending order. NaN equals NaN."""
    if expected.dtype.kind != "f":
        return np.flatnonzero(expected != result)
    differing = np.flatnonzero((expected != result) & ~(np.isnan(expected) & np.isnan(result)))
    if not differing.size:
        return differing
    bound = TOLERANCES[expected.dtype] if tolerance is None else tolerance
    first, second = expected[differing].astype(np.float64), result[differing].astype(np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        scale = np.maximum(np.maximum(np.abs(first), np.abs(second)), _usual_magnitude(expected, result))
        near = np.isfinite(first) & np.isfinite(second) & (np.abs(first - second) <= bound * scale)
    return differing[~near]


def _usual_magnitude(expected: np.ndarray, result: np.ndarray) -> float:
    """Returns the median of the magnitudes in two arrays. Where terms cancel out, the result has the error of the
    terms, which are as large as other results. Zeros are ignored, and each magnitude counts once, so that a fill value,
    such as the largest float, does not hide differences between other elements."""
    magnitudes = np.unique(np.abs(np.concatenate([expected, result])))
    magnitudes = magnitudes[np.isfinite(magnitudes) & (magnitudes > 0)]
    return float(magnitudes[(magnitudes.size - 1) // 2]) if magnitudes.size else 0.0


def _stores(checks: Checks, argument: int) -> list[Place]:
    """Returns the places that write to an array."""
    written = [
        place_at(site.locations[0], "written here too", calls=site.locations[1:])
        for site in checks.sites
        if site.kind in ("store", "atomic") and site.locations and checks.memories[site.memory].argument == argument
    ]
    return list(dict.fromkeys(written))


def _sorted(array: np.ndarray, components: int) -> np.ndarray:
    """Returns the same elements sorted: vectors by their first component, then the next."""
    if not components:
        return np.sort(array)
    rows = array.reshape(-1, components)
    return rows[np.lexsort(rows.T[::-1])].reshape(-1)


def _names(option: str, value: Any, kernel: str, parameters: Sequence[Value]) -> frozenset[str]:
    """Checks that the values name arrays that the kernel writes to, and returns the names."""
    names = [value] if isinstance(value, str) else value
    written = [str(one.name) for one in parameters if is_memory(one.type) and one.type.writable]
    listed = [f"`{name}`" for name in written]
    fix = f"name {listed[0]}" if len(listed) == 1 else f"name some of {', '.join(listed)}"
    fix = fix if written else "leave it out: the kernel writes to no array"
    if not isinstance(names, (tuple, list, set, frozenset)) or not all(isinstance(name, str) for name in names):
        raise LaunchError(f"{option} is {value!r}", f"pass names of parameters in a tuple: {fix}")
    for name in names:
        if name not in written:
            what = "does not write to an array of this name"
            if name not in [str(one.name) for one in parameters]:
                what = "has no such parameter"
            raise LaunchError(f"`{option}=\"{name}\"`: kernel '{kernel}' {what}", fix)
    return frozenset(names)


def _checked_tolerance(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)) or not value >= 0:
        fix = "pass how far floats may be apart, as a part of their magnitude: 1e-5"
        raise LaunchError(f"tolerance is {value!r}", fix)
    return float(value)
