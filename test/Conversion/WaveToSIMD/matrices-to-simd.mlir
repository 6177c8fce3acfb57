// RUN: wave-opt %s -convert-wave-to-simd="wave-size=8 vector-bits=512" | FileCheck %s

// A loop carries no matrix: the sum stays in its memory, and the product adds to
// it there. 24 vectors of a tile are in registers.

// CHECK-LABEL: llvm.func internal @wave_groups
// CHECK-NOT: wave.matrix
// CHECK: scf.while ({{.*}}) : (i32, i1) -> i32 {
// CHECK: %[[SUMS:.*]]:24 = scf.for {{.*}} iter_args(
// CHECK-COUNT-96: llvm.intr.fmuladd
// CHECK-NOT: llvm.intr.fmuladd
// CHECK: scf.yield
// CHECK: llvm.store %[[SUMS]]#0
wave.func @gemm(%a: memref<?xf32> {wave.binding = #wave.binding<srv, 0, 0, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, 0, 1, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) wave_size(8) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 16 : i32
  %x = arith.constant 0.0 : f32
  %c = wave.matrix_fill %x : f32 -> !wave.matrix<12x64xf32, acc>
  %sum = scf.for %k = %zero to %n step %step iter_args(%acc = %c) -> (!wave.matrix<12x64xf32, acc>) : i32 {
    %l = wave.matrix_load row_major %a[%k, %n] : memref<?xf32> -> !wave.matrix<12x16xf32, a>
    %r = wave.matrix_load row_major %a[%k, %n] : memref<?xf32> -> !wave.matrix<16x64xf32, b>
    %d = wave.matrix_multiply_add %l, %r, %acc : !wave.matrix<12x16xf32, a>, !wave.matrix<16x64xf32, b>, !wave.matrix<12x64xf32, acc>
    scf.yield %d : !wave.matrix<12x64xf32, acc>
  }
  wave.matrix_store row_major %sum, %out[%zero, %n] : !wave.matrix<12x64xf32, acc>, memref<?xf32>
}
