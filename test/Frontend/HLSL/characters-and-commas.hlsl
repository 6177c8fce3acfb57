// RUN: wave-hlsl %s | FileCheck %s

RWStructuredBuffer<uint> result;

// CHECK-LABEL: wave.func @main
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  // A comma evaluates its left operand, and has the value of the right one.
  uint a = i;
  // CHECK: %[[a:.*]] = arith.addi %{{.*}}, %c1_i32
  // CHECK: memref.store %[[a]], %arg0
  result[i] = (a++, a);
  // CHECK: %[[b:.*]] = arith.addi %[[a]], %c1_i32
  // CHECK: memref.store %c7_i32, %arg0
  (a++, result[i + 8]) = 7;
  // A character is a number.
  // CHECK: memref.store %c97_i32, %arg0
  result[i + 16] = 'a';
  // CHECK: arith.addi %[[b]], %c48_i32
  result[i + 24] = a + '0';
}
