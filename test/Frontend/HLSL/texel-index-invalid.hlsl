// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:
// A number is no index of a texel. Clang would convert it to a vector.

RWTexture2D<float> image;
Texture2D<float4> source;
Texture2DArray<float> layers;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex, int2 place : SV_GroupID) {
  // CHECK: texel-index-invalid.hlsl:[[@LINE+1]]:9: error: a texel has 2 coordinates: write `[uint2(x, y)]` [hlsl-type]
  image[i] = 1;
  // CHECK: :[[@LINE+1]]:25: error: a texel has 2 coordinates
  image[place] = source[(int)i].x;
  // CHECK: :[[@LINE+1]]:33: error: a texel has 2 coordinates
  image[place] = source.mips[0][i].y;
  // CHECK: :[[@LINE+1]]:31: error: a texel has 3 coordinates: write `[uint3(x, y, element)]` [hlsl-type]
  image[uint2(i, 0)] = layers[i] + layers[uint3(place, 1)] + source[float2(place)].x;
}
