// RUN: wave-opt %s --wave-coarsen-groups --remarks-filter=wave-coarsen-groups 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: not wave-opt %s --wave-coarsen-groups="factor=17" 2>&1 | FileCheck %s --check-prefix=FACTOR
// RUN: not wave-opt %s --wave-coarsen-groups="dimension=w" 2>&1 | FileCheck %s --check-prefix=DIMENSION

// FACTOR: factor must be from 0 to 16, got 17
// DIMENSION: dimension must be x, y or z, got w

// Kernels whose groups stay as they are.

!words = memref<?xi32>

// CHECK-NOT: wave.coarsening = array<i32: 4

// REMARK: groups stay as they are (early-return): an early return ends the other groups too; run wave-legalize-barriers first
wave.func @returns(%out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %c8 = arith.constant 8 : i32
  %outside = arith.cmpi uge, %g, %c8 : i32
  wave.retire_if %outside
  memref.store %g, %out[%i] : !words
  wave.return
}

// REMARK: groups stay as they are (waiting): the loop ends when memory changes
wave.func @waits(%out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %more = scf.while (%k = %zero) : (i32) -> i32 {
    %old = wave.atomic_rmw add %zero, %out[%c0] : !words
    %free = arith.addi %old, %k : i32
    %goes = arith.cmpi ne, %free, %one : i32
    scf.condition(%goes) %k : i32
  } do {
  ^bb0(%k: i32):
    %next = arith.addi %k, %one : i32
    scf.yield %next : i32
  }
  wave.return
}

// The loop counts, and the memory only decides what it stores.
// REMARK: one group does the work of 4 along x
// CHECK: wave.func @counts
// CHECK-SAME: wave.coarsening
wave.func @counts(%out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %more = scf.while (%k = %zero) : (i32) -> i32 {
    %goes = arith.cmpi ult, %k, %one : i32
    scf.condition(%goes) %k : i32
  } do {
  ^bb0(%k: i32):
    %old = wave.atomic_rmw add %one, %out[%c0] : !words
    %next = arith.addi %k, %one : i32
    scf.yield %next : i32
  }
  wave.return
}

// REMARK: groups stay as they are (records): prints and checks report the group
wave.func @prints(%out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %g = wave.group_id x : i32
  wave.print "{}"(%g : i32) as [ui32]
  wave.return
}

// REMARK: groups stay as they are (stage): only groups of compute kernels are merged
wave.func @amplifies() kernel stage(amplification) num_threads(32, 1, 1) {
  %c1 = arith.constant 1 : i32
  wave.dispatch_mesh %c1, %c1, %c1
  wave.return
}

// The first wave passes what it reads on to the others.
// REMARK: groups stay as they are (waiting): the loop ends when memory changes
wave.func @waits_through_an_array(%out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %t = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  scf.while : () -> () {
    scf.if %first {
      %old = wave.atomic_rmw add %zero, %out[%c0] : !words
      memref.store %old, %t[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier all sync
    %v = memref.load %t[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
    wave.barrier all sync
    %goes = arith.cmpi eq, %v, %zero : i32
    scf.condition(%goes)
  } do {
    scf.yield
  }
  wave.return
}

// REMARK: groups stay as they are (matrices): the matrices of one group fill its registers
wave.func @computes_with_matrices(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %first = wave.group_id x : i32
  %stride = arith.constant 16 : i32
  %m = wave.matrix_load row_major %in[%first, %stride] : memref<?xf32> -> !wave.matrix<16x16xf32, acc>
  wave.matrix_store row_major %m, %out[%first, %stride] : !wave.matrix<16x16xf32, acc>, memref<?xf32>
  wave.return
}
