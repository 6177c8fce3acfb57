"""Small changes of a module. Most leave it valid; the verifier decides afterwards."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from module_text import Block, Module, Operation, Region
from scopes import Scope, Value, choose, copy_operation, functions, new_name, scopes, uses
from templates import NUMBERS, SIBLINGS, TEMPLATES, TYPES, WIDTHS, WORDS, Template, substitute

Mutation = Callable[[random.Random, Module], None]


def place(chance: random.Random, module: Module, *, empty: bool = True) -> tuple[Scope, int] | None:
    """Returns a scope, and an index before its terminator."""
    found = [scope for scope in scopes(module) if len(scope.block.operations) > (0 if empty else 1)]
    if not found:
        return None
    scope = chance.choice(found)
    last = len(scope.block.operations) - 1
    return scope, chance.randint(0, last if empty else last - 1)


def constant(chance: random.Random, kind: str) -> Operation | None:
    """Returns a constant of type ``kind``."""
    if kind in WIDTHS:
        width = WIDTHS[kind]
        number = chance.choice([number for number in NUMBERS if -(2 ** (width - 1)) <= number < 2**width])
        value = ("true" if number else "false") if kind == "i1" else f"{number} : {kind}"
    elif kind in ("f16", "f32", "f64"):
        value = f"{chance.choice(('0.0', '1.5', '-0.0', '1.0e30' if kind != 'f16' else '6.0e4'))} : {kind}"
    elif re.fullmatch(r"vector<\dx[if]\d+>", kind):
        value = f"dense<{'true' if kind.endswith('xi1>') else '1.0' if 'xf' in kind else '1'}> : {kind}"
    else:
        return None
    return Operation("arith.constant", [(new_name(), kind)], properties=f"value = {value}")


def value_of(chance: random.Random, values: list[Value], kind: str, added: list[Operation]) -> Value | None:
    """Returns a visible value of the type, or a constant that it appends to ``added``."""
    known = choose(chance, values, kind)
    if known and chance.random() < 0.85:
        return known
    operation = constant(chance, kind)
    if not operation:
        return known
    added.append(operation)
    return operation.results[0]


# --- Operations ------------------------------------------------------------------


def delete(chance: random.Random, module: Module) -> None:
    """Deletes an operation; other values of the same types replace its results."""
    at = place(chance, module, empty=False)
    if not at:
        return
    scope, index = at
    operation = scope.block.operations.pop(index)
    for name, kind in operation.results:
        added: list[Operation] = []
        other = value_of(chance, scope.visible(index), kind, added)
        scope.block.operations[index:index] = added
        for user, number in uses(scope.block.operations, name):
            if other:
                user.operands[number] = other


def duplicate(chance: random.Random, module: Module) -> None:
    at = place(chance, module, empty=False)
    if at:
        scope, index = at
        scope.block.operations.insert(index + 1, copy_operation(scope.block.operations[index]))


def move(chance: random.Random, module: Module) -> None:
    at = place(chance, module, empty=False)
    if at:
        operations = at[0].block.operations
        operation = operations.pop(at[1])
        operations.insert(chance.randrange(len(operations)), operation)


def insert(chance: random.Random, module: Module) -> None:
    at = place(chance, module)
    if at:
        scope, index = at
        template = substitute(chance.choice(TEMPLATES), chance)
        scope.block.operations[index:index] = instantiate(chance, template, scope.visible(index))


def instantiate(chance: random.Random, template: Template, visible: list[Value]) -> list[Operation]:
    """Returns the template's operation after its new constants; nothing if a value is missing."""
    added: list[Operation] = []
    operands = []
    for kind in template.takes:
        value = value_of(chance, visible, kind, added)
        if not value:
            return []
        operands.append(value)
    results = [(new_name(), kind) for kind in template.gives]
    return [*added, Operation(template.name, results, operands, properties=template.properties)]


def use_another_value(chance: random.Random, module: Module) -> None:
    at = place(chance, module)
    if not at:
        return
    scope, index = at
    operation = scope.block.operations[index]
    if operation.operands:
        number = chance.randrange(len(operation.operands))
        added: list[Operation] = []
        other = value_of(chance, scope.visible(index), operation.operands[number][1], added)
        operation.operands[number] = other or operation.operands[number]
        scope.block.operations[index:index] = added


def use_result(chance: random.Random, module: Module) -> None:
    """Uses a result in a later operation, so that it is not dead."""
    at = place(chance, module, empty=False)
    if not at:
        return
    scope, index = at
    for name, kind in scope.block.operations[index].results:
        later = [op for nested in scope.block.operations[index + 1 :] for op in nested.walk()]
        slots = [(op, i) for op in later for i, (_, other) in enumerate(op.operands) if other == kind]
        if slots:
            user, number = chance.choice(slots)
            user.operands[number] = (name, kind)


