// RUN: split-file %s %t
// RUN: wave-translate --wave-to-spirv --fixed-wave-size=16 %t/waves.mlir -o %t/waves.spv
// RUN: validate-for-vulkan1.1 %t/waves.spv
// RUN: spirv-dis %t/waves.spv | FileCheck %s
// RUN: wave-translate --wave-to-manifest --fixed-wave-size=16 %t/waves.mlir | FileCheck %s --check-prefix=MANIFEST
// RUN: not wave-translate --wave-to-spirv --fixed-wave-size=64 %t/waves.mlir 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: wave-translate --wave-to-spirv --fixed-wave-size=16 %t/threads.mlir -o %t/threads.spv
// RUN: validate-for-vulkan1.1 %t/threads.spv
// RUN: spirv-dis %t/threads.spv | FileCheck %s --check-prefix=THREADS
// RUN: wave-translate --wave-to-manifest --fixed-wave-size=16 %t/threads.mlir | FileCheck %s --check-prefix=THREADS-MANIFEST

// The module of one wave size: SPIR-V 1.3, and every number a literal.
// CHECK: ; Version: 1.3
// CHECK: OpEntryPoint GLCompute %[[kernel:[0-9]+]] "kernel" %SubgroupLocalInvocationId{{$}}
// CHECK: OpExecutionMode %[[kernel]] LocalSize 64 1 1
// CHECK-NOT: LocalSizeId
// CHECK-NOT: SpecId 0
// CHECK: %uint_16 = OpConstant %uint 16

// MANIFEST: "form": "fixed",
// MANIFEST: "lanes_per_group": {
// MANIFEST-NEXT: "16": 64,
// MANIFEST-NEXT: "32": 128,
// MANIFEST-NEXT: "8": 32
// MANIFEST: "module": null,
// MANIFEST-NEXT: "modules": {
// MANIFEST-NEXT: "16": "kernel.w16.spv"
// MANIFEST-NEXT: },
// MANIFEST: "full_subgroups": true,
// MANIFEST-NEXT: "maintenance4": false,
// MANIFEST-NEXT: "required_subgroup_size": true
// MANIFEST-NOT: "wave_size":
// MANIFEST: "wave_sizes": [
// MANIFEST-NEXT: 8,
// MANIFEST-NEXT: 16,
// MANIFEST-NEXT: 32

// SIZE: error: waves of 64 lanes are not among the kernel's sizes, 8, 16, 32 [fixed-wave-size]

// A kernel of threads has one module, whatever the size.
// THREADS: ; Version: 1.3
// THREADS: OpExecutionMode %{{.*}} LocalSize 8 8 1
// THREADS-MANIFEST: "form": "fixed",
// THREADS-MANIFEST: "module": "kernel.spv",
// THREADS-MANIFEST-NEXT: "modules": {},

//--- waves.mlir
gpu.module @kernels {
wave.func @kernel(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(8, 32) {
  %l = wave.lane_index : i32
  %n = wave.lane_count : i32
  %i = arith.index_castui %l : i32 to index
  memref.store %n, %out[%i] : memref<?xi32>
}
}
//--- threads.mlir
gpu.module @kernels {
wave.func @kernel(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 8, 1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  memref.store %l, %out[%i] : memref<?xi32>
}
}
