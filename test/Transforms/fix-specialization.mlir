// RUN: wave-opt %s -wave-fix-specialization | FileCheck %s

// CHECK-LABEL: wave.func @defaults
// CHECK: %[[size:.*]] = arith.constant 16 : i32
// CHECK-NOT: wave.specialization_constant
// CHECK: memref.store %[[size]]
wave.func @defaults(%x: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.specialization_constant 3 "size" = 16 : i32 as ui32
  memref.store %0, %x[%c0] : memref<?xi32>
}
