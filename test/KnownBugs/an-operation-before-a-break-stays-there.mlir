// RUN: wave-test-opt %s --test-hoist-from-branches --loop-invariant-code-motion --cse --canonicalize | FileCheck %s
// RUN: wave-test-opt %s --test-wave-as-pure --test-hoist-from-branches --loop-invariant-code-motion --cse --canonicalize --test-wave-from-pure | not FileCheck %s

// Each lane leaves in its own trip, so that each count sees one lane: the operation
// belongs to the branch, and neither the loop nor the operation may go.
// llvm/llvm-project#180621, llvm/offload-test-suite MaximalReconvergence/loop_peeling.test
// (#520, #521).

// CHECK-LABEL: wave.func @count_before_break
wave.func @count_before_break(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %true = arith.constant true
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  // CHECK: scf.while
  %r:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
    %in = arith.cmpi ult, %i, %c64 : i32
    %more = arith.andi %in, %go : i1
    scf.condition(%more) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %mine = arith.cmpi eq, %i, %l : i32
    // CHECK: scf.if
    scf.if %mine {
      // CHECK-NEXT: %[[count:.*]] = wave.count_bits
      %n = wave.count_bits %true : i32
      // CHECK-NEXT: memref.store %[[count]]
      memref.store %n, %out[%li] : memref<?xi32>
    }
    %stay = arith.xori %mine, %true : i1
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %stay : i32, i1
  }
}
