"""Feeds Python functions to the front end, which must accept or reject each one with an error of its own.

python test/fuzz/python/fuzz_source.py CORPUS [libFuzzer's options]      needs atheris
python test/fuzz/python/fuzz_source.py --show FILE                       prints the kernel of one input
"""

from __future__ import annotations

import linecache
import sys
import warnings

from choices import Choices
from instrumentation import instrument_project
from source_mutator import mutate
from source_writer import SourceWriter

import wavedialect as wd

FILE = "<fuzzed kernel>"


def text_of(data: bytes) -> str:
    """Returns the source file for an input: a changed example, or a new file."""
    return SourceWriter(Choices(data[1:])).write() if data[:1] > b"\xe0" else mutate(data[1:])


def check(data: bytes) -> None:
    """Compiles the kernels of one input. Raises all exceptions except our errors that a user can act on."""
    warnings.simplefilter("ignore")
    try:
        text = text_of(data)
        code = compile(text, FILE, "exec")
    except (SyntaxError, ValueError):
        # Python cannot print it or rejects it first, for example `break` outside a loop.
        return
    linecache.cache[FILE] = (len(text), None, text.splitlines(keepends=True), FILE)
    target = ("spirv", "dxil", "cpu")[len(data) % 3]
    namespace: dict[str, object] = {"__name__": "fuzzed"}
    try:
        exec(code, namespace)  # noqa: S102 - our own text.
    except wd.InternalError:
        raise
    except wd.WaveError:
        return
    for kernel in [value for value in namespace.values() if isinstance(value, wd.Kernel)]:
        try:
            kernel.compile(target=target)
        except wd.InternalError:
            raise
        except wd.WaveError:
            pass


def main() -> int:
    if sys.argv[1:2] == ["--show"]:
        with open(sys.argv[2], "rb") as file:
            print(text_of(file.read()))
        return 0
    import atheris

    instrument_project()
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
