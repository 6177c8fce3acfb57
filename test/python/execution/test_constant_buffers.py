"""Constant buffers on the executors, in the checker, and as arguments of a launch."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from constant_kernels import FIELDS, TEN, TYPE, WORDS, check_words, load_last, look_up, words_kernel

import wavedialect as wd
from wavedialect import u32
from wavedialect.backends.spirv.limits import check_load
from wavedialect.command.arguments import example_arguments, read_arguments
from wavedialect.driver import bundle
from wavedialect.frontends.python.caching.descriptions import describe
from wavedialect.ir.types import BufferField, ConstantBufferType
from wavedialect.runtime.constant_buffers import check_constants
from wavedialect.runtime.device import open_device

PLACES = np.array([0, 9, 10, 0xFFFFFFFF, *range(60)], np.uint32)
#: Lavapipe's wave sizes. Each needs a process of its own.
WIDTHS = {4: 128, 8: 256, 16: 512}


@pytest.mark.parametrize("wave_size", [4, 8, 16, 32, 64])
def test_every_wave_size_of_the_cpu(wave_size):
    check_words(wave_size, device="cpu")


@pytest.mark.parametrize("options", [{"opt_level": 0}, {"opt_level": 2}, {"surplus_form": True}], ids=str)
def test_every_form_of_the_cpu(options):
    check_words(8, device="cpu", **options)


def in_process(wave_size: int, text: str) -> None:
    environment = {**os.environ, "LP_NATIVE_VECTOR_WIDTH": str(WIDTHS[wave_size])}
    environment["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
    done = subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("wave_size", WIDTHS)
def test_every_wave_size_of_lavapipe(wave_size):
    if not any("llvmpipe" in info.description for info in wd.devices()):
        pytest.skip("no lavapipe")
    in_process(
        wave_size,
        f"""
import numpy as np, wavedialect as wd
from constant_kernels import WORDS, NUMBERS, check_words, expected, look_up, words_kernel
from wavedialect.backends.spirv.device import VulkanDevice
device = next(info.name for info in wd.devices() if "llvmpipe" in info.description)
for level in (0, 1, 2):
    check_words({wave_size}, device=device, opt_level=level)
# A device without maintenance4 gets the fixed form.
check_words({wave_size}, device=VulkanDevice(int(device.partition(":")[2]), without=("maintenance4",)))
# An array of the device, and a view that begins where no constant buffer may begin.
words, places = np.arange(40, dtype=np.uint32) * 77, np.arange({wave_size} * 2, dtype=np.uint32)
all_words = wd.array(words, device)
for first in (0, 1, 3):
    out = wd.zeros(len(places) * NUMBERS, np.uint32, device=device)
    words_kernel.dispatch(1, all_words[first : first + WORDS], wd.array(places, device), out, 5)
    right = expected(words[first : first + WORDS], places, {wave_size}, 5)
    np.testing.assert_array_equal(out.numpy().reshape(right.shape), right)
# The last row is not whole, and a launch at the same place follows with other contents.
for factor in (1, 3):
    out, ten = np.zeros(64, np.uint32), np.arange(10, dtype=np.uint32) * factor
    look_up.dispatch(1, ten, np.arange(64, dtype=np.uint32), out, device=device)
    assert (out[:10] == ten + ten[3] * 10).all() and (out[10:] == ten[3] * 10).all()
