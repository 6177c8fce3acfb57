"""Checks of kernels that fail: the first failure by group, wave and program order, on every device."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32


@wd.func
def checked(value, limit):
    wd.check(value < limit, "value {} of {:.1f}", value, f32(limit))
    return value


@wd.kernel(num_waves=2)
def in_helper(out: wd.RWBuffer[u32], limit: u32):
    wave = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    i = wave * wd.wave_lane_count() + wd.wave_lane_index()
    if i > 5:
        out[i] = checked(i, limit)


def test_the_first_failure(place):
    size, out = place["wave_size"], np.zeros(4096, np.uint32)
    limit = 3 * size + 2
    with pytest.raises(wd.CheckFailed) as caught:
        in_helper.dispatch(8, out, limit, **place)
    error = caught.value
    assert (error.group, error.wave, error.lane) == ((1, 0, 0), 1, 2)
    assert error.values == {"value": limit, "limit": limit}
    assert error.file == __file__
    first, source, _, who, call, advice = str(error).splitlines()
    assert first == f"{__file__}:{error.line}:5: value {limit} of {limit}.0 [check-failed]"
    assert "wd.check(value < limit" in source
    assert who == f"  group 1, wave 1, lane 2: `value < limit` is false: value = {limit}, limit = {limit}"
    assert call.startswith(f"{__file__}:") and call.endswith(": called here")
    assert advice.startswith("help: ")


def test_a_check_that_holds(place):
    out = np.zeros(4096, np.uint32)
    in_helper.dispatch(2, out, 4096, **place)
    assert np.array_equal(out[6 : 4 * place["wave_size"]], np.arange(6, 4 * place["wave_size"]))


@wd.kernel(num_waves=1)
def conditions(n: u32, out: wd.RWBuffer[u32]):
    wd.print_wave("begin")
    flag = n > 3
    wd.check(flag)
    wd.check(n < 100)
    wd.check(n != 50 and flag, f"{n} is not allowed")
    out[0] = n


@pytest.mark.parametrize(
    ("n", "message", "told"),
    [
        (1, "`flag` is false", "  group 0, wave 0, lane 0"),
        (200, "`n < 100` is false", "  group 0, wave 0, lane 0: `n < 100` is false: n = 200"),
        (50, "50 is not allowed", "  group 0, wave 0, lane 0: `n != 50 and flag` is false"),
    ],
)
def test_conditions(capsys, place, n, message, told):
    with pytest.raises(wd.CheckFailed) as caught:
        conditions.dispatch(1, n, np.zeros(1, np.uint32), **place)
    lines = str(caught.value).splitlines()
    assert lines[0].endswith(f": {message} [check-failed]")
    assert lines[3] == told
    # The lines that came before are printed.
    assert capsys.readouterr().out == f"group 0, wave 0, lanes 0-{place['wave_size'] - 1}: begin\n"
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value) and copy.values == caught.value.values


@wd.kernel(num_waves=1)
def floods(out: wd.RWBuffer[u32]):
    for i in range(1000):
        wd.print("line {}", i)
        wd.check(i < 500, "too late: {}", i)
    out[0] = 1


def test_a_failure_is_reported_whatever_is_printed(capsys, place, monkeypatch):
    monkeypatch.setenv("WAVEDIALECT_PRINT_LINES", "5")
    with pytest.raises(wd.CheckFailed, match="too late: 500"):
        floods.dispatch(1, np.zeros(1, np.uint32), **place)
    assert "were dropped" in capsys.readouterr().out


@wd.kernel(num_waves=1)
def counts_groups(ran: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        wd.atomic_add(ran, 0, 1)
        wd.check(wd.group_id().x != 2)


def test_no_further_groups_start_on_the_cpu_and_the_interpreter():
    for place in ({"device": "interpreter"}, {"device": "cpu", "threads": 1}):
        ran = np.zeros(1, np.uint32)
        with pytest.raises(wd.CheckFailed) as caught:
            counts_groups.dispatch(1 << 20 if place["device"] == "cpu" else 100, ran, **place)
        assert caught.value.group == (2, 0, 0)
        assert 3 <= ran[0] < (1 << 20 if place["device"] == "cpu" else 4)


def test_the_checker_reports_it():
    report = in_helper.check(1, np.zeros(64, np.uint32), 7, wave_sizes=[4, 8])
    (found,) = [one for one in report.findings if one.rule == "check-failed"]
    assert found.message == "`value < limit` is false: value {value} of {f32(limit)}"
    assert found.places[0].lanes[0] == 3 and found.places[0].wave == 1
    report = in_helper.check(1, np.zeros(64, np.uint32), 64, wave_sizes=[4, 8])
    assert not [one for one in report.findings if one.rule == "check-failed"]


def test_the_checker_shows_the_message():
    @wd.kernel(num_waves=1)
    def checked(out: wd.RWBuffer[u32]):
        lane = wd.wave_lane_index()
        wd.check(lane < 1)
        wd.check(lane < 2, "few {{lanes}}")
        wd.check(lane < 3, "{1:x} of {0}", lane + 1, len(out))
        wd.check(lane < 3, f"{lane:3d} of {lane + 1 = }")

    report = checked.check(1, np.zeros(1, np.uint32), wave_sizes=4)
    assert [found.message for found in report.findings] == [
        "`lane < 1` is false",
        "`lane < 2` is false: few {lanes}",
        "`lane < 3` is false: {len(out)} of {lane + 1}",
        "`lane < 3` is false: {lane} of lane + 1 = {lane + 1}",
    ]


def test_the_interpreter_collects_it():
    device = wd.Interpreter(collect=True)
    done = in_helper.dispatch(1, np.zeros(64, np.uint32), 7, device=device, wave_size=4)
    (found,) = done.report.findings
    assert (found.rule, found.wave, found.lanes) == ("check-failed", 1, (3,))
    assert found.message == "value 7 of 7.0"


def test_without_debug_nothing_is_checked(place):
    conditions.dispatch(1, 1, np.zeros(1, np.uint32), debug=False, **place)


def test_counting_and_tracing_ignore_it():
    assert conditions.count(1, 1, np.zeros(1, np.uint32), wave_size=8)
    conditions.trace(1, 1, np.zeros(1, np.uint32), wave_size=8)


def test_tuning_ignores_it(capsys):
    tuned = wd.tune(conditions, [wd.Config(wave_size=8)], args=(1, np.zeros(1, np.uint32)), groups=1, device="cpu")
    assert tuned.best is not None
    assert "begin" not in capsys.readouterr().out


@wd.kernel(num_waves=1)
def of_a_vector(x: wd.Buffer[wd.float2]):
    wd.check(x[0] < x[1])


def test_the_condition_is_one_bool():
    with pytest.raises(wd.CompileError, match="expects one bool") as caught:
        of_a_vector.compile()
    assert "wd.all(" in str(caught.value)
