"""Names of other languages and libraries: the help names ours."""

from __future__ import annotations

import importlib.util
import math

import numpy as np
import pytest

from wavedialect import errors
from wavedialect.frontends.python.advice import ABSENT, FORMULAS, help_for
from wavedialect.frontends.python.foreign import LANGUAGES
from wavedialect.frontends.python.frontend import build_module
from wavedialect.frontends.python.ops import INTRINSICS
from wavedialect.ir.module import KernelAttributes

HEAD = """import math

import numpy as np
import wavedialect as wd
from wavedialect import f32, i32, u32


def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[f32], n: u32, f: f32, p: bool):
    out[0] = f32({})
"""
NAMES = [
    ("cuda.gridsize(1)", "`wd.group_count().x * 64`"),
    ("cuda.gridsize(2)", "`wd.group_count().x * 64`"),
    ("cuda.grid(1)", "`wd.dispatch_thread_id().x`"),
    ("cuda.selp(p, n, n)", "`wd.select`"),
    ("cuda.laneid", "`wd.wave_lane_index`"),
    ("cuda.warpsize", "`wd.wave_lane_count`"),
    ("cuda.syncwarp()", "`wd.wave_memory_barrier`"),
    ("cuda.popc(n)", "`wd.countbits`"),
    ("cuda.threadfence()", "`wd.device_memory_barrier`"),
    ("numba.prange(4)", "every lane runs the kernel"),
    ("numba.cuda.grid(1)", "`wd.dispatch_thread_id().x`"),
    ("tl.arange(0, 8)", "`wd.wave_lane_index()`"),
    ("tl.max(n)", "`wd.wave_active_max(n)`"),
    ("tl.sum(n, 0)", "`wd.wave_active_sum(n)`"),
    ("tl.cumsum(n)", "`wd.wave_prefix_sum(n) + n`"),
    ("tl.where(p, n, n)", "`wd.select`"),
    ("tl.zeros(4)", "`total = 0`"),
    ("tl.cdiv(n, 4)", "`(n + d - 1) // d`"),
    ("tl.constexpr", "`SIZE = 64`"),
    ("tl.debug_barrier()", "`wd.group_memory_barrier_with_group_sync`"),
    ("tl.load(x)", "`value = buffer[i]`"),
    ("tl.program_id(0)", "`wd.group_id().x`"),
    ("wd.num_lanes()", "`wd.wave_lane_count`"),
    ("wd.grid(1)", "`wd.dispatch_thread_id().x`"),
    ("wd.tile_load(x, 0)", "`value = buffer[i]`"),
    ("wp.tid()", "`wd.dispatch_thread_id`"),
    ("threadIdx.y", "`wd.group_thread_id().y`"),
    ("blockIdx.x", "`wd.group_id().x`"),
    ("blockDim.x", "write `64`"),
    ("gridDim.z", "`wd.group_count().z`"),
    ("threads_per_block", "write `64`"),
    ("num_warps", "`wd.group_wave_count`"),
    ("SV_GroupIndex", "`wd.group_index`"),
    ("SV_DispatchThreadID.x", "`wd.dispatch_thread_id().x`"),
    ("SV_GroupThreadID.x", "`wd.group_thread_id().x`"),
    ("SV_GroupID.y", "`wd.group_id().y`"),
    ("DTid.x", "`wd.dispatch_thread_id().x`"),
    ("gtid.x", "`wd.group_thread_id().x`"),
    ("gl_GlobalInvocationID.x", "`wd.dispatch_thread_id().x`"),
    ("gl_LocalInvocationID.x", "`wd.group_thread_id().x`"),
    ("gl_LocalInvocationIndex", "`wd.group_index`"),
    ("gl_WorkGroupID.x", "`wd.group_id().x`"),
    ("gl_WorkGroupSize.x", "write `64`"),
    ("gl_NumWorkGroups.y", "`wd.group_count().y`"),
    ("gl_SubgroupSize", "`wd.wave_lane_count`"),
    ("gl_SubgroupID", "`wd.group_wave_index`"),
    ("gl_SubgroupInvocationID", "`wd.wave_lane_index`"),
    ("gl_NumSubgroups", "`wd.group_wave_count`"),
    ("subgroupElect()", "`wd.wave_is_first_lane`"),
    ("subgroupAdd(n)", "`wd.wave_active_sum`"),
    ("imageLoad(x, 0)", "`value = image[x, y]`"),
    ("get_global_size(0)", "`wd.group_count().x * 64`"),
    ("get_sub_group_local_id()", "`wd.wave_lane_index`"),
    ("sub_group_reduce_add(n)", "`wd.wave_active_sum`"),
    ("threadgroup_barrier(0)", "`wd.group_memory_barrier_with_group_sync`"),
    ("simd_lane_id", "`wd.wave_lane_index`"),
    ("thread_index_in_simdgroup", "`wd.wave_lane_index`"),
    ("simdgroup_index_in_threadgroup", "`wd.group_wave_index`"),
    ("threads_per_simdgroup", "`wd.wave_lane_count`"),
    ("simd_shuffle(n, 0)", "`wd.wave_read_lane_at`"),
    ("simd_prefix_exclusive_sum(n)", "`wd.wave_prefix_sum`"),
    ("storageBarrier()", "`wd.device_memory_barrier`"),
    ("local_invocation_index", "`wd.group_index`"),
    ("cg.this_thread_block()", "no objects for groups of threads"),
    ("__syncthreads()", "`wd.group_memory_barrier_with_group_sync`"),
    ("__ballot_sync(0, p)", "`wd.wave_active_ballot`"),
    ("math.sin(f)", "`wd.sin(f)`"),
    ("math.log(f, 2)", "`wd.log2(f)`"),
    ("math.hypot(f, f)", "`wd.hypot(f, f)`"),
    ("np.sqrt(f)", "`wd.sqrt(f)`"),
    ("np.float32(n)", "`f32(n)`"),
    ("np.int32(f)", "`i32(f)`"),
    ("np.bool_(n)", "`bool(n)`"),
    ("np.minimum(f, f)", "`wd.min(f, f)`"),
    ("np.where(p, f, f)", "`wd.select(p, f, f)`"),
    # Of buffers, whose elements are numbers.
    ("np.sqrt(x)", "`wd.sqrt(x[i])`"),
    ("np.where(x > 1, x, x[0])", "`wd.select(x[i] > 1, x[i], x[0])`"),
    ("np.add(x, n)", "`x[i] + n`"),
    ("np.float32(x)", "`f32(x[i])`"),
    ("np.dot(x, out)", "`wd.wave_active_sum(x[i] * out[i])`"),
    ("np.linalg.norm(x)", "`wd.sqrt(wd.wave_active_sum(x[i] * x[i]))`"),
    ("np.argmax(x)", "`wd.wave_active_argmax(value)`"),
    ("x.argmin()", "`wd.wave_active_argmin(value)`"),
    ("np.sum(x)", "`wd.wave_active_sum(value)`"),
    ("x.sum()", "`wd.wave_active_sum(value)`"),
    ("np.bincount(x)", "`wd.atomic_add(bins, index, 1)`"),
    ("np.size(x)", "`len(x)`"),
    ("np.shape(x)", "`x.shape`"),
    ("x.ndim", "write `1`"),
    ("float(n)", "`f32(n)`"),
    ("float('inf')", "`math.inf`"),
]


