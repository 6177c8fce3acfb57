"""The one visitor of Python's syntax tree, for one function; this file has its statements.

The mixins have expressions, calls and control flow. The visitor knows syntax; the rules of the language are in
the package ``language/semantic``, which alone creates operations.
"""

from __future__ import annotations

import ast
import contextlib
import types
from typing import TYPE_CHECKING, Any

from ..language.semantic import Semantic
from ..language.types import DType, TupleType, as_dtype
from ..language.values import Aggregate, Memory, Operand, Scalar, Static, describe, type_of
from .calls import CallVisitor
from .control_flow import RESULT, ControlFlowVisitor
from .expressions import OPERATORS, ExpressionVisitor, Text
from .ir import Block, Location
from .names import Captures
from .source import Source
from .state import Frame, State, Variable, assigned_names

if TYPE_CHECKING:
    from .frontend import ModuleBuilder

#: What the message calls a statement that kernels do not have, and what to write instead.
UNSUPPORTED = {
    ast.Try: ("`try`", "kernels raise no exceptions; test for the case with `if`"),
    ast.Raise: ("`raise`", "kernels raise no exceptions; store a flag into a `RWBuffer`"),
    ast.With: ("`with`", "write the calls one by one"),
    ast.AsyncWith: ("`async`", "remove it"),
    ast.AsyncFor: ("`async`", "remove it"),
    ast.Match: ("`match`", "use `if` and `elif`"),
    ast.Global: ("`global`", "captured names are constants; store into a `RWBuffer`"),
    ast.Nonlocal: ("`nonlocal`", "captured names are constants; store into a `RWBuffer`"),
    ast.FunctionDef: ("a nested function", "define it outside, decorated by `@wd.func`"),
    ast.AsyncFunctionDef: ("a nested function", "define it outside, decorated by `@wd.func`"),
    ast.ClassDef: ("a class", "use variables and tuples"),
    ast.Import: ("`import`", "import outside the kernel"),
    ast.ImportFrom: ("`import`", "import outside the kernel"),
    ast.Assert: ("`assert`", "store a flag into a `RWBuffer`"),
    ast.Delete: ("`del`", "remove it"),
}


