"""What each lint finds, and where it is silent."""

from __future__ import annotations

from collections import Counter

import pytest
from expectations import KERNELS, expected

import wavedialect as wd
from wavedialect import u32
from wavedialect.command.kernel_file import load_kernels
from wavedialect.lint.report import joined
from wavedialect.lint.settings import lints

FILES = sorted([*KERNELS.glob("*.py"), *KERNELS.glob("*.hlsl")])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_findings_are_those_of_the_comments(file):
    report = joined([kernel.lint() for kernel in load_kernels(str(file))])
    assert {(finding.location.line, finding.lint) for finding in report} == expected(file), f"\n{report}"
    assert {finding.severity for finding in report} <= {"warning", "note"}
    for finding in report:
        assert finding.location.file == str(file) and finding.advice and finding.severity == lints()[finding.lint]
        # The words are those of the language.
        assert "wave." not in finding.message + finding.advice, str(finding)


def test_every_lint_has_five_cases():
    cases = Counter(lint for file in FILES for _, lint in expected(file))
    assert set(cases) == set(lints()) and min(cases.values()) >= 5, cases


@wd.kernel(num_waves=2)
def exchange(out: wd.RWBuffer[u32]):
    values = wd.groupshared(u32, 2)
    wave = wd.group_wave_index()
    values[wave] = wave
    wd.group_memory_barrier_with_group_sync()
    values[wave] = values[1 - wave] + 1
    wd.group_memory_barrier_with_group_sync()
    out[wave] = values[wave]


@wd.kernel(num_waves=2)
def exchange_in_a_loop(out: wd.RWBuffer[u32], n: u32):
    values = wd.groupshared(u32, 2)
    wave = wd.group_wave_index()
    for i in range(n):
        values[wave] = i
        out[wave * n + i] = values[1 - wave]


def test_advice_on_missing_barriers():
    """One statement has no place for a barrier; a loop needs two."""
    barrier = "`wd.group_memory_barrier_with_group_sync`"
    for kernel, advice in (
        (exchange, f"load the element into a variable, and put {barrier} between the load and the store"),
        (exchange_in_a_loop, f"put {barrier} between the two, and one at the end of the loop"),
    ):
        (found,) = kernel.lint(only=["groupshared-without-barrier"])
        assert found.advice.startswith(advice), str(found)
