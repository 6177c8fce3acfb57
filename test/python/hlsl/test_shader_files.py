"""What is no shader is refused: files, paths and texts of other types, encodings and sizes."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import wavedialect as wd

SHADER = "RWStructuredBuffer<uint> r;\n[numthreads(8, 1, 1)]\nvoid main(uint i : SV_GroupIndex) {\n  r[i] = i;\n}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"path": 3}, "the file of `wd.hlsl` has the type int"),
        ({"path": b"shader.hlsl"}, "the file of `wd.hlsl` has the type bytes"),
        ({"path": "x" * 5000}, "takes the name of a file, got a text"),
        ({"text": 3}, "the text of `wd.hlsl` has the type int"),
        ({"text": "// \ud800"}, "line 1 has half of a surrogate pair"),
        ({"text": "\n\0"}, "line 2 has a null character"),
    ],
)
def test_other_types_are_refused(arguments, message):
    with pytest.raises(wd.WaveError, match=message):
        wd.hlsl(arguments.get("path"), text=arguments.get("text"))


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"], ids=["plain", "bom"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_lines_of_windows_and_byte_order_marks(tmp_path, start, end):
    file = tmp_path / "shader.hlsl"
    file.write_bytes(start + SHADER.encode().replace(b"\n", end))
    result = np.zeros(8, np.uint32)
    wd.hlsl(file).dispatch(1, result)
    assert result.tolist() == list(range(8))
    file.write_bytes(start + SHADER.replace("= i", "= j").encode().replace(b"\n", end))
    with pytest.raises(wd.CompileError, match=r"shader\.hlsl:4:10: use of undeclared identifier 'j'"):
        wd.hlsl(file)


def test_includes_from_another_folder_and_in_a_fork(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "b.hlsli").write_text("static const uint B = 3;\n")
    (inner / "a.hlsli").write_text('#include "b.hlsli"\n')
    (tmp_path / "shader.hlsl").write_text('#include "inner/a.hlsli"\n' + SHADER.replace("= i", "= i + B"))
    program = """
import os, sys
import numpy as np
import wavedialect as wd
child = os.fork()
result = np.zeros(8, np.uint32)
wd.hlsl(sys.argv[1]).dispatch(1, result)
assert result.tolist() == [3, 4, 5, 6, 7, 8, 9, 10]
if child:
    assert os.waitpid(child, 0)[1] == 0
"""
    file = os.path.relpath(tmp_path / "shader.hlsl", Path("/"))
    subprocess.run([sys.executable, "-c", program, file], cwd="/", check=True)
