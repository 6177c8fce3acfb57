"""Cases of test_fake_driver.py: launches that the native module repeats without the kernel's Python code."""

from __future__ import annotations

import contextlib
import functools
import inspect
import pickle
import struct
import types

import fake_tensors
import numpy as np
from fake_driver_cases import FAKE, arrays, calls, copy, launches, main, raised, tensors, vectors

import wavedialect as wd
from wavedialect import u32
from wavedialect.kernels.kernel import Kernel

OFFSET = 7


@wd.kernel(num_waves=2)
def shifted(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = src[wd.wave_lane_index()] + OFFSET


@contextlib.contextmanager
def without_python():
    """Fails launches that Python code looks at."""

    def fail(*arguments, **options):
        raise AssertionError("Python looks at the launch")

    kept = Kernel._program, Kernel._is_current
    Kernel._program = Kernel._is_current = fail
    try:
        yield
    finally:
        Kernel._program, Kernel._is_current = kept


def warm(*arguments, **options):
    for _ in range(2):
        copy.dispatch(1, *arguments, 1.0, 0, **options)
    FAKE.fake_clear()


def case_every_form_of_the_usual_launch():
    src, out = arrays()
    warm(src, out)
    warm(src, out, unchecked=True)
    made = copy.dispatch_size(256, device="cuda")
    stream = FAKE.fake_stream(0, 0)
    torch_stream = types.SimpleNamespace(cuda_stream=stream, device_index=0)
    with without_python():
        done = copy.dispatch(3, src, out, 1.5, 7)
        copy.dispatch((3, 2), src, out, 1.5, 7)
        copy.dispatch(lambda lanes: lanes // 8, src, out, 1.5, 7)
        copy.dispatch(made, src, out, 1.5, 7)
        copy[5](src, out, 1.5, 7)
        copy.dispatch(3, src, out, 1.5, 7, device="cuda")
        copy.dispatch(3, src, out, 1.5, 7, device="cuda:0", unchecked=True)
        copy.dispatch(3, src, out, 1.5, 7, device=src.device, stream=None)
        copy.dispatch(3, src, out, 1.5, 7, stream=stream)
        copy.dispatch(3, src, out, 1.5, 7, stream=torch_stream)
        copy.dispatch(3, src, out, 1.5, 7, stream=1)
    grids = [(3, 1, 1), (3, 2, 1), (4, 1, 1), (4, 1, 1), (5, 1, 1)] + 6 * [(3, 1, 1)]
    assert [launch[2] for launch in launches()] == grids
    assert [launch[4] for launch in launches()] == 8 * [0] + 2 * [stream] + [0]
    assert {launch[6] for launch in launches()} == {struct.pack("<fIII", 1.5, 7, 40, 40)}
    assert done.device is src.device and done.wave_size == 32 and done.elapsed_ns() is None


def case_other_launches_go_to_python():
    src, out = arrays()
    warm(src, out)
    assert copy.dispatch(1, src, out, 1.0, 0, timed=True).elapsed_ns() == 250_000
    copy.dispatch(1, src, out, n=0, scale=1.0)
    copy.dispatch(np.int64(2), src, out, np.float32(1), np.uint32(0))
    copy.dispatch([2, 2], src, out, 1.0, 0)
    assert [launch[2] for launch in launches()] == [(1, 1, 1), (1, 1, 1), (2, 1, 1), (2, 2, 1)]
    said = "takes 4 arguments \\(src, out, scale, n\\), got 2"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, src, out))
    raised(wd.LaunchError, "the number of groups is -1", lambda: copy.dispatch(-1, src, out, 1.0, 0))
    raised(wd.LaunchError, "the number of groups is 1.5", lambda: copy.dispatch(lambda _: 1.5, src, out, 1.0, 0))
    raised(wd.LaunchError, "the first argument of a dispatch|number of groups", lambda: copy.dispatch(src, out, 1.0, 0))
    raised(wd.WaveError, "`stram`", lambda: copy.dispatch(1, src, out, 1.0, 0, stram=0))
    raised(wd.WaveError, "groups", lambda: copy.dispatch())
    raised(ZeroDivisionError, "division", lambda: copy.dispatch(lambda lanes: lanes // 0, src, out, 1.0, 0))
    raised(wd.LaunchError, "stream is -1", lambda: copy.dispatch(1, src, out, 1.0, 0, stream=-1))
    raised(wd.LaunchError, "n.*4294967296", lambda: copy.dispatch(1, src, out, 1.0, 2**32))


def case_the_attribute_is_the_method():
    src, out = arrays()
    warm(src, out)
    assert "dispatch" in vars(copy)
    assert inspect.signature(copy.dispatch) == inspect.signature(functools.partial(Kernel.dispatch, copy))
    assert copy.dispatch.__doc__ == Kernel.dispatch.__doc__
    assert pickle.loads(pickle.dumps(copy)).name == "copy"


def case_names_from_outside_that_change():
    global OFFSET
    src, out = arrays()
    for _ in range(3):
        shifted.dispatch(1, src, out)
    assert len(calls("load")) == 1
    OFFSET = 8
    for _ in range(3):
        shifted.dispatch(1, src, out)
    # The driver loads code that was compiled again.
    assert len(calls("load")) == 2
    with without_python():
        shifted.dispatch(1, src, out)
    OFFSET = 7
    shifted.dispatch(1, src, out)
    with without_python():
        shifted.dispatch(1, src, out)
    assert len(calls("load")) == 2


def case_one_plan_for_each_device():
    first, second = arrays("cuda:0"), arrays("cuda:1")
    warm(*first)
    warm(*second)
    with without_python():
        for src, out in (first, second, first, second):
            copy.dispatch(1, src, out, 1.0, 0)
    assert [launch[1] for launch in launches()] == [0, 1, 0, 1]
    said = "'out' is on device 'cuda:1', but the dispatch runs on device 'cuda:0'"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, first[0], second[1], 1.0, 0))
    said = "on device 'cuda:0', but the dispatch runs on device 'cuda:1'"
    raised(wd.LaunchError, said, lambda: copy.dispatch(1, *first, 1.0, 0, device="cuda:1"))


