"""``wavedialect run`` and ``check``: arguments, results, files, times."""

from __future__ import annotations

import json

import numpy as np
import pytest

SCALE = ("kernels.py:scale", "x=arange:1024", "out=zeros:1024", "n=1024", "factor=2.5")
SHADE = ("kernels.py:shade", "points=full:2:64", "image=zeros:8x8", "on=true", "light=1,0,1", "hits=zeros:8")


def facts_of(result) -> dict:
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


# --- Results -----------------------------------------------------------------


@pytest.mark.parametrize("device, size", [("cpu", 16), ("cpu", 64), ("interpreter", 8)])
def test_a_kernel_runs(command, device, size):
    facts = facts_of(command("run", *SCALE, "--groups", "4", "--device", device, "--wave-size", size, "--json"))
    lanes = 4 * 2 * size
    assert facts["device"] == device and facts["wave_size"] == size and facts["groups"] == [4, 1, 1]
    # The first element stays 0.
    assert facts["arrays"]["out"] == {
        "type": "RWBuffer[f32]",
        "shape": [1024],
        "changed": lanes - 1,
        "first": [0.0, 2.5, 5.0, 7.5, 10.0, 12.5, 15.0, 17.5],
    }
    assert facts["arrays"]["x"]["changed"] == 0
    assert facts["elapsed_ns"] > 0


def test_the_table(command):
    said = command("run", *SCALE, "--groups", "4", "--wave-size", "16").stdout.splitlines()
    assert said[0].startswith("scale on cpu: ")
    assert said[1].startswith("4 groups of 2 waves of 16 lanes: 128 in all; first launch ")
    assert said[4].split(maxsplit=6) == [
        "out",
        "RWBuffer[f32]",
        "1024",
        "127",
        "of",
        "1,024",
        "0 2.5 5 7.5 10 12.5 15 17.5 ...",
    ]


def test_groups_for_some_work(command):
    result = command("run", *SCALE, "--work", "1000", "--wave-size", "64")
    assert "8 groups of 128 lanes for 1000 items at wave size 64: 24 of 1024 lanes are without work" in result.stdout
    facts = facts_of(command("run", *SCALE, "--work", "1000", "--wave-size", "64", "--json"))
    assert facts["groups"] == [8, 1, 1] and facts["arrays"]["out"]["changed"] == 1023
    facts = facts_of(command("run", *SHADE, "--work", "32x8", "--tile", "16,8", "--json"))
    assert facts["groups"] == [2, 1, 1]


def test_vectors_and_images(command):
    facts = facts_of(command("run", *SHADE, "--json"))
    # dot((2, 2, 2), (1, 0, 1)) * 0.5
    assert facts["arrays"]["image"]["first"] == [2.0] * 8 and facts["arrays"]["image"]["shape"] == [8, 8]
    assert facts["arrays"]["points"]["shape"] == [64, 3]
    assert facts["arrays"]["hits"]["first"] == [8] * 8


def test_every_type(command):
    facts = facts_of(
        command(
            "run",
            "kernels.py:kinds",
            "a=ones:4",
            "b=0,0",
            "c=true,0".replace("true", "1"),
            "d=full:0.5:2x2",
            "e=0x10",
            "--json",
        )
    )
    assert facts["arrays"]["d"]["shape"] == [2, 2, 4]
    assert facts["arrays"]["b"]["first"] == [17, 0]


def test_random_numbers_are_the_same_again(command):
    def first(seed: str) -> list[float]:
        return facts_of(command("run", *SCALE[:1], f"x=random:1024{seed}", *SCALE[2:], "--json"))["arrays"]["x"][
            "first"
        ]

    assert first("") == first("") == first(":0") != first(":1")
    assert all(0 <= number < 1 for number in first(":7"))
    whole = facts_of(command("run", "kernels.py:total", "x=random:64", "out=0", "--wave-size", "16", "--json"))
    assert all(0 <= number < 100 for number in whole["arrays"]["x"]["first"])


