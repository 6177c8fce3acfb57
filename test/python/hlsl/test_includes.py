"""The files that are part of the cache's key of a shader."""

from pathlib import Path

import pytest

import wavedialect as wd
from wavedialect.frontends.hlsl.includes import includes_of
from wavedialect.frontends.text_files import SourceText


def names(text: str, folder: Path, *directories: Path) -> list[str] | None:
    found = includes_of(SourceText(str(folder / "a.hlsl"), text, True), [str(one) for one in directories])
    return (
        None
        if found is None
        else [f"{Path(name).relative_to(folder)}{' *' if digest else ''}" for name, digest in found]
    )


def test_files_of_files(tmp_path):
    (tmp_path / "b.hlsli").write_text('#include <c.hlsli>\n#include "b.hlsli"')
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc/c.hlsli").write_text("int c;")
    text = '  # include "b.hlsli"\n// #include "no.hlsli"\n#if 0\n#inc\\\nlude "d.hlsli"\n#endif'
    found = names(text, tmp_path, tmp_path / "inc")
    assert found == ["b.hlsli *", "c.hlsli", "d.hlsli", "inc/b.hlsli", "inc/c.hlsli *", "inc/d.hlsli"]


def test_a_file_that_appears_changes_the_key(tmp_path):
    source = SourceText(str(tmp_path / "a.hlsl"), '#include "b.hlsli"', True)
    before = includes_of(source, [])
    (tmp_path / "b.hlsli").write_text("")
    assert includes_of(source, []) != before


def test_computed_names_are_not_known(tmp_path):
    assert names("#include NAME", tmp_path) is None


def test_a_folder_that_does_not_exist(tmp_path):
    text = "RWBuffer<uint> result;\n[numthreads(32, 1, 1)] void main(uint t : SV_GroupIndex) { result[t] = t; }"
    with pytest.warns(wd.WaveWarning, match="which is not a folder") as warned:
        wd.hlsl(text=text, include=[tmp_path, tmp_path / "nowhere"])
    assert len(warned) == 1 and warned[0].filename == __file__
