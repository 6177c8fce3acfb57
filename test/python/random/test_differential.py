"""The program that compares many kernels finds what is wrong, outlives it, and goes on where it stopped."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import configurations
import differential
import failing_kernel
import numpy as np
import pytest
from configurations import LAVAPIPE, LAVAPIPE_SIZES, everything, levels, merged, sampled
from crew import Crew, Limits, Lost, Raised, cores_of
from differential import Log, Result, comparisons, in_order_of_size, parse
from requested import with_options
from runner import SIZES
from typed_generator import generate_typed

import wavedialect as wd
from wavedialect.driver.optimization import optimizations

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")


@dataclass(frozen=True)
class Act:
    """A task that does one thing."""

    what: str
    environment: dict[str, str]

    def run(self, report):
        report(f"about to {self.what}")
        if self.what == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif self.what == "hang":
            time.sleep(3600)
        elif self.what == "raise":
            raise ValueError("oh no")
        elif self.what == "grow":
            held = bytearray(300 << 20)
            held[:: 1 << 12] = b"x" * len(held[:: 1 << 12])
            time.sleep(3600)
        elif self.what.startswith("lose"):
            return Result(ends_process=self.what == "lose the device", runs=Counter({"process": os.getpid()}))
        return f"{self.what} in {os.environ.get('WAVE_TEST_PLACE')}"


def test_a_task_affects_only_its_own_process():
    acts = ["stay", "crash", "hang", "raise", "grow", "stay"]
    tasks = [Act(what, {"WAVE_TEST_PLACE": str(number % 2)}) for number, what in enumerate(acts)]
    with Crew(2, Limits(seconds=3, megabytes=250)) as crew:
        answers = {id(task): answer for task, answer in crew.answers(tasks)}
    stay, crash, hang, raised, grow, again = (answers[id(task)] for task in tasks)
    assert (stay, again) == ("stay in 0", "stay in 1")
    assert crash == Lost("crashes: SIGSEGV", "about to crash")
    assert hang == Lost("hangs: more than 3 s", "about to hang")
    assert isinstance(raised, Raised) and "ValueError: oh no" in raised.text
    assert grow.reason.startswith("takes too much memory") and grow.step == "about to grow"


def test_a_process_ends_with_its_device():
    """An error may stay with the process: each later kernel would fail as well."""
    tasks = [Act(what, {}) for what in ("lose nothing", "lose the device", "lose nothing")]
    with Crew(1, Limits()) as crew:
        first, second, third = (answer.runs["process"] for _, answer in crew.answers(tasks))
    assert first == second != third


def test_processes_spread_over_the_cores(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {2, 3, 5, 7})
    assert [cores_of(place) for place in range(5)] == [{2, 3}, {3, 5}, {5, 7}, {7, 2}, {2, 3}]


def test_processes_seldom_start_again():
    """All of them do where the wave size of lavapipe changes."""
    seeds = range(0, 20000)
    for jobs in (1, 64):
        tasks = in_order_of_size(list(comparisons(parse(["0", "1", "--sample-configurations"]), iter(seeds))), jobs)
        changes = sum(one.lavapipe != other.lavapipe for one, other in pairwise(tasks))
        assert len(tasks) / changes > 20 * jobs


def chosen(folder: Path, *more: str):
    return parse(
        ["0", "3", "--devices", "cpu", "--sample-configurations", "--jobs", "1", "--output", str(folder), *more]
    )


def test_kernels_agree_and_a_second_run_goes_on(tmp_path, capsys):
    assert differential.run(chosen(tmp_path)) == 0
    assert capsys.readouterr().out.endswith("3 agree, 0 differ, 0 failed\n")
    log = tmp_path / "results.jsonl"
    lines = log.read_text().splitlines()
    # Killed in the middle of a line.
    log.write_text("\n".join(lines[:2]) + "\n" + lines[2][:40])
    assert differential.run(chosen(tmp_path)) == 0
    assert capsys.readouterr().out.endswith("3 agree, 0 differ, 0 failed\n")
    assert sorted(json.loads(line)["task"] for line in log.read_text().splitlines()) == sorted(
        json.loads(line)["task"] for line in lines
    )


def test_a_kernel_that_runs_nowhere_does_not_agree(tmp_path, capsys):
    """Kernels of threads are for devices that give them to lanes in order."""
    threads = ["1", "1", "--sample-configurations", "--jobs", "1", "--output", str(tmp_path)]
    assert differential.run(parse([*threads, "--devices", "vulkan:llvmpipe"])) == 1
    said = capsys.readouterr().out
    assert "1 kernels have no configuration" in said and said.endswith("0 agree, 0 differ, 0 failed\n")


def first_that_counts() -> int:
    """The first seed whose kernel has what ``planted_bugs`` makes wrong, where it is seen."""
    return next(seed for seed in range(0, 400, 4) if "wd.wave_prefix_count_bits(True)" in generate_typed(seed).source)


@pytest.mark.parametrize(
    ("bug", "verdict", "said"),
    [
        ("wrong_count", "1 differ, 0 failed", "differs"),
        ("crash", "0 differ, 1 failed", "crashes: SIGSEGV"),
        ("hang", "0 differ, 1 failed", "hangs"),
        ("waste", "0 differ, 1 failed", "takes too much memory"),
    ],
)
def test_a_failure_is_a_file(bug, verdict, said, tmp_path, capsys):
    arguments = [str(first_that_counts()), "1", "--prepare", f"planted_bugs:{bug}", "--time-limit", "8"]
    more = ["--memory", "900", "--devices", "cpu", "--sample-configurations", "--jobs", "1", "--output", str(tmp_path)]
    assert differential.run(parse([*arguments, *more])) == 1
    assert capsys.readouterr().out.endswith(f"0 agree, {verdict}\n")
    (file,) = tmp_path.glob("*.py")
    assert said in file.read_text()
    # Without the bug nothing is wrong with it.
    assert failing_kernel.read(file).compare().kind == failing_kernel.AGREES
    assert Log(tmp_path).summary()[-1] == f"0 agree, {verdict}"


def test_a_file_has_all_of_a_kernel(tmp_path):
    one = configurations.Configuration(8, "cpu", (("opt_level", 2), ("enable", ("specialize",))))
    kernel = failing_kernel.failing_kernel("typed", generate_typed(3), one)
    file = tmp_path / "kernel.py"
    file.write_text(kernel.text("array 3 differs\nin two lines"))
    again = failing_kernel.read(file)
    assert (again.configuration, again.groups, again.seed) == (one, kernel.groups, 3)
    assert again.source.strip().endswith(kernel.source.strip())
    for name, expected in kernel.arguments.items():
        assert np.array_equal(again.arguments[name], expected), name
    assert again.compare().kind == failing_kernel.AGREES and again.is_defined()


def test_everything_is_every_size_and_level():
    kernel = generate_typed(0)
    found = everything(kernel, ("cpu", LAVAPIPE, "dxil"), 8)
    on_cpu = {(one.wave_size, one.options) for one in found if one.device == "cpu"}
    assert on_cpu == {(size, level) for size in SIZES for level in levels()}
    assert {one.options for one in found if one.device == LAVAPIPE} == set(levels())
    assert len({one.device for one in found if one.device.startswith("dxil")}) == len(configurations.DXIL)
    # The highest level has every pass that does not run by itself.
    names = {name for name, level in optimizations().items() if level is None}
    assert names and {name.partition("{")[0] for name in dict(levels()[3])["enable"]} == names


def test_merged_groups_have_a_factor_everywhere():
    for seed in (0, 1, 2):
        found = everything(generate_typed(seed), ("cpu", LAVAPIPE, "dxil"), 8)
        changed = merged(found, seed)
        assert [(one.device, one.wave_size) for one in changed] == [(one.device, one.wave_size) for one in found]
        names = {name for one in changed for name in dict(one.options)["enable"] if name.startswith("coarsen-groups{")}
        if seed % 2:
            assert names == {with_options("coarsen-groups", seed)}
        else:
            groups = 2 + seed % 4
            clusters = {max(2, (one.wave_size or 32) // groups) for one in found}
            assert names == {f"coarsen-groups{{factor={groups} cluster={cluster}}}" for cluster in clusters}


def test_everything_on_cuda_is_every_level():
    """At the device's own size, kernels of threads too."""
    for seed in range(4):
        found = everything(configurations.FAMILIES["typed"](seed), ("cuda:1",), 0)
        assert found == [configurations.Configuration(0, "cuda:1", level) for level in levels(seed)]
        assert {one.executor for one in found} == {"cuda"}


