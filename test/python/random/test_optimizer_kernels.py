"""Random kernels give the same at every level of optimization, and hold what the optimizations look for.

``--random-kernels`` and ``WAVEDIALECT_RANDOM_KERNELS`` say how many seeds, each of two kernels, ``--random-seed`` where they
start. Those run at all wave sizes, the few by default at two each.
"""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from pathlib import Path

import optimizer_runner
import pytest
from optimizer_generator import generate_for_optimizer
from optimizer_runner import fired, kernels_of
from phase_writer import PhaseWriter
from runner import INTERPRETER, SIZES, Disagreement, Way, compare, run

import wavedialect as wd
from wavedialect.driver.optimization import optimizations

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")
SAMPLE = range(40)


def test_the_same_seed_gives_the_same_kernel():
    assert generate_for_optimizer(11).source == generate_for_optimizer(11).source
    assert generate_for_optimizer(11).source != generate_for_optimizer(15).source


def test_the_kernels_contain_all_operations():
    texts = [generate_for_optimizer(seed).source for seed in range(200)]
    for kind in ("add", "min", "max", "and", "or", "xor", "exchange", "compare_exchange"):
        used = re.compile(rf"^ +a\d+ = wd\.atomic_{kind}\(tall", re.MULTILINE)
        assert any(map(used.search, texts)), kind
    for tally in ("tallies", "tally_u", "tally_i", "tally_w", "tally_l"):
        assert any(f"wd.atomic_add({tally}" in text for text in texts), tally
    for number, type_ in enumerate(("u32", "u32", "i32", "f32")):
        assert any(re.search(rf"phase{number}\[.*lanes\)\]", text) for text in texts), type_
    for source in ("src_v", "src_p", "src_w", "src_d", "src_x", "quiet", "picture"):
        assert any(f"= {source}[" in text for text in texts), source


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_undefined(seed):
    """No race, no missed barrier, no lane that is read where it is not active."""
    random_kernel = generate_for_optimizer(seed)
    kernel = random_kernel.load()
    for size in (4, 32):
        report = kernel.check(random_kernel.groups, *random_kernel.arguments(size), wave_sizes=size)
        assert report.ok, report


def test_barriers_are_needed(monkeypatch):
    """Without those that are written because of an access there are races."""
    monkeypatch.setattr(PhaseWriter, "needs_barrier", lambda *_: False)
    found = set()
    for seed in range(4):
        random_kernel = generate_for_optimizer(seed)
        report = random_kernel.load().check(random_kernel.groups, *random_kernel.arguments(8), wave_sizes=8)
        found |= {finding.rule for finding in report.findings}
    assert found == {"race"}


def test_any_order_gives_the_same(random_seed):
    """Of waves and groups, and of the atomics of a wave's lanes."""
    random_kernel = generate_for_optimizer(random_seed)
    size = SIZES[random_seed % len(SIZES)]
    compare(random_kernel, random_kernel.load(), size, INTERPRETER, Way(wd.Interpreter(seed=random_seed)))


@pytest.mark.parametrize("use", ["add", "min", "max", "and", "or", "xor", "exchange", "compare_exchange"])
def test_wrong_results_of_atomics_are_seen(use):
    """A result that is one more in every other lane than it is."""
    result = re.compile(rf"^( +)(a\d+) = (wd\.atomic_{use}\(tall.*\))$", re.MULTILINE)
    seen = tried = 0
    for seed in range(200):
        random_kernel = generate_for_optimizer(seed)
        if not result.search(random_kernel.source):
            continue
        source = result.sub(r"\1\2 = \3\n\1if wd.wave_lane_index() & 1 == 1:\n\1    \2 += 1", random_kernel.source)
        wrong = dataclasses.replace(random_kernel, source=source)
        expected = [array.copy() for array in run(random_kernel.load(), random_kernel, INTERPRETER, 8)]
        found = run(wrong.load(), wrong, INTERPRETER, 8)
        tried += 1
        seen += any((a != b).any() for a, b in zip(expected, found, strict=True))
        if seen or tried == 24:
            break
    # Some atomics are reached by no lane, and some results are taken apart until nothing is left of them.
    assert seen, tried


def test_every_level_gives_the_same(level_seed, level_sizes):
    """On the CPU."""
    for random_kernel in kernels_of(level_seed):
        optimizer_runner.compare_on_cpu(random_kernel, level_sizes)


def test_every_optimization_does_something():
    did = set()
    for seed in SAMPLE:
        did |= fired(generate_for_optimizer(seed).load())
    # test_random_tiles.py writes kernels for pipeline-waves.
    assert did == set(optimizations()) - {"pipeline-waves"}


def test_the_guilty_one_is_named(monkeypatch):
    """Where something differs, and without one optimization does not."""
    random_kernel = generate_for_optimizer(0)

    def differs(_random_kernel, _kernel, _size, _expected, way):
        options = way.options
        if options.get("opt_level") == 2 and "hoist-uniform" not in options.get("disable", ()):
            raise Disagreement("array 3 differs")

    monkeypatch.setattr(optimizer_runner, "compare", differs)
    with pytest.raises(Disagreement, match="(?s)array 3 differs.*without hoist-uniform it agrees"):
        optimizer_runner.compare_levels(random_kernel, None, 8, "cpu", optimizer_runner.O2)


@pytest.mark.parametrize("lanes", [4, 8, 16])
def test_every_level_gives_the_same_on_lavapipe(lanes, some_level_seeds, vulkan_name):
    if "llvmpipe" not in vulkan_name:
        pytest.skip("the Vulkan device is not lavapipe")
    # Another process, which a driver may bring down, and which reads its environment anew.
    paths = os.pathsep.join([str(Path(wd.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths, "LP_NATIVE_VECTOR_WIDTH": str(32 * lanes)}
    seeds = str(some_level_seeds.start), str(len(some_level_seeds))
    command = [sys.executable, optimizer_runner.__file__, *seeds, "vulkan"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
