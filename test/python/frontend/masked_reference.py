"""Executes the text of a kernel, statement by statement, for all lanes of one wave under a mask.

It implements only the definition of the language: a wave operation sees the lanes that reach it, which take the same side of every branch and have not
left a loop or the function. It shares nothing with the front end but Python's own parser.
"""

from __future__ import annotations

import ast

import numpy as np

OPERATORS = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.BitAnd: np.bitwise_and,
    ast.BitXor: np.bitwise_xor,
}
COMPARISONS = {ast.Eq: np.equal, ast.NotEq: np.not_equal, ast.Lt: np.less, ast.Gt: np.greater, ast.LtE: np.less_equal}


class Wave:
    """One wave of ``lanes`` lanes running the functions of a module's text."""

    def __init__(self, text: str, lanes: int, buffers: dict[str, np.ndarray]):
        self.functions = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
        self.lanes = lanes
        self.buffers = buffers

    def run(self, name: str) -> None:
        """Runs a kernel with all lanes active."""
        self.call(name, [], np.ones(self.lanes, bool))

    def call(self, name: str, arguments: list[np.ndarray], mask: np.ndarray) -> np.ndarray:
        """Runs a function for the lanes of a mask and gives what each returned."""
        node = self.functions[name]
        call = Call(self, dict(zip([a.arg for a in node.args.args], arguments, strict=False)))
        call.block(node.body, mask)
        return call.result


class Call:
    """One call of a function: variables, and the lanes that returned, and what."""

    def __init__(self, wave: Wave, names: dict[str, np.ndarray]):
        self.wave = wave
        self.names = names
        self.result = np.zeros(wave.lanes, np.int64)
        self.broken: list[np.ndarray] = []
        self.continued: list[np.ndarray] = []

    def block(self, statements: list[ast.stmt], mask: np.ndarray) -> np.ndarray:
        """Executes statements and gives the lanes that reach their end."""
        for statement in statements:
            if not mask.any():
                break
            mask = self.statement(statement, mask)
        return mask

    def set(self, name: str, value: np.ndarray, mask: np.ndarray) -> None:
        old = self.names.get(name, np.zeros(self.wave.lanes, np.int64))
        self.names[name] = np.where(mask, value, old)

    def statement(self, node: ast.stmt, mask: np.ndarray) -> np.ndarray:
        nothing = np.zeros_like(mask)
        if isinstance(node, ast.Assign):
            value = self.value(node.value, mask)
            target = node.targets[0]
            if isinstance(target, ast.Name):
                self.set(target.id, value, mask)
            else:
                index = self.value(target.slice, mask)
                self.wave.buffers[target.value.id][index[mask]] = value[mask]
        elif isinstance(node, ast.AugAssign):
            value = OPERATORS[type(node.op)](self.names[node.target.id], self.value(node.value, mask))
            self.set(node.target.id, value, mask)
        elif isinstance(node, ast.If):
            test = self.value(node.test, mask)
            return self.block(node.body, mask & test) | self.block(node.orelse, mask & ~test)
        elif isinstance(node, ast.While):
            return self.loop(node.body, mask, lambda lanes: lanes & self.value(node.test, lanes))
        elif isinstance(node, ast.For):
            return self.for_loop(node, mask)
        elif isinstance(node, ast.Break):
            self.broken[-1] |= mask
            return nothing
        elif isinstance(node, ast.Continue):
            self.continued[-1] |= mask
            return nothing
        elif isinstance(node, ast.Return):
            if node.value is not None:
                self.result = np.where(mask, self.value(node.value, mask), self.result)
            return nothing
        return mask

    def loop(self, body: list[ast.stmt], mask: np.ndarray, test) -> np.ndarray:
        left = np.zeros_like(mask)
        while mask.any():
            going = test(mask)
            left |= mask & ~going
            if not going.any():
                break
            self.broken.append(np.zeros_like(mask))
            self.continued.append(np.zeros_like(mask))
            mask = self.block(body, going) | self.continued.pop()
            left |= self.broken.pop()
        return left

    def for_loop(self, node: ast.For, mask: np.ndarray) -> np.ndarray:
        bounds = [self.value(argument, mask) for argument in node.iter.args]
        bounds = [np.broadcast_to(bound, mask.shape) for bound in bounds]
        passes = [list(range(*(int(bound[lane]) for bound in bounds))) for lane in range(self.wave.lanes)]
        turn = -1

        def test(lanes: np.ndarray) -> np.ndarray:
            nonlocal turn
            turn += 1
            going = lanes & np.array([turn < len(values) for values in passes])
            self.set(node.target.id, np.array([values[turn] if turn < len(values) else 0 for values in passes]), going)
            return going

        return self.loop(node.body, mask, test)

    def value(self, node: ast.expr, mask: np.ndarray) -> np.ndarray:
        if isinstance(node, ast.Constant):
            return np.full(self.wave.lanes, node.value)
        if isinstance(node, ast.Name):
            return self.names[node.id]
        if isinstance(node, ast.UnaryOp):
            value = self.value(node.operand, mask)
            return ~value if isinstance(node.op, ast.Not) else -value
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](self.value(node.left, mask), self.value(node.right, mask))
        if isinstance(node, ast.Compare):
            left, right = self.value(node.left, mask), self.value(node.comparators[0], mask)
            return COMPARISONS[type(node.ops[0])](left, right)
        if isinstance(node, ast.BoolOp):
            result = self.value(node.values[0], mask)
            for part in node.values[1:]:
                needed = mask & (result if isinstance(node.op, ast.And) else ~result)
                result = np.where(needed, self.value(part, needed), result)
            return result
        if isinstance(node, ast.IfExp):
            test = self.value(node.test, mask)
            return np.where(test, self.value(node.body, mask & test), self.value(node.orelse, mask & ~test))
        return self.called(node, mask)

    def called(self, node: ast.Call, mask: np.ndarray) -> np.ndarray:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        arguments = [self.value(argument, mask) for argument in node.args]
        if name == "i32":
            return arguments[0]
        if name == "wave_lane_index":
            return np.arange(self.wave.lanes)
        if name == "wave_active_count_bits":
            return np.full(self.wave.lanes, int((arguments[0] & mask).sum()))
        if name == "wave_prefix_count_bits":
            bits = (arguments[0] & mask).astype(np.int64)
            return np.cumsum(bits) - bits
        if name == "wave_active_max":
            return np.full(self.wave.lanes, arguments[0][mask].max() if mask.any() else 0)
        return self.wave.call(name, arguments, mask)
