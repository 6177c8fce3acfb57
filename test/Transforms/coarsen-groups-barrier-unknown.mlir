// RUN: wave-opt %s --wave-coarsen-groups="factor=3" --wave-verify=barriers -verify-diagnostics | FileCheck %s

// The copies of a barrier, of the groups together and of the groups that are left, have one warning.

// CHECK-LABEL: wave.func @memory_decides
// CHECK: scf.for
// CHECK: wave.barrier group sync
// CHECK: wave.barrier group sync
wave.func @memory_decides(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  // expected-note@+1 {{because of 'memref.load' here}}
  %x = memref.load %b[%i] : memref<?xi32>
  memref.store %c0, %b[%i] : memref<?xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  // expected-note@+1 {{this condition may differ between the waves of a group}}
  scf.if %p {
    // expected-warning@+1 {{whether all waves of the group reach this barrier depends on memory: if they do, say so with group_uniform(...) [barrier-unknown]}}
    wave.barrier group sync
  }
  wave.return
}
