"""Arrays and structs of resources, and variables of resource types: what they compute, and how a launch passes them."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd

DEVICES = pytest.mark.parametrize("device", ["interpreter", "cpu"])

ROWS = """
StructuredBuffer<uint> rows[2][2] : register(t1);
RWStructuredBuffer<uint> sums[3] : register(u0, space1);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  for (uint y = 0; y < 2; ++y)
    for (uint x = 0; x < 2; ++x)
      sums[y][i] += rows[y][x][i] * (x + 1);
}
"""


def rows():
    return [[np.arange(8, dtype=np.uint32) + 10 * y + 100 * x for x in range(2)] for y in range(2)]


def sums(count=3):
    return [np.zeros(8, np.uint32) for _ in range(count)]


def expected(y):
    first, second = rows()[y]
    return (first + 2 * second).tolist()


@DEVICES
def test_lists_by_position(device):
    out = sums()
    wd.hlsl(text=ROWS).dispatch(1, rows(), out, device=device)
    assert [one.tolist() for one in out] == [expected(0), expected(1), [0] * 8]


def test_elements_that_the_kernel_does_not_use_are_no_parameters():
    kernel = wd.hlsl(text=ROWS)
    assert list(kernel.parameters) == [
        *(f"rows[{y}][{x}]" for y in range(2) for x in range(2)),
        *(f"sums[{y}]" for y in range(2)),
    ]
    out = sums(2)
    kernel.dispatch(1, rows(), out)
    assert out[1].tolist() == expected(1)


def test_names():
    kernel, given = wd.hlsl(text=ROWS), rows()
    out = sums()
    kernel[1](rows=given, sums=out)
    assert out[0].tolist() == expected(0)
    first, second = sums(2)
    kernel.dispatch(1, rows={0: given[0], 1: {0: given[1][0], 1: given[1][1]}}, **{"sums[0]": first, "sums[1]": second})
    assert second.tolist() == expected(1)
    # Each part is an argument by position, too.
    out = sums(2)
    kernel.dispatch(1, *given[0], *given[1], *out)
    assert out[1].tolist() == expected(1)


@pytest.mark.parametrize(
    ("arguments", "message", "fix"),
    [
        ({"rows": [[1, 2]], "sums": sums()}, "argument 'rows' lacks the element 1", "rows=[[..., ...], [..., ...]]"),
        (
            {"rows": np.zeros(8), "sums": sums()},
            "argument 'rows' is an array of shape (8,)",
            "rows=[[..., ...], [..., ...]]",
        ),
        ({"rows": rows(), "sums": sums(), "sums[0]": sums(1)[0]}, "got `sums[0]` twice", "leave out `sums[0]`"),
        (
            {"rows": rows(), "sums": [np.zeros(4, np.float32), sums()[0]]},
            "argument 'sums[0]'",
            "`sums_0_copy = sums[0].astype(np.uint32)`, then `sums[0][...] = sums_0_copy`",
        ),
        (
            {"rows": rows(), "sums": sums(4)},
            "argument 'sums' has the element 3, but the array `sums[3]` of the shader has 3 elements",
            "pass 3 at most",
        ),
        (
            {"rows": [*rows(), *rows()], "sums": sums()},
            "argument 'rows' has the element 3, but the array `rows[2]`",
            "pass 2 at most",
        ),
        (
            {"rows": [rows()[0] * 2, rows()[1]], "sums": sums()},
            "argument 'rows[0]' has the element 3, but the array `rows[0][2]`",
            "pass 2 at most",
        ),
        (
            {"rows": rows(), "sums": {0: sums(1)[0], 1: sums(1)[0], 3: sums(1)[0]}},
            "argument 'sums' has the element 3",
            "pass 3 at most",
        ),
        ({"rows": rows()}, "lacks the argument `sums`", "by position or by name"),
    ],
)
def test_wrong_arguments(arguments, message, fix):
    with pytest.raises(wd.LaunchError) as caught:
        wd.hlsl(text=ROWS).dispatch(1, **arguments)
    assert message in str(caught.value) and fix in str(caught.value)


def test_bindings():
    kernel = wd.hlsl(text=ROWS)
    bindings = kernel.compile("dxil", shader_model="6.8").manifest["bindings"]
    assert [(one["name"], one["kind"], one["set"], one["binding"]) for one in bindings] == [
        *((f"rows[{n // 2}][{n % 2}]", "srv", 0, n + 1) for n in range(4)),
        *((f"sums[{n}]", "uav", 1, n) for n in range(2)),
    ]
    assert [one["binding"] for one in kernel.compile("spirv").manifest["bindings"]] == [1, 2, 3, 4, 0, 1]


CHOICES = """
RWStructuredBuffer<uint> results[3];
StructuredBuffer<uint> places;

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex) {
  RWStructuredBuffer<uint> target = results[NonUniformResourceIndex(places[i])];
  // All lanes take part in the sum, and only the lanes of each result in that of the atomic.
  target[i] = WaveActiveSum(1);
  uint old;
  InterlockedAdd(target[16], WaveActiveCountBits(i % 2 == 0), old);
  target[i] += target[17] + old * 0;
}
"""


@DEVICES
@pytest.mark.parametrize("wave_size", [4, 16, 32])
def test_lanes_choose_elements(device, wave_size):
    places = np.array([0, 1, 2, 3, 2, 1, 0, 7] * 2, np.uint32)
    out = [np.zeros(18, np.uint32) for _ in range(3)]
    out[1][17] = 100
    if device == "interpreter":
        with pytest.raises(wd.ExecutionError, match="`results` is out of bounds, it has 3 elements"):
            wd.hlsl(text=CHOICES).dispatch(1, sums(), places, device=device, wave_size=wave_size)
        places %= 3
    wd.hlsl(text=CHOICES).dispatch(1, out, places, device=device, wave_size=wave_size)
    lanes = min(wave_size, 16)
    for number, one in enumerate(out):
        chosen = places == number
        assert one[:16].tolist() == np.where(chosen, lanes + 100 * (number == 1), 0).tolist()
        assert one[16] == chosen.sum() * (lanes // 2)


STRUCTS = """
struct Table { StructuredBuffer<float> values; float get(uint i) { return values[i]; } };
struct Set : Table { RWBuffer<float> results[2]; float scale; };
struct Light { float3 color; float power; };
Set used : register(u3) : register(t0);
ConstantBuffer<Light> lights[2] : register(b1);

