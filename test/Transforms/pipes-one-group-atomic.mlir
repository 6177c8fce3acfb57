// RUN: wave-opt %s -wave-aggregate-atomics --remarks-filter=wave-aggregate-atomics 2>%t.remarks | FileCheck %s --implicit-check-not='wave.barrier'
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// A barrier of the group before the commit would wait for wave 1, which waits for
// the commit.

!words = memref<?xi32>

// REMARK: one atomic a wave, not one a group: some waves of the group wait for each other at pipes or barriers
// CHECK-LABEL: wave.func @counted
// CHECK: wave.is_first_lane
wave.func @counted(%sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %second = arith.cmpi eq, %wave, %c1 : i32
  scf.if %second {
    %stage = wave.pipe_wait %pipe : i32
    wave.pipe_release %pipe
  }
  %old = wave.atomic_rmw add %lane, %sum[%i0] : !words
  %first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %first {
    %stage = wave.pipe_acquire %pipe : i32
    wave.pipe_commit %pipe
  }
}
