"""``wavedialect lint``."""

from __future__ import annotations

import json

KERNELS = """
import wavedialect as wd
from wavedialect import u32

@wd.kernel(num_threads=49)
def odd(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1

@wd.kernel(num_threads=64)
def even(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1

@wd.kernel(num_threads=64)
def waves(out: wd.RWBuffer[u32]):
    out[wd.group_wave_index()] = 1
"""


def test_all_kernels_of_a_file(command, folder):
    (folder / "shapes.py").write_text(KERNELS)
    result = command("lint", "shapes.py")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "shapes.py:5:12: warning: a group of 49 threads (49 x 1 x 1) does not fill its waves"
    )
    assert "help: waves fill num_threads=(64, 1, 1) (X up); the number of groups" in result.stdout
    assert result.stdout.endswith("3 kernels: 1 warning, 1 note\n")


def test_one_kernel_and_options(command, folder):
    (folder / "shapes.py").write_text(KERNELS)
    assert command("lint", "shapes.py:even").stdout == "1 kernel: nothing found\n"
    # Advice is no failure.
    assert command("lint", "shapes.py:waves").exit_code == 0
    assert command("lint", "shapes.py:even", "--target-wave-size", "128").exit_code == 1
    assert command("lint", "shapes.py", "--ignore", "numthreads-not-wave-aligned").exit_code == 0
    assert command("lint", "shapes.py", "--only", "append-unguarded").stdout == "3 kernels: nothing found\n"
    assert command("lint", "shapes.py", "kernels.py", "--only", "append-unguarded").exit_code == 0


def test_for_programs(command, folder):
    (folder / "shapes.py").write_text(KERNELS)
    told = json.loads(command("lint", "shapes.py", "--format", "json").stdout)
    assert [finding["lint"] for finding in told["findings"]] == [
        "numthreads-not-wave-aligned",
        "num-threads-could-be-num-waves",
    ]
    result = command("lint", "shapes.py", "--format", "sarif", "-o", "lint.sarif")
    assert result.exit_code == 1 and result.stdout == ""
    results = json.loads((folder / "lint.sarif").read_text())["runs"][0]["results"]
    assert [one["level"] for one in results] == ["warning", "note"]
    assert results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "shapes.py"


def test_invalid_options(command, folder):
    (folder / "shapes.py").write_text(KERNELS)
    assert command("lint").exit_code == 2
    result = command("lint", "shapes.py", "--ignore", "append-ungarded")
    assert result.exit_code == 1 and "did you mean append-unguarded?" in result.stderr
    result = command("lint", "shapes.py", "--target-wave-size", "33")
    assert result.exit_code == 1 and "use 4, 8, 16, 32, 64 or 128" in result.stderr
    result = command("lint", "shapes.py", "-o", "no/such/folder")
    assert result.exit_code == 1 and "cannot be written" in result.stderr
    (folder / "empty.py").write_text("")
    result = command("lint", "empty.py")
    assert result.exit_code == 1 and "'empty.py' has no kernel" in result.stderr


def test_a_kernel_that_is_refused(command, folder):
    (folder / "refused.py").write_text(KERNELS.replace("out[wd.group_index()] = 1", "out[wd.group_index()] = 1.5", 1))
    result = command("lint", "refused.py")
    assert result.exit_code == 1
    assert "refused.py:7:" in result.stdout and "error: " in result.stdout and "[mixed-types]" in result.stdout
    assert "3 kernels: 1 error, 1 note" in result.stdout


def test_the_page_of_a_lint(command):
    told = command("explain", "numthreads-not-wave-aligned").stdout
    parts = [
        "numthreads-not-wave-aligned  a warning of the lint",
        "\nWhy\n",
        "\nBad\n",
        "\nGood\n",
        "\nOptions\n",
        "\nRelated\n",
    ]
    places = [told.find(part) for part in parts]
    assert -1 not in places and places == sorted(places)


FIXABLE = """
import wavedialect as wd
from wavedialect import u32

@wd.kernel(num_threads=64)
def neighbor(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.dispatch_thread_id().x
    if i - 1 >= 0:
        out[i] = x[i - 1]

@wd.kernel(num_threads=49)
def odd(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1
"""
CHANGE = "-    if i - 1 >= 0:\n+    if i >= 1:\n"


def test_the_diff_of_the_fixes(command, folder):
    (folder / "fixable.py").write_text(FIXABLE)
    result = command("lint", "fixable.py", "--diff")
    assert result.exit_code == 1 and result.stdout.startswith("--- a/fixable.py\n+++ b/fixable.py\n")
    assert CHANGE in result.stdout and "2 warnings" in result.stdout
    assert result.stderr == "1 fix can be applied: use --fix\n"
    assert (folder / "fixable.py").read_text() == FIXABLE


