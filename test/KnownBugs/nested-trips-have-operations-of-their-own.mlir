// RUN: wave-test-opt %s --loop-invariant-code-motion --cse --canonicalize | FileCheck %s
// RUN: wave-test-opt %s --test-wave-as-pure --loop-invariant-code-motion --cse --canonicalize --test-wave-from-pure | not FileCheck %s

// The same in two dimensions: llvm/llvm-project#165642.

// CHECK-LABEL: wave.func @sum_of_counts
wave.func @sum_of_counts(%rows: i32, %columns: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: wave.count_bits
  // CHECK: scf.yield
  // CHECK: scf.yield
  %total = scf.for %y = %c0 to %rows step %c1 iter_args(%sum = %c0) -> (i32) : i32 {
    %row = scf.for %x = %c0 to %columns step %c1 iter_args(%inner = %sum) -> (i32) : i32 {
      %n = wave.count_bits %true : i32
      %next = arith.addi %inner, %n : i32
      scf.yield %next : i32
    }
    scf.yield %row : i32
  }
  wave.return %total : i32
}
