// RUN: wave-opt %s -wave-resolve-groupshared -verify-diagnostics -split-input-file

// expected-note@+1 {{this value is not constant}}
wave.func @argument(%n: i32 {wave.element = ui32}) kernel num_waves(1) {
  // expected-error@+1 {{the size of groupshared memory must be a constant: compute it from constants, 'wave.group_wave_count' under num_waves, and 'wave.lane_count' [groupshared-not-constant]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}

// -----

wave.func @count_under_num_threads() kernel num_threads(64, 1, 1) {
  %c1 = arith.constant 1 : i32
  // expected-note@+1 {{this value is not constant}}
  %w = wave.group_wave_count : i32
  %n = arith.addi %w, %c1 : i32
  // expected-error@+1 {{the size of groupshared memory must be a constant: compute it from constants, 'wave.group_wave_count' under num_waves, and 'wave.lane_count' [groupshared-not-constant]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}

// -----

wave.func @index() kernel num_waves(4) {
  // expected-note@+1 {{this value is not constant}}
  %w = wave.group_wave_index : i32
  // expected-error@+1 {{[groupshared-not-constant]}}
  %0 = wave.groupshared(%w) : memref<?xi32, #gpu.address_space<workgroup>>
}

// -----

wave.func @division_by_zero() kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %w = wave.group_wave_count : i32
  // expected-note@+1 {{this value is not constant}}
  %n = arith.divui %w, %c0 : i32
  // expected-error@+1 {{[groupshared-not-constant]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}

// -----

wave.func @empty() kernel num_waves(1) {
  %c1 = arith.constant 1 : i32
  %w = wave.group_wave_count : i32
  %n = arith.subi %w, %c1 : i32
  // expected-error@+1 {{groupshared memory must have at least one element, got 0 (the kernel runs with num_waves(1)) [groupshared-empty]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}

// -----

wave.func @negative() kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %w = wave.group_wave_count : i32
  %n = arith.subi %w, %c3 : i32
  // expected-error-re@+1 {{groupshared memory must have at least one element, got {{-1|0}} [groupshared-empty]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}

// -----

// expected-error@+1 {{'wave.func' op uses 32772 bytes of groupshared memory; the limit of a group is 32768: use less, or state group_shared_limit [groupshared-limit]}}
wave.func @over_the_limit() kernel num_waves(1) {
  // expected-note@+1 {{this array has 32768 bytes}}
  %0 = wave.groupshared : memref<8192xi32, #gpu.address_space<workgroup>>
  // expected-note@+1 {{this array has 4 bytes}}
  %1 = wave.groupshared : memref<1xf32, #gpu.address_space<workgroup>>
}

// -----

// expected-error@+1 {{'wave.func' op uses 28676 bytes of groupshared memory; the limit of a group is 28672: use less, or state group_shared_limit [groupshared-limit]}}
wave.func @over_the_limit_of_mesh() kernel stage(mesh) num_threads(32, 1, 1) {
  // expected-note@+1 {{this array has 28676 bytes}}
  %0 = wave.groupshared : memref<7169xi32, #gpu.address_space<workgroup>>
}

// -----

// expected-error@+1 {{'wave.func' op uses 16 bytes of groupshared memory; the limit of a group is 12: use less, or state group_shared_limit [groupshared-limit]}}
wave.func @over_the_stated_limit() kernel num_waves(4) group_shared_limit(12) {
  %w = wave.group_wave_count : i32
  // expected-note@+1 {{this array has 16 bytes}}
  %0 = wave.groupshared(%w) : memref<?xi32, #gpu.address_space<workgroup>>
}

// -----

wave.func @local_array(%n: i32 {wave.element = ui32}) kernel num_waves(1) {
  // expected-note@+1 {{this value is not constant}}
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  // expected-error@+1 {{the size of a local array must be a constant: compute it from constants, 'wave.group_wave_count' under num_waves, and 'wave.lane_count' [local-array-not-constant]}}
  %0 = memref.alloca(%i) : memref<?xi32>
}

// -----

wave.func @empty_local_array() kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{a local array must have at least one element, got 0 [local-array-empty]}}
  %0 = memref.alloca(%c0) : memref<?xi32>
}

// -----

wave.func @empty_local_array_of_static_size() kernel num_waves(2) {
  // expected-error@+1 {{a local array must have at least one element, got 0 [local-array-empty]}}
  %0 = memref.alloca() : memref<0xi32>
}

// -----

wave.func @empty_of_static_size() kernel num_waves(2) {
  // expected-error@+1 {{groupshared memory must have at least one element, got 0 [groupshared-empty]}}
  %0 = wave.groupshared : memref<0xi32, #gpu.address_space<workgroup>>
}

// -----

// expected-error@+1 {{uses 400000000 bytes of local arrays; the limit of a lane is 65536: use less [local-array-limit]}}
wave.func @local_array_limit() kernel num_waves(1) {
  %n = arith.constant 100000000 : index
  %a = memref.alloca(%n) : memref<?xi32>
}

// -----

// expected-error@+1 {{'wave.func' op uses 24 bytes of groupshared memory; the limit of a group is 23: use less, or state group_shared_limit [groupshared-limit]}}
wave.func @over_the_limit_with_padding() kernel num_waves(1) group_shared_limit(23) {
  // expected-note@+1 {{this array has 2 bytes}}
  %0 = wave.groupshared : memref<1xi16, #gpu.address_space<workgroup>>
  // expected-note@+1 {{this array has 8 bytes}}
  %1 = wave.groupshared : memref<1xf64, #gpu.address_space<workgroup>>
  // expected-note@+1 {{this array has 8 bytes}}
  %2 = wave.groupshared : memref<4xf16, #gpu.address_space<workgroup>>
}

// -----

// expected-error@+1 {{uses 65544 bytes of local arrays; the limit of a lane is 65536: use less [local-array-limit]}}
wave.func @local_array_limit_of_doubles() kernel num_waves(1) {
  %a = memref.alloca() : memref<8193xf64>
}

// -----

gpu.module @kernels {
wave.func @no_number(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  // expected-note@+1 {{this value is not constant}}
  %n = ub.poison : i32
  // expected-error@+1 {{the size of groupshared memory must be a constant}}
  %a = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
  %place = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  memref.store %c0, %a[%place] : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

wave.func @local_array_of_booleans() kernel num_waves(64) {
  // expected-error@+1 {{a local array is a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64, got 'memref<4xi1>' [value-type]}}
  %0 = memref.alloca() : memref<4xi1>
}

// -----

wave.func @local_array_of_vectors() kernel num_threads(64, 1, 1) wave_size(16, 64) {
  // expected-error@+1 {{a local array is a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64, got 'memref<4xvector<2xi32>>' [value-type]}}
  %0 = memref.alloca() : memref<4xvector<2xi32>>
}

// -----

wave.func @local_array_with_a_stride() kernel num_waves(1) {
  // expected-error@+1 {{a local array is a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64, got 'memref<4xi32, strided<[2]>>' [value-type]}}
  %0 = memref.alloca() : memref<4xi32, strided<[2]>>
}

// -----

wave.func @booleans_beside_the_limit(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{a local array is a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64, got 'memref<4xi1>' [value-type]}}
  %0 = memref.alloca() : memref<4xi1>
  %s = wave.groupshared : memref<8192xi32, #gpu.address_space<workgroup>>
  wave.dispatch_mesh %n, %n, %n
}
