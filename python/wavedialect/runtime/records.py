"""What kernels print and check: the buffer into which a launch records values, and the lines and errors made of it.

``wave-lower-prints`` writes the code that fills the buffer, and describes its records.
"""

from __future__ import annotations

import json
import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from .. import knobs
from ..driver.bundle import RECORDS, Bundle
from ..errors import LaunchError, excerpt
from ..interpreter.elements import REGISTER_TYPES
from ..ir.module import Location, Operation
from ..numbers import ranges

# The words at the start of the buffer, and those of a record before its values.
_PRINTED, _CAPACITY, _DROPPED, _FAILED = range(4)
_SITE, _GROUP, _WAVE, _LANE, _VALUES = 0, slice(1, 4), 4, 5, 6
_RANK_SHIFT = 16


class CheckFailed(LaunchError):
    """A ``wd.check`` of a launch failed. The error describes the first failure, ordered by group, wave and program
    order."""

    def __init__(self, message: str, site: Site, record: Record, groups: tuple[int, int, int]) -> None:
        super().__init__(message, id="check-failed")
        self.file = site.location.file if site.location else ""
        """The file of the check."""
        self.line = site.location.line if site.location else 0
        """The line of the check."""
        self.group = record.group
        self.wave = record.wave
        self.lane = record.lane
        self.values = dict(zip(site.names, site.explaining(record), strict=True))
        """The operands of a comparison, by their source text."""
        self.groups = groups
        """The number of groups of the launch."""

    def __str__(self) -> str:
        # The message has the id in its first line.
        return f"{self.message}\nhelp: {self.fix}" if self.fix else self.message


class Record(NamedTuple):
    """The values of one lane at one execution of a print, or of a check that failed."""

    site: int
    group: tuple[int, int, int]
    wave: int
    lane: int
    values: list[Any]


