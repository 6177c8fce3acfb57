"""What the fix of each lint writes, and that a fixed kernel compiles and no longer has the finding."""

from __future__ import annotations

import shutil
import textwrap
from collections import Counter

import pytest
from expectations import KERNELS

import wavedialect as wd
from wavedialect.command.kernel_file import load_kernel, load_kernels
from wavedialect.lint.fixes import REWRITERS
from wavedialect.lint.report import LintReport, joined

FILES = sorted(KERNELS.glob("*.py"))
HEAD = "import wavedialect as wd\nfrom wavedialect import f32, u32\n\n\n"


def lint_file(path) -> LintReport:
    return joined([kernel.lint() for kernel in load_kernels(str(path))])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_fix_removes_its_finding_and_the_kernel_compiles(file, tmp_path):
    for number, finding in enumerate(lint_file(file)):
        if finding.fix is None:
            continue
        # Each on a copy of its own, and in a file of its own name: modules are cached by it.
        path = tmp_path / f"{file.stem}_{number}.py"
        shutil.copyfile(file, path)
        before = load_kernel(f"{path}:{finding.kernel}").lint()
        (same,) = [each for each in before if (each.lint, each.message) == (finding.lint, finding.message)
                   and each.location.line == finding.location.line]  # fmt: skip
        assert LintReport((same,), ("",)).apply_fixes() == [str(path)]
        kernel = load_kernel(f"{path}:{finding.kernel}")
        after = kernel.lint()
        counts = [Counter(each.lint for each in report) for report in (before, after)]
        assert counts[1][finding.lint] < counts[0][finding.lint], f"{finding}\n\n{path.read_text()}\n{after}"
        assert not counts[1] - counts[0], f"{after}"
        # A compile refuses what this lint finds.
        if not counts[1]["barrier-in-divergent-flow"]:
            kernel.compile("spirv")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_all_fixes_of_a_file_in_some_rounds(file, tmp_path):
    path = tmp_path / file.name
    shutil.copyfile(file, path)
    first = lint_file(path)
    for _ in range(8):
        report = lint_file(path)
        if not report.fixes:
            break
        report.apply_fixes()
    assert not report.fixes, f"\n{report}"
    assert len(report) == len([finding for finding in first if not finding.fix]), f"\n{report}"
    assert {finding.severity for finding in report} <= {"warning", "note"}


def test_every_rewriter_has_cases():
    fixed = Counter(finding.lint for file in FILES for finding in lint_file(file) if finding.fix)
    assert set(fixed) == set(REWRITERS) and min(fixed.values()) >= 2, fixed


