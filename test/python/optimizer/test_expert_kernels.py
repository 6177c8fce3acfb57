"""The kernels of benchmarks/passes give what NumPy says, as written and by hand, with and without optimizing."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[3] / "benchmarks"))
from expert.devices import CPUPlace
from expert.measuring import FORMS, Bench
from passes import CASES, EXAMPLE_CASES

ELEMENTS = 1 << 16


@pytest.mark.parametrize("lanes", (16, 32))
@pytest.mark.parametrize("name", (*CASES, *EXAMPLE_CASES))
def test_forms_agree_with_numpy(name: str, lanes: int) -> None:
    bench = Bench(CPUPlace(lanes), ELEMENTS, ELEMENTS)
    rows = list(bench.measure((CASES | EXAMPLE_CASES)[name], rounds=1))
    run = {column for row in rows for column in row.times}
    kernels = {column for column, form in FORMS.items() if not form.is_shader}
    assert run == (kernels if name in CASES else {"naive", "naive -O2"})
