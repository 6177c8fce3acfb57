"""Library functions written in the kernel language: straight-line code that ends in a value. The front end builds them
inline, with the location of the call.

All arguments have one type, like the operands of an operator: a literal takes the type of the others, and a scalar
beside a vector is broadcast.
"""

from __future__ import annotations

from ...ir import types as _types
from .functions import library
from .ops.functions import dot, floor, max, min, rsqrt, select, sqrt
from .ops.lanes import wave_lane_index
from .ops.quads import quad_read_across_x, quad_read_across_y, quad_read_lane_at


@library("numbers", aliases=("clip",), by_element=True)
def clamp(x, low, high):
    """Limits ``x`` to at least ``low`` and at most ``high``; a NaN ``x`` gives ``low``.

    HLSL: ``clamp``.
    """
    return min(max(x, low), high)


@library("floats", by_element=True)
def saturate(x):
    """Limits the float ``x`` to at least 0 and at most 1; NaN gives 0.

    HLSL: ``saturate``.
    """
    return min(max(x, 0.0), 1.0)


@library("numbers", by_element=True)
def mad(a, b, c):
    """``a * b + c``; the target rounds floats once or twice (``fma`` rounds once, ``precise`` twice).

    HLSL: ``mad``.
    """
    return a * b + c


@library("floats", aliases=("mix",), by_element=True)
def lerp(x, y, s):
    """Interpolates linearly between the floats ``x`` and ``y`` by ``s``: ``x + s * (y - x)``.

    HLSL: ``lerp``.
    """
    return x + s * (y - x)


@library("floats", aliases=("fract",), by_element=True)
def frac(x):
    """The fractional part of the float ``x``: ``x - floor(x)``.

    HLSL: ``frac``.
    """
    return x - floor(x)


@library("floats", aliases=("norm",))
def length(v):
    """The length of a vector of floats, a scalar: ``sqrt(dot(v, v))``.

    HLSL: ``length``.
    """
    return sqrt(dot(v, v))


@library("floats")
def distance(a, b):
    """The length of ``a - b``, a scalar.

    HLSL: ``distance``.
    """
    return sqrt(dot(a - b, a - b))


@library("floats", aliases=("normalized",))
def normalize(v):
    """The vector of floats ``v`` with the length 1: ``v * rsqrt(dot(v, v))``.

    HLSL: ``normalize``.
    """
    return v * rsqrt(dot(v, v))


@library("vectors of three floats")
def cross(a, b):
    """The cross product of two vectors of three floats.

    HLSL: ``cross``.
    """
    return a.yzx * b.zxy - a.zxy * b.yzx


@library("floats")
def reflect(i, n):
    """The direction ``i`` reflected by a surface with the normal ``n``, of length 1: ``i - 2 * dot(i, n) * n``.

    HLSL: ``reflect``.
    """
    return i - 2.0 * dot(i, n) * n


@library("floats")
def refract(i, n, eta):
    """The direction ``i`` refracted by a surface with the normal ``n``, both of length 1; ``eta`` is the quotient of the
    two refractive indices. Zero if all light is reflected.

    HLSL: ``refract``.
    """
    cosine = dot(n, i)
    k = 1.0 - eta * eta * (1.0 - cosine * cosine)
    return select(k < 0.0, 0.0, eta * i - (eta * cosine + sqrt(k)) * n)


@library("floats")
def faceforward(n, i, g):
    """The normal ``n`` where ``dot(i, g)`` is below zero, else ``-n``.

    HLSL: ``faceforward``.
    """
    return select(dot(i, g) < 0.0, n, -n)


