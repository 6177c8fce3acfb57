"""What each lint finds, and where it is silent."""

from __future__ import annotations

from collections import Counter

import pytest
from expectations import KERNELS, expected

from wavedialect.command.kernel_file import load_kernels
from wavedialect.lint.report import joined
from wavedialect.lint.settings import lints

FILES = sorted(KERNELS.glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_findings_are_those_of_the_comments(file):
    report = joined([kernel.lint() for kernel in load_kernels(str(file))])
    assert {(finding.location.line, finding.lint) for finding in report} == expected(file), f"\n{report}"
    assert {finding.severity for finding in report} <= {"warning", "note"}
    for finding in report:
        assert finding.location.file == str(file) and finding.advice and finding.severity == lints()[finding.lint]
        # The words are Python's.
        assert "wave." not in finding.message + finding.advice, str(finding)


def test_every_lint_has_five_cases():
    cases = Counter(lint for file in FILES for _, lint in expected(file))
    assert set(cases) == set(lints()) and min(cases.values()) >= 5, cases
