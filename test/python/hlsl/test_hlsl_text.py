"""What is said if source text is passed in the place of a file's name."""

from __future__ import annotations

import pytest

import wavedialect as wd

SHADER = "RWStructuredBuffer<uint> o;\n[numthreads(8, 1, 1)] void main(uint t : SV_GroupIndex) { o[t] = t; }\n"


@pytest.mark.parametrize("text", [SHADER, SHADER * 200, "void f() {}", "x" * 300])
def test_text_in_the_place_of_a_name(text):
    with pytest.raises(wd.WaveError, match="takes the name of a file, got a text") as raised:
        wd.hlsl(text)
    assert raised.value.fix == "write `wd.hlsl(text=...)`"
    assert len(raised.value.message) < 120


def test_a_file_that_does_not_exist(tmp_path):
    with pytest.raises(wd.WaveError, match="there is no file 'shader'") as raised:
        wd.hlsl("shader")
    assert "pass source text by name: `wd.hlsl(text=...)`" in raised.value.fix
    (tmp_path / "shader.hlsl").write_text(SHADER)
    with pytest.raises(wd.WaveError) as raised:
        wd.hlsl(tmp_path / "shadr.hlsl")
    assert raised.value.fix == f"did you mean '{tmp_path / 'shader.hlsl'}'?"
