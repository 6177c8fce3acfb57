"""Every keyword of every public function, given what it cannot mean: a WaveError that names it, and nothing else happens."""

from __future__ import annotations

import inspect
import os
from pathlib import Path

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def fill(out: wd.RWBuffer[u32], value: u32):
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if place < len(out):
        out[place] = value


OUT = np.zeros(64, np.uint32)
BUNDLE = fill.compile(target="spirv")

#: By the names that the table below has for them.
WRONG = {
    "None": None,
    "True": True,
    "text": "x",
    "empty text": "",
    "tuple": (4,),
    "-1": -1,
    "0": 0,
    "2**40": 2**40,
    "2**70": 2**70,
    "1.0": 1.0,
    "nan": float("nan"),
    "object": object(),
    "list": [],
    "bytes": b"x",
    "array": np.arange(2),
    "type": int,
    "dictionary": {1: 2},
}


def decorated(decorator, **given):
    """A kernel of its own, compiled for all."""

    @decorator(**given)
    def kernel(out: wd.RWBuffer[u32]):
        out[0] = 1

    return kernel


def kernel_with(**given):
    groups = {} if given.keys() & {"num_waves", "num_threads"} else {"num_waves": 1}
    made = decorated(wd.kernel, **groups, **given)
    made.compile(target="spirv")
    made.dispatch(1, OUT)


def function_with(**given):
    @wd.func(**given)
    def one():
        return u32(1)

    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[u32]):
        out[0] = one()

    kernel.compile(target="spirv")


def tuned_with(configs=({},), **given):
    fill.tuned(configs, **{"groups": 1, "rounds": 1, **given}).dispatch(OUT, 1)


