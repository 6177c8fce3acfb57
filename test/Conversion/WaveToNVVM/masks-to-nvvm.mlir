// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm | FileCheck %s --implicit-check-not=activemask

// Each operation on lanes names the lanes that the structured control flow leads to it.

// Both sides of a branch have their own lanes, and behind it all are back.
// CHECK-LABEL: llvm.func @sides
// CHECK-DAG: %[[all:.*]] = arith.constant -1 : i32
// CHECK: %[[odd:.*]] = arith.cmpi
// CHECK: %[[then:.*]] = nvvm.vote.sync ballot %[[all]], %[[odd]] -> i32
// CHECK: %[[else:.*]] = arith.xori %[[all]], %[[then]]
// CHECK: scf.if %[[odd]]
// CHECK-NEXT: nvvm.redux.sync add %{{.*}}, %[[then]]
// CHECK: else
// CHECK-NEXT: nvvm.redux.sync add %{{.*}}, %[[else]]
// CHECK: nvvm.redux.sync add %{{.*}}, %[[all]]
gpu.module @kernels {
wave.func @sides(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %bit = arith.andi %lane, %c1 : i32
  %odd = arith.cmpi ne, %bit, %c0 : i32
  %s = scf.if %odd -> i32 {
    %a = wave.reduce add %lane : i32
    scf.yield %a : i32
  } else {
    %a = wave.reduce add %lane : i32
    scf.yield %a : i32
  }
  %t = wave.reduce add %s : i32
  memref.store %t, %out[%i] : memref<?xi32>
}
}

// -----

// A loop that lanes leave one by one carries the mask of those that stay.
// CHECK-LABEL: llvm.func @leaving
// CHECK-DAG: %[[all:.*]] = arith.constant -1 : i32
// CHECK: scf.while (%{{.*}} = %{{.*}}, %[[in:.*]] = %[[all]]) : (i32, i32) -> (i32, i32)
// CHECK: %[[goes:.*]] = arith.cmpi ne
// CHECK: %[[stay:.*]] = nvvm.vote.sync ballot %[[in]], %[[goes]] -> i32
// CHECK: scf.condition(%[[goes]]) %{{.*}}, %[[stay]]
// CHECK: ^bb0(%{{.*}}: i32, %[[body:.*]]: i32):
// CHECK: %[[hits:.*]] = nvvm.vote.sync ballot %[[body]], %[[hit:.*]] -> i32
// CHECK: scf.if %[[hit]]
// CHECK: math.ctpop %[[hits]]
// CHECK: scf.yield %{{.*}}, %[[body]] : i32, i32
// CHECK: nvvm.vote.sync any %[[all]], %
gpu.module @kernels {
wave.func @leaving(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %true = arith.constant true
  %end = scf.while (%n = %lane) : (i32) -> i32 {
    %goes = arith.cmpi ne, %n, %c0 : i32
    scf.condition(%goes) %n : i32
  } do {
  ^bb0(%n: i32):
    %hit = arith.cmpi eq, %n, %c1 : i32
    scf.if %hit {
      %k = wave.count_bits %true : i32
      memref.store %k, %out[%i] : memref<?xi32>
    }
    %next = arith.subi %n, %c1 : i32
    scf.yield %next : i32
  }
  %p = arith.cmpi eq, %end, %c0 : i32
  %any = wave.any %p
  %x = arith.extui %any : i1 to i32
  memref.store %x, %out[%i] : memref<?xi32>
}
}

// -----

// A loop whose bounds differ between lanes becomes such a loop; one with the same bounds
// for the wave keeps the mask.
// CHECK-LABEL: llvm.func @bounds
// CHECK-DAG: %[[all:.*]] = arith.constant -1 : i32
// CHECK: scf.while
// CHECK: nvvm.vote.sync ballot
// CHECK: nvvm.redux.sync
// CHECK: scf.for
// CHECK-NOT: vote
// CHECK: nvvm.redux.sync add %{{.*}}, %[[all]]
gpu.module @kernels {
wave.func @bounds(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %z = arith.constant 0 : index
  scf.for %k = %c0 to %lane step %c1 : i32 {
    %s = wave.reduce add %k : i32
    memref.store %s, %out[%z] : memref<?xi32>
  }
  scf.for %k = %c0 to %n step %c1 : i32 {
    %s = wave.reduce add %lane : i32
    memref.store %s, %out[%z] : memref<?xi32>
  }
}
}

// -----

// Uniform conditions, and regions without an operation on lanes, need no ballot.
// CHECK-LABEL: llvm.func @none
// CHECK-DAG: %[[all:.*]] = arith.constant -1 : i32
// CHECK-NOT: vote
// CHECK: nvvm.redux.sync umax %{{.*}}, %[[all]]
// CHECK-NOT: vote
gpu.module @kernels {
wave.func @none(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %i = arith.index_castui %lane : i32 to index
  %c0 = arith.constant 0 : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %first {
    %s = wave.reduce maxui %lane : i32
    memref.store %s, %out[%i] : memref<?xi32>
  }
  %low = arith.cmpi ult, %lane, %n : i32
  scf.if %low {
    memref.store %n, %out[%i] : memref<?xi32>
  }
}
}

// -----

// The last wave of 40 threads has 8 lanes.
// CHECK-LABEL: llvm.func @partial
// CHECK-SAME: nvvm.reqntid = array<i32: 40>
// CHECK-DAG: %[[all:.*]] = arith.constant -1 : i32
// CHECK-DAG: %[[eight:.*]] = arith.constant 255 : i32
// CHECK: %[[last:.*]] = arith.cmpi eq
// CHECK: %[[mask:.*]] = arith.select %[[last]], %[[eight]], %[[all]]
// CHECK: nvvm.redux.sync add %{{.*}}, %[[mask]]
gpu.module @kernels {
wave.func @partial(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(40, 1, 1) {
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %s = wave.reduce add %lane : i32
  memref.store %s, %out[%i] : memref<?xi32>
}
}

// -----

// Lanes that may have run apart come together before a barrier of the block; a barrier
// of the wave waits for the active lanes.
// CHECK-LABEL: llvm.func @barriers
// CHECK-DAG: %[[all:.*]] = arith.constant -1 : i32
// CHECK: nvvm.barrier0
// CHECK: scf.if
// CHECK: nvvm.bar.warp.sync %[[all]]
// CHECK-NEXT: nvvm.barrier0
// CHECK-NOT: bar.warp.sync
// CHECK: llvm.fence syncscope("device") acq_rel
// CHECK-NEXT: nvvm.barrier0
// CHECK: llvm.fence syncscope("block") acq_rel
// CHECK-NOT: barrier0
// CHECK: nvvm.bar.warp.sync %[[all]]
gpu.module @kernels {
wave.func @barriers(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  wave.barrier group sync
  %low = arith.cmpi ult, %lane, %n : i32
  scf.if %low {
    memref.store %n, %out[%i] : memref<?xi32>
  }
  wave.barrier group sync
  wave.barrier all sync
  wave.barrier group
  wave.barrier wave
}
}