@pytest.fixture
def build(tmp_path):
    """``build(code)``: the module of a kernel that stores the value of this code."""

    def build_code(code: str):
        file = tmp_path / "names.py"
        file.write_text(HEAD.format(code))
        spec = importlib.util.spec_from_file_location("names", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return build_module(module.kernel, KernelAttributes(num_threads=(64, 1, 1)))

    return build_code


@pytest.mark.parametrize(("code", "advised"), NAMES)
def test_name(build, code, advised):
    with pytest.raises(errors.CompileError) as caught:
        build(code)
    assert advised in caught.value.fix, caught.value


@pytest.mark.parametrize("name", sorted({*ABSENT, *FORMULAS}))
def test_row_of_the_tables(name):
    help = help_for(name, False)
    assert help is not None and (help == ABSENT.get(name) or f"`{FORMULAS[name][1]}`" in help)


@pytest.mark.parametrize("name", sorted(INTRINSICS))
def test_alias(name):
    """Every alias leads to the function that declares it, unless it has a formula or advice of its own."""
    for alias in INTRINSICS[name].aliases:
        assert help_for(alias, False) == f"did you mean `wd.{name}`?", alias


def test_unknown_name_of_a_language(build):
    for language in LANGUAGES:
        with pytest.raises(errors.CompileError) as caught:
            build(f"{language}.qqzzyy(3)")
        assert f"`{language}` belongs to another language" in caught.value.fix


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("math.pi", np.float32(math.pi)),
        ("math.inf", np.float32(math.inf)),
        ("-math.inf", np.float32(-math.inf)),
        ("math.nan", np.float32(math.nan)),
        ("np.pi * 2", np.float32(2 * math.pi)),
        ("np.float32(3)", np.float32(3)),
        ("np.uint32(7)", np.float32(7)),
        ("np.float32(math.pi)", np.float32(math.pi)),
    ],
)
def test_constants(build, code, value):
    (constant,) = (
        operation.attributes["value"]
        for operation in build(code).kernel.walk()
        if operation.name == "arith.constant" and isinstance(operation.attributes["value"], float)
    )
    np.testing.assert_equal(np.float32(constant), value)


def test_types_of_constants(build):
    """A constant of NumPy has its type, as a captured one does, and must fit."""
    for code, message in {
        "np.int32(3) + n": "i32 and u32",
        "np.uint32(-1)": "the literal -1 does not fit in u32",
        "np.float16(70000)": "the literal 70000 does not fit in f16",
    }.items():
        with pytest.raises(errors.CompileError, match=message):
            build(code)
