// RUN: wave-opt %s | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @matrices
wave.func @matrices(%buffer: memref<?xf16>, %out: memref<?xf32>, %bytes: memref<?xi8>, %i: i32, %n: i32, %x: f32) {
  // CHECK: wave.matrix_load row_major %{{.*}}[%{{.*}}, %{{.*}}] : memref<?xf16> -> !wave.matrix<16x8xf16, a>
  %a = wave.matrix_load row_major %buffer[%i, %n] : memref<?xf16> -> !wave.matrix<16x8xf16, a>
  // CHECK: wave.matrix_load column_major
  %b = wave.matrix_load column_major %buffer[%i, %n] : memref<?xf16> -> !wave.matrix<8x4xf16, b>
  // CHECK: wave.matrix_fill %{{.*}} : f32 -> !wave.matrix<16x4xf32, acc>
  %c = wave.matrix_fill %x : f32 -> !wave.matrix<16x4xf32, acc>
  // CHECK: wave.matrix_multiply_add %{{.*}}, %{{.*}}, %{{.*}} : !wave.matrix<16x8xf16, a>, !wave.matrix<8x4xf16, b>, !wave.matrix<16x4xf32, acc>
  %d = wave.matrix_multiply_add %a, %b, %c : !wave.matrix<16x8xf16, a>, !wave.matrix<8x4xf16, b>, !wave.matrix<16x4xf32, acc>
  // CHECK: wave.matrix_row_reduce max %{{.*}} : !wave.matrix<16x4xf32, acc>
  %m = wave.matrix_row_reduce max %d : !wave.matrix<16x4xf32, acc>
  // CHECK: wave.matrix_map %{{.*}}, %{{.*}}, %{{.*}} : !wave.matrix<16x4xf32, acc>, !wave.matrix<16x4xf32, acc>, f32 -> !wave.matrix<16x4xf16, acc> {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
  %e = wave.matrix_map %d, %m, %x : !wave.matrix<16x4xf32, acc>, !wave.matrix<16x4xf32, acc>, f32 -> !wave.matrix<16x4xf16, acc> {
  ^bb0(%element: f32, %max: f32, %scale: f32):
    %0 = arith.subf %element, %max : f32
    %1 = arith.mulf %0, %scale : f32
    %2 = arith.truncf %1 : f32 to f16
    // CHECK: wave.matrix_yield %{{.*}} : f16
    wave.matrix_yield %2 : f16
  }
  // CHECK: wave.matrix_convert %{{.*}} : !wave.matrix<16x4xf16, acc> -> !wave.matrix<16x4xf16, a>
  %f = wave.matrix_convert %e : !wave.matrix<16x4xf16, acc> -> !wave.matrix<16x4xf16, a>
  // CHECK: wave.matrix_store column_major %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : !wave.matrix<16x4xf32, acc>, memref<?xf32>
  wave.matrix_store column_major %d, %out[%i, %n] : !wave.matrix<16x4xf32, acc>, memref<?xf32>
  // CHECK: wave.matrix_load row_major %{{.*}} : memref<?xi8> -> !wave.matrix<2x2xi8, a>
  %g = wave.matrix_load row_major %bytes[%i, %n] : memref<?xi8> -> !wave.matrix<2x2xi8, a>
  // CHECK: wave.matrix_set 3, %{{.*}} : !wave.matrix<2x2xi8, a>
  wave.matrix_set 3, %g : !wave.matrix<2x2xi8, a>
  // CHECK: wave.matrix_get 3 : !wave.matrix<2x2xi8, a>
  %h = wave.matrix_get 3 : !wave.matrix<2x2xi8, a>
}

// CHECK-LABEL: wave.func @tiles
wave.func @tiles(%h: f16, %s: i16, %w: i32, %f: f32) {
  // CHECK: wave.matrix_multiply_tile f16(%{{.*}}) : (f16, f16, f16, f16, f16, f16, f16, f16), (f16, f16, f16, f16), (f32, f32, f32, f32) -> (f32, f32, f32, f32)
  %a:4 = wave.matrix_multiply_tile f16 (%h, %h, %h, %h, %h, %h, %h, %h), (%h, %h, %h, %h), (%f, %f, %f, %f)
      : (f16, f16, f16, f16, f16, f16, f16, f16), (f16, f16, f16, f16), (f32, f32, f32, f32) -> (f32, f32, f32, f32)
  // CHECK: wave.matrix_multiply_tile bf16(%{{.*}}) : (i16,
  %b:4 = wave.matrix_multiply_tile bf16 (%s, %s, %s, %s, %s, %s, %s, %s), (%s, %s, %s, %s), (%f, %f, %f, %f)
      : (i16, i16, i16, i16, i16, i16, i16, i16), (i16, i16, i16, i16), (f32, f32, f32, f32) -> (f32, f32, f32, f32)
  // CHECK: wave.matrix_multiply_tile i8(%{{.*}}) : (i32, i32, i32, i32), (i32, i32), (i32, i32, i32, i32) -> (i32, i32, i32, i32)
  %c:4 = wave.matrix_multiply_tile i8 (%w, %w, %w, %w), (%w, %w), (%w, %w, %w, %w)
      : (i32, i32, i32, i32), (i32, i32), (i32, i32, i32, i32) -> (i32, i32, i32, i32)
}

// CHECK-LABEL: wave.func @blocks
wave.func @blocks() kernel num_waves(1) {
  %i = arith.constant 8 : index
  %tile = wave.groupshared : memref<256xf16, #gpu.address_space<workgroup>>
  // CHECK: wave.matrix_load_blocks %{{.*}}[%{{.*}}] : memref<256xf16, #gpu.address_space<workgroup>> -> (f16, f16)
  %a:2 = wave.matrix_load_blocks %tile[%i] : memref<256xf16, #gpu.address_space<workgroup>> -> (f16, f16)
  // CHECK: wave.matrix_load_blocks transposed %{{.*}} -> (f16, f16, f16, f16)
  %b:4 = wave.matrix_load_blocks transposed %tile[%i] : memref<256xf16, #gpu.address_space<workgroup>> -> (f16, f16, f16, f16)
}

// After wave-expand-bfloat16: the numbers of bf16 are f32, those of matrices remain.
// CHECK-LABEL: wave.func @bfloat16
wave.func @bfloat16(%bits: memref<?xi16>, %i: i32, %x: f32) {
  // CHECK: wave.matrix_load row_major bf16
  %a = wave.matrix_load row_major bf16 %bits[%i, %i] : memref<?xi16> -> !wave.matrix<4x4xbf16, acc>
  // CHECK: wave.matrix_fill %{{.*}} : f32 -> !wave.matrix<4x4xbf16, acc>
  %b = wave.matrix_fill %x : f32 -> !wave.matrix<4x4xbf16, acc>
  %c = wave.matrix_map %a, %b : !wave.matrix<4x4xbf16, acc>, !wave.matrix<4x4xbf16, acc> -> !wave.matrix<4x4xbf16, acc> {
  // CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
  ^bb0(%y: f32, %z: f32):
    wave.matrix_yield %z : f32
  }
}
