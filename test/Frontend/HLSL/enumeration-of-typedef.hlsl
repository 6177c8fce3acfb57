// Clang 22 crashes at operators with an enumerator whose integer type a typedef names.
// RUN: wave-hlsl -emit-wave %s | wave-opt --canonicalize | FileCheck %s

enum Flags : uint { First = 1, Second = 2 };
enum class Strict : int64_t { Value = 3 };
RWStructuredBuffer<uint> results;

// CHECK-LABEL: wave.func @main
[numWaves(1)]
void main() {
  uint lane = WaveGetLaneIndex();
  // CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %c3_i32
  // CHECK: memref.store %[[BOTH]], %arg0[%c0]
  results[0] = lane & (First | Second);
  // CHECK: memref.store %c3_i32, %arg0[%c1]
  results[1] = (uint)Strict::Value;
}