@library("floats", by_element=True)
def smoothstep(low, high, x):
    """0 below ``low``, 1 above ``high``, and between them ``t * t * (3 - 2 * t)`` of ``t = (x - low) / (high - low)``.

    HLSL: ``smoothstep``.
    """
    t = min(max((x - low) / (high - low), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


@library("floats", aliases=("rad2deg",), by_element=True)
def degrees(x):
    """The angle ``x`` in radians, converted to degrees.

    HLSL: ``degrees``.
    """
    return x * 57.29577951308232


@library("floats", aliases=("deg2rad",), by_element=True)
def radians(x):
    """The angle ``x`` in degrees, converted to radians.

    HLSL: ``radians``.
    """
    return x * 0.017453292519943295


@library("floats", aliases=("reciprocal",), by_element=True)
def rcp(x):
    """``1 / x`` of the float ``x``, with the error of a division.

    HLSL: ``rcp``.
    """
    return 1.0 / x


@library("floats", by_element=True)
def fmod(x, y):
    """The remainder of a truncated quotient of floats, with the sign of ``x``; the same as ``x % y``.

    HLSL: ``fmod``.
    """
    return x % y


@library("floats", aliases=("dFdx",), derivative=True)
def ddx(value):
    """The same as ``ddx_coarse``.

    HLSL: ``ddx``. Source: HLSL wave intrinsics (quads).
    """
    return quad_read_lane_at(value, 1) - quad_read_lane_at(value, 0)


@library("floats", aliases=("dFdy",), derivative=True)
def ddy(value):
    """The same as ``ddy_coarse``.

    HLSL: ``ddy``. Source: HLSL wave intrinsics (quads).
    """
    return quad_read_lane_at(value, 2) - quad_read_lane_at(value, 0)


@library("floats", derivative=True)
def ddx_coarse(value):
    """The horizontal difference of the float ``value`` in this quad: lane 1's minus lane 0's, for all four lanes.

    All four lanes must be active. A quad is 2 x 2 threads of a ``num_threads`` group with even sides. Under
    ``num_waves`` it is four consecutive lanes, with the positions that ``quad_coordinate`` gives.

    HLSL: ``ddx_coarse``. Source: HLSL wave intrinsics (quads).
    """
    return quad_read_lane_at(value, 1) - quad_read_lane_at(value, 0)


@library("floats", derivative=True)
def ddy_coarse(value):
    """The vertical difference of the float ``value`` in this quad: lane 2's minus lane 0's, for all four lanes.

    All four lanes must be active. A quad is 2 x 2 threads of a ``num_threads`` group with even sides. Under
    ``num_waves`` it is four consecutive lanes, with the positions that ``quad_coordinate`` gives.

    HLSL: ``ddy_coarse``. Source: HLSL wave intrinsics (quads).
    """
    return quad_read_lane_at(value, 2) - quad_read_lane_at(value, 0)


@library("floats", derivative=True)
def ddx_fine(value):
    """The horizontal difference of the float ``value`` in this row of the quad: lane 1's minus lane 0's, or lane 3's
    minus lane 2's.

    All four lanes must be active. Which lanes are neighbors: see ``ddx_coarse``.

    HLSL: ``ddx_fine``. Source: HLSL wave intrinsics (quads).
    """
    other = quad_read_across_x(value)
    return select((wave_lane_index() & 1) == 0, other - value, value - other)


@library("floats", derivative=True)
def ddy_fine(value):
    """The vertical difference of the float ``value`` in this column of the quad: lane 2's minus lane 0's, or lane 3's
    minus lane 1's.

    All four lanes must be active. Which lanes are neighbors: see ``ddx_coarse``.

    HLSL: ``ddy_fine``. Source: HLSL wave intrinsics (quads).
    """
    other = quad_read_across_y(value)
    return select((wave_lane_index() & 2) == 0, other - value, value - other)


@library("one u32", hlsl=None)
def quad_coordinate(lane):
    """The position (x, y) of a lane, a uint2, if the quads of a wave form a square in Z-order.

    Lanes 0 to 3 are at (0, 0), (1, 0), (0, 1), (1, 1), and the next quad is beside them: x consists of the even bits
    of ``lane``, and y of the odd bits. Any u32 is valid, such as ``wave * lane_count + lane``. No lanes take part.
    """
    place = _types.uint2(lane, lane >> 1) & 0x55555555
    place = (place | (place >> 1)) & 0x33333333
    place = (place | (place >> 2)) & 0x0F0F0F0F
    place = (place | (place >> 4)) & 0x00FF00FF
    return (place | (place >> 8)) & 0x0000FFFF


__all__ = [
    "clamp",
    "cross",
    "ddx",
    "ddx_coarse",
    "ddx_fine",
    "ddy",
    "ddy_coarse",
    "ddy_fine",
    "degrees",
    "distance",
    "faceforward",
    "fmod",
    "frac",
    "length",
    "lerp",
    "mad",
    "normalize",
    "quad_coordinate",
    "radians",
    "rcp",
    "reflect",
    "refract",
    "saturate",
    "smoothstep",
]
