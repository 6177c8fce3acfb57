"""Elementwise arithmetic of every type, scalar and vector, against Python's own numbers."""

from __future__ import annotations

import operator
from fractions import Fraction

import numpy as np
import pytest
from ir_builder import DTYPES, bool_, evaluate, samples, vector_of

INTEGERS = [type_ for type_ in DTYPES.values() if type_.is_integer]
FLOATS = [type_ for type_ in DTYPES.values() if type_.is_float]
SIZES = [1, 2, 3, 4]
LANES = 16


def shape_of(size):
    return (LANES,) if size == 1 else (size, LANES)


def as_signed(type_, number):
    return (int(number) & ((1 << type_.bits) - 1) ^ 1 << (type_.bits - 1)) - (1 << (type_.bits - 1))


def as_unsigned(type_, number):
    return int(number) & ((1 << type_.bits) - 1)


def elementwise(model, type_, *arrays):
    """``model`` of Python numbers, wrapped to the type."""
    numbers = [type_.wrap(model(*(int(x) for x in row))) for row in zip(*(a.ravel() for a in arrays), strict=True)]
    return np.array(numbers, type_.numpy).reshape(arrays[0].shape)


def run_binary(name, type_, size, a, b, **attributes):
    full = vector_of(type_, size)
    result, found = evaluate(lambda builder, x, y: builder.op(name, x, y, **attributes), [(full, a), (full, b)], full)
    assert not found
    return result


def pairs(type_, size, seed=0):
    random = np.random.default_rng(seed)
    return samples(type_, shape_of(size), random), samples(type_, shape_of(size), random)