ROWS = """import wavedialect as wd
from wavedialect import f32


@wd.kernel(num_waves=1)
def turn(points: wd.Buffer[wd.float2, 2], out: wd.RWBuffer[f32, 2]):
    y, x = wd.group_id().x, wd.wave_lane_index()
    out[x, y] = points[y, x].y
"""


def test_arrays_of_two_dimensions(command, folder):
    (folder / "rows.py").write_text(ROWS)
    arguments = ("rows.py:turn", "points=arange:3x4", "out=zeros:4x3", "--groups", "3", "--wave-size", "8")
    facts = facts_of(command("run", *arguments, "--json"))
    assert facts["arrays"]["out"]["shape"] == [4, 3] and facts["arrays"]["out"]["type"] == "RWBuffer[f32, 2]"
    assert facts["arrays"]["out"]["first"] == [1, 9, 17, 3, 11, 19, 5, 13]
    assert facts_of(command("run", "rows.py:turn", "points=1,2,3,4", "out=0,0", "--json"))["arrays"]["out"][
        "shape"
    ] == [1, 2]
    result = command("run", "rows.py:turn", "points=arange:12", "out=zeros:4x3")
    assert result.exit_code == 1 and "has shape (12,)" in result.stderr and "(height, width, 2)" in result.stderr
    result = command("run", "rows.py:turn")
    assert "for instance: points=arange:64x64 out=zeros:64x64" in result.stderr
    assert "index 4 of dimension 1 of buffer `points`" in command("check", *arguments).stdout


def test_structs(command, folder):
    text = """
import wavedialect as wd
from wavedialect import f32, u32

@wd.struct
class Cell:
    place: wd.float3
    weights: (f32, 2)
    hits: u32

@wd.kernel(num_threads=4)
def hit(cells: wd.RWBuffer[Cell]):
    cells[wd.dispatch_thread_id().x].hits = 2
"""
    (folder / "cells.py").write_text(text)
    assert "'hits': 2}" in command("run", "cells.py:hit", "cells=zeros:8", "--groups", "1").output
    facts = facts_of(command("run", "cells.py:hit", "cells=zeros:8", "--groups", "1", "--json"))["arrays"]["cells"]
    assert facts["changed"] == 4
    assert facts["first"][0] == {"place": [0.0, 0.0, 0.0], "weights": [0.0, 0.0], "hits": 2}


def test_files_in_and_out(command, folder):
    x = np.linspace(0, 1, 1024, dtype=np.float32)
    np.save("x.npy", x)
    result = command("run", "kernels.py:scale", "x=x.npy", "out=zeros:1024", "n=1024", "factor=3", "--work", "1024",
                     "--save", "out=results/out.npy")  # fmt: skip
    assert result.exit_code == 0 and "out is in results/out.npy" in result.stdout
    np.testing.assert_array_equal(np.load("results/out.npy"), x * np.float32(3))


def test_repeat_shows_times_and_keeps_the_first_result(command):
    facts = facts_of(
        command("run", "kernels.py:total", "x=ones:64", "out=0", "--wave-size", "16", "--repeat", "3", "--json")
    )
    assert facts["arrays"]["out"]["first"] == [64]
    for where in ("device", "host"):
        times = facts["times_ns"][where]
        assert 0 < times["least"] <= times["median"] <= times["greatest"]
    assert "3 launches" in command("run", *SCALE, "--repeat", "3").stdout


def test_check(command):
    result = command("run", *SCALE, "--check")
    assert result.exit_code == 0 and "nothing undefined was found" in result.stdout
    result = command("run", "kernels.py:racy", "out=0", "--check")
    assert result.exit_code == 1 and "[race]" in result.stderr and result.stdout == ""


def test_check_at_every_size(command):
    result = command("check", *SCALE, "--work", "1024")
    assert result.exit_code == 0 and "nothing found in" in result.stdout
    result = command("check", "kernels.py:racy", "out=0")
    assert result.exit_code == 1 and "[race]" in result.stdout
    result = command("check", "kernels.py:racy", "out=0", "--wave-size", "8", "--wave-size", "16")
    assert "wave size 8; wave size 16" in result.stdout


