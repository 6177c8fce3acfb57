"""Makes the table of what the containers of ``dxc`` say of the examples in HLSL, which test_dxil_container_facts.py compares
ours with:

    .venv/bin/python test/python/dxil/record_containers.py
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import conftest  # noqa: F401  the paths
from container_facts import read_facts
from hlsl_examples import MODELS, compile_ours, compile_theirs, examples, has_form

TABLE = Path(__file__).with_name("dxc_containers.json")


def _validator_of(text: str) -> str:
    (node,) = re.findall(r"^!dx.valver = !\{!(\d+)\}", text, re.MULTILINE)
    (version,) = re.findall(rf"^!{node} = !\{{i32 (\d+), i32 (\d+)\}}", text, re.MULTILINE)
    return ".".join(version)


def main() -> None:
    version = subprocess.run(["dxc", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    facts: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, kernel in examples():
            for model in MODELS:
                if has_form(kernel, model):
                    validator = _validator_of(compile_ours(kernel, model)[1])
                    theirs = compile_theirs(name, kernel, model, validator, Path(folder))
                    facts.setdefault(name, {})[model] = read_facts(*theirs)
    lines = []
    for name, models in facts.items():
        rows = ",\n".join(f"  {json.dumps(model)}: {json.dumps(said)}" for model, said in models.items())
        lines.append(f" {json.dumps(name)}: {{\n{rows}\n }}")
    TABLE.write_text(f'{{\n "dxc": {json.dumps(version)},\n' + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
