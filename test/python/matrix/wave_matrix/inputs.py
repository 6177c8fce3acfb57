"""Data for the operands: one pattern a wave, so that a dispatch of eight waves sees eight kinds of input.

A domain is what an operation is defined for; it makes an array (waves, lanes, components) of the element's storage type.
Denormals are only in ``bits``, whose operations move values and do not compute with them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .elements import Element, limits_of

Domain = Callable[[np.random.Generator, Element, tuple[int, int, int]], np.ndarray]

DOMAINS: dict[str, Domain] = {}


def domain(function: Domain) -> Domain:
    DOMAINS[function.__name__.removeprefix("of_")] = function
    return function


def random_bits(rng: np.random.Generator, element: Element, shape: tuple[int, ...]) -> np.ndarray:
    count = int(np.prod(shape))
    return np.frombuffer(rng.bytes(count * element.storage.itemsize), element.storage).reshape(shape).copy()


def random_floats(
    rng: np.random.Generator, element: Element, shape: tuple[int, ...], low: float, high: float
) -> np.ndarray:
    return rng.uniform(low, high, shape).astype(element.storage)


PREDICATES = np.array([0, 1, 2, 4, 16, 128, 255, 0], np.uint8)
"""True is whatever is not zero, also where the low bits are."""


def _predicates(rng: np.random.Generator, shape: tuple[int, int, int]) -> np.ndarray:
    values = rng.choice(PREDICATES, shape)
    for wave in range(shape[0]):
        match wave % 4:
            case 1:
                values[wave] = rng.choice(PREDICATES[1:-1], shape[1:])
            case 2:
                values[wave] = 0
            case 3:
                values[wave] = 0
                values[wave, rng.integers(shape[1])] = 128
    return values


def extremes(element: Element) -> np.ndarray:
    """The values at which things go wrong, without denormals."""
    if element.kind == "bool":
        return PREDICATES
    if element.integer:
        low, high = element.lowest, element.highest
        values = {0, 1, 2, 3, low, low + 1, high, high - 1, high // 2, high // 2 + 1, 1 << (element.bits - 1)}
        values |= {-1, -2, -3, -7} if low else {high // 3}
        return np.array(sorted(value for value in values if low <= value <= high), element.storage)
    limits = limits_of(element.storage)
    return np.array(
        [0.0, -0.0, 1.0, -1.0, 0.5, -1.5, 2.5, 3.0, limits.max, -limits.max, limits.tiny, np.inf, -np.inf, np.nan],
        element.storage,
    )


def _denormals(element: Element) -> np.ndarray:
    """And a NaN with a payload: bits that a move has to keep."""
    quiet = np.array([(1 << (element.bits - 1)) - 6], f"u{element.storage.itemsize}").view(element.storage)
    small = limits_of(element.storage).smallest_subnormal
    return np.concatenate([np.array([small, -small, small * 77], element.storage), quiet])


@domain
def of_any(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Everything that a comparison or an extreme may meet: equal lanes, all but one equal, NaN, infinities, both zeros."""
    if element.kind == "bool":
        return _predicates(rng, shape)
    special = extremes(element)
    few = special[rng.integers(len(special), size=3)]
    values = np.empty(shape, element.storage)
    for wave in range(shape[0]):
        part = values[wave]
        match wave % 8:
            case 0:
                part[...] = _plain(rng, element, part.shape)
            case 1:
                part[...] = rng.choice(special, part.shape)
            case 2:  # The same in all lanes; a NaN everywhere for floats.
                part[...] = np.nan if element.float else rng.choice(special, (1, part.shape[1]))
            case 3:  # The same in all lanes but one.
                part[...] = rng.choice(special[:4], (1, part.shape[1]))
                part[rng.integers(shape[1]), rng.integers(shape[2])] = special[5]
            case 4:  # Repeated keys.
                part[...] = rng.choice(few, part.shape)
            case 5:  # -1 and 1; -0 and 0.
                pair = np.array([-0.0, 0.0] if element.float else [element.highest, 1], element.storage)
                part[...] = rng.choice(-pair if element.kind == "int" else pair, part.shape)
            case 6:
                part[...] = _plain(rng, element, part.shape)
                if element.float:
                    part[rng.integers(shape[1])] = np.nan
            case 7:
                part[...] = rng.choice(np.array([1, 2, 3], element.storage), part.shape)
    return values


def _plain(rng: np.random.Generator, element: Element, shape: tuple[int, ...]) -> np.ndarray:
    """Numbers without anything special about them."""
    return random_floats(rng, element, shape, -100, 100) if element.float else random_bits(rng, element, shape)


