"""Unknown names; those of the HLSL proposals and of HLSL get the name in this package as advice."""

from __future__ import annotations

import pytest

NAMES = {
    "get_group_num_waves": "group_wave_count",
    "group_get_wave_count": "group_wave_count",
    "wave_ballot": "wave_active_ballot",
    "WaveActiveSum": "wave_active_sum",
    "GetGroupWaveIndex": "group_wave_index",
    "GroupGetWaveIndex": "group_wave_index",
    "GetGroupNumWaves": "group_wave_count",
    "GroupGetWaveCount": "group_wave_count",
    "GetGroupWaveCount": "group_wave_count",
    "WaveGetLaneCount": "wave_lane_count",
    "WaveGetLaneIndex": "wave_lane_index",
    "WaveIsFirstLane": "wave_is_first_lane",
    "GroupMemoryBarrierWithGroupSync": "group_memory_barrier_with_group_sync",
    "AllMemoryBarrier": "all_memory_barrier",
    "InterlockedAdd": "atomic_add",
    "InterlockedXor": "atomic_xor",
    "AtomicAdd": "atomic_add",
    "WavePrefixCountBits": "wave_prefix_count_bits",
    "WavePrefixSum": "wave_prefix_sum",
    "WaveReadLaneFirst": "wave_read_lane_first",
    "WaveReadLaneAt": "wave_read_lane_at",
    "WaveActiveAnyTrue": "wave_active_any_true",
    "WaveActiveBallot": "wave_active_ballot",
    "WaveBallot": "wave_active_ballot",
    "SV_GroupID": "group_id",
    "SV_DispatchThreadID": "dispatch_thread_id",
    "wave_active_summ": "wave_active_sum",
    "WaveMultiPrefixCountBits": "wave_multi_prefix_count_bits",
    "InterlockedCompareExchange": "atomic_compare_exchange",
    "QuadReadAcrossX": "quad_read_across_x",
    "GetDimensions": "image_size",
    "popcount": "countbits",
    "inversesqrt": "rsqrt",
    "mix": "lerp",
    "fabs": "abs",
}


@pytest.mark.parametrize("name", NAMES)
def test_attribute_is_led_to_our_name(refuse, name):
    text = f"def kernel(out: wd.RWBuffer[u32]):\n    out[0] = §wd.{name}()"
    refuse(text, "unknown-name", f"`wd` has no `{name}`", f"did you mean `wd.{NAMES[name]}`?", num_threads=(64, 1, 1))


@pytest.mark.parametrize("name", NAMES)
def test_bare_name_is_led_to_our_name(refuse, name):
    text = f"def kernel(out: wd.RWBuffer[u32]):\n    out[0] = §{name}()"
    refuse(text, "unknown-name", f"unknown name `{name}`", f"did you mean `wd.{NAMES[name]}`?", num_threads=(64, 1, 1))


def test_misspelt_variable(refuse):
    text = "def kernel(out: wd.RWBuffer[u32], length: u32):\n    out[0] = §lenght"
    refuse(text, "unknown-name", "unknown name `lenght`", "did you mean `length`?")


def test_name_that_resembles_nothing(refuse):
    text = "def kernel(out: wd.RWBuffer[u32]):\n    out[0] = §qqzzyy"
    refuse(
        text,
        "unknown-name",
        "unknown name `qqzzyy`",
        "assign it before this line, pass it as a parameter, or define it above the kernel",
    )
