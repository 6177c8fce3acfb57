"""What each wave intrinsic gives, from its definition alone.

``active`` has one bool a lane: ``(waves, lanes)``. Values have one number a lane and component: ``(waves, lanes,
components)``; a scalar has one component. What is computed for inactive lanes means nothing. The words of the
definitions are HLSL's wave intrinsics; ``match``, floats and vectors are as DESIGN 3.2 and 3.3 say.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .elements import is_float, limits_of
from .expected import ANY, Expected
from .precision import roundoff, sum_error, wide

# Which lanes count for which lane: (waves, lanes or 1, lanes), the lane that asks before the lane that gives.


def everyone(active: np.ndarray) -> np.ndarray:
    """A reduction: all active lanes, the same for every lane that asks."""
    return active[:, None, :]


def lanes_before(active: np.ndarray) -> np.ndarray:
    """A scan: the active lanes with a smaller index."""
    lanes = active.shape[1]
    smaller = np.arange(lanes)[None, :] < np.arange(lanes)[:, None]
    return active[:, None, :] & smaller[None]


def lanes_before_in(active: np.ndarray, partition: np.ndarray) -> np.ndarray:
    """A scan of the lanes that are in the asking lane's own mask."""
    return lanes_before(active) & partition


def lanes_up_to(active: np.ndarray) -> np.ndarray:
    """An inclusive scan: the active lanes whose index is not greater."""
    lanes = active.shape[1]
    return active[:, None, :] & (np.arange(lanes)[None, :] <= np.arange(lanes)[:, None])[None]


def lanes_of_cluster(active: np.ndarray, size: int) -> np.ndarray:
    """The active lanes whose index has the same quotient by the size."""
    cluster = np.arange(active.shape[1]) // size
    return active[:, None, :] & (cluster[None, :] == cluster[:, None])[None]


# The two folds that floats and integers share.


def fold(relevant: np.ndarray, values: np.ndarray, kind: str) -> Expected:
    """The values of the relevant lanes, combined; the identity where there are none."""
    lanes = values.shape[1]
    if is_float(values.dtype):
        result = _FLOAT_FOLDS[kind](relevant[..., None], values[:, None])
    else:
        result = Expected.exact(_integer_fold(relevant[..., None], values[:, None], kind))
    if relevant.shape[1] == 1:
        shape = (values.shape[0], lanes, values.shape[2])
        result = Expected(*(np.broadcast_to(a, shape).copy() for a in (result.values, result.tolerance, result.flags)))
    return result


def _integer_fold(relevant: np.ndarray, values: np.ndarray, kind: str) -> np.ndarray:
    """Two's complement: sums and products wrap, and min and max know the sign of the type."""
    limits = np.iinfo(values.dtype)
    operation: Callable[..., np.ndarray]
    identity, operation = {
        "add": (0, np.add.reduce),
        "mul": (1, np.multiply.reduce),
        "and": (-1 if limits.min < 0 else limits.max, np.bitwise_and.reduce),
        "or": (0, np.bitwise_or.reduce),
        "xor": (0, np.bitwise_xor.reduce),
        "min": (limits.max, np.minimum.reduce),
        "max": (limits.min, np.maximum.reduce),
    }[kind]
    chosen = np.where(relevant, values, np.array(identity, values.dtype))
    return operation(chosen, axis=2, dtype=values.dtype)


def _float_sum(relevant: np.ndarray, values: np.ndarray) -> Expected:
    dtype = values.dtype
    exact = np.where(relevant, wide(values), 0)
    finite = np.where(np.isfinite(exact), exact, 0)
    with np.errstate(invalid="ignore"):
        total = exact.sum(axis=2)
    magnitudes = np.abs(finite).sum(axis=2)
    tolerance = sum_error(relevant.sum(axis=2), magnitudes, dtype) + 1.0 * roundoff(dtype) * np.float64(magnitudes)
    # Whole numbers whose sum has room in the significand are added without rounding in every order.
    whole = (finite == np.floor(finite)).all(axis=2) & (magnitudes <= 2.0 ** (limits_of(dtype).nmant + 1))
    with np.errstate(over="ignore", invalid="ignore"):
        result = Expected.near(total.astype(dtype), np.where(whole, 0, tolerance))
    # Where a part of the sum may overflow, the order decides.
    return result.open_where(magnitudes > float(limits_of(dtype).max) / 2)