CASES = [
    (
        "lane-from-thread-id",
        """
        @wd.kernel(num_threads=128)
        def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            out[wd.group_index()] = x[wd.group_index() // wd.wave_lane_count()] + x[(wd.group_index() % 32) ^ 1]
        """,
        [("wd.group_index() // wd.wave_lane_count()", "wd.group_wave_index()")],
    ),
    (
        "lane-from-thread-id",
        """
        @wd.kernel(num_threads=128)
        def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            lane = wd.group_thread_id().x & (
                wd.wave_lane_count() - 1
            )
            out[lane] = x[lane]
        """,
        [("wd.group_thread_id().x & (\n        wd.wave_lane_count() - 1\n    )", "wd.wave_lane_index()")],
    ),
    (
        "lane-from-thread-id",
        """
        @wd.kernel(num_threads=64)
        def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            total = u32(0)
            for i in range(4):
                total += x[u32(i) * wd.wave_lane_count() + wd.group_index()]
            out[0] = total
        """,
        [("wd.wave_lane_count() + wd.group_index()", "wd.wave_lane_count() + wd.wave_lane_index()")],
    ),
    (
        "barrier-in-divergent-flow",
        """
        @wd.kernel(num_waves=4)
        def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            sums = wd.groupshared(u32, 4)
            if wd.group_wave_index() == 0:
                sums[0] = x[wd.wave_lane_index()]
                wd.group_memory_barrier_with_group_sync()  # all waves
            out[wd.wave_lane_index()] = sums[0]
        """,
        [
            (
                "        wd.group_memory_barrier_with_group_sync()  # all",
                "    wd.group_memory_barrier_with_group_sync()  # all",
            )
        ],
    ),
    (
        "atomic-of-every-lane",
        """
        @wd.kernel(num_waves=4)
        def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            total = wd.wave_active_sum(x[wd.wave_lane_index()])
            wd.atomic_add(
                out,
                0,
                total,
            )
        """,
        [
            (
                "    wd.atomic_add(\n        out,\n        0,\n        total,\n    )",
                "    if wd.wave_is_first_lane():\n        wd.atomic_add(\n            out,\n            0,\n"
                "            total,\n        )",
            )
        ],
    ),
    (
        "append-unguarded",
        """
        @wd.kernel(num_waves=1)
        def kernel(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            item = items[wd.wave_lane_index()]
            place = wd.wave_prefix_count_bits(item != 0)
            out[place] = item
        """,
        [("    out[place] = item", "    if item != 0:\n        out[place] = item")],
    ),
    (
        "read-of-inactive-lane",
        """
        @wd.kernel(num_waves=1)
        def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            if x[wd.wave_lane_index()] > 3:
                out[wd.wave_lane_index()] = wd.wave_read_lane_at(x[wd.wave_lane_index()] + 1, 0)
        """,
        [("wave_read_lane_at(x[wd.wave_lane_index()] + 1, 0)", "wave_read_lane_first(x[wd.wave_lane_index()] + 1)")],
    ),
    (
        "groupshared-without-barrier",
        """
        @wd.kernel(num_waves=4)
        def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            sums = wd.groupshared(u32, 4)
            sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index()])
            if wd.group_wave_index() == 0:
                out[0] = sums[0] + sums[1] + sums[2] + sums[3]
        """,
        [("    if wd", "    wd.group_memory_barrier_with_group_sync()\n    if wd")],
    ),
    (
        "barrier-too-weak",
        """
        @wd.kernel(num_waves=4)
        def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            out[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index()])
            wd.device_memory_barrier()
            out[4 + wd.group_wave_index()] = out[3 - wd.group_wave_index()]
        """,
        [("device_memory_barrier()", "device_memory_barrier_with_group_sync()")],
    ),
    (
        "array-shorter-than-waves",
        """
        @wd.kernel(num_threads=256, wave_size=(16, 64))
        def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            sums = wd.groupshared(u32, 256 // 64)
            sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.group_index()])
            wd.group_memory_barrier_with_group_sync()
            out[wd.group_index()] = sums[0]
        """,
        [("256 // 64", "16")],
    ),
    (
        "wave-count-by-division",
        """
        @wd.kernel(num_threads=256)
        def kernel(out: wd.RWBuffer[u32]):
            out[wd.group_index()] = (255 + wd.wave_lane_count()) // wd.wave_lane_count() * 2
        """,
        [("(255 + wd.wave_lane_count()) // wd.wave_lane_count() * 2", "wd.group_wave_count() * 2")],
    ),
    (
        "unsigned-never-negative",
        """
        @wd.kernel(num_threads=64)
        def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
            i = wd.dispatch_thread_id().x
            if 0 <= i * 2 - (n + 1):
                out[i] = x[i]
        """,
        [("0 <= i * 2 - (n + 1)", "i * 2 >= n + 1")],
    ),
    (
        "num-threads-could-be-num-waves",
        """
        @wd.kernel(stage="compute", num_threads=(8, 16))
        def kernel(out: wd.RWBuffer[u32]):
            out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = 1
        """,
        [("num_threads=(8, 16)", "num_waves=4")],
    ),
]


@pytest.mark.parametrize("lint, text, changes", CASES, ids=[f"{case[0]}-{i}" for i, case in enumerate(CASES)])
def test_texts_of_fixes(lint, text, changes, tmp_path):
    path = tmp_path / "kernels.py"
    before = HEAD + textwrap.dedent(text).lstrip()
    path.write_text(before)
    report = load_kernel(str(path)).lint(only=[lint])
    after = before
    for old, new in changes:
        assert after.count(old) == 1
        after = after.replace(old, new)
    report.apply_fixes()
    assert path.read_text() == after, f"\n{report}"
    assert not load_kernel(str(path)).lint(only=[lint])