def test_fixes_are_shown_and_applied(command, folder):
    (folder / "fixable.py").write_text(FIXABLE)
    result = command("lint", "fixable.py", "--fix")
    assert CHANGE in result.stdout and "1 fix applied to fixable.py" in result.stderr
    # The report lists the findings that remain.
    assert result.exit_code == 1 and "[numthreads-not-wave-aligned]" in result.stdout
    assert "unsigned-never-negative" not in result.stdout
    assert (folder / "fixable.py").read_text() == FIXABLE.replace("i - 1 >= 0", "i >= 1")
    result = command("lint", "fixable.py:neighbor", "--fix")
    assert result.exit_code == 0 and result.stdout == "1 kernel: nothing found\n"
    assert result.stderr == "no finding has a fix that can be applied\n"


def test_a_terminal_is_asked(command, folder, monkeypatch):
    import wavedialect.command.lint as module

    monkeypatch.setattr(module, "_is_terminal", lambda: True)
    (folder / "fixable.py").write_text(FIXABLE)
    result = command("lint", "fixable.py", "--fix", input="n\n")
    assert "Apply 1 fix?" in result.stderr and (folder / "fixable.py").read_text() == FIXABLE
    assert "unsigned-never-negative" in result.stdout
    result = command("lint", "fixable.py", "--fix", "--yes")
    assert "Apply" not in result.stderr and (folder / "fixable.py").read_text() != FIXABLE


def test_fixes_for_programs(command, folder):
    (folder / "fixable.py").write_text(FIXABLE)
    result = command("lint", "fixable.py", "--diff", "--format", "json")
    assert CHANGE in result.stderr and json.loads(result.stdout)["findings"][0]["fix"]["edits"][0]["line"] == 8
    assert command("lint", "fixable.py", "--yes").exit_code == 2


HIDDEN = """
import wavedialect as wd
from wavedialect import u32

@wd.kernel(num_threads=128, wave_size=(16, 32))
def sums(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    t = wd.group_index()
    part = wd.groupshared(u32, 4)
    s = wd.wave_active_sum(x[wd.dispatch_thread_id().x])
    if wd.wave_is_first_lane():
        part[t // 32] = s
    wd.group_memory_barrier_with_group_sync()
    if t == 0:
        out[wd.group_id().x] = part[0] + part[1] + part[2] + part[3]
"""


def test_fixes_that_lead_to_new_findings_are_left_out(command, folder):
    """At 16 lanes, the index of a wave exceeds the array, which `t // 32` does not."""
    (folder / "hidden.py").write_text(HIDDEN)
    reason = (
        "hidden.py:11: not fixed (replace the arithmetic with the number of the lane or wave), because then the lints"
        " report: wave 7 accesses element 7 of this array of 4"
    )
    for option in ("--diff", "--fix"):
        result = command("lint", "hidden.py", option)
        assert result.stderr.startswith(reason) and "[array-shorter-than-waves]" in result.stderr
        assert "no finding has a fix that can be applied" in result.stderr
        assert "lane-from-thread-id" in result.stdout and "array-shorter-than-waves" not in result.stdout
        assert (folder / "hidden.py").read_text() == HIDDEN


def test_other_fixes_of_the_file_are_applied(command, folder):
    (folder / "both.py").write_text(HIDDEN + FIXABLE.partition("\n\n")[2])
    result = command("lint", "both.py", "--fix")
    assert "both.py:11: not fixed" in result.stderr and "1 fix applied to both.py" in result.stderr
    text = (folder / "both.py").read_text()
    assert "if i >= 1:" in text and "part[t // 32] = s" in text
    # The report has the finding of the fix that was left out, at its place in the changed file.
    assert "both.py:11:" in result.stdout and "[lane-from-thread-id]" in result.stdout


WARNED = """
import wavedialect as wd
from wavedialect import i32

@wd.kernel(num_waves=1)
def rounded(x: wd.Buffer[i32], out: wd.RWBuffer[i32]):
    lane = wd.wave_lane_index()
    out[lane] = x[lane] % -4{}
"""


def test_warnings_of_the_front_end_are_findings(command, folder):
    (folder / "rounded.py").write_text(WARNED.format(""))
    # The second time, the front end's result comes from the cache.
    for _ in range(2):
        result = command("lint", "rounded.py")
        assert result.exit_code == 1 and not result.stderr and result.stdout.endswith("1 kernel: 1 warning\n")
        assert result.stdout.startswith("rounded.py:8:17: warning: `%` with a negative constant")
    assert command("lint", "rounded.py", "--only", "append-unguarded").stdout == "1 kernel: nothing found\n"
    (folder / "rounded.py").write_text(WARNED.format("  # lint: ignore[negative-division]"))
    result = command("lint", "rounded.py")
    assert result.exit_code == 0 and not result.stderr and result.stdout == "1 kernel: nothing found\n"
