"""Errors of another process: a process pool delivers the same error that was raised."""

from __future__ import annotations

import pickle
import shlex
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32
from wavedialect.errors import WaveError
from wavedialect.runtime import array  # noqa: F401 - its error is one of all.


@wd.kernel(num_waves=0)
def no_waves(out: wd.RWBuffer[u32]):
    out[0] = 1


@wd.kernel(num_waves=1)
def mixed(out: wd.RWBuffer[u32]):
    out[0] = 1.5


@wd.kernel(num_waves=1)
def racing(out: wd.RWBuffer[u32]):
    out[0] = wd.wave_lane_index()


@wd.kernel(num_waves=1)
def outside(out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 2)
    store[wd.wave_lane_index()] = 1
    out[0] = store[0]


def compile_without_waves():
    no_waves.compile()


def compile_mixed_types():
    mixed.compile()


def launch_nothing():
    racing.dispatch(1)


def open_no_device():
    wd.open_device("abacus")


def run_a_race():
    racing.dispatch(1, np.zeros(1, np.uint32), check=True)


def interpret_an_access_outside():
    outside.dispatch(1, np.zeros(1, np.uint32), device="interpreter")


def pass_that_is_none():
    racing.compile(pipeline="builtin.module(no-such-pass)")


MISTAKES = {
    compile_without_waves: wd.CompileError,
    compile_mixed_types: wd.CompileError,
    launch_nothing: wd.LaunchError,
    open_no_device: wd.DeviceError,
    run_a_race: wd.CheckError,
    interpret_an_access_outside: wd.ExecutionError,
    pass_that_is_none: wd.WaveError,
}


def raised(mistake):
    with pytest.raises(WaveError) as caught:
        mistake()
    return caught.value


def seen(error):
    """The text and the public attributes of the error."""
    return type(error), str(error), error.args, {name: repr(value) for name, value in vars(error).items()}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
def test_an_error_is_the_same_after_a_journey(mistake):
    error = raised(mistake)
    assert type(error) is MISTAKES[mistake]
    again = pickle.loads(pickle.dumps(error))
    assert seen(again) == seen(error)
    assert repeated(again) == repeated(error)


def repeated(error):
    """The command that repeats the compile, without the folder of the module's file, and that file's contents."""
    if error.repeat is None:
        return None
    *words, file = shlex.split(error.repeat)
    return words, Path(file).name, Path(file).read_text()


def kinds(base=WaveError):
    return [base, *(kind for each in base.__subclasses__() for kind in kinds(each))]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_every_kind_of_error(kind):
    """All classes of errors, with a note by Python's ``add_note``."""
    error = kind.__new__(kind, "a message")
    vars(error).update(message="a message", id="an-id", fix="advice", file="", source_line="", notes=[], _repeat=None)
    error.add_note("in the morning")
    assert seen(pickle.loads(pickle.dumps(error))) == seen(error)


def test_warnings():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.warn(wd.WaveWarning("a message"), stacklevel=1)
    assert str(pickle.loads(pickle.dumps(caught[0].message))) == "a message"


@pytest.mark.parametrize("mistake", [compile_mixed_types, launch_nothing], ids=lambda mistake: mistake.__name__)
def test_a_pool_of_processes(mistake):
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        error = pool.submit(mistake).exception(timeout=120)
    assert type(error) is MISTAKES[mistake] and seen(error) == seen(raised(mistake))