def _float_product(relevant: np.ndarray, values: np.ndarray) -> Expected:
    dtype = values.dtype
    limits = limits_of(dtype)
    exact = np.where(relevant, wide(values), 1)
    with np.errstate(invalid="ignore", over="ignore", under="ignore"):
        total = exact.prod(axis=2)
        magnitude = np.where(np.isfinite(exact) & (exact != 0), np.abs(exact), 1)
        greatest = np.maximum(magnitude, 1).prod(axis=2)
        smallest = np.minimum(magnitude, 1).prod(axis=2)
        steps = np.maximum(relevant.sum(axis=2), 1) * roundoff(dtype)
        tolerance = np.abs(np.where(np.isfinite(total), total, 0)) * steps / (1 - np.minimum(steps, 0.5))
        whole = (exact == np.floor(exact)).all(axis=2) & (greatest <= 2.0 ** (limits.nmant + 1))
        powers = ((np.frexp(magnitude)[0] == 0.5).all(axis=2)) & (greatest <= limits.max) & (smallest >= limits.tiny)
        result = Expected.near(total.astype(dtype), np.where(whole | powers, 0, tolerance))
    return result.open_where((greatest > limits.max / 2) | (smallest < limits.tiny * 2))


def _float_extreme(better: Callable[..., np.ndarray]) -> Callable[[np.ndarray, np.ndarray], Expected]:
    def extreme(relevant: np.ndarray, values: np.ndarray) -> Expected:
        """A NaN is ignored; of NaN alone the result is open."""
        numbers = relevant & ~np.isnan(values)
        # fmin and fmax take the number beside a NaN; the identity only fills the places that do not count.
        identity = np.array(np.inf if better is np.fmin else -np.inf, values.dtype)
        result = Expected.rounded(better.reduce(np.where(numbers, values, identity), axis=2))
        return result.open_where(~numbers.any(axis=2))

    return extreme


_FLOAT_FOLDS = {
    "add": _float_sum,
    "mul": _float_product,
    "min": _float_extreme(np.fmin),
    "max": _float_extreme(np.fmax),
}


# Numbers of lanes.


def is_first_lane(active: np.ndarray) -> Expected:
    """True for the active lane with the smallest index."""
    lanes = np.arange(active.shape[1])[None]
    return _booleans((lanes == first_lane(active)[:, None])[..., None])


def first_lane(active: np.ndarray) -> np.ndarray:
    """The active lane with the smallest index, of each wave."""
    return active.argmax(axis=1)


def lane_index(active: np.ndarray) -> Expected:
    waves, lanes = active.shape
    return Expected.exact(np.broadcast_to(np.arange(lanes, dtype=np.uint32)[None, :, None], (waves, lanes, 1)).copy())


def lane_count(active: np.ndarray) -> Expected:
    """All lanes, active or not."""
    return Expected.exact(np.full((*active.shape, 1), active.shape[1], np.uint32))


# Votes.


def _booleans(values: np.ndarray) -> Expected:
    """As a buffer holds them."""
    return Expected.exact(np.ascontiguousarray(values).astype(np.uint8))


def _for_all_lanes(active: np.ndarray, of_wave: np.ndarray) -> np.ndarray:
    """One answer a wave (and component), given to each lane."""
    return np.repeat(of_wave.reshape(active.shape[0], 1, -1), active.shape[1], axis=1)


def any_true(active: np.ndarray, predicate: np.ndarray) -> Expected:
    true = predicate[..., 0] != 0
    return _booleans(_for_all_lanes(active, (active & true).any(axis=1)))


def all_true(active: np.ndarray, predicate: np.ndarray) -> Expected:
    true = predicate[..., 0] != 0
    return _booleans(_for_all_lanes(active, (~active | true).all(axis=1)))


