// RUN: wave-opt %s --wave-verify -split-input-file -verify-diagnostics

// Every rule of coherent memory.

gpu.module @kernels {
// expected-error@+1 {{only a read-write buffer or image has wave.coherent: nothing else is written while the kernel runs [coherent-argument]}}
wave.func @read_only_c26(%a: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.coherent}) kernel num_waves(1) {
}
}

// -----

gpu.module @kernels {
// expected-error@+1 {{[coherent-argument]}}
wave.func @scalar_c26(%n: i32 {wave.element = ui32, wave.coherent}) kernel num_waves(1) {
}
}

// -----

gpu.module @kernels {
wave.func @load_of_another_buffer(%a: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{works on an argument with wave.coherent: use memref.load and memref.store [coherent-access]}}
  %0 = wave.coherent_load %a[%zero] : memref<?xi32>
}
}

// -----

gpu.module @kernels {
wave.func @store_to_groupshared(%v: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : index
  %a = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  // expected-error@+1 {{[coherent-access]}}
  wave.coherent_store %v, %a[%zero] : memref<4xi32, #gpu.address_space<workgroup>>
}
}

// -----

gpu.module @kernels {
wave.func @load_of_a_byte_c1(%a: memref<?xi8> {wave.binding = #wave.binding<uav, ui8>, wave.coherent}) kernel num_waves(1) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{is not for i8: use wave.byte_load [coherent-element]}}
  %0 = wave.coherent_load %a[%zero] : memref<?xi8>
}
}

// -----

gpu.module @kernels {
wave.func @plain_load(%a: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.coherent}) kernel num_waves(1) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{'memref.load' cannot access a buffer with wave.coherent: use wave.coherent_load and wave.coherent_store of scalars [coherent-access]}}
  %0 = memref.load %a[%zero] : memref<?xi32>
}
}

// -----

gpu.module @kernels {
wave.func @store_of_a_vector(%a: memref<?xf32> {wave.binding = #wave.binding<uav, vector<4xf32>>, wave.coherent},
                             %v: vector<4xf32> {wave.element = vector<4xf32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{'vector.store' cannot access a buffer with wave.coherent}}
  vector.store %v, %a[%zero] : memref<?xf32>, vector<4xf32>
}
}
