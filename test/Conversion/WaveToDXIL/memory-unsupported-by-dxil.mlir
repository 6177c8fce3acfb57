// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.5 -verify-diagnostics -split-input-file

wave.func @buffer_atomic(%b: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>}, %x: i64 {wave.element = ui64}) kernel num_threads(32, 1, 1) {
  %i = arith.constant 0 : index
  // expected-error@+1 {{needs 64-bit atomics, which came with Shader Model 6.6 [shader-model-too-low]}}
  %0 = wave.atomic_rmw add %x, %b[%i] : memref<?xi64>
}

// -----

wave.func @groupshared_exchange(%x: i64 {wave.element = ui64}) kernel num_threads(32, 1, 1) {
  %g = wave.groupshared : memref<8xi64, #gpu.address_space<workgroup>>
  %i = arith.constant 0 : index
  // expected-error@+1 {{needs 64-bit atomics, which came with Shader Model 6.6 [shader-model-too-low]}}
  %0 = wave.atomic_exchange %x, %g[%i] : memref<8xi64, #gpu.address_space<workgroup>>
}

// -----

wave.func @groupshared_cas(%x: i64 {wave.element = ui64}) kernel num_threads(32, 1, 1) {
  %g = wave.groupshared : memref<8xi64, #gpu.address_space<workgroup>>
  %i = arith.constant 0 : index
  // expected-error@+1 {{needs 64-bit atomics, which came with Shader Model 6.6 [shader-model-too-low]}}
  %0 = wave.atomic_cas %x, %x, %g[%i] : memref<8xi64, #gpu.address_space<workgroup>>
}

// -----

wave.func @groupshared_of_an_unknown_size() kernel num_threads(64, 1, 1) {
  %w = wave.group_wave_count : i32
  // expected-error@+1 {{the array has no static size within the limits yet: run wave-resolve-groupshared first [array-not-sized]}}
  %0 = wave.groupshared(%w) : memref<?xi32, #gpu.address_space<workgroup>>
}
