"""Typed random kernels hold what they are for, are defined, and agree between the interpreter and the CPU.

``differential.py`` runs more of them, on more devices.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from configurations import LAVAPIPE, LAVAPIPE_SIZES, Configuration, levels
from element_types import ELEMENTS, TYPED, spelled
from runner import INTERPRETER, SIZES, Way, compare, runs_on
from typed_generator import ODD_EXTENTS, generate_bf16, generate_typed

import wavedialect as wd

sys.path.append(str(Path(__file__).parents[1] / "dxil"))

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")
SAMPLE = [generate_typed(seed) for seed in range(240)]


def test_the_same_seed_gives_the_same_kernel():
    assert generate_typed(11).source == generate_typed(11).source
    assert generate_typed(11).source != generate_typed(15).source


def held(pattern: str) -> int:
    """How many of the kernels have text like that."""
    return sum(bool(re.search(pattern, one.source)) for one in SAMPLE)


@pytest.mark.parametrize("letter", sorted(TYPED))
def test_kernels_hold_every_type(letter):
    """In variables and in memory, alone and in vectors of each length."""
    for length in ("", "2", "3", "4"):
        name = re.escape(spelled(letter + length))
        assert held(rf" x\d+ = {name}\("), name
        assert held(rf"Buffer\[{name}\]"), name
        assert held(rf"groupshared\({name},|local_array\({name},"), name


@pytest.mark.parametrize(
    "pattern",
    [
        r"def typed_\d\(.*\n(?:    .*\n)*        +(?:for|while) .*\n(?:        .*\n)* {12,}return ",
        r"for k\d+ in wd\.static_range\(",
        r"with wd\.waves\(",
        r"= (?:wd\.clamp\()?photo_[fv]\[",
        r"picture_[uv]\[local, .*\] = ",
        r"= (?:wd\.clamp\()?picture_[uv]\[local",
        r"wd\.wave_match\(",
        r" {8,}.*wd\.wave_multi_prefix_(?:sum|product|bit_and|bit_or|bit_xor)\(.*, m\d+\)",
        r"wd\.wave_multi_prefix_count_bits\(",
        r"wd\.quad_(?:read_across|read_lane|any|all)",
        r"wd\.wave_inclusive_",
        r"wd\.wave_clustered_(?!rotate)",
        r"wd\.wave_(?:shuffle_(?:up|down|xor)|rotate|clustered_rotate)\(",
        r" = wd\.atomic_\w+\(own_w, slot",
        r" = wd\.atomic_compare_exchange\(",
        r"ticket = wd\.atomic_add\(",
        r"u64\(f32\(\(.* & u64\(18446742974197923840\)\)\)",
        r"u16\(\(?f16\(",
        r"i64\(-9223372036854775808\)",
    ],
)
def test_kernels_hold(pattern):
    assert held(pattern), pattern


def test_kernels_hold_groups_of_every_shape():
    assert {extent for extent in ODD_EXTENTS if held(re.escape(f"num_threads={extent}"))} == set(ODD_EXTENTS)


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_undefined(seed):
    """No race, no missed barrier, no lane that is read where it is not active, no number that does not fit."""
    random_kernel = generate_typed(seed)
    size = (4, 32)[seed // 4 % 2]
    report = random_kernel.load().check(random_kernel.groups, *random_kernel.arguments(size), wave_sizes=size)
    assert report.ok, report


def test_any_order_gives_the_same(random_seed):
    random_kernel = generate_typed(random_seed)
    size = SIZES[random_seed % len(SIZES)]
    ways = [INTERPRETER, Way(wd.Interpreter(seed=random_seed))]
    if random_kernel.any_order:
        ways.append(Way(wd.Interpreter(seed=random_seed, shuffle_threads=True, extra_waves=1)))
    compare(random_kernel, random_kernel.load(), size, *ways)


def test_the_cpu_agrees_with_the_interpreter(random_seed):
    """At a small wave size, at one of the levels."""
    random_kernel = generate_typed(random_seed)
    size = SIZES[random_seed % 3]
    way = Configuration(size, "cpu", levels()[random_seed // 3 % 4]).way()
    compare(random_kernel, random_kernel.load(), size, INTERPRETER, way)


@pytest.mark.skipif("z" not in ELEMENTS, reason="no arrays of bf16: pip install ml_dtypes")
@pytest.mark.parametrize("device", ["cpu", LAVAPIPE, "dxil:6.6", "dxil:6.9"])
def test_kernels_with_bf16(random_seed, device):
    """Every bit is that of the interpreter, at one of the levels."""
    random_kernel = generate_bf16(random_seed)
    size = LAVAPIPE_SIZES[1] if device == LAVAPIPE else (4, 32)[random_seed % 2]
    if device == LAVAPIPE and not runs_on(random_kernel, LAVAPIPE):
        pytest.skip("the result depends on the order in which waves or threads are numbered")
    way = Configuration(size, device, levels()[random_seed // 3 % 4]).way()
    compare(random_kernel, random_kernel.load(), size, INTERPRETER, way)


@pytest.mark.skipif("z" not in ELEMENTS, reason="no arrays of bf16: pip install ml_dtypes")
def test_kernels_with_bf16_hold_it_everywhere():
    sources = "".join(generate_bf16(seed).source for seed in range(40))
    for pattern in (
        r" x\d+ = bf16\(",
        r"Buffer\[bf16\]",
        r"wd\.bf16_t[234]\(",
        r"groupshared\(bf16,|local_array\(bf16,",
    ):
        assert re.search(pattern, sources), pattern