def test_names_are_written_as_the_file_imports_them(tmp_path):
    text = """
    from wavedialect import Buffer, RWBuffer, group_wave_count as waves, kernel, u32, wave_lane_count

    @kernel(num_threads=64)
    def kernel(out: RWBuffer[u32]):
        out[0] = 64 // wave_lane_count()
    """
    path = tmp_path / "kernels.py"
    path.write_text(textwrap.dedent(text))
    load_kernel(str(path)).lint().apply_fixes()
    assert "out[0] = waves()" in path.read_text()
    # A name that is not there is not written.
    path.write_text(textwrap.dedent(text).replace("group_wave_count as waves, ", ""))
    (found,) = load_kernel(str(path)).lint(only=["wave-count-by-division"])
    assert found.fix is None


@pytest.mark.parametrize(
    "text",
    [
        # The condition is another one by then.
        """
        item = items[wd.wave_lane_index()]
        place = wd.wave_prefix_count_bits(item != 0)
        item = items[wd.wave_lane_index() + 1]
        out[place] = item
        """,
        # Fewer lanes would add up.
        """
        item = items[wd.wave_lane_index()]
        out[wd.wave_prefix_count_bits(item != 0)] = wd.wave_active_sum(item)
        """,
        # A load again may give another value.
        """
        place = wd.wave_prefix_count_bits(items[wd.wave_lane_index()] != 0)
        out[place] = 1
        """,
        # The comment would be lost.
        """
        i = wd.wave_lane_index()
        if (
            i - 1  # the neighbor
            < 0
        ):
            out[i] = 1
        """,
        # The result is used.
        """
        total = wd.wave_active_sum(items[wd.wave_lane_index()])
        start = wd.atomic_add(out, 0, total)
        out[1 + start] = 1
        """,
        # Two operators at one place.
        """
        out[0] = 1; wd.atomic_add(out, 1, wd.wave_active_sum(items[wd.wave_lane_index()]))
        """,
    ],
)
def test_findings_without_a_sure_fix(text, tmp_path):
    path = tmp_path / "kernels.py"
    head = "@wd.kernel(num_waves=1)\ndef kernel(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):\n"
    path.write_text(HEAD + head + textwrap.indent(textwrap.dedent(text).strip(), "    ") + "\n")
    report = load_kernel(str(path)).lint()
    assert len(report) == 1 and not report.fixes and not report.diff(), f"\n{report}"


def test_a_function_is_fixed_only_where_that_is_right_for_every_caller(tmp_path):
    text = HEAD + textwrap.dedent("""
    @wd.func
    def waves():
        return 64 // wd.wave_lane_count()

    @wd.func
    def is_first(i: u32):
        return i - 1 < 0

    @wd.kernel(num_threads=64)
    def kernel(out: wd.RWBuffer[u32]):
        out[0] = waves()
        if is_first(wd.group_index()):
            out[1] = 1
    """)
    path = tmp_path / "kernels.py"
    path.write_text(text)
    report = load_kernel(str(path)).lint()
    assert {(finding.lint, finding.fix is None) for finding in report} == {
        ("wave-count-by-division", True),
        ("unsigned-never-negative", False),
    }
    report.apply_fixes()
    assert path.read_text() == text.replace("i - 1 < 0", "i < 1")


def test_columns_count_characters(tmp_path):
    path = tmp_path / "kernels.py"
    text = HEAD + textwrap.dedent("""
    @wd.kernel(num_threads=64)
    def kernel(out: wd.RWBuffer[u32]):
        größe = "äöü"; i = wd.group_index(); out[u32(i - 1 < 0)] = 1
    """)
    path.write_text(text.replace('größe = "äöü"; ', "größe = u32(1); "))
    report = load_kernel(str(path)).lint()
    (edit,) = report[0].fix.edits
    assert path.read_text().splitlines()[edit.line - 1][edit.column - 1 : edit.end_column - 1] == "i - 1 < 0"
    report.apply_fixes()
    assert "out[u32(i < 1)] = 1" in path.read_text()


def test_a_kernel_without_a_finding_has_no_fix():
    @wd.kernel(num_threads=64)
    def kernel(out: wd.RWBuffer[wd.u32]):
        out[wd.group_index()] = 1

    assert kernel.lint().fixes == () and kernel.lint().diff() == "" and kernel.lint().apply_fixes() == []
