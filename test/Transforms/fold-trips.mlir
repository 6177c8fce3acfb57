// RUN: wave-opt %s -wave-fold-trips | FileCheck %s

!words = memref<?xi32>

// CHECK-LABEL: wave.func @none
// CHECK-NOT: scf.for
// CHECK: wave.return %{{.*}}, %arg1, %arg1, %arg1
wave.func @none(%n: i32, %x: i32) -> (i32, i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %c1 = arith.constant 1 : i32
  %least = arith.constant -2147483648 : i32
  %most = arith.constant 2147483647 : i32
  %0 = scf.for %i = %n to %n step %c1 iter_args(%a = %x) -> (i32) : i32 {
    scf.yield %i : i32
  }
  %1 = scf.for %i = %c5 to %c5 step %n iter_args(%a = %x) -> (i32) : i32 {
    scf.yield %i : i32
  }
  // The difference of the bounds does not fit a number of 32 bits.
  %2 = scf.for %i = %c1 to %least step %most iter_args(%a = %x) -> (i32) : i32 {
    scf.yield %i : i32
  }
  %3 = scf.for unsigned %i = %least to %c1 step %c1 iter_args(%a = %x) -> (i32) : i32 {
    scf.yield %i : i32
  }
  wave.return %0, %1, %2, %3 : i32, i32, i32, i32
}

// CHECK-LABEL: wave.func @one
// CHECK-NOT: scf.for
// CHECK: %[[a:.*]] = arith.addi %arg0, %c5_i32
// CHECK: %[[b:.*]] = arith.addi %[[a]], %c-1_i32
// CHECK: wave.return %[[a]], %[[b]], %arg0
wave.func @one(%x: i32) -> (i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %c8 = arith.constant 8 : i32
  %last = arith.constant -1 : i32
  %most = arith.constant 2147483646 : i32
  %step = arith.constant 2147483647 : i32
  %0 = scf.for %i = %c5 to %c8 step %c5 iter_args(%a = %x) -> (i32) : i32 {
    %next = arith.addi %a, %i : i32
    scf.yield %next : i32
  }
  %1:2 = scf.for %i = %last to %most step %step iter_args(%a = %0, %b = %x) -> (i32, i32) : i32 {
    %next = arith.addi %a, %i : i32
    scf.yield %next, %b : i32, i32
  }
  wave.return %0, %1#0, %1#1 : i32, i32, i32
}

// Trips that do nothing.
// CHECK-LABEL: wave.func @nothing
// CHECK-NOT: scf.for
// CHECK: wave.return %arg1
wave.func @nothing(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %0 = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %x) -> (i32) : i32 {
    scf.yield %y : i32
  }
  wave.return %0 : i32
}

// Four trips each, though the difference of the bounds wraps around; unknown ones; and no
// trip can be told.
// CHECK-LABEL: wave.func @kept
// CHECK-COUNT-4: scf.for
wave.func @kept(%out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = si32}) kernel num_waves(1) {
  %place = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %from = arith.constant -2000000000 : i32
  %to = arith.constant 2000000000 : i32
  %step = arith.constant 1000000000 : i32
  scf.for %i = %from to %to step %step : i32 {
    memref.store %i, %out[%place] : !words
  }
  scf.for unsigned %i = %c0 to %from step %step : i32 {
    memref.store %i, %out[%place] : !words
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    memref.store %i, %out[%place] : !words
  }
  %none = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c1) -> (i32) : i32 {
    scf.yield %c0 : i32
  }
  memref.store %none, %out[%place] : !words
}
