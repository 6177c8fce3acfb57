"""CUDA devices on a GPU: results, other libraries' arrays, streams, graphs, errors, several GPUs."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import gpu_kernels as kernels
import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32

try:
    DEVICE = wd.open_device("cuda")
except wd.DeviceError as error:
    pytest.skip(f"no CUDA device: {error.message}", allow_module_level=True)

INTERPRETED = [
    (kernels.leave_one_by_one, 1, 32, ()),
    (kernels.both_sides, 1, 32, ()),
    (kernels.behind_a_loop, 1, 32, (2,)),
    (kernels.last_wave, 3, 120, ()),
]


@pytest.fixture
def torch():
    module = pytest.importorskip("torch")
    if not module.cuda.is_available():
        pytest.skip("PyTorch has no CUDA")
    return module


@pytest.mark.parametrize(("kernel", "groups", "size", "scalars"), INTERPRETED, ids=lambda value: str(value))
def test_masks_of_lanes(kernel, groups, size, scalars):
    found, expected = np.zeros(size, np.uint32), np.zeros(size, np.uint32)
    kernel.dispatch(groups, found, *scalars, device=DEVICE)
    kernel.dispatch(groups, expected, *scalars, device="interpreter", wave_size=32)
    assert found.tolist() == expected.tolist()


def test_groupshared_memory_and_barriers():
    x = np.arange(128 * 50, dtype=np.float32)
    out = np.zeros(50, np.float32)
    kernels.sum_of_group.dispatch(50, x, out, device=DEVICE)
    assert out.tolist() == x.reshape(50, 128).sum(axis=1).tolist()


def test_much_groupshared_memory():
    x = np.arange(3 * 20000, dtype=np.uint32)
    expected = x.reshape(3, -1)[:, ::-1].ravel() + 1
    src, out = wd.array(x, device=DEVICE), wd.zeros(len(x), u32, device=DEVICE)
    for _ in range(2):
        # The second launch takes the fast path.
        kernels.reversed_by_group.dispatch(3, src, out, 20000)
    assert np.array_equal(out.numpy(), expected)


def test_integers_of_16_bits_wrap_around():
    x = np.arange(-(2**15), 2**15).astype(np.int16)
    negated, magnitude = np.zeros((2, len(x)), np.int32)
    kernels.wrapping.dispatch(len(x) // 32, x, negated, magnitude, device=DEVICE)
    assert np.array_equal(negated, (-x).astype(np.int32))
    assert np.array_equal(magnitude, np.abs(x).astype(np.int32))


def test_negations_in_maxima_of_three_numbers():
    @wd.kernel(num_waves=1)
    def extrema(a: wd.Buffer[wd.i32, 2], out: wd.RWBuffer[wd.i32, 2]):
        i = wd.wave_lane_index()
        out[0, i] = wd.max(a[0, i], wd.max(a[1, i], -a[2, i]))
        out[1, i] = wd.min(a[0, i], wd.min(a[1, i], -a[2, i]))

    a = np.random.default_rng(0).integers(-9, 10, (3, 32)).astype(np.int32)
    parts = np.stack([a[0], a[1], -a[2]])
    for opt_level in (0, 1, 2):
        out = np.zeros((2, 32), np.int32)
        extrema.dispatch(1, a, out, device=DEVICE, opt_level=opt_level)
        np.testing.assert_array_equal(out, [parts.max(0), parts.min(0)])


def test_scalars_of_every_type():
    out = np.zeros(10)
    given = (-5, 65535, -(2**31), 2**32 - 1, -(2**40), 2**50, 1.5, -0.25, 0.1, True)
    kernels.scalars.dispatch(1, out, *given, device=DEVICE)
    assert out.tolist() == [float(value) for value in given]


def test_images():
    image = np.random.default_rng(1).random((13, 21), np.float32)
    out = np.zeros_like(image)
    kernels.blur.dispatch((3, 2), image, out, device=DEVICE)
    right = np.pad(image, ((0, 0), (0, 1)))[:, 1:]
    assert np.array_equal(out, image * np.float32(0.5) + right * np.float32(0.5))


def test_prints(capfd):
    kernels.saying.dispatch(1, np.array([42], np.uint32), device=DEVICE)
    assert "first" in (said := capfd.readouterr().out) and "42" in said


def test_arrays_of_the_device():
    x = wd.array(np.arange(1024, dtype=np.float32), device=DEVICE)
    y = wd.zeros(1024, f32, device=DEVICE)
    for _ in range(3):
        done = kernels.add.dispatch(8, x, y, 2.0, timed=True)
    assert 0 < done.elapsed_ns() < 1e9
    assert np.array_equal(y.numpy(), 6 * np.arange(1024, dtype=np.float32))
    assert y[512:].numpy()[0] == 6 * 512
    assert kernels.add.dispatch(8, x, y, 2.0).elapsed_ns() is None


def test_out_of_bounds_is_defined():
    x = wd.zeros(100, u32, device=DEVICE)
    kernels.far.dispatch(1, x, 90)
    kernels.far.dispatch(1, x, 2**31)
    assert x.numpy().tolist() == [0] * 90 + [7] * 10
    kernels.far.dispatch(1, wd.zeros(0, u32, device=DEVICE), 0)
    wd.synchronize(DEVICE)


# Other libraries.


def test_tensors(torch):
    x = torch.arange(1024, dtype=torch.float32, device="cuda")
    y = torch.zeros_like(x)
    for _ in range(3):
        kernels.add.dispatch(8, x, y, 2.0)
    assert torch.equal(y, 6 * x)
    # In the order of PyTorch's work before and after.
    for _ in range(200):
        y.zero_()
        kernels.add.dispatch(8, x, y, 2.0)
        y.mul_(2)
    assert torch.equal(y, 4 * x)
    view = y[256:512]
    kernels.add.dispatch(2, x, view, 1.0)
    assert torch.equal(y[256:512], 4 * x[256:512] + x[:256])


def test_tensors_of_bf16(torch):
    """A multiplication and an addition round each, as PyTorch's do."""
    torch.manual_seed(16)
    x, first = torch.randn(2, 1024, device="cuda").to(torch.bfloat16)
    y = first.clone()
    expected = first + x * 0.75
    # From the second launch on, C++ code takes the calls.
    for options in ({"device": "cuda"}, {}, {}, {"unchecked": True}):
        y.copy_(first)
        kernels.add_bf16.dispatch(32, x, y, 0.75, **options)
        assert y.dtype == torch.bfloat16 and torch.equal(y, expected)
    # Tensors of the CPU are copied to the GPU and back.
    on_host = first.cpu()
    kernels.add_bf16.dispatch(32, x.cpu(), on_host, 0.75, device=DEVICE)
    assert torch.equal(on_host, expected.cpu())
    y.copy_(first)
    part = y[256:512]
    kernels.add_bf16.dispatch(8, x[256:512], part, 0.75)
    assert torch.equal(part, expected[256:512]) and torch.equal(y[512:], first[512:])
    for wrong in (x.half(), x.float(), x.view(torch.uint16)):
        with pytest.raises(wd.LaunchError, match=r"'x' has dtype .*bfloat16\nhelp: pass `x.to\(torch.bfloat16\)`"):
            kernels.add_bf16.dispatch(32, wrong, y, 0.75)