def rename_operation(chance: random.Random, module: Module) -> None:
    known = [op for function in functions(module) for op in function.walk() if op.name in SIBLINGS]
    if known:
        operation = chance.choice(known)
        operation.name = chance.choice(SIBLINGS[operation.name])


# --- Control flow ----------------------------------------------------------------


def wrap(chance: random.Random, module: Module) -> None:
    """Moves some operations into a region; values used after it become results."""
    at = place(chance, module, empty=False)
    if not at:
        return
    scope, start = at
    operations = scope.block.operations
    end = min(len(operations) - 1, start + chance.randint(1, 8))
    inside, behind = operations[start:end], operations[end:]
    carried = [value for op in inside for value in op.results if any(True for _ in uses(behind, value[0]))]
    added: list[Operation] = []
    visible = scope.visible(start)
    kind = chance.choice(("if", "if", "for", "while", "execute_region"))
    inner = Block(operations=[*inside, Operation("scf.yield", operands=list(carried))])
    group = new_name()
    names = [group] if len(carried) == 1 else [f"{group}#{number}" for number in range(len(carried))]
    results = [(name, kind) for name, (_, kind) in zip(names, carried, strict=True)]
    if kind == "for" or kind == "while":
        starts = [value_of(chance, visible, kind, added) for _, kind in carried]
        if None in starts:
            return
    if kind == "if":
        others = [value_of(chance, visible, kind, added) for _, kind in carried]
        condition = value_of(chance, visible, "i1", added)
        if None in others:
            return
        second = [Block(operations=[Operation("scf.yield", operands=list(others))])] if carried else []
        wrapped = Operation("scf.if", results, [condition], regions=[Region([inner]), Region(second)])
    elif kind == "for":
        number = chance.choice(("i32", "i32", "index", "i64"))
        bounds = [value_of(chance, visible, number, added) for _ in range(3)]
        inner.label = "^bb0"
        inner.arguments = [(new_name(), number), *((new_name(), kind) for _, kind in carried)]
        wrapped = Operation("scf.for", results, [*bounds, *starts], regions=[Region([inner])])
        if chance.random() < 0.5:
            wrapped.properties = "unsignedCmp"
    elif kind == "while":
        condition = value_of(chance, visible, "i1", added)
        before = [(new_name(), kind) for _, kind in carried]
        head = Block("^bb0", before, [Operation("scf.condition", operands=[condition, *before])])
        inner.label, inner.arguments = "^bb0", [(new_name(), kind) for _, kind in carried]
        wrapped = Operation("scf.while", results, list(starts), regions=[Region([head]), Region([inner])])
    else:
        wrapped = Operation("scf.execute_region", results, regions=[Region([inner])])
    for (name, _), result in zip(carried, results, strict=True):
        for user, number in uses(behind, name):
            user.operands[number] = result
    operations[start:end] = [*added, wrapped]


def unwrap(chance: random.Random, module: Module) -> None:
    """Replaces an operation by the operations of its region."""
    found = [
        (scope.block, index)
        for scope in scopes(module)
        for index, operation in enumerate(scope.block.operations)
        if operation.name.startswith("scf.") and operation.regions
    ]
    if not found:
        return
    block, index = chance.choice(found)
    operation = block.operations[index]
    inner = chance.choice(list(operation.blocks()) or [Block()])
    if not inner.operations:
        return
    ends = inner.operations[-1].operands[-len(operation.results) :] if operation.results else []
    block.operations[index : index + 1] = inner.operations[:-1]
    for (name, _), end in zip(operation.results, ends, strict=False):
        for user, number in uses(block.operations, name):
            user.operands[number] = end


# --- Text ------------------------------------------------------------------------

NUMBER = re.compile(r"(?<![\w.#<])-?\d+(?![\w.])")
KIND = re.compile(r"(?<![\w.#!%@])(?:i1|i8|i16|i32|i64|f16|f32|f64|index)(?!\w)|(?:vector|memref)<[^<>]*>")


def texts(module: Module) -> list[tuple[Operation, str]]:
    """Returns the properties and attributes that are not empty."""
    return [
        (op, field) for op in module.operation.walk() for field in ("properties", "attributes") if getattr(op, field)
    ]


def change_number(chance: random.Random, module: Module) -> None:
    found = [(op, field) for op, field in texts(module) if NUMBER.search(getattr(op, field))]
    if found:
        operation, field = chance.choice(found)
        text = getattr(operation, field)
        match = chance.choice(list(NUMBER.finditer(text)))
        setattr(operation, field, text[: match.start()] + str(chance.choice(NUMBERS)) + text[match.end() :])


