"""What the native compiler made is found again by all that went in, is the same, and is said again."""

from __future__ import annotations

import importlib.util
import warnings
from pathlib import Path

import numpy as np
import pytest
from cache_outcomes import forget, outcome
from example_targets import WITH_MATRICES

import wavedialect as wd
from wavedialect import cache
from wavedialect.cache.results import Result
from wavedialect.cache.store import STORE

EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "examples").glob("[0-9]*.py"))

KERNEL = """
@wd.kernel(num_waves=2, wave_size=(8, 64))
def kernel(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    shared = wd.groupshared(f32, 2)
    i = wd.group_id().x * 64 + wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total = wd.wave_active_sum(src[i])
    if wd.wave_is_first_lane():
        shared[wd.group_wave_index()] = total
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        out[i] = shared[0] + shared[1]
    else:
        out[i] = shared[1] + shared[0]
"""


def compiles(do) -> str:
    """Where what ``do()`` compiled came from."""
    return outcome(do, "results")


def contents(bundle: wd.Bundle):
    """Everything in a bundle."""
    return (
        dict(bundle.stages),
        list(bundle.stages),
        bundle.files,
        list(bundle.files),
        bundle.manifest,
        bundle.kernel,
        bundle.wave_sizes,
        bundle.remarks,
        bundle.origin,
    )


OPTIONS = [
    {},
    {"unchecked": True},
    {"guard_wave_size": True},
    {"maximal_reconvergence": True},
    {"opt_level": 0},
    {"form": "fixed"},
    {"debug_info": True},
    {"target": "dxil"},
    {"target": "dxil", "shader_model": "6.7"},
    {"target": "dxil", "shader_model": "6.10"},
    {"target": "dxil", "wave_size": 16},
    {"target": "dxil", "opt_level": 0},
    {"target": "dxil", "guard_wave_count": True},
    {"target": "cpu"},
    {"target": "cpu", "wave_size": 64},
    {"target": "cpu", "wave_size": 8, "unchecked": True},
    {"target": "cpu", "wave_size": 8, "opt_level": 0},
]


def test_targets_and_options(program):
    """Each is made once, none is taken for another, and what is found is what was made."""
    made = {}
    for where in ("made", "memory", "disk"):
        if where == "disk":
            forget()
        for number, options in enumerate(OPTIONS):
            kernel = program(KERNEL).kernel
            bundle = None

            def compile(kernel=kernel, options=options):
                nonlocal bundle
                bundle = kernel.compile(**options)

            said = set(compiles(compile).split("+"))
            # A container of one size is among those of all sizes.
            assert said == {where} or options.get("target") == "dxil" and said <= {where, "memory"}, options
            assert contents(bundle) == made.setdefault(number, contents(bundle)), options
    texts = {repr(bundle[:5]) for bundle in made.values()}
    assert len(texts) >= len(OPTIONS) - 1


def test_the_same_as_without_a_cache(program, monkeypatch):
    for options in OPTIONS:
        kept = program(KERNEL).kernel
        kept.compile(**options)
        forget()
        found = kept.compile(**options)
        monkeypatch.setenv("WAVEDIALECT_CACHE", "0")
        fresh = program(KERNEL).kernel
        bundle = None
        assert compiles(lambda fresh=fresh, options=options: fresh.compile(**options)) == "nothing"
        bundle = fresh.compile(**options)
        assert contents(found) == contents(bundle)
        monkeypatch.delenv("WAVEDIALECT_CACHE")


def test_cached_results_are_not_shared(program):
    """A user may change what a compile gave."""
    first = program(KERNEL).kernel.compile()
    first.files.clear()
    first.manifest["kernel"] = "another"
    second = program(KERNEL).kernel.compile()
    assert second.files and second.manifest["kernel"] == "kernel"


def test_the_text_counts(program):
    assert compiles(lambda: program(KERNEL).kernel.compile()) == "made"
    assert compiles(lambda: program(KERNEL.replace("shared[1]", "shared[0]")).kernel.compile()) == "made"
    assert compiles(lambda: program("\n" + KERNEL).kernel.compile()) == "made"
    assert compiles(lambda: program(KERNEL.replace("num_waves=2", "num_waves=3")).kernel.compile()) == "made"
    assert compiles(lambda: program(KERNEL).kernel.compile()) == "memory"


