"""Settings, comments and the report."""

from __future__ import annotations

import json
import textwrap

import jsonschema
import numpy as np
import pytest
from sarif_schema import SCHEMA

import wavedialect as wd
from wavedialect import u32
from wavedialect.command.kernel_file import load_kernel, load_kernels
from wavedialect.errors import WaveError
from wavedialect.lint.report import joined
from wavedialect.lint.settings import LintSettings, lints

SHAPES = """
import wavedialect as wd
from wavedialect import u32

@wd.func
def place():
    return wd.group_index()

@wd.kernel(num_threads=(7, 7))
def seven_by_seven(out: wd.RWBuffer[u32]):
    out[place()] = 1

@wd.kernel(num_threads=(5, 13))
def five_by_thirteen(out: wd.RWBuffer[u32]):
    out[place()] = 1

@wd.kernel(num_threads=(8, 8))
def eight_by_eight(out: wd.RWBuffer[u32]):
    out[place()] = 1

@wd.kernel(num_threads=(64, 1, 1))
def line(out: wd.RWBuffer[u32]):
    out[place()] = 1

@wd.kernel(num_threads=(8, 4))
def eight_by_four(out: wd.RWBuffer[u32]):
    out[place()] = 1
"""
NOT_ALIGNED = "numthreads-not-wave-aligned"


def written(folder, text: str, name: str = "kernels.py") -> str:
    path = folder / name
    path.write_text(textwrap.dedent(text))
    return str(path)


@pytest.mark.parametrize(
    "size, names",
    [(32, {"seven_by_seven", "five_by_thirteen"}), (64, {"seven_by_seven", "five_by_thirteen", "eight_by_four"})],
)
def test_shapes_by_the_target_s_size(tmp_path, size, names):
    kernels = load_kernels(written(tmp_path, SHAPES))
    assert len(kernels) == 5
    assert {kernel.name for kernel in kernels if kernel.lint(target_wave_size=size, only=[NOT_ALIGNED])} == names


def test_the_finding_for_49_threads(tmp_path):
    (found,) = load_kernel(f"{written(tmp_path, SHAPES)}:seven_by_seven").lint()
    assert found.lint == NOT_ALIGNED and found.severity == "warning" and found.kernel == "seven_by_seven"
    assert found.message.endswith("at 32 lanes 2 waves, the last with 15 idle lanes (47 %)")
    for shape in ("(32, 7, 1) (X up)", "(7, 32, 1) (Y up)", "(8, 8, 1) (both up)", "(64, 1, 1) (1-D)"):
        assert f"num_threads={shape}" in found.advice
    assert "number of groups that is dispatched and all arithmetic on ids must follow" in found.advice
    assert str(found).splitlines()[0] == f"{found.location.file}:9:12: warning: {found.message} [{NOT_ALIGNED}]"


def test_the_project_s_file(tmp_path):
    file = written(tmp_path, SHAPES)
    (tmp_path / "pyproject.toml").write_text(
        '[tool.wavedialect.lint]\ntarget-wave-size = 64\nignore = ["numthreads-too-small"]\n'
    )
    four, seven = (load_kernel(f"{file}:{name}") for name in ("eight_by_four", "seven_by_seven"))
    assert {found.lint for found in four.lint()} == {NOT_ALIGNED}
    # What is given comes first; of what is ignored both count.
    assert not four.lint(target_wave_size=32)
    assert not seven.lint(ignore=[NOT_ALIGNED])
    # The nearest file with the table is the one that counts.
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[project]\nname = 'inner'\n")
    assert load_kernel(f"{written(inner, SHAPES)}:eight_by_four").lint()


@pytest.mark.parametrize(
    "table, message, fix",
    [
        ("target-wave-size = 48", "the setting `target-wave-size` of lints is 48, in '", "use 4, 8, 16, 32, 64 or 128"),
        ("target-wave-sizes = 64", "has no setting `target-wave-sizes`", "did you mean target-wave-size?"),
        ('ignore = ["append-ungarded"]', "the setting `ignore` of lints is 'append-ungarded': there is no such lint or warning, in '", "did you mean append-unguarded?"),
        ('ignore = "append-unguarded"', "the setting `ignore` of lints is 'append-unguarded', in '", "give a list of names"),
        ("occupancy = 120", "the setting `occupancy` of lints is 120, in '", "give a share in percent, 0 to 100"),
        ("occupancy = ", "cannot be read", "correct the file"),
    ],
)  # fmt: skip
def test_bad_settings(tmp_path, table, message, fix):
    file = written(tmp_path, SHAPES)
    (tmp_path / "pyproject.toml").write_text(f"[tool.wavedialect.lint]\n{table}\n")
    with pytest.raises(WaveError) as error:
        load_kernel(f"{file}:line").lint()
    assert message in error.value.message and error.value.fix == fix and error.value.id == "lint-setting"


def test_bad_arguments(tmp_path):
    kernel = load_kernel(f"{written(tmp_path, SHAPES)}:line")
    for given in ({"target_wave_size": 33}, {"only": ["nothing"]}, {"ignore": "append-unguarded"}, {"occupancy": True}):
        with pytest.raises(WaveError):
            kernel.lint(**given)
    with pytest.raises(WaveError, match="there is no target 'voodoo'"):
        kernel.lint(targets=["voodoo"])


def test_settings_become_a_pipeline():
    settings = LintSettings(64, ("turing",), 40, tuple(lints())[:2], ("append-unguarded",))
    assert settings.pipeline("python") == (
        "builtin.module(wave-lint{target-wave-size=64 occupancy=40 targets=turing "
        f"only={','.join(tuple(lints())[:2])} ignore=append-unguarded}},wave-legalize{{opt-level=1}})"
    )


