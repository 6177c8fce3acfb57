// RUN: wave-opt %s -wave-simplify-uniform | FileCheck %s

// Reductions of clusters whose value is the same for the wave.

!out = memref<?xi32>

// An inactive lane changes no minimum, maximum, `and` and `or`.
// CHECK-LABEL: wave.func @lanes_that_do_not_count
// CHECK-SAME: %[[x:[^:]*]]: i32
// CHECK-NOT: wave.cluster_reduce
// CHECK-COUNT-4: memref.store %[[x]]
wave.func @lanes_that_do_not_count(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %some = arith.cmpi ult, %lane, %x : i32
  scf.if %some {
    %0 = wave.cluster_reduce minsi 8 %x : i32
    memref.store %0, %out[%c0] : !out
    %1 = wave.cluster_reduce maxui 8 %x : i32
    memref.store %1, %out[%c0] : !out
    %2 = wave.cluster_reduce and 8 %x : i32
    memref.store %2, %out[%c0] : !out
    %3 = wave.cluster_reduce or 8 %x : i32
    memref.store %3, %out[%c0] : !out
  }
  wave.return
}

// All lanes are active, and every wave has a cluster.
// CHECK-LABEL: wave.func @whole_clusters
// CHECK-SAME: %[[x:[^:]*]]: i32
// CHECK-NOT: wave.cluster_reduce
// CHECK: %[[sum:.*]] = arith.muli %[[x]], %c8_i32
// CHECK: memref.store %[[sum]]
// CHECK: memref.store %c0_i32
// CHECK: memref.store %c1_i32
wave.func @whole_clusters(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) wave_size(8, 32) {
  %c0 = arith.constant 0 : index
  %minus = arith.constant -1 : i32
  %0 = wave.cluster_reduce add 8 %x : i32
  memref.store %0, %out[%c0] : !out
  %1 = wave.cluster_reduce xor 8 %x : i32
  memref.store %1, %out[%c0] : !out
  %2 = wave.cluster_reduce mul 8 %minus : i32
  memref.store %2, %out[%c0] : !out
  wave.return
}

// A wave of 4 or 8 lanes has less than a cluster.
// CHECK-LABEL: wave.func @small_waves
// CHECK: %[[lanes:.*]] = wave.lane_count
// CHECK: %[[count:.*]] = arith.minui %[[lanes]], %c16_i32
// CHECK: arith.muli %{{.*}}, %[[count]]
wave.func @small_waves(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.cluster_reduce add 16 %x : i32
  memref.store %0, %out[%c0] : !out
  wave.return
}

// A cluster that holds the wave is the wave, and its lanes can be counted.
// CHECK-LABEL: wave.func @clusters_of_a_wave
// CHECK-SAME: %[[x:[^:]*]]: i32
// CHECK: %[[lane:.*]] = wave.lane_index
// CHECK: %[[sum:.*]] = wave.reduce add %[[lane]]
// CHECK: memref.store %[[sum]]
// CHECK: %[[count:.*]] = wave.count_bits %true
// CHECK: arith.muli %[[x]], %[[count]]
// CHECK-NOT: wave.cluster_reduce
// CHECK: wave.return
wave.func @clusters_of_a_wave(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) wave_size(8, 16) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %0 = wave.cluster_reduce add 16 %lane : i32
  memref.store %0, %out[%c0] : !out
  %some = arith.cmpi ult, %lane, %x : i32
  scf.if %some {
    %1 = wave.cluster_reduce add 32 %x : i32
    memref.store %1, %out[%c0] : !out
  }
  wave.return
}

// The sum depends on the active lanes of the cluster, floats round, and values
// differ.
// CHECK-LABEL: wave.func @stay
// CHECK-COUNT-7: wave.cluster_reduce
// CHECK-NOT: wave.cluster_reduce
wave.func @stay(%x: i32 {wave.element = ui32}, %f: f32 {wave.element = f32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}, %floats: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) wave_size(32) {
  %c0 = arith.constant 0 : index
  %minus = arith.constant -1 : i32
  %lane = wave.lane_index : i32
  %some = arith.cmpi ult, %lane, %x : i32
  scf.if %some {
    %0 = wave.cluster_reduce add 8 %x : i32
    memref.store %0, %out[%c0] : !out
    %1 = wave.cluster_reduce xor 8 %x : i32
    memref.store %1, %out[%c0] : !out
    %2 = wave.cluster_reduce mul 8 %minus : i32
    memref.store %2, %out[%c0] : !out
  }
  %3 = wave.cluster_reduce add 8 %f : f32
  memref.store %3, %floats[%c0] : memref<?xf32>
  %4 = wave.cluster_reduce maxui 8 %lane : i32
  memref.store %4, %out[%c0] : !out
  // The same for a cluster, but not for the wave.
  %c8 = arith.constant 8 : i32
  %cluster = arith.divui %lane, %c8 : i32
  %5 = wave.cluster_reduce or 8 %cluster : i32
  memref.store %5, %out[%c0] : !out
  // One value in some lanes is not counted in clusters.
  %one = arith.extui %some : i1 to i32
  %6 = wave.cluster_reduce add 8 %one : i32
  memref.store %6, %out[%c0] : !out
  wave.return
}

// The last wave of 40 threads has inactive lanes.
// CHECK-LABEL: wave.func @part_of_a_wave
// CHECK: wave.cluster_reduce
wave.func @part_of_a_wave(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(40, 1, 1) wave_size(32) {
  %c0 = arith.constant 0 : index
  %0 = wave.cluster_reduce add 16 %x : i32
  memref.store %0, %out[%c0] : !out
  wave.return
}
