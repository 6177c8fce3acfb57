"""Every target accepts what MLIR's simplifications make of wave IR, at every level of optimization."""

from __future__ import annotations

import functools
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dxil_device import DXILDevice
from upstream_forms import FORMS, Form, module

import wavedialect as wd
from wavedialect import f16, f32, i16, i32, i64, u32, u64
from wavedialect.driver.optimization import Optimization
from wavedialect.driver.repeat import find_tool
from wavedialect.ir.listing import Listing
from wavedialect.runtime.program import Program

TESTS = Path(__file__).parents[2]
SIMPLIFY = ("--canonicalize", "--cse")
LEVELS = (0, 1, 2)
PIPELINES = {
    "spirv": "wave-to-spirv=opt-level={}",
    "spirv-fixed": "wave-to-spirv=opt-level={} fixed-wave-size=16",
    "dxil-6.2": "wave-to-dxil=opt-level={} shader-model=6.2",
    "dxil-6.6": "wave-to-dxil=opt-level={} shader-model=6.6 wave-size=32",
    "dxil-6.10": "wave-to-dxil=opt-level={} shader-model=6.10 wave-size=16",
    "cpu": "wave-to-simd=opt-level={} wave-size=8",
    "cpu-checked": "wave-to-simd=opt-level={} wave-size=8 instrument=optimized",
}
SEPARATOR = "// -----\n"


