// RUN: wave-opt %s --split-input-file --wave-legalize-barriers=returns-only | FileCheck %s

// What follows a return goes under one condition, a barrier too: whoever reaches it.
// CHECK-LABEL: wave.func @lanes_return
wave.func @lanes_return(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : i32
  %lane = wave.lane_index : i32
  // CHECK: %[[GONE:.*]] = arith.cmpi ult
  %gone = arith.cmpi ult, %lane, %c3 : i32
  // CHECK: %[[LIVE:.*]] = arith.xori %[[GONE]], %{{.*}} : i1
  // CHECK-NEXT: scf.if %[[LIVE]] {
  // CHECK-NEXT: wave.barrier group sync
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: }
  // CHECK-NEXT: wave.return
  wave.retire_if %gone
  wave.barrier group sync
  memref.store %c3, %out[%c0] : memref<?xi32>
  wave.return
}

// -----

// A loop ends for the lanes that return in it, with its barrier.
// CHECK-LABEL: wave.func @loop
wave.func @loop(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  // CHECK: scf.while
  // CHECK: scf.condition
  scf.for unsigned %i = %c0 to %n step %c1 : i32 {
    %gone = arith.cmpi eq, %lane, %i : i32
    // CHECK: %[[LIVE:.*]] = arith.xori
    // CHECK: scf.if %[[LIVE]]
    // CHECK-NEXT: wave.barrier group sync
    wave.retire_if %gone
    wave.barrier group sync
  }
  wave.return
}

// -----

// The branch that waves take differently stays, and is not refused.
// CHECK-LABEL: wave.func @divergent
wave.func @divergent() kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  // CHECK: scf.if
  // CHECK-NEXT: wave.barrier group sync
  scf.if %first {
    wave.barrier group sync
  }
  wave.return
}
