"""Messages about the arguments of a launch of a shader: they name resources as the shader does, and types as HLSL does;
the fixes are valid Python."""

from __future__ import annotations

import ast
import re

import numpy as np
import pytest

import wavedialect as wd

ARRAYS = """
StructuredBuffer<float> x[2];
RWStructuredBuffer<float> y[2];
cbuffer Params { float scale; uint n; };
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) {
  y[0][i] = x[0][i] * scale;
  y[1][i] = x[1][i] * n;
}
"""

MANY = """
struct Particle { float3 place; uint id; };
AppendStructuredBuffer<Particle> list;
RWBuffer<uint4> v;
Texture2D<float4> image;
RWByteAddressBuffer bytes;
float gain;
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) {
  Particle p = {gain.xxx, i};
  list.Append(p);
  v[i] = uint4(image[uint2(0, 0)]);
  bytes.Store(4 * i, i);
}
"""

#: Names of types that only kernels in Python have.
_PYTHON = re.compile(r"\b[iuf](?:8|16|32|64)\b|\bwd\.(?!array)|\w+\[\w+\] takes|annotation|Buffer\[")


def floats(count=8):
    return np.zeros(count, np.float32)


CONSTANTS = {"scale": 1.0, "n": 2}


def pairs():
    return [floats(), floats()]


def refused(kernel, *arguments, **named):
    """The text of the error. The code of its help is Python."""
    with pytest.raises(wd.WaveError) as caught:
        kernel.dispatch(*arguments, **named)
    text = str(caught.value)
    assert not _PYTHON.search(text)
    for code in re.findall(r"`([^`]+)`", text.partition("\nhelp: ")[2]):
        if code.startswith("Texture"):
            continue
        # Arguments of a call, such as `x=[...]`.
        ast.parse(f"f({code})" if re.match(r"\*\*|\w+=", code) else code)
    return text


@pytest.mark.parametrize(
    ("arguments", "message", "fix"),
    [
        ((pairs(), [floats()], CONSTANTS), "argument 'y' lacks the element 1", "`y=[..., ...]`"),
        ((pairs(), pairs()), "takes 3 arguments (x, y, Params), got 2", "pass `Params`, too"),
        ((CONSTANTS, pairs(), pairs()), "argument 'x' is {'scale': 1.0, 'n': 2}, expected a list", "`x=[..., ...]`"),
        ((np.zeros((2, 8), np.float32), pairs(), CONSTANTS), "'x' is an array of shape (2, 8), expected a list", "x=["),
        ((None, pairs(), CONSTANTS), "argument 'x' is None, expected a list of its elements", "x=["),
        ((pairs(), pairs(), CONSTANTS, 3), "takes 3 arguments (x, y, Params), got 4", "one value per parameter"),
        ((1, 1, pairs(), pairs(), CONSTANTS), "got 5", "`main.dispatch((x, y, z), ...)`"),
        (
            ([floats(), np.zeros(8)], pairs(), CONSTANTS),
            "'x[1]' has dtype float64, but a buffer of float takes",
            "x[1].",
        ),
        ((pairs(), pairs(), {"scale": "a", "n": 2}), "'Params.scale' is 'a', expected a number for float", "a float"),
        ((pairs(), pairs(), {"scale": 1, "n": -2}), "'Params.n' is -2, out of range for uint", "uint goes from 0"),
        ((pairs(), pairs(), [1.0, 2]), "argument 'Params' is a list, expected the values", '"scale": ...'),
    ],
)
def test_arguments_by_position(arguments, message, fix):
    text = refused(wd.hlsl(text=ARRAYS), 1, *arguments)
    assert message in text and fix in text


def test_arrays_in_the_place_of_the_groups():
    assert "the first argument of a dispatch" in refused(wd.hlsl(text=ARRAYS), pairs(), pairs(), CONSTANTS)


