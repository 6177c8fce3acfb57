"""An index that leaves a dimension of an array, but not its memory: `t[x][16]` of `t[16][16]` is `t[x + 1][0]`."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32

OUTSIDE = {
    "an element of the next row": ("groupshared uint t[8][4];", "t[x][y + 1]", "index 4 of dimension 1", "[8][4]"),
    "an element of the row before": ("groupshared uint t[8][4];", "t[x + 1][y - 1]", "index -1 of dimension 1", "[8][4]"),
    "a constant index of the row": ("groupshared uint t[8][4];", "t[2][y + 1]", "index 4 of dimension 1", "[8][4]"),
    "a row that does not exist": ("groupshared uint t[8][4];", "t[x + 7][0]", "index 8 of dimension 0", "[8][4]"),
    "the last of three dimensions": ("groupshared uint t[2][3][4];", "t[x][1][y + 1]", "index 4 of dimension 2", "[2][3][4]"),
    "the middle of three dimensions": ("groupshared uint t[2][3][4];", "t[0][y + 1][x]", "index 3 of dimension 1", "[2][3][4]"),
    "a row of vectors": ("groupshared uint3 t[8][4];", "t[x][y + 1].y", "index 4 of dimension 1", "[8][4]"),
    "an array in a struct": (
        "struct S { uint a[4]; uint b; }; groupshared S t[8];",
        "t[x].a[y + 1]",
        "index 4 of dimension 1",
        "[8].a[4]",
    ),
    "an array of one struct": ("struct S { uint a[4]; uint b; }; groupshared S t;", "t.a[y + 1]", "index 4 of dimension 0", ".a[4]"),
}  # fmt: skip
INSIDE = {
    "all elements": ("groupshared uint t[8][4];", "t[x][y]"),
    "a constant row": ("groupshared uint t[8][4];", "t[7][y]"),
    "a constant element of a row": ("groupshared uint t[8][4];", "t[y + 1][3]"),
    "sums in an index": ("groupshared uint t[8][4];", "t[x + y][3 - y]"),
    "products in an index": ("groupshared uint t[8][4];", "t[x * 4 + y][y]"),
    "a row of vectors": ("groupshared uint3 t[8][4];", "t[x][y].z"),
    "fields behind an array": ("struct S { uint a[4]; uint b; }; groupshared S t[8];", "t[x + y].b"),
    "the field of one struct": ("struct S { uint a[4]; uint b; }; groupshared S t;", "t.b + t.a[y]"),
}


def shader(array: str, index: str) -> wd.Kernel:
    """A kernel of four threads, x = 0 or 1 and y = 0 to 3, that reads ``index`` of an array whose elements all have a
    value."""
    fill = "t = (S)0;" if array.endswith("S t;") else "for (uint i = 0; i < 8; i++) t[i] = (S)0;"
    if "struct" not in array:
        sizes = [int(size.split("]")[0]) for size in array.split("[")[1:]]
        names = "ijk"[: len(sizes)]
        loops = "".join(
            f"for (uint {name} = 0; {name} < {size}; {name}++) " for name, size in zip(names, sizes, strict=True)
        )
        fill = f"{loops}t{''.join(f'[{name}]' for name in names)} = 0;"
    return wd.hlsl(
        text=f"""
        {array}
        RWStructuredBuffer<uint> o;
        [numthreads(4, 1, 1)] void main(uint y : SV_GroupIndex) {{
          uint x = y / 3;
          if (y == 0) {{ {fill} }}
          GroupMemoryBarrierWithGroupSync();
          o[y] = {index};
        }}"""
    )


@pytest.mark.parametrize("array, index, place, shape", OUTSIDE.values(), ids=OUTSIDE)
def test_an_index_that_leaves_a_dimension_is_found(array, index, place, shape):
    kernel = shader(array, index)
    out = np.zeros(4, np.uint32)
    (found,) = kernel.check(1, out, wave_sizes=4).filter(rule="out-of-bounds").findings
    assert found.message == f"a load out of bounds: {place} of groupshared array `t`, which has shape {shape}"
    assert sum(isinstance(one, int) for one in found.index) == 1
    device = wd.Interpreter(collect=True)
    report = kernel.dispatch(1, out, device=device, wave_size=4).report
    (same,) = [one for one in report.findings if one.rule == "out-of-bounds"]
    assert f"{place} of groupshared array `t` is out of bounds, it has shape {shape}" in same.message


@pytest.mark.parametrize("array, index", INSIDE.values(), ids=INSIDE)
def test_an_index_within_its_dimensions_is_not_reported(array, index):
    kernel = shader(array, index)
    assert kernel.check(1, np.zeros(4, np.uint32), wave_sizes=4).filter(rule="out-of-bounds")
    kernel.dispatch(1, np.zeros(4, np.uint32), device="interpreter", wave_size=4)


def test_local_arrays_and_stores():
    kernel = wd.hlsl(
        text="""
        RWStructuredBuffer<uint> o;
        [numthreads(4, 1, 1)] void main(uint y : SV_GroupIndex) {
          uint t[4][4];
          for (uint i = 0; i < 4; i++) for (uint j = 0; j < 4; j++) t[i][j] = i;
          t[1][y + 1] = 1;
          o[y] = t[0][y + 1];
        }"""
    )
    found = kernel.check(1, np.zeros(4, np.uint32), wave_sizes=4).filter(rule="out-of-bounds").findings
    assert [one.message.split(":")[0] for one in found] == ["a store out of bounds", "a load out of bounds"]
    assert all("index 4 of dimension 1 of local array `t`, which has shape [4][4]" in one.message for one in found)


def test_a_constant_beyond_the_row():
    # A constant for the compiler, but not by the rules of HLSL.
    kernel = shader("groupshared uint t[8][4];", "t[x][x - x + 4]")
    (found,) = kernel.check(1, np.zeros(4, np.uint32), wave_sizes=4).filter(rule="out-of-bounds").findings
    assert "index 4 of dimension 1" in found.message
    with pytest.raises(wd.WaveError, match=r"the index 4 is out of range: .* \[index-range\]"):
        shader("groupshared uint t[8][4];", "t[x][4]")


@pytest.mark.parametrize("make", [wd.groupshared, wd.local_array], ids=["groupshared", "local"])
def test_arrays_in_python(make):
    @wd.kernel(num_waves=1)
    def rows(out: wd.RWBuffer[u32]):
        t = make(u32, (2, 3, 4))
        lane = wd.wave_lane_index()
        for i in range(2):
            for j in range(3):
                for k in range(4):
                    if lane == 0 or wd.static(make is wd.local_array):
                        t[i, j, k] = u32(i)
        wd.group_memory_barrier_with_group_sync()
        out[lane] = t[0, 1, lane + 1]

    report = rows.check(1, np.zeros(4, np.uint32), wave_sizes=4)
    (found,) = report.filter(rule="out-of-bounds").findings
    assert "index 4 of dimension 2" in found.message and "which has shape (2, 3, 4)" in found.message
    with pytest.raises(wd.ExecutionError, match="index 4 of dimension 2"):
        rows.dispatch(1, np.zeros(4, np.uint32), device="interpreter", wave_size=4)
