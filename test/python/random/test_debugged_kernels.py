"""Random kernels under the debugger: stops, steps back and looks at variables change no result."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hlsl_expressions import NoHLSL
from hlsl_writer import HLSLKernel
from runner import INTERPRETER, SIZES, difference, kernel_of, run

from wavedialect.debugger import views
from wavedialect.extensions import hlsl_identity

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")


def opened(random_kernel, kernel, size, **options):
    arguments = random_kernel.arguments(size)
    options["unchecked"] = random_kernel.in_bounds
    return kernel.debug(random_kernel.groups, *arguments, wave_size=size, prompt=False, **options)


def agrees(session, kernel, expected):
    names = [name for name, type_ in kernel.parameters.items() if hasattr(type_, "writable")]
    buffers = [array for array in expected if isinstance(array, np.ndarray)]
    for name, array in zip(names, buffers, strict=True):
        assert session.array(name).tobytes() == array.tobytes(), name


def test_steps_forward_and_backward(random_seed):
    random_kernel = kernel_of(random_seed)
    kernel, size = random_kernel.load(), SIZES[random_seed % 3]
    expected = run(kernel, random_kernel, INTERPRETER, size)
    session = opened(random_kernel, kernel, size)
    choose = random.Random(random_seed)
    for _ in range(60):
        act = choose.choice([session.step, session.next, session.step, session.back, session.to_barrier])
        act()
        if session.has_ended:
            break
        for show in (views.variables_text, views.mask_text, views.table_text, views.waves_text, views.frames_text):
            if session.wave.statement is not None:
                assert show(session)
        run_ = session.machine.run
        session.select_wave(choose.randrange(len(run_.waves)))
    while not session.has_ended:
        session.resume()
    agrees(session, kernel, expected)


def test_the_optimized_ir_has_the_same_results(random_seed):
    random_kernel = kernel_of(random_seed)
    kernel, size = random_kernel.load(), SIZES[random_seed % 3]
    expected = run(kernel, random_kernel, INTERPRETER, size)
    session = opened(random_kernel, kernel, size, stage="wave")
    session.caught = set()
    session.step(5)
    if not session.has_ended:
        views.variables_text(session)
    while not session.has_ended:
        session.resume()
    agrees(session, kernel, expected)


class Debugged:
    """A kernel whose dispatch is a session that steps and runs to the end."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.parameters = kernel.parameters

    def dispatch(self, groups, *, device, wave_size, **passed):
        arguments = [passed[name] for name in self.parameters]
        session = self.kernel.debug(groups, *arguments, wave_size=wave_size, prompt=False)
        for _ in range(40):
            session.step()
            if session.has_ended:
                break
            views.variables_text(session)
            views.table_text(session)
        session.back()
        while not session.has_ended:
            session.resume()
        for name, argument in passed.items():
            if isinstance(argument, np.ndarray):
                argument[...] = session.array(name).reshape(argument.shape)


@pytest.mark.skipif(hlsl_identity() is None, reason="this build has no HLSL")
def test_shaders_have_the_same_results(random_seed):
    random_kernel = kernel_of(random_seed)
    try:
        shader = HLSLKernel(random_kernel.source)
    except NoHLSL:
        return
    size = SIZES[random_seed % 3]
    expected = run(random_kernel.load(), random_kernel, INTERPRETER, size)
    shader.kernel = Debugged(shader.kernel)
    found = run(shader, random_kernel, INTERPRETER, size)
    assert not difference(expected, found, INTERPRETER, INTERPRETER)
