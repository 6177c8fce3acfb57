"""Structs in constant buffers: copied, passed, assigned, and with methods."""

import numpy as np
import pytest

import wavedialect as wd

LIGHT = """
struct Light { row_major float2x3 rows; float2x3 columns; int n[3]; float3 place; float radius;
               float twice() { return radius * 2; } };
%s
RWStructuredBuffer<float> found;
RWStructuredBuffer<Light> copies;
groupshared Light kept[1];
float radius(Light light) { return light.radius; }
Light second() { return %s; }
[numthreads(1, 1, 1)]
void main(uint thread : SV_GroupIndex) {
  static const Light constant = %s;
  Light a = %s, b;
  b = %s;
  kept[thread] = %s;
  copies[0] = %s;
  copies[1] = kept[thread];
  uint k = 0;
  for (uint row = 0; row < 2; ++row)
    for (uint column = 0; column < 3; ++column) {
      found[k++] = a.rows[row][column] + constant.rows[row][column];
      found[k++] = b.columns[row][column];
    }
  for (uint i = 0; i < 3; ++i)
    found[k++] = a.n[i] + b.place[i];
  found[k++] = radius(%s);
  found[k++] = second().twice() + %s.twice();
}
"""


def light(start):
    return {
        "rows": np.arange(6, dtype=np.float32).reshape(2, 3) + start,
        "columns": np.arange(6, dtype=np.float32).reshape(3, 2) + start + 10,
        "n": [start, start + 1, start + 2],
        "place": [start + 0.5, start + 0.25, start + 0.125],
        "radius": start + 0.75,
    }


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_the_same_as_in_a_struct_of_constants(device):
    names = "lights[1]", "first", "first", "lights[1]", "first", "lights[0]", "lights[0]", "lights[1]"
    plain = wd.hlsl(text=LIGHT % ("cbuffer Lights { Light first; Light lights[2]; float z; };", *names))
    declaration = "struct All { Light first; Light lights[2]; float z; }; ConstantBuffer<All> Lights;"
    other = wd.hlsl(text=LIGHT % (declaration, *(f"Lights.{name}" for name in names)))
    constants = {"first": light(100), "lights": [light(200), light(300)], "z": 5.0}
    results = []
    for kernel in (plain, other):
        found = np.zeros(17, np.float32)
        copies = np.zeros(2, kernel.parameters["copies"].element.dtype)
        kernel.dispatch(1, constants, found, copies, device=device)
        results.append((found, copies))
    assert np.array_equal(results[0][0], results[1][0]) and results[0][1].tobytes() == results[1][1].tobytes()
    assert results[0][0][0] == 200 and results[0][0][-2:].tolist() == [200.75, 601.5 + 601.5]


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
@pytest.mark.parametrize("element", ["float3", "float4", "Pair"])
def test_constant_indices_beyond_a_buffer(device, element):
    kernel = wd.hlsl(
        text=f"struct Pair {{ float2 a, b; }}; RWStructuredBuffer<{element}> q; StructuredBuffer<{element}> p;\n"
        "[numthreads(1, 1, 1)] void main() { q[-1] = p[0]; q[4000000000] = p[0]; q[1] = p[-1]; }"
    )
    dtype = kernel.parameters["q"].element.dtype if element == "Pair" else np.float32
    stored, loaded = np.ones((2, 3, 3 if element == "float3" else 4), np.float32)
    kernel.dispatch(1, stored.view(dtype), loaded.view(dtype), device=device)
    assert stored.tolist() == [[1] * stored.shape[1], [0] * stored.shape[1], [1] * stored.shape[1]]
