"""A shader from the standard input, which ``-`` names as for other compilers."""

from __future__ import annotations

import re
import sys

import click

from ..errors import WaveError
from ..frontends.text_files import STANDARD_INPUT_NAME, SourceText, decoded_text

#: The argument in the place of a file.
STANDARD_INPUT = "-"
_KEY = f"{__name__}.text"
#: The first words of other texts, which Clang's errors would not explain.
_OTHERS = {
    "Python": (re.compile(r"import\b|from\s+\S+\s+import\b|@\w|def\b|class\b"), ".py"),
    "MLIR": (re.compile(r"module\b|gpu\.module\b|wave\.func\b|builtin\.module\b"), ".mlir"),
}


def read_shader_text() -> SourceText:
    """The text of the standard input. A command reads it once."""
    kept = click.get_current_context().find_root().meta
    if _KEY not in kept:
        kept[_KEY] = _read()
    text: SourceText = kept[_KEY]
    return text


def _read() -> SourceText:
    stream = sys.stdin
    if stream is None or stream.closed:
        raise WaveError("the standard input is closed", "name a file, or write `< shader.hlsl`")
    if stream.isatty():
        click.echo("reading a shader from the terminal: end it with Ctrl-D", err=True)
    try:
        data = stream.buffer.read()
    except OSError as error:
        raise WaveError(f"the standard input cannot be read: {error.strerror}", "write `< shader.hlsl`") from None
    text = decoded_text("the standard input", data)
    _check_language(text)
    return SourceText(STANDARD_INPUT_NAME, text, False)


def _check_language(text: str) -> None:
    """Raises WaveError for a text of Python or MLIR. Comments of Python and directives of HLSL begin alike."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    for language, (begin, suffix) in _OTHERS.items():
        if begin.match(first):
            raise WaveError(
                f"the standard input has {language}, and `-` reads HLSL", f"name a file that ends in {suffix}"
            )
