"""What our containers say of the examples beside what those of ``dxc`` say of the same in HLSL: feature flags, shader
flags, pipeline state, metadata. The table is made by record_containers.py; no dxc is needed here."""

from __future__ import annotations

import functools
import json
from typing import Any

import pytest
from container_facts import read_facts, read_parts
from hlsl_examples import CASES, compile_ours, load_kernel
from record_containers import TABLE

# Bytes of groupshared memory beyond those that HLSL needs.
MORE_MEMORY = {"10-cull": 4}  # Where the counts of the launch reach waves that have returned.


@functools.cache
def load_table() -> dict[str, Any]:
    return json.loads(TABLE.read_text())


@pytest.mark.parametrize(("name", "model"), CASES)
def test_facts_are_dxcs(name: str, model: str) -> None:
    container, text = compile_ours(load_kernel(name), model)
    assert list(read_parts(container)) == ["SFI0", "ISG1", "OSG1", "PSV0", "HASH", "DXIL"]
    facts = read_facts(container, text)
    if "groupshared" in facts["state"]:
        facts["state"]["groupshared"] -= MORE_MEMORY.get(name, 0)
    assert facts == load_table()[name][model]


def test_table_knows_every_example() -> None:
    known = [(name, model) for name, models in load_table().items() if name != "dxc" for model in models]
    assert known == CASES
