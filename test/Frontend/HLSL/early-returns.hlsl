// RUN: wave-hlsl %s | FileCheck %s

RWStructuredBuffer<uint> values : register(u0);

// A helper's return is a flag, on which the rest of the helper depends. A kernel's return
// is `wave.retire_if`.
uint clamped(uint x, uint limit) {
  if (x > limit)
    return limit;
  return WaveActiveSum(x);
}

// CHECK-LABEL: wave.func @main
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  // CHECK: %[[X:.*]] = memref.load
  uint x = values[id.x];
  // CHECK: %[[DONE:.*]] = arith.cmpi eq, %[[X]]
  // CHECK: wave.retire_if %[[DONE]]
  if (x == 0)
    return;
  // CHECK: %[[OVER:.*]] = arith.cmpi ugt, %[[X]]
  // CHECK: %[[FIRST:.*]]:2 = scf.if %[[OVER]] -> (i32, i1) {
  // CHECK:   %[[LEFT:.*]] = arith.constant false
  // CHECK:   scf.yield %{{.*}}, %[[LEFT]]
  // CHECK: }
  // CHECK: %[[REST:.*]]:2 = scf.if %[[FIRST]]#1 -> (i32, i1) {
  // CHECK:   %[[SUM:.*]] = wave.reduce add %[[X]]
  // CHECK:   scf.yield %[[SUM]]
  // CHECK: } else {
  // CHECK:   scf.yield %[[FIRST]]#0
  uint y = clamped(x, 10);
  // CHECK: memref.store %[[REST]]#0
  values[id.x] = y;
  if (y > 3) {
    // CHECK: scf.if
    // CHECK:   memref.store
    // CHECK:   wave.retire_if
    values[id.x] = 3;
    return;
  }
  // CHECK: wave.barrier device
  DeviceMemoryBarrier();
}
