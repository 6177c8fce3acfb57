// RUN: wave-opt %s -wave-pipeline-waves="stages=2 force" | FileCheck %s

// The place of a lane is computed before a barrier that remains, and the loop after it
// uses the place. The new wave computes the places of each wave that it loads for: its own
// place, or zero, would be wrong.

!words = memref<?xi32>
!shared = memref<64xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {

// CHECK-LABEL: wave.func @place_before_barrier
// CHECK: %[[IS:.*]] = arith.cmpi ult
// CHECK: %[[LANE:.*]] = wave.lane_index
// CHECK: wave.barrier group sync
// CHECK: scf.if %[[IS]] -> (i32) {
// CHECK:   wave.pipe_wait
// CHECK: } else {
// CHECK:   %[[PLACE0:.*]] = arith.addi %{{.*}}, %[[LANE]]
// CHECK:   %[[PLACE1:.*]] = arith.addi %{{.*}}, %[[LANE]]
// CHECK:   wave.pipe_acquire
// CHECK:   arith.addi %{{.*}}, %[[PLACE0]] : i32
// CHECK:   arith.addi %{{.*}}, %[[PLACE1]] : i32
// CHECK:   arith.index_castui %[[PLACE0]]
// CHECK:   arith.index_castui %[[PLACE1]]
// CHECK:   wave.pipe_commit
wave.func @place_before_barrier(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %notes = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %before = arith.muli %wave, %c32 : i32
  %thread = arith.addi %before, %lane : i32
  %place = arith.index_castui %thread : i32 to index
  memref.store %lane, %notes[%place] : !shared
  wave.barrier group sync
  %sum = scf.for unsigned %t = %c0 to %n step %c1 iter_args(%s = %c0) -> (i32) : i32 {
    %row = arith.muli %t, %c64 : i32
    %i = arith.addi %row, %thread : i32
    %at = arith.index_castui %i : i32 to index
    %to = arith.index_castui %thread : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%to] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    %y = memref.load %notes[%i0] : !shared
    %xy = arith.addi %x, %y : i32
    %total = arith.addi %s, %xy : i32
    wave.barrier group sync
    scf.yield %total : i32
  }
  memref.store %sum, %notes[%place] : !shared
  wave.barrier group sync
  %note = memref.load %notes[%i0] : !shared
  %last = arith.index_castui %thread : i32 to index
  memref.store %note, %out[%last] : !words
}

}
