// RUN: wave-opt %s -verify-diagnostics -split-input-file

// expected-error@+1 {{a matrix has 1 to 65536 elements, got 512 x 256 [matrix-shape]}}
wave.func @type_c1(%a: !wave.matrix<512x256xf32, acc>) {}

// -----

// expected-error@+1 {{a matrix has 1 to 65536 elements, got 0 x 4 [matrix-shape]}}
wave.func @empty_c1(%a: !wave.matrix<0x4xf32, acc>) {}

// -----

// expected-error@+1 {{a matrix with the role a has elements of i8, f16, bf16 or f32, got 'f64' [matrix-element]}}
wave.func @type_c2(%a: !wave.matrix<4x4xf64, a>) {}

// -----

// expected-error@+1 {{a matrix with the role acc has elements of i32, f16, bf16 or f32, got 'i8' [matrix-element]}}
wave.func @accumulator_c2(%a: !wave.matrix<4x4xi8, acc>) {}

// -----

// expected-error@+1 {{expects 'a', 'b' or 'acc', got 'c'}}
wave.func @role(%a: !wave.matrix<4x4xf32, c>) {}

// -----

// expected-error@+1 {{a matrix has two dimensions, got 3}}
wave.func @dimensions(%a: !wave.matrix<4x4x4xf32, a>) {}

// -----

wave.func @fill_c1(%x: f16) {
  // expected-error@+1 {{'wave.matrix_fill' op takes a value of the type of the elements, 'f32', got 'f16' [matrix-type]}}
  %0 = wave.matrix_fill %x : f16 -> !wave.matrix<4x4xf32, acc>
}

// -----

wave.func @load_c1(%memory: memref<?xf16>, %i: i32) {
  // expected-error@+1 {{'wave.matrix_load' op needs memory with elements of 'f32' for a matrix of them, got 'f16' [matrix-memory]}}
  %0 = wave.matrix_load row_major %memory[%i, %i] : memref<?xf16> -> !wave.matrix<4x4xf32, acc>
}

// -----

wave.func @local_c1(%i: i32, %a: !wave.matrix<4x4xf32, acc>) {
  %own = memref.alloca() : memref<16xf32>
  // expected-error@+1 {{'wave.matrix_store' op works on a buffer or a groupshared array, not on a local array: each lane has its own [matrix-memory]}}
  wave.matrix_store row_major %a, %own[%i, %i] : !wave.matrix<4x4xf32, acc>, memref<16xf32>
}

// -----

wave.func @product_c1(%a: !wave.matrix<4x3xf32, a>, %b: !wave.matrix<4x4xf32, b>, %c: !wave.matrix<4x4xf32, acc>) {
  // expected-error@+1 {{'wave.matrix_multiply_add' op takes matrices of M x K, K x N and M x N elements, got 4 x 3, 4 x 4 and 4 x 4 [matrix-shape]}}
  %0 = wave.matrix_multiply_add %a, %b, %c : !wave.matrix<4x3xf32, a>, !wave.matrix<4x4xf32, b>, !wave.matrix<4x4xf32, acc>
}

// -----

wave.func @product_c2(%a: !wave.matrix<4x4xf32, b>, %b: !wave.matrix<4x4xf32, b>, %c: !wave.matrix<4x4xf32, acc>) {
  // expected-error@+1 {{'wave.matrix_multiply_add' op takes matrices with the roles a, b and acc, got b, b and acc [matrix-role]}}
  %0 = wave.matrix_multiply_add %a, %b, %c : !wave.matrix<4x4xf32, b>, !wave.matrix<4x4xf32, b>, !wave.matrix<4x4xf32, acc>
}

// -----

wave.func @product_c3(%a: !wave.matrix<4x4xf16, a>, %b: !wave.matrix<4x4xf32, b>, %c: !wave.matrix<4x4xf32, acc>) {
  // expected-error@+1 {{'wave.matrix_multiply_add' op has no form for elements of 'f16' and 'f32' with a sum of 'f32' [matrix-combination]}}
  %0 = wave.matrix_multiply_add %a, %b, %c : !wave.matrix<4x4xf16, a>, !wave.matrix<4x4xf32, b>, !wave.matrix<4x4xf32, acc>
}

// -----

wave.func @convert_c1(%a: !wave.matrix<4x4xf32, acc>) {
  // expected-error@+1 {{'wave.matrix_convert' op changes the role only, got '!wave.matrix<4x4xf32, acc>' and '!wave.matrix<4x4xf16, a>' [matrix-type]}}
  %0 = wave.matrix_convert %a : !wave.matrix<4x4xf32, acc> -> !wave.matrix<4x4xf16, a>
}

// -----

wave.func @reduce_c1(%a: !wave.matrix<4x4xi8, a>) {
  // expected-error@+1 {{'wave.matrix_row_reduce' op is not for elements of i8 [matrix-element]}}
  %0 = wave.matrix_row_reduce add %a : !wave.matrix<4x4xi8, a>
}

// -----