def test_tensors_of_f16(torch):
    x = torch.randint(-32, 33, (1024,), device="cuda").to(torch.float16)
    y = torch.zeros_like(x)
    for options in ({"device": "cuda"}, {}, {}, {"unchecked": True}):
        kernels.add_f16.dispatch(32, x, y, 1.5, **options)
    # These sums are exact.
    assert y.dtype == torch.float16 and torch.equal(y, 6 * x)
    with pytest.raises(wd.LaunchError, match=r"bfloat16.*\nhelp: pass `x.to\(torch.float16\)`"):
        kernels.add_f16.dispatch(32, x.to(torch.bfloat16), y, 1.5)


def test_the_current_stream_of_pytorch(torch):
    x = torch.ones(1 << 20, dtype=torch.float32, device="cuda")
    y = torch.zeros_like(x)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        torch.cuda._sleep(20_000_000)
        y.fill_(5)
        kernels.add.dispatch(1 << 13, x, y, 2.0)
        y.mul_(3)
    stream.synchronize()
    assert torch.equal(y, torch.full_like(y, 21))


def test_a_stream_that_is_passed(torch):
    x = wd.array(np.ones(1 << 20, np.float32), device=DEVICE)
    y = wd.zeros(1 << 20, f32, device=DEVICE)
    streams = [torch.cuda.Stream() for _ in range(4)]
    with torch.cuda.stream(streams[0]):
        torch.cuda._sleep(20_000_000)
    for number in range(40):
        kernels.add.dispatch(1 << 13, x, y, 1.0, stream=streams[number % 4])
    # The work on one array is in its order on all streams.
    assert y.numpy().tolist() == [40.0] * (1 << 20)


