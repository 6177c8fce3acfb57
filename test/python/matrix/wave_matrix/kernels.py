"""Writes kernels as Python text: many operations on one type, in one scenario, in one kernel.

A driver compiles each kernel once, so several cases share one. Each has its own rows of an output, a row a visit, with a
place for every thread of the dispatch; what no active lane writes has to keep its filling.
"""

from __future__ import annotations

import linecache
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import lane_oracle
from .elements import ELEMENTS, U32, Element
from .expected import Expected, shown
from .inputs import draw
from .operations import Operation, cases
from .scenarios import BY_NAME, DIVERGENT, HELPER, SCENARIOS, STRAIGHT, Scenario

NUM_WAVES = 2
GROUPS = 4
WAVES = NUM_WAVES * GROUPS
FILLING = 0xCC
"""Every byte of an output before the dispatch."""
MOST_PLACES = 4
"""Wrong places of one case that are shown."""
MOST_CASES = 12
"""Operations in one kernel: more make fewer kernels and a driver that takes longer for each."""


@dataclass(frozen=True)
class Case:
    """One operation on one type in one scenario."""

    operation: Operation
    element: Element
    size: int
    scenario: Scenario

    @property
    def result(self) -> tuple[Element, int]:
        return self.operation.result_of(self.element, self.size)

    @property
    def type_name(self) -> str:
        return self.element.named(self.size)

    def __str__(self) -> str:
        return f"{self.operation.name}, {self.type_name}, {self.scenario.name}"


def all_cases() -> list[Case]:
    """The whole matrix, in a fixed order."""
    found = []
    for operation, element, size in cases():
        scenarios: Iterable[Scenario] = SCENARIOS if operation.takes_lanes else (STRAIGHT, DIVERGENT)
        for scenario in scenarios:
            if scenario.certain or not operation.certain_lane:
                found.append(Case(operation, element, size, scenario))
    return found


@dataclass(frozen=True)
class Input:
    """One row of an input buffer: an operand, or one of two of the same domain."""

    element: Element
    size: int
    domain: str
    number: int


@dataclass
class Output:
    """What the bytes of an output have to be."""

    element: Element
    size: int
    expected: Expected

    def wrong(self, found: np.ndarray) -> np.ndarray:
        """The elements that are not what they have to be."""
        return ~self.expected.matches(found)


@dataclass
class Dispatch:
    """Arguments of one dispatch and what has to come out of it: the last arguments are the outputs."""

    arguments: list[Any]
    outputs: list[Output]
    operands: dict[Input, np.ndarray]
    masks: np.ndarray
    lanes: np.ndarray
    """The index of an active lane, a row a visit."""


def filled(shape: tuple[int, ...], element: Element) -> np.ndarray:
    """An output before the dispatch."""
    count = int(np.prod(shape)) * element.storage.itemsize
    return np.frombuffer(bytes([FILLING]) * count, element.storage).reshape(shape).copy()


def load_source(name: str, source: str) -> Any:
    """Executes the text of a kernel and returns the kernel."""
    file = f"<matrix kernel {name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    namespace: dict[str, Any] = {"__name__": "matrix_kernel"}
    exec(compile(source, file, "exec"), namespace)  # noqa: S102 - our own text.
    return namespace["kernel"]


def memory_name(prefix: str, element: Element, size: int) -> str:
    return f"{prefix}_{element.named(size)}"


