"""What DXIL cannot hold, and the limits of its validator: our own errors, with an id, at the kernel's own line."""

from __future__ import annotations

import inspect
import warnings

import dxv
import pytest

import wavedialect as wd
from wavedialect import f16, f32, f64, i32, u16, u32, u64

HERE = "# here"


def refuse(kernel: wd.Kernel, model: str, id: str, message: str) -> wd.CompileError:
    """The kernel is refused in the line that is marked, or else in those of its decorator and ``def``."""
    lines, first = inspect.getsourcelines(kernel.function)
    marked = [number for number, line in enumerate(lines, first) if HERE in line]
    defined = next(number for number, line in enumerate(lines, first) if line.lstrip().startswith("def "))
    with pytest.raises(wd.CompileError) as caught:
        kernel.compile(target="dxil", shader_model=model)
    error = caught.value
    assert (error.id, error.file) == (id, __file__), str(error)
    assert error.line in (marked[:1] or range(first, defined + 1)), str(error)
    assert message in error.message
    assert error.fix and "wave." not in str(error) and "'memref" not in error.message
    return error


def accept(kernel: wd.Kernel, *models: str) -> None:
    """The kernel compiles, and the validator finds nothing."""
    for model in models:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", wd.WaveWarning)
            bundle = kernel.compile(target="dxil", shader_model=model)
        containers = [contents for name, contents in bundle.files.items() if name.endswith(".dxil")]
        assert containers
        for contents in containers if dxv.path() else ():
            dxv.validate(contents)


# Groupshared memory.


def filled(size: int, waves: int = 2, **attributes) -> wd.Kernel:
    """A kernel with that many bytes, and the index of a wave."""
    elements = size // 4

    @wd.kernel(num_waves=waves, wave_size=32, **attributes)
    def kernel(out: wd.RWBuffer[u32]):
        a = wd.groupshared(u32, elements)
        a[wd.wave_lane_index()] = wd.group_wave_index()
        wd.group_memory_barrier_with_group_sync()
        out[0] = a[5]

    return kernel


def test_groupshared_memory():
    accept(filled(32764), "6.6", "6.9", "6.10")
    accept(filled(32768), "6.10")
    error = refuse(filled(32768), "6.9", "groupshared-limit", "uses 32772 bytes of groupshared memory")
    assert "4 bytes count the waves of a group, which Shader Model 6.10 does by itself" in str(error)
    refuse(filled(32772), "6.10", "groupshared-limit", "uses 32772 bytes")


def test_groupshared_memory_of_a_stated_limit():
    accept(filled(200, group_shared_limit=204), "6.6", "6.10")
    accept(filled(204, group_shared_limit=204), "6.10")
    refuse(filled(204, group_shared_limit=204), "6.6", "groupshared-limit", "the limit of a group is 204")
    accept(filled(65536, group_shared_limit=65536), "6.10")
    message = "uses 65540 bytes of groupshared memory; the limit is 32768: group_shared_limit needs Shader Model 6.10"
    refuse(filled(65536, group_shared_limit=70000), "6.9", "groupshared-limit", message)
    # What is stated and not used is harmless.
    accept(filled(128, group_shared_limit=65536), "6.6", "6.10")


# Threads and wave sizes.


def threads(num_threads, **attributes) -> wd.Kernel:
    """A kernel of that many threads."""

    @wd.kernel(num_threads=num_threads, **attributes)
    def kernel(out: wd.RWBuffer[u32]):
        out[0] = wd.wave_lane_count()

    return kernel


@pytest.mark.parametrize("extent", [1024, (1, 1024), (1, 1, 64), (32, 32), (4, 4, 64)])
def test_threads_of_a_group(extent):
    accept(threads(extent), "6.0", "6.10")


@pytest.mark.parametrize(
    ("extent", "message"),
    [
        (1025, "has 1025 threads along x; the limit is 1024"),
        ((1, 1025), "has 1025 threads along y"),
        ((1, 1, 65), "has 65 threads along z; the limit is 64"),
        ((32, 33), "has 1056 threads a group; the limit is 1024"),
        ((2**31 - 1, 1, 1), "has 2147483647 threads along x"),
        ((2**31 - 1,) * 3, "num_threads asks for more than 2147483647 threads"),
    ],
)
def test_too_many_threads(extent, message):
    refuse(threads(extent), "6.6", "num-threads-limit", message)


def mesh_threads(num_threads, **attributes) -> wd.Kernel:
    """An amplification kernel of that many threads."""

    @wd.kernel(num_threads=num_threads, stage="amplification", **attributes)
    def kernel():
        wd.dispatch_mesh(1, 1, 1)

    return kernel