""",
    )


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_bounds(device):
    words, out = np.arange(10, dtype=np.uint32) + 1, np.zeros(64, np.uint32)
    look_up.dispatch(1, words, PLACES, out, device=device)
    loaded = np.where(PLACES < 10, PLACES + 1, 0).astype(np.uint32)
    np.testing.assert_array_equal(out, loaded + 4 * 10)


def test_counts_and_trace():
    words, out = np.arange(10, dtype=np.uint32), np.zeros(64, np.uint32)
    counts = look_up.count(1, words, PLACES, out, wave_size=16, optimized=False)
    assert (counts.of("c").loads.executions, counts.of("c").loads.lanes) == (8, 128)
    trace = look_up.trace(1, words, PLACES, out, wave_size=16)
    assert trace.events


def test_check():
    """Loads of one word by many lanes are no race; a load out of bounds is noted, or found in an unchecked kernel."""
    words, out = np.arange(10, dtype=np.uint32), np.zeros(64, np.uint32)
    report = look_up.check(1, words, np.zeros(64, np.uint32), out)
    assert not report.findings
    found = look_up.check(1, words, PLACES, out, unchecked=True).findings
    assert found and "`c`" in str(found[0])


@pytest.mark.parametrize(
    "argument",
    [
        bytes(range(88)),
        bytearray(range(88)),
        memoryview(bytes(range(88))),
        np.arange(88, dtype=np.uint8),
        np.arange(88, dtype=np.uint8).view(np.float64),
        np.arange(88, dtype=np.uint8).reshape(8, 11),
        np.repeat(np.arange(88, dtype=np.uint8), 2)[::2],
        np.frombuffer(
            bytes(range(88)), np.dtype({"names": ["scale"], "formats": ["f4"], "offsets": [0], "itemsize": 88})
        ),
        np.frombuffer(bytes(range(88)), np.dtype([("scale", "f4"), ("rest", "u4", 21)]))[0],
    ],
    ids=lambda argument: type(argument).__name__,
)
def test_bytes(argument):
    assert check_constants("c", TYPE, argument).tobytes() == bytes(range(88))


def test_fields():
    colors = np.arange(9, dtype=np.float32).reshape(3, 3)
    values = {"scale": 0.5, "size": (3, 4), "on": True, "step": -2, "long": 1 << 40, "last": -7}
    values["lights"] = {"color": colors, "power": [1, 2, 4.5]}
    packed = check_constants("c", TYPE, values)
    record = np.frombuffer(
        packed,
        np.dtype(
            {
                "names": ["scale", "size", "on", "lights", "step", "long", "last"],
                "formats": [
                    "f4",
                    ("u4", 2),
                    "u4",
                    ([("color", "f4", 3), ("power", "f2"), ("rest", "V2")], 3),
                    "i2",
                    "u8",
                    "i4",
                ],
                "offsets": [0, 4, 12, 16, 62, 64, 84],
                "itemsize": 88,
            }
        ),
    )[0]
    assert (record["scale"], record["on"], record["step"], record["long"], record["last"]) == (0.5, 1, -2, 1 << 40, -7)
    assert record["size"].tolist() == [3, 4] and record["lights"]["power"].tolist() == [1, 2, 4.5]
    np.testing.assert_array_equal(record["lights"]["color"], colors)
    assert packed[18:21].tolist() == [0, 0, 0]
    flat = {"lights.color": colors.ravel().tolist(), "lights.power": np.array([1, 2, 4.5])}
    again = check_constants("c", TYPE, {**{name: value for name, value in values.items() if name != "lights"}, **flat})
    np.testing.assert_array_equal(again, packed)


VALUES = {field.name: [0] * (field.count * getattr(field.type, "size", 1)) for field in FIELDS} | {"on": False}


@pytest.mark.parametrize(
    ("argument", "message", "fix"),
    [
        (bytes(84), "argument 'c' has 84 bytes, but the constant buffer has 88", "pass 88 bytes, or a dict"),
        (np.zeros(23, np.uint32), "argument 'c' has 92 bytes, but the constant buffer has 88", "pass 88 bytes"),
        ([0] * 22, "argument 'c' is a list, expected the values of a ConstantBuffer of 88 bytes", "or a dict"),
        (7, "argument 'c' is 7, expected the values of a ConstantBuffer of 88 bytes", "or a dict"),
        ({**VALUES, "scal": 1}, "argument 'c': the constant buffer has no field 'scal'", "did you mean 'scale'?"),
        (
            {**VALUES, "xyz": 1},
            "argument 'c': the constant buffer has no field 'xyz'",
            "its fields are 'scale', 'size'",
        ),
        ({"scale": 1}, "argument 'c' lacks values for 'size', 'on', 'lights.color'", "pass 88 bytes, or a dict"),
        ({}, "argument 'c' lacks values for 'scale'", "or a dict"),
        ({**VALUES, "size": 1}, "argument 'c.size' has shape (), but uint2 takes shape (2,)", "pass as many numbers"),
        ({**VALUES, "scale": [1, 2]}, "argument 'c.scale' has shape (2,), but f32 takes one number", "as many numbers"),
        (
            {**VALUES, "lights.color": np.zeros((9, 1))},
            "argument 'c.lights.color' has shape (9, 1), but float3[3] takes",
            "",
        ),
        ({**VALUES, "size": [1, -1]}, "argument 'c.size' is -1, out of range for u32", "u32 goes from 0 to 4294967295"),
        ({**VALUES, "on": 2}, "argument 'c.on' is 2, expected a bool", "pass True or False"),
        (
            np.zeros(1, np.dtype({"names": ["scale"], "formats": ["f4"], "offsets": [4], "itemsize": 88})),
            "field 'scale' of argument 'c' is at byte 4, in the constant buffer at 0",
            "make the dtype with these offsets",
        ),
    ],
    ids=str,
)
def test_refusals(argument, message, fix):
    with pytest.raises(wd.WaveError) as raised:
        words_kernel.dispatch(1, argument, np.zeros(8, np.uint32), np.zeros(80, np.uint32), 3, device="cpu")
    assert message in str(raised.value) and fix in str(raised.value)


def test_a_buffer_without_fields_takes_bytes_only():
    plain = ConstantBufferType(words=4)
    with pytest.raises(
        wd.WaveError, match=r"has no field 'a'\nhelp: pass 16 bytes, for instance `np.zeros\(4, np.uint32\)`"
    ):
        check_constants("c", plain, {"a": 1})
    with pytest.raises(wd.WaveError, match="is an empty dict"):
        check_constants("c", plain, {})


@pytest.mark.parametrize(("target", "schema"), [("spirv", "manifest"), ("dxil", "manifest.dxil")])
def test_the_schema_takes_the_manifest(target, schema):
    text = (Path(bundle.__file__).parent / f"{schema}.schema.json").read_text()
    manifest = words_kernel.compile(target).manifest
    jsonschema.validate(manifest, json.loads(text))
    manifest["bindings"][1]["bytes"] = 16
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(manifest, json.loads(text))


def test_manifest():
    manifest = words_kernel.compile("spirv").manifest
    binding = manifest["bindings"][0]
    assert binding | {"fields": []} == {
        "name": "c",
        "set": 0,
        "binding": 0,
        "kind": "cbv",
        "resource": "constant_buffer",
        "descriptor": "VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER",
        "element": "u32",
        "components": 1,
        "bytes": 4 * WORDS,
        "fields": [],
    }
    assert binding["fields"][3] == {
        "name": "lights.color",
        "offset": 16,
        "element": "f32",
        "components": 3,
        "count": 3,
        "stride": 16,
    }
    assert [field["name"] for field in manifest["constants"]["fields"]] == ["n", "places", "out"]


def test_too_large_for_the_device():
    found = [info.name for info in wd.devices() if info.name.startswith("vulkan")]
    if not found:
        pytest.skip("no Vulkan device")

    class Small:
        max_constant_buffer_bytes = 16384

        def __getattr__(self, name):
            return getattr(open_device(found[0]).properties, name)

    manifest = load_last.compile("spirv").manifest
    message = "has a limit of 16384 bytes of a constant buffer, but argument 'c' of kernel 'load_last' has 65536"
    with pytest.raises(wd.WaveError, match=message):
        check_load(found[0], Small(), manifest, load_last._program(False).listing, 8)


@pytest.mark.parametrize("device", [info.name for info in wd.devices()])
def test_the_largest(device):
    words, out = np.zeros(16384, np.uint32), np.zeros(64, np.uint32)
    words[-1] = 7
    load_last.dispatch(1, words, out, device=device)
    assert (out == 7).all()


def test_stores_are_refused():
    @wd.kernel(num_waves=1)
    def store(c: TEN):
        c[0] = u32(1)

    with pytest.raises(wd.CompileError) as raised:
        store.compile()
    assert raised.value.id == "read-only-buffer"


def test_arguments_of_the_command_line():
    def read(text):
        return read_arguments(words_kernel, [f"c={text}", "places=zeros:8", "out=zeros:80", "n=1"])["c"]

    assert example_arguments(words_kernel.parameters).startswith("""c='{"scale": 0.0, "size": [0, 0], "on": false, """)
    assert read("zeros:22").nbytes == TYPE.nbytes
    rest = '"size": [1, 2], "on": true, "step": 1, "long": 1, "last": 1'
    assert read(f'{{"scale": 1, "lights": {{"power": [1, 2, 3]}}, {rest}}}')["lights"]["power"] == [1, 2, 3]
    with pytest.raises(wd.WaveError, match="argument 'c' has no value for 'lights'"):
        read(f'{{"scale": 1, {rest}}}')
    with pytest.raises(wd.WaveError, match="argument 'c' is not JSON"):
        read("{scale: 1}")


def test_the_cache_distinguishes_fields():
    types = [TEN, ConstantBufferType(words=11), ConstantBufferType(words=10, fields=(BufferField("a", u32, 0),))]
    types.append(ConstantBufferType(words=10, fields=(BufferField("a", u32, 4),)))
    assert len({repr(describe(type_)) for type_ in types}) == 4
