"""What the options of a dispatch on the CPU become: the pipeline's options, the cells of the launch, and refusals."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32


def of_waves(waves=3, wave_size=None):
    @wd.kernel(num_waves=waves, wave_size=wave_size)
    def k(out: wd.RWBuffer[u32]):
        out[wd.group_wave_index()] = wd.group_wave_count()

    return k


def of_threads(extent=50, wave_size=None):
    @wd.kernel(num_threads=extent, wave_size=wave_size)
    def k(out: wd.RWBuffer[u32]):
        out[wd.group_index()] = wd.group_wave_count()

    return k


def dispatch(recorder, kernel, device, wave_size=16, **options):
    """The pipeline's options and the launch."""
    kernel.dispatch(2, np.zeros(64, np.uint32), device=device, wave_size=wave_size, **options)
    return recorder.compiled[-1].pipeline, recorder.launched[-1]


def test_no_options(recorder, cpu):
    pipeline, launch = dispatch(recorder, of_threads(), cpu)
    assert pipeline == "builtin.module(wave-to-simd{wave-size=16 vector-bits=256})"
    assert launch.cells[:8] == [2, 1, 1, 4, 0, 0, 4, 0]
    assert (launch.groups, launch.waves, launch.threads) == (2, 4, 0)


@pytest.mark.parametrize(("threads", "handed"), [(None, 0), (1, 1), (np.int64(3), 3)])
def test_threads(recorder, cpu, threads, handed):
    assert dispatch(recorder, of_waves(), cpu, threads=threads)[1].threads == handed


def test_more_waves_for_the_threads(recorder, cpu):
    pipeline, launch = dispatch(recorder, of_threads(), cpu, extra_waves=2)
    assert pipeline == "builtin.module(wave-to-simd{wave-size=16 vector-bits=256 placed=true})"
    table = launch.cells[4]
    assert launch.cells[3] == launch.cells[6] == launch.waves == 6
    assert table.shape == (6, 16) and table.dtype == np.int32
    assert (table >= 0).sum(axis=1).tolist() == [12, 8, 8, 8, 8, 6]


def test_idle_waves_are_counted_and_not_run(recorder, cpu):
    pipeline, launch = dispatch(recorder, of_threads(), cpu, extra_waves=(3, "idle"))
    assert "placed=true" in pipeline
    assert (launch.cells[3], launch.cells[6], launch.waves) == (4, 7, 4)
    assert (launch.cells[4] >= 0).sum(axis=1).tolist() == [16, 16, 16, 2]


def test_orders(recorder, cpu):
    kernel = of_threads((16, 8))
    for order in ("tiled", "shuffled", ("shuffled", 3)):
        pipeline, launch = dispatch(recorder, kernel, cpu, lane_order=order)
        assert "placed=true" in pipeline and sorted(launch.cells[4].ravel()) == list(range(128))
    tables = [launch.cells[4].tolist() for launch in recorder.launched]
    assert tables[0] != tables[1] != tables[2] != tables[0]
    assert tables[0][0] == [*range(8), *range(16, 24)]
    # They share their code.
    assert len(recorder.compiled) == 1
    assert dispatch(recorder, kernel, cpu, lane_order="linear")[1].cells[4] == 0


def test_orders_and_extra_waves_together(recorder, cpu):
    launch = dispatch(recorder, of_threads(64), cpu, lane_order=("shuffled", 1), extra_waves=4)[1]
    assert (launch.cells[4] >= 0).sum(axis=1).tolist() == [8] * 8


def test_extra_waves_of_a_num_waves_kernel_retire(recorder, cpu):
    kernel = of_waves()
    pipeline, launch = dispatch(recorder, kernel, cpu, extra_waves=2)
    assert pipeline == "builtin.module(wave-to-simd{wave-size=16 vector-bits=256 retire-extra-waves=true})"
    assert launch.cells[3:8] == [5, 0, 0, 5, 0] and launch.waves == 5
    # The code does not depend on their number.
    dispatch(recorder, kernel, cpu, extra_waves=4)
    assert len(recorder.compiled) == 1


def test_the_surplus_form_has_the_threads_of_the_largest_size(recorder, cpu):
    kernel = of_waves(3, wave_size=(8, 32))
    pipeline, launch = dispatch(recorder, kernel, cpu, surplus_form=True)
    assert pipeline == "builtin.module(wave-to-simd{wave-size=16 vector-bits=256 surplus-form=true})"
    assert launch.cells[3:8] == [6, 0, 0, 6, 0] and launch.waves == 6
    pipeline, launch = dispatch(recorder, kernel, cpu, surplus_form=True, extra_waves=2)
    assert "retire-extra-waves=true surplus-form=true" in pipeline and launch.waves == 8
    # What does not fit does not count.
    assert dispatch(recorder, of_waves(16), cpu, surplus_form=True)[1].waves == 64
    pipeline, launch = dispatch(recorder, of_threads(), cpu, surplus_form=True)
    assert pipeline == "builtin.module(wave-to-simd{wave-size=16 vector-bits=256})" and launch.waves == 4


