"""Makes the table of the calls that ``dxc`` makes of HLSL, and of ours where they differ, which test_dxil_operands.py
compares ours with:

    .venv/bin/python test/python/dxil/record_operands.py
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from dxil_calls import read_attributes, read_calls
from operand_cases import Case, all_cases

TABLE = Path(__file__).with_name("dxc_operands.json")


def choose_calls(case: Case, text: str) -> list[str]:
    """Those that the case is about. Their order among each other is the compiler's own."""
    return sorted(str(call) for call in read_calls(text) if case.wants(call.operation))


def compile_ours(case: Case) -> str:
    """The module that we make, as text. A barrier beside which nothing is done stays."""
    options = {"shader_model": case.shader_model, "disable": ["elide-barriers"]}
    return case.build().compile(target="dxil", **options).stages["llvm"]


def _compile_theirs(case: Case, folder: Path) -> str:
    """What dxc prints of what it made."""
    source, container = folder / "kernel.hlsl", folder / "kernel.dxil"
    source.write_text(case.hlsl)
    model = case.shader_model.replace(".", "_")
    options = [] if case.shader_model in ("6.0", "6.1") else ["-enable-16bit-types", "-HV", "2018"]
    command = ["dxc", "-T", f"cs_{model}", "-E", "kernel", *options, "-Fo", container, source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{case.name}: {done.stdout}{done.stderr}\n{case.hlsl}")
    return subprocess.run(["dxc", "-dumpbin", container], capture_output=True, text=True, check=True).stdout


def _print_lines(table: dict[str, object]) -> str:
    """JSON with an entry a line."""
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in table.items()]
    return "{\n" + ",\n".join(lines) + "\n }"


def main() -> None:
    version = subprocess.run(["dxc", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    calls: dict[str, object] = {}
    differing: dict[str, object] = {}
    attributes: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder:
        for case in all_cases():
            text = _compile_theirs(case, Path(folder))
            calls[case.name] = choose_calls(case, text)
            attributes |= read_attributes(text)
            ours = choose_calls(case, compile_ours(case))
            if ours != calls[case.name]:
                differing[case.name] = ours
    parts = {"calls": calls, "ours": differing, "attributes": dict(sorted(attributes.items()))}
    printed = "".join(f',\n "{name}": {_print_lines(part)}' for name, part in parts.items())
    TABLE.write_text(f'{{\n "dxc": {json.dumps(version)}{printed}\n}}\n')


if __name__ == "__main__":
    main()
