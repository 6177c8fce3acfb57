"""Lane operations of every type, scalar and vector, under masks of the active lanes, against loops over the lanes."""

from __future__ import annotations

import numpy as np
import pytest
from ir_builder import DTYPES, KernelBuilder, bool_, evaluate, run, samples, u32, vector_of

TYPES = list(DTYPES.values())
NUMBERS = [type_ for type_ in TYPES if not type_.is_bool]
INTEGERS = [type_ for type_ in TYPES if type_.is_integer]
FLOATS = [type_ for type_ in TYPES if type_.is_float]
LANES = 16
MASKS = {
    "all": range(LANES),
    "every second": range(1, LANES, 2),
    "first and fifth missing": [lane for lane in range(LANES) if lane not in (0, 4)],
    "one": [11],
}
SIZES = [1, 2, 4]

pytestmark = pytest.mark.filterwarnings("ignore:.*encountered in.*:RuntimeWarning")


@pytest.fixture(params=MASKS)
def active(request):
    return list(MASKS[request.param])


def inputs(type_, size, seed=2):
    return samples(type_, (LANES,) if size == 1 else (size, LANES), np.random.default_rng(seed))


def rows(values):
    return np.atleast_2d(values)


def assert_lanes(result, expected, active):
    """``expected`` has a list of the active lanes' values for each component."""
    for row, numbers in zip(rows(result), expected, strict=True):
        np.testing.assert_array_equal(row[active], np.array(numbers).astype(row.dtype))


def combine(kind, type_, a, b):
    """Two numbers combined, in the type."""
    if type_.is_float:
        if kind in ("add", "mul"):
            return (np.add if kind == "add" else np.multiply)(a, b, dtype=type_.numpy)
        if np.isnan(a) or np.isnan(b):
            return b if np.isnan(a) else a
        return min(a, b) if kind == "minnumf" else max(a, b)
    a, b = int(a), int(b)
    if kind in ("minui", "maxui", "minsi", "maxsi"):
        sign = 1 << (type_.bits - 1)
        key = (lambda n: n % (2 * sign)) if kind.endswith("ui") else lambda n: (n % (2 * sign)) ^ sign
        return (min if "min" in kind else max)(a, b, key=key)
    models = {
        "add": lambda: a + b,
        "mul": lambda: a * b,
        "and": lambda: a & b,
        "or": lambda: a | b,
        "xor": lambda: a ^ b,
    }
    return type_.wrap(models[kind]())


def fold(kind, type_, numbers):
    total = numbers[0]
    for number in numbers[1:]:
        total = combine(kind, type_, total, number)
    return total


KINDS = [(type_, kind) for type_ in INTEGERS for kind in "add mul minsi maxsi minui maxui and or xor".split()]
KINDS += [(type_, kind) for type_ in FLOATS for kind in "add mul minnumf maxnumf".split()]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("type_", "kind"), KINDS, ids=str)
def test_reduce(type_, kind, size):
    values, full = inputs(type_, size), vector_of(type_, size)
    for active in map(list, MASKS.values()):
        result, _ = evaluate(lambda b, v: b.op("wave.reduce", v, kind=kind), [(full, values)], full, active)
        expected = [[fold(kind, type_, row[active])] * len(active) for row in rows(values)]
        assert_lanes(result, expected, active)


def test_a_sum_of_halves_rounds_at_each_step():
    """Each addition of 1 to 2048 is lost; a wider sum would keep them."""
    values = np.array([2048] + [1] * 15, np.float16)
    result, _ = evaluate(lambda b, v: b.op("wave.reduce", v, kind="add"), [(DTYPES["f16"], values)], DTYPES["f16"])
    assert result.tolist() == [2048.0] * LANES


IDENTITIES = {"add": 0, "mul": 1, "and": -1, "or": 0, "xor": 0}
SCANS = [(type_, kind) for type_ in INTEGERS for kind in IDENTITIES]
SCANS += [(type_, kind) for type_ in FLOATS for kind in ("add", "mul")]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("type_", "kind"), SCANS, ids=str)
def test_prefix(type_, kind, size):
    values, full = inputs(type_, size), vector_of(type_, size)
    identity = type_.wrap(IDENTITIES[kind]) if type_.is_integer else float(IDENTITIES[kind])
    for active in map(list, MASKS.values()):
        result, _ = evaluate(lambda b, v: b.op("wave.prefix", v, kind=kind), [(full, values)], full, active)
        folds = [
            [identity, *(fold(kind, type_, row[active[:count]]) for count in range(1, len(active)))]
            for row in rows(values)
        ]
        for row, expected in zip(rows(result), folds, strict=True):
            np.testing.assert_array_equal(row[active], np.array(expected, type_.numpy))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_reads(type_, size, active):
    values, full = inputs(type_, size), vector_of(type_, size)
    first, _ = evaluate(lambda b, v: b.op("wave.read_first_lane", v), [(full, values)], full, active)
    assert_lanes(first, [[row[active[0]]] * len(active) for row in rows(values)], active)
    order = list(reversed(active))
    index = np.full(LANES, 0, np.uint32)
    index[active] = order
    read, found = evaluate(lambda b, v, i: b.op("wave.read_lane", v, i), [(full, values), (u32, index)], full, active)
    assert_lanes(read, [row[order] for row in rows(values)], active)
    assert not found


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_a_read_of_an_inactive_lane_gives_poison(type_, size):
    values, full = inputs(type_, size), vector_of(type_, size)
    index = np.full(LANES, 2, np.uint32)
    index[3] = 0
    active = range(2, LANES)
    compute = lambda b, v, i: b.op("wave.read_lane", v, i)
    result, (finding,) = evaluate(compute, [(full, values), (u32, index)], full, active)
    assert (finding.rule, finding.lanes) == ("inactive-lane", (3,))
    undefined = np.ascontiguousarray(rows(result)[:, 3])
    if type_.is_float:
        assert np.isnan(undefined).all()
    elif type_.is_bool:
        assert not undefined.any()
    else:
        pattern = {16: 0x7EAD, 32: 0x7FFADBAD, 64: 0x7FFADBAD7FFADBAD}[type_.bits]
        assert undefined.tolist() == [pattern] * size
    assert_lanes(result, [[row[2]] for row in rows(values)], [4])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_all_equal_is_one_bool_a_component(type_, size, active):
    full, flags = vector_of(type_, size), vector_of(bool_, size)
    values = np.ones((LANES,) if size == 1 else (size, LANES), type_.numpy)
    inactive = [lane for lane in range(LANES) if lane not in active]
    values[..., inactive] = 0
    if size > 1:
        values[1, active[0]] = 0
    result, _ = evaluate(lambda b, v: b.op("wave.all_equal", v), [(full, values)], flags, active)
    expected = [[component != 1 or len(active) == 1] * len(active) for component in range(size)]
    assert_lanes(result, expected, active)


