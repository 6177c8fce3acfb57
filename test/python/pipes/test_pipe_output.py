"""What kernels with pipes print and check is reported, although a launch ends by an error."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32
from wavedialect.interpreter.findings import ExecutionError

DEVICES = ("interpreter", "cpu")


@wd.kernel(num_waves=2)
def speaks(src: wd.Buffer[u32], out: wd.RWBuffer[u32], waits: u32):
    pipe = wd.pipe(1, 0, 1)
    lane = wd.wave_lane_index()
    with wd.waves(0):
        pipe.acquire()
        if wd.wave_is_first_lane():
            wd.print("sent {}", src[0])
        wd.check(src[lane] < 100, "too large: {}", src[lane])
        pipe.commit()
    with wd.waves(1):
        for _ in range(waits):
            pipe.wait()
            out[lane] += src[lane]
            pipe.release()


@pytest.mark.parametrize("device", DEVICES)
def test_prints_before_a_deadlock(device, capsys):
    src, out = np.full(8, 7, np.uint32), np.zeros(8, np.uint32)
    with pytest.raises(ExecutionError if device == "interpreter" else wd.LaunchError, match="pipe-deadlock"):
        speaks.dispatch(1, src, out, 2, device=device, wave_size=8, debug=True)
    assert "sent 7" in capsys.readouterr().out


@pytest.mark.parametrize("waits", [0, 2])
@pytest.mark.parametrize("device", DEVICES)
def test_a_failed_check_precedes_an_error_of_pipes(device, waits, capsys):
    src, out = np.full(8, 700, np.uint32), np.zeros(8, np.uint32)
    with pytest.raises(wd.CheckFailed, match="too large: 700"):
        speaks.dispatch(1, src, out, waits, device=device, wave_size=8, debug=True)
    assert "sent 700" in capsys.readouterr().out


@pytest.mark.parametrize("device", DEVICES)
def test_the_next_launch_is_right(device, capsys):
    src, out = np.full(8, 7, np.uint32), np.zeros(8, np.uint32)
    speaks.dispatch(1, src, out, 1, device=device, wave_size=8, debug=True)
    assert (out == 7).all()
    assert capsys.readouterr().out.count("sent 7") == 1