#: The call, its function, and by keyword the wrong values that it means something by.
CALLS = {
    "wd.kernel": (
        kernel_with,
        wd.kernel,
        {
            "num_threads": "tuple",
            "wave_size": "None tuple",
            "shader_model": "None",
            "group_shared_limit": "None",
        },
    ),
    "wd.func": (function_with, wd.func, {"num_waves": "None"}),
    "dispatch": (
        lambda groups=1, **given: fill.dispatch(groups, OUT, 1, **given),
        wd.Kernel.dispatch,
        {
            "groups": "0 tuple type",
            "device": "None",
            "wave_size": "None",
            "prefer_wave_size": "None",
            "unchecked": "True",
            "opt_level": "0",
            "enable": "list",
            "disable": "list",
            "stream": "None",
            "timed": "None True",
            "threads": "None",
            "extra_waves": "0",
            "surplus_form": "True",
            "emulate_group_index": "True",
            "debug": "True",
            "check": "True",
        },
    ),
    "dispatch_size": (
        lambda work=64, **given: fill.dispatch_size(work, **given),
        wd.Kernel.dispatch_size,
        {"work": "0 tuple", "wave_size": "None", "tile": "None tuple 2**40 2**70 type", "device": "None"},
    ),
    "check": (
        lambda groups=1, **given: fill.check(groups, OUT, 1, **given),
        wd.Kernel.check,
        {
            "groups": "0 tuple type",
            "wave_sizes": "None tuple",
            "lane_orders": "None",
            "wave_orders": "None",
            "extra_waves": "None 0 tuple array",
            "unordered": "list",
            "by_wave_size": "list",
            "tolerance": "None 0 1.0 2**40 2**70",
            "unchecked": "True",
            "most_findings": "2**40",
            "most_seconds": "None 1.0 2**40 2**70",
            "most_shadow_bytes": "2**40",
        },
    ),
    "lint": (
        lambda **given: fill.lint(**given),
        wd.Kernel.lint,
        {
            "target_wave_size": "None",
            "targets": "None list",
            "occupancy": "None 0",
            "only": "None list",
            "ignore": "None list",
        },
    ),
    "count": (
        lambda groups=1, **given: fill.count(groups, OUT, 1, **given),
        wd.Kernel.count,
        {
            "groups": "0 tuple type",
            "wave_size": "None",
            "extra_waves": "0",
            "optimized": "True",
            "opt_level": "0",
            "enable": "list",
            "disable": "list",
            "most_seconds": "None 1.0 2**40 2**70",
        },
    ),
    "debug": (
        # True would wait for commands.
        lambda groups=1, prompt=False, **given: fill.debug(
            groups, OUT, 1, prompt=prompt if prompt is not True else False, **given
        ),
        wd.Kernel.debug,
        {
            "groups": "0 tuple type",
            "wave_size": "None",
            "extra_waves": "0",
            "unchecked": "True",
            "stage": "None",
            "after": "None",
            "prompt": "True",
        },
    ),
    "trace": (
        lambda groups=1, **given: fill.trace(groups, OUT, 1, **given),
        wd.Kernel.trace,
        {
            "groups": "0 tuple type",
            "wave_size": "None",
            "extra_waves": "0",
            "optimized": "True",
            "opt_level": "0",
            "enable": "list",
            "disable": "list",
            "most_events": "2**40",
            "most_seconds": "None 1.0 2**40 2**70",
        },
    ),
    "compile for Vulkan": (
        lambda target="spirv", **given: fill.compile(target, **given),
        wd.Kernel.compile,
        {
            "wave_size": "None",
            "prefer_wave_size": "None",
            "unchecked": "True",
            "guard_wave_size": "True",
            "maximal_reconvergence": "True",
            "opt_level": "0",
            "enable": "list",
            "disable": "list",
            "debug_info": "True",
            "binding_shifts": "None",
            "matrix_tile": "None",
            "shader_model": "None",
            "sm": "None",
            "emulate": "True",
            "pipeline": "None",
            "stage_files": "None",
        },
    ),
    "compile for Direct3D": (
        lambda **given: fill.compile(target="dxil", **given),
        None,
        {"wave_size": "None", "shader_model": "None", "emulate": "True", "opt_level": "0"},
    ),
    "compile for CUDA": (
        lambda **given: fill.compile(target="ptx", **given),
        None,
        {"wave_size": "None", "sm": "None", "prefer_wave_size": "None", "opt_level": "0"},
    ),
    "compile for the CPU": (
        lambda **given: fill.compile(target="cpu", **given),
        None,
        {"wave_size": "None", "prefer_wave_size": "None"},
    ),
    "committed_wave_size": (
        lambda **given: fill.committed_wave_size(**given),
        wd.Kernel.committed_wave_size,
        {"device": "None", "wave_size": "None", "prefer_wave_size": "None", "unchecked": "True"},
    ),
    "wave_sizes": (
        lambda **given: fill.wave_sizes(**given),
        wd.Kernel.wave_sizes,
        {"device": "None", "unchecked": "True"},
    ),
    "tuned": (tuned_with, wd.Kernel.tuned, {"groups": "tuple", "device": "None"}),
    "wd.tune": (
        lambda kernel=fill, configs=({},), args=(OUT, 1), **given: wd.tune(
            kernel, configs, args, **{"groups": 1, "rounds": 1, **given}
        ),
        wd.tune,
        {
            "groups": "tuple",
            "device": "None",
            "check": "None",
            "restore": "True list",
            "runs": "",
            "warmup": "0",
            "stop": "None 2**40 2**70",
            "most_seconds": "None 1.0 2**40 2**70",
            "reuse": "True",
            "executor": "None",
            "progress": "None True",
        },
    ),
    "wd.configs": (
        lambda **given: wd.configs(**{"wave_size": 4, **given}),
        wd.configs,
        {"constants": "None", "switches": "list", "where": "None"},
    ),
    # What no kernel can have is a row of the table that says why.
    "wd.Config": (
        lambda **given: wd.Config(**given),
        wd.Config,
        {
            "num_waves": "None -1 0 2**40 2**70",
            "num_threads": "None tuple -1 0 2**40 2**70",
            "wave_size": "None -1 0 2**40 2**70",
            "opt_level": "0",
            "enable": "list",
            "disable": "list",
            "unchecked": "True",
            "groups": "None tuple -1 0 2**40 2**70",
        },
    ),
    "wd.open_device": (lambda device: wd.open_device(device), wd.open_device, {"device": "None"}),
    "wd.synchronize": (lambda device: wd.synchronize(device), wd.synchronize, {"device": "None"}),
    "wd.array": (
        lambda x=OUT, **given: wd.array(x, **given),
        wd.array,
        {"x": "True -1 0 2**40 1.0 nan list tuple array", "device": "None"},
    ),
    "wd.empty": (
        lambda shape=4, dtype=u32, **given: wd.empty(shape, dtype, **given),
        wd.empty,
        {"shape": "tuple 0 list array", "dtype": "type", "device": "None"},
    ),
    "wd.Interpreter": (
        lambda **given: wd.Interpreter(**given),
        wd.Interpreter.__init__,
        {"seed": "None 0 2**40 2**70", "collect": "True", "shuffle_threads": "True", "extra_waves": "0"},
    ),
    "Bundle.save": (BUNDLE.save, wd.Bundle.save, {"directory": "text"}),
    "Bundle.dump": (BUNDLE.dump, wd.Bundle.dump, {"directory": "text"}),
    "Bundle.explore": (lambda path: BUNDLE.explore(path), wd.Bundle.explore, {"path": "None text"}),
    "Trace.save": (lambda path: fill.trace(1, OUT, 1).save(path), wd.Trace.save, {"path": "text"}),
}