def test_a_launch_finds_compiled_results(program):
    src, out = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)

    def run(**options):
        program(KERNEL).kernel.dispatch(1, src, out, device="cpu", **options)
        return out.copy()

    assert compiles(lambda: run(wave_size=8)) == "made"
    assert compiles(lambda: run(wave_size=8)) == "memory"
    forget()
    assert compiles(lambda: run(wave_size=8)) == "disk"
    assert compiles(lambda: run(wave_size=16)) == "made"
    assert compiles(lambda: run(wave_size=8, unchecked=True)) == "made"
    assert compiles(lambda: run(wave_size=8, emulate_group_index=True)) == "made"
    # Checks are code of their own.
    assert compiles(lambda: run(wave_size=8, check=True)) == "made"
    forget()
    assert compiles(lambda: run(wave_size=8, check=True)) == "disk"


def test_another_cpu(program, monkeypatch):
    src, out = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    from wavedialect.backends.cpu.device import CPUDevice

    def run(*target):
        device = CPUDevice(target) if target else CPUDevice()
        program(KERNEL).kernel.dispatch(1, src, out, device=device, wave_size=8)

    assert compiles(run) == "made"
    assert compiles(lambda: run("x86-64", "")) == "made"
    assert compiles(lambda: run("x86-64", "+sse4.1")) == "made"
    assert [compiles(run), compiles(lambda: run("x86-64", ""))] == ["memory", "memory"]


# What a compile says.

WARNS = """
@wd.kernel(num_waves=16, wave_size=(8, 128))
def kernel(out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = 1
"""


@pytest.mark.parametrize("options", [{"target": "spirv"}, {"target": "dxil"}, {"target": "spirv", "form": "fixed"}])
def test_warnings_are_given_each_time(program, options):
    def warned():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            program(WARNS).kernel.compile(**options)
        return [(str(each.message), each.category, each.filename, each.lineno) for each in caught]

    first = warned()
    assert len(first) == 1 and first[0][1] is wd.WaveWarning
    assert "128" in first[0][0] and first[0][2].endswith("program.py") and first[0][3] == 8
    assert warned() == first
    forget()
    assert warned() == first


def test_errors_are_not_kept(program):
    text = """
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        if wd.group_wave_index() == 0:
            wd.group_memory_barrier_with_group_sync()
        out[0] = 1
    """
    for _ in range(2):
        with pytest.raises(wd.CompileError, match="barrier-divergent"):
            program(text).kernel.compile()
    entries = cache.info().entries
    with pytest.raises(wd.CompileError):
        program(text).kernel.compile(target="dxil")
    assert cache.info().entries == entries


def test_dumps_of_cached_results(program, monkeypatch, tmp_path):
    program(KERNEL).kernel.compile()
    forget()
    monkeypatch.setenv("WAVEDIALECT_DUMP_DIR", str(tmp_path / "dump"))
    assert compiles(lambda: program(KERNEL).kernel.compile()) == "disk"
    assert (tmp_path / "dump" / "kernel" / "kernel.spv").stat().st_size > 0


def test_every_attribute_of_a_native_result(program):
    """What stands for the native module's result has all of it."""
    from wavedialect import _native

    names = {name for name in dir(_native.Result) if not name.startswith("_")}
    assert names <= set(dir(Result([], [], []))), "cache/results.py lacks an attribute"
    names = {name for name in dir(_native.Diagnostic) if not name.startswith("_")}
    from wavedialect.cache.results import Diagnostic

    assert names == set(Diagnostic.__dataclass_fields__)


def test_memory_is_bounded(folder, monkeypatch):
    monkeypatch.setattr("wavedialect.cache.store.MOST_MEMORY", 1000)
    for number in range(20):
        STORE.add("", str(number), bytes(100))
    assert [number for number in range(20) if STORE.find("", str(number))] == list(range(10, 20))
    # What is looked at stays.
    STORE.find("", "10")
    STORE.add("", "20", bytes(100))
    assert STORE.find("", "10") and not STORE.find("", "11")
    STORE.add("", "big", bytes(2000))
    assert STORE.find("", "big") is None
    STORE.add("", "again", bytes(100))
    STORE.add("", "again", bytes(200))
    assert STORE._bytes == 200


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_examples_for_every_target(folder, example, monkeypatch):
    def bundles():
        spec = importlib.util.spec_from_file_location("example", example)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        kernels = [value for value in vars(module).values() if isinstance(value, wd.Kernel)]
        targets = ("cpu", "ptx") if example.stem in WITH_MATRICES else ("spirv", "dxil")
        return [contents(kernel.compile(target=target)) for kernel in kernels for target in targets]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = bundles()
        forget()
        found = None

        def find():
            nonlocal found
            found = bundles()

        assert set(compiles(find).split("+")) == {"disk"}
    assert found == made
