"""Counterparts of functions and methods of NumPy and of Python's ``math``, and of ids in other GPU languages."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...ir.types import nearest_element, nearest_type
from ..semantic.core import COMPONENTS
from ..semantic.values import Image, Memory, Operand, Scalar, Vector
from .advice import ABSENT, BY_WAVES, FORMULAS, SPELLINGS, help_for, plain
from .ops import INTRINSICS

#: NumPy's functions of a whole array: the code for a value ``{x}`` of each lane of a wave.
OVER_LANES = {
    "sum": "wd.wave_active_sum({x})",
    "nansum": "wd.wave_active_sum({x})",
    "add": "wd.wave_active_sum({x})",
    "prod": "wd.wave_active_product({x})",
    "multiply": "wd.wave_active_product({x})",
    "max": "wd.wave_active_max({x})",
    "amax": "wd.wave_active_max({x})",
    "maximum": "wd.wave_active_max({x})",
    "min": "wd.wave_active_min({x})",
    "amin": "wd.wave_active_min({x})",
    "minimum": "wd.wave_active_min({x})",
    "any": "wd.wave_active_any_true({x})",
    "all": "wd.wave_active_all_true({x})",
    "mean": "wd.wave_active_sum({x}) / f32(wd.wave_active_count_bits(True))",
    "average": "wd.wave_active_sum({x}) / f32(wd.wave_active_count_bits(True))",
    "argmax": "wd.wave_active_argmax({x})",
    "argmin": "wd.wave_active_argmin({x})",
    "cumsum": "wd.wave_prefix_sum({x}) + {x}",
    "cumprod": "wd.wave_prefix_product({x}) * {x}",
    "count_nonzero": "wd.wave_active_count_bits({x} != 0)",
}
#: The same functions of a vector's components.
_OVER_COMPONENTS = {"sum": " + ", "prod": " * ", "max": "wd.max", "min": "wd.min", "amax": "wd.max", "amin": "wd.min"}
#: NumPy's functions that are operators.
_OPERATORS = {
    "add": "{0} + {1}",
    "subtract": "{0} - {1}",
    "multiply": "{0} * {1}",
    "divide": "{0} / {1}",
    "true_divide": "{0} / {1}",
    "floor_divide": "{0} // {1}",
    "mod": "{0} % {1}",
    "remainder": "{0} % {1}",
    "fmod": "{0} % {1}",
    "bitwise_and": "{0} & {1}",
    "bitwise_or": "{0} | {1}",
    "bitwise_xor": "{0} ^ {1}",
    "left_shift": "{0} << {1}",
    "right_shift": "{0} >> {1}",
    "logical_and": "{0} and {1}",
    "logical_or": "{0} or {1}",
    "logical_xor": "{0} != {1}",
    "logical_not": "not {0}",
    "invert": "~{0}",
    "bitwise_not": "~{0}",
    "negative": "-{0}",
    "reciprocal": "1.0 / {0}",
    "equal": "{0} == {1}",
    "not_equal": "{0} != {1}",
    "less": "{0} < {1}",
    "less_equal": "{0} <= {1}",
    "greater": "{0} > {1}",
    "greater_equal": "{0} >= {1}",
}
_MAKES_ARRAYS = ("zeros", "empty", "ones", "array", "full", "zeros_like", "empty_like", "ones_like", "full_like")
_MAKES_ARRAYS += ("asarray", "ascontiguousarray", "linspace", "concatenate", "stack", "copy")
#: Other functions without a counterpart.
_ABSENT = {
    "matmul": "the product of two matrices of the wave is `wd.matrix_multiply_add(a, b, total)`; `wd.dot` is that of two vectors",
    "random": "there are no random numbers; compute a hash of the lane's index, or pass them as a `wd.Buffer`",
    "sort": "a kernel sorts by comparisons and stores, for instance a bitonic sort; NumPy sorts before the launch",
}
_ABSENT |= dict.fromkeys(["argsort", "sorted"], _ABSENT["sort"])
_ABSENT |= dict.fromkeys(["histogram", "bincount"], "let each lane count its value: `wd.atomic_add(bins, index, 1)`")
#: NumPy's functions of the shape and of products of buffers ``{0}`` and ``{1}``.
_OF_BUFFERS = {
    "size": "write `len({0})`",
    "shape": "write `{0}.shape`",
    "ndim": "write `len({0}.shape)`",
    "norm": "let each lane square elements, and combine the lanes of a wave: `wd.sqrt(wd.wave_active_sum({0}[i] * {0}[i]))`",
    "dot": "let each lane multiply elements, and combine the lanes of a wave: `wd.wave_active_sum({0}[i] * {1}[i])`",
}
_OF_BUFFERS |= dict.fromkeys(["inner", "vdot"], _OF_BUFFERS["dot"])
#: Methods of a vector, and the code for a vector ``{v}`` and arguments ``{rest}``.
_METHODS_OF_VECTORS = {
    "dot": "wd.dot({v}, {rest})",
    "length": "wd.length({v})",
    "norm": "wd.length({v})",
    "normalize": "wd.normalize({v})",
    "normalized": "wd.normalize({v})",
    "cross": "wd.cross({v}, {rest})",
    "size": "len({v})",
    "shape": "len({v})",
}


def counterpart(object: Any, node: ast.Call, peek: Callable[[ast.expr], Operand | None]) -> str | None:
    """The help for a call of a function or type of Python's ``math`` or of NumPy; None for other objects. ``peek``
    returns the operand of an argument that is a variable."""
    nearest = nearest_type(object)
    texts = [ast.unparse(argument) for argument in node.args]
    operand = peek(node.args[0]) if node.args else None
    elements = _Elements(peek)
    nodes = [elements.visit(copy.deepcopy(argument)) for argument in node.args]
    arguments = [ast.unparse(argument) for argument in nodes]
    joined = ", ".join(arguments)
    if nearest is not None:
        if node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
            return "for infinity and NaN, write `math.inf` and `math.nan`"
        return f"write `{nearest.name}({joined})`"
    byte = nearest_element(object)
    if byte is not None:
        return f"a value has 32 bits: write `{byte.value.name}({joined})`, and `& 0xff` for its low byte"
    name, reduces = getattr(object, "__name__", ""), False
    owner = getattr(object, "__self__", None)
    if isinstance(owner, np.ufunc):
        reduces, name, object = name in ("reduce", "accumulate"), owner.__name__, owner
        if not reduces:
            return None
    if not is_numeric(object):
        return None
    if name in _MAKES_ARRAYS:
        return "an array of one lane is `wd.local_array(f32, 16)`, an array of the group `wd.groupshared(f32, 16)`"
    if name == "arange":
        return f"loop over a range: `for i in range({joined}):`"
    if (len(node.args) == 1 or reduces) and (over := over_values(name, texts[0], operand, reduces)) is not None:
        return over
    if isinstance(operand, Memory) and name in _OF_BUFFERS:
        return _OF_BUFFERS[name].format(*texts, *texts)
    form = _OPERATORS.get(name)
    if form is not None and len(node.args) == form.count("{"):
        return f"write `{form.format(*map(_operand, nodes))}`"
    if name == "log" and len(node.args) == 2:
        base = {"2": "log2({0})", "2.0": "log2({0})"}.get(arguments[1], "log({0}) / wd.log(f32({1}))")
        return f"write `wd.{base.format(*arguments)}`"
    if name in _ABSENT or "random" in (getattr(object, "__module__", None) or str(type(owner))):
        return _ABSENT.get(name, _ABSENT["random"])
    if plain(name) in FORMULAS:
        return help_for(name, False)
    meant = SPELLINGS.get(plain(name))
    if meant in INTRINSICS:
        # NumPy's other arguments, such as the number of decimals, have no counterpart.
        count = len(INTRINSICS[meant].signature.parameters)
        joined = ", ".join(arguments[:count])
    return f"write `wd.{meant}({joined})`" if meant is not None else ABSENT.get(plain(name))


class _Elements(ast.NodeTransformer):
    """Replaces buffers by their elements: a function of numbers applies to each."""

    def __init__(self, peek: Callable[[ast.expr], Operand | None]) -> None:
        self._peek = peek

    def visit_Name(self, node: ast.Name) -> ast.expr:
        is_memory = isinstance(self._peek(node), Memory)
        return ast.Subscript(node, ast.Name("i", ast.Load()), ast.Load()) if is_memory else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return node


def is_numeric(object: Any) -> bool:
    """Whether an object is a function of Python's ``math`` or of NumPy."""
    if isinstance(object, np.ufunc):
        return True
    owner = type(getattr(object, "__self__", None)).__module__
    module = getattr(object, "__module__", None) or owner
    return callable(object) and module.split(".")[0] in ("math", "cmath", "numpy")


