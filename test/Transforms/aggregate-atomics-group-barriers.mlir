// RUN: wave-opt %s -wave-aggregate-atomics --remarks-filter=wave-aggregate-atomics 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// Barriers of the kernel's own. A divided condition may not hold one.

!words = memref<?xi32>

// What is behind the return holds a barrier, at which lanes that returned are not awaited.
// REMARK: Function=behind_a_return {{.*}}not one a group: lanes of the group may have returned before
// CHECK-LABEL: wave.func @behind_a_return
// CHECK: wave.retire_if
// CHECK: wave.is_first_lane
// CHECK-COUNT-1: wave.barrier
// CHECK-NOT: wave.barrier
// CHECK: wave.return
wave.func @behind_a_return(%n: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %out = arith.cmpi uge, %lane, %n : i32
  wave.retire_if %out
  %0 = wave.atomic_rmw add %lane, %sum[%c0] : !words
  wave.barrier group sync
}

// REMARK: Function=in_the_condition {{.*}}not one a group: a barrier of the group is in the condition around it
// CHECK-LABEL: wave.func @in_the_condition
// CHECK: wave.is_first_lane
// CHECK-COUNT-1: wave.barrier
// CHECK-NOT: wave.barrier
// CHECK: wave.return
wave.func @in_the_condition(%n: i32 {wave.element = ui32}, %flag: !words {wave.binding = #wave.binding<uav, ui32>}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  memref.store %n, %flag[%c0] : !words
  wave.barrier all sync
  %x = memref.load %flag[%c0] : !words
  %in = arith.cmpi uge, %x, %n : i32
  scf.if %in {
    %0 = wave.atomic_rmw add %lane, %sum[%c0] : !words
    wave.barrier group sync
  }
}

// One that nobody waits at, and one of the wave, stay in their part.
// CHECK-LABEL: wave.func @of_memory_alone
// CHECK: scf.if
// CHECK: wave.barrier device
// CHECK: wave.barrier group sync
// CHECK: wave.atomic_rmw
// CHECK: wave.barrier group sync
// CHECK: scf.if
// CHECK: wave.barrier wave
wave.func @of_memory_alone(%n: i32 {wave.element = ui32}, %flag: !words {wave.binding = #wave.binding<uav, ui32>}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %in = arith.cmpi ult, %lane, %n : i32
  scf.if %in {
    memref.store %n, %flag[%i] : !words
    wave.barrier device
    %0 = wave.atomic_rmw add %lane, %sum[%c0] : !words
    memref.store %0, %flag[%i] : !words
    wave.barrier wave
  }
}
