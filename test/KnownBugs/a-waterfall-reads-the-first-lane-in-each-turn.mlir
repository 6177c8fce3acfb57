// RUN: wave-test-opt %s --canonicalize --cse --loop-invariant-code-motion | FileCheck %s
// RUN: wave-test-opt %s --test-wave-as-pure --canonicalize --cse --loop-invariant-code-motion --test-wave-from-pure | not FileCheck %s

// The first lane's key differs from turn to turn; and in the branch where it equals the
// lane's own, it is still not replaced by it.
// microsoft/DirectXShaderCompiler#6109, microsoft/DirectXShaderCompiler#3504.

// CHECK-LABEL: wave.func @waterfall
// CHECK-SAME: %[[key:[^:]*]]: i32
wave.func @waterfall(%key: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  // CHECK: scf.while
  %r = scf.while (%go = %true) : (i1) -> i1 {
    scf.condition(%go) %go : i1
  } do {
  ^bb0(%go: i1):
    // CHECK: %[[first:.*]] = wave.read_first_lane %[[key]]
    %first = wave.read_first_lane %key : i32
    // CHECK: %[[same:.*]] = arith.cmpi eq, %[[key]], %[[first]]
    %same = arith.cmpi eq, %key, %first : i32
    // CHECK: scf.if %[[same]]
    scf.if %same {
      // CHECK: wave.atomic_rmw or %[[first]]
      %old = wave.atomic_rmw or %first, %out[%c0] : memref<?xi32>
    }
    %stay = arith.xori %same, %true : i1
    scf.yield %stay : i1
  }
}
