// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @reads
// CHECK-SAME: (%[[i:.*]]: i32, %[[f:.*]]: f32, %[[b:.*]]: i1)
wave.func @reads(%i: i32, %f: f32, %b: i1) {
  // CHECK: wave.read_first_lane %[[i]] : i32
  %0 = wave.read_first_lane %i : i32
  // CHECK: wave.read_first_lane %[[f]] : f32
  %1 = wave.read_first_lane %f : f32
  // CHECK: wave.read_first_lane %[[b]] : i1
  %2 = wave.read_first_lane %b : i1
  // CHECK: wave.read_lane %[[f]], %[[i]] : f32
  %3 = wave.read_lane %f, %i : f32
  // CHECK: wave.read_lane %[[b]], %[[i]] : i1
  %4 = wave.read_lane %b, %i : i1
  // CHECK: wave.read_lane %[[i]], %[[i]] : i32
  %5 = wave.read_lane %i, %i : i32
  // CHECK: wave.assume_uniform %[[b]] : i1
  %6 = wave.assume_uniform %b : i1
  // CHECK: wave.assume_uniform %[[f]] : f32
  %7 = wave.assume_uniform %f : f32
}
