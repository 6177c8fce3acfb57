"""All operations: how each is written, for which types, on what inputs, and the definition that judges it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from . import function_oracle as functions
from . import lane_oracle as lanes
from .elements import ALL, BOOL, ELEMENTS, FLOATS, INTEGERS, NUMBERS, SIZES, U32, Element
from .expected import Expected
from .inputs import fitting


@dataclass(frozen=True)
class Operand:
    """A value from memory: the domain it is drawn from; its element, and its size where they are not the case's."""

    domain: str
    element: Element | None = None
    size: int | None = None

    def element_of(self, element: Element) -> Element:
        return self.element or element

    def size_of(self, size: int) -> int:
        return self.size or size


@dataclass(frozen=True)
class Operation:
    """One operation of the language.

    ``text`` holds ``{0}``, ``{1}`` for the operands, ``{lane}`` for the index of an active lane and ``{mask}`` for what
    ``wave_match`` gave at the same visit. ``oracle`` takes the mask of active lanes (for lane operations), then the
    operands in the order of the text, ``lane`` and the partition last.
    """

    name: str
    family: str
    text: str
    operands: tuple[Operand, ...]
    oracle: Callable[..., Expected]
    types: tuple[Element, ...] = ALL
    sizes: tuple[int, ...] = SIZES
    result: Element | None = None
    """The result's element, where it is not the operands'."""
    result_size: int | None = None
    quads: bool = False
    """Wants whole quads."""
    takes_lanes: bool = True
    """Depends on who is active."""
    certain_lane: bool = False
    """Reads lane 3, which has to be active."""
    check: str = ""
    """Overrides how a result is judged; empty: by its bits and tolerance."""

    @property
    def uses_lane(self) -> bool:
        return "{lane}" in self.text

    @property
    def uses_mask(self) -> bool:
        return "{mask}" in self.text

    def result_of(self, element: Element, size: int) -> tuple[Element, int]:
        return self.result or element, self.result_size or size

    def __repr__(self) -> str:
        return self.name


OPERATIONS: list[Operation] = []


def _add(name: str, family: str, text: str, operands: Any, oracle: Callable[..., Expected], **options: Any) -> None:
    named = tuple(Operand(operand) if isinstance(operand, str) else operand for operand in operands)
    OPERATIONS.append(Operation(name, family, text, named, oracle, **options))


# Wave intrinsics.

_PREDICATE = Operand("predicate", BOOL, 1)
_BITS = Operand("predicate", U32, 1)
_scalar: Any = {"types": (BOOL,), "sizes": (1,)}


def _lane(name: str, arguments: str, operands: Any, oracle: Callable[..., Expected], **options: Any) -> None:
    _add(name, "wave", f"wd.{name}({arguments})", operands, oracle, **options)


_lane("wave_is_first_lane", "", (), lanes.is_first_lane, **_scalar)
_lane("wave_lane_index", "", (), lanes.lane_index, types=(U32,), sizes=(1,))
_lane("wave_lane_count", "", (), lanes.lane_count, types=(U32,), sizes=(1,))

for _name, _oracle, _result, _size in (
    ("wave_active_any_true", lanes.any_true, BOOL, 1),
    ("wave_active_all_true", lanes.all_true, BOOL, 1),
    ("wave_active_ballot", lanes.ballot, U32, 4),
    ("wave_active_count_bits", lanes.count_bits, U32, 1),
    ("wave_prefix_count_bits", lanes.prefix_count_bits, U32, 1),
):
    _lane(_name, "{0}", (_PREDICATE,), _oracle, result=_result, result_size=_size, **_scalar)
    # The same of a comparison: bits beyond the first count.
    _add(
        f"{_name} of a number",
        "wave",
        f"wd.{_name}({{0}} != 0)",
        (_BITS,),
        _oracle,
        result=_result,
        result_size=_size,
        **_scalar,
    )

_lane("wave_active_all_equal", "{0}", ("any",), lanes.all_equal, result=BOOL)
_lane("wave_match", "{0}", ("any",), lanes.match, result=U32, result_size=4)

