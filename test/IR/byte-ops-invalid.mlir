// RUN: wave-opt %s --wave-verify -split-input-file -verify-diagnostics

// Every rule of loads and stores of bytes.

gpu.module @kernels {
wave.func @load_of_words_c1(%a: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{works on a memref<?xi8>, got 'memref<?xi32>': use memref.load and memref.store [byte-memory]}}
  %0 = wave.byte_load %a[%zero] : memref<?xi32>
}
}

// -----

gpu.module @kernels {
wave.func @store_of_words_c1(%a: memref<?xf16> {wave.binding = #wave.binding<uav, f16>}, %v: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{works on a memref<?xi8>, got 'memref<?xf16>': use memref.load and memref.store [byte-memory]}}
  wave.byte_store %v, %a[%zero] : memref<?xf16>
}
}

// -----

// Bytes are no values.

gpu.module @kernels {
wave.func @load_of_a_byte(%a: memref<?xi8> {wave.binding = #wave.binding<srv, ui8>}) kernel num_waves(1) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{a value cannot be an i8: use wave.byte_load [value-type]}}
  %0 = memref.load %a[%zero] : memref<?xi8>
}
}

// -----

gpu.module @kernels {
wave.func @vector_of_bytes(%a: memref<?xi8> {wave.binding = #wave.binding<srv, ui8>}) kernel num_waves(1) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{[value-type]}}
  %0 = vector.load %a[%zero] : memref<?xi8>, vector<4xi8>
}
}

// -----

// expected-error@+1 {{a scalar or vector argument of a kernel must have a wave.element that states its sign}}
wave.func @scalar_byte(%a: i32 {wave.element = ui8}) kernel num_waves(1) {
}

// -----

wave.func @groupshared_bytes() kernel num_waves(1) {
  // expected-error@+1 {{must be a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64 in address space workgroup}}
  %a = wave.groupshared : memref<4xi8, #gpu.address_space<workgroup>>
}

// -----

gpu.module @kernels {
wave.func @local_bytes() kernel num_waves(1) {
  // expected-error@+1 {{a local array is a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64, got 'memref<4xi8>' [value-type]}}
  %a = memref.alloca() : memref<4xi8>
}
}

// -----

gpu.module @kernels {
wave.func @store_to_read_only(%a: memref<?xi8> {wave.binding = #wave.binding<srv, ui8>}, %v: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{[store-to-read-only]}}
  wave.byte_store %v, %a[%zero] : memref<?xi8>
}
}

// -----

gpu.module @kernels {
wave.func @vector_value(%a: memref<?xi8> {wave.binding = #wave.binding<uav, ui8>}, %v: vector<2xi32> {wave.element = vector<2xui32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{values are i1, i16, i32, i64, f16, bf16, f32, f64, vectors of 2 to 4 of one, or index, got 'vector<2xi8>' [value-type]}}
  %0 = arith.trunci %v : vector<2xi32> to vector<2xi8>
}
}

// -----

// expected-error@+1 {{a buffer of a kernel must have a wave.binding whose element fits 'memref<?xi8>' [buffer-binding]}}
wave.func @binding_of_words(%a: memref<?xi8> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{an image of a kernel must have a wave.binding whose element fits '!wave.image<2d, f32, 1>' (si8, ui8, si32, ui32 or f32) [image-binding]}}
wave.func @float_image_of_bytes(%a: !wave.image<2d, f32, 1> {wave.binding = #wave.binding<srv, ui8>}) kernel num_waves(1) {
}
