"""Cases of test_fake_driver.py, and what all of them use. This runs in a process that finds the fake driver; prints the outcome of each case."""

from __future__ import annotations

import ctypes
import gc
import json
import re
import struct
import sys
import threading
import traceback
import types

import fake_tensors
import numpy as np

import wavedialect as wd
from wavedialect import _cuda, f32, u32
from wavedialect.backends.ptx.device import CUDADevice
from wavedialect.driver.bundle import Bundle

FAKE = ctypes.CDLL("libcuda.so.1")
FAKE.fake_calls.restype = ctypes.c_char_p
FAKE.fake_stream.restype = ctypes.c_uint64
FAKE.fake_capture.argtypes = [ctypes.c_uint64, ctypes.c_int]


@wd.kernel(num_waves=2)
def copy(src: wd.Buffer[u32], out: wd.RWBuffer[u32], scale: f32, n: u32):
    out[wd.wave_lane_index()] = src[wd.wave_lane_index()] + n + u32(scale)


@wd.kernel(num_waves=1)
def copy_bf16(src: wd.Buffer[wd.bf16], out: wd.RWBuffer[wd.bf16]):
    out[wd.wave_lane_index()] = src[wd.wave_lane_index()]


@wd.kernel(num_waves=1)
def vectors(src: wd.Buffer[wd.float4], out: wd.RWBuffer[wd.float4]):
    out[wd.wave_lane_index()] = src[wd.wave_lane_index()]


@wd.kernel(num_waves=1)
def wide(out: wd.RWBuffer[u32]):
    out[0] = 1


@wd.kernel(num_waves=1)
def picture(src: wd.Texture2D[f32], out: wd.RWBuffer[u32]):
    out[0] = u32(src[wd.uint2(0, 0)])


def field(name, offset, role, element="u32", components=1):
    return {"name": name, "offset": offset, "element": element, "components": components, "role": role}


def binding(name, kind="srv", resource="buffer", element="u32", components=1, alignment=4):
    names = {"set": 0, "binding": 0, "name": name, "kind": kind, "resource": resource}
    return {**names, "element": element, "components": components, "alignment": alignment}


def manifest(name, waves, bindings, block, fields, **changes):
    made = {
        "version": 1,
        "kernel": name,
        "entry_point": name,
        "module": f"{name}.ptx",
        "modules": {},
        "num_waves": waves,
        "num_threads": None,
        "launched_threads": [32 * waves, 1, 1],
        "wave_sizes": [32],
        "bindings": bindings,
        "constants": {"bytes": block, "fields": fields},
        "groupshared_bytes": 0,
        "dynamic_groupshared_bytes": 0,
    }
    return {**made, **changes}


MANIFESTS = {
    "copy": manifest(
        "copy",
        2,
        [binding("src"), binding("out", "uav")],
        16,
        [
            field("scale", 0, "argument", "f32"),
            field("n", 4, "argument"),
            field("src", 8, "length"),
            field("out", 12, "length"),
        ],
    ),
    "vectors": manifest(
        "vectors",
        1,
        [binding("src", "srv", "buffer", "f32", 4, 16), binding("out", "uav", "buffer", "f32", 4, 16)],
        8,
        [field("src", 0, "length"), field("out", 4, "length")],
    ),
    # As with atomics of 64 bits.
    "wide": manifest("wide", 1, [binding("out", "uav", alignment=8)], 4, [field("out", 0, "length")]),
    "copy_bf16": manifest(
        "copy_bf16",
        1,
        [binding("src", "srv", "buffer", "bf16", 1, 2), binding("out", "uav", "buffer", "bf16", 1, 2)],
        8,
        [field("src", 0, "length"), field("out", 4, "length")],
    ),
    "picture": manifest(
        "picture",
        1,
        [binding("src", "srv", "image", "f32"), binding("out", "uav")],
        12,
        [field("out", 0, "length"), field("src", 4, "extent", "u32", 2)],
    ),
}
MANIFESTS["shifted"] = manifest(
    "shifted",
    2,
    [binding("src"), binding("out", "uav")],
    8,
    [field("src", 0, "length"), field("out", 4, "length")],
)
SIZES = {
    "copy": "8 8 16",
    "copy_bf16": "8 8 8",
    "shifted": "8 8 8",
    "vectors": "8 8 8",
    "picture": "8 8 12",
    "wide": "8 4",
}
CHANGES = {}
COMPILED = CUDADevice._bundle


