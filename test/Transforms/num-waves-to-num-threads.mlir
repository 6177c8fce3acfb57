// RUN: wave-opt %s -wave-num-waves-to-num-threads -verify-diagnostics | FileCheck %s --check-prefixes=CHECK,ANY
// RUN: wave-opt %s -wave-num-waves-to-num-threads=wave-size=16 2>/dev/null | FileCheck %s --check-prefixes=CHECK,SIXTEEN
// RUN: wave-opt %s -wave-num-waves-to-num-threads=retire-extra-waves=true 2>/dev/null | FileCheck %s --check-prefix=EXTRA
// RUN: wave-opt %s -wave-num-waves-to-num-threads="wave-size=16 retire-extra-waves=true full-waves=true" 2>/dev/null | FileCheck %s --check-prefix=FULL

// The count is a constant; the size is one only where the option says so.
// CHECK-LABEL: wave.func @counts
// ANY-SAME: kernel num_waves(4) wave_size(8, 32) {
// SIXTEEN-SAME: kernel num_threads(64, 1, 1) wave_size(16) launch(exact, num_waves = 4, wave_sizes = [8, 16, 32]) {
// CHECK-NOT: wave.group_wave_count
// CHECK: %[[waves:.*]] = arith.constant 4 : i32
// ANY: %[[lanes:.*]] = wave.lane_count
// SIXTEEN: %[[lanes:.*]] = arith.constant 16 : i32
// CHECK: wave.group_wave_index
// CHECK: memref.store %[[waves]]
// CHECK: memref.store %[[lanes]]
// EXTRA-LABEL: wave.func @counts
// EXTRA-SAME: kernel num_waves(4) wave_size(8, 32) {
// EXTRA-NEXT: %[[machine:.*]] = gpu.subgroup_id : index
// EXTRA-NEXT: %[[index:.*]] = arith.index_castui %[[machine]]
// EXTRA-NEXT: %[[limit:.*]] = arith.constant 4 : i32
// EXTRA-NEXT: %[[extra:.*]] = arith.cmpi uge, %[[index]], %[[limit]]
// EXTRA-NEXT: wave.retire_if %[[extra]]
//
// Full waves beyond the fourth there are none; but their numbers may be others.
// FULL-LABEL: wave.func @counts
// FULL-SAME: launch(exact, num_waves = 4, wave_sizes = [8, 16, 32], retires) {
// FULL-NEXT: gpu.subgroup_id
wave.func @counts(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(8, 32) {
  %c0 = arith.constant 0 : index
  %0 = wave.group_wave_count : i32
  %1 = wave.lane_count : i32
  %2 = wave.group_wave_index : i32
  memref.store %0, %out[%c0] : memref<?xi32>
  memref.store %1, %out[%c0] : memref<?xi32>
  memref.store %2, %out[%c0] : memref<?xi32>
}

// Nothing is known of a num_threads kernel, and it stays.
// CHECK-LABEL: wave.func @threads
// CHECK-SAME: kernel num_threads(64, 1, 1) {
// CHECK: wave.group_wave_count
// CHECK: wave.lane_count
// EXTRA-LABEL: wave.func @threads
// EXTRA-NOT: wave.retire_if
// EXTRA: wave.return
wave.func @threads(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %0 = wave.group_wave_count : i32
  %1 = wave.lane_count : i32
  memref.store %0, %out[%c0] : memref<?xi32>
  memref.store %1, %out[%c0] : memref<?xi32>
}

// 16 waves of 128 lanes are too many: of the default range silently.
// CHECK-LABEL: wave.func @default_range
// ANY-SAME: num_waves(16) wave_size(4, 64)
// ANY-SAME: launch(dropped =
// SIXTEEN-SAME: launch(exact, num_waves = 16, wave_sizes = [4, 8, 16, 32, 64], dropped =
// CHECK-SAME: [{reason = "16 waves of 128 lanes are more than 1024 threads", size = 128 : i64}])
wave.func @default_range() kernel num_waves(16) {
}

// The preferred size goes with the range.
// CHECK-LABEL: wave.func @preferred_is_kept
// ANY-SAME: num_waves(32) wave_size(8, 32, 16)
// SIXTEEN-SAME: wave_sizes = [8, 16, 32], preferred_wave_size = 16, dropped =
// expected-warning@+1 {{wave size 64 is dropped: 32 waves of 64 lanes are 2048 threads; the limit of a group is 1024 [wave-size-dropped]}}
wave.func @preferred_is_kept() kernel num_waves(32) wave_size(8, 64, 16) {
}

// CHECK-LABEL: wave.func @preferred_is_dropped
// ANY-SAME: num_waves(32) wave_size(8, 32) launch(dropped =
// expected-warning@+1 {{wave size 64 is dropped: 32 waves of 64 lanes are 2048 threads; the limit of a group is 1024 [wave-size-dropped]}}
wave.func @preferred_is_dropped() kernel num_waves(32) wave_size(8, 64, 64) {
}

// Each size that goes is named.
// CHECK-LABEL: wave.func @one_is_left
// ANY-SAME: num_waves(64) wave_size(16) launch(dropped =
// CHECK-SAME: size = 32 : i64
// CHECK-SAME: size = 64 : i64
// expected-warning@+2 {{wave size 32 is dropped: 64 waves of 32 lanes are 2048 threads; the limit of a group is 1024 [wave-size-dropped]}}
// expected-warning@+1 {{wave size 64 is dropped: 64 waves of 64 lanes are 4096 threads; the limit of a group is 1024 [wave-size-dropped]}}
wave.func @one_is_left() kernel num_waves(64) wave_size(16, 64) {
}

// Amplification has 128 threads.
// CHECK-LABEL: wave.func @amplification
// ANY-SAME: num_waves(4) wave_size(4, 32)
// CHECK-SAME: reason = "4 waves of 64 lanes are more than 128 threads"
wave.func @amplification() kernel stage(amplification) num_waves(4) {
}

// The index of the only wave is 0; a kernel that does not ask for the index lets no wave retire.
// SIXTEEN-LABEL: wave.func @single
// SIXTEEN-NOT: wave.group_wave_index
// SIXTEEN: %[[index:.*]] = arith.constant 0 : i32
// SIXTEEN: memref.store %[[index]]
// FULL-LABEL: wave.func @single
// FULL-SAME: launch(exact, num_waves = 1, wave_sizes = [4, 8, 16, 32, 64, 128]) {
// FULL-NOT: wave.retire_if
// FULL: wave.return
wave.func @single(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.group_wave_index : i32
  memref.store %0, %out[%c0] : memref<?xi32>
}
