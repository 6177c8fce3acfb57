"""What a launch advises for an array that it refuses: who follows it word by word gets the kernel's results."""

from __future__ import annotations

import array
import re

import numpy as np
import pytest
from exporters import Exporter, Interface, OldExporter

import wavedialect as wd
from wavedialect import f32, i32

COUNT = 12


@wd.kernel(num_waves=1)
def increment(out: wd.RWBuffer[f32]):
    """Adds 1 to each element."""
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if place < len(out):
        out[place] += 1.0


@wd.kernel(num_waves=1)
def flip(out: wd.RWBuffer[wd.bool]):
    """Makes true what was false."""
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if place < len(out):
        out[place] = not out[place]


@wd.kernel(num_waves=1)
def brighten(out: wd.RWTexture2D[f32]):
    """Adds 1 to each texel."""
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    size = wd.image_size(out)
    if place < size.x * size.y:
        out[place % size.x, place // size.x] += 1.0


@wd.kernel(num_waves=1)
def sums(first: wd.Buffer[f32], second: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    """The sum of two arrays, element by element."""
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if place < len(out):
        out[place] = first[place] + second[place]


@wd.kernel(num_waves=1)
def both(one: wd.RWBuffer[f32], other: wd.RWBuffer[f32]):
    """Adds 1 to each element of one array and 2 to each of another."""
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if place < len(one):
        one[place] += 1.0
        other[place] += 2.0


def launch(kernel, names, parameters, **options):
    """Launches on the values of these names."""
    kernel.dispatch(COUNT, *(names[name] for name in parameters), **options)


def follow(kernel, names, parameters, **options):
    """Launches; where that is refused does what the advice says, launches with what it says, and does the rest of it.
    Gives the advice."""
    with pytest.raises(wd.LaunchError) as caught:
        launch(kernel, names, parameters, **options)
    advice = caught.value.fix
    names |= {"np": np, "wd": wd, **options}
    code = re.findall("`(.*?)`", advice)
    passed = list(parameters)
    if advice.startswith("pass a copy, and after the launch"):
        before, after, *_ = code
        exec(before, names)
        copy = before.split(" = ")[0]
        passed[passed.index(copy.removesuffix("_copy"))] = copy
        launch(kernel, names, passed, **options)
        exec(after, names)
    elif " = " in code[0]:
        exec(code[0], names)
        launch(kernel, names, passed, **options)
    else:
        # An expression in place of the argument that it names first.
        name = re.search("|".join(rf"\b{name}\b" for name in parameters), code[0])[0]
        names["instead"] = eval(code[0], names)
        launch(kernel, names, ["instead" if each == name else each for each in parameters], **options)
    return advice


def numbers(dtype=np.float32):
    return np.arange(COUNT).astype(dtype)


def frozen(values):
    values.flags.writeable = False
    return values


def unaligned():
    memory = np.zeros(4 * COUNT + 1, np.uint8)[1:].view(np.float32)
    memory[:] = numbers()
    return memory


BACK = "pass a copy, and after the launch copy the results back: `out_copy = {}`, then `{}`"
INSTEAD = "pass a copy, which then has the results: `out = {}`"

#: Of what kind the array is, how it is made, and the advice. All of it has to hold afterwards, the memory behind views too.
WRITTEN = {
    "every second element": (
        lambda: np.repeat(numbers(), 2)[::2],
        BACK.format("np.ascontiguousarray(out)", "out[...] = out_copy"),
    ),
    "columns first": (
        lambda: numbers().reshape(3, 4, order="F"),
        BACK.format("np.ascontiguousarray(out)", "out[...] = out_copy"),
    ),
    "another type": (
        lambda: numbers(np.float64),
        BACK.format("out.astype(np.float32)", "out[...] = out_copy"),
    ),
    "integers": (lambda: numbers(np.int32), BACK.format("out.astype(np.float32)", "out[...] = out_copy")),
    "another order of bytes": (
        lambda: numbers(">f4"),
        BACK.format("out.astype(np.float32)", "out[...] = out_copy"),
    ),
    "another type and every second element": (
        lambda: np.repeat(numbers(np.float64), 2)[::2],
        BACK.format("np.ascontiguousarray(out, np.float32)", "out[...] = out_copy"),
    ),
    "another type and read-only": (lambda: frozen(numbers(np.float64)), INSTEAD.format("out.astype(np.float32)")),
    "unaligned": (unaligned, BACK.format("out.copy()", "out[...] = out_copy")),
    "read-only": (lambda: frozen(numbers()), INSTEAD.format("out.copy()")),
    "read-only columns first": (
        lambda: frozen(numbers().reshape(3, 4, order="F")),
        INSTEAD.format("np.ascontiguousarray(out)"),
    ),
    "a list": (
        lambda: numbers().tolist(),
        BACK.format("np.ascontiguousarray(out, np.float32)", "out[:] = out_copy.tolist()"),
    ),
    "a list of lists": (
        lambda: numbers().reshape(3, 4).tolist(),
        BACK.format("np.ascontiguousarray(out, np.float32)", "out[:] = out_copy.tolist()"),
    ),
    "a tuple": (lambda: tuple(numbers()), INSTEAD.format("np.ascontiguousarray(out, np.float32)")),
    "Python's array of doubles": (
        lambda: array.array("d", numbers()),
        BACK.format("np.ascontiguousarray(np.asarray(out), np.float32)", "np.asarray(out)[...] = out_copy"),
    ),
    "an interface of another type": (
        lambda: Interface(numbers(np.float64)),
        BACK.format("np.ascontiguousarray(np.asarray(out), np.float32)", "np.asarray(out)[...] = out_copy"),
    ),
    "an interface that is not aligned": (
        lambda: Interface(unaligned()),
        BACK.format("np.asarray(out).copy()", "np.asarray(out)[...] = out_copy"),
    ),
    "an interface that is read-only": (lambda: Interface(frozen(numbers())), INSTEAD.format("np.asarray(out).copy()")),
    "DLPack, every second element": (
        lambda: Exporter(np.repeat(numbers(), 2)[::2]),
        BACK.format("np.ascontiguousarray(np.from_dlpack(out))", "np.from_dlpack(out)[...] = out_copy"),
    ),
    "DLPack before version 1": (lambda: OldExporter(numbers()), INSTEAD.format("np.from_dlpack(out).copy()")),
}


def contents(out):
    """The numbers in something that has some, in their order."""
    if isinstance(out, (Interface, Exporter, OldExporter)):
        out = out.array
    if isinstance(out, wd.DeviceArray):
        out = out.numpy()
    return np.asarray(out).reshape(-1).tolist()


@pytest.mark.parametrize("kind", WRITTEN)
def test_an_array_that_the_kernel_writes(kind, device):
    make, expected = WRITTEN[kind]
    names = {"out": make()}
    before = contents(names["out"])
    assert follow(increment, names, ["out"], device=device) == expected
    assert contents(names["out"]) == [number + 1 for number in before]


@pytest.mark.parametrize("kind", WRITTEN)
def test_an_array_that_the_kernel_reads(kind, device):
    """Advised is what to pass, alone."""
    make, _ = WRITTEN[kind]
    names = {"first": make(), "second": np.zeros(COUNT, np.float32), "out": np.zeros(COUNT, np.float32)}
    if kind in ("read-only", "an interface that is read-only", "DLPack before version 1"):
        launch(sums, names, ["first", "second", "out"], device=device)
    else:
        advice = follow(sums, names, ["first", "second", "out"], device=device)
        assert re.fullmatch("pass `[^`]*first[^`]*`", advice)
    assert contents(names["out"]) == contents(names["first"])


def test_memory_of_the_parent_of_a_view(device):
    memory = np.zeros((4, COUNT), np.float32)
    names = {"out": memory[:, 3:6]}
    follow(increment, names, ["out"], device=device)
    assert memory.sum() == COUNT and (memory[:, 3:6] == 1).all()


def test_bools(device):
    names = {"out": (np.arange(COUNT) % 3 == 0).astype(np.int32)}
    advice = follow(flip, names, ["out"], device=device)
    assert advice == BACK.format("out.astype(bool)", "out[...] = out_copy")
    assert names["out"].dtype == np.int32 and names["out"].tolist() == [place % 3 != 0 for place in range(COUNT)]


def test_images(device):
    names = {"out": numbers().reshape(4, 3).T}
    advice = follow(brighten, names, ["out"], device=device)
    assert advice == BACK.format("np.ascontiguousarray(out)", "out[...] = out_copy")
    assert names["out"].T.reshape(-1).tolist() == [number + 1 for number in range(COUNT)]
    # Whose shape is wrong; an array that is contiguous has the same memory in another one.
    names = {"out": numbers(), "height": 3, "width": 4}
    assert follow(brighten, names, ["out"], device=device) == "pass `out.reshape(height, width)`"
    assert contents(names["out"]) == [number + 1 for number in range(COUNT)]


def test_device_arrays(device):
    names = {"out": wd.array(numbers(np.int32), device)}
    advice = follow(increment, names, ["out"], device=device)
    convert = "wd.array(out.numpy().astype(np.float32), out.device)"
    assert advice == BACK.format(convert, "out.copy_from(out_copy.numpy().astype(out.dtype))")
    assert names["out"].dtype == np.int32 and contents(names["out"]) == [number + 1 for number in range(COUNT)]
    names = {"out": wd.array(numbers(), device), "height": 3, "width": 4}
    advice = follow(brighten, names, ["out"], device=device)
    assert advice.endswith("`out.copy_from(out_copy.numpy().reshape(out.shape))`")
    assert contents(names["out"]) == [number + 1 for number in range(COUNT)]


def test_arrays_of_other_devices(device):
    elsewhere = "interpreter" if device.name == "cpu" else "cpu"
    names = {"out": wd.array(numbers(), elsewhere)}
    with pytest.raises(wd.LaunchError, match=f"is on device '{elsewhere}', but the dispatch runs on"):
        launch(increment, names, ["out"], device=device)
    advice = follow(increment, names, ["out"], device=device.name)
    assert advice == BACK.format(f"wd.array(out, {device.name!r})", "out.copy_from(out_copy)")
    assert contents(names["out"]) == [number + 1 for number in range(COUNT)]
    names = {"out": wd.array(numbers(), elsewhere)}
    follow(increment, names, ["out"], device=device)
    assert contents(names["out"]) == [number + 1 for number in range(COUNT)]
    # Where none is named it is the device of the first array.
    zeros = np.zeros(COUNT, np.float32)
    names = {"first": wd.array(numbers(), device), "second": wd.array(numbers(), elsewhere), "out": zeros}
    assert follow(sums, names, ["first", "second", "out"]) == "pass `wd.array(second, first.device)`"
    assert contents(names["out"]) == [2 * number for number in range(COUNT)]


def test_a_checked_dispatch():
    names = {"out": wd.array(numbers(), "interpreter")}
    advice = follow(increment, names, ["out"], check=True, wave_size=8)
    assert advice.startswith(BACK.format("wd.array(out, 'cpu')", "out.copy_from(out_copy)"))
    assert contents(names["out"]) == [number + 1 for number in range(COUNT)]


@pytest.mark.parametrize("make", [lambda x: x, Interface, Exporter], ids=["NumPy", "Interface", "Exporter"])
def test_an_argument_that_overlaps_the_written_one(make, device):
    memory = np.arange(2 * COUNT, dtype=np.float32)
    names = {"first": make(memory[4 : COUNT + 4]), "second": np.zeros(COUNT, np.float32), "out": make(memory[:COUNT])}
    advice = follow(sums, names, ["first", "second", "out"], device=device)
    assert advice.startswith("pass a copy of the one that is only read: `") and "first" in advice
    assert memory[:COUNT].tolist() == [number + 4 for number in range(COUNT)]


def test_a_device_array_that_is_read_and_written(device):
    names = {"first": wd.array(numbers(), device), "second": wd.array(numbers(), device)}
    names["out"] = names["first"]
    advice = follow(sums, names, ["first", "second", "out"], device=device)
    assert advice == "pass a copy of the one that is only read: `wd.array(first, first.device)`"
    assert contents(names["out"]) == [2 * number for number in range(COUNT)]


def test_two_written_arrays_that_overlap(device):
    memory = numbers()
    names = {"one": memory, "other": memory}
    advice = follow(both, names, ["one", "other"], device=device)
    assert advice == "let each have its own results: `one = one.copy()`"
    assert names["one"].tolist() == [number + 1 for number in range(COUNT)]
    assert names["other"].tolist() == [number + 2 for number in range(COUNT)]


@pytest.mark.parametrize(
    "value", [None, 3, "text", {1: 2}, [[1], [1, 2]], object(), print], ids=lambda value: type(value).__name__
)
def test_values_that_are_not_arrays(value):
    with pytest.raises(wd.LaunchError, match="argument 'out' is an? .*, expected an array of float32") as caught:
        increment.dispatch(1, value)
    assert caught.value.fix == "pass a NumPy array, such as `np.zeros(64, np.float32)`, or one made by `wd.array`"


def test_vectors_and_scalars_have_no_results():
    @wd.kernel(num_waves=1)
    def fill(out: wd.RWBuffer[i32], value: wd.int3):
        out[0] = value.x

    with pytest.raises(wd.LaunchError, match="argument 'value' has 2 components, int3 has 3") as caught:
        fill.dispatch(1, np.zeros(4, np.int32), (1, 2))
    assert caught.value.fix == "pass 3 numbers, for instance as a tuple"
