"""What users write; type checkers accept all of it."""

import numpy as np

import wavedialect as wd
from wavedialect import f32, float4, u32


@wd.struct
class Particle:
    position: float4
    mass: f32


@wd.func
def squared(x):
    return x * x


@wd.kernel(num_waves=4, wave_size=(8, 32))
def sums(x: wd.Buffer[f32], out: wd.RWBuffer[f32], factor: f32, count: u32):
    shared = wd.groupshared(f32, 4)
    wave = wd.group_wave_index()
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if i < count:
        shared[wave] = wd.wave_active_sum(squared(x[i]) * factor)
    wd.group_memory_barrier_with_group_sync()
    for part in range(count):
        out[wave] = shared[part] + f32(1)


@wd.kernel(num_threads=(8, 8))
def move(particles: wd.RWBuffer[Particle], image: wd.Texture2D[float4], seen: wd.RWBuffer[u32, wd.coherent]):
    i = wd.dispatch_thread_id().x
    particles[i].position = image[i, u32(0)].xyzw * particles[i].mass
    wd.atomic_add(seen, u32(0), u32(1))


@wd.kernel(num_waves=1)
def copy(x: wd.Buffer[f32, 2], y: wd.RWBuffer[f32, 2]):  # type: ignore
    y[u32(0), wd.wave_lane_index()] = x[u32(0), wd.wave_lane_index()]


x, out = np.ones(64, np.float32), np.zeros(4, np.float32)
sums[4](x, out, 1.0, 64)
sums[2, 3](x, out, 1.0, 64)
sums[lambda lanes: len(x) // lanes](x, out, 1.0, 64)
done: wd.Dispatch = sums.dispatch(4, x, out, 1.0, 64, device="cpu", wave_size=8)
report: wd.CheckReport = sums.check(4, x, out, 1.0, 64)
bundle: wd.Bundle = sums.compile(target="dxil", shader_model="6.8")
bundle.save("folder")
try:
    sums.dispatch(sums.dispatch_size(64), x, out, 1.0, 64)
except wd.WaveError as error:
    print(error.fix, error.id)
name: str = sums.name
device: wd.DeviceArray = wd.array(x, device="cpu")
kernel: wd.Kernel = wd.hlsl("shader.hlsl", entry="main")
best = wd.tune(sums, wd.configs(num_waves=[1, 2]), [x, out, 1.0, 64], groups=4)
