"""The visitor of a function's Python syntax tree; this file visits simple statements.

The mixins visit expressions, calls, control flow and assignments. The visitor knows only syntax; the package
``frontends/semantic`` has the rules of the language, and only this package creates operations.
"""

from __future__ import annotations

import ast
import types
from typing import TYPE_CHECKING, Any

from ...ir.module import Block, Location
from ...ir.structs import StructType
from ...ir.types import TupleType
from ..semantic.values import NAMED, Aggregate, Number, Operand, Static, Vector, describe, type_of
from .assignments import AssignmentVisitor
from .calls import CallVisitor
from .comparisons import ComparisonVisitor
from .control_flow import RESULT, ControlFlowVisitor
from .expressions import PARTS, ExpressionVisitor, visitor
from .matches import MatchVisitor
from .matrices import MatrixVisitor
from .names import Captures
from .objects import PythonSemantic, PythonSpelling
from .output import OutputVisitor
from .pipes import PipeVisitor
from .ranges import RangeVisitor
from .source import Source
from .state import Frame, State, Variable
from .statements import note_statement
from .struct_calls import StructVisitor
from .tables import TableVisitor
from .unused import unread_parameters
from .waves import WaveBlock, WavesVisitor

if TYPE_CHECKING:
    from .frontend import ModuleBuilder

#: Statements that kernels do not support: the name in the message, and the help.
UNSUPPORTED = {
    ast.Try: ("`try`", "kernels raise no exceptions; test for the case with `if`"),
    ast.Raise: ("`raise`", "kernels raise no exceptions; store a flag into a `wd.RWBuffer` parameter"),
    ast.AsyncWith: ("`async`", "remove it"),
    ast.AsyncFor: ("`async`", "remove it"),
    ast.Global: ("`global`", "captured names are constants; store into a `wd.RWBuffer` parameter"),
    ast.Nonlocal: ("`nonlocal`", "captured names are constants; store into a `wd.RWBuffer` parameter"),
    ast.FunctionDef: ("a nested function", "define it outside, decorated by `@wd.func`"),
    ast.AsyncFunctionDef: ("a nested function", "define it outside, decorated by `@wd.func`"),
    ast.ClassDef: ("a class", "use variables and tuples"),
    ast.Import: ("`import`", "import outside the kernel"),
    ast.ImportFrom: ("`import`", "import outside the kernel"),
    ast.Assert: ("`assert`", 'write `wd.check(condition, "message")`'),
    ast.Delete: ("`del`", "remove it"),
}


