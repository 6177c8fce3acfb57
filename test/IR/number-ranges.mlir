// RUN: wave-opt %s -int-range-optimizations | FileCheck %s
// RUN: wave-opt %s --canonicalize -int-range-optimizations --canonicalize | FileCheck %s --check-prefix=CLEAN

// What range analysis knows of each number: a comparison that always holds becomes a
// constant, one that may fail stays.

// CHECK-LABEL: wave.func @lane_index_is_below_the_largest_wave
// CHECK: %[[true:.*]] = arith.constant true
// CHECK: %[[may:.*]] = arith.cmpi ult
// CHECK: wave.return %[[true]], %[[may]] : i1, i1
wave.func @lane_index_is_below_the_largest_wave() -> (i1, i1) {
  %c128 = arith.constant 128 : i32
  %c127 = arith.constant 127 : i32
  %l = wave.lane_index : i32
  %0 = arith.cmpi ult, %l, %c128 : i32
  %1 = arith.cmpi ult, %l, %c127 : i32
  wave.return %0, %1 : i1, i1
}

// The sizes that the kernel states narrow it.
// CHECK-LABEL: wave.func @lane_index_under_wave_size
wave.func @lane_index_under_wave_size(%out: memref<?xi32> {wave.binding = #wave.binding<uav, i1>}) kernel num_waves(1) wave_size(8, 32) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : i32
  %c31 = arith.constant 31 : i32
  %l = wave.lane_index : i32
  // CHECK-NOT: arith.cmpi ult, %{{.*}}, %c32
  %0 = arith.cmpi ult, %l, %c32 : i32
  %2 = arith.extui %0 : i1 to i32
  // CHECK: memref.store %c1
  memref.store %2, %out[%c0] : memref<?xi32>
  // CHECK: arith.cmpi ult, %{{.*}}, %c31
  %1 = arith.cmpi ult, %l, %c31 : i32
  %3 = arith.extui %1 : i1 to i32
  memref.store %3, %out[%c0] : memref<?xi32>
}

// CHECK-LABEL: wave.func @lane_count_bounds
wave.func @lane_count_bounds(%out: memref<?xi32> {wave.binding = #wave.binding<uav, i1>}) kernel num_threads(64, 1, 1) wave_size(8, 32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : i32
  %c9 = arith.constant 9 : i32
  %c32 = arith.constant 32 : i32
  %c31 = arith.constant 31 : i32
  %n = wave.lane_count : i32
  %0 = arith.cmpi uge, %n, %c8 : i32
  %1 = arith.cmpi ule, %n, %c32 : i32
  %both = arith.andi %0, %1 : i1
  %2 = arith.extui %both : i1 to i32
  // CHECK: memref.store %c1
  memref.store %2, %out[%c0] : memref<?xi32>
  // CHECK: arith.cmpi uge, %{{.*}}, %c9
  %3 = arith.cmpi uge, %n, %c9 : i32
  // CHECK: arith.cmpi ule, %{{.*}}, %c31
  %4 = arith.cmpi ule, %n, %c31 : i32
  %5 = arith.andi %3, %4 : i1
  %6 = arith.extui %5 : i1 to i32
  memref.store %6, %out[%c0] : memref<?xi32>
}

// CHECK-LABEL: wave.func @lane_count_of_every_size
wave.func @lane_count_of_every_size() -> (i1, i1, i1) {
  %c4 = arith.constant 4 : i32
  %c128 = arith.constant 128 : i32
  %n = wave.lane_count : i32
  %0 = arith.cmpi uge, %n, %c4 : i32
  %1 = arith.cmpi ule, %n, %c128 : i32
  // CHECK: %[[may:.*]] = arith.cmpi ult
  %2 = arith.cmpi ult, %n, %c128 : i32
  // CHECK: wave.return %true, %true, %[[may]]
  wave.return %0, %1, %2 : i1, i1, i1
}

// CHECK-LABEL: wave.func @group_wave_index_is_below_num_waves
wave.func @group_wave_index_is_below_num_waves(%out: memref<?xi32> {wave.binding = #wave.binding<uav, i1>}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : i32
  %w = wave.group_wave_index : i32
  %n = wave.group_wave_count : i32
  %0 = arith.cmpi ult, %w, %n : i32
  %1 = arith.extui %0 : i1 to i32
  // CHECK: memref.store %c1
  memref.store %1, %out[%c0] : memref<?xi32>
  // CHECK: arith.cmpi ult, %{{.*}}, %c3
  %2 = arith.cmpi ult, %w, %c3 : i32
  %3 = arith.extui %2 : i1 to i32
  memref.store %3, %out[%c0] : memref<?xi32>
}

// An implementation may launch more waves than the threads need.
// CHECK-LABEL: wave.func @group_wave_index_under_num_threads_is_open
wave.func @group_wave_index_under_num_threads_is_open(%out: memref<?xi32> {wave.binding = #wave.binding<uav, i1>}) kernel num_threads(64, 1, 1) wave_size(32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : i32
  %w = wave.group_wave_index : i32
  %n = wave.group_wave_count : i32
  // CHECK: arith.cmpi ult
  %0 = arith.cmpi ult, %w, %c2 : i32
  // CHECK: arith.cmpi eq
  %1 = arith.cmpi eq, %n, %c2 : i32
  %2 = arith.andi %0, %1 : i1
  %3 = arith.extui %2 : i1 to i32
  memref.store %3, %out[%c0] : memref<?xi32>
}

// CHECK-LABEL: wave.func @thread_ids
wave.func @thread_ids(%out: memref<?xi32> {wave.binding = #wave.binding<uav, i1>}) kernel num_threads(8, 4, 2) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : i32
  %c4 = arith.constant 4 : i32
  %c2 = arith.constant 2 : i32
  %c64 = arith.constant 64 : i32
  %c63 = arith.constant 63 : i32
  %x = wave.group_thread_id x : i32
  %y = wave.group_thread_id y : i32
  %z = wave.group_thread_id z : i32
  %i = wave.group_index : i32
  %0 = arith.cmpi ult, %x, %c8 : i32
  %1 = arith.cmpi ult, %y, %c4 : i32
  %2 = arith.cmpi ult, %z, %c2 : i32
  %3 = arith.cmpi ult, %i, %c64 : i32
  %4 = arith.andi %0, %1 : i1
  %5 = arith.andi %2, %3 : i1
  %6 = arith.andi %4, %5 : i1
  %7 = arith.extui %6 : i1 to i32
  // CHECK: memref.store %c1
  memref.store %7, %out[%c0] : memref<?xi32>
  // CHECK: arith.cmpi ult, %{{.*}}, %c63
  %8 = arith.cmpi ult, %i, %c63 : i32
  // CHECK: arith.cmpi ult, %{{.*}}, %c64
  %d = wave.dispatch_thread_id x : i32
  %9 = arith.cmpi ult, %d, %c64 : i32
  %10 = arith.andi %8, %9 : i1
  %11 = arith.extui %10 : i1 to i32
  memref.store %11, %out[%c0] : memref<?xi32>
}

// The next group, wave or thread is countable: one more does not wrap.
// CHECK-LABEL: wave.func @one_more_does_not_wrap
// CHECK: wave.return %true, %true, %true
wave.func @one_more_does_not_wrap() -> (i1, i1, i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %g = wave.group_id x : i32
  %n = wave.group_count x : i32
  %w = wave.group_wave_index : i32
  %g1 = arith.addi %g, %c1 : i32
  %w1 = arith.addi %w, %c1 : i32
  %0 = arith.cmpi ugt, %g1, %c0 : i32
  %1 = arith.cmpi ugt, %n, %c0 : i32
  %2 = arith.cmpi ugt, %w1, %c0 : i32
  wave.return %0, %1, %2 : i1, i1, i1
}

// A bounds check of an array with a place a lane goes.
// CLEAN-LABEL: wave.func @bounds_check_goes
// CLEAN-NOT: arith.cmpi
// CLEAN-NOT: scf.if
// CLEAN: memref.store
// CLEAN: wave.return
wave.func @bounds_check_goes() kernel num_waves(2) wave_size(4, 64) {
  %store = wave.groupshared : memref<128xi32, #gpu.address_space<workgroup>>
  %c128 = arith.constant 128 : i32
  %l = wave.lane_index : i32
  %n = wave.lane_count : i32
  %w = wave.group_wave_index : i32
  %base = arith.muli %w, %n : i32
  %i = arith.addi %base, %l : i32
  %in = arith.cmpi ult, %i, %c128 : i32
  scf.if %in {
    %x = arith.index_castui %i : i32 to index
    memref.store %l, %store[%x] : memref<128xi32, #gpu.address_space<workgroup>>
  }
}