@pytest.mark.parametrize("type_", FLOATS, ids=str)
@pytest.mark.parametrize(("pair", "equal"), [((0.0, -0.0), True), ((np.nan, np.nan), False), ((np.inf, np.inf), True)])
def test_all_equal_compares_floats_ordered(type_, pair, equal):
    values = np.resize(np.array(pair, type_.numpy), LANES)
    assert evaluate(lambda b, v: b.op("wave.all_equal", v), [(type_, values)], bool_)[0].tolist() == [equal] * LANES


def test_votes_and_counts(active):
    values = inputs(bool_, 1)
    chosen = values[active]
    expected = {
        "wave.any": (bool_, [chosen.any()] * len(active)),
        "wave.all": (bool_, [chosen.all()] * len(active)),
        "wave.count_bits": (u32, [chosen.sum()] * len(active)),
        "wave.prefix_count_bits": (u32, np.cumsum(chosen) - chosen),
    }
    for name, (type_, numbers) in expected.items():
        result, _ = evaluate(lambda b, v, name=name: b.op(name, v), [(bool_, values)], type_, active)
        assert_lanes(result, [numbers], active)


@pytest.mark.parametrize("lanes", [4, 8, 16, 32, 64, 128])
def test_ballot_is_one_vector(lanes):
    random = np.random.default_rng(lanes)
    flags = random.random(lanes) < 0.5
    active = [lane for lane in range(lanes) if random.random() < 0.7]
    four = vector_of(u32, 4)
    result, _ = evaluate(lambda b, v: b.op("wave.ballot", v), [(bool_, flags)], four, active)
    number = sum(1 << lane for lane in active if flags[lane])
    words = [number >> 32 * word & 0xFFFFFFFF for word in range(4)]
    assert result[:, active].T.tolist() == [words] * len(active)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_assume_uniform_returns_a_uniform_value(type_, size, active):
    full = vector_of(type_, size)
    values = inputs(type_, size)
    values[..., active] = values[..., active[:1]]
    result, found = evaluate(lambda b, v: b.op("wave.assume_uniform", v), [(full, values)], full, active)
    assert not found
    assert_lanes(result, [row[active] for row in rows(values)], active)


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_assume_uniform_reports_the_lanes_that_differ(type_, size):
    full = vector_of(type_, size)
    values = np.ones((LANES,) if size == 1 else (size, LANES), type_.numpy)
    values[..., 9] = values[..., 12] = 0
    active = [lane for lane in range(LANES) if lane != 12]
    _, (finding,) = evaluate(lambda b, v: b.op("wave.assume_uniform", v), [(full, values)], full, active)
    assert (finding.rule, finding.lanes) == ("group-uniform", (9,))
    one, zero = (f"{type_.numpy.type(number)}" for number in (1, 0))
    texts = (one, zero) if size == 1 else (f"({one}, {one}, {one})", f"({zero}, {zero}, {zero})")
    assert f"lanes have {texts[0]} and {texts[1]}" in finding.message


@pytest.mark.parametrize("type_", FLOATS, ids=str)
def test_a_nan_is_uniform_and_the_two_zeros_are_not_one(type_):
    compute = lambda b, v: b.op("wave.assume_uniform", v)
    nans = np.resize(np.array([np.nan, -np.nan], type_.numpy), LANES)
    assert not evaluate(compute, [(type_, nans)], type_)[1]
    zeros = np.resize(np.array([0.0, -0.0], type_.numpy), LANES)
    assert [finding.rule for finding in evaluate(compute, [(type_, zeros)], type_)[1]] == ["group-uniform"]


def test_a_vector_that_differs_between_waves_is_not_uniform():
    builder = KernelBuilder(num_waves=2)
    wave = builder.op("wave.group_wave_index")
    vector = builder.op("vector.from_elements", builder.constant(5), wave, types=[vector_of(u32, 2)])
    builder.op("wave.assume_uniform", vector)
    (finding,) = run(builder, [], collect=True).findings
    assert "wave 0 has (5, 0) and wave 1 has (5, 1)" in finding.message
