"""Fixes are applied to the file that was linted, whole or not at all."""

from __future__ import annotations

import json
import linecache
import os
import stat
import textwrap

import jsonschema
import pytest
from sarif_schema import SCHEMA

from wavedialect.command.kernel_file import load_kernel, load_kernels
from wavedialect.errors import WaveError
from wavedialect.lint.applying import Changes
from wavedialect.lint.fixes import Fix
from wavedialect.lint.judging import judged
from wavedialect.lint.report import LintReport, joined
from wavedialect.lint.source_text import Edit

TEXT = """import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_threads=64)
def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.dispatch_thread_id().x
    if i - 1 < 0:
        out[i] = 0
    out[0] = 64 // wd.wave_lane_count()
"""
FIXED = TEXT.replace("i - 1 < 0", "i < 1").replace("64 // wd.wave_lane_count()", "wd.group_wave_count()")


def test_the_diff_and_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "kernels.py"
    path.write_text(TEXT)
    report = load_kernel("kernels.py").lint()
    assert report.diff() == textwrap.dedent("""\
        --- a/kernels.py
        +++ b/kernels.py
        @@ -5,6 +5,6 @@
         @wd.kernel(num_threads=64)
         def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
             i = wd.dispatch_thread_id().x
        -    if i - 1 < 0:
        +    if i < 1:
                 out[i] = 0
        -    out[0] = 64 // wd.wave_lane_count()
        +    out[0] = wd.group_wave_count()
        """)
    assert path.read_text() == TEXT
    assert report.apply_fixes() == [str(path)]
    assert path.read_text() == FIXED
    assert os.listdir(tmp_path) == ["kernels.py"]


@pytest.mark.parametrize(
    "data",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: text.replace("\n", "\r\n", 4).encode(),
        lambda text: text.rstrip("\n").encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: ("# -*- coding: latin-1 -*-\n# gr\xf6\xdfer\n" + text).encode("latin-1"),
        lambda text: ("# \u2028 and \x0c end no line: \u00e4\U0001f600\n" + text).encode(),
        lambda text: text.replace("    ", "\t").encode(),
    ],
    ids=["crlf", "cr", "mixed", "no-last-newline", "mark", "latin-1", "other-separators", "tabs"],
)
def test_encoding_and_ends_of_lines_stay(data, tmp_path):
    path = tmp_path / "kernels.py"
    path.write_bytes(data(TEXT))
    load_kernel(str(path)).lint().apply_fixes()
    assert path.read_bytes() == data(FIXED)


def test_inserted_lines_end_as_the_others_do(tmp_path):
    text = textwrap.dedent("""\
    import wavedialect as wd
    from wavedialect import u32

    @wd.kernel(num_waves=2)
    def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        sums = wd.groupshared(u32, 2)
        sums[wd.group_wave_index()] = 1
        out[0] = sums[1 - wd.group_wave_index()]
    """).replace("\n", "\r\n")
    path = tmp_path / "kernels.py"
    path.write_bytes(text.encode())
    load_kernel(str(path)).lint().apply_fixes()
    barrier = "    wd.group_memory_barrier_with_group_sync()\r\n"
    assert path.read_bytes().decode() == text.replace("    out[0]", f"{barrier}    out[0]")


def test_permissions_and_links_stay(tmp_path):
    path, link = tmp_path / "real.py", tmp_path / "kernels.py"
    path.write_text(TEXT)
    path.chmod(0o751)
    link.symlink_to(path)
    load_kernel(str(link)).lint().apply_fixes()
    assert path.read_text() == FIXED and link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o751


def test_a_file_that_has_changed_since_stays(tmp_path):
    path = tmp_path / "kernels.py"
    path.write_text(TEXT)
    report = load_kernel(str(path)).lint()
    path.write_text("# new\n" + TEXT)
    for action in (report.apply_fixes, report.diff):
        with pytest.raises(WaveError, match="has changed since it was linted") as raised:
            action()
        assert raised.value.id == "lint-fix"
    assert path.read_text() == "# new\n" + TEXT
    path.unlink()
    with pytest.raises(WaveError, match="cannot be read"):
        report.apply_fixes()
    assert not path.exists()


def test_a_file_that_has_changed_between_the_diff_and_the_writing_stays(tmp_path):
    path = tmp_path / "kernels.py"
    path.write_text(TEXT)
    changes = Changes.of(load_kernel(str(path)).lint())
    assert changes.diff()
    path.write_text(TEXT + "# new\n")
    with pytest.raises(WaveError, match="has changed since it was linted"):
        changes.write()
    assert path.read_text() == TEXT + "# new\n"


def test_a_file_that_has_changed_since_it_was_loaded_has_no_fixes(tmp_path):
    path = tmp_path / "kernels.py"
    path.write_text(TEXT)
    kernel = load_kernel(str(path))
    kernel.lint()
    path.write_text(TEXT.replace("    if i - 1 < 0", "    if i - 2 < 0"))
    assert not kernel.lint().fixes


