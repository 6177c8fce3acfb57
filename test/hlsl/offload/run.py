"""Runs the compute tests of a checkout of llvm/offload-test-suite.

``python run.py CHECKOUT`` prints one line for each test that does not pass, with the reason, and ends with a line
"N pass, M fail, K are unsupported". ``--only WaveOps`` selects tests by their path.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import re
import signal
import sys
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from results import differences
from suite import Buffer, Test, Unsupported, read_test

import wavedialect as wd
from wavedialect.ir.structs import StructType

#: Options of dxc that change nothing here: the layout of structs is Direct3D's, and floats are always strict.
IGNORED = re.compile(r"-Gis|-fvk-use-dx-layout|-fspv-.*|-Wno-.*|-fvk-use-scalar-layout|-O[0-3d]|-Od")


def kernel_options(options: list[str]) -> dict[str, Any]:
    """The arguments of ``wd.hlsl`` for options of dxc."""
    made: dict[str, Any] = {"defines": {}}
    words = iter(options)
    for word in words:
        if word == "-T":
            made["profile"] = next(words)
        elif word == "-E":
            made["entry"] = next(words)
        elif word == "-HV":
            made["language_version"] = next(words)
        elif word == "-denorm":
            made["denormals"] = next(words)
        elif word == "-enable-16bit-types":
            made["enable_16bit_types"] = True
        # The second one is about matrices in buffers of bytes, the only ones of its tests.
        elif word in ("-Zpr", "-fspv-use-legacy-buffer-matrix-order"):
            made["row_major"] = True
        elif word.startswith("-D"):
            name, _, value = (word[2:] or next(words)).partition("=")
            made["defines"][name] = value or "1"
        elif not IGNORED.fullmatch(word):
            raise Unsupported(f"the option {word}")
    return made


def arguments_of(test: Test, kernel: wd.Kernel) -> dict[str, Any]:
    """The arguments of a kernel by name: views of the memory of the test's buffers."""
    letters = {"srv": "t", "uav": "u", "cbv": "b"}
    found = {}
    counters: dict[str, np.ndarray] = {}
    for one in kernel.compile(target="dxil").manifest["bindings"]:
        if one["name"] in counters:
            found[one["name"]] = counters[one["name"]]
            continue
        letter, number, space = letters[one["kind"]], one["binding"], one["set"]
        if getattr(kernel.parameters[one["name"]], "is_pushed", False) and test.push_constants is not None:
            found[one["name"]] = _sized(np.frombuffer(test.push_constants, np.uint8), one["bytes"])
            continue
        resource = next((r for r in test.resources if r.has(letter, number, space)), None)
        if resource is None:
            raise Unsupported(f"`{one['name']}` at {letter}{number} has no resource")
        element = number - int(resource.register[1:])
        if resource.buffer.counters is not None:
            counters[f"{one['name']}.counter"] = resource.buffer.counters[element : element + 1]
        numbers = resource.buffer.element(element)
        found[one["name"]] = argument_of(resource.buffer, numbers, one, kernel.parameters[one["name"]])
    return found


def _sized(data: np.ndarray, nbytes: int) -> np.ndarray:
    """The bytes of a constant buffer, which may be larger than what the test states; Direct3D reads the rest as 0."""
    return np.pad(data, (0, max(0, nbytes - data.size)))[:nbytes]


