// RUN: wave-translate --wave-to-spirv %s -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s
// REQUIRES: spirv-tools-with-matrices

// CHECK-DAG: OpCapability VulkanMemoryModel
// CHECK-DAG: OpCapability CooperativeMatrixKHR
// CHECK-DAG: OpExtension "SPV_KHR_cooperative_matrix"
// CHECK: OpMemoryModel Logical Vulkan
// CHECK: OpTypeCooperativeMatrixKHR
// CHECK: OpCooperativeMatrixLoadKHR
// CHECK: OpCooperativeMatrixMulAddKHR
// CHECK: OpCooperativeMatrixStoreKHR

gpu.module @kernels {
wave.func @product(%a: memref<?xf16> {wave.binding = #wave.binding<srv, f16>, wave.name = "a"},
                   %b: memref<?xf16> {wave.binding = #wave.binding<srv, f16>, wave.name = "b"},
                   %o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>, wave.name = "o"},
                   %i: i32 {wave.element = ui32, wave.name = "i"}, %n: i32 {wave.element = ui32, wave.name = "n"}) kernel num_waves(2) {
  %zero = arith.constant 0.0 : f32
  %x = wave.matrix_load row_major %a[%i, %n] : memref<?xf16> -> !wave.matrix<17x30xf16, a>
  %y = wave.matrix_load column_major %b[%i, %n] : memref<?xf16> -> !wave.matrix<30x16xf16, b>
  %c = wave.matrix_fill %zero : f32 -> !wave.matrix<17x16xf32, acc>
  %d = wave.matrix_multiply_add %x, %y, %c : !wave.matrix<17x30xf16, a>, !wave.matrix<30x16xf16, b>, !wave.matrix<17x16xf32, acc>
  %e = wave.matrix_map %d : !wave.matrix<17x16xf32, acc> -> !wave.matrix<17x16xf32, acc> {
  ^bb0(%u: f32):
    %v = arith.mulf %u, %u : f32
    wave.matrix_yield %v : f32
  }
  wave.matrix_store row_major %e, %o[%i, %n] : !wave.matrix<17x16xf32, acc>, memref<?xf32>
}
}
