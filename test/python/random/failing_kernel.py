"""Files with a kernel on which a device fails: the text, what to launch it with, and how to see the failure again.

``python failing_kernel.py FILE [DEVICE]`` runs the kernel of a file on the interpreter and on the device, and says what
differs. Such a file holds everything but the generator's rule for arrays whose order is free.
"""

from __future__ import annotations

import argparse
import ast
import base64
import linecache
import pprint
import sys
import warnings
import zlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from configurations import FAMILIES, Configuration, is_refusal
from generator import RandomKernel
from hlsl_writer import in_hlsl
from runner import INTERPRETER, Way, difference

import wavedialect as wd

ORDERS = 3
"""Of few lanes, one order may be the usual one."""
AGREES, DIFFERS, RAISES, REFUSED, UNDEFINED = "agrees", "differs", "raises", "refused", "is undefined"


@dataclass(frozen=True)
class Outcome:
    """What came of one comparison."""

    kind: str
    text: str = ""
    """What differs, or what was raised."""

    def same_failure(self, other: Outcome) -> bool:
        """Whether both are one failure: errors are compared by their kind and rule, not by their places."""
        return self.kind == other.kind and (self.kind != RAISES or _mark(self.text) == _mark(other.text))


def _mark(text: str) -> str:
    first = text.splitlines()[0] if text else ""
    rule = first.rpartition("[")[2].rstrip("]") if first.endswith("]") else ""
    return f"{first.partition(':')[0]} {rule}"


@dataclass(frozen=True)
class FailingKernel:
    """A kernel, its arguments, and the configuration in which it fails."""

    family: str
    seed: int
    source: str
    groups: int
    configuration: Configuration
    arguments: dict[str, Any] = field(default_factory=dict)
    """By the names of the parameters; the kernel may have fewer."""

    @property
    def label(self) -> str:
        device = self.configuration.device.replace(":", "-")
        language = "" if self.configuration.language == "python" else f"-{self.configuration.language}"
        return f"{self.family}-{self.seed}{language}-{device}-{self.configuration.wave_size}"

    @property
    def has_free_order(self) -> bool:
        """Whether arrays have to be settled before they are compared, which takes all of them."""
        return type(FAMILIES[self.family](self.seed)).settled is not RandomKernel.settled

    def with_used_arguments(self) -> FailingKernel:
        """Without the arguments that the kernel has no parameters for, if nothing else needs them."""
        if self.has_free_order:
            return self
        return replace(self, arguments={name: self.arguments[name] for name in parameter_names(self.source)})

    def load(self) -> Any:
        """Executes the text and returns the kernel."""
        file = f"<{self.label}>"
        linecache.cache[file] = (len(self.source), None, self.source.splitlines(keepends=True), file)
        namespace: dict[str, Any] = {"__name__": "failing"}
        exec(compile(self.source, file, "exec"), namespace)  # noqa: S102 - our own text.
        return namespace[kernel_definition(self.source).name]

    def run(self, kernel: Any, way: Way) -> list[np.ndarray]:
        """The contents of all buffers after one dispatch."""
        fresh = {name: one.copy() if isinstance(one, np.ndarray) else one for name, one in self.arguments.items()}
        passed = [fresh[name] for name in parameter_names(self.source)]
        kernel.dispatch(self.groups, *passed, device=way.device, wave_size=self.configuration.wave_size, **way.options)
        arrays = [one for one in fresh.values() if isinstance(one, np.ndarray)]
        return FAMILIES[self.family](self.seed).settled(arrays, self.configuration.wave_size)

    def expected(self, kernel: Any) -> list[np.ndarray]:
        """What the interpreter gives."""
        return self.run(kernel, self.configuration.on_interpreter())

    def compare(self) -> Outcome:
        """The configuration's result beside that of the interpreter."""
        try:
            kernel = self.load()
            expected = self.expected(kernel)
        except Exception as error:  # noqa: BLE001 - a kernel that nobody can judge.
            return Outcome(UNDEFINED, f"{type(error).__name__}: {error}")
        return compare_with(self, kernel, expected)

    def is_defined(self, thorough: bool = True) -> bool:
        """Whether the interpreter gives the same in other orders of groups, waves, and lanes in atomics, and the checker
        finds nothing."""
        try:
            kernel = self.load()
            expected = self.expected(kernel)
            for number in range(1, ORDERS + 1):
                other = self.configuration.on_interpreter(wd.Interpreter(seed=self.seed + number))
                if difference(expected, self.run(kernel, other), INTERPRETER, other):
                    return False
            if not thorough:
                return True
            arguments = [self.arguments[name] for name in parameter_names(self.source)]
            options = self.configuration.on_interpreter().options
            size = self.configuration.wave_size
            return bool(kernel.check(self.groups, *arguments, wave_sizes=size, **options).ok)
        except Exception:  # noqa: BLE001 - whatever it is, the kernel is no witness.
            return False

    def text(self, said: str = "") -> str:
        """The content of a file."""
        one = self.configuration
        launch = {
            "family": self.family,
            "seed": self.seed,
            "groups": self.groups,
            "wave_size": one.wave_size,
            "device": one.device,
            "options": dict(one.options),
            "language": one.language,
            "arguments": {name: _packed(self.arguments[name]) for name in self.arguments},
        }
        head = [
            "# Again: python test/python/random/failing_kernel.py FILE",
            *(f"# {line}" for line in said.splitlines()),
        ]
        launch_text = f"LAUNCH = {pprint.pformat(launch, width=120, sort_dicts=False)}"
        return "\n".join(head) + f"\n{self.source.strip()}\n\n\n{launch_text}\n"