def test_count(command):
    result = command("run", *SCALE, "--groups", "4", "--wave-size", "16", "--count")
    assert result.exit_code == 0 and "4 groups, 8 waves, 128 lanes with a thread" in result.stdout


# --- Mistakes ----------------------------------------------------------------

PARAMETERS = """its parameters are
  x: Buffer[f32]
  out: RWBuffer[f32]
  n: u32
  factor: f32
for instance: x=arange:1024 out=zeros:1024 n=1024 factor=1.0"""


def changed(**arguments: str | None) -> list[str]:
    """The arguments of ``scale`` with some others; None leaves one out."""
    given = dict(argument.split("=", 1) for argument in SCALE[1:]) | arguments
    return [f"{name}={value}" for name, value in given.items() if value is not None]


@pytest.mark.parametrize(
    "arguments, message, fix",
    [
        ([], "kernel 'scale': the arguments x, out, n, factor are missing", PARAMETERS),
        (changed(n=None), "kernel 'scale': argument 'n' is missing", PARAMETERS),
        (changed(facter="1"), "kernel 'scale' has no parameter 'facter'", "did you mean `factor`?"),
        (changed(y="1"), "kernel 'scale' has no parameter 'y'", PARAMETERS),
        ([*SCALE[1:], "n=1"], "argument 'n' is given twice", "leave one out"),
        ([*SCALE[1:], "1024"], "'1024' is not an argument", "write NAME=VALUE; " + PARAMETERS),
        (changed(n="many"), "argument 'n' is 'many', which is not a number of u32", "write a number: n=1024"),
        (changed(n="1.5"), "argument 'n' is '1.5', which is not a number of u32", "write a number: n=1024"),
        (changed(n="-1"), "argument 'n' is -1, out of range for u32", "u32 goes from 0 to 4294967295"),
        (changed(factor="1e99"), "argument 'factor' is 1e+99, out of range for f32", "f32 ends at 3.40282e+38"),
        (changed(x="blob"), "argument 'x' is 'blob', and Buffer[f32] takes an array", "x=zeros:SHAPE"),
        (changed(x="zeros:many"), "argument 'x' is 'zeros:many', and 'many' is not a shape", "x=zeros:64x32"),
        (changed(x="zeros:-4"), "argument 'x' is 'zeros:-4', and '-4' is not a shape", "x=zeros:64x32"),
        (changed(x="random:8:now"), "the seed 'now' is not an integer of 0 or more", "SEED is an integer, such as in x=random:1024:7"),
        (changed(x="ramp:512"), "Buffer[f32] takes an array: there is no form 'ramp:'", "x=arange:SHAPE         0, 1, 2"),
        (changed(x="range:512"), "there is no form 'range:'", "did you mean x=arange:512? The forms are"),
        (changed(x="full:a:512"), "argument 'x' is 'full:a:512', and 'a' is not a number", "x=full:VALUE:SHAPE"),
        (changed(x="full:2:"), "argument 'x' is 'full:2:', and its shape is missing", "x=full:VALUE:SHAPE"),
        (changed(x="random:512:x"), "and the seed 'x' is not an integer of 0 or more", "x=random:1024:7"),
        (changed(x="random:512:-1"), "and the seed '-1' is not an integer of 0 or more", "x=random:1024:7"),
        (changed(x="full:512"), "argument 'x' is 'full:512', which has one part of VALUE:SHAPE", "x=full:VALUE:SHAPE, for instance x=full:2:1024"),
        (changed(x="none.npy"), "there is no file 'none.npy'", "write it by NumPy's `save`"),
        (changed(x="kernels.npy"), "'kernels.npy' is not an array in NumPy's format", "write it by NumPy's `save`"),
        (changed(x="wide.npy"), "'wide.npy' has elements of float64, and Buffer[f32] takes float32", 'numpy.save("wide.npy", array.astype("float32"))'),
        (changed(x="zeros:99999999999999"), "argument 'x' is 'zeros:99999999999999'", "x=zeros:1024"),
    ],
)  # fmt: skip
def test_wrong_arguments(command, folder, arguments, message, fix):
    np.save("wide.npy", np.zeros(4))
    (folder / "kernels.npy").write_bytes(b"no array")
    result = command("run", "kernels.py:scale", *arguments)
    assert result.exit_code == 1 and result.stdout == ""
    assert f"error: {message}" in result.stderr or message in result.stderr.splitlines()[1], result.stderr
    assert fix in result.stderr, result.stderr


