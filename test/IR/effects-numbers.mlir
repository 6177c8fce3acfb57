// RUN: wave-opt %s --loop-invariant-code-motion --cse | FileCheck %s

// Numbers do not depend on which lanes are active: they leave loops and are merged
// across everything.

// CHECK-LABEL: wave.func @lane_index
wave.func @lane_index(%p: i1 {wave.element = i1}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: wave.lane_index
  // CHECK: scf.for
  // CHECK-NOT: wave.lane_index
  // CHECK: wave.return
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = wave.lane_index : i32
    memref.store %0, %b[%i] : memref<?xi32>
  }
  wave.retire_if %p
  scf.if %p {
    wave.barrier group sync
    %0 = wave.lane_index : i32
    memref.store %0, %b[%c0] : memref<?xi32>
  }
  wave.return
}

// CHECK-LABEL: wave.func @lane_count
wave.func @lane_count(%p: i1 {wave.element = i1}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: wave.lane_count
  // CHECK: scf.for
  // CHECK-NOT: wave.lane_count
  // CHECK: wave.return
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = wave.lane_count : i32
    memref.store %0, %b[%i] : memref<?xi32>
  }
  wave.retire_if %p
  scf.if %p {
    wave.barrier group sync
    %0 = wave.lane_count : i32
    memref.store %0, %b[%c0] : memref<?xi32>
  }
  wave.return
}

// CHECK-LABEL: wave.func @group_wave_index
wave.func @group_wave_index(%p: i1 {wave.element = i1}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: wave.group_wave_index
  // CHECK: scf.for
  // CHECK-NOT: wave.group_wave_index
  // CHECK: wave.return
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = wave.group_wave_index : i32
    memref.store %0, %b[%i] : memref<?xi32>
  }
  wave.retire_if %p
  scf.if %p {
    wave.barrier group sync
    %0 = wave.group_wave_index : i32
    memref.store %0, %b[%c0] : memref<?xi32>
  }
  wave.return
}

// CHECK-LABEL: wave.func @group_wave_count
wave.func @group_wave_count(%p: i1 {wave.element = i1}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: wave.group_wave_count
  // CHECK: scf.for
  // CHECK-NOT: wave.group_wave_count
  // CHECK: wave.return
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = wave.group_wave_count : i32
    memref.store %0, %b[%i] : memref<?xi32>
  }
  wave.retire_if %p
  scf.if %p {
    wave.barrier group sync
    %0 = wave.group_wave_count : i32
    memref.store %0, %b[%c0] : memref<?xi32>
  }
  wave.return
}

// CHECK-LABEL: wave.func @group_id_x
wave.func @group_id_x(%p: i1 {wave.element = i1}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: wave.group_id x
  // CHECK: scf.for
  // CHECK-NOT: wave.group_id x
  // CHECK: wave.return
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = wave.group_id x : i32
    memref.store %0, %b[%i] : memref<?xi32>
  }
  wave.retire_if %p
  scf.if %p {
    wave.barrier group sync
    %0 = wave.group_id x : i32
    memref.store %0, %b[%c0] : memref<?xi32>
  }
  wave.return
}

// CHECK-LABEL: wave.func @group_count_y
wave.func @group_count_y(%p: i1 {wave.element = i1}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: wave.group_count y
  // CHECK: scf.for
  // CHECK-NOT: wave.group_count y
  // CHECK: wave.return
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = wave.group_count y : i32
    memref.store %0, %b[%i] : memref<?xi32>
  }
  wave.retire_if %p
  scf.if %p {
    wave.barrier group sync
    %0 = wave.group_count y : i32
    memref.store %0, %b[%c0] : memref<?xi32>
  }
  wave.return
}

// CHECK-LABEL: wave.func @dispatch_thread_id_x
wave.func @dispatch_thread_id_x(%p: i1 {wave.element = i1}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: wave.dispatch_thread_id x
  // CHECK: scf.for
  // CHECK-NOT: wave.dispatch_thread_id x
  // CHECK: wave.return
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = wave.dispatch_thread_id x : i32
    memref.store %0, %b[%i] : memref<?xi32>
  }
  wave.retire_if %p
  scf.if %p {
    wave.barrier group sync
    %0 = wave.dispatch_thread_id x : i32
    memref.store %0, %b[%c0] : memref<?xi32>
  }
  wave.return
}

// CHECK-LABEL: wave.func @group_thread_id_z
wave.func @group_thread_id_z(%p: i1 {wave.element = i1}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: wave.group_thread_id z
  // CHECK: scf.for
  // CHECK-NOT: wave.group_thread_id z
  // CHECK: wave.return
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = wave.group_thread_id z : i32
    memref.store %0, %b[%i] : memref<?xi32>
  }
  wave.retire_if %p
  scf.if %p {
    wave.barrier group sync
    %0 = wave.group_thread_id z : i32
    memref.store %0, %b[%c0] : memref<?xi32>
  }
  wave.return
}

// CHECK-LABEL: wave.func @group_index
wave.func @group_index(%p: i1 {wave.element = i1}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: wave.group_index
  // CHECK: scf.for
  // CHECK-NOT: wave.group_index
  // CHECK: wave.return
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = wave.group_index : i32
    memref.store %0, %b[%i] : memref<?xi32>
  }
  wave.retire_if %p
  scf.if %p {
    wave.barrier group sync
    %0 = wave.group_index : i32
    memref.store %0, %b[%c0] : memref<?xi32>
  }
  wave.return
}
