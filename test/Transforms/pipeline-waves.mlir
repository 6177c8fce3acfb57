// RUN: wave-opt %s -wave-pipeline-waves --remarks-filter=wave-pipeline-waves 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: wave-opt %s -wave-pipeline-waves="stages=3 force" | FileCheck %s --check-prefix=THREE
// RUN: wave-opt %s -wave-pipeline-waves="has-pipes=false" --remarks-filter=wave-pipeline-waves 2>&1 | FileCheck %s --check-prefix=TARGET

// A wave of its own loads tiles through a pipe.

!words = memref<?xi32>
!shared = memref<62xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {

// All waves load: the new wave loads for each of them. A stage is a multiple of 16 bytes.
// TARGET: no pipe (target): the target has no pipes
// REMARK: wave 2, which is new, loads the tile of this loop through a pipe of 4 stages; operations in an iteration: {{[0-9]+}} of this wave, {{[0-9]+}} of each other wave
// CHECK-LABEL: wave.func @all_load
// CHECK-SAME: num_waves(3)
// CHECK-SAME: wave.extra_waves = 1 : i64
// CHECK: %[[PIPE:.*]] = wave.pipe stages 4 producers [2] consumers [0, 1]
// CHECK: %[[SELF:.*]] = wave.group_wave_index
// CHECK: %[[IS:.*]] = arith.cmpi ult, %[[SELF]]
// CHECK: %[[TILE:.*]] = wave.groupshared : memref<256xi32,
// CHECK: scf.if %[[IS]] {
// CHECK:   scf.for unsigned
// CHECK-NOT: wave.barrier
// CHECK-NOT: memref.store
// CHECK:     %[[USE:.*]] = wave.pipe_wait %[[PIPE]]
// CHECK:     %[[NUMBER:.*]] = arith.index_castui %[[USE]]
// CHECK:     %[[OFFSET:.*]] = arith.muli %[[NUMBER]], %{{.*}} : index
// CHECK:     %[[ELEMENT:.*]] = arith.addi %{{.*}}, %[[OFFSET]] : index
// CHECK:     memref.load %[[TILE]][%[[ELEMENT]]]
// CHECK:     wave.pipe_release %[[PIPE]]
// CHECK-NOT: wave.barrier
// CHECK:   memref.store
// CHECK: } else {
// CHECK:   scf.for unsigned
// CHECK:     %[[STAGE:.*]] = wave.pipe_acquire %[[PIPE]]
// CHECK:     memref.load %{{.*}} : memref<?xi32>
// CHECK:     memref.load %{{.*}} : memref<?xi32>
// CHECK:     memref.store %{{.*}}, %[[TILE]]
// CHECK:     memref.store %{{.*}}, %[[TILE]]
// CHECK:     wave.pipe_commit %[[PIPE]]
// CHECK-NOT: wave.barrier
// CHECK: wave.return
// THREE-LABEL: wave.func @all_load
// THREE: wave.pipe stages 3
// THREE: wave.groupshared : memref<192xi32,
wave.func @all_load(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c31 = arith.constant 31 : i32
  %tile = wave.groupshared : !shared
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %begin = arith.muli %wave, %c31 : i32
  %thread = arith.addi %begin, %lane : i32
  %place = arith.index_castui %thread : i32 to index
  %sum = scf.for unsigned %t = %c0 to %n step %c1 iter_args(%s = %c0) -> (i32) : i32 {
    %i = arith.addi %t, %thread : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %total = scf.for unsigned %k = %c0 to %c31 step %c1 iter_args(%part = %s) -> (i32) : i32 {
      %from = arith.index_castui %k : i32 to index
      %x = memref.load %tile[%from] : !shared
      %next = arith.addi %part, %x : i32
      scf.yield %next : i32
    }
    wave.barrier group sync
    scf.yield %total : i32
  }
  memref.store %sum, %out[%place] : !words
}

// A copy that is the same for all waves is started once. The group also meets elsewhere:
// all waves do, and values that pass the barrier are zeros in the new wave.
// CHECK-LABEL: wave.func @copy
// CHECK: %[[IS:.*]] = arith.cmpi ult
// CHECK: scf.if %[[IS]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: wave.barrier group sync
// The barriers of the loop have also ordered the notes.
// CHECK: wave.barrier group sync
// CHECK: %[[SUM:.*]] = scf.if %[[IS]] -> (i32) {
// CHECK:   wave.pipe_wait
// CHECK:   wave.pipe_release
// CHECK: } else {
// CHECK:   wave.pipe_acquire
// CHECK: arith.muli
// CHECK-NEXT: arith.addi
// CHECK-NEXT: wave.async_copy
// CHECK-NEXT: wave.pipe_commit
// CHECK:   %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK:   scf.yield %[[ZERO]]
// CHECK: }
// CHECK: wave.barrier group sync
// CHECK: scf.if %[[IS]] {
// CHECK:   memref.store %[[SUM]]
wave.func @copy(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c62 = arith.constant 62 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %notes = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  memref.store %lane, %notes[%place] : !shared
  wave.barrier group sync
  %sum = scf.for unsigned %t = %c0 to %n step %c1 iter_args(%s = %c0) -> (i32) : i32 {
    wave.async_copy %tile[%c0, %c0], %src[%c0, %c0] at [%c0, %t] of [%c1, %n] size [%c1, %c62] : !shared, !words
    wave.barrier group sync
    %x = memref.load %tile[%place] : !shared
    %total = arith.addi %s, %x : i32
    wave.barrier group sync
    scf.yield %total : i32
  }
  wave.barrier group sync
  %note = memref.load %notes[%i0] : !shared
  memref.store %sum, %out[%place] : !words
  memref.store %note, %out[%i0] : !words
}

}