def bundle(device, program, records=False):
    """What the compiler would make of the kernels with a manifest here."""
    if program.name not in MANIFESTS:
        return COMPILED(device, program, records)
    found = {**MANIFESTS[program.name], **CHANGES}
    # A cubin of another process must not be found: each code is its own.
    code = f"// kernel {program.name} {SIZES[program.name]}\n"
    return Bundle([], [("manifest.json", json.dumps(found).encode()), (found["module"], code.encode())])


CUDADevice._bundle = bundle


def calls(*words):
    """The recorded calls that begin with one of these words, all without words."""
    lines = FAKE.fake_calls().decode().splitlines()
    return [line for line in lines if not words or line.startswith(words)]


def launches():
    """Of each launch the name, the device, the grid, the block, the stream, and the parameters."""
    shape = r"launch (\w+) device (\d) grid (\d+) (\d+) (\d+) block (\d+) 1 1 shared 0 stream (\S+):(.*)"
    made = []
    for line in calls("launch"):
        name, device, x, y, z, threads, stream, parameters = re.fullmatch(shape, line).groups()
        number = 0 if stream == "(nil)" else int(stream, 16)
        *pointers, block = parameters.split()
        grid = (int(x), int(y), int(z))
        made.append(
            (name, int(device), grid, int(threads), number, [int(p, 16) for p in pointers], bytes.fromhex(block))
        )
    return made


def arrays(device="cuda", size=40):
    src = wd.array(np.arange(size, dtype=np.uint32), device=device)
    return src, wd.zeros(size, u32, device=device)


def raised(kind, message, call):
    try:
        call()
    except kind as error:
        assert re.search(message, str(error), re.DOTALL), str(error)
        return error
    raise AssertionError("nothing was raised")


# Launches.


def case_the_parameters_of_a_launch():
    src, out = arrays()
    src.numpy()
    FAKE.fake_clear()
    for _ in range(2):
        # The second launch takes the fast path.
        copy.dispatch((3, 2), src, out, 1.5, 7)
    block = struct.pack("<fIII", 1.5, 7, 40, 40)
    expected = ("copy", 0, (3, 2, 1), 64, 0, [src.handle.address, out.handle.address], block)
    assert launches() == [expected, expected], launches()
    assert out.numpy().tolist() == list(range(40))
    assert not calls("alloc", "upload", "synchronize")


def case_numpy_arrays_are_copied():
    src, out = np.arange(16, dtype=np.uint32), np.zeros(16, np.uint32)
    FAKE.fake_clear()
    copy.dispatch(1, src, out, 1.0, 0, device="cuda:1")
    assert out.tolist() == list(range(16))
    assert [launch[1] for launch in launches()] == [1]
    assert len(calls("upload 64")) == 2 and len(calls("download 64")) == 1


def case_no_groups_and_no_elements():
    src, out = arrays(size=0)
    FAKE.fake_clear()
    copy.dispatch(0, src, out, 1.0, 0)
    assert not launches()
    copy.dispatch(1, src, out, 1.0, 0)
    copy.dispatch(1, src, out, 1.0, 0)
    for launch in launches():
        assert launch[6] == struct.pack("<fIII", 1, 0, 0, 0) and all(launch[5])


def case_times():
    src, out = arrays()
    assert copy.dispatch(1, src, out, 1.0, 0).elapsed_ns() is None
    for _ in range(2):
        assert copy.dispatch(1, src, out, 1.0, 0, timed=True).elapsed_ns() == 250_000
    gc.collect()
    assert FAKE.fake_alive_events() == 0


def case_images_and_extents():
    image = wd.array(np.ones((3, 5), np.float32), device="cuda")
    _, out = arrays()
    FAKE.fake_clear()
    picture.dispatch(1, image, out)
    assert launches()[0][5:] == ([image.handle.address, out.handle.address], struct.pack("<III", 40, 5, 3))


