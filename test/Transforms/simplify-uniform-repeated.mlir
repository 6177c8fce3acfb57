// RUN: wave-opt %s -wave-simplify-uniform | FileCheck %s

// The same operation again, by the same lanes.

!out = memref<?xi32>

// Stores, atomics and barriers change nothing in who is active.
// CHECK-LABEL: wave.func @in_a_block
// CHECK: %[[first:.*]] = wave.read_first_lane
// CHECK: %[[sum:.*]] = wave.reduce add
// CHECK-NOT: wave.read_first_lane
// CHECK-NOT: wave.reduce add
// CHECK: wave.atomic_rmw
// CHECK: wave.barrier
// CHECK: scf.if
// CHECK: memref.store %[[first]]
// CHECK: memref.store %[[sum]]
// Another kind is another operation.
// CHECK: wave.reduce xor
// CHECK: wave.return
wave.func @in_a_block(%in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  %0 = wave.read_first_lane %x : i32
  %1 = wave.reduce add %x : i32
  memref.store %0, %out[%place] : !out
  %old = wave.atomic_rmw add %1, %out[%c0] : !out
  wave.barrier group sync
  %some = arith.cmpi ult, %lane, %x : i32
  scf.if %some {
    memref.store %lane, %out[%place] : !out
  }
  %2 = wave.read_first_lane %x : i32
  memref.store %2, %out[%place] : !out
  %3 = wave.reduce add %x : i32
  memref.store %3, %out[%place] : !out
  %4 = wave.reduce xor %x : i32
  memref.store %4, %out[%place] : !out
  wave.return
}

// CHECK-LABEL: wave.func @after_a_return
// CHECK: wave.read_first_lane
// CHECK: wave.retire_if
// CHECK: wave.read_first_lane
// CHECK: scf.if
// CHECK: wave.retire_if
// CHECK: wave.read_first_lane
// CHECK: scf.for
// CHECK: wave.retire_if
// CHECK: wave.read_first_lane
// CHECK: wave.return
wave.func @after_a_return(%in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  %some = arith.cmpi ult, %lane, %x : i32
  %0 = wave.read_first_lane %x : i32
  memref.store %0, %out[%place] : !out
  wave.retire_if %some
  %1 = wave.read_first_lane %x : i32
  memref.store %1, %out[%place] : !out
  %other = arith.cmpi eq, %lane, %x : i32
  scf.if %other {
    wave.retire_if %other
  }
  %2 = wave.read_first_lane %x : i32
  memref.store %2, %out[%place] : !out
  scf.for %i = %c0 to %1 step %c1 : i32 {
    wave.retire_if %some
  }
  %3 = wave.read_first_lane %x : i32
  memref.store %3, %out[%place] : !out
  wave.return
}

// A wave that returns as a whole leaves no part of it behind.
// CHECK-LABEL: wave.func @after_a_return_of_waves
// CHECK: wave.read_first_lane
// CHECK: wave.retire_if
// CHECK-NOT: wave.read_first_lane
// CHECK: wave.return
wave.func @after_a_return_of_waves(%in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  %0 = wave.read_first_lane %x : i32
  memref.store %0, %out[%place] : !out
  %wave = wave.group_wave_index : i32
  %done = arith.cmpi ult, %wave, %0 : i32
  wave.retire_if %done
  %1 = wave.read_first_lane %x : i32
  memref.store %1, %out[%place] : !out
  wave.return
}

// In a branch that the whole wave takes, and in a loop that it runs together.
// CHECK-LABEL: wave.func @inside
// CHECK: %[[first:.*]] = wave.read_first_lane
// CHECK: scf.if
// CHECK-NOT: wave.read_first_lane
// CHECK: scf.for
// CHECK-NOT: wave.read_first_lane
// Other lanes.
// CHECK: scf.if
// CHECK-NEXT: wave.read_first_lane
// CHECK: else
// CHECK-NEXT: wave.read_first_lane
// CHECK: scf.for
// CHECK-NEXT: wave.read_first_lane
// Nothing stands before both branches.
// CHECK: scf.if
// CHECK-NEXT: wave.reduce add
// CHECK: else
// CHECK-NEXT: wave.reduce add
// CHECK: wave.reduce add
// CHECK: wave.return
wave.func @inside(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  %0 = wave.read_first_lane %x : i32
  memref.store %0, %out[%place] : !out
  %p = arith.cmpi ult, %0, %n : i32
  scf.if %p {
    %1 = wave.read_first_lane %x : i32
    memref.store %1, %out[%place] : !out
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    %2 = wave.read_first_lane %x : i32
    memref.store %2, %out[%place] : !out
  }
  %some = arith.cmpi ult, %lane, %x : i32
  scf.if %some {
    %3 = wave.read_first_lane %x : i32
    memref.store %3, %out[%place] : !out
  } else {
    %4 = wave.read_first_lane %x : i32
    memref.store %4, %out[%place] : !out
  }
  scf.for %i = %c0 to %x step %c1 : i32 {
    %5 = wave.read_first_lane %x : i32
    memref.store %5, %out[%place] : !out
  }
  scf.if %p {
    %6 = wave.reduce add %x : i32
    memref.store %6, %out[%place] : !out
  } else {
    %7 = wave.reduce add %x : i32
    memref.store %7, %out[%place] : !out
  }
  %8 = wave.reduce add %x : i32
  memref.store %8, %out[%place] : !out
  wave.return
}

// In a loop in which lanes return nothing stays as it was before.
// CHECK-LABEL: wave.func @return_in_a_loop
// CHECK: wave.read_first_lane
// CHECK: scf.for
// CHECK: wave.read_first_lane
// CHECK: wave.retire_if
// CHECK: wave.return
wave.func @return_in_a_loop(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  %0 = wave.read_first_lane %x : i32
  memref.store %0, %out[%place] : !out
  scf.for %i = %c0 to %n step %c1 : i32 {
    %1 = wave.read_first_lane %x : i32
    memref.store %1, %out[%place] : !out
    %some = arith.cmpi eq, %i, %lane : i32
    wave.retire_if %some
  }
  wave.return
}
