"""What MLIR's canonicalization and CSE make of wave IR: a row for each operation, with IR in which it appears.

This is the one list of these operations. They follow from the canonicalization patterns and folders of MLIR 22's `arith`,
`scf`, `memref`, `vector` and `math` dialects, as far as operations that `wave-verify` accepts can match them;
test_upstream_forms.py checks the list against all IR of the tests.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Form:
    """An operation that upstream introduces: the text that shows it, and the body of a function that becomes it."""

    operation: str
    """As MLIR prints it, "..." for any text."""
    body: str
    helpers: str = ""
    """Functions that the body calls."""
    is_defined: bool = True
    """Whether the numbers that it stores are defined."""

    @property
    def name(self) -> str:
        """The operation's name alone."""
        return self.operation.partition(" ")[0]

    def count(self, text: str) -> int:
        """How many such operations there are in a module."""
        return len(re.findall(".*".join(map(re.escape, self.operation.split("..."))), text))


PRELUDE = """\
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %false = arith.constant false
  %place = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %most = arith.constant 4 : i32
  %own = arith.muli %lane, %most : i32
  %at = arith.index_castui %own : i32 to index
  %p = arith.cmpi ult, %lane, %n : i32
  %q = arith.cmpi ugt, %lane, %m : i32
"""
"""What the bodies may use. Each lane has the four elements of a buffer from %at on."""


def module(form: Form) -> str:
    """A module with a kernel of the form's body, which ``CARRIER`` in the tests declares."""
    buffers = {"in": "srv, ui32", "out": "uav, ui32", "floats": "uav, f32", "halves": "uav, f16", "shorts": "uav, si16"}
    buffers |= {"longs": "uav, ui64"}
    elements = {"in": "i32", "out": "i32", "floats": "f32", "halves": "f16", "shorts": "i16", "longs": "i64"}
    arguments = [
        f"%{name}: memref<?x{elements[name]}> {{wave.binding = #wave.binding<{binding}>}}"
        for name, binding in buffers.items()
    ]
    arguments += ["%n: i32 {wave.element = ui32}", "%m: i32 {wave.element = ui32}", "%x: f32 {wave.element = f32}"]
    arguments += ["%h: f16 {wave.element = f16}", "%s: i16 {wave.element = si16}"]
    arguments += ["%image: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>}"]
    signature = ", ".join(arguments)
    kernel = f"wave.func @form({signature}) kernel num_waves(1) {{\n{PRELUDE}{form.body}}}\n"
    return f"gpu.module @forms {{\n{form.helpers}{kernel}}}\n"


def stored(value: str, kind: str = "i32") -> str:
    """A store of the value, which keeps it from being removed."""
    buffer = {"i32": "out", "f32": "floats", "f16": "halves", "i16": "shorts", "i64": "longs"}[kind]
    return f"  memref.store {value}, %{buffer}[%at] : memref<?x{kind}>\n"


def stored_vector(value: str, kind: str, count: int) -> str:
    """A store of a vector."""
    buffer = {"i32": "out", "f32": "floats", "f16": "halves", "i16": "shorts", "i64": "longs"}[kind]
    return f"  vector.store {value}, %{buffer}[%at] : memref<?x{kind}>, vector<{count}x{kind}>\n"


def stored_flag(value: str) -> str:
    """A store of a boolean."""
    return f"  %flag = arith.extui {value} : i1 to i32\n" + stored("%flag")


def _broadcast(value: str, kind: str, count: int) -> Form:
    elements = ", ".join([value] * count)
    body = f"  %v = vector.from_elements {elements} : vector<{count}x{kind}>\n" + stored_vector("%v", kind, count)
    return Form(f"vector.broadcast ... : {kind} to vector<{count}x{kind}>", body)


def _constant(kind: str, first: str, second: str, text: str) -> Form:
    body = f"  %a = arith.constant {first} : {kind}\n  %b = arith.constant {second} : {kind}\n"
    body += f"  %v = vector.from_elements %a, %b : vector<2x{kind}>\n" + stored_vector("%v", kind, 2)
    return Form(f"arith.constant dense<{text}> : vector<2x{kind}>", body)


def _float_comparison(conversion: str, predicate: str, bound: str, becomes: str) -> Form:
    body = f"  %f = arith.{conversion} %p : i1 to f32\n  %bound = arith.constant {bound} : f32\n"
    body += f"  %c = arith.cmpf {predicate}, %f, %bound : f32\n" + stored_flag("%c")
    return Form(f"arith.cmpi {becomes}, ... : i1", body)