def change_word(chance: random.Random, module: Module) -> None:
    """Changes a kind, scope, direction, stage, ..."""
    group = chance.choice(WORDS)
    pattern = re.compile(r"(?<=[ <])(?:" + "|".join(group) + r")(?=>|, )")
    found = [(op, field) for op, field in texts(module) if pattern.search(getattr(op, field))]
    if found:
        operation, field = chance.choice(found)
        setattr(operation, field, pattern.sub(lambda _: chance.choice(group), getattr(operation, field), count=1))


def retype(chance: random.Random, module: Module) -> None:
    """Replaces a type by another, in one function or everywhere."""
    roots = chance.choice(([module.operation], functions(module))) or [module.operation]
    root = chance.choice(roots)
    known = sorted({kind for op in root.walk() for _, kind in (*op.operands, *op.results)})
    if not known:
        return
    old, new = chance.choice(known), chance.choice(TYPES)
    pattern = re.compile(r"(?<![\w.#!%@])" + re.escape(old) + r"(?!\w)")

    def replaced(values: list[Value]) -> list[Value]:
        return [(name, pattern.sub(lambda _: new, kind)) for name, kind in values]

    for operation in root.walk():
        operation.operands, operation.results = replaced(operation.operands), replaced(operation.results)
        operation.properties = pattern.sub(lambda _: new, operation.properties)
        for block in operation.blocks():
            block.arguments = replaced(block.arguments)


# --- Functions -------------------------------------------------------------------

GROUPS = (
    *(f"num_waves = {count} : i64" for count in (1, 2, 4, 64, 127, 256, 257, 65535, 2**31 - 1, 2**31, 0)),
    *(
        f"num_threads = array<i32: {extent}>"
        for extent in ("1, 1, 1", "7, 3, 5", "64, 1, 1", "1024, 1, 1", "2147483647, 2, 1")
    ),
)
SIZES = ("4", "16, 64", "128", "4, 128", "16, 64, 32", "32", "3", "64, 16")
STATED = re.compile(r"(?:num_waves = [^,]*|num_threads = array<[^>]*>)")


def regroup(chance: random.Random, module: Module) -> None:
    """Changes the group, wave size, stage or limit that a kernel states."""
    kernels = [function for function in functions(module) if STATED.search(function.properties)]
    if not kernels:
        return
    kernel = chance.choice(kernels)
    if chance.random() < 0.5:
        kernel.properties = STATED.sub(chance.choice(GROUPS), kernel.properties, count=1)
        return
    kept = re.split(r", (?=\w+(?: = |,|$))", kernel.properties)
    name, text = chance.choice(
        (
            ("wave_size", f"wave_size = array<i32: {chance.choice(SIZES)}>"),
            ("stage", f"stage = #wave<stage {chance.choice(('compute', 'amplification', 'mesh'))}>"),
            ("group_shared_limit", f"group_shared_limit = {chance.choice((1, 64, 65536, 2**31 - 1))} : i32"),
            ("kernel", "kernel"),
            ("exported", "exported"),
        )
    )
    without = [part for part in kept if part.split(" ")[0] != name]
    kernel.properties = ", ".join(without if len(without) < len(kept) and chance.random() < 0.5 else [*without, text])


def add_function(chance: random.Random, module: Module, other: Module) -> None:
    """Adds a function of another module under a new name."""
    found = [function for function in functions(other) if function.name == "wave.func"]
    if not found or (other.header and other.header not in module.header):
        return
    function = copy_operation(chance.choice(found))
    function.properties = re.sub(
        r'sym_name = "(\w+)"', rf'sym_name = "\1_{chance.randrange(10**6)}"', function.properties
    )
    homes = [op for op in module.body if op.name == "gpu.module"]
    home = homes[0].regions[0].blocks[0].operations if homes else module.body
    home.append(function)


MUTATIONS: tuple[tuple[int, Mutation], ...] = (
    (6, insert),
    (4, wrap),
    (3, use_another_value),
    (3, delete),
    (3, change_number),
    (2, duplicate),
    (2, move),
    (2, use_result),
    (2, rename_operation),
    (2, unwrap),
    (2, change_word),
    (2, regroup),
    (1, retype),
)


def mutate(chance: random.Random, module: Module, others: Callable[[], Module]) -> None:
    """Changes ``module`` in 1 to 8 ways."""
    for _ in range(chance.choice((1, 1, 2, 2, 3, 5, 8))):
        if chance.random() < 0.04:
            add_function(chance, module, others())
            continue
        weights = [weight for weight, _ in MUTATIONS]
        chance.choices([mutation for _, mutation in MUTATIONS], weights)[0](chance, module)
