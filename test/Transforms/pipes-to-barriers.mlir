// RUN: wave-opt %s -wave-pipes-to-barriers -canonicalize -cse | FileCheck %s

!shared = memref<64xi32, #gpu.address_space<workgroup>>
!in = memref<?xi32>

// One loop, one barrier: the producer may be one use ahead.
// CHECK-LABEL: wave.func @two_stages
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[TWO:.*]] = arith.constant 2 : i32
// CHECK:         %[[WAVE:.*]] = wave.group_wave_index : i32
// CHECK-DAG:     %[[PRODUCES:.*]] = arith.cmpi ult, %[[WAVE]], %[[ONE]] : i32
// CHECK-DAG:     %[[CONSUMES:.*]] = arith.cmpi uge, %[[WAVE]], %[[ONE]] : i32
// CHECK:         %[[RESULTS:.*]]:2 = scf.for unsigned %{{.*}} iter_args(%[[STAGE:.*]] = %[[ZERO]], %[[SUM:.*]] = %[[ZERO]])
// CHECK:           scf.if %[[PRODUCES]] {
// CHECK:             %[[TO:.*]] = arith.index_castui %[[STAGE]]
// CHECK:             memref.store %{{.*}}, %{{.*}}[%[[TO]]]
// CHECK:           }
// CHECK-NEXT:      wave.barrier group sync
// CHECK-NEXT:      %[[NEW:.*]] = scf.if %[[CONSUMES]] -> (i32) {
// CHECK:             %[[FROM:.*]] = arith.index_castui %[[STAGE]]
// CHECK:             memref.load %{{.*}}[%[[FROM]]]
// CHECK:           } else {
// CHECK-NEXT:        scf.yield %[[ZERO]]
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addi %[[STAGE]], %[[ONE]]
// CHECK-NEXT:      %[[WRAPPED:.*]] = arith.remui %[[NEXT]], %[[TWO]]
// CHECK-NEXT:      scf.yield %[[WRAPPED]], %[[NEW]]
// CHECK:         scf.if %[[CONSUMES]] {
// CHECK:           memref.store %[[RESULTS]]#1
// CHECK-NOT:     wave.barrier
wave.func @two_stages(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !in {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(3) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %pipe = wave.pipe stages 2 producers [0] consumers [1, 2]
  %wave = wave.group_wave_index : i32
  %produces = arith.cmpi eq, %wave, %c0 : i32
  scf.if %produces {
    scf.for unsigned %i = %c0 to %n step %c1 : i32 {
      %stage = wave.pipe_acquire %pipe : i32
      %place = arith.index_castui %stage : i32 to index
      %from = arith.index_castui %i : i32 to index
      %value = memref.load %in[%from] : !in
      memref.store %value, %tile[%place] : !shared
      wave.pipe_commit %pipe
    }
  } else {
    %sum = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (i32) : i32 {
      %stage = wave.pipe_wait %pipe : i32
      %place = arith.index_castui %stage : i32 to index
      %value = memref.load %tile[%place] : !shared
      %new = arith.addi %s, %value : i32
      wave.pipe_release %pipe
      scf.yield %new : i32
    }
    memref.store %sum, %out[%i0] : !in
  }
}

// The producer waits for the consumer before it writes again, and the stores to
// the buffer are ordered as well.
// CHECK-LABEL: wave.func @one_stage
// CHECK:         scf.for
// CHECK-NEXT:      wave.barrier all sync
// CHECK-NEXT:      scf.if
// CHECK:           }
// CHECK-NEXT:      wave.barrier all sync
// CHECK-NEXT:      scf.if
wave.func @one_stage(%out: !in {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  %wave = wave.group_wave_index : i32
  %produces = arith.cmpi eq, %wave, %c0 : i32
  scf.if %produces {
    scf.for unsigned %i = %c0 to %n step %c1 : i32 {
      %stage = wave.pipe_acquire %pipe : i32
      memref.store %i, %out[%i0] : !in
      wave.pipe_commit %pipe
    }
  } else {
    scf.for unsigned %i = %c0 to %n step %c1 : i32 {
      %stage = wave.pipe_wait %pipe : i32
      %value = memref.load %out[%i0] : !in
      memref.store %value, %out[%i1] : !in
      wave.pipe_release %pipe
    }
  }
}

// Conditions that are the same for both sides become one, which carries the stage.
// CHECK-LABEL: wave.func @under_a_condition
// CHECK:         scf.for {{.*}} iter_args(%[[STAGE:.*]] = %{{.*}})
// CHECK:           %[[NEXT:.*]] = scf.if %{{.*}} -> (i32) {
// CHECK-NEXT:        scf.if
// CHECK:             wave.barrier all sync
// CHECK:             arith.remui
// CHECK:           } else {
// CHECK-NEXT:        scf.yield %[[STAGE]]
// CHECK:           scf.yield %[[NEXT]]
wave.func @under_a_condition(%n: i32 {wave.element = ui32}, %m: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %pipe = wave.pipe stages 3 producers [1] consumers [0]
  %wave = wave.group_wave_index : i32
  %consumes = arith.cmpi eq, %wave, %c0 : i32
  scf.if %consumes {
    scf.for unsigned %i = %c0 to %n step %c1 : i32 {
      %takes = arith.cmpi ult, %i, %m : i32
      scf.if %takes {
        %stage = wave.pipe_wait %pipe : i32
        %value = memref.load %tile[%i0] : !shared
        wave.print "value {}"(%value : i32) as [ui32]
        wave.pipe_release %pipe
      }
    }
  } else {
    scf.for unsigned %i = %c0 to %n step %c1 : i32 {
      %takes = arith.cmpi ult, %i, %m : i32
      scf.if %takes {
        %stage = wave.pipe_acquire %pipe : i32
        memref.store %i, %tile[%i0] : !shared
        wave.pipe_commit %pipe
      }
    }
  }
}

// A barrier of a set is one of the group, which the other wave reaches as well.
// CHECK-LABEL: wave.func @a_set
// CHECK:         scf.for
// CHECK-NEXT:      scf.if
// CHECK:           wave.barrier all sync
// CHECK-NEXT:      scf.if
wave.func @a_set(%n: i32 {wave.element = ui32}) kernel num_waves(3) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %wave = wave.group_wave_index : i32
  %takes = arith.cmpi uge, %wave, %c1 : i32
  scf.if %takes {
    scf.for unsigned %i = %c0 to %n step %c1 : i32 {
      memref.store %i, %tile[%i0] : !shared
      wave.waves_barrier [1, 2]
      %value = memref.load %tile[%i0] : !shared
      wave.print "value {}"(%value : i32) as [ui32]
    }
  }
}
