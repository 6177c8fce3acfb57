"""Reports on shaders have HLSL's names: those of functions, types and attributes."""

from __future__ import annotations

import json
import re

import pytest

from wavedialect.explanations import CODE, rules
from wavedialect.frontends.hlsl.spelling import for_older_models, is_of_python
from wavedialect.frontends.languages import LANGUAGES
from wavedialect.frontends.python.ops import INTRINSICS

HLSL = LANGUAGES["hlsl"]
#: Words that only Python kernels have.
_PYTHON = re.compile(r"\bwd\.|@wd|\bdef |\bnum_waves\b|\bnum_threads\b|\b[iuf](?:16|32|64)\(|\belif\b")
SHADER = """RWStructuredBuffer<uint> data : register(u0);
groupshared uint flag;
[numthreads(128, 1, 1)]
void main(uint t : SV_GroupIndex) {
  if (WaveGetLaneIndex() == 31)
    data[1] = 1;
  data[GetGroupWaveIndex() * 32 + WaveGetLaneIndex()] = t;
  if (WaveIsFirstLane())
    flag = t;
}
"""


def test_help_of_what_the_compiler_finds():
    for page in rules().values():
        if set(page.severities) & {"compiler", "checker", "lint"} and page.language != "Python":
            assert not _PYTHON.search(HLSL.help_of(page.id)), (page.id, HLSL.help_of(page.id))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("compare it, or state wave_size(32)", "compare it, or state `[WaveSize(32)]`"),
        ("state the one wave_size", "state the one `WaveSize`"),
        ("states both num_waves and num_threads", "states both `numWaves` and `numthreads`"),
    ],
)
def test_attributes_in_findings(text, shown):
    assert HLSL.finding(text) == shown


def test_pages_have_the_names_of_functions_and_types():
    assert HLSL.page("`group_wave_index() * u32(4)` is a u32") == "`GetGroupWaveIndex() * uint(4)` is a uint"
    assert HLSL.page("an `i32` in `#wave.binding<srv, f32>`") == "an `int` in `#wave.binding<srv, f32>`"


def test_lints_and_findings_before_model_10(command, folder):
    (folder / "shader.hlsl").write_text(SHADER)
    for profile, is_older in (((), True), (("-T", "cs_6_8"), True), (("-T", "cs_6_10"), False)):
        linted = command("lint", "shader.hlsl", *profile).stdout
        assert "or state `[WaveSize(32)]`" in linted and "wave_size" not in linted
        assert ("from Shader Model 6.10 on: before, let the first lane" in linted) is is_older
        checked = command("check", "shader.hlsl", *profile, "data=zeros:128", "--wave-size", "32").stdout
        assert "`if (GetGroupWaveIndex() == 0)`" in checked
        assert ("let the thread with `SV_GroupIndex` 0 do it" in checked) is is_older


def test_other_advice_is_unchanged():
    assert for_older_models("use `WaveGetLaneIndex`") == "use `WaveGetLaneIndex`"


def test_explain_for_shaders(command, folder):
    shown = command("explain", "wave-count-by-division", "--hlsl").stdout
    assert not _PYTHON.search(shown) and "wave < GetGroupWaveCount(); ++wave)" in shown
    (folder / "wrong.hlsl").write_text("[numthreads(32, 1, 1)] void main() {\n  a = 1;\n}\n")
    assert command("compile", "wrong.hlsl").stderr.endswith("more: wavedialect explain hlsl-type --hlsl\n")


def test_rules_about_functions_of_python_say_so():
    for page in rules().values():
        is_about = is_of_python(page.rule) or (is_of_python(page.help) and not page.hlsl_help)
        assert page.language == "Python" or not is_about or page.bad.hlsl, page.id
        assert not (page.language == "Python" and (page.bad.hlsl or page.hlsl_help)), page.id


def test_no_page_for_shaders_has_a_name_of_python(command):
    functions = "|".join(name for name in INTRINSICS if "_" in name)
    named = re.compile(rf"(?<![.\w])(?:{functions}|num_waves|num_threads|wave_size)\b|\bwd\.|SV_\w+\(\)")
    of_python = set()
    for name in rules():
        page = json.loads(command("explain", name, "--hlsl", "--json").stdout)
        if "Shaders do not have this" in page["why"]:
            of_python.add(name)
            continue
        texts = [page[part] for part in ("rule", "help", "why", "options", "related")]
        texts += [CODE.sub("", page[part]["text"]) for part in ("bad", "good")]
        kept = [code for text in texts for code in re.findall(r"`[^`\n]+`|\bwd\.\w+", text) if named.search(code)]
        assert not kept, (name, kept)
    assert {"pipe-order", "group-uniform", "not-static"} <= of_python and not of_python & {"barrier-unknown", "race"}
    assert len(of_python) < 45


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("the words of `wave_match`", "the words of `WaveMatch`"),
        ("`group_memory_barrier` has a form `_with_group_sync`", "`GroupMemoryBarrier` has a form `WithGroupSync`"),
        ("the load at `wd.group_id().x`", "the load at `SV_GroupID.x`"),
        ("it states `wave_size(32, 64)`", "it states `[WaveSize(32, 64)]`"),
        ("One is kept. State it with `wd.group_uniform(x)`.", "One is kept."),
        ("`wave.image_size` of MLIR", "`wave.image_size` of MLIR"),
    ],
)
def test_pages_of_shaders(text, shown):
    assert HLSL.page(text) == shown
