"""Kernels that are launched in their best configuration."""

import numpy as np
import pytest
import tuning_kernels
from tuning_kernels import LENGTH, arguments, groups, sums

import wavedialect as wd

CONFIGS = wd.configs(num_waves=(1, 2, 4), wave_size=8, constants={"ITEMS": (1, 3)})


def test_the_first_dispatch_measures(timed):
    turns = timed(lambda at: at.num_waves * at.constants["ITEMS"] if at.num_waves > 1 else 99)
    tuned = sums.tuned(CONFIGS, groups=groups, device="cpu", rounds=1)
    x, out, n = arguments()
    done = tuned.dispatch(x, out, n)
    assert len(turns) == 6 and done.wave_size == 8
    assert tuned.best(x, out, n) == wd.Config(num_waves=2, wave_size=8, constants={"ITEMS": 1})
    values = np.arange(LENGTH)
    expected = [values[start : start + 16].sum() for start in range(0, LENGTH, 16)]
    np.testing.assert_allclose(out[: len(expected)], expected)
    tuned(x, out, n)
    assert len(turns) == 6
    # Of this kernel, any process knows.
    assert sums.tuned(CONFIGS, groups=groups, device="cpu").tuning(x, out, n).best.outcome == "kept"
    assert len(turns) == 6


def test_sizes_and_devices_are_measured_separately(timed):
    turns = timed(lambda at: at.num_waves if len(at.arguments["x"]) > LENGTH else 9 - at.num_waves)
    tuned = sums.tuned(wd.configs(num_waves=(1, 2)), groups=groups, device="cpu", rounds=1)
    few, many = arguments(), (np.zeros(9999, np.float32), np.zeros(9999, np.float32), 9999)
    assert (tuned.best(*few).num_waves, tuned.best(*many).num_waves) == (2, 1)
    assert len(turns) == 4
    tuned.dispatch(*few, device="interpreter")
    assert len(turns) == 6


def test_groups_follow_the_arguments_and_the_constants(timed, monkeypatch):
    timed(lambda at: 1)
    tuned = sums.tuned([{"wave_size": 8}], groups=groups, device="cpu", rounds=1)
    x, out, _ = arguments()
    for n, items in ((64, 2), (32, 2), (32, 1), (96, 3)):
        monkeypatch.setattr(tuning_kernels, "ITEMS", items)
        out[:] = 7
        tuned.dispatch(x, out, n)
        tile = 16 * items
        assert (out != 7).sum() == n // tile
        assert out[0] == x[:tile].sum()
    with pytest.raises(wd.LaunchError, match="argument 'n' is 'many'"):
        sums.tuned([{}], groups=4, device="cpu").dispatch(x, out, "many")
    with pytest.raises(wd.LaunchError, match="argument 'out' has dtype float64"):
        tuned.dispatch(x, out.astype(np.float64), 64)


def test_arrays_of_a_device(timed):
    timed(lambda at: at.num_waves)
    x, out, n = arguments()
    mine = [wd.array(x, device="interpreter"), wd.array(out, device="interpreter")]
    done = sums.tuned(CONFIGS, groups=groups, rounds=1).dispatch(*mine, n)
    assert done.device.name == "interpreter" and mine[1].numpy()[0] == np.arange(8).sum()


def test_nothing_can_run():
    tuned = sums.tuned([{"num_waves": 128, "wave_size": 32}, {"wave_size": 256}], groups=groups, device="cpu")
    with pytest.raises(wd.LaunchError) as caught:
        tuned.dispatch(*arguments())
    assert "no configuration of kernel 'sums' can run on" in str(caught.value)
    assert "wave_size=256: dropped: kernel 'sums' does not run at wave_size=256" in str(caught.value)


def test_mistakes():
    with pytest.raises(wd.WaveError, match="did you mean 'rounds'"):
        sums.tuned(CONFIGS, groups=groups, round=4)
    with pytest.raises(wd.WaveError, match="rounds is 0"):
        sums.tuned(CONFIGS, groups=groups, rounds=0)
    with pytest.raises(wd.WaveError, match="did you mean 'ITEMS'"):
        sums.tuned([{"constants": {"ITEM": 4}}], groups=groups)
    tuned = sums.tuned(CONFIGS, groups=groups, device="cpu")
    assert repr(tuned) == "<tuned kernel 'sums' of 6 configurations>"
    with pytest.raises(wd.LaunchError, match="takes 3 arguments"):
        tuned.dispatch(4, *arguments())
    with pytest.raises(wd.WaveError, match="depend on its configuration"):
        tuned[4]
