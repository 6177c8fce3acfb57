// RUN: wave-test-opt %s --loop-invariant-code-motion --cse --canonicalize | FileCheck %s
// RUN: wave-test-opt %s --test-wave-as-pure --loop-invariant-code-motion --cse --canonicalize --test-wave-from-pure | not FileCheck %s

// Other lanes are active in each trip, so that an operation across lanes belongs to the
// trip, although it has the same operands in all of them.
// llvm/llvm-project#180621, llvm/llvm-project#165288.

// CHECK-LABEL: wave.func @sum_of_counts
wave.func @sum_of_counts(%trips: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  // CHECK: scf.for
  // CHECK: wave.count_bits
  // CHECK: scf.yield
  %total = scf.for %i = %c0 to %trips step %c1 iter_args(%sum = %c0) -> (i32) : i32 {
    %n = wave.count_bits %true : i32
    %next = arith.addi %sum, %n : i32
    scf.yield %next : i32
  }
  wave.return %total : i32
}
