// RUN: wave-opt %s -split-input-file | wave-opt -split-input-file | FileCheck %s
// RUN: wave-opt %s -split-input-file -canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: @lookups
// FOLD-LABEL: @lookups
wave.func @lookups(%i: i32) -> (i32, f16, f64) {
  // CHECK: wave.lookup %{{.*}}, dense<[1, 4, 9]> : tensor<3xi32> -> i32
  %a = wave.lookup %i, dense<[1, 4, 9]> : tensor<3xi32> -> i32
  // CHECK: wave.lookup %{{.*}}, dense<[1.000000e+00, 2.500000e+00]> : tensor<2xf16> -> f16
  %b = wave.lookup %i, dense<[1.0, 2.5]> : tensor<2xf16> -> f16
  // A table whose elements are all equal needs no lookup.
  // FOLD: arith.constant 3.000000e+00 : f64
  // FOLD-COUNT-2: wave.lookup
  // FOLD-NOT: wave.lookup
  %c = wave.lookup %i, dense<3.0> : tensor<9xf64> -> f64
  wave.return %a, %b, %c : i32, f16, f64
}

// -----

// CHECK-LABEL: @constant_index
// FOLD-LABEL: @constant_index
wave.func @constant_index() -> (i32, i32) {
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  // FOLD-DAG: %[[NINE:.*]] = arith.constant 9 : i32
  // FOLD-DAG: %[[THREE:.*]] = arith.constant 3 : i32
  // FOLD: %[[OUTSIDE:.*]] = wave.lookup %[[THREE]]
  // FOLD: wave.return %[[NINE]], %[[OUTSIDE]]
  %a = wave.lookup %two, dense<[1, 4, 9]> : tensor<3xi32> -> i32
  %b = wave.lookup %three, dense<[1, 4, 9]> : tensor<3xi32> -> i32
  wave.return %a, %b : i32, i32
}
