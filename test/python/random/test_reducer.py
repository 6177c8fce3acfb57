"""A failure becomes a few lines, which still fail and are still defined."""

from __future__ import annotations

import ast

import numpy as np
import pytest
from configurations import Configuration
from crew import Crew, Limits
from failing_kernel import DIFFERS, FailingKernel, failing_kernel
from reducer import LOST, Candidate, Reducer
from simplifications import cost, tidied, ways
from test_differential import first_that_counts
from typed_generator import generate_typed

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")
ENVIRONMENT = {"WAVEDIALECT_CACHE": "0"}
CONFIGURATION = Configuration(4, "cpu", (("opt_level", 0),))


HEAD = "import wavedialect as wd\nfrom wavedialect import u32\n\n@wd.kernel(num_waves=2)\n"
COUNTS = f"""{HEAD}def k(out: wd.RWBuffer[u32], n: u32):
    lane = wd.wave_lane_index()
    place = wd.group_wave_index() * wd.wave_lane_count() + lane
    total = u32(0)
    for trip in range(n):
        if trip > 1:
            total += wd.wave_prefix_count_bits(lane & 1 == 0) + trip
        else:
            total += wd.wave_active_sum(lane)
    out[place] = total
    out[place + 16] = total + lane
"""


def reduce(failing: FailingKernel, bug: str, seconds: float) -> tuple[FailingKernel | None, list[str]]:
    said: list[str] = []
    with Crew(2, Limits(20, 2048)) as crew:
        small = Reducer(failing, crew, ENVIRONMENT, said.append, f"planted_bugs:{bug}").reduce(seconds)
    return small, said


def test_a_wrong_operation_becomes_ten_lines():
    failing = failing_kernel("typed", generate_typed(first_that_counts()), CONFIGURATION)
    small, said = reduce(failing, "wrong_count", 240)
    assert small is not None and said[0].startswith(DIFFERS)
    body = small.source.split("@wd.kernel")[1]
    assert "wave_prefix_count_bits" in body
    assert len(body.strip().splitlines()) <= 10, small.source
    assert set(small.arguments) == {one.arg for one in ast.parse(small.source).body[-1].args.args}
    # The bug is not in this process.
    assert small.is_defined() and small.compare().kind == "agrees"


def test_a_crash_becomes_a_line():
    failing = FailingKernel("typed", 0, COUNTS, 1, CONFIGURATION, {"out": np.zeros(64, np.uint32), "n": 4})
    small, said = reduce(failing, "crash", 120)
    assert small is not None and said[0].startswith(LOST)
    assert len(small.source.split("@wd.kernel")[1].strip().splitlines()) <= 4, small.source


def test_a_kernel_that_agrees_is_not_reduced():
    failing = failing_kernel("typed", generate_typed(0), CONFIGURATION)
    said: list[str] = []
    with Crew(1, Limits()) as crew:
        assert Reducer(failing, crew, ENVIRONMENT, said.append).reduce(60) is None
    assert said == ["nothing to reduce: agrees"]


UNDEFINED = {
    "a race": "out[0] = wd.wave_lane_index()",
    "a lane out of range": "out[wd.wave_lane_index()] = wd.wave_read_lane_at(n, u32(99))",
    "a division by zero": "out[wd.wave_lane_index()] = n // (n - n)",
    "the old value of an atomic": "out[wd.wave_lane_index()] = wd.atomic_add(out, 40, wd.wave_lane_index())",
    "the last exchange": "old = wd.atomic_exchange(out, 40, wd.wave_lane_index())",
    "an array that nobody wrote": "a = wd.groupshared(u32, 4)\n    out[wd.wave_lane_index()] = a[n % 4]",
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_a_step_to_an_undefined_kernel_does_not_count(name):
    source = f"{HEAD}def k(out: wd.RWBuffer[u32], n: u32):\n    {UNDEFINED[name]}\n"
    arguments = {"out": np.zeros(64, np.uint32), "n": 3}
    failing = FailingKernel("typed", 0, source, 1, CONFIGURATION, arguments)
    assert not failing.is_defined()
    answer = Candidate(failing, ENVIRONMENT, None).run(lambda step: None)
    assert answer.kind == "is undefined"


def test_old_values_that_leave_the_same_in_any_order_are_defined():
    """The last lane finds the sum of the others, whichever it is."""
    body = "old = wd.atomic_add(out, 40, 3)\n    wd.atomic_max(out, 41, old)"
    source = f"{HEAD}def k(out: wd.RWBuffer[u32], n: u32):\n    {body}\n"
    failing = FailingKernel("typed", 0, source, 1, CONFIGURATION, {"out": np.zeros(64, np.uint32), "n": 3})
    assert failing.is_defined()


def test_steps_are_simpler_texts():
    source = tidied(generate_typed(1).source)
    for way in ways():
        steps = [step for _, step in zip(range(3), way(ast.parse(source)), strict=False)]
        for step in steps:
            ast.parse(step())
    assert cost("x = 1\ny = 2") > cost("x = 10000000") > cost("x = 5") > cost("x = 1")