def words(lanes: np.ndarray) -> np.ndarray:
    """Bools along the last axis as four u32; lane 0 is the least significant bit of the first."""
    room = np.zeros((*lanes.shape[:-1], 128), bool)
    room[..., : lanes.shape[-1]] = lanes
    packed = np.packbits(room, axis=-1, bitorder="little")
    return np.ascontiguousarray(packed).view(np.dtype("<u4")).astype(np.uint32)


def lanes_of(mask: np.ndarray, lanes: int) -> np.ndarray:
    """The bools of four u32."""
    data = np.ascontiguousarray(mask.astype("<u4")).view(np.uint8)
    return np.unpackbits(data, axis=-1, bitorder="little")[..., :lanes].astype(bool)


def ballot(active: np.ndarray, predicate: np.ndarray) -> Expected:
    """Bits of inactive lanes, and of lanes that do not exist, are 0."""
    true = predicate[..., 0] != 0
    return Expected.exact(_for_all_lanes(active, words(active & true)))


def count_bits(active: np.ndarray, predicate: np.ndarray) -> Expected:
    true = predicate[..., 0] != 0
    return Expected.exact(_for_all_lanes(active, (active & true).sum(axis=1)).astype(np.uint32))


def _count(relevant: np.ndarray, predicate: np.ndarray) -> Expected:
    true = predicate[..., 0] != 0
    return Expected.exact((relevant & true[:, None, :]).sum(axis=2).astype(np.uint32)[..., None])


def prefix_count_bits(active: np.ndarray, predicate: np.ndarray) -> Expected:
    return _count(lanes_before(active), predicate)


def multi_prefix_count_bits(active: np.ndarray, predicate: np.ndarray, partition: np.ndarray) -> Expected:
    return _count(lanes_before_in(active, partition), predicate)


def all_equal(active: np.ndarray, values: np.ndarray) -> Expected:
    """A bool a component; floats compare ordered-equal, so that a NaN is not even equal to itself."""
    waves = np.arange(active.shape[0])
    first = values[waves, first_lane(active)][:, None]
    return _booleans(_for_all_lanes(active, (~active[..., None] | (values == first)).all(axis=1)))


