// RUN: wave-hlsl %s | FileCheck %s

RWStructuredBuffer<uint> values : register(u0);

// CHECK-LABEL: wave.func @main
[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint x = values[id.x];
  // Nothing is skipped where the second operand has no effect.
  // CHECK: arith.andi %{{.*}}, %{{.*}} : i1
  // CHECK: scf.if %{{.*}} -> (i1) {
  // CHECK:   arith.constant true
  // CHECK: } else {
  // CHECK:   wave.any
  bool a = x > 1 && x < 5;
  bool b = a || WaveActiveAnyTrue(x == 3);
  // CHECK: arith.select
  // CHECK: scf.if %{{.*}} -> (i32) {
  // CHECK:   memref.load
  uint y = a ? x : 2;
  values[id.x] = b ? values[y] : y;
}
