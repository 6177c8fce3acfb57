// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// Each kernel is a module of its own, with the capabilities of what it does and no others.
// CHECK: spirv.module @numbers Logical GLSL450 requires #spirv.vce<v1.6, [Shader, GroupNonUniform], []>
// CHECK-DAG: spirv.SpecConstant @wave_size spec_id(0) = 8 : i32
// CHECK-DAG: spirv.GlobalVariable @builtin_WorkgroupId built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
// CHECK-DAG: spirv.GlobalVariable @builtin_NumWorkgroups built_in("NumWorkgroups")
// CHECK-DAG: spirv.GlobalVariable @builtin_SubgroupLocalInvocationId built_in("SubgroupLocalInvocationId") : !spirv.ptr<i32, Input>
// CHECK-DAG: spirv.GlobalVariable @builtin_SubgroupId built_in("SubgroupId")
// CHECK-NOT: SubgroupSize
// CHECK: spirv.func @numbers()
// CHECK: spirv.CompositeExtract %{{.*}}[1 : i32] : vector<3xi32>
// CHECK: spirv.CompositeExtract %{{.*}}[2 : i32] : vector<3xi32>
// CHECK: spirv.mlir.referenceof @wave_size : i32
// CHECK: spirv.Return
// CHECK: spirv.EntryPoint "GLCompute" @numbers
// The group's size is not written here: it is completed in the binary.
// CHECK-NOT: spirv.ExecutionMode
wave.func @numbers(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(8, 32) {
  %c0 = arith.constant 0 : index
  %0 = wave.group_id y : i32
  %1 = wave.group_count z : i32
  %2 = wave.lane_index : i32
  %3 = wave.group_wave_index : i32
  %4 = wave.lane_count : i32
  %5 = arith.addi %0, %1 : i32
  %6 = arith.addi %2, %3 : i32
  %7 = arith.addi %4, %5 : i32
  %8 = arith.addi %6, %7 : i32
  memref.store %8, %out[%c0] : memref<?xi32>
}

// CHECK: spirv.module @threads Logical GLSL450 requires #spirv.vce<v1.6, [Shader, GroupNonUniform], []>
// CHECK-NOT: spirv.SpecConstant
// CHECK-DAG: built_in("GlobalInvocationId")
// CHECK-DAG: built_in("LocalInvocationId")
// CHECK-DAG: built_in("NumSubgroups")
// CHECK-DAG: built_in("SubgroupSize")
// CHECK: spirv.ExecutionMode @threads "LocalSize", 8, 4, 2
wave.func @threads(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 4, 2) {
  %c0 = arith.constant 0 : index
  %0 = wave.dispatch_thread_id x : i32
  %1 = wave.group_thread_id y : i32
  %2 = wave.group_wave_count : i32
  %3 = wave.lane_count : i32
  %5 = arith.addi %0, %1 : i32
  %6 = arith.addi %2, %3 : i32
  %7 = arith.addi %5, %6 : i32
  memref.store %7, %out[%c0] : memref<?xi32>
}

// The preferred size is the constant's default.
// CHECK: spirv.module @preferred Logical GLSL450 requires #spirv.vce<v1.6, [Shader], []>
// CHECK: spirv.SpecConstant @wave_size spec_id(0) = 32 : i32
wave.func @preferred() kernel num_waves(2) wave_size(8, 64, 32) {
}

// A choice of the host's: false unless the host says otherwise.
// CHECK: spirv.module @setting
// CHECK: spirv.SpecConstant @robust_buffers spec_id(1) = false
// CHECK: spirv.mlir.referenceof @robust_buffers : i1
wave.func @setting(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 1, 1) {
  %c0 = arith.constant 0 : index
  %0 = wave.setting robust_buffers : i1
  %1 = arith.extui %0 : i1 to i32
  memref.store %1, %out[%c0] : memref<?xi32>
}

}
