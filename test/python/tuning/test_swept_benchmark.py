"""The sweep of benchmarks/passes is a tuning, and finds what is wrong."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).resolve().parents[3] / "benchmarks"))
from expert.appending import Append
from expert.copying import Copy
from expert.devices import CPUPlace
from expert.measuring import SWEPT_FORMS, Bench, best
from expert.sweeping import sweep

ELEMENTS = 1 << 16


class FewAppends(Append):
    swept = ((1, 2), (2, 1), (64, 1))


def test_rows_of_a_sweep():
    bench = Bench(CPUPlace(16), ELEMENTS, ELEMENTS)
    rows = sweep(bench, FewAppends, rounds=2)
    columns = [column for column, form in SWEPT_FORMS.items() if not form.is_shader]
    assert [(row.case, row.waves, row.items, list(row.times)) for row in rows] == [
        ("append", 1, 2, columns), ("append", 2, 1, columns), ("append", 64, 1, columns),
    ]  # fmt: skip
    assert all(len(times) == 4 for row in rows for times in row.times.values())
    assert best(rows, "expert -O2") in rows and "the CPU runs no GLSL" in bench.missing


def test_a_wrong_form_ends_it():
    class WrongCopies(Copy):
        swept = ((1, 1),)

        def check(self, inputs, outputs, way, lanes):
            np.testing.assert_array_equal(outputs["kept"], inputs["values"] + 1)

    with pytest.raises(AssertionError, match="the results of copy, waves=1, items=1, form=naive -O2: "):
        sweep(Bench(CPUPlace(16), ELEMENTS, ELEMENTS), WrongCopies, rounds=1)
