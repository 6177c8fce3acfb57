"""How the language of a front end spells the names and the code of help texts."""

from __future__ import annotations

from typing import Any

from ...ir.types import DType, VectorType


def bare(text: Any) -> str:
    """Source text without enclosing parentheses, as an argument of a call needs it."""
    return getattr(text, "bare", None) or str(text)


class Spelling:
    """The spelling of the Python front end; the front end of another language overrides it."""

    def function(self, name: str) -> str:
        """A function of the language, by its name in Python."""
        return f"wd.{name}"

    def call(self, name: str, *arguments: Any) -> str:
        """A call of a function with these source texts."""
        return f"{self.function(name)}({', '.join(map(bare, arguments))})"

    def type(self, type: DType | VectorType) -> str:
        """A type."""
        return type.name

    def cast(self, type: DType | VectorType, *arguments: Any) -> str:
        """Code that makes a value of a type of these source texts."""
        return f"{self.type(type)}({', '.join(map(bare, arguments))})"

    def resource(self, name: str, element: DType | VectorType | None = None, rank: int = 1) -> str:
        """The type of a parameter, such as ``RWBuffer``, with the type of its elements and its dimensions."""
        if element is None:
            return f"wd.{name}"
        return f"wd.{name}[{self.type(element)}]" if rank == 1 else f"wd.{name}[{self.type(element)}, {rank}]"

    def length(self, text: Any) -> str:
        """The number of elements of a buffer or an array."""
        return f"len({bare(text)})"

    def operator(self, name: str) -> str:
        """An operator on bool: ``and``, ``or`` or ``not``, with a space behind ``not``."""
        return "not " if name == "not" else name

    def boolean(self, value: Any) -> str:
        """A constant of type bool."""
        return str(bool(value))

    def finished(self, text: str) -> str:
        """A whole help text, with the names that the user's file has."""
        return text