float lit(Table table, ConstantBuffer<Light> light, uint i) { return table.get(i) * light.power; }

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  Set copy = used;
  copy.results[0] = used.results[1];
  copy.results[0][i] = used.scale * lit(copy, lights[1], i);
  ConstantBuffer<Light> mine = lights[i % 2];
  used.results[0][i] = mine.color.y;
}
"""


@DEVICES
def test_structs_and_constant_buffers(device):
    values = np.arange(8, dtype=np.float32)
    out = [np.zeros(8, np.float32) for _ in range(2)]
    lights = [{"color": (0, k + 1, 0), "power": 10 * k} for k in range(2)]
    kernel = wd.hlsl(text=STRUCTS)
    assert list(kernel.parameters) == [
        "used.values",
        "used.results[0]",
        "used.results[1]",
        "lights[0]",
        "lights[1]",
        "$Globals",
    ]
    kernel.dispatch(1, {"values": values, "results": out}, lights, {"used.scale": 3.0}, device=device)
    assert out[0].tolist() == [1, 2] * 4
    assert out[1].tolist() == (values * 30).tolist()


LOOPS = """
RWByteAddressBuffer targets[3] : register(u0);
RWStructuredBuffer<uint> counts;

uint position(RWByteAddressBuffer given[3], uint wanted) {
  for (uint k = 0; k < 3; ++k) {
    if (given[k].Load(0) == wanted)
      return k;
    if (k == 1)
      continue;
    counts[WaveGetLaneIndex()] += 1 + k;
  }
  return 9;
}

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
  RWByteAddressBuffer current = targets[0];
  uint found = position(targets, 10 * i);
  // The variable changes in a loop that is not unrolled.
  for (uint k = 0; k < i; ++k) {
    current.InterlockedAdd(4, 1);
    if (k == 0)
      current = targets[1];
  }
  targets[2].Store(4 + 4 * i, found);
}
"""


@DEVICES
def test_loops(device):
    targets = [np.array([10 * k, 0, 0, 0, 0, 0], np.uint32) for k in range(3)]
    counts = np.zeros(4, np.uint32)
    wd.hlsl(text=LOOPS).dispatch(1, targets, counts, device=device, wave_size=4)
    assert targets[2][1:5].tolist() == [0, 1, 2, 9]
    assert [int(one[1]) for one in targets[:2]] == [3, 3]
    assert counts.tolist() == [0, 1, 1, 4]


TEXTURES = """
Texture2D<float4> images[2] : register(t0);
RWTexture2D<float4> copies : register(u0);

