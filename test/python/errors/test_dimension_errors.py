"""Errors of buffers and arrays of two and three dimensions."""

import pytest

from wavedialect.errors import CompileError, LaunchError

BUFFERS = """
    def kernel(a: wd.Buffer[f32, 2], out: wd.RWBuffer[f32, 2], n: u32):
"""
GRID = "takes 2 indices, got"


@pytest.mark.parametrize(
    ("line", "message", "fix"),
    [
        ("out[0, 0] = a[§n]", f"`a`, a Buffer[f32, 2], {GRID} 1", "`a[y, x]`; an array has no rows"),
        ("out[0, 0] = a[§n][0]", f"{GRID} 1", "`a[y, x]`"),
        ("out[§n, n, n] = 1.0", f"`out`, a RWBuffer[f32, 2], {GRID} 3", "`out[y, x]`"),
        ("out[0, 0] = a[§wd.uint2(n, n)]", f"{GRID} 1", "`a[v.y, v.x]`"),
        ("t = wd.local_array(f32, (2, 3)); t[§n] = 1.0", f"a local_array[f32, 2], {GRID} 1", "`t[y, x]`"),
        ("out[n, §1.5] = 1.0", "an index expects i32 or u32", "`1`"),
        ("wd.atomic_exchange(out, §n, f32(1))", f"{GRID} 1", "`out[y, x]`"),
    ],
)
def test_wrong_number_of_indices(line, message, fix, refuse):
    if line.startswith("wd.atomic"):
        # An operand's error is at the call.
        line = "§" + line.replace("§", "")
    refuse(f"{BUFFERS}        {line}\n", "index-not-integer", message, fix)


@pytest.mark.parametrize(
    ("line", "message", "fix"),
    [
        ("out[0, §-1] = 1.0", "cannot be negative", "`out.shape[1] - 1`"),
        (
            "t = wd.groupshared(f32, (16, 17)); t[n, §17] = 1.0",
            "index 17 is out of bounds: dimension 1 of `t` has size 17",
            "use an index from 0 to 16, or make the array larger: `wd.groupshared(f32, (16, 18))`",
        ),
        (
            "t = wd.local_array(f32, (2, 3, 4)); t[§2, 0, 0] = 1.0",
            "index 2 is out of bounds: dimension 0 of `t` has size 2",
            "`wd.local_array(f32, (3, 3, 4))`",
        ),
    ],
)
def test_constant_indices_out_of_bounds(line, message, fix, refuse):
    refuse(f"{BUFFERS}        {line}\n", "literal-range", message, fix)


@pytest.mark.parametrize(
    ("line", "id", "message", "fix"),
    [
        ("t = wd.local_array(f32, §(1, 2, 3, 4))", "size-not-positive", "one to three dimensions", "`(height, width)`"),
        ("t = wd.local_array(f32, §(4, 0))", "size-not-positive", "must be greater than zero, got 0", ""),
        ("t = wd.local_array(f32, §(4, 2.5))", "index-not-integer", "a size expects i32 or u32", "`2`"),
        ("t = wd.groupshared(f32, §(65536, 65536))", "groupshared-limit", "exceeds every limit", "smaller"),
        ("out[0, 0] = a[0, §1:2]", "unsupported-syntax", "a slice cannot be used in a kernel", "pass a view of it"),
        (
            "§out.shape[0] = n",
            "value-type",
            "`out.shape` cannot be assigned",
            "the array that is passed determines the shape; to store an element, write `out[y, x] = ...`",
        ),
        ("§out.shape += n", "value-type", "`out.shape` cannot be assigned", "`out[y, x] = ...`"),
        ("t = wd.groupshared(f32, 4); §t.shape = n", "value-type", "`t.shape` cannot be assigned", "`t[i] = ...`"),
        ("out[0, 0] = §a.T", "unknown-attribute", "has no `.T`", "pass another view"),
        ("out[0, 0] = §a.size", "unknown-attribute", "has no `.size`", "`a.shape`"),
        ("n = a.shape[§2]", "literal-range", "has 2 elements", "from 0 to 1"),
        ("§a[0, 0] = 1.0", "read-only-buffer", "a read-only Buffer[f32, 2]", "`a: wd.RWBuffer[f32, 2]`"),
    ],
)
def test_wrong_shapes_and_members(line, id, message, fix, refuse):
    refuse(f"{BUFFERS}        {line}\n", id, message, fix)


