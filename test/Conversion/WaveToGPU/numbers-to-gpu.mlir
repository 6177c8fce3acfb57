// RUN: wave-opt %s -convert-wave-to-gpu | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @of_waves
  wave.func @of_waves(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
    %c0 = arith.constant 0 : index
    // CHECK: %[[g:.*]] = gpu.block_id y
    // CHECK-NEXT: %[[number:.*]] = arith.index_castui %[[g]] : index to i32
    %0 = wave.group_id y : i32
    // CHECK: memref.store %[[number]]
    memref.store %0, %out[%c0] : memref<?xi32>
    // CHECK: gpu.grid_dim z
    %1 = wave.group_count z : i32
    memref.store %1, %out[%c0] : memref<?xi32>
    // CHECK: gpu.lane_id
    %2 = wave.lane_index : i32
    memref.store %2, %out[%c0] : memref<?xi32>
    // The index is below the number of waves.
    // CHECK: gpu.subgroup_id upper_bound 4
    %3 = wave.group_wave_index : i32
    memref.store %3, %out[%c0] : memref<?xi32>
    // The size is the pipeline's constant, not the machine's word.
    // CHECK: wave.lane_count
    // CHECK-NOT: gpu.subgroup_size
    %4 = wave.lane_count : i32
    memref.store %4, %out[%c0] : memref<?xi32>
  }

  // CHECK-LABEL: gpu.func @of_threads
  wave.func @of_threads(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 4, 2) {
    %c0 = arith.constant 0 : index
    // CHECK: gpu.global_id x
    %0 = wave.dispatch_thread_id x : i32
    memref.store %0, %out[%c0] : memref<?xi32>
    // CHECK: gpu.thread_id y
    %1 = wave.group_thread_id y : i32
    memref.store %1, %out[%c0] : memref<?xi32>
    // The index in one dimension is z * 4 * 8 + y * 8 + x.
    // CHECK-DAG: %[[x:.*]] = gpu.thread_id x
    // CHECK-DAG: %[[y:.*]] = gpu.thread_id y
    // CHECK-DAG: %[[z:.*]] = gpu.thread_id z
    // CHECK-DAG: %[[c4:.*]] = arith.constant 4 : index
    // CHECK-DAG: %[[c8:.*]] = arith.constant 8 : index
    // CHECK-DAG: %[[a:.*]] = arith.muli %[[z]], %[[c4]]
    // CHECK-DAG: %[[rows:.*]] = arith.addi %[[a]], %[[y]]
    // CHECK-DAG: %[[b:.*]] = arith.muli %[[rows]], %[[c8]]
    // CHECK-DAG: arith.addi %[[b]], %[[x]]
    %2 = wave.group_index : i32
    memref.store %2, %out[%c0] : memref<?xi32>
    // CHECK: gpu.num_subgroups
    %3 = wave.group_wave_count : i32
    memref.store %3, %out[%c0] : memref<?xi32>
    // CHECK: gpu.subgroup_id : index
    %4 = wave.group_wave_index : i32
    memref.store %4, %out[%c0] : memref<?xi32>
    // CHECK: gpu.subgroup_size
    %5 = wave.lane_count : i32
    memref.store %5, %out[%c0] : memref<?xi32>
  }
}
