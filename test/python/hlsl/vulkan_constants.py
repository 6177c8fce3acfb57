"""Shaders with push constants and specialization constants, and checks on a device."""

from __future__ import annotations

from typing import Any

import numpy as np

import wavedialect as wd

PUSHED = """
struct Inner { float2 v; uint arr[2]; };
struct Constants {
  uint a;
  float3 b;
  Inner inner[2];
  double d;
  bool on;
  min16float half_;
  column_major float2x3 m;
  [[vk::offset(104)]] int last;
  uint sum() { return a + inner[1].arr[0]; }
};
[[vk::push_constant]] Constants constants;
float scale;
StructuredBuffer<float> x : register(t0);
RWStructuredBuffer<float> y : register(u0);

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float value = constants.a + constants.b[id.x % 3] + constants.inner[id.x & 1].v.y + constants.inner[1].arr[id.x & 1];
  value += (float)constants.d + (constants.on ? 1000 : 0) + constants.half_ + constants.m[1][id.x % 3];
  Constants whole = constants;
  y[id.x] = (value + whole.last + constants.sum()) * scale + x[id.x];
}
"""

VALUES: dict[str, Any] = {
    "a": 3,
    "b": (0.5, 1.5, 2.5),
    "inner[0].v": (10, 20),
    "inner[0].arr": (5, 6),
    "inner[1].v": (30, 40),
    "inner[1].arr": (7, 8),
    "d": 0.25,
    "on": True,
    "half_": -2,
    "m": [(100, 101), (102, 103), (104, 105)],
    "last": -9,
}

SPECIALIZED = """
[[vk::constant_id(0)]] const uint size = 16;
[[vk::constant_id(1)]] const bool flag = false;
[[vk::constant_id(2)]] const int16_t wide = -3;
[[vk::constant_id(7)]] const float scale = 0.5;
[[vk::constant_id(8)]] const double precise_scale = 0.25;
RWStructuredBuffer<float> y;

[numWaves(2)]
void main() {
  uint i = GetGroupWaveIndex() * WaveGetLaneCount() + WaveGetLaneIndex();
  float value = 0;
  for (uint step = 0; step < size; ++step)
    value += scale;
  y[i] = (flag ? -value : value) + (float)wide + (float)precise_scale + WaveGetLaneCount() * 0;
}
"""


def check_pushed(**options: Any) -> None:
    """The results of a launch with a dict, and with the same bytes."""
    kernel = wd.hlsl(text=PUSHED)
    number, x = np.arange(32), np.arange(32, dtype=np.float32)
    expected = 3 + np.array([0.5, 1.5, 2.5])[number % 3] + np.array([20, 40])[number & 1] + np.array([7, 8])[number & 1]
    expected = expected + 0.25 + 1000 - 2 + np.array([101, 103, 105])[number % 3] - 9 + (3 + 7)
    contents = bytes_of_values()
    for constants in (VALUES, contents, np.frombuffer(contents, np.uint32)):
        y = np.zeros(32, np.float32)
        kernel.dispatch(2, x=x, y=y, constants=constants, **{"$Globals": {"scale": 2}}, **options)
        np.testing.assert_array_equal(y, (expected * 2 + x).astype(np.float32))


def bytes_of_values() -> bytes:
    """The values, laid out by hand."""
    made = np.zeros(112, np.uint8)

    def put(offset: int, dtype: Any, *values: Any) -> None:
        data = np.array(values, dtype).view(np.uint8)
        made[offset : offset + data.size] = data

    put(0, np.uint32, 3)
    put(4, np.float32, 0.5, 1.5, 2.5)
    put(16, np.float32, 10, 20)
    put(24, np.uint32, 5, 6)
    put(32, np.float32, 30, 40)
    put(40, np.uint32, 7, 8)
    put(48, np.float64, 0.25)
    put(56, np.uint32, 1)
    put(60, np.float32, -2)
    put(64, np.float32, 100, 101, 102, 103, 104, 105)
    put(104, np.int32, -9)
    return made.tobytes()


def specialized(specialization: Any = ()) -> wd.Kernel:
    return wd.hlsl(text=SPECIALIZED, specialization=specialization, enable_16bit_types=True)


def check_specialized(**options: Any) -> None:
    """The defaults, and values by name and by number."""
    given = {"size": 4, "1": True, 2: -(2**10), "scale": 1.5, 8: 0.75}
    for specialization, value in (({}, 8 - 3 + 0.25), (given, -6 - 1024 + 0.75)):
        kernel = specialized(specialization)
        y = np.zeros(2 * options["wave_size"], np.float32)
        kernel.dispatch(1, y, **options)
        assert y.tolist() == [value] * y.size
