"""Makes the table of the calls that ``dxc`` makes of HLSL, which test_dxil_operands.py compares ours with:

    .venv/bin/python test/python/dxil/record_operands.py > test/python/dxil/dxc_operands.json
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from dxil_calls import read_attributes, read_calls
from operand_cases import Case, all_cases

OPTIONS = {"6.0": [], "6.1": []}
NATIVE = ["-enable-16bit-types", "-HV", "2018"]


def compile_text(case: Case, folder: Path) -> str:
    """What dxc prints of what it made."""
    source = folder / "kernel.hlsl"
    source.write_text(case.hlsl)
    container = folder / "kernel.dxil"
    options = [] if case.shader_model in ("6.0", "6.1") else NATIVE
    model = case.shader_model.replace(".", "_")
    command = ["dxc", "-T", f"cs_{model}", "-E", "kernel", *options, "-Fo", container, source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{case.name}: {done.stdout}{done.stderr}\n{case.hlsl}")
    return subprocess.run(["dxc", "-dumpbin", container], capture_output=True, text=True, check=True).stdout


def main() -> None:
    version = subprocess.run(["dxc", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    calls: dict[str, list[str]] = {}
    attributes: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        for case in all_cases():
            text = compile_text(case, Path(folder))
            calls[case.name] = sorted(str(call) for call in read_calls(text) if case.wants(call.operation))
            attributes |= read_attributes(text)
    table = {"dxc": version, "calls": calls, "attributes": dict(sorted(attributes.items()))}
    json.dump(table, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
