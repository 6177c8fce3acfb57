#!/usr/bin/env python3
"""Runs a file that ``run.py --record`` wrote on a Vulkan device and judges every result; see ``wave_matrix.recording``."""

from __future__ import annotations

import argparse
import collections
import importlib.util
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from wave_matrix.recording import read

from wavedialect import _vulkan


def _launcher():
    """How a recorded kernel is launched is the business of test/gpu/replay.py."""
    path = Path(__file__).resolve().parents[2] / "gpu" / "replay.py"
    spec = importlib.util.spec_from_file_location("gpu_replay", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--device", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="without the mode for maximal reconvergence")
    parser.add_argument("--failures", type=int, default=20)
    options = parser.parse_args()
    run = _launcher()
    device = _vulkan.Device(options.device)
    reconverging = device.properties.features.get("maximal_reconvergence", False) and not options.plain
    print(f"{device.properties.name}, maximal reconvergence: {'yes' if reconverging else 'no'}")
    start = time.monotonic()
    cases = 0
    reasons: collections.Counter = collections.Counter()
    for file in options.files:
        for recording in read(file):
            cases += len(recording.names)
            try:
                wrong = recording.wrong(run(device, recording.launch, "specialized", reconverging))
            except Exception as error:  # The others have to run.
                wrong = {name: [f"{type(error).__name__}: {error}"] for name in recording.names}
            for name, places in wrong.items():
                reasons[name] += 1
                if len(reasons) <= options.failures:
                    print(f"FAILED {name}", *places, recording.launch["name"], sep="\n  ", flush=True)
    print(f"{time.monotonic() - start:.0f} s: {cases - len(reasons)} passed, {len(reasons)} failed")
    return 1 if reasons or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
