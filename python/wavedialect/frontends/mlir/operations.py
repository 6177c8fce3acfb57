"""The operations of MLIR text in the SSA form: the few that differ, and attributes without their dialects' syntax."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...ir.memories import INDEXED, PARTS, WATCHED
from ...ir.module import Block, Operation
from ...ir.types import DTYPES, DType, VectorType, element_of, like, u32, u64
from .statements import CALLS, VARIABLES
from .types import stated_type, static_size

if TYPE_CHECKING:
    from .module import FunctionReader, Read

Reader = Callable[["FunctionReader", "Read"], None]
#: The text of an enumeration: ``#gpu<dim x>``, ``#wave<scope group>``, ``#gpu.dim<x>``.
_ENUMERATION = re.compile(r"#[\w.]+<(?:\w+ )?(\w+)>")
#: Attributes that only their dialect needs.
_OF_THE_SYNTAX = ("operandSegmentSizes", "resultSegmentSizes", "fastmath", "overflowFlags", "isExact", "nontemporal")
#: Operations whose reports name the type of their result, which has a sign.
_SIGNED_RESULTS = ("arith.fptosi", "arith.divsi", "arith.remsi")
_CONTRACTED = ("arith.addf", "arith.subf", "arith.mulf")


def plain(value: Any) -> Any:
    """An attribute's value; the name of an enumeration."""
    enumeration = _ENUMERATION.fullmatch(value) if isinstance(value, str) else None
    return enumeration[1] if enumeration else value


def attributes_of(read: Read) -> dict[str, Any]:
    """The attributes of an operation, a kind first."""
    given = {name: plain(value) for name, value in read.attributes.items() if name not in _OF_THE_SYNTAX}
    return {name: given[name] for name in sorted(given, key=lambda name: name != "kind")}


def read_operation(reader: FunctionReader, read: Read) -> None:
    """Adds an operation to the block that the reader builds."""
    READERS.get(read.name, _same)(reader, read)


def _same(reader: FunctionReader, read: Read) -> None:
    reader.add(read, attributes=attributes_of(read))


def _renamed(name: str) -> Reader:
    return lambda reader, read: reader.add(read, name=name, attributes={})


# --- Constants and numbers -------------------------------------------------------


def _number(type_: DType, value: Any) -> Any:
    if type_.is_bool:
        return bool(value)
    return type_.wrap(value) if type_.is_integer else float(value)


def _constant(reader: FunctionReader, read: Read) -> None:
    value = read.attributes["value"]
    _add_constant(reader, read, value if isinstance(value, list) else [value])


#: What passes ask the host: it enables no bounds checks of its own, and the device has no faults.
_SETTINGS = {"robust_buffers": False, "memory_barriers": True, "wave_numbers": True}


def _setting(reader: FunctionReader, read: Read) -> None:
    """A choice of the host."""
    _add_constant(reader, read, [_SETTINGS[plain(read.attributes["setting"])]])


def _poison(reader: FunctionReader, read: Read) -> None:
    """An undefined value: zero is as good as any."""
    _add_constant(reader, read, [0])


def _add_constant(reader: FunctionReader, read: Read, values: list[Any]) -> None:
    """Adds a scalar, or a vector of scalars: constants of the SSA form are scalars."""
    type_ = read.result_type()
    element = element_of(type_)
    numbers = [_number(element, value) for value in values]
    if not isinstance(type_, VectorType):
        reader.add(read, attributes={"value": numbers[0]}, name="arith.constant")
        return
    is_splat = all(number == numbers[0] for number in numbers)
    scalars = [reader.constant(element, number, read) for number in (numbers[:1] if is_splat else numbers)]
    name = "vector.broadcast" if is_splat else "vector.from_elements"
    reader.add(read, name=name, operands=scalars, attributes={})


def _index_cast(reader: FunctionReader, read: Read) -> None:
    """An index is a u32: a conversion from or to 32 bits is no operation."""
    source, result = reader.value(read.operands[0]), read.result_type()
    if source.type == result:
        reader.alias(read, source)
        return
    reader.add(read, name="arith.extui" if element_of(result) is u64 else "arith.trunci", attributes={})


def _signed_result(reader: FunctionReader, read: Read) -> None:
    plain_type = read.result_type()
    signed = like(DTYPES[f"i{element_of(plain_type).bits}"], plain_type)
    (made,) = reader.make(read.name, reader.values(read), [signed], {}, read)
    reader.add(read, name="reinterpret", operands=[made], attributes={})


def _contracted(reader: FunctionReader, read: Read) -> None:
    flags = str(read.attributes.get("fastmath", ""))
    may_contract = "contract" in flags or "fast>" in flags
    reader.add(read, attributes={} if may_contract else {"precise": True})


def _extended_product(reader: FunctionReader, read: Read) -> None:
    """The low and the high half of a product of twice the width."""
    extend = "arith.extsi" if read.name == "arith.mulsi_extended" else "arith.extui"
    narrow = read.result_type()
    wide = like(u64, narrow) if element_of(narrow).bits == 32 else like(u32, narrow)
    factors = [reader.make(extend, [value], [wide], {}, read)[0] for value in reader.values(read)]
    (product,) = reader.make("arith.muli", factors, [wide], {}, read)
    shift = reader.constant(element_of(wide), element_of(narrow).bits, read)
    if isinstance(wide, VectorType):
        (shift,) = reader.make("vector.broadcast", [shift], [wide], {}, read)
    (high,) = reader.make("arith.shrui", [product, shift], [wide], {}, read)
    for number, value in enumerate((product, high)):
        reader.add(read, name="arith.trunci", operands=[value], attributes={}, result=number)


