"""Arguments of a launch by name, defaults, kernels of a class, and brackets with two numbers."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from click.testing import CliRunner

import wavedialect as wd
from wavedialect import u32
from wavedialect.command.main import main


@wd.kernel(num_waves=2, wave_size=8)
def scaled(x: wd.Buffer[u32], out: wd.RWBuffer[u32], factor: u32 = 4, v: wd.uint2 = wd.uint2(1, 2)):  # noqa: B008
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = x[i] * factor + v.x + v.y


X = np.arange(16, dtype=np.uint32)


def launch(*arguments, **keywords):
    out = np.zeros(16, np.uint32)
    scaled[1](*arguments, **{name: out if value is ... else value for name, value in keywords.items()})
    return out


@pytest.mark.parametrize(
    ("keywords", "factor", "added"),
    [
        ({}, 4, 3),
        ({"factor": 2}, 2, 3),
        ({"v": (5, 6), "factor": 1}, 1, 11),
        ({"v": (5, 6), "device": "interpreter", "wave_size": 8}, 4, 11),
    ],
)
def test_by_name(keywords, factor, added):
    assert launch(x=X, out=..., **keywords).tolist() == (X * factor + added).tolist()
    assert launch(X, out=..., **keywords).tolist() == (X * factor + added).tolist()


def test_defaults_by_position():
    out = np.zeros(16, np.uint32)
    scaled.dispatch(1, X, out)
    assert out.tolist() == (X * 4 + 3).tolist()
    scaled[1](X, out, 7)
    assert out.tolist() == (X * 7 + 3).tolist()


def test_other_methods():
    out = np.zeros(16, np.uint32)
    assert scaled.check(1, x=X, out=out)
    assert not out.any()
    counts = scaled.count(1, X, out=out, factor=3)
    assert "load" in str(counts)
    assert "wave" in str(scaled.trace(1, out=out, x=X).events[0])
    scaled.dispatch(1, X, out=out, check=True)
    assert out.tolist() == (X * 4 + 3).tolist()


def test_missing():
    with pytest.raises(wd.LaunchError, match="takes 4 arguments"):
        scaled[1](X)
    with pytest.raises(wd.LaunchError, match="lacks the argument `x`"):
        scaled[1](out=X)
    with pytest.raises(wd.LaunchError, match="lacks the arguments `x` and `out`"):
        scaled[1](factor=1)


def test_keyword_only_parameters_are_refused():
    @wd.kernel(num_threads=32)
    def refused(out: wd.RWBuffer[u32], *, n: u32):
        out[0] = n

    message = (
        r"(?s)parameter `n` is keyword-only, .*help: remove the `\*`: a launch may pass any argument by name, `n=...`"
    )
    for passed, named in (((), {"n": 3}), ((3,), {}), ((), {})):
        with pytest.raises(wd.CompileError, match=message):
            refused[1](np.zeros(4, np.uint32), *passed, **named)


def test_parameters_with_names_of_options():
    @wd.kernel(num_threads=1)
    def named(out: wd.RWBuffer[u32], threads: u32, groups: u32, device: u32 = 5):
        out[0] = threads + groups + device

    out = np.zeros(1, np.uint32)
    with pytest.raises(wd.LaunchError, match="(?s)lacks the argument `threads`: `threads=` is an option of .*rename"):
        named[1](out, threads=3, groups=1)
    with pytest.raises(wd.LaunchError, match="`threads=` is an option of `dispatch`"):
        named[1](out, threads=3)
    named[1](out, 3, groups=1)
    assert out[0] == 9
    named[1](out, 3, 1, 7, threads=1)
    assert out[0] == 11
    named[1](out, 3, 1, device="cpu")
    assert out[0] == 9


def test_the_representation_of_a_launch():
    assert repr(scaled[2]) == "<kernel 'scaled' for groups [2]: call it with the arguments>"
    assert "[2, 3]" in repr(scaled[2, 3])


def test_tuned():
    out = np.zeros(16, np.uint32)
    tuned = scaled.tuned([wd.Config(wave_size=8)], groups=1, rounds=1, runs=1, warmup=0, progress=False)
    tuned(out=out, x=X, factor=5)
    assert out.tolist() == (X * 5 + 3).tolist()
    with pytest.raises(wd.WaveError, match="takes no `facter`"):
        tuned(X, out, facter=5)


def test_command_line():
    made = CliRunner().invoke(
        main, ["run", f"{__file__}:scaled", "--groups", "1", "x=arange:16", "out=zeros:16", "v=1,1"]
    )
    assert made.exit_code == 0 and "4" in made.output, made.output


@wd.kernel(num_waves=1)
def option(out: wd.RWBuffer[u32], threads: u32 = 9):
    out[0] = threads


def test_a_parameter_named_like_an_option():
    """The name means the option; the parameter is passed by position."""
    out = np.zeros(1, np.uint32)
    option[1](out, threads=1)
    assert out[0] == 9
    option[1](out, 3, threads=1)
    assert out[0] == 3


class Tools:
    @staticmethod
    @wd.func
    def two():
        return u32(2)

    @wd.func
    @staticmethod
    def three():
        return u32(3)

    @staticmethod
    @wd.kernel(num_waves=1)
    def below(out: wd.RWBuffer[u32]):
        out[0] = 1

    @wd.kernel(num_waves=1)
    @staticmethod
    def above(out: wd.RWBuffer[u32], factor: u32 = 5):
        out[0] = factor


@wd.kernel(num_waves=1)
def of_class(out: wd.RWBuffer[u32]):
    out[0] = Tools.two() * Tools.three()


def test_static_methods():
    out = np.zeros(1, np.uint32)
    for kernel, expected in ((Tools.below, 1), (Tools().below, 1), (Tools.above, 5), (Tools().above, 5), (of_class, 6)):
        kernel[1](out=out)
        assert out[0] == expected


def launches(kernel, *numbers, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        kernel[numbers](np.zeros(1, np.uint32), **options)
    return [warning for warning in caught if warning.category is wd.WaveWarning]


def fresh(**stated):
    """A kernel that has not warned."""

    def store(out: wd.RWBuffer[u32]):
        out[0] = 1

    return wd.kernel(**stated)(store)


@pytest.mark.parametrize(
    ("stated", "numbers", "warns"),
    [
        ({"num_threads": 64}, (2, 64), True),
        ({"num_threads": (8, 8)}, (2, 64), True),
        ({"num_threads": 64}, (2, 32), False),
        ({"num_threads": 64}, (64, 2), False),
        ({"num_threads": 64}, (64,), False),
        ({"num_threads": 64}, (2, 64, 1), False),
        ({"num_waves": 4, "wave_size": 16}, (2, 64), True),
        ({"num_waves": 4, "wave_size": 8}, (2, 64), False),
        ({"num_waves": 4, "wave_size": 8}, (2, 4), False),
    ],
)
def test_brackets_with_the_number_of_threads(stated, numbers, warns):
    kernel = fresh(**stated)
    found = launches(kernel, *numbers)
    assert len(found) == warns
    if warns:
        text = str(found[0].message)
        assert "`store[2, 64]` runs 2 x 64 groups of 64 threads" in text and "write `store[2](...)`" in text
        assert found[0].filename == __file__
        assert not launches(kernel, *numbers), "the warning is given once"


def test_brackets_at_the_wave_size_of_the_launch():
    kernel = fresh(num_waves=4)
    assert not launches(kernel, 2, 64, wave_size=8)
    assert launches(kernel, 2, 64, wave_size=16)


def test_a_dispatch_does_not_warn():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fresh(num_threads=64).dispatch((2, 64), np.zeros(1, np.uint32))
