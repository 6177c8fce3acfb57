// RUN: wave-opt %s -wave-distribute-matrices -verify-diagnostics -split-input-file

wave.func @partial_d1(%m: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %i: i32 {wave.element = ui32}) kernel num_threads(40, 1, 1) {
  // expected-error@+1 {{the last wave of a group of 40 threads has fewer than 32 lanes, and CUDA needs all lanes of a wave for this operation on a matrix [matrix-lanes]}}
  %c = wave.matrix_load row_major %m[%i, %i] : memref<?xf32> -> !wave.matrix<8x8xf32, acc>
}

// -----

// Lanes leave the loop in different trips.

wave.func @returned_d2(%m: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %i: i32 {wave.element = ui32}) kernel num_waves(1) {
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %c = wave.matrix_load row_major %m[%i, %i] : memref<?xf32> -> !wave.matrix<8x8xf32, acc>
  // expected-note@+1 {{this condition may differ between the lanes of a wave}}
  scf.while (%k = %i) : (i32) -> () {
    %stays = arith.cmpi ult, %lane, %k : i32
    scf.condition(%stays)
  } do {
    // expected-error@+1 {{lanes that return may leave the control flow around this operation on a matrix one by one, and CUDA needs all lanes of the wave [matrix-lanes]}}
    wave.matrix_store row_major %c, %m[%i, %i] : !wave.matrix<8x8xf32, acc>, memref<?xf32>
    scf.yield %one : i32
  }
}