wave.func @map_shape_c1(%a: !wave.matrix<4x4xf32, acc>, %b: !wave.matrix<4x5xf32, acc>) {
  // expected-error@+1 {{'wave.matrix_map' op needs matrices of one shape and role, got '!wave.matrix<4x5xf32, acc>' for a result of '!wave.matrix<4x4xf32, acc>' [matrix-map]}}
  %0 = wave.matrix_map %a, %b : !wave.matrix<4x4xf32, acc>, !wave.matrix<4x5xf32, acc> -> !wave.matrix<4x4xf32, acc> {
  ^bb0(%x: f32, %y: f32):
    wave.matrix_yield %x : f32
  }
}

// -----

wave.func @map_c2(%a: !wave.matrix<4x4xf32, acc>) {
  // expected-error@+1 {{'wave.matrix_map' op needs a body that takes an element or a scalar for each operand and yields an element of the result [matrix-map]}}
  %0 = wave.matrix_map %a : !wave.matrix<4x4xf32, acc> -> !wave.matrix<4x4xf32, acc> {
  ^bb0(%x: f32, %y: f32):
    wave.matrix_yield %x : f32
  }
}

// -----

wave.func @map_c3(%a: !wave.matrix<4x4xf32, acc>) {
  %0 = wave.matrix_map %a : !wave.matrix<4x4xf32, acc> -> !wave.matrix<4x4xf32, acc> {
  ^bb0(%x: f32):
    // expected-error@+1 {{'wave.read_first_lane' cannot be in the body of a wave.matrix_map, which computes on scalars by arith and math [matrix-map]}}
    %y = wave.read_first_lane %x : f32
    wave.matrix_yield %y : f32
  }
}

// -----

wave.func @element_of_tile(%w: i32, %f: f32) {
  // expected-error@+1 {{'wave.matrix_multiply_tile' op is for f16, bf16, i8 and tf32, got 'f32' [matrix-combination]}}
  %a = wave.matrix_multiply_tile f32 (%w), (%w), (%f) : (i32), (i32), (f32) -> (f32)
}

// -----

wave.func @parts_of_tile(%w: i32) {
  // expected-error@+1 {{'wave.matrix_multiply_tile' op takes 4 and 2 values of 'i32', and sums are 4 of 'i32' [matrix-type]}}
  %a:4 = wave.matrix_multiply_tile i8 (%w, %w, %w, %w), (%w), (%w, %w, %w, %w)
      : (i32, i32, i32, i32), (i32), (i32, i32, i32, i32) -> (i32, i32, i32, i32)
}

// -----

wave.func @blocks_of_a_buffer(%memory: memref<?xf16>) {
  %i = arith.constant 8 : index
  // expected-error@+1 {{'wave.matrix_load_blocks' op loads from a groupshared array alone [matrix-memory]}}
  %a:2 = wave.matrix_load_blocks %memory[%i] : memref<?xf16> -> (f16, f16)
}

// -----

wave.func @three_blocks() kernel num_waves(1) {
  %i = arith.constant 8 : index
  %tile = wave.groupshared : memref<256xf16, #gpu.address_space<workgroup>>
  // expected-error@+1 {{'wave.matrix_load_blocks' op gives 2, 4 or 8 values of 'f16' [matrix-type]}}
  %a:6 = wave.matrix_load_blocks %tile[%i] : memref<256xf16, #gpu.address_space<workgroup>> -> (f16, f16, f16, f16, f16, f16)
}

// -----

wave.func @memory_type(%a: f16, %c: f32, %i: i32) {
  %right = wave.groupshared : memref<4096xf32, #gpu.address_space<workgroup>>
  // expected-error@+1 {{'wave.matrix_multiply_memory' op is for f16 and bf16 in memory of such elements, got 'f16' and 'f32' [matrix-combination]}}
  %one:4 = wave.matrix_multiply_memory f16 depth 16 (%a, %a, %a, %a, %a, %a, %a, %a), row_major %right[%i] stride 64, (%c, %c, %c, %c)
      : (f16, f16, f16, f16, f16, f16, f16, f16), memref<4096xf32, #gpu.address_space<workgroup>>, (f32, f32, f32, f32) -> (f32, f32, f32, f32)
}

// -----

wave.func @memory_depth(%a: f16, %c: f32, %i: i32) {
  %right = wave.groupshared : memref<4096xf16, #gpu.address_space<workgroup>>
  // expected-error@+1 {{'wave.matrix_multiply_memory' op with a depth of 32 takes 16 values of 'f16', and has a multiple of 4 sums [matrix-type]}}
  %one:4 = wave.matrix_multiply_memory f16 depth 32 (%a, %a, %a, %a, %a, %a, %a, %a), row_major %right[%i] stride 64, (%c, %c, %c, %c)
      : (f16, f16, f16, f16, f16, f16, f16, f16), memref<4096xf16, #gpu.address_space<workgroup>>, (f32, f32, f32, f32) -> (f32, f32, f32, f32)
}

// -----

wave.func @memory_buffer(%right: memref<?xf16>, %a: f16, %c: f32, %i: i32) {
  // expected-error@+1 {{'wave.matrix_multiply_memory' op reads groupshared arrays alone [matrix-memory]}}
  %one:4 = wave.matrix_multiply_memory f16 depth 16 (%a, %a, %a, %a, %a, %a, %a, %a), row_major %right[%i] stride 64, (%c, %c, %c, %c)
      : (f16, f16, f16, f16, f16, f16, f16, f16), memref<?xf16>, (f32, f32, f32, f32) -> (f32, f32, f32, f32)
}
