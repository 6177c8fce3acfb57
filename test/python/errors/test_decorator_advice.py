"""Mistakes in decorators and annotations: the location is the argument, and a kernel that follows the help compiles."""

from __future__ import annotations

import importlib.util
import itertools
import warnings

import pytest

import wavedialect as wd

HEAD = """import numpy as np
import wavedialect as wd
from wavedialect import f32, u32


"""
BODY = "def kernel(out: wd.RWBuffer[u32], n: u32):\n    out[wd.group_id().x] = n\n"
_count = itertools.count()


def load(tmp_path, text):
    file = tmp_path / f"decorated_{next(_count)}.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def refused(tmp_path, decorator, body=BODY, **options):
    """The error of a kernel with this decorator, in which ``§`` marks the expected place."""
    text = f"{HEAD}{decorator}\n{body}"
    before = text[: text.index("§")]
    with pytest.raises(wd.WaveError) as caught:
        load(tmp_path, text.replace("§", "")).kernel.compile(**options)
    error = caught.value
    place = before.count("\n") + 1, len(before) - before.rfind("\n")
    assert (error.line, error.column) == place, str(error)
    return error


@pytest.mark.parametrize(
    ("decorator", "id", "message"),
    [
        ("@wd.kernel(§num_waves=0)", "num-waves-zero", "num_waves must be greater than zero, got 0"),
        ("@wd.kernel(§num_waves=2.0)", "num-waves-not-integer", "`num_waves` expects an integer of 32 bits, got 2.0"),
        ("@wd.kernel(§num_threads=(8, 0))", "num-threads-zero", "num_threads must be three numbers greater than zero"),
        ("@wd.kernel(\n    §num_threads='8')", "num-threads-not-integer", "expects one to three integers of 32 bits"),
        ("@wd.kernel(num_waves=4, §wave_size=33)", "wave-size-power-of-two", "must be a power of two, got 33"),
        ("@wd.kernel(num_waves=4, §wave_size=(32, 8))", "wave-size-order", "must be less than the largest"),
        ("@wd.kernel(num_waves=4, §wave_size=(8, 16, 32))", "wave-size-preferred", "must be within the range 8..16"),
        ("@wd.kernel(§num_waves=400)", "wave-size-none", "the kernel cannot run 400 waves"),
        ("@wd.kernel(num_waves=64, §wave_size=32)", "wave-size-none", "the limit of a group is 1024"),
        ("@wd.kernel(num_waves=4, §group_shared_limit=0)", "groupshared-limit-zero", "must be greater than zero bytes"),
        ("@wd.kernel(num_waves=4, §shader_model=6.6)", "shader-model-text", "6.10 is 6.1"),
        ("@wd.kernel(num_waves=4, §stage='computer')", "stage-unknown", "unknown stage 'computer'"),
        ("@wd.kernel(§num_waves=4, stage='pixel')", "num-waves-stage", "not for pixel ones: leave it out"),
        ("@wd.kernel(§num_waves=4, stage='mesh')", "num-waves-stage", "not for mesh ones: use num_threads"),
        ("@wd.kernel(§num_threads=64, stage='pixel')", "num-threads-stage", "not for pixel: leave it out"),
        ("@wd.kernel(§num_threads=(1, 1, 65))", "num-threads-limit", "the limit is 64"),
    ],
)
def test_the_place_is_the_argument(tmp_path, decorator, id, message):
    error = refused(tmp_path, decorator, target="dxil")
    assert error.id == id and message in error.message
    assert "the kernel:" not in error.message and "wave." not in error.message


@pytest.mark.parametrize("stated", ["num_waves=2, stage='pixel'", "num_threads=64, stage='pixel'"])
def test_the_advice_of_a_stage_without_groups(tmp_path, stated):
    decorator = f"@wd.kernel(§{stated})"
    error = refused(tmp_path, decorator, target="spirv")
    assert 'stage="compute"' in error.fix and "num_threads=" not in error.fix
    followed = f"{HEAD}{decorator}\n{BODY}".replace("§", "").replace("stage='pixel'", 'stage="compute"')
    load(tmp_path, followed).kernel.compile(target="spirv")


def test_a_stage_that_is_misspelt(tmp_path):
    error = refused(tmp_path, "@wd.kernel(num_waves=4, §stage='computer')")
    assert error.fix == 'did you mean `stage="compute"`?'


