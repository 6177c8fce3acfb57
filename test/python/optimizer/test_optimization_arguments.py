"""Levels of optimization, and passes by name: what ``compile`` and ``dispatch`` take."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32
from wavedialect.driver.optimization import optimizations


@wd.kernel(num_waves=2)
def double(values: wd.RWBuffer[u32]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    values[i] = values[i] * 2


def pipeline_of(**options):
    return double.compile(**options).origin.pipeline


def test_arguments_are_in_the_pipeline():
    assert pipeline_of() == "builtin.module(wave-to-spirv)"
    assert pipeline_of(opt_level=2) == "builtin.module(wave-to-spirv{opt-level=2})"
    chosen = pipeline_of(enable=["wave-hoist-uniform", "elide_barriers"], disable=("elide-barriers",))
    assert chosen == "builtin.module(wave-to-spirv{enable=hoist-uniform,elide-barriers disable=elide-barriers})"
    assert "disable=hoist-uniform" in pipeline_of(target="dxil", disable=["hoist-uniform", "hoist_uniform"])
    assert "opt-level=2" in pipeline_of(target="cpu", opt_level=np.int32(2))


def test_options_of_passes():
    """They are in braces, as in pipelines; values that the pass does not take are refused."""
    chosen = pipeline_of(enable=["wave_specialize{max-growth=80}", "pipeline-waves{stages=3 force=true}"])
    assert (
        chosen == "builtin.module(wave-to-spirv{enable=specialize{max-growth=80},pipeline-waves{stages=3 force=true}})"
    )
    assert pipeline_of(enable=["specialize{}"]) == "builtin.module(wave-to-spirv{enable=specialize})"
    with pytest.raises(wd.WaveError, match="disable has options"):
        double.compile(disable=["specialize{max-growth=80}"])
    for wrong in ("specialize{growth=80}", "specialize{max-growth=many}", "elide-barriers{max-growth=80}"):
        with pytest.raises(wd.WaveError, match=r"max-growth|growth|many"):
            double.compile(enable=[wrong])
    with pytest.raises(wd.WaveError, match="unknown optimization"):
        double.compile(enable=["specialize{max-growth=80"])


@pytest.mark.parametrize("argument", ["enable", "disable"])
@pytest.mark.parametrize(
    ("value", "message"),
    [
        (["hoist-unifrom"], "unknown optimization 'hoist-unifrom'\nhelp: did you mean 'hoist-uniform'?"),
        (["nothing"], f"unknown optimization 'nothing'\nhelp: the optimizations are {', '.join(optimizations())}"),
        ([3], "unknown optimization 3\n"),
        ("hoist-uniform", "is 'hoist-uniform'\nhelp: pass several names"),
        (None, "is None\nhelp: pass several names"),
    ],
)
def test_invalid_names(argument, value, message):
    values = np.zeros(256, np.uint32)
    for run in (double.compile, lambda **options: double.dispatch(1, values, device="cpu", **options)):
        with pytest.raises(wd.WaveError) as caught:
            run(**{argument: value})
        assert message in str(caught.value)
    assert not values.any()


@pytest.mark.parametrize("device", ["cpu", "interpreter"])
def test_every_level_gives_the_same(device):
    for options in ({}, {"opt_level": 0}, {"opt_level": 2}, {"enable": optimizations()}, {"disable": optimizations()}):
        values = np.arange(64, dtype=np.uint32)
        double.dispatch(1, values, device=device, wave_size=32, **options)
        np.testing.assert_array_equal(values, 2 * np.arange(64))


def test_an_invalid_level():
    with pytest.raises(wd.WaveError, match="opt_level is 3\nhelp: use 0, 1 or 2"):
        double.dispatch(1, np.zeros(64, np.uint32), opt_level=3)


def test_switches_belong_to_the_targets_own_passes():
    for options in ({"opt_level": 2}, {"enable": ["hoist-uniform"]}, {"disable": ["hoist-uniform"]}):
        with pytest.raises(wd.WaveError, match="is for the target's own passes, and `pipeline` replaces them"):
            double.compile(pipeline="builtin.module(wave-to-spirv)", **options)
