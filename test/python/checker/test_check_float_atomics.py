"""Sums of floats by atomics are compared up to rounding, and their minima exactly."""

from __future__ import annotations

import numpy as np

import wavedialect as wd
from wavedialect import f32


@wd.kernel(num_threads=64)
def sum_and_least(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    i = wd.dispatch_thread_id().x
    wd.atomic_add(out, 0, values[i])
    wd.atomic_min(out, 1, values[i])


@wd.kernel(num_threads=64)
def sum_and_plain_store(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    i = wd.dispatch_thread_id().x
    wd.atomic_add(out, 0, values[i])
    out[0] = values[i]


VALUES = np.random.default_rng(5).random(256, np.float32)


def test_the_order_of_sums_does_not_matter():
    report = sum_and_least.check(4, VALUES, np.zeros(2, np.float32))
    assert not report.findings, str(report)
    assert "not compared" not in str(report)


def test_an_exact_comparison_sees_the_rounding():
    report = sum_and_least.check(4, VALUES, np.zeros(2, np.float32), tolerance=0)
    assert {finding.rule for finding in report.findings} == {"results-differ"}


def test_a_plain_store_races_with_an_atomic():
    report = sum_and_plain_store.check(4, VALUES, np.zeros(1, np.float32))
    assert "race" in {finding.rule for finding in report.findings}