# --- Vectors ---------------------------------------------------------------------


def _positioned(reader: FunctionReader, read: Read) -> None:
    (position,) = read.attributes["static_position"]
    if not 0 <= position < 4:
        reader.refuse(read, f"'{read.name}' has a position that is not constant")
    reader.add(read, attributes={"position": position})


def _interleave(reader: FunctionReader, read: Read) -> None:
    size = read.result_type().size // 2
    mask = [place for number in range(size) for place in (number, number + size)]
    reader.add(read, name="vector.shuffle", attributes={"mask": mask})


# --- Memory ----------------------------------------------------------------------


def _byte_load(reader: FunctionReader, read: Read) -> None:
    """A load from memory of u8, whose result the SSA form extends by zeros."""
    if not read.attributes.get("is_signed"):
        reader.add(read, name="memref.load", attributes={})
        return
    (byte,) = reader.make("memref.load", reader.values(read), [u32], {}, read)
    places = reader.constant(u32, 24, read)
    (top,) = reader.make("arith.shli", [byte, places], [u32], {}, read)
    reader.add(read, name="arith.shrsi", operands=[top, places], attributes={})


def _length(reader: FunctionReader, read: Read) -> None:
    reader.add(read, operands=reader.values(read)[:1], attributes={})


def _array(reader: FunctionReader, read: Read) -> None:
    operands = reader.values(read)
    size = static_size(read.results[0]["type"])
    if size is not None:
        operands = [reader.constant(u32, size, read)]
    parts = read.attributes.get(PARTS)
    reader.add(read, operands=operands, attributes={PARTS: parts} if parts else {})


def _lookup(reader: FunctionReader, read: Read) -> None:
    element = element_of(read.result_type())
    table = [_number(element, value) for value in read.attributes["table"]]
    marks = {mark: read.attributes[mark] for mark in (INDEXED, WATCHED) if mark in read.attributes}
    reader.add(read, attributes={"table": table, "title": read.results[0].get("name", ""), **marks})


# --- Output ----------------------------------------------------------------------


def _with_signs(reader: FunctionReader, read: Read, first: int) -> list[Any]:
    """The operands from ``first`` with the types that the attribute ``types`` states."""
    values = reader.values(read)
    for place, text in enumerate(read.attributes["types"], first):
        type_ = stated_type(text)
        if type_ != values[place].type:
            (values[place],) = reader.make("reinterpret", [values[place]], [type_], {}, read)
    return values


def _print(reader: FunctionReader, read: Read) -> None:
    if VARIABLES in read.attributes:
        reader.add_statement(read, read.attributes[VARIABLES], read.attributes[CALLS])
        return
    attributes = {"wave": bool(read.attributes.get("wave")), "format": read.attributes["format"]}
    reader.add(read, operands=_with_signs(reader, read, 0), attributes=attributes)


def _assert(reader: FunctionReader, read: Read) -> None:
    attributes = {name: read.attributes[name] for name in ("text", "format", "names")}
    reader.add(read, operands=_with_signs(reader, read, 1), attributes=attributes)


# --- Lanes and control flow --------------------------------------------------------


def _barrier(reader: FunctionReader, read: Read) -> None:
    reader.add(read, attributes={"scope": plain(read.attributes["scope"]), "sync": bool(read.attributes.get("sync"))})


def _if(reader: FunctionReader, read: Read) -> None:
    then, otherwise = (reader.block(region) for region in read.regions)
    if not otherwise.operations:
        otherwise = Block([], [Operation("scf.yield", [], [], {}, [], then.operations[-1].location)])
    reader.add(read, attributes={}, regions=[then, otherwise])


def _for(reader: FunctionReader, read: Read) -> None:
    regions = [reader.block(region) for region in read.regions]
    reader.add(read, attributes={"unsigned": bool(read.attributes.get("unsignedCmp"))}, regions=regions)


def _with_regions(reader: FunctionReader, read: Read) -> None:
    reader.add(read, attributes={}, regions=[reader.block(region) for region in read.regions])


READERS: dict[str, Reader] = {
    "arith.constant": _constant,
    "ub.poison": _poison,
    "wave.setting": _setting,
    "arith.index_cast": _index_cast,
    "arith.index_castui": _index_cast,
    "arith.mulsi_extended": _extended_product,
    "arith.mului_extended": _extended_product,
    "vector.extract": _positioned,
    "vector.insert": _positioned,
    "vector.interleave": _interleave,
    "vector.load": _renamed("memref.load"),
    "vector.store": _renamed("memref.store"),
    "memref.load": _renamed("memref.load"),
    "memref.store": _renamed("memref.store"),
    "wave.coherent_load": _renamed("memref.load"),
    "wave.coherent_store": _renamed("memref.store"),
    "wave.byte_load": _byte_load,
    "wave.byte_store": _renamed("memref.store"),
    "memref.dim": _length,
    "memref.alloca": _array,
    "wave.groupshared": _array,
    "wave.lookup": _lookup,
    "wave.specialization_constant": _constant,
    "wave.print": _print,
    "wave.assert": _assert,
    "wave.barrier": _barrier,
    "scf.if": _if,
    "scf.for": _for,
    "scf.while": _with_regions,
    "wave.matrix_map": _with_regions,
    **dict.fromkeys(_SIGNED_RESULTS, _signed_result),
    **dict.fromkeys(_CONTRACTED, _contracted),
}
