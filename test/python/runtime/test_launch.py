"""What a launch checks before anything runs: arguments, groups, wave sizes, decorator arguments."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, i32, u32


@wd.kernel(num_waves=1)
def scale(src: wd.Buffer[u32], out: wd.RWBuffer[u32], factor: u32):
    lane = wd.wave_lane_index()
    out[lane] = src[lane] * factor


@wd.kernel(num_waves=1)
def scalars(out: wd.RWBuffer[f32], a: i32, b: u32, c: f32, d: bool):
    out[0] = f32(a)
    out[1] = f32(b & 255)
    out[2] = c
    out[3] = f32(u32(d))


@wd.kernel(num_waves=1)
def flags(src: wd.Buffer[bool], out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = u32(src[wd.wave_lane_index()])


@wd.kernel(num_waves=2, wave_size=(8, 32, 16))
def sizes(out: wd.RWBuffer[u32]):
    out[0] = wd.wave_lane_count()


SRC = np.arange(8, dtype=np.uint32)
OUT = np.zeros(8, np.uint32)


def launch(*arguments, groups=1, kernel=scale, **options):
    return kernel.dispatch(groups, *arguments, device="interpreter", **options)


def test_a_dispatch_writes_into_the_given_array():
    out = np.zeros(8, np.uint32)
    done = launch(SRC, out, 3, wave_size=8)
    assert out.tolist() == [0, 3, 6, 9, 12, 15, 18, 21]
    assert done.wave_size == 8
    assert done.device.name == "interpreter"
    assert done.elapsed_ns() > 0
    assert done.report.findings == []


def test_arrays_of_any_shape_are_taken_as_flat():
    out = np.zeros((2, 4), np.uint32)
    launch(SRC.reshape(4, 2), out, 1, wave_size=8)
    assert out.tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]


@pytest.mark.parametrize("groups", [-1, (2, -3), (1, 1, -5), (0, -1)])
def test_groups_below_zero(groups):
    with pytest.raises(wd.LaunchError, match="a dispatch of no groups does nothing"):
        launch(SRC, OUT, 1, groups=groups)


@pytest.mark.parametrize("groups", [(), (1, 2, 3, 4), 1.0, True, "1", None, (1, 2.5)])
def test_groups_of_the_wrong_kind(groups):
    with pytest.raises(wd.LaunchError, match="one to three integers"):
        launch(SRC, OUT, 1, groups=groups)


@pytest.mark.parametrize("groups", [2, (2,), (1, 2), [1, 1, 2], np.int64(2)])
def test_groups_in_every_form(groups):
    launch(SRC, np.zeros(8, np.uint32), 1, groups=groups)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((SRC, OUT), r"kernel 'scale' takes 3 arguments \(src, out, factor\), got 2\nhelp: pass `factor`, too"),
        ((SRC, OUT, 1, 2), "takes 3 arguments.*got 4\nhelp: pass one value per parameter"),
        ((SRC.astype(np.int32), OUT, 1), r"argument 'src' has dtype int32, but Buffer\[u32\] takes uint32"),
        ((SRC, OUT.astype(np.float64), 1), r"argument 'out' has dtype float64, but RWBuffer\[u32\] takes uint32"),
        ((SRC.astype(">u4"), OUT, 1), "argument 'src' has dtype >u4"),
        ((list(range(8)), OUT, 1), "argument 'src' is a list, expected an array of uint32"),
        ((SRC[::2], OUT, 1), "argument 'src' is not contiguous"),
        ((np.zeros((4, 4), np.uint32).T[:, :2], OUT, 1), "argument 'src' is not contiguous"),
        ((OUT, OUT, 1), "arguments 'src' and 'out' overlap, and the kernel writes to 'out'"),
        ((SRC, OUT, SRC), "argument 'factor' is an array, expected one u32"),
    ],
)
def test_arguments_that_do_not_fit(arguments, said):
    with pytest.raises(wd.LaunchError, match=said):
        launch(*arguments)


def test_overlapping_views():
    memory = np.zeros(12, np.uint32)
    with pytest.raises(wd.LaunchError, match="overlap"):
        launch(memory[:8], memory[4:], 1)
    launch(memory[:4], memory[4:], 1)


def test_the_same_array_may_be_read_twice():
    @wd.kernel(num_waves=1)
    def add(a: wd.Buffer[u32], b: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        out[wd.wave_lane_index()] = a[wd.wave_lane_index()] + b[wd.wave_lane_index()]

    out = np.zeros(8, np.uint32)
    launch(SRC, SRC, out, kernel=add)
    assert out.tolist() == [0, 2, 4, 6, 8, 10, 12, 14]


def test_unaligned_array():
    memory = np.zeros(33, np.uint8)
    with pytest.raises(wd.LaunchError, match="argument 'src' is not aligned"):
        launch(memory[1:33].view(np.uint32), OUT, 1)


def test_read_only_array_for_a_written_buffer():
    frozen = np.zeros(8, np.uint32)
    frozen.flags.writeable = False
    with pytest.raises(wd.LaunchError, match="argument 'out' is read-only"):
        launch(SRC, frozen, 1)
    launch(frozen, np.zeros(8, np.uint32), 1)


def test_bools_of_four_bytes_are_refused_with_advice():
    with pytest.raises(wd.LaunchError, match=r"takes bool\nhelp: pass `src.astype\(bool\)`"):
        launch(np.ones(4, np.int32), OUT, kernel=flags)


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8])
def test_any_byte_but_0_is_true(dtype):
    out = np.zeros(4, np.uint32)
    launch(np.array([0, 1, 2, 128], dtype), out, kernel=flags, wave_size=4)
    assert out.tolist() == [0, 1, 1, 1]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((1.5, 1, 1.0, True), "argument 'a' is 1.5, expected an integer for i32"),
        ((True, 1, 1.0, True), "argument 'a' is True, expected an integer for i32"),
        ((2**31, 1, 1.0, True), "argument 'a' is 2147483648, out of range for i32"),
        ((-1, -1, 1.0, True), "argument 'b' is -1, out of range for u32"),
        ((-1, 2**32, 1.0, True), "argument 'b' is 4294967296, out of range for u32"),
        ((-1, 1, "1", True), "argument 'c' is '1', expected a number for f32"),
        ((-1, 1, True, True), "argument 'c' is True, expected a number for f32"),
        ((-1, 1, 1e39, True), "argument 'c' is 1e.39, out of range for f32"),
        ((-1, 1, 1.0, 1), "argument 'd' is 1, expected a bool"),
        ((-1, 1, 1.0, None), "argument 'd' is None, expected a bool"),
    ],
)
def test_scalars_that_do_not_fit(values, said):
    with pytest.raises(wd.LaunchError, match=said):
        launch(np.zeros(4, np.float32), *values, kernel=scalars)


def test_scalars_of_every_kind():
    out = np.zeros(4, np.float32)
    launch(out, np.int64(-3), 7, 2, True, kernel=scalars)
    assert out.tolist() == [-3, 7, 2, 1]
    launch(out, -(2**31), np.uint32(8), float("inf"), np.bool_(False), kernel=scalars)
    assert out.tolist() == [-(2.0**31), 8, np.inf, 0]


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, 16), ({"wave_size": 32}, 32), ({"prefer_wave_size": "small"}, 8), ({"prefer_wave_size": "large"}, 32)],
)
def test_wave_size_of_a_dispatch(options, expected):
    out = np.zeros(1, np.uint32)
    assert launch(out, kernel=sizes, **options).wave_size == expected
    assert out[0] == expected
    assert sizes.committed_wave_size("interpreter", **options) == expected


@pytest.mark.parametrize("wave_size", [4, 64, 12, True, 0])
def test_wave_size_out_of_range(wave_size):
    with pytest.raises(
        wd.LaunchError, match=f"does not run at wave_size={wave_size}\nhelp: its wave sizes are 8, 16, 32"
    ):
        launch(OUT, kernel=sizes, wave_size=wave_size)


def test_the_wave_size_nearest_to_the_device_s_own():
    @wd.kernel(num_waves=1, wave_size=(4, 8))
    def small(out: wd.RWBuffer[u32]):
        out[0] = wd.wave_lane_count()

    @wd.kernel(num_waves=1)
    def every(out: wd.RWBuffer[u32]):
        out[0] = wd.wave_lane_count()

    assert small.committed_wave_size("interpreter") == 8
    assert every.committed_wave_size("interpreter") == 32
    assert small.wave_sizes("interpreter") == [4, 8]
    assert every.wave_sizes("interpreter") == [4, 8, 16, 32, 64, 128]


def test_unknown_preference():
    with pytest.raises(wd.LaunchError, match="use 'small' or 'large'"):
        launch(OUT, kernel=sizes, prefer_wave_size="medium")


def test_an_undefined_dispatch_raises_and_does_not_change_the_array():
    @wd.kernel(num_waves=1)
    def bad(out: wd.RWBuffer[u32]):
        out[0] = wd.wave_read_lane_at(wd.wave_lane_index(), wd.wave_lane_count())

    out = np.array([5], np.uint32)
    with pytest.raises(wd.ExecutionError, match=r"test_launch.py:\d+:\d+: .*\[inactive-lane\]") as caught:
        launch(out, kernel=bad)
    assert out[0] == 5
    assert caught.value.findings[0].location.file == __file__
    done = bad.dispatch(1, out, device=wd.Interpreter(collect=True))
    assert [finding.rule for finding in done.report.findings] == ["inactive-lane"]


@pytest.mark.parametrize("value", [2.0, True, "2", None.__class__, (2,)])
def test_num_waves_is_an_integer(value):
    with pytest.raises(wd.CompileError) as caught:

        @wd.kernel(num_waves=value)
        def kernel(out: wd.RWBuffer[u32]):
            pass

    assert caught.value.id == "num-waves-not-integer"
    assert (caught.value.file, caught.value.line > 0) == (__file__, True)


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"num_threads": 8.0}, "num-threads-not-integer"),
        ({"num_threads": (1, 2, 3, 4)}, "num-threads-not-integer"),
        ({"num_waves": 1, "wave_size": "32"}, "wave-size-not-integer"),
        ({"num_waves": 1, "wave_size": ()}, "wave-size-not-integer"),
        ({"num_waves": 1, "group_shared_limit": 1.5}, "group-shared-limit-not-integer"),
        ({"num_waves": 1, "shader_model": "6"}, "shader-model-text"),
        ({"num_waves": 1, "shader_model": (6, 1.0)}, "shader-model-text"),
        ({"num_waves": 1, "stage": "fragment"}, "stage-unknown"),
        ({"num_waves": 1, "stage": None}, "stage-unknown"),
    ],
)
def test_decorator_arguments_of_the_wrong_kind(options, rule):
    with pytest.raises(wd.CompileError) as caught:
        wd.kernel(**options)(lambda: None)
    assert caught.value.id == rule


def test_a_shader_model_is_no_number():
    with pytest.raises(
        wd.CompileError, match=r"shader_model is 6.1, and as a number 6.10 is 6.1 \[shader-model-text\]"
    ):
        wd.kernel(num_waves=1, shader_model=6.10)(lambda: None)


@pytest.mark.parametrize("value", ["6.10", (6, 10)])
def test_shader_model_as_text_or_pair(value):
    assert wd.kernel(num_waves=1, shader_model=value)(lambda: None).attributes.shader_model == "6.10"


def test_a_kernel_is_not_called():
    with pytest.raises(wd.WaveError, match=r"`scale.dispatch\(groups, ...\)` or `scale\[groups\]\(...\)`"):
        scale(SRC, OUT, 1)


def test_the_decorator_needs_arguments():
    with pytest.raises(wd.WaveError, match="does not state the size of a group"):

        @wd.kernel
        def kernel(out: wd.RWBuffer[u32]):
            pass


FACTOR = 2


@wd.func
def by_factor(x):
    return x * FACTOR


@wd.kernel(num_waves=1)
def captured(out: wd.RWBuffer[u32]):
    out[0] = by_factor(u32(21))


def test_captured_constants_are_part_of_the_key(monkeypatch):
    """The helper's constant counts as well."""
    out = np.zeros(1, np.uint32)
    launch(out, kernel=captured)
    assert out[0] == 42
    monkeypatch.setitem(globals(), "FACTOR", 3)
    launch(out, kernel=captured)
    assert out[0] == 63


def test_a_kernel_is_compiled_once(monkeypatch):
    from wavedialect.frontends.python import frontend as module

    built = []
    build = module.build_module
    monkeypatch.setattr(module, "build_module", lambda *arguments: built.append(1) or build(*arguments))

    @wd.kernel(num_waves=1)
    def once(out: wd.RWBuffer[u32]):
        out[0] = u32(1)

    for _ in range(3):
        launch(OUT.copy(), kernel=once)
    assert built == [1]


def test_unknown_target():
    with pytest.raises(wd.WaveError, match="did you mean target='ptx'"):
        scale.compile(target="cuda")
    with pytest.raises(wd.WaveError, match="there is no target 'hlsl' in this build"):
        scale.compile(target="hlsl")
