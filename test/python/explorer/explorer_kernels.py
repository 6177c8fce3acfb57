"""Kernels whose pages are looked at."""

from called_functions import square

import wavedialect as wd
from wavedialect import f16, f32, u32


@wd.kernel(num_waves=2, wave_size=(8, 32))
def calls_helpers(out: wd.RWBuffer[u32]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    if wd.wave_is_first_lane():
        out[64] = square(i + 1)
    out[i] = square(i)


@wd.kernel(num_threads=64)
def strange_text(out: wd.RWBuffer[u32]):
    """</script><script>alert("a")</script> <!-- <script> & &amp; ' "quoted" \\u003c \u2028"""
    out[0] = u32(1)  # </script><img src=x onerror=alert(1)> ünïcode ∑ 😀
    out[1] = u32(2)  # ${alert(2)} `backtick` <b>bold</b>


@wd.kernel(num_waves=2, wave_size=(8, 32))
def several_arrays(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    halves = wd.groupshared(f16, 3)
    lanes = wd.groupshared(f32, wd.wave_lane_count() * wd.group_wave_count())
    words = wd.groupshared(u32, 8)
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    lanes[i] = values[i]
    if wd.wave_is_first_lane():
        halves[wd.group_wave_index()] = f16(0.5)
        words[wd.group_wave_index()] = u32(3)
    wd.group_memory_barrier_with_group_sync()
    out[i] = lanes[15 - wd.wave_lane_index()] + f32(halves[0]) + f32(words[1])


@wd.kernel(num_threads=64, shader_model="6.0")
def needs_16_bits(out: wd.RWBuffer[f16]):
    out[wd.dispatch_thread_id().x] = f16(1.0)


@wd.kernel(num_waves=2)
def barrier_of_one_wave(out: wd.RWBuffer[u32]):
    if wd.group_wave_index() == 0:
        wd.group_memory_barrier_with_group_sync()
    out[0] = wd.wave_lane_count()
