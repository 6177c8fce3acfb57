"""Assignments to components of texels, which load, change and store the texel."""

import numpy as np
import pytest

import wavedialect as wd

SHADER = """
RWTexture2D<float4> image;
RWTexture2D<float> scalars;
RWTexture2D<float3> colors;
RWTexture2DArray<int2> layers;
RWTexture2D<uint4> parts[2];
RWBuffer<float4> buffer;
RWStructuredBuffer<float4> structs;
void add(inout float x) { x += 0.5; }
void set(out float x) { x = 7; }
[numthreads(2, 1, 1)]
void main(uint i : SV_GroupIndex) {
  image[uint2(i, 0)].x = 10;
  image[uint2(i, 0)].zw *= 2;
  image[uint2(i, 0)].y++;
  image[uint2(i, 1)][i] = 20;
  add(image[uint2(i, 1)].z);
  set(image[uint2(i, 1)].w);
  image[uint2(i, 1)].xy = image[uint2(i, 1)].yx;
  scalars[uint2(i, 0)].x = 5;
  scalars[uint2(i, 0)].x += i;
  colors[uint2(i, 0)].zx = float2(8, 9);
  layers[uint3(i, 0, 1)].y ^= 3;
  --layers[uint3(i, 0, 1)].x;
  parts[i][uint2(0, 0)].z |= 8;
  buffer[i].x = 10;
  buffer[i].zw *= 2;
  buffer[i].y++;
  buffer[i][2] -= 0.5;
  structs[i].x = 10;
  structs[i].zw *= 2;
  structs[i].y++;
  structs[i][2] -= 0.5;
}
"""


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_parts_of_texels(device):
    image = np.tile(np.array([1, 2, 3, 4], np.float32), (2, 2, 1))
    scalars = np.zeros((1, 2), np.float32)
    colors = np.tile(np.array([1, 2, 3, 4], np.float32), (1, 2, 1))
    layers = np.tile(np.array([6, 5], np.int32), (2, 1, 2, 1))
    parts = [np.full((1, 1, 4), k, np.uint32) for k in (1, 2)]
    buffer = np.tile(np.array([1, 2, 3, 4], np.float32), (2, 1))
    structs = buffer.copy()
    wd.hlsl(text=SHADER).dispatch(
        1,
        image=image,
        scalars=scalars,
        colors=colors,
        layers=layers,
        parts=parts,
        buffer=buffer,
        structs=structs,
        device=device,
    )
    assert image[0].tolist() == [[10, 3, 6, 8]] * 2
    assert image[1].tolist() == [[2, 20, 3.5, 7], [20, 1, 3.5, 7]]
    assert scalars.tolist() == [[5, 6]]
    # A store writes all four channels.
    assert colors.tolist() == [[[9, 2, 8, 9]] * 2]
    assert layers.tolist() == [[[[6, 5]] * 2], [[[5, 6]] * 2]]
    assert [each.tolist() for each in parts] == [[[[1, 1, 9, 1]]], [[[2, 2, 10, 2]]]]
    assert buffer.tolist() == structs.tolist() == [[10, 3, 5.5, 8]] * 2


def test_lanes_that_write_parts_of_one_texel_are_a_race():
    text = """
    RWTexture2D<float4> image;
    [numthreads(2, 1, 1)]
    void main(uint i : SV_GroupIndex) { image[uint2(0, 0)][i] = 1; }
    """
    kernel = wd.hlsl(text=text)
    with pytest.raises(wd.WaveError, match=r"\[race\]"):
        kernel.dispatch(1, image=np.zeros((1, 1, 4), np.float32), check=True)
