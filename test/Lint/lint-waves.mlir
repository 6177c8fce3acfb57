// RUN: wave-opt --wave-lint --verify-diagnostics %s | FileCheck %s

// CHECK-LABEL: wave.func @barrier_of_buffers
// CHECK: wave.barrier device sync
wave.func @barrier_of_buffers(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %store = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  %wave = wave.group_wave_index : i32
  %own = arith.index_castui %wave : i32 to index
  // expected-note @below {{it is written here}}
  memref.store %wave, %store[%own] : memref<2xi32, #gpu.address_space<workgroup>>
  // expected-warning @below {{this barrier orders only buffers and images, and waves of the group exchange data through groupshared memory across it [barrier-too-weak]}}
  // expected-note @below {{help: use 'wave.barrier group sync'}}
  // expected-note @below {{fix: 'wave.barrier group sync'}}
  wave.barrier device sync
  // expected-note @below {{another wave accesses it here}}
  %0 = memref.load %store[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
  memref.store %0, %out[%own] : memref<?xi32>
  wave.return
}

// Each of two barriers will do, so that one is reported.
wave.func @two_barriers(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %store = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  %wave = wave.group_wave_index : i32
  %own = arith.index_castui %wave : i32 to index
  // expected-note @below {{it is written here}}
  memref.store %wave, %store[%own] : memref<2xi32, #gpu.address_space<workgroup>>
  // expected-warning @below {{this barrier does not wait for the other waves of the group, whose data is read after it [barrier-too-weak]}}
  // expected-note @below {{help: use 'wave.barrier group sync'}}
  // expected-note @below {{fix: 'wave.barrier group sync'}}
  wave.barrier group
  wave.barrier group
  // expected-note @below {{another wave accesses it here}}
  %0 = memref.load %store[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
  memref.store %0, %out[%own] : memref<?xi32>
  wave.return
}

// One barrier orders the memory and the next one waits.
wave.func @order_and_wait(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %store = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  %wave = wave.group_wave_index : i32
  %own = arith.index_castui %wave : i32 to index
  memref.store %wave, %store[%own] : memref<2xi32, #gpu.address_space<workgroup>>
  wave.barrier group
  wave.barrier device sync
  %0 = memref.load %store[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
  memref.store %0, %out[%own] : memref<?xi32>
  wave.return
}

// No barrier can wait for all waves where some of them are.
wave.func @barrier_of_some_waves(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %store = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %first {
    // expected-note @below {{it is written here}}
    memref.store %wave, %store[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
    wave.barrier group
  }
  // expected-warning @below {{and no barrier orders the two [groupshared-without-barrier]}}
  // expected-note @below {{help: put 'wave.barrier group sync' between the two}}
  // expected-note @below {{fix: 'wave.barrier group sync' before this}}
  %0 = memref.load %store[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
  memref.store %0, %out[%i0] : memref<?xi32>
  wave.return
}

// In a loop the barrier between the two does not order a read with the next trip's write.
wave.func @next_trip(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %store = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  %wave = wave.group_wave_index : i32
  %own = arith.index_castui %wave : i32 to index
  %swapped = arith.xori %wave, %c1 : i32
  %other = arith.index_castui %swapped : i32 to index
  // expected-note @below {{this loop}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-note @below {{it is written here}}
    memref.store %i, %store[%own] : memref<2xi32, #gpu.address_space<workgroup>>
    wave.barrier group sync
    // expected-warning @below {{and no barrier orders the two [groupshared-without-barrier]}}
    // expected-note @below {{help: put 'wave.barrier group sync' at the end of the loop: a wave that is ahead may be in the next iteration already}}
    %0 = memref.load %store[%other] : memref<2xi32, #gpu.address_space<workgroup>>
    memref.store %0, %out[%own] : memref<?xi32>
  }
  wave.return
}

// Without any barrier in the loop, two are needed.
wave.func @no_barrier_in_loop(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %store = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  %wave = wave.group_wave_index : i32
  %own = arith.index_castui %wave : i32 to index
  %swapped = arith.xori %wave, %c1 : i32
  %other = arith.index_castui %swapped : i32 to index
  // expected-note @below {{this loop}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-note @below {{it is written here}}
    memref.store %i, %store[%own] : memref<2xi32, #gpu.address_space<workgroup>>
    // expected-warning @below {{and no barrier orders the two [groupshared-without-barrier]}}
    // expected-note @below {{help: put 'wave.barrier group sync' between the two, and one at the end of the loop: a wave that is ahead may be in the next iteration already}}
    %0 = memref.load %store[%other] : memref<2xi32, #gpu.address_space<workgroup>>
    memref.store %0, %out[%own] : memref<?xi32>
  }
  wave.return
}

wave.func @unwritten(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  // expected-note @below {{the array is declared here}}
  %store = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  // expected-warning @below {{nothing writes this groupshared array before this read, so that the value is undefined [groupshared-not-written]}}
  // expected-note @below {{help: store the first values before this line}}
  %0 = memref.load %store[%i0] : memref<2xi32, #gpu.address_space<workgroup>>
  memref.store %0, %out[%i0] : memref<?xi32>
  wave.return
}

wave.func @division(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %index = wave.group_index : i32
  %place = arith.index_castui %index : i32 to index
  %lanes = wave.lane_count : i32
  %c63 = arith.constant 63 : i32
  %sum = arith.addi %lanes, %c63 : i32
  // expected-warning @below {{the group's 64 threads are divided by the wave size to count its waves, but an implementation may launch more waves than the threads fill [wave-count-by-division]}}
  // expected-note @below {{help: use 'wave.group_wave_count'}}
  // expected-note @below {{fix: 'wave.group_wave_count'}}
  %waves = arith.divui %sum, %lanes : i32
  memref.store %waves, %out[%place] : memref<?xi32>
  wave.return
}

wave.func @short_array(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) wave_size(16, 64) {
  // expected-warning @below {{wave 3 accesses element 3 of this array of 2: at a wave size of 16 the group has 4 waves [array-shorter-than-waves]}}
  // expected-note @below {{help: give the array 4 elements, one for each of the most waves that the group's 64 threads fill, or state a larger smallest wave_size}}
  // expected-note @below {{fix: 4}}
  %store = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  %index = wave.group_index : i32
  %wave = wave.group_wave_index : i32
  %own = arith.index_castui %wave : i32 to index
  // expected-note @below {{the wave's index is used here}}
  memref.store %index, %store[%own] : memref<2xi32, #gpu.address_space<workgroup>>
  wave.return
}

wave.func @unsigned(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %i0 = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %before = arith.subi %lane, %c1 : i32
  // expected-warning @below {{an unsigned difference wraps around: it is never less than 0, so that this comparison is always true [unsigned-never-negative]}}
  // expected-note @below {{help: compare the two values that are subtracted: a < b in place of a - b < 0}}
  // expected-note @below {{fix: compare the two values that are subtracted}}
  %has = arith.cmpi uge, %before, %c0 : i32
  scf.if %has {
    memref.store %lane, %out[%i0] : memref<?xi32>
  }
  wave.return
}

wave.func @limited_difference(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %before = arith.subi %lane, %c1 : i32
  // expected-warning @below {{an unsigned difference wraps around: it is never less than 0, so that a limit of 0 has no effect [unsigned-never-negative]}}
  // expected-note @below {{help: convert the two values to a signed type before the subtraction}}
  %limited = arith.maxui %before, %c0 : i32
  // A signed difference, a sum, and another limit.
  %signed = arith.maxsi %before, %c0 : i32
  %sum = arith.addi %lane, %c1 : i32
  %least = arith.maxui %sum, %c0 : i32
  %other = arith.maxui %before, %n : i32
  %i0 = arith.index_castui %limited : i32 to index
  %i1 = arith.index_castui %signed : i32 to index
  %i2 = arith.index_castui %least : i32 to index
  %i3 = arith.index_castui %other : i32 to index
  memref.store %lane, %out[%i0] : memref<?xi32>
  memref.store %lane, %out[%i1] : memref<?xi32>
  memref.store %lane, %out[%i2] : memref<?xi32>
  memref.store %lane, %out[%i3] : memref<?xi32>
  wave.return
}
