"""What ``compile(target="dxil")`` takes, and what it says of values that it does not take."""

from __future__ import annotations

import pytest

import wavedialect as wd
from wavedialect import u32
from wavedialect.ir.shader_models import SHADER_MODELS


@wd.kernel(num_waves=2, wave_size=(16, 64))
def waves(out: wd.RWBuffer[u32]):
    out[wd.group_wave_index()] = wd.wave_lane_count()


@wd.kernel(num_threads=64)
def threads(out: wd.RWBuffer[u32]):
    out[0] = u32(1)


@wd.kernel(num_threads=64, wave_size=(8, 32))
def threads_of_sizes(out: wd.RWBuffer[u32]):
    out[0] = u32(1)


def refuse(kernel: wd.Kernel, id: str | None, text: str, **options) -> None:
    with pytest.raises(wd.WaveError) as caught:
        kernel.compile(target="dxil", **options)
    assert (caught.value.id, str(caught.value)) == (id, text)


@pytest.mark.parametrize(
    ("value", "shown", "meant"),
    [
        (6.6, "6.6, and as a number 6.10 is 6.1", "6.6"),
        (6.10, "6.1, and as a number 6.10 is 6.1", "6.10"),
        (6, "6", "6.10"),
        (True, "True", "6.10"),
        ("6", "'6'", "6.10"),
        ("", "''", "6.10"),
        ("6.", "'6.'", "6.10"),
        ("6.1x", "'6.1x'", "6.1"),
        (" 6.6", "' 6.6'", "6.6"),
        ("6_7", "'6_7'", "6.7"),
        ("cs_6_6", "'cs_6_6'", "6.6"),
        ("cs_7_1", "'cs_7_1'", "6.10"),
        ("٦.٦", "'٦.٦'", "6.10"),
        ((6,), "(6,)", "6.10"),
        ((6, 6, 0), "(6, 6, 0)", "6.10"),
        ((6, "6"), "(6, '6')", "6.10"),
        ((6, True), "(6, True)", "6.10"),
        ({"6.6"}, "{'6.6'}", "6.6"),
    ],
)
def test_invalid_shader_models(value, shown, meant):
    fix = f'write it as text, `shader_model="{meant}"`, or as a pair, `({meant.replace(".", ", ")})`'
    text = f"shader_model is {shown} [shader-model-text]\nhelp: {fix}"
    refuse(threads, "shader-model-text", text, shader_model=value)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("7.0", "7.0"), ("5.1", "5.1"), ("6.11", "6.11"), ("6.100", "6.100"), ("6.06", "6.06"), ("06.6", "06.6"),
        ((6, 11), "6.11"), ((7, 0), "7.0"), ([6, -1], "6.-1"), ((0, 0), "0.0"),
    ],
)  # fmt: skip
def test_an_unknown_shader_model(value, shown):
    text = f"there is no shader model '{shown}' [shader-model-unknown]\nhelp: use one of 6.0 to 6.10"
    refuse(waves, "shader-model-unknown", text, shader_model=value)


def test_the_shader_model_of_the_kernel_is_unknown():
    with pytest.raises(wd.CompileError, match=r"there is no shader model '7.0' \[shader-model-unknown\]") as caught:

        @wd.kernel(num_threads=64, shader_model="7.0")
        def kernel(out: wd.RWBuffer[u32]):
            out[0] = u32(1)

    assert caught.value.fix == "use one of 6.0 to 6.10"


@pytest.mark.parametrize("value", [*SHADER_MODELS, (6, 0), [6, 6], (6, 10)])
def test_shader_models(value):
    shown = value if isinstance(value, str) else f"6.{value[1]}"
    assert threads.compile(target="dxil", shader_model=value).manifest["shader_model"] == shown


def test_the_default_shader_model():
    assert waves.compile(target="dxil").manifest["shader_model"] == "6.6"

    @wd.kernel(num_threads=64, shader_model=(6, 8))
    def kernel(out: wd.RWBuffer[u32]):
        out[0] = u32(1)

    assert kernel.compile(target="dxil").manifest["shader_model"] == "6.8"