def argument_of(buffer: Buffer, numbers: np.ndarray, binding: dict[str, Any], type_: Any) -> np.ndarray:
    """A view of the ``numbers`` of a buffer as an argument of a kernel."""
    data = numbers.view(np.uint8)
    if binding["kind"] == "cbv":
        return _sized(data, binding["bytes"])
    if binding["resource"] == "image":
        channels = () if buffer.channels == 1 else (buffer.channels,)
        # The mip levels follow each other; a kernel sees the first.
        first = math.prod((*buffer.size, *channels))
        return numbers[:first].reshape(*buffer.size, *channels)
    element = type_.element
    dtype, components = np.dtype(getattr(element, "element", element).numpy), getattr(element, "size", 1)
    if isinstance(element, StructType):
        dtype, components = element.numpy, 1
    bytes_ = dtype.itemsize * components
    numbers = data[: data.size // bytes_ * bytes_].view(dtype)
    return numbers.reshape(-1, components) if components > 1 else numbers


def run_test(path: Path, device: str, wave_size: int | None, denormals: str) -> tuple[str, str]:
    """The outcome of a test, and the reason if it does not pass."""
    try:
        test = read_test(path)
        options = {"denormals": denormals, **kernel_options(test.options)}
    except Unsupported as error:
        return "unsupported", str(error)
    try:
        kernel = wd.hlsl(text=test.source, **{"entry": test.entry, **options, "specialization": test.specialization})
        arguments = arguments_of(test, kernel)
        if kernel.attributes.wave_size is not None:
            wave_size = None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            kernel.dispatch(test.groups, **arguments, device=device, wave_size=wave_size)
    except Unsupported as error:
        return "unsupported", str(error)
    except wd.WaveError as error:
        if test.fails and test.specialization and getattr(error, "id", "") == "hlsl-specialization":
            # The suite expects that the host refuses a value.
            return "pass", ""
        kind = "crash" if isinstance(error, wd.InternalError) else "refused"
        return kind, str(error).splitlines()[0]
    except Exception as error:  # noqa: BLE001 - the runner reports every failure of a test.
        return "crash", f"{type(error).__name__}: {error}"
    found = differences(test)
    if test.fails:
        return ("pass", "") if found else ("wrong", "the suite expects that the results differ")
    return ("wrong", "; ".join(found)) if found else ("pass", "")


class Timeout(Exception):
    pass


def _alarm(*_: Any) -> None:
    raise Timeout


def run_one(asked: tuple[Path, str, int | None, str, int]) -> tuple[Path, str, int | None, str, str]:
    path, device, wave_size, denormals, seconds = asked
    signal.signal(signal.SIGALRM, _alarm)
    signal.alarm(seconds)
    try:
        outcome, reason = run_test(path, device, wave_size, denormals)
    except Timeout:
        outcome, reason = "hang", f"no result after {seconds} s"
    finally:
        signal.alarm(0)
    return path, device, wave_size, outcome, reason


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the compute tests of llvm/offload-test-suite.")
    parser.add_argument("checkout", type=Path, help="a checkout of llvm/offload-test-suite")
    parser.add_argument("--only", default="", help="run only tests whose path contains this text")
    parser.add_argument("--device", default="cpu", help="default: cpu")
    parser.add_argument("--wave-sizes", default="32", help="with commas between them; default: 32")
    parser.add_argument(
        "--denormals", default="any", choices=("any", "ftz"), help="for tests that do not state -denorm; default: any"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes; default: 2")
    parser.add_argument("--time-limit", type=int, default=60, help="seconds for a test; default: 60")
    parser.add_argument("--output", type=Path, help="write the outcomes to this file, as JSON")
    asked = parser.parse_args()
    tests = sorted(path for path in (asked.checkout / "test").rglob("*.test") if asked.only in str(path))
    if not tests:
        parser.error(f"no tests in {asked.checkout / 'test'}")
    sizes = [int(size) for size in asked.wave_sizes.split(",")]
    work = [(path, asked.device, size, asked.denormals, asked.time_limit) for size in sizes for path in tests]
    outcomes: list[dict[str, Any]] = []
    # A crash of the compiler ends only the process of one test.
    with multiprocessing.get_context("spawn").Pool(asked.jobs, maxtasksperchild=50) as pool:
        for path, device, size, outcome, reason in pool.imap(run_one, work):
            name = str(path.relative_to(asked.checkout / "test"))
            outcomes.append({"test": name, "device": device, "lanes": size, "outcome": outcome, "reason": reason})
            if outcome not in ("pass", "unsupported"):
                print(f"{outcome}: {name} at {size} lanes: {reason}", flush=True)
    if asked.output:
        asked.output.write_text(json.dumps(outcomes, indent=1) + "\n")
    counts = Counter(one["outcome"] for one in outcomes)
    failed = sum(count for outcome, count in counts.items() if outcome not in ("pass", "unsupported"))
    print(f"{counts['pass']} pass, {failed} fail, {counts['unsupported']} are unsupported")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