def wave_opt(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the tool on modules."""
    command = [find_tool("wave-opt"), "--split-input-file", *options]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


@functools.cache
def written(*options: str) -> list[str]:
    """The forms' modules, in their order, as passes leave them."""
    done = wave_opt(SEPARATOR.join(map(module, FORMS)), *options)
    assert done.returncode == 0, done.stderr
    modules = done.stdout.split(SEPARATOR)
    assert len(modules) == len(FORMS)
    return modules


def test_upstream_makes_the_operations():
    rows = zip(FORMS, written(), written(*SIMPLIFY), strict=True)
    assert [form.operation for form, before, after in rows if form.count(after) <= form.count(before)] == []


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("target", PIPELINES)
def test_every_target_accepts_the_operations(target, level):
    """As written, where the pipeline simplifies them, and simplified by whoever made the module."""
    for modules in (written(), written(*SIMPLIFY)):
        done = wave_opt(SEPARATOR.join(modules), "--" + PIPELINES[target].format(level), "-o", "/dev/null")
        assert done.returncode == 0, done.stderr


# The numbers that they store.


@wd.kernel(num_waves=1)
def form(
    source: wd.Buffer[u32],
    out: wd.RWBuffer[u32],
    floats: wd.RWBuffer[f32],
    halves: wd.RWBuffer[f16],
    shorts: wd.RWBuffer[i16],
    longs: wd.RWBuffer[u64],
    n: u32,
    m: u32,
    x: f32,
    h: f16,
    s: i16,
    image: wd.RWTexture2D[wd.float4],
):
    """What the modules' kernels take."""


SCALARS = {
    "some lanes": (7, 2, np.float32(1.5), np.float16(0.75), 5),
    "other lanes": (3, 2**32 - 1, np.float32(-0.0), np.float16(-2.0), -3),
    "no lanes": (0, 200, np.float32(2.0**-140), np.float16(2.0**-20), -(2**15)),
}
"""By the lanes for which a condition holds: n and m decide that."""
LAVAPIPE = "vulkan:llvmpipe"


def kernel_of(text: str) -> Any:
    """The kernel of a module, to be dispatched."""
    kernel = wd.kernel(num_waves=1)(form.function)
    plain = kernel._program(False).listing
    facts = plain.name, plain.attributes, plain.parameters, plain.location, plain.files, plain.captured, None
    for level in LEVELS:
        listing = Listing(*facts, plain.operations, text=text, build=lambda: plain.module)
        kernel._programs.insert(0, Program(listing, optimization=Optimization(level)))
    return kernel


def buffers() -> list[np.ndarray]:
    """What a launch begins with: the source, and what the forms store to."""
    numbers = np.random.default_rng(2)
    # The index -3 of 16 bits is in these buffers if it is extended without a sign.
    source, out = (numbers.integers(0, 2**32, 1 << 16, np.uint32) for _ in range(2))
    rest = [np.full(512, 3, dtype) for dtype in (np.float32, np.float16, np.int16, np.uint64)]
    return [source, out, *rest, np.zeros((2, 128, 4), np.float32)]


def stores(kernel: Any, scalars: tuple[Any, ...], device: Any, size: int, level: int) -> list[bytes]:
    """What the kernel leaves in the buffers and the image."""
    *arrays, image = buffers()
    kernel.dispatch(1, *arrays, *scalars, image, device=device, wave_size=size, opt_level=level)
    return [array.tobytes() for array in (*arrays, image)]


Row = tuple[Form, Any, Any]
"""A form, its kernel as it is written, and simplified."""


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """The forms whose numbers are defined."""
    kernels = (map(kernel_of, modules) for modules in (written(), written(*SIMPLIFY)))
    return [row for row in zip(FORMS, *kernels, strict=True) if row[0].is_defined]


def assert_same_stores(rows: Iterable[Row], device: Any, size: int, most: int = len(SCALARS)) -> None:
    """Compares what forms store on a device, simplified by whoever made the module or by the pipeline, with the CPU, which
    runs them as they are written."""
    for one, plain, simplified in rows:
        for lanes, scalars in list(SCALARS.items())[:most]:
            expected = stores(plain, scalars, "cpu", size, 0)
            for kernel, level in ((simplified, 0), (plain, 1), (plain, 2)):
                assert stores(kernel, scalars, device, size, level) == expected, (one.operation, lanes, level)


def test_every_form_stores_something(rows):
    before = [array.tobytes() for array in buffers()]
    for one, plain, _ in rows:
        assert any(stores(plain, scalars, "cpu", 16, 0) != before for scalars in SCALARS.values()), one.operation


@pytest.mark.parametrize("size", [4, 128])
def test_forms_store_the_same_on_the_cpu(rows, size):
    assert_same_stores(rows, "cpu", size)


@pytest.mark.parametrize("model", ["6.2", "6.10:loops"])
def test_forms_store_the_same_in_containers(rows, model):
    assert_same_stores(rows, DXILDevice(f"dxil:{model}"), 16, most=2)


def test_forms_store_the_same_on_lavapipe(rows):
    try:
        device = wd.open_device(LAVAPIPE)
    except wd.WaveError as error:
        pytest.skip(str(error))
    assert_same_stores(rows, device, rows[0][1].wave_sizes(device)[0])


def operations(text: str) -> set[str]:
    """The names of the operations of a module that was printed in the generic form."""
    return {name for name in re.findall(r'"([a-z]+\.[\w.]+)"\(', text) if not name.startswith("wave.")}


FOLDERS = [
    "IR",
    "Transforms",
    "Analysis",
    "Lint",
    "KnownBugs",
    "Conversion/WaveToDXIL",
    "Conversion/WaveToGPU",
    "Conversion/WaveToSIMD",
    "Conversion/WaveToSPIRV",
]
"""All but those with code outside of functions, with which upstream's passes come to no end."""
PASSES = {
    "simplified": SIMPLIFY,
    "propagated": ("--sccp", "--loop-invariant-code-motion", "--remove-dead-values", "--canonicalize"),
    "inlined": ("--wave-inline", *SIMPLIFY),
}


@pytest.mark.parametrize("passes", PASSES.values(), ids=PASSES)
@pytest.mark.parametrize("folder", FOLDERS)
def test_the_list_is_complete(folder, passes):
    """Operations that appear when upstream simplifies the modules of our tests are in the list."""
    known = {form.name for form in FORMS}
    for file in sorted((TESTS / folder).glob("*.mlir")):
        printed = [wave_opt(file.read_text(), "--mlir-print-op-generic", *options) for options in ((), passes)]
        before, after = (operations(done.stdout) for done in printed)
        assert after - before <= known, file.name


# Kernels of which upstream makes these operations, compared with the interpreter.


@wd.kernel(num_waves=1)
def equal_components(
    x: wd.Buffer[f32],
    pairs: wd.RWBuffer[wd.float2],
    threes: wd.RWBuffer[wd.int3],
    fours: wd.RWBuffer[wd.float4],
    image: wd.RWTexture2D[wd.float4],
):
    lane = wd.wave_lane_index()
    pairs[lane] = wd.float2(x[lane])
    threes[lane] = wd.int3(i32(lane))
    fours[lane] = wd.float4(x[lane])
    image[lane, u32(0)] = wd.float4(x[lane])
    image[lane, u32(1)] = wd.float4(1.0)
    image[lane, u32(2)] = wd.float4(1.0, 2.0, 3.0, 4.0)


@wd.kernel(num_waves=1)
def equal_narrow_components(
    x: wd.Buffer[f16], shorts: wd.RWBuffer[wd.int16_t3], halves: wd.RWBuffer[wd.half4], pairs: wd.RWBuffer[wd.uint16_t2]
):
    lane = wd.wave_lane_index()
    shorts[lane] = wd.int16_t3(wd.i16(lane))
    halves[lane] = wd.half4(x[lane])
    pairs[lane] = wd.uint16_t2(wd.u16(7))


@wd.kernel(num_waves=1)
def constant_stores(pairs: wd.RWBuffer[wd.float2], fours: wd.RWBuffer[wd.uint4], longs: wd.RWBuffer[wd.int64_t2]):
    lane = wd.wave_lane_index()
    pairs[lane] = wd.float2(0.5)
    fours[lane] = wd.uint4(1, 2, 3, 4)
    longs[lane] = wd.int64_t2(i64(5))


@wd.kernel(num_waves=1)
def compared_booleans(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    lane = wd.wave_lane_index()
    flag = f32(x[lane] > n)
    out[lane * 5] = u32(flag > 0.5)
    out[lane * 5 + 1] = u32(flag < 1.0)
    out[lane * 5 + 2] = u32(flag >= 1.0)
    out[lane * 5 + 3] = u32(flag <= 0.5)
    out[lane * 5 + 4] = u32(flag == 1.0) + u32(flag != 0.0) * 2


@wd.kernel(num_waves=1)
def choices(x: wd.Buffer[i32], out: wd.RWBuffer[i64], pairs: wd.RWBuffer[wd.int2], n: i32):
    lane = wd.wave_lane_index()
    small = x[lane] < n
    out[lane * 3] = i64(1) if small else i64(0)
    out[lane * 3 + 1] = (i64(x[lane]) * i64(n)) >> 32
    out[lane * 3 + 2] = i64(0) if small else i64(1)
    v = wd.int2(x[lane], n)
    if small:
        v = wd.int2(n)
    pairs[lane] = v


def _vectors(count: int, dtype: Any) -> np.ndarray:
    return np.zeros((128, count), dtype)


def _numbers(dtype: Any) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 9, 128).astype(dtype)


KERNELS = {
    equal_components: lambda: (
        _numbers(np.float32),
        _vectors(2, np.float32),
        _vectors(3, np.int32),
        _vectors(4, np.float32),
        np.zeros((3, 128, 4), np.float32),
    ),
    equal_narrow_components: lambda: (
        _numbers(np.float16),
        _vectors(3, np.int16),
        _vectors(4, np.float16),
        _vectors(2, np.uint16),
    ),
    constant_stores: lambda: (_vectors(2, np.float32), _vectors(4, np.uint32), _vectors(2, np.int64)),
    compared_booleans: lambda: (_numbers(np.uint32), np.zeros(640, np.uint32), 4),
    choices: lambda: (_numbers(np.int32) * 2**27, np.zeros(384, np.int64), _vectors(2, np.int32), 2**29),
}


def results(kernel: Any, device: Any, wave_size: int, **options: Any) -> list[bytes]:
    """What a dispatch leaves in the arrays."""
    arguments = KERNELS[kernel]()
    kernel.dispatch(1, *arguments, device=device, wave_size=wave_size, **options)
    return [argument.tobytes() for argument in arguments if isinstance(argument, np.ndarray)]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
@pytest.mark.parametrize("level", LEVELS)
def test_kernels_agree_with_the_interpreter(kernel, level):
    for size in (4, 32, 128):
        expected = results(kernel, "interpreter", size)
        assert results(kernel, "cpu", size, opt_level=level) == expected


@pytest.mark.parametrize("model", ["6.2", "6.5:loops", "6.6:reversed", "6.10:loops"])
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_containers_agree_with_the_interpreter(kernel, model):
    device = DXILDevice(f"dxil:{model}")
    for level in LEVELS:
        assert results(kernel, device, 16, opt_level=level) == results(kernel, "interpreter", 16)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_kernels_compile_for_vulkan_at_every_level(kernel):
    for level in LEVELS:
        assert kernel.compile(target="spirv", opt_level=level).files
