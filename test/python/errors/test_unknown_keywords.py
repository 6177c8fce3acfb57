"""A misspelt keyword is an error of ours, which names the one that was meant."""

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def fill(x: wd.RWBuffer[u32]):
    x[wd.wave_lane_index()] = 1


X = np.zeros(128, np.uint32)


@pytest.mark.parametrize(
    ("call", "taker", "given", "meant"),
    [
        (lambda: wd.kernel(num_thread=4), "kernel", "num_thread", "num_threads"),
        (lambda: wd.func(num_wave=4), "func", "num_wave", "num_waves"),
        (lambda: fill[1](X, devise="cpu"), "fill[groups]", "devise", "device"),
        (lambda: fill.dispatch(1, X, devise="cpu"), "fill[groups]", "devise", "device"),
        (lambda: fill.check(1, X, wave_size=4), "Kernel.check", "wave_size", "wave_sizes"),
        (lambda: fill.compile("spirv", optlevel=2), "Kernel.compile", "optlevel", "opt_level"),
        (lambda: wd.array(X, devise="cpu"), "array", "devise", "device"),
    ],
)
def test_misspelt(call, taker, given, meant):
    with pytest.raises(wd.WaveError) as caught:
        call()
    assert str(caught.value) == f"`{taker}` takes no `{given}`\nhelp: did you mean `{meant}`?"


def test_unlike_any():
    with pytest.raises(wd.WaveError, match="it takes `work`, `wave_size`, `tile`, `device`"):
        fill.dispatch_size(4, xyz=3)


def test_errors_from_inside_stay():

    def groups(wave_size):
        return len(wave_size)

    with pytest.raises(TypeError, match="has no len"):
        fill[groups](X)
