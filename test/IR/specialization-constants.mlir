// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s -canonicalize -cse | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: wave.func @constants
// CHECK: wave.specialization_constant 0 "flag" = true as i1
// CHECK: wave.specialization_constant 3 "size" = 16 : i32 as ui32
// CHECK: wave.specialization_constant 4 "scale" = 5.000000e-01 : f16 as f16
// CHECK: wave.specialization_constant 2147483647 "wide" = -1 : i64 as si64
// The value is not known, and an unused constant is removed.
// KEPT: %[[size:.*]] = wave.specialization_constant 3 "size" = 16 : i32 as ui32
// KEPT-NOT: wave.specialization_constant
// KEPT: memref.store %[[size]]
wave.func @constants(%x: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.specialization_constant 0 "flag" = true as i1
  %1 = wave.specialization_constant 3 "size" = 16 : i32 as ui32
  %2 = wave.specialization_constant 4 "scale" = 0.5 : f16 as f16
  %3 = wave.specialization_constant 2147483647 "wide" = -1 : i64 as si64
  memref.store %1, %x[%c0] : memref<?xi32>
}