FORMS = [
    _broadcast("%n", "i32", 2),
    _broadcast("%n", "i32", 3),
    _broadcast("%x", "f32", 4),
    _broadcast("%h", "f16", 2),
    _broadcast("%s", "i16", 3),
    Form(
        "vector.broadcast ... : f32 to vector<4xf32>",
        "  %v = vector.from_elements %x, %x, %x, %x : vector<4xf32>\n"
        "  wave.image_store %v, %image[%lane, %zero] : vector<4xf32>, !wave.image<2d, f32, 4>\n",
    ),
    Form(
        "vector.broadcast ... : i1 to vector<2xi1>",
        "  %v = vector.from_elements %p, %p : vector<2xi1>\n  %e = arith.extui %v : vector<2xi1> to vector<2xi32>\n"
        + stored_vector("%e", "i32", 2),
    ),
    Form(
        "vector.broadcast ... : f32 to vector<2xf32>",
        "  %v = vector.from_elements %x, %x : vector<2xf32>\n"
        "  %c = scf.for %i = %zero to %n step %one iter_args(%s0 = %v) -> (vector<2xf32>) : i32 {\n"
        "    %t = arith.addf %s0, %v : vector<2xf32>\n    scf.yield %t : vector<2xf32>\n  }\n" + stored_vector("%c", "f32", 2),
    ),
    _constant("f32", "1.0", "1.0", "1.000000e+00"),
    _constant("f32", "1.0", "2.0", "[1.000000e+00, 2.000000e+00]"),
    _constant("f16", "1.0", "2.0", "[1.000000e+00, 2.000000e+00]"),
    _constant("i16", "7", "7", "7"),
    _constant("i64", "1", "2", "[1, 2]"),
    Form(
        "vector.interleave",
        "  %v = vector.load %in[%at] : memref<?xi32>, vector<2xi32>\n"
        "  %w = vector.load %in[%place] : memref<?xi32>, vector<2xi32>\n"
        "  %z = vector.shuffle %v, %w [0, 2, 1, 3] : vector<2xi32>, vector<2xi32>\n" + stored_vector("%z", "i32", 4),
    ),
    Form(
        "vector.from_elements",
        "  %u = ub.poison : vector<2xi32>\n  %v = vector.insert %n, %u[0] : i32 into vector<2xi32>\n"
        "  %w = vector.insert %m, %v[1] : i32 into vector<2xi32>\n" + stored_vector("%w", "i32", 2),
    ),
    Form(
        "ub.poison : i32",
        "  %u = ub.poison : vector<2xi32>\n  %e = vector.extract %u[1] : i32 from vector<2xi32>\n" + stored("%e"),
        is_defined=False,
    ),
    Form("arith.extui ... : i1 to i32", "  %v = arith.select %p, %one, %zero : i32\n" + stored("%v")),
    Form(
        "arith.extui ... : i1 to i64",
        "  %l1 = arith.constant 1 : i64\n  %l0 = arith.constant 0 : i64\n"
        "  %v = arith.select %p, %l1, %l0 : i64\n" + stored("%v", "i64"),
    ),
    Form(
        "arith.extui ... : i1 to i16",
        "  %l1 = arith.constant 1 : i16\n  %l0 = arith.constant 0 : i16\n"
        "  %v = arith.select %p, %l1, %l0 : i16\n" + stored("%v", "i16"),
    ),
    Form(
        "arith.extsi ... : i1 to i64",
        "  %a = arith.extsi %lane : i32 to i64\n  %l1 = arith.constant 1 : i64\n"
        "  %low, %high = arith.mulsi_extended %a, %l1 : i64\n" + stored("%high", "i64"),
    ),
    Form(
        "arith.xori",
        "  %any = wave.any %p\n  %v = scf.if %any -> (i1) {\n    scf.yield %false : i1\n  } else {\n    scf.yield %true : i1\n  }\n"
        "  %w = wave.any %v\n" + stored_flag("%w"),
    ),
    Form(
        "arith.andi",
        "  scf.if %p {\n    scf.if %q {\n    memref.store %n, %out[%place] : memref<?xi32>\n    }\n  }\n",
    ),
    Form(
        "arith.select ... : i32",
        "  %v = scf.if %p -> (i32) {\n    scf.yield %n : i32\n  } else {\n    scf.yield %m : i32\n  }\n" + stored("%v"),
    ),
    Form(
        "arith.select ... : index",
        "  %v = scf.if %p -> (index) {\n    scf.yield %at : index\n  } else {\n    scf.yield %place : index\n  }\n"
        "  memref.store %n, %out[%v] : memref<?xi32>\n",
    ),
    Form(
        "arith.select ... : vector<2xi32>",
        "  %a = vector.load %in[%at] : memref<?xi32>, vector<2xi32>\n"
        "  %b = vector.load %in[%place] : memref<?xi32>, vector<2xi32>\n"
        "  %v = scf.if %p -> (vector<2xi32>) {\n    scf.yield %a : vector<2xi32>\n  } else {\n"
        "    scf.yield %b : vector<2xi32>\n  }\n" + stored_vector("%v", "i32", 2),
    ),
    _float_comparison("uitofp", "ogt", "5.000000e-01", "ugt"),
    _float_comparison("uitofp", "olt", "1.000000e+00", "ult"),
    _float_comparison("uitofp", "oge", "1.000000e+00", "uge"),
    _float_comparison("uitofp", "ole", "5.000000e-01", "ule"),
    _float_comparison("sitofp", "olt", "0.000000e+00", "slt"),
    _float_comparison("sitofp", "ogt", "-1.000000e+00", "sgt"),
    _float_comparison("sitofp", "oge", "0.000000e+00", "sge"),
    _float_comparison("sitofp", "ole", "-1.000000e+00", "sle"),
    Form(
        "arith.subi",
        "  %minus = arith.constant -1 : i32\n  %a = arith.muli %m, %minus : i32\n"
        "  %v = arith.addi %n, %a : i32\n" + stored("%v"),
    ),
    Form(
        "arith.cmpi ne",
        "  %a = arith.cmpi eq, %n, %m : i32\n  %b = arith.xori %a, %true : i1\n" + stored_flag("%b"),
    ),
    Form(
        "arith.index_castui ... : i16 to index",
        "  %a = arith.extui %s : i16 to i32\n  %i = arith.index_castui %a : i32 to index\n"
        "  memref.store %n, %out[%i] : memref<?xi32>\n",
    ),
    Form(
        "arith.index_castui ... : i1 to index",
        "  %a = arith.extui %p : i1 to i32\n  %i = arith.index_castui %a : i32 to index\n"
        "  memref.store %n, %out[%i] : memref<?xi32>\n",
    ),
    Form(
        "arith.index_cast ... : i16 to index",
        "  %a = arith.extsi %s : i16 to i32\n  %i = arith.index_cast %a : i32 to index\n"
        "  memref.store %n, %out[%i] : memref<?xi32>\n",
    ),
    Form(
        "arith.muli",
        "  %low, %high = arith.mului_extended %n, %m : i32\n" + stored("%low"),
    ),
    Form(
        "arith.shrui",
        "  %a = vector.load %in[%at] : memref<?xi32>, vector<2xi32>\n  %e = vector.extract %a[0] : i32 from vector<2xi32>\n"
        "  %by = arith.constant 16 : i32\n  %b = arith.shrsi %e, %by : i32\n  %c = arith.trunci %b : i32 to i16\n"
        + stored("%c", "i16"),
    ),
    Form(
        "arith.constant 4 : index",
        "  %array = memref.alloca() : memref<4xi32>\n  %d = memref.dim %array, %place : memref<4xi32>\n"
        "  memref.store %n, %out[%d] : memref<?xi32>\n",
    ),
    Form(
        "memref.cast",
        "  %length = arith.constant 2 : index\n  %array = memref.alloca(%length) : memref<?xi32>\n"
        "  memref.store %m, %array[%place] : memref<?xi32>\n  wave.call @add(%array, %n) : (memref<?xi32>, i32) -> ()\n"
        "  %v = memref.load %array[%place] : memref<?xi32>\n" + stored("%v"),
        "wave.func @add(%array: memref<?xi32>, %x: i32) {\n  %i = arith.constant 0 : index\n"
        "  %old = memref.load %array[%i] : memref<?xi32>\n  %new = arith.addi %old, %x : i32\n"
        "  memref.store %new, %array[%i] : memref<?xi32>\n  wave.return\n}\n",
    ),
]  # fmt: skip
