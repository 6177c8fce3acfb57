"""Launches whose arguments the native modules read themselves, and those that they leave to Python: both do the same."""

import threading

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, i32, u32
from wavedialect.ir.types import DTYPES

NUMBERS = [dtype for dtype in DTYPES.values() if not dtype.is_bool and not dtype.is_bf16]


@pytest.fixture
def plain(native_device, monkeypatch):
    """A device that reads arguments natively, and the list of what it made of each dispatch: whether it was plain."""
    seen, device = [], native_device
    launch_plain = type(device).launch_plain

    def watched(self, *arguments):
        launch = launch_plain(self, *arguments)
        seen.append(launch is not None)
        return launch

    monkeypatch.setattr(type(device), "launch_plain", watched)
    device.seen = seen
    yield device
    del device.seen


def place(device, array):
    """The array as the device has it: on the CPU NumPy's, elsewhere the device's."""
    return array if device.in_place else wd.array(array, device=device)


def lanes_of(kernel, device):
    return kernel.wave_sizes(device)[0]


def values_of(dtype):
    """Numbers at the ends of a type, and odd ones."""
    if dtype.is_integer:
        return [0, 1, dtype.highest, dtype.lowest, dtype.highest // 3]
    greatest = float(np.finfo(dtype.numpy).max)
    tiny = float(np.finfo(dtype.numpy).smallest_subnormal)
    return [0.0, -0.0, 0.1, -1 / 3, greatest, -greatest, tiny, 1e-300, np.inf, -np.inf, np.nan, 7]


def make_keep(dtype):
    @wd.kernel(num_waves=1)
    def keep(before: u32, out: wd.RWBuffer[dtype], value: dtype, after: f32, more: wd.RWBuffer[f32]):
        out[wd.wave_lane_index()] = value
        more[0] = f32(before)
        more[1] = after

    return keep


@pytest.mark.parametrize("dtype", NUMBERS, ids=[dtype.name for dtype in NUMBERS])
def test_numbers_of_every_type(dtype, plain):
    keep = make_keep(dtype)
    lanes = lanes_of(keep, plain)
    is_plain_type = dtype.name != "f16" and (plain.in_place or dtype.numpy.itemsize > 2)
    for round, value in enumerate([1, *values_of(dtype)] if dtype.is_integer else [1.0, *values_of(dtype)]):
        out, more = np.zeros(lanes, dtype.numpy), np.zeros(2, np.float32)
        arrays = place(plain, out), place(plain, more)
        keep.dispatch(1, 9, arrays[0], value, 0.25, arrays[1], device=plain, wave_size=lanes)
        expected = np.full(lanes, value).astype(dtype.numpy)
        got = np.asarray(arrays[0])
        np.testing.assert_array_equal(got, expected)
        np.testing.assert_array_equal(np.signbit(got), np.signbit(expected))
        assert np.asarray(arrays[1]).tolist() == [9, 0.25]
        # The first one loads; numbers of another kind, and what is not finite, are looked at in Python.
        if round:
            is_usual = isinstance(value, int) if dtype.is_integer else isinstance(value, float)
            finite = dtype.is_integer or dtype.name == "f64" or np.isfinite(value)
            assert plain.seen.pop() == (is_plain_type and is_usual and bool(finite))


@pytest.mark.parametrize("dtype", NUMBERS, ids=[dtype.name for dtype in NUMBERS])
def test_arrays_of_every_type(dtype, plain):
    @wd.kernel(num_waves=1)
    def copy(src: wd.Buffer[dtype], out: wd.RWBuffer[dtype]):
        out[wd.wave_lane_index()] = src[wd.wave_lane_index()]

    src = np.arange(4).astype(dtype.numpy)
    for round in range(3):
        arrays = place(plain, src), place(plain, np.zeros((2, 2), dtype.numpy))
        copy.dispatch(1, *arrays, device=plain, prefer_wave_size="small")
        assert np.asarray(arrays[1]).ravel().tolist() == [0, 1, 2, 3]
        assert plain.seen == [True] * round
    for other in NUMBERS:
        if other is not dtype:
            with pytest.raises(wd.LaunchError, match="'src' has dtype"):
                copy.dispatch(
                    1, place(plain, src.astype(other.numpy)), arrays[1], device=plain, prefer_wave_size="small"
                )


def test_vectors_bools_and_other_parameters(plain):
    @wd.kernel(num_waves=1)
    def sums(points: wd.Buffer[wd.float3], flags: wd.Buffer[bool], out: wd.RWBuffer[f32]):
        lane = wd.wave_lane_index()
        out[lane] = wd.dot(points[lane], wd.float3(1, 10, 100)) if flags[lane] else 0.0

    points = np.arange(12, dtype=np.float32).reshape(4, 3)
    for flags in (np.array([1, 0, 5, 1], np.uint8), np.array([1, 0, 5, 1], np.bool_)):
        for shape in ((4, 3), (2, 2, 3), (12,)):
            arrays = [place(plain, array) for array in (points.reshape(shape), flags, np.zeros(4, np.float32))]
            for _ in range(2):
                sums.dispatch(1, *arrays, device=plain, prefer_wave_size="small")
            assert np.asarray(arrays[2]).tolist() == [210, 0, 876, 1209]
    for shape in ((6, 2), (3, 4)):
        with pytest.raises(wd.LaunchError, match="'points' has shape"):
            arrays[0] = place(plain, points.reshape(shape))
            sums.dispatch(1, *arrays, device=plain, prefer_wave_size="small")


@wd.kernel(num_waves=1)
def extents(before: u32, points: wd.Buffer[wd.float3, 2], cube: wd.RWBuffer[u32, 3], out: wd.RWBuffer[u32], after: u32):
    height, width = points.shape
    if wd.wave_is_first_lane():
        out[0], out[1], out[2] = before, height, width
        out[3], out[4], out[5] = cube.shape
        out[6] = u32(points[height - 1, width - 1].z)
        out[7] = after
        cube[cube.shape[0] - 1, cube.shape[1] - 1, cube.shape[2] - 1] = 77


def test_arrays_of_two_and_three_dimensions(plain):
    for round, (rows, sizes) in enumerate([((2, 5), (2, 3, 4)), ((4, 1), (1, 1, 7)), ((1, 3), (5, 2, 1))]):
        points = np.arange(np.prod(rows) * 3, dtype=np.float32).reshape(*rows, 3)
        arrays = [place(plain, array) for array in (points, np.zeros(sizes, np.uint32), np.zeros(8, np.uint32))]
        extents.dispatch(1, 5, *arrays, 6, device=plain, prefer_wave_size="small")
        assert np.asarray(arrays[2]).tolist() == [5, *rows, *sizes, points[-1, -1, -1], 6]
        assert np.flatnonzero(np.asarray(arrays[1])).tolist() == [np.prod(sizes) - 1]
        assert plain.seen == [True] * round
    for number, shape in [(0, (3, 5)), (0, (15,)), (0, (1, 5, 3, 1)), (0, (5, 1, 2)), (1, (4, 6)), (1, (2, 3, 2, 2))]:
        wrong = list(arrays)
        wrong[number] = place(plain, np.zeros(shape, (np.float32, np.uint32)[number]))
        with pytest.raises(wd.LaunchError, match=f"'{('points', 'cube')[number]}' has shape"):
            extents.dispatch(1, 5, *wrong, 6, device=plain, prefer_wave_size="small")


def test_views_of_rows_are_read_in_python(plain):
    @wd.kernel(num_waves=1)
    def last(a: wd.RWBuffer[u32, 2]):
        a[a.shape[0] - 1, a.shape[1] - 1] = 7

    whole = np.zeros((4, 8), np.uint32)
    for _ in range(2):
        last.dispatch(1, whole[1:3, 2:5], device=plain)
    assert plain.seen == [False]
    assert np.argwhere(whole).tolist() == [[2, 4]]


@wd.kernel(num_waves=1)
def scale(src: wd.Buffer[u32], out: wd.RWBuffer[u32], factor: u32, shift: i32):
    lane = wd.wave_lane_index()
    out[lane] = src[lane] * factor + u32(shift)


SRC = np.arange(4, dtype=np.uint32)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"factor": -1}, "argument 'factor' is -1, out of range for u32"),
        ({"factor": 2**32}, "out of range for u32"),
        ({"factor": 2**64}, "out of range for u32"),
        ({"factor": 1.0}, "expected an integer for u32"),
        ({"factor": True}, "expected an integer for u32"),
        ({"factor": None}, "expected an integer for u32"),
        ({"shift": 2**31}, "argument 'shift' is 2147483648, out of range for i32"),
        ({"shift": -(2**31) - 1}, "out of range for i32"),
        ({"shift": -(2**70)}, "out of range for i32"),
        ({"src": SRC.astype(np.int32)}, "'src' has dtype int32"),
        ({"src": SRC.astype(">u4")}, "'src' has dtype >u4"),
        ({"src": [0, 1, 2, 3]}, "'src' is a list"),
        ({"src": SRC[::2]}, "'src' is not contiguous"),
        ({"src": np.zeros(17, np.uint8)[1:].view(np.uint32)}, "'src' is not aligned"),
        ({"out": np.frombuffer(bytes(16), np.uint32)}, "'out' is read-only"),
        ({"out": SRC}, "arguments 'src' and 'out' overlap"),
        ({"groups": -1}, "the number of groups is -1"),
        ({"groups": (1, 2, 3, 4)}, "one to three integers"),
        ({"groups": 2**64}, r"groups|limit of"),
        ({"wave_size": 5}, "does not run at wave_size=5"),
        ({"wave_size": [4]}, "does not run at wave_size="),
        ({"wave_size": 4.0}, "does not run at wave_size=4.0"),
        ({"prefer_wave_size": "tiny"}, "prefer_wave_size is 'tiny'"),
        ({"threads": -1}, "threads is -1"),
    ],
)
def test_errors_are_those_of_the_first_launch(change, said, plain):
    scale._programs.clear()
    messages = []
    for is_warm in (False, True):
        given = {"src": SRC, "out": np.zeros(4, np.uint32), "factor": 2, "shift": 3, "groups": 1}
        if is_warm:
            arguments = [given[name] for name in ("src", "out", "factor", "shift")]
            for _ in range(2):
                scale.dispatch(1, *arguments, device=plain, prefer_wave_size="small")
            assert given["out"].tolist() == [3, 5, 7, 9]
        given |= change
        options = {name: value for name, value in given.items() if name in ("wave_size", "prefer_wave_size", "threads")}
        if "wave_size" not in options and "prefer_wave_size" not in options:
            options["prefer_wave_size"] = "small"
        arguments = [given[name] for name in ("src", "out", "factor", "shift")]
        with pytest.raises(wd.WaveError, match=said) as caught:
            scale.dispatch(given["groups"], *arguments, device=plain, **options)
        # As every public function raises it: from the dispatch itself, without what called what in it.
        assert caught.value.__cause__ is None and caught.value.__suppress_context__
        assert len(caught.traceback) == 2
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