def equal_lanes(active: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """``match`` as bools (waves, lanes, lanes): by value, so -0 is 0; a NaN matches its own lane alone; vectors match
    when all components do.
    """
    same = (keys[:, :, None] == keys[:, None, :]).all(axis=-1)
    same |= np.eye(active.shape[1], dtype=bool)[None]
    return same & active[:, None, :]


def match(active: np.ndarray, keys: np.ndarray) -> Expected:
    return Expected.exact(words(equal_lanes(active, keys)))


# Reads.


def read_first_lane(active: np.ndarray, values: np.ndarray) -> Expected:
    waves = np.arange(active.shape[0])
    return Expected.exact(np.repeat(values[waves, first_lane(active)][:, None], active.shape[1], axis=1))


def read_lane(active: np.ndarray, values: np.ndarray, lane: np.ndarray) -> Expected:
    """The value of that lane; open where it is inactive or does not exist."""
    waves = np.arange(active.shape[0])[:, None]
    asked = np.broadcast_to(lane[..., 0], active.shape).astype(np.int64)
    there = np.clip(asked, 0, active.shape[1] - 1)
    result = Expected.exact(values[waves, there])
    return result.open_where(~(active[waves, there] & (asked == there))[..., None])


def shuffle(active: np.ndarray, values: np.ndarray, lane: np.ndarray, way: str) -> Expected:
    """Up reads only lanes that are not above, and down lanes that are not below: other lanes keep their value."""
    own = np.arange(active.shape[1])[None, :, None]
    lane = lane.astype(np.int64)
    keeps = {"up": lane > own, "down": lane < own}[way]
    return read_lane(active, values, np.where(keeps, own, lane))


def read_in_quad(active: np.ndarray, values: np.ndarray, place: Callable[[np.ndarray], np.ndarray]) -> Expected:
    """The value of the lane of the quad whose index ``place`` computes from the lane's own index in it."""
    lanes = np.arange(active.shape[1])
    return Expected.exact(values[:, (lanes & ~3) | place(lanes & 3)])


QUAD_MASKS = {"x": 1, "y": 2, "diagonal": 3}
"""Lanes 0 1 above 2 3: the other one in a row differs in the first bit, in a column in the second."""


def quad_read_across(active: np.ndarray, values: np.ndarray, direction: str) -> Expected:
    lanes = np.arange(active.shape[1])
    return Expected.exact(values[:, lanes ^ QUAD_MASKS[direction]])


def quad_read_lane(active: np.ndarray, values: np.ndarray, lane: np.ndarray) -> Expected:
    """Index 0 to 3 in the lane's own quad; it may differ between lanes."""
    waves = np.arange(active.shape[0])[:, None]
    asked = np.broadcast_to(lane[..., 0], active.shape).astype(np.int64)
    start = np.arange(active.shape[1])[None] // 4 * 4
    return Expected.exact(values[waves, start + asked])


def _of_quads(predicate: np.ndarray) -> np.ndarray:
    waves, lanes = predicate.shape[:2]
    return (predicate[..., 0] != 0).reshape(waves, lanes // 4, 4)


def quad_any(active: np.ndarray, predicate: np.ndarray) -> Expected:
    return _booleans(np.repeat(_of_quads(predicate).any(axis=2), 4, axis=1)[..., None])


def quad_all(active: np.ndarray, predicate: np.ndarray) -> Expected:
    return _booleans(np.repeat(_of_quads(predicate).all(axis=2), 4, axis=1)[..., None])


def derivative(active: np.ndarray, values: np.ndarray, direction: str, fine: bool) -> Expected:
    """The lane to the right minus the one to the left (below minus above): of the own row (column) where it is fine,
    of the quad's first one where it is coarse.
    """
    lanes = np.arange(active.shape[1])
    step = QUAD_MASKS[direction]
    start = lanes // 4 * 4 + (lanes & (3 - step) if fine else 0)
    with np.errstate(invalid="ignore", over="ignore"):
        return Expected.rounded(values[:, start + step] - values[:, start])


# Reductions and scans, by the names of their kinds.


def reduce(active: np.ndarray, values: np.ndarray, kind: str) -> Expected:
    return fold(everyone(active), values, kind)


def prefix(active: np.ndarray, values: np.ndarray, kind: str) -> Expected:
    return fold(lanes_before(active), values, kind)


def inclusive_prefix(active: np.ndarray, values: np.ndarray, kind: str) -> Expected:
    return fold(lanes_up_to(active), values, kind)


def cluster_reduce(active: np.ndarray, values: np.ndarray, kind: str, size: int) -> Expected:
    return fold(lanes_of_cluster(active, size), values, kind)


def extreme_lane(active: np.ndarray, values: np.ndarray, kind: str) -> Expected:
    """The first active lane with the extreme of the numbers; of NaN alone the first active lane."""
    result = np.zeros((values.shape[0], values.shape[2]), np.uint32)
    for wave, component in np.ndindex(result.shape):
        lanes = np.flatnonzero(active[wave])
        there = values[wave, lanes, component]
        numbers = lanes[there == there]
        if len(numbers):
            ordered = sorted(numbers, key=lambda lane: values[wave, lane, component], reverse=kind == "max")
            extreme = values[wave, ordered[0], component]
            lanes = [lane for lane in numbers if values[wave, lane, component] == extreme]
        result[wave, component] = lanes[0] if len(lanes) else 0
    return Expected.exact(_for_all_lanes(active, result))


def multi_prefix(active: np.ndarray, values: np.ndarray, partition: np.ndarray, kind: str) -> Expected:
    """``partition``: for each lane the lanes of its mask, (waves, lanes, lanes)."""
    return fold(lanes_before_in(active, partition), values, kind)


def is_open(expected: Expected) -> np.ndarray:
    """Where the definition leaves the result open."""
    return (expected.flags & ANY) != 0
