// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm=sm=sm_80 | FileCheck %s --implicit-check-not=fence

// A set has one barrier of the machine, from 1 on; lanes that ran apart converge before it.
// CHECK-LABEL: llvm.func @sets
// CHECK: scf.if
// CHECK: nvvm.barrier id = %c1{{.*}} number_of_threads = %c64
// CHECK: scf.for
// CHECK: nvvm.bar.warp.sync
// CHECK-NEXT: nvvm.barrier id = %c1{{.*}} number_of_threads = %c64
// CHECK: scf.if
// CHECK: nvvm.barrier id = %c2{{.*}} number_of_threads = %c96
// CHECK: nvvm.barrier0
// CHECK-NOT: mbarrier
gpu.module @kernels {
wave.func @sets(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi ult, %wave, %c2 : i32
  scf.if %first {
    wave.waves_barrier [0, 1]
    scf.for %t = %c0 to %n step %c1 : i32 {
      wave.waves_barrier [1, 0]
    }
  }
  %last = arith.cmpi uge, %wave, %c1 : i32
  scf.if %last {
    wave.waves_barrier [1, 2, 3]
  }
  wave.barrier group sync
}
}

// -----

// The machine waits for all lanes of a wave. Where some may have returned, one lane arrives for the others at a barrier in
// groupshared memory; the first thread initializes it.
// CHECK: llvm.mlir.global internal @[[memory:.*]]() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1 x i64>
// CHECK-LABEL: llvm.func @some_lanes
// CHECK: %[[barrier:.*]] = llvm.mlir.addressof @[[memory]]
// CHECK: %[[parity:.*]] = llvm.alloca
// CHECK: llvm.store %c0{{.*}}, %[[parity]]
// CHECK: scf.if
// CHECK: nvvm.mbarrier.init %[[barrier]], %c2
// CHECK: nvvm.bar.warp.sync
// CHECK-NEXT: nvvm.barrier0
// CHECK: nvvm.barrier id = %c1{{.*}} number_of_threads = %c32
// CHECK: %[[mask:.*]] = nvvm.vote.sync ballot
// CHECK: nvvm.bar.warp.sync %[[mask]]
// CHECK: scf.if
// CHECK-NEXT: nvvm.mbarrier.arrive %[[barrier]]
// CHECK: %[[waits:.*]] = llvm.load %[[parity]]
// CHECK: %[[next:.*]] = arith.xori %[[waits]], %c1
// CHECK: llvm.store %[[next]], %[[parity]]
// CHECK: scf.while
// CHECK-NEXT: nvvm.mbarrier.test.wait %[[barrier]], %[[waits]]
gpu.module @kernels {
wave.func @some_lanes(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(3) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : memref<?xi32>
  %stays = arith.cmpi ne, %x, %c0 : i32
  %last = arith.cmpi eq, %wave, %c2 : i32
  scf.if %last {
    wave.waves_barrier [2]
  }
  %first = arith.cmpi ult, %wave, %c2 : i32
  scf.if %stays {
    scf.if %first {
      wave.waves_barrier [0, 1]
    }
  }
}
}
