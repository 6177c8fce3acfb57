// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// An atomic on two elements is one on a second variable at the same binding.
// CHECK: spirv.module @wide
// CHECK-SAME: Int64Atomics
// CHECK-DAG: @buffer_a bind(0, 0) {aliased} : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
// CHECK-DAG: @buffer_a.pairs bind(0, 0) {aliased} : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i64, stride=8> [0])>, StorageBuffer>
// CHECK: %[[index:.*]] = spirv.ShiftRightLogical %{{.*}}, %{{.*}} : i32, i32
// CHECK: %[[place:.*]] = spirv.AccessChain %{{.*}}[%{{.*}}, %[[index]]] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i64, stride=8> [0])>, StorageBuffer>
// CHECK: spirv.AtomicUMin <Device> <None> %[[place]], %{{.*}} : !spirv.ptr<i64, StorageBuffer>
wave.func @wide(%a: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "a"},
                %v: i64 {wave.element = ui64}, %i: i32 {wave.element = ui32}) kernel num_waves(1) {
  %index = arith.index_castui %i : i32 to index
  %0 = wave.atomic_rmw minui %v, %a[%index] : i64, memref<?xi32>
  %low = arith.trunci %0 : i64 to i32
  memref.store %low, %a[%index] : memref<?xi32>
}

}
