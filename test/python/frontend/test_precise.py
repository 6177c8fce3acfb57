"""``wd.precise``: the operations that must not be contracted."""

from __future__ import annotations


def marks(compiled):
    """Whether each float addition, subtraction and multiplication of the module is precise, by location."""
    return {
        (function.name, operation.location.line, operation.name): operation.attributes.get("precise", False)
        for function in compiled.module.functions
        for operation in function.walk()
        if operation.name in ("arith.addf", "arith.subf", "arith.mulf")
    }


def test_operations_of_the_expression_are_precise(body):
    compiled = body("""
        a = x * x
        b = wd.precise(a + x * 2) - x
    """)
    assert marks(compiled) == {
        ("kernel", 6, "arith.mulf"): False,
        ("kernel", 7, "arith.mulf"): True,
        ("kernel", 7, "arith.addf"): True,
        ("kernel", 7, "arith.subf"): False,
    }


def test_text(body):
    lines = body("v = wd.precise(x * x) + x").text.splitlines()
    assert [line.strip().split(" : ")[0] for line in lines if "arith.mulf" in line] == ["%0 = arith.mulf %x, %x"]
    assert any("arith.addf %0, %x fastmath<contract> : f32" in line for line in lines)


def test_helpers_called_inside(compile_kernel):
    compiled = compile_kernel("""
        @wd.func
        def scaled(x, y):
            return inner(x) * y

        @wd.func
        def inner(x):
            return x - 1

        def kernel(x: f32, out: wd.RWBuffer[f32]):
            out[0] = wd.precise(scaled(x, 2.0))
            out[1] = scaled(x, 2.0)
    """)
    found = marks(compiled)
    names = {name for name, *_ in found}
    assert len(names) == 4, "one copy of each helper for either use"
    for name in names:
        precise = {mark for (function, *_), mark in found.items() if function == name}
        assert len(precise) == 1
    assert sorted(found.values()) == [False, False, True, True]


def test_library_functions(compile_kernel):
    compiled = compile_kernel("""
        def kernel(x: wd.float3, out: wd.RWBuffer[f32]):
            out[0] = wd.precise(wd.lerp(x, 1.0, 0.5)).x
            out[1] = wd.precise(wd.dot(x, x))
            out[2] = wd.precise(wd.mad(x.x, x.y, x.z))
    """)
    found = marks(compiled)
    assert found and all(found.values())


def test_branches_inside(body):
    compiled = body("v = wd.precise(x * x if wd.wave_active_any_true(p) else x * src[0] if False else x + x)")
    assert set(marks(compiled).values()) == {True}


def test_nested(body):
    compiled = body("v = wd.precise(wd.precise(x * 2) + x)")
    assert list(marks(compiled).values()) == [True, True]


def test_any_type(body):
    """It has no effect on an expression without such operations."""
    assert body("v = wd.precise(n + 1)").names == body("v = n + 1").names
    body("a, b = wd.precise((x + 1, n + 1))\nv = a + f32(b)")
