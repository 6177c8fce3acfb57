"""The checker finds injected mistakes at their lines, and accuses no correct kernel.

``WAVEDIALECT_MUTANTS`` says of how many kernels mutants are made; ``python mutants.py 0 300`` is the whole.
"""

from __future__ import annotations

import os

import mutants
import numpy as np
import pytest
from breakable_kernels import KINDS, BreakableKernel, breakable
from mutant_judge import judge

KERNELS = int(os.environ.get("WAVEDIALECT_MUTANTS", "8"))

# A negative constant may come to stand before `//`: defined, and computed by all devices.
pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")


def test_the_same_seed_gives_the_same_mutants():
    assert breakable(11) == breakable(11)
    assert breakable(11).some_mutations() == breakable(11).some_mutations()
    assert breakable(11).source != breakable(12).source


def test_a_mutant_differs_in_one_line():
    kernel = breakable(1)
    for mutation in kernel.mutations:
        pairs = zip(kernel.source.split("\n"), kernel.mutant(mutation).source.split("\n"), strict=True)
        assert [number for number, (a, b) in enumerate(pairs, 1) if a != b] == [mutation.line]


def test_every_kind_of_mistake_is_possible():
    possible = [{mutation.kind for mutation in breakable(seed).mutations} for seed in range(40)]
    assert set().union(*possible) == set(KINDS)
    # Kernels of waves have no thread numbers.
    assert set().union(*possible[::2]) == set(KINDS[:4])


RACE = """import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=2)
def random_0(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 2 * wd.wave_lane_count())
    mine = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    shared[mine] = mine
    {barrier}
    out[mine] = shared[{index}]
"""


class _Written(BreakableKernel):
    """A kernel that a test has written."""

    def arguments(self, wave_size):
        return [np.zeros(2 * wave_size, np.uint32)]


def written(**texts):
    return _Written(0, RACE.format(**texts), 1, num_waves=2)


def test_the_judge_knows_races():
    sync = "wd.group_memory_barrier_with_group_sync()"
    assert not judge(written(barrier=sync, index="mine ^ 1")).is_broken
    assert not judge(written(barrier="pass", index="mine")).is_broken
    for barrier in ("pass", "wd.group_memory_barrier()", "wd.device_memory_barrier_with_group_sync()"):
        # Within a wave, where lock step hides it, too.
        assert judge(written(barrier=barrier, index="mine ^ 1")).undefined == {"race"}
        assert judge(written(barrier=barrier, index="mine ^ 1")).lines == {9, 11}


@pytest.mark.parametrize("seed", range(KERNELS))
def test_mistakes_are_found_at_their_lines(seed):
    tried = list(mutants.trials(seed))
    wrong = [str(trial) for trial in tried if trial.is_missed or trial.is_falsely_accused]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("seed", range(KERNELS * 3))
def test_correct_kernels_are_not_accused(seed):
    assert not mutants.check_breakable(breakable(seed))
    assert not mutants.check_correct(seed)
