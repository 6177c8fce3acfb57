// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// Every kind on every type that it combines.

// CHECK-LABEL: wave.func @kinds
// CHECK-SAME: (%[[i:.*]]: i32, %[[f:.*]]: f32, %[[b:.*]]: i1)
wave.func @kinds(%i: i32, %f: f32, %b: i1) {
  // CHECK: wave.reduce add %[[i]] : i32
  %0 = wave.reduce add %i : i32
  // CHECK: wave.reduce mul %[[i]] : i32
  %1 = wave.reduce mul %i : i32
  // CHECK: wave.reduce minsi %[[i]] : i32
  %2 = wave.reduce minsi %i : i32
  // CHECK: wave.reduce minui %[[i]] : i32
  %3 = wave.reduce minui %i : i32
  // CHECK: wave.reduce maxsi %[[i]] : i32
  %4 = wave.reduce maxsi %i : i32
  // CHECK: wave.reduce maxui %[[i]] : i32
  %5 = wave.reduce maxui %i : i32
  // CHECK: wave.reduce and %[[i]] : i32
  %6 = wave.reduce and %i : i32
  // CHECK: wave.reduce or %[[i]] : i32
  %7 = wave.reduce or %i : i32
  // CHECK: wave.reduce xor %[[i]] : i32
  %8 = wave.reduce xor %i : i32
  // CHECK: wave.reduce add %[[f]] : f32
  %9 = wave.reduce add %f : f32
  // CHECK: wave.reduce mul %[[f]] : f32
  %10 = wave.reduce mul %f : f32
  // CHECK: wave.reduce minnumf %[[f]] : f32
  %11 = wave.reduce minnumf %f : f32
  // CHECK: wave.reduce maxnumf %[[f]] : f32
  %12 = wave.reduce maxnumf %f : f32
  // CHECK: wave.reduce and %[[b]] : i1
  %13 = wave.reduce and %b : i1
  // CHECK: wave.reduce or %[[b]] : i1
  %14 = wave.reduce or %b : i1
  // CHECK: wave.reduce xor %[[b]] : i1
  %15 = wave.reduce xor %b : i1
  // CHECK: wave.prefix add %[[i]] : i32
  %16 = wave.prefix add %i : i32
  // CHECK: wave.prefix mul %[[i]] : i32
  %17 = wave.prefix mul %i : i32
  // CHECK: wave.prefix add %[[f]] : f32
  %18 = wave.prefix add %f : f32
  // CHECK: wave.prefix mul %[[f]] : f32
  %19 = wave.prefix mul %f : f32
}