def case_vectors():
    src = wd.array(np.zeros((8, 4), np.float32), device="cuda")
    out = wd.zeros((8, 4), f32, device="cuda")
    FAKE.fake_clear()
    vectors.dispatch(1, src, out)
    vectors.dispatch(1, src[2:6], out)
    assert [launch[6] for launch in launches()] == [struct.pack("<II", 32, 32), struct.pack("<II", 16, 32)]
    flat = wd.zeros(40, f32, device="cuda")
    said = r"'src' of kernel 'vectors' begins at an address that is not a multiple of 16 bytes.*\nhelp: pass a copy"
    raised(wd.LaunchError, said, lambda: vectors.dispatch(1, flat[1:33].reshape(8, 4), out))


def case_the_manifest_states_alignments():
    words = wd.zeros(40, u32, device="cuda")
    FAKE.fake_clear()
    wide.dispatch(1, words)
    wide.dispatch(1, words[2:])
    said = r"'out' of kernel 'wide' begins at an address that is not a multiple of 8 bytes.*\nhelp: pass a copy"
    raised(wd.LaunchError, said, lambda: wide.dispatch(1, words[1:]))
    assert len(launches()) == 2
    # Nothing is accessed.
    wide.dispatch(1, words[1:1])


def case_overlaps_are_refused():
    src, out = arrays()
    copy.dispatch(1, src, out, 1.0, 0)
    said = "arguments 'src' and 'out' overlap"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, src[:20], src[10:], 1.0, 0))
    copy.dispatch(1, src[:20], src[20:], 1.0, 0)


def case_the_context_of_the_caller_is_kept():
    first, second = arrays("cuda:0"), arrays("cuda:1")
    context = ctypes.c_void_p()
    assert FAKE.cuCtxGetCurrent(ctypes.byref(context)) == 0
    assert context.value is None
    for src, out in (first, second, first):
        copy.dispatch(1, src, out, 1.0, 0)
    FAKE.cuCtxGetCurrent(ctypes.byref(context))
    assert context.value is None
    said = r"'out' is on device 'cuda:1', but the dispatch runs on device 'cuda:0'"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, first[0], second[1], 1.0, 0))


# Memory.


def case_memory_is_released():
    src, out = arrays()
    view = src[4:8]
    before = FAKE.fake_alive_memory()
    del src
    gc.collect()
    assert FAKE.fake_alive_memory() == before
    del view
    gc.collect()
    assert FAKE.fake_alive_memory() == before - 1
    exported = out.__cuda_array_interface__
    assert exported["data"] == (out.handle.address, False) and exported["stream"] == 1
    FAKE.fake_clear()
    del out
    gc.collect()
    # Another library may still use it.
    assert calls()[0] == "synchronize context 0" and calls()[1].startswith("free")


def case_memory_is_released_on_the_stream_of_its_last_use():
    src, out = arrays()
    stream = FAKE.fake_stream(0, 0)
    copy.dispatch(1, src, out, 1.0, 0, stream=stream)
    FAKE.fake_clear()
    del src, out
    gc.collect()
    assert calls("free") == [f"free on {stream:#x}"] * 2


def case_capsules():
    src, _ = arrays()
    assert src.__dlpack_device__() == (2, 0)
    FAKE.fake_clear()
    capsule = src.__dlpack__(stream=2)
    assert calls() == ["0x2 waits for (nil)"]
    before = FAKE.fake_alive_memory()
    address = src.handle.address
    del src
    gc.collect()
    assert FAKE.fake_alive_memory() == before
    found = _cuda.read_exchanged(capsule)
    assert found[:7] == (address, (40,), (1,), 1, 32, 2, 0)
    del capsule, found
    gc.collect()
    assert FAKE.fake_alive_memory() == before - 1
    raised(BufferError, "without a copy alone", lambda: arrays()[0].__dlpack__(copy=True))


