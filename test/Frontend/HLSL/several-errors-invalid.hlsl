// Each statement has its error, in the order of the source.
// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: samplers are not supported
SamplerState linear_sampler;
Texture2D<float4> image;
RWStructuredBuffer<float> result;

float helper(float x) {
  // The sampler's declaration has the error of this use.
  float texel = image.SampleLevel(linear_sampler, float2(x, x), 0).x;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: mip level 1 does not exist
  return texel + image.Load(int3(0, 0, 1)).x;
}
float recursive(float x) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'recursive' calls itself
  return x > 1 ? recursive(x - 1) : x;
}

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  // A function that is called twice has its error once.
  result[0] = helper(0.25) + helper(0.5);
  result[1] = recursive(3);
  if (i > 2) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the flags of 'Barrier' must be constants
    Barrier(i, i);
  }
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this loop never ends
  while (true)
    result[2] += 1;
}