def test_wrong_tensors(torch):
    x = torch.arange(1024, dtype=torch.float32, device="cuda")
    y = torch.zeros_like(x)
    wide = torch.zeros(64, 64, dtype=torch.float32, device="cuda")
    with pytest.raises(wd.LaunchError, match=r"'y' is not contiguous\nhelp: .*y.contiguous\(\)"):
        kernels.add.dispatch(8, x, wide.t(), 2.0)
    with pytest.raises(wd.LaunchError, match=r"'x' has dtype float64.*\nhelp: pass `x.to\(torch.float32\)`"):
        kernels.add.dispatch(8, x.double(), y, 2.0)
    with pytest.raises(
        wd.LaunchError, match="'x' is on device 'cuda:0', but the dispatch runs on device 'interpreter'"
    ):
        kernels.add.dispatch(8, x, y, 2.0, device="interpreter")
    with pytest.raises(wd.LaunchError, match="requires a gradient"):
        kernels.add.dispatch(8, x, y.requires_grad_(), 2.0)
    with pytest.raises(wd.LaunchError, match="overlap"):
        kernels.add.dispatch(8, x, x, 2.0)
    raw = torch.zeros(4100, dtype=torch.uint8, device="cuda")

    class Odd:
        __cuda_array_interface__ = {
            "shape": (1024,),
            "typestr": "<f4",
            "data": (raw.data_ptr() + 2, False),
            "version": 3,
        }

    with pytest.raises(wd.LaunchError, match="'x' is not aligned to its elements"):
        kernels.add.dispatch(8, Odd(), x, 2.0)


def test_arrays_of_the_device_in_pytorch(torch):
    x = wd.array(np.arange(1024, dtype=np.float32), device=DEVICE)
    for view in (torch.from_dlpack(x), torch.as_tensor(x, device="cuda")):
        assert view.data_ptr() == x.handle.address
        assert torch.equal(view.cpu(), torch.from_numpy(x.numpy()))
    y = wd.array(torch.arange(1024, dtype=torch.float32, device="cuda") * 2, device=DEVICE)
    assert y.numpy()[10] == 20
    y.copy_from(torch.zeros(1024, dtype=torch.float32, device="cuda"))
    assert not y.numpy().any()


def test_devices_of_pytorch(torch):
    x = torch.ones(1024, device="cuda")
    y = wd.zeros(1024, f32, device=x.device)
    for device in (x.device, torch.device("cuda")):
        assert kernels.add.dispatch(8, x, y, 2.0, device=device).device is y.device
    assert y.numpy().tolist() == [4.0] * 1024


def test_an_operation_with_a_gradient(torch):
    class Scale(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, a):
            ctx.a = a
            y = torch.zeros_like(x)
            kernels.add.dispatch(8, x.detach(), y, a)
            return y

        @staticmethod
        def backward(ctx, gradient):
            x = torch.zeros_like(gradient)
            kernels.add.dispatch(8, gradient.contiguous(), x, ctx.a)
            return x, None

    x = torch.rand(1024, device="cuda", requires_grad=True)
    y = Scale.apply(x, 3.0)
    y.sum().backward()
    assert torch.equal(y, 3 * x) and torch.equal(x.grad, torch.full_like(x, 3))


