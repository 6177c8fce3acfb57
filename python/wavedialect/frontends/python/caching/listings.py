"""Finds the listing that the front end built for a kernel, without running the front end.

The lookup has two steps. The first key consists of the kernel's text, its location and its decorator's arguments; its
entry has one or more lists of the outside names that such a kernel reads. The second key consists of the current
meanings of the names of a list and the texts of the helpers among them; its entry has the listing.
"""

from __future__ import annotations

import functools
import json
import os
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .... import extensions
from ....cache import archive
from ....cache.store import Cache, open_cache
from ....errors import InternalError, WaveWarning
from ....ir.listing import Listing, MeshDispatch, element_named
from ....ir.module import Capture, KernelAttributes, Location, Module, Value
from ....ir.parameters import compiled, declared
from ....ir.structs import StructType, as_element_type
from ....ir.types import BufferType, Groupshared, ImageType, MemoryType, TupleType
from ..functions import HelperFunction
from ..meanings import PACKAGE, constant_mark, contents_mark, current_value
from .descriptions import Unstable, describe
from .functions import describe_function, evaluated_annotations

#: The folder of this package, whose texts are part of the front end's identity.
_PACKAGE_FOLDER = __file__.rsplit(os.sep, 4)[0] + os.sep
#: The maximum number of lists of names per kernel; each set of outcomes of its static conditions may need its own list.
MOST_LISTS = 16

#: Builds the module; does not repeat the warnings with these locations and texts.
Build = Callable[[Iterable[tuple[Location, str]]], Module]


def find_listing(function: types.FunctionType, attributes: KernelAttributes, build: Build) -> Listing:
    """The listing of a kernel for the current meanings of its captured names, from the cache or built by ``build``."""
    cache = _open()
    if cache is None:
        return Listing.of(build(()))
    try:
        key = cache.key([_front_end(), json.dumps([describe_function(function), repr(attributes)])])
        found = _find(cache, key, function, attributes, build)
    # Inspecting the user's objects may raise any exception; the front end reports what is wrong with them.
    except Exception:  # noqa: BLE001
        key, found = None, None
    if found is not None:
        return found
    module = build(())
    cache.count_made()
    listing = Listing.of(module)
    if key is not None:
        _keep(cache, key, function, module, listing)
    return listing


def _open() -> Cache | None:
    try:
        return open_cache(extensions.native(), "listings") if _front_end() else None
    except InternalError:
        # There is no compiler: only the interpreter runs kernels.
        return None


@functools.cache
def _front_end() -> str:
    """The identity of this front end: sizes and times of its source files, and the versions of Python and NumPy; "" if
    there are no source files to read."""
    try:
        facts = [fact for folder in ("cache", "frontends", "ir") for fact in _sources(_PACKAGE_FOLDER + folder)]
    except OSError:
        return ""
    return repr((sorted(facts), sys.version, np.__version__)) if facts else ""


