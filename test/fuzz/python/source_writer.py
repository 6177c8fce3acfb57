"""Writes Python functions that parse and use existing names, but mostly are not valid kernels."""

from __future__ import annotations

import ast

from choices import Choices

import wavedialect as wd

TYPES = ("f32", "u32", "i32", "bool", "f16", "f64", "i16", "u16", "i64", "u64", "wd.float2", "wd.uint4", "wd.bool3")
PARAMETERS = (
    "wd.Buffer[{}]",
    "wd.RWBuffer[{}]",
    "{}",
    "wd.Texture2D[{}]",
    "wd.RWTexture2D[{}]",
    "int",
    "'u32'",
    "list",
)
NUMBERS = (0, 1, 2, 3, -1, 31, 32, 255, 65536, 2**31 - 1, 2**31, 2**32, 2**63, 2**64, 2**70, 0.5, 1.0, 1e300, -0.0, 1j)
CONSTANTS = (*NUMBERS, True, False, None, "text", b"bytes", ...)
BINARY = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift, ast.BitOr)
BINARY += (ast.BitXor, ast.BitAnd, ast.MatMult)
UNARY = (ast.USub, ast.UAdd, ast.Not, ast.Invert)
COMPARE = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn)
#: All members of `wd`.
MEMBERS = tuple(sorted(name for name in dir(wd) if not name.startswith("_")))
FIELDS = ("x", "y", "xyz", "wwww", "rgba", "shape", "dtype", "real", "append", "__class__", "nothing")
DECORATORS = (
    "num_waves=2",
    "num_waves=1, wave_size=32",
    "num_waves=4, wave_size=(8, 64)",
    "num_threads=64",
    "num_threads=(7, 3, 5)",
    "num_waves=2, stage='amplification'",
    "num_threads=64, stage='pixel'",
    "num_waves=2, shader_model='6.10'",
    "num_waves=0",
    "",
)
DEEPEST = 4