@dataclass
class MatrixKernel:
    """Cases of one scenario in one kernel."""

    cases: Sequence[Case]
    seed: int = 0
    groups: int = GROUPS
    recordable: bool = True
    cpu_launches: Sequence[dict[str, Any]] = ({},)
    """How the CPU launches it: options of the dispatch."""
    scenario: Scenario = field(init=False)
    quads: bool = field(init=False)
    source: str = field(init=False)

    def __post_init__(self) -> None:
        self.scenario = self.cases[0].scenario
        self.quads = self.cases[0].operation.quads
        self.inputs: dict[tuple[str, int], list[Input]] = {}
        self.outputs: dict[tuple[str, int], int] = {}
        """Rows of each output."""
        self.first_rows: list[int] = []
        self.needs_mask = any(case.operation.uses_mask for case in self.cases)
        self.needs_lane = any(case.operation.uses_lane for case in self.cases)
        for case in self.cases:
            assert case.scenario is self.scenario and case.operation.quads == self.quads
            for row in self.operands(case):
                self._add_input(row)
            element, size = case.result
            key = (element.name, size)
            self.first_rows.append(self.outputs.get(key, 0))
            self.outputs[key] = self.first_rows[-1] + self.scenario.visits
        if self.needs_mask:
            self._add_input(self.key)
        self.source = self._write()

    key = Input(U32, 1, "keys", 0)
    """What the masks of partitions are made from."""

    @property
    def name(self) -> str:
        first = self.cases[0]
        kind = "quads" if self.quads else "lanes"
        return f"{first.type_name}_{kind}_{self.scenario.name}_{zlib.crc32(self.source.encode()):08x}".replace(" ", "_")

    def _add_input(self, row: Input) -> None:
        rows = self.inputs.setdefault((row.element.name, row.size), [])
        if row not in rows:
            rows.append(row)

    @staticmethod
    def operands(case: Case) -> list[Input]:
        """The rows that a case reads, in the order of its text."""
        seen: dict[tuple[str, int, str], int] = {}
        rows = []
        for operand in case.operation.operands:
            element, size = operand.element_of(case.element), operand.size_of(case.size)
            key = (element.name, size, operand.domain)
            rows.append(Input(element, size, operand.domain, seen.get(key, 0)))
            seen[key] = seen.get(key, 0) + 1
        return rows

    # The text.

    def _variable(self, row: Input) -> str:
        rows = self.inputs[(row.element.name, row.size)]
        return f"x_{row.element.named(row.size)}_{rows.index(row)}"

    def _site(self, visit: str) -> list[str]:
        """The lines that execute every case once, and store what it gives."""
        lines = []
        if self.needs_lane:
            lines.append(f"chosen = lanes[{_row(0, visit)} * threads + slot]")
        if self.needs_mask:
            lines.append(f"mask = wd.wave_match({self._variable(self.key)})")
        for case, first in zip(self.cases, self.first_rows, strict=True):
            values = [self._variable(row) for row in self.operands(case)]
            text = case.operation.text.format(*values, lane="chosen", mask="mask")
            lines.append(f"{memory_name('out', *case.result)}[{_row(first, visit)} * threads + slot] = {text}")
        return lines

    def _write(self) -> str:
        inputs = [(memory_name("in", ELEMENTS[name], size), ELEMENTS[name], size) for name, size in self.inputs]
        outputs = [(memory_name("out", ELEMENTS[name], size), ELEMENTS[name], size) for name, size in self.outputs]
        parameters = [f"{name}: wd.Buffer[{element.qualified(size)}]" for name, element, size in inputs]
        parameters += ["marks: wd.Buffer[wd.u32]"]
        parameters += ["lanes: wd.Buffer[wd.u32]"] * self.needs_lane
        parameters += [f"{name}: wd.RWBuffer[{element.qualified(size)}]" for name, element, size in outputs]
        body = [
            "lane = wd.wave_lane_index()",
            "threads = wd.group_count().x * wd.group_wave_count() * wd.wave_lane_count()",
            "slot = (wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()) * wd.wave_lane_count() + lane",
            f"place = {'slot >> 2' if self.quads else 'lane'}",
            "mark = marks[slot]",
        ]
        variables = []
        for (name, size), rows in self.inputs.items():
            memory = memory_name("in", ELEMENTS[name], size)
            for number, row in enumerate(rows):
                body.append(f"{self._variable(row)} = {memory}[{number} * threads + slot]")
                variables.append(self._variable(row))
        lines = ["import wavedialect as wd", ""]
        if self.scenario.helper:
            known = [*(name for name, _, _ in outputs), *["lanes"] * self.needs_lane, "threads", "slot", "mark"]
            lines += ["", "@wd.func", f"def visit({', '.join([*known, *variables])}):"]
            lines += [f"    {line}" for line in self.scenario.helper(self._site)]
            call = f"visit({', '.join([*known, *variables])})"
            body += [line.replace(HELPER, call) for line in self.scenario.text(self._site)]
            lines.append("")
        else:
            body += self.scenario.text(self._site)
        lines += ["", f"@wd.kernel(num_waves={NUM_WAVES})", f"def kernel({', '.join(parameters)}):"]
        lines += [f"    {line}" for line in body]
        return "\n".join(lines) + "\n"

    def load(self) -> Any:
        return load_source(self.name, self.source)

    def restricted(self, cases_: Sequence[Case]) -> MatrixKernel:
        """A kernel of these cases alone, which see the same data."""
        return MatrixKernel(cases_, self.seed)

    # The data.

    def dispatch(self, wave_size: int) -> Dispatch:
        """Fresh arguments for that wave size, and what has to come out."""
        shape = (WAVES, wave_size)
        rng = self._generator("marks", wave_size)
        slots = np.arange(WAVES * wave_size).reshape(shape)
        places = slots >> 2 if self.quads else np.broadcast_to(np.arange(wave_size), shape)
        marks = self.scenario.marks(rng, places)
        masks = self.scenario.masks(places, marks)
        lanes = np.stack([_active_lanes(rng, mask) for mask in masks])
        operands: dict[Input, np.ndarray] = {}
        arguments: list[np.ndarray] = []
        for rows in self.inputs.values():
            for row in rows:
                seeded = self._generator(f"{row.element}{row.size}{row.domain}{row.number}", wave_size)
                operands[row] = draw(row.domain, seeded, row.element, (*shape, row.size))
            memory = np.stack([operands[row] for row in rows])
            arguments.append(_flat(memory, rows[0].size))
        arguments.append(marks.reshape(-1))
        if self.needs_lane:
            arguments.append(lanes.reshape(-1).astype(np.uint32))
        outputs = self._outputs(operands, masks, lanes)
        arguments += [filled(output.expected.values.shape, output.element) for output in outputs]
        return Dispatch(arguments, outputs, operands, masks, lanes)

    def _generator(self, what: str, wave_size: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, wave_size, zlib.crc32(f"{what} {self.scenario.name}".encode())])

    def _outputs(self, operands: dict[Input, np.ndarray], masks: np.ndarray, lanes: np.ndarray) -> list[Output]:
        outputs = {}
        visits, waves, lane_count = masks.shape
        for (name, size), rows in self.outputs.items():
            element = ELEMENTS[name]
            shape = (rows, waves, lane_count, size)
            outputs[(name, size)] = Expected.exact(filled(shape, element))
        with np.errstate(all="ignore"):
            for case, first in zip(self.cases, self.first_rows, strict=True):
                element, size = case.result
                whole = outputs[(element.name, size)]
                for visit in range(visits):
                    expected = self.expect(case, operands, masks[visit], lanes[visit])
                    where = np.broadcast_to(masks[visit][..., None], expected.values.shape)
                    for part in ("values", "tolerance", "flags"):
                        target = getattr(whole, part)[first + visit]
                        target[where] = np.broadcast_to(getattr(expected, part), where.shape)[where]
        result = []
        for (name, size), whole in outputs.items():
            flat = Expected(*(_flat(a, size) for a in (whole.values, whole.tolerance, whole.flags)))
            result.append(Output(ELEMENTS[name], size, flat))
        return result

    def expect(self, case: Case, operands: dict[Input, np.ndarray], active: np.ndarray, lanes: np.ndarray) -> Expected:
        """What the definition says about one visit."""
        values = [_normalized(row.element, operands[row]) for row in self.operands(case)]
        operation = case.operation
        if not operation.takes_lanes:
            return operation.oracle(*values)
        if operation.uses_lane:
            values.append(lanes[..., None])
        if operation.uses_mask:
            values.append(lane_oracle.equal_lanes(active, operands[self.key]))
        return operation.oracle(active, *values)

    # Blame.

    def blame(self, dispatch: Dispatch, found: list[np.ndarray]) -> dict[Case, list[str]]:
        """The cases whose results, or whose places beside the results, are not what they have to be, with those places."""
        blamed: dict[Case, list[str]] = {}
        visits, waves, lanes = dispatch.masks.shape
        for output, values in zip(dispatch.outputs, found, strict=True):
            for place in np.argwhere(output.wrong(values).reshape(-1, lanes, output.size)):
                row, wave = divmod(int(place[0]), waves)
                case, visit = self.owner(output.element, output.size, row)
                places = blamed.setdefault(case, [])
                if len(places) < MOST_PLACES:
                    places.append(self._place(case, dispatch, output, values, visit, wave, *map(int, place[1:]), row))
        return blamed

    def owner(self, element: Element, size: int, row: int) -> tuple[Case, int]:
        """The case, and the visit, that a row of an output belongs to."""
        for case, first in zip(self.cases, self.first_rows, strict=True):
            found, found_size = case.result
            if (found, found_size) == (element, size) and first <= row < first + self.scenario.visits:
                return case, row - first
        raise LookupError(row)

    def _place(
        self,
        case: Case,
        dispatch: Dispatch,
        output: Output,
        values: np.ndarray,
        visit: int,
        wave: int,
        lane: int,
        component: int,
        row: int,
    ) -> str:
        """One wrong element, with all that led to it."""
        index = (row * dispatch.masks.shape[1] + wave) * dispatch.masks.shape[2] + lane
        where = (index, component) if output.size > 1 else index
        active = dispatch.masks[visit][wave]
        wanted = output.expected.describe(where) if active[lane] else "nothing written (the lane is inactive)"
        details = []
        for number, operand in enumerate(self.operands(case)):
            given = dispatch.operands[operand][wave]
            of_component = given[:, component if operand.size > component else 0]
            chosen = of_component[active] if case.operation.takes_lanes else of_component[lane : lane + 1]
            details.append(f"operand {number} {np.array2string(chosen, threshold=40, max_line_width=1000)}")
        if case.operation.uses_lane:
            details.append(f"lane read {dispatch.lanes[visit][wave][lane]}")
        if case.operation.uses_mask:
            details.append(f"keys {dispatch.operands[self.key][wave][active][:, 0].tolist()}")
        mask = "".join("1" if bit else "0" for bit in active)
        return (
            f"visit {visit}, wave {wave}, lane {lane}, component {component}: got {shown(values[where])}, "
            f"expected {wanted}; active (lane 0 first) {mask}; {'; '.join(details)}"
        )