def test_a_limit_of_the_device_is_no_failure():
    one = configurations.Configuration(32, "cuda")
    limit = wd.DeviceError("device 'cuda:0' has a limit of 1024 threads a group, but kernel 'k' has 2048", "use fewer")
    assert configurations.is_refusal(one, limit)
    assert not configurations.is_refusal(one, wd.DeviceError("device 'cuda:0' failed: illegal address"))


def without_factor(options):
    """The factor of coarsen-groups belongs to the seed."""
    given = dict(options)
    return given["opt_level"], tuple(name.partition("{")[0] for name in given.get("enable", ()))


def test_samples_come_to_every_size_and_level():
    kernel = configurations.FAMILIES["waves"](0)
    kernels = [replace(kernel, seed=seed) for seed in range(2000)]
    found = [
        one for kernel in kernels for one in sampled(kernel, ("cpu", LAVAPIPE, "dxil"), LAVAPIPE_SIZES[kernel.seed % 3])
    ]
    assert {one.wave_size for one in found if one.device == "cpu"} == set(SIZES)
    assert {without_factor(one.options) for one in found if one.device == "cpu"} == {*map(without_factor, levels())}
    assert {without_factor(one.options) for one in found if one.device == LAVAPIPE} == {*map(without_factor, levels())}
    assert {one.device for one in found if one.device.startswith("dxil")} == set(configurations.DXIL)
    assert found == [
        one for kernel in kernels for one in sampled(kernel, ("cpu", LAVAPIPE, "dxil"), LAVAPIPE_SIZES[kernel.seed % 3])
    ]
