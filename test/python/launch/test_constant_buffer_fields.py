"""The values of a constant buffer's fields in a launch, above all those of arrays of structs."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd

SHADER = """
struct Light { float3 color; float r; };
cbuffer scene { float scale; Light lights[2]; float4 planes[2]; bool on; }
RWStructuredBuffer<float> sums;
[numthreads(2, 1, 1)]
void main(uint t : SV_GroupIndex) {
  sums[t] = scale + 10 * lights[t].color.y + 100 * lights[t].r + 1000 * planes[t].w + (on ? 0.5f : 0);
}
"""
COLORS = np.arange(6, dtype=np.float32).reshape(2, 3)
OTHERS = {"scale": 2.0, "planes": [[0, 0, 0, 1], [0, 0, 0, 2]], "on": True}
EXPECTED = [2 + 10 + 0 + 1000 + 0.5, 2 + 40 + 100 + 2000 + 0.5]


@pytest.fixture(scope="module")
def kernel():
    return wd.hlsl(text=SHADER)


def sums(kernel, fields):
    result = np.zeros(2, np.float32)
    kernel.dispatch(1, scene=OTHERS | fields, sums=result, device="cpu")
    return result.tolist()


@pytest.mark.parametrize(
    "lights",
    [
        {"lights": [{"color": color, "r": number} for number, color in enumerate(COLORS)]},
        {"lights.color": COLORS, "lights.r": [0, 1]},
        {"lights": {"color": COLORS.tolist(), "r": np.arange(2, dtype=np.float32)}},
        {"lights[0].color": COLORS[0], "lights[0]": {"r": 0}, "lights[1].color": COLORS[1], "lights[1].r": 1},
    ],
)
def test_forms_of_an_array_of_structs(kernel, lights):
    assert sums(kernel, lights) == EXPECTED


def test_a_bool_may_be_0_or_1(kernel):
    lights = {"lights.color": COLORS, "lights.r": [0, 1]}
    assert sums(kernel, lights | {"on": 1}) == EXPECTED
    assert sums(kernel, lights | {"on": 0}) == [number - 0.5 for number in EXPECTED]
    with pytest.raises(wd.LaunchError, match=r"'scene.on' is 2, expected a bool"):
        sums(kernel, lights | {"on": 2})


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (
            {"lights.color": COLORS[:1], "lights.r": [0, 1]},
            r"lights.color' has shape \(1, 3\), but it takes shape \(2, 3\)",
        ),
        ({"lights.colr": COLORS, "lights.r": [0, 1]}, r"no field 'lights.colr'\nhelp: did you mean 'lights.color'"),
        ({"lights.r": [0, 1]}, r"lacks values for 'lights\[0\].color', 'lights\[1\].color'"),
        ({"lights": [{"color": COLORS[0], "r": 0}]}, r"lacks values for 'lights\[1\].color', 'lights\[1\].r'"),
        ({"lights": [{"color": COLORS[0], "r": 0}] * 3}, r"no field 'lights\[2\].color'"),
        ({"lights.color": COLORS, "lights.r": [0, 1], "planes": [1, 2]}, r"float4\[2\] takes shape \(2, 4\)"),
    ],
)
def test_wrong_values(kernel, fields, message):
    with pytest.raises(wd.LaunchError, match=message):
        sums(kernel, fields)


def test_the_manifest_lists_the_fields_of_each_struct(kernel):
    (scene, _) = kernel.compile("spirv").manifest["bindings"]
    named = [(field["name"], field["offset"], field["count"]) for field in scene["fields"]]
    assert named[:3] == [("scale", 0, 1), ("lights[0].color", 16, 1), ("lights[0].r", 28, 1)]
    assert ("planes", 48, 2) in named