def test_occupancy_and_targets(tmp_path):
    text = """
    import wavedialect as wd
    from wavedialect import u32

    @wd.kernel(num_threads=256)
    def kernel(out: wd.RWBuffer[u32]):
        tile = wd.groupshared(u32, 7168)
        tile[wd.group_index()] = 1
        out[wd.group_index()] = tile[wd.group_index()]
    """
    kernel = load_kernel(written(tmp_path, text))
    # 28 KiB for 8 waves: 2 groups of 32 waves' room fit on Turing, 8 of 64 on Hopper.
    assert not kernel.lint(targets=["turing"], occupancy=50)
    assert [found.lint for found in kernel.lint(targets=["turing"], occupancy=51)] == ["groupshared-too-large"]
    assert not kernel.lint(targets=["turing", "hopper"], occupancy=51)
    assert "turing 16 of 32 waves (50 %, without it 100 %)" in kernel.lint(targets=["turing"], occupancy=51)[0].message


COMMENTS = """
import wavedialect as wd
from wavedialect import u32

@wd.func
def shout(flag: bool):
    return wd.wave_active_ballot(flag).x != 0{inner}

@wd.kernel(num_waves=1)
def kernel(out: wd.RWBuffer[u32]):
    if shout(out[0] == wd.wave_lane_index()):{outer}
        out[1] = 1
"""


@pytest.mark.parametrize(
    "inner, outer, count",
    [
        ("", "", 1),
        ("  # lint: ignore[ballot-truncated]", "", 0),
        ("  # lint: ignore[append-unguarded, ballot-truncated]", "", 0),
        ("  # lint:ignore", "", 0),
        ("  # lint: ignore[append-unguarded]", "", 1),
        ("", "  # lint: ignore[ballot-truncated] where it is called", 0),
    ],
)
def test_comments(tmp_path, inner, outer, count):
    file = written(tmp_path, COMMENTS.format(inner=inner, outer=outer), f"k{abs(hash((inner, outer)))}.py")
    assert len(load_kernel(file).lint()) == count


def test_a_comment_above(tmp_path):
    text = COMMENTS.format(inner="", outer="").replace(
        "    return wd", "    # lint: ignore[ballot-truncated]\n    return wd"
    )
    assert not load_kernel(written(tmp_path, text)).lint()


ERRORS = """
import wavedialect as wd
from wavedialect import u32

@wd.kernel(num_waves=4)
def refused_by_the_front_end(out: wd.RWBuffer[u32]):
    out[0] = 1.5

@wd.kernel(num_waves=4)
def refused_by_the_compiler(out: wd.RWBuffer[u32]):
    if wd.group_wave_index() == 0:
        wd.group_memory_barrier_with_group_sync()
    out[wd.dispatch_thread_id().x] = 1
"""


def test_compile_errors_are_reported_with_the_findings(tmp_path):
    report = joined([kernel.lint() for kernel in load_kernels(written(tmp_path, ERRORS))])
    assert [(found.severity, found.lint, found.location.line) for found in report] == [
        ("error", "mixed-types", 7),
        ("warning", "barrier-in-divergent-flow", 12),
        ("error", "thread-id-under-num-waves", 13),
    ], f"\n{report}"
    assert not report.ok and report.summary == "2 kernels: 2 errors, 1 warning"
    assert [place.label for place in report[1].related] == [
        "this condition differs between waves of a group",
        "because of this",
    ]


def test_json_and_sarif(tmp_path):
    report = joined(
        [kernel.lint() for kernel in load_kernels(written(tmp_path, ERRORS + SHAPES.partition("u32\n")[2]))]
    )
    told = json.loads(report.to_json())
    assert told["version"] == 1 and len(told["kernels"]) == 7
    assert [one["lint"] for one in told["findings"]] == [one.lint for one in report]
    assert told["findings"][1]["places"][0]["line"] == 12
    log = json.loads(report.to_sarif(str(tmp_path)))
    jsonschema.validate(log, SCHEMA)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result, finding in zip(run["results"], report, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding.lint
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "kernels.py", "uriBaseId": "SRCROOT"}
        assert place["region"] == {"startLine": finding.location.line, "startColumn": finding.location.column}
        assert finding.message in result["message"]["text"]


def test_a_report_is_a_sequence():
    @wd.kernel(num_threads=49)
    def kernel(out: wd.RWBuffer[wd.u32]):
        out[wd.group_index()] = 1

    report = kernel.lint()
    assert report and len(report) == 1 and list(report) == [report[0]] and report.kernels == ("kernel",)
    assert repr(report) == "<1 kernel: 1 warning>"


def test_sarif_of_a_check():
    @wd.kernel(num_threads=64)
    def exchange(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        values = wd.groupshared(u32, 64)
        values[wd.group_index()] = x[wd.group_index()]
        out[wd.group_index()] = values[63 - wd.group_index()]

    report = exchange.check(1, np.zeros(32, np.uint32), np.zeros(64, np.uint32))
    log = json.loads(report.to_sarif())
    jsonschema.validate(log, SCHEMA)
    results = log["runs"][0]["results"]
    assert {one["level"] for one in results} == {"error", "note"} and all(one["locations"] for one in results)


@pytest.mark.parametrize(
    "name, id, said",
    [
        ("ignore", "hlsl-type", "there is no such lint or warning, it is an error, which refuses the kernel"),
        ("ignore", "race", "there is no such lint or warning, it is a finding of `check`"),
        ("only", "barrier-unknown", "there is no such lint, it is a warning of a compile, which `ignore` leaves out"),
    ],
)
def test_an_id_of_another_kind(name, id, said):
    with pytest.raises(WaveError) as error:
        LintSettings(**{name: (id,)})
    assert said in error.value.message and error.value.fix.startswith(f"`explain {id}` shows it; the lints are ")
