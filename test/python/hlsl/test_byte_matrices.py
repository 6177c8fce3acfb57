"""The order of matrices in buffers of bytes, and structs of functions there."""

import warnings

import numpy as np
import pytest

import wavedialect as wd

DEVICES = pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])

TEXT = """
ByteAddressBuffer source;
RWByteAddressBuffer target;
struct One { float2x3 m; };

[numthreads(1, 1, 1)]
void main() {
  float2x3 m = source.Load<float2x3>(0);
  target.Store<float>(0, m[0][1]);
  target.Store<float>(4, source.Load<One>(0).m[0][1]);
  target.Store<float>(8, source.Load<row_major float2x3>(0)[0][1]);
  target.Store<float>(12, source.Load<column_major float2x3>(0)[0][1]);
  float2x3 n = {0, 1, 2, 3, 4, 5};
  row_major float2x3 rows = n;
  One one = {n};
  target.Store(16, n);
  target.Store<float2x3>(40, n);
  target.Store(64, one);
  target.Store(88, rows);
  target.Store<row_major float2x3>(112, n);
  target.Store<column_major float2x3>(136, n);
}
"""
ROWS, COLUMNS = [0, 1, 2, 3, 4, 5], [0, 3, 1, 4, 2, 5]


@DEVICES
@pytest.mark.parametrize("head, row_major", [("", False), ("", True), ("#pragma pack_matrix(row_major)\n", False)])
def test_bare_matrices_have_the_order_of_matrices_in_structs(head, row_major, device):
    target = np.zeros(40, np.float32)
    kernel = wd.hlsl(text=head + TEXT, row_major=row_major)
    kernel.dispatch(
        1, source=np.arange(6, dtype=np.float32).view(np.uint32), target=target.view(np.uint32), device=device
    )
    by_row = row_major or bool(head)
    default = ROWS if by_row else COLUMNS
    first = default.index(1)
    assert target[:4].tolist() == [first, first, 1, 2]
    assert target[4:].reshape(6, 6).tolist() == [default, default, default, default, ROWS, COLUMNS]


@DEVICES
def test_structs_that_a_function_declares(device):
    text = """
    RWByteAddressBuffer bytes;
    [numthreads(1, 1, 1)]
    void main() {
      struct Pair { float first; const uint second; };
      Pair pair = bytes.Load<Pair>(4);
      Pair other = {pair.first + 1, pair.second + 2};
      bytes.Store(12, other);
      bytes.Store<Pair>(20, pair);
    }
    """
    data = np.array([0, 0, 7, 0, 0, 0, 0], np.uint32)
    data.view(np.float32)[1] = 1.5
    wd.hlsl(text=text).dispatch(1, bytes=data, device=device)
    assert data[[4, 6]].tolist() == [9, 7]
    assert data.view(np.float32)[[3, 5]].tolist() == [2.5, 1.5]


@pytest.mark.parametrize(
    ("statement", "warns"),
    [
        ("bytes.Load<float2x2>(0)", True),
        ("bytes.Load<Alias>(0)", True),
        ("bytes.Load<row_major float2x2>(0)", False),
        ("bytes.Load<column_major float2x2>(0)", False),
        ("bytes.Load<Stated>(0)", False),
        ("bytes.Load<One>(0).m", False),
        ("bytes.Load<float1x4>(0)", False),
        ("bytes.Load<float2x2[2]>(0)[1]", True),
        ("bytes.Load<Aliases>(0)[1]", True),
        ("bytes.Load<Stated[2]>(0)[1]", False),
    ],
)
def test_the_order_of_dxc(statement, warns):
    head = """
    RWByteAddressBuffer bytes;
    typedef float2x2 Alias;
    typedef Alias Aliases[2];
    typedef column_major float2x2 Stated;
    struct One { float2x2 m; };
    """
    main = f"[numthreads(1, 1, 1)] void main() {{ bytes.Store<float>(64, {statement}[0][1]); }}"

    def ids(**options):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            wd.hlsl(**options)
        return [str(each.message).splitlines()[0].rsplit("[", 1)[-1] for each in told]

    assert ids(text=head + main) == ["load-matrix-order]"] * warns
    assert ids(text=head + main, row_major=True) == []
    assert ids(text="#pragma pack_matrix(column_major)\n" + head + main) == []


@pytest.mark.parametrize(
    ("element", "statement", "warns"),
    [
        ("float2x3", "matrices.Load(1)", True),
        ("column_major float2x3", "matrices.Load(1)", True),
        ("row_major float2x3", "matrices.Load(1)", False),
        ("float2x3", "matrices[1]", False),
        ("float1x3", "matrices.Load(1)", False),
        ("One", "matrices.Load(1).m", False),
    ],
)
def test_the_order_of_dxc_in_structured_buffers(element, statement, warns):
    text = f"""
    struct One {{ float2x3 m; }};
    StructuredBuffer<{element}> matrices;
    RWStructuredBuffer<float> found;
    [numthreads(1, 1, 1)]
    void main() {{ found[0] = {statement}[0][1]; }}
    """
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        wd.hlsl(text=text)
    assert ["reads columns, as [] does" in str(each.message) for each in told] == [True] * warns
