// RUN: wave-opt %s --canonicalize --cse --loop-invariant-code-motion --control-flow-sink --sccp --canonicalize | FileCheck %s

// Mistakes that other compilers made with operations across lanes.

// Each lane leaves in its own trip, so each count sees one lane: the operation belongs to
// the trip, and neither the loop nor the operation may go.
// CHECK-LABEL: wave.func @count_before_break
wave.func @count_before_break(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %true = arith.constant true
  %false = arith.constant false
  // CHECK: %[[lane:.*]] = wave.lane_index
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  // CHECK: scf.while
  %r:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
    %in = arith.cmpi ult, %i, %c64 : i32
    %more = arith.andi %in, %go : i1
    scf.condition(%more) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %mine = arith.cmpi eq, %i, %l : i32
    // CHECK: scf.if
    scf.if %mine {
      // CHECK: wave.count_bits
      %n = wave.count_bits %true : i32
      // CHECK: memref.store
      memref.store %n, %out[%li] : memref<?xi32>
    }
    %stay = arith.xori %mine, %true : i1
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %stay : i32, i1
  }
}

// The same in two dimensions.
// CHECK-LABEL: wave.func @count_in_nested_loops
wave.func @count_in_nested_loops(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %true = arith.constant true
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  // CHECK: scf.for
  scf.for %y = %c0 to %c8 step %c1 : i32 {
    // CHECK: scf.for
    scf.for %x = %c0 to %c8 step %c1 : i32 {
      %row = arith.muli %y, %c8 : i32
      %place = arith.addi %row, %x : i32
      %mine = arith.cmpi eq, %place, %l : i32
      // CHECK: scf.if
      // CHECK: wave.count_bits
      scf.if %mine {
        %n = wave.count_bits %true : i32
        memref.store %n, %out[%li] : memref<?xi32>
      }
    }
  }
}

// An operation before a break sees the lanes that leave, one after the loop all of them:
// they are not one.
// CHECK-LABEL: wave.func @break_block_is_not_the_merge_block
wave.func @break_block_is_not_the_merge_block(%x: i32, %n: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %true = arith.constant true
  // CHECK: scf.while
  %r:2 = scf.while (%go = %true, %seen = %c0) : (i1, i32) -> (i1, i32) {
    scf.condition(%go) %go, %seen : i1, i32
  } do {
  ^bb0(%go: i1, %seen: i32):
    %l = wave.lane_index : i32
    %leaves = arith.cmpi ult, %l, %n : i32
    // CHECK: scf.if
    %now = scf.if %leaves -> i32 {
      // CHECK: wave.reduce add
      %s = wave.reduce add %x : i32
      scf.yield %s : i32
    } else {
      scf.yield %seen : i32
    }
    %stay = arith.xori %leaves, %true : i1
    scf.yield %stay, %now : i1, i32
  }
  // CHECK: wave.reduce add
  // CHECK: wave.return
  %after = wave.reduce add %x : i32
  wave.return %r#1, %after : i32, i32
}

// A waterfall loop: the first lane's key differs from trip to trip, and inside the branch
// where it equals the lane's own it is still not replaced by it.
// CHECK-LABEL: wave.func @waterfall
// CHECK-SAME: %[[key:[^:]*]]: i32
wave.func @waterfall(%key: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  // CHECK: scf.while
  %r = scf.while (%go = %true) : (i1) -> i1 {
    scf.condition(%go) %go : i1
  } do {
  ^bb0(%go: i1):
    // CHECK: %[[first:.*]] = wave.read_first_lane %[[key]]
    %first = wave.read_first_lane %key : i32
    // CHECK: %[[same:.*]] = arith.cmpi eq, %[[key]], %[[first]]
    %same = arith.cmpi eq, %key, %first : i32
    // CHECK: scf.if %[[same]]
    scf.if %same {
      // CHECK: wave.atomic_rmw or %[[first]]
      %old = wave.atomic_rmw or %first, %out[%c0] : memref<?xi32>
    }
    %stay = arith.xori %same, %true : i1
    scf.yield %stay : i1
  }
}

// Used in a branch only, executed by all lanes.
// CHECK-LABEL: wave.func @not_sunk_into_its_only_use
wave.func @not_sunk_into_its_only_use(%p: i1 {wave.element = i1}, %x: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  // CHECK: wave.prefix add
  // CHECK: scf.if
  %s = wave.prefix add %x : i32
  scf.if %p {
    memref.store %s, %out[%c0] : memref<?xi32>
  }
}

// The same operation on both sides of a condition gives another sum on each.
// CHECK-LABEL: wave.func @both_sides_stay
wave.func @both_sides_stay(%p: i1 {wave.element = i1}, %x: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  // CHECK: scf.if
  // CHECK-NEXT: wave.reduce add
  // CHECK: else
  // CHECK-NEXT: wave.reduce add
  scf.if %p {
    %s = wave.reduce add %x : i32
    memref.store %s, %out[%c0] : memref<?xi32>
  } else {
    %s = wave.reduce add %x : i32
    memref.store %s, %out[%c0] : memref<?xi32>
  }
}

// After an early return the lanes are gone for the operations that follow, at every depth.
// CHECK-LABEL: wave.func @early_return
wave.func @early_return(%p: i1 {wave.element = i1}, %x: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[before:.*]] = wave.reduce add
  %0 = wave.reduce add %x : i32
  // CHECK: scf.if
  scf.if %p {
    // CHECK: wave.retire_if
    %l = wave.lane_index : i32
    %c3 = arith.constant 3 : i32
    %small = arith.cmpi ult, %l, %c3 : i32
    wave.retire_if %small
  }
  // CHECK: %[[after:.*]] = wave.reduce add
  %1 = wave.reduce add %x : i32
  // CHECK: memref.store %[[before]]
  memref.store %0, %out[%c0] : memref<?xi32>
  // CHECK: memref.store %[[after]]
  memref.store %1, %out[%c0] : memref<?xi32>
}

// A condition that the wave itself decides: nothing is known of the branch from it.
// CHECK-LABEL: wave.func @equality_with_the_first_lane
wave.func @equality_with_the_first_lane(%x: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[first:.*]] = wave.read_first_lane
  %first = wave.read_first_lane %x : i32
  %same = arith.cmpi eq, %x, %first : i32
  scf.if %same {
    // CHECK: memref.store %[[first]]
    memref.store %first, %out[%c0] : memref<?xi32>
  }
}
