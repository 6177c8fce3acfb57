"""Cases of test_fake_driver.py: arrays with ``__cuda_array_interface__``, and CuPy's."""

from __future__ import annotations

import concurrent.futures
import gc
import struct
import sys
import types

import fake_tensors
import numpy as np
from fake_driver_cases import FAKE, Interface, arrays, calls, copy, launches, main, raised, tensors
from repeated_launch_cases import without_python

import wavedialect as wd
from wavedialect.runtime.array import DeviceArray


def repeat(*arguments):
    """Launches twice: the second time, the native module reads the arrays."""
    copy.dispatch(1, *arguments, 1.0, 0)
    FAKE.fake_clear()
    with without_python():
        copy.dispatch(1, *arguments, 1.0, 0)
    return launches()[0]


def slowly(*arguments):
    """The launch that Python makes after the native module has refused one."""
    FAKE.fake_clear()
    copy.dispatch(1, *arguments, 1.0, 0)
    return launches()[0]


def case_the_interface_is_read_by_the_native_module():
    src, out = arrays()
    stream = FAKE.fake_stream(0, 0)
    addresses = [src.handle.address, out.handle.address]
    block = struct.pack("<fIII", 1.0, 0, 40, 40)
    for stated, expected in ((stream, stream), (1, 0), (2, 2)):
        launch = repeat(Interface(src, stated), Interface(out, stated))
        assert launch[4:] == (expected, addresses, block), launch
        assert not calls("0x", "(nil)", "alloc", "upload"), calls()
    # The launch is on the stream of the first array that states one, and waits for the other.
    assert repeat(Interface(src, stream), Interface(out, 1))[4] == stream
    assert calls("0x") == [f"{stream:#x} waits for (nil)"]
    assert repeat(Interface(src, 1), Interface(out, stream))[4] == stream
    assert calls("0x") == [f"{stream:#x} waits for (nil)"]
    FAKE.fake_clear()
    with without_python():
        copy.dispatch(1, Interface(src, stream), Interface(out, stream), 1.0, 0, stream=0)
    assert launches()[0][4] == 0 and calls("(nil)") == 2 * [f"(nil) waits for {stream:#x}"]
    assert repeat(Interface(src, stream), out)[4] == stream


def case_arrays_of_too_many_elements():
    # The long array does not reach the other one.
    out, src = sorted(arrays(), key=lambda one: one.handle.address)
    made = fake_tensors.install(False)
    forms = [
        lambda size: DeviceArray((size,), src.dtype, src.device, src.handle),
        lambda size: Interface(src, shape=(size,)),
        lambda size: made(src, shape=(size,)),
    ]
    for form in forms:
        most, more = form(2**31 - 1), form(2**31)
        assert repeat(most, out)[6] == struct.pack("<fIII", 1.0, 0, 2**31 - 1, 40)
        FAKE.fake_clear()
        said = "argument 'src' has 2147483648 elements, which exceeds the limit of 2147483647\nhelp: pass it in parts"
        raised(wd.LaunchError, said, lambda: copy.dispatch(1, more, out, 1.0, 0))  # noqa: B023, called here
        assert not launches()


def case_interfaces_with_strides():
    src, out = arrays()
    assert repeat(Interface(src, strides=(4,)), out)[5] == [src.handle.address, out.handle.address]
    assert repeat(Interface(src, shape=(10, 4), strides=(16, 4)), out)[6] == struct.pack("<fIII", 1.0, 0, 40, 40)
    # Of an axis of one element, the stride is without meaning.
    assert repeat(Interface(src, shape=(1, 40), strides=(7, 4)), out)[6][8:] == struct.pack("<II", 40, 40)
    for changes in ({"strides": (8,), "shape": (20,)}, {"strides": (4, 40), "shape": (10, 4)}):
        strided = Interface(src, **changes)
        raised(wd.LaunchError, "'src' is not contiguous", lambda given=strided: copy.dispatch(1, given, out, 1.0, 0))


def case_interfaces_without_a_stream_live_until_the_launch_ends():
    src, out = arrays()
    given = Interface(src)
    repeat(given, out)
    wd.synchronize("cuda")
    gc.collect()
    before = sys.getrefcount(given)
    with without_python():
        copy.dispatch(1, given, out, 1.0, 0)
    assert sys.getrefcount(given) == before + 1
    wd.synchronize("cuda")
    assert sys.getrefcount(given) == before