def test_a_shader_model_below_the_kernel_s(tmp_path):
    decorator = '@wd.kernel(num_waves=4, §shader_model="6.10")'
    error = refused(tmp_path, decorator, target="dxil", shader_model="6.6")
    assert error.id == "shader-model-too-low" and '`shader_model="6.10"`' in error.fix
    load(tmp_path, f"{HEAD}{decorator}\n{BODY}".replace("§", "")).kernel.compile(target="dxil", shader_model="6.10")


def test_a_warning_is_at_the_argument(tmp_path):
    text = f"{HEAD}@wd.kernel(\n    num_waves=64,\n    wave_size=(4, 32),\n)\n{BODY}"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        load(tmp_path, text).kernel.compile(target="spirv")
    assert [(one.lineno, "wave size 32 is dropped" in str(one.message)) for one in caught] == [(8, True)]


def test_groupshared_memory_beyond_the_limit(tmp_path):
    body = "def kernel(out: wd.RWBuffer[f32]):\n    a = wd.groupshared(f32, 16384)\n    out[0] = a[0]\n"
    with pytest.raises(wd.CompileError) as caught:
        load(tmp_path, f"{HEAD}@wd.kernel(num_waves=4)\n{body}").kernel.compile(target="spirv")
    error = caught.value
    assert error.message.startswith("the kernel uses 65536 bytes of groupshared memory; the limit of a group is 32768")
    assert [(note, line) for note, _, line, _ in error.notes] == [("this array has 65536 bytes", 8)]
    followed = f"{HEAD}@wd.kernel(num_waves=4, group_shared_limit=65536)\n{body}"
    load(tmp_path, followed).kernel.compile(target="spirv")


@pytest.mark.parametrize(
    ("lint", "decorator", "message"),
    [
        ("numthreads-not-wave-aligned", "@wd.kernel(§num_threads=(7, 7))", "a group of 49 threads (7 x 7 x 1)"),
        ("numthreads-not-wave-aligned", "@wd.kernel(§num_threads=33)", "a group of 33 threads (33 x 1 x 1)"),
        ("numthreads-too-small", "@wd.kernel(\n    §num_threads=31)", "1 lane of each group never works"),
    ],
)
def test_lints_about_threads_are_at_the_argument(tmp_path, lint, decorator, message):
    text = f"{HEAD}{decorator}\n" + BODY.replace("wd.group_id().x", "wd.dispatch_thread_id().x")
    before = text[: text.index("§")]
    (found,) = (one for one in load(tmp_path, text.replace("§", "")).kernel.lint() if one.lint == lint)
    place = before.count("\n") + 1, len(before) - before.rfind("\n")
    assert (found.location.line, found.location.column) == place
    assert message in found.message and " 1 threads" not in str(found) and "num_threads=" in str(found).splitlines()[1]


METHOD = """class Tools:
    @wd.kernel(num_waves=4)
    def fill(self, out: wd.RWBuffer[u32]):
        out[0] = 1

kernel = Tools.fill
"""


def test_a_kernel_as_a_method(tmp_path):
    with pytest.raises(wd.CompileError) as caught:
        load(tmp_path, HEAD + METHOD).kernel.compile()
    assert caught.value.id == "parameter-type" and "`@staticmethod`" in caught.value.fix
    followed = METHOD.replace("    @wd", "    @staticmethod\n    @wd").replace("self, ", "")
    load(tmp_path, HEAD + followed).kernel.compile()


FACTORY = """from __future__ import annotations
import wavedialect as wd


def make(element, count):
    @wd.func
    def twice(value: element) -> element:
        return value + value

    @wd.kernel(num_waves=count)
    def kernel(src: wd.Buffer[element], out: wd.RWBuffer[element]):
        out[0] = twice(src[0])

    return kernel
"""


def test_a_factory_under_future_annotations(tmp_path):
    module = load(tmp_path, FACTORY)
    for element in (wd.f32, wd.u32, wd.float3):
        kernel = module.make(element, 4)
        assert list(kernel.parameters.values()) == [wd.Buffer[element], wd.RWBuffer[element]]
        kernel.compile()