def case_out_of_memory():
    arrays()
    FAKE.fake_clear()
    FAKE.fake_fail(b"cuMemAllocAsync", 2, -1, 0)
    said = r"device 'cuda:0': an array of 4000 bytes: .*CUDA_ERROR_OUT_OF_MEMORY.*\nhelp: free arrays"
    raised(wd.DeviceError, said, lambda: wd.empty(1000, u32, device="cuda"))
    # Running launches may release memory.
    assert calls("synchronize") == ["synchronize context 0"]
    FAKE.fake_clear()
    FAKE.fake_fail(b"cuMemAllocAsync", 2, 1, 0)
    assert wd.zeros(1000, u32, device="cuda").numpy().sum() == 0


# Streams and graphs.


def case_streams_of_every_library():
    src, out = arrays()
    handle = FAKE.fake_stream(0, 0)
    FAKE.fake_clear()
    forms = [
        handle,
        types.SimpleNamespace(cuda_stream=handle, device_index=0),
        types.SimpleNamespace(ptr=handle, device_id=-1),
        types.SimpleNamespace(handle=ctypes.c_void_p(handle)),
        types.SimpleNamespace(__cuda_stream__=lambda: (0, handle)),
    ]
    for stream in forms:
        copy.dispatch(1, src, out, 1.0, 0, stream=stream)
    assert [launch[4] for launch in launches()] == [handle] * len(forms)
    # The first use on the stream waits for the uploads.
    assert calls(hex(handle)) == [f"{handle:#x} waits for (nil)"] * 2
    FAKE.fake_clear()
    copy.dispatch(1, src, out, 1.0, 0, stream=types.SimpleNamespace(handle=ctypes.c_void_p(None)))
    copy.dispatch(1, src, out, 1.0, 0)
    assert calls("(nil)") == [f"(nil) waits for {handle:#x}"] * 2
    assert [launch[4] for launch in launches()] == [0, 0]
    raised(
        wd.LaunchError, "stream is 'x'\nhelp: pass a stream of", lambda: copy.dispatch(1, src, out, 1.0, 0, stream="x")
    )
    other = types.SimpleNamespace(cuda_stream=handle, device_index=1)
    said = "stream is on device 'cuda:1', but the dispatch runs on device 'cuda:0'"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, src, out, 1.0, 0, stream=other))
    host = np.zeros(40, np.uint32)
    said = "device 'cpu' has no streams\nhelp: leave out `stream`"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, host, host.copy(), 1.0, 0, stream=handle, device="cpu"))


def case_graphs_record_launches_alone():
    src, out = arrays()
    copy.dispatch(1, src, out, 1.0, 0)
    stream = FAKE.fake_stream(0, 1)
    FAKE.fake_clear()
    for timed in (False, True):
        done = copy.dispatch(1, src, out, 1.0, 0, stream=stream, timed=timed)
    assert len(calls()) == len(launches()) == 2 and launches()[0][4] == stream
    assert done.elapsed_ns() is None
    FAKE.fake_capture(stream, 0)
    FAKE.fake_clear()
    # The graph has not run: the arrays were last used on the default stream.
    copy.dispatch(1, src, out, 1.0, 0, stream=stream)
    assert calls(hex(stream)) == [f"{stream:#x} waits for (nil)"] * 2


def case_what_a_graph_cannot_record():
    src, out = arrays()
    FAKE.fake_fail(b"cuEventRecord", 906, 1, 0)
    said = r"CUDA_ERROR_STREAM_CAPTURE_IMPLICIT.*\nhelp: a graph records launches on its stream alone"
    raised(wd.DeviceError, said, out.numpy)
    assert out.device.usable
    out.numpy()


def case_what_a_graph_of_pytorch_cannot_record():
    fake_tensors.install()
    src, out = arrays()
    done = copy.dispatch(1, src, out, 1.0, 0, timed=True)
    stream = FAKE.fake_stream(0, 1)
    fake_tensors.CURRENT_STREAMS[0] = stream
    said = "the current stream of PyTorch records a graph\nhelp: a graph records launches on its stream alone"
    FAKE.fake_clear()
    for refused in (
        out.numpy,
        done.elapsed_ns,
        lambda: wd.synchronize(out.device),
        lambda: wd.zeros(4, f32, device=out.device),
        lambda: copy.dispatch(1, np.zeros(64, np.uint32), out, 1.0, 0),
    ):
        raised(wd.DeviceError, said, refused)
    assert not calls()
    copy.dispatch(1, src, out, 1.0, 0, stream=stream)
    FAKE.fake_capture(stream, 0)
    out.numpy()


