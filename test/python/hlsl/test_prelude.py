"""The prelude of the HLSL front end: every function of the table is declared, for the types that Python accepts, and
computes what Python's computes."""

from __future__ import annotations

import re

import prelude_functions as prelude
import pytest

from wavedialect.frontends.python import std
from wavedialect.frontends.python.ops import INTRINSICS

pytestmark = pytest.mark.skipif(not prelude.WAVE_HLSL.exists(), reason="the HLSL front end is not built")
FUNCTIONS = prelude.functions()
#: The names of HLSL that are methods of a resource.
METHODS = {"GetDimensions"}


def test_every_name_of_the_table_is_declared():
    text = "\n".join(path.read_text() for path in prelude.printer.FOLDER.glob("*.hlsl"))
    parts = {name for names in re.findall(r"^//: (.*)$", text, re.MULTILINE) for name in names.split(" ")}
    macros = set(re.findall(r"#define (\w+)", text))
    names = {made.hlsl for made in INTRINSICS.values() if made.hlsl}
    names |= {getattr(std, name).library.hlsl for name in std.__all__} - {None}
    missing = names - parts - macros - METHODS
    assert all(name.startswith("SV_") for name in missing), missing


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - {"GetGroupWaveCount"}))
def test_function_computes_the_same_as_in_python(name):
    function = FUNCTIONS[name]
    text = prelude.translate(prelude.kernel(function))
    expected = prelude.in_python(function)
    assert expected or all(not trace.results for trace in function.traces.values())
    assert prelude.in_hlsl(text) == expected


@pytest.mark.parametrize("name", sorted(name for name in FUNCTIONS if name.endswith(("Barrier", "GroupSync"))))
def test_barrier_is_the_same_as_in_python(name):
    (trace,) = FUNCTIONS[name].traces.values()
    (operation,) = trace.operations
    sync = " sync" if operation.attributes["sync"] else ""
    text = prelude.translate(prelude.kernel(FUNCTIONS[name]))
    assert f"{operation.name} {operation.attributes['scope']}{sync}\n" in text


def test_group_wave_count_is_a_constant():
    text = prelude.translate(prelude.kernel(FUNCTIONS["GetGroupWaveCount"]))
    assert prelude.in_hlsl(text) == {"r0_u32_0": "(arith.constant 2 : i32)"}
