"""Parts of the language that Clang lacks: elements and orders of matrices, static variables, sums of bools, `Barrier`."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd

DEVICES = ["interpreter", "cpu"]


def run(text: str, device: str, size: int, dtype=np.float32, **arguments) -> list[float]:
    """The contents of `result` after one group."""
    result = np.zeros(size, dtype)
    options = {name: arguments.pop(name) for name in ("row_major",) if name in arguments}
    wd.hlsl(text=text, **options).dispatch(1, result=result, **arguments, device=device, wave_size=8)
    return result.tolist()


@pytest.mark.parametrize("device", DEVICES)
def test_elements_of_several_rows(device):
    text = """
    RWStructuredBuffer<float> result;
    groupshared float2x3 shared_matrix;
    void swap(inout float2 a) { a = a.yx; }
    [numthreads(8, 1, 1)]
    void main(uint i : SV_GroupIndex) {
      float2x3 m = {1, 2, 3, 4, 5, 6};
      swap(m._m00_m12);
      m._21_13 += float2(10, 20);
      if (i == 0) {
        shared_matrix = 0;
        shared_matrix._m01_m10_m12 = m._m00_m01_m02;
        for (uint k = 0; k < 3; ++k) {
          result[k] = m[0][k];
          result[3 + k] = m[1][k];
          result[6 + k] = shared_matrix[0][k];
          result[9 + k] = shared_matrix[1][k];
          result[12 + k] = m._11_22_23[k];
        }
        result[15] = mul(float2x2(m._11_21_12_22), float2(1, 2))._m0;
      }
    }
    """.replace("._m0;", ".x;")
    assert run(text, device, 16) == [6, 2, 23, 14, 5, 1, 0, 6, 0, 2, 0, 23, 6, 5, 1, 34]


ORDERS = """
cbuffer Constants { row_major float2x3 a; column_major float2x3 b; float2x3 c; }
StructuredBuffer<row_major float2x3> rows;
StructuredBuffer<float2x3> plain;
RWStructuredBuffer<float> result;
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  if (i < 6) {
    uint row = i / 3, column = i % 3;
    result[i] = a[row][column];
    result[6 + i] = b[row][column];
    result[12 + i] = c[row][column];
    result[18 + i] = rows[1][row][column];
    result[24 + i] = plain[1][row][column];
    result[30 + i] = mul(float2(1, 1), plain[0])[column];
  }
}
"""


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("row_major", [False, True])
def test_orders_of_matrices(device, row_major):
    matrix = np.arange(1, 7, dtype=np.float32).reshape(2, 3)
    plain = (matrix if row_major else matrix.T).reshape(-1)
    constants = {"a": matrix, "b": matrix.T, "c": matrix if row_major else matrix.T}
    found = run(
        ORDERS,
        device,
        36,
        Constants=constants,
        rows=np.concatenate([0 * matrix.reshape(-1), matrix.reshape(-1)]),
        plain=np.concatenate([plain, plain]),
        row_major=row_major,
    )
    assert found == [*range(1, 7)] * 5 + [5, 7, 9] * 2


@pytest.mark.parametrize("device", DEVICES)
def test_pragma_of_matrices(device):
    text = """
    #pragma pack_matrix(row_major)
    StructuredBuffer<float2x2> rows;
    #pragma pack_matrix(column_major)
    StructuredBuffer<float2x2> columns;
    RWStructuredBuffer<float> result;
    [numthreads(8, 1, 1)]
    void main() { result[0] = rows[0][0][1]; result[1] = columns[0][0][1]; }
    """
    data = np.arange(4, dtype=np.float32)
    assert run(text, device, 2, rows=data, columns=data) == [1, 2]


@pytest.mark.parametrize("device", DEVICES)
def test_static_variables(device):
    text = """
    RWStructuredBuffer<uint> result;
    struct Pair { uint a; uint b[2]; };
    static Pair pair = {1, {2, 3}};
    static uint2x2 matrix_of_all = {1, 2, 3, 4};
    struct Counter { static uint count; };
    uint Counter::count = 5;
    uint next(uint start) {
      static uint calls = 0;
      static uint first = start * 100;
      static uint kept[2] = {start, start + 1};
      ++calls;
      kept[1] += calls;
      return first + calls + 10 * kept[1];
    }
    [numthreads(8, 1, 1)]
    void main(uint i : SV_GroupIndex) {
      uint sum = 0;
      if (i & 1)
        sum = next(i);
      for (uint k = 0; k < 2; ++k)
        sum = next(2);
      ++pair.b[1];
      matrix_of_all._m01_m10 += 1;
      ++Counter::count;
      result[i] = sum + 10000 * pair.b[1] + 100000 * matrix_of_all[1][0] + 1000000 * Counter::count;
    }
    """

    def expected(lane):
        calls = [lane] * (lane & 1) + [2, 2]
        kept = calls[0] + 1 + sum(range(1, len(calls) + 1))
        return calls[0] * 100 + len(calls) + 10 * kept + 40000 + 400000 + 6000000

    assert run(text, device, 8, np.uint32) == [expected(lane) for lane in range(8)]


@pytest.mark.parametrize("device", DEVICES)
def test_sums_of_bools(device):
    text = """
    RWStructuredBuffer<int> result;
    template <typename T> T twice(T x) { return x + x; }
    template <typename T, typename U> U mixed(T x, U y) { return x * y; }
    namespace own { template <typename T> T negated(T x) { return -x; } }
    [numthreads(8, 1, 1)]
    void main(uint i : SV_GroupIndex) {
      bool a = i >= 0, b = i >= 0;
      bool2 v = bool2(a, b);
      bool2x2 m = bool2x2(a, b, a, b);
      result[0] = (v + v)[1];
      result[1] = (m + m)[1][0];
      result[2] = (m + m)[0].y;
      result[3] = (m + m)._m00_m11.x;
      result[4] = (a + b).xx.y;
      result[5] = twice(a + b);
      result[6] = mixed(a + b, 5);
      result[7] = own::negated(v + v).y;
      result[8] = max(a + b, 1);
      result[9] = WaveActiveSum(a + b);
      result[10] = twice<bool>(a + b);
      result[11] = twice(a);
      switch (a + b) {
      case 1:
        result[12] = 7;
        break;
      default:
        result[12] = 8;
      }
      switch (a + !b) {
      case 1:
        result[13] = 7;
        break;
      default:
        result[13] = 8;
      }
    }
    """
    assert run(text, device, 14, np.int32) == [2, 2, 2, 2, 2, 4, 10, -2, 2, 16, 1, 1, 8, 7]


@pytest.mark.parametrize("device", DEVICES)
def test_barriers_of_objects(device):
    text = """
    groupshared uint counts[2];
    RWStructuredBuffer<uint> result;
    [numWaves(2)]
    void main() {
      counts[GetGroupWaveIndex()] = 1 + GetGroupWaveIndex();
      Barrier(counts, GROUP_SYNC | GROUP_SCOPE);
      result[GetGroupWaveIndex()] = counts[1 - GetGroupWaveIndex()];
    }
    """
    assert run(text, device, 2, np.uint32) == [2, 1]


UNINITIALIZED = """
RWStructuredBuffer<uint> result;
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  uint total;
  if (i > 3)
    total = i;
  result[i] = total;
}
"""


def test_check_finds_uninitialized_variables():
    with pytest.warns(wd.WaveWarning, match="'total' may have no value here"):
        kernel = wd.hlsl(text=UNINITIALIZED)
    report = kernel.check(1, np.zeros(8, np.uint32), wave_sizes=8)
    (finding,) = report.findings
    assert finding.rule == "uninitialized" and finding.location.line == 8
    assert "total" in finding.message


def test_check_accepts_variables_that_are_written():
    kernel = wd.hlsl(text=UNINITIALIZED.replace("total = i;", "total = i;\n  else\n    total = 0;"))
    assert kernel.check(1, np.zeros(8, np.uint32), wave_sizes=8).findings == ()


def test_all_errors_of_a_shader():
    with pytest.raises(wd.WaveError) as raised:
        wd.hlsl(text="[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) {\n Barrier(i, 0);\n Barrier(0, i);\n}")
    assert str(raised.value).count("[barrier-flags]") == 2
