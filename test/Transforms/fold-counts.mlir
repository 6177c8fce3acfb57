// RUN: wave-opt %s -wave-fold-counts | FileCheck %s
// RUN: wave-opt %s -wave-num-waves-to-num-threads=wave-size=8 -wave-fold-counts | FileCheck %s --check-prefix=W8
// RUN: wave-opt %s -wave-num-waves-to-num-threads=wave-size=16 -wave-fold-counts | FileCheck %s --check-prefix=W16
// RUN: wave-opt %s -wave-num-waves-to-num-threads=wave-size=32 -wave-fold-counts | FileCheck %s --check-prefix=W32
// RUN: wave-opt %s -wave-num-waves-to-num-threads=wave-size=64 -wave-fold-counts | FileCheck %s --check-prefix=W64

// The figures of HLSL proposal 0054: 64 work items.

// CHECK-LABEL: wave.func @one_wave
// CHECK-NOT: arith.div
// CHECK: %[[n:.*]] = wave.lane_count
// CHECK: %[[trips:.*]] = arith.divui %c64{{.*}}, %[[n]]
// CHECK-NOT: arith.div
// CHECK: memref.store %[[trips]]
// W8-LABEL: wave.func @one_wave
// W8: %[[trips:.*]] = arith.constant 8 : i32
// W8-NOT: arith.div
// W8: memref.store %[[trips]]
// W16-LABEL: wave.func @one_wave
// W16: %[[trips:.*]] = arith.constant 4 : i32
// W16-NOT: arith.div
// W16: memref.store %[[trips]]
// W32-LABEL: wave.func @one_wave
// W32: %[[trips:.*]] = arith.constant 2 : i32
// W32-NOT: arith.div
// W32: memref.store %[[trips]]
// W64-LABEL: wave.func @one_wave
// W64: %[[trips:.*]] = arith.constant 1 : i32
// W64-NOT: arith.div
// W64: memref.store %[[trips]]
wave.func @one_wave(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) wave_size(8, 64) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : i32
  %waves = wave.group_wave_count : i32
  %lanes = wave.lane_count : i32
  %share = arith.divui %c64, %waves : i32
  %trips = arith.divui %share, %lanes : i32
  memref.store %trips, %out[%c0] : memref<?xi32>
}

// One division, of a constant by what the pipeline knows.
// CHECK-LABEL: wave.func @two_waves
// CHECK-NOT: arith.div
// CHECK: %[[half:.*]] = arith.constant 32 : i32
// CHECK: %[[trips:.*]] = arith.divui %[[half]], %{{.*}}
// CHECK-NOT: arith.div
// CHECK: memref.store %[[trips]]
// W8-LABEL: wave.func @two_waves
// W8: %[[trips:.*]] = arith.constant 4 : i32
// W8-NOT: arith.div
// W8: memref.store %[[trips]]
// W16-LABEL: wave.func @two_waves
// W16: %[[trips:.*]] = arith.constant 2 : i32
// W16-NOT: arith.div
// W16: memref.store %[[trips]]
// W32-LABEL: wave.func @two_waves
// W32: %[[trips:.*]] = arith.constant 1 : i32
// W32-NOT: arith.div
// W32: memref.store %[[trips]]
wave.func @two_waves(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(4, 64) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : i32
  %waves = wave.group_wave_count : i32
  %lanes = wave.lane_count : i32
  %share = arith.divui %c64, %waves : i32
  %trips = arith.divui %share, %lanes : i32
  memref.store %trips, %out[%c0] : memref<?xi32>
}

// Four waves of 16, 32 and 64 lanes cover 16x4, 16x8 and 16x16 pixels, in rows of 16.
// W16-LABEL: wave.func @rows
// W16: %[[rows:.*]] = arith.constant 4 : i32
// W16: memref.store %[[rows]]
// W32-LABEL: wave.func @rows
// W32: %[[rows:.*]] = arith.constant 8 : i32
// W32: memref.store %[[rows]]
// W64-LABEL: wave.func @rows
// W64: %[[rows:.*]] = arith.constant 16 : i32
// W64: memref.store %[[rows]]
wave.func @rows(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(4, 128) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : i32
  %waves = wave.group_wave_count : i32
  %lanes = wave.lane_count : i32
  %all = arith.muli %waves, %lanes : i32
  %rows = arith.divui %all, %c16 : i32
  memref.store %rows, %out[%c0] : memref<?xi32>
}

// One wave is the first; of two nothing is known.
// CHECK-LABEL: wave.func @index_of_one
// CHECK: %[[zero:.*]] = arith.constant 0 : i32
// CHECK-NOT: wave.group_wave_index
// CHECK: memref.store %[[zero]]
wave.func @index_of_one(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.group_wave_index : i32
  memref.store %0, %out[%c0] : memref<?xi32>
}
// CHECK-LABEL: wave.func @index_of_two
// CHECK: wave.group_wave_index
wave.func @index_of_two(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %0 = wave.group_wave_index : i32
  memref.store %0, %out[%c0] : memref<?xi32>
}

// An implementation may launch more waves than the threads need: never under num_threads,
// even where the sizes seem to say it.
// CHECK-LABEL: wave.func @threads
// CHECK: wave.group_wave_count
// CHECK: wave.group_wave_index
// CHECK: %[[size:.*]] = arith.constant 32 : i32
// CHECK-NOT: wave.lane_count
// CHECK: memref.store %[[size]]
wave.func @threads(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(32, 1, 1) wave_size(32) {
  %c0 = arith.constant 0 : index
  %0 = wave.group_wave_count : i32
  %1 = wave.group_wave_index : i32
  %2 = wave.lane_count : i32
  memref.store %0, %out[%c0] : memref<?xi32>
  memref.store %1, %out[%c0] : memref<?xi32>
  memref.store %2, %out[%c0] : memref<?xi32>
}

// CHECK-LABEL: wave.func @size_in_a_range
// CHECK: wave.lane_count
wave.func @size_in_a_range(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(32, 1, 1) wave_size(16, 32) {
  %c0 = arith.constant 0 : index
  %0 = wave.lane_count : i32
  memref.store %0, %out[%c0] : memref<?xi32>
}

// Bounds of loops and conditions fold, in any depth.
// CHECK-LABEL: wave.func @bounds
// CHECK-DAG: %[[three:.*]] = arith.constant 3 : i32
// CHECK-DAG: %[[true:.*]] = arith.constant true
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[three]]
// CHECK: scf.if %[[true]]
wave.func @bounds(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %n = wave.group_wave_count : i32
  %m = arith.subi %n, %c1 : i32
  scf.for %i = %c0 to %m step %c1 : i32 {
    %k = wave.group_wave_count : i32
    %p = arith.cmpi ugt, %k, %c1 : i32
    scf.if %p {
      memref.store %i, %out[%i0] : memref<?xi32>
    }
  }
}

// A helper is nobody's.
// CHECK-LABEL: wave.func @helper
// CHECK: wave.group_wave_count
wave.func @helper() -> i32 {
  %0 = wave.group_wave_count : i32
  wave.return %0 : i32
}