MODELS = {
    "arith.addi": operator.add,
    "arith.subi": operator.sub,
    "arith.muli": operator.mul,
    "arith.andi": operator.and_,
    "arith.ori": operator.or_,
    "arith.xori": operator.xor,
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("type_", INTEGERS, ids=str)
@pytest.mark.parametrize("name", MODELS)
def test_integers_wrap_around_in_every_width(name, type_, size):
    a, b = pairs(type_, size)
    np.testing.assert_array_equal(run_binary(name, type_, size, a, b), elementwise(MODELS[name], type_, a, b))


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("type_", INTEGERS, ids=str)
@pytest.mark.parametrize("name", ["arith.minsi", "arith.maxsi", "arith.minui", "arith.maxui"])
def test_minimum_and_maximum_read_the_sign_from_the_name(name, type_, size):
    read = as_signed if name.endswith("si") else as_unsigned
    choose = min if "min" in name else max
    a, b = pairs(type_, size)
    model = lambda x, y: choose(x, y, key=lambda number: read(type_, number))
    np.testing.assert_array_equal(run_binary(name, type_, size, a, b), elementwise(model, type_, a, b))


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("type_", INTEGERS, ids=str)
@pytest.mark.parametrize("name", ["arith.shli", "arith.shrsi", "arith.shrui"])
def test_shift_amounts_are_masked_to_the_width(name, type_, size):
    a, _ = pairs(type_, size)
    amounts = np.resize(np.arange(0, 2 * type_.bits, 3, dtype=np.int64), a.shape).astype(type_.numpy)
    models = {
        "arith.shli": lambda x, n: x << n % type_.bits,
        "arith.shrsi": lambda x, n: as_signed(type_, x) >> n % type_.bits,
        "arith.shrui": lambda x, n: as_unsigned(type_, x) >> n % type_.bits,
    }
    expected = elementwise(models[name], type_, a, amounts)
    np.testing.assert_array_equal(run_binary(name, type_, size, a, amounts), expected)


def truncated(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


@pytest.mark.parametrize("size", [1, 4])
@pytest.mark.parametrize("type_", INTEGERS, ids=str)
@pytest.mark.parametrize("name", ["div", "rem"])
def test_division_truncates_in_every_width(name, type_, size):
    a, b = pairs(type_, size)
    b[(b == 0) | (b == type_.numpy.type(type_.wrap(-1)))] = 3
    a.flat[:4] = [type_.lowest, type_.highest, type_.lowest, type_.highest]
    b.flat[:4] = [2, 2, type_.highest, 7]
    model = truncated if name == "div" else lambda x, y: x - truncated(x, y) * y
    operation = f"arith.{name}{'si' if type_.signed else 'ui'}"
    np.testing.assert_array_equal(run_binary(operation, type_, size, a, b), elementwise(model, type_, a, b))


@pytest.mark.parametrize("type_", [type_ for type_ in INTEGERS if type_.signed], ids=str)
@pytest.mark.parametrize("size", [1, 2])
def test_division_overflow_names_the_type(type_, size):
    full = vector_of(type_, size)
    a = np.full(shape_of(size), type_.lowest, type_.numpy)
    b = np.full(shape_of(size), 1, type_.numpy)
    b[..., 5] = -1
    compute = lambda builder, x, y: builder.op("arith.divsi", x, y)
    result, (finding,) = evaluate(compute, [(full, a), (full, b)], full)
    assert (finding.rule, finding.lanes) == ("integer-division", (5,))
    assert f"{type_.lowest} divided by -1 does not fit in {type_.name}" in finding.message
    assert (np.delete(result, 5, -1) == type_.lowest).all()


@pytest.mark.parametrize("type_", INTEGERS, ids=str)
@pytest.mark.parametrize("size", [1, 3])
def test_division_by_zero_of_active_lanes_is_reported(type_, size):
    full = vector_of(type_, size)
    a, b = np.full(shape_of(size), 6, type_.numpy), np.full(shape_of(size), 2, type_.numpy)
    b[..., 3], b[..., 9] = 0, 0
    compute = lambda builder, x, y: builder.op("arith.divsi" if type_.signed else "arith.divui", x, y)
    active = [lane for lane in range(LANES) if lane != 9]
    result, (finding,) = evaluate(compute, [(full, a), (full, b)], full, active)
    assert (finding.rule, finding.lanes) == ("integer-division", (3,))
    assert (result[..., 4:9] == 3).all()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("type_", DTYPES.values(), ids=str)
def test_equality_of_every_type(type_, size):
    full, flags = vector_of(type_, size), vector_of(bool_, size)
    a, b = pairs(type_, size)
    b[..., ::3] = a[..., ::3]
    equal, different = ("oeq", "une") if type_.is_float else ("eq", "ne")
    for predicate, model in ((equal, operator.eq), (different, operator.ne)):
        compute = lambda builder, x, y, predicate=predicate: builder.compare(predicate, x, y)
        result, found = evaluate(compute, [(full, a), (full, b)], flags)
        expected = [model(x, y) for x, y in zip(a.ravel().tolist(), b.ravel().tolist(), strict=True)]
        assert result.ravel().tolist() == expected and not found


@pytest.mark.parametrize("size", [1, 4])
@pytest.mark.parametrize("type_", INTEGERS, ids=str)
@pytest.mark.parametrize("order", ["lt", "le", "gt", "ge"])
@pytest.mark.parametrize("sign", ["s", "u"])
def test_order_of_integers_reads_the_sign_from_the_predicate(sign, order, type_, size):
    full, flags = vector_of(type_, size), vector_of(bool_, size)
    a, b = pairs(type_, size)
    b[..., ::3] = a[..., ::3]
    result, _ = evaluate(lambda builder, x, y: builder.compare(sign + order, x, y), [(full, a), (full, b)], flags)
    read = as_signed if sign == "s" else as_unsigned
    model = getattr(operator, order)
    expected = [model(read(type_, x), read(type_, y)) for x, y in zip(a.ravel(), b.ravel(), strict=True)]
    assert result.ravel().tolist() == expected


@pytest.mark.parametrize("type_", FLOATS, ids=str)
def test_order_of_floats_with_a_nan(type_):
    a = np.array([1, 2, 2, np.nan, np.nan, -0.0, np.inf, 1], type_.numpy)
    b = np.array([2, 1, 2, 1, np.nan, 0.0, np.inf, np.nan], type_.numpy)
    expected = {
        "olt": [1, 0, 0, 0, 0, 0, 0, 0],
        "ole": [1, 0, 1, 0, 0, 1, 1, 0],
        "ogt": [0, 1, 0, 0, 0, 0, 0, 0],
        "oge": [0, 1, 1, 0, 0, 1, 1, 0],
        "oeq": [0, 0, 1, 0, 0, 1, 1, 0],
        "une": [1, 1, 0, 1, 1, 0, 0, 1],
        "ord": [1, 1, 1, 0, 0, 1, 1, 0],
        "uno": [0, 0, 0, 1, 1, 0, 0, 1],
    }
    for predicate, flags in expected.items():
        compute = lambda builder, x, y, predicate=predicate: builder.compare(predicate, x, y)
        result, _ = evaluate(compute, [(type_, a), (type_, b)], bool_)
        assert result.tolist() == flags, predicate


def rounded(type_, exact):
    """A rational number as the nearest float of the type, half to even."""
    if type_.bits == 64:
        return float(exact)
    limits = np.finfo(type_.numpy)
    if not exact:
        return type_.numpy.type(0)
    exponent = int(limits.minexp)
    while abs(exact) >= Fraction(2) ** (exponent + 1):
        exponent += 1
    unit = Fraction(2) ** (exponent - limits.nmant)
    return type_.numpy.type(float(round(exact / unit) * unit))


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("type_", FLOATS, ids=str)
@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("arith.addf", operator.add),
        ("arith.subf", operator.sub),
        ("arith.mulf", operator.mul),
        ("arith.divf", operator.truediv),
    ],
)
def test_each_float_operation_rounds_once_to_its_type(name, model, type_, size):
    random = np.random.default_rng(3)
    a = (random.standard_normal(shape_of(size)) * 100).astype(type_.numpy)
    b = (random.standard_normal(shape_of(size)) / 7).astype(type_.numpy)
    expected = [
        rounded(type_, model(Fraction(float(x)), Fraction(float(y)))) for x, y in zip(a.ravel(), b.ravel(), strict=True)
    ]
    assert run_binary(name, type_, size, a, b).ravel().tolist() == [float(number) for number in expected]


