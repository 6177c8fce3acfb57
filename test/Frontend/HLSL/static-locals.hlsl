// A static variable of a function keeps its value between calls, for each lane.
// RUN: wave-hlsl %s | FileCheck %s

RWStructuredBuffer<uint> result;
static float4x4 identity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
static uint started = result[9];

uint next() {
  static uint count = 10;
  return count++;
}
uint first(uint value) {
  static uint kept = value;
  return kept;
}

// CHECK-LABEL: wave.func @main
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
  // The constant is the value at the kernel's start.
  // CHECK-DAG: %[[TEN:.*]] = arith.constant 10 : i32
  // CHECK-DAG: %[[ELEVEN:.*]] = arith.constant 11 : i32
  // CHECK: memref.store %[[TEN]]
  // CHECK: memref.store %[[ELEVEN]]
  result[0] = next();
  result[1] = next();
  // A lane computes another value when it first gets to the declaration.
  // CHECK: %[[KEPT:.*]]:2 = scf.if %{{.*}} -> (i32, i1)
  // CHECK: arith.xori %[[KEPT]]#1, %true
  // CHECK: scf.if
  if (i > 1)
    result[2] = first(i);
  result[3] = first(7);
  result[4] = started + identity[i][0];
}
