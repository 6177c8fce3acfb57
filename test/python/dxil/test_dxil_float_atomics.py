"""Atomics on floats in containers: special values, out of bounds, and models without 64-bit atomics."""

from __future__ import annotations

import numpy as np
import pytest
from dxil_device import DXILDevice

import wavedialect as wd
from wavedialect import f32, f64


@wd.kernel(num_waves=1)
def extremes(values: wd.Buffer[f32], memory: wd.RWBuffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    shared = wd.groupshared(f32, 2)
    if lane < 2:
        shared[lane] = memory[lane]
    wd.group_memory_barrier_with_group_sync()
    wd.atomic_min(memory, 0, values[lane])
    wd.atomic_max(memory, 1, values[lane])
    wd.atomic_min(shared, 0, values[lane])
    wd.atomic_max(shared, 1, values[lane])
    wd.atomic_add(memory, 2 + lane, values[lane])
    wd.group_memory_barrier_with_group_sync()
    if lane < 2:
        out[lane] = shared[lane]


@pytest.mark.parametrize("model", ["6.0", "6.6"])
@pytest.mark.parametrize(
    ("start", "values", "expected"),
    [
        ([-0.0, 0.0], [0.0, -0.0], [-0.0, 0.0]),
        ([np.nan, -np.nan], [-1, np.nan], [-1, -1]),
        ([np.inf, -np.inf], [-1e-45, -np.nan], [-1e-45, -1e-45]),
    ],
)
def test_extremes(model, start, values, expected):
    memory, out = np.array(start, np.float32), np.zeros(2, np.float32)
    values = np.resize(np.array(values, np.float32), 8)
    device = DXILDevice(f"dxil:{model}")
    extremes.dispatch(1, values, memory, out, device=device, wave_size=8, opt_level=2)
    bits = np.array(expected, np.float32).view(np.uint32).tolist()
    assert memory.view(np.uint32).tolist() == bits
    assert out.view(np.uint32).tolist() == bits


@pytest.mark.parametrize("function", [wd.atomic_add, wd.atomic_min, wd.atomic_max, wd.atomic_exchange])
def test_64_bits_need_shader_model_6_6(function):
    @wd.kernel(num_waves=1)
    def total(out: wd.RWBuffer[f64]):
        function(out, 0, f64(1.0))

    message = f"`wd.{function.name}` needs 64-bit atomics, which came with Shader Model 6.6"
    with pytest.raises(wd.CompileError, match=message):
        total.compile("dxil", shader_model="6.5")
    assert total.compile("dxil", shader_model="6.6").files
