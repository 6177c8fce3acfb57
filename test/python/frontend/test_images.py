"""Images: loads, stores, sizes."""

from __future__ import annotations

import numpy as np
import pytest


def test_operations(compile_kernel):
    compiled = compile_kernel("""
        def kernel(src: wd.Texture2D[wd.float4], out: wd.RWTexture2D[f32], x: u32, y: u32):
            t = src[x, y]
            out[x, y + 1] = t.x
            out[x, y] += t.y
    """)
    load, again = compiled.operations("wave.image_load")
    assert [value.name for value in load.operands] == ["src", "x", "y"]
    assert (load.results[0].type.name, again.results[0].type.name) == ("float4", "f32")
    store, _ = compiled.operations("wave.image_store")
    assert [value.name for value in store.operands[1:3]] == ["out", "x"] and store.operands[0].type.name == "f32"


def test_only_used_components_of_the_size_are_queried(compile_kernel):
    compiled = compile_kernel("""
        def kernel(src: wd.Texture2D[u32], out: wd.RWBuffer[u32], pairs: wd.RWBuffer[wd.uint2]):
            out[0] = wd.image_size(src).y
            pairs[0] = wd.image_size(src)
    """)
    assert [o.attributes["dimension"] for o in compiled.operations("wave.image_size")] == ["y", "x", "y"]


def test_text(compile_kernel):
    text = compile_kernel("""
        def kernel(src: wd.Texture2D[wd.int4], out: wd.RWTexture2D[wd.int4], x: i32, y: u32):
            out[x, y] = src[x, y]
            out[x + 1, y] = wd.int4(i32(wd.image_size(out).x))
    """).text
    assert "= wave.image_load %src[%x, %y] : !wave.image<2d, i32, 4> -> vector<4xi32>" in text
    assert "%out[%x, %y] : vector<4xi32>, !wave.image<2d, i32, 4>" in text
    assert "= wave.image_size x %out : !wave.image<2d, i32, 4>" in text
    assert "%src: !wave.image<2d, i32, 4> {wave.binding = #wave.binding<srv, si32>" in text


def test_an_image_goes_to_a_helper(compile_kernel):
    compiled = compile_kernel("""
        @wd.func
        def put(image, x, y, value):
            image[x, y] = value

        def kernel(out: wd.RWTexture2D[u32], x: u32):
            put(out, x, x, x)
    """)
    helper = compiled.module.functions[0]
    assert [value.type.name for value in helper.parameters][0] == "RWTexture2D[u32]"
    assert any(operation.name == "wave.image_store" for operation in helper.walk())


@pytest.mark.parametrize("index", ["x, y", "wd.uint2(x, y)"])
def test_transpose(interpret, index):
    source = np.arange(4 * 2, dtype=np.float32).reshape(2, 4)
    out, size = np.zeros((4, 2), np.float32), np.zeros(2, np.uint32)
    text = f"""
        def kernel(src: wd.Texture2D[f32], out: wd.RWTexture2D[f32], size: wd.RWBuffer[u32]):
            x = wd.wave_lane_index() % 4
            y = wd.wave_lane_index() // 4
            out[y, x] = src[{index}]
            size[0] = wd.image_size(src).x
            size[1] = wd.image_size(src).y
    """
    interpret(text, source, out, size, wave_size=8)
    np.testing.assert_array_equal(out, source.T)
    np.testing.assert_array_equal(size, [4, 2])


def test_out_of_bounds(interpret):
    """A load returns 0 and a store does nothing; a negative coordinate is a large unsigned one."""
    source, out = np.full((2, 2, 2), 7, np.int32), np.full((2, 2, 2), -1, np.int32)
    seen = np.zeros(8, np.int32)
    text = """
        def kernel(src: wd.Texture2D[wd.int2], out: wd.RWTexture2D[wd.int2], seen: wd.RWBuffer[i32]):
            x = i32(wd.wave_lane_index()) - 1
            seen[wd.wave_lane_index()] = src[x, 1].y
            out[x, 2] = wd.int2(5)
            out[x, 0] = wd.int2(x, 6)
    """
    interpret(text, source, out, seen, wave_size=8)
    np.testing.assert_array_equal(seen, [0, 7, 7, 0, 0, 0, 0, 0])
    np.testing.assert_array_equal(out[1], -1)
    np.testing.assert_array_equal(out[0], [[0, 6], [1, 6]])
