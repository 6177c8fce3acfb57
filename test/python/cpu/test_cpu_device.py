"""Kernels on the CPU, end to end: in place, at every wave size, by default."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32
from wavedialect.ir.module import KernelAttributes
from wavedialect.runtime import device as device_module
from wavedialect.runtime.wave_size import DeviceWaveSizes

SIZES = (4, 8, 16, 32, 64, 128)


@wd.kernel(num_waves=2)
def double(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    i = (wd.group_id().x * 2 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    if i < n:
        out[i] = src[i] * 2


@wd.kernel(num_threads=(10, 5))
def places(out: wd.RWBuffer[u32]):
    thread = wd.group_thread_id()
    place = (thread.y * 10 + thread.x) * 4
    out[place] = wd.group_wave_index()
    out[place + 1] = wd.wave_lane_index()
    out[place + 2] = wd.group_wave_count()
    out[place + 3] = wd.group_index()


@wd.kernel(num_waves=3)
def count_waves(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        wd.atomic_add(out, wd.group_wave_index(), 1)
        out[3] = wd.group_wave_count()


def expected(n):
    return np.arange(n, dtype=np.uint32) * 2


def doubled(n, size=None, device="cpu", **options):
    src, out = np.arange(n, dtype=np.uint32), np.zeros(n, np.uint32)
    lanes = double.committed_wave_size(device, wave_size=size)
    done = double.dispatch(-(-n // (2 * lanes)), src, out, n, device=device, wave_size=size, **options)
    assert (out == expected(n)).all()
    return done


@pytest.mark.parametrize("size", SIZES)
def test_every_wave_size(size):
    assert doubled(1000, size).wave_size == size


@pytest.mark.parametrize("threads", [None, 1, 2, 64])
def test_threads(threads):
    doubled(100_000, threads=threads)


def test_the_default_device(monkeypatch):
    monkeypatch.delenv("WAVEDIALECT_DEVICE", raising=False)
    assert wd.devices()[0].name == "cpu"
    done = doubled(10, device=None)
    assert done.device is wd.open_device("cpu") and done.wave_size == done.device.wave_sizes.own
    assert 0 < done.elapsed_ns() < 1e9 and done.report is None
    monkeypatch.setenv("WAVEDIALECT_DEVICE", "interpreter")
    assert doubled(10, device=None).device.name == "interpreter"


@pytest.mark.parametrize(
    ("extent", "sizes"),
    [
        # For waves of 8, 16 and 32 lanes of its own.
        ((16, 16, 1), (8, 16, 16)),
        ((8, 8, 1), (8, 8, 8)),
        ((8, 4, 4), (8, 8, 8)),
        ((4, 1, 4), (4, 4, 4)),
        ((12, 12, 1), (4, 4, 4)),
        ((24, 8, 1), (8, 8, 8)),
        ((48, 2, 1), (8, 16, 16)),
        ((64, 4, 1), (8, 16, 32)),
        # Rows that no wave divides.
        ((6, 6, 1), (8, 16, 32)),
        ((1, 64, 1), (8, 16, 32)),
        # One row.
        ((64, 1, 1), (8, 16, 32)),
        ((100, 1, 1), (8, 16, 32)),
        ((10, 1, 1), (8, 16, 16)),
        ((8, 1, 1), (8, 8, 8)),
        ((1, 1, 1), (4, 4, 4)),
    ],
    ids=str,
)
def test_the_default_wave_size_fits_the_rows_of_a_group(extent, sizes):
    attributes = KernelAttributes(num_threads=extent)
    assert tuple(DeviceWaveSizes(4, 128, own, fits_rows=True).default(attributes) for own in (8, 16, 32)) == sizes
    assert DeviceWaveSizes(4, 128, 32).default(attributes) == 32
    assert DeviceWaveSizes(4, 128, 32, fits_rows=True).default(KernelAttributes(num_waves=2)) == 32


@pytest.mark.parametrize(
    ("stated", "size"), [(None, 8), (32, 32), ((16, 64), 16), ((4, 64, 32), 32), ((4, 64, 8), 8)], ids=str
)
def test_a_stated_wave_size_comes_before_the_default(stated, size):
    @wd.kernel(num_threads=(8, 8), wave_size=stated)
    def rows(out: wd.RWBuffer[wd.u32]):
        out[wd.group_index()] = wd.wave_lane_count()

    out = np.zeros(64, np.uint32)
    assert rows.dispatch(1, out, device="cpu").wave_size == size == rows.committed_wave_size("cpu") == out[0]
    assert rows.dispatch(1, out, device="cpu", prefer_wave_size="small").wave_size == rows.wave_sizes("cpu")[0]
    assert rows.compile(target="cpu").wave_sizes == [size]


def test_without_the_native_compiler(monkeypatch):
    monkeypatch.delenv("WAVEDIALECT_DEVICE", raising=False)
    monkeypatch.setitem(sys.modules, "wavedialect._native", None)
    monkeypatch.delattr(wd, "_native", raising=False)
    monkeypatch.setattr(device_module, "_open", {})
    device_module._usual_device.cache_clear()
    assert device_module.default_device() == "interpreter"
    assert "cpu" not in [info.name for info in wd.devices()]
    with pytest.raises(wd.InternalError, match="the native compiler cannot be imported.*\nhelp: .*scripts/setup"):
        wd.open_device("cpu")
    device_module._usual_device.cache_clear()


def test_properties_of_the_device():
    device = wd.open_device("cpu")
    assert device.description.endswith((" cores, vectors of 128 bits", "256 bits", "512 bits"))
    assert str(device.wave_sizes) == "4 to 128"
    assert double.wave_sizes("cpu") == list(SIZES)


# Arrays.


def test_numpy_arrays_in_place():
    memory = np.zeros(100, np.uint32)
    double.dispatch(1, np.arange(8, dtype=np.uint32), memory[20:28], 8, device="cpu", wave_size=4)
    assert memory[20:28].tolist() == expected(8).tolist() and not memory[:20].any() and not memory[28:].any()


def test_arrays_of_a_file(tmp_path):
    np.arange(8, dtype=np.uint32).tofile(tmp_path / "src")
    out = np.memmap(tmp_path / "out", np.uint32, "w+", shape=8)
    double.dispatch(1, np.memmap(tmp_path / "src", np.uint32, "r"), out, 8, device="cpu", wave_size=4)
    out.flush()
    assert np.fromfile(tmp_path / "out", np.uint32).tolist() == expected(8).tolist()


def test_empty_arrays():
    out = np.full(8, 7, np.uint32)
    double.dispatch(1, np.zeros(0, np.uint32), out, 8, device="cpu", wave_size=4)
    assert not out.any()
    double.dispatch(1, np.arange(8, dtype=np.uint32), np.zeros((3, 0), np.uint32), 8, device="cpu", wave_size=4)


def test_arrays_without_dimensions():
    src, out = np.array(21, np.uint32), np.zeros((), np.uint32)
    double.dispatch(1, src, out, 8, device="cpu", wave_size=4)
    assert out == 42


def test_device_arrays():
    src, out = wd.array(np.arange(100, dtype=np.uint32), device="cpu"), wd.empty(100, u32, device="cpu")
    double.dispatch(13, src, out, 100, wave_size=4)
    assert (out.numpy() == expected(100)).all()
    assert (np.asarray(out) == expected(100)).all()
    mixed = np.zeros(100, np.uint32)
    double.dispatch(13, out, mixed, 100, wave_size=4)
    assert (mixed == 2 * expected(100)).all()
    wd.synchronize("cpu")
    for nbytes in (1, 100, 4096):
        handle = wd.open_device("cpu").alloc(nbytes)
        assert handle.nbytes == nbytes and handle.__array_interface__["data"][0] % 64 == 0
    assert wd.open_device("cpu").alloc(0).nbytes == 0


# Placement.


def placed(size, **options):
    out = np.zeros((50, 4), np.uint32)
    places.dispatch(1, out, device="cpu", wave_size=size, **options)
    assert out[:, 3].tolist() == list(range(50))
    return out[:, :3].astype(int)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("order", ["linear", "tiled", ("shuffled", 2)])
@pytest.mark.parametrize("extra", [0, 1, (2, "idle"), 5])
def test_lanes_get_the_threads_of_the_table(size, order, extra):
    from wavedialect.runtime.placement import wave_table

    found = placed(size, lane_order=order, extra_waves=extra)
    idle = 2 if isinstance(extra, tuple) else 0
    waves = -(-50 // size) + (0 if idle else extra)
    name, seed = order if isinstance(order, tuple) else (order, 0)
    table = wave_table((10, 5, 1), size, waves, name, seed)
    wave, lane = np.nonzero(table >= 0)
    threads = table[wave, lane]
    assert found[threads].tolist() == np.stack([wave, lane, np.full(50, waves + idle)], 1).tolist()


@pytest.mark.parametrize("size", SIZES)
def test_extra_waves_retire(size):
    for extra in (0, 1, (5, "idle"), 1024 // size - 3):
        out = np.zeros(4, np.uint32)
        count_waves.dispatch(7, out, device="cpu", wave_size=size, extra_waves=extra)
        assert out.tolist() == [7, 7, 7, 3]


# The bundle.


def test_compile():
    bundle = double.compile(target="cpu", wave_size=8)
    assert list(bundle.files) == ["double.o"] and bundle.module_at(8)[:4] == b"\x7fELF"
    assert list(bundle.stages) == ["wave", "simd", "llvm", "assembly"] and all(bundle.stages.values())
    assert "num_waves(2)" in bundle.stages["wave"] and "wave_kernel" in bundle.stages["assembly"]
    assert bundle.wave_sizes == [8] and bundle.manifest == {}
    assert repr(bundle) == "<bundle of kernel 'double': double.o>"
    own = wd.open_device("cpu").wave_sizes.own
    assert double.compile(target="cpu").wave_sizes == [own]
    assert double.compile(target="cpu", prefer_wave_size="small", unchecked=True, opt_level=0).wave_sizes == [4]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"target": "cpu", "wave_size": 3}, "does not run at wave_size=3"),
        ({"target": "cpu", "form": "fixed"}, "belong to target='spirv'"),
        ({"target": "cpu", "debug_info": True}, "belong to target='spirv'"),
        ({"target": "cpu", "guard_wave_size": True}, "belong to target='spirv'"),
        ({"wave_size": 16}, "wave_size is 16, but a bundle for Vulkan has all wave sizes"),
        (
            {"target": "z80"},
            "there is no target 'z80' in this build .*\nhelp: use target='spirv', target='dxil', target='ptx' or target='cpu'",
        ),
    ],
)
def test_options_of_another_target(options, said):
    with pytest.raises(wd.WaveError, match=said):
        double.compile(**options)


# The cache, Ctrl-C, several threads.


def test_the_cache_gives_the_same(tmp_path, monkeypatch):
    monkeypatch.setenv("WAVEDIALECT_CACHE_DIR", str(tmp_path))
    for _ in range(2):
        double._programs.clear()
        doubled(100, 8)
        assert len(list(tmp_path.rglob("*"))) > 0
    for path in tmp_path.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:100])
    double._programs.clear()
    doubled(100, 8)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("groups", [1, 2**31])
def test_ctrl_c(tmp_path, groups):
    """An endless loop in one group, and more groups than anybody waits for."""
    condition = "while out[1] == 0:" if groups == 1 else "if out[1] == 0:"
    file = tmp_path / "endless.py"
    text = f"""
        import signal
        import numpy as np, wavedialect as wd

        # What a shell starts in the background ignores the signal.
        signal.signal(signal.SIGINT, signal.default_int_handler)

        @wd.kernel(num_waves=1, wave_size=4)
        def endless(out: wd.RWBuffer[wd.u32]):
            {condition}
                out[0] = 1

        out = np.zeros(2, np.uint32)
        print("started", flush=True)
        try:
            endless.dispatch({groups}, out, device="cpu")
        except KeyboardInterrupt:
            print("stopped", out[0], flush=True)
        """
    file.write_text(textwrap.dedent(text))
    process = subprocess.Popen([sys.executable, file], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "started\n"
    timer = threading.Timer(1.5, lambda: os.kill(process.pid, signal.SIGINT))
    timer.start()
    try:
        assert process.communicate(timeout=60)[0] == "stopped 1\n"
    finally:
        process.kill()
    assert process.returncode == 0


def test_dispatches_from_several_threads():
    failures = []

    def work(n):
        try:
            for _ in range(20):
                doubled(n, 8)
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in (10, 1000, 30_000)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