def _sources(directory: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(directory) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns
            elif entry.name != "__pycache__" and entry.is_dir():
                yield from _sources(entry.path)


# --- The names that a kernel reads, and what they mean now -----------------------


@dataclass
class Reading:
    """The meanings of names, in the order in which the front end read them."""

    functions: list[types.FunctionType]
    """The kernel, the helpers that the names refer to, and the methods of the structs that these mention."""
    described: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        for function in list(self.functions):
            self._add_annotations(function)

    def add(self, value: Any, whole: bool) -> None:
        """Adds the meaning of the next name."""
        self._add_methods(value)
        if isinstance(value, HelperFunction) and value.library is None:
            self.described.append(["helper", self._place(value.function), describe(value.num_waves)])
        else:
            self.described.append(describe(value, whole))

    def place_of(self, function: types.FunctionType) -> int | None:
        """The number of a function in ``functions``, or None."""
        return next((place for place, known in enumerate(self.functions) if known is function), None)

    def _place(self, function: types.FunctionType) -> int:
        place = self.place_of(function)
        if place is None:
            place = len(self.functions)
            self.functions.append(function)
            self.described.append(describe_function(function))
            self._add_annotations(function)
        return place

    def _add_annotations(self, function: types.FunctionType) -> None:
        for annotation in evaluated_annotations(function).values():
            self._add_methods(annotation)

    def _add_methods(self, value: Any) -> None:
        """Adds the methods of the structs in a type."""
        for struct in _structs(value):
            for name, method in struct.methods.items():
                place = self._place(method.function)
                self.described.append(["method", struct.name, name, place, describe(method.num_waves)])


def _structs(value: Any) -> Iterator[StructType]:
    """Yields the structs in a type; nothing for other objects."""
    if isinstance(value, StructType):
        yield value
    if isinstance(value, TupleType):
        for element in value.elements:
            yield from _structs(element)
    elif isinstance(value, MemoryType):
        yield from _structs(value.element)


def _is_ours(function: Any) -> bool:
    """Whether a function belongs to this package, and so to the front end."""
    return (getattr(function, "__module__", None) or "").split(".")[0] == PACKAGE


# --- Finding entries -------------------------------------------------------------


def _find(
    cache: Cache, key: str, function: types.FunctionType, attributes: KernelAttributes, build: Build
) -> Listing | None:
    for names in _lists(cache, key):
        reading, captured = Reading([function]), []
        try:
            for place, path, whole, by_contents in names:
                capture = Capture(reading.functions[place], path, None, None, whole)
                value = current_value(capture)
                reading.add(value, whole)
                mark = contents_mark(value) if by_contents else constant_mark(value)
                captured.append(Capture(capture.function, path, value, mark, whole))
            listing_key = cache.key([key, json.dumps([names, reading.described])])
        except (LookupError, Unstable):
            continue
        unpack = functools.partial(_unpack, function, attributes, captured, build)
        found = cache.find(listing_key, unpack)
        if found is not None:
            return found
    return None


def _lists(cache: Cache, key: str) -> list[list[Any]]:
    """The lists of names in a kernel's first entry."""
    return cache.find(key, lambda facts, _: list(facts), counted=False) or []


def _unpack(
    function: types.FunctionType,
    attributes: KernelAttributes,
    captured: list[Capture],
    build: Build,
    facts: Any,
    blobs: list[bytes],
) -> Listing:
    (text,) = blobs
    warned = [(Location(*place), message) for place, message in facts["warned"]]
    annotations = evaluated_annotations(function)
    parameters = [
        Value(_parameter_type(annotations[name]), name, Location(*place)) for name, place in facts["parameters"]
    ]
    parameters = [value for parameter in parameters for value in compiled(parameter)]
    mesh = None
    if facts["mesh"] is not None:
        element, place = facts["mesh"]
        payload = None if element is None else Value(Groupshared(element_named(element)))
        mesh = MeshDispatch(payload, Location(*place))
    listing = Listing(
        function.__name__,
        attributes,
        parameters,
        Location(*facts["location"]),
        facts["files"],
        captured,
        mesh,
        facts["operations"],
        text=archive.text_of(text),
        build=lambda: build(warned),
    )
    listing.warnings = [WaveWarning(message, place.file, place.line, place.column) for place, message in warned]
    for warning in listing.warnings:
        warning.issue()
    return listing


def _parameter_type(annotation: Any) -> Any:
    return annotation if isinstance(annotation, BufferType | ImageType) else as_element_type(annotation)


# --- Keeping entries -------------------------------------------------------------


def _keep(cache: Cache, key: str, function: types.FunctionType, module: Module, listing: Listing) -> None:
    """Keeps a listing, unless an input has no description or the listing cannot be printed."""
    try:
        names, reading = _read(function, module)
        _check_sources(reading, module)
        listing_key = cache.key([key, json.dumps([names, reading.described])])
        text = listing.text
    except Exception:  # noqa: BLE001, as above
        return
    mesh = listing.mesh
    facts = {
        "parameters": [
            [value.name, _place(value.location or listing.location)] for value in declared(listing.parameters)
        ],
        "location": _place(listing.location),
        "files": listing.files,
        "mesh": mesh and [mesh.payload and mesh.payload.type.element.name, _place(mesh.location)],
        "operations": sorted(listing.operations),
        "warned": [[_place(place), message] for place, message in module.warned],
    }
    cache.keep(listing_key, facts, [text])
    known = _lists(cache, key)
    if names not in known:
        cache.keep(key, [names, *known][:MOST_LISTS])


def _read(function: types.FunctionType, module: Module) -> tuple[list[list[Any]], Reading]:
    """The outside names that the front end read, and their meanings."""
    names, reading = [], Reading([function])
    for capture in module.captured:
        if _is_ours(capture.function):
            continue
        place = reading.place_of(capture.function)
        if place is None:
            # A function that no name refers to, such as a parameter's default.
            raise Unstable(capture.path)
        names.append([place, capture.path, capture.whole, isinstance(capture.mark, bytes)])
        reading.add(capture.value, capture.whole)
    return names, reading


def _check_sources(reading: Reading, module: Module) -> None:
    """Checks that the described texts are the texts that the front end read, and that there are no other texts."""
    unknown = {name for name in module.sources if not name.startswith(_PACKAGE_FOLDER)}
    for function in reading.functions:
        described = describe_function(function)
        read = {
            name: text
            for name, text in module.sources.items()
            if name.startswith(f"{described['file']}:") and name.endswith(f":{function.__qualname__}")
        }
        # The front end does not read a method that no function calls.
        if read and not any(map(described["text"].startswith, read.values())):
            raise Unstable(function.__qualname__)
        unknown -= read.keys()
    if unknown:
        raise Unstable(unknown.pop())


def _place(location: Location) -> list[Any]:
    return [location.file, location.line, location.column]