def test_too_few_and_too_many_arguments(plain):
    out = np.zeros(4, np.uint32)
    for _ in range(2):
        scale.dispatch(1, SRC, out, 2, 3, device=plain, prefer_wave_size="small")
    for arguments in ((SRC, out, 2), (SRC, out, 2, 3, 4), ()):
        with pytest.raises(
            wd.LaunchError, match=rf"takes 4 arguments \(src, out, factor, shift\), got {len(arguments)}"
        ):
            scale.dispatch(1, *arguments, device=plain, prefer_wave_size="small")


def test_arrays_of_two_devices(plain):
    scale._programs.clear()
    other = wd.Interpreter()
    mine = [wd.array(SRC, device=plain), wd.empty(4, u32, device=plain)]
    theirs = [wd.array(SRC, device=other), wd.empty(4, u32, device=other)]
    for _ in range(2):
        scale.dispatch(1, *mine, 2, 3, prefer_wave_size="small")
        with pytest.raises(wd.LaunchError, match="is on device 'interpreter', but the dispatch runs on"):
            scale.dispatch(1, mine[0], theirs[1], 2, 3, prefer_wave_size="small")
        with pytest.raises(wd.LaunchError, match=f"is on device '{plain.name}', but the dispatch runs on"):
            scale.dispatch(1, *mine, 2, 3, device=other, prefer_wave_size="small")
        with pytest.raises(wd.LaunchError, match="overlap"):
            scale.dispatch(1, mine[1], mine[1], 2, 3, prefer_wave_size="small")
        # Without a device's name the arrays say which one.
        assert scale.dispatch(1, *theirs, 2, 3, prefer_wave_size="small").device is other
    assert plain.seen.count(True) == 1