#: Positional ones, or those that stand for many.
NOT_KEYWORDS = {"self", "function", "arguments", "options", "choices"}


def keywords_of(call):
    """All keywords of a call: those of the function, and those that the table has."""
    _, function, allowed = CALLS[call]
    named = inspect.signature(function).parameters if function is not None else ()
    return [name for name in dict.fromkeys([*named, *allowed]) if name not in NOT_KEYWORDS]


#: Functions of the user's, which raise what they raise.
RAISING = {
    ("tuned", "groups"),
    ("wd.tune", "groups"),
    ("wd.tune", "check"),
    ("wd.tune", "kernel"),
    ("wd.configs", "where"),
}

CASES = [(call, keyword) for call in CALLS for keyword in keywords_of(call)]


@pytest.mark.parametrize(("call", "keyword"), CASES, ids=[f"{call}: {keyword}" for call, keyword in CASES])
def test_invalid_keyword_values(call, keyword, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run, _, allowed = CALLS[call]
    meant = [name for name in WRONG if f" {name} " in f" {allowed.get(keyword, '')} "]
    said = {}
    for name, value in WRONG.items():
        if name == "type" and (call, keyword) in RAISING:
            continue
        before = os.listdir(tmp_path)
        try:
            run(**{keyword: value})
        except wd.WaveError as error:
            if isinstance(error, wd.InternalError):
                said[name] = f"InternalError: {error.message}"
            elif name in meant:
                said[name] = f"refused: {error}"
            elif not error.fix:
                said[name] = f"no advice: {error}"
        except Exception as error:  # noqa: BLE001, which is what the test is about
            said[name] = f"{type(error).__name__}: {error}"
        else:
            if name not in meant:
                said[name] = "accepted"
        if name not in meant and os.listdir(tmp_path) != before:
            said[name] = f"{said.get(name, '')} left {os.listdir(tmp_path)}"
    assert not said, "\n".join(f"{name}: {what}" for name, what in said.items())


def test_the_table_has_every_public_function():
    """Functions of the host, not those that kernels call."""
    tabled = {getattr(function, "__qualname__", "") for _, function, _ in CALLS.values()}
    methods = {
        f"{kind.__name__}.{name}"
        for kind in (wd.Kernel, wd.Bundle)
        for name, member in vars(kind).items()
        if inspect.isfunction(member) and not name.startswith("_") and len(inspect.signature(member).parameters) > 1
    }
    # They are called by the package's own code, with what it has checked.
    assert methods - tabled <= {"Bundle.module_at", "Bundle.with_preferred_wave_size", "Bundle.preferring"}


@pytest.mark.parametrize("make", [np.int8, np.uint16, np.int64])
def test_integers_of_numpy(make):
    kernel_with(num_waves=make(2), group_shared_limit=make(64), shader_model=(make(6), make(6)))
    kernel_with(num_threads=(make(8), make(4)), wave_size=make(8))
    function_with(num_waves=make(1))
    fill.dispatch(make(2), OUT, make(7), wave_size=make(8), opt_level=make(1), threads=make(1), extra_waves=make(1))
    fill.compile(target="dxil", wave_size=make(8), shader_model=(make(6), make(8)), opt_level=make(2))
    fill.compile(target="cpu", wave_size=make(8))
    fill.lint(target_wave_size=make(8), occupancy=make(25))
    fill.check(1, OUT, 1, wave_sizes=make(8), most_findings=make(3), most_seconds=make(5))
    assert wd.empty(make(4), u32).shape == (4,)


@pytest.mark.parametrize("model", ["7.0", "6.11", "5.1", "06.6", (6, 11), (7, 0), (-6, 6), [6, 99]], ids=str)
def test_shader_models_that_do_not_exist(model):
    """On every target, at the decorator."""
    with pytest.raises(wd.CompileError, match=r"there is no shader model .*\[shader-model-unknown\]") as caught:
        decorated(wd.kernel, num_waves=1, shader_model=model)
    assert Path(caught.value.file) == Path(__file__) and "@decorator" in caught.value.source_line


@pytest.mark.parametrize("value", ["x", True, (4,), 1.0, 2**40, float("nan")], ids=str)
def test_the_wave_count_of_a_function(value):
    with pytest.raises(wd.CompileError, match="`num_waves` expects an integer") as caught:

        @wd.func(num_waves=value)
        def one():
            return u32(1)

    assert Path(caught.value.file) == Path(__file__)
    assert caught.value.source_line.strip() == "@wd.func(num_waves=value)"
