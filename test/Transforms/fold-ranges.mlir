// RUN: wave-opt %s -wave-fold-ranges | FileCheck %s

!out = memref<?xi32>

// CHECK-LABEL: wave.func @decided
// CHECK: memref.store %c1_i32
wave.func @decided(%out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %lane = wave.lane_index : i32
  %below = arith.cmpi ult, %lane, %c128 : i32
  %x = arith.select %below, %c1_i32, %c0_i32 : i32
  memref.store %x, %out[%c0] : !out
}

// What grows by one in each trip, and goes through another loop, may be any number: that is found in few steps, not in
// 2^32.
// CHECK-LABEL: wave.func @growing
// CHECK: arith.cmpi ult
// CHECK: wave.return
wave.func @growing(%out: !out {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c1000 = arith.constant 1000 : i32
  %end = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%a = %c0_i32) -> (i32) : i32 {
    %b = arith.addi %a, %c1_i32 : i32
    %c = scf.for %j = %c0_i32 to %n step %c1_i32 iter_args(%d = %b) -> (i32) : i32 {
      scf.yield %c0_i32 : i32
    }
    scf.yield %c : i32
  }
  %below = arith.cmpi ult, %end, %c1000 : i32
  %x = arith.select %below, %c1_i32, %c0_i32 : i32
  memref.store %x, %out[%c0] : !out
}

// A loop ends, though what stands in it depends on a condition of which nothing is known.
// CHECK-LABEL: wave.func @ending
// CHECK: scf.while (%[[w:.*]] = %c0_i32
// CHECK: arith.cmpi ult, %[[w]], %c3_i32
// CHECK: wave.return
wave.func @ending(%out: !out {wave.binding = #wave.binding<uav, ui32>}, %p: i1 {wave.element = i1}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %q = wave.any %p
  %end = scf.while (%w = %c0_i32) : (i32) -> i32 {
    %more = arith.cmpi ult, %w, %c3 : i32
    scf.condition(%more) %w : i32
  } do {
  ^bb0(%w: i32):
    %inner = scf.while (%x = %w) : (i32) -> i32 {
      scf.condition(%q) %x : i32
    } do {
    ^bb0(%x: i32):
      %y = arith.addi %x, %c1_i32 : i32
      scf.yield %y : i32
    }
    %next = arith.addi %w, %c1_i32 : i32
    scf.yield %next : i32
  }
  memref.store %end, %out[%c0] : !out
}

// The number of a loop that compares without a sign may be any that has one.
// CHECK-LABEL: wave.func @without_a_sign
// CHECK: scf.for unsigned %[[i:.*]] = %c0_i32 to
// CHECK: arith.shrui %[[i]], %c31_i32
// CHECK: scf.for unsigned %[[j:.*]] = %{{.*}} to %c-16_i32
// CHECK: arith.cmpi ult, %[[j]], %c1000_i32
// CHECK: scf.for unsigned %[[k:.*]] = %c5_i32 to %c-16_i32
// CHECK: arith.addi %{{.*}}, %[[k]]
// CHECK: scf.for unsigned %[[l:.*]] = %c5_i32 to %c1000_i32
// CHECK-NOT: arith.cmpi
// CHECK: memref.store %c1_i32
wave.func @without_a_sign(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %place = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %c31 = arith.constant 31 : i32
  %c1000 = arith.constant 1000 : i32
  %end = arith.constant -16 : i32
  %step = arith.constant 2147483647 : i32
  scf.for unsigned %i = %c0 to %n step %c1 : i32 {
    %high = arith.shrui %i, %c31 : i32
    memref.store %high, %out[%place] : memref<?xi32>
  }
  scf.for unsigned %i = %n to %end step %c1 : i32 {
    %low = arith.cmpi ult, %i, %c1000 : i32
    %bit = arith.extui %low : i1 to i32
    memref.store %bit, %out[%place] : memref<?xi32>
  }
  %sum = scf.for unsigned %i = %c5 to %end step %step iter_args(%a = %c0) -> (i32) : i32 {
    %next = arith.addi %a, %i : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
  scf.for unsigned %i = %c5 to %c1000 step %c1 : i32 {
    %low = arith.cmpi ult, %i, %c1000 : i32
    %bit = arith.extui %low : i1 to i32
    memref.store %bit, %out[%place] : memref<?xi32>
  }
}
