"""Kernels with other values of what they take from outside, and other groups."""

import numpy as np
import pytest
import tuning_kernels
from tuning_kernels import LENGTH, arguments, copying, sums, threads

import wavedialect as wd
from wavedialect.tuning.subjects import kernel_of
from wavedialect.tuning.variants import Variant


def run(kernel, groups, wave_size=8, device="interpreter"):
    x, out, n = arguments()
    kernel.dispatch(groups, x, out, n, device=device, wave_size=wave_size)
    return out


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_waves_and_constants(device):
    variant = kernel_of(sums, wd.Config(num_waves=4, constants={"ITEMS": 3, "SCALE": 0.5}))
    out = run(variant, 11, device=device)
    values = np.arange(LENGTH) * 0.5
    np.testing.assert_allclose(out[:11], [values[start : start + 96].sum() for start in range(0, LENGTH, 96)])
    # The kernel itself is as it was.
    np.testing.assert_allclose(run(sums, 1, device=device)[0], np.arange(32).sum())


def test_constants_that_are_not_chosen_keep_their_value(monkeypatch):
    variant = kernel_of(sums, wd.Config(constants={"ITEMS": 1}))
    assert run(variant, 1)[0] == np.arange(16).sum()
    monkeypatch.setattr(tuning_kernels, "SCALE", 2.0)
    assert run(variant, 1)[0] == 2 * np.arange(16).sum()
    monkeypatch.setattr(tuning_kernels, "ITEMS", 5)
    assert run(variant, 1)[0] == 2 * np.arange(16).sum()


def test_variables_of_a_function():
    kernel = copying(2, 2)
    variant = kernel_of(kernel, wd.Config(constants={"items": 1}))
    x, out = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    variant.dispatch(1, x, out, wave_size=8, device="interpreter")
    assert (out[:16] == x[:16]).all() and not out[16:].any()
    kernel.dispatch(1, x, out, wave_size=8, device="interpreter")
    assert (out[:32] == x[:32]).all() and not out[32:].any()


def test_a_function_that_makes_the_kernel():
    made = kernel_of(copying, wd.Config(constants={"waves": 4}, opt_level=2))
    assert made.attributes.num_waves == 4 and not isinstance(made, Variant)
    with pytest.raises(wd.WaveError, match="did you mean 'items'"):
        kernel_of(copying, wd.Config(constants={"waves": 4, "item": 4}))
    with pytest.raises(wd.WaveError, match="missing a required argument: 'waves'"):
        kernel_of(copying, wd.Config(constants={"items": 4}))
    with pytest.raises(wd.WaveError, match="let it return what"):
        kernel_of(lambda waves: None, wd.Config(constants={"waves": 4}))


def test_helpers_can_be_chosen():
    @wd.func
    def twice(value):
        return value + value

    variant = kernel_of(sums, wd.Config(constants={"scaled": twice}))
    assert run(variant, 1)[0] == 2 * np.arange(32).sum()


def test_threads():
    variant = kernel_of(threads, wd.Config(num_threads=(16,)))
    out = np.zeros(64, np.uint32)
    variant.dispatch(2, out, wave_size=8, device="interpreter")
    assert (out[:32] == np.arange(32)).all() and not out[32:].any()


def test_a_kernel_without_changes_is_the_same_object():
    assert kernel_of(sums, wd.Config(wave_size=8, opt_level=2)) is sums


def test_mistakes():
    with pytest.raises(wd.WaveError, match="takes no 'ITEM' from outside[^?]*did you mean 'ITEMS'"):
        kernel_of(sums, wd.Config(constants={"ITEM": 4}))
    with pytest.raises(wd.WaveError, match="it takes ITEMS, SCALE"):
        kernel_of(sums, wd.Config(constants={"PALETTE": 4}))
    with pytest.raises(wd.WaveError, match="states num_threads[^`]*`num_threads`"):
        kernel_of(threads, wd.Config(num_waves=4))
    with pytest.raises(wd.WaveError, match="states num_waves[^`]*`num_waves`"):
        kernel_of(sums, wd.Config(num_threads=64))