for _name, _kind, _domain, _types in (
    ("sum", "add", "addends", NUMBERS),
    ("product", "mul", "factors", NUMBERS),
    ("min", "min", "any", NUMBERS),
    ("max", "max", "any", NUMBERS),
    ("bit_and", "and", "any", INTEGERS),
    ("bit_or", "or", "any", INTEGERS),
    ("bit_xor", "xor", "any", INTEGERS),
):
    _lane(f"wave_active_{_name}", "{0}", (_domain,), partial(lanes.reduce, kind=_kind), types=_types)
    if _kind in ("add", "mul"):
        _lane(f"wave_prefix_{_name}", "{0}", (_domain,), partial(lanes.prefix, kind=_kind), types=_types)
    _lane(f"wave_inclusive_{_name}", "{0}", (_domain,), partial(lanes.inclusive_prefix, kind=_kind), types=_types)
    for _clusters in (2, 8, 64):
        _add(
            f"wave_clustered_{_name} of {_clusters}",
            "wave",
            f"wd.wave_clustered_{_name}({{0}}, {_clusters})",
            (_domain,),
            partial(lanes.cluster_reduce, kind=_kind, size=_clusters),
            types=_types,
        )
    if _kind in ("min", "max"):
        _oracle = partial(lanes.extreme_lane, kind=_kind)
        _lane(f"wave_active_arg{_kind}", "{0}", (_domain,), _oracle, types=_types, result=U32)
    if _kind not in ("min", "max"):
        _oracle = partial(lanes.multi_prefix, kind=_kind)
        _lane(f"wave_multi_prefix_{_name}", "{0}, {mask}", (_domain,), _oracle, types=_types)
_lane(
    "wave_multi_prefix_count_bits",
    "{0}, {mask}",
    (_PREDICATE,),
    lanes.multi_prefix_count_bits,
    result=U32,
    **_scalar,
)

_lane("wave_read_lane_first", "{0}", ("bits",), lanes.read_first_lane)
_lane("wave_read_lane_at", "{0}, {lane}", ("bits",), lanes.read_lane)
_add(
    "wave_read_lane_at a constant",
    "wave",
    "wd.wave_read_lane_at({0}, 3)",
    ("bits",),
    lambda active, values: lanes.read_lane(active, values, np.full((*active.shape, 1), 3)),
    certain_lane=True,
)

# Shuffles to the index of an active lane.
_OWN = "wd.wave_lane_index()"
_lane("wave_shuffle_up", f"{{0}}, {_OWN} - {{lane}}", ("bits",), partial(lanes.shuffle, way="up"))
_lane("wave_shuffle_down", f"{{0}}, {{lane}} - {_OWN}", ("bits",), partial(lanes.shuffle, way="down"))
_lane("wave_shuffle_xor", f"{{0}}, {{lane}} ^ {_OWN}", ("bits",), lanes.read_lane)
_lane("wave_rotate", f"{{0}}, {{lane}} - {_OWN}", ("bits",), lanes.read_lane)
_lane("wave_clustered_rotate", f"{{0}}, {{lane}} - {_OWN}, 128", ("bits",), lanes.read_lane)
for _name, _arguments, _place in (
    ("wave_shuffle_xor", "3", lambda place: place ^ 3),
    ("wave_clustered_rotate", "1, 4", lambda place: (place + 1) & 3),
    ("wave_clustered_rotate", "-1, 2", lambda place: place ^ 1),
):
    _add(
        f"{_name} by {_arguments}",
        "wave",
        f"wd.{_name}({{0}}, {_arguments})",
        ("bits",),
        partial(lanes.read_in_quad, place=_place),
        quads=True,
    )

# Quads.

for _direction in ("x", "y", "diagonal"):
    _oracle = partial(lanes.quad_read_across, direction=_direction)
    _lane(f"quad_read_across_{_direction}", "{0}", ("bits",), _oracle, quads=True)
