"""A misspelled or misplaced argument raises a WaveError that names the intended one."""

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


@wd.kernel(num_waves=1)
def scale(x: wd.RWBuffer[u32], factor: u32):
    x[wd.wave_lane_index()] *= factor


@pytest.mark.parametrize("method", ["dispatch", "check", "count", "trace"])
@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        ((X, 3), {"groups": 1}, "takes the number of groups as its first argument, got `groups=`"),
        ((), {"groups": 1}, "takes the number of groups as its first argument, got `groups=`"),
        ((X, 3), {"grid": 1}, "takes the number of groups as its first argument, got `grid=`"),
        ((), {}, "lacks the number of groups"),
    ],
)
def test_arguments_of_a_launch(method, arguments, keywords, message):
    with pytest.raises(wd.LaunchError) as caught:
        getattr(scale, method)(*arguments, **keywords)
    assert str(caught.value) == f"`scale.{method}` {message}\nhelp: write `scale.{method}(groups, x, factor)`"


@pytest.mark.parametrize("method", ["dispatch", "check", "count", "trace"])
@pytest.mark.parametrize(
    ("arguments", "keywords", "message", "fix"),
    [
        ((1, X), {"facter": 3}, "takes no `facter`", "did you mean `factor`?"),
        ((1, X, 3), {"factor": 3}, "got `factor` twice, by position and by name", "leave out `factor=`"),
        ((1,), {"factor": 3}, "lacks the argument `x`", "pass it by position or by name"),
    ],
)
def test_names_of_arguments(method, arguments, keywords, message, fix):
    with pytest.raises(wd.LaunchError) as caught:
        getattr(scale, method)(*arguments, **keywords)
    title = "scale[groups]" if method == "dispatch" else f"Kernel.{method}"
    assert str(caught.value) == f"`{title}` {message}\nhelp: {fix}"


@pytest.mark.parametrize(
    ("name", "value", "fix"),
    [
        ("num_waves", 8, "write `@wd.kernel(num_waves=8)` above the kernel"),
        ("block", 64, "write `@wd.kernel(num_threads=64)` above the kernel"),
        ("target", "cpu", "did you mean `device`?"),
        ("wavesize", 8, "did you mean `wave_size`?"),
        ("shared", 0, "write `scale.dispatch(groups, x, factor)`; the options are `device`, `wave_size`"),
    ],
)
def test_options_of_other_languages(name, value, fix):
    with pytest.raises(wd.WaveError) as caught:
        scale.dispatch(1, X, 3, **{name: value})
    assert f"takes no `{name}`" in caught.value.message and caught.value.fix.startswith(fix)


def test_the_decorator_s_arguments_in_a_compile():
    with pytest.raises(wd.WaveError, match="`scale.compile` takes no `num_waves`: the decorator states"):
        scale.compile("spirv", num_waves=8)


def test_unlike_any():
    with pytest.raises(wd.WaveError, match="it takes `work`, `wave_size`, `tile`, `device`"):
        fill.dispatch_size(4, xyz=3)


def test_errors_from_inside_stay():

    def groups(wave_size):
        return len(wave_size)

    with pytest.raises(TypeError, match="has no len"):
        fill[groups](X)