@dataclass(frozen=True)
class Site:
    """A print or a check of a kernel."""

    kind: str
    """"print", "print_wave" or "check"."""
    format: str
    location: Location | None
    calls: tuple[Location, ...] = ()
    """The calls through which it is part of the kernel, innermost first."""
    types: tuple[tuple[str, int], ...] = ()
    """The element and the number of components of each value."""
    condition: str = ""
    """The condition of a check, as written."""
    names: tuple[str, ...] = ()
    """The texts of the last values of a check, which are operands of the condition."""

    @staticmethod
    def parse(described: dict[str, Any]) -> Site:
        """A site as the compiler describes it."""
        places = [Location(*place) for place in described["locations"] if place]
        return Site(
            described["kind"],
            described["format"],
            places[0] if places else None,
            tuple(places[1:]),
            tuple((element, count) for element, count in described["types"]),
            described.get("condition", ""),
            tuple(described.get("names", ())),
        )

    @staticmethod
    def of(operation: Operation, calls: Sequence[Location]) -> Site:
        """The site of an operation of the front end."""
        attributes, place = operation.attributes, operation.location
        if operation.name == "wave.print":
            kind = "print_wave" if attributes["wave"] else "print"
            return Site(kind, attributes["format"], place, tuple(calls))
        names = tuple(attributes["names"])
        return Site("check", attributes["format"], place, tuple(calls), (), attributes["text"], names)

    def explaining(self, record: Record) -> list[Any]:
        """The values of a check that are operands of its condition."""
        return record.values[len(record.values) - len(self.names) :]

    def text(self, values: Sequence[Any]) -> str:
        """The format with values."""
        return self.format.format(*values)

    def message(self, record: Record) -> str:
        """The message of a check that failed."""
        return self.text(record.values) or f"`{self.condition}` is false"

    def decode(self, words: np.ndarray) -> list[Any]:
        """The values of a record, from its words."""
        values, place = [], 0
        for element, count in self.types:
            size = max(REGISTER_TYPES[element].itemsize // 4, 1)
            parts = [_decoded(element, words[place + size * i :][:size]) for i in range(count)]
            place += size * count
            values.append(parts[0] if count == 1 else _Vector(parts))
        return values


def _decoded(element: str, words: np.ndarray) -> Any:
    dtype = REGISTER_TYPES[element]
    if element == "f16":
        return _Float(words.view(np.float32)[0].astype(dtype))
    if element == "bool":
        return bool(words[0])
    number = (words.astype(np.uint16) if dtype.itemsize == 2 else words).view(dtype)[0]
    return _Float(number) if dtype.kind == "f" else int(number)


def host_value(value: np.ndarray) -> Any:
    """One lane's value of a register of the interpreter, as ``Site.decode`` returns it."""
    if value.ndim:
        return _Vector([host_value(part) for part in value])
    return _Float(value[()]) if value.dtype.kind == "f" else value.item()


class _Float(float):
    """A float that is printed with the digits that its type needs: 0.1 of an f32 is 0.1."""

    __slots__ = ("_text",)

    def __new__(cls, number: Any) -> _Float:
        made = super().__new__(cls, number)
        made._text = str(number)
        return made

    def __format__(self, spec: str) -> str:
        return super().__format__(spec) if spec else self._text

    def __repr__(self) -> str:
        return self._text

    __str__ = __repr__


class _Vector(tuple):
    """A vector, whose components all have the format of its field."""

    __slots__ = ()

    def __new__(cls, parts: Sequence[Any]) -> _Vector:
        return super().__new__(cls, parts)

    def __format__(self, spec: str) -> str:
        return f"({', '.join(format(part, spec) for part in self)})"

    def __str__(self) -> str:
        return format(self, "")


class _Lanes(tuple):
    """The values of the active lanes: one text if it is the same for all."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        texts = [format(value, spec) for value in self]
        return texts[0] if len(set(texts)) == 1 else f"[{', '.join(texts)}]"


class Log:
    """The records of a launch."""

    def __init__(self, kernel: str, groups: tuple[int, int, int]) -> None:
        self._kernel = kernel
        self._groups = groups
        self._printed: list[tuple[Site, list[Record]]] = []
        self._failed: list[tuple[Site, Record]] = []
        self._dropped = 0
        self._space = knobs.print_lines()

    def add(self, site: Site, records: list[Record]) -> None:
        """Adds the records of one execution of a site."""
        if site.kind == "check":
            self._failed += [(site, record) for record in records]
        elif len(records) <= self._space:
            self._space -= len(records)
            self._printed.append((site, records))
        else:
            # As in the code of other devices, nothing follows that was dropped.
            self._space = 0
            self._dropped += 1 if site.kind == "print_wave" else len(records)

    def add_dropped(self, lines: int) -> None:
        """Adds lines that the launch could not record."""
        self._dropped += lines

    @property
    def has_failed(self) -> bool:
        """Whether a check has failed."""
        return bool(self._failed)

    def finish(self) -> None:
        """Prints the lines."""
        if text := self.text():
            sys.stdout.write(text)

    def text(self) -> str:
        """The lines, each with its end."""
        lines = []
        for site, records in sorted(self._printed, key=lambda printed: _place(printed[1][0])):
            if site.kind == "print":
                lines += [f"{self._who(one, f'lane {one.lane}')}: {site.text(one.values)}" for one in records]
            else:
                values = [_Lanes(lane) for lane in zip(*(one.values for one in records), strict=True)]
                lines.append(f"{self._who(records[0], _lanes([one.lane for one in records]))}: {site.text(values)}")
        if self._dropped:
            lines.append(
                f"... {self._dropped} more line{'s' * (self._dropped != 1)} of kernel '{self._kernel}' were dropped;"
                f" WAVEDIALECT_PRINT_LINES={knobs.print_lines()} states how many are kept"
            )
        return "\n".join(lines) + "\n" if lines else ""

    def error(self) -> CheckFailed:
        """The error of the first failed check."""
        site, record = min(self._failed, key=lambda failed: _place(failed[1]))
        lines = [f"{_position(site.location)}{site.message(record)} [check-failed]"]
        if site.location:
            line = linecache.getline(site.location.file, site.location.line).rstrip("\n")
            lines += excerpt(site.location.line, site.location.column, line) if line.strip() else []
        values = [f"{name} = {value}" for name, value in zip(site.names, site.explaining(record), strict=True)]
        if values or site.format:
            told = f"`{site.condition}` is false" + (": " if values else "") + ", ".join(values)
            lines.append(f"  {self._who(record, f'lane {record.lane}')}: {told}")
        else:
            lines.append(f"  {self._who(record, f'lane {record.lane}')}")
        lines += [f"{_position(call)}called here" for call in site.calls]
        return CheckFailed("\n".join(lines), site, record, self._groups)

    def _who(self, record: Record, lanes: str) -> str:
        dimensions = max((i + 1 for i in range(3) if self._groups[i] > 1), default=1)
        group = record.group[0] if dimensions == 1 else record.group[:dimensions]
        return f"group {group}, wave {record.wave}, {lanes}"


def _place(record: Record) -> tuple[Any, ...]:
    # Sorting is stable, so the records of a wave stay in the order of the program.
    return (*record.group[::-1], record.wave)


def _position(location: Location | None) -> str:
    return f"{location.file}:{location.line}:{location.column}: " if location else ""


def _lanes(numbers: list[int]) -> str:
    """The numbers of lanes: ``lanes 0-3, 5``."""
    return f"lane{'s' * (len(numbers) > 1)} {ranges(numbers)}"


class Recorder:
    """Gives launches a buffer for records, and reads it."""

    def __init__(self, kernel: str, text: bytes | str) -> None:
        """``text``: the compiler's description."""
        described = json.loads(text)
        self._kernel = kernel
        self._header: int = described["header_words"]
        self._words: int = described["record_words"]
        self._failures: int = described["failures"]
        self._sites = [Site.parse(site) for site in described["sites"]]

    @staticmethod
    def of(kernel: str, bundle: Bundle) -> Recorder | None:
        """The recorder of a compiled kernel; None if it records nothing."""
        text = bundle.files.get(RECORDS)
        return None if text is None else Recorder(kernel, text)

    def buffer(self) -> np.ndarray:
        """A buffer for one launch: u32 words."""
        lines = knobs.print_lines()
        made = np.zeros(self._header + (self._failures + lines) * self._words, np.uint32)
        made[_CAPACITY] = lines
        return made

    @staticmethod
    def stop_word(buffer: np.ndarray) -> np.ndarray:
        """The part of a buffer that is not 0 after a failed check."""
        return buffer[_FAILED : _FAILED + 1]

    def finish(self, buffer: np.ndarray, groups: tuple[int, int, int]) -> None:
        """Prints the lines of a launch, and raises CheckFailed for the first failed check."""
        log = Log(self._kernel, groups)
        split = self._header + self._failures * self._words
        for first, count, most in (
            (self._header, buffer[_FAILED], self._failures),
            (split, buffer[_PRINTED], buffer[_CAPACITY]),
        ):
            stored = min(int(count), int(most))
            rows = buffer[first : first + stored * self._words].reshape(stored, self._words)
            for records in self._executions(rows):
                log.add(self._sites[records[0].site], records)
        log.add_dropped(int(buffer[_DROPPED]))
        log.finish()
        if log.has_failed:
            raise log.error()

    def _executions(self, rows: np.ndarray) -> Iterator[list[Record]]:
        """The records, those of one execution together."""
        found: list[Record] = []
        for row in rows:
            # Space that a wave reserved without filling it, because it was not enough.
            if row[_SITE] == 0:
                continue
            site = int(row[_SITE]) - 1
            group = tuple(int(part) for part in row[_GROUP])
            lane = int(row[_LANE])
            # The first lane of an execution.
            if lane >> _RANK_SHIFT == 0 and found:
                yield found
                found = []
            values = self._sites[site].decode(row[_VALUES:])
            found.append(Record(site, group, int(row[_WAVE]), lane & (1 << _RANK_SHIFT) - 1, values))
        if found:
            yield found


class InterpretedRecords:
    """Receives what a kernel on the interpreter prints and checks."""

    def __init__(self, kernel: str, groups: tuple[int, int, int], collects: bool) -> None:
        self._log = Log(kernel, groups)
        self._collects = collects
        self.finish: Callable[[], None] = self._log.finish
        self.text: Callable[[], str] = self._log.text

    def print(self, operation: Operation, wave: Any, values: Sequence[np.ndarray]) -> None:
        """Records the values of the active lanes."""
        self._log.add(*_interpreted(operation, wave, wave.mask, values))

    def fail(self, operation: Operation, wave: Any, lanes: np.ndarray, values: Sequence[np.ndarray]) -> str:
        """A check failed in ``lanes``, a mask: ends the launch. Returns the message if the launch collects findings."""
        site, records = _interpreted(operation, wave, lanes, values)
        if self._collects:
            return site.message(records[0])
        self._log.add(site, records)
        raise self._log.error()


def _interpreted(
    operation: Operation, wave: Any, lanes: np.ndarray, values: Sequence[np.ndarray]
) -> tuple[Site, list[Record]]:
    calls = [step.location for step in reversed(wave.path) if isinstance(step, Operation)]
    records = [
        Record(0, wave.group.id, wave.index, lane, [host_value(value[..., lane]) for value in values])
        for lane in np.flatnonzero(lanes).tolist()
    ]
    return Site.of(operation, calls), records
