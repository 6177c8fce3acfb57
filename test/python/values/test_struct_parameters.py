"""Structs as parameters of kernels: each field is a parameter of the compiled kernel."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, i32, u32


@wd.struct
class Inner:
    scale: wd.float2
    on: bool


@wd.struct
class Params:
    size: u32
    inner: Inner
    weights: (f32, 3)
    low: wd.i16
    flags: (bool, 2)

    @wd.func
    def total(self):
        return self.weights[0] + self.weights[1] + self.weights[2]


@wd.kernel(num_waves=1)
def scaled(out: wd.RWBuffer[f32], p: Params, q: i32 = 3):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if i < p.size:
        factor = p.inner.scale.x if p.inner.on else p.inner.scale.y
        out[i] = factor * p.total() + f32(q) + f32(p.low)
        if p.flags[0] and not p.flags[1]:
            out[i] += 100.0


VALUE = Params(5, Inner(wd.float2(2.0, 3.0), True), [1.0, 2.0, 3.0], -4, [True, False])
FORMS = [
    VALUE,
    np.array([VALUE], Params.dtype)[0],
    np.array(VALUE, Params.dtype),
    {
        "size": 5,
        "inner": {"scale": (2, 3.0), "on": True},
        "weights": (1, 2, 3),
        "low": np.int64(-4),
        "flags": [True, False],
    },
    {"flags": (1 > 0, False), "inner": VALUE["inner"], "size": 5, "low": -4, "weights": np.float64([1, 2, 3])},
]


@pytest.mark.parametrize("form", range(len(FORMS)))
def test_forms(run, form):
    out = np.zeros(8, np.float32)
    run(scaled, 8, out, FORMS[form])
    assert out.tolist() == [111] * 5 + [0] * 3


FIRST, SECOND = {"scale": (1.0, 2.0), "on": False}, Inner((5, 6), True)


@wd.kernel(num_waves=1)
def default(out: wd.RWBuffer[f32], inner: Inner = FIRST, other: Inner = SECOND):
    out[0] = inner.scale.x if inner.on else inner.scale.y
    out[1] = other.scale.x if other.on else other.scale.y
    inner.scale.x = 9.0
    out[2] = inner.scale.x


def test_keywords_and_defaults():
    out = np.zeros(3, np.float32)
    default.dispatch(1, out, device="cpu")
    assert out.tolist() == [2, 5, 9]
    default.dispatch(1, out, other={"scale": (7.0, 8.0), "on": False}, device="cpu")
    assert out.tolist() == [2, 8, 9]
    default[1](out, Inner((3, 4), True), device="cpu")
    assert out.tolist() == [3, 5, 9]
    assert default.parameters["inner"] is Inner


def test_reports_of_a_kernel():
    report = scaled.check(2, np.zeros(8, np.float32), VALUE, wave_sizes=[4, 8])
    assert not report.findings, report
    count = scaled.count(1, np.zeros(8, np.float32), VALUE, wave_size=8)
    assert count
    report = scaled.check(1, np.zeros(2, np.float32), VALUE, wave_sizes=4, unordered="out")
    assert "buffer `out`, which has 2 elements" in str(report)


def test_tuning_and_pickling():
    out = np.zeros(8, np.float32)
    tuned = wd.tune(scaled, [{"wave_size": 4}, {"wave_size": 8}], (out, VALUE), groups=2, rounds=2, runs=1)
    assert tuned.best
    pickle.loads(pickle.dumps(scaled)).dispatch(2, out, VALUE, wave_size=4, device="cpu")
    assert out[4] == 111


@pytest.mark.parametrize("target", ["spirv", "dxil"])
def test_the_manifest_names_the_fields(target):
    (text,) = [data for name, data in scaled.compile(target).files.items() if name.endswith(".json")]
    text = text.decode() if isinstance(text, bytes) else text
    for field in ("p.size", "p.inner.scale", "p.inner.on", "p.weights[2]", "p.low"):
        assert f'"{field}"' in text


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        (3, "argument 'p' is 3, expected one Params"),
        ({"size": 5}, "argument 'p' lacks the field 'inner', expected one Params"),
        ({**FORMS[3], "sice": 4}, "argument 'p' has a field 'sice', expected one Params"),
        (np.zeros(2, Params.dtype), "argument 'p' is an array, expected one Params"),
        ({**FORMS[3], "inner": 2.0}, "argument 'p.inner' is 2.0, expected one Inner"),
        ({**FORMS[3], "size": -1}, "argument 'p.size' is -1, out of range for u32"),
        ({**FORMS[3], "weights": [1.0]}, r"argument 'p.weights' is \[1.0\], expected 3 values"),
        ({**FORMS[3], "weights": [1.0, 2.0, "3"]}, r"argument 'p.weights\[2\]' is '3', expected a number for f32"),
        ({**FORMS[3], "inner": {"scale": (1, 2, 3), "on": True}}, "argument 'p.inner.scale' has 3 components"),
        ({**FORMS[3], "inner": {"scale": (1, 2), "on": 1}}, "argument 'p.inner.on' is 1, expected a bool"),
    ],
)
def test_wrong_arguments(argument, message):
    with pytest.raises(wd.LaunchError, match=message):
        scaled.dispatch(1, np.zeros(8, np.float32), argument, device="cpu")


def test_a_default_that_is_no_struct():
    @wd.kernel(num_waves=1)
    def wrong(out: wd.RWBuffer[f32], inner: Inner = 3):
        out[0] = inner.scale.x

    with pytest.raises(wd.CompileError, match="the default of `inner`, a Inner, is not one"):
        wrong.compile()


def test_more_than_128_bytes():
    @wd.struct
    class Large:
        weights: (wd.float4, 8)

    @wd.kernel(num_waves=1)
    def large(out: wd.RWBuffer[f32], p: Large):
        out[0] = p.weights[7].w

    with pytest.raises(wd.CompileError, match="take 132 bytes; the limit is 128") as caught:
        large.compile("spirv")
    assert caught.value.id == "constants-limit"