_lane("quad_read_lane_at", "{0}, {1}", ("bits", Operand("quad_lane", U32, 1)), lanes.quad_read_lane, quads=True)
_add(
    "quad_read_lane_at a constant",
    "wave",
    "wd.quad_read_lane_at({0}, 2)",
    ("bits",),
    lambda active, values: lanes.quad_read_lane(active, values, np.full((*active.shape, 1), 2)),
    quads=True,
)
_lane("quad_any", "{0}", (_PREDICATE,), lanes.quad_any, quads=True, **_scalar)
_lane("quad_all", "{0}", (_PREDICATE,), lanes.quad_all, quads=True, **_scalar)
for _direction in "xy":
    for _suffix, _fine in (("", False), ("_coarse", False), ("_fine", True)):
        _oracle = partial(lanes.derivative, direction=_direction, fine=_fine)
        _lane(f"dd{_direction}{_suffix}", "{0}", ("finite",), _oracle, types=FLOATS, quads=True)

# Scalar functions.

_UNSIGNED = tuple(element for element in INTEGERS if element.kind == "uint")
_SIGNED = tuple(element for element in NUMBERS if element.kind != "uint")
_NARROW_FLOATS = tuple(element for element in FLOATS if element.bits < 64)


def _function(name: str, operands: Any, oracle: Callable[..., Expected], types: Any, **options: Any) -> None:
    places = ", ".join(f"{{{place}}}" for place in range(len(operands)))
    _add(name, "function", f"wd.{name}({places})", operands, oracle, types=types, takes_lanes=False, **options)


_function("min", ("any", "any"), functions.minimum, NUMBERS)
_function("max", ("any", "any"), functions.maximum, NUMBERS)
_function("clamp", ("any", "low", "high"), functions.clamp, NUMBERS)
_function("saturate", ("any",), functions.saturate, FLOATS)
_function("abs", ("any",), functions.absolute, _SIGNED)
_function("sign", ("any",), functions.sign, _SIGNED, result=ELEMENTS["i32"])
_function("floor", ("roundable",), functions.floor, FLOATS)
_function("ceil", ("roundable",), functions.ceil, FLOATS)
_function("round", ("roundable",), functions.round_even, FLOATS)
_function("trunc", ("roundable",), functions.truncate, FLOATS)
_function("frac", ("finite",), functions.fraction, FLOATS)
_function("sqrt", ("root",), functions.square_root, FLOATS)
_function("rsqrt", ("positive",), functions.reciprocal_root, FLOATS)
_function("exp", ("exponent",), functions.exponential, _NARROW_FLOATS)
_function("exp2", ("exponent",), functions.exponential2, _NARROW_FLOATS)
_function("log", ("positive",), functions.logarithm, _NARROW_FLOATS)
_function("log2", ("positive",), functions.logarithm2, _NARROW_FLOATS)
_function("pow", ("base", "power"), functions.power, _NARROW_FLOATS)
_function("sin", ("angle",), functions.sine, _NARROW_FLOATS)
_function("cos", ("angle",), functions.cosine, _NARROW_FLOATS)
_function("tan", ("angle",), functions.tangent, _NARROW_FLOATS)
_function("asin", ("unit",), functions.arcsine, FLOATS)
_function("acos", ("unit",), functions.arccosine, FLOATS)
_function("atan", ("finite",), functions.arctangent, FLOATS)
_function("atan2", ("finite", "finite"), functions.arctangent2, FLOATS)
_function("sinh", ("angle",), functions.hyperbolic_sine, FLOATS)
_function("cosh", ("angle",), functions.hyperbolic_cosine, FLOATS)
_function("tanh", ("angle",), functions.hyperbolic_tangent, FLOATS)
_function("log10", ("positive",), functions.logarithm10, FLOATS)
_function("exp10", ("power",), functions.exponential10, FLOATS)
_function("expm1", ("power",), functions.exponential_less_one, FLOATS)
_function("log1p", ("positive",), functions.logarithm_of_next, FLOATS)
_function("cbrt", ("finite",), functions.cube_root, FLOATS)
_function("hypot", ("finite", "finite"), functions.hypotenuse, FLOATS)
_function("ldexp", ("finite", Operand("scaling", ELEMENTS["i32"])), functions.scale, FLOATS)
_function("copysign", ("any", "any"), functions.copy_sign, FLOATS)
_function("isnormal", ("any",), functions.is_normal, FLOATS, result=BOOL)
_function("rcp", ("divisor",), functions.reciprocal, FLOATS)
_function("fmod", ("quotient", "modulus"), functions.remainder, FLOATS)
_function("degrees", ("finite",), functions.multiple(180 / np.pi), FLOATS)
_function("radians", ("finite",), functions.multiple(np.pi / 180), FLOATS)
_function("smoothstep", ("low", "high", "angle"), functions.smooth_step, FLOATS)
for _name, _part, _result in (
    ("frexp", functions.mantissa, None),
    ("frexp", functions.exponent, ELEMENTS["i32"]),
    ("modf", functions.signed_fraction, None),
    ("modf", functions.truncate, None),
):
    _place = 0 if _part in (functions.mantissa, functions.signed_fraction) else 1
    _domain = "roundable" if _name == "modf" else "finite"
    _text = f"wd.{_name}({{0}})[{_place}]"
    _options = {"types": FLOATS, "takes_lanes": False, "result": _result}
    _add(f"{_name}, part {_place}", "function", _text, (_domain,), _part, **_options)