@pytest.mark.parametrize(
    ("named", "message", "fix"),
    [
        ({"list.counter": None}, "lacks the argument `list.counter`", '`**{"list.counter": np.zeros(1, np.uint32)}`'),
        ({"$Globals": None}, "lacks the argument `$Globals`", '`**{"$Globals": {"gain": ...}}`'),
        ({"gain": 1.0}, "takes no `gain`, which is a field of `$Globals`", '`**{"$Globals": {"gain": ...}}`'),
        ({"missing": 1.0}, "takes no `missing`", '"list.counter": np.zeros(1, np.uint32)'),
        ({"list.counter": 0}, "'list.counter' is an int, expected an array of uint32", "`np.zeros(1, np.uint32)`"),
        ({"list.counter": [0]}, "'list.counter' is a list", "np.ascontiguousarray(list_counter, np.uint32)"),
        ({"list": floats()}, "has another layout than Particle", 'kernel.parameters["list"].element.dtype'),
        ({"v": np.zeros(7, np.uint32)}, "a buffer of uint4 has elements of 4 components", "whose last axis is 4"),
        (
            {"image": np.zeros((2, 2), np.float32)},
            "a texture of float4 is an image",
            "declare it as `Texture2D<float>`",
        ),
        ({"bytes": np.zeros(32, np.uint8)}, "a buffer of uint takes uint32", "`bytes.view(np.uint32)`"),
    ],
)
def test_arguments_by_name(named, message, fix):
    kernel = wd.hlsl(text=MANY)
    given = {
        "list": np.zeros(8, kernel.parameters["list"].element.dtype),
        "v": np.zeros((8, 4), np.uint32),
        "image": np.zeros((2, 2, 4), np.float32),
        "bytes": np.zeros(8, np.uint32),
        "$Globals": {"gain": 1.0},
        "list.counter": np.zeros(1, np.uint32),
    }
    given = {name: value for name, value in {**given, **named}.items() if value is not None}
    text = refused(kernel, 1, **given)
    assert message in text and fix in text


@pytest.mark.parametrize(
    ("named", "message", "fix"),
    [
        ({"num_waves": 3}, "takes no `num_waves`: the shader states the size of a group", "`[numWaves(3)]`"),
        ({"block": 64}, "takes no `block`: the shader states the size of a group", "`[numthreads(64)]`"),
        ({"group_shared_limit": 65536}, "takes no `group_shared_limit`", "a shader has at most 32768 bytes"),
        ({"stage": "compute"}, "takes no `stage`", "the profile states it"),
    ],
)
def test_what_a_shader_states(named, message, fix):
    with pytest.raises(wd.LaunchError) as caught:
        wd.hlsl(text=ARRAYS).dispatch(1, pairs(), pairs(), CONSTANTS, **named)
    assert message in str(caught.value) and fix in str(caught.value)


def test_a_macro_without_a_value():
    with pytest.raises(wd.WaveError, match="the macro `N` has no value"):
        wd.hlsl(text=ARRAYS, defines={"N": None})


def test_the_limit_of_groupshared_memory():
    text = "groupshared float big[10000]; RWBuffer<float> o;\n"
    text += "[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { big[i] = i; o[i] = big[7 - i]; }"
    with pytest.raises(wd.CompileError) as caught:
        wd.hlsl(text=text).dispatch(1, floats())
    assert "the limit of a group is 32768: use less [groupshared-limit]" in str(caught.value)
    assert "group_shared_limit" not in str(caught.value)


@pytest.mark.parametrize("name", ["vulkan:", "cuda:", "vulkan: "])
def test_a_device_without_an_index(name):
    with pytest.raises(wd.DeviceError, match="names no device: nothing follows the colon"):
        wd.hlsl(text=ARRAYS).dispatch(1, pairs(), pairs(), CONSTANTS, device=name)


HELP = re.compile(
    r"\bwd\.|\b[iuf](?:8|16|32|64)\b|group_uniform|_limit=|decorator|np\.|annotation|Python number|stage="
)


def test_help_of_errors_in_hlsl():
    """Errors that the HLSL front end and the compiler report for shaders."""
    from wavedialect.frontends.languages import LANGUAGES

    ids = """
        array-not-constant atomic-element atomic-memory atomic-type barrier-condition barrier-divergent barrier-flags
        barrier-unknown cluster-size dispatch-mesh-divergent dispatch-mesh-last dispatch-mesh-payload dispatch-mesh-place
        dispatch-mesh-stage dispatch-mesh-unknown endless-loop groupshared-empty groupshared-limit
        groupshared-not-constant image-channels image-coordinate image-element inlined-size
        local-array-limit local-array-not-constant lookup-table loop-step num-threads-limit num-threads-stage
        num-waves-stage read-only-buffer recursion reduce-arithmetic-of-bool reduce-bits-of-float reverse-bits-type
        shader-model-text stage-target thread-id-under-num-waves wave-size-range
    """
    wrong = {id: help for id in ids.split() if HELP.search(help := LANGUAGES["hlsl"].help_of(id))}
    assert not wrong
