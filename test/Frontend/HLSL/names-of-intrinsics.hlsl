// RUN: wave-hlsl %s | FileCheck %s

// A global variable hides the function of HLSL that has its name.

// CHECK: wave.name = "dst"
RWStructuredBuffer<float> dst : register(u0);
StructuredBuffer<float> length : register(t0);
cbuffer Params {
  float step;
  float all;
};
static const float sign = 2;
groupshared float log[32];

// Functions that HLSL defines with the hidden ones are as before.
// CHECK: kernel
[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex) {
  // CHECK: wave.groupshared
  log[index] = step + all;
  // CHECK: arith.mulf
  // CHECK: math.sqrt
  dst[id.x] = length[id.x] * sign + log[index] + distance(float2(step, 1), float2(all, 2));
}
