// RUN: wave-opt %s -wave-hoist-uniform | FileCheck %s

// Loops that the whole wave runs together.

!out = memref<?xi32>

// CHECK-LABEL: wave.func @out_of_a_loop
// CHECK: %[[sum:.*]] = wave.reduce add
// CHECK: %[[n:.*]] = wave.count_bits
// CHECK: %[[place:.*]] = wave.prefix_count_bits
// CHECK: %[[first:.*]] = wave.read_first_lane
// CHECK: %[[mask:.*]] = wave.ballot
// CHECK: scf.for
// CHECK-NOT: wave.
// CHECK: memref.store
// CHECK: wave.return
wave.func @out_of_a_loop(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  %c = arith.cmpi ult, %lane, %x : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = wave.reduce add %x : i32
    %1 = wave.count_bits %true : i32
    %2 = wave.prefix_count_bits %c : i32
    %3 = wave.read_first_lane %x : i32
    %4 = wave.ballot %c : vector<4xi32>
    %5 = vector.extract %4[0] : i32 from vector<4xi32>
    %6 = arith.addi %0, %1 : i32
    %7 = arith.addi %2, %3 : i32
    %8 = arith.addi %6, %7 : i32
    %9 = arith.addi %8, %5 : i32
    memref.store %9, %out[%place] : !out
  }
  wave.return
}

// With what an operation needs, and nothing else.
// CHECK-LABEL: wave.func @with_arithmetic
// CHECK: %[[both:.*]] = arith.addi
// CHECK: %[[c:.*]] = arith.cmpi ult, %{{.*}}, %[[both]]
// CHECK: wave.any %[[c]]
// CHECK-NOT: arith.xori
// CHECK: scf.for
// CHECK: arith.xori
// CHECK: wave.return
wave.func @with_arithmetic(%n: i32 {wave.element = ui32}, %m: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for %i = %c0 to %n step %c1 : i32 {
    %other = arith.xori %n, %m : i32
    %both = arith.addi %n, %m : i32
    %c = arith.cmpi ult, %lane, %both : i32
    %any = wave.any %c
    scf.if %any {
      memref.store %other, %out[%place] : !out
    }
  }
  wave.return
}

// What may fail does not go before a loop that may have no trip, nor does a load.
// CHECK-LABEL: wave.func @what_may_fail
// CHECK: scf.for
// CHECK: arith.divui
// CHECK: wave.reduce add
// CHECK: scf.for
// CHECK: memref.load
// CHECK: wave.reduce add
// There are three trips; the buffer that is written is not the one that is read.
// CHECK: memref.load
// CHECK: wave.reduce add
// CHECK: wave.read_lane
// CHECK: scf.for
// CHECK: memref.load
// CHECK: wave.reduce add
// CHECK: wave.return
wave.func @what_may_fail(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = arith.divui %lane, %n : i32
    %0 = wave.reduce add %x : i32
    memref.store %0, %out[%place] : !out
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = memref.load %in[%place] : !out
    %0 = wave.reduce add %x : i32
    memref.store %0, %out[%place] : !out
  }
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %x = memref.load %in[%place] : !out
    %0 = wave.reduce add %x : i32
    memref.store %0, %out[%place] : !out
    %y = memref.load %out[%place] : !out
    %1 = wave.reduce add %y : i32
    memref.store %1, %out[%place] : !out
    %2 = wave.read_lane %lane, %n : i32
    memref.store %2, %out[%place] : !out
  }
  wave.return
}

// Reads of a lane and of quads are undefined for some operands, so they stay where nobody
// may ask for them.
// CHECK-LABEL: wave.func @undefined_for_some
// CHECK: scf.for
// CHECK: wave.read_lane
// CHECK: wave.quad_read_across
// CHECK: wave.multi_prefix
// CHECK: scf.for
// CHECK: scf.if
// CHECK: wave.read_lane
// CHECK: wave.read_lane
// CHECK: scf.while
// CHECK: scf.condition
// CHECK: wave.quad_any
// CHECK: wave.return
wave.func @undefined_for_some(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  %some = arith.cmpi ult, %lane, %x : i32
  %mask = wave.match %x : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = wave.read_lane %x, %n : i32
    memref.store %0, %out[%place] : !out
    %1 = wave.quad_read_across x %x : i32
    memref.store %1, %out[%place] : !out
    %2 = wave.multi_prefix add %x, %mask : i32
    memref.store %2, %out[%place] : !out
  }
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %in_range = arith.cmpi ult, %n, %c3 : i32
    scf.if %in_range {
      %0 = wave.read_lane %x, %n : i32
      memref.store %0, %out[%place] : !out
    }
  }
  scf.while (%i = %c0) : (i32) -> i32 {
    %last = wave.read_lane %x, %n : i32
    %uniform = wave.read_first_lane %last : i32
    %go = arith.cmpi ult, %i, %uniform : i32
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %any = wave.quad_any %some
    scf.if %any {
      memref.store %i, %out[%place] : !out
    }
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  wave.return
}

// Out of all loops around, and out of conditions of the whole wave.
// CHECK-LABEL: wave.func @nested
// CHECK: %[[sum:.*]] = wave.reduce add
// CHECK: %[[most:.*]] = wave.reduce maxui
// CHECK: scf.for
// CHECK: %[[mixed:.*]] = arith.addi
// CHECK: wave.reduce xor %[[mixed]]
// CHECK: scf.for
// CHECK-NOT: wave.reduce
// CHECK: wave.return
wave.func @nested(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %i step %c1 : i32 {
      %0 = wave.reduce add %x : i32
      memref.store %0, %out[%place] : !out
      %p = arith.cmpi ult, %j, %n : i32
      scf.if %p {
        %1 = wave.reduce maxui %x : i32
        memref.store %1, %out[%place] : !out
        %mixed = arith.addi %x, %i : i32
        %2 = wave.reduce xor %mixed : i32
        memref.store %2, %out[%place] : !out
      }
    }
  }
  wave.return
}

// Two loops with the same: one is enough.
// CHECK-LABEL: wave.func @two_loops
// CHECK-COUNT-1: wave.reduce add
// CHECK-NOT: wave.reduce add
// CHECK: wave.return
wave.func @two_loops(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = wave.reduce add %x : i32
    memref.store %0, %out[%place] : !out
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = wave.reduce add %x : i32
    memref.store %0, %out[%place] : !out
  }
  wave.return
}

// Only part of a wave is there, but it is the same part in each trip.
// CHECK-LABEL: wave.func @in_a_branch
// CHECK: scf.if
// CHECK-NEXT: wave.reduce add
// CHECK-NEXT: scf.for
// CHECK: wave.return
wave.func @in_a_branch(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  %some = arith.cmpi ult, %lane, %x : i32
  scf.if %some {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %0 = wave.reduce add %x : i32
      memref.store %0, %out[%place] : !out
    }
  }
  wave.return
}