def compare_with(failing: FailingKernel, kernel: Any, expected: list[np.ndarray]) -> Outcome:
    """What the configuration gives, beside what the interpreter gave."""
    one = failing.configuration
    try:
        found = failing.run(kernel if one.language == "python" else in_hlsl(failing.source), one.way())
    except Exception as error:  # noqa: BLE001 - any exception on a defined kernel is a failure.
        kind = REFUSED if is_refusal(one, error) else RAISES
        return Outcome(kind, f"{type(error).__name__}: {error}")
    said = difference(expected, found, INTERPRETER, one.way())
    return Outcome(DIFFERS, said) if said else Outcome(AGREES)


def failing_kernel(family: str, random_kernel: RandomKernel, configuration: Configuration) -> FailingKernel:
    """The kernel as it was generated."""
    names = parameter_names(random_kernel.source)
    arguments = dict(zip(names, random_kernel.arguments(configuration.wave_size), strict=True))
    seed, source = random_kernel.seed, random_kernel.source
    return FailingKernel(family, seed, source, random_kernel.groups, configuration, arguments)


def read(file: Path) -> FailingKernel:
    """The kernel of a file."""
    tree = ast.parse(file.read_text())
    *body, launch = tree.body
    assert isinstance(launch, ast.Assign), f"{file} does not end in LAUNCH"
    known = ast.literal_eval(launch.value)
    source = "\n".join(file.read_text().splitlines()[: launch.lineno - 1]).strip() + "\n"
    options, language = tuple(known["options"].items()), known.get("language", "python")
    configuration = Configuration(known["wave_size"], known["device"], options, language)
    arguments = {name: _unpacked(one) for name, one in known["arguments"].items()}
    return FailingKernel(known["family"], known["seed"], source, known["groups"], configuration, arguments)


def on_device(failing: FailingKernel, device: str) -> FailingKernel:
    """The same on another device."""
    return replace(failing, configuration=replace(failing.configuration, device=device))


def kernel_definition(source: str | ast.Module) -> ast.FunctionDef:
    """The function under ``wd.kernel``: the last one."""
    tree = ast.parse(source) if isinstance(source, str) else source
    return [one for one in tree.body if isinstance(one, ast.FunctionDef)][-1]


def parameter_names(source: str) -> list[str]:
    return [one.arg for one in kernel_definition(source).args.args]


def _packed(argument: Any) -> Any:
    if not isinstance(argument, np.ndarray):
        return argument
    content = base64.b85encode(zlib.compress(np.ascontiguousarray(argument).tobytes(), 9)).decode()
    return (argument.dtype.str, argument.shape, content)


def _unpacked(packed: Any) -> Any:
    if not isinstance(packed, tuple):
        return packed
    kind, shape, content = packed
    return np.frombuffer(zlib.decompress(base64.b85decode(content)), kind).reshape(shape).copy()


def main() -> int:
    parser = argparse.ArgumentParser(description="Run a failing kernel again.")
    parser.add_argument("file", type=Path)
    parser.add_argument("device", nargs="?", help="another device than that of the file")
    chosen = parser.parse_args()
    warnings.simplefilter("ignore", wd.WaveWarning)
    sys.path.append(str(Path(__file__).parents[1] / "dxil"))
    failing = read(chosen.file)
    failing = on_device(failing, chosen.device) if chosen.device else failing
    outcome = failing.compare()
    print(f"{failing.configuration} {outcome.kind} {outcome.text}".rstrip())
    return 0 if outcome.kind == AGREES else 1


if __name__ == "__main__":
    sys.exit(main())
