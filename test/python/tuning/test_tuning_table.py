"""The table: order, text, HTML, JSON, and its picture."""

import json
import sys

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import Config, Tuning, TuningRow


def row(outcome, *microseconds, device="GPU, driver 1", reason=None, **chosen):
    times = tuple(1000.0 * time for time in microseconds)
    return TuningRow(Config(**chosen), outcome, device, chosen.get("wave_size", 32), (8, 1, 1), times, reason)


ROWS = [
    row("dropped", num_waves=64, wave_size=32, reason="too many <threads> [num-threads-limit]"),
    row("measured", 4.0, 6.0, 5.0, 5.0, num_waves=2, wave_size=32),
    row("wrong", num_waves=8, wave_size=32, reason="the results are wrong"),
    row("slow", 1.0, num_waves=4, wave_size=32, constants={"ITEMS": 3}),
    row("kept", 2.0, 2.0, num_waves=1, wave_size=32),
]
TABLE = Tuning("compact", ROWS)


def test_order():
    assert [one.outcome for one in TABLE] == ["kept", "measured", "slow", "wrong", "dropped"]
    assert TABLE.best is TABLE[0] and len(TABLE) == 5 and TABLE[1:3] == TABLE.rows[1:3]


def test_figures():
    one = TABLE[1]
    assert (one.median_us, one.least_us, one.quartiles_us) == (5.0, 4.0, (4.75, 5.25))
    assert one.spread == pytest.approx(0.1)
    assert TABLE[-1].median_us is TABLE[-1].spread is TABLE[-1].quartiles_us is None
    assert TABLE[2].quartiles_us == (1.0, 1.0)
    assert repr(one) == "<num_waves=2, wave_size=32: 5 us>"


def test_text():
    assert (
        repr(TABLE)
        == """\
kernel 'compact' on GPU, driver 1
num_waves  ITEMS  wave size  median µs  least µs  spread %  runs  x best
        1                32          2         2       0.0     2    1.00  kept
        2                32          5         4      10.0     4    2.50
        4  3             32          1         1       0.0     1    0.50  slow
        8                32                                               wrong: the results are wrong
       64                32                                               dropped: too many <threads> [num-threads-limit]"""
    )
    long = Tuning("compact", [row("measured", float(n), num_waves=n) for n in range(1, 100)])
    assert repr(long).endswith("and 59 more: see `.rows`") and len(repr(long).splitlines()) == 43


def test_a_notebook():
    told = TABLE._repr_html_()
    assert told.count("<tr>") == 6 and "too many &lt;threads&gt;" in told and "<threads>" not in told


def test_data():
    told = TABLE.to_dicts()
    assert told[1]["median_us"] == 5.0 and told[1]["runs"] == 4 and told[2]["ITEMS"] == 3
    again = Tuning.from_json(TABLE.to_json())
    assert again.rows == TABLE.rows and again.kernel == "compact"
    numbers = Tuning("k", [row("measured", 1.0, constants={"A": np.float32(2.5), "B": wd.f32})])
    assert json.loads(numbers.to_json())["rows"][0]["config"]["constants"] == {"A": 2.5, "B": "f32"}
    with pytest.raises(wd.WaveError, match="not the JSON of a tuning"):
        Tuning.from_json("{}")


def test_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(wd.WaveError, match="pip install pandas"):
        TABLE.to_pandas()

    class Pandas:
        DataFrame = staticmethod(len)

    monkeypatch.setitem(sys.modules, "pandas", Pandas)
    assert TABLE.to_pandas() == 5


def test_no_best():
    table = Tuning("compact", [ROWS[0], ROWS[2]])
    with pytest.raises(wd.LaunchError) as caught:
        table.best  # noqa: B018
    assert (
        str(caught.value)
        == """\
no configuration of kernel 'compact' can run on GPU, driver 1:
  num_waves=8, wave_size=32: wrong: the results are wrong
  num_waves=64, wave_size=32: dropped: too many <threads> [num-threads-limit]
help: choose others, or another device"""
    )


def test_several_devices():
    table = Tuning("compact", [*ROWS, row("measured", 0.5, device="another GPU", num_waves=1)])
    with pytest.raises(wd.WaveError, match="several devices"):
        table.best  # noqa: B018
    assert table.on("driver").best is table[1] and "another GPU" in repr(table)
    with pytest.raises(wd.WaveError, match="no row was measured on 'TPU'"):
        table.on("TPU")


def test_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    figure = TABLE.plot(tmp_path / "tuning.png")
    assert (tmp_path / "tuning.png").read_bytes().startswith(b"\x89PNG")
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == [str(one.config) for one in TABLE[:3]]
    assert [bar.get_width() for bar in axes.patches] == [2.0, 5.0, 1.0]
    assert "microseconds" in axes.get_xlabel() and axes.get_title(loc="left") == "compact\nGPU, driver 1"
    assert "too many <threads>" in figure.get_supxlabel() and "wrong" in figure.get_supxlabel()
    few = TABLE.plot(most_rows=1)
    assert len(few.axes[0].patches) == 1 and "the first 1 of 3" in few.axes[0].get_title(loc="left")


def test_a_picture_without_matplotlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(wd.WaveError, match="pip install matplotlib"):
        TABLE.plot()
