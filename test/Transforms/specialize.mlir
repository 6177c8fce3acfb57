// RUN: wave-opt %s -wave-specialize --remarks-filter=wave-specialize 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

#buffer = #wave.binding<uav, ui32>
!buffer = memref<?xi32>
!shared = memref<4xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {

//===----------------------------------------------------------------------===//
// The chain
//===----------------------------------------------------------------------===//

// Two conditions become one test. What both sides do is in both copies, in its order.
// CHECK-LABEL: wave.func @two_sets
// CHECK: %[[first:.*]] = arith.cmpi eq, %{{.*}}, %c0_i32
// CHECK: scf.if %[[first]] {
// CHECK: memref.store %c10_i32
// CHECK: wave.reduce add
// CHECK: memref.store %c20_i32
// CHECK: } else {
// CHECK-NOT: scf.if
// CHECK-NOT: memref.store %c10_i32
// CHECK: wave.reduce add
// CHECK-NOT: memref.store %c20_i32
// CHECK: memref.store %c30_i32
// CHECK: }
// CHECK-NOT: scf.if
// CHECK: wave.return
// REMARK: Passed{{.*}}Function=two_sets | Remark="one copy for each set of waves (0; 1 to 3): saves 12 operations per group, takes 4 comparisons, and adds {{.*}} operation
wave.func @two_sets(%out: !buffer {wave.binding = #buffer}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %v10 = arith.constant 10 : i32
  %v20 = arith.constant 20 : i32
  %v30 = arith.constant 30 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  %others = arith.cmpi ne, %wave, %c0 : i32
  scf.if %zero {
    memref.store %v10, %out[%i0] : !buffer
  }
  %sum = wave.reduce add %lane : i32
  memref.store %sum, %out[%i1] : !buffer
  scf.if %zero {
    memref.store %v20, %out[%i0] : !buffer
  }
  scf.if %others {
    memref.store %v30, %out[%i0] : !buffer
  }
}

// Of three sets the largest is asked for first; the last one is what is left. Results say what each set computed.
// CHECK-LABEL: wave.func @three_sets
// CHECK: %[[index:.*]] = wave.group_wave_index : i32
// CHECK: %[[many:.*]] = arith.cmpi uge, %{{.*}}, %c2_i32
// CHECK: %[[result:.*]] = scf.if %[[many]] -> (i32) {
// CHECK: scf.yield %c3_i32
// CHECK: } else {
// CHECK: %[[zero:.*]] = arith.cmpi eq, %{{.*}}, %c0_i32
// CHECK: scf.if %[[zero]] -> (i32) {
// CHECK: scf.yield %c1_i32
// CHECK: } else {
// CHECK: scf.yield %c2_i32
// CHECK: }
// CHECK: scf.yield
// CHECK: }
// CHECK: memref.store %[[result]]
// REMARK: Passed{{.*}}Function=three_sets | Remark="one copy for each set of waves (2 to 5; 0; 1): saves {{.*}} operations per group, takes 8 comparisons
wave.func @three_sets(%out: !buffer {wave.binding = #buffer}) kernel num_waves(6) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %wave = wave.group_wave_index : i32
  %at = arith.index_castui %wave : i32 to index
  %zero = arith.cmpi eq, %wave, %c0 : i32
  %one = arith.cmpi eq, %wave, %c1 : i32
  %a = scf.if %zero -> (i32) {
    scf.yield %c1 : i32
  } else {
    scf.yield %c3 : i32
  }
  memref.store %c0, %out[%at] : !buffer
  %b = scf.if %one -> (i32) {
    scf.yield %c2 : i32
  } else {
    scf.yield %a : i32
  }
  memref.store %b, %out[%at] : !buffer
}

// The index is a constant in a copy of one wave; in one of several, what it decides for all of them.
// CHECK-LABEL: wave.func @constants
// CHECK: scf.if
// CHECK: memref.store %c7_i32
// CHECK: } else {
// CHECK: memref.store %c1_i32
// CHECK: memref.store %{{.*}}, %arg0[%{{.*}}] : memref<?xi32>
// CHECK: wave.return
wave.func @constants(%out: !buffer {wave.binding = #buffer}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  %positive = arith.cmpi ugt, %wave, %c0 : i32
  scf.if %zero {
    %seven = arith.addi %wave, %c7 : i32
    memref.store %seven, %out[%i0] : !buffer
  }
  scf.if %positive {
    %plus = arith.addi %wave, %c3 : i32
    %one = arith.shrui %plus, %c1 : i32
    %same = arith.cmpi ult, %wave, %c7 : i32
    %wide = arith.extui %same : i1 to i32
    memref.store %wide, %out[%i0] : !buffer
    memref.store %one, %out[%i0] : !buffer
  }
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

// A barrier and the loop that holds it are there once; each stretch has a chain of its own.
// CHECK-LABEL: wave.func @around_barriers
// CHECK-COUNT-1: scf.for
// CHECK: scf.if
// CHECK: } else {
// CHECK-NOT: scf.if
// CHECK: wave.barrier group sync
// CHECK: scf.if
// CHECK: } else {
// CHECK-NOT: scf.if
// CHECK-NOT: wave.barrier
// CHECK-NOT: scf.for
// CHECK: wave.return
wave.func @around_barriers(%out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  %one = arith.cmpi eq, %wave, %c1 : i32
  scf.for %t = %c0 to %n step %c1 : i32 {
    %at = arith.index_castui %t : i32 to index
    scf.if %zero {
      memref.store %t, %s[%at] : !shared
    }
    scf.if %one {
      memref.store %t, %out[%at] : !buffer
    }
    wave.barrier group sync
    scf.if %zero {
      memref.store %lane, %out[%at] : !buffer
    }
    scf.if %one {
      %v = memref.load %s[%at] : !shared
      memref.store %v, %out[%at] : !buffer
    }
  }
}

// A loop without a barrier is copied, and decides nothing any more.
// CHECK-LABEL: wave.func @in_a_loop
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: } else {
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: wave.return
wave.func @in_a_loop(%out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %wave = wave.group_wave_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  scf.for %t = %c0 to %n step %c1 : i32 {
    %at = arith.index_castui %t : i32 to index
    scf.if %zero {
      memref.store %t, %out[%at] : !buffer
    } else {
      memref.store %c1, %out[%at] : !buffer
    }
  }
}

//===----------------------------------------------------------------------===//
// What waves need
//===----------------------------------------------------------------------===//

// Stores of elements that nobody reads go from the copies of their waves.
// CHECK-LABEL: wave.func @dead_stores
// CHECK: scf.if
// CHECK-NOT: memref<4xi32
// CHECK: } else {
// CHECK: memref.store %c1_i32{{.*}} memref<4xi32
// CHECK-NOT: memref<4xi32
// CHECK: wave.barrier group sync
wave.func @dead_stores(%out: !buffer {wave.binding = #buffer}) kernel num_waves(4) {
  %s = wave.groupshared : !shared
  %c1 = arith.constant 1 : i32
  %i1 = arith.constant 1 : index
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %at = arith.index_castui %wave : i32 to index
  %one = arith.cmpi eq, %wave, %c1 : i32
  scf.if %one {
    memref.store %lane, %out[%at] : !buffer
  }
  memref.store %wave, %s[%at] : !shared
  scf.if %one {
    memref.store %lane, %out[%at] : !buffer
  }
  wave.barrier group sync
  %v = memref.load %s[%i1] : !shared
  memref.store %v, %out[%at] : !buffer
}

// What only one side of a branch needs moves there, in its order: loads and lane operations, too.
// CHECK-LABEL: wave.func @sink
// CHECK-NOT: memref.load
// CHECK-NOT: wave.reduce
// CHECK: scf.if
// CHECK-NEXT: %[[v:.*]] = memref.load %arg1
// CHECK-NEXT: %[[sum:.*]] = wave.reduce add %[[v]]
// CHECK-NEXT: memref.store %[[sum]]
// REMARK: Passed{{.*}}Function=sink | Remark="moved 2 operations before this condition to the waves that need them"
wave.func @sink(%out: !buffer {wave.binding = #buffer}, %in: !buffer {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  %v = memref.load %in[%i0] : !buffer
  %sum = wave.reduce add %v : i32
  scf.if %zero {
    memref.store %sum, %out[%i0] : !buffer
  }
}

// So do loops that write nothing.
// CHECK-LABEL: wave.func @sink_a_loop
// CHECK-NOT: scf.for
// CHECK: scf.if
// CHECK-NEXT: %[[total:.*]] = scf.for
// CHECK: memref.load
// CHECK: memref.store %[[total]]
wave.func @sink_a_loop(%out: !buffer {wave.binding = #buffer}) kernel num_waves(4) {
  %s = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i4 = arith.constant 4 : index
  %wave = wave.group_wave_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  %total = scf.for %i = %i0 to %i4 step %i1 iter_args(%t = %c0) -> (i32) {
    %x = memref.load %s[%i] : !shared
    %next = arith.addi %t, %x : i32
    scf.yield %next : i32
  }
  scf.if %zero {
    memref.store %total, %out[%i0] : !buffer
  }
}

// What a set does not need behind the chain it does not compute.
// CHECK-LABEL: wave.func @not_needed
// CHECK: %[[r:.*]] = scf.if %{{.*}} -> (i32) {
// CHECK: wave.reduce
// CHECK: } else {
// CHECK-NOT: wave.reduce
// CHECK: scf.yield %c0_i32
// CHECK: }
// CHECK: wave.barrier
// CHECK: scf.if
// CHECK: memref.store %[[r]]
wave.func @not_needed(%out: !buffer {wave.binding = #buffer}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  scf.if %zero {
    memref.store %lane, %out[%i0] : !buffer
  }
  %x = memref.load %out[%i0] : !buffer
  %sum = wave.reduce add %x : i32
  scf.if %zero {
    memref.store %c0, %out[%i0] : !buffer
  }
  wave.barrier all sync
  scf.if %zero {
    memref.store %sum, %out[%i0] : !buffer
  }
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

// Of how many waves is unknown: the last set has all that come.
// CHECK-LABEL: wave.func @of_threads
// CHECK: scf.if
// CHECK: memref.store %c1_i32
// CHECK: memref.store %c2_i32
// CHECK: } else {
// CHECK-NOT: scf.if
// CHECK: memref.store %c2_i32
// CHECK: memref.store %c3_i32
// CHECK: wave.return
// REMARK: Passed{{.*}}Function=of_threads | Remark="one copy for each set of waves (0; 1 and up)
wave.func @of_threads(%out: !buffer {wave.binding = #buffer}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %wave = wave.group_wave_index : i32
  %at = arith.index_castui %wave : i32 to index
  %zero = arith.cmpi eq, %wave, %c0 : i32
  %others = arith.cmpi ugt, %wave, %c0 : i32
  scf.if %zero {
    memref.store %c1, %out[%at] : !buffer
  }
  memref.store %c2, %out[%at] : !buffer
  scf.if %others {
    memref.store %c3, %out[%at] : !buffer
  }
}

}