def test_one_dimension_with_two_indices(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[§n, 2] = n
    """
    error = refuse(text, "index-not-integer", "`out`, a RWBuffer[u32], takes one index, got 2", "y * width + x")
    assert "`wd.RWBuffer[u32, 2]`" in error.fix


@pytest.mark.parametrize("rank", ["0", "4", "(4, 4)", "True", "f32", "'2'"])
def test_wrong_numbers_of_dimensions(rank):
    import wavedialect as wd

    with pytest.raises(CompileError, match="not a valid number of dimensions of Buffer; it must be 1, 2 or 3"):
        eval(f"wd.Buffer[wd.f32, {rank}]", {"wd": wd, "f32": wd.f32})


def test_one_stated_dimension():
    import wavedialect as wd

    assert wd.Buffer[wd.f32, 1] == wd.Buffer[wd.f32]
    assert wd.Buffer[wd.f32, 2] != wd.Buffer[wd.f32] and wd.Buffer[wd.f32, 2].name == "Buffer[f32, 2]"


# Arguments.


@pytest.fixture
def launch():
    """``launch(a, out)``: copies a two-dimensional array, or rows of vectors."""
    import numpy as np

    import wavedialect as wd

    @wd.kernel(num_waves=1)
    def copy(a: wd.Buffer[wd.f32, 2], out: wd.RWBuffer[wd.f32, 2]):
        out[0, 0] = a[0, 0]

    @wd.kernel(num_waves=1)
    def vectors(a: wd.Buffer[wd.float3, 2]):
        pass

    floats = np.zeros((6, 8), np.float32)

    def run(a, out=None):
        if isinstance(out, str):
            vectors.dispatch(1, a)
        else:
            copy.dispatch(1, a, np.zeros((6, 8), np.float32) if out is None else out)

    run.floats = floats
    return run


@pytest.mark.parametrize(
    ("code", "message", "fix"),
    [
        (
            "floats[0]",
            "has shape (8,), but Buffer[f32, 2] takes an array of shape (height, width)",
            "wd.Buffer[wd.f32]",
        ),
        ("floats.reshape(2, 3, 8)", "has shape (2, 3, 8)", "wd.Buffer[wd.f32, 3]"),
        ("floats.astype(np.float64)", "has dtype float64, but Buffer[f32, 2] takes float32", "a.astype(np.float32)"),
        ("floats.T", "the elements of a row must be adjacent", "np.ascontiguousarray(a)"),
        ("floats[:, ::2]", "the elements of a row must be adjacent", "np.ascontiguousarray(a)"),
        ("floats[::-1]", "has a negative stride", "np.ascontiguousarray(a)"),
        ("floats[:, ::-1]", "has a negative stride", "np.ascontiguousarray(a)"),
        ("np.broadcast_to(floats[0], (6, 8))", "its rows overlap", "np.ascontiguousarray(a)"),
        ("'text'", "is a str, expected an array of float32", ""),
    ],
)
def test_wrong_arrays(code, message, fix, launch):
    import numpy as np

    with pytest.raises(LaunchError) as caught:
        launch(eval(code, {"np": np, "floats": launch.floats}))
    assert message in caught.value.message and fix in caught.value.fix
    assert "'a'" in caught.value.message


def test_wrong_results(launch):
    import numpy as np

    frozen = np.zeros((6, 8), np.float32)
    frozen.flags.writeable = False
    with pytest.raises(LaunchError, match="argument 'out' is read-only"):
        launch(launch.floats, frozen)
    # Columns of one array: the memory between their rows belongs to the other.
    with pytest.raises(LaunchError, match="arguments 'a' and 'out' overlap"):
        launch(launch.floats[:, :4], launch.floats[:, 4:])


@pytest.mark.parametrize("shape", [(6, 8), (6, 8, 2), (6,), (2, 6, 8, 3)])
def test_rows_of_vectors_with_another_last_axis(shape, launch):
    import numpy as np

    with pytest.raises(LaunchError, match=r"Buffer\[float3, 2\] takes an array of shape \(height, width, 3\)"):
        launch(np.zeros(shape, np.float32), "vectors")


def test_vectors_that_a_stride_parts(launch):
    import numpy as np

    floats = np.zeros((6, 8, 4), np.float32)
    with pytest.raises(LaunchError, match="the elements of a row must be adjacent"):
        launch(floats[:, :, :3], "vectors")
    flat = np.zeros((6, 25), np.float32)
    uneven = np.lib.stride_tricks.as_strided(flat, (6, 8, 3), (100, 12, 4))
    with pytest.raises(LaunchError, match="not multiples of the 12 bytes of an element"):
        launch(uneven, "vectors")
    launch(np.zeros((6, 10, 3), np.float32)[:, 1:9], "vectors")