def case_a_reopened_device():
    src, out = arrays("cuda:1")
    warm(src, out)
    src.device.close()
    raised(wd.DeviceError, "device 'cuda:1' is closed", lambda: copy.dispatch(1, src, out, 1.0, 0))
    again = arrays("cuda:1")
    warm(*again)
    with without_python():
        copy.dispatch(1, *again, 1.0, 0)
    # An array of the closed device is refused, also beside others.
    said = "device 'cuda:1' is closed"
    raised(wd.DeviceError, said, lambda: copy.dispatch(1, src, again[1], 1.0, 0))
    raised(wd.DeviceError, said, lambda: copy.dispatch(1, again[0], out, 1.0, 0))


def case_failures_of_the_driver_have_no_frames_of_the_package():
    src, out = arrays()
    warm(src, out)
    FAKE.fake_fail(b"cuLaunchKernel", 1, 1, 0)
    error = raised(wd.DeviceError, "device 'cuda:0': kernel 'copy': ", lambda: copy.dispatch(1, src, out, 1.0, 0))
    files = []
    place = error.__traceback__
    while place is not None:
        files.append(place.tb_frame.f_code.co_filename)
        place = place.tb_next
    assert not [file for file in files if "/wavedialect/" in file], files
    assert error.__cause__ is None and error.__context__ is None


def case_tensors_repeat():
    for exchange in (False, True):
        _, x, y, src, out = tensors(exchange)
        warm(x, y)
        stream = FAKE.fake_stream(0, 0)
        fake_tensors.CURRENT_STREAMS[0] = stream
        with without_python():
            copy.dispatch(1, x, y, 1.0, 0)
            copy.dispatch(1, x, out, 1.0, 0)
            copy.dispatch(1, x, y, 1.0, 0, stream=0)
        fake_tensors.CURRENT_STREAMS[0] = 0
        assert [launch[4] for launch in launches()] == [stream, stream, 0]
        assert launches()[0][5] == [src.handle.address, out.handle.address]


def case_alignment_is_checked():
    src = wd.zeros((8, 4), wd.f32, device="cuda")
    out = wd.zeros((8, 4), wd.f32, device="cuda")
    for _ in range(2):
        vectors.dispatch(1, src, out)
    flat = wd.zeros(40, wd.f32, device="cuda")
    said = "'src' of kernel 'vectors' begins at an address that is not a multiple of 16 bytes"
    raised(wd.LaunchError, said, lambda: vectors.dispatch(1, flat[1:33].reshape(8, 4), out))


if __name__ == "__main__":
    main(globals())
