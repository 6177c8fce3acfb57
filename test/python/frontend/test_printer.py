"""The MLIR text: the form of each operation; the text is deterministic, and wave-opt accepts it."""

from __future__ import annotations

import math

import pytest
from random_kernels import Maker

from wavedialect.frontends.python.frontend import build_module
from wavedialect.ir.module import KernelAttributes
from wavedialect.ir.printer import constant_text, print_module
from wavedialect.ir.types import f32, u32

EVERYTHING = """
@wd.func
def half(v):
    return v // 2


def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32], y: wd.RWBuffer[f32], flags: wd.RWBuffer[bool], n: u32, p: bool):
    store = wd.groupshared(f32, wd.group_wave_count() - 1)
    mine = wd.local_array(bool, 4)
    lane = wd.wave_lane_index()
    mine[lane % 4] = flags[lane]
    flags[n] = mine[0] and not p
    out[0] = wd.group_id().x + wd.group_count().z + wd.wave_lane_count() + wd.group_wave_index() + len(src)
    if wd.wave_is_first_lane() and (wd.wave_active_any_true(p) or wd.wave_active_all_true(p)):
        out[1] = wd.wave_active_ballot(p).y + wd.wave_active_count_bits(p) + wd.wave_prefix_count_bits(p)
    if wd.wave_active_all_equal(n):
        y[0] = wd.wave_active_min(y[1]) + wd.wave_prefix_sum(y[2]) + wd.wave_read_lane_first(y[3])
        y[1] = wd.wave_read_lane_at(y[2], lane) * 1e-7 + f32(i32(n)) - f32(n)
    out[2] = wd.atomic_add(out, 3, wd.wave_active_bit_or(n) + half(n))
    store[0] = 1.0 if p else -y[3] % 2.0
    for i in range(wd.group_uniform(n)):
        if i == 3:
            continue
        n += i
    while n > 3:
        if src[n] == 0:
            break
        n -= 1
    for j in range(10, 0, -2):
        out[u32(j)] = abs(n)
    if n == 7:
        return
    wd.group_memory_barrier()
    wd.device_memory_barrier_with_group_sync()
    out[n] = u32(store[0])
"""
LINES = [
    '%src: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "src"}',
    '%flags: memref<?xi8> {wave.binding = #wave.binding<uav, ui8>, wave.name = "flags"}',
    '%n: i32 {wave.element = ui32, wave.name = "n"} loc("n"("',
    '%p: i1 {wave.element = i1, wave.name = "p"} loc("p"("',
    " kernel stage(compute) num_waves(4) wave_size(16, 64) {",
    "= wave.group_id x : i32 loc(",
    "= wave.group_count z : i32 loc(",
    "= wave.any %p loc(",
    "= wave.ballot %p : vector<4xi32> loc(",
    " : i32 from vector<4xi32> loc(",
    "= wave.all_equal %n : i32 loc(",
    "= wave.reduce minnumf ",
    "= wave.prefix add ",
    "= wave.read_first_lane ",
    "= wave.read_lane ",
    "= wave.assume_uniform %n : i32 loc(",
    "= wave.call @half(%n) : (i32) -> i32 loc(",
    "wave.barrier group loc(",
    "wave.barrier device sync loc(",
    "wave.retire_if ",
    "scf.for unsigned ",
    '%lane = wave.lane_index : i32 loc("lane"("',
    ' : memref<?xf32, #gpu.address_space<workgroup>> loc("store"("',
]


def test_every_operation_is_printed(compile_kernel):
    made = compile_kernel(EVERYTHING)
    for line in LINES:
        assert line in made.text, line
    assert print_module(made.module) == made.text


def test_every_operation_has_a_location(compile_kernel):
    for line in compile_kernel(EVERYTHING).text.splitlines():
        opens = line.endswith(("{", ":")) or line in ("}", "module {") or "} else {" in line
        assert opens or " loc(" in line, line


def test_kernel_attributes_in_order(compile_kernel):
    text = "def kernel(out: wd.RWBuffer[u32]):\n    out[0] = wd.group_index()"
    made = compile_kernel(text, num_threads=(8, 8, 1), wave_size=32, shader_model="6.10", group_shared_limit=1024)
    assert (
        'kernel stage(compute) num_threads(8, 8, 1) wave_size(32) shader_model("6.10") group_shared_limit(1024) {'
        in made.text
    )


def test_constants_are_exact():
    assert constant_text(0.1, f32) == "0.1 : f32"
    assert constant_text(1e-05, f32) == "1.0e-05 : f32"
    assert constant_text(math.inf, f32) == "0x7F800000 : f32"
    assert constant_text(-math.inf, f32) == "0xFF800000 : f32"
    assert constant_text(4294967295, u32) == "-1 : i32"


def test_wave_opt_reads_every_operation(compile_kernel, wave_opt):
    wave_opt(compile_kernel(EVERYTHING).text)


@pytest.mark.parametrize("seed", range(0, 200, 10))
def test_wave_opt_reads_random_kernels(load, wave_opt, seed):
    text = "".join(
        print_module(build_module(load(Maker(seed + i).module(), "")["kernel"], KernelAttributes(num_waves=1)))
        + "// -----\n"
        for i in range(10)
    )
    wave_opt(text, "--split-input-file")
