// RUN: wave-hlsl %s | FileCheck %s
// RUN: not wave-hlsl %s -DKIND 2>&1 | FileCheck %s --check-prefix=KIND

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
static const uint GROUP_SYNC = 3;
#ifdef KIND
enum { lerp };
#endif

// Functions that HLSL defines with the hidden ones are as before.
// CHECK: kernel
[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex) {
  // CHECK: wave.groupshared
  log[index] = step + all + GROUP_SYNC;
  // CHECK: arith.mulf
  // CHECK: math.sqrt
#ifdef KIND
  // KIND: :[[@LINE+1]]:15: error: reference to 'lerp' is ambiguous: rename it, because HLSL has a function or type of this name
  uint kept = lerp;
#endif
  dst[id.x] = length[id.x] * sign + log[index] + distance(float2(step, 1), float2(all, 2));
}