def test_numpy_arrays_after_device_arrays(plain):
    out = np.zeros(4, np.uint32)
    arrays = wd.array(SRC, device=plain), wd.empty(4, u32, device=plain)
    for given in (arrays, arrays, (SRC, out), (arrays[0], out), (SRC, arrays[1]), arrays):
        scale.dispatch(1, *given, 2, 3, device=plain, prefer_wave_size="small")
        assert np.asarray(given[1]).tolist() == [3, 5, 7, 9]
        given[1].copy_from(np.zeros(4, np.uint32)) if isinstance(given[1], wd.DeviceArray) else given[1].fill(0)


def test_parameters_that_are_left_to_python(plain):
    @wd.kernel(num_waves=1)
    def colored(image: wd.RWTexture2D[f32], color: wd.float2, on: bool):
        if on:
            image[wd.wave_lane_index(), 0] = color.x + color.y

    image = np.zeros((1, 4), np.float32)
    for _ in range(3):
        colored.dispatch(1, image, (1.5, 2), True, device=plain, prefer_wave_size="small")
    assert image.tolist() == [[3.5] * 4] and not any(plain.seen)


def test_options_of_the_cpu_that_place_lanes():
    @wd.kernel(num_threads=24)
    def numbers(out: wd.RWBuffer[u32]):
        out[wd.group_index()] = wd.group_wave_count() * 100 + wd.group_wave_index()

    for options, counts in (
        ({}, {3}),
        ({"extra_waves": 2}, {5}),
        ({"extra_waves": (4, "idle")}, {7}),
        ({"lane_order": ("shuffled", 3)}, {3}),
        ({"surplus_form": True}, {3}),
        ({"emulate_group_index": True}, {3}),
    ):
        for _ in range(3):
            out = np.zeros(24, np.uint32)
            numbers.dispatch(1, out, device="cpu", wave_size=8, **options)
            assert set((out // 100).tolist()) == counts


def test_captured_values_that_change():
    made = []
    for amount in (3, 4):
        wanted = amount

        @wd.kernel(num_waves=1)
        def add(out: wd.RWBuffer[u32]):
            out[wd.wave_lane_index()] += wanted  # noqa: B023

        for _ in range(2):
            out = np.zeros(4, np.uint32)
            add.dispatch(1, out, device="cpu", wave_size=4)
            made.append(out[0])
    assert made == [3, 3, 4, 4]


def test_launches_from_several_threads(plain):
    @wd.kernel(num_waves=1)
    def count(out: wd.RWBuffer[u32], amount: u32):
        wd.atomic_add(out, 0, amount)

    def work(array):
        for _ in range(200):
            count.dispatch(2, array, 3, device=plain, prefer_wave_size="small")

    arrays = [wd.array(np.zeros(1, np.uint32), device=plain) for _ in range(4)]
    count.dispatch(1, arrays[0], 0, device=plain, prefer_wave_size="small")
    threads = [threading.Thread(target=work, args=(array,)) for array in arrays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lanes = count.dispatch(1, arrays[0], 0, device=plain, prefer_wave_size="small").wave_size
    assert [int(array.numpy()[0]) for array in arrays] == [200 * 2 * 3 * lanes] * 4
    assert all(plain.seen)


def test_a_device_that_was_closed():
    try:
        from wavedialect.backends.spirv.device import VulkanDevice

        device = VulkanDevice(0)
    except wd.DeviceError as error:
        pytest.skip(f"no Vulkan here: {error.message}")
    arrays = wd.array(SRC, device=device), wd.empty(4, u32, device=device)
    for _ in range(2):
        scale.dispatch(1, *arrays, 2, 3, prefer_wave_size="small")
    device.close()
    with pytest.raises(wd.DeviceError, match="was closed"):
        scale.dispatch(1, *arrays, 2, 3, prefer_wave_size="small")
