// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @reverse_bits
wave.func @reverse_bits(%a: i16, %b: i32, %c: i64, %d: vector<3xi32>) {
  // CHECK: wave.reverse_bits %{{.*}} : i16
  %0 = wave.reverse_bits %a : i16
  // CHECK: wave.reverse_bits %{{.*}} : i32
  %1 = wave.reverse_bits %b : i32
  // CHECK: wave.reverse_bits %{{.*}} : i64
  %2 = wave.reverse_bits %c : i64
  // CHECK: wave.reverse_bits %{{.*}} : vector<3xi32>
  %3 = wave.reverse_bits %d : vector<3xi32>
}