class FunctionBuilder(ExpressionVisitor, CallVisitor, ControlFlowVisitor):
    """Builds one function: a kernel, or a helper for the argument types of a call.

    ``parameters`` are the operands that the names of the parameters stand for. Where a helper returns in several
    places ``result`` is the type of its value, found by a first visit whose IR is thrown away (``discovers``).
    """

    def __init__(
        self,
        module: ModuleBuilder,
        function: types.FunctionType,
        source: Source,
        parameters: dict[str, Operand],
        is_kernel: bool,
    ):
        self.module = module
        self.source = source
        self.is_kernel = is_kernel
        self.semantic = Semantic(module.warned)
        self.semantic.location = source.location(source.node)
        self.body: Block = self.semantic.block
        self.captures = Captures(function, module.captured)
        self.local_names = [*parameters, *assigned_names(source.node.body)]
        self.frames = [Frame("<active>")]
        self.frame_count = 0
        self.discovers = False
        self.result: Any = None
        self.found: list[tuple[Operand | None, Location]] = []
        places = {argument.arg: source.location(argument) for argument in source.node.args.args}
        start = self.semantic.location
        self.state = State({name: Variable(operand, places.get(name, start)) for name, operand in parameters.items()})
        self.set_hidden(self.frames[0].active, True)

    def build(self) -> Any:
        """Visits the body and ends it by ``wave.return``; gives the type of the function's value, or None."""
        if self.result is not None:
            # The value is carried through the control flow like a variable, so it has one from the start.
            self.state.env[RESULT] = Variable(self.semantic.dummy(self.result), self.semantic.location)
        self.visit_statements(self.source.node.body)
        if self.is_kernel:
            self.semantic.emit("wave.return")
            return None
        if not self.found:
            self.semantic.emit("wave.return")
            return None
        valued = [location for operand, location in self.found if operand is not None]
        if valued and (len(valued) < len(self.found) or not self.state.done):
            bare = [location for operand, location in self.found if operand is None]
            self.semantic.location = bare[0] if bare else self.source.location(self.source.node)
            name = self.source.node.name
            self.semantic.fail("missing-return", f"`{name}` returns a value on one path and none on another")
        if not valued:
            self.semantic.emit("wave.return")
            return None
        variable = self.state.env.get(RESULT)
        if self.discovers or variable is None:
            return None
        self.semantic.emit("wave.return", self.semantic.flatten(variable.value))
        return type_of(variable.value)

    def returned(self, operand: Operand | None) -> None:
        """A helper returns this value, or none."""
        self.found.append((operand, self.semantic.location))
        if operand is None:
            return
        if isinstance(operand, Memory | Static):
            self.semantic.scalar(operand, "`return`")
        if self.discovers:
            return
        known = self.result
        made = (
            self.semantic.typed(operand)
            if known is None
            else self.semantic.coerce(operand, known, "the returned value")
        )
        self.state.env[RESULT] = Variable(made, self.semantic.location)

    def found_result(self) -> Any:
        """The one type of all values returned, literals giving way to typed values."""
        operands = [(operand, location) for operand, location in self.found if operand is not None]
        if not operands:
            return None
        result, _ = operands[0]
        for operand, location in operands[1:]:
            self.semantic.location = location
            result = self._one_result(result, operand)
        return type_of(self.semantic.typed(result))

    def _one_result(self, a: Operand, b: Operand) -> Operand:
        if isinstance(a, Aggregate) and isinstance(b, Aggregate) and len(a.items) == len(b.items):
            items = [self._one_result(a.item(i), b.item(i)) for i in range(len(a.items))]
            return a if a.type == b.type else Aggregate(TupleType(tuple(type_of(item) for item in items)), items)
        if isinstance(a, Scalar) and isinstance(b, Scalar):
            x, y = self.semantic.unify(a, b, "`return`", ("...", "..."))
            return x if not x.weak else y
        message = f"`{self.source.node.name}` returns {describe(b)} here and {describe(a)} elsewhere"
        self.semantic.fail("mixed-types", message, "return values of one type")

    # Statements.

    def visit_statement(self, node: ast.stmt) -> None:
        """One statement; operations and errors belong to it."""
        with self.at(node):
            visit = getattr(self, f"visit_{type(node).__name__}", None)
            if visit is None:
                what, fix = UNSUPPORTED.get(type(node), (f"`{type(node).__name__}`", None))
                self.semantic.fail("unsupported-syntax", f"{what} cannot be used in a kernel", fix)
            visit(node)

    def visit_Pass(self, node: ast.Pass) -> None:
        """Nothing."""

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) and (isinstance(node.value.value, str) or node.value.value is ...):
            return
        if isinstance(node.value, ast.Call):
            with self.at(node.value):
                self.call(node.value)
            return
        operand = self.visit_expression(node.value)
        if isinstance(operand, Static):
            self.semantic.scalar(operand, "this line")
        self.semantic.fail("result-unused", f"`{ast.unparse(node.value)}` is computed and not used")

    def visit_Assign(self, node: ast.Assign) -> None:
        operand = self.visit_expression(node.value)
        for target in node.targets:
            self.assign(target, operand, node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        annotation = self.visit_expression(node.annotation)
        dtype = as_dtype(annotation.object) if isinstance(annotation, Static) else None
        if dtype is None or not isinstance(node.target, ast.Name):
            with self.at(node.annotation):
                self.semantic.fail(
                    "value-type", f"`{Text(node.annotation)}` is no type of a variable", "use bool, i32, u32 or f32"
                )
        if node.value is None:
            return
        operand = self.visit_expression(node.value)
        with self.at(node.value):
            operand = self.semantic.coerce(operand, dtype, f"`{node.target.id}`")
        self.assign(node.target, operand)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        op = OPERATORS[type(node.op)]
        texts = (Text(node.target), Text(node.value))
        if isinstance(node.target, ast.Name):
            with self.at(node.target):
                old = self.visit_Name(node.target)
            new = self.visit_expression(node.value)
            self.assign(node.target, self.semantic.binary(op, old, new, texts))
        elif isinstance(node.target, ast.Subscript):
            memory, index = self._element(node.target)
            self.semantic.check_writable(memory, Text(node.target.value))
            old = self.semantic.load(memory, index)
            new = self.visit_expression(node.value)
            self.semantic.store(memory, index, self.semantic.binary(op, old, new, texts), Text(node.target.value))
        else:
            self.semantic.fail("augmented-target", f"`{Text(node.target)}` cannot be augmented")

    def assign(self, target: ast.expr, operand: Operand, value: ast.expr | None = None) -> None:
        """Assigns to a name, an element of an array, or a tuple of targets; ``value`` is where the operand comes
        from."""
        with self.at(target):
            if isinstance(target, ast.Name):
                self.assign_name(target.id, operand, value)
            elif isinstance(target, ast.Subscript):
                memory, index = self._element(target)
                self.semantic.check_writable(memory, Text(target.value))
                with self.at(value or target):
                    operand = self.semantic.coerce(
                        operand, memory.type.element, f"an element of `{Text(target.value)}`"
                    )
                self.semantic.store(memory, index, operand, Text(target.value))
            elif isinstance(target, ast.Tuple | ast.List):
                self._unpack(target.elts, operand)
            else:
                self.semantic.fail(
                    "unsupported-syntax", f"`{Text(target)}` cannot be assigned", "use a variable of its own"
                )

    def _unpack(self, targets: list[ast.expr], operand: Operand) -> None:
        for target in targets:
            if isinstance(target, ast.Starred):
                with self.at(target):
                    self.semantic.fail(
                        "unsupported-syntax", "a starred expression cannot be used in a kernel", "name each value"
                    )
        if not isinstance(operand, Aggregate):
            self.semantic.fail("tuple-size", f"{len(targets)} names for one value, {describe(operand)}")
        if len(targets) != len(operand.items):
            self.semantic.fail("tuple-size", f"{len(targets)} names for {len(operand.items)} values")
        for index, target in enumerate(targets):
            self.assign(target, operand.item(index))

    def _element(self, node: ast.Subscript) -> tuple[Memory, Scalar]:
        """The array and the index of an element to be written."""
        operand = self.visit_expression(node.value)
        if not isinstance(operand, Memory):
            self.semantic.fail(
                "value-type",
                f"an element of `{Text(node.value)}`, {describe(operand)}, cannot be assigned",
                "store into a `RWBuffer`, groupshared or local array",
            )
        return operand, self.visit_index(node)

    def assign_name(self, name: str, operand: Operand, value: ast.expr | None = None) -> None:
        """Sets a variable; it keeps the type of its first value. ``value`` is where the operand comes from."""
        known = self.state.env.get(name)
        semantic = self.semantic
        if known is None or known.value is None:
            with self.at(value) if value is not None else contextlib.nullcontext():
                made = semantic.typed(operand)
        else:
            made = self._retyped(name, known, operand)
        self.state.env[name] = Variable(self.named(made, name), semantic.location)

    def _retyped(self, name: str, known: Variable, operand: Operand) -> Operand:
        semantic, old = self.semantic, type_of(known.value)
        if isinstance(known.value, Memory | Static) or isinstance(operand, Memory | Static):
            a, b = known.value, operand
            same = isinstance(a, Memory) and isinstance(b, Memory) and a.value is b.value
            if same or (isinstance(a, Static) and isinstance(b, Static) and a.object is b.object):
                return operand
            message = f"`{name}` already is {describe(known.value)}, set at line {known.location.line}"
            semantic.fail("type-change", message, "use another name")
        fits = isinstance(old, DType) and isinstance(operand, Scalar) and not old.is_bool
        if fits and operand.weak and not (old.is_integer and operand.type.is_float):
            return semantic.adapt(operand, old)
        if isinstance(operand, Aggregate) and isinstance(old, TupleType) and len(operand.items) == len(old.elements):
            return semantic.coerce(operand, old, f"`{name}`")
        made = semantic.typed(operand)
        if type_of(made) != old:
            fix = "use another name"
            if isinstance(old, DType) and isinstance(made, Scalar):
                first = known.value
                start = f", or start with `{name} = {made.type.name}(...)` at line {known.location.line}"
                fix = f"convert it: `{name} = {old.name}(...)`{start if isinstance(first, Scalar) else ''}"
            message = f"`{name}` is {old.name} since line {known.location.line}, this value is {describe(operand)}"
            semantic.fail("type-change", message, fix)
        return made

    def named(self, operand: Operand, name: str) -> Operand:
        """The operand; its SSA values get the variable's name where they have none, to make listings readable."""
        if isinstance(operand, Scalar | Memory) and operand.value is not None and operand.value.name is None:
            operand.value.name = name.strip("<>").replace(" ", "_")
        elif isinstance(operand, Aggregate):
            for index, item in enumerate(operand.items):
                if not callable(item):
                    self.named(item, f"{name}_{index}")
        return operand
