"""How notebooks show kernels, reports and traces. A notebook asks an object for `_repr_html_`."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import notebook, u32


@wd.kernel(num_waves=2)
def race(out: wd.RWBuffer[u32]):
    # 1 < 2: text that HTML must escape.
    out[0] = wd.group_wave_index()


@wd.kernel(num_waves=2)
def meet(out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 2)
    sums[wd.group_wave_index()] = u32(1)
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        out[wd.group_wave_index()] = sums[0] + sums[1]


def parsed(shown: str) -> ElementTree.Element:
    """The elements of HTML, which must also be XML: every element is closed and every text is escaped."""
    return ElementTree.fromstring(shown.replace("<span></span>", ""))


def test_a_kernel_is_its_source():
    text = "".join(parsed(race._repr_html_()).itertext())
    assert text.startswith("kernel race in Python")
    assert "@wd.kernel(num_waves=2)\ndef race(out: wd.RWBuffer[u32]):\n    # 1 < 2" in text
    assert "def meet" not in text


def test_a_shader_is_its_text():
    kernel = wd.hlsl(text="RWBuffer<uint> Out;\n[numWaves(1)] void main() { Out[0] = 1 < 2; }")
    assert "Out[0] = 1 < 2;" in "".join(parsed(kernel._repr_html_()).itertext())


def test_a_report_has_its_findings():
    report = race.check(1, np.zeros(1, np.uint32), wave_sizes=8)
    assert report.findings
    shown = parsed(report._repr_html_())
    assert next(shown.itertext()) == report.summary
    details = shown.findall("details")
    assert len(details) == len(report.findings) + len(report.notes)
    assert details[0].find("summary").text == report.findings[0].headline
    assert details[0].find("pre").text == str(report.findings[0])


def test_a_report_of_lints_has_its_findings():
    report = meet.lint()
    shown = parsed(report._repr_html_())
    assert next(shown.itertext()) == report.summary
    assert len(shown.findall("details")) == len(report.findings)


def test_a_trace_is_a_timeline():
    trace = meet.trace(1, np.zeros(2, np.uint32), wave_size=8)
    picture = parsed(trace._repr_html_()).find("div/svg")
    assert [row.text for row in picture.findall("text")] == ["group 0,0,0 wave 0", "group 0,0,0 wave 1"]
    spans = picture.findall("rect")
    assert len(spans) == len(trace.slices())
    assert {span.get("fill") for span in spans} == {notebook._COLORS["run"], notebook._COLORS["wait"]}


@pytest.mark.parametrize("rows", [0, notebook.MOST_WAVES, notebook.MOST_WAVES + 1])
def test_long_timelines_are_cut(rows):
    spans = [(row, "run", 0, 10, "run") for row in range(rows)]
    shown = parsed(notebook.timeline("t", [str(row) for row in range(rows)], spans, ""))
    assert len(shown.findall("div/svg/rect")) == min(rows, notebook.MOST_WAVES)
    assert any("only the first" in text for text in shown.itertext()) == (rows > notebook.MOST_WAVES)
