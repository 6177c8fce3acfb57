// RUN: wave-translate --wave-to-spirv %s -o %t.spv
// RUN: spirv-val %t.spv
// RUN: wave-translate --wave-to-spirv --fixed-wave-size=8 %s -o %t.fixed.spv
// RUN: validate-for-vulkan1.1 %t.fixed.spv
// RUN: spirv-dis %t.fixed.spv | FileCheck %s

// Bytes need the storage of 8 bits, which is an extension before SPIR-V 1.5, but no arithmetic of 8 bits.

// CHECK-NOT: OpCapability Int8
// CHECK: OpCapability StorageBuffer8BitAccess
// CHECK-NOT: OpCapability Int8
// CHECK: OpExtension "SPV_KHR_8bit_storage"
// CHECK: OpTypeInt 8 0
gpu.module @kernels {
wave.func @bytes(%in: memref<?xi8> {wave.binding = #wave.binding<srv, ui8>, wave.name = "in"},
                 %out: memref<?xi8> {wave.binding = #wave.binding<uav, si8>, wave.name = "out"},
                 %image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui8>, wave.name = "image"},
                 %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  %a = wave.byte_load %in[%i] : memref<?xi8>
  %b = wave.byte_load signed %in[%i] : memref<?xi8>
  %sum = arith.addi %a, %b : i32
  wave.byte_store %sum, %out[%i] : memref<?xi8>
  wave.image_store %a, %image[%n, %n] : i32, !wave.image<2d, i32, 1>
}
}
