// RUN: wave-opt %s -wave-inline | FileCheck %s
// RUN: wave-opt %s -wave-inline --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC

// CHECK-NOT: wave.call
// CHECK-NOT: @twice
// CHECK-NOT: @four_times
// CHECK-NOT: @unused
gpu.module @kernels {
  wave.func @twice(%x: i32) -> i32 {
    %y = arith.addi %x, %x : i32 loc("helper.py":2:3)
    wave.return %y : i32
  }
  wave.func @four_times(%x: i32) -> i32 {
    %y = wave.call @twice(%x) : (i32) -> i32
    %z = wave.call @twice(%y) : (i32) -> i32
    wave.return %z : i32
  }
  wave.func @unused() {
  }
  wave.func @swap(%x: i32, %y: i32) -> (i32, i32) {
    wave.return %y, %x : i32, i32
  }
  // Ends early for some lanes: a flag, and what follows under it.
  wave.func @early(%c: i1, %x: i32, %out: memref<?xi32>) {
    scf.if %c {
      %i = arith.index_castui %x : i32 to index
      memref.store %x, %out[%i] : memref<?xi32>
    }
  }
  wave.func @wait() {
    wave.barrier group sync
  }
  wave.func @waves() -> i32 num_waves(2) {
    %n = wave.group_wave_count : i32
    wave.return %n : i32
  }

  // CHECK-LABEL: wave.func @nested
  // CHECK-SAME: (%[[x:[^:]*]]: i32
  // CHECK: %[[a:.*]] = arith.addi %[[x]], %[[x]]
  // CHECK-NEXT: %[[b:.*]] = arith.addi %[[a]], %[[a]]
  // LOC-LABEL: wave.func @nested
  // LOC: arith.addi {{.*}} loc(callsite(callsite("helper.py":2:3 at {{.*}}) at "kernel.py":7:9))
  wave.func @nested(%x: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
    %c0 = arith.constant 0 : index
    %y = wave.call @four_times(%x) : (i32) -> i32 loc("kernel.py":7:9)
    // CHECK: memref.store %[[b]]
    memref.store %y, %out[%c0] : memref<?xi32>
  }

  // What a helper returns may be what it was given.
  // CHECK-LABEL: wave.func @arguments_come_back
  // CHECK-SAME: (%[[x:[^:]*]]: i32 {{.*}}, %[[y:[^:]*]]: i32
  // CHECK: memref.store %[[y]]
  // CHECK-NEXT: memref.store %[[x]]
  wave.func @arguments_come_back(%x: i32 {wave.element = ui32}, %y: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
    %c0 = arith.constant 0 : index
    %r:2 = wave.call @swap(%x, %y) : (i32, i32) -> (i32, i32)
    memref.store %r#0, %out[%c0] : memref<?xi32>
    memref.store %r#1, %out[%c0] : memref<?xi32>
  }

  // All lanes that enter leave: what follows the call sees them all again.
  // CHECK-LABEL: wave.func @lanes_come_back
  // CHECK: scf.if
  // CHECK: memref.store
  // CHECK: }
  // CHECK-NEXT: wave.reduce add
  wave.func @lanes_come_back(%c: i1 {wave.element = i1}, %x: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
    %c0 = arith.constant 0 : index
    wave.call @early(%c, %x, %out) : (i1, i32, memref<?xi32>) -> ()
    %s = wave.reduce add %x : i32
    memref.store %s, %out[%c0] : memref<?xi32>
  }

  // CHECK-LABEL: wave.func @calls_in_control_flow
  // CHECK: scf.for
  // CHECK-NEXT: wave.barrier group sync
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: wave.barrier group sync
  wave.func @calls_in_control_flow(%n: i32 {wave.element = ui32}, %c: i1 {wave.element = i1}) kernel num_waves(2) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      wave.call @wait() : () -> ()
      scf.if %c {
        wave.call @wait() : () -> ()
      }
    }
  }

  // CHECK-LABEL: wave.func @stated_waves
  // CHECK: wave.group_wave_count
  wave.func @stated_waves(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
    %c0 = arith.constant 0 : index
    %n = wave.call @waves() : () -> i32
    memref.store %n, %out[%c0] : memref<?xi32>
  }

  // An exported function stays, and its calls are inlined too.
  // CHECK-LABEL: wave.func @library
  // CHECK: arith.addi
  wave.func @library(%x: i32) -> i32 exported {
    %y = wave.call @twice(%x) : (i32) -> i32
    wave.return %y : i32
  }
}