@pytest.mark.parametrize("type_", FLOATS, ids=str)
def test_float_edges(type_):
    infinity, nothing, number = np.inf, np.nan, 3.0
    highest = np.finfo(type_.numpy).max
    a = np.array([highest, infinity, 0.0, number, 5.5, -5.5, nothing, -0.0], type_.numpy)
    b = np.array([highest, -infinity, 0.0, 0.0, 3.0, 3.0, 1.0, 1.0], type_.numpy)
    expected = {
        "arith.addf": [infinity, nothing, 0, 3, 8.5, -2.5, nothing, 1],
        "arith.divf": [1, nothing, nothing, infinity, None, None, nothing, -0.0],
        "arith.remf": [0, nothing, nothing, nothing, 2.5, -2.5, nothing, -0.0],
        "arith.minnumf": [highest, -infinity, 0, 0, 3, -5.5, 1, -0.0],
        "arith.maxnumf": [highest, infinity, 0, 3, 5.5, 3, 1, 1],
    }
    for name, numbers in expected.items():
        result = evaluate(lambda builder, x, y, name=name: builder.op(name, x, y), [(type_, a), (type_, b)], type_)[0]
        for got, wanted in zip(result.tolist(), numbers, strict=True):
            assert wanted is None or got == wanted or (got != got and wanted != wanted), name
    negated = evaluate(lambda builder, x, y: builder.op("arith.negf", x), [(type_, a), (type_, b)], type_)[0]
    assert np.signbit(negated).tolist() == (~np.signbit(a)).tolist()


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("type_", DTYPES.values(), ids=str)
@pytest.mark.parametrize("condition_size", [1, "same"])
def test_select_by_one_bool_or_by_one_a_component(condition_size, type_, size):
    a, b = pairs(type_, size)
    flags = samples(bool_, shape_of(1 if condition_size == 1 else size), np.random.default_rng(9))
    full = vector_of(type_, size)
    condition = vector_of(bool_, 1 if condition_size == 1 else size)
    compute = lambda builder, c, x, y: builder.op("arith.select", c, x, y)
    result, _ = evaluate(compute, [(condition, flags), (full, a), (full, b)], full)
    np.testing.assert_array_equal(result.astype(type_.numpy), np.where(flags, a, b))


@pytest.mark.parametrize("type_", DTYPES.values(), ids=str)
def test_constants_of_every_type(type_):
    lanes = np.zeros(4, np.uint32)
    value = True if type_.is_bool else 1.5 if type_.is_float else type_.lowest
    compute = lambda builder, _: builder.constant(value, type_)
    result, _ = evaluate(compute, [(DTYPES["u32"], lanes)], type_)
    assert result.tolist() == [value] * 4
    parts = [0, 1] if type_.is_bool else [0.25, -2] if type_.is_float else [type_.highest, type_.lowest]
    full = vector_of(type_, 2)
    result, _ = evaluate(lambda builder, _: builder.constant(parts, full), [(DTYPES["u32"], lanes)], full)
    assert result.tolist() == [[parts[0]] * 4, [parts[1]] * 4]
    splat, _ = evaluate(lambda builder, _: builder.constant(value, full), [(DTYPES["u32"], lanes)], full)
    assert splat.tolist() == [[value] * 4] * 2


def test_a_constant_of_the_other_sign_keeps_its_bits():
    u64 = DTYPES["u64"]
    result, _ = evaluate(lambda builder, _: builder.constant(-1, u64), [(u64, np.zeros(4, np.uint64))], u64)
    assert result.tolist() == [2**64 - 1] * 4