def over_values(name: str, text: str, operand: Operand | None, reduces: bool = False) -> str | None:
    """The help for a function of a whole array or vector, the source ``text``; None for other functions."""
    form = OVER_LANES.get(name)
    if form is None or name in ("add", "multiply", "maximum", "minimum") and not reduces:
        return None
    if isinstance(operand, Image):
        combined = form.format(x="value")
        return f"load a texel in each lane, `value = {text}[x, y]`, and combine the lanes of a wave: `{combined}`"
    if isinstance(operand, Memory):
        combined = form.format(x="value")
        return f"load an element in each lane, `value = {text}[i]`, and combine the lanes of a wave: `{combined}`"
    if isinstance(operand, Scalar) and operand.type.is_bool:
        form = form.replace(" != 0", "")
    if isinstance(operand, Vector):
        joined = _OVER_COMPONENTS.get(name)
        parts = [f"{text}.{letter}" for letter in COMPONENTS[: operand.type.size]]
        if joined is not None:
            code = f"{joined}({', '.join(parts)})" if joined.startswith("wd") else joined.join(parts)
            return f"write `{code}`; over the lanes of a wave, `{form.format(x=text)}`"
        if name in ("any", "all"):
            return f"write `wd.{name}({text})`"
    return f"over the lanes of a wave, write `{form.format(x=text)}`"


