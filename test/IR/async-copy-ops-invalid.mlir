// RUN: wave-opt %s -verify-diagnostics -split-input-file

wave.func @local_array_c1(%a: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %tile = memref.alloca() : memref<64xf32>
  // expected-error@+1 {{'wave.async_copy' op copies to a groupshared array: copy to other memory by loads and stores [async-copy-memory]}}
  wave.async_copy %tile[%n, %n], %a[%n, %n] at [%n, %n] of [%n, %n] size [%n, %n] : memref<64xf32>, memref<?xf32>
}

// -----

!shared = memref<64xf32, #gpu.address_space<workgroup>>
wave.func @groupshared_source_c1(%n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %tile = wave.groupshared : !shared
  %other = wave.groupshared : !shared
  // expected-error@+1 {{'wave.async_copy' op copies from a buffer that is an argument: copy from other memory by loads and stores [async-copy-memory]}}
  wave.async_copy %tile[%n, %n], %other[%n, %n] at [%n, %n] of [%n, %n] size [%n, %n] : !shared, !shared
}

// -----

!shared = memref<64xf32, #gpu.address_space<workgroup>>
wave.func @two_types_c2(%a: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %tile = wave.groupshared : !shared
  // expected-error@+1 {{'wave.async_copy' op copies equal elements of 2, 4 or 8 bytes between memrefs of rank 1, got 'memref<64xf32, #gpu.address_space<workgroup>>' and 'memref<?xi32>' [async-copy-type]}}
  wave.async_copy %tile[%n, %n], %a[%n, %n] at [%n, %n] of [%n, %n] size [%n, %n] : !shared, memref<?xi32>
}

// -----

!shared = memref<64xf32, #gpu.address_space<workgroup>>
wave.func @five_components_c3(%a: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %tile = wave.groupshared : !shared
  // expected-error@+1 {{'wave.async_copy' op copies elements of 1 to 4 components, got 5 [async-copy-type]}}
  wave.async_copy %tile[%n, %n], %a[%n, %n] at [%n, %n] of [%n, %n] size [%n, %n] {components = 5 : i32} : !shared, memref<?xf32>
}
