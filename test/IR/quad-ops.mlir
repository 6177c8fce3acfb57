// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @quads
// CHECK-SAME: (%[[p:.*]]: i1, %[[f:.*]]: f32, %[[lane:.*]]: i32)
wave.func @quads(%p: i1, %f: f32, %lane: i32) {
  // CHECK: wave.quad_read_across x %[[f]] : f32
  %0 = wave.quad_read_across x %f : f32
  // CHECK: wave.quad_read_across y %[[f]] : f32
  %1 = wave.quad_read_across y %f : f32
  // CHECK: wave.quad_read_across diagonal %[[f]] : f32
  %2 = wave.quad_read_across diagonal %f : f32
  // CHECK: wave.quad_read_lane %[[f]], %[[lane]] : f32
  %3 = wave.quad_read_lane %f, %lane : f32
  // CHECK: wave.quad_any %[[p]]{{$}}
  %4 = wave.quad_any %p
  // CHECK: wave.quad_all %[[p]]{{$}}
  %5 = wave.quad_all %p
}
