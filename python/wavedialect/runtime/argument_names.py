"""How messages about the arguments of a launch name types, and the code that fixes an argument, by the language of the
kernel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..ir.module import Value
from ..ir.structs import StructType
from ..ir.types import ConstantBufferType, DType, ImageType, VectorType


class ArgumentNames:
    """The names of kernels in Python."""

    def type(self, type_: DType | VectorType) -> str:
        """A type of values."""
        return type_.name

    def parameter(self, type_: Any) -> str:
        """The type of a parameter."""
        return type_.name

    def declared(self, name: str, type_: Any, parameters: Sequence[Value]) -> str:
        """The type of a parameter as its declaration has it."""
        return type_.name

    def code(self, name: str) -> str:
        """The Python code of an argument whose parameter has this name."""
        return name

    def declaration(self, name: str, image: ImageType) -> str:
        """Advises a parameter of another type of images."""
        return f"declare the parameter as `{name}: wd.{image.word}[wd.{image.texel.name}]`"

    def dtype(self, name: str, struct: StructType) -> str:
        """The Python code of the dtype of a struct."""
        return f"{struct.name}.dtype"


class ShaderNames(ArgumentNames):
    """The names of shaders. Their parameters are resources, which messages describe by their elements."""

    def type(self, type_: DType | VectorType) -> str:
        return _in_hlsl(type_)

    def parameter(self, type_: Any) -> str:
        if isinstance(type_, ConstantBufferType):
            return type_.name
        if isinstance(type_, ImageType):
            return f"a texture of {_in_hlsl(type_.texel)}"
        return f"a buffer of {_in_hlsl(type_.element)}"

    def declared(self, name: str, type_: Any, parameters: Sequence[Value]) -> str:
        if isinstance(type_, ConstantBufferType):
            return type_.name
        element = type_.texel if isinstance(type_, ImageType) else type_.element
        word = getattr(type_, "word", None) or ("RWBuffer" if type_.writable else "Buffer")
        place = next((one.location for one in parameters if one.name == name), None)
        from ..frontends.hlsl.type_names import resource_before

        return (place and resource_before(place)) or f"{word}<{_in_hlsl(element)}>"

    def code(self, name: str) -> str:
        """The user's lists and dicts have the parts: `layers[0]["weights"]` for "layers[0].weights"."""
        name = name.replace("::", "_")
        if name.endswith(".counter"):
            return re.sub(r"\W+", "_", name)
        return re.sub(r"\.(\w+)", r'["\1"]', name.lstrip("$"))

    def declaration(self, name: str, image: ImageType) -> str:
        return f"declare it as `{image.word}<{_in_hlsl(image.texel)}>`"

    def dtype(self, name: str, struct: StructType) -> str:
        return f'kernel.parameters["{name}"].element.dtype'


def _in_hlsl(type_: Any) -> str:
    # Kernels in Python need no names of HLSL.
    from ..frontends.hlsl.type_names import type_in_hlsl

    return type_in_hlsl(type_)


PYTHON = ArgumentNames()
_SHADER = ShaderNames()


def names_of(language: str) -> ArgumentNames:
    """The names for kernels of a language."""
    return _SHADER if language == "hlsl" else PYTHON