def test_wrong_arguments_of_a_shader(command, folder):
    (folder / "twice.hlsl").write_text(
        "StructuredBuffer<float> Src;\nRWStructuredBuffer<float> Dst;\n"
        "[numthreads(32, 1, 1)] void main(uint t : SV_GroupIndex) { Dst[t] = 2 * Src[t]; }\n"
    )
    result = command("run", "twice.hlsl", "Src=ramp:512", "Dst=zeros:32")
    assert (
        "argument 'Src' is 'ramp:512', and a buffer of float takes an array: there is no form 'ramp:'" in result.stderr
    )
    assert '{"a": 1}' not in result.stderr and "SHAPE is 1024" in result.stderr
    result = command("run", "twice.hlsl", "Src=full:x:32", "Dst=zeros:32")
    assert "argument 'Src' is 'full:x:32', and 'x' is not a number\n" in result.stderr


def test_wrong_images_and_vectors(command):
    result = command("run", *SHADE[:2], "image=zeros:64", *SHADE[3:])
    assert result.exit_code == 1 and "has the shape 64, and a texture has the shape HEIGHTxWIDTH" in result.stderr
    result = command("run", *SHADE[:4], "light=1,2", SHADE[5])
    assert result.exit_code == 1 and "argument 'light' has 2 components, float3 has 3" in result.stderr
    result = command("run", *SHADE[:3], "on=perhaps", *SHADE[4:])
    assert result.exit_code == 1 and "help: write true or false" in result.stderr
    result = command("run", SHADE[0], "points=1,2,3,4", *SHADE[2:])
    assert result.exit_code == 1 and "float3] takes 3 an element" in result.stderr


PARAMS = """
import wavedialect as wd
from wavedialect import f32, u32


@wd.struct
class Params:
    size: u32
    scale: wd.float2
    on: bool


@wd.kernel(num_waves=1)
def scaled(out: wd.RWBuffer[f32], p: Params):
    if p.on and wd.wave_lane_index() < p.size:
        out[wd.wave_lane_index()] = p.scale.y
"""


def test_structs_as_parameters(command, folder):
    (folder / "params.py").write_text(PARAMS)
    facts = facts_of(command("run", "params.py:scaled", "out=zeros:4", "p=2,1.0,0.5,true", "--json"))
    assert facts["arrays"]["out"]["first"] == [0.5, 0.5, 0, 0]
    result = command("run", "params.py:scaled", "out=zeros:4")
    assert "  p: Params" in result.stderr and "for instance: out=zeros:1024 p=1024,1.0,1.0,true" in result.stderr
    result = command("run", "params.py:scaled", "out=zeros:4", "p=2")
    assert result.exit_code == 1 and "argument 'p' has 1 number, and a Params has 4" in result.stderr
    result = command("run", "params.py:scaled", "out=zeros:4", "p=2,1.0,x,true")
    assert result.exit_code == 1 and "argument 'p.scale' is 'x', which is not a number of f32" in result.stderr


