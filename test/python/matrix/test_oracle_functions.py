"""The model of the scalar functions against cases worked out by hand, and against math's more exact functions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from wave_matrix import function_oracle as oracle
from wave_matrix.elements import ELEMENTS, FLOATS, INTEGERS, limits_of
from wave_matrix.expected import ANY, NAN, ZERO, Expected
from wave_matrix.inputs import DOMAINS, draw
from wave_matrix.operations import OPERATIONS
from wave_matrix.precision import ulp


def f32(*values):
    return np.array(values, np.float32)


def i32(*values):
    return np.array(values, np.int32)


def exact(expected):
    assert not expected.tolerance.any()
    return expected.values.tolist()


def test_integer_division_truncates_and_the_remainder_has_the_sign_of_the_dividend():
    x, y = i32(7, -7, 7, -7, -(2**31)), i32(2, 2, -2, -2, 3)
    assert exact(oracle.truncating_quotient(x, y)) == [3, -3, -3, 3, -715827882]
    assert exact(oracle.remainder(x, y)) == [1, -1, 1, -1, -2]
    large = np.array([2**64 - 1], np.uint64)
    assert exact(oracle.truncating_quotient(large, np.array([10], np.uint64))) == [(2**64 - 1) // 10]


def test_remainder_of_floats():
    result = oracle.remainder(f32(5.5, -5.5, 3), f32(4, 4, -4))
    assert result.values.tolist() == [1.5, -1.5, 3]


def test_shifts_count_modulo_the_width_and_know_the_sign():
    assert exact(oracle.shift_left(i32(1, 1), i32(33, 31))) == [2, -(2**31)]
    assert exact(oracle.shift_right(i32(-8, -1), i32(1, 63))) == [-4, -1]
    assert exact(oracle.shift_right(np.array([0x8000], np.uint16), np.array([15], np.uint16))) == [1]


def test_integers_wrap():
    assert exact(oracle.add(i32(2**31 - 1), i32(1))) == [-(2**31)]
    assert exact(oracle.multiply(np.array([300], np.int16), np.array([300], np.int16))) == [90000 - 65536]
    assert exact(oracle.negate(np.array([-(2**15)], np.int16))) == [-(2**15)]
    assert exact(oracle.absolute(i32(-(2**31)))) == [-(2**31)]


def test_a_nan_is_unequal_and_loses_in_min_and_max():
    nan = f32(np.nan)
    assert exact(oracle.comparison(np.equal)(nan, nan)) == [0]
    assert exact(oracle.comparison(np.not_equal)(nan, nan)) == [1]
    assert exact(oracle.comparison(np.less_equal)(nan, f32(1))) == [0]
    assert exact(oracle.minimum(nan, f32(3))) == [3]
    assert (oracle.maximum(nan, nan).flags & NAN).all()
    assert exact(oracle.saturate(f32(np.nan, -1, 0.25, 7, np.inf))) == [0, 0, 0.25, 1, 1]
    assert exact(oracle.clamp(nan, f32(-2), f32(5))) == [-2]
    assert exact(oracle.sign(f32(np.nan, -0.0, -np.inf, 1e-30))) == [0, 0, -1, 1]
    assert exact(oracle.step(f32(np.nan, 1), f32(0, 1))) == [0, 1]


def test_the_sign_of_a_zero_is_free():
    assert (oracle.minimum(f32(-0.0), f32(0.0)).flags & ZERO).all()
    assert oracle.minimum(f32(-0.0), f32(0.0)).matches(f32(0.0)).all()


def test_round_is_to_even():
    assert exact(oracle.round_even(f32(0.5, 1.5, 2.5, -0.5, -1.5))) == [0, 2, 2, 0, -2]


def test_fraction():
    assert oracle.fraction(f32(1.25, -1.25)).values.tolist() == [0.25, 0.75]
    tiny = oracle.fraction(f32(-1e-10))
    assert tiny.matches(f32(1.0)).all() and tiny.matches(np.nextafter(f32(1.0), f32(0))).all()


def test_bits():
    x = i32(0, 1, -1, 0b101000, -(2**31), -2)
    assert exact(oracle.population_count(x)) == [0, 1, 32, 2, 1, 31]
    assert exact(oracle.first_bit_low(x)) == [0xFFFFFFFF, 0, 0, 3, 31, 1]
    assert exact(oracle.first_bit_high(x)) == [0xFFFFFFFF, 0, 0xFFFFFFFF, 5, 30, 0]
    assert exact(oracle.first_bit_high(x.view(np.uint32)))[2:] == [31, 5, 31, 31]
    assert exact(oracle.reverse_bits(np.array([1, 2], np.uint16))) == [0x8000, 0x4000]
    assert exact(oracle.reverse_bits(i32(1))) == [-(2**31)]


def test_conversions():
    def convert(values, source, to):
        source, to = ELEMENTS[source], ELEMENTS[to]
        return exact(oracle.convert(np.array(values, source.storage), source, to))

    assert convert([-1, 0x7FFFFFFF], "i32", "u16") == [0xFFFF, 0xFFFF]
    assert convert([-1], "i16", "u64") == [2**64 - 1]
    assert convert([0xFFFF], "u16", "i64") == [65535]
    assert convert([-1.9, 1.9], "f32", "i32") == [-1, 1]
    assert convert([2**24 + 1], "i32", "f32") == [2**24]
    assert convert([2**63 + 1024], "u64", "f64") == [2**63]
    assert convert([0.0, -0.0, np.nan, 0.25], "f32", "bool") == [0, 0, 1, 1]
    assert convert([65519.0, 65520.0], "f32", "f16") == [65504, np.inf]
    assert convert([1, 0], "bool", "f64") == [1, 0]


def test_half_bits():
    assert exact(oracle.from_half_bits(np.array([0x3C00, 0xFFFF3C00, 0x7C00], np.uint32))) == [1, 1, np.inf]
    assert oracle.half_bits(f32(1.0)).values.tolist() == [0x3C00]
    between = oracle.half_bits(f32(1 + 2**-12))
    assert between.matches(np.array([0x3C00], np.uint32)).all()
    assert between.matches(np.array([0x3C01], np.uint32)).all()


@pytest.mark.parametrize(
    ("function", "of_math", "values"),
    [
        (oracle.exponential, math.exp, (-3, 0, 2.5)),
        (oracle.exponential2, lambda x: 2.0**x, (-3, 0, 2.5)),
        (oracle.logarithm, math.log, (0.01, 1, 700)),
        (oracle.logarithm2, math.log2, (0.01, 1, 700)),
        (oracle.square_root, math.sqrt, (0, 2, 1e4)),
        (oracle.reciprocal_root, lambda x: 1 / math.sqrt(x), (0.5, 2, 1e4)),
        (oracle.sine, math.sin, (-3, 0, 1)),
        (oracle.cosine, math.cos, (-3, 0, 1)),
        (oracle.tangent, math.tan, (-1, 0, 1)),
    ],
)
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_functions_accept_the_rounded_result_and_refuse_a_worse_one(function, of_math, values, dtype):
    x = np.array(values, dtype)
    right = np.array([of_math(float(value)) for value in x], dtype)
    expected = function(x)
    assert expected.matches(right).all()
    assert not expected.matches(right + np.array(0.6, dtype) * (1 + np.abs(right))).any()


def test_contraction_is_allowed_both_ways():
    a, b, c = f32(1 + 2**-13), f32(1 - 2**-13), f32(-1)
    apart, once = f32(a[0] * b[0]) + c, f32(np.float64(a[0]) * np.float64(b[0]) - 1)
    assert apart != once
    result = oracle.multiply_add(a, b, c)
    assert result.matches(apart).all() and result.matches(once).all()
    assert not result.matches(f32(1e-6)).any()


def test_dot_and_length():
    x, y = f32(1, 2, 3)[None], f32(4, -5, 6)[None]
    assert oracle.dot(x, y).values.tolist() == [[12]]
    assert exact(oracle.dot(i32(2**30, 2)[None], i32(4, 3)[None])) == [[6]]
    assert oracle.length(f32(3, 4)[None]).matches(f32(5)[None]).all()


@pytest.mark.parametrize("element", FLOATS)
def test_ulp_is_the_distance_of_neighbors(element):
    values = np.array([1, 1.5, 2, 1000, 0.125], element.storage)
    assert (ulp(values, element.storage) == np.spacing(values).astype(np.float64)).all()


# The inputs: a domain that breaks its promise would make wrong results look right.


def test_no_domain_but_bits_has_denormals():
    rng = np.random.default_rng(1)
    for operation in OPERATIONS:
        for operand in operation.operands:
            if operand.domain == "bits":
                continue
            for element in operation.types:
                found = operand.element_of(element)
                if found.float:
                    values = draw(operand.domain, rng, found, (8, 16, 2))
                    small = np.abs(values) < limits_of(found.storage).tiny
                    assert not (small & (values != 0)).any(), (operation.name, operand.domain, element)


def test_divisors_are_defined():
    rng = np.random.default_rng(1)
    for element in INTEGERS:
        values = draw("divisor", rng, element, (8, 64, 1))
        assert (values != 0).all() and (element.kind == "uint" or (values != -1).all())


@pytest.mark.parametrize("element", FLOATS)
def test_floats_fit_the_integers_they_become(element):
    rng = np.random.default_rng(2)
    for to in INTEGERS:
        name = f"fitting_{to.name}"
        whole = np.trunc(draw(name, rng, element, (8, 64, 1)).astype(np.longdouble))
        assert (whole >= to.lowest).all() and (whole <= to.highest).all()


def test_few_results_are_open():
    """A definition that leaves everything open would never be contradicted."""
    rng = np.random.default_rng(3)
    for operation in OPERATIONS:
        for element in operation.types:
            size = operation.sizes[-1]
            values = [
                draw(operand.domain, rng, operand.element_of(element), (8, 16, operand.size_of(size)))
                for operand in operation.operands
            ]
            active = np.ones((8, 16), bool)
            if operation.uses_lane:
                values.append(np.zeros((8, 16, 1), np.int64))
            if operation.uses_mask:
                values.append(np.ones((8, 16, 16), bool))
            with np.errstate(all="ignore"):
                expected: Expected = operation.oracle(*([active] if operation.takes_lanes else []), *values)
            open_ = (expected.flags & ANY) != 0
            assert open_.mean() < 0.2, (operation, element)


def test_domains_have_names_and_uses():
    used = {operand.domain for operation in OPERATIONS for operand in operation.operands}
    assert used <= set(DOMAINS) and set(DOMAINS) <= used | {"keys"}


def test_lanes_of_quads_in_order_of_z():
    lanes = np.arange(8, dtype=np.uint32)[:, None]
    places = oracle.quad_place(lanes).values.tolist()
    assert places == [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [3, 0], [2, 1], [3, 1]]


def test_precise_rounds_twice():
    a, b, c = f32(1 + 2**-13), f32(1 - 2**-13), f32(-1)
    assert exact(oracle.multiply_then_add(a, b, c)) == [0]
