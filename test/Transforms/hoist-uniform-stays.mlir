// RUN: wave-opt %s -wave-hoist-uniform | FileCheck %s

// Loops in which other lanes are active than before, in some trip.

!out = memref<?xi32>

// CHECK-LABEL: wave.func @different_trips
// CHECK: scf.for
// CHECK-NEXT: wave.reduce add
// CHECK: wave.return
wave.func @different_trips(%in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  scf.for %i = %c0 to %x step %c1 : i32 {
    %0 = wave.reduce add %x : i32
    memref.store %0, %out[%place] : !out
  }
  wave.return
}

// A flag stands for `break`.
// CHECK-LABEL: wave.func @break
// CHECK: scf.while
// CHECK: wave.reduce maxui
// CHECK: scf.condition
// CHECK: wave.reduce add
// CHECK: wave.return
wave.func @break(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  scf.while (%i = %c0, %go = %true) : (i32, i1) -> i32 {
    %most = wave.reduce maxui %x : i32
    memref.store %most, %out[%place] : !out
    %in_range = arith.cmpi ult, %i, %n : i32
    %more = arith.andi %in_range, %go : i1
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %0 = wave.reduce add %x : i32
    memref.store %0, %out[%place] : !out
    %stay = arith.cmpi ne, %i, %lane : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %stay : i32, i1
  }
  wave.return
}

// Some lanes return, before the operation or behind it: in the next trip they are gone.
// CHECK-LABEL: wave.func @returns
// CHECK: scf.for
// CHECK-NEXT: wave.reduce add
// CHECK: wave.retire_if
// CHECK: scf.for
// CHECK: wave.retire_if
// CHECK: wave.reduce maxui
// CHECK: scf.for
// CHECK: wave.reduce xor
// CHECK: scf.if
// CHECK: wave.retire_if
// CHECK: wave.return
wave.func @returns(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = wave.reduce add %x : i32
    memref.store %0, %out[%place] : !out
    %some = arith.cmpi eq, %i, %lane : i32
    wave.retire_if %some
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    %some = arith.cmpi eq, %i, %lane : i32
    wave.retire_if %some
    %0 = wave.reduce maxui %x : i32
    memref.store %0, %out[%place] : !out
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = wave.reduce xor %x : i32
    memref.store %0, %out[%place] : !out
    %some = arith.cmpi eq, %i, %lane : i32
    scf.if %some {
      wave.retire_if %some
    }
  }
  wave.return
}

// Before the read the whole wave may return, so it is not executed in any case.
// CHECK-LABEL: wave.func @return_of_the_wave
// CHECK: wave.reduce add
// CHECK: scf.for
// CHECK: wave.retire_if
// CHECK: wave.read_lane
// CHECK: memref.load
// CHECK: wave.reduce maxui
// CHECK: wave.return
wave.func @return_of_the_wave(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %done = arith.cmpi ugt, %n, %c3 : i32
    wave.retire_if %done
    %0 = wave.read_lane %lane, %n : i32
    memref.store %0, %out[%place] : !out
    %x = memref.load %in[%place] : !out
    %1 = wave.reduce maxui %x : i32
    memref.store %1, %out[%place] : !out
    %2 = wave.reduce add %lane : i32
    memref.store %2, %out[%place] : !out
  }
  wave.return
}

// Not all lanes take the branch.
// CHECK-LABEL: wave.func @branch
// CHECK: scf.for
// CHECK-NEXT: scf.if
// CHECK-NEXT: wave.count_bits
// CHECK: wave.return
wave.func @branch(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  %some = arith.cmpi ult, %lane, %x : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.if %some {
      %0 = wave.count_bits %true : i32
      memref.store %0, %out[%place] : !out
    }
  }
  wave.return
}

// The first lane that is left has another key in each trip, whichever way the loop is
// written.
// CHECK-LABEL: wave.func @waterfalls
// CHECK: scf.while
// CHECK: scf.condition
// CHECK: wave.read_first_lane
// CHECK: scf.while
// CHECK: scf.if
// CHECK: wave.read_first_lane
// CHECK: wave.return
wave.func @waterfalls(%in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %key = memref.load %in[%place] : !out
  // Lanes leave when it is their turn.
  scf.while (%go = %true) : (i1) -> () {
    scf.condition(%go)
  } do {
    %first = wave.read_first_lane %key : i32
    memref.store %first, %out[%place] : !out
    %stay = arith.cmpi ne, %key, %first : i32
    scf.yield %stay : i1
  }
  // They stay until none is left.
  scf.while (%mine = %true) : (i1) -> i1 {
    %any = wave.any %mine
    scf.condition(%any) %mine : i1
  } do {
  ^bb0(%mine: i1):
    %still = scf.if %mine -> i1 {
      %first = wave.read_first_lane %key : i32
      memref.store %first, %out[%place] : !out
      %stay = arith.cmpi ne, %key, %first : i32
      scf.yield %stay : i1
    } else {
      scf.yield %mine : i1
    }
    scf.yield %still : i1
  }
  wave.return
}

// What the loop carries is another value in each trip.
// CHECK-LABEL: wave.func @carried
// CHECK: scf.for
// CHECK-NEXT: wave.reduce add
// CHECK: wave.return
wave.func @carried(%n: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%x = %lane) -> (i32) : i32 {
    %0 = wave.reduce add %x : i32
    %next = arith.addi %x, %0 : i32
    scf.yield %next : i32
  }
  memref.store %last, %out[%place] : !out
  wave.return
}
