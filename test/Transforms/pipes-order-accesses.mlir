// RUN: wave-opt %s -canonicalize -cse -loop-invariant-code-motion -control-flow-sink | FileCheck %s
// RUN: wave-opt %s -wave-simplify-uniform -wave-promote-groupshared -wave-aggregate-atomics -wave-hoist-uniform -wave-broadcast-uniform-loads -wave-elide-barriers -wave-specialize=max-growth=1000 -wave-fold-trips | FileCheck %s
// RUN: wave-opt %s -wave-legalize-barriers -wave-pack-groupshared | FileCheck %s

// No pass moves, merges or removes an access of memory or a step across a step of
// a pipe: other waves access the memory in between.

!words = memref<?xi32>
!shared = memref<64xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {

// The loads of two uses are not one, and the stores of two uses neither.
// CHECK-LABEL: wave.func @repeated
// CHECK: wave.pipe_acquire
// CHECK: memref.store
// CHECK: wave.pipe_commit
// CHECK: wave.pipe_acquire
// CHECK: memref.store
// CHECK: wave.pipe_commit
// CHECK: wave.pipe_wait
// CHECK: memref.load %{{.*}} : memref<64xi32
// CHECK: wave.pipe_release
// CHECK: wave.pipe_wait
// CHECK: memref.load %{{.*}} : memref<64xi32
// CHECK: wave.pipe_release
wave.func @repeated(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %tile = wave.groupshared : !shared
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %first {
    %s0 = wave.pipe_acquire %pipe : i32
    memref.store %lane, %tile[%i] : !shared
    wave.pipe_commit %pipe
    %s1 = wave.pipe_acquire %pipe : i32
    memref.store %wave, %tile[%i] : !shared
    wave.pipe_commit %pipe
  } else {
    %s0 = wave.pipe_wait %pipe : i32
    %x = memref.load %tile[%i] : !shared
    wave.pipe_release %pipe
    %s1 = wave.pipe_wait %pipe : i32
    %y = memref.load %tile[%i] : !shared
    wave.pipe_release %pipe
    memref.store %x, %out[%i0] : !words
    memref.store %y, %out[%i1] : !words
  }
}

// A load at a uniform place stays in the loop, and each lane loads for itself.
// CHECK-LABEL: wave.func @in_loop
// CHECK: scf.for
// CHECK: wave.pipe_acquire
// CHECK: memref.store
// CHECK: wave.pipe_commit
// CHECK: scf.for
// CHECK-NOT: wave.read_lane
// CHECK: wave.pipe_wait
// CHECK: memref.load %{{.*}} : memref<64xi32
// CHECK: wave.pipe_release
// CHECK: memref.store
wave.func @in_loop(%out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i3 = arith.constant 3 : index
  %tile = wave.groupshared : !shared
  %pipe = wave.pipe stages 2 producers [0] consumers [1]
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %first {
    scf.for unsigned %t = %c0 to %n step %c1 : i32 {
      %stage = wave.pipe_acquire %pipe : i32
      memref.store %t, %tile[%i] : !shared
      wave.pipe_commit %pipe
    }
  } else {
    %sum = scf.for unsigned %t = %c0 to %n step %c1 iter_args(%s = %c0) -> (i32) : i32 {
      %stage = wave.pipe_wait %pipe : i32
      %x = memref.load %tile[%i3] : !shared
      wave.pipe_release %pipe
      %next = arith.addi %s, %x : i32
      scf.yield %next : i32
    }
    memref.store %sum, %out[%i] : !words
  }
}

// A barrier that orders no accesses stays: waves wait for each other there.
// CHECK-LABEL: wave.func @barrier_between
// CHECK: wave.pipe_wait
// CHECK: wave.barrier group sync
// CHECK: wave.pipe_acquire
wave.func @barrier_between(%out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(32) {
  %c1 = arith.constant 1 : i32
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  %wave = wave.group_wave_index : i32
  %second = arith.cmpi eq, %wave, %c1 : i32
  scf.if %second {
    %s0 = wave.pipe_wait %pipe : i32
    wave.pipe_release %pipe
  }
  wave.barrier group sync
  %first = arith.cmpi ult, %wave, %c1 : i32
  scf.if %first {
    %s1 = wave.pipe_acquire %pipe : i32
    wave.pipe_commit %pipe
  }
}

}