def test_threads_of_amplification():
    accept(mesh_threads((1, 1, 128)), "6.5", "6.10")
    message = "has 129 threads along x; the limit is 128"
    refuse(mesh_threads(129), "6.6", "num-threads-limit", message)
    refuse(mesh_threads((16, 16)), "6.6", "num-threads-limit", "has 256 threads a group; the limit is 128")
    refuse(mesh_threads(32), "6.4", "shader-model-too-low", "is for amplification, which needs Shader Model 6.5")
    message = "states a wave size, and DXIL has them for compute"
    refuse(mesh_threads(32, wave_size=32), "6.8", "wave-size-stage", message)


def test_payloads():
    def payload(elements, shared=1, waves=1):
        @wd.kernel(num_waves=waves, stage="amplification")
        def kernel():
            other = wd.groupshared(u32, shared)
            other[wd.wave_lane_index() % u32(4)] = wd.group_wave_index()
            a = wd.groupshared(u32, elements)
            a[0] = other[0]
            wd.dispatch_mesh(1, 1, 1, a)  # here

        return kernel

    accept(payload(4096), "6.5", "6.10")
    refuse(payload(4097), "6.6", "dispatch-mesh-payload-limit", "16388 bytes")
    accept(payload(4096, 4094, waves=2), "6.5")

    @wd.kernel(num_threads=32, stage="amplification")
    def without_payload():
        a = wd.groupshared(u32, 8192)
        a[wd.wave_lane_index()] = u32(1)
        wd.dispatch_mesh(wd.group_uniform(a[3]), 1, 1)

    # An empty one is made.
    refuse(without_payload, "6.6", "groupshared-limit", "uses 32772 bytes of groupshared memory; the limit is 32768")


def test_wave_sizes():
    refuse(threads(64, wave_size=32), "6.5", "shader-model-too-low", "states a wave size, which needs Shader Model 6.6")
    accept(threads(64, wave_size=32), "6.6", "6.8")
    accept(threads(64, wave_size=(8, 32, 16)), "6.6", "6.7", "6.8")


# What a model lacks.


@wd.kernel(num_threads=64)
def half_buffer(b: wd.RWBuffer[f16]):
    b[0] = b[1] + b[2]  # here


@wd.kernel(num_threads=64)
def half_argument(x: f16, out: wd.RWBuffer[f32]):
    out[0] = f32(x) + f32(1)  # here


@wd.kernel(num_threads=64)
def short_copy(b: wd.RWBuffer[u16]):
    b[0] = b[1]  # here


@pytest.mark.parametrize("kernel", [half_buffer, half_argument, short_copy])
def test_16_bits(kernel):
    refuse(kernel, "6.1", "shader-model-too-low", "this line needs 16-bit types, which came with Shader Model 6.2")
    accept(kernel, "6.2", "6.9")


@wd.kernel(num_threads=64)
def add_64(b: wd.RWBuffer[u64]):
    wd.atomic_add(b, 0, u64(5))  # here


@wd.kernel(num_threads=64)
def exchange_64(b: wd.RWBuffer[u64]):
    a = wd.groupshared(u64, 4)
    b[0] = wd.atomic_exchange(a, 1, u64(5))  # here


@wd.kernel(num_threads=64)
def compare_64(b: wd.RWBuffer[u64]):
    b[2] = wd.atomic_compare_exchange(b, 0, u64(5), u64(3))  # here


@pytest.mark.parametrize("kernel", [add_64, exchange_64, compare_64])
def test_64_bit_atomics(kernel):
    refuse(kernel, "6.5", "shader-model-too-low", "needs 64-bit atomics, which came with Shader Model 6.6")
    accept(kernel, "6.6")


@wd.kernel(num_threads=64, shader_model="6.8")
def of_model_6_8(out: wd.RWBuffer[u32]):
    out[0] = u32(1)


def test_the_model_that_a_kernel_states():
    message = "needs Shader Model 6.8, and is compiled for 6.7"
    refuse(of_model_6_8, "6.7", "shader-model-too-low", message)
    accept(of_model_6_8, "6.8", "6.10")


# Constants.


@wd.kernel(num_threads=64)
def just_fits(a: wd.double4, b: wd.double4, c: wd.double4, d: wd.double3, out: wd.RWBuffer[f64]):
    out[0] = a.x + b.y + c.z + d.z


@wd.kernel(num_threads=64)
def with_size(a: wd.double4, b: wd.double4, c: wd.double4, d: wd.double3, out: wd.RWBuffer[f64]):
    out[0] = a.x + b.y + c.z + d.z
    out[1] = f64(wd.group_count().x)


