// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm=sm=sm_80 | FileCheck %s --check-prefixes=CHECK,TEST --implicit-check-not=fence
// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm=sm=sm_90a | FileCheck %s --check-prefixes=CHECK,TRY --implicit-check-not=fence

// Each stage has a barrier for the producers and one for the consumers. The first thread
// initializes them, and the group waits for it.

!shared = memref<96xi32, #gpu.address_space<workgroup>>

// CHECK: llvm.mlir.global internal @[[pipe:.*]]() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<6 x i64>
// CHECK-LABEL: llvm.func @three_stages
// CHECK: %[[full:.*]] = llvm.mlir.addressof @[[pipe]]
// CHECK: %[[empty:.*]] = llvm.getelementptr inbounds %[[full]][3]
// CHECK: %[[entered:.*]] = llvm.alloca
// CHECK: llvm.store %{{.*}}, %[[entered]]
// CHECK: %[[left:.*]] = llvm.alloca
// CHECK: llvm.store %{{.*}}, %[[left]]
// CHECK: scf.if
// CHECK-COUNT-3: nvvm.mbarrier.init %{{.*}}, %[[producers:c1.*]] :
// CHECK-COUNT-3: nvvm.mbarrier.init %{{.*}}, %[[consumers:c2.*]] :
// CHECK: nvvm.bar.warp.sync
// CHECK-NEXT: nvvm.barrier0

// The first uses of a producer do not wait: it tests for the phase before.
// CHECK: scf.for
// CHECK: %[[use:.*]] = llvm.load %[[entered]]
// CHECK: %[[next:.*]] = arith.addi %[[use]]
// CHECK: %[[wraps:.*]] = arith.cmpi eq, %[[next]], %c6
// CHECK: %[[wrapped:.*]] = arith.select %[[wraps]], %c0{{.*}}, %[[next]]
// CHECK: llvm.store %[[wrapped]], %[[entered]]
// CHECK: %[[odd:.*]] = arith.cmpi uge, %[[use]], %c3
// CHECK: %[[less:.*]] = arith.subi %[[use]], %c3
// CHECK: %[[stage:.*]] = arith.select %[[odd]], %[[less]], %[[use]]
// CHECK: %[[round:.*]] = arith.extui %[[odd]] : i1 to i32
// CHECK: %[[parity:.*]] = arith.xori %[[round]], %c1
// CHECK: %[[waits:.*]] = llvm.getelementptr inbounds %[[empty]][%[[stage]]]
// CHECK: scf.while
// TEST-NEXT: %[[over:.*]] = nvvm.mbarrier.test.wait %[[waits]], %[[parity]] :
// TRY-NEXT: %[[over:.*]] = nvvm.mbarrier.try_wait %[[waits]], %[[parity]] :
// CHECK-NEXT: %[[on:.*]] = arith.xori %[[over]]
// CHECK-NEXT: scf.condition(%[[on]])
// CHECK: arith.muli %[[stage]]
// CHECK: llvm.store

// One lane arrives, after the accesses of all lanes.
// CHECK: llvm.load %[[left]]
// CHECK: %[[arrives:.*]] = llvm.getelementptr inbounds %[[full]][
// CHECK: %[[first:.*]] = arith.cmpi eq
// CHECK-NEXT: nvvm.bar.warp.sync %c-1
// CHECK-NEXT: scf.if %[[first]] {
// CHECK-NEXT: nvvm.mbarrier.arrive %[[arrives]] :

// CHECK: } else {
// CHECK: scf.for
// CHECK: scf.while
// CHECK-NEXT: nvvm.mbarrier.{{test.wait|try_wait}}
// CHECK: llvm.getelementptr inbounds %[[empty]][
// CHECK: nvvm.bar.warp.sync
// CHECK: nvvm.mbarrier.arrive

// Lanes may have run apart at the barriers of pipes.
// CHECK: nvvm.bar.warp.sync
// CHECK-NEXT: nvvm.barrier0
gpu.module @kernels {
wave.func @three_stages(%src: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
                        %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(3) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %tile = wave.groupshared : !shared
  %pipe = wave.pipe stages 3 producers [0] consumers [1, 2]
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %first {
    scf.for %t = %c0 to %n step %c1 : i32 {
      %stage = wave.pipe_acquire %pipe : i32
      %row = arith.muli %stage, %c32 : i32
      %i = arith.addi %row, %lane : i32
      %place = arith.index_castui %i : i32 to index
      memref.store %t, %tile[%place] : !shared
      wave.pipe_commit %pipe
    }
  } else {
    scf.for %t = %c0 to %n step %c1 : i32 {
      %stage = wave.pipe_wait %pipe : i32
      %row = arith.muli %stage, %c32 : i32
      %i = arith.addi %row, %lane : i32
      %place = arith.index_castui %i : i32 to index
      %x = memref.load %tile[%place] : !shared
      memref.store %x, %out[%place] : memref<?xi32>
      wave.pipe_release %pipe
    }
  }
  wave.barrier group sync
}
}

// -----

// A power of two needs no comparison, and one stage has no second number.
// CHECK-LABEL: llvm.func @powers_of_two
// CHECK-COUNT-3: llvm.alloca
// CHECK-NOT: llvm.alloca
// CHECK: arith.andi %{{.*}}, %c7
// CHECK: arith.andi %{{.*}}, %c3
// CHECK: arith.shrui %{{.*}}, %c2
// CHECK: arith.andi %{{.*}}, %c3
// CHECK: scf.if
// CHECK: arith.andi %{{.*}}, %c1
// CHECK: llvm.getelementptr inbounds %{{.*}}[%c0
// CHECK: llvm.return
gpu.module @kernels {
wave.func @powers_of_two() kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %a = wave.pipe stages 4 producers [0] consumers [1]
  %b = wave.pipe stages 1 producers [1] consumers [0]
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %first {
    %stage = wave.pipe_acquire %a : i32
    wave.pipe_commit %a
  }
  scf.if %first {
    %stage = wave.pipe_wait %b : i32
    wave.pipe_release %b
  }
}
}

// -----

// The lanes that have not returned are a mask; the first of them arrives.
// CHECK-LABEL: llvm.func @some_lanes
// CHECK: %[[mask:.*]] = nvvm.vote.sync ballot
// CHECK: scf.if
// CHECK: nvvm.mbarrier.{{test.wait|try_wait}}
// CHECK: %[[earlier:.*]] = arith.andi %[[mask]]
// CHECK: %[[first:.*]] = arith.cmpi eq, %[[earlier]]
// CHECK-NEXT: nvvm.bar.warp.sync %[[mask]]
// CHECK-NEXT: scf.if %[[first]]
gpu.module @kernels {
wave.func @some_lanes() kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  %low = arith.cmpi ult, %lane, %c5 : i32
  scf.if %first {
    scf.if %low {
      %stage = wave.pipe_acquire %pipe : i32
      wave.pipe_commit %pipe
    }
  }
}
}
