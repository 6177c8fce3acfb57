"""Variables of any number type for the dimensions of a texture."""

import numpy as np
import pytest

import wavedialect as wd

TEXT = """
Texture2D<float4> image;
RWTexture2D<float4> written;
Texture2DArray<float4> layers;
RWStructuredBuffer<int> found;

[numthreads(1, 1, 1)]
void main() {
  int2 size;
  image.GetDimensions(size.x, size.y);
  found[0] = size.x * 100 + size.y;
  uint w; int h;
  written.GetDimensions(w, h);
  found[1] = w * 100 + h;
  half a; float b;
  image.GetDimensions(a, b);
  found[2] = a * 100 + b;
  int x, y, z, levels;
  image.GetDimensions(0, x, y, levels);
  found[3] = x * 100 + y + levels;
  layers.GetDimensions(x, y, z);
  found[4] = x * 100 + y + z;
  layers.GetDimensions(0, x, b, z, levels);
  found[5] = x * 100 + b + z + levels;
  image.GetDimensions(found[6], found[7]);
}
"""


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_types(device):
    found = np.zeros(8, np.int32)
    image = np.zeros((3, 5, 4), np.float32)
    wd.hlsl(text=TEXT).dispatch(
        1, found=found, image=image, written=image.copy(), layers=np.zeros((2, 3, 5, 4), np.float32), device=device
    )
    assert found.tolist() == [503, 503, 503, 504, 505, 506, 5, 3]


@pytest.mark.parametrize("variable", ["float2 a", "bool a", "float4x4 a"])
def test_variables_of_other_types_are_refused(variable):
    text = f"Texture2D<float4> t; [numthreads(1, 1, 1)] void main() {{ {variable}; int b; t.GetDimensions(a, b); }}"
    with pytest.raises(wd.WaveError, match="GetDimensions"):
        wd.hlsl(text=text)