_of_vectors: Any = {"types": FLOATS, "sizes": (2, 3, 4)}
_function("distance", ("finite", "finite"), functions.distance, result_size=1, **_of_vectors)
_function("normalize", ("finite",), functions.normalize, **_of_vectors)
_function("cross", ("finite", "finite"), functions.cross, FLOATS, sizes=(3,))
_function("reflect", ("angle", "angle"), functions.reflect, **_of_vectors)
_function("refract", ("angle", "angle", Operand("power", None, 1)), functions.refract, **_of_vectors)
_function("faceforward", ("finite", "finite", "finite"), functions.face_forward, **_of_vectors)
_function("fma", ("finite", "finite", "finite"), functions.multiply_add, FLOATS)
_function("mad", ("finite", "finite", "finite"), functions.multiply_add, NUMBERS)
_function("lerp", ("finite", "finite", "power"), functions.interpolate, FLOATS)
_function("step", ("any", "any"), functions.step, FLOATS)
_function("dot", ("finite", "finite"), functions.dot, NUMBERS, sizes=(2, 3, 4), result_size=1)
_function("length", ("finite",), functions.length, FLOATS, sizes=(2, 3, 4), result_size=1)
_function("countbits", ("any",), functions.population_count, INTEGERS, result=U32)
_function("firstbitlow", ("any",), functions.first_bit_low, INTEGERS, result=U32)
_function("firstbithigh", ("any",), functions.first_bit_high, INTEGERS, result=U32)
_function("reversebits", ("any",), functions.reverse_bits, INTEGERS)
_function("select", (Operand("predicate", BOOL), "bits", "bits"), functions.select, ALL)
_add(
    "select by one bool",
    "function",
    "wd.select({0}, {1}, {2})",
    (Operand("predicate", BOOL, 1), Operand("bits"), Operand("bits")),
    functions.select,
    sizes=(2, 3, 4),
    takes_lanes=False,
)
_function("any", ("any",), functions.any_component, (BOOL,), sizes=(2, 3, 4), result_size=1)
_function("all", ("any",), functions.all_components, (BOOL,), sizes=(2, 3, 4), result_size=1)
_function("isnan", ("any",), functions.is_nan, FLOATS, result=BOOL)
_function("isinf", ("any",), functions.is_infinite, FLOATS, result=BOOL)
_function("isfinite", ("any",), functions.is_finite, FLOATS, result=BOOL)
for _name, _to, _from in (
    ("asuint", "u32", "i32 u32 f32"),
    ("asint", "i32", "i32 u32 f32"),
    ("asfloat", "f32", "i32 u32 f32"),
    ("asuint16", "u16", "i16 u16 f16 bf16"),
    ("asint16", "i16", "i16 u16 f16 bf16"),
    ("asfloat16", "f16", "i16 u16 f16"),
    ("asbf16", "bf16", "i16 u16"),
):
    if _to not in ELEMENTS:
        continue
    _types = tuple(ELEMENTS[name] for name in _from.split() if name in ELEMENTS)
    # Any bits, signaling NaNs among them, but for what starts as a float.
    _oracle = partial(functions.reinterpret, to=ELEMENTS[_to])
    _function(_name, ("bits",), _oracle, _types, result=ELEMENTS[_to])
