"""What a user reads of the interpreter's findings: the array's name, the line, and what to do."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import explanations, interpreter, u32


@wd.func
def first_of(values, index: u32):
    return values[index]


@wd.kernel(num_waves=2)
def beyond(out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 2)
    wave = wd.group_wave_index()
    store[wave] = wave
    wd.group_memory_barrier_with_group_sync()
    out[wave] = store[wave - 1]  # beyond


@wd.kernel(num_waves=1)
def unwritten(out: wd.RWBuffer[u32]):
    values = wd.local_array(u32, 4)
    values[0] = 1
    out[wd.wave_lane_index()] = first_of(values, 3)


@wd.kernel(num_waves=1)
def points_unwritten(out: wd.RWBuffer[wd.float2]):
    points = wd.groupshared(wd.float2, 4)
    out[wd.wave_lane_index()] = points[wd.wave_lane_index() % 4]


def said(kernel, *arguments):
    with pytest.raises(wd.ExecutionError) as raised:
        kernel.dispatch(1, *arguments, device="interpreter", wave_size=8)
    (finding,) = raised.value.findings
    return finding, str(raised.value)


def test_a_finding_names_the_array_and_shows_the_line():
    finding, text = said(beyond, np.zeros(2, np.uint32))
    lines = text.splitlines()
    assert lines[0] == (
        f"{__file__}:{finding.location.line}:{finding.location.column}: element -1 (4294967295 as u32) of groupshared"
        " array `store` is out of bounds, it has 2 elements (group (0, 0, 0), wave 0, lanes 0, 1, 2, 3, 4, 5, 6, 7)"
        " [out-of-bounds]"
    )
    assert lines[1] == f"  {finding.location.line} |     out[wave] = store[wave - 1]  # beyond"
    assert lines[2].endswith("|                 ^")
    assert (
        lines[3] == "help: keep the index below the size, make the array longer, or access it under `if index < size:`"
    )


def test_a_finding_in_a_helper_names_the_array_of_the_caller():
    finding, text = said(unwritten, np.zeros(8, np.uint32))
    assert finding.message == "load of element 3 of local array `values`, which this lane has not written"
    assert "return values[index]" in text and "[uninitialized]" in text


def test_a_finding_names_an_array_of_vectors():
    finding, _ = said(points_unwritten, np.zeros((8, 2), np.float32))
    assert finding.message == (
        "load of component x of element 0 of groupshared array `points`, which this group has not written"
    )


def test_explain_knows_every_rule_of_the_interpreter():
    """Each finding has help and a page."""
    sources = "".join(path.read_text() for path in Path(interpreter.__path__[0]).glob("*.py"))
    reported = set(re.findall(r'report\(\s*"([a-z-]+)"', sources))
    assert len(reported) >= 12
    for rule in reported:
        assert explanations.rules()[rule].help, rule
