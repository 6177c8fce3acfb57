"""``match`` and the scans over its masks, against definitions lane by lane."""

from __future__ import annotations

import numpy as np
import pytest
from ir_builder import DTYPES, VectorType, bool_, evaluate, samples, u32, vector_of
from test_interpreter_lanes import IDENTITIES, SCANS, fold

LANES = 16
MASK = VectorType(u32, 4)
EVERY_SECOND = list(range(1, LANES, 2))
SOME = [lane for lane in range(LANES) if lane not in (0, 4)]
MASKS = {"all": list(range(LANES)), "every second": EVERY_SECOND, "some": SOME, "one": [7]}

pytestmark = pytest.mark.filterwarnings("ignore:.*encountered in.*:RuntimeWarning")


def words(lanes):
    number = sum(1 << lane for lane in lanes)
    return [number >> 32 * word & 0xFFFFFFFF for word in range(4)]


def equal(values, a, b):
    return a == b or all(
        x == y for x, y in zip(np.atleast_1d(values[..., a]), np.atleast_1d(values[..., b]), strict=True)
    )


def match(type_, values, active=None):
    size = 1 if values.ndim == 1 else len(values)
    return evaluate(lambda b, v: b.op("wave.match", v), [(vector_of(type_, size), values)], MASK, active)[0]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("type_", DTYPES.values(), ids=str)
@pytest.mark.parametrize("active", MASKS.values(), ids=MASKS)
def test_match_compares_all_components_of_the_active_lanes(active, type_, size):
    random = np.random.default_rng(size)
    few = samples(type_, (2,), random)
    values = random.choice(few, (LANES,) if size == 1 else (size, LANES))
    result = match(type_, values, active)
    for lane in active:
        assert result[:, lane].tolist() == words(other for other in active if equal(values, lane, other))


@pytest.mark.parametrize("type_", ["f16", "f32", "f64"])
@pytest.mark.parametrize("size", [1, 2])
def test_match_of_floats_goes_by_value(type_, size):
    """-0 is 0, and a NaN is matched by its own lane only."""
    type_ = DTYPES[type_]
    row = np.array([0.0, -0.0, np.nan, np.nan, 1, 0, -np.inf, np.inf], type_.numpy)
    values = row if size == 1 else np.stack([np.ones(8, type_.numpy), row])
    expected = [[0, 1, 5], [0, 1, 5], [2], [3], [4], [0, 1, 5], [6], [7]]
    assert match(type_, values).T.tolist() == [words(lanes) for lanes in expected]


@pytest.mark.parametrize("lanes", [4, 32, 64, 128])
def test_match_at_every_wave_size(lanes):
    values = np.arange(lanes, dtype=np.uint32) % 3
    result = match(u32, values)
    for lane in range(lanes):
        assert result[:, lane].tolist() == words(range(lane % 3, lanes, 3))


def partition(keys):
    """The masks that a match of the keys gives with all lanes active."""
    return np.array([words(other for other in range(len(keys)) if keys[other] == key) for key in keys], np.uint32).T


def scan(builder, value, mask, **attributes):
    return builder.op("wave.multi_prefix", value, mask, **attributes)


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize(("type_", "kind"), SCANS, ids=str)
def test_multi_prefix(type_, kind, size):
    """The masks name lanes that are no longer active, which take no part."""
    random = np.random.default_rng(5)
    values = samples(type_, (LANES,) if size == 1 else (size, LANES), random)
    keys = random.integers(0, 3, LANES).tolist()
    full = vector_of(type_, size)
    identity = type_.wrap(IDENTITIES[kind]) if type_.is_integer else float(IDENTITIES[kind])
    for active in MASKS.values():
        compute = lambda b, v, m: scan(b, v, m, kind=kind)
        result, found = evaluate(compute, [(full, values), (MASK, partition(keys))], full, active)
        assert not found
        for row, numbers in zip(np.atleast_2d(result), np.atleast_2d(values), strict=True):
            for lane in active:
                before = [other for other in active if other < lane and keys[other] == keys[lane]]
                expected = fold(kind, type_, numbers[before]) if before else identity
                np.testing.assert_array_equal(row[lane], np.array(expected).astype(type_.numpy))


def test_multi_prefix_count_bits():
    random = np.random.default_rng(6)
    flags = random.random(LANES) < 0.6
    keys = random.integers(0, 3, LANES).tolist()
    for active in MASKS.values():
        compute = lambda b, v, m: b.op("wave.multi_prefix_count_bits", v, m)
        result, found = evaluate(compute, [(bool_, flags), (MASK, partition(keys))], u32, active)
        assert not found
        for lane in active:
            assert result[lane] == sum(flags[other] for other in active if other < lane and keys[other] == keys[lane])


@pytest.mark.parametrize("lanes", [4, 64, 128])
def test_multi_prefix_over_a_match_beyond_32_lanes(lanes):
    keys = np.arange(lanes, dtype=np.uint32) % 3

    def compute(builder, key):
        return scan(builder, builder.constant(1), builder.op("wave.match", key), kind="add")

    result, _ = evaluate(compute, [(u32, keys)], u32)
    assert result.tolist() == [lane // 3 for lane in range(lanes)]


def masks_of(sets):
    return np.array([words(lanes) for lanes in sets], np.uint32).T


PAIRS = [[0, 1], [0, 1], [2, 3], [2, 3], [4, 5], [4, 5], [6, 7], [6, 7]]


@pytest.mark.parametrize("name", ["wave.multi_prefix", "wave.multi_prefix_count_bits"])
@pytest.mark.parametrize(
    ("lane", "mask", "wrong", "reason"),
    [
        (4, [5], (4, 5), "the lane is not in it"),
        (4, [], (4, 5), "the lane is not in it"),
        (4, [4], (5,), "a lane in it has another mask"),
        (4, [3, 4, 5], (4, 5), "a lane in it has another mask"),
        (3, [3], (2,), "a lane in it has another mask"),
    ],
)
def test_a_mask_that_no_match_gives(name, lane, mask, wrong, reason):
    """The lanes whose masks are right get their results, the others poison."""
    sets = [list(lanes) for lanes in PAIRS]
    sets[lane] = mask
    flags = np.ones(8, np.bool_)

    def compute(builder, flag, masks):
        if name == "wave.multi_prefix_count_bits":
            return builder.op(name, flag, masks)
        return builder.op(name, builder.constant(1), masks, kind="add")

    result, (finding,) = evaluate(compute, [(bool_, flags), (MASK, masks_of(sets))], u32)
    assert (finding.rule, finding.lanes) == ("partition-mask", wrong)
    assert f"the mask of lane {wrong[0]} is not a result of wave_match: {reason}" in finding.message
    expected = [0x7FFADBAD if number in wrong else number % 2 for number in range(8)]
    if lane == 3:
        expected[3] = 0
    assert result.tolist() == expected


def test_masks_are_judged_by_their_active_lanes():
    """Lane 5 has a wrong mask but is not active; bits that name no lane of the wave mean nothing."""
    sets = [list(lanes) for lanes in PAIRS]
    sets[5] = [0]
    sets[4] = [4, 5, 9, 127]
    operands = [(u32, np.full(8, 3, np.uint32)), (MASK, masks_of(sets))]
    active = [0, 1, 2, 3, 4, 6, 7]
    result, found = evaluate(lambda b, v, m: scan(b, v, m, kind="add"), operands, u32, active)
    assert not found
    assert result[active].tolist() == [0, 3, 0, 3, 0, 0, 3]