def test_root_constants():
    accept(just_fits, "6.0", "6.6")
    message = "the scalar arguments, the dispatch's size and the lengths of buffers take 136 bytes; the limit is 128"
    refuse(with_size, "6.6", "constants-limit", message)


# Loops that never end.


@wd.kernel(num_threads=64)
def endless(out: wd.RWBuffer[u32]):
    while True:  # here
        out[0] = out[0] + u32(1)


@wd.kernel(num_threads=64)
def endless_outside(out: wd.RWBuffer[u32]):
    while True:  # here
        while out[0] != u32(5):
            wd.atomic_add(out, 0, u32(1))


@wd.kernel(num_threads=64)
def endless_by_a_constant(out: wd.RWBuffer[u32]):
    i = u32(1)
    while i > u32(0):  # here
        out[0] = out[0] + u32(1)


@wd.kernel(num_threads=64)
def endless_for_llvm(out: wd.RWBuffer[u32]):
    x = out[1]
    while (x | u32(1)) != u32(0):
        x = x + u32(1)
        out[0] = x


@pytest.mark.parametrize("kernel", [endless, endless_outside, endless_by_a_constant, endless_for_llvm])
@pytest.mark.parametrize("model", ["6.0", "6.10"])
def test_loops_that_never_end(kernel, model):
    refuse(kernel, model, "endless-loop", "loop")


@wd.kernel(num_threads=64)
def left_by_return(out: wd.RWBuffer[u32]):
    while True:
        if wd.atomic_add(out, 0, u32(1)) > u32(5):
            return


@wd.kernel(num_threads=64)
def left_by_break(out: wd.RWBuffer[u32]):
    while True:
        while True:
            if out[0] == u32(5):
                break
        if out[1] == u32(5):
            break


def test_loops_that_are_left():
    accept(left_by_return, "6.0", "6.10")
    accept(left_by_break, "6.0", "6.10")


# Undefined, and valid all the same.


@wd.func
def later(n):
    """The constant ``n``, which the front end does not know: it rejects what is certainly out of range."""
    return n


@wd.kernel(num_threads=64)
def outside_of_local_arrays(out: wd.RWBuffer[u32]):
    a = wd.local_array(u32, later(4))
    b = wd.local_array(wd.uint3, later(4))
    a[0] = out[0]
    a[7] = u32(3)
    b[5] = wd.uint3(a[9], 1, 2)
    out[1] = out[2] // a[9] + out[2] % b[8].z
    if a[u32(4294967295)] == u32(3):
        out[a[4]] = u32(3)
    for i in range(a[9]):
        out[i] = u32(2)


@wd.kernel(num_threads=64)
def outside_of_groupshared_arrays(out: wd.RWBuffer[u32]):
    a = wd.groupshared(u32, later(4))
    flags = wd.groupshared(bool, later(4))
    place = u32(0)
    for _ in wd.static_range(6):
        a[place] = out[place]
        place = place + u32(1)
    flags[9] = out[0] == u32(2)
    out[1] = a[place] + u32(flags[4]) + wd.atomic_add(a, 11, u32(2))
    out[2] = wd.atomic_compare_exchange(a, 11, u32(2), u32(3)) + wd.atomic_exchange(a, 4, u32(1))


@wd.kernel(num_threads=64)
def outside_of_all(out: wd.RWBuffer[u32]):
    a = wd.groupshared(u32, later(4))
    b = wd.local_array(u32, later(4))
    a[4] = out[0]
    b[4] = out[0]


@wd.kernel(num_threads=64)
def outside_of_a_buffer(out: wd.RWBuffer[u32], vectors: wd.RWBuffer[wd.float3]):
    out[u32(4294967295)] = out[u32(2147483648)]
    vectors[u32(4294967295)] = vectors[u32(1431655766)]


@pytest.mark.parametrize(
    "kernel", [outside_of_local_arrays, outside_of_groupshared_arrays, outside_of_all, outside_of_a_buffer]
)
def test_constant_indices_out_of_bounds(kernel):
    accept(kernel, "6.0", "6.6", "6.10")


@wd.kernel(num_threads=64)
def division_by_what_becomes_zero(out: wd.RWBuffer[u32], signed: wd.RWBuffer[i32]):
    zero, signed_zero = u32(1), i32(1)
    for _ in range(1):
        zero, signed_zero = zero - u32(1), signed_zero - i32(1)
    out[0] = out[1] // zero + out[1] % zero
    signed[0] = signed[1] // signed_zero + signed[1] % signed_zero
    signed[1] = i32(-2147483648) // (signed_zero - i32(1))


