"""The proposal's three kernels: the front end compiles them, their results are correct, and wave-opt accepts the modules."""

from __future__ import annotations

import numpy as np
import pytest
from proposal_kernels import COMPACTION, ONE_WAVE, TWO_WAVES

from wavedialect.interpreter.interpreter import InterpretedKernel

KERNELS = {
    "one wave": (ONE_WAVE, 1, (8, 64)),
    "two waves": (TWO_WAVES, 2, (8, 32)),
    "compaction": (COMPACTION, 4, (16, 64)),
}


@pytest.fixture(params=KERNELS)
def proposal(request, compile_kernel):
    text, waves, sizes = KERNELS[request.param]
    return compile_kernel(text, num_waves=waves, wave_size=sizes)


def test_wave_opt_verifies_it(proposal, wave_opt):
    wave_opt(proposal.text, "--pass-pipeline=builtin.module(wave-verify)")


def test_return_of_a_wave_is_one_retire(compile_kernel):
    made = compile_kernel(COMPACTION)
    assert [made.names.count(name) for name in ("wave.retire_if", "wave.barrier", "wave.atomic_rmw")] == [1, 2, 1]


@pytest.mark.parametrize(
    "name, lanes",
    [(name, lanes) for name in ("one wave", "two waves") for lanes in (8, 16, 32, 64) if lanes <= KERNELS[name][2][1]],
)
def test_tiles_have_their_extremes(compile_kernel, name, lanes):
    text, waves, sizes = KERNELS[name]
    depth = np.random.default_rng(5).random((16, 24), np.float32)
    near, far = np.zeros(6, np.float32), np.zeros(6, np.float32)
    module = compile_kernel(text, num_waves=waves, wave_size=sizes).module
    InterpretedKernel(module, lanes).run([depth.ravel(), near, far, 24], (3, 2, 1))
    tiles = depth.reshape(2, 8, 3, 8)
    assert near.tolist() == tiles.min((1, 3)).ravel().tolist()
    assert far.tolist() == tiles.max((1, 3)).ravel().tolist()


@pytest.mark.parametrize("lanes", [16, 32, 64])
def test_compaction_keeps_wave_and_lane_order(compile_kernel, lanes):
    source = np.random.default_rng(7).integers(0, 3, (lanes // 4, 16)).astype(np.uint32)
    count, out = np.zeros(1, np.uint32), np.zeros(source.size, np.uint32)
    module = compile_kernel(COMPACTION).module
    InterpretedKernel(module, lanes).run([source.ravel(), count, out, 16, 2], (1, 1, 1))
    y, x = np.nonzero(source == 2)
    assert out[: int(count[0])].tolist() == (x | (y << 16)).tolist()
