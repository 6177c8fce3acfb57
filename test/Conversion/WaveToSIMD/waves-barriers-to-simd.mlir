// RUN: wave-opt %s -convert-wave-to-simd=wave-size=16 | FileCheck %s

// Each call of the kernel runs one wave. The sets follow the pipes: they have no stages, and their waves are producers.
// A set has one number, wherever its barriers are and in whatever order they name the waves.

// CHECK-DAG: llvm.mlir.global external constant @wave_kernel_pipes(dense<[3, 1, 10, 1, 1, 0, 1, 0, 0, 2, 0, 0, 1, 0, 0, 2, 0, 1, 2]> : tensor<19xi64>)
// CHECK-LABEL: llvm.func internal @wave_groups
// CHECK-NOT: llvm.noalias
// CHECK-NOT: scf.for
// CHECK: llvm.call @wave_pipe_step(%c1_{{.*}}, %c4_{{.*}}, %{{.*}}) : (i32, i32, i32) -> i32
// CHECK: llvm.call @wave_pipe_step(%c1_{{.*}}, %c4_{{.*}}, %{{.*}}) : (i32, i32, i32) -> i32
// CHECK: llvm.call @wave_pipe_step(%c2_{{.*}}, %c4_{{.*}}, %{{.*}}) : (i32, i32, i32) -> i32
// CHECK: llvm.call @wave_group_meet
gpu.module @kernels {
wave.func @sets() kernel num_waves(3) wave_size(16) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %pipe = wave.pipe stages 1 producers [0] consumers [1] loc("pipes.py":10:5)
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi ult, %wave, %c2 : i32
  scf.if %first {
    wave.waves_barrier [0, 1]
    wave.waves_barrier [1, 0]
  }
  %last = arith.cmpi uge, %wave, %c1 : i32
  scf.if %last {
    wave.waves_barrier [1, 2]
  }
  wave.barrier group sync
}
}
