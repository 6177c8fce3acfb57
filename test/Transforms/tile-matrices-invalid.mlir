// RUN: wave-opt %s -wave-tile-matrices -verify-diagnostics -split-input-file
// RUN: not wave-opt %s -wave-tile-matrices=tile=16,16 2>&1 | FileCheck %s

// CHECK: the option tile has four powers of two from 4 to 256: M, N, K, and K for i8

wave.func @partial_t1(%m: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %i: i32 {wave.element = ui32}) kernel num_threads(48, 1, 1) wave_size(16, 32) {
  // expected-error@+1 {{a group of 48 threads in x may have waves of 32 lanes that are not full, and SPIR-V needs all lanes of a wave for this operation on a matrix: use num_waves, or state the wave size [matrix-lanes]}}
  %c = wave.matrix_load row_major %m[%i, %i] : memref<?xf32> -> !wave.matrix<8x8xf32, acc>
}

// -----

wave.func @returned_t2(%m: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %i: i32 {wave.element = ui32}) kernel num_waves(1) {
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %c = wave.matrix_load row_major %m[%i, %i] : memref<?xf32> -> !wave.matrix<8x8xf32, acc>
  // expected-note@+1 {{this condition may differ between the lanes of a wave}}
  scf.while (%k = %i) : (i32) -> () {
    %stays = arith.cmpi ult, %lane, %k : i32
    scf.condition(%stays)
  } do {
    // expected-error@+1 {{lanes that return may leave the control flow around this operation on a matrix one by one, and SPIR-V needs all lanes of the wave [matrix-lanes]}}
    wave.matrix_store row_major %c, %m[%i, %i] : !wave.matrix<8x8xf32, acc>, memref<?xf32>
    scf.yield %one : i32
  }
}

// -----

wave.func @factor_t3(%m: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %i: i32 {wave.element = ui32}) kernel num_waves(1) {
  // expected-error@+1 {{SPIR-V has no factors with elements of f32: use f16 or bf16, or the role acc for what is no factor [matrix-target]}}
  %a = wave.matrix_load row_major %m[%i, %i] : memref<?xf32> -> !wave.matrix<8x8xf32, a>
  wave.matrix_store row_major %a, %m[%i, %i] : !wave.matrix<8x8xf32, a>, memref<?xf32>
}

// -----

wave.func @map_t4(%x: f16 {wave.element = f16}) kernel num_waves(1) {
  %a = wave.matrix_fill %x : f16 -> !wave.matrix<8x8xf16, a>
  // expected-error@+1 {{SPIR-V does not change the element of a factor: compute with the role acc, and convert the result to a factor [matrix-target]}}
  %b = wave.matrix_map %a : !wave.matrix<8x8xf16, a> -> !wave.matrix<8x8xbf16, a> {
  ^bb0(%y: f16):
    %w = arith.extf %y : f16 to f32
    wave.matrix_yield %w : f32
  }
}

// -----

wave.func @coherent_t5(%flags: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.coherent}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  // expected-error@+1 {{SPIR-V has no coherent buffers in a kernel with operations on matrices: use another kernel for one of them [matrix-target]}}
  %a = wave.matrix_fill %x : f32 -> !wave.matrix<8x8xf32, acc>
}
