"""Wrong command lines for shaders: messages in the words of the command line and of HLSL."""

from __future__ import annotations

import re

import numpy as np
import pytest

from wavedialect.command.wording import configurations_in_words, on_command_line

SCALE = """RWStructuredBuffer<uint> result : register(u0);
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { result[id.x] = id.x; }
"""
FIELDS = """struct Light { float3 color; float power; };
cbuffer Params : register(b0) { float scale; uint count; Light lights[2]; bool flip; };
StructuredBuffer<Light> source : register(t0);
Texture2D<float4> image : register(t1);
RWStructuredBuffer<float> result : register(u0);
RWBuffer<float4> vectors : register(u2);
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  result[id.x] = scale * lights[0].power + count + source[0].power + image[id.xy].x + flip;
  vectors[0] = 1;
}
"""
LOOSE = """StructuredBuffer<float> inputs[2] : register(t0);
RWStructuredBuffer<float> result : register(u0);
float amount;
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { result[id.x] = (inputs[0][id.x] + inputs[1][id.x]) * amount; }
"""
TWO = SCALE.replace("main", "first") + SCALE.split("\n", 1)[1].replace("main", "second")
ARRAYS = ("source=zeros:4", "image=zeros:8x8", "result=zeros:4", "vectors=zeros:4")
PARAMS = 'Params={"scale": 1, "count": 1, "lights": [{"color": [0, 0, 0], "power": 0}, {"color": [0, 0, 0], "power": 0}], "flip": false}'
#: Words of Python that no message on a shader has.
_PYTHON = re.compile(
    r"\bwd\.|\bNone\b|\bTrue\b|\bFalse\b|\btuple\b|\bdict\b|\bErrno\b|\bnp\.|wave_size|lane_order|defines=|language_version"
)


@pytest.fixture
def shaders(command, folder):
    for name, text in {"scale": SCALE, "fields": FIELDS, "loose": LOOSE, "two": TWO}.items():
        (folder / f"{name}.hlsl").write_text(text)
    np.save(folder / "wide.npy", np.zeros(4))
    np.save(folder / "ints.npy", np.zeros(4, np.int32))
    (folder / "text.npy").write_text("text")
    return command


def changed(old, new):
    return [PARAMS.replace(old, new), *ARRAYS]


def other(name, value):
    return [PARAMS, *(f"{name}={value}" if one.startswith(f"{name}=") else one for one in ARRAYS)]


WRONG = {
    "the name of a macro": (["scale.hlsl", "-D", "1X=3"], "-D 1X=3: '1X' is not a name", "write -D NAME or -D NAME=VALUE"),
    "no name of a macro": (["scale.hlsl", "-D", "=3"], "-D =3: the name is missing", "-D TILE=16"),
    "an old language": (["scale.hlsl", "-HV", "2018"], "HLSL 2018 is not supported: use 2021", "help: pass `-HV 2021`\n"),
    "an include": (["included.hlsl"], "'common.hlsl' file not found", "help: pass the folder, `-I folder`\n"),
    "several entry points": (["two.hlsl"], "several entry points", "name it: two.hlsl:first, or -E first"),
    "no name behind the colon": (["scale.hlsl:"], "'scale.hlsl:' names no kernel", "scale.hlsl:main, or scale.hlsl alone"),
    "a number below zero": (["scale.hlsl", "result=-1"], "argument 'result' has -1, out of range for uint", "from 0 to 4294967295"),
    "a full array below zero": (["scale.hlsl", "result=full:-1:8"], "argument 'result' has -1, out of range for uint", "from 0 to"),
    "a missing file": (["scale.hlsl", "result=wode.npy"], "there is no file 'wode.npy'", "did you mean result=wide.npy?"),
    "a file of another type": (["scale.hlsl", "result=wide.npy"], "'wide.npy' has elements of float64", 'array.astype("uint32")'),
    "a file of text": (["scale.hlsl", "result=text.npy"], "is not an array in NumPy's format", "NumPy's `save`"),
    "a huge array": (["scale.hlsl", "result=zeros:99999999999999"], "which needs more memory than there is", "zeros:SHAPE"),
    "another instance of the CPU": (["scale.hlsl", "result=zeros:8", "--device", "cpu:1"], "no device 'cpu:1'", "there is one, 'cpu'"),
    "an image of one axis": (["fields.hlsl", *other("image", "zeros:8")], "a texture has the shape HEIGHTxWIDTHx4", "write image=zeros:HEIGHTxWIDTH"),
    "an image of three channels": (["fields.hlsl", *other("image", "zeros:8x8x3")], "has the shape 8x8x3", "the axis of 4 numbers may be left out"),
    "vectors of three components": (["fields.hlsl", *other("vectors", "zeros:4x3")], "vectors of 4 components has the shape COUNTx4", "vectors=zeros:COUNT"),
    "structs of numbers": (["fields.hlsl", *other("source", "ints.npy")], "a buffer of Light takes structs", "('color', '<f4', (3,))"),
    "fields that are missing": (["fields.hlsl", 'Params={"scale": 1}', *ARRAYS], "no value for 'count', 'lights', 'flip'", 'Params=\'{"scale": 0.0, "count": 0'),
    "fields that are no JSON": (["fields.hlsl", "Params={scale: 1}", *ARRAYS], "is not JSON: expecting property name", 'Params=\'{"scale": 0.0'),
    "a field as an argument": (["fields.hlsl", "scale=3", *ARRAYS], "which is a field of 'Params'", 'Params=\'{"scale": 3, "count": 0'),
    "a bool": (["fields.hlsl", *changed("false", "7")], "argument 'Params.flip' is 7, expected a bool", "write true or false"),
    "an integer": (["fields.hlsl", *changed('"count": 1', '"count": 1.5')], "expected an integer for uint", "write an integer"),
    "a number": (["fields.hlsl", *changed('"scale": 1', '"scale": "x"')], "expected a number for float", "write a number"),
    "an array of resources": (["loose.hlsl", "inputs=zeros:8"], "'inputs' of kernel 'main' is an array or a struct of resources", "'inputs[0]=arange:1024' 'inputs[1]=arange:1024'"),
    "global variables in a shell": (["loose.hlsl", '={"amount": 2}'], "the shell replaces `$Globals` by nothing", "'$Globals={\"amount\": 2}', in quotes"),
    "a global variable": (["loose.hlsl", "amount=2"], "which is a field of '$Globals'", "write '$Globals={\"amount\": 2}'"),
    "missing arguments": (["loose.hlsl"], "are missing", "'$Globals={\"amount\": 0.0}'"),
}  # fmt: skip


