"""Groups: the waves of a group, the groups of a dispatch, and the threads of kernels with ``num_threads``."""

from __future__ import annotations

from typing import Any

from ....ir.types import u32, uint3
from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, rules


@intrinsic(
    "GetGroupWaveIndex",
    rules.query,
    operation=WaveOperation("wave.group_wave_index", needs="basic", reads_lanes=False),
    result=u32,
    spirv="SubgroupId",
    dxil="getGroupWaveIndex",
    aliases=("waveIndex", "waveID", "subgroupID", "warpID", "sub_group_id", "simdgroup_index_in_threadgroup"),
)
def group_wave_index() -> Any:
    """The index of this wave in its group, below ``group_wave_count()``; the same for all lanes of a wave.

    The hardware assigns it; it cannot be derived from a thread index. Under ``num_waves=1`` it is 0.

    HLSL: ``GetGroupWaveIndex``. Source: HLSL proposal 0048.
    """


@intrinsic(
    "GetGroupWaveCount",
    rules.query,
    operation=WaveOperation("wave.group_wave_count"),
    result=u32,
    spirv="OpConstant",
    dxil="getGroupWaveCount",
    aliases=(
        "numWaves",
        "groupNumWaves",
        "waveCount",
        "numSubgroups",
        "numWarps",
        "num_sub_groups",
        "simdgroups_per_threadgroup",
    ),
)
def group_wave_count() -> Any:
    """The number of waves of this group; the same for all lanes, and constant while the group runs.

    Under ``num_waves=X`` it is the constant X and may size ``groupshared``. Waves that returned still count.

    HLSL: ``GetGroupWaveCount``. Source: HLSL proposals 0048 and 0054.
    """


@intrinsic(
    "SV_GroupID",
    rules.id_vector,
    operation=WaveOperation("wave.group_id"),
    result=uint3,
    spirv="WorkgroupId",
    dxil="groupId",
    aliases=("workgroupID", "blockIdx", "blockID", "program_id", "threadgroup_position_in_grid"),
)
def group_id() -> Any:
    """The index of this group in the dispatch, a uint3.

    HLSL: ``SV_GroupID``. Source: HLSL proposal 0054.
    """


@intrinsic(
    None,
    rules.id_vector,
    operation=WaveOperation("wave.group_count"),
    result=uint3,
    spirv="NumWorkgroups",
    aliases=("numWorkgroups", "gridDim", "numGroups", "num_programs", "threadgroups_per_grid"),
)
def group_count() -> Any:
    """The number of groups in the dispatch, a uint3.

    HLSL has no name for it; SPIR-V calls it NumWorkgroups.

    Source: HLSL proposal 0054 (dispatches sized by the wave size).
    """


@intrinsic(
    "SV_DispatchThreadID",
    rules.id_vector,
    operation=WaveOperation("wave.dispatch_thread_id"),
    result=uint3,
    aliases=("globalID", "globalInvocationID", "grid", "tid", "thread_position_in_grid", "DTid"),
)
def dispatch_thread_id() -> Any:
    """The index of this thread in the dispatch, a uint3. An error under ``num_waves``.

    HLSL: ``SV_DispatchThreadID``. Source: HLSL proposal 0054.
    """


@intrinsic(
    "SV_GroupThreadID",
    rules.id_vector,
    operation=WaveOperation("wave.group_thread_id"),
    result=uint3,
    aliases=("threadIdx", "threadID", "localID", "localInvocationID", "thread_position_in_threadgroup", "GTid"),
)
def group_thread_id() -> Any:
    """The index of this thread in its group, a uint3. An error under ``num_waves``.

    HLSL: ``SV_GroupThreadID``. Source: HLSL proposal 0054.
    """


@intrinsic(
    "SV_GroupIndex",
    rules.query,
    operation=WaveOperation("wave.group_index"),
    result=u32,
    aliases=("threadIndex", "local_invocation_index", "thread_index_in_threadgroup", "local_linear_id", "thread_rank"),
)
def group_index() -> Any:
    """The flattened index of this thread in its group. An error under ``num_waves``.

    HLSL: ``SV_GroupIndex``. Source: HLSL proposal 0054.
    """
