// RUN: wave-opt %s -wave-tile-matrices=lin-alg -verify-diagnostics -split-input-file
// RUN: not wave-opt %s -wave-tile-matrices="lin-alg tile=16,16,16,32" 2>&1 | FileCheck %s

// CHECK: the options lin-alg and tile exclude each other

wave.func @factor_t3(%x: f32 {wave.element = f32}) kernel num_waves(1) {
  // expected-error@+1 {{DXIL has no factors with elements of f32: use f16 or bf16, or the role acc for what is no factor [matrix-target]}}
  %a = wave.matrix_fill %x : f32 -> !wave.matrix<8x8xf32, a>
}

// -----

wave.func @map_t6(%x: f32 {wave.element = f32}) kernel num_waves(1) {
  %a = wave.matrix_fill %x : f32 -> !wave.matrix<8x8xbf16, a>
  // expected-error@+1 {{DXIL does not compute elements of factors of bf16: compute with the role acc, and convert the result to a factor [matrix-target]}}
  %b = wave.matrix_map %a : !wave.matrix<8x8xbf16, a> -> !wave.matrix<8x8xbf16, a> {
  ^bb0(%y: f32):
    wave.matrix_yield %y : f32
  }
}

// -----

wave.func @stage_t7(%x: f32 {wave.element = f32}) kernel stage(amplification) num_waves(1) {
  // expected-error@+1 {{DXIL has operations on matrices in compute kernels only: compute the matrix in another kernel [matrix-target]}}
  %a = wave.matrix_fill %x : f32 -> !wave.matrix<8x8xf32, acc>
}
