"""Runs a Python program with Vulkan's validation layer on, and fails when the layer said anything.

scripts/validated.py examples/03-four-wave-compaction.py --device vulkan
"""

import os
import runpy
import sys
from pathlib import Path

os.environ["WAVEDIALECT_VULKAN_VALIDATION"] = "1"

from wavedialect import _vulkan  # noqa: E402  (after the switch above)


def main() -> int:
    program, *arguments = sys.argv[1:]
    sys.argv = [program, *arguments]
    sys.path[0] = str(Path(program).resolve().parent)
    status = 0
    try:
        runpy.run_path(program, run_name="__main__")
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    said = _vulkan.messages()
    for message in said:
        print(f"the validation layer says: {message}")
    return 1 if said else status


if __name__ == "__main__":
    sys.exit(main())