@pytest.mark.parametrize("given, message, advice", WRONG.values(), ids=WRONG)
def test_run(given, message, advice, shaders, folder):
    (folder / "included.hlsl").write_text(f'#include "common.hlsl"\n{SCALE}')
    said = shaders("run", *given)
    assert said.exit_code == 1 and message in said.stderr and advice in said.stderr
    assert not _PYTHON.search(said.stderr)


@pytest.mark.parametrize(
    "given, message",
    [
        (["--tolerance", "-1"], "'-1' is not a number of 0 or more"),
        (["--tolerance", "x"], "'x' is not a number of 0 or more"),
        (["--most-seconds", "0"], "'0' is not a number greater than 0"),
        (["--wave-order", "backward"], "`--wave-order` is 'backward', and kernel 'main' has no pipes"),
        (["--wave-size", "33"], "does not run at `--wave-size 33`"),
        (["--select", "x"], "there is no option '--select'; `wavedialect check --help` lists the options"),
        (["--wavesize", "8"], "did you mean '--wave-size'?"),
    ],
)
def test_check(given, message, shaders):
    said = shaders("check", "scale.hlsl", "result=zeros:64", *given)
    assert said.exit_code != 0 and message in said.stderr and not _PYTHON.search(said.stderr)


@pytest.mark.parametrize(
    "given, message, advice",
    [
        (["--target", "spriv"], "", "did you mean 'spirv'?"),
        (["--target", "dx12"], "", "did you mean 'dxil'?"),
        (["--target", "vulkan"], "", "did you mean 'spirv'?"),
        (["--target", "dxil", "--wave-size", "33"], "`--wave-size 33`", "leave it out: one container serves all sizes\nmore: wavedialect explain container-wave-size --hlsl"),
        (["--target", "dxil", "--shader-model", "x"], "`--shader-model` is 'x'", "help: write `--shader-model 6.10`\n"),
        (["--target", "ptx", "--sm", "12"], "`--sm` is '12'", "write it as CUDA does: `--sm sm_12`"),
        (["--target", "ptx", "--wave-size", "64"], "`--wave-size` is 64", "or state `--wave-size 32`"),
        (["--target", "spirv", "--wave-size", "64"], "`--wave-size` is 64", "or state it in the shader, `[WaveSize(64)]`\n"),
        (["--target", "spirv", "--wave-size", "33"], "`--wave-size` is 33", "or state it in the shader\n"),
    ],
)  # fmt: skip
def test_compile(given, message, advice, shaders):
    said = shaders("compile", "scale.hlsl", *given)
    assert said.exit_code != 0 and message in said.stderr and advice in said.stderr
    assert not _PYTHON.search(said.stderr)


def test_reports_describe_runs_in_words(shaders, folder):
    (folder / "order.hlsl").write_text(SCALE.replace("= id.x", "= WaveGetLaneCount() * 100 + WaveGetLaneIndex()"))
    shown = shaders("check", "order.hlsl", "result=zeros:64").stdout
    assert "with wave size 4" in shown and not _PYTHON.search(shown)


@pytest.mark.parametrize(
    "text, words",
    [
        ("at wave_size=8; wave_size=16 and 2 more", "at wave size 8; wave size 16 and 2 more"),
        ("at wave_size=8, lane_order=shuffled:1", "at wave size 8 with lane order shuffled:1"),
        ("at wave_size=8, extra_waves=1", "at wave size 8 with 1 extra wave"),
        ('at wave_size=8, extra_waves=(2, "idle")', "at wave size 8 with 2 extra waves without lanes"),
        (
            "at wave_size=8, lane_order=tiled, groups=(4, 1, 1)",
            "at wave size 8 with lane order tiled and 4 x 1 x 1 groups",
        ),
        ("at wave_size=8, wave_order=backward", "at wave size 8 with wave order backward"),
        ("  7 | @wd.kernel(wave_size=8)", "  7 | @wd.kernel(wave_size=8)"),
    ],
)
def test_configurations(text, words):
    assert configurations_in_words(text) == words


def test_groups_as_a_function():
    text = "pass the groups as a function of the wave size, `lambda lanes: items // (1 * lanes)` or `main.dispatch_size(items)`"
    assert on_command_line(text) == "state the number of items by `--work` in place of `--groups`"


def test_the_example_of_arguments_works_in_a_shell(shaders):
    import shlex

    said = shaders("run", "loose.hlsl").stderr
    example = said.split("for instance: ")[1].strip()
    assert shaders("run", "loose.hlsl", *shlex.split(example)).exit_code == 0