# Tensors.


def tensors(exchange):
    made = fake_tensors.install(exchange)
    src, out = arrays()
    FAKE.fake_clear()
    return made, made(src), made(out), src, out


def launch_tensors(exchange):
    made, x, y, src, out = tensors(exchange)
    stream = FAKE.fake_stream(0, 0)
    for current in (0, stream, stream):
        fake_tensors.CURRENT_STREAMS[0] = current
        copy.dispatch(2, x, y, 1.5, 7)
    block = struct.pack("<fIII", 1.5, 7, 40, 40)
    expected = ("copy", 0, (2, 1, 1), 64, stream, [src.handle.address, out.handle.address], block)
    assert launches()[1:] == [expected, expected], launches()
    # Work on foreign memory is in the order of its own streams.
    assert not calls("alloc", "upload", "0x"), calls()
    FAKE.fake_clear()
    copy.dispatch(2, x, y, 1.5, 7, stream=0)
    copy.dispatch(2, x, out, 1.5, 7, device="cuda")
    assert [launch[4] for launch in launches()] == [0, stream]
    fake_tensors.CURRENT_STREAMS[0] = 0
    # A part of a tensor begins within its memory.
    FAKE.fake_clear()
    copy.dispatch(2, made(src, (10,), 40), y, 1.5, 7)
    assert launches()[0][5][0] == src.handle.address + 40


def case_tensors_of_bf16():
    """Launches use their memory as words of 16 bits."""
    for exchange in (False, True):
        made, _, _, src, out = tensors(exchange)
        x, y = made(src, (80,), dtype="bfloat16"), made(out, (80,), dtype="bfloat16")
        for _ in range(2):
            copy_bf16.dispatch(1, x, y)
        assert [launch[5] for launch in launches()] == [[src.handle.address, out.handle.address]] * 2
        assert not calls("alloc", "upload"), calls()
        said = (
            "'src' has dtype torch.uint32, but Buffer\\[bf16\\] takes bfloat16\nhelp: pass `src.to\\(torch.bfloat16\\)`"
        )
        raised(wd.LaunchError, said, lambda made=made, src=src, y=y: copy_bf16.dispatch(1, made(src), y))
        y.requires_grad = True
        said = "'out' is a tensor that requires a gradient.*\nhelp: pass `out.detach"
        raised(wd.LaunchError, said, lambda x=x, y=y: copy_bf16.dispatch(1, x, y))
    fake_tensors.DESCRIBED.clear()


def case_tensors_by_their_methods():
    launch_tensors(False)
    assert not fake_tensors.DESCRIBED


def case_tensors_by_the_exchange_interface():
    launch_tensors(True)
    assert fake_tensors.DESCRIBED


def case_an_unknown_version_of_the_exchange_interface():
    made, x, y, *_ = tensors(False)
    made.__dlpack_c_exchange_api__ = fake_tensors.exchange_capsule(major=2)
    fake_tensors.DESCRIBED.clear()
    copy.dispatch(2, x, y, 1.5, 7)
    copy.dispatch(2, x, y, 1.5, 7)
    assert not fake_tensors.DESCRIBED and len(launches()) == 2


