"""Outputs named ``-``, the standard output."""

from __future__ import annotations

import sys

import click

from ..errors import WaveError

#: The value of an option in the place of a file.
STANDARD_OUTPUT = "-"


def check_standard_output(file: str | None, option: str) -> None:
    """Raises WaveError for a binary that would appear on a terminal."""
    if file == STANDARD_OUTPUT and _is_terminal():
        raise WaveError(
            f"{option} - writes a binary to the standard output, which is a terminal",
            f"name a file, `{option} FILE`, or write `{option} - > FILE`",
        )


def refuse_standard_output(value: str | None, option: str, what: str, advice: str) -> None:
    """Raises WaveError for ``-`` as the value of an option that has no place on the standard output."""
    if value == STANDARD_OUTPUT:
        raise WaveError(f"{option} names {what}, got -, the standard output", advice)


def write_binary(data: bytes) -> None:
    """Writes to the standard output."""
    try:
        stream = click.get_binary_stream("stdout")
        stream.write(data)
        stream.flush()
    except OSError as error:
        raise WaveError(f"the standard output cannot be written: {error.strerror}") from None


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()
