"""Sums and products without anything to contract are rounded as the interpreter rounds them."""

import numpy as np

import wavedialect as wd
from wavedialect import f32


@wd.kernel(num_waves=1)
def sums(x: wd.Buffer[f32], y: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    out[lane] = ((0.1 - x[lane]) - y[lane]) + 0.5


@wd.kernel(num_waves=1)
def products(x: wd.Buffer[f32], y: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    out[lane] = ((x[lane] * 0.3) * y[lane]) * 0.7


@wd.kernel(num_waves=1)
def loops(x: wd.Buffer[f32], y: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    total = 0.0
    for _trip in range(1, wd.wave_lane_count()):
        total = total - x[lane]
    out[lane] = total + 0.5


def test_constants_stay_where_they_are():
    lanes = wd.open_device("vulkan").wave_sizes.own
    random = np.random.default_rng(0)
    for kernel in (sums, products, loops):
        differing = 0
        for _ in range(40):
            x, y = random.standard_normal((2, lanes), np.float32)
            results = []
            for device in ("interpreter", "vulkan"):
                out = np.zeros(lanes, np.float32)
                kernel[1](x, y, out, device=device, wave_size=lanes)
                results.append(out.view(np.uint32))
            differing += int((results[0] != results[1]).sum())
        assert differing == 0