def case_interfaces_that_kernels_cannot_use():
    src, out = arrays()
    repeat(Interface(src), Interface(out))
    said = "'out' is read-only, but the kernel takes it as a buffer that it may write to; one that it only reads is a `wd.Buffer`\nhelp: pass a copy"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, Interface(src), Interface(out, writable=False), 1.0, 0))
    assert slowly(Interface(src, writable=False), out)[5][0] == src.handle.address
    masked = Interface(src, mask=Interface(src))
    raised(wd.LaunchError, "'src' has a mask", lambda: copy.dispatch(1, masked, out, 1.0, 0))
    other = Interface(src, typestr="<f4")
    raised(wd.LaunchError, "'src' has dtype float32", lambda: copy.dispatch(1, other, out, 1.0, 0))
    odd = Interface(src, shape=(8,), data=(src.handle.address + 2, False))
    raised(wd.LaunchError, "'src' is not aligned", lambda: copy.dispatch(1, odd, out, 1.0, 0))
    raised(wd.LaunchError, "'src' and 'out' overlap", lambda: copy.dispatch(1, Interface(out), out, 1.0, 0))
    far = Interface(arrays("cuda:1")[0])
    raised(wd.LaunchError, "'out' is on device 'cuda:0', but", lambda: copy.dispatch(1, far, out, 1.0, 0))
    broken = Interface(src, shape=None)
    raised(wd.LaunchError, "cannot be read", lambda: copy.dispatch(1, broken, out, 1.0, 0))
    lacking = Interface(src)
    del lacking.__cuda_array_interface__["typestr"]
    raised(wd.LaunchError, "cannot be read", lambda: copy.dispatch(1, lacking, out, 1.0, 0))


def case_interfaces_without_elements():
    src, out = arrays()
    empty = Interface(src, shape=(0,), data=(0, False))
    for _ in range(2):
        launch = slowly(empty, out)
        assert launch[6] == struct.pack("<fIII", 1.0, 0, 0, 40) and launch[5][0]


class Computed(Interface):
    """As JAX's arrays."""

    waits = 0

    def block_until_ready(self):
        Computed.waits += 1


def case_arrays_that_are_computed_later():
    src, out = arrays()
    given = Computed(src)
    repeat(given, out)
    waits = Computed.waits
    with without_python():
        copy.dispatch(1, given, out, 1.0, 0)
    assert Computed.waits == waits + 1
    said = "'out' is read-only"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, src, Computed(out), 1.0, 0))


class CuPyArray:
    """As CuPy's arrays."""

    def __init__(self, array, shape=None, strides=None, dtype=None):
        self.array = array
        self.dtype = np.dtype(dtype or array.dtype)
        self.shape = array.shape if shape is None else shape
        self.strides = np.empty(self.shape, self.dtype).strides if strides is None else strides
        self.data = types.SimpleNamespace(ptr=array.handle.address, device_id=array.device.index)

    @property
    def __cuda_array_interface__(self):
        CuPyArray.asked += 1
        entries = {"shape": self.shape, "typestr": self.dtype.str, "data": (self.data.ptr, False), "version": 3}
        return {**entries, "strides": self.strides, "stream": fake_tensors.CURRENT_STREAMS[self.data.device_id] or 1}

    asked = 0


def case_arrays_of_cupy():
    module = types.ModuleType("cupy")
    module.ndarray = CuPyArray
    current = fake_tensors.CURRENT_STREAMS
    module.cuda = types.SimpleNamespace(get_current_stream=lambda device: types.SimpleNamespace(ptr=current[device]))
    sys.modules["cupy"] = module
    try:
        src, out = arrays()
        x, y = CuPyArray(src), CuPyArray(out)
        copy.dispatch(1, x, y, 1.0, 0)
        stream = FAKE.fake_stream(0, 0)
        current[0] = stream
        FAKE.fake_clear()
        CuPyArray.asked = 0
        with without_python():
            copy.dispatch(1, x, y, 1.0, 0)
            copy.dispatch(1, CuPyArray(src, (4, 10)), y, 1.0, 0)
            copy.dispatch(1, x, y, 1.0, 0, stream=0)
        assert CuPyArray.asked == 0
        assert [launch[4] for launch in launches()] == [stream, stream, 0]
        assert launches()[0][5] == [src.handle.address, out.handle.address]
        strided = CuPyArray(src, (20,), (8,))
        raised(wd.LaunchError, "'src' is not contiguous", lambda: copy.dispatch(1, strided, y, 1.0, 0))
        other = CuPyArray(src, dtype=np.float32)
        raised(wd.LaunchError, "'src' has dtype float32", lambda: copy.dispatch(1, other, y, 1.0, 0))
        far = CuPyArray(arrays("cuda:1")[0])
        raised(wd.LaunchError, "is on device 'cuda:", lambda: copy.dispatch(1, far, y, 1.0, 0))
        raised(wd.LaunchError, "'src' and 'out' overlap", lambda: copy.dispatch(1, y, y, 1.0, 0))
    finally:
        current[0] = 0
        del sys.modules["cupy"]


def case_tuning_with_tensors():
    """The types and sizes of tensors in the memory of a GPU are known without NumPy, and workers receive copies."""
    _, x, y, *_ = tensors(True)
    arguments = (x, y, 1.0, 0)
    table = wd.tune(copy, wd.configs(unchecked=(False, True)), arguments, groups=1)
    assert [row.outcome for row in table] == ["measured"] * 2, str(table)
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        table = wd.tune(
            copy,
            wd.configs(unchecked=(False, True)),
            arguments,
            groups=1,
            executor=executor,
            measure="workers",
            device="cuda:1",
        )
    assert [row.outcome for row in table] == ["measured"] * 2, str(table)
    assert {launch[1] for launch in launches()} == {0, 1}
    places = {wd.open_device(name).place for name in ("cuda:0", "cuda:1")}
    assert len(places) == 2 and all(place.startswith("cuda-") for place in places)


if __name__ == "__main__":
    main(globals())