def test_all_files_or_none(tmp_path, monkeypatch):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(TEXT)
    report = joined([load_kernel(str(tmp_path / name)).lint() for name in ("a.py", "b.py")])

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(WaveError, match="cannot be written: No space left on device"):
        report.apply_fixes()
    monkeypatch.undo()
    assert sorted(os.listdir(tmp_path)) == ["a.py", "b.py"]
    assert all((tmp_path / name).read_text() == TEXT for name in ("a.py", "b.py"))
    (tmp_path / "b.py").write_text(TEXT + "\n")
    with pytest.raises(WaveError, match="b.py' has changed"):
        report.apply_fixes()
    assert (tmp_path / "a.py").read_text() == TEXT


def test_a_read_only_file_stays(tmp_path, monkeypatch):
    path = tmp_path / "kernels.py"
    path.write_text(TEXT)
    # Root may write what is read-only.
    monkeypatch.setattr(os, "access", lambda file, mode: False)
    with pytest.raises(WaveError, match="is read-only"):
        load_kernel(str(path)).lint().apply_fixes()
    assert path.read_text() == TEXT


def test_fixes_that_overlap_are_applied_in_turn(tmp_path):
    path = tmp_path / "kernels.py"
    path.write_text(TEXT)
    report = load_kernel(str(path)).lint()
    (first, *_), (digest,) = report[0].fix.edits, {fix.digest for fix in report.fixes}
    wider = Edit(first.file, first.line, 5, first.end_line, first.end_column, "if i == 0")
    other = LintReport((report[0], report[0].__class__(**{**vars(report[1]), "fix": Fix("", (wider,), digest)})), ())
    changes = Changes.of(other)
    assert len(changes) == 1 and len(changes.postponed) == 1
    changes.write()
    assert path.read_text() == TEXT.replace("i - 1 < 0", "i < 1")


def test_a_fix_that_leaves_its_finding_is_refused(tmp_path):
    path = tmp_path / "kernels.py"
    path.write_text(TEXT)
    report = load_kernel(str(path)).lint()
    # The first finding is at `<`; its fix changes another place, and moves the finding.
    (edit,) = report[0].fix.edits
    other = Fix(report[0].fix.description, (Edit(str(path), 1, 1, 1, 1, "# 1\n"),), report[0].fix.digest)
    assert edit.line == 8
    found = [report[0].__class__(**{**vars(report[0]), "fix": other}), report[1]]

    def lint(texts):
        return load_kernel(str(path), texts=texts).lint()

    changes, refusals = judged(Changes.of(found), found, lint)
    assert changes.fixes == (report[1].fix,)
    assert [refusal.fix for refusal in refusals] == [other] and "still report" in str(refusals[0])


def test_code_shared_by_two_kernels_is_fixed_once(tmp_path):
    path = tmp_path / "kernels.py"
    text = TEXT.replace("@wd.kernel", "@wd.func\ndef before(i: u32):\n    return i - 1 < 0\n\n\n@wd.kernel", 1).replace(
        "    if i - 1 < 0:", "    if before(i):"
    )
    again = text[text.index("@wd.kernel") :].replace("def kernel", "def again")
    path.write_text(text + "\n\n" + again)
    report = joined([kernel.lint() for kernel in load_kernels(str(path))])
    report.apply_fixes()
    assert path.read_text().count("i < 1") == 1 and path.read_text().count("wd.group_wave_count()") == 2


def test_a_notebook_has_no_file_to_change():
    linecache.cache["<cell 1>"] = (len(TEXT), None, TEXT.splitlines(keepends=True), "<cell 1>")
    cell = {}
    exec(compile(TEXT, "<cell 1>", "exec"), cell)
    report = cell["kernel"].lint()
    assert len(report.fixes) == 2 and not any(fix.is_in_file for fix in report.fixes)
    with pytest.raises(WaveError, match="<cell 1>, not in a file") as raised:
        report.apply_fixes()
    assert raised.value.id == "lint-fix" and "line 8" in raised.value.fix
    assert "fixes" not in json.loads(report.to_sarif())["runs"][0]["results"][0]


def test_json_and_sarif_have_the_fixes(tmp_path):
    path = tmp_path / "some kernels.py"
    path.write_text(TEXT)
    report = load_kernel(str(path)).lint()
    first = json.loads(report.to_json())["findings"][0]["fix"]
    edit = {"file": str(path), "line": 8, "column": 8, "end_line": 8, "end_column": 17, "replacement": "i < 1"}
    assert first == {"description": "compare the two values that are subtracted", "edits": [edit]}
    log = json.loads(report.to_sarif(str(tmp_path)))
    jsonschema.validate(log, SCHEMA)
    (fix,) = log["runs"][0]["results"][0]["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"] == {"uri": "some%20kernels.py", "uriBaseId": "SRCROOT"}
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 8, "startColumn": 8, "endLine": 8, "endColumn": 17},
            "insertedContent": {"text": "i < 1"},
        }
    ]
    # What a program makes of them is what is applied here.
    lines = path.read_text().splitlines(keepends=True)
    for one in log["runs"][0]["results"]:
        (replacement,) = one["fixes"][0]["artifactChanges"][0]["replacements"]
        region, line = replacement["deletedRegion"], lines[replacement["deletedRegion"]["startLine"] - 1]
        text = replacement["insertedContent"]["text"]
        lines[region["startLine"] - 1] = line[: region["startColumn"] - 1] + text + line[region["endColumn"] - 1 :]
    assert "".join(lines) == FIXED