def test_repeated_launches_of_tensors(torch):
    """From the second launch on, C++ code takes the calls."""
    x, y = torch.rand(1024, device="cuda"), torch.zeros(1024, device="cuda")
    stream = torch.cuda.Stream()
    for _ in range(3):
        kernels.add.dispatch(8, x, y, 1.0)
        kernels.add[8](x, y, 1.0, device="cuda")
        kernels.add.dispatch(lambda lanes: 1024 // (4 * lanes), x, y, 1.0, unchecked=True)
    assert "dispatch" in vars(kernels.add)
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        kernels.add.dispatch(8, x, y, 1.0)
    kernels.add.dispatch(8, x, y, 1.0, stream=stream)
    stream.synchronize()
    assert torch.allclose(y, 11 * x)
    with pytest.raises(wd.LaunchError, match="overlap"):
        kernels.add.dispatch(8, x, x, 2.0)


def test_a_graph_of_pytorch(torch):
    x = torch.zeros(1024, dtype=torch.uint32, device="cuda")
    expected = np.zeros(1024, np.uint32)
    kernels.step.dispatch(32, x)
    x.zero_()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(20):
            kernels.step.dispatch(32, x)
    for _ in range(3):
        graph.replay()
    for _ in range(60):
        expected = expected * np.uint32(3) + np.uint32(1)
    torch.cuda.synchronize()
    assert np.array_equal(x.cpu().numpy(), expected)


def test_a_graph_of_arrays_of_the_device(torch):
    x = wd.zeros(1024, u32, device=DEVICE)
    kernels.step.dispatch(32, x)
    x.fill(0)
    wd.synchronize(DEVICE)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        stream = torch.cuda.current_stream()
        for _ in range(2):
            kernels.step.dispatch(32, x, stream=stream)
    assert not x.numpy().any()
    graph.replay()
    torch.cuda.synchronize()
    assert x.numpy().tolist() == [4] * 1024


def test_what_a_graph_of_pytorch_cannot_record(torch):
    x = torch.zeros(1024, dtype=torch.uint32, device="cuda")
    own, timed = wd.zeros(1024, u32, device=DEVICE), kernels.step.dispatch(32, x, timed=True)
    x.zero_()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        kernels.step.dispatch(32, x)
        for refused in (
            own.numpy,
            timed.elapsed_ns,
            lambda: wd.synchronize(DEVICE),
            lambda: wd.zeros(4, u32, device=DEVICE),
            lambda: kernels.step.dispatch(32, np.zeros(1024, np.uint32), device=DEVICE),
        ):
            with pytest.raises(wd.DeviceError, match="the current stream of PyTorch records a graph"):
                refused()
    graph.replay()
    torch.cuda.synchronize()
    assert x.cpu().numpy().tolist() == [1] * 1024


def test_arrays_of_cupy():
    cupy = pytest.importorskip("cupy")
    x, y = cupy.arange(1024, dtype=cupy.float32), cupy.zeros(1024, cupy.float32)
    stream = cupy.cuda.Stream(non_blocking=True)
    cupy.cuda.Device().synchronize()
    with stream:
        y += 1
        kernels.add.dispatch(8, x, y, 2.0)
        y *= 2
    stream.synchronize()
    assert bool((y == 2 * (2 * x + 1)).all())
    kernels.add.dispatch(8, x, y, 2.0, stream=stream)
    stream.synchronize()
    y[:] = 0
    for _ in range(4):
        kernels.add.dispatch(8, x, y, 2.0)
    assert bool((y == 8 * x).all())
    with pytest.raises(wd.LaunchError, match="not contiguous"):
        kernels.add.dispatch(8, cupy.zeros(2048, cupy.float32)[::2], y, 2.0)
    with pytest.raises(wd.LaunchError, match="has dtype float64"):
        kernels.add.dispatch(8, cupy.zeros(1024), y, 2.0)
    seen = cupy.asarray(wd.array(np.arange(8, dtype=np.float32), device=DEVICE))
    assert seen.tolist() == list(range(8))


def test_arrays_of_numba():
    cuda = pytest.importorskip("numba.cuda")
    x = cuda.to_device(np.arange(1024, dtype=np.float32))
    y = cuda.to_device(np.zeros(1024, np.float32))
    kernels.add.dispatch(8, x, y, 2.0)
    wd.synchronize(DEVICE)
    assert np.array_equal(y.copy_to_host(), 2 * np.arange(1024, dtype=np.float32))
    for _ in range(3):
        kernels.add.dispatch(8, x, y, 2.0)
    wd.synchronize(DEVICE)
    assert np.array_equal(y.copy_to_host(), 8 * np.arange(1024, dtype=np.float32))
    stream = cuda.stream()
    kernels.add.dispatch(8, x, y, 2.0, stream=stream)
    stream.synchronize()


def test_arrays_of_jax():
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    jax = pytest.importorskip("jax")
    if jax.default_backend() != "gpu":
        pytest.skip("JAX has no GPU")
    x = jax.numpy.arange(1024, dtype=jax.numpy.float32) + 1
    y = wd.zeros(1024, f32, device=DEVICE)
    kernels.add.dispatch(8, x, y, 2.0)
    assert np.array_equal(y.numpy(), 2 * np.arange(1, 1025, dtype=np.float32))
    for _ in range(3):
        kernels.add.dispatch(8, x + 1, y, 2.0)
    assert np.array_equal(y.numpy(), 2 * np.arange(1, 1025, dtype=np.float32) * 4 + 6)
    with pytest.raises(wd.LaunchError, match="'y' is read-only"):
        kernels.add.dispatch(8, x, x + 1, 2.0)
    assert float(jax.dlpack.from_dlpack(y).sum()) == float(y.numpy().sum())


# Failures.


def test_out_of_memory():
    with pytest.raises(wd.DeviceError, match="an array of .* bytes: .*OUT_OF_MEMORY.*\nhelp: free arrays"):
        wd.empty(1 << 40, u32, device=DEVICE)
    x = wd.zeros(1024, u32, device=DEVICE)
    kernels.step.dispatch(32, x)
    assert x.numpy().tolist() == [1] * 1024


def test_an_illegal_address():
    """In a process of its own, which cannot use the device afterwards."""
    text = """
        import numpy as np, wavedialect as wd
        import gpu_kernels as kernels
        x = wd.zeros(64, wd.u32, device="cuda")
        kernels.far.dispatch(1, x, 0xFFFFFF00, unchecked=True)
        kernels.far.dispatch(1, x, 0x40000000, unchecked=True)
        for use in (x.numpy, lambda: wd.zeros(4, wd.u32, device="cuda")):
            try:
                use()
                print("nothing")
            except wd.DeviceError as error:
                print(error)
        print(x.device.usable)
        out = np.zeros(32, np.uint32)
        kernels.both_sides.dispatch(1, out, device="interpreter", wave_size=32)
        print(out[0])
    """
    starts = [sys.executable, "-c"]
    recorded = os.environ.get("CUDA_RECORDED_COMPILES")
    first = f"import replay_cuda; replay_cuda.install({recorded!r})\n" if recorded else ""
    here = Path(__file__).parent
    paths = [str(here), str(here.parents[1] / "gpu"), *sys.path]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    done = subprocess.run(
        [*starts, first + textwrap.dedent(text)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "is lost" in lines[0] and "ILLEGAL_ADDRESS" in lines[0], done.stdout
    assert lines[-2:] == ["False", "16"], done.stdout


# Several threads and devices.


def run_steps(device, results, errors):
    try:
        x = wd.zeros(1024, u32, device=device)
        for _ in range(300):
            kernels.step.dispatch(32, x)
        results.append(int(x.numpy()[7]))
    except BaseException as error:  # noqa: BLE001, the test reports it
        errors.append(error)


@pytest.mark.parametrize("devices", [("cuda:0", "cuda:0"), ("cuda:0", "cuda:1")])
def test_devices_from_threads(devices):
    try:
        wd.open_device(devices[1])
    except wd.DeviceError as error:
        pytest.skip(error.message)
    results, errors = [], []
    threads = [threading.Thread(target=run_steps, args=(name, results, errors)) for name in devices * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = 0
    for _ in range(300):
        expected = (expected * 3 + 1) % 2**32
    assert not errors and results == [expected] * 4


def test_tensors_on_two_devices(torch):
    if torch.cuda.device_count() < 2:
        pytest.skip("one GPU")
    x = [torch.ones(1024, dtype=torch.float32, device=f"cuda:{index}") for index in range(2)]
    y = [torch.zeros_like(one) for one in x]
    for _ in range(2):
        for one, other in zip(x, y, strict=True):
            kernels.add.dispatch(8, one, other, 1.0)
    assert [float(one.sum()) for one in y] == [2048.0, 2048.0]
    assert torch.cuda.current_device() == 0
    with pytest.raises(wd.LaunchError, match="on device 'cuda:1', but the dispatch runs on device 'cuda:0'"):
        kernels.add.dispatch(8, x[0], y[1], 1.0)


@pytest.mark.skipif("CUDA_RECORDED_COMPILES" in os.environ, reason="`tune` compiles a kernel of its own")
def test_tune():
    x = wd.array(np.ones(1 << 16, np.float32), device=DEVICE)
    y = wd.zeros(1 << 16, f32, device=DEVICE)
    table = wd.tune(kernels.add, [wd.Config()], (x, y, 1.0), groups=512, device=DEVICE)
    assert table.best.median_us > 0