[numthreads(4, 2, 1)]
void main(uint2 id : SV_GroupThreadID) {
  uint width, height;
  images[id.x % 2].GetDimensions(width, height);
  copies[id] = images[id.x % 2][id] + width;
}
"""


@DEVICES
def test_textures(device):
    images = [np.full((2, 4, 4), k, np.float32) for k in (1, 2)]
    out = np.zeros((2, 4, 4), np.float32)
    wd.hlsl(text=TEXTURES).dispatch(1, images, out, device=device)
    assert out[0, :, 0].tolist() == [5, 6, 5, 6]


def test_checks_name_the_element():
    out = sums()
    report = wd.hlsl(text=ROWS).check(1, rows(), out, unordered="sums[1]")
    assert report.ok and out[0].tolist() == [0] * 8


def test_pickled_kernels_and_tuning_take_lists():
    out = sums()
    tuned = wd.hlsl(text=ROWS).tuned(wd.configs(wave_size=[4, 8]), groups=1, device="cpu")
    tuned.dispatch(rows(), out)
    assert out[0].tolist() == expected(0)


@pytest.mark.parametrize("last", [3, 2**32 - 1])
def test_check_reports_an_index_out_of_range(last):
    kernel = wd.hlsl(text=CHOICES)
    places = np.array([0, 1, 2, last] * 4, np.uint32)
    report = kernel.check(1, [np.zeros(18, np.uint32) for _ in range(3)], places, wave_sizes=16)
    (finding,) = report.filter(rule="out-of-bounds").findings
    number = "3" if last == 3 else "4294967295 (-1 as int)"
    what = f"element {number} of array of resources `results`"
    assert finding.message == f"a load out of bounds: {what}, which has 3 elements" and finding.memory == "results"
    line = next(number for number, text in enumerate(CHOICES.splitlines(), 1) if "NonUniformResourceIndex" in text)
    assert finding.location.line == line and finding.places[0].lanes == (3, 7, 11, 15)


def test_the_interpreter_reports_an_index_in_words_of_hlsl():
    text = """
    StructuredBuffer<uint> q[3];
    RWStructuredBuffer<uint> result;
    static const uint constants[4] = {1, 2, 3, 4};
    [numthreads(8, 1, 1)]
    void main(uint i : SV_GroupIndex) {
      result[i] = VALUE;
    }
    """
    q, result = [np.ones(8, np.uint32)] * 3, np.zeros(8, np.uint32)
    with pytest.raises(wd.ExecutionError) as caught:
        wd.hlsl(text=text, defines={"VALUE": "q[i][0]"}).dispatch(1, q, result, device="interpreter")
    assert "element 3 of array of resources `q` is out of bounds, it has 3 elements" in str(caught.value)
    assert "access it under `if (index < size)`" in str(caught.value)
    with pytest.raises(wd.ExecutionError) as caught:
        wd.hlsl(text=text, defines={"VALUE": "constants[i]"}).dispatch(1, result, device="interpreter")
    assert "element 4 of the constant array that is used at line 7 is out of bounds" in str(caught.value)


def test_check_reports_the_dimension_that_is_out_of_range():
    text = """
    StructuredBuffer<uint> rows[2][3];
    RWStructuredBuffer<uint> result;
    [numthreads(8, 1, 1)]
    void main(uint i : SV_GroupIndex) {
      result[i] = rows[i & 1][i][0];
    }
    """
    rows = [[np.ones(8, np.uint32)] * 3] * 2
    result = np.zeros(8, np.uint32)
    kernel = wd.hlsl(text=text)
    kernel.dispatch(1, rows, result, wave_size=8)
    assert result.tolist() == [1, 1, 1, 0, 0, 0, 0, 0]
    (finding,) = kernel.check(1, rows, result, wave_sizes=8).findings
    assert finding.rule == "out-of-bounds" and finding.places[0].lanes == (3, 4, 5, 6, 7)
    assert finding.memory == "rows" and "which has 3 elements" in finding.message


ONE_OF_TWO = {
    "Buffer<uint>": "sum = list[i][0];",
    "RWBuffer<uint>": "list[i][0] = 7;",
    "StructuredBuffer<uint>": "sum = list[i][0];",
    "RWStructuredBuffer<uint>": "list[i][0] = 7;",
    "AppendStructuredBuffer<uint>": "list[i].Append(7);",
    "ConsumeStructuredBuffer<uint>": "sum = list[i].Consume();",
    "ByteAddressBuffer": "sum = list[i].Load(0);",
    "RWByteAddressBuffer": "list[i].Store(0, 7);",
    "Texture2D<uint>": "sum = list[i][uint2(0, 0)];",
    "RWTexture2D<uint>": "list[i][uint2(0, 0)] = 7;",
    "Texture2DArray<uint>": "sum = list[i][uint3(0, 0, 0)];",
    "RWTexture2DArray<uint>": "list[i][uint3(0, 0, 0)] = 7;",
}


@pytest.mark.parametrize("size", ["", "2"])
@pytest.mark.parametrize("type_", ONE_OF_TWO)
def test_an_initializer_of_an_array_gives_its_size(type_, size):
    text = f"""
    {type_} first, second;
    RWBuffer<uint> result;
    [numthreads(2, 1, 1)]
    void main(uint i : SV_GroupIndex) {{
      {type_} list[{size}] = {{first, second}};
      uint sum = 0;
      {ONE_OF_TWO[type_]}
      result[i] = sum;
    }}
    """
    kernel = wd.hlsl(text=text)
    assert {"first", "second", "result"} <= set(kernel.parameters)
