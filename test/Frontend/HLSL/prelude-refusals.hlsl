// Names that the prelude declares in order to refuse them: an error where the entry point uses them, and only there.
// RUN: not wave-hlsl -E sampling %s 2>&1 | FileCheck %s --check-prefix=SAMPLE
// RUN: not wave-hlsl -E cube %s 2>&1 | FileCheck %s --check-prefix=CUBE
// RUN: not wave-hlsl -E status %s 2>&1 | FileCheck %s --check-prefix=STATUS
// RUN: wave-hlsl -emit-wave -E supported %s | FileCheck %s --check-prefix=GOOD

Texture2D<float4> image;
Texture2D untyped;
// CUBE: :[[@LINE+1]]:21: error: `TextureCube` is not supported: use a `Texture2D` or a buffer [hlsl-unsupported]
TextureCube<float4> environment;
// SAMPLE: :[[@LINE+1]]:14: error: samplers are not supported: read texels by `Load` or `[]` [hlsl-unsupported]
SamplerState linearly;
RWStructuredBuffer<float> values;

[numWaves(1)]
void sampling() {
  values[0] = image.SampleLevel(linearly, 0.5, 0).x;
}

[numWaves(1)]
void cube() {
  values[0] = environment.SampleLevel(linearly, float3(1, 0, 0), 0).x;
}

[numWaves(1)]
void status() {
  uint status;
  // STATUS: :[[@LINE+1]]:22: error: the status of a load is not supported: omit the last argument [hlsl-unsupported]
  values[0] = values.Load(0, status);
}

// GOOD: wave.image_load
[numWaves(1)]
void supported() {
  values[0] = untyped[uint2(0, 0)].x;
}
