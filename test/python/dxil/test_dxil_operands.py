"""Our calls of DXIL's functions beside those that ``dxc`` makes of the same kernel in HLSL: function, opcode, literals
and the order of operands. The table is made by record_operands.py; no dxc is needed here."""

from __future__ import annotations

import fnmatch
import functools
import json
from typing import Any

import pytest
from dxil_calls import read_attributes
from operand_cases import Case, all_cases
from record_operands import TABLE, choose_calls, compile_ours

# Where ours differ and why; the table holds what they are.
DIFFERENCES = {
    "wave_*_sum i*": "the sum is the same for both signs, and wave IR has one addition; it counts as unsigned",
    "wave_*_product i*": "the product is the same for both signs; it counts as unsigned",
    "wave_active_min f*": "a NaN goes in as the infinity that changes nothing: DXIL leaves open what becomes of it",
    "wave_active_max f*": "a NaN goes in as the infinity that changes nothing: DXIL leaves open what becomes of it",
    "wave_active_all_equal f*": "floats are compared with the first lane's: DXIL leaves open what a NaN and a zero of each sign equal",
    "wave_match f32": "floats match by value, which DXIL leaves open: bits with one zero, and a NaN alone",
    "quad_read_lane_at *": "DXIL wants one lane for the quad: a variable one is read as a lane of the wave",
    "quad_* in 6.0": "two exchanges, the second one of what the first one gave, instead of three of the predicate",
    "frac *": "a library function: x - floor(x)",
    "saturate *": "a library function: a minimum of a maximum",
    "is* f32": "comparisons, which are exact and exist for all floats",
    "firstbithigh *": "FirstbitHi of 32 bits, the only one described, with the sign flipped away and 64 bits in two words",
    "f32tof16 *": "arithmetic on the bits: LegacyF32ToF16 does not say how it rounds",
    "f16tof32 *": "arithmetic on the bits, as f32tof16",
    "mad ?32": "a product and a sum: drivers fuse those of integers",
    "dot f*": "a chain of FMad, whose order is certain",
    "image * ?32x2*": "the third and the fourth channel, which the format has not, repeat the second one, not the first",
    "image_size *": "each coordinate is asked for by itself, and a store stands between",
    "constant ?16 *": "16 bits take four bytes among root constants",
}


@functools.cache
def load_table() -> dict[str, Any]:
    return json.loads(TABLE.read_text())


def find_reason(name: str) -> str | None:
    return next((reason for pattern, reason in DIFFERENCES.items() if fnmatch.fnmatchcase(name, pattern)), None)


@functools.cache
def compiled(case: Case) -> str:
    return compile_ours(case)


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name.replace(" ", "-"))
def test_calls_are_dxcs(case: Case) -> None:
    table = load_table()
    theirs, differing = table["calls"][case.name], table["ours"].get(case.name)
    ours = choose_calls(case, compiled(case))
    if differing is None:
        assert ours == theirs
    else:
        assert find_reason(case.name), "a difference wants a reason"
        assert ours == differing


def test_attributes_are_dxcs() -> None:
    """Drivers may optimize by what declarations say of a function."""
    theirs = load_table()["attributes"]
    for case in all_cases():
        for function, said in read_attributes(compiled(case)).items():
            assert said == theirs.get(function, said), f"{function} in '{case.name}'"


def test_every_reason_is_needed() -> None:
    names = load_table()["ours"]
    for pattern in DIFFERENCES:
        assert fnmatch.filter(names, pattern), f"nothing differs by '{pattern}'"


def test_table_knows_every_case() -> None:
    assert sorted(load_table()["calls"]) == sorted(case.name for case in all_cases())