def wrong_tensors(exchange):
    made, x, y, src, out = tensors(exchange)
    copy.dispatch(1, x, y, 1.0, 0)
    strided = made(src, contiguous=False)
    said = "'src' is not contiguous\nhelp: pass `src.contiguous\\(\\)`"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, strided, y, 1.0, 0))
    fake = made(src)
    fake.address = 0
    said = "'src' has no memory\nhelp: call the kernel with real tensors"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, fake, y, 1.0, 0))
    odd = made(src, (10,), 2)
    raised(wd.LaunchError, "'src' is not aligned.*\nhelp: pass `src.clone", lambda: copy.dispatch(1, odd, y, 1.0, 0))
    other = made(src, dtype="int32")
    said = "'src' has dtype int32, but Buffer\\[u32\\] takes uint32\nhelp: pass `src.view\\(torch.uint32\\)`, which has"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, other, y, 1.0, 0))
    half = made(src, dtype="bfloat16")
    said = "(a Tensor of torch.bfloat16, cannot be read|has dtype bfloat16).*\nhelp: pass `src.to\\(torch.uint32\\)`"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, half, y, 1.0, 0))
    y.requires_grad = True
    said = "'out' is a tensor that requires a gradient.*\nhelp: pass `out.detach"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, x, y, 1.0, 0))
    y.requires_grad = False
    raised(wd.LaunchError, "'src' and 'out' overlap", lambda: copy.dispatch(1, x, x, 1.0, 0))
    far = made(arrays("cuda:1")[0])
    said = (
        "'src' is on device 'cuda:1', but the dispatch runs on device 'cuda:0'"
        r"\nhelp: pass `wd.array\(src, 'cuda:0'\)`"
    )
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, far, y, 1.0, 0, device="cuda:0"))
    said = "'src' is on device 'cuda:0', but the dispatch runs on device 'cpu'"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, x, y, 1.0, 0, device="cpu"))


def case_devices_of_pytorch():
    tensors(True)

    class TorchDevice:
        def __init__(self, type, index):
            self.type, self.index = type, index

        def __str__(self):
            return self.type if self.index is None else f"{self.type}:{self.index}"

    torch = fake_tensors.TORCH
    torch.device, torch.cuda = TorchDevice, types.SimpleNamespace(current_device=lambda: 1)
    try:
        for device, name in (
            (TorchDevice("cuda", 0), "cuda:0"),
            (TorchDevice("cuda", None), "cuda:1"),
            (TorchDevice("cpu", None), "cpu"),
        ):
            src = wd.array(np.arange(40, dtype=np.uint32), device=device)
            assert src.device.name == name
            for _ in range(2):
                done = copy.dispatch(1, src, wd.zeros(40, u32, device=device), 1.0, 0, device=device)
                assert done.device is src.device is wd.open_device(device)
    finally:
        del torch.device, torch.cuda


def case_wrong_tensors_by_their_methods():
    wrong_tensors(False)


def case_wrong_tensors_by_the_exchange_interface():
    wrong_tensors(True)


def case_copies_of_tensors():
    made, x, y, src, out = tensors(True)
    copied = wd.array(x, device="cuda")
    assert copied.numpy().tolist() == list(range(40)) and copied.handle.address != x.address
    assert len(calls("copy 160")) == 1 and not calls("upload")
    assert wd.array(x, device="cpu").numpy().tolist() == list(range(40))
    out.copy_from(x)
    assert out.numpy().tolist() == list(range(40))


# Arrays of other libraries.


class Interface:
    """An array with `__cuda_array_interface__`, as CuPy's and Numba's."""

    def __init__(self, array, stream=None, writable=True, **changes):
        entries = {"shape": array.shape, "typestr": array.dtype.str, "data": (array.handle.address, not writable)}
        self.__cuda_array_interface__ = {**entries, "strides": None, "version": 3, "stream": stream, **changes}
        self.array = array


class Exchanged:
    """An array with DLPack alone."""

    def __init__(self, array):
        self.array = array
        self.streams = []

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, stream=None):
        self.streams.append(stream)
        return self.array.__dlpack__(stream=stream)


