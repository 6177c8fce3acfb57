"""What a kept listing is: its warnings, facts and operations, wherever the text of the kernel is."""

from __future__ import annotations

import importlib.util
import textwrap
import warnings
from pathlib import Path

import numpy as np
import pytest
from cache_outcomes import HEAD, KERNEL, forget, front_end, outcome
from IPython.core.interactiveshell import InteractiveShell

import wavedialect as wd
from wavedialect import cache
from wavedialect.ir.listing import Listing
from wavedialect.ir.printer import print_module

EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "examples").glob("[0-9]*.py"))

# Warnings and errors.

WARNING = """
@wd.kernel(num_waves=1)
def kernel(out: wd.RWBuffer[i32]):
    out[0] = (out[1] // -3) + (out[2] % -3)
"""


def test_warnings_are_given_each_time(program):
    def warned():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            kernel = program(WARNING).kernel
            where = front_end(kernel)
            # The front end runs for the operations: nothing is said twice.
            kernel._program(False).module  # noqa: B018
        return where, [(str(each.message), each.category, each.filename, each.lineno) for each in caught]

    where, first = warned()
    assert where == "made" and len(first) == 2
    assert first[0][1] is wd.WaveWarning and first[0][2].endswith("program.py") and first[0][3] == 10
    assert warned() == ("memory", first)
    forget()
    assert warned() == ("disk", first)


def test_warnings_as_errors(program):
    program(WARNING)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        front_end(program(WARNING).kernel)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(wd.WaveWarning):
            program(WARNING).kernel.parameters  # noqa: B018


def test_errors_are_not_kept(program, folder):
    text = KERNEL.replace("outer(n) + N", "outer(n) + MISSING")
    for _ in range(2):
        with pytest.raises(wd.CompileError, match="unknown name `MISSING`"):
            program(text).kernel.parameters  # noqa: B018
    assert cache.info().entries == 0
    assert front_end(program(text, MISSING=3).kernel) == "made"


# What a kept listing is.


def test_the_operations_are_built_on_demand(program):
    front_end(program(KERNEL).kernel)
    forget()
    kernel = program(KERNEL).kernel
    assert outcome(lambda: kernel._program(False)) == "disk"
    assert not kernel._program(False).listing.has_module
    out = np.zeros(8, np.uint32)
    kernel.dispatch(1, out, 5, wave_size=8, device="interpreter")
    assert out.tolist() == [16] * 8
    assert kernel._program(False).listing.has_module
    kernel.check(1, out, 5)
    assert kernel.count(1, out, 5, wave_size=8)


def test_amplification_kernels(program):
    text = """
    @wd.kernel(num_waves=1, stage="amplification")
    def kernel(src: wd.Buffer[u32]):
        payload = wd.groupshared(wd.uint2, 4)
        lane = wd.wave_lane_index()
        if lane < 4:
            payload[lane] = wd.uint2(src[lane], lane)
        wd.group_memory_barrier_with_group_sync()
        wd.dispatch_mesh(3, 1, 1, payload)
    """
    src = np.arange(4, dtype=np.uint32) + 7
    results = []
    for _ in range(2):
        kernel = program(text).kernel
        for device in ("cpu", "interpreter", "cpu"):
            launch = kernel.dispatch(2, src, device=device)
            results.append((launch.counts.tolist(), launch.payload.tolist()))
        forget()
    assert results == [results[0]] * 6
    assert results[0] == ([[3, 1, 1]] * 2, [[[7, 0], [8, 1], [9, 2], [10, 3]]] * 2)


def test_cells_of_a_notebook(folder):
    """A cell has a name of its own that stands for no file."""
    places = []
    for _ in range(2):
        shell = InteractiveShell()
        shell.run_cell(HEAD + textwrap.dedent(KERNEL))
        places.append(front_end(shell.user_ns["kernel"]))
        forget()
    # The same name, where IPython names cells by their contents.
    assert places in (["made", "disk"], ["made", "made"])


def test_text_that_linecache_knows(folder):
    import linecache

    def load(text):
        text = HEAD + textwrap.dedent(text)
        linecache.cache["<made up>"] = (len(text), None, text.splitlines(keepends=True), "<made up>")
        names = {"__name__": "made_up"}
        exec(compile(text, "<made up>", "exec"), names)
        return names["kernel"]

    assert front_end(load(KERNEL)) == "made"
    assert front_end(load(KERNEL)) == "memory"
    assert front_end(load(KERNEL.replace("+ N", "- N"))) == "made"


def test_two_kernels_of_one_name_and_line(program):
    text = "a = [wd.kernel(num_waves=1), wd.kernel(num_waves=2)]\n" + textwrap.dedent(
        """
        def kernel(out: wd.RWBuffer[u32]):
            out[0] = wd.group_wave_count()
        """
    )
    module = program(text)
    one, two = (decorate(module.kernel) for decorate in module.a)
    assert [front_end(one), front_end(two)] == ["made", "made"]
    assert one._program(False).listing.text != two._program(False).listing.text


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_examples(folder, example):
    """What is kept is what the front end makes, of every kernel of every example."""

    def kernels():
        spec = importlib.util.spec_from_file_location("example", example)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return [value for value in vars(module).values() if isinstance(value, wd.Kernel)]

    made = kernels()
    assert made
    for kernel in made:
        assert front_end(kernel) == "made"
    forget()
    for kernel in kernels():
        assert front_end(kernel) == "disk"
        kept, fresh = kernel._program(False).listing, kernel.source._build(())
        assert kept.text == print_module(fresh)
        assert kept.name == fresh.kernel.name and kept.attributes == fresh.kernel.kernel
        facts = [(value.name, value.type, value.location) for value in fresh.kernel.parameters]
        assert [(value.name, value.type, value.location) for value in kept.parameters] == facts
        assert kept.location == fresh.kernel.location
        assert kept.operations == Listing.of(fresh).operations
        assert set(kept.files) == {function.location.file for function in fresh.functions}
        captured = {(capture.function, capture.path): capture.mark for capture in kept.captured}
        ours = {(c.function, c.path): c.mark for c in fresh.captured if not c.function.__module__.startswith("wave")}
        assert captured == ours


def test_whether_lanes_form_quads_and_write_output(program):
    """A text that only speaks of such operations has none."""
    text = """
    @wd.func
    def swapped(x: u32):
        return wd.quad_read_across_x(x)

    @wd.kernel(num_threads=(8, 8))
    def kernel(out: wd.RWBuffer[u32]):
        out[wd.group_index()] = {}
    """
    lines = {
        "wd.group_index()": (False, False),
        "swapped(wd.group_index())": (True, False),
        "wd.group_index(); wd.print('wave.quad_any {}', out[0])": (False, True),
    }
    for line, facts in lines.items():
        for _ in range(2):
            forget()
            listing = program(text.format(line)).kernel._program(False).listing
            assert (listing.has_quads, listing.has_output) == facts
        assert not listing.has_module