@domain
def of_bits(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """For what moves values: any bits that are no signaling NaN."""
    values = of_any(rng, element, shape)
    if element.float:
        special = _denormals(element)
        chosen = rng.random(shape) < 0.2
        values[chosen] = rng.choice(special, int(chosen.sum()))
    return values


@domain
def of_predicate(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Zero and not zero."""
    return _predicates(rng, shape).astype(element.storage)


@domain
def of_keys(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Few different ones, so that partitions have several lanes."""
    values = rng.integers(0, 3, shape).astype(element.storage)
    values[1::4] = 7
    values[2::4] = np.arange(shape[1]).astype(element.storage)[None, :, None]
    return values


@domain
def of_addends(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Integers that wrap; floats whose sums do not overflow but in one sum of infinities."""
    if not element.float:
        return of_any(rng, element, shape)
    values = random_floats(rng, element, shape, -100, 100)
    for wave in range(shape[0]):
        part = values[wave]
        match wave % 8:
            case 1:
                part[...] = rng.integers(-8, 9, part.shape)
            case 2:
                part[rng.integers(shape[1])] = np.nan
            case 3:
                part[rng.integers(shape[1])] = np.inf
            case 4:
                part[...] = np.array([np.inf, -np.inf, 1, 2], element.storage)[rng.integers(4, size=part.shape)]
            case 5:
                part[...] = -0.0
            case 6:
                part[...] = part * np.exp2(rng.integers(-8, 1, part.shape)).astype(element.storage)
            case 7:
                part[...] = np.abs(part)
    return values


@domain
def of_factors(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Integers that wrap; floats whose products neither overflow nor underflow on the way."""
    if not element.float:
        values = of_any(rng, element, shape)
        values[::2] |= np.array(1, element.storage)  # So that not every product is 0.
        return values
    values = (random_floats(rng, element, shape, 0.9, 1.1) * rng.choice([-1, 1], shape)).astype(element.storage)
    for wave in range(shape[0]):
        part = values[wave]
        match wave % 8:
            case 1 | 5:
                part[...] = rng.choice([-1, 1], part.shape)
                for place in rng.permutation(shape[1])[:8]:
                    part[place] = rng.choice(np.array([2, 0.5, -2], element.storage))
            case 2:
                part[rng.integers(shape[1])] = np.nan
            case 3:
                part[rng.integers(shape[1])] = -np.inf
            case 4:
                part[rng.integers(shape[1])] = 0
                part[rng.integers(shape[1])] = np.inf
            case 6:
                part[rng.integers(shape[1])] = -0.0
    return values


# Scalar functions: a few rows of what they are defined for.


def _spread(element: Element) -> Callable[..., np.ndarray]:
    """Uniform exponents, both signs."""

    def make(rng: np.random.Generator, shape: tuple[int, ...], least: int, most: int) -> np.ndarray:
        magnitude = np.exp2(rng.uniform(least, most, shape))
        return (magnitude * rng.choice([-1, 1], shape)).astype(element.storage)

    return make


def _limit(element: Element, f16: int, other: int) -> int:
    return f16 if element.bits == 16 else other


@domain
def of_finite(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Numbers of all sizes that do not overflow when three are multiplied."""
    if not element.float:
        return of_any(rng, element, shape)
    values = _spread(element)(rng, shape, _limit(element, -4, -30), _limit(element, 4, 30))
    values[1::4] = rng.integers(-9, 10, values[1::4].shape)
    values[2::4] = random_floats(rng, element, values[2::4].shape, -4, 4)
    return values


@domain
def of_roundable(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Halves, whole numbers, and large numbers that have no fraction."""
    values = of_any(rng, element, shape)
    values[::2] = rng.integers(-20, 21, values[::2].shape) / 2
    values[::4, ::3] = _spread(element)(rng, values[::4, ::3].shape, -6, _limit(element, 10, 40))
    return values


@domain
def of_divisor(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Not 0, and of integers not -1, because the dividend may be the lowest."""
    if element.float:
        values = _spread(element)(rng, shape, _limit(element, -4, -20), _limit(element, 4, 20))
        return values
    values = of_any(rng, element, shape)
    values[values == 0] = 3
    if element.kind == "int":
        values[values == -1] = -5
    return values


@domain
def of_amount(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Shift amounts, some beyond the width."""
    values = rng.integers(0, element.bits, shape).astype(element.storage)
    values[1::4] = rng.choice([0, 1, element.bits - 1, element.bits, element.bits + 1, 100], values[1::4].shape)
    return values


@domain
def of_positive(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    values = np.abs(_spread(element)(rng, shape, _limit(element, -8, -60), _limit(element, 8, 60)))
    values[1::4] = random_floats(rng, element, values[1::4].shape, 0.45, 2.2)
    values[2::4] = rng.choice(np.array([1, 2, 4, 9, 16, 0.25], element.storage), values[2::4].shape)
    return values


@domain
def of_root(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Not negative."""
    values = of_positive(rng, element, shape)
    values[3::4, ::3] = 0
    return values


@domain
def of_exponent(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Powers that are normal numbers."""
    limit = _limit(element, 8, 60)
    values = random_floats(rng, element, shape, -limit, limit)
    values[1::4] = rng.integers(-6, 7, values[1::4].shape)
    return values


@domain
def of_base(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    values = random_floats(rng, element, shape, 0.25, 4)
    values[1::4] = rng.choice(np.array([1, 2, 3, 0.5], element.storage), values[1::4].shape)
    return values


@domain
def of_power(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    values = random_floats(rng, element, shape, -4, 4)
    values[1::4] = rng.integers(-3, 4, values[1::4].shape)
    return values


@domain
def of_angle(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    values = random_floats(rng, element, shape, -3.1, 3.1)
    values[1::4, ::2] = 0
    return values


@domain
def of_unit(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """From -1 to 1, the ends among them, but not close to them."""
    values = random_floats(rng, element, shape, -0.95, 0.95)
    values[1::4] = rng.choice(np.array([0, 1, -1, 0.5], element.storage), values[1::4].shape)
    return values


@domain
def of_scaling(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Exponents of two that leave ``finite`` numbers normal."""
    return rng.integers(-8, 9, shape).astype(element.storage)


@domain
def of_quotient(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Dividends for ``modulus``: their quotients are well away from whole numbers."""
    if not element.float:
        return of_any(rng, element, shape)
    whole = rng.integers(0, 12, shape)
    part = rng.choice([0.25, 0.5, 0.375, 0.75], shape)
    return ((whole + part) * 4 * rng.choice([-1, 1], shape)).astype(element.storage)


@domain
def of_modulus(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    if not element.float:
        return of_divisor(rng, element, shape)
    return (4.0 * rng.choice([-1, 1], shape)).astype(element.storage)


@domain
def of_low(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """The lower bound of a clamp, below ``high``."""
    if not element.float:
        return rng.integers(max(element.lowest, -1000), 0 if element.lowest else 1000, shape).astype(element.storage)
    return random_floats(rng, element, shape, -10, 0)


@domain
def of_high(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    if not element.float:
        return rng.integers(2000, 30000, shape).astype(element.storage)
    return random_floats(rng, element, shape, 0.5, 10)


@domain
def of_half_range(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """f32 that f16 has room for, some of them exactly."""
    values = random_floats(rng, element, shape, -2000, 2000)
    values[1::2] = random_floats(rng, element, values[1::2].shape, -9, 9).astype(np.float16).astype(element.storage)
    return values


@domain
def of_half_bits(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """Bits of f16 numbers that are normal, in a u32."""
    halves = (np.exp2(rng.uniform(-13, 15, shape)) * rng.choice([-1, 1], shape)).astype(np.float16)
    halves[1::4, ::2] = rng.choice(np.array([0, -0.0, np.inf, -np.inf, 1, 65504], np.float16), halves[1::4, ::2].shape)
    return halves.view(np.uint16).astype(element.storage)


def fitting(to: Element) -> str:
    """The domain of floats that can be converted to that integer type."""
    name = f"fitting_{to.name}"
    if name not in DOMAINS:

        def of_fitting(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
            low = -3.9 if to.lowest else -0.9
            values = random_floats(rng, element, shape, low, 200)
            limit = min(to.highest, int(float(limits_of(element.storage).max)) if element.bits == 16 else to.highest)
            room = np.exp2(rng.uniform(0, np.log2(float(limit)) - 0.01, values[1::4].shape))
            values[1::4] = room.astype(element.storage)
            if to.lowest:
                values[1::4] *= rng.choice(np.array([-1, 1], element.storage), values[1::4].shape)
            values[2::4] = rng.integers(0, 100, values[2::4].shape)
            return values

        DOMAINS[name] = of_fitting
    return name


def draw(name: str, rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """One operand of that domain."""
    return np.ascontiguousarray(DOMAINS[name](rng, element, shape))


@domain
def of_quad_lane(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    """The index of a lane in its quad."""
    return rng.integers(0, 4, shape).astype(element.storage)


@domain
def of_lane_number(rng: np.random.Generator, element: Element, shape: tuple[int, int, int]) -> np.ndarray:
    return rng.integers(0, 128, shape).astype(element.storage)
