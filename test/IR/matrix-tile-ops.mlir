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
  wave.return
}
