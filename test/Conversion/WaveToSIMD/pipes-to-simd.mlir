// RUN: wave-opt %s -convert-wave-to-simd=wave-size=16 | FileCheck %s

// Each call of the kernel runs one wave: it has no loop over waves, and memory may
// change during calls of the runtime.

!shared = memref<16xi32, #gpu.address_space<workgroup>>

// CHECK-DAG: llvm.mlir.global external constant @wave_kernel_pipes(dense<[1, 2, 10, 1, 1, 0, 1]> : tensor<7xi64>)
// CHECK-DAG: llvm.func @wave_pipe_step(i32, i32, i32) -> i32
// CHECK-DAG: llvm.func @wave_group_meet(i32)
// CHECK-LABEL: llvm.func internal @wave_groups
// CHECK-NOT: llvm.noalias
// CHECK-NOT: scf.for
// CHECK: %[[stage:.*]] = llvm.call @wave_pipe_step(%{{.*}}, %{{.*}}, %{{.*}}) : (i32, i32, i32) -> i32
// CHECK: arith.muli %[[stage]]
// CHECK: llvm.call @wave_pipe_step
// CHECK: llvm.call @wave_pipe_step
// CHECK: llvm.call @wave_pipe_step
// CHECK: llvm.call @wave_group_meet
gpu.module @kernels {
wave.func @pipes(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(16) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %tile = wave.groupshared : !shared
  %pipe = wave.pipe stages 2 producers [0] consumers [1] loc("pipes.py":10:5)
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %first {
    %stage = wave.pipe_acquire %pipe : i32
    %start = arith.muli %stage, %c8 : i32
    %i = arith.index_castui %start : i32 to index
    memref.store %lane, %tile[%i] : !shared
    wave.pipe_commit %pipe
  } else {
    %stage = wave.pipe_wait %pipe : i32
    wave.pipe_release %pipe
  }
  wave.barrier group sync
}
}
