"""Kernels for the command line."""

import sys

from constants import HALF

import wavedialect as wd
from wavedialect import f16, f32, float3, i32, u32, u64

print("imported as", __name__)
ARGUMENTS = sys.argv


@wd.kernel(num_waves=2)
def scale(x: wd.Buffer[f32], out: wd.RWBuffer[f32], n: u32, factor: f32):
    wave = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    i = wave * wd.wave_lane_count() + wd.wave_lane_index()
    if i < n:
        out[i] = x[i] * factor


@wd.kernel(num_threads=(8, 8))
def shade(points: wd.Buffer[float3], image: wd.RWTexture2D[f32], on: wd.bool, light: float3, hits: wd.RWBuffer[u32]):
    place = wd.dispatch_thread_id()
    if on:
        image[place.x, place.y] = wd.dot(points[place.x], light) * HALF
        wd.atomic_add(hits, place.x, 1)


@wd.kernel(num_waves=4)
def total(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    partial = wd.groupshared(u32, wd.group_wave_count())
    wave = wd.group_wave_index()
    partial[wave] = wd.wave_active_sum(x[wave * wd.wave_lane_count() + wd.wave_lane_index()])
    wd.group_memory_barrier_with_group_sync()
    if wave == 0 and wd.wave_is_first_lane():
        group_sum = u32(0)
        for each in range(wd.group_wave_count()):
            group_sum += partial[each]
        out[wd.group_id().x] = group_sum


@wd.kernel(num_waves=2)
def divergent(out: wd.RWBuffer[u32]):
    if wd.group_wave_index() == 0:
        wd.group_memory_barrier_with_group_sync()


@wd.kernel(num_waves=2)
def racy(out: wd.RWBuffer[u32]):
    out[0] = wd.group_wave_index()


@wd.kernel(num_waves=1)
def kinds(a: wd.Buffer[f16], b: wd.RWBuffer[u64], c: wd.Buffer[wd.bool], d: wd.Texture2D[wd.float4], e: i32):
    if c[0]:
        b[0] = u64(u32(e)) + u64(u32(f32(a[0]) + d[0, 0].x))


@wd.kernel(num_waves=64, wave_size=(16, 32))
def dropped(out: wd.RWBuffer[u32]):
    out[0] = 1


@wd.func
def helper(x):
    return x


def plain(x):
    return x


if __name__ == "__main__":
    raise SystemExit("a command must not do this")
