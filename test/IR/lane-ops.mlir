// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @queries
wave.func @queries() {
  // CHECK: wave.lane_index : i32
  %0 = wave.lane_index : i32
  // CHECK: wave.lane_count : i32
  %1 = wave.lane_count : i32
  // CHECK: wave.is_first_lane : i1
  %2 = wave.is_first_lane : i1
}
