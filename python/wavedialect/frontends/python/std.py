"""Library functions that are written in the language itself: straight lines that end in a value. They are built into the
function that calls them, at the line of the call.

Their arguments have one type, as the operands of an operator do: a literal takes that of the others, and a scalar beside a
vector stands for a vector of it.
"""

from __future__ import annotations

from ...ir import types as _types
from .functions import library
from .ops.functions import dot, floor, max, min, select, sqrt
from .ops.lanes import wave_lane_index
from .ops.quads import quad_read_across_x, quad_read_across_y, quad_read_lane_at


@library("numbers")
def clamp(x, low, high):
    """``x``, but at least ``low`` and at most ``high``; a NaN ``x`` gives ``low``.

    HLSL: ``clamp``.
    """
    return min(max(x, low), high)


@library("floats")
def saturate(x):
    """The float ``x``, but at least 0 and at most 1; NaN gives 0.

    HLSL: ``saturate``.
    """
    return min(max(x, 0.0), 1.0)


@library("numbers")
def mad(a, b, c):
    """``a * b + c``; of floats rounded once or twice, as the target likes (``fma`` and ``precise`` say which).

    HLSL: ``mad``.
    """
    return a * b + c


@library("floats")
def lerp(x, y, s):
    """The float at ``s`` of the way from ``x`` to ``y``: ``x + s * (y - x)``.

    HLSL: ``lerp``.
    """
    return x + s * (y - x)


@library("floats")
def frac(x):
    """What the float ``x`` is above ``floor(x)``.

    HLSL: ``frac``.
    """
    return x - floor(x)


@library("floats")
def length(v):
    """The length of a vector of floats, a scalar: ``sqrt(dot(v, v))``.

    HLSL: ``length``.
    """
    return sqrt(dot(v, v))


@library("floats", derivative=True)
def ddx(value):
    """As ``ddx_coarse``.

    HLSL: ``ddx``. Seed: HLSL wave intrinsics (quads).
    """
    return quad_read_lane_at(value, 1) - quad_read_lane_at(value, 0)


@library("floats", derivative=True)
def ddy(value):
    """As ``ddy_coarse``.

    HLSL: ``ddy``. Seed: HLSL wave intrinsics (quads).
    """
    return quad_read_lane_at(value, 2) - quad_read_lane_at(value, 0)


@library("floats", derivative=True)
def ddx_coarse(value):
    """How much the float ``value`` grows to the right in this quad: that of lane 1 less that of lane 0, for all four.

    All four lanes have to be active. An error under ``num_threads``: there nothing says which threads form a quad; under
    ``num_waves`` they are four consecutive lanes, which ``quad_coordinate`` places.

    HLSL: ``ddx_coarse``. Seed: HLSL wave intrinsics (quads).
    """
    return quad_read_lane_at(value, 1) - quad_read_lane_at(value, 0)


@library("floats", derivative=True)
def ddy_coarse(value):
    """How much the float ``value`` grows downwards in this quad: that of lane 2 less that of lane 0, for all four.

    All four lanes have to be active. An error under ``num_threads``: there nothing says which threads form a quad; under
    ``num_waves`` they are four consecutive lanes, which ``quad_coordinate`` places.

    HLSL: ``ddy_coarse``. Seed: HLSL wave intrinsics (quads).
    """
    return quad_read_lane_at(value, 2) - quad_read_lane_at(value, 0)


@library("floats", derivative=True)
def ddx_fine(value):
    """How much the float ``value`` grows to the right in this row of the quad: lane 1 less lane 0, or lane 3 less
    lane 2.

    All four lanes have to be active. An error under ``num_threads``, as ``ddx_coarse``.

    HLSL: ``ddx_fine``. Seed: HLSL wave intrinsics (quads).
    """
    other = quad_read_across_x(value)
    return select((wave_lane_index() & 1) == 0, other - value, value - other)


@library("floats", derivative=True)
def ddy_fine(value):
    """How much the float ``value`` grows downwards in this column of the quad: lane 2 less lane 0, or lane 3 less
    lane 1.

    All four lanes have to be active. An error under ``num_threads``, as ``ddx_coarse``.

    HLSL: ``ddy_fine``. Seed: HLSL wave intrinsics (quads).
    """
    other = quad_read_across_y(value)
    return select((wave_lane_index() & 2) == 0, other - value, value - other)


@library("one u32", hlsl=None)
def quad_coordinate(lane):
    """Where a lane stands when the quads of a wave are laid out as a square in Z-order: (x, y), a uint2.

    Lanes 0 to 3 are (0, 0), (1, 0), (0, 1), (1, 1), the next quad is beside that: x is made of the even bits of ``lane``
    and y of the odd ones. Any u32 will do, such as ``wave * lane_count + lane``. No lanes take part.
    """
    place = _types.uint2(lane, lane >> 1) & 0x55555555
    place = (place | (place >> 1)) & 0x33333333
    place = (place | (place >> 2)) & 0x0F0F0F0F
    place = (place | (place >> 4)) & 0x00FF00FF
    return (place | (place >> 8)) & 0x0000FFFF


__all__ = [
    "clamp",
    "ddx",
    "ddx_coarse",
    "ddx_fine",
    "ddy",
    "ddy_coarse",
    "ddy_fine",
    "frac",
    "length",
    "lerp",
    "mad",
    "quad_coordinate",
    "saturate",
]
