"""What our containers say of the examples beside what those of ``dxc`` say of the same in HLSL: feature flags, shader
flags, pipeline state, metadata. The table is made by record_containers.py; no dxc is needed here."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import pytest
from container_facts import read_facts, read_parts
from hlsl_examples import MODELS, compile_ours, examples, has_form

CASES = [
    pytest.param(name, kernel, model, id=f"{name}-{model}")
    for name, kernel in examples()
    for model in MODELS
    if has_form(kernel, model)
]
# Bytes of groupshared memory beyond those that HLSL needs, and why.
MORE_MEMORY = {"10-cull": 4}  # Where returned waves find the counts of the others' launch.


@functools.cache
def load_table() -> dict[str, Any]:
    return json.loads(Path(__file__).with_name("dxc_containers.json").read_text())


@pytest.mark.parametrize(("name", "kernel", "model"), CASES)
def test_facts_are_dxcs(name: str, kernel: Any, model: str) -> None:
    facts = read_facts(*compile_ours(kernel, model))
    if "groupshared" in facts["state"]:
        facts["state"]["groupshared"] -= MORE_MEMORY.get(name, 0)
    assert facts == load_table()[name][model]


@pytest.mark.parametrize(("name", "kernel", "model"), CASES[-2:])
def test_parts_stand_in_the_header(name: str, kernel: Any, model: str) -> None:
    container, _ = compile_ours(kernel, model)
    assert list(read_parts(container)) == ["SFI0", "ISG1", "OSG1", "PSV0", "HASH", "DXIL"]


def test_table_knows_every_example() -> None:
    known = {(name, model) for name, models in load_table().items() if name != "dxc" for model in models}
    assert known == {(name, model) for name, kernel in examples() for model in MODELS if has_form(kernel, model)}