@pytest.mark.parametrize("make", [of_waves, of_threads])
def test_counted_waves(recorder, cpu, make):
    pipeline, launch = dispatch(recorder, make(), cpu, emulate_group_index=True)
    assert pipeline == "builtin.module(wave-to-simd{wave-size=16 vector-bits=256 emulate-group-index=true})"
    assert launch.waves == (3 if make is of_waves else 4)


@pytest.mark.parametrize("options", [{"extra_waves": (4, "idle")}, {"lane_order": "tiled"}, {"lane_order": "shuffled"}])
def test_options_without_effect_on_a_num_waves_kernel(recorder, cpu, options):
    pipeline, launch = dispatch(recorder, of_waves(), cpu, **options)
    assert pipeline == "builtin.module(wave-to-simd{wave-size=16 vector-bits=256})"
    assert launch.cells[3:8] == [3, 0, 0, 3, 0]


def test_options_are_looked_up_once(recorder, cpu):
    kernel = of_threads()
    for _ in range(3):
        for options in ({}, {"extra_waves": 1}, {"lane_order": "tiled"}, {"threads": 2}):
            dispatch(recorder, kernel, cpu, **options)
    assert len(recorder.compiled) == 2
    first, *_, last = (launch.cells[4] for launch in recorder.launched if launch.waves == 5)
    assert first is last


