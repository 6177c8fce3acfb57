"""What a launch on the CPU refuses before it writes anything, and what it takes that looks odd."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32
from wavedialect.backends.cpu.device import CPUDevice


def make():
    @wd.kernel(num_waves=1)
    def k(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        out[0] = src[0]

    return k


def launch(recorder, device, src, out, groups=1):
    """The cells of a launch."""
    make().dispatch(groups, src, out, device=device)
    return recorder.launched[-1].cells


def refused(recorder, device, said, src, out, groups=1):
    with pytest.raises(wd.LaunchError, match=said):
        make().dispatch(groups, src, out, device=device)
    assert not recorder.launched


def numbers(*shape):
    return np.zeros(shape, np.uint32)


def frozen(array):
    array.flags.writeable = False
    return array


# Arrays.


def test_arrays_are_handed_over_as_they_are(recorder, cpu):
    src, out = frozen(numbers(6)), numbers(2, 5)
    cells = launch(recorder, cpu, src, out)
    assert cells[8] is src and cells[10] is out
    assert cells[9::2] == [6, 10]


def test_odd_arrays(recorder, cpu):
    for src in (
        numbers(0),
        numbers(3, 0),
        np.array(7, np.uint32),
        numbers(1)[::-1],
        numbers(8)[2:5],
        np.frombuffer(bytes(12), np.uint32),
    ):
        cells = launch(recorder, cpu, src, numbers(4))
        assert cells[8] is src and cells[9] == src.size


def test_arrays_of_a_file(recorder, cpu, tmp_path):
    np.arange(8, dtype=np.uint32).tofile(tmp_path / "data")
    src = np.memmap(tmp_path / "data", np.uint32, "r")
    assert launch(recorder, cpu, src, numbers(4))[8] is src


@pytest.mark.parametrize(
    ("src", "out", "said"),
    [
        (
            numbers(4).astype(">u4"),
            numbers(4),
            "argument 'src' has dtype >u4, but .* takes uint32\nhelp: pass `src.astype",
        ),
        (np.zeros(4, np.int32), numbers(4), "argument 'src' has dtype int32"),
        (numbers(4)[::-1], numbers(4), "argument 'src' is not contiguous"),
        (numbers(8)[::2], numbers(4), "argument 'src' is not contiguous"),
        (np.zeros(17, np.uint8)[1:].view(np.uint32), numbers(4), "argument 'src' is not aligned"),
        (
            numbers(4),
            frozen(numbers(4)),
            "argument 'out' is read-only, but the kernel takes it as a buffer that it may write to",
        ),
        ([1, 2], numbers(4), "argument 'src' is a list, expected an array of uint32"),
    ],
)
def test_arrays_that_do_not_fit(recorder, cpu, src, out, said):
    refused(recorder, cpu, said, src, out)


def test_overlap(recorder, cpu):
    memory = numbers(10)
    said = "arguments 'src' and 'out' overlap, and the kernel writes to 'out'\nhelp: pass a copy"
    for src, out in (
        (memory, memory),
        (memory[:5], memory[4:]),
        (memory[2:8], memory[7:9]),
        (memory.reshape(2, 5), memory[9:]),
    ):
        refused(recorder, cpu, said, src, out)
    for src, out in ((memory[:5], memory[5:]), (memory[:0], memory), (memory, memory[3:3])):
        launch(recorder, cpu, src, out)


def test_device_arrays_that_overlap(recorder, cpu):
    array = wd.array(numbers(4), device=cpu)
    with pytest.raises(wd.LaunchError, match="overlap"):
        make().dispatch(1, array, array)
    none = wd.empty(0, u32, device=cpu)
    make().dispatch(1, none, none)


def test_arrays_of_other_devices(recorder, cpu):
    src, out = (wd.array(numbers(4), device="interpreter") for _ in range(2))
    said = "argument 'src' is on device 'interpreter', but the dispatch runs on device 'cpu'\nhelp: pass `wd.array\\(src, device\\)`"
    refused(recorder, cpu, said, src, out)


# Groups.


@pytest.mark.parametrize("groups", [-1, (1, -1), (1, 1, 1, 1), (), 1.0, "4", None, True])
def test_invalid_groups(recorder, cpu, groups):
    refused(recorder, cpu, "the number of groups is", numbers(4), numbers(4), groups)


def test_many_groups(recorder, cpu):
    for groups in (2**31, 2**32 - 1, (2**31, 2**31), (np.int64(2**31), 1), [2, 3]):
        launch(recorder, cpu, numbers(4), numbers(4), groups)
    assert [done.groups for done in recorder.launched] == [2**31, 2**32 - 1, 2**62, 2**31, 6]
    assert [done.cells[:3] for done in recorder.launched[2:4]] == [[2**31, 2**31, 1], [2**31, 1, 1]]


@pytest.mark.parametrize("groups", [2**32, (1, 2**32), (2**31, 2**31, 2), (1, 1, 10**30)])
def test_too_many_groups(recorder, cpu, groups):
    said = (
        r"the number of groups is \(.*\), which exceeds the CPU's limit of 2\^63 - 1 in all\nhelp"
        if groups == (2**31, 2**31, 2)
        else "the number of groups is .*, and a dispatch has at most 4294967295 in each dimension\nhelp"
    )
    refused(recorder, cpu, said, numbers(4), numbers(4), groups)


# Memory.


def test_no_memory_for_groupshared_arrays(recorder, cpu):
    recorder.fail = MemoryError
    said = r"kernel 'k': 96 \+ 8 bytes on each of \d+ cores; nothing has been written\nhelp: .*fewer `threads=`"
    refused(recorder, cpu, said, numbers(4), numbers(4))
    with pytest.raises(wd.LaunchError, match="bytes on each of 1 cores"):
        make().dispatch(1, numbers(4), numbers(4), device=cpu, threads=1)


def test_no_memory_for_an_array(cpu):
    for shape in (2**50, (2**40, 2**40)):
        with pytest.raises(wd.DeviceError, match="there is not enough memory for an array of .* bytes\nhelp"):
            wd.empty(shape, u32, device=cpu)


def test_interrupted(recorder, cpu):
    recorder.fail = KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        make().dispatch(1, numbers(4), numbers(4), device=cpu)


# Scalars and images.


def test_the_bits_of_scalars(recorder, cpu):
    @wd.kernel(num_waves=1)
    def k(
        out: wd.RWBuffer[u32],
        a: bool,
        b: wd.i16,
        c: wd.u16,
        d: wd.i32,
        e: u32,
        f: wd.i64,
        g: wd.u64,
        h: wd.f16,
        i: f32,
        j: wd.f64,
        v: wd.float3,
        w: wd.bool2,
    ):
        out[0] = e

    values = (True, -2, 65535, -3, 2**32 - 1, -4, 2**64 - 1, -1.5, -1.5, -1.5, (1.0, 2.0, -0.0), (False, True))
    k.dispatch(1, numbers(1), *values, device=cpu)
    cells = recorder.launched[-1].cells[10:]
    floats = [0xBE00, 0xBFC00000, 0xBFF8000000000000, 0x3F800000, 0x40000000, 0x80000000]
    assert cells == [1, 0xFFFE, 0xFFFF, 2**32 - 3, 2**32 - 1, 2**64 - 4, 2**64 - 1, *floats, 0, 1]
    k.dispatch(1, numbers(1), False, *map(np.int16, (5, 6, 7, 8, 9, 10, 11, 12, 13)), (1, 2, 3), [True] * 2, device=cpu)
    assert recorder.launched[-1].cells[10:17] == [0, 5, 6, 7, 8, 9, 10]


def test_images(recorder, cpu):
    @wd.kernel(num_waves=1)
    def k(image: wd.Texture2D[wd.float4], out: wd.RWTexture2D[f32]):
        out[0, 0] = image[0, 0].x

    image, out = np.zeros((5, 3, 4), np.float32), wd.array(np.zeros((2, 7), np.float32), device=cpu)
    k.dispatch(1, image, out, device=cpu)
    cells = recorder.launched[-1].cells[8:]
    assert cells[0] is image and cells[3] is out.handle
    assert cells[1:3] == [3, 5] and cells[4:] == [7, 2]


# The device.


def test_another_cpu(recorder, monkeypatch):
    assert CPUDevice().wave_sizes.own == 16
    recorder.bits = 512
    assert CPUDevice().wave_sizes.own == 32
    monkeypatch.setenv("WAVEDIALECT_CPU", "x86-64")
    device = CPUDevice()
    assert device.wave_sizes.own == 8
    assert "x86-64, " in device.description and device.description.endswith("vectors of 128 bits")
    launch(recorder, device, numbers(4), numbers(4))
    asked = recorder.compiled[-1]
    assert (asked.cpu, asked.features) == ("x86-64", "")
    assert asked.pipeline == "builtin.module(wave-to-simd{wave-size=8 vector-bits=128})"
    monkeypatch.setenv("WAVEDIALECT_CPU", "skylake-avx512,+avx512fp16,-fma")
    launch(recorder, CPUDevice(), numbers(4), numbers(4))
    asked = recorder.compiled[-1]
    assert (asked.cpu, asked.features) == ("skylake-avx512", "+avx512fp16,-fma")
    monkeypatch.setenv("WAVEDIALECT_CPU", "z80")
    with pytest.raises(wd.DeviceError, match="unknown CPU 'z80': not a CPU of this .*\nhelp: use LLVM's names"):
        CPUDevice()


def test_a_dump_has_the_stages(recorder, cpu, monkeypatch, tmp_path):
    launch(recorder, cpu, numbers(4), numbers(4))
    assert recorder.compiled[-1].stages is False
    monkeypatch.setenv("WAVEDIALECT_DUMP_DIR", str(tmp_path / "dump"))
    launch(recorder, cpu, numbers(4), numbers(4))
    assert recorder.compiled[-1].stages is True
    names = sorted(path.name for path in (tmp_path / "dump" / "k" / "w16").iterdir())
    assert names == ["0-wave.mlir", "1-simd.mlir", "2-llvm.ll", "3-assembly.s", "k.o"]


def test_code_is_made_again_when_a_captured_value_changes(recorder, cpu, monkeypatch):
    @wd.kernel(num_waves=1)
    def k(out: wd.RWBuffer[u32]):
        out[0] = u32(FACTOR)  # noqa: F821

    # What is equal is the same, whichever object it is; another type is another constant.
    values = [(1000, 1), (2000, 2), (int("2000"), 2), (1000, 2), (np.int32(1000), 3), (1.0, 4), (1, 5), (True, 6)]
    for value, count in values:
        monkeypatch.setitem(globals(), "FACTOR", value)
        for _ in range(2):
            k.dispatch(1, numbers(1), device=cpu)
            assert len(recorder.compiled) == count
    monkeypatch.delitem(globals(), "FACTOR")
    with pytest.raises(wd.CompileError, match="FACTOR"):
        k.dispatch(1, numbers(1), device=cpu)


def test_code_is_made_again_when_a_name_is_hidden_or_bound_anew(recorder, cpu, monkeypatch):
    def make(count):
        @wd.kernel(num_waves=1)
        def k(out: wd.RWBuffer[u32]):
            for i in range(count):
                out[i] = u32(i)

        def rebind(value):
            nonlocal count
            count = value

        return k, rebind

    k, rebind = make(3)
    for _ in range(2):
        k.dispatch(1, numbers(1), device=cpu)
    assert len(recorder.compiled) == 1
    rebind(4)
    k.dispatch(1, numbers(1), device=cpu)
    assert len(recorder.compiled) == 2
    # A name of Python's own that the module gives another meaning.
    monkeypatch.setitem(globals(), "range", None)
    with pytest.raises(wd.CompileError):
        k.dispatch(1, numbers(1), device=cpu)
    monkeypatch.delitem(globals(), "range")
    k.dispatch(1, numbers(1), device=cpu)
    assert len(recorder.compiled) == 2
    monkeypatch.setattr(wd, "RWBuffer", None)
    k.dispatch(1, numbers(1), device=cpu)
