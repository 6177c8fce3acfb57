"""The option -denorm ftz: zeros in place of denormal floats of 32 bits."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd

ROOTS = """
StructuredBuffer<float> x;
RWStructuredBuffer<float> y;
RWStructuredBuffer<double> wide;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  float value = x[i];
  y[i] = sqrt(value);
  y[i + 8] = value * 1e20;
  y[i + 16] = value;
  y[i + 24] = value == 0 ? 1 : 0;
  y[i + 32] = min(value, 1);
  wide[i] *= 0.5;
}
"""
TINY = np.float32(1e-39)
X = np.array([TINY, -TINY, 0, -0.0, 4, np.inf, np.nan, -np.float32(1.1754944e-38)], np.float32)


def results(denormals: str, device: str) -> tuple[np.ndarray, np.ndarray]:
    y, wide = np.zeros(40, np.float32), np.full(8, 5e-310)
    wd.hlsl(text=ROOTS, denormals=denormals).dispatch(1, X, y, wide, device=device)
    return y.reshape(5, 8), wide


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_flushed(device):
    y, wide = results("ftz", device)
    flushed = np.where(np.abs(X) < np.float32(1.1754944e-38), np.copysign(np.float32(0), X), X)
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(y[0], np.sqrt(flushed))
    np.testing.assert_array_equal(y[1], flushed * np.float32(1e20))
    assert (np.signbit(y[:2, :4]) == np.signbit(X[:4])).all()
    # Values that are only moved keep their bits, and doubles their denormal numbers.
    assert (y[2].view(np.uint32) == X.view(np.uint32)).all() and (wide == 2.5e-310).all()
    assert y[3].tolist() == [1, 1, 1, 1, 0, 0, 0, 0]
    assert y[4, :4].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_kept_by_default(device):
    y, _ = results("any", device)
    assert y[0, 0] > 0 and y[1, 0] == TINY * np.float32(1e20) and y[3].tolist() == [0, 0, 1, 1, 0, 0, 0, 0]


def test_other_modes_are_refused():
    with pytest.raises(wd.CompileError, match="unknown mode of denormal floats 'preserve': use any or ftz"):
        wd.hlsl(text=ROOTS, denormals="preserve")
