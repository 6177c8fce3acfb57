// RUN: wave-hlsl %s | FileCheck %s
// RUN: wave-hlsl %s -enable-16bit-types | FileCheck %s --check-prefix=NATIVE

// As with dxc, half is float without -enable-16bit-types.
// CHECK: memref<?xf32>
// NATIVE: memref<?xf16>
RWStructuredBuffer<half> Out : register(u0);

[numWaves(1)]
void main() { Out[0] = half(1); }
