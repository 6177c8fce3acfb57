"""What kernels print: the same lines on every device."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f16, f32, f64, i16, i32, i64, u16, u32, u64


def printed(capsys, kernel, groups, *arguments, **place):
    """The lines of a dispatch."""
    capsys.readouterr()
    kernel.dispatch(groups, *arguments, **place)
    return capsys.readouterr().out.splitlines()


@wd.kernel(num_waves=2)
def every_lane(x: wd.Buffer[f32]):
    lane = wd.wave_lane_index()
    wd.print("x = {:.2f}", x[lane])


def test_a_line_for_each_lane_in_order(capsys, place):
    x = np.arange(128, dtype=np.float32) / 8
    lines = printed(capsys, every_lane, 3, x, **place)
    assert lines == [
        f"group {group}, wave {wave}, lane {lane}: x = {x[lane]:.2f}"
        for group in range(3)
        for wave in range(2)
        for lane in range(place["wave_size"])
    ]


@wd.func
def helper(value):
    if value > 1:
        wd.print("above {}", value)
    return value * 2


@wd.kernel(num_waves=1)
def divergent(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane == 3:
        return
    for i in range(lane):
        if lane > 2:
            break
        out[lane] = helper(i + lane)
    wd.print_wave("end")


def test_exactly_the_active_lanes(capsys, place):
    lines = printed(capsys, divergent, 1, np.zeros(128, np.uint32), **place)
    last = place["wave_size"] - 1
    rest = "lanes 0-2" + (f", 4-{last}" if last > 4 else "")
    assert lines == [
        "group 0, wave 0, lane 2: above 2",
        "group 0, wave 0, lane 2: above 3",
        f"group 0, wave 0, {rest}: end",
    ]


@wd.kernel(num_waves=1)
def all_types(n: i32):
    if wd.wave_is_first_lane():
        wd.print("{} {} {} {}", i16(n), u16(i16(n)), i32(n), u32(n))
        wd.print("{} {:#x} {:+d}", i64(n) - (i64(1) << 40), u64(i64(n)), -n)
        wd.print("{} {} {:.3f} {}", f16(n) / f16(3.0), f32(n) / 3.0, f64(n) / f64(3.0), f64(n) * f64(0.1))
        wd.print("{} {}", n < 0, n > 0)
        wd.print("{:.1f} {} {}", wd.float3(1.0, 2.5, f32(n)), wd.uint2(1, 2), wd.int64_t2(i64(n), i64(1)))
        wd.print("{} {}", wd.bool2(n < 0, n > 0), wd.half2(f16(n), f16(0.1)))
        wd.print(f"{n} {{}} {n = } {n + 1:>4}")
        wd.print("{1} {0} {1}", n, 7)
        wd.print('no values, 100 %, "quoted", ünïcode')


def test_every_type(capsys, place):
    lines = [line.partition(": ")[2] for line in printed(capsys, all_types, 1, -5, **place)]
    assert lines == [
        "-5 65531 -5 4294967291",
        f"{-5 - (1 << 40)} {(1 << 64) - 5:#x} +5",
        f"{str(np.float16(-5) / np.float16(3))} {str(np.float32(-5) / np.float32(3))} -1.667 -0.5",
        "True False",
        "(1.0, 2.5, -5.0) (1, 2) (-5, 1)",
        "(True, False) (-5.0, 0.1)",
        "-5 {} n = -5   -4",
        "7 -5 7",
        'no values, 100 %, "quoted", ünïcode',
    ]


@wd.kernel(num_waves=1)
def by_wave(x: wd.Buffer[u32]):
    lane = wd.wave_lane_index()
    if (lane & 1) == 0:
        wd.print_wave("{} of {}", wd.wave_active_count_bits(True), x[lane] + lane)


def test_a_line_for_each_wave(capsys, place):
    lines = printed(capsys, by_wave, 1, np.full(128, 7, np.uint32), **place)
    even = range(0, place["wave_size"], 2)
    values = ", ".join(str(7 + lane) for lane in even)
    assert lines == [f"group 0, wave 0, lanes {', '.join(map(str, even))}: {len(even)} of [{values}]"]


@wd.kernel(num_threads=(5, 2))
def threads():
    wd.print("{}", wd.group_thread_id().y * 5 + wd.group_thread_id().x)


def test_threads_in_a_grid_of_groups(capsys, place):
    lines = printed(capsys, threads, (2, 2), **place)
    assert len(lines) == 40
    groups = [line.partition(", wave")[0] for line in lines]
    assert groups == [f"group ({x}, {y})" for y in range(2) for x in range(2) for _ in range(10)]
    assert sorted(int(line.rpartition(": ")[2]) for line in lines[:10]) == list(range(10))


@wd.kernel(num_waves=4)
def ordered(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 4)
    wave = wd.group_wave_index()
    for i in range(3):
        shared[wave] = u32(i)
        wd.group_memory_barrier_with_group_sync()
        wd.print_wave("round {} sees {}", i, shared[(wave + 1) % 4])
        wd.group_memory_barrier_with_group_sync()
    out[wave] = wave


@pytest.mark.parametrize("level", [0, 1, 2])
def test_waves_with_barriers_at_every_level(capsys, place, level):
    lines = printed(capsys, ordered, 2, np.zeros(4, np.uint32), opt_level=level, **place)
    lanes = f"lanes 0-{place['wave_size'] - 1}"
    assert lines == [
        f"group {group}, wave {wave}, {lanes}: round {i} sees {i}"
        for group in range(2)
        for wave in range(4)
        for i in range(3)
    ]


@wd.kernel(num_threads=16)
def returns_early(out: wd.RWBuffer[u32], count: u32):
    shared = wd.groupshared(u32, 16)
    i = wd.group_index()
    if i >= count:
        return
    wd.print("{} stays", i)
    shared[i] = i
    wd.group_memory_barrier_with_group_sync()
    if i % 3 == 2:
        return
    j = u32(0)
    while j < 2:
        j += 1
        if i == 1:
            continue
        wd.print("{} in {}", i, j)
    out[i] = shared[(i + 1) % count]


@pytest.mark.parametrize("level", [0, 1, 2])
def test_returned_lanes_are_silent(capsys, place, level):
    lines = printed(capsys, returns_early, 1, np.zeros(16, np.uint32), 5, opt_level=level, **place)
    told = [line.partition(": ")[2] for line in lines]
    stays = [f"{i} stays" for i in range(5)]
    rest = [f"{i} in {j}" for i in (0, 3, 4) for j in (1, 2)]
    assert sorted(told) == sorted(stays + rest)
    first = [line for line in lines if ", wave 0, " in line]
    assert [line.partition(": ")[2] for line in first[:4]] == stays[: min(4, place["wave_size"])]


@wd.kernel(num_waves=1, stage="amplification")
def amplifies(x: wd.Buffer[u32]):
    wd.print_wave("launches {}", x[0])
    wd.dispatch_mesh(x[0], 1, 1)


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_amplification_kernels(capsys, device):
    capsys.readouterr()
    done = amplifies.dispatch(2, np.array([3], np.uint32), device=device, wave_size=4)
    assert done.counts.tolist() == [[3, 1, 1], [3, 1, 1]]
    assert capsys.readouterr().out.splitlines() == [f"group {g}, wave 0, lanes 0-3: launches 3" for g in (0, 1)]


def test_the_fixed_form_on_vulkan(capsys):
    device_module = pytest.importorskip("wavedialect.backends.spirv.device")
    try:
        device = device_module.VulkanDevice(0, without=["maintenance4"])
    except wd.DeviceError:
        pytest.skip("no Vulkan device")
    lines = printed(capsys, every_lane, 2, np.zeros(128, np.float32), device=device)
    assert len(lines) == 4 * device.wave_sizes.own


def test_lints_see_the_kernel(capsys):
    assert not every_lane.lint().findings


def test_further_lines_are_dropped(capsys, monkeypatch, place):
    monkeypatch.setenv("WAVEDIALECT_PRINT_LINES", "10")
    size = place["wave_size"]
    lines = printed(capsys, every_lane, 3, np.zeros(128, np.float32), **place)
    kept = 10 // size * size if size <= 10 else 0
    assert len(lines) == kept + 1
    assert lines[-1] == (
        f"... {6 * size - kept} more lines of kernel 'every_lane' were dropped; WAVEDIALECT_PRINT_LINES=10 states how"
        " many are kept"
    )


def test_without_debug_nothing_is_printed(capsys, place):
    assert printed(capsys, every_lane, 3, np.zeros(128, np.float32), debug=False, **place) == []


def test_other_forms_of_a_kernel(capsys):
    """Groups with extra waves, and waves that are numbered through groupshared memory."""
    x = np.zeros(128, np.float32)
    expected = printed(capsys, every_lane, 2, x, device="cpu", wave_size=8)
    for options in ({"extra_waves": 2}, {"surplus_form": True}, {"threads": 1}):
        assert printed(capsys, every_lane, 2, x, device="cpu", wave_size=8, **options) == expected
    emulated = printed(capsys, every_lane, 2, x, device="cpu", wave_size=8, emulate_group_index=True)
    assert sorted(emulated) == sorted(expected)


def sums(with_output):
    """Two kernels that differ in what they print and check."""
    if with_output:

        @wd.kernel(num_waves=2)
        def sum_all(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            total = wd.wave_active_sum(x[wd.wave_lane_index()])
            wd.print("{}", x[0])
            wd.check(total > x[0])
            out[wd.wave_lane_index()] = total + wd.wave_active_sum(x[wd.wave_lane_index()])
    else:

        @wd.kernel(num_waves=2)
        def sum_all(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            total = wd.wave_active_sum(x[wd.wave_lane_index()])
            out[wd.wave_lane_index()] = total + wd.wave_active_sum(x[wd.wave_lane_index()])

    return sum_all


@pytest.mark.parametrize("target", ["spirv", "dxil", "ptx", "cpu"])
def test_bundles_do_not_print(target):
    """The code is that of the kernel without these calls, and a remark names each of them."""
    bundle, plain = sums(True).compile(target), sums(False).compile(target)
    assert sum("[print-removed]" in remark for remark in bundle.remarks) == 2
    assert bundle.files == plain.files
    assert not any("[print-removed]" in remark for remark in plain.remarks)


def test_device_arrays_on_every_device(capsys, place):
    """A launch with nothing to copy back prints as well."""
    x = wd.array(np.arange(128, dtype=np.float32), device=place["device"])
    assert len(printed(capsys, every_lane, 1, x, wave_size=place["wave_size"])) == 2 * place["wave_size"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('wd.print("{} {}", x)', "has the field `{}` for value 1, and there is 1 value"),
        ('wd.print("{}", x, x)', "gets `x`, for which its format has no field"),
        ('wd.print("%02d", x)', "write `{}` instead of `%02d`"),
        ('wd.print("{:x}", f)', "the field `{:x}` of `wd.print` cannot format a f32"),
        ('wd.print("{:c}", x)', "the field `{:c}` of `wd.print` cannot format a i32"),
        ('wd.print("{x}", x)', "does not support the field `{x}`"),
        ('wd.print("{!r}", x)', "does not support the field `{!r}`"),
        ('wd.print("{:{}}", x, x)', "does not support the field `{:{}}`"),
        ('wd.print("{} {0}", x)', "mixes `{}` and numbered fields"),
        ('wd.print("{", x)', "is malformed"),
        ("wd.print(x)", "the format of `wd.print` is not a string literal"),
        ('wd.print(f"{x}", x)', "gets an f-string and further values"),
        ('wd.print(f"{x:{x}}")', "does not support a format that is computed"),
        ('wd.print("{}", (x, x))', "prints values, got a tuple"),
        ("wd.check(x < 3, x)", "the format of `wd.check` is not a string literal"),
    ],
)
def test_wrong_formats(tmp_path, line, message):
    file = tmp_path / "wrong.py"
    file.write_text(
        f"import wavedialect as wd\n@wd.kernel(num_waves=1)\ndef wrong(x: wd.i32, f: wd.f32):\n    {line}\n"
    )
    names: dict = {}
    exec(compile(file.read_text(), str(file), "exec"), names)
    with pytest.raises(wd.CompileError) as caught:
        names["wrong"].compile()
    assert message in str(caught.value)
    assert caught.value.line == 4


@wd.kernel(num_waves=1)
def plain_print(x: wd.Buffer[u32]):
    print("x", x[0])


def test_python_print_names_ours():
    with pytest.raises(wd.CompileError, match="cannot be called in a kernel") as caught:
        plain_print.compile()
    assert 'wd.print("x {}", x[0])' in str(caught.value)


@wd.kernel(num_waves=1)
def a_bool(n: i32):
    if wd.wave_is_first_lane():
        wd.print("{}", n < 0)
        wd.print("{} {}", n, n > 0)


def test_a_bool_alone(capsys, place):
    lines = [line.partition(": ")[2] for line in printed(capsys, a_bool, 3, -5, **place)]
    assert lines == ["True", "-5 False"] * 3
