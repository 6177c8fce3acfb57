"""The table of containers that the validator has accepted: those of all examples, by their hashes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from example_launches import EVERYWHERE
from judgement import containers_of
from shader_models import MODELS, is_refusal

import wavedialect as wd

TABLE = Path(__file__).with_name("validated.json")
COMMAND = "scripts/revalidate"
LEVELS = {1: ".dxil", 2: "-O2.dxil"}
"""How the file of a level ends."""
Hashes = dict[str, dict[str, dict[str, str]]]
"""By kernel, shader model and file."""


def containers() -> Iterator[tuple[str, str, dict[str, bytes]]]:
    """Kernel, shader model, and files for all wave sizes at both levels that optimize; none where the model lacks
    something."""
    for name, kernel in dict.fromkeys((str(launch), launch.kernel) for launch in EVERYWHERE):
        for model in MODELS:
            files = {}
            for level, suffix in LEVELS.items():
                try:
                    made = containers_of(kernel, model, opt_level=level)
                except wd.CompileError as error:
                    if not is_refusal(error, model):
                        raise
                    made = {}
                files.update({file.removesuffix(".dxil") + suffix: contents for file, contents in made.items()})
            yield name, model, files


def hash_of(container: bytes) -> str:
    return hashlib.sha256(container).hexdigest()


def read() -> dict[str, Any]:
    """The committed table."""
    return json.loads(TABLE.read_text())


def write(validator: str, hashes: Hashes) -> None:
    """A table whose containers have been accepted."""
    table = {"written by": COMMAND, "validator": validator, "sha256": hashes}
    TABLE.write_text(json.dumps(table, indent=1) + "\n")


def differences(committed: Hashes, found: Hashes) -> list[str]:
    """Which containers are not those of the table."""

    def flat(hashes: Hashes) -> dict[tuple[str, str, str], str]:
        return {
            (kernel, model, file): value
            for kernel, models in hashes.items()
            for model, files in models.items()
            for file, value in files.items()
        }

    before, after = flat(committed), flat(found)
    words = {(True, True): "other bytes", (True, False): "no longer made", (False, True): "not in the table"}
    return [
        f"{', '.join(key)}: {words[key in before, key in after]}"
        for key in sorted({*before, *after})
        if before.get(key) != after.get(key)
    ]
