// RUN: wave-opt %s -wave-fold-counts=wave-size=16 -wave-resolve-groupshared | FileCheck %s

// A binary for one size: the number of lanes is known, and an array sized by it.
// CHECK-LABEL: wave.func @waves
// CHECK-NOT: wave.lane_count
// CHECK: memref<16xi32, #gpu.address_space<workgroup>>
wave.func @waves() kernel num_waves(2) {
  %n = wave.lane_count : i32
  %s = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  memref.store %n, %s[%c0] : memref<?xi32, #gpu.address_space<workgroup>>
}

// A size that the kernel does not allow is for the conversion to refuse.
// CHECK-LABEL: wave.func @other_sizes
// CHECK: wave.lane_count
wave.func @other_sizes(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(32, 64) {
  %n = wave.lane_count : i32
  %c0 = arith.constant 0 : index
  memref.store %n, %out[%c0] : memref<?xi32>
}

// One binary serves all sizes here.
// CHECK-LABEL: wave.func @threads
// CHECK: wave.lane_count
wave.func @threads(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) wave_size(8, 64) {
  %n = wave.lane_count : i32
  %c0 = arith.constant 0 : index
  memref.store %n, %out[%c0] : memref<?xi32>
}