def case_arrays_with_the_interface():
    src, out = arrays()
    stream = FAKE.fake_stream(0, 0)
    FAKE.fake_clear()
    copy.dispatch(1, Interface(src, stream), Interface(out, stream), 1.0, 0)
    assert launches()[0][4:6] == (stream, [src.handle.address, out.handle.address])
    assert not calls("0x", "(nil)")
    FAKE.fake_clear()
    # The launch is on the stream of the first array, and waits for that of the second one.
    copy.dispatch(1, Interface(src, stream), Interface(out, 1), 1.0, 0)
    assert launches()[0][4] == stream and calls("0x") == [f"{stream:#x} waits for (nil)"]
    FAKE.fake_clear()
    copy.dispatch(1, Interface(src), Interface(out), 1.0, 0)
    assert launches()[0][4] == 0
    said = "'out' is read-only, but the kernel takes it as a buffer that it may write to; one that it only reads is a `wd.Buffer`\nhelp: pass a copy"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, Interface(src), Interface(out, writable=False), 1.0, 0))
    strided = Interface(src, strides=(8,), shape=(20,))
    raised(
        wd.LaunchError, "'src' is not contiguous\nhelp: pass `src.copy", lambda: copy.dispatch(1, strided, out, 1.0, 0)
    )
    masked = Interface(src, mask=Interface(src))
    raised(wd.LaunchError, "'src' has a mask", lambda: copy.dispatch(1, masked, out, 1.0, 0))
    other = Interface(src, typestr="<f4")
    said = r"'src' has dtype float32.*\nhelp: pass `src.astype\(np.uint32\)`"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, other, out, 1.0, 0))
    second = Interface(arrays("cuda:1")[0])
    raised(wd.LaunchError, "'out' is on device 'cuda:0', but", lambda: copy.dispatch(1, second, out, 1.0, 0))


def case_arrays_with_dlpack():
    src, out = arrays()
    x, y = Exchanged(src), Exchanged(out)
    FAKE.fake_clear()
    copy.dispatch(1, x, y, 1.0, 0)
    assert x.streams == [1] and launches()[0][4:6] == (0, [src.handle.address, out.handle.address])
    assert out.numpy().tolist() == list(range(40))
    # The launch may outlive the array.
    assert sys.getrefcount(x) > 2
    wd.synchronize("cuda")
    gc.collect()


def case_arrays_live_until_their_launch_ends():
    src, out = arrays()
    x = Exchanged(src)
    copy.dispatch(1, x, out, 1.0, 0)
    held = sys.getrefcount(x)
    wd.synchronize("cuda")
    assert sys.getrefcount(x) == held - 1


# Failures.


def case_a_failed_launch():
    src, out = arrays()
    copy.dispatch(1, src, out, 1.0, 0)
    for _ in range(2):
        FAKE.fake_fail(b"cuLaunchKernel", 1, 1, 0)
        said = "device 'cuda:0': kernel 'copy': cuLaunchKernel failed with CUDA_ERROR_INVALID_VALUE: invalid argument"
        raised(wd.DeviceError, said, lambda: copy.dispatch(1, src, out, 1.0, 0))
        copy.dispatch(1, src, out, 1.0, 0)
    FAKE.fake_fail(b"cuLaunchKernel", 400, 1, 0)
    raised(wd.DeviceError, "INVALID_HANDLE.*\nhelp: pass a stream", lambda: copy.dispatch(1, src, out, 1.0, 0))
    gc.collect()
    assert FAKE.fake_alive_events() == 0


def case_code_that_the_driver_refuses():
    CHANGES["kernel"] = "copy"
    src, out = arrays("cuda:1")
    copy._programs.clear()
    FAKE.fake_fail(b"cuLibraryLoadData", 222, 1, 0)
    said = "kernel 'copy': .*CUDA_ERROR_UNSUPPORTED_PTX_VERSION.*\nhelp: install a newer driver"
    raised(wd.DeviceError, said, lambda: copy.dispatch(1, src, out, 1.0, 0))
    copy.dispatch(1, src, out, 1.0, 0)
    CHANGES.clear()


def case_limits():
    src, out = arrays()
    said = r"limit of 65535 groups in y, but the dispatch of kernel 'copy' has \(1, 65536, 1\) groups"
    raised(wd.DeviceError, said, lambda: copy.dispatch((1, 65536), src, out, 1.0, 0))
    for changes, said in (
        ({"groupshared_bytes": 232464}, "a limit of 232448 bytes of groupshared memory"),
        ({"num_waves": 40, "launched_threads": [1280, 1, 1]}, "a limit of 1024 threads a group"),
    ):
        CHANGES.update(changes)
        copy._programs.clear()
        raised(wd.DeviceError, said, lambda: copy.dispatch(1, src, out, 1.0, 0))
        CHANGES.clear()
    copy._programs.clear()
    said = "kernel 'copy' does not run at wave_size=16"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, src, out, 1.0, 0, wave_size=16))
    raised(wd.DeviceError, "cannot run with threads=2", lambda: copy.dispatch(1, src, out, 1.0, 0, threads=2))


