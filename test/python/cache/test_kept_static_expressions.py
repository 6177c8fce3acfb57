"""Static expressions, which may call anything: a listing is found again while all that they read is as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from cache_outcomes import forget, front_end, is_fresh

import wavedialect as wd

EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "examples").glob("[0-9]*.py"))

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