def test_unchecked_and_every_wave_size(recorder, cpu):
    for size in (4, 8, 16, 32, 64, 128):
        pipeline, launch = dispatch(recorder, of_threads(), cpu, wave_size=size, unchecked=True)
        assert f"wave-size={size} " in pipeline and "unchecked=true" in pipeline
        assert launch.waves == -(-50 // size)


WRONG = [
    ({"threads": -1}, "threads is -1\nhelp: pass how many cores may work, 1 to 1024, or None for all of them"),
    ({"threads": 2.0}, r"threads is 2\.0\nhelp"),
    ({"threads": True}, "threads is True\nhelp"),
    ({"threads": 10**6}, "threads is 1000000\nhelp"),
    ({"extra_waves": -1}, 'extra_waves is -1\nhelp: pass a number from 0 to 1024, or `\\(n, "idle"\\)`'),
    ({"extra_waves": 1.0}, "extra_waves is 1.0\n"),
    ({"extra_waves": False}, "extra_waves is False\n"),
    ({"extra_waves": None}, "extra_waves is None\n"),
    ({"extra_waves": (1, "lazy")}, "extra_waves is \\(1, 'lazy'\\)\n"),
    ({"extra_waves": ("idle", 1)}, "extra_waves is \\('idle', 1\\)\n"),
    ({"extra_waves": (1,)}, "extra_waves is \\(1,\\)\n"),
    ({"extra_waves": (-1, "idle")}, "extra_waves is \\(-1, 'idle'\\)\n"),
    ({"extra_waves": (True, "idle")}, "extra_waves is \\(True, 'idle'\\)\n"),
    (
        {"lane_order": "random"},
        'lane_order is \'random\'\nhelp: use "linear", "tiled", "shuffled" or \\("shuffled", seed\\)',
    ),
    ({"lane_order": None}, "lane_order is None\n"),
    ({"lane_order": 3}, "lane_order is 3\n"),
    ({"lane_order": np.arange(3)}, "lane_order is array"),
    ({"lane_order": ("tiled", 1)}, "lane_order is \\('tiled', 1\\), but the order 'tiled' takes no seed\n"),
    ({"lane_order": ("shuffled", -1)}, "but its seed must be an integer of 0 or more\n"),
    ({"lane_order": ("shuffled", 1.5)}, "but its seed must be an integer of 0 or more\n"),
    ({"lane_order": ("shuffled", "x")}, "but its seed must be an integer of 0 or more\n"),
]


@pytest.mark.parametrize(("options", "said"), WRONG, ids=[str(options) for options, _ in WRONG])
@pytest.mark.parametrize("make", [of_waves, of_threads])
def test_invalid_values(cpu, make, options, said):
    kernel = make()
    for _ in range(2):
        with pytest.raises(wd.LaunchError, match=said):
            kernel.dispatch(1, np.zeros(64, np.uint32), device=cpu, **options)
        # One that equals it was taken before.
        kernel.dispatch(1, np.zeros(64, np.uint32), device=cpu, threads=1, extra_waves=1)


def refused(kernel, device, said, **options):
    with pytest.raises(wd.LaunchError, match=said):
        kernel.dispatch(1, np.zeros(64, np.uint32), device=device, **options)


def test_waves_without_a_thread(cpu):
    said = "kernel 'k' has 5 threads a group, which cannot be dealt to 6 waves\nhelp: .*fewer extra waves, or .*idle"
    refused(of_threads(5), cpu, said, wave_size=16, extra_waves=5)
    of_threads(5).dispatch(1, np.zeros(64, np.uint32), device=cpu, wave_size=16, extra_waves=4)


def test_too_many_waves(cpu):
    said = "kernel 'k' has 1025 waves a group, and a group has at most 1024\nhelp: ask for fewer extra waves"
    refused(of_threads(64), cpu, said, wave_size=16, extra_waves=(1021, "idle"))
    said = "kernel 'k' with 62 extra waves has 65 waves of 16 lanes, and a group has at most 1024 threads\nhelp: .* 61 "
    refused(of_waves(), cpu, said, wave_size=16, extra_waves=62)


def test_sizes_that_the_kernel_lacks(cpu):
    kernel = of_waves(16, wave_size=(8, 128))
    assert kernel.wave_sizes(cpu) == [8, 16, 32, 64]
    refused(
        kernel, cpu, "kernel 'k' does not run at wave_size=128\nhelp: its wave sizes are 8, 16, 32, 64", wave_size=128
    )
    refused(kernel, cpu, "does not run at wave_size=4\n", wave_size=4)
    refused(kernel, cpu, "does not run at wave_size=True\n", wave_size=True)
    kernel.dispatch(1, np.zeros(64, np.uint32), device=cpu, wave_size=16)
    refused(kernel, cpu, r"does not run at wave_size=16\.0\n", wave_size=16.0)
    refused(kernel, cpu, r"does not run at wave_size=\[16\]\n", wave_size=[16])
    refused(kernel, cpu, "prefer_wave_size is 'huge'\n", prefer_wave_size="huge")


def test_groups_that_fit_at_no_size(cpu):
    said = r"test_cpu_options.py:\d+:\d+: (.|\n)*cannot run 2000 waves: (.|\n)*\[wave-size-none\]"
    with pytest.raises(wd.CompileError, match=said):
        of_waves(2000).dispatch(1, np.zeros(64, np.uint32), device=cpu)
    for extent in (0, (4, 0), (-5, -5)):
        with pytest.raises(wd.CompileError, match="num-threads-zero"):
            of_threads(extent).dispatch(1, np.zeros(64, np.uint32), device=cpu, extra_waves=1)
    with pytest.raises(wd.CompileError, match="num-waves-zero"):
        of_waves(0).dispatch(1, np.zeros(64, np.uint32), device=cpu)
    refused(of_threads(2000), cpu, "kernel 'k' has 2000 threads a group, and a group has at most 1024\n")


def test_kernels_of_another_stage(cpu):
    @wd.kernel(num_threads=32, stage="mesh")
    def k(out: wd.RWBuffer[u32]):
        out[0] = 1

    refused(k, cpu, "kernel 'k' is for the stage mesh, and devices run compute and amplification kernels\n")


def test_kernels_that_state_no_group(cpu):
    @wd.kernel()
    def k(out: wd.RWBuffer[u32]):
        out[0] = 1

    with pytest.raises(wd.CompileError, match="no-group-size"):
        k.dispatch(1, np.zeros(4, np.uint32), device=cpu)


# The interpreter takes what it can.


def test_idle_waves_on_the_interpreter():
    out = np.zeros(50, np.uint32)
    of_threads().dispatch(1, out, device="interpreter", wave_size=16, extra_waves=(3, "idle"))
    assert set(out) == {7}


def test_shuffled_lanes_on_the_interpreter():
    @wd.kernel(num_threads=32)
    def k(out: wd.RWBuffer[u32]):
        out[wd.group_index()] = wd.wave_lane_index()

    linear, shuffled = np.zeros(32, np.uint32), np.zeros(32, np.uint32)
    k.dispatch(1, linear, device="interpreter", wave_size=32)
    k.dispatch(1, shuffled, device="interpreter", wave_size=32, lane_order="shuffled")
    assert linear.tolist() == list(range(32)) == sorted(shuffled) != shuffled.tolist()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"extra_waves": 1}, "extra_waves=1"),
        ({"lane_order": "tiled"}, "lane_order='tiled'"),
        ({"lane_order": ("shuffled", 3)}, r'lane_order=\("shuffled", 3\)'),
        ({"threads": 2}, "threads=2"),
    ],
)
def test_options_that_the_interpreter_lacks(options, said):
    with pytest.raises(wd.DeviceError, match=f"device 'interpreter' cannot run with {said}\nhelp: .*device='cpu'"):
        of_threads().dispatch(1, np.zeros(64, np.uint32), device="interpreter", **options)
