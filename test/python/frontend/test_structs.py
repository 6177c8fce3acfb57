"""The operations that structs and tables of constants become."""

from __future__ import annotations

import numpy as np
import pytest

STRUCTS = """
import numpy as np


@wd.struct
class Ray:
    origin: wd.float3
    direction: wd.float3
    far: f32


@wd.struct
class Particle:
    position: wd.float3
    energy: wd.f64
    hits: i32
    alive: wd.bool


@wd.func
def along(ray, t):
    return Ray(ray.origin + ray.direction * t, ray.direction, ray.far - t)


SHORT = (1.5, float("nan"), -0.0, float("-inf"))
LONG = np.arange(100, dtype=np.uint32)
FLAGS = (True, False)


def kernel(rays: wd.RWBuffer[Ray], particles: wd.RWBuffer[Particle], out: wd.RWBuffer[u32], n: u32, t: f32):
    {}
"""


@pytest.fixture
def access(compile_kernel):
    """``access(text)``: the module of a kernel with buffers of structs and these statements."""
    return lambda text: compile_kernel(STRUCTS.format(text.replace("\n", "\n    ")))


def _accesses(made, name: str) -> list[tuple[str, int]]:
    values = [(o.results or o.operands)[0] for o in made.operations(name)]
    return [(v.type.name, o.attributes["component"]) for v, o in zip(values, made.operations(name), strict=True)]


def test_fields_of_one_type_are_accessed_as_they_are(access):
    """Adjacent fields of a whole struct share an access of at most four words."""
    made = access("rays[n] = along(rays[n], t)\nrays[0].direction.y = t\nrays[1].far += 1.0")
    assert _accesses(made, "memref.load") == [("float3", 0), ("float4", 3), ("f32", 6)]
    assert _accesses(made, "memref.store") == [("float3", 0), ("float4", 3), ("f32", 4), ("f32", 6)]
    assert (
        not made.operations("arith.bitcast")
        and "%rays: memref<?xf32> {wave.binding = #wave.binding<uav, f32>" in made.text
    )


def test_fields_of_several_types_are_bits_of_words(access):
    made = access("p = particles[n]\nparticles[n].energy = p.energy\nparticles[n].alive = p.alive")
    assert _accesses(made, "memref.load") == [("uint3", 0), ("uint4", 4)]
    assert _accesses(made, "memref.store") == [("uint2", 4), ("u32", 7)]
    assert "%particles: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>" in made.text


def test_an_unused_field_is_not_loaded_by_name(access):
    assert _accesses(access("out[0] = u32(particles[n].hits)"), "memref.load") == [("u32", 6)]


def test_bounds_are_by_struct(access):
    lines = [line.split(" loc(")[0].strip() for line in access("x = rays[n].far").text.splitlines()]
    at = next(i for i, line in enumerate(lines) if "arith.muli" in line)
    assert lines[at - 1] == "%0 = arith.constant 7 : i32" and lines[at + 1] == "%2 = arith.constant 6 : i32"
    assert f"arith.constant {(2**32 - 1) // 7} : i32" in lines[at + 3]
    assert "arith.cmpi ult, %n, %4 : i32" in lines[at + 5]


def test_values_have_the_names_of_their_fields(access):
    text = access("ray = rays[n]\nif n > 3:\n    ray.far = t\nout[0] = u32(ray.far)").text
    assert "%ray_origin = vector.load" in text and "%ray_far = vector.extract" in text and "%ray_far_1 = scf.if" in text


def test_only_what_differs_passes_through_a_branch(access):
    made = access("ray = rays[n]\nif n > 3:\n    ray = along(ray, t)\nrays[n] = ray")
    (choice,) = made.operations("scf.if")
    assert [result.type.name for result in choice.results] == ["float3", "float3", "f32"]


def test_the_layout_for_hosts(access):
    assert 'wave.struct = {name = "Particle", bytes = 32 : i64, fields = [{name = "position", offset = 0 : i64' in (
        access("pass").text
    )


def test_atomics_on_a_word(access):
    made = access("out[0] = u32(wd.atomic_max(particles[n].hits, 3))")
    (atomic,) = made.operations("wave.atomic_rmw")
    assert atomic.attributes == {"kind": "maxsi", "component": 6}
    assert "wave.atomic_rmw maxsi" in made.text and ": memref<?xi32>" in made.text


def test_tables(access):
    made = access("x = SHORT[n % 4]\ny = LONG[n]\nif FLAGS[n & 1]:\n    out[0] = y")
    assert [o.results[0].type.name for o in made.operations("wave.lookup")] == ["f32", "u32", "i32"]
    table = "dense<[1.5, 0x7FC00000, -0.0, 0xFF800000]> : tensor<4xf32> -> f32"
    assert f"wave.lookup %0, {table}" in made.text or table in made.text
    bytes_ = np.arange(100, dtype=np.uint32).tobytes().hex().upper()
    assert f'wave.lookup %n, dense<"0x{bytes_}"> : tensor<100xi32> -> i32' in made.text
    assert "dense<[1, 0]> : tensor<2xi32> -> i32" in made.text


def test_a_constant_index_needs_no_lookup(access):
    made = access("x = SHORT[0] + SHORT[-2]\ny = LONG[99] + len(LONG)\nfor k in wd.static_range(2):\n    x += SHORT[k]")
    assert not made.operations("wave.lookup")
