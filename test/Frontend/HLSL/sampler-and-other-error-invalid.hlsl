// A sampler that the entry point uses is reported, also if there are other errors.
// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

Texture2D<float4> image;
SamplerState unused;
// CHECK: :[[#@LINE+1]]:14: error: samplers are not supported: read texels by `Load` or `[]` [hlsl-unsupported]
SamplerState linear_sampler[2] : register(s1);
RWStructuredBuffer<float4> values;

[numthreads(1, 1, 1)]
void main() {
  // CHECK: :[[#@LINE+1]]:75: error: use of undeclared identifier 'weight' [hlsl-type]
  values[0] = image.SampleLevel(linear_sampler[0], float2(0.5, 0.5), 0) * weight;
}
