"""What the decorators refuse, and what a star import brings."""

from __future__ import annotations

import builtins
import functools

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32


def plain(out: wd.RWBuffer[u32]):
    out[0] = 1


@functools.wraps(plain)
def wrapped(*arguments):
    return plain(*arguments)


@pytest.mark.parametrize("decorate", [wd.func, wd.kernel(num_waves=1)])
@pytest.mark.parametrize(
    ("what", "message"),
    [
        (3, "decorates a function"),
        (print, "decorates a function"),
        (int, "decorates a function"),
        (classmethod(plain), "got a classmethod"),
        (wd.func(plain), "is already a"),
        (wd.kernel(num_waves=1)(plain), "is already a"),
        (wrapped, "wrapped by another decorator"),
    ],
)
def test_no_function(decorate, what, message):
    with pytest.raises(wd.WaveError, match=message):
        decorate(what)


@pytest.mark.parametrize("name", ["num_waves", "num_threads", "wave_size", "group_shared_limit"])
def test_integers_of_32_bits(name):
    with pytest.raises(wd.CompileError, match="of 32 bits") as caught:

        @wd.kernel(**{name: 10**20})
        def kernel(out: wd.RWBuffer[u32]):
            out[0] = 1

    assert caught.value.source_line[caught.value.column - 1] == "@"


def test_stages_of_the_interpreter():
    @wd.kernel(stage="vertex")
    def vertex(out: wd.RWBuffer[u32]):
        out[0] = 1

    with pytest.raises(wd.LaunchError, match="for the stage vertex"):
        vertex.dispatch(1, np.zeros(1, np.uint32), device="interpreter")


def test_threads_of_the_interpreter():
    @wd.kernel(num_threads=(64, 64))
    def large(out: wd.RWBuffer[u32]):
        out[0] = 1

    with pytest.raises(wd.LaunchError, match="4096 threads"):
        large.dispatch(1, np.zeros(1, np.uint32), device="interpreter")


def test_bool_is_exported():
    assert wd.Buffer[wd.bool] == wd.Buffer[bool]


def test_a_star_import_leaves_the_builtins():
    names = {}
    exec("from wavedialect import *", names)  # noqa: S102, the text is ours
    assert not names.keys() & vars(builtins).keys() - {"__builtins__"}


@pytest.mark.parametrize("size", [8.0, "8", np.array([8, 8])])
def test_wave_sizes_that_are_no_integers(size):
    kernel = wd.kernel(num_waves=1)(plain)
    with pytest.raises(wd.LaunchError, match="does not run at wave_size"):
        kernel.dispatch(1, np.zeros(1, np.uint32), device="interpreter", wave_size=size)


def test_an_integer_too_large_for_a_float():
    @wd.kernel(num_waves=1)
    def scale(out: wd.RWBuffer[u32], factor: wd.f32):
        out[0] = u32(factor)

    with pytest.raises(wd.LaunchError, match="out of range for f32"):
        scale.dispatch(1, np.zeros(1, np.uint32), 10**400, device="interpreter")


@pytest.mark.parametrize("level", ["x", -1, 2.5, True])
def test_levels_of_optimization(level):
    with pytest.raises(wd.WaveError, match="opt_level"):
        wd.kernel(num_waves=1)(plain).compile(opt_level=level)


@pytest.mark.parametrize("switch", ["unchecked", "guard_wave_size", "maximal_reconvergence", "debug_info"])
@pytest.mark.parametrize("value", ["no", 1, None])
def test_switches(switch, value):
    with pytest.raises(wd.WaveError, match=f"{switch} is {value!r}"):
        wd.kernel(num_waves=1)(plain).compile(**{switch: value})


def test_switch_of_a_dispatch():
    with pytest.raises(wd.WaveError, match="unchecked is 'no'"):
        wd.kernel(num_waves=1)(plain).dispatch(1, np.zeros(1, np.uint32), device="interpreter", unchecked="no")


@pytest.mark.parametrize("make", [wd.f16, wd.half3])
def test_number_beyond_a_float_outside_of_kernels(make):
    for number in (1e9, 10**9):
        with pytest.raises(wd.WaveError, match="is not a valid f16: it ends at 65504"):
            make(number)
    # As kernels convert values, and without a warning of NumPy.
    assert np.isinf(make(np.float32(1e9))).all()
    assert np.isinf(make(float("inf"))).all()


@pytest.mark.parametrize("buffer", [wd.Buffer, wd.RWBuffer])
def test_brackets(buffer):
    with pytest.raises(wd.WaveError, match="is the type of a parameter"):
        buffer(u32)