@pytest.mark.parametrize("value", [7, 8, 128, 0, -32, True, 32.0, "32", (16, 32)])
def test_a_wave_size_that_the_kernel_has_not(value):
    said = f"kernel 'waves' has no container for wave_size={value!r} in Shader Model 6.6 [container-wave-size]"
    refuse(waves, "container-wave-size", f"{said}\nhelp: its wave sizes are 16, 32, 64", wave_size=value)


@pytest.mark.parametrize(
    ("kernel", "model"), [(waves, "6.5"), (threads, "6.6"), (threads, "6.10"), (threads_of_sizes, "6.8")]
)
def test_a_wave_size_where_one_container_serves_all(kernel, model):
    said = f"kernel '{kernel.name}' has no container for wave_size=32 in Shader Model {model} [container-wave-size]"
    refuse(
        kernel,
        "container-wave-size",
        f"{said}\nhelp: leave it out: one container serves all sizes",
        shader_model=model,
        wave_size=32,
    )


def test_one_wave_size():
    for kernel in (waves, threads_of_sizes):
        bundle = kernel.compile(target="dxil", wave_size=32)
        assert list(bundle.files) == [f"{kernel.name}.w32.dxil", "manifest.json"]


@pytest.mark.parametrize("value", ["no", "", 0, 1, None])
def test_a_switch_is_a_bool(value):
    refuse(waves, None, f"emulate is {value!r}\nhelp: use True or False", emulate=value)


def test_waves_are_counted_only_where_it_is_allowed():
    with pytest.raises(wd.CompileError) as caught:
        waves.compile(target="dxil", shader_model="6.9", emulate=False)
    assert caught.value.id == "group-wave-shader-model" and "6.10" in caught.value.message
    assert waves.compile(target="dxil", shader_model="6.10", emulate=False).manifest["group_wave_index"] == "native"
    assert threads.compile(target="dxil", shader_model="6.0", emulate=False).manifest["group_wave_index"] == "unused"


@wd.kernel(num_waves=2, wave_size=(16, 64))
def stated_count(out: wd.RWBuffer[u32]):
    out[wd.group_id().x] = wd.group_wave_count()


@pytest.mark.parametrize("opt_level", [0, 1])
def test_a_count_that_is_stated_needs_no_counting(opt_level):
    bundle = stated_count.compile(target="dxil", shader_model="6.6", emulate=False, opt_level=opt_level)
    assert bundle.manifest["group_wave_index"] == "unused"


@pytest.mark.parametrize(
    "options",
    [
        {"form": "fixed"},
        {"guard_wave_size": True},
        {"maximal_reconvergence": True},
        {"debug_info": True},
        {"binding_shifts": {"t": 16}},
        {"matrix_tile": (8, 8, 8, 8)},
    ],
)
def test_options_of_vulkan(options):
    names = "guard_wave_size, maximal_reconvergence, form, debug_info, binding_shifts and matrix_tile"
    text = f"{names} belong to target='spirv'"
    refuse(waves, None, f"{text}\nhelp: leave them out for target='dxil'", **options)


@pytest.mark.parametrize("target", ["spirv", "cpu"])
@pytest.mark.parametrize("options", [{"shader_model": "6.6"}, {"emulate": False}, {"guard_wave_count": True}])
def test_options_of_direct3d(target, options):
    with pytest.raises(wd.WaveError, match="shader_model, emulate and guard_wave_count belong to target='dxil'"):
        threads.compile(target=target, **options)


@pytest.mark.parametrize("target", ["DXIL", "hlsl", None, 6])
def test_an_unknown_target(target):
    with pytest.raises(wd.WaveError, match="use target='spirv', target='dxil', target='ptx' or target='cpu'"):
        threads.compile(target=target)


@pytest.mark.parametrize("value", [-1, True, "1", 1.0])
def test_the_level_of_optimization(value):
    refuse(waves, None, f"opt_level is {value!r}\nhelp: use 0, 1 or 2", opt_level=value)