def test_unknown_devices(command):
    result = command("run", *SCALE, "--device", "gpu")
    assert result.exit_code == 1 and "error: there is no device 'gpu'" in result.stderr
    assert "the names of GPUs begin with 'vulkan' and 'cuda'" in result.stderr
    assert "did you mean 'cuda:1'?" in command("run", *SCALE, "--device", "CUDA:1").stderr
    result = command("run", *SCALE, "--wave-size", "7")
    assert result.exit_code == 1 and "its wave sizes are 4, 8, 16, 32, 64, 128" in result.stderr


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--groups", "-1"], "'-1' is not one to three numbers of 0 or more"),
        (["--groups", "1,2,3,4"], "is not one to three numbers of 0 or more"),
        (["--work", "4", "--tile", "0"], "'0' is not one to three numbers of 1 or more"),
        (["--groups", "4", "--work", "4"], "--groups and --work say the same"),
        (["--tile", "4"], "--tile divides what --work names"),
        (["--repeat", "0"], "0 is not in the range x>=1"),
        (["--repeat", "2", "--check"], "--repeat is for times"),
        (["--count", "--check"], "leave one out"),
        (["--count", "--device", "vulkan"], "--count runs on the CPU"),
    ],
)
def test_usage_of_run(command, arguments, said):
    result = command("run", *SCALE, *arguments)
    assert result.exit_code == 2 and said in result.stderr


def test_arrays_that_cannot_be_saved(command, folder):
    result = command("run", *SCALE, "--save", "result=x.npy")
    assert result.exit_code == 1 and "help: its arrays are x, out" in result.stderr
    result = command("run", *SCALE, "--save", "out")
    assert result.exit_code == 1 and "--save takes NAME=FILE.npy" in result.stderr
    result = command("run", *SCALE, "--save", "out=out.png")
    assert result.exit_code == 1 and "--save writes files for NumPy, got 'out=out.png'" in result.stderr
    assert "`--save out=out.npy`" in result.stderr and not (folder / "out.png").exists()
    result = command("run", *SCALE, "--save", "out=kernels.py/out.npy")
    assert result.exit_code == 1 and "cannot be written" in result.stderr


def test_an_amplification_kernel(command, folder):
    text = """import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1, stage="amplification")
def cull(sizes: wd.Buffer[u32]):
    wd.dispatch_mesh(sizes[wd.group_id().x], 2, 1)
"""
    (folder / "mesh.py").write_text(text)
    result = command("run", "mesh.py", "sizes=3,0,1", "--groups", "3")
    assert result.exit_code == 0, result.stderr
    assert "8 mesh groups are launched, by 2 of 3 groups\n" in result.stdout
    facts = facts_of(command("run", "mesh.py", "sizes=3,0,1", "--groups", "3", "--json"))
    assert facts["mesh"] == {"groups": 3, "launched": 8, "by": 2, "payload": None}


# --- Long runs ---------------------------------------------------------------

ENDLESS = """RWStructuredBuffer<uint> data;
[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex) {
  uint n = data[t];
  while (n < 3)
    data[t] += 1;
}
"""


@pytest.mark.parametrize("device", ["cpu", "interpreter"])
def test_an_endless_loop_is_stopped(command, folder, device, monkeypatch):
    from wavedialect.command import run_limit

    monkeypatch.setattr(run_limit, "_TOLD_SECONDS", 0.1)
    (folder / "endless.hlsl").write_text(ENDLESS)
    ran = command("run", "endless.hlsl", "data=zeros:32", "--device", device, "--most-seconds", "0.7")
    assert ran.exit_code == 1 and "error: kernel 'main' has not ended within 0.7 s" in ran.stderr
    assert "note: main has run for 0.1 s and may have a loop that does not end: stop it by Ctrl-C" in ran.stderr


def test_a_limit_that_is_not_reached(command, folder):
    (folder / "short.hlsl").write_text(ENDLESS)
    ran = command("run", "short.hlsl", "data=full:3:32", "--most-seconds", "60")
    assert ran.exit_code == 0 and "note: main has run" not in ran.stderr
    assert command("run", "short.hlsl", "data=full:3:32", "--most-seconds", "0").exit_code == 2
