"""What the front end made of a kernel is found again while everything is as it was, and only then."""

from __future__ import annotations

import builtins
import importlib.util
import sys
import textwrap
import warnings
from pathlib import Path

import numpy as np
import pytest
from cache_outcomes import HEAD, forget, front_end, is_fresh, outcome
from IPython.core.interactiveshell import InteractiveShell

import wavedialect as wd
from wavedialect import cache
from wavedialect.ir.printer import print_module
from wavedialect.kernels import kernel as kernel_module

EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "examples").glob("[0-9]*.py"))

KERNEL = """
N = 4

@wd.func
def inner(x: u32):
    return x + 1

@wd.func
def outer(x, by=u32(2)):
    return inner(x) * by

@wd.kernel(num_waves=1)
def kernel(out: wd.RWBuffer[u32], n: u32):
    out[wd.wave_lane_index()] = outer(n) + N
"""


def test_the_same_again(program):
    assert front_end(program(KERNEL).kernel) == "made"
    again = program(KERNEL).kernel
    assert front_end(again) == "memory"
    # A second look at the same kernel asks nobody.
    assert front_end(again) == "nothing"
    forget()
    assert front_end(program(KERNEL).kernel) == "disk"
    assert front_end(program(KERNEL).kernel) == "memory"


def test_the_front_end_does_not_run(program, monkeypatch):
    program(KERNEL).kernel.parameters  # noqa: B018
    forget()
    monkeypatch.setattr(kernel_module, "build_module", None)
    kernel = program(KERNEL).kernel
    out = np.zeros(8, np.uint32)
    kernel.dispatch(1, out, 5, wave_size=8, device="cpu")
    assert out.tolist() == [16] * 8
    assert kernel.compile().files["kernel.spv"]
    assert kernel.parameters == {"out": wd.RWBuffer[wd.u32], "n": wd.u32}