def case_dynamic_groupshared_memory():
    CHANGES.update(groupshared_bytes=65536, dynamic_groupshared_bytes=65536)
    copy._programs.clear()
    src, out = arrays("cuda:1")
    for _ in range(2):
        copy.dispatch(1, src, out, 1.0, 0)
    CHANGES.clear()
    copy._programs.clear()
    assert calls("kernel") == ["kernel copy attribute 8 is 65536 on device 1"], calls("kernel")
    made = calls("launch")
    assert len(made) == 2 and all(" shared 65536 " in line for line in made), made


def case_a_closed_device():
    src, out = arrays("cuda:1")
    copy.dispatch(1, src, out, 1.0, 0)
    device = src.device
    device.close()
    device.close()
    for use in (src.numpy, lambda: copy.dispatch(1, src, out, 1.0, 0), lambda: src.copy_from(out), device.wait):
        raised(wd.DeviceError, "device 'cuda:1' is closed\nhelp: the next use of its name", use)
    assert not device.usable
    again = wd.array(np.zeros(4, np.uint32), device="cuda:1")
    assert again.device is not device and again.numpy().tolist() == [0, 0, 0, 0]


def case_several_devices_from_several_threads():
    results = []

    def run(device):
        src, out = arrays(device)
        for _ in range(200):
            copy.dispatch(1, src, out, 1.0, 0)
        results.append(out.numpy().tolist() == list(range(40)))

    FAKE.fake_clear()
    threads = [threading.Thread(target=run, args=(f"cuda:{index % 2}",)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 8
    assert sorted(launch[1] for launch in launches()) == [0] * 800 + [1] * 800


def case_names_of_devices():
    assert wd.open_device("cuda") is wd.open_device("cuda:0") is wd.open_device("cuda:fake gpu 0")
    said = r"no CUDA device '7'\nhelp: the devices here are 'cuda:0' \(Fake GPU 0\), 'cuda:1'"
    raised(wd.DeviceError, said, lambda: wd.open_device("cuda:7"))
    said = r"'cuda:2' \(Fake GPU 2\) cannot run kernels: it has compute capability 7.5, and kernels need 8.0"
    raised(wd.DeviceError, said, lambda: wd.open_device("cuda:2"))
    names = [info.name for info in wd.devices()]
    assert "cuda:0" in names and "cuda:2" not in names
    assert [one.name for one in wd.refused_devices() if one.name.startswith("cuda")] == ["cuda:2"]
    limits = wd.open_device("cuda").limits
    assert limits.selectable_wave_sizes == (32,) and limits.groups == (2147483647, 65535, 65535)


def case_a_device_that_is_lost():
    """The last case: the process cannot use the device again."""
    src, out = arrays()
    copy.dispatch(1, src, out, 1.0, 0)
    device = out.device
    FAKE.fake_fail(b"cuEventQuery", 700, -1, 0)
    said = "device 'cuda:0' is lost: .*CUDA_ERROR_ILLEGAL_ADDRESS.*\nhelp: restart the process"
    raised(wd.DeviceError, said, out.numpy)
    assert not device.usable
    for use in (src.numpy, lambda: copy.dispatch(1, src, out, 1.0, 0), lambda: wd.synchronize(device)):
        raised(wd.DeviceError, said, use)
    host = np.zeros(64, np.uint32)
    copy.dispatch(1, host, host.copy(), 1.0, 0, device="cpu")


def main(names):
    cases = {name: value for name, value in names.items() if name.startswith("case_")}
    outcomes = {}
    for name, case in cases.items():
        FAKE.fake_clear()
        try:
            case()
            outcomes[name] = ""
        except BaseException:
            outcomes[name] = traceback.format_exc()
        sys.modules.pop("torch", None)
        gc.collect()
    print(json.dumps(outcomes))


if __name__ == "__main__":
    main(globals())
