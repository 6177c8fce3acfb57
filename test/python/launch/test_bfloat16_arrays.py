"""Arrays, scalars and constants of bf16: what launches accept, and what they say of anything else."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import bf16, bf16_t2, f16, f32, u32

ml_dtypes = pytest.importorskip("ml_dtypes", reason="no arrays of bf16: pip install ml_dtypes")
BF16 = np.dtype(ml_dtypes.bfloat16)
STEP = wd.bf16(0.1)
OTHER = ml_dtypes.bfloat16(3)
PAIR = wd.bf16_t2(1, 2.5)
TABLE = np.array([1, 2, 4, 8], BF16)


@wd.kernel(num_waves=1)
def add(src: wd.Buffer[bf16], step: bf16, out: wd.RWBuffer[bf16]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = src[i] + step


@wd.kernel(num_waves=1)
def pairs(src: wd.Buffer[bf16_t2], out: wd.RWBuffer[bf16_t2]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = src[i].yx


@wd.kernel(num_waves=1)
def constants(out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    if lane == 0:
        out[0] = f32(STEP)
        out[1] = f32(OTHER * PAIR.y)
        out[2] = f32(OTHER)
        out[3] = f32(wd.asuint16(STEP))
    if lane < 4:
        out[4 + lane] = f32(TABLE[lane])


@wd.kernel(num_waves=1)
def values_only(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    out[lane] = f32(bf16(src[lane]) * 3)


def refused(message, help, *arguments):
    with pytest.raises(wd.LaunchError) as raised:
        add.dispatch(1, *arguments, device="interpreter")
    assert message in str(raised.value) and help in str(raised.value), raised.value


def test_other_types_are_refused():
    src, out = np.ones(4, BF16), np.zeros(4, BF16)
    message = "argument 'src' has dtype float32, but Buffer[bf16] takes bfloat16"
    refused(message, "pass `src.astype(ml_dtypes.bfloat16)`", src.astype(np.float32), 1, out)
    message = "argument 'out' has dtype uint16, but RWBuffer[bf16] takes bfloat16"
    refused(message, "if it has the bits, pass `out.view(ml_dtypes.bfloat16)`", src, 1, out.view(np.uint16))
    refused("argument 'src' is a list, expected an array of bfloat16", "ml_dtypes.bfloat16", [1.0], 1, out)
    refused("argument 'src' is not contiguous", "np.ascontiguousarray(src)", np.ones(8, BF16)[::2], 1, out)
    refused("overlap, and the kernel writes to 'out'", "`src.copy()`", out, 1, out)
    out.flags.writeable = False
    refused("argument 'out' is read-only", "out.copy()", src, 1, out)


def test_bf16_is_no_other_type():
    @wd.kernel(num_waves=1)
    def kernel(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
        out[0] = src[0]

    with pytest.raises(wd.LaunchError, match="has dtype bfloat16, but Buffer.f32. takes float32"):
        kernel.dispatch(1, np.ones(4, BF16), np.ones(4, np.float32), device="interpreter")


@pytest.mark.parametrize("step", [0.1, 1, np.float64(0.1), np.float16(0.1), ml_dtypes.bfloat16(0.1), np.int32(7)])
def test_scalars(step):
    src, out = np.zeros(4, BF16), np.zeros(4, BF16)
    add.dispatch(1, src, step, out, device="cpu")
    assert (out == np.array(float(step), np.float32).astype(BF16)).all()


def test_scalars_out_of_range():
    src, out = np.zeros(4, BF16), np.zeros(4, BF16)
    refused("argument 'step' is 1e+39, out of range for bf16", "bf16 ends at 3.38953e+38", src, 1e39, out)
    refused("argument 'step' is 'x', expected a number for bf16", "pass a float", src, "x", out)


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan:llvmpipe"])
def test_device_arrays(device):
    src = wd.array(np.arange(8).astype(BF16), device)
    out = wd.zeros((2, 4), bf16, device)
    assert out.dtype == BF16 and out.nbytes == 16
    add.dispatch(1, src, 0.5, out)
    assert out.numpy().dtype == BF16 and (out.numpy().reshape(-1) == np.arange(8) + BF16.type(0.5)).all()
    out[1] = 7
    assert (out.numpy()[1] == 7).all()
    out.fill(BF16.type(2)).copy_from(out.numpy() * BF16.type(2))
    assert (out.numpy() == 4).all()
    assert (pickle.loads(pickle.dumps(out)).numpy() == 4).all()
    with pytest.raises(wd.LaunchError, match="is not an element of an array of bfloat16"):
        out.fill(1e39)
    assert wd.empty(3, bf16_t2, device).shape == (3, 2)


def test_vectors_have_an_axis():
    src, out = np.arange(8).astype(BF16), np.zeros((4, 2), BF16)
    pairs.dispatch(1, src, out, device="cpu")
    assert (out == src.reshape(4, 2)[:, ::-1]).all()
    with pytest.raises(wd.LaunchError, match=r"has shape \(4, 3\), but Buffer.bf16_t2. has elements of 2 components"):
        pairs.dispatch(1, np.zeros((4, 3), BF16), out, device="cpu")


def test_constants():
    assert STEP.dtype == BF16 and PAIR.dtype == BF16 and not PAIR.flags.writeable
    out = np.zeros(8, np.float32)
    constants.dispatch(1, out, device="cpu")
    assert out.tolist() == [float(STEP), 7.5, 3, STEP.view(np.uint16), 1, 2, 4, 8]
    with pytest.raises(wd.WaveError, match="is not a valid bf16: it ends at 3.38953e"):
        wd.bf16(1e39)


def test_f16_and_bf16_do_not_mix():
    @wd.kernel(num_waves=1)
    def kernel(a: f16, b: bf16, out: wd.RWBuffer[f32]):
        out[0] = f32(a + b)

    with pytest.raises(wd.CompileError) as raised:
        kernel.compile()
    assert "`+` has operands of two types, f16 and bf16" in str(raised.value)
    assert "`bf16(a)` or `f16(b)`" in str(raised.value)


def test_atomics_are_refused():
    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[bf16]):
        wd.atomic_add(out, 0, 1.0)

    with pytest.raises(wd.CompileError, match="got RWBuffer.bf16.") as raised:
        kernel.compile()
    assert raised.value.id == "atomic-type" and "there are no atomics on 16 bits" in str(raised.value)


# Without the package.


@pytest.fixture
def without_ml_dtypes(monkeypatch):
    monkeypatch.setitem(sys.modules, "ml_dtypes", None)


def test_values_need_no_package(without_ml_dtypes):
    src, out = np.full(8, 0.1, np.float32), np.zeros(8, np.float32)
    for device in ("interpreter", "cpu"):
        values_only.dispatch(1, src, out, device=device)
        assert (out == np.float32(float.fromhex("0x1.34p-2"))).all()


def test_arrays_need_the_package(without_ml_dtypes):
    for make in (lambda: wd.zeros(4, bf16), lambda: wd.bf16(1.5), lambda: wd.bf16_t2(1)):
        with pytest.raises(wd.WaveError, match="the package ml_dtypes, which adds it, is not installed"):
            make()


def test_the_package_is_not_imported():
    code = "import sys, wavedialect as wd; wd.bf16, wd.RWBuffer[wd.bf16]; sys.exit('ml_dtypes' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_u16_has_no_bf16(device="cpu"):
    """Bits become numbers, and numbers bits, by functions."""

    @wd.kernel(num_waves=1)
    def kernel(src: wd.Buffer[wd.u16], out: wd.RWBuffer[u32]):
        out[0] = u32(wd.asuint16(wd.asbf16(src[0]) + 1))

    out = np.zeros(1, np.uint32)
    kernel.dispatch(1, np.array([0x3F80], np.uint16), out, device=device)
    assert out[0] == 0x4000
