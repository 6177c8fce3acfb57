"""The cases of shader-clippy's fixtures for the rules that both have, written in this language. Each kernel's docstring
says where the case is there, and what the fixture's comment or test expects: `HIT`, `SHOULD-NOT-HIT`, or none."""

import wavedialect as wd
from wavedialect import f32, u32


@wd.kernel(num_threads=(7, 7))
def misaligned(out: wd.RWTexture2D[f32]):
    """workgroup.hlsl cs_misaligned: HIT numthreads-not-wave-aligned"""
    tile = wd.groupshared(f32, 64)
    place = wd.dispatch_thread_id()
    tile[wd.group_index()] = f32(place.x)
    wd.group_memory_barrier_with_group_sync()
    out[place.x, place.y] = tile[wd.group_index()]


@wd.kernel(num_threads=(4, 4))
def too_small(out: wd.RWTexture2D[f32]):
    """workgroup.hlsl cs_too_small: HIT numthreads-too-small"""
    out[wd.dispatch_thread_id().x, wd.dispatch_thread_id().y] = 1.0


@wd.kernel(num_threads=(8, 8))
def clean(out: wd.RWTexture2D[f32]):
    """workgroup.hlsl cs_clean: SHOULD-NOT-HIT numthreads-not-wave-aligned"""
    tile = wd.groupshared(f32, 64)
    place = wd.dispatch_thread_id()
    tile[wd.group_index()] = f32(place.x)
    wd.group_memory_barrier_with_group_sync()
    out[place.x, place.y] = tile[wd.group_index()]


@wd.kernel(num_threads=(8, 8))
def huge_shared(out: wd.RWBuffer[f32]):
    """workgroup.hlsl HugeShared, 64 KiB: HIT groupshared-too-large"""
    huge = wd.groupshared(f32, 16384)
    huge[wd.group_index()] = 1.0
    out[wd.group_index()] = huge[wd.group_index()]


@wd.kernel(num_threads=1024)
def half_of_it_for_many_threads(out: wd.RWBuffer[f32]):
    """the rule's page, 16 KiB and a byte more in any group: HIT groupshared-too-large"""
    tile = wd.groupshared(f32, 4608)
    tile[wd.group_index()] = 1.0
    out[wd.group_index()] = tile[wd.group_index()]


@wd.kernel(num_threads=(5, 13))
def misaligned_and_conflict(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    """workgroup_extra.hlsl cs_misaligned_and_conflict: HIT numthreads-not-wave-aligned"""
    out[wd.group_index()] = x[wd.group_index() % 32 * 32 + wd.group_index() // 32]


@wd.kernel(num_threads=64)
def write_no_barrier(out: wd.RWBuffer[f32]):
    """workgroup_extra.hlsl cs_write_no_barrier: HIT groupshared-without-barrier"""
    shared = wd.groupshared(f32, 64)
    shared[wd.group_index()] = f32(wd.dispatch_thread_id().x) * 0.1
    out[wd.dispatch_thread_id().x] = shared[wd.group_index() ^ 1]


@wd.kernel(num_threads=64)
def write_with_barrier(out: wd.RWBuffer[f32]):
    """workgroup_extra.hlsl cs_write_with_barrier: SHOULD-NOT-HIT groupshared-without-barrier"""
    shared = wd.groupshared(f32, 64)
    shared[wd.group_index()] = f32(wd.dispatch_thread_id().x) * 0.1
    wd.group_memory_barrier_with_group_sync()
    out[wd.dispatch_thread_id().x] = shared[wd.group_index() ^ 1]


@wd.kernel(num_threads=17)
def unaligned(out: wd.RWBuffer[u32]):
    """sm610.hlsl cs_unaligned: HIT numthreads-not-wave-aligned"""
    out[wd.dispatch_thread_id().x] = 1


@wd.kernel(num_threads=(8, 8))
def aligned(out: wd.RWBuffer[u32]):
    """sm610.hlsl cs_aligned: SHOULD-NOT-HIT numthreads-not-wave-aligned"""
    out[wd.dispatch_thread_id().x] = 1


@wd.kernel(num_threads=64)
def barrier_in_branch(out: wd.RWBuffer[f32]):
    """control_flow.hlsl cs_barrier_in_branch: HIT barrier-in-divergent-flow"""
    if wd.dispatch_thread_id().x < 32:
        wd.group_memory_barrier_with_group_sync()
        out[wd.dispatch_thread_id().x] = 1.0


@wd.kernel(num_threads=64)
def nested_divergent_barrier(noise: wd.Texture2D[f32], out: wd.RWBuffer[f32], threshold: f32):
    """control_flow_extra.hlsl cs_nested_divergent_barrier: HIT barrier-in-divergent-flow"""
    tile = wd.groupshared(f32, 64)
    place = wd.dispatch_thread_id()
    tile[wd.group_index()] = f32(place.x)
    if noise[place.x, place.y] > threshold:
        wd.group_memory_barrier_with_group_sync()
        tile[wd.group_index()] *= 2.0
    out[place.x] = tile[wd.group_index()]


@wd.kernel(num_threads=64)
def wave_op_in_a_branch(out: wd.RWBuffer[u32]):
    """control_flow.hlsl cs_wave_op_divergent: HIT wave-intrinsic-non-uniform"""
    if wd.dispatch_thread_id().x & 1 != 0:
        out[wd.dispatch_thread_id().x] = wd.wave_active_sum(wd.dispatch_thread_id().x)


@wd.kernel(num_threads=64)
def index_without_wave_size(out: wd.RWBuffer[u32]):
    """sm610.hlsl cs_no_wavesize: HIT getgroupwaveindex-without-wavesize-attribute"""
    out[wd.dispatch_thread_id().x] = wd.group_wave_index()


@wd.kernel(num_threads=64)
def read_of_lane_31(out: wd.RWBuffer[f32]):
    """test_wavereadlaneat_constant_non_zero_portability.cpp, lane 31: HIT wave-size-assumed"""
    out[wd.dispatch_thread_id().x] = wd.wave_read_lane_at(f32(wd.dispatch_thread_id().x), 31)


@wd.kernel(num_threads=64, wave_size=64)
def read_of_lane_47(out: wd.RWBuffer[f32]):
    """the same, lane 47 with WaveSize(64): SHOULD-NOT-HIT wave-size-assumed"""
    out[wd.dispatch_thread_id().x] = wd.wave_read_lane_at(f32(wd.dispatch_thread_id().x), 47)


@wd.kernel(num_threads=64)
def read_of_lane_7(out: wd.RWBuffer[f32]):
    """the same, lane 7: HIT wave-size-assumed"""
    out[wd.dispatch_thread_id().x] = wd.wave_read_lane_at(f32(wd.dispatch_thread_id().x), 7)


@wd.kernel(num_threads=64)
def read_of_lane_0(out: wd.RWBuffer[f32]):
    """test_wavereadlaneat_constant_zero_to_readfirst.cpp, lane 0 where all are active: HIT read-of-inactive-lane"""
    out[wd.dispatch_thread_id().x] = wd.wave_read_lane_at(f32(wd.dispatch_thread_id().x), 0)


@wd.kernel(num_threads=64)
def read_of_a_computed_lane(out: wd.RWBuffer[f32]):
    """the same, a lane that is computed: SHOULD-NOT-HIT read-of-inactive-lane"""
    out[wd.dispatch_thread_id().x] = wd.wave_read_lane_at(
        f32(wd.dispatch_thread_id().x), wd.wave_lane_count() - 1 - wd.wave_lane_index()
    )
