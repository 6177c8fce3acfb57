// RUN: wave-opt %s -split-input-file -convert-wave-to-gpu -convert-wave-to-spirv -verify-diagnostics | FileCheck %s

gpu.module @kernels {

// The host sets the kernel's constants by the numbers that it states; the compiler's own have free numbers.
// CHECK: spirv.module @constants
// CHECK-SAME: specialization = {robust_buffers = {equals = "{{.*}}", id = 2 : i64}, wave_size = {equals = "{{.*}}", id = 1 : i64}}
// CHECK-SAME: specialization_constants = [{element = "u32", id = 0 : i64, name = "size"}, {element = "bool", id = 3 : i64, name = "flag"}]
// CHECK-DAG: spirv.SpecConstant @specialization_0 spec_id(0) = 16 : i32
// CHECK-DAG: spirv.SpecConstant @specialization_3 spec_id(3) = true
// CHECK-DAG: spirv.SpecConstant @wave_size spec_id(1)
// CHECK-DAG: spirv.SpecConstant @robust_buffers spec_id(2)
// CHECK: spirv.mlir.referenceof @specialization_0 : i32
// CHECK: spirv.mlir.referenceof @specialization_3 : i1
wave.func @constants(%x: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.specialization_constant 0 "size" = 16 : i32 as ui32
  %1 = wave.specialization_constant 0 "also_size" = 16 : i32 as ui32
  %2 = wave.specialization_constant 3 "flag" = true as i1
  %3 = wave.setting robust_buffers : i1
  %4 = arith.ori %2, %3 : i1
  %5 = arith.select %4, %0, %1 : i32
  memref.store %5, %x[%c0] : memref<?xi32>
}
}

// -----

gpu.module @kernels {
wave.func @differ(%x: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.specialization_constant 0 "size" = 16 : i32 as ui32
  // expected-error @+1 {{two specialization constants have the number 0, 'size' and 'count', and differ in their types or values [specialization-constant]}}
  %1 = wave.specialization_constant 0 "count" = 17 : i32 as ui32
  %2 = arith.addi %0, %1 : i32
  memref.store %2, %x[%c0] : memref<?xi32>
}
}
