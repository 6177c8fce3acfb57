// RUN: wave-hlsl %s -T cs_6_0 | FileCheck %s -D#MINOR=0 -DSTAGE=compute
// RUN: wave-hlsl %s -T cs_6_9 | FileCheck %s -D#MINOR=9 -DSTAGE=compute
// RUN: wave-hlsl %s -T cs_6_10 | FileCheck %s -D#MINOR=10 -DSTAGE=compute
// RUN: wave-hlsl %s -T as_6_5 | FileCheck %s -D#MINOR=5 -DSTAGE=amplification
// RUN: not wave-hlsl %s -T ps_6_0 2>&1 | FileCheck %s --check-prefix=PIXEL
// RUN: not wave-hlsl %s -T lib_6_8 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: not wave-hlsl %s -T ms_6_8 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not wave-hlsl %s -T ccs_6_8 2>&1 | FileCheck %s --check-prefix=GUESS
// RUN: not wave-hlsl %s -T as_6_4 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not wave-hlsl %s -T nothing 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// PIXEL: profiles.hlsl: error: pixel shaders are not supported: WaveDialect compiles compute (cs_6_8) and amplification (as_6_8) shaders [hlsl-stage]
// LIBRARY: error: library shaders are not supported
// MESH: error: mesh shaders are not supported
// GUESS: error: unknown profile 'ccs_6_8': did you mean 'cs_6_8'? [hlsl-profile]
// OLD: error: unknown profile 'as_6_4': use as_6_5 to as_6_10 [hlsl-profile]
// UNKNOWN: error: unknown profile 'nothing': use cs_6_0 to cs_6_10 or as_6_5 to as_6_10 [hlsl-profile]

RWStructuredBuffer<uint> Out : register(u0);

// CHECK: stage([[STAGE]])
// CHECK: arith.constant [[#MINOR]] : i32
[numthreads(1, 1, 1)]
void main() {
#if __SHADER_TARGET_MAJOR == 6
  Out[1] = __SHADER_TARGET_MINOR;
#endif
}
