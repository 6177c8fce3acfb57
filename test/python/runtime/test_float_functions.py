"""The bounds of the errors that docs/semantics.md states, against numbers of 200 bits."""

from __future__ import annotations

import importlib.util
import math

import mpmath
import numpy as np
import pytest

COUNT = 512
#: Numbers whose special cases are told apart: zeros, the ends of the ranges, and what is no number.
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.0, math.inf, -math.inf, math.nan]

KERNEL = """
import wavedialect as wd
from wavedialect import f32, i32, u32


@wd.kernel(num_waves=1)
def kernel(x: wd.Buffer[wd.{type}], y: wd.Buffer[wd.{type}], out: wd.RWBuffer[wd.{result}]):
    for k in range(u32(len(out)) // wd.wave_lane_count()):
        i = k * wd.wave_lane_count() + wd.wave_lane_index()
        out[i] = {code}
"""
TYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i32": np.int32}


@pytest.fixture
def computed(tmp_path):
    """``computed(code, x, y, device)``: the code for all pairs of elements ``x[i]`` and ``y[i]``."""

    def compute(code, x, y, device, result=None):
        type = next(name for name, dtype in TYPES.items() if dtype == x.dtype.type)
        file = tmp_path / f"kernel{len(list(tmp_path.iterdir()))}.py"
        file.write_text(KERNEL.format(type=type, result=result or type, code=code))
        spec = importlib.util.spec_from_file_location(file.stem, file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        padding = -len(x) % 16
        x, y = (np.concatenate([values, np.zeros(padding, values.dtype)]) for values in (x, y))
        out = np.zeros(len(x), TYPES[result or type])
        module.kernel.dispatch(1, x, y, out, device=device, wave_size=16)
        return out[: len(out) - padding]

    return compute


def spread(random, low, high):
    """Numbers of both signs with uniform exponents."""
    return np.exp2(random.uniform(low, high, COUNT)) * random.choice([-1, 1], COUNT)


def of_all_sizes(random, dtype):
    most = {2: 14, 4: 125, 8: 1020}[np.dtype(dtype).itemsize]
    return spread(random, -most, most)


def near_zero(limit):
    """Numbers up to a limit, most of them tiny."""
    return lambda random, dtype: np.clip(spread(random, -13 if dtype is np.float16 else -30, 8), -limit, limit)


def positive(random, dtype):
    values = np.abs(of_all_sizes(random, dtype))
    values[::2] = random.uniform(0.4, 2.5, COUNT // 2)
    return values


def exponents(base):
    """Exponents of ``base`` whose powers are normal numbers."""

    def make(random, dtype):
        most = {2: 14, 4: 125, 8: 1020}[np.dtype(dtype).itemsize] * math.log(2) / math.log(base)
        return random.uniform(-most, most, COUNT)

    return make


def cube_root(x):
    return mpmath.sign(x) * mpmath.cbrt(abs(x))


#: The function, the inputs, and the bound in ulp of f16, f32 and f64; None where the target has an instruction.
ROWS = [
    ("exp10", lambda x, y: mpmath.power(10, x), exponents(10), (1, 2, 2)),
    ("expm1", lambda x, y: mpmath.expm1(x), exponents(math.e), (1, 2, 2)),
    ("expm1", lambda x, y: mpmath.expm1(x), near_zero(2), (1, 2, 2)),
    ("log1p", lambda x, y: mpmath.log1p(x), positive, (1, 2, 2)),
    ("log1p", lambda x, y: mpmath.log1p(x), near_zero(0.999), (1, 2, 2)),
    ("cbrt", lambda x, y: cube_root(x), of_all_sizes, (1, 2, 2)),
    ("hypot", lambda x, y: mpmath.hypot(x, y), near_zero(1000), (1, 2, 2)),
    ("asin", lambda x, y: mpmath.asin(x), near_zero(1), (None, None, 4)),
    ("acos", lambda x, y: mpmath.acos(x), near_zero(1), (None, None, 4)),
    ("atan", lambda x, y: mpmath.atan(x), of_all_sizes, (None, None, 4)),
    ("atan2", lambda x, y: mpmath.atan2(x, y), near_zero(1000), (None, None, 4)),
    ("sinh", lambda x, y: mpmath.sinh(x), near_zero(10), (None, None, 4)),
    ("cosh", lambda x, y: mpmath.cosh(x), near_zero(10), (None, None, 4)),
    ("tanh", lambda x, y: mpmath.tanh(x), near_zero(10), (None, None, 4)),
    ("log10", lambda x, y: mpmath.log10(x), positive, (None, None, 4)),
]
OF_TWO = ("hypot", "atan2")
#: The bound of instructions in f16 and f32: the interpreter rounds a result of f64, and libmvec has 4 ulp.
NATIVE = {"interpreter": 1, "cpu": 4}


@pytest.mark.parametrize("device", NATIVE)
@pytest.mark.parametrize("type", ["f16", "f32", "f64"])
@pytest.mark.parametrize(("name", "exact", "inputs", "bounds"), ROWS)
def test_the_error_is_within_its_bound(computed, name, exact, inputs, bounds, type, device):
    dtype = TYPES[type]
    random = np.random.default_rng(len(name))
    x, y = (inputs(random, dtype).astype(dtype) for _ in range(2))
    code = f"wd.{name}(x[i], y[i])" if name in OF_TWO else f"wd.{name}(x[i])"
    found = computed(code, x, y, device)
    bound = bounds[["f16", "f32", "f64"].index(type)] or NATIVE[device]
    limits = np.finfo(dtype)
    with mpmath.workprec(200):
        for a, b, result in zip(x.tolist(), y.tolist(), found.tolist(), strict=True):
            expected = exact(mpmath.mpf(a), mpmath.mpf(b))
            magnitude = max(abs(expected), mpmath.mpf(float(limits.tiny)))
            if magnitude >= mpmath.mpf(float(limits.max)):
                continue
            unit = mpmath.mpf(2) ** (int(mpmath.floor(mpmath.log(magnitude, 2))) - limits.nmant)
            assert abs(result - expected) <= bound * unit, (a, b, result, expected)


def same(found, expected):
    """Equal up to a rounding, with the same sign of zeros."""
    close = np.isclose(found, expected, rtol=1e-3 if found.dtype == np.float16 else 1e-6, atol=0, equal_nan=True)
    return close & ((np.signbit(found) == np.signbit(expected)) | np.isnan(expected))


EDGES = {
    "exp10": lambda x: np.power(10, x),
    "expm1": np.expm1,
    "log1p": np.log1p,
    "cbrt": np.cbrt,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "log10": np.log10,
}


@pytest.mark.parametrize("device", NATIVE)
@pytest.mark.parametrize("type", ["f16", "f32", "f64"])
@pytest.mark.parametrize("name", EDGES)
def test_special_numbers(computed, name, type, device):
    limits = np.finfo(TYPES[type])
    x = np.array([*SPECIAL, limits.max, -limits.max, limits.tiny, limits.smallest_subnormal], TYPES[type])
    with np.errstate(all="ignore"):
        expected = EDGES[name](x.astype(np.float64)).astype(TYPES[type])
    found = computed(f"wd.{name}(x[i])", x, x, device)
    assert same(found, expected).all(), (x, found, expected)


@pytest.mark.parametrize("device", NATIVE)
@pytest.mark.parametrize("type", ["f16", "f32", "f64"])
@pytest.mark.parametrize(("name", "model"), [("atan2", np.arctan2), ("hypot", np.hypot), ("copysign", np.copysign)])
def test_special_pairs(computed, name, model, type, device):
    limits = np.finfo(TYPES[type])
    numbers = [*SPECIAL, limits.max / 2, limits.tiny]
    x, y = (np.array(side, TYPES[type]) for side in zip(*[(a, b) for a in numbers for b in numbers], strict=True))
    with np.errstate(all="ignore"):
        expected = model(x.astype(np.longdouble), y.astype(np.longdouble)).astype(TYPES[type])
    found = computed(f"wd.{name}(x[i], y[i])", x, y, device)
    assert same(found, expected).all()


@pytest.mark.parametrize("device", NATIVE)
@pytest.mark.parametrize("type", ["f16", "f32", "f64"])
def test_parts(computed, type, device):
    """Exact for all numbers, subnormal ones among them."""
    limits = np.finfo(TYPES[type])
    random = np.random.default_rng(5)
    x = np.concatenate(
        [
            of_all_sizes(random, TYPES[type]),
            SPECIAL,
            [limits.max, limits.smallest_subnormal, 3 * limits.smallest_subnormal],
        ]
    ).astype(TYPES[type])
    mantissa, exponent = np.frexp(x)
    exponent[~np.isfinite(x)] = 0
    with np.errstate(invalid="ignore"):
        fraction, whole = np.modf(x)
    expected = {"frexp(x[i])[0]": mantissa, "modf(x[i])[0]": fraction, "modf(x[i])[1]": whole}
    for code, values in expected.items():
        found = computed(f"wd.{code}", x, x, device)
        np.testing.assert_array_equal(found, values, code)
        assert (np.signbit(found) == np.signbit(values))[~np.isnan(x)].all(), code
    np.testing.assert_array_equal(computed("wd.frexp(x[i])[1]", x, x, device, "i32"), exponent)
    normal = np.isfinite(x) & (np.abs(x) >= limits.tiny)
    np.testing.assert_array_equal(computed("i32(wd.isnormal(x[i]))", x, x, device, "i32"), normal)


@pytest.mark.parametrize("device", NATIVE)
@pytest.mark.parametrize("type", ["f16", "f32", "f64"])
def test_ldexp_reaches_all_exponents(computed, type, device):
    limits = np.finfo(TYPES[type])
    x = np.array([1.5, -1.0, limits.max, limits.smallest_subnormal, 0.0, -0.0, np.inf, np.nan], TYPES[type])
    far = limits.maxexp + limits.nmant - limits.minexp
    for exponent in (0, 1, -1, 5, limits.maxexp, limits.minexp, far, -far, 2**30, -(2**30)):
        with np.errstate(all="ignore"):
            expected = np.ldexp(x, exponent)
        found = computed(f"wd.ldexp(x[i], {exponent})", x, x, device)
        # A subnormal result may be rounded several times.
        unit = limits.smallest_subnormal
        room = np.where(np.abs(expected) < limits.tiny, unit, 0)
        with np.errstate(invalid="ignore"):
            close = np.abs(found - expected) <= room
        assert (close | (found == expected) | (np.isnan(found) & np.isnan(expected))).all(), (exponent, found, expected)


def test_vectors_of_lengths_and_directions(computed):
    x = np.array([0.6, -2.0, 3.0, 0.0], np.float32)
    vector = "wd.float3(x[i], -1.0, 2.0)"
    wide = np.stack([x, np.full(4, -1.0), np.full(4, 2.0)], axis=1).astype(np.float64)
    other = np.array([2.0, 0.5, 1.0])
    length = np.linalg.norm(wide, axis=1)
    normal = np.array([0.0, 1.0, 0.0])
    cosine = wide @ normal
    k = 1 - 0.25 * (1 - cosine**2)
    expected = {
        f"wd.normalize({vector}).z": wide[:, 2] / length,
        f"wd.distance({vector}, wd.float3(2.0, 0.5, 1.0))": np.linalg.norm(wide - other, axis=1),
        f"wd.cross({vector}, wd.float3(2.0, 0.5, 1.0)).x": np.cross(wide, other)[:, 0],
        f"wd.cross({vector}, wd.float3(2.0, 0.5, 1.0)).y": np.cross(wide, other)[:, 1],
        f"wd.cross({vector}, wd.float3(2.0, 0.5, 1.0)).z": np.cross(wide, other)[:, 2],
        f"wd.reflect({vector}, wd.float3(0, 1, 0)).y": wide[:, 1] - 2 * cosine,
        f"wd.refract({vector}, wd.float3(0, 1, 0), 0.5).y": 0.5 * wide[:, 1] - (0.5 * cosine + np.sqrt(k)),
        "wd.refract(wd.float2(x[i], 0), wd.float2(0, 1), 2.0).x": np.zeros(4),
        f"wd.faceforward({vector}, {vector}, wd.float3(0, 1, 0)).z": np.full(4, 2.0),
        f"wd.faceforward({vector}, {vector}, wd.float3(0, -1, 0)).z": np.full(4, -2.0),
        "wd.smoothstep(0.0, 3.0, x[i])": np.clip(wide[:, 0] / 3, 0, 1) ** 2 * (3 - 2 * np.clip(wide[:, 0] / 3, 0, 1)),
        "wd.degrees(x[i])": np.degrees(wide[:, 0]),
        "wd.radians(x[i])": np.radians(wide[:, 0]),
        "wd.rcp(x[i] + 1.0)": 1 / (wide[:, 0] + 1),
        "wd.fmod(x[i], 1.75)": np.fmod(wide[:, 0], 1.75),
    }
    for code, values in expected.items():
        np.testing.assert_allclose(computed(code, x, x, "cpu"), values, rtol=1e-5, atol=1e-6, err_msg=code)