@wd.kernel(num_threads=64)
def functions_out_of_range(out: wd.RWBuffer[f32]):
    zero = f32(1)
    for _ in range(1):
        zero = zero - f32(1)
    out[0] = wd.log(zero) + wd.log2(zero - f32(1)) + wd.log(f32(-1)) + wd.log2(f32(0)) + wd.log(f32(-0.0))
    out[1] = wd.sqrt(f32(-1)) + wd.rsqrt(zero) + wd.pow(f32(-1), f32(0.5)) + wd.pow(zero, zero)
    out[2] = f32(1) / zero + zero / zero + f32(u32(zero - f32(1))) + f32(i32(zero + f32(1e30)))
    out[3] = wd.exp(f32(1e30)) + wd.sin(f32(1e38)) + wd.exp2(f32(-1e30))


@wd.kernel(num_threads=64)
def shifts_out_of_range(out: wd.RWBuffer[u32], wide: wd.RWBuffer[u64]):
    out[0] = (out[1] << u32(32)) + (out[1] >> u32(100)) + (u32(1) << out[2])
    wide[0] = (wide[1] << u64(64)) + (wide[1] >> u64(100))


@wd.kernel(num_threads=64)
def lanes_out_of_range(out: wd.RWBuffer[u32]):
    out[0] = wd.wave_read_lane_at(out[1], later(u32(1000))) + wd.wave_read_lane_at(out[1], later(u32(4294967295)))


@wd.kernel(num_threads=64)
def never_written(out: wd.RWBuffer[u32], floats: wd.RWBuffer[f32]):
    a = wd.local_array(u32, 4)
    b = wd.local_array(f32, 4)
    c = wd.local_array(bool, 4)
    d = wd.groupshared(u32, 4)
    out[0] = a[1] + u32(1) + d[1]
    if a[2] == u32(3):
        out[1] = u32(5)
    out[a[3]] = a[1] // a[2]
    floats[0] = wd.wave_active_sum(b[3]) * b[1] + wd.sqrt(b[2]) + wd.log(b[0])
    if c[1] and wd.wave_active_any_true(c[2]):
        out[2] = wd.wave_active_count_bits(c[3])
    for i in range(u32(b[0])):
        out[i] = wd.wave_read_lane_at(a[1], a[2])


@wd.kernel(num_threads=64)
def nothing():
    return


@wd.kernel(num_threads=64)
def only_written(out: wd.RWBuffer[u32], x: f16, image: wd.Texture2D[f32], small: wd.RWBuffer[f16]):
    a = wd.groupshared(u32, 8)
    b = wd.local_array(u32, 8)
    a[wd.wave_lane_index() % u32(8)] = u32(2)
    b[wd.wave_lane_index() % u32(8)] = u32(2)


@pytest.mark.parametrize(
    "kernel",
    [
        division_by_what_becomes_zero, functions_out_of_range, shifts_out_of_range, lanes_out_of_range, never_written,
        nothing, only_written,
    ],
)  # fmt: skip
def test_undefined_values_are_valid(kernel):
    accept(kernel, "6.0", "6.5", "6.6", "6.10")


# Arrays and names.


def test_local_arrays():
    def array(elements):
        @wd.kernel(num_threads=64)
        def kernel(out: wd.RWBuffer[u32]):
            a = wd.local_array(u32, elements)
            a[out[1]] = u32(2)
            out[0] = a[out[2]]

        return kernel

    accept(array(16384), "6.6")
    refuse(array(16385), "6.6", "local-array-limit", "uses 65540 bytes of local arrays")
    refuse(array(2**31 - 1), "6.6", "local-array-limit", "bytes of local arrays")


@wd.kernel(num_threads=64)
def größe(out: wd.RWBuffer[u32]):
    out[0] = u32(1)


@wd.kernel(num_threads=64)
def groupshared_0(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 4)
    out[0] = wd.atomic_add(shared, 0, u32(1))


@wd.kernel(num_threads=64)
def dx_op_threadId_i32(out: wd.RWBuffer[u32]):  # noqa: N802
    out[0] = u32(1)


@pytest.mark.parametrize("kernel", [größe, groupshared_0, dx_op_threadId_i32])
def test_names(kernel):
    accept(kernel, "6.0", "6.6")
    bundle = kernel.compile(target="dxil")
    assert bundle.manifest["entry_point"] == kernel.name
    assert kernel.name.encode() in bundle.module_at(32)
