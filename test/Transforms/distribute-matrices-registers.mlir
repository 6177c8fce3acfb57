// RUN: wave-opt %s -wave-distribute-matrices -verify-diagnostics

// A warning names the loop or the product whose matrices exceed the registers of a lane, once for a kernel.

!buffer = memref<?xf32>

wave.func @loop(%m: !buffer {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %start = wave.matrix_fill %zero : f32 -> !wave.matrix<64x128xf32, acc>
  %a = wave.matrix_load row_major %m[%n, %n] : !buffer -> !wave.matrix<64x8xf32, a>
  %b = wave.matrix_load row_major %m[%n, %n] : !buffer -> !wave.matrix<8x128xf32, b>
  // expected-warning@+1 {{the matrices that this loop carries take 256 registers of each lane, which exceeds the limit of 255: the GPU keeps the others in memory, and its assembler takes long [matrix-registers]}}
  %sum = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%s = %start) -> (!wave.matrix<64x128xf32, acc>) : i32 {
    %next = wave.matrix_multiply_add %a, %b, %s : !wave.matrix<64x8xf32, a>, !wave.matrix<8x128xf32, b>, !wave.matrix<64x128xf32, acc>
    scf.yield %next : !wave.matrix<64x128xf32, acc>
  }
  wave.matrix_store row_major %sum, %m[%n, %n] : !wave.matrix<64x128xf32, acc>, !buffer
}

wave.func @product(%m: !buffer {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c = wave.matrix_load row_major %m[%n, %n] : !buffer -> !wave.matrix<96x96xf32, acc>
  %a = wave.matrix_load row_major %m[%n, %n] : !buffer -> !wave.matrix<96x8xf32, a>
  %b = wave.matrix_load row_major %m[%n, %n] : !buffer -> !wave.matrix<8x96xf32, b>
  // expected-warning@+1 {{the matrices that this product adds up take 288 registers of each lane}}
  %sum = wave.matrix_multiply_add %a, %b, %c : !wave.matrix<96x8xf32, a>, !wave.matrix<8x96xf32, b>, !wave.matrix<96x96xf32, acc>
  wave.matrix_store row_major %sum, %m[%n, %n] : !wave.matrix<96x96xf32, acc>, !buffer
}

// 240 registers fit.
wave.func @fits(%m: !buffer {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %a = wave.matrix_load row_major %m[%n, %n] : !buffer -> !wave.matrix<64x8xf32, a>
  %b = wave.matrix_load row_major %m[%n, %n] : !buffer -> !wave.matrix<8x120xf32, b>
  %d = wave.matrix_load row_major %m[%n, %n] : !buffer -> !wave.matrix<64x120xf32, acc>
  %sum = wave.matrix_multiply_add %a, %b, %d : !wave.matrix<64x8xf32, a>, !wave.matrix<8x120xf32, b>, !wave.matrix<64x120xf32, acc>
  wave.matrix_store row_major %sum, %m[%n, %n] : !wave.matrix<64x120xf32, acc>, !buffer
}
