"""Amplification kernels as task shaders for Vulkan: the compile has them validated, the manifest tells of the payload."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
from amplification_kernels import CASES, lanes_return, no_payload, read_payload, threads, whole_groups_return

import wavedialect as wd

SCHEMA = json.loads((Path(wd.__file__).parent / "driver" / "manifest.schema.json").read_text())


@pytest.mark.parametrize("form", ["specialized", "fixed"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_task_shader_is_valid(case, form):
    bundle = case.kernel.compile(target="spirv", form=form)
    jsonschema.validate(bundle.manifest, SCHEMA)
    assert bundle.manifest["stage"] == "amplification"
    texts = [text for stage, text in bundle.stages.items() if stage.startswith("assembly")]
    for text in texts:
        assert re.search(r"OpEntryPoint TaskEXT", text) and text.count("OpEmitMeshTasksEXT") == 1
        assert re.search(r"OpEmitMeshTasksEXT[^\n]*\n\s*OpFunctionEnd", text), "it ends the shader"


def test_the_payload_in_the_manifest():
    assert no_payload.compile().manifest["payload"] is None
    assert whole_groups_return.compile().manifest["payload"] == {"bytes": 16, "element": "i32", "elements": 4}
    # One module serves all wave sizes, and has a payload for the largest.
    assert lanes_return.compile().manifest["payload"] == {"bytes": 512, "element": "f32", "elements": 128}
    # Vectors lie packed.
    assert threads.compile().manifest["payload"] == {"bytes": 160, "element": "i32", "elements": 40}
    payload = lanes_return.compile(form="fixed").manifest["payload"]
    assert payload["elements_by_wave_size"] == {"4": 8, "8": 16, "16": 32, "32": 64, "64": 128}
    assert "payload" not in wd.kernel(num_waves=1)(_nothing).compile().manifest


def _nothing():
    pass


def test_an_array_that_is_read_is_copied():
    """Barriers and atomics are certain to mean groupshared memory."""
    copied, stored = (kernel.compile().stages["assembly"] for kernel in (read_payload, lanes_return))
    assert re.search(r"OpAtomicIAdd.*", copied) and "OpLoopMerge" in copied
    (payload,) = re.findall(r"(%\w+) = OpVariable %\w+ TaskPayloadWorkgroupEXT", copied)
    assert copied.count(f"{payload} %uint_0") == 1, "one place stores to it, the copy"
    assert "OpLoopMerge" not in stored
    assert wd.kernel(num_waves=1)(_nothing).compile().stages["assembly"].count("MeshShadingEXT") == 0


def test_guarded_groups_launch_nothing():
    text = no_payload.compile(guard_wave_size=True).stages["assembly"]
    select = re.search(r"(%\w+) = OpSelect %uint %\w+ %\w+ %uint_0", text)
    assert select and re.search(rf"OpEmitMeshTasksEXT {select[1]} ", text)


def test_the_form_for_one_size_needs_spirv_1_4():
    bundle = no_payload.compile(form="fixed")
    for name, words in bundle.files.items():
        if name.endswith(".spv"):
            assert int.from_bytes(words[4:8], "little") == 0x00010400, name
