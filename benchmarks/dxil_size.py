"""How many instructions our DXIL has beside that of `dxc` (-O3, its default) of the same kernel in HLSL, for all examples.

.venv/bin/python benchmarks/dxil_size.py [--models 6.6 6.10] [--kinds] [--markdown]
"""

from __future__ import annotations

import argparse
import collections
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from hlsl.kernels import NAMES, compile_ours, dxc_command, dxc_version, has_form, load_kernel, print_container

_FUNCTION = re.compile(r"^define void @[^\n]*\{\n(.*?)^\}", re.DOTALL | re.MULTILINE)
_INSTRUCTION = re.compile(r"^  (?:%\S+ = )?(\w+)(?:.*?@dx\.op\.(\w+))?", re.MULTILINE)


def count_kinds(container: Path) -> collections.Counter[str]:
    """The instructions of the only function, calls by DXIL's function."""
    function = _FUNCTION.search(print_container(container))
    assert function is not None, f"{container} has no function"
    return collections.Counter(called or opcode for opcode, called in _INSTRUCTION.findall(function[1]))


def compare(model: str) -> Iterator[tuple[str, collections.Counter[str], collections.Counter[str]]]:
    """Kernel, our instructions and those of dxc."""
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "ours.dxil", Path(folder) / "theirs.dxil"
        for name in NAMES:
            kernel = load_kernel(name)
            if has_form(kernel, model):
                ours.write_bytes(compile_ours(kernel, model)[0])
                subprocess.run(dxc_command(name, model, theirs), check=True)
                yield name, count_kinds(ours), count_kinds(theirs)


def print_kinds(ours: collections.Counter[str], theirs: collections.Counter[str]) -> None:
    """What there is more of, on each side."""
    for title, more in (("more here", ours - theirs), ("more in dxc", theirs - ours)):
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(more.items()))
        print(f"    {title}: {kinds or 'nothing'}")


def print_markdown(models: list[str]) -> None:
    rows: dict[str, list[str]] = {name: [] for name in NAMES}
    for model in models:
        for name, ours, theirs in compare(model):
            rows[name].append(f"{ours.total()} | {theirs.total()}")
    print(f"| kernel | {' | '.join(f'{model} | `dxc`' for model in models)} |")
    print(f"| --- |{' --- |' * 2 * len(models)}")
    for name, cells in rows.items():
        print(f"| {name} | {' | '.join(cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", nargs="+", default=["6.6", "6.10"], help="shader models")
    parser.add_argument("--kinds", action="store_true", help="of which kinds there are more")
    parser.add_argument("--markdown", action="store_true", help="the table of docs/dxil.md")
    options = parser.parse_args()
    if options.markdown:
        print_markdown(options.models)
        return
    print(dxc_version())
    for model in options.models:
        print(f"Shader Model {model}: instructions here, in dxc's, more here")
        for name, ours, theirs in compare(model):
            print(f"  {name:<26}{ours.total():>5}{theirs.total():>5}{ours.total() - theirs.total():>+5}")
            if options.kinds:
                print_kinds(ours, theirs)


if __name__ == "__main__":
    main()