_function("f32tof16", ("half_range",), functions.half_bits, (ELEMENTS["f32"],), result=U32)
_function("f16tof32", ("half_bits",), functions.from_half_bits, (U32,), result=ELEMENTS["f32"])
_function("quad_coordinate", (Operand("lane_number", U32, 1),), functions.quad_place, (U32,), sizes=(1,), result_size=2)
_finite = ("finite", "finite", "finite")
for _name, _text in (("precise x * y + z", "wd.precise({0} * {1} + {2})"), ("x * y + z", "{0} * {1} + {2}")):
    _oracle = functions.multiply_then_add if "precise" in _name else functions.multiply_add
    _types = FLOATS if "precise" in _name else NUMBERS
    _add(_name, "function", _text, _finite, _oracle, types=_types, takes_lanes=False)

# Operators.


def _operator(text: str, operands: Any, oracle: Callable[..., Expected], types: Any, **options: Any) -> None:
    name = text.replace("{0}", "x").replace("{1}", "y")
    _add(name, "operator", text, operands, oracle, types=types, takes_lanes=False, **options)


_operator("{0} + {1}", ("any", "any"), functions.add, NUMBERS)
_operator("{0} - {1}", ("any", "any"), functions.subtract, NUMBERS)
_operator("{0} * {1}", ("finite", "finite"), functions.multiply, NUMBERS)
_operator("{0} / {1}", ("finite", "divisor"), functions.divide, FLOATS)
_operator("{0} // {1}", ("any", "divisor"), functions.truncating_quotient, INTEGERS)
_operator("{0} % {1}", ("quotient", "modulus"), functions.remainder, NUMBERS)
_operator("{0} ** 2", ("finite",), functions.square, NUMBERS)
_operator("{0} ** -1", ("divisor",), functions.reciprocal, FLOATS)
_operator("{0} ** 0.5", ("root",), functions.square_root, FLOATS)
_operator("-{0}", ("any",), functions.negate, NUMBERS)
_operator("~{0}", ("any",), functions.bit_not, INTEGERS)
_operator("{0} & {1}", ("any", "any"), functions.bit_and, INTEGERS)
_operator("{0} | {1}", ("any", "any"), functions.bit_or, INTEGERS)
_operator("{0} ^ {1}", ("any", "any"), functions.bit_xor, INTEGERS)
_operator("{0} << {1}", ("any", "amount"), functions.shift_left, INTEGERS)
_operator("{0} >> {1}", ("any", "amount"), functions.shift_right, INTEGERS)
_operator("{0} & {1}", ("any", "any"), functions.boolean(np.logical_and), (BOOL,))
_operator("{0} | {1}", ("any", "any"), functions.boolean(np.logical_or), (BOOL,))
_operator("{0} ^ {1}", ("any", "any"), functions.boolean(np.logical_xor), (BOOL,))
_operator("not {0}", ("any",), functions.boolean(np.logical_not), (BOOL,), sizes=(1,))
_operator("~{0}", ("any",), functions.boolean(np.logical_not), (BOOL,), sizes=(2, 3, 4))
for _sign, _compare in (("<", np.less), ("<=", np.less_equal), (">", np.greater), (">=", np.greater_equal)):
    _operator(f"{{0}} {_sign} {{1}}", ("any", "any"), functions.comparison(_compare), NUMBERS, result=BOOL)
_operator("{0} == {1}", ("any", "any"), functions.comparison(np.equal), ALL, result=BOOL)
_operator("{0} != {1}", ("any", "any"), functions.comparison(np.not_equal), ALL, result=BOOL)

# Conversions, from the case's type to each other one.


def _conversion(source: Element, to: Element) -> None:
    floats_to_integers = source.float and to.integer
    domain = fitting(to) if floats_to_integers else "any"
    oracle = partial(functions.convert, source=source, to=to)
    for size in SIZES:
        _add(
            f"to {to.name}",
            "conversion",
            f"{to.qualified(size)}({{0}})",
            (domain,),
            oracle,
            types=(source,),
            sizes=(size,),
            result=to,
            takes_lanes=False,
        )


for _source in ALL:
    for _to in ALL:
        _conversion(_source, _to)


def cases() -> list[tuple[Operation, Element, int]]:
    """Every operation with every element and size that is legal for it."""
    return [
        (operation, element, size)
        for operation in OPERATIONS
        for element in operation.types
        for size in operation.sizes
    ]
