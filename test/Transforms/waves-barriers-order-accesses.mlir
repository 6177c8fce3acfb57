// RUN: wave-opt %s -canonicalize -cse -loop-invariant-code-motion -control-flow-sink | FileCheck %s
// RUN: wave-opt %s -wave-simplify-uniform -wave-promote-groupshared -wave-aggregate-atomics -wave-hoist-uniform -wave-broadcast-uniform-loads -wave-elide-barriers -wave-specialize=max-growth=1000 -wave-fold-trips | FileCheck %s
// RUN: wave-opt %s -wave-legalize-barriers -wave-pack-groupshared | FileCheck %s

// No pass moves, merges or removes an access of memory across a barrier of a set of waves: other waves access the
// memory in between. No pass takes it for a barrier of all waves.

!words = memref<?xi32>
!shared = memref<64xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {

// CHECK-LABEL: wave.func @repeated
// CHECK: memref.store
// CHECK: wave.waves_barrier [0, 1]
// CHECK: memref.load %{{.*}} : memref<64xi32
// CHECK: wave.waves_barrier [0, 1]
// CHECK: memref.store
// CHECK: wave.waves_barrier [0, 1]
// CHECK: memref.load %{{.*}} : memref<64xi32
// CHECK: wave.waves_barrier [0, 1]
wave.func @repeated(%out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(3) wave_size(16) {
  %c2 = arith.constant 2 : i32
  %c16 = arith.constant 16 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %tile = wave.groupshared : !shared
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %row = arith.muli %wave, %c16 : i32
  %mine = arith.addi %row, %lane : i32
  %i = arith.index_castui %mine : i32 to index
  %j = arith.index_castui %lane : i32 to index
  %first = arith.cmpi ult, %wave, %c2 : i32
  scf.if %first {
    memref.store %lane, %tile[%i] : !shared
    wave.waves_barrier [0, 1]
    %x = memref.load %tile[%j] : !shared
    wave.waves_barrier [0, 1]
    memref.store %x, %tile[%i] : !shared
    wave.waves_barrier [0, 1]
    %y = memref.load %tile[%j] : !shared
    wave.waves_barrier [0, 1]
    memref.store %x, %out[%i0] : !words
    memref.store %y, %out[%i1] : !words
  }
}

// A load at a uniform place stays in the loop, and each lane loads for itself.
// CHECK-LABEL: wave.func @in_loop
// CHECK: scf.for
// CHECK: memref.store
// CHECK: wave.waves_barrier [0, 1]
// CHECK-NOT: wave.read_lane
// CHECK: memref.load %{{.*}} : memref<64xi32
// CHECK: wave.waves_barrier [0, 1]
// CHECK: }
// CHECK: memref.store
wave.func @in_loop(%out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(3) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %i3 = arith.constant 3 : index
  %tile = wave.groupshared : !shared
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %writes = arith.cmpi eq, %wave, %c0 : i32
  %first = arith.cmpi ult, %wave, %c2 : i32
  scf.if %first {
    %sum = scf.for unsigned %t = %c0 to %n step %c1 iter_args(%s = %c0) -> (i32) : i32 {
      scf.if %writes {
        memref.store %t, %tile[%i] : !shared
      }
      wave.waves_barrier [0, 1]
      %x = memref.load %tile[%i3] : !shared
      wave.waves_barrier [0, 1]
      %next = arith.addi %s, %x : i32
      scf.yield %next : i32
    }
    memref.store %sum, %out[%i] : !words
  }
}

// A barrier of the group that orders no accesses stays: waves wait for each other there.
// CHECK-LABEL: wave.func @group_barrier_between
// CHECK: wave.waves_barrier [1, 2]
// CHECK: wave.barrier group sync
// CHECK: wave.waves_barrier [0, 1]
wave.func @group_barrier_between() kernel num_waves(3) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %wave = wave.group_wave_index : i32
  %last = arith.cmpi ugt, %wave, %c0 : i32
  scf.if %last {
    wave.waves_barrier [1, 2]
  }
  wave.barrier group sync
  %first = arith.cmpi ult, %wave, %c2 : i32
  scf.if %first {
    wave.waves_barrier [0, 1]
  }
}

// Wave 2 may still read the first array when waves 0 and 1 have passed their barrier: the arrays do not share memory,
// and a load after the barrier is not uniform for the group.
// CHECK-LABEL: wave.func @two_arrays
// CHECK-COUNT-2: wave.groupshared : memref<64xi32
// CHECK: wave.waves_barrier [0, 1]
wave.func @two_arrays(%out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(3) wave_size(32) {
  %c2 = arith.constant 2 : i32
  %i0 = arith.constant 0 : index
  %a = wave.groupshared : !shared
  %b = wave.groupshared : !shared
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  memref.store %lane, %a[%i] : !shared
  %x = memref.load %a[%i] : !shared
  memref.store %x, %out[%i] : !words
  %first = arith.cmpi ult, %wave, %c2 : i32
  scf.if %first {
    wave.waves_barrier [0, 1]
    memref.store %wave, %b[%i] : !shared
    wave.waves_barrier [0, 1]
    %y = memref.load %b[%i0] : !shared
    memref.store %y, %out[%i] : !words
  }
}

// Atomics of a loop with such a barrier are not combined across it, and no sum of the group is made.
// CHECK-LABEL: wave.func @atomics
// CHECK: scf.for
// CHECK: wave.atomic_rmw
// CHECK: wave.waves_barrier [0, 1]
wave.func @atomics(%out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(3) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi ult, %wave, %c2 : i32
  scf.if %first {
    scf.for unsigned %t = %c0 to %n step %c1 : i32 {
      %old = wave.atomic_rmw add %t, %out[%i0] : memref<?xi32>
      wave.waves_barrier [0, 1]
    }
  }
}

}