def method_of_vector(name: str, text: str, arguments: Sequence[ast.expr] | None) -> str | None:
    """The help for a method of a vector, the source ``text``; None for a name that is no such method."""
    form = _METHODS_OF_VECTORS.get(name)
    if form is None:
        return None
    rest = ", ".join(map(ast.unparse, arguments)) if arguments else text
    return f"write `{form.format(v=text, rest=rest)}`"


def _operand(node: ast.expr) -> str:
    """The text of an operand of an operator."""
    text = ast.unparse(node)
    return f"({text})" if isinstance(node, ast.BinOp | ast.BoolOp | ast.Compare | ast.IfExp) else text


#: Modules of other languages, whose names are looked up without them.
LANGUAGES = ("cuda", "numba", "tl", "triton", "ti", "taichi", "wp", "warp", "cl", "opencl", "cupy", "cp", "jax", "jnp")
LANGUAGES += ("cg", "cooperative_groups")
#: The packages of other languages for GPUs.
PACKAGES = ("numba", "triton", "taichi", "warp", "cupy", "pyopencl")
#: The ids that have three components.
_VECTORS = ("group_id", "group_count", "dispatch_thread_id", "group_thread_id")
#: Names whose argument is the number of dimensions, not a dimension.
_OF_DIMENSIONS = ("grid", "gridsize")


def help_for_path(parts: Sequence[str], arguments: Sequence[ast.expr] | None, attributes: Any) -> str | None:
    """The help for an unknown name with the attributes that follow it, such as ``threadIdx.x`` or ``tl.program_id``,
    and with the arguments if it is called. ``attributes`` are the kernel's."""
    by_waves = attributes.num_waves is not None
    # GLSL's `gl_WorkGroupID`.
    parts = [parts[0].removeprefix("gl_"), *parts[1:]]
    names = [part for part in parts if part not in LANGUAGES] or list(parts)
    # Numba's `cuda.atomic.add` and `cuda.shared.array`.
    if parts[0] in LANGUAGES and len(names) == 2 and plain("".join(names)) in SPELLINGS:
        names = ["".join(names)]
    axis = names.pop() if len(names) > 1 and names[-1] in ("x", "y", "z") else None
    is_foreign = len(names) < len(parts)
    name = names[-1] if is_foreign or parts[0] in LANGUAGES else names[0]
    if axis is None and arguments and isinstance(arguments[0], ast.Constant):
        of_dimensions = plain(name) in _OF_DIMENSIONS
        number = 0 if of_dimensions else arguments[0].value
        if number in (0, 1, 2) and not (of_dimensions and arguments[0].value != 1):
            axis = "xyz"[int(number)]
    if plain(name) in (
        "blockdim",
        "localsize",
        "workgroupsize",
        "numthreads",
        "threadsperblock",
        "threadsperthreadgroup",
    ):
        return _threads_of_a_group(attributes, axis)
    if plain(name) in ("gridsize", "globalsize", "threadspergrid"):
        counted = f"wd.group_count().{axis or 'x'}"
        if by_waves:
            return f"write `{counted} * wd.group_wave_count() * wd.wave_lane_count()`"
        return f"write `{counted} * {_number_of_threads(attributes, axis)}`, with what the decorator states"
    if parts[0] in ("tl", "triton") and arguments and name in OVER_LANES:
        return over_values(name, ast.unparse(arguments[0]), None, True)
    if name == "load" and parts[0] in LANGUAGES or name == "store" and parts[0] in LANGUAGES:
        return "index the buffer: `value = buffer[i]`, `buffer[i] = value`"
    meant = SPELLINGS.get(plain(name.removesuffix("_t")))
    if meant in _VECTORS and not (by_waves and meant in BY_WAVES):
        return f"write `wd.{meant}().{axis}`" if axis is not None else help_for(name, by_waves)
    if by_waves and meant in BY_WAVES and axis in ("y", "z"):
        return (
            f"under `num_waves`, lanes have one index, `{BY_WAVES[meant]}`; compute rows and columns from it, `index //"
            " width` and `index % width`"
        )
    found = help_for(name, by_waves)
    if found is None and parts[0] in LANGUAGES:
        return f"`{parts[0]}` belongs to another language; docs/intrinsics.md lists the functions of this one"
    return found


def _threads_of_a_group(attributes: Any, axis: str | None) -> str:
    if attributes.num_waves is not None:
        return "under `num_waves`, write `wd.group_wave_count() * wd.wave_lane_count()`"
    number = _number_of_threads(attributes, axis)
    return f"it is what the decorator states: write `{number}`, or a constant that both use, `num_threads=SIZE`"


def _number_of_threads(attributes: Any, axis: str | None) -> int:
    return attributes.num_threads["xyz".index(axis or "x")] if attributes.num_threads else 64