def _row(first: int, visit: str) -> str:
    """The number of a row as text: a literal where it is known."""
    if visit.isdigit():
        return str(first + int(visit))
    return f"({first} + {visit})" if first else visit


def _flat(values: np.ndarray, size: int) -> np.ndarray:
    return np.ascontiguousarray(values).reshape(-1) if size == 1 else np.ascontiguousarray(values).reshape(-1, size)


def _normalized(element: Element, values: np.ndarray) -> np.ndarray:
    """A bool that comes from memory is true for every number but 0."""
    return (values != 0).astype(values.dtype) if element.kind == "bool" else values


def _active_lanes(rng: np.random.Generator, mask: np.ndarray) -> np.ndarray:
    """For each lane a random one of its wave's active lanes; 0 where there is none."""
    lanes = np.zeros(mask.shape, np.int64)
    for wave, active in enumerate(mask):
        if active.any():
            lanes[wave] = rng.choice(np.flatnonzero(active), active.size)
    return lanes


def pack(chosen: Iterable[Case], seed: int = 0, most: int = MOST_CASES) -> list[MatrixKernel]:
    """The cases as kernels: those of one type, scenario and kind together."""
    groups: dict[tuple[Any, ...], list[Case]] = {}
    for case in chosen:
        operation = case.operation
        key = (case.scenario.name, operation.quads, operation.takes_lanes, case.element.name, case.size)
        groups.setdefault(key, []).append(case)
    return [
        MatrixKernel(cases_[start : start + most], seed)
        for cases_ in groups.values()
        for start in range(0, len(cases_), most)
    ]


__all__ = ["BY_NAME", "Case", "Dispatch", "MatrixKernel", "Output", "all_cases", "pack"]
