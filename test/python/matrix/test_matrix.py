"""A sample of the matrix on the interpreter, and proof that the matrix finds what is wrong.

``python test/python/matrix/run.py`` runs the rest, and the other devices; ``scripts/test`` runs samples of it on the CPU and
on lavapipe, ``scripts/test --full`` all.
"""

from __future__ import annotations

import datetime
import os

import numpy as np
import pytest
from wave_matrix import runner
from wave_matrix.atomics import STEPS, atomic_kernel, follows_an_order
from wave_matrix.elements import ALL, ELEMENTS
from wave_matrix.execution import open_device, run
from wave_matrix.kernels import MatrixKernel, all_cases, pack
from wave_matrix.memory_kernels import memory_kernels
from wave_matrix.scenarios import BY_NAME, SCENARIOS
from wave_matrix.thread_kernels import thread_kernels

import wavedialect as wd

SEED = int(os.environ.get("WAVEDIALECT_MATRIX_SEED", datetime.date.today().toordinal()))
"""Another sample every day; a failure says which it was."""


def test_a_sample_on_the_interpreter(capfd):
    options = f"--device interpreter --sample 250 --seed {SEED} --jobs 1"
    status = runner.main(options.split())
    printed = capfd.readouterr().out
    assert f"seed {SEED}" in printed
    assert status == 0, printed


def find(name, type_, scenario="all active"):
    return next(case for case in all_cases() if str(case) == f"{name}, {type_}, {scenario}")


# What the matrix holds.


def test_every_scenario_loses_lanes_in_its_own_way():
    lanes = np.broadcast_to(np.arange(16), (8, 16))
    seen = set()
    for scenario in SCENARIOS:
        marks = scenario.marks(np.random.default_rng(0), lanes)
        masks = scenario.masks(lanes, marks)
        assert masks.shape == (scenario.visits, 8, 16)
        assert masks.any(axis=(1, 2)).all(), scenario.name
        seen.add(masks.tobytes())
    assert len(seen) == len(SCENARIOS) == 9


def test_every_intrinsic_is_there():
    """All that a kernel may call and that gives a value, by the names that the package exports."""
    texts = {case.operation.text for case in all_cases()}
    called = " ".join(texts) + " ".join(kernel.source for kernel in [*memory_kernels(0), *thread_kernels(0)])
    missing = {
        name
        for name in wd.__all__
        if (
            name.startswith(("wave_", "quad_", "ddx", "ddy", "group_", "dispatch_thread"))
            and f"wd.{name}(" not in called
        )
    }
    # What has no result of its own, and what is no function of kernels.
    missing -= {name for name in missing if "barrier" in name}
    assert missing <= {"group_uniform"}


def test_every_type_meets_every_control_flow():
    moves = {
        (case.element.name, case.size, case.scenario.name)
        for case in all_cases()
        if case.operation.name == "wave_read_lane_at"
    }
    assert len(moves) == len(ALL) * 4 * 9


# The judges.


@pytest.mark.parametrize(
    ("name", "type_", "scenario", "right", "wrong"),
    [
        ("wave_active_sum", "i32", "all active", "wave_active_sum", "wave_active_max"),
        ("wave_prefix_sum", "u16", "every second", "wave_prefix_sum", "wave_active_sum"),
        ("wave_active_min", "u64", "one lane", "wave_active_min(x_u64_0)", "wave_active_min(x_u64_0 + 1)"),
        ("wave_match", "u32", "both sides of a chain", "wave_match(x_u32_0)", "wave_match(x_u32_0 & 1)"),
        ("floor", "f32", "all active", "wd.floor", "wd.ceil"),
        ("x // y", "i32", "all active", "//", "%"),
    ],
)
@pytest.mark.parametrize("device", ["interpreter", "cpu", "cpu:retiring"])
def test_a_wrong_operation_is_found(device, name, type_, scenario, right, wrong):
    kernel = MatrixKernel([find(name, type_, scenario)])
    opened = open_device(device)
    assert not run(kernel, opened, device, [8]).failures
    assert right in kernel.source
    kernel.source = kernel.source.replace(right, wrong)
    (failure,) = run(kernel, opened, device, [8]).failures
    assert failure.why.startswith("wrong result") and "expected" in failure.places[0] and wrong in failure.source


def test_the_cpu_deals_the_threads_of_a_group_in_several_ways():
    """What is wrong in one of them alone is found, and says in which."""
    kernel = next(kernel for kernel in thread_kernels(0) if kernel.shape == (4, 4, 4))
    device = open_device("cpu")
    assert not run(kernel, device, "cpu", [16]).failures
    assert all(options or place == 0 for place, options in enumerate(kernel.cpu_launches))
    kernel.body = [line.replace("wd.wave_lane_index()", "wd.group_index() % 16") for line in kernel.body]
    whys = [failure.why for failure in run(kernel, device, "cpu", [16]).failures]
    assert whys and all(why.startswith("wrong result with ") for why in whys)
    assert "wrong result with {'lane_order': ('shuffled', 1), 'extra_waves': 3}" in whys


def test_lanes_that_should_be_inactive_are_found():
    kernel = MatrixKernel([find("wave_active_count_bits", "bool", "first and fifth inactive")])
    kernel.source = kernel.source.replace("place != 0 and place != 4", "place != 0")
    (failure,) = run(kernel, wd.Interpreter(), "interpreter", [8]).failures
    assert "nothing written" in str(failure) and "active (lane 0 first) 01110111" in str(failure)


def test_a_kernel_that_does_not_compile_fails_for_the_case_that_is_to_blame():
    kernel = MatrixKernel([find("floor", "f32"), find("ceil", "f32")])
    broken = MatrixKernel(kernel.cases)
    broken.source = broken.source.replace("wd.ceil", "wd.ceiling")

    def restricted(cases):
        alone = MatrixKernel(cases)
        alone.source = alone.source.replace("wd.ceil", "wd.ceiling")
        return alone

    broken.restricted = restricted
    failures = run(broken, wd.Interpreter(), "interpreter", [4, 8]).failures
    assert [(failure.operation, failure.wave_size) for failure in failures] == [("ceil", 4), ("ceil", 8)]


def test_the_order_of_atomics_is_judged():
    assert follows_an_order(0, 3, [(2, 3), (0, 1), (1, 2)])
    assert follows_an_order(5, 5, [(5, 5), (5, 5)])
    assert not follows_an_order(0, 3, [(0, 1), (1, 2)])  # One is missing.
    assert not follows_an_order(0, 2, [(0, 1), (0, 1), (1, 2)])  # Two returned the same.
    assert not follows_an_order(0, 0, [(7, 7)])  # Nobody left a 7.


@pytest.mark.parametrize("kind", list(STEPS))
def test_a_lost_atomic_is_found(kind):
    kernel = atomic_kernel(kind, ELEMENTS["i32"], BY_NAME["all active"], shared=False)
    dispatch = kernel.dispatch(8)
    kernel.load().dispatch(kernel.groups, *dispatch.arguments, device="interpreter", wave_size=8)
    old, memory = dispatch.arguments[-2:]
    assert not kernel.blame(dispatch, [old, memory])
    old[3] += 77
    assert kernel.blame(dispatch, [old, memory])


def test_packing_keeps_every_case():
    cases = all_cases()
    packed = [case for kernel in pack(cases) for case in kernel.cases]
    assert len(packed) == len(cases) and set(map(str, packed)) == set(map(str, cases))
    assert len(set(map(str, cases))) == len(cases)
