// RUN: wave-opt %s | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @tiles
wave.func @tiles(%words: memref<?xi32>, %i: i32, %n: i32) {
  // CHECK: %[[a:.*]] = wave.matrix_load_tile row_major %{{.*}}[%{{.*}}, %{{.*}}] : memref<?xi32> -> !wave.matrix<16x16xf16, a>
  %a = wave.matrix_load_tile row_major %words[%i, %n] : memref<?xi32> -> !wave.matrix<16x16xf16, a>
  // CHECK: wave.matrix_store_tile column_major %[[a]], %{{.*}}[%{{.*}}, %{{.*}}] : !wave.matrix<16x16xf16, a>, memref<?xi32>
  wave.matrix_store_tile column_major %a, %words[%i, %n] : !wave.matrix<16x16xf16, a>, memref<?xi32>
  // CHECK: wave.matrix_length !wave.matrix<16x16xf16, a>
  %length = wave.matrix_length !wave.matrix<16x16xf16, a>
  // CHECK: %[[x:.*]] = wave.matrix_get_element 0[%{{.*}}] : !wave.matrix<16x16xf16, a> -> f16
  %x = wave.matrix_get_element 0[%i] : !wave.matrix<16x16xf16, a> -> f16
  // CHECK: wave.matrix_set_element %[[x]], 1[%{{.*}}] : f16, !wave.matrix<16x16xf16, a>
  wave.matrix_set_element %x, 1[%i] : f16, !wave.matrix<16x16xf16, a>
  // CHECK: wave.matrix_count %[[a]] : !wave.matrix<16x16xf16, a>
  %count = wave.matrix_count %a : !wave.matrix<16x16xf16, a>
  // CHECK: %[[y:.*]] = wave.matrix_extract %[[a]][%{{.*}}] : !wave.matrix<16x16xf16, a> -> f16
  %y = wave.matrix_extract %a[%i] : !wave.matrix<16x16xf16, a> -> f16
  // CHECK: wave.matrix_insert %[[y]], %[[a]][%{{.*}}] : f16, !wave.matrix<16x16xf16, a>
  %changed = wave.matrix_insert %y, %a[%i] : f16, !wave.matrix<16x16xf16, a>
  wave.return
}

!array = memref<4096xf16, #gpu.address_space<workgroup>>

// CHECK-LABEL: wave.func @in_memory
wave.func @in_memory(%a: f16, %c: f32, %i: i32) {
  %left = wave.groupshared : !array
  %right = wave.groupshared : !array
  // CHECK: %[[one:.*]]:4 = wave.matrix_multiply_memory f16 depth 16(%{{.*}}), row_major %{{.*}}[%{{.*}}] stride 64, (%{{.*}}) : (f16, f16, f16, f16, f16, f16, f16, f16), memref<4096xf16, #gpu.address_space<workgroup>>, (f32, f32, f32, f32) -> (f32, f32, f32, f32)
  %one:4 = wave.matrix_multiply_memory f16 depth 16 (%a, %a, %a, %a, %a, %a, %a, %a), row_major %right[%i] stride 64, (%c, %c, %c, %c)
      : (f16, f16, f16, f16, f16, f16, f16, f16), !array, (f32, f32, f32, f32) -> (f32, f32, f32, f32)
  // CHECK: %[[two:.*]]:4 = wave.matrix_multiply_memory pending f16 depth 64 left %{{.*}}[%{{.*}}] stride 64, column_major %{{.*}}[%{{.*}}] stride 64, (%{{.*}}) : left memref<4096xf16, #gpu.address_space<workgroup>>, memref<4096xf16, #gpu.address_space<workgroup>>, (f32, f32, f32, f32) -> (f32, f32, f32, f32)
  %two:4 = wave.matrix_multiply_memory pending f16 depth 64 left %left[%i] stride 64, column_major %right[%i] stride 64, (%one#0, %one#1, %one#2, %one#3)
      : left !array, !array, (f32, f32, f32, f32) -> (f32, f32, f32, f32)
  // CHECK: wave.matrix_wait %[[two]]#0, %[[two]]#1 : f32, f32
  %three:2 = wave.matrix_wait %two#0, %two#1 : f32, f32
  wave.return
}
