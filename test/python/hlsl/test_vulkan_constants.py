"""Push constants and specialization constants of Vulkan, on every executor."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from vulkan_constants import PUSHED, VALUES, bytes_of_values, check_pushed, check_specialized, specialized

import wavedialect as wd
from wavedialect.driver import bundle

SCHEMA = json.loads((Path(bundle.__file__).parent / "manifest.schema.json").read_text())


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
@pytest.mark.parametrize("wave_size", [4, 8, 32])
def test_on_the_cpu(device, wave_size):
    check_pushed(device=device, wave_size=wave_size)
    check_specialized(device=device, wave_size=wave_size)


@pytest.mark.parametrize(("wave_size", "width"), [(4, 128), (8, 256)])
def test_on_lavapipe(wave_size, width):
    if not any("llvmpipe" in info.description for info in wd.devices()):
        pytest.skip("no lavapipe")
    environment = {**os.environ, "LP_NATIVE_VECTOR_WIDTH": str(width), "MESA_SHADER_CACHE_DISABLE": "true"}
    environment["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
    text = f"""
import numpy as np, wavedialect as wd
from vulkan_constants import PUSHED, VALUES, bytes_of_values, check_pushed, check_specialized
device = next(info.name for info in wd.devices() if "llvmpipe" in info.description)
check_pushed(device=device)
check_specialized(device=device, wave_size={wave_size})
# Arrays of the device.
words = wd.array(np.frombuffer(bytes_of_values(), np.uint32), device)
x, y = wd.zeros(16, np.float32, device=device), wd.zeros(16, np.float32, device=device)
wd.hlsl(text=PUSHED).dispatch(1, x=x, y=y, constants=words, **{{"$Globals": {{"scale": 0.5}}}})
one = np.zeros(16, np.float32)
wd.hlsl(text=PUSHED).dispatch(1, x=np.zeros(16, np.float32), y=one, constants=VALUES, **{{"$Globals": {{"scale": 0.5}}}})
assert y.numpy().tolist() == one.tolist() != [0] * 16
"""
    done = subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_layout_of_push_constants():
    kernel = wd.hlsl(text=PUSHED)
    made = kernel.compile("spirv").manifest
    jsonschema.validate(made, SCHEMA)
    constants = made["constants"]
    assert constants["block"]["name"] == "constants" and constants["block"]["bytes"] == 112
    offsets = {field["name"]: field["offset"] for field in constants["block"]["fields"]}
    assert offsets == {
        "a": 0, "b": 4, "inner[0].v": 16, "inner[0].arr": 24, "inner[1].v": 32, "inner[1].arr": 40, "d": 48, "on": 56,
        "half_": 60, "m": 64, "last": 104,
    }  # fmt: skip
    # The lengths of the buffers follow.
    assert [(field["name"], field["offset"], field["role"]) for field in constants["fields"]] == [
        ("x", 112, "length"),
        ("y", 116, "length"),
    ]
    assert constants["bytes"] == 120 and "constants" not in {binding["name"] for binding in made["bindings"]}
    direct3d = kernel.compile("dxil").manifest
    assert "block" not in direct3d["constants"]
    assert {binding["name"]: binding["kind"] for binding in direct3d["bindings"]}["constants"] == "cbv"


def test_errors_of_push_constants():
    kernel = wd.hlsl(text=PUSHED)
    others = {"x": np.zeros(16, np.float32), "y": np.zeros(16, np.float32), "$Globals": {"scale": 1}}
    with pytest.raises(wd.LaunchError, match="argument 'constants' has 4 bytes, but the constant buffer has 112"):
        kernel.dispatch(1, constants=bytes_of_values()[:4], **others)
    with pytest.raises(wd.LaunchError, match="argument 'constants': the constant buffer has no field 'lost'"):
        kernel.dispatch(1, constants={**VALUES, "lost": 1}, **others)


def test_specialization_constants_are_in_the_manifest():
    made = specialized().compile("spirv").manifest
    jsonschema.validate(made, SCHEMA)
    assert made["specialization_constants"] == [
        {"id": 0, "name": "size", "element": "u32"},
        {"id": 1, "name": "flag", "element": "bool"},
        {"id": 2, "name": "wide", "element": "i16"},
        {"id": 7, "name": "scale", "element": "f32"},
        {"id": 8, "name": "precise_scale", "element": "f64"},
    ]
    # The numbers of the compiler's own constants are free ones.
    own = {name: constant["id"] for name, constant in made["specialization"].items()}
    assert own["wave_size"] == 3 and not set(own.values()) & {0, 1, 2, 7, 8}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"size": "many"}, "'many' is not a value of the specialization constant 'size', of type uint"),
        ({"sise": 4}, "the shader has no specialization constant 'sise': it has 'size', 'flag', 'wide'"),
        ([("size", 4), (0, 5)], "the specialization constant '0' has two values"),
    ],
)
def test_values_that_are_refused(given, message):
    with pytest.raises(wd.CompileError) as refused:
        specialized(given)
    assert refused.value.id == "hlsl-specialization" and message in str(refused.value)
    with pytest.raises(wd.WaveError, match="`specialization` is a dict of constants, not 5"):
        specialized(5)