CHANGES = {
    "the kernel": ("outer(n) + N", "outer(n) - N"),
    "its place": ("N = 4\n", "N = 4\n\n"),
    "its column": ("out[wd.", "out[ wd."),
    "the waves": ("num_waves=1", "num_waves=2"),
    "the wave sizes": ("num_waves=1", "num_waves=1, wave_size=(8, 16)"),
    "the threads": ("num_waves=1", "num_threads=8"),
    "the shader model": ("num_waves=1", 'num_waves=1, shader_model="6.10"'),
    "the groupshared limit": ("num_waves=1", "num_waves=1, group_shared_limit=64"),
    "the stage": ("num_waves=1", 'num_waves=1, stage="amplification"'),
    "a parameter's type": ("out: wd.RWBuffer[u32]", "out: wd.RWBuffer[i32]"),
    "a parameter's name": ("out[", "result["),
    "another parameter": ("n: u32)", "n: u32, m: f32)"),
    "a helper": ("inner(x) * by", "inner(x) + by"),
    "a helper's helper": ("x + 1", "x + 3"),
    "a helper's default": ("by=u32(2)", "by=u32(3)"),
    "a helper's annotation": ("inner(x: u32)", "inner(x)"),
    "a helper's waves": ("@wd.func\ndef inner", "@wd.func(num_waves=1)\ndef inner"),
    "a helper's place": ("@wd.func\ndef outer", "\n@wd.func\ndef outer"),
    "a constant": ("N = 4", "N = 5"),
    "a constant's type": ("N = 4", "N = u32(4)"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changed_kernels_are_built_again(program, change):
    before, after = CHANGES[change]
    changed = KERNEL.replace(before, after)
    if change == "a parameter's name":
        changed = changed.replace("out:", "result:")
    assert changed != KERNEL
    front_end(program(KERNEL).kernel)
    for _ in range(2):
        kernel = program(changed).kernel
        try:
            assert front_end(kernel) == "made"
        except wd.CompileError:
            return
        assert is_fresh(kernel)
        forget()
        # As it was before.
        assert front_end(program(KERNEL).kernel) == "disk"
        forget()
        assert front_end(program(changed).kernel) == "disk"
        return


VALUES = """
@wd.kernel(num_waves=1)
def kernel(out: wd.RWBuffer[f32]):
    out[0] = f32(VALUE)
"""
NUMBERS = [
    1,
    2,
    1.0,
    True,
    0.0,
    -0.0,
    float("nan"),
    float("inf"),
    np.int32(1),
    np.uint32(1),
    np.float32(1),
    np.float64(1),
]


def test_constants_that_are_equal_and_others(program):
    """Each is another one, also where Python calls them equal; and each is found again."""
    texts = []
    for value in NUMBERS:
        kernel = program(VALUES, VALUE=value).kernel
        assert front_end(kernel) == "made", repr(value)
        texts.append(kernel._program(False).listing.text)
    for again in ("memory", "disk"):
        for value, text in zip(NUMBERS, texts, strict=True):
            if again == "disk":
                forget()
            kernel = program(VALUES, VALUE=value).kernel
            assert front_end(kernel) == again, repr(value)
            assert kernel._program(False).listing.text == text
            assert is_fresh(kernel)


VECTORS = """
@wd.kernel(num_waves=1)
def kernel(out: wd.RWBuffer[f32]):
    out[0] = f32(VALUE[0]) + f32(VALUE[1])
"""


@pytest.mark.parametrize(
    "values",
    [
        (wd.float2(0, 1), wd.float2(0, 2), wd.int2(0, 1), wd.float3(0, 1, 0)),
        ((0, 1), (0, 2), (0, 1.0), (False, 1), (0, 1, 2), (np.int32(0), 1)),
    ],
    ids=["vectors", "tuples"],
)
def test_vectors_and_tuples(program, values):
    for value in values:
        assert front_end(program(VECTORS, VALUE=value).kernel) == "made"
    forget()
    for value in values:
        kernel = program(VECTORS, VALUE=value).kernel
        assert front_end(kernel) == "disk"
        assert is_fresh(kernel)


def test_attributes_of_modules_classes_and_objects(program):
    text = """
    class Sizes:
        tile = 4

    class Kind(enum.IntEnum):
        a = 1
        b = 2

    config = types.SimpleNamespace(inner=types.SimpleNamespace(bias=10))

    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[f32]):
        out[0] = f32(Sizes.tile + Kind.b + config.inner.bias) + f32(math.pi)
    """
    assert front_end(program(text).kernel) == "made"
    forget()
    assert front_end(program(text).kernel) == "disk"
    for before, after in (("tile = 4", "tile = 5"), ("b = 2", "b = 3"), ("bias=10", "bias=11")):
        kernel = program(text.replace(before, after)).kernel
        assert front_end(kernel) == "made"
        assert is_fresh(kernel)
    # Nothing that the kernel reads.
    assert front_end(program(text.replace("a = 1", "a = 7")).kernel) == "memory"


def test_a_module_of_constants(program, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    text = """
    import my_constants

    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[u32]):
        out[0] = my_constants.N + wd.static(my_constants.N * 2)
    """
    for value, first in ((3, "made"), (4, "made"), (3, "memory")):
        (tmp_path / "my_constants.py").write_text(f"N = {value}\nUNUSED = {value}\n")
        importlib.invalidate_caches()
        sys.modules.pop("my_constants", None)
        sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
        try:
            kernel = program(text).kernel
        finally:
            sys.dont_write_bytecode = before
        assert front_end(kernel) == first
        assert is_fresh(kernel)
    sys.modules.pop("my_constants", None)


def test_closures_and_kernels_made_in_a_loop(program):
    text = """
    def make(n, f):
        @wd.func
        def helper(x):
            return f(x) + n

        @wd.kernel(num_waves=1)
        def kernel(out: wd.RWBuffer[u32]):
            out[0] = helper(out[1]) * n
        return kernel

    @wd.func
    def plus(x):
        return x + 1

    @wd.func
    def times(x):
        return x * 2

    kernels = [make(n, f) for n in range(3) for f in (plus, times)]
    """
    kernels = program(text).kernels
    assert [front_end(kernel) for kernel in kernels] == ["made"] * 6
    texts = [kernel._program(False).listing.text for kernel in kernels]
    assert len(set(texts)) == 6
    forget()
    kernels = program(text).kernels
    assert [front_end(kernel) for kernel in kernels] == ["disk"] * 6
    assert [kernel._program(False).listing.text for kernel in kernels] == texts
    assert all(map(is_fresh, kernels))


def test_a_captured_value_that_changes_while_the_program_runs(program):
    module = program(KERNEL)
    assert front_end(module.kernel) == "made"
    module.N = 9
    assert front_end(module.kernel) == "made"
    assert is_fresh(module.kernel)
    forget()
    module = program(KERNEL)
    assert front_end(module.kernel) == "disk"
    module.N = 9
    assert front_end(module.kernel) == "disk"
    assert is_fresh(module.kernel)


def test_a_builtin_that_the_module_takes_over(program):
    text = """
    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[u32]):
        out[0] = min(out[1], 3)
    """
    assert front_end(program(text).kernel) == "made"
    taken = program(text, min=wd.max).kernel
    assert front_end(taken) == "made"
    assert is_fresh(taken)
    assert front_end(program(text, min=builtins.min).kernel) == "memory"


def test_annotations_that_are_text(program):
    """What they stand for counts, and not how they are written."""
    text = """
    from __future__ import annotations
    import wavedialect as wd
    from wavedialect import f32, u32

    T = f32

    @wd.func
    def helper(x: T):
        return x

    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[T], n: "u32"):
        out[n] = helper(out[0])
    """
    file_head = textwrap.dedent(text)

    def run(text):
        # `from __future__` stands first in a file.
        module = program("")
        Path(module.__file__).write_text(text)
        names = {"__name__": module.__name__, "__file__": module.__file__}
        exec(compile(text, module.__file__, "exec", dont_inherit=True), names)
        return names["kernel"]

    assert front_end(run(file_head)) == "made"
    forget()
    kernel = run(file_head)
    assert front_end(kernel) == "disk"
    assert kernel.parameters == {"out": wd.RWBuffer[wd.f32], "n": wd.u32}
    kernel = run(file_head.replace("T = f32", "T = u32"))
    assert front_end(kernel) == "made"
    assert kernel.parameters == {"out": wd.RWBuffer[wd.u32], "n": wd.u32}
    assert is_fresh(kernel)


# Static expressions, which may call anything.

STATIC = """
TABLE = {{1: 2}}
LIST = [3, 1, 2]
ARRAY = np.arange(4)

class Config:
    size = 4
    def doubled(self):
        return self.size * 2

config = Config()

def count(n):
    return n + 1

@wd.kernel(num_waves=1)
def kernel(out: wd.RWBuffer[f32]):
    out[0] = f32(wd.static({}))
"""


@pytest.mark.parametrize(
    "expression, before, after",
    [
        ("TABLE[1]", "{1: 2}", "{1: 3}"),
        ("sorted(LIST)[0]", "3, 1, 2", "3, 4, 2"),
        ("LIST.index(2)", "3, 1, 2", "2, 1, 3"),
        ("int(ARRAY.sum())", "arange(4)", "arange(5)"),
        ("config.size * 2", "size = 4", "size = 5"),
        ("Config.size", "size = 4", "size = 5"),
        ("math.gcd(config.size, 6)", "size = 4", "size = 3"),
        ("int(np.prod(ARRAY + 1))", "arange(4)", "arange(5)"),
        ("len([x for x in LIST if x > 1])", "3, 1, 2", "1, 1, 2"),
        ("float(np.sqrt(config.size))", "size = 4", "size = 9"),
    ],
)
def test_values_that_static_expressions_read(program, expression, before, after):
    text = STATIC.format(expression)
    assert front_end(program(text).kernel) == "made"
    forget()
    assert front_end(program(text).kernel) == "disk"
    kernel = program(text.replace(before, after)).kernel
    assert front_end(kernel) == "made"
    assert is_fresh(kernel)


@pytest.mark.parametrize(
    "expression",
    [
        "count(1)",
        "config.doubled()",
        "config.size + count(2)",
        'int(os.getenv("NO_SUCH_NUMBER", "8"))',
        "os.cpu_count()",
        "int(random.random() * 0)",
        'getattr(config, "size")',
        'getattr(Config, "size")',
        'int(eval("1"))',
        "int(np.random.default_rng(0).integers(1, 2))",
    ],
)
def test_functions_that_static_expressions_call_may_change(program, expression):
    """The user's own functions, the environment, chance: such a kernel is made each time."""
    text = STATIC.format(expression)
    for _ in range(2):
        kernel = program(text).kernel
        assert front_end(kernel) == "made"
        assert front_end(kernel) == "nothing"
        forget()


def test_a_function_of_the_user_s_that_changes(program):
    """Also in the memory of one process."""
    module = program(STATIC.format("count(1)"))
    assert "2.0" in module.kernel._program(False).listing.text
    module.count = lambda n: n + 4
    assert "5.0" in module.kernel._program(False).listing.text


def test_static_conditions_read_other_names(program):
    text = """
    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[u32]):
        if wd.static(FAST):
            out[0] = A
        else:
            out[0] = B
    """
    for names in ({"FAST": True, "A": 1, "B": 2}, {"FAST": False, "A": 1, "B": 2}):
        assert front_end(program(text, **names).kernel) == "made"
    forget()
    for names, where in (
        ({"FAST": True, "A": 1, "B": 9}, "disk"),
        ({"FAST": False, "A": 9, "B": 2}, "disk"),
        ({"FAST": True, "A": 3, "B": 2}, "made"),
        ({"FAST": False, "A": 1}, "made"),
    ):
        kernel = program(text, **names)
        if "B" not in names:
            with pytest.raises(wd.CompileError, match="unknown name `B`"):
                kernel.kernel.parameters  # noqa: B018
            continue
        assert front_end(kernel.kernel) == where
        assert is_fresh(kernel.kernel)


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
        kept, fresh = kernel._program(False).listing, kernel._build(())
        assert kept.text == print_module(fresh)
        assert kept.name == fresh.kernel.name and kept.attributes == fresh.kernel.kernel
        facts = [(value.name, value.type, value.location) for value in fresh.kernel.parameters]
        assert [(value.name, value.type, value.location) for value in kept.parameters] == facts
        assert kept.location == fresh.kernel.location
        assert set(kept.files) == {function.location.file for function in fresh.functions}
        captured = {(capture.function, capture.path): capture.mark for capture in kept.captured}
        ours = {(c.function, c.path): c.mark for c in fresh.captured if not c.function.__module__.startswith("wave")}
        assert captured == ours
