// Modules with constant buffers are valid in both forms.
// RUN: wave-opt %s -wave-to-spirv | wave-translate --wave-to-spirv -o %t.spv && spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s
// RUN: wave-opt %s -wave-to-spirv=opt-level=0 | wave-translate --wave-to-spirv -o %t.spv && spirv-val %t.spv
// RUN: wave-opt %s -wave-to-spirv=unchecked=true | wave-translate --wave-to-spirv -o %t.spv && spirv-val %t.spv
// RUN: wave-opt %s -wave-to-spirv=fixed-wave-size=16 | wave-translate --wave-to-spirv -o %t.spv && validate-for-vulkan1.1 %t.spv

// CHECK-DAG: OpDecorate %[[rows:.*]] ArrayStride 16
// CHECK-DAG: OpDecorate %[[block:.*]] Block
// CHECK-DAG: OpMemberDecorate %[[block]] 0 Offset 0
// CHECK-DAG: OpDecorate %[[c:.*]] DescriptorSet 1
// CHECK-DAG: OpDecorate %[[c]] Binding 2
// CHECK-DAG: %[[rows]] = OpTypeArray %{{.*}} %[[three:.*]]
// CHECK-DAG: %[[three]] = OpConstant %{{.*}} 3
// CHECK-DAG: %[[block]] = OpTypeStruct %[[rows]]
// CHECK-DAG: %[[pointer:.*]] = OpTypePointer Uniform %[[block]]
// CHECK-DAG: %[[c]] = OpVariable %[[pointer]] Uniform
gpu.module @kernels {
wave.func @main(%c: memref<10xi32> {wave.binding = #wave.binding<cbv, 1, 2, ui32>, wave.name = "c"}, %same: memref<12xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.name = "same"},
                %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "out"}, %n: i32 {wave.element = ui32, wave.name = "n"}) kernel num_waves(2) wave_size(4, 64) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c4 = arith.constant 4 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %ni = arith.index_castui %n : i32 to index
  %l4 = arith.muli %l, %c4 : i32
  %l4i = arith.index_castui %l4 : i32 to index
  %0 = memref.load %c[%c9] : memref<10xi32>
  %1 = memref.load %c[%ni] : memref<10xi32>
  %2 = memref.load %same[%li] : memref<12xi32>
  %3 = vector.load %same[%l4i] : memref<12xi32>, vector<4xi32>
  %4 = vector.extract %3[3] : i32 from vector<4xi32>
  %5 = arith.addi %0, %1 : i32
  %6 = arith.addi %2, %4 : i32
  %7 = arith.addi %5, %6 : i32
  memref.store %7, %out[%li] : memref<?xi32>
}
}