class FunctionBuilder(
    ExpressionVisitor,
    ComparisonVisitor,
    CallVisitor,
    StructVisitor,
    TableVisitor,
    ControlFlowVisitor,
    RangeVisitor,
    MatchVisitor,
    WavesVisitor,
    PipeVisitor,
    MatrixVisitor,
    OutputVisitor,
    AssignmentVisitor,
):
    """Builds one function: a kernel, or a helper for the argument types of a call.

    ``parameters`` are the operands of the parameters, by name. ``result`` is the type of a helper's value. If a helper
    returns in several places, a first visit (``discovers``) finds this type, and its IR is discarded.
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
        self.parameters = parameters
        self.is_kernel = is_kernel
        self.captures = Captures(function, module.captured)
        self.semantic = PythonSemantic(module.warned, source.location, PythonSpelling(function))
        self.semantic.place = source.location(source.node)
        self.body: Block = self.semantic.block
        self.local_names = [*parameters, *source.assigned]
        self.frames = [Frame("<active>")]
        self.frame_count = 0
        self.wave_blocks: list[WaveBlock] = []
        self.discovers = False
        self.result: Any = None
        self.found: list[tuple[Operand | None, Location]] = []
        places = {argument.arg: source.location(argument) for argument in source.node.args.args}
        start = self.semantic.location
        self.state = State({name: Variable(operand, places.get(name, start)) for name, operand in parameters.items()})
        self.set_hidden(self.frames[0].active, True)

    def build(self) -> Any:
        """Visits the body and ends it with ``wave.return``; returns the type of the function's value, or None."""
        if self.result is not None:
            # Control flow carries the result like a variable, so it needs an initial value.
            self.state.env[RESULT] = Variable(self.semantic.dummy(self.result), self.semantic.location)
        self.visit_statements(self.source.node.body)
        if not self.discovers:
            self._check_parameters()
        if self.is_kernel:
            self.semantic.emit("wave.return")
            return None
        if not self.found:
            self.semantic.emit("wave.return")
            return None
        valued = [location for operand, location in self.found if operand is not None]
        if valued and (len(valued) < len(self.found) or not self.state.done):
            bare = [location for operand, location in self.found if operand is None]
            self.semantic.place = bare[0] if bare else self.source.location(self.source.node)
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

    def _check_parameters(self) -> None:
        """Reports a value that is assigned to a parameter and never read, as for a parameter that HLSL declares
        ``inout``. In a function that returns no value, it can only be meant for the caller."""
        name = self.source.node.name
        copies = [known for known, operand in self.parameters.items() if not isinstance(operand, NAMED)]
        lost = unread_parameters(self.source.node, copies)
        for parameter, statement in lost.items():
            with self.at(statement):
                if self.is_kernel:
                    self.semantic.warn(
                        "parameter-not-read",
                        f"kernel `{name}` assigns to its parameter `{parameter}` and does not read it afterwards: the"
                        " value is lost; a kernel returns values in `wd.RWBuffer` parameters",
                    )
                elif any(operand is not None for operand, _ in self.found):
                    self.semantic.warn(
                        "parameter-not-read",
                        f"`{name}` assigns to its parameter `{parameter}` and does not read it afterwards: a parameter"
                        " is a copy, so the caller's value does not change",
                    )
                else:
                    message = f"`{name}` assigns to its parameter `{parameter}` and returns nothing: a parameter is a"
                    message += " copy, so the caller's value does not change"
                    results = ", ".join(lost)
                    call = f"{results} = {name}({', '.join(self.parameters)})"
                    if lost.keys() == {"self"}:
                        call = f"x = x.{name}({', '.join(list(self.parameters)[1:])})"
                    self.semantic.fail("result-unused", message, f"`return {results}`, and call it as `{call}`")

    def returned(self, operand: Operand | None, text: Any = None) -> None:
        """Records that a helper returns this value, or none; ``text`` is the value's source text."""
        self.found.append((operand, self.semantic.location))
        if operand is None:
            return
        if isinstance(operand, NAMED):
            self.semantic.number(operand, "`return`")
        if self.discovers:
            return
        known = self.result
        made = (
            self.semantic.typed(operand)
            if known is None
            else self.semantic.coerce(operand, known, "the returned value", text)
        )
        self.state.env[RESULT] = Variable(made, self.semantic.location)

    def found_result(self) -> Any:
        """The common type of all returned values; literals take the type of typed values."""
        operands = [(operand, location) for operand, location in self.found if operand is not None]
        if not operands:
            return None
        result, _ = operands[0]
        for operand, location in operands[1:]:
            self.semantic.place = location
            result = self._one_result(result, operand)
        return type_of(self.semantic.typed(result))

    def _one_result(self, a: Operand, b: Operand) -> Operand:
        if type_of(a) == type_of(b) and isinstance(type_of(a), StructType):
            return a
        tuples = [isinstance(x, Aggregate) and not isinstance(x.type, StructType) for x in (a, b)]
        if all(tuples) and len(a.items) == len(b.items):
            items = [self._one_result(a.item(i), b.item(i)) for i in range(len(a.items))]
            return a if a.type == b.type else Aggregate(TupleType(tuple(type_of(item) for item in items)), items)
        shapes = [x.type.size if isinstance(x, Vector) else 1 for x in (a, b) if isinstance(x, Number)]
        if len(shapes) == 2 and shapes[0] == shapes[1]:
            x, y = self.semantic.unify(a, b, "`return`", ("...", "..."))
            return x if not x.weak else y
        message = f"`{self.source.node.name}` returns {describe(b)} here and {describe(a)} elsewhere"
        self.semantic.fail("mixed-types", message, "return values of one type")

    def new_name(self, *wanted: str) -> str:
        """A name for a variable that the function does not have, for a help text; if possible one of those wanted."""
        wanted = wanted or ("x", "value", "result")
        return next((name for name in wanted if name not in self.local_names), "_")

    def new_index(self) -> str:
        """The same for the variable of a loop."""
        return self.new_name("i", "j", "k", "index", "place")

    def new_count(self) -> str:
        """The same for a variable that counts up, to compute one that counts down."""
        return self.new_name("up", "count", "step_up", "counted")

    # Statements.

    def visit_statement(self, node: ast.stmt) -> None:
        """Visits a statement; operations and errors get its location."""
        semantic = self.semantic
        outer = semantic.place
        semantic.place = self.source.place or node
        try:
            visit = getattr(self, visitor(node.__class__), None)
            if visit is None:
                what, fix = UNSUPPORTED.get(type(node), (f"`{type(node).__name__}`", None))
                semantic.fail("unsupported-syntax", f"{what} cannot be used in a kernel", fix)
            if self.module.notes_statements and self.source.place is None:
                note_statement(self, node)
            visit(node)
        finally:
            semantic.place = outer

    def visit_Pass(self, node: ast.Pass) -> None:
        """Builds nothing."""

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) and (isinstance(node.value.value, str) or node.value.value is ...):
            return
        if isinstance(node.value, ast.Call):
            with self.at(node.value):
                self.check_used(node.value, self.call(node.value))
            return
        operand = self.visit_expression(node.value)
        if isinstance(operand, Static):
            self.semantic.number(operand, "this line")
        fix = _step(node.value) or _use(node.value, self.new_name())
        self.semantic.fail("result-unused", f"`{ast.unparse(node.value)}` is computed and not used", fix)


def _step(node: ast.expr) -> str | None:
    """The help for ``++x`` and ``--x``, which are two signs in Python; None for another expression."""
    inner = node.operand if isinstance(node, ast.UnaryOp) else None
    if not isinstance(inner, ast.UnaryOp) or type(inner.op) is not type(node.op):
        return None
    sign = {ast.UAdd: "+", ast.USub: "-"}.get(type(node.op))
    return f"write `{ast.unparse(inner.operand)} {sign}= 1`" if sign else None


def _use(node: ast.expr, name: str) -> str:
    """The help for a statement that only computes a value; ``name`` is that of a new variable."""
    text = ast.unparse(node)
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq) and isinstance(node.left, (ast.Name, *PARTS)):
        return f"to assign, write one `=`: `{text.replace('==', '=', 1)}`"
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) and isinstance(node.values[-1], ast.Call):
        test = ast.unparse(ast.BoolOp(ast.And(), node.values[:-1]) if len(node.values) > 2 else node.values[0])
        return f"write an `if`: `if {test}: {ast.unparse(node.values[-1])}`"
    if isinstance(node, ast.IfExp) and isinstance(node.body, ast.Call):
        return f"write an `if`: `if {ast.unparse(node.test)}: {ast.unparse(node.body)}`"
    return f"assign it, as in `{name} = {text}`, or delete this line"
