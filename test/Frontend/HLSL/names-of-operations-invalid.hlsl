// Messages of passes have the names of HLSL in the place of operations.
// RUN: not wave-hlsl %s -E divergent -Fo %t 2>&1 | FileCheck %s --check-prefix=DIVERGENT
// RUN: not wave-hlsl %s -E small -T cs_6_0 -enable-16bit-types -Fo %t 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not wave-hlsl %s -E large -T cs_6_0 -Fo %t 2>&1 | FileCheck %s --check-prefix=LARGE

RWStructuredBuffer<float> result;
RWByteAddressBuffer bytes;
StructuredBuffer<half> halves;

// DIVERGENT-DAG: :[[@LINE+2]]:{{[0-9]+}}: note: because of SV_DispatchThreadID here
[numthreads(64, 1, 1)]
void divergent(uint id : SV_DispatchThreadID) {
  if (id < 4)
    // DIVERGENT-DAG: :[[@LINE+1]]:5: error: not all lanes of a wave reach this barrier: move it out of divergent control flow [barrier-divergent]
    GroupMemoryBarrierWithGroupSync();
  result[id] = 1;
}

[numthreads(64, 1, 1)]
void small(uint id : SV_DispatchThreadID) {
  // SMALL: :[[@LINE+1]]:{{[0-9]+}}: error: this line needs 16-bit types, which came with Shader Model 6.2 [shader-model-too-low]
  result[id] = halves[id];
}

[numthreads(64, 1, 1)]
void large(uint id : SV_DispatchThreadID) {
  uint64_t old;
  // LARGE: :[[@LINE+1]]:{{[0-9]+}}: error: the atomic needs 64-bit atomics, which came with Shader Model 6.6 [shader-model-too-low]
  bytes.InterlockedAdd64(0, 1, old);
  result[id] = old;
}
