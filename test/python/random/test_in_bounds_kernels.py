"""Random kernels that run without bounds checks never leave their buffers."""

from __future__ import annotations

import re

import pytest
from configurations import FAMILIES, LAVAPIPE, Configuration, everything, levels, sampled
from failing_kernel import AGREES, UNDEFINED, FailingKernel, failing_kernel
from in_bounds_generator import WRITERS, generate_in_bounds
from runner import SIZES, UNCHECKED

import wavedialect as wd

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")
HIGHEST = (*levels()[3], UNCHECKED)


def test_the_same_seed_gives_the_same_kernel():
    assert generate_in_bounds(11).source == generate_in_bounds(11).source
    assert generate_in_bounds(11).source != generate_in_bounds(11 + len(WRITERS)).source


def test_lanes_load_and_store_one_element():
    texts = [generate_in_bounds(seed).source for seed in range(100)]
    for element in (r"own\[slot\]", r"shared\[local\]", r"array\[\d\]", r"out_b\[slot\]", r"all\d\[local\]"):
        update = re.compile(rf"^( +)\w+ = ({element})\n\1\2 = ", re.MULTILINE)
        assert any(map(update.search, texts)), element


@pytest.mark.parametrize("seed", range(len(WRITERS)))
def test_nothing_is_undefined_without_bounds_checks(seed):
    random_kernel = generate_in_bounds(seed)
    kernel = random_kernel.load()
    for size in (4, 32):
        arguments = random_kernel.arguments(size)
        report = kernel.check(random_kernel.groups, *arguments, wave_sizes=size, unchecked=True)
        assert report.ok, report


@pytest.mark.parametrize("seed", range(2 * len(WRITERS)))
def test_kernels_agree_without_bounds_checks(seed):
    random_kernel = generate_in_bounds(seed)
    one = Configuration(SIZES[seed % 4], "cpu", HIGHEST)
    outcome = failing_kernel("in-bounds", random_kernel, one).compare()
    assert outcome.kind == AGREES, outcome.text


def unchecked(seed: int) -> FailingKernel:
    """A kernel that may access elements out of bounds."""
    return failing_kernel("plain", FAMILIES["plain"](seed), Configuration(8, "cpu", (UNCHECKED,)))


def test_an_access_out_of_bounds_is_an_error_of_the_generator():
    """The interpreter raises: an unchecked device could crash."""
    outcomes = []
    for seed in range(8):
        kernel = unchecked(seed)
        try:
            kernel.expected(kernel.load())
        except wd.WaveError:
            # Otherwise the device runs the kernel.
            outcomes.append(kernel.compare())
            assert not kernel.is_defined()
    assert outcomes
    assert all(one.kind == UNDEFINED and "is out of bounds" in one.text for one in outcomes), outcomes


def test_only_these_kernels_run_without_bounds_checks():
    devices = ("cpu", LAVAPIPE, "dxil")
    for choose in (everything, sampled):
        assert all(UNCHECKED in one.options for one in choose(generate_in_bounds(0), devices, 8))
        assert not any(UNCHECKED in one.options for one in choose(FAMILIES["typed"](0), devices, 8))
    on_cpu = {(one.wave_size, one.options) for one in everything(generate_in_bounds(0), ("cpu",), 0)}
    assert on_cpu == {(size, (*level, UNCHECKED)) for size in SIZES for level in levels()}
