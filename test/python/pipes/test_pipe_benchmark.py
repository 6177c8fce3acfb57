"""Every form that benchmarks/gpu/cuda_pipes.py measures has NumPy's results, on the CPU."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import wavedialect as wd

BENCHMARK = runpy.run_path(str(Path(__file__).parents[3] / "benchmarks/gpu/cuda_pipes.py"))
CASES = {case.name: case for case in BENCHMARK["CASES"]}
FORMS = [(case, form) for case, forms in BENCHMARK["FORMS"].items() for form in forms]


@pytest.mark.parametrize(("case", "form"), FORMS, ids=lambda value: getattr(value, "name", value))
def test_a_form(case, form):
    BENCHMARK["check"](CASES[case], form, 1 << 14, wd.open_device("cpu"))


def test_more_points():
    for count in (31, 300):
        case = BENCHMARK["with_points"](CASES["nearest"], count)
        for form in BENCHMARK["FORMS"]["nearest"]:
            BENCHMARK["check"](case, form, 1 << 14, wd.open_device("cpu"))
