// RUN: wave-opt %s -wave-legalize-barriers -wave-verify=barriers -verify-diagnostics | FileCheck %s

// Where memory decides whether the waves meet, the barrier stays and a warning says so, once.

// A persistent group: one lane takes the next piece of work for all. Nobody writes it between the two barriers, so
// all waves find the same.
// CHECK-LABEL: wave.func @persistent_group
// CHECK: scf.while
// CHECK: wave.barrier group sync
// CHECK: wave.barrier group sync
wave.func @persistent_group(%next: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %work = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %true = arith.constant true
  %w = wave.group_wave_index : i32
  %first = arith.cmpi eq, %w, %c0 : i32
  %r = scf.while (%more = %true) : (i1) -> i1 {
    scf.condition(%more) %more : i1
  } do {
  ^bb0(%more: i1):
    scf.if %first {
      %f = wave.is_first_lane : i1
      scf.if %f {
        %mine = wave.atomic_rmw add %c1, %next[%i0] : memref<?xi32>
        memref.store %mine, %work[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
      }
    }
    wave.barrier group sync
    %piece = memref.load %work[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
    %again = arith.cmpi ult, %piece, %n : i32
    wave.barrier group sync
    scf.yield %again : i1
  }
}

// The programmer's word makes it known.
// CHECK-LABEL: wave.func @stated_uniform
// CHECK: wave.barrier group sync
wave.func @stated_uniform(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %x = memref.load %b[%i0] : memref<?xi32>
  memref.store %c0, %b[%i0] : memref<?xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  %u = wave.assume_uniform %p : i1
  scf.if %u {
    wave.barrier group sync
  }
}

// CHECK-LABEL: wave.func @written_buffer_decides
// CHECK: wave.barrier group sync
wave.func @written_buffer_decides(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  // expected-note@+1 {{because of 'memref.load' here}}
  %x = memref.load %b[%i0] : memref<?xi32>
  memref.store %c0, %b[%i0] : memref<?xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  // expected-note@+1 {{this condition may differ between the waves of a group}}
  scf.if %p {
    // expected-warning@+1 {{[barrier-unknown]}}
    wave.barrier group sync
  }
}

// A loop that returns end, as a buffer says: it ends when the waves return.
// CHECK-LABEL: wave.func @persistent_group_returns
// CHECK: scf.while
// CHECK: %[[goes:.*]] = arith.andi
// CHECK: scf.condition(%[[goes]])
// CHECK: wave.barrier group sync
wave.func @persistent_group_returns(%next: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %true = arith.constant true
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    // expected-note@+1 {{because of 'memref.load' here}}
    %piece = memref.load %next[%i0] : memref<?xi32>
    %done = arith.cmpi uge, %piece, %n : i32
    // expected-note@+1 {{this condition may differ between the waves of a group}}
    wave.retire_if %done
    // expected-warning@+1 {{whether all waves of the group reach this barrier depends on memory: if they do, say so with group_uniform(...) [barrier-unknown]}}
    wave.barrier group sync
    memref.store %n, %next[%i0] : memref<?xi32>
    scf.yield
  }
}
