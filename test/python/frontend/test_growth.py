"""The front end's work is linear in the kernel's size: nested code is visited once at any depth, and a helper is built
once."""

from __future__ import annotations

import pytest

from wavedialect.frontends.python.function_builder import FunctionBuilder


@pytest.fixture
def visits(monkeypatch, compile_kernel):
    """``visits(text)``: the number of expressions visited to build a kernel."""

    def count(text: str) -> int:
        made = []
        visit = FunctionBuilder.visit_expression
        with monkeypatch.context() as patch:
            patch.setattr(
                FunctionBuilder, "visit_expression", lambda self, node: made.append(node) or visit(self, node)
            )
            compile_kernel(text)
        return len(made)

    return count


def nested_loops(depth: int, head: str, leave: str) -> str:
    lines = ["def kernel(out: wd.RWBuffer[u32], n: u32):", "    x = u32(0)"]
    for level in range(depth):
        indent = "    " * (level + 1)
        lines += [f"{indent}{head.format(level)}", f"{indent}    if x == {level}:", f"{indent}        {leave}"]
    return "\n".join([*lines, "    " * (depth + 1) + "x += 1", "    out[0] = x"])


def chain_of_helpers(depth: int, body: str) -> str:
    lines = ["@wd.func", "def helper_0(x):", "    return x * 2"]
    for level in range(1, depth):
        lines += ["@wd.func", f"def helper_{level}(x):", body.format(inner=f"helper_{level - 1}")]
    return "\n".join([*lines, "def kernel(out: wd.RWBuffer[u32], n: u32):", f"    out[0] = helper_{depth - 1}(n)"])


@pytest.mark.parametrize("head", ["for i{} in range(n):", "while x < n:"])
@pytest.mark.parametrize("leave", ["break", "continue", "return"])
def test_nested_loops(visits, head, leave):
    two, four, eight = (visits(nested_loops(depth, head, leave)) for depth in (2, 4, 8))
    assert eight - four == 2 * (four - two)


@pytest.mark.parametrize(
    "body",
    [
        "    return {inner}(x) + {inner}(x + 1)",
        # Of several places that return, the first visit finds the type.
        "    if x > 1:\n        return {inner}(x)\n    return {inner}(x + 1)",
        "    for i in range(x):\n        if i == 3:\n            return {inner}(i)\n    return x",
    ],
    ids=["one-return", "two-returns", "return-in-a-loop"],
)
def test_helpers_that_call_helpers(visits, body):
    two, four, eight = (visits(chain_of_helpers(depth, body)) for depth in (2, 4, 8))
    assert eight - four == 2 * (four - two)