def test_an_annotation_that_cannot_be_evaluated(tmp_path):
    text = FACTORY.replace("make(element, count)", "make(count)").replace(": element) -> element", ")")
    with pytest.raises(wd.CompileError) as caught:
        load(tmp_path, text).make(4).compile()
    assert caught.value.id == "parameter-type" and "name 'element' is not defined" in caught.value.message


@pytest.mark.parametrize(
    ("annotation", "advised"),
    [
        ("np.ndarray", "out: wd.RWBuffer[f32]"),
        ("wd.RWBuffer", "out: wd.RWBuffer[f32]"),
        ("float", "out: f32"),
        ("int", "out: u32"),
        ("np.float64", "out: wd.f64"),
        ("list[float]", "out: wd.Buffer[f32]"),
        ("np.ndarray[tuple[int], np.dtype[np.uint32]]", "out: wd.Buffer[f32]"),
        ("f32[:]", "wd.Buffer[f32]"),
        ("f32[:, :]", "wd.RWBuffer[f32, 2]"),
        ("u32[16]", "wd.Buffer[u32]"),
        ("wd.float3[4]", "wd.Buffer[wd.float3]"),
        ("W.StructuredBuffer[f32]", "x: wd.Buffer[wd.f32]"),
        ("W.StructuredBuffer", "x: wd.Buffer[wd.f32]"),
        ("W.RWStructuredBuffer[f32]", "out: wd.RWBuffer[wd.f32]"),
        ("wd.float4x4", "rows: wd.Buffer[wd.float4]"),
        ("wd.Buffer[np.float32]", "wd.Buffer[wd.f32]"),
        ("wd.Buffer[f32, 64]", "wd.Buffer[wd.f32]"),
        ("wd.Buffer(f32)", "src: wd.Buffer[f32]"),
        ("wd.buffer[f32]", "wd.Buffer"),
        ("wd.Array[f32]", "x: wd.Buffer[wd.f32]"),
        ("wd.uint", "wd.u32"),
        ("wd.groupshared", "out = wd.groupshared(f32, 16)"),
    ],
)
@pytest.mark.parametrize("quoted", [False, True])
def test_annotations_of_python(tmp_path, annotation, advised, quoted):
    text = HEAD + "W = wd\n\n\n@wd.kernel(num_waves=4)\ndef kernel(out: {}):\n    pass\n"
    with pytest.raises(wd.CompileError) as caught:
        load(tmp_path, text.format(f'"{annotation}"' if quoted else annotation)).kernel.compile()
    error = caught.value
    assert f"`{advised}`" in error.fix
    assert (error.line, error.column) == (text[: text.index("{}")].count("\n") + 1, len("def kernel(out: ") + 1)
    assert "python/wavedialect" not in str(error) and "inner" not in str(error)
    followed = advised.removeprefix("out: ").removeprefix("x: ").removeprefix("src: ").removeprefix("rows: ")
    if "=" not in followed and followed != "wd.Buffer":
        load(tmp_path, text.format(followed)).kernel.compile()


def test_a_quoted_name_that_is_not_defined(tmp_path):
    text = HEAD + '@wd.kernel(num_waves=4)\ndef kernel(m: "float4x4"):\n    pass\n'
    with pytest.raises(wd.CompileError) as caught:
        load(tmp_path, text).kernel.compile()
    assert caught.value.id == "parameter-type" and "there are no matrices" in caught.value.fix


@pytest.mark.parametrize("value", ["'x'", "True", "(4,)", "2.5"])
def test_helpers_state_an_integer(tmp_path, value):
    with pytest.raises(wd.WaveError, match="`num_waves` expects an integer") as caught:
        load(tmp_path, f"{HEAD}@wd.func(num_waves={value})\ndef part(v):\n    return v\n")
    assert caught.value.id == "num-waves-not-integer"


def test_two_decorators(tmp_path):
    for text in ("@wd.kernel(num_waves=4)\n@wd.func\n", "@wd.func\n@wd.kernel(num_waves=4)\n"):
        with pytest.raises(wd.WaveError, match="`kernel` is already a") as caught:
            load(tmp_path, HEAD + text + BODY)
        assert "remove" in caught.value.fix


def test_numbers_of_threads_without_a_name():
    with pytest.raises(wd.WaveError, match=r"`wd.kernel\(64, 1, 1\)` does not say") as caught:
        wd.kernel(64, 1, 1)
    assert "`num_threads=(64, 1, 1)`" in caught.value.fix
