// RUN: wave-opt %s -convert-wave-to-dxil=shader-model=6.10 | FileCheck %s
// RUN: not wave-opt %s -convert-wave-to-dxil=shader-model=6.9 2>&1 | FileCheck %s --check-prefix=OLD

// Offsets and strides count elements of the matrix, and those of wave IR words. A fill of bytes takes the low bits.

// OLD: error: {{.*}}Shader Model 6.10

// CHECK: dxil.module @tiles
// CHECK: %[[a:.*]] = dxil.lin_alg_matrix_load_from_memory {{.*}} : (!llvm.ptr<3>, i32, i32) -> !llvm.struct<"dx.types.LinAlgMatrixC8M16N16U0S1", (ptr)>
// CHECK: arith.shli
// CHECK: arith.shrsi
// CHECK: dxil.lin_alg_fill_matrix {{.*}}LinAlgMatrixC19M32N16U1S1
// CHECK: dxil.lin_alg_matrix_store_to_memory
// CHECK: dxil.lin_alg_matrix_length
// CHECK: dxil.lin_alg_matrix_get_element
// CHECK: dxil.lin_alg_matrix_set_element
wave.func @tiles(%x: f32 {wave.element = f32, wave.name = "x"}, %n: i32 {wave.element = ui32, wave.name = "n"}) kernel num_threads(32, 1, 1) wave_size(32) {
  %w = wave.groupshared : memref<256xi32, #gpu.address_space<workgroup>>
  %zero = arith.constant 0 : i32
  %eight = arith.constant 8 : i32
  %a = wave.matrix_load_tile row_major %w[%zero, %eight] : memref<256xi32, #gpu.address_space<workgroup>> -> !wave.matrix<16x16xf16, a>
  %b = wave.matrix_fill %n : i32 -> !wave.matrix<32x16xi8, b>
  wave.matrix_store_tile row_major %b, %w[%zero, %eight] : !wave.matrix<32x16xi8, b>, memref<256xi32, #gpu.address_space<workgroup>>
  %c = wave.matrix_fill %x : f32 -> !wave.matrix<16x16xf32, acc>
  %k = wave.matrix_count %c : !wave.matrix<16x16xf32, acc>
  %e = wave.matrix_extract %c[%k] : !wave.matrix<16x16xf32, acc> -> f32
  %d = wave.matrix_insert %e, %c[%zero] : f32, !wave.matrix<16x16xf32, acc>
  wave.matrix_store_tile row_major %d, %w[%zero, %eight] : !wave.matrix<16x16xf32, acc>, memref<256xi32, #gpu.address_space<workgroup>>
}
