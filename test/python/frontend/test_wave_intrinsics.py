"""Operations across lanes: a single operation for a vector or a scalar, partitions, quads."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd

PARAMETERS = "x: f32, n: u32, k: i32, q: wd.i64, p: bool, x3: wd.float3, n4: wd.uint4, p2: wd.bool2, h: wd.f16"


@pytest.fixture
def value(compile_kernel):
    """``value(expression)``: the module of a kernel that computes it as ``v``."""
    return lambda expression: compile_kernel(f"def kernel({PARAMETERS}):\n    v = {expression}")


ONE_OPERATION = [
    ("wd.wave_active_sum(x3)", "wave.reduce", {"kind": "add"}, "float3"),
    ("wd.wave_active_min(n4)", "wave.reduce", {"kind": "minui"}, "uint4"),
    ("wd.wave_active_max(x3)", "wave.reduce", {"kind": "maxnumf"}, "float3"),
    ("wd.wave_active_bit_xor(n4)", "wave.reduce", {"kind": "xor"}, "uint4"),
    ("wd.wave_active_product(q)", "wave.reduce", {"kind": "mul"}, "i64"),
    ("wd.wave_prefix_sum(x3)", "wave.prefix", {"kind": "add"}, "float3"),
    ("wd.wave_prefix_product(h)", "wave.prefix", {"kind": "mul"}, "f16"),
    ("wd.wave_inclusive_sum(x3)", "wave.inclusive_prefix", {"kind": "add"}, "float3"),
    ("wd.wave_inclusive_min(n4)", "wave.inclusive_prefix", {"kind": "minui"}, "uint4"),
    ("wd.wave_clustered_sum(x3, 8)", "wave.cluster_reduce", {"kind": "add", "cluster_size": 8}, "float3"),
    ("wd.wave_clustered_max(k, 128)", "wave.cluster_reduce", {"kind": "maxsi", "cluster_size": 128}, "i32"),
    ("wd.wave_shuffle_up(x3, 1)", "wave.read_lane", {}, "float3"),
    ("wd.wave_shuffle_xor(p, n)", "wave.read_lane", {}, "bool"),
    ("wd.wave_rotate(q, -1)", "wave.read_lane", {}, "i64"),
    ("wd.wave_clustered_rotate(h, k, 16)", "wave.read_lane", {}, "f16"),
    ("wd.wave_read_lane_first(p2)", "wave.read_first_lane", {}, "bool2"),
    ("wd.wave_read_lane_at(x3, n)", "wave.read_lane", {}, "float3"),
    ("wd.group_uniform(n4)", "wave.assume_uniform", {}, "uint4"),
    ("wd.wave_active_all_equal(x)", "wave.all_equal", {}, "bool"),
    ("wd.wave_active_all_equal(x3)", "wave.all_equal", {}, "bool3"),
    ("wd.wave_active_ballot(p)", "wave.ballot", {}, "uint4"),
    ("wd.wave_match(x)", "wave.match", {}, "uint4"),
    ("wd.wave_match(p2)", "wave.match", {}, "uint4"),
    ("wd.wave_multi_prefix_sum(x3, n4)", "wave.multi_prefix", {"kind": "add"}, "float3"),
    ("wd.wave_multi_prefix_product(q, n4)", "wave.multi_prefix", {"kind": "mul"}, "i64"),
    ("wd.wave_multi_prefix_bit_and(n, n4)", "wave.multi_prefix", {"kind": "and"}, "u32"),
    ("wd.wave_multi_prefix_bit_or(n4, n4)", "wave.multi_prefix", {"kind": "or"}, "uint4"),
    ("wd.wave_multi_prefix_bit_xor(k, n4)", "wave.multi_prefix", {"kind": "xor"}, "i32"),
    ("wd.wave_multi_prefix_count_bits(p, n4)", "wave.multi_prefix_count_bits", {}, "u32"),
    ("wd.quad_read_across_x(x3)", "wave.quad_read_across", {"direction": "x"}, "float3"),
    ("wd.quad_read_across_y(p)", "wave.quad_read_across", {"direction": "y"}, "bool"),
    ("wd.quad_read_across_diagonal(q)", "wave.quad_read_across", {"direction": "diagonal"}, "i64"),
    ("wd.quad_read_lane_at(x, 3)", "wave.quad_read_lane", {}, "f32"),
    ("wd.quad_read_lane_at(n4, k)", "wave.quad_read_lane", {}, "uint4"),
    ("wd.quad_any(p)", "wave.quad_any", {}, "bool"),
    ("wd.quad_all(p)", "wave.quad_all", {}, "bool"),
]


@pytest.mark.parametrize(("expression", "name", "attributes", "type"), ONE_OPERATION)
def test_one_operation_across_lanes(value, expression, name, attributes, type):
    operations = value(expression).operations(name)
    assert len(operations) == 1
    assert operations[0].attributes == attributes
    assert [result.type.name for result in operations[0].results] == [type]


TEXTS = [
    ("wd.wave_match(x3)", "wave.match %x3 : vector<3xf32>"),
    ("wd.wave_multi_prefix_sum(x3, n4)", "wave.multi_prefix add %x3, %n4 : vector<3xf32>"),
    ("wd.wave_multi_prefix_count_bits(p, n4)", "wave.multi_prefix_count_bits %p, %n4 : i32"),
    ("wd.wave_inclusive_product(x3)", "wave.inclusive_prefix mul %x3 : vector<3xf32>"),
    ("wd.wave_clustered_bit_or(n, 4)", "wave.cluster_reduce or 4 %n : i32"),
    ("wd.quad_read_across_diagonal(q)", "wave.quad_read_across diagonal %q : i64"),
    ("wd.quad_read_lane_at(x, n)", "wave.quad_read_lane %x, %n : f32"),
    ("wd.quad_any(p)", "wave.quad_any %p loc"),
    ("wd.wave_active_all_equal(x3)", "wave.all_equal %x3 : vector<3xf32>"),
    ("wd.reversebits(n)", "wave.reverse_bits %n : i32"),
]


@pytest.mark.parametrize(("expression", "text"), TEXTS)
def test_text_of_an_operation(value, expression, text):
    assert text in value(expression).text


def test_a_tuple_takes_one_operation_an_element(value):
    compiled = value("wd.wave_active_sum((x, n))")
    assert [operation.results[0].type.name for operation in compiled.operations("wave.reduce")] == ["f32", "u32"]


def test_tuples_take_part_element_by_element(value):
    compiled = value("wd.wave_clustered_min((x, n), 4)")
    kinds = [operation.attributes["kind"] for operation in compiled.operations("wave.cluster_reduce")]
    assert kinds == ["minnumf", "minui"]
    lanes = value("wd.wave_active_argmax((x, q))").operations("wave.reduce")
    assert [(operation.attributes["kind"], operation.results[0].type.name) for operation in lanes] == [
        ("maxnumf", "f32"),
        ("minui", "u32"),
        ("maxsi", "i64"),
        ("minui", "u32"),
    ]
    assert len(value("wd.wave_shuffle_down((x, x3), n)").operations("wave.read_lane")) == 2


def test_a_vector_has_an_extreme_lane_for_each_component(value):
    compiled = value("wd.wave_active_argmin(x3)")
    assert [operation.results[0].type.name for operation in compiled.operations("wave.reduce")] == ["float3", "uint3"]


WRONG = [
    ("wd.wave_clustered_sum(x, 6)", "cluster-size", "from 2 to 128, got 6"),
    ("wd.wave_clustered_sum(x, 1)", "cluster-size", "from 2 to 128, got 1"),
    ("wd.wave_clustered_sum(x, 256)", "cluster-size", "from 2 to 128, got 256"),
    ("wd.wave_clustered_sum(x, n)", "cluster-size", "from 2 to 128, got u32"),
    ("wd.wave_clustered_sum(x, 4.0)", "cluster-size", "from 2 to 128, got 4.0"),
    ("wd.wave_clustered_rotate(x, 1, 3)", "cluster-size", "`wave_clustered_rotate` must be a constant power of two"),
    ("wd.wave_clustered_sum(p, 4)", "reduce-arithmetic-of-bool", "`wave_clustered_sum` does not accept bool"),
    ("wd.wave_clustered_bit_or(p, 4)", "reduce-bits-of-bool", "`wave_clustered_bit_or` accepts integers"),
    ("wd.wave_clustered_bit_or(x, 4)", "reduce-bits-of-float", "`wave_clustered_bit_or` does not accept f32"),
    ("wd.wave_inclusive_max(p)", "reduce-arithmetic-of-bool", "`wave_inclusive_max` does not accept bool"),
    ("wd.wave_inclusive_bit_and(p)", "reduce-bits-of-bool", "`wave_inclusive_bit_and` accepts integers"),
    ("wd.wave_active_argmin(p)", "reduce-arithmetic-of-bool", "`wave_active_argmin` does not accept bool"),
    ("wd.wave_shuffle_up(x, -1)", "literal-range", "the distance of `wave_shuffle_up` cannot be negative, got -1"),
    ("wd.wave_shuffle_xor(x, 128)", "literal-range", "`wave_shuffle_xor` by 128 reads no lane"),
    ("wd.wave_shuffle_down(x, 1.0)", "index-not-integer", "a distance expects i32 or u32"),
    ("wd.wave_rotate(x, q)", "index-width", ""),
]


@pytest.mark.parametrize(("expression", "id", "message"), WRONG)
def test_wrong_operands_of_operations_across_lanes(value, expression, id, message):
    with pytest.raises(wd.CompileError) as error:
        value(expression)
    assert error.value.id == id
    assert message in str(error.value)


def test_shifting_the_other_way_is_suggested(value):
    with pytest.raises(wd.CompileError) as error:
        value("wd.wave_shuffle_down(x, -2)")
    assert "wd.wave_shuffle_up(x, 2)" in error.value.fix


def test_quads_are_not_speculated(value):
    """A quad operation depends on the active lanes, so it stays in its branch."""
    assert "scf.if" in value("wd.quad_read_across_x(x) if p else x").names


def test_partitions(interpret):
    keys = np.array([3, 1, 3, 3, 1, 7, 1, 3], np.uint32)
    mask, total, place = np.zeros(32, np.uint32), np.zeros(8, np.uint32), np.zeros(8, np.uint32)
    text = """
        def kernel(keys: wd.Buffer[u32], mask: wd.RWBuffer[wd.uint4], total: wd.RWBuffer[u32], place: wd.RWBuffer[u32]):
            lane = wd.wave_lane_index()
            same = wd.wave_match(keys[lane])
            mask[lane] = same
            total[lane] = wd.wave_multi_prefix_sum(lane, same)
            place[lane] = wd.wave_multi_prefix_count_bits(lane > 0, same)
    """
    interpret(text, keys, mask, total, place, wave_size=8)
    same = [[other for other in range(8) if keys[other] == keys[lane]] for lane in range(8)]
    np.testing.assert_array_equal(mask[::4], [sum(1 << other for other in lanes) for lanes in same])
    np.testing.assert_array_equal(total, [sum(o for o in same[lane] if o < lane) for lane in range(8)])
    np.testing.assert_array_equal(place, [sum(1 for o in same[lane] if 0 < o < lane) for lane in range(8)])


#: Of lanes that hold 1 2 4 10 and 10 20 40 100.
DERIVATIVES = {
    "ddx": [1, 1, 1, 1, 10, 10, 10, 10],
    "ddx_coarse": [1, 1, 1, 1, 10, 10, 10, 10],
    "ddx_fine": [1, 1, 6, 6, 10, 10, 60, 60],
    "ddy": [3, 3, 3, 3, 30, 30, 30, 30],
    "ddy_coarse": [3, 3, 3, 3, 30, 30, 30, 30],
    "ddy_fine": [3, 8, 3, 8, 30, 80, 30, 80],
}


@pytest.mark.parametrize("name", DERIVATIVES)
def test_derivatives(interpret, name):
    source = np.array([1, 2, 4, 10, 10, 20, 40, 100], np.float32)
    out, pairs = np.zeros(8, np.float32), np.zeros(16, np.float32)
    text = f"""
        def kernel(src: wd.Buffer[f32], out: wd.RWBuffer[f32], pairs: wd.RWBuffer[wd.float2]):
            lane = wd.wave_lane_index()
            value = src[lane]
            out[lane] = wd.{name}(value)
            pairs[lane] = wd.{name}(wd.float2(value, 2 * value))
    """
    interpret(text, source, out, pairs, wave_size=8)
    np.testing.assert_array_equal(out, DERIVATIVES[name])
    np.testing.assert_array_equal(pairs[::2], out)
    np.testing.assert_array_equal(pairs[1::2], 2 * out)


def test_quad_coordinate(interpret):
    """Neighbors in a quad are neighbors in the plane, and quads tile it in the same order."""
    places = np.zeros(128, np.uint32)
    text = """
        def kernel(places: wd.RWBuffer[wd.uint2]):
            places[wd.wave_lane_index()] = wd.quad_coordinate(wd.wave_lane_index())
    """
    interpret(text, places, wave_size=64)
    bits = range(3)
    expected = [[sum((lane >> (2 * bit + axis) & 1) << bit for bit in bits) for axis in (0, 1)] for lane in range(64)]
    np.testing.assert_array_equal(places.reshape(64, 2), expected)
    assert len({tuple(place) for place in places.reshape(64, 2)}) == 64


def test_quad_coordinate_of_large_numbers(interpret):
    places = np.zeros(8, np.uint32)
    text = """
        def kernel(places: wd.RWBuffer[wd.uint2]):
            places[wd.wave_lane_index()] = wd.quad_coordinate(0xfffffffe + wd.wave_lane_index())
    """
    interpret(text, places)
    np.testing.assert_array_equal(places.reshape(4, 2), [[0xFFFE, 0xFFFF], [0xFFFF, 0xFFFF], [0, 0], [1, 0]])