class SourceWriter:
    """Writes one file, or single expressions and statements with the names in ``names``."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self.names = ["i", "x", "out", "helper", "captured"]

    def write(self) -> str:
        """Returns the text of a file with a helper and a kernel named ``kernel``."""
        helper = self._function("helper", "a, b")
        annotations = [self._choices.one_of(PARAMETERS).format(self._choices.one_of(TYPES)) for _ in range(3)]
        kernel = self._function("kernel", "x: {}, out: {}, i: {}".format(*annotations))
        return "\n".join(
            [
                "import numpy as np",
                "import wavedialect as wd",
                "from wavedialect import bool, f16, f32, f64, i16, i32, i64, u16, u32, u64",
                f"captured = {self._choices.one_of(('3', '0.5', '[1]', '(1, 2)', 'np.float32(2)', 'np.arange(3)'))}",
                "",
                f"@wd.func({self._choices.one_of(('', 'num_waves=2'))})",
                ast.unparse(helper),
                "",
                f"@wd.kernel({self._choices.one_of(DECORATORS)})",
                ast.unparse(kernel),
                "",
            ]
        )

    def _function(self, name: str, parameters: str) -> ast.FunctionDef:
        function = ast.parse(f"def {name}({parameters}): pass").body[0]
        assert isinstance(function, ast.FunctionDef)
        function.body = self._block(0)
        return ast.fix_missing_locations(function)

    # --- Statements ----------------------------------------------------------

    def _block(self, depth: int) -> list[ast.stmt]:
        return [self.statement(depth) for _ in range(1 + self._choices.byte() % 4)]

    def statement(self, depth: int) -> ast.stmt:
        """Returns a statement; from depth 4 on, it contains no other statement."""
        expression, block = self.expression, self._block
        simple = (
            lambda: ast.Assign([self._target(depth)], expression(depth)),
            lambda: ast.Assign([ast.Name(self._new_name())], expression(depth)),
            lambda: ast.AugAssign(self._target(depth), self._choices.one_of(BINARY)(), expression(depth)),
            lambda: ast.AnnAssign(self._target(depth), self._name(), expression(depth), 1),
            lambda: ast.Expr(expression(depth)),
            lambda: ast.Return(expression(depth) if self._choices.chance(2) else None),
            lambda: ast.Pass(),
            lambda: ast.Assert(expression(depth)),
            lambda: ast.Delete([self._target(depth)]),
            lambda: ast.Raise(expression(depth)),
            lambda: ast.Global(["captured"]),
            lambda: ast.Import([ast.alias("math")]),
        )
        nested = (
            lambda: ast.If(expression(depth), block(depth + 1), block(depth + 1) if self._choices.chance(2) else []),
            lambda: ast.For(self._target(depth), self._range(depth), self._loop_body(depth), []),
            lambda: ast.While(expression(depth), self._loop_body(depth), []),
            lambda: ast.With([ast.withitem(expression(depth))], block(depth + 1)),
            lambda: ast.Try(block(depth + 1), [ast.ExceptHandler(body=block(depth + 1))], [], []),
            lambda: self._function(self._new_name(), "a"),
        )
        return self._choices.one_of(simple if depth >= DEEPEST else simple + nested + nested)()

    def _loop_body(self, depth: int) -> list[ast.stmt]:
        end = (ast.Pass(), ast.Break(), ast.Continue(), ast.If(self.expression(depth), [ast.Break()], []))
        return [*self._block(depth + 1), self._choices.one_of(end)]

    def _range(self, depth: int) -> ast.expr:
        name = self._choices.one_of(("range", "wd.static_range", "enumerate", "reversed", "x"))
        function = ast.parse(name, mode="eval").body
        return ast.Call(function, [self.expression(depth) for _ in range(self._choices.byte() % 4)], [])

    def _target(self, depth: int) -> ast.expr:
        options = (
            self._name,
            lambda: ast.Subscript(self._name(), self.expression(depth)),
            lambda: ast.Attribute(self._name(), self._choices.one_of(FIELDS)),
            lambda: ast.Tuple([self._name(), ast.Starred(self._name())]),
            lambda: ast.Tuple([self._name(), self._name()]),
        )
        return self._choices.one_of(options)()

    # --- Expressions ---------------------------------------------------------

    def expression(self, depth: int) -> ast.expr:
        """Returns an expression; from depth 4 on, it is a name, a number or a member of `wd`."""
        deeper = lambda: self.expression(depth + 1)
        simple = (self._name, lambda: ast.Constant(self._choices.one_of(CONSTANTS)), self._member)
        nested = (
            lambda: ast.BinOp(deeper(), self._choices.one_of(BINARY)(), deeper()),
            lambda: ast.UnaryOp(self._choices.one_of(UNARY)(), deeper()),
            lambda: ast.Compare(deeper(), [self._choices.one_of(COMPARE)()], [deeper()]),
            lambda: ast.Compare(deeper(), [ast.Lt(), ast.LtE()], [deeper(), deeper()]),
            lambda: ast.BoolOp(self._choices.one_of((ast.And, ast.Or))(), [deeper(), deeper()]),
            lambda: ast.IfExp(deeper(), deeper(), deeper()),
            lambda: ast.Subscript(deeper(), deeper()),
            lambda: ast.Subscript(self._name(), ast.Slice(deeper(), None, None)),
            lambda: ast.Attribute(deeper(), self._choices.one_of(FIELDS)),
            lambda: ast.Tuple([deeper(), deeper()]),
            lambda: ast.List([deeper()]),
            lambda: ast.Dict([deeper()], [deeper()]),
            lambda: ast.Lambda(ast.parse("lambda a: a", mode="eval").body.args, deeper()),
            lambda: ast.ListComp(deeper(), [ast.comprehension(self._name(), deeper(), [], 0)]),
            lambda: ast.JoinedStr([ast.FormattedValue(deeper(), -1)]),
            lambda: ast.NamedExpr(self._name(), deeper()),
            lambda: ast.Starred(deeper()),
            lambda: ast.Await(deeper()),
            lambda: ast.Yield(deeper()),
        )
        call = (lambda: self._call(depth),) * 12
        return self._choices.one_of(simple if depth >= DEEPEST else simple + call + nested)()

    def _call(self, depth: int) -> ast.expr:
        function = self._choices.one_of((self._member, self._member, self._member, self._name, self._type))()
        arguments = [self.expression(depth + 1) for _ in range(self._choices.byte() % 4)]
        keywords = [ast.keyword("size", self.expression(depth + 1))] if self._choices.chance(16) else []
        return ast.Call(function, arguments, keywords)

    def _member(self) -> ast.expr:
        return ast.Attribute(ast.Name("wd"), self._choices.one_of(MEMBERS))

    def _type(self) -> ast.expr:
        return ast.parse(self._choices.one_of(TYPES), mode="eval").body

    def _name(self) -> ast.expr:
        return ast.Name(self._choices.one_of(self.names))

    def _new_name(self) -> str:
        self.names.append(f"v{len(self.names)}")
        return self.names[-1]
