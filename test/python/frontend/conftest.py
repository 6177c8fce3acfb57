"""Compiles kernels and reads their modules."""

from __future__ import annotations

import importlib.util
import itertools
import subprocess
import textwrap
import types

import numpy as np
import pytest

from wavedialect.driver.repeat import find_tool
from wavedialect.frontends.python.frontend import build_module
from wavedialect.interpreter.interpreter import InterpretedKernel
from wavedialect.ir.module import KernelAttributes, Module
from wavedialect.ir.printer import print_module
from wavedialect.ir.types import ImageType

HEAD = """import wavedialect as wd
from wavedialect import f32, i32, u32


"""
_count = itertools.count()


class Compiled:
    """A module, with the queries of tests."""

    def __init__(self, module: Module):
        self.module = module
        self.text = print_module(module)

    @property
    def names(self) -> list[str]:
        """The operations of the kernel, outermost first, in order."""
        return [operation.name for operation in self.module.kernel.walk()]

    def operations(self, name: str) -> list:
        """The kernel's operations of this name."""
        return [operation for operation in self.module.kernel.walk() if operation.name == name]

    def constants(self, name: str) -> list:
        """The constants among the operands of the kernel's operations of this name."""
        made = {id(o.results[0]): o.attributes["value"] for o in self.operations("arith.constant")}
        return [made[id(v)] for o in self.operations(name) for v in o.operands if id(v) in made]


@pytest.fixture
def load(tmp_path):
    """``load(text)``: the names of a Python module with this text, in a separate file."""

    def load_text(text: str, head: str = HEAD) -> dict:
        file = tmp_path / f"kernel_{next(_count)}.py"
        file.write_text(head + textwrap.dedent(text).strip() + "\n")
        spec = importlib.util.spec_from_file_location(file.stem, file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return vars(module)

    return load_text


@pytest.fixture
def compile_kernel(load):
    """``compile_kernel(text)``: the module of the function ``kernel``."""

    def build(text: str, **attributes) -> Compiled:
        stated = attributes or {"num_waves": 4, "wave_size": (16, 64)}
        return Compiled(build_module(load(text)["kernel"], KernelAttributes(**stated)))

    return build


@pytest.fixture
def body(compile_kernel):
    """``body(text)``: the module of a kernel with usual parameters and these statements."""

    def build(text: str) -> Compiled:
        parameters = (
            "src: wd.Buffer[u32], out: wd.RWBuffer[u32], flags: wd.RWBuffer[bool], n: u32, k: i32, x: f32, p: bool"
        )
        return compile_kernel(f"def kernel({parameters}):\n{textwrap.indent(textwrap.dedent(text).strip(), '    ')}")

    return build


def _image(type: ImageType, array: np.ndarray) -> types.SimpleNamespace:
    """An image argument for the interpreter, in place of an array of elements."""
    height, width = array.shape[:2]
    return types.SimpleNamespace(handle=array, width=width, height=height, channels=type.channels)


@pytest.fixture
def interpret(load):
    """``interpret(text, *arguments)``: the kernel ``kernel`` of the text, run by one wave of four lanes."""

    def run(text: str, *arguments, wave_size: int = 4, groups=(1, 1, 1), **attributes):
        module = build_module(load(text)["kernel"], KernelAttributes(**(attributes or {"num_waves": 1})))
        passed = [
            _image(parameter.type, argument) if isinstance(parameter.type, ImageType) else argument
            for parameter, argument in zip(module.kernel.parameters, arguments, strict=True)
        ]
        return InterpretedKernel(module, wave_size).run(passed, groups)

    return run


@pytest.fixture
def wave_opt():
    """``wave_opt(text)``: the output of ``wave-opt``, which also verifies the module."""

    def run(text: str, *options: str) -> str:
        done = subprocess.run(
            [find_tool("wave-opt"), *options], input=text, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr + text
        return done.stdout

    return run
