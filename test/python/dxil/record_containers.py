"""Makes the table of what the containers of ``dxc`` say of the examples in HLSL, which test_dxil_container_facts.py compares
ours with:

    .venv/bin/python test/python/dxil/record_containers.py
"""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

from container_facts import read_facts
from hlsl_examples import CASES, compile_ours, compile_theirs, dxc_version, load_kernel

TABLE = Path(__file__).with_name("dxc_containers.json")


def _validator_of(text: str) -> str:
    (node,) = re.findall(r"^!dx.valver = !\{!(\d+)\}", text, re.MULTILINE)
    (version,) = re.findall(rf"^!{node} = !\{{i32 (\d+), i32 (\d+)\}}", text, re.MULTILINE)
    return ".".join(version)


def main() -> None:
    facts: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, model in CASES:
            # Of one version, since it decides how long the pipeline state is.
            validator = _validator_of(compile_ours(load_kernel(name), model)[1])
            facts.setdefault(name, {})[model] = read_facts(*compile_theirs(name, model, validator, Path(folder)))
    lines = [f' "dxc": {json.dumps(dxc_version())}']
    for name, models in facts.items():
        rows = ",\n".join(f"  {json.dumps(model)}: {json.dumps(said)}" for model, said in models.items())
        lines.append(f" {json.dumps(name)}: {{\n{rows}\n }}")
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
